# SPDX-License-Identifier: MIT
"""Decision making for agents: state machines, statecharts and utility AI.

    brain = wits.Brain("villager.yaml")
    crowd = wits.Crowd(brain, 1_000_000, seed=1, threads=2)
    crowd.tick(100)
    print(crowd.counts(), crowd.explain(7))
"""

from ._abi import VERSION as __version__
from ._agent import Agent
from ._brain import Brain, Field, Function, ProveProgress, State, TargetField, TargetKind
from ._crowd import Crowd
from ._draw import Picture, Plot, Populations
from ._errors import BrainError, PictureError, Problem, SnapshotError, UnknownNameError, WitsError
from ._explain import Choice, Consideration, Explanation, Option, ScoreField, Transition
from ._pictures import AgentRun, Curve, Map
from ._prove import Coverage, Goal, Proof, Run
from ._record import Difference, Recorder, Replay, replay
from ._world import Functions, HostCall

__all__ = [
    "Agent", "AgentRun", "Brain", "BrainError", "Choice", "Consideration", "Coverage", "Crowd", "Curve", "Difference",
    "Explanation", "Field", "Function", "Functions", "Goal", "HostCall", "Map", "Option", "Picture", "PictureError",
    "Plot", "Populations", "Problem", "Proof", "ProveProgress", "Recorder", "Replay", "Run", "ScoreField", "SnapshotError",
    "State", "TargetField", "TargetKind", "Transition", "UnknownNameError", "WitsError", "__version__", "replay",
]
