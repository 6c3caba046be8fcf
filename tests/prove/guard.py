# SPDX-License-Identifier: MIT
"""The guard of brains/guard.yaml on a grid of 41 distances and 21 healths.

The brain file keeps its scores in single precision. For Spin they are tables of whole numbers, each the exact single
that the rules give, computed here with `struct`: every operation in double precision rounded to single, which is exact
for + and * of singles. Singles of either sign are mapped to integers in the same order.
"""

import pathlib
import re
import struct
from fractions import Fraction

from brains import Brain, Field, State, Transition

ROOT = pathlib.Path(__file__).parents[2]
DISTANCES, HEALTHS = 41, 21


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def ordered(value):
    """Maps a float to an integer in the same order; both zeroes to 0."""
    bits = struct.unpack("<i", struct.pack("<f", value))[0]
    return bits if bits >= 0 else -(bits & 0x7FFFFFFF)


def scores(sees, distance, health):
    """Scores of close_in, attack, cover, flee and listen, according to the brain file."""
    close_in = single(single(single(0.03) * distance) * health) if sees else 0.0
    attack = single(single(1.0 - single(single(0.05) * distance)) * health) if sees else 0.0
    cover = single(single(0.8) * single(1.0 - health))
    return close_in, attack, cover, 1.0 if health < 0.25 else 0.0, 0.25


def table(name, inertia):
    """Scores by option, sees_player, distance, health."""
    rows = []
    for option in range(5):
        for sees in range(2):
            for d in range(DISTANCES):
                of = [scores(sees, single(d), single(Fraction(h, HEALTHS - 1)))[option] for h in range(HEALTHS)]
                rows += [str(ordered(single(score + single(0.1)) if inertia else score)) for score in of]
    return f"static const int {name}[5][2][{DISTANCES}][{HEALTHS}] = {{{','.join(rows)}}};"


def guard_file():
    text = (ROOT / "brains/guard.yaml").read_text()
    text = re.sub(r"\nprove:.*", "\n", text, flags=re.S)
    text = re.sub(r"(distance: .*?step: )0.5", r"\g<1>1", text)
    return text + """prove:
  - {name: everything, always: 0 == 0}
  - {name: p0, never: in(combat/flee) and health >= 0.5}
  - {name: p1, never: calls(strike) and not sees_player}
  - {name: p2, never: in(combat/flee) and health < 0.25}
  - {name: p3, never: in(combat/attack) and health < 0.25}
  - {name: p4, never: in(search) and sees_player}
  - {name: p5, never: in(combat/listen) and sees_player}
"""


def leaf(name, parent, brain, calls=None):
    state = State(name, parent)
    state.actions["update"] = [("call", calls)] if calls else []
    parent.children.append(state)
    brain.states.append(state)
    return state


def lead(source, to, when=None, after=0):
    t = Transition(to)
    t.when, t.after = when, after
    source.transitions.append(t)


def guard_brain():
    """The same for Spin; distance and health are their numbers on the grid."""
    brain = Brain()
    brain.fields = [Field("sees_player", 0, 1, "bool", False), Field("distance", 0, DISTANCES - 1, "uint8", False),
                    Field("health", 0, HEALTHS - 1, "uint8", False)]
    brain.events = [("alarm", True)]
    brain.calls = ["strike"]
    brain.tables = [table("plain_score", False), table("current_score", True)]
    root = brain.root = State("root")
    brain.states.append(root)
    root.kind = "fsm"
    patrol = leaf("patrol", root, brain)
    search = leaf("search", root, brain)
    combat = leaf("combat", root, brain)
    patrol.kind, patrol.leave, combat.kind = "fsm", "resume", "utility"
    walk, look = leaf("walk", patrol, brain), leaf("look", patrol, brain)
    sees, health = ("field", "sees_player"), ("field", "health")
    lead(patrol, combat, sees)
    lead(walk, look, after=3)
    lead(look, walk, after=2)
    lead(search, combat, sees)
    lead(search, patrol, after=6)
    lead(combat, search, ("and", ("not", sees), (">=", health, ("number", 10))), 5)
    alarm = Transition(combat)
    alarm.event = "alarm"
    root.any.append(alarm)
    for number, name in enumerate(["close_in", "attack", "cover", "flee", "listen"]):
        option = leaf(name, combat, brain, "strike" if name == "attack" else None)
        where = f"[{number}][now.v_sees_player][now.v_distance][now.v_health]"
        option.score = ("text", name, f"plain_score{where}", f"current_score{where}")
        option.hold = 3 if name == "cover" else 0
    flee, attack, listen = combat.children[3], combat.children[1], combat.children[4]
    brain.properties = [
        ("and", ("in", flee), (">=", health, ("number", 10))),
        ("and", ("calls", "strike"), ("not", sees)),
        ("and", ("in", flee), ("<", health, ("number", 5))),
        ("and", ("in", attack), ("<", health, ("number", 5))),
        ("and", ("in", search), sees),
        ("and", ("in", listen), sees),
    ]
    return brain
