# SPDX-License-Identifier: MIT
"""Events that check reports as impossible do not happen.

Random brains run on random inputs. Nothing fires, wins or becomes active that check has reported as unreachable, and
values reported as constant are constant. WITS_RANDOM_LINTS is the number of brains (60)."""

import json
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
SCORES = ["x", "n", "0.5", "0.2", "1", '"clamp(x, 0, 1)"', "n / 300", "threat()", "0.3 if b else 0.1",
          '"0.6 + 0.1 * logistic(x, 1, 2)"', '"smoothstep(x, 1, 0, 0.2) * 0.4"']
UTILITY_KEYS = ["select: weighted", "select: {softmax: 0.2}", "select: {top: 1}", "select: {top: 2}",
                "select: {within: 0.2}", "floor: 0.25", "floor: 0.6", "inertia: 0.1", "inertia: 0.6", "inertia: -0.2", "every: 2"]
OPTION_KEYS = ["weight: 0.5", "weight: 2", "weight: -1", "rank: 1", "rank: -1", "rank: 1 if b else 0", "rank: n",
               "cooldown: 3", "hold: 2"]
GATES = ["b", "n > 3", "n >= 0", "n < 0", "x > 0.5 and x < 0.5", "in(s1)", "w == p"]
INPUTS = ["input: x", "input: x, range: [0, 1]", "input: n, range: [0, 255]", "input: n, range: [300, 500]",
          "input: n, range: [-9, 0]", "input: n", "input: threat(), range: [0.5, 1]", "input: n, range: [900, 0]",
          "input: n + 1, range: [-5, -1]", 'input: "min(n, 3)", range: [3, 5]', "input: 0.3", "input: random",
          "input: x, on_nan: 0.9, range: [1, 0]", "input: n, range: [0, 100], outside: wrap"]
CURVES = ["smoothstep", "{linear: {m: 0.1, b: 0.7}}", "{linear: {m: 0.2}}", "{logistic: {m: 0.3, b: 0.1}}",
          "{linear: {m: 0, b: 0.4}}", "{step: {m: 0.2, b: 0.5}}", "{normal: {m: 0.5}}", "{piecewise: [[0, 0.9], [1, 0.8]]}",
          "[smoothstep, {polynomial: {k: 2, m: -0.5, b: 0.6}}]", "{constant: {b: 0.35}}"]


class Brain:
    """The text of a brain, and the line of each transition and score."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = ["wits: 1", "brain: t", "context: {n: uint8, x: float, b: bool, w: [p, q, r]}", "events: [e, f]",
            "root:",
                      "  exit: b = threat() > 0"]
        self.names = []
        self.ways = rng.choice([0.05, 0.2, 0.8])  # share of states with transitions
        self.slots = []
        self.add_composite(1, 0, rng.choice(["fsm", "utility"]))
        self.add_transitions()

    def add_composite(self, indent, depth, kind):
        rng, pad = self.rng, "  " * indent
        self.lines.append(f"{pad}kind: {kind}")
        if kind == "utility":
            keys = dict(rng.choice(UTILITY_KEYS).split(": ", 1) for _ in range(rng.choice([0, 0, 1, 2])))
            keys.update({"default": f"s{len(self.names)}"} if rng.random() < 0.2 else {})  # its first child
            self.lines += [f"{pad}{key}: {value}" for key, value in keys.items()]
        if kind != "parallel" and rng.random() < self.ways / 2:
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
            self.add_score(indent + 1)
        if rng.random() < self.ways:
            self.lines.append(f"{pad}transitions:")
            self.slots.append((len(self.lines), indent + 2))
        else:
            self.lines.append(f"{pad}update: b = b")
        if depth < 3 and rng.random() < 0.4:
            self.add_composite(indent + 1, depth + 1, rng.choice(["fsm", "fsm", "utility", "parallel"]))

    def add_score(self, indent):
        rng, pad = self.rng, "  " * indent
        if rng.random() < 0.5:
            self.lines.append(f"{pad}score: {rng.choice(SCORES)}")
        else:
            self.lines.append(f"{pad}score:")
            self.add_group(indent + 1, "", 2)
        keys = dict(rng.choice(OPTION_KEYS).split(": ", 1) for _ in range(rng.choice([0, 0, 1, 2])))
        self.lines += [f"{pad}{key}: {value}" for key, value in keys.items()]

    def add_group(self, indent, begin, depth):
        """One row a line."""
        rng, pad = self.rng, "  " * indent
        group = rng.choice(["product", "compensated", "geometric_mean", "sum", "mean", "min", "max"])
        self.lines.append(f"{pad}{begin}{group}:")
        for _ in range(rng.randint(1, 3)):
            what = rng.random()
            inner = pad + "  " * (2 if begin else 1)
            if what < 0.15 and depth > 0:
                self.add_group(indent + (2 if begin else 1), "- ", depth - 1)
            elif what < 0.3:
                self.lines.append(f"{inner}- {{gate: {rng.choice(GATES)}}}")
            else:
                curve = f", curve: {rng.choice(CURVES)}" if rng.random() < 0.6 else ""
                weight = f", weight: {rng.choice(['0', '0.5', '2'])}" if group not in ("min", "max") and \
                    rng.random() < 0.3 else ""
                self.lines.append(f"{inner}- {{{rng.choice(INPUTS)}{curve}{weight}}}")

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
            "set_state") for name in self.names] if with_moves else [""]
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
        """The rest of each message by its line."""
        return {int(line): rest for line, rest in re.findall(rf"brain\.yaml:(\d+):\d+: warning: {words}(.*) \[[a-z-]+\]", self.said)}

    def name(self, line):
        """The state that contains the line."""
        while not re.fullmatch(r" *s\d+:", self.brain_lines[line - 1]):
            line -= 1
        return self.brain_lines[line - 1].strip().rstrip(":")

    def test_what_cannot_happen_does_not(self):
        flags = {}
        for seed in range(COUNT):
            with_moves = seed % 2 == 0
            brain = Brain(random.Random(seed))
            self.brain_lines = brain.lines
            self.write("brain.yaml", brain.text())
            result = self.wits("check", "brain.yaml")
            self.assertEqual(result.status, 0, result.err)
            self.said = result.err
            dead = self.flagged("this transition can never fire")
            # An option that cannot be entered by its score may stay active by its inertia, once it was entered in
            # another way.
            losers = self.flagged("this option can never " + ("(?:win|be selected)" if with_moves else ""))
            unreached = {} if with_moves else self.flagged("unreachable state")
            for words in [*losers.values()]:
                kind = re.sub(r"'[^']*'|-?\d[\d.e+-]*", "", words)
                flags[kind] = flags.get(kind, 0) + 1
            flags["fire"] = flags.get("fire", 0) + len(dead)
            self.write("in.csv", brain.inputs(with_moves))
            names = {self.name(line) for line in losers}, {self.name(line) for line in unreached}
            lines = self.run_lines("brain.yaml", "--inputs", "in.csv", "--trace", "--seed", seed)
            for line in lines:
                for record in line["trace"]:
                    self.check(brain, record, dead, *names, (seed, line["tick"]))
            self.check_rows(seed, flags)
        self.assertGreater(sum(flags.values()), COUNT * 2)
        if COUNT >= 60:
            self.assertGreaterEqual(len(flags), 12, flags)

    def check(self, brain, record, dead, losers, unreached, when):
        if record["what"] == "fired" and "transition" in record:
            self.assertNotIn(brain.rows[record["transition"]], dead, when)
        elif record["what"] == "chosen":
            self.assertNotIn(record["state"].split("/")[-1], losers, when)
        elif record["what"] in ("entered", "activated", "continued"):
            self.assertNotIn(record["state"].split("/")[-1], unreached, when)

    def check_rows(self, seed, flags):
        """Considerations in the explanations of some ticks."""
        claims = {words: self.flagged(words) for words in (
            "this consideration is always ", "this range is never reached: the input is at ",
            "this end of the range is never reached: the input is at ", "this gate always holds", "this gate never holds",
            "this input goes from ", "with a weight of 0 ", "all weights in this group are 0")}
        for words, lines in claims.items():
            flags[words] = flags.get(words, 0) + len(lines)
        if not any(claims.values()):
            return
        for tick in range(0, TICKS, TICKS // 8):
            told = json.loads(self.good("explain", "brain.yaml", "--inputs", "in.csv", "--seed", seed, "--at", tick,
                                        "--format", "json").out)
            for call in told["calls"]:
                for choice in call["choices"]:
                    for option in choice["options"]:
                        if "considerations" in option:
                            self.check_row(option["considerations"], claims, (seed, tick))

    def check_row(self, row, claims, when):
        always, missed, missed_end, holds, fails, wide, idle, nothing = (
            lines.get(row["line"]) for lines in claims.values())
        if always is not None:
            self.assertEqual(f"{row['value']:.6g}", always.split(",")[0], when)
        for words in (missed, missed_end, wide and f"least {wide.split()[0]}", wide and f"most {wide.split()[2]}"):
            if words and not row["was_nan"]:
                bound, given = words.split()[:2]
                (self.assertLessEqual if bound == "most" else self.assertGreaterEqual)(row["raw"], float(given.strip(",")))
        if missed is not None:
            self.assertIn(row["normal"], (0, 1), when)
        if holds is not None or fails is not None:
            self.assertEqual(row["holds"], holds is not None, when)
        if idle is not None and "always 1" in idle:
            self.assertEqual(row["weighted"], 1, when)
        if nothing is not None:
            self.assertEqual(row["value"], 0, when)
        for member in row.get("of", []):
            self.check_row(member, claims, when)


if __name__ == "__main__":
    unittest.main()
