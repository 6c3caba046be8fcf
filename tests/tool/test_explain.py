# SPDX-License-Identifier: MIT
"""wits explain: exact texts, its JSON compared with the text and run --trace, and inputs that would have won."""

import json
import math
import os
import random
import re
import struct
import unittest

from golden import EXPLAINED, explained
from program import BRAIN_FILES, BRAINS, FEW_REPEATS, ROOT, Case, inputs_of, refuse, targets_of, wits
from test_random_lints import Brain

COUNT = int(os.environ.get("WITS_RANDOM_EXPLAINED", "8" if FEW_REPEATS else "25"))
FOX = ROOT / "tests/tool/explain/fox.yaml"
FOX_INPUTS = ROOT / "tests/tool/explain/fox.csv"
VERDICTS = {
    "chosen": r"won|drawn|the default: no other option is left",
    "lost": r"lost",
    "not_drawn": r"not drawn",
    "not_among": r"not among the best|of the best",
    "gated": r"gates? do(es)? not hold: ",
    "not_a_number": r"its score is not a number",
    "floor": r"below the floor",
    "cooling": r"cooling for \d+ more ticks?",
    "default": r"no more than the default, ",
    "rank": r"outranked by rank -?\d+",
    "not_needed": r"the default, not needed",
}


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def place(value):
    """Numbers of floats, in their order."""
    bits = struct.unpack("<i", struct.pack("<f", value))[0]
    return bits if bits >= 0 else -(bits & 0x7FFFFFFF)


def at_place(number_of):
    bits = number_of if number_of >= 0 else 0x80000000 | -number_of
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def short(value):
    if isinstance(value, str):
        return value
    return f"{value:.0f}" if 9999.5 <= abs(value) < 1e12 else f"{value + 0.0:.4g}"


def asked(*arguments, cwd=ROOT):
    result = wits("explain", *arguments, "--format", "json", cwd=cwd)
    assert (result.status, result.err) == (0, ""), result.err
    return json.loads(result.out, parse_constant=refuse)


def inputs_in(option):
    """The inputs of an option's considerations."""
    def walk(row):
        return [row] if "input" in row else [one for member in row.get("of", []) for one in walk(member)]
    return walk(option["considerations"]) if "considerations" in option else []


class Golden(Case):
    def test_texts_are_exact(self):
        for brain, (path, _, _) in EXPLAINED.items():
            self.assertEqual(explained(brain), path.read_text(), brain)

    def test_brains_for_tests_have_no_warning_of_their_score(self):
        out = wits("check", FOX).err
        self.assertNotIn("never used", out)
        self.assertNotIn("can never", out)


class Documents(Case):
    """The text shows the same."""

    def check(self, name, begin, out):
        blocks = [block for block in (ROOT / name).read_text().split("```") if block.startswith(begin)]
        self.assertEqual(len(blocks), 1, name)
        shown = blocks[0].strip("\n").replace("\n...", "")
        self.assertIn(shown + "\n", out)

    def test_the_guard_and_the_fox(self):
        guard = wits("explain", "brains/guard.yaml", "--inputs", inputs_of("guard"), "--at", 15).out
        self.check("docs/tour.md", "\nguard went from", guard)
        self.check("docs/brain-files.md", "\nguard went from", guard)
        fox = wits("explain", FOX, "--inputs", FOX_INPUTS, "--at", 2).out
        self.check("docs/brain-files.md", "\n    hunt = ", fox)

    def test_every_key_of_the_object_is_in_the_tables(self):
        page = (ROOT / "docs/brain-files.md").read_text()
        page = page[page.index("### wits explain") : page.index("### wits graph")]
        tables = dict(re.findall(r"\| key (\S* ?(?:a|an)? ?\w*).*? \|\n\|---\|---\|\n((?:\|.*\n)+)", page))
        known = {name: set(re.findall(r"`(\w+)`", "\n".join(row.split("|")[1] for row in rows.splitlines())))
                 for name, rows in tables.items()}
        self.assertEqual(len(known), 8)
        (of_all, of_call, of_transition, of_rule, of_choice, of_option, of_target, of_row) = known.values()
        seen = [set() for _ in known]

        def look_at_row(row):
            seen[7].update(row)
            for member in row.get("of", []):
                look_at_row(member)

        for tick in range(19):
            told = asked(FOX, "--inputs", FOX_INPUTS, "--at", tick)
            seen[0].update(told)
            for call in told["calls"]:
                seen[1].update(call)
                seen[2].update(*call["transitions"])
                seen[4].update(*call["choices"])
                for choice in call["choices"]:
                    seen[5].update(*choice["options"])
                    for option in choice["options"]:
                        if "considerations" in option:
                            look_at_row(option["considerations"])
        for call in asked("brains/pack/grunt.yaml", "--inputs", inputs_of("pack/grunt"), "--at", 23)["calls"]:
            seen[3].update(*call["beginnings"])
        targets = {"target", "targets", "targets_listed"}
        self.assertEqual(of_option - seen[5], {"best", "best_option", *targets})
        seen[5].update(["best", "best_option", *targets])
        self.assertEqual(of_choice - seen[4], {"done", "remembered", "target"})
        seen[4].update(["done", "remembered", "target"])
        seen[6] = {"id", "verdict", "remembered", "raw", "score", "rank", "inertia", "competing", "considerations"}
        self.assertEqual(seen, [of_all, of_call, of_transition, of_rule, of_choice, of_option, of_target, of_row])


class Host(Case):
    """The results of the host's conditions and scores."""

    BRAIN = """context: {hunger: {type: float, initial: 0.5}}
root:
  states:
    calm:
      transitions: [{to: afraid, when: threat() > 0.5 and awake()}, {to: calm, when: never() and hunger > 1}]
    afraid: {decide: hunger = unknown()}
"""

    def test_those_that_were_asked_are_told(self):
        brain = self.brain(self.BRAIN)
        out = self.good("explain", brain, "--at", "1", "--set", "threat()=0.25").out
        self.assertIn("\n  fields  hunger 0.5\n  host    threat() 0.25; awake() false; never() false\n", out)
        self.assertNotIn("unknown()", out)
        calls = asked(brain, "--at", "1", "--set", "threat()=0.25", "--set", "awake()=true", cwd=self.folder)["calls"]
        self.assertEqual([call["host"] for call in calls], [{"threat()": 0.25, "awake()": True, "never()": False}, {}])

    def test_of_what_the_inputs_say_that_of_the_tick(self):
        inputs = self.write("in.csv", "threat()\n0.25\nInfinity\n-1\n")
        brain = self.brain(self.BRAIN.replace(" and awake()", ""))
        for tick, value in ((1, 0.25), (2, "Infinity")):
            call = asked(brain, "--at", tick, "--inputs", inputs, cwd=self.folder)["calls"][0]
            self.assertEqual(call["host"]["threat()"], value)
        self.assertEqual(asked(brain, "--at", 3, "--inputs", inputs, cwd=self.folder)["calls"][0]["host"],
                         {"unknown()": 0})

    def test_without_host_functions_there_is_nothing(self):
        out = self.good("explain", BRAINS / "guard.yaml", "--at", "1").out
        self.assertNotIn("\n  host ", out)

    def test_many_are_told_in_lines_of_a_readable_width(self):
        when = " and ".join(f"host_says_{i}() > -1" for i in range(40))
        brain = self.brain(f'root: {{states: {{a: {{transitions: [{{to: b, when: "{when}"}}]}}, b: {{}}}}}}\n')
        told = [line for line in self.good("explain", brain, "--at", "1").out.splitlines()
                if re.match(r"  host    |          host_says_", line)]
        self.assertGreater(len(told), 5)
        self.assertLessEqual(max(map(len, told)), 110)

    def test_no_line_ends_in_blanks(self):
        fired = " and ".join(f"host_says_{i}() > -1" for i in range(40))
        failed = fired.replace("> -1", "> 1")
        for when in (fired, failed):
            brain = self.brain(f'root: {{states: {{a: {{transitions: [{{to: b, when: "{when}"}}]}}, b: {{}}}}}}\n')
            lines = self.good("explain", brain, "--at", "1").out.splitlines()
            self.assertEqual([line for line in lines if line != line.rstrip()], [])
            self.assertEqual(len([line for line in lines if line.startswith("        host_says_")]), 40)


class Trace(Case):
    """Explanations agree with traces."""

    def decisions(self, brain, tick, options):
        tried, scored, chosen = [], [], []
        for call in asked(brain, "--at", tick, *options, cwd=self.folder)["calls"]:
            self.assertEqual(call["dropped"], 0)
            for one in call["transitions"]:
                tried.append((one["from"], one["to"], one["transition"], one["tried"] == "fired"))
                if "parts" in one:
                    self.assertEqual(all(part["holds"] for part in one["parts"]), one["tried"] == "fired")
            for choice in call["choices"]:
                before = len(tried) - len(call["transitions"]) + choice["transitions_before"]
                for option in choice["options"]:
                    scored.append((before, option["option"], option["competing"], option["verdict"] == "gated"))
                    self.assertEqual(choice["chosen"] == option["option"] and not choice["nobody"],
                                     option["verdict"] == "chosen")
                if choice["options"] and not choice["nobody"]:
                    chosen.append(choice["chosen"])
        return tried, scored, chosen

    def compare(self, brain, line, options):
        trace = line["trace"]
        tried, scored = [], []
        for one in trace:
            if one["what"] == "tried":
                tried.append((one["from"], one["to"], one["transition"], one["enabled"]))
            elif one["what"] in ("scored", "gated") or one.get("why") == "no_target":
                scored.append((len(tried), one["state"], one.get("score", "NaN"), one["what"] == "gated"))
        chosen = [one["state"] for one in trace if one["what"] == "chosen"]
        self.assertEqual(self.decisions(brain, line["tick"], options), (tried, scored, chosen), line["tick"])
        return len(tried) + len(scored)

    def test_of_every_brain(self):
        compared = 0
        for path in [*BRAIN_FILES, FOX]:
            inputs = FOX_INPUTS if path == FOX else inputs_of(path.stem)
            options = [*(["--inputs", ROOT / inputs] if inputs else []), *targets_of(path.stem), "--seed", "3", "--agent", "7"]
            lines = wits("run", path, *options, "--format", "jsonl", "--trace").lines()
            for line in lines[:: max(1, len(lines) // 20)]:
                compared += self.compare(path, line, options)
        self.assertGreater(compared, 300)

    def test_of_random_brains(self):
        compared = 0
        for seed in range(COUNT):
            brain = Brain(random.Random(seed))
            self.write("brain.yaml", brain.text())
            self.write("in.csv", brain.inputs(with_moves=True))
            options = ["--inputs", "in.csv", "--seed", seed]
            lines = self.run_lines("brain.yaml", "--trace", *options)
            for line in lines[:40:5]:
                compared += self.compare("brain.yaml", line, options)
        self.assertGreater(compared, COUNT * 4)


class Ends(Case):
    """States that end: their explanation and trace."""

    BRAIN = """context: {near: {type: bool, initial: true}}
root:
  kind: utility
  states:
    wait: {score: 0.1}
    swipe: {score: 0.9 if near else 0, enter: swipe(), lasts: 3}
"""

    def test_an_option_that_is_not_done_and_one_that_is(self):
        brain = self.brain(self.BRAIN)
        waits = wits("explain", brain, "--at", 2, cwd=self.folder).out
        self.assertIn("test (utility) does not choose: swipe is not done: 2 of 3 ticks\n", waits)
        again = wits("explain", brain, "--at", 3, cwd=self.folder).out
        self.assertTrue(again.startswith("test entered swipe again: swipe is done: 3 of 3 ticks; swipe scores 0.9, "))
        self.assertIn("test (utility): swipe is done: 3 of 3 ticks; enters swipe again\n", again)
        choices = [call["choices"][0] for tick in (2, 3)
                   for call in asked(brain, "--at", tick, cwd=self.folder)["calls"] if call["choices"]]
        self.assertEqual([choice["how"] for choice in choices], ["committed", "scored"])
        self.assertEqual([choice.get("done", False) for choice in choices], [False, True])

    def test_a_trace_says_that_it_is_done(self):
        brain = self.brain(self.BRAIN)
        story = wits("run", brain, "--ticks", 3, "--trace", cwd=self.folder).out
        self.assertEqual(story.count("        swipe is done: it lasts 3 ticks\n"), 1)
        last = wits("run", brain, "--ticks", 3, "--trace", "--format", "jsonl", cwd=self.folder).lines()[-1]
        self.assertIn({"what": "done", "state": "swipe"}, last["trace"])


class Beginnings(Case):
    """The rule of `initial` that selected the child."""

    BRAIN = """context: {hurt: bool, far: bool, mood: {type: float, initial: 1}}
root:
  states:
    idle: {transitions: [{to: fight, after: 1}]}
    fight:
      initial:
        - {when: hurt, to: flee}
        - {when: far and mood > 0.5, to: think}
        - {to: strike}
      states:
        flee: {}
        strike: {}
        think:
          kind: utility
          states:
            aim: {score: mood}
            rest: {score: 0.2, initial: [{when: mood < 0, to: lie}, {to: sit}], states: {sit: {}, lie: {}}}
"""

    def explained(self, *values):
        sets = [word for value in values for word in ("--set", value)]
        brain = self.brain(self.BRAIN)
        text = wits("explain", brain, "--at", 1, *sets, cwd=self.folder)
        self.assertEqual((text.status, text.err), (0, ""))
        told = asked(brain, "--at", 1, *sets, cwd=self.folder)["calls"][0]
        self.assertIn(told["answer"], text.out)
        return text.out, told

    def test_a_rule_that_holds(self):
        text, told = self.explained("hurt=true", "far=true")
        self.assertIn("fight (fsm) is entered and begins with flee  line 9  when hurt\n", text)
        self.assertTrue(told["answer"].endswith("; fight begins with flee, because hurt."))
        self.assertEqual(told["beginnings"], [{"rule": 0, "line": 9, "of": "fight", "to": "fight/flee", "when": "hurt",
                                               "transitions_before": 1, "choices_before": 0}])
        self.assertEqual(told["read"], ["hurt"])

    def test_the_last_one(self):
        text, told = self.explained("mood=0.5", "far=true")
        self.assertIn("fight (fsm) is entered and begins with strike  line 11  as no other rule of initial holds\n", text)
        self.assertTrue(told["answer"].endswith("; fight begins with strike, because no other rule of initial holds."))
        self.assertEqual([(one["rule"], "when" in one) for one in told["beginnings"]], [(2, False)])
        self.assertEqual(told["read"], ["hurt", "far", "mood"])

    def test_several_and_choices_stand_in_their_order(self):
        brain = self.BRAIN.replace("score: 0.2", "score: 2")
        self.BRAIN = brain
        text, told = self.explained("far=true")
        self.assertEqual([(one["of"], one["choices_before"]) for one in told["beginnings"]],
                         [("fight", 0), ("fight/think/rest", 1)])
        places = [text.index(words) for words in ("idle → fight", "fight (fsm) is entered and begins with think",
                                                  "think (utility) is entered and begins with rest",
                                                  "rest (fsm) is entered and begins with sit")]
        self.assertEqual(places, sorted(places))


class Text(Case):
    """The text has the contents of the JSON."""

    def test_every_transition_and_every_option_is_told(self):
        seen = set()
        for brain, inputs in ((FOX, FOX_INPUTS), (BRAINS / "guard.yaml", ROOT / inputs_of("guard"))):
            for tick in range(20):
                options = [brain, "--inputs", inputs, "--at", tick]
                told = asked(*options)
                text = wits("explain", *options).out
                for call in told["calls"]:
                    for one in call["transitions"]:
                        self.check_transition(one, text)
                    for choice in call["choices"]:
                        seen |= {option["verdict"] for option in choice["options"]}
                        self.check_choice(choice, text)
        self.assertEqual(set(VERDICTS) - seen, {"not_among"})

    def check_transition(self, one, text):
        begin = rf"{'✓' if one['tried'] == 'fired' else '·'} \S*{one.get('any', one['from'])}.* → {one['to']}  line "
        outcome = {"fired": "fires: ", "event": f"its event {one.get('event')} is not pending", "condition": "condition",
                   "after": f"needs {one.get('after')} ticks?, has had {one.get('elapsed')}", "active": "already active"}
        lines = [line for line in text.splitlines() if re.search(begin + f"{one['line']}  {outcome[one['tried']]}", line)]
        self.assertEqual(len(lines), 1, (one, text))
        for part in one.get("parts", []):
            self.assertIn(f"{part['text']} [{'true' if part['holds'] else 'FALSE'}]", lines[0])

    def check_choice(self, choice, text):
        for option in choice["options"]:
            name = option["option"].split("/")[-1]
            mark = "▸" if option["option"] == choice["chosen"] else " "
            gated = option["verdict"] == "gated"
            words = [] if gated else [f" {short(option['raw'])} ", f" {short(option['competing'])} "]
            rows = re.findall(rf"^  {mark} {name} .*(?:{VERDICTS[option['verdict']]})", text, re.MULTILINE)
            self.assertTrue([row for row in rows if all(word in row for word in words)], (option, text))
            for one in inputs_in(option):
                equals = " " if one["input"].isidentifier() else " = "
                self.assertIn(f"{one['input']}{equals}{short(one['raw'])}", text)
                for curve in one["curves"]:
                    self.assertIn(f" → {curve['curve']}: {short(curve['value'])}", text)
                if one.get("would_win"):
                    self.assertIn(f"would have won with {one['input']} at ", text)

    def test_what_was_read_and_what_became_of_it(self):
        brain = self.brain("""context: {a: int, b: int, c: bool}
root:
  states:
    x: {transitions: [{to: y, when: a > 0 and not c, do: a = a - 1}]}
    y: {}
""")
        options = [brain, "--set", "a=2", "--at", "1"]
        self.assertIn("\n  fields  a 2, then 1; c false\n", self.good("explain", *options).out)
        call = asked(*options, cwd=self.folder)["calls"][0]
        self.assertEqual((call["read"], call["context"]["a"], call["context_after"]["a"]), (["a", "c"], 2, 1))

    def test_curves_and_groups_have_the_names_of_the_file(self):
        curves = ["constant", "step", "linear", "polynomial", "exponential", "logistic", "logit", "normal", "sigmoid",
                  "smoothstep", "smootherstep", "piecewise"]
        groups = ["product", "compensated", "geometric_mean", "sum", "mean", "min", "max"]
        inputs = [f"{{input: a, curve: {{{curve}: {'[[0, 0], [1, 1]]' if curve == 'piecewise' else '{b: 0.1}'}}}}}"
                  for curve in curves]
        members = ", ".join(f"{{{group}: [{', '.join(inputs)}]}}" for group in groups)
        self.brain(f"context: {{a: float}}\nroot: {{kind: utility, states: {{x: {{score: {{sum: [{members}]}}}}}}}}\n")
        option = asked("brain.yaml", "--at", "0", cwd=self.folder)["calls"][0]["choices"][0]["options"][0]
        told = option["considerations"]["of"]
        self.assertEqual([group["group"] for group in told], groups)
        for group in told:
            self.assertEqual([one["curves"][0]["curve"] for one in group["of"]], curves)

    def test_long_conditions_have_a_line_for_each_part(self):
        parts = [f"number_{i} > {i * 1000000}" for i in range(8)]
        fields = ", ".join(f"number_{i}: int" for i in range(8))
        brain = self.brain(f"context: {{{fields}}}\nroot:\n  states:\n    x:\n      transitions:\n"
                           f"        - to: y\n          when: {' and '.join(parts)}\n    y: {{}}\n")
        lines = self.good("explain", brain, "--set", "number_3=9000000").out.splitlines()
        for i, part in enumerate(parts):
            self.assertIn(f"        {part} [{'true' if i == 3 else 'FALSE'}]", lines)

    def test_a_condition_that_became_simpler_is_told_as_a_whole(self):
        brain = self.brain("context: {a: int}\nroot: {states: {x: {transitions: [{to: y, when: a > 3 and false}]}, "
                           "y: {}}}\n")
        out = self.good("explain", brain, "--set", "a=5").out
        self.assertRegex(out, r"condition false:  a > 3 (\[true\]  false|and false) \[FALSE\]")

    def test_colour_is_for_terminals_only(self):
        for environment in ({}, {"NO_COLOR": "1"}, {"TERM": "xterm"}):
            self.assertNotIn("\033", self.good("explain", FOX, environment=environment).out)


class Answers(Case):
    """The first sentence."""

    def answer(self, content, tick, *options):
        return self.good("explain", self.brain(content), "--at", tick, *options).out.splitlines()[0]

    def test_transitions(self):
        brain = """context: {a: int}
events: [e]
root:
  any: [{to: c, event: e, when: a > 1}]
  states:
    a: {transitions: [{to: b, after: 2}]}
    b: {transitions: [{to: a}]}
    c: {}
"""
        inputs = self.write("in.csv", "a,raise\n0,\n0,\n0,\n2,e\n,\n")
        for tick, words in enumerate((
                "test began in a, by the call start.",
                "test stayed in a: none of the 2 transitions that were tried was enabled.",
                "test went from a to b: a → b fired, because it had been there for 2 ticks.",
                "test went from b to a: b → a fired, which has no conditions.",
                "test went from a to c: test (any) → c fired, because e was raised and a > 1.",
                "test stayed in c: the one transition that was tried was not enabled.")):
            self.assertEqual(self.answer(brain, tick, "--inputs", inputs), words)
        self.assertEqual(self.answer("root: {}\n", 1),
                         "test stayed in test: there is no transition to try and no choice to make.")

    def test_choices(self):
        brain = "context: {a: float, b: float}\nroot: {kind: utility, %s, states: {x: {score: a%s}, y: {score: b%s}}}\n"
        for more, values, words in (
            (("inertia: 0.5", "", ""), (1, 2), "test stayed in y: y still scores 2.5 with its inertia of 0.5, 1.5 more than x."),
            (("inertia: 0.5", "", ""), (3, 2), "test went from y to x: x scores 3, 0.5 more than y with its inertia of 0.5."),
            (("inertia: 0", "", ""), (2, 2), "test stayed in y: y still scores 2, as much as x, but is active."),
            (("floor: 1", "", ""), (0, 0), "test stayed in y: no option is a candidate, so y stays."),
            (("floor: 1", "", ""), (1, 0), "test went from y to x: x scores 1, the only candidate."),
            (("default: x", "", ""), (1, 0), "test went from y to x: no other option is left but the default, x."),
            (("default: x", "", ""), (0, 1), "test stayed in y: y still scores 1, and no other option scores more than the default, x."),
            (("floor: -9", ", rank: 1", ""), (1, 9), "test stayed in x: x still scores 1, the only candidate of rank 1."),
            (("select: weighted", "", ""), (1, 0), "test went from y to x: x was drawn, with a chance of 100 %."),
            (("every: 9", "", ""), (1, 0), "test stayed in y: options are not scored for 8 more ticks."),
            (("inertia: 0", "", ", hold: 2"), (1, 0), "test stayed in y: y is held for 1 more tick."),
        ):
            with self.subTest(more=more, values=values):
                inputs = self.write("in.csv", f"a,b\n{values[0]},{values[1]}\n")
                self.assertEqual(self.answer(brain % more, 1, "--inputs", inputs, "--set", "a=-1", "--set", "b=1"), words)
        first = "root: {kind: utility, states: {x: {score: 1}, y: {score: 1}}}\n"
        self.assertEqual(self.answer(first, 0),
                         "test began in x, by the call start: x scores 1, as much as y, but comes first.")

    def test_calls_from_outside_steps_and_stopped_agents(self):
        brain = """root:
  states:
    a: {steps: [{to: b}]}
    b: {states: {c: {}, d: {}}}
"""
        inputs = self.write("in.csv", "do\ndecide\nupdate\ngoto d\nrestart b\nset_state a\nstop\ndecide\nstart;update\n")
        out = lambda tick: self.good("explain", self.brain(brain), "--inputs", inputs, "--at", tick).out.splitlines()
        for tick, words in enumerate((
                "test stayed in a: there is no transition to try and no choice to make.",
                "test went from a to b/c, by a step of its update.",
                "test went from b/c to b/d, by the call goto b/d.",
                "test went from b/d to b/c, by the call restart b.",
                "test went from b/c to a, by the call set_state a.",
                "test is stopped, by the call stop.",
                "test is stopped, so there was nothing to decide.",
                "test began in a, by the call start."), 1):
            self.assertEqual(out(tick)[0], words)
        self.assertIn("test went from a to b/c, by a step of its update.", out(8))
        told = asked(self.brain(brain), "--inputs", inputs, "--at", "7", cwd=self.folder)
        self.assertEqual((told["active"], told["calls"][0]["before"], told["calls"][0]["transitions"]), ([], [], []))

    def test_where_nothing_happens_it_is_told_since_when(self):
        brain = "root: {states: {a: {transitions: [{to: b, after: 3}]}, b: {}}}\n"
        out = self.good("explain", self.brain(brain), "--at", 7).out.splitlines()
        self.assertEqual(out[1], "since tick 3: test went from a to b: a → b fired, because it had been there for 3 "
                                 "ticks.")
        since = asked(self.brain(brain), "--at", 7, cwd=self.folder)["since"]
        self.assertEqual((since["tick"], since["answer"]), (3, out[1].split(": ", 1)[1]))
        self.assertNotIn("since tick", self.good("explain", self.brain(brain), "--at", 3).out)
        update = self.write("in.csv", "do\nupdate\n")
        self.assertEqual(self.good("explain", self.brain(brain), "--inputs", update).out.splitlines(),
                         ["test was in a; at tick 1 nothing was decided.",
                          "since tick 0: test began in a, by the call start."])


CURVES = ["", "smoothstep", "{logistic: {k: 1.5}}", "{polynomial: {k: 2}}", "{linear: {m: -1, b: 1}}", "{normal: {k: 0.5}}",
          "{step: {c: 0.2}}", "[smoothstep, {linear: {m: -0.8, b: 0.9}}]", "{piecewise: [[0, 0.2], [0.4, 0.9], [1, 0.1]]}",
          "{sigmoid: {k: -0.7}}"]


class Considered:
    """A random utility of considerations, gates and ranks that read the same fields repeatedly."""

    def __init__(self, rng):
        self.rng, self.ranges, self.options = rng, [], []
        self.types = [rng.choice(["float", "float", "float", "int8"]) for _ in range(40)]
        for _ in range(rng.randint(2, 4)):
            self.options.append(self.group(2))
        fields = ", ".join(f"f{i}: {self.types[i]}" for i in range(len(self.ranges)))
        pad = "\n    ".join(f"o{i}:\n      {self.extra()}\n      score: {text}" for i, text in enumerate(self.options))
        self.text = (f"context: {{{fields}}}\nroot:\n  kind: utility\n  {rng.choice(['', 'inertia: 0.05', 'floor: 0.1'])}\n"
                     f"  states:\n    {pad}\n")

    def extra(self):
        some = self.rng.randrange(len(self.ranges))
        middle = sum(self.ranges[some]) / 2
        return self.rng.choice(["", "weight: 1.5", "weight: 0.7", f"rank: 1 if f{some} > {middle} else 0"])

    def consideration(self, in_what):
        rng = self.rng
        low, high = rng.choice([(0, 1), (0, 10), (40, 5), (-3, 3)])
        field = len(self.ranges) if not self.ranges or rng.random() < 0.6 else rng.randrange(len(self.ranges))
        if field == len(self.ranges):
            self.ranges.append((low, high))
        parts = [f"input: f{field}", f"range: [{low}, {high}]"]
        curve = rng.choice(CURVES)
        parts += [f"curve: {curve}"] if curve else []
        parts += ["outside: wrap"] if rng.random() < 0.15 else []
        if in_what not in ("min", "max") and rng.random() < 0.4:
            parts.append(f"weight: {rng.choice([2, 0.5, 3, 0.3] + ([-0.4] if in_what == 'sum' else []))}")
        return "{" + ", ".join(parts) + "}"

    def group(self, depth):
        kind = self.rng.choice(["product", "compensated", "geometric_mean", "sum", "mean", "min", "max"])
        members = [self.group(depth - 1) if depth > 0 and self.rng.random() < 0.2 else self.consideration(kind)
                   for _ in range(self.rng.randint(1, 3))]
        if self.rng.random() < 0.2:
            some = self.rng.randrange(len(self.ranges))
            members.append(f"{{gate: f{some} >= {sum(self.ranges[some]) / 3}}}")
        return f"{{{kind}: [{', '.join(members)}]}}"

    def is_whole(self, field):
        return self.types[field] != "float"

    def values(self):
        values = [low + (high - low) * self.rng.choice([0, 1, self.rng.random(), self.rng.random()])
                  for low, high in self.ranges]
        return [round(value) if self.is_whole(field) else single(value) for field, value in enumerate(values)]


class Counterfactuals(Case):
    """With the input that explain gives, the option wins; with a float nearer to the original, it does not."""

    def chosen(self, rows):
        """The active option at the end of each run: a run is a row for each tick."""
        head = ",".join(f"f{i}" for i in range(len(rows[0]))) + "\n"
        self.write("in.csv", head + "\n".join(",".join(repr(value) for value in row) for row in rows) + "\n")
        return [line["active"][0] for line in self.run_lines("brain.yaml", "--inputs", "in.csv")]

    def with_input(self, values, field, value):
        return [*values[:field], value, *values[field + 1:]]

    def held(self, value):
        return math.floor(value + 0.5) if self.whole else value

    def samples(self, low, high):
        low, high = min(low, high), max(low, high)
        return [high if i == 255 else single(low + single(single(high - low) * single(i / 255))) for i in range(256)]

    def test_what_would_have_won_wins(self):
        wins = losses = bounds = 0
        for seed in range(COUNT * 2):
            rng = random.Random(seed)
            brain = Considered(rng)
            self.brain(brain.text)
            before, values = brain.values(), brain.values()
            self.chosen([before, values])
            told = asked("brain.yaml", "--inputs", "in.csv", cwd=self.folder)
            text = self.good("explain", "brain.yaml", "--inputs", "in.csv").out
            choice = told["calls"][0]["choices"][0]
            for option in choice["options"]:
                for one in inputs_in(option):
                    self.assertEqual("would_win" in one, option["option"] != choice["chosen"], one)
                    field = int(one["input"][1:])
                    self.assertEqual(single(one["raw"]), values[field])
                    low, high = one["range"]
                    self.whole = brain.is_whole(field)
                    win = lambda value: self.wins(before, self.with_input(values, field, self.held(value)), option["option"])
                    if one.get("would_win"):
                        self.check_win(one, win, (seed, option["option"]))
                        bounds += self.check_bound(one, text, win, (low, high))
                        wins += 1
                    elif "would_win" in one and losses < 60:
                        self.assertFalse(any(win(value) for value in self.samples(low, high)[::17]), (seed, one))
                        losses += 1
        self.assertGreater(min(wins, losses, bounds), min(COUNT // 2, 50))

    def wins(self, before, values, option):
        return self.chosen([before, values])[2] == option

    def check_win(self, one, win, where):
        raw, wins_at = single(one["raw"]), single(one["wins_at"])
        self.assertTrue(win(wins_at), (where, one))
        step = 1 if raw > wins_at else -1
        nearer = wins_at + step if self.whole else at_place(place(wins_at) + step)
        if min(one["range"]) <= nearer <= max(one["range"]):
            self.assertFalse(win(nearer), (where, one))

    def check_bound(self, one, text, win, limits):
        """'at or above X' is printed only if all values from there to the end of the range win."""
        near = 0.01 * (max(limits) - min(limits))
        lines = re.findall(rf"would have won with {one['input']} at (or above |or below |about |)([-.\de]+) ", text)
        lines = [(way.strip(), at) for way, at in lines if abs(float(at) - one["wins_at"]) <= near]
        self.assertTrue(lines, one)
        raw, wins_at = single(one["raw"]), single(one["wins_at"])
        way = ("or above" if one["wins_above"] and not raw > wins_at else
               "or below" if one["wins_below"] and not raw < wins_at else "about")
        for said, _ in lines:
            self.assertFalse(said == "or above" and raw > wins_at or said == "or below" and raw < wins_at, one)
        said = next((line for line in lines if line[0] == way), None)
        if said is None or way == "about":  # among two rows with one input and one answer, the first is shown
            return 0
        bound = single(float(said[1]))
        end = max(limits) if way == "or above" else min(limits)
        for share in (0, 0.01, 0.2, 0.5, 0.77, 1):
            value = single(bound + (end - bound) * share)
            self.assertTrue(win(value), (one, said[0], value))
        return 1

    def test_whole_numbers_are_told_as_such(self):
        self.brain("""context: {ammo: {type: uint8, initial: 2}}
root:
  kind: utility
  states:
    shoot: {score: {input: ammo, range: [0, 10]}}
    hide: {score: 0.55}
""")
        self.assertIn("would have won with ammo at or above 6 (now 2)", self.good("explain", "brain.yaml").out)

    def test_of_an_input_that_was_no_number_the_border_is_told(self):
        brain = self.brain("""context: {t: float}
root:
  kind: utility
  states:
    a: {score: {input: t, range: [0, 1], curve: {polynomial: {k: 2}}}}
    b: {score: 0.3}
""")
        out = self.good("explain", brain, "--set", "t=NaN").out
        bound = re.search(r"would have won with t at or above (\S+) \(now NaN\)", out).group(1)
        for number, chosen in ((bound, "a"), ("1.0", "a"), (str(float(bound) - 0.0002), "b")):
            self.assertEqual(self.run_lines(brain, "--set", f"t={number}")[1]["active"], [chosen], number)

    def test_large_numbers_have_one_style(self):
        brain = self.brain("""context: {money: {type: float, initial: 1200000}}
root:
  kind: utility
  states:
    buy: {score: {input: money, range: [1000000, 2000000000]}}
    save: {score: 0.5}
""")
        out = self.good("explain", brain).out
        self.assertIn("money 1200000 → range 1000000..2000000000: ", out)
        self.assertIn("would have won with money at or above 1001000000 (now 1200000)", out)

    def test_an_option_worth_its_own_best_is_told_from_inside(self):
        brain = self.brain("""context: {a: {type: float, initial: 0.25}, b: {type: float, initial: 0.5}}
root:
  kind: utility
  states:
    idle: {score: 0.75}
    social:
      kind: utility
      score: best
      weight: 0.4
      states:
        talk:
          kind: utility
          score: best
          states: {chat: {score: {input: b, range: [0, 2]}}, shout: {score: {input: a + b, range: [4, 0]}, weight: 2}}
        sing: {score: a * 2}
    shy: {kind: utility, score: best, states: {hide: {score: 0.0 / 0.0}}}
""")
        text = self.good("explain", brain, "--at", "0").out
        self.assertIn("    social = 1.625, line 10: the best of its own options, shout, line 16\n"
                      "      a + b = 0.75 → range 4..0: 0.8125\n"
                      "      would have won with a + b at or below 0.2499 (now 0.75)\n    shy = NaN", text)
        self.assertIn("    shy = NaN, line 18: the best of its own options, none of which has a score\n", text)
        text = self.good("explain", brain, "--at", "0", "--set", "a=4").out
        self.assertIn("social = 8, line 10: the best of its own options, sing, line 17: a * 2\n", text)
        text = self.good("explain", brain, "--at", "0", "--set", "a=0", "--set", "b=4").out
        self.assertIn("chat, line 16\n      b 4 → range 0..2: 1\n"
                      "      would have won with b at or below 0.2499 (now 4)\n", text)  # by shout, at its score
        option = asked(brain, "--at", "0", cwd=self.folder)["calls"][0]["choices"][0]["options"][1]
        self.assertEqual((option["best"], option["best_option"]), (True, "social/talk/shout"))
        self.assertEqual(option["considerations"]["input"], "a + b")

    def test_nothing_is_claimed_of_who_is_kept_out(self):
        self.brain("""context: {a: float, b: bool, n: int}
root:
  kind: utility
  states:
    x: {score: {product: [{gate: b}, {input: a, range: [0, 1]}]}}
    y: {score: {input: a, range: [0, 1]}, rank: -1}
    z: {score: {product: [{input: 0.25}, {input: 4, range: [0, 10]}]}}
    w: {score: 0.5}
""")
        out = self.good("explain", "brain.yaml").out
        self.assertIn("a gate does not hold: b", out)
        self.assertEqual(out.count("inside its range would have made it win"), 1)
        self.assertNotIn("would have won", out)
        options = asked("brain.yaml", cwd=self.folder)["calls"][0]["choices"][0]["options"]
        looked = [[one.get("would_win") for one in inputs_in(option)] for option in options]
        self.assertEqual(looked, [[False], [False], [None, None], []])  # constants cannot change

    def test_who_cools_down_is_not_looked_at(self):
        self.brain("""context: {a: {type: float, initial: 1}}
root:
  kind: utility
  states:
    x: {score: {input: a}, cooldown: 50}
    y: {score: 0.5}
""")
        self.write("in.csv", "a\n0\n0\n")
        told = asked("brain.yaml", "--inputs", "in.csv", cwd=self.folder)["calls"][0]["choices"][0]["options"][0]
        self.assertEqual((told["verdict"], "would_win" in told["considerations"]), ("cooling", False))
        self.assertNotIn("would have", self.good("explain", "brain.yaml", "--inputs", "in.csv").out)

    def test_an_input_without_a_range_is_looked_at_from_0_to_1(self):
        brain = self.brain("""context: {hunger: {type: float, initial: 0.25}, n: int, thirst: {type: float, initial: -2}}
root:
  kind: utility
  states:
    eat: {score: {input: hunger}}
    sum: {score: {input: hunger + thirst * 0, curve: {linear: {m: -1, b: 1.5}}}, weight: 0.6}
    count: {score: {input: n}}
    drink: {score: {input: thirst}, weight: 0.25}
    rest: {score: 0.5}
""")
        told = self.good("explain", brain, "--at", "0", "--set", "hunger=0.75").out
        self.assertIn("▸ eat", told)
        told = self.good("explain", brain).out
        self.assertIn("      would have won with hunger at or above 0.5626 (now 0.25)\n", told)  # where sum scores less
        self.assertIn("      would have won with n at or above 1 (now 0)\n", told)
        self.assertIn("      no thirst from 0 to 1 would have made it win\n", told)
        for value, chosen in (("0.5626", "eat"), ("0.5624", "sum")):
            self.assertEqual(self.run_lines(brain, "--set", f"hunger={value}")[1]["active"], [chosen], value)

    def test_an_expression_inside_an_option_worth_its_best_is_looked_at(self):
        brain = self.brain("""context: {x: {type: float, initial: 6}}
root:
  kind: utility
  states:
    rest: {score: 0.5}
    nest:
      kind: utility
      score: best
      states:
        i1: {score: {input: x + 0, range: [10, 0]}}
""")
        self.assertIn("would have won with x + 0 at or below 4.999 (now 6)\n", self.good("explain", brain, "--at", "1").out)
        told = asked(brain, "--at", "1", cwd=self.folder)["calls"][0]["choices"][0]["options"][1]["considerations"]
        self.assertEqual((told["would_win"], round(told["wins_at"], 4), told["wins_below"]), (True, 5, True))
        self.assertEqual(self.run_lines(brain, "--set", "x=4")[1]["active"], ["nest/i1"])
        self.assertEqual(self.run_lines(brain, "--set", "x=5.001")[1]["active"], ["rest"])

    def test_no_side_is_told_on_which_the_present_input_lies(self):
        """6 is above 4, and has just lost."""
        brain = self.brain("""context: {j: {type: float, initial: 6}}
root:
  kind: utility
  states:
    rest: {score: 0.5}
    go: {score: {min: [{input: j, range: [0, 4]}, {input: j, range: [10, 0]}]}}
""")
        out = self.good("explain", brain, "--at", "1").out
        self.assertIn("      would have won with j at 4 (now 6)\n", out)
        self.assertNotIn("above", out)
        for value, chosen in (("4", "go"), ("5", "rest"), ("7", "rest")):
            self.assertEqual(self.run_lines(brain, "--set", f"j={value}")[1]["active"], [chosen], value)


class Mistakes(Case):
    def setUp(self):
        super().setUp()
        self.test = self.brain("context: {a: int}\nroot: {states: {x: {}}}\n")

    def test_bad_input_is_said_once_and_nothing_else(self):
        self.write("in.csv", "a,b\n1,2\n")
        self.write("bad.yaml", "wits: 1\nbrain: test\nroot: {kind: fsn}\n")
        for status, arguments, words in (
            (1, ["none.yaml"], "none.yaml: there is no such file"),
            (1, ["bad.yaml"], "bad.yaml:3:14:"),
            (1, [self.test, "--inputs", "in.csv"], "in.csv:1:3: unknown field 'b'; did you mean 'a'?"),
            (2, [], "missing brain file"),
            (2, [self.test, self.test], "only one brain file"),
            (2, [self.test, "--at"], "option '--at' needs a value"),
            (2, [self.test, "--at", "-1"], "--at must be a whole number from 0 to 4294967295, not '-1'"),
            (2, [self.test, "--at", "4294967296"], "--at must be a whole number from 0"),
            (2, [self.test, "--format", "jsonl"], "--format must be text or json, not 'jsonl'"),
            (2, [self.test, "--set", "b=1"], "unknown field 'b'"),
            (2, [self.test, "--ticks", "3"], "unknown option '--ticks'"),
            (2, ["-", "--inputs", "-"], "only one of the brain and the inputs can be standard input"),
        ):
            with self.subTest(arguments=arguments):
                message = self.bad(status, "explain", *arguments, stdin="")
                self.assertIn(words, message)
                self.assertLessEqual(message.count("\n"), 2)

    def test_the_tick_is_the_last_of_the_inputs_else_the_tenth_and_may_lie_beyond(self):
        inputs = self.write("in.csv", "a\n1\n2\n3\n")
        tick = lambda *options: asked(self.test, *options, cwd=self.folder)["tick"]
        self.assertEqual([tick(), tick("--inputs", inputs), tick("--at", "0"), tick("--inputs", inputs, "--at", "1"),
                          tick("--inputs", inputs, "--at", "99")], [10, 3, 0, 1, 99])
        told = asked(self.test, "--inputs", inputs, "--at", "99", "--seed", 2**64 - 1, "--agent", 2**64 - 1,
                     cwd=self.folder)
        self.assertEqual((told["seed"], told["agent"], told["calls"][0]["context"]), (2**64 - 1, 2**64 - 1, {"a": 3}))

    def test_standard_input(self):
        text = (self.folder / self.test).read_text()
        self.assertIn("test stayed in x", self.good("explain", "-", stdin=text).out)
        self.assertEqual(self.good("explain", self.test, "--inputs", "-", stdin="a\n7\n").out.splitlines()[1],
                         "since tick 0: test began in x, by the call start.")


if __name__ == "__main__":
    unittest.main()
