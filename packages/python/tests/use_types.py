# SPDX-License-Identifier: MIT
"""A program that uses the types of the package. mypy checks it; nothing runs it."""

from __future__ import annotations

import wits


def heal(call: wits.HostCall, amount: float) -> None:
    call.raise_event("healed")
    where: str = call.state
    target: tuple[str, int] | None = call.target
    print(where, target, amount)


def use(path: str) -> dict[str, int]:
    brain = wits.Brain(path, constants={"sight": 12, "mood": "mood.calm"})
    agent: wits.Agent = brain.agent(functions={"heal": heal}, id=7, hunger=0.5)
    agent.tick(3, hunger=0.25)
    agent.hunger = 0.75
    active: list[str] = agent.active
    explanation: wits.Explanation = agent.explain(counterfactuals=True)
    for choice in explanation.choices:
        for option in choice.options:
            score: float = option.score
            print(option.path, score, active)
    crowd = wits.Crowd(brain, 1000, threads=2, hunger=[0.0] * 1000)
    crowd.tick(10)
    crowd.goto("rest", [1, 2])
    brain.map("distance", ("health", 0, 1), of="combat", alarmed=True).save("map.svg")
    run: wits.AgentRun = brain.run({"hunger": [0.5, 0.25]}, ticks=3, plot=["hunger"])
    print(run.active[0], run["hunger"], brain.curve("eat", at=2).svg())
    with crowd.record("day.rec", hash_every=10) as recorder:
        crowd.tick()
    replay: wits.Replay = wits.replay("day.rec")
    print(replay.difference is None or replay.difference.tick, recorder)
    saved: bytes = crowd.save()
    crowd = wits.Crowd.load(brain, saved)
    proofs: list[wits.Proof] = brain.prove()
    print([proof.verdict for proof in proofs if proof.run is None or proof.run.ticks > 3])
    return crowd.counts()


def misuse(brain: wits.Brain) -> None:
    brain.agent(id="7")  # error: arg-type
    brain.agent().tick("3")  # error: arg-type
    wits.Crowd(brain, 1.5)  # error: arg-type
    wits.Crowd(brain, 1).active("x")  # error: arg-type
    brain.states[0].pth  # error: attr-defined
    wits.Crowd(brain, 1).save().encode()  # error: attr-defined
    brain.map("distance", 3)  # error: arg-type
    wits.replay("day.rec").differs  # error: attr-defined
