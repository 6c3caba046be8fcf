# SPDX-License-Identifier: MIT
import fcntl
import json
import math
import os
import pty
import re
import struct
import subprocess
import termios
import unittest

from program import PROGRAM, ROOT, Case, wits

PARALLEL = """context: {a: int}
root:
  kind: parallel
  states:
    left: {states: {one: {}, two: {}}}
    right: {}
"""


def read_some(terminal):
    try:
        return os.read(terminal, 4096)
    except OSError:  # the other side is closed
        return b""


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


class Jsonl(Case):
    def test_keys_and_their_order_are_those_of_the_page(self):
        brain = self.brain("""context:
  {waypoint: [none, found], alert: bool, ammo: {type: uint8, initial: 30}, hunger: float}
root:
  states:
    patrol: {states: {find: {enter: waypoint = found}}}
""")
        result = self.good("run", brain, "--ticks", "0", "--format", "jsonl")
        self.assertEqual(result.out,
            '{"tick":0,"active":["patrol/find"],"actions":[{"do":"enter","state":"patrol/find"}],'
                         '"calls":[],"context":{"waypoint":"found","alert":false,"ammo":30,"hunger":0}}\n')

    def test_active_is_each_branch_or_the_root_or_nothing(self):
        inputs = self.write("in.csv", "do\nstop\nstart\ngoto two\n")
        active = [line["active"] for line in self.run_lines(self.brain(PARALLEL), "--inputs", inputs)]
        self.assertEqual(active, [["left/one", "right"], [], ["left/one", "right"], ["left/two", "right"]])
        self.assertEqual(self.run_lines(self.brain("root: {}\n"), "--ticks", "1")[1]["active"], [""])

    def test_directions_are_angles_and_their_names_are_free(self):
        inputs = self.write("in.csv", "x,y\n1,1\n-1,0\n0,0\n0,-2\nNaN,1\n-Infinity,-Infinity\n")
        brain = self.brain("""context: {x: float, y: float, angle: float, atan2: int}
functions: {near: condition}
root:
  states:
    front: {transitions: [{to: back, when: "abs(atan2(y, x)) > 2 and not near()"}]}
    back: {enter: atan2 = atan2 + 1}
  update: angle = atan2(y, x)
""")
        lines = self.run_lines(brain, "--inputs", inputs)[1:]
        pi = math.pi
        angles = [line["context"]["angle"] for line in lines]
        self.assertEqual(angles.pop(4), "NaN")
        self.assertEqual([single(angle) for angle in angles],
                         [single(angle) for angle in (pi / 4, pi, 0, -pi / 2, -3 * pi / 4)])
        self.assertEqual([line["active"][0] for line in lines], ["front"] + ["back"] * 5)
        self.assertEqual(lines[-1]["context"]["atan2"], 1)
        self.good("check", brain)

    def test_an_entry_stands_for_each_list_of_actions_in_order(self):
        brain = self.brain("""context: {n: int}
root:
  enter: n = 1
  update: n = n + 1
  states:
    a:
      exit: [n = 0, out()]
      decide: n = n + 10
      transitions: [{to: b, when: n > 20, do: [go(1), n = 7]}]
    b:
      enter: [first(), second("x")]
      steps: [{when: n == 8, do: n = 100}, {when: n == 7, to: a}, {do: idle()}]
    c: {enter: n = 5}
""")
        lines = self.run_lines(brain, "--ticks", "4")
        self.assertEqual(lines[0]["actions"], [{"do": "enter", "state": ""}])
        self.assertEqual(lines[1]["actions"], [{"do": "decide", "state": "a"}, {"do": "update", "state": ""}])
        self.assertEqual(lines[3]["actions"], [
            {"do": "exit", "state": "a"}, {"do": "transition", "from": "a", "to": "b"}, {"do": "enter", "state": "b"},
            {"do": "update", "state": ""}])
        self.assertEqual(lines[3]["calls"], ["out()", "go(1)", "first()", 'second("x")'])
        brain = self.brain("context: {n: int}\nroot: {steps: [{when: n == 1}, {when: n == 0, do: n = 1}]}\n",
            "step.yaml")
        self.assertEqual([line["actions"] for line in self.run_lines(brain, "--ticks", "2")],
                         [[], [{"do": "step", "state": ""}], []])

    def test_of_an_any_transition_from_is_the_active_child(self):
        brain = self.brain("""context: {n: int}
events: [e]
root:
  any: [{to: b, event: e, do: n = 1}]
  states: {a: {states: {inner: {}}}, b: {}}
""")
        lines = self.run_lines(brain, "--inputs", self.write("in.csv", "raise\ne\n"))
        self.assertEqual(lines[1]["actions"], [{"do": "transition", "from": "a", "to": "b"}])

    def test_calls_have_their_argument_as_in_the_file(self):
        brain = self.brain("""context: {w: [none, found]}
root:
  enter: ['a()', 'b( "x; y" )', "c('q')", d(1.50), e(-3), f(found), g( 1e3 ), h("")]
""")
        self.assertEqual(self.run_lines(brain, "--ticks", "0")[0]["calls"],
                         ["a()", 'b("x; y")', "c('q')", "d(1.50)", "e(-3)", "f(found)", "g(1e3)", 'h("")'])

    def test_floats_read_back_and_numbers_that_are_none_are_strings(self):
        values = ["0.1", "0.3333333432674408", "16777215", "1e-45", "3.4028235e38", "-0.0", "1234567", "0.019999996"]
        names = [f"f{i}" for i in range(len(values))]
        context = ", ".join(f"{name}: float" for name in [*names, "nan", "inf", "ninf"])
        brain = self.brain(f"context: {{{context}}}\nroot: {{}}\n")
        options = [f"--set={name}={value}" for name, value in zip(names, values)]
        line = self.run_lines(brain, "--ticks", "0", *options, "--set", "nan=NaN", "--set", "inf=Infinity", "--set",
                              "ninf=-Infinity")[0]
        for name, value in zip(names, values):
            self.assertEqual(single(line["context"][name]), single(float(value)), value)
        self.assertEqual(math.copysign(1, line["context"]["f5"]), -1)
        self.assertEqual([line["context"][name] for name in ("nan", "inf", "ninf")], ["NaN", "Infinity", "-Infinity"])

    def test_whole_numbers_have_no_exponent(self):
        values = ["1000000", "-1000001", "1500000", "2000000000", "123456790000", "3e+12"]
        context = ", ".join(f"f{i}: float" for i in range(len(values)))
        options = [f"--set=f{i}={value}{'' if 'e' in value else '.0'}" for i, value in enumerate(values)]
        out = self.good("run", self.brain(f"context: {{{context}}}\nroot: {{}}\n"), "--ticks", "0", "--format", "jsonl",
                        *options).out
        self.assertEqual(re.findall(r'"f\d":([^,}]+)', out), values)

    def test_with_a_trace_each_line_ends_with_it(self):
        lines = self.run_lines(self.brain(PARALLEL), "--ticks", "0", "--trace")
        self.assertEqual(list(lines[0])[-1], "trace")
        self.assertEqual(lines[0]["trace"][0], {"what": "entered", "state": ""})


class Records(Case):
    """The trace of jsonl, and its table in docs/brain-files.md."""

    BRAIN = """events: [e]
context: {n: int}
root:
  update: n = n + 1
  any: [{to: act, event: e}]
  states:
    act:
      kind: utility
      default: rest
      transitions: [{to: part, when: n == 4}]
      states:
        hunt: {score: "0.0 / 0.0 if n < 2 else 0.9"}
        flee: {score: 0.3, rank: 1 if n % 2 == 1 else 0, cooldown: 2}
        shut: {score: {product: [{input: 1}, {gate: n > 5}]}}
        rest: {score: 0.25}
    part:
      leave: suspend
      transitions: [{to: quiet, when: n == 6}]
      states: {one: {steps: [{to: two}]}, two: {}}
    quiet: {activation: silent, states: {inner: {transitions: [{to: part, when: n == 8}]}}}
"""

    def records(self):
        inputs = self.write("in.csv", "raise\n\ne\n\n\n\n\n\n\n\n\n")
        brains = [self.brain(self.BRAIN)]
        brains.append(self.brain("root: {kind: utility, floor: 1, states: {a: {score: 0.5}}}\n", "nobody.yaml"))
        brains.append(self.brain("root: {kind: utility, states: {a: {score: 0.5, lasts: 2}}}\n", "done.yaml"))
        lines = self.run_lines(brains[0], "--inputs", inputs, "--trace")
        about = self.brain("targets: {enemy: {near: float}}\n"
                           "root: {kind: utility, states: {a: {target: enemy, score: enemy.near}}}\n", "about.yaml")
        enemies = self.write("enemy.csv", "tick,id,near\n1,7,2\n1,8,1\n2,7,1\n2,8,2\n")
        lines += self.run_lines(about, "--targets", f"enemy={enemies}", "--trace")
        lines += [line for brain in brains[1:] for line in self.run_lines(brain, "--trace")]
        return [record for line in lines for record in line["trace"]]

    def table(self):
        page = (ROOT / "docs/brain-files.md").read_text()
        rows = re.search(r"\| key of a record \| \|\n\|---\|---\|\n((?:\|.*\n)+)", page).group(1)
        return [row.split("|")[1:3] for row in rows.splitlines()]

    def test_every_key_is_in_the_table(self):
        keys = {name for row in self.table() for name in re.findall(r"`(\w+)`", row[0])}
        self.assertEqual(keys, {key for record in self.records() for key in record})

    def test_every_kind_is_in_the_table(self):
        kinds = next(text for name, text in self.table() if "`what`" in name)
        self.assertEqual(set(re.findall(r"`(\w+)`", kinds)), {record["what"] for record in self.records()})

    def test_each_kind_has_its_keys(self):
        ways = {"from", "to", "transition"}
        own = {"tried": ways | {"enabled"}, "fired": ways, "scored": {"score"}, "cooling": {"left"}, "out": {"why"},
               "chosen": {"before", "margin"}, "targeted": {"target", "score"}, "retargeted": {"target"}}
        may_miss = {"transition", "before"}
        for record in self.records():
            expected = own.get(record["what"], set()) | {"what"}
            expected |= set() if record["what"] in ("tried", "fired") else {"state"}
            self.assertEqual(set(record) | may_miss, expected | may_miss, record)

    def test_the_example_of_the_page(self):
        brain = self.brain("root: {kind: utility, states: {hunt: {score: 0.9}, flee: {score: 0.3, rank: 1}}}\n")
        line = self.good("run", brain, "--ticks", "0", "--format", "jsonl", "--trace").out
        shown = re.search(r"^\{\"what\".*$", (ROOT / "docs/brain-files.md").read_text(), re.MULTILINE).group(0)
        self.assertIn(shown, line)


class Ticks(Case):
    def test_as_many_as_the_inputs_have_rows_else_ten(self):
        brain = self.brain("context: {a: int}\nroot: {}\n")
        inputs = self.write("in.csv", "a\n1\n2\n3\n")
        self.assertEqual(len(self.run_lines(brain)), 11)
        self.assertEqual(len(self.run_lines(brain, "--inputs", inputs)), 4)
        self.assertEqual([line["context"]["a"] for line in self.run_lines(brain, "--inputs", inputs, "--ticks", "5")],
                         [0, 1, 2, 3, 3, 3])
        self.assertEqual(len(self.run_lines(brain, "--inputs", inputs, "--ticks", "1")), 2)

    def test_brain_and_inputs_come_from_standard_input(self):
        brain = self.brain("context: {a: int}\nroot: {}\n")
        self.assertEqual(self.run_lines(brain, "--inputs", "-", stdin="a\n7\n")[1]["context"]["a"], 7)
        text = (self.folder / brain).read_text()
        self.assertEqual(len(self.run_lines("-", "--ticks", "2", stdin=text)), 3)
        self.assertIn("only one", self.bad(2, "run", "-", "--inputs", "-", stdin=text))

    def test_the_same_seed_and_agent_decide_the_same(self):
        brain = self.brain("context: {a: float}\nroot: {update: a = random}\n")
        runs = [self.good("run", brain, "--format", "jsonl", "--seed", seed, "--agent", agent).out
                for seed, agent in ((0, 0), (0, 0), (1, 0), (0, 1), (2**64 - 1, 2**64 - 1))]
        self.assertEqual(runs[0], runs[1])
        self.assertEqual(len(set(runs)), 4)


class Sets(Case):
    CONTEXT = """context: {n: int, small: {type: uint8, initial: 30}, x: float, on: bool, w: [none, found, reached]}
"""

    def values(self, *sets, root="root: {}\n", more=()):
        options = [word for one in sets for word in ("--set", one)]
        return self.run_lines(self.brain(self.CONTEXT + root), "--ticks", "0", *options, *more)[0]["context"]

    def test_constants_and_expressions_in_the_order_given(self):
        values = self.values("n=3", "n = n * 2 + 1", "x=n / 2", "on=n == 7 and w == none", "w=reached", "small=-0")
        self.assertEqual(values, {"n": 7, "small": 0, "x": 3.5, "on": True, "w": "reached"})

    def test_what_host_functions_give(self):
        root = "root: {enter: [x = threat() * 2, on = sees()]}\n"
        self.assertEqual(self.values(root=root)["x"], 0)
        values = self.values("threat()=0.25", "sees()=true", root=root)
        self.assertEqual((values["x"], values["on"]), (0.5, True))
        self.assertEqual(self.values("x=2", "threat()=x + 1", root=root)["x"], 6)

    def test_random_comes_after_the_brains_own_places(self):
        """The last `random` of a brain has the stream that --set's would have if it were not there."""
        left = """root:
  kind: parallel
  states:
    left: {kind: utility, states: {random: {score: random + random}, b: {score: n, enter: n = 1}}}
    right: {states: {c: {update: x = 2 * random if in(random) else random}}}
"""
        own = self.values(root=left + "    last: {enter: x = random}\n")["x"]
        self.assertEqual(self.values("x=random", root=left + "    last: {}\n")["x"], own)
        both = self.values("x=random", "n=1000 * random", root=left)
        self.assertNotEqual(int(both["x"] * 1000), both["n"])
        self.assertEqual(self.values("x=random", more=["--seed", "5"]), self.values("x=random", more=["--seed", "5"]))
        self.assertNotEqual(self.values("x=random", more=["--agent", "5"]), self.values("x=random"))

    def test_without_places_random_has_the_first(self):
        self.assertEqual(self.values("x=random")["x"], self.values(root="root: {enter: x = random}\n")["x"])

    def test_nothing_is_active_before_the_start(self):
        root = "root: {states: {a: {}, b: {}}}\n"
        self.assertIs(self.values("on=in(a) or elapsed > 0 or tick > 0", root=root)["on"], False)

    def test_mistakes_are_mistakes_of_the_command_line(self):
        brain = self.brain(self.CONTEXT + "events: [alarm]\nroot: {enter: [x = threat(), act()]}\n")
        for given, words in {
            "m=1": "unknown field 'm'; did you mean 'n'?",
            "n": "--set n: expected NAME=EXPRESSION",
            "n=": "there is no expression",
            "n=rondom": "did you mean 'random'?",
            "small=300": "small must be a whole number from 0 to 255, not '300'",
            "small=20.5": "--set small=20.5: small must be a whole number from 0 to 255, not '20.5'\n",
            "small= 2 * 1.25 ": "small must be a whole number from 0 to 255, not '2 * 1.25', which is 2.5\n",
            "small=255 + 1": "small must be a whole number from 0 to 255, not '255 + 1', which is 256",
            "small=1/0": "not '1/0', which is Infinity",
            "small=0/0": "not '0/0', which is NaN",
            "n=1e10": "n must be a whole number from -2147483648 to 2147483647, not '1e10'\n",
            "n=nan": "n must be a whole number from -2147483648 to 2147483647, not 'nan'\n",
            "w=fond": "did you mean 'found'?",
            "on=1": "--set on=1: on must be true or false, not '1'\n",
            "on=yes": "on must be true or false, not 'yes'",
            "on=n": "bool",
            "n=1; raise x": "must not contain ';'",
            "threats()=1": "did you mean 'threat()'?",
            "act()=1": "--set act()=1: 'act()' is an action, which has no result\n",
            "=3": "unknown field ''",
            "w=nowhere": "--set w=nowhere: 'nowhere' is not one of ",
            "alarm=1": "unknown field 'alarm'; it is an event, which only inputs can raise",
        }.items():
            with self.subTest(given=given):
                message = self.bad(2, "run", brain, "--set", given)
                self.assertIn(words, message)
                self.assertTrue(message.startswith("wits run: --set"), message)
                self.assertEqual(message.count("\n"), 2)

    def test_whole_numbers_in_other_forms_and_truncated_expressions_are_values(self):
        for given, value in {"n=5.0": 5, "n=1e3": 1000, "n=2-3": -1, "n=2147483647": 2147483647, "small=41 * 0.5 + 0.5": 21,
                             "small=random + 7.5": 7, "small=255 - 0.0": 255}.items():
            self.assertEqual(self.values(given)[given.split("=")[0]], value, given)

    def test_all_mistakes_are_told_in_the_order_of_the_command_line(self):
        brain = self.brain(self.CONTEXT + "root: {enter: [x = threat(), act()]}\n")
        given = ["n=rondom", "m=1", "n=2", "on=1", "n", "x=nothing", "small=300", "w=found"]
        message = self.bad(2, "run", brain, *[word for one in given for word in ("--set", one)])
        lines = message.splitlines()
        self.assertEqual([line.split(": ")[1] for line in lines[:-1]],
                         [f"--set {one}" for one in given if one not in ("n=2", "w=found")])
        self.assertEqual(lines[-1], "See 'wits run --help'.")


class Text(Case):
    BRAIN = """context: {n: int, x: float}
events: [alarm]
root:
  any: [{to: b, event: alarm}]
  states:
    a: {transitions: [{to: b, when: n > 3, after: 2}]}
    b: {enter: [x = 0.5, shout("hey")]}
"""

    def test_a_line_a_tick_says_what_changed(self):
        inputs = self.write("in.csv", "n,raise\n1,\n9,alarm\n")
        lines = self.good("run", self.brain(self.BRAIN), "--inputs", inputs).out.splitlines()
        self.assertEqual(lines, ["  tick    state  calls         changes",
                                 "     0  → a",
                                 "     1    a                    n 0 → 1",
                                 '     2  → b      shout("hey")  alarm!, n 1 → 9, x 0 → 0.5'])

    def test_a_trace_tells_what_was_tried_and_why_not(self):
        out = self.good("run", self.brain(self.BRAIN), "--ticks", "3", "--set", "n=5", "--trace").out
        self.assertIn("· test (any) to b on alarm: no alarm", out)
        self.assertIn("· a to b after 2, when n > 3: only 1 of 2 ticks", out)
        self.assertIn("✓ a to b after 2, when n > 3: yes", out)
        self.assertIn("leaves a\n", out)

    def test_a_trace_tells_scores_and_margins(self):
        options = "a: {score: 0.25}, b: {score: 0.75}, c: {score: 0.0 / 0.0}"
        brain = self.brain(f"root: {{kind: utility, states: {{{options}}}}}\n")
        out = self.good("run", brain, "--ticks", "1", "--trace").out
        self.assertIn("weighs in test: a 0.25, b 0.75, c NaN", out)
        self.assertIn("chooses b, 0.5 ahead of a", out)

    def test_a_trace_tells_who_is_no_candidate(self):
        brain = self.brain("""context: {a: int, b: bool}
root:
  kind: utility
  update: [a = a + 1, b = a % 2 == 0]
  states:
    one: {cooldown: 3, score: {product: [{input: 0.75}, {gate: b}]}}
    two: {score: 0.5}
""")
        out = self.good("run", brain, "--ticks", "5", "--trace").out
        for words in ("weighs in test: one gated, two 0.5", "weighs in test: one 0.75, two 0.5",
                      "weighs in test: one 0.75 (cools for 2), two 0.5"):
            self.assertIn(words, out)
        lines = self.run_lines(brain, "--ticks", "5", "--trace")
        kinds = ("gated", "scored", "cooling")
        told = [[(record["what"], record.get("score", record.get("left"))) for record in line["trace"]
                 if record.get("state") == "one" and record["what"] in kinds] for line in lines]
        self.assertEqual(told[2:6], [[("gated", None)], [("scored", 0.75)], [("gated", None)],
                                     [("scored", 0.75), ("cooling", 2)]])

    def test_a_trace_tells_whom_a_rank_a_floor_or_the_default_keeps_out(self):
        brain = self.brain("""root:
  kind: utility
  floor: 0.1
  default: rest
  states:
    hunt: {score: 0.9}
    flee: {score: 0.3, rank: 1}
    rest: {score: 0.25}
    yawn: {score: 0.2}
    sing: {score: 0.05}
""")
        out = self.good("run", brain, "--ticks", "0", "--trace").out
        self.assertIn("weighs in test: hunt 0.9 (outranked), flee 0.3, rest 0.25 (default), "
                      "yawn 0.2 (≤ default), sing 0.05 (below floor)\n", out)
        self.assertIn("chooses flee, the only candidate", out)
        records = self.run_lines(brain, "--ticks", "0", "--trace")[0]["trace"]
        told = [(record["state"], record["why"]) for record in records if record["what"] == "out"]
        self.assertEqual(told, [("hunt", "rank"), ("rest", "not_needed"), ("yawn", "default"), ("sing", "floor")])
        explained = json.loads(self.good("explain", brain, "--at", "0", "--format", "json").out)
        verdicts = {o["option"]: o["verdict"] for o in explained["calls"][0]["choices"][0]["options"]}
        self.assertEqual(verdicts, dict(told, flee="chosen"))

    def test_colour_is_for_terminals_only(self):
        for environment in ({}, {"NO_COLOR": "1"}, {"TERM": "xterm"}):
            self.assertNotIn("\033", self.good("run", self.brain(self.BRAIN), environment=environment).out)


class Screen(Case):
    """--format text: columns, signs, --fields, --width."""

    BRAIN = """context: {n: int, far: float, mood: [calm, angry], hurt: bool}
events: [go, hit, stop]
root:
  states:
    asleep: {transitions: [{to: fight, event: go}]}
    fight:
      kind: parallel
      transitions: [{to: asleep, event: stop}, {to: fight, event: go, reenter: true}]
      states:
        movement:
          any: [{to: fall, event: hit, reenter: true}]
          states: {circle: {}, fall: {enter: [cry(), cry(), cry(), rise("slowly")]}}
        arms: {kind: parallel, states: {left: {states: {up: {}}}, right: {}}}
        voice: {}
"""

    def text(self, inputs, *more, brain=None):
        csv = self.write("in.csv", inputs)
        return self.good("run", brain or self.brain(self.BRAIN), "--inputs", csv, *more).out.splitlines()

    def test_below_a_parallel_the_path_stands_once_and_each_region_has_a_column(self):
        lines = self.text("raise\n\ngo\nhit\n")
        self.assertEqual(lines[0], "  tick    fight: movement | arms            | voice  calls                    changes")
        self.assertEqual(lines[1], "     0  → asleep")
        self.assertEqual(lines[2], "     1    asleep")
        self.assertEqual(lines[3].split("  go!"), ["     2  → fight: circle   | left/up + right | voice" + " " * 25, ""])

    def test_what_moved_and_what_was_entered_anew_have_a_sign(self):
        lines = self.text("raise\ngo\n\nhit\nhit\n\ngo\nstop\n")
        self.assertEqual([line[8:32].rstrip() for line in lines[2:]], [
            "→ fight: circle   | left", "  fight: circle   | left", "→ fight:→fall     | left", "↻ fight:↻fall     | left",
            "  fight: fall     | left", "→ fight:→circle   | left"[:2] + " fight: circle   | left"[1:]
            if False else "↻ fight: circle   | left", "→ asleep"])

    def test_a_state_that_is_entered_anew_has_a_sign(self):
        brain = self.brain("events: [e]\nroot: {states: {a: {transitions: [{to: a, event: e, reenter: true}]}}}\n")
        lines = self.text("raise\ne\n\ne\n", brain=brain)
        self.assertEqual([line[8:11] for line in lines[1:]], ["→ a", "↻ a", "  a", "↻ a"])

    def test_a_parallel_at_the_root_needs_no_path(self):
        lines = self.text("do\ntick\ngoto left/two\n", brain=self.brain(PARALLEL))
        self.assertEqual(lines[0], "  tick     left | right  changes")
        self.assertEqual(lines[1:], ["     0  →  one  | right", "     1     one  | right", "     2  → →two  | right"])

    def test_the_place_before_is_known_beyond_a_thousand_lines(self):
        lines = self.text("tick,raise\n5,go\n1500,\n")
        self.assertEqual([line[:6].strip() for line in lines[1:] if line[8] != " "], ["0", "5"])

    def test_calls_that_are_many_go_on_below(self):
        calls = [f"first_{i}()" for i in range(9)]
        brain = self.brain(f"context: {{n: int}}\nroot: {{enter: [n = 1, {', '.join(calls)}]}}\n")
        lines = self.good("run", brain, "--ticks", "1").out.splitlines()
        self.assertEqual(lines[:3], ["  tick    state  " + "calls".ljust(64) + "  changes",
                                     "     0  → test   " + " ".join(calls[:6]).ljust(64) + "  n 0 → 1",
                                     " " * 17 + " ".join(calls[6:])])

    def test_three_calls_and_more_that_are_the_same_are_counted(self):
        line = self.text("raise\ngo\nhit\n")[3]
        self.assertIn('cry() ×3 rise("slowly")', line)
        brain = self.brain("root: {update: [a(), a(), b(), b(), b(), a()]}\n")
        self.assertIn("  a() a() b() ×3 a()", self.good("run", brain, "--ticks", "1").out)

    def test_fields_stand_beside_the_states(self):
        lines = self.text("n,far,mood,raise\n1,,angry,go\n,-2.5,,\n", "--fields=mood,far", brain=self.brain(self.BRAIN))
        self.assertEqual([line.split("voice")[-1].split() for line in lines[:3]],
                         [["mood", "far", "calls", "events"], ["0", "→", "asleep", "calm", "0"], ["angry", "0", "go!"]])
        self.assertEqual(lines[3].split()[-2:], ["angry", "-2.5"])
        self.assertNotIn("n 0", "".join(lines))

    def test_without_names_all_fields_do(self):
        heading = self.text("n\n1\n", "--fields")[0]
        self.assertEqual(heading.split()[2:], ["n", "far", "mood", "hurt", "calls", "events"])

    def test_mistakes_with_fields(self):
        brain = self.brain(self.BRAIN)
        for given, message in {
            ("--fields=fr",): "--fields: unknown field 'fr'; did you mean 'far'?",
            ("--fields=n,n",): "--fields: duplicate field 'n'",
            ("--fields=",): "--fields: unknown field ''",
            ("--fields", "far"): "write the names of --fields with '=': --fields=far",
            ("--fields", "--format", "jsonl"): "--fields needs --format text; jsonl has all fields",
            ("--width", "80", "--format", "jsonl"): "--width needs --format text",
            ("--width", "39"): "--width must be a whole number from 40 to 100000, not '39'",
        }.items():
            with self.subTest(given=given):
                self.assertIn(message, self.bad(2, "run", brain, *given))

    LONG = """context: {hunger: float, loneliness: float, thirst: float, wealth: int}
events: [bell]
root:
  update: [hunger = hunger + 0.5, thirst = thirst + 1, wealth = wealth - 1, "announce('a visitor at the gate')", sing()]
  states: {kitchen_of_the_castle: {states: {cooks_for_everybody: {}}}}
"""

    def test_lines_are_cut_to_the_width(self):
        for brain in (self.LONG, self.BRAIN, PARALLEL):
            for width in (40, 60, 80, 100, 160):
                for more in ((), ("--fields",)):
                    out = self.good("run", self.brain(brain), "--width", width, *more).out
                    self.assertLessEqual(max(map(len, out.splitlines())), width)

    def test_what_there_is_no_room_for_is_shortened_or_counted(self):
        lines = self.good("run", self.brain(self.LONG), "--width", "80", "--ticks", "1").out.splitlines()
        self.assertEqual(lines[2:], [
            "     1    …chen_of_the_castle/cooks_for_everybody  announce('a …  hunger 0.5 +2", " " * 51 + "sing()"])
        lines = self.good("run", self.brain(self.LONG), "--width", "110", "--ticks", "1").out.splitlines()
        self.assertIn("hunger 0.5, thirst 1 +1", lines[2])

    def test_only_a_terminal_has_a_width(self):
        wide = self.good("run", self.brain(self.LONG)).out
        self.assertEqual(self.good("run", self.brain(self.LONG), environment={"COLUMNS": "60"}).out, wide)
        self.assertGreater(max(map(len, wide.splitlines())), 120)

    def terminal(self, environment, *arguments):
        """Output on a terminal of 90 columns."""
        self.brain(self.LONG)
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 90, 0, 0))
        variables = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")}
        variables |= {"TERM": "xterm", "LC_ALL": "C.UTF-8"} | environment
        with subprocess.Popen([PROGRAM, "run", "brain.yaml", *arguments], cwd=self.folder, env=variables, stdout=slave) as run:
            os.close(slave)
            out = b""
            while chunk := read_some(master):
                out += chunk
            self.assertEqual(run.wait(), 0)
        os.close(master)
        return out.decode().replace("\r\n", "\n").splitlines()

    def test_a_terminal_has_its_own_width_unless_columns_or_the_option_say_another(self):
        for width, environment, arguments in ((90, {}, ()), (70, {"COLUMNS": "70"}, ()),
                                              (60, {"COLUMNS": "70"}, ("--width", "60"))):
            lines = [re.sub("\033\\[[0-9]*m", "", line) for line in self.terminal(environment, *arguments)]
            widest = max(map(len, lines))
            self.assertTrue(width - 12 < widest <= width, (width, widest))

    def test_on_a_terminal_what_moved_is_bold(self):
        lines = self.terminal({}, "--ticks", "0")
        self.assertRegex(lines[1], "→ \033\\[1m…?\\w*/cooks_for_everybody\033\\[0m")


class Large(Case):
    def test_a_thousand_functions(self):
        calls = ", ".join(f"f{i}()" for i in range(1000))
        brain = self.brain(f"root: {{update: [{calls}]}}\n")
        self.assertEqual(self.run_lines(brain, "--ticks", "1")[1]["calls"], calls.split(", "))

    def test_each_of_many_conditions_has_its_own_value(self):
        count = 700
        fields = ", ".join(f"b{i}: bool" for i in range(count))
        actions = ", ".join(f"b{i} = c{i}()" for i in range(count))
        brain = self.brain(f"context: {{{fields}}}\nroot: {{enter: [{actions}]}}\n")
        options = [word for i in range(0, count, 3) for word in ("--set", f"c{i}()=true")]
        context = self.run_lines(brain, "--ticks", "0", *options)[0]["context"]
        self.assertEqual([context[f"b{i}"] for i in range(count)], [i % 3 == 0 for i in range(count)])


if __name__ == "__main__":
    unittest.main()
