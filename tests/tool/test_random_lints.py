# SPDX-License-Identifier: MIT
"""What check says can never happen does not happen: random brains run on random inputs, and nothing fires, wins or
becomes active of which check has said that it cannot. WITS_RANDOM_LINTS is how many brains (60)."""

import os
import random
import re
import unittest

from program import Case

COUNT = int(os.environ.get("WITS_RANDOM_LINTS", "60"))
TICKS = 200
CONDITIONS = ["n > 3", "n < 0", "b", "not b", "w == p", "w == p and w != p", "x > 0.5", "x > 0.5 and x < 0.5", "true",
              "n > 250 or b", "random < 0.5", "x*x < 0", "n*0 == 0", "n - 1 < 0", "1 / x > 2 and x < 0",
              '"min(x, 1) > 1"',
              "in(s1)", "x == x", "x != x", "n % 3 == 2 and n < 2", "b == (n > 2)", "elapsed > 2",
              "n / 2 > 100 and n < 201",
              "(1 if b else 2) < 2 and not b", "'false'", '"max(x, 1) >= 1"', '"clamp(x, 0, 1) >= 0"', "n >= 0"]
SCORES = ["x", "n", "0.5", "0.2", "1", '"clamp(x, 0, 1)"', "n / 300", "threat()", "0.3 if b else 0.1"]


class Brain:
    """Its text, and the line of each transition and score."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = ["wits: 1", "brain: t", "context: {n: uint8, x: float, b: bool, w: [p, q, r]}", "events: [e, f]",
            "root:",
                      "  exit: b = threat() > 0"]
        self.names = []
        self.slots = []
        self.add_composite(1, 0, rng.choice(["fsm", "utility"]))
        self.add_transitions()

    def add_composite(self, indent, depth, kind):
        rng, pad = self.rng, "  " * indent
        self.lines.append(f"{pad}kind: {kind}")
        if kind == "utility" and rng.random() < 0.3:
            self.lines.append(pad + rng.choice(["select: weighted", "floor: 0.25", "inertia: 0.1", "every: 2"]))
        if kind != "parallel" and rng.random() < 0.4:
            self.lines.append(f"{pad}any:")
            self.slots.append((len(self.lines), indent + 1))
        if kind != "parallel" and rng.random() < 0.3:
            self.lines.append(pad + rng.choice(["leave: resume", "leave: suspend", "activation: on_decide"]))
        self.lines.append(f"{pad}states:")
        for _ in range(rng.randint(2, 3)):
            self.add_state(indent + 1, depth, kind)

    def add_state(self, indent, depth, parent_kind):
        rng, pad, name = self.rng, "  " * (indent + 1), f"s{len(self.names)}"
        self.names.append(name)
        self.lines.append(f"{'  ' * indent}{name}:")
        if parent_kind == "utility":
            self.lines.append(f"{pad}score: {rng.choice(SCORES)}")
        if rng.random() < 0.8:
            self.lines.append(f"{pad}transitions:")
            self.slots.append((len(self.lines), indent + 2))
        else:
            self.lines.append(f"{pad}update: b = b")
        if depth < 3 and rng.random() < 0.4:
            self.add_composite(indent + 1, depth + 1, rng.choice(["fsm", "fsm", "utility", "parallel"]))

    def transition(self):
        rng = self.rng
        parts = [f"to: {rng.choice(self.names)}"]
        for chance, part in ((0.3, f"event: {rng.choice('ef')}"), (0.3, f"after: {rng.randint(1, 4)}"),
                             (0.6, f"when: {rng.choice(CONDITIONS)}"), (0.1, "reenter: true")):
            if rng.random() < chance:
                parts.append(part)
        return "{" + ", ".join(parts) + "}"

    def add_transitions(self):
        lines, self.rows = [], []
        slots = dict(self.slots)
        for number, line in enumerate(self.lines, 1):
            lines.append(line)
            if number in slots:
                for _ in range(self.rng.randint(1, 4)):
                    lines.append("  " * slots[number] + "- " + self.transition())
                    self.rows.append(len(lines))
        self.lines = lines

    def text(self):
        return "\n".join(self.lines) + "\n"

    def inputs(self, with_moves):
        rng = self.rng
        moves = [f"{call} {name}" for call in ("goto", "restart",
            "place") for name in self.names] if with_moves else [""]
        rows = ["n,x,b,w,threat(),raise,do"]
        for _ in range(TICKS):
            rows.append(",".join([
                rng.choice(["", "0", "1", "2", "3", "5", "200", "251", "255"]),
                rng.choice(["", "0", "0.3", "0.7", "-2", "NaN", "Infinity"]), rng.choice(["", "true", "false"]),
                rng.choice(["", "p", "q", "r"]), rng.choice(["", "0.6", "NaN", "-1"]), rng.choice(["", "", "e", "f",
                    "e f"]),
                rng.choice([""] * 8 + [rng.choice(moves)])]))
        return "\n".join(rows) + "\n"


class RandomLints(Case):
    def flagged(self, words):
        return {int(line) for line in re.findall(rf"brain\.yaml:(\d+):\d+: warning: {words}", self.said)}

    def test_what_cannot_happen_does_not(self):
        flags = 0
        for seed in range(COUNT):
            with_moves = seed % 2 == 0
            brain = Brain(random.Random(seed))
            self.write("brain.yaml", brain.text())
            result = self.wits("check", "brain.yaml")
            self.assertEqual(result.status, 0, result.err)
            self.said = result.err
            dead = self.flagged("this transition can never fire")
            losers = set() if with_moves else self.flagged("this option can never")
            unreached = set() if with_moves else self.flagged("nothing leads to")
            flags += len(dead) + len(losers) + len(unreached)
            self.write("in.csv", brain.inputs(with_moves))
            for line in self.run_lines("brain.yaml", "--inputs", "in.csv", "--trace", "--seed", seed):
                for record in line["trace"]:
                    self.check(brain, record, dead, losers, unreached, (seed, line["tick"]))
        self.assertGreater(flags, COUNT)

    def check(self, brain, record, dead, losers, unreached, when):
        name = lambda line: brain.lines[line - 1].strip().rstrip(":")
        if record["what"] == "fired" and "transition" in record:
            self.assertNotIn(brain.rows[record["transition"]], dead, when)
        elif record["what"] == "chosen":
            own = record["state"].split("/")[-1]
            self.assertNotIn(own, {name(line - 1) for line in losers}, when)
        elif record["what"] in ("entered", "activated", "continued"):
            self.assertNotIn(record["state"].split("/")[-1], {name(line) for line in unreached}, when)


if __name__ == "__main__":
    unittest.main()
