# SPDX-License-Identifier: MIT
"""wits diff: two brains over the same agents. Every number is compared with runs of single agents."""

import csv
import io
import json
import random
import re
import shlex
import unittest
import xml.etree.ElementTree

from program import BRAINS, BRAIN_FILES, FEW_REPEATS, Case
from test_same import LAMP

DICE = """\
functions: {one: action, two: action}
root:
  kind: utility
  select: weighted
  every: 3
  states:
    a: {score: 1, update: one()}
    b: {score: 2, update: two()}
"""
NUMBER = re.compile(r"(?<=[ (])\d+(?:\.\d+)?(?=[ ,})]|$)", re.MULTILINE)


class Diff(Case):
    def compare(self, first, second, *options):
        """The JSON object."""
        result = self.wits("diff", first, second, "--format", "json", *options)
        self.assertEqual(result.err, "")
        made = json.loads(result.out)
        self.assertEqual(result.status, 3 if made["differed"] else 0)
        return made

    def lamps(self, old, new, *options):
        self.assertIn(old, LAMP)
        return self.compare(self.brain(LAMP, "a.yaml"), self.brain(LAMP.replace(old, new), "b.yaml"), *options)

    def text(self, *arguments, status=3):
        result = self.wits("diff", *arguments)
        self.assertEqual((result.status, result.err), (status, ""))
        return result.out

    def own_run(self, brain, agent, ticks, *options):
        """What one agent does in each tick, and the deepest active states."""
        lines = self.good("run", brain, "--inputs", "own.csv", "--agent", agent, "--ticks", ticks, "--format", "jsonl",
                          *options).lines()
        return [(sorted(line["active"]), line["calls"]) for line in lines]

    def both_runs(self, brains, agent, ticks, kinds, *options):
        """Runs with the inputs that diff gives the agent. `kinds` are those of its targets."""
        runs = []
        seed = options[options.index("--seed"):][:2] if "--seed" in options else []
        for brain, side in zip(brains, ("", ":B")):
            inputs = ["diff", *brains, "--ticks", ticks, "--inputs-of", f"{agent}{side}", *options]
            self.write("own.csv", self.good(*inputs).out)
            targets = []
            for kind in kinds:
                targets += ["--targets", f"{kind}={self.write(f'own.{kind}.csv', self.good(*inputs, '--targets-of', kind).out)}"]
            runs.append(self.own_run(brain, agent, ticks, *targets, *seed))
        return runs

    def check_with_runs(self, brains, agents, ticks, *options):
        """Compares all numbers with runs of every agent. Returns how many differed."""
        made = self.compare(*brains, "--agents", agents, "--ticks", ticks, "--explain", "1000", *options)
        states, firsts = {}, {}
        kinds = [word.split("=")[0] for word in made["drawn"] if re.fullmatch(r"\w+=\d+", word)]
        for agent in range(agents):
            one, other = self.both_runs(brains, agent, ticks, kinds, *options)
            for side, run in (("a", one), ("b", other)):
                for active, _ in run[1:]:
                    for path in active:
                        states.setdefault(path, {"a": 0, "b": 0})[side] += 1
            first = next((tick for tick in range(ticks + 1) if one[tick] != other[tick]), None)
            if first is not None:
                firsts[agent] = first
        self.assertEqual({row["state"]: {side: row[side] for side in "ab"} for row in made["states"]}, states)
        self.assertEqual(made["differed"], len(firsts))
        if firsts:
            self.assertEqual(made["first_tick"], min(firsts.values()))
            self.assertEqual(made["median_tick"], sorted(firsts.values())[(len(firsts) - 1) // 2])
        self.assertEqual(sum(group["agents"] for group in made["differences"]), len(firsts))
        for group in made["differences"]:
            self.assertEqual(firsts[group["agent"]], group["tick"])
            one, other = self.both_runs(brains, group["agent"], ticks, kinds, *options)
            for side, run in (("a", one), ("b", other)):
                self.assertEqual(group[side]["calls"], ", ".join(run[group["tick"]][1]))
        return len(firsts)

    def test_numbers_are_those_of_single_agents(self):
        brains = [self.brain(LAMP, "a.yaml"), self.brain(LAMP.replace("hour >= 20", "hour >= 18"), "b.yaml")]
        self.assertGreater(self.check_with_runs(brains, 16, 60), 1)
        self.assertGreater(self.check_with_runs(brains, 12, 60, "--seed", "5", "--redraw", "7"), 1)

    def test_random_changes_of_all_brains(self):
        source, compared, differed = random.Random(7), 0, 0
        for path in BRAIN_FILES[-3:] if FEW_REPEATS else BRAIN_FILES:
            text = path.read_text()
            places = [place for place in NUMBER.finditer(text) if place.start() > text.index("\nroot:")]
            for _ in range(2 if places else 0):
                place = source.choice(places)
                changed = f"{text[:place.start()]}{source.choice('123456789')}{text[place.end():]}"
                brains = [self.write("a.yaml", text), self.write("b.yaml", changed)]
                if self.wits("check", "b.yaml").status == 0:
                    with self.subTest(brain=path.name, change=changed[place.start() - 30:place.start() + 30]):
                        compared += 1
                        differed += self.check_with_runs(brains, 4, 50, "--seed", str(source.randrange(100))) > 0
        self.assertGreater(compared, 2 if FEW_REPEATS else 12)
        self.assertGreater(differed, 0 if FEW_REPEATS else 2)

    def test_equal_brains(self):
        made = self.lamps("hour >= 20", "hour >= 20")
        self.assertEqual((made["differed"], made["differences"], made["kinds_of_differences"]), (0, [], 0))
        self.assertNotIn("first_tick", made)
        out = self.text("a.yaml", "b.yaml", status=0)
        self.assertIn("\nno agent differed in 1,000 agents x 100 ticks; this is a sample, 'wits same a.yaml b.yaml' can "
                      "prove it\n", out)

    def test_only_actions_differ(self):
        made = self.lamps("update: shine()", "update: rest()", "--set", "hour=22", "--ticks", "3")
        group, = made["differences"]
        self.assertEqual((made["differed"], group["agents"], group["tick"]), (1000, 1000, 1))
        self.assertEqual([group[side]["calls"] for side in "ab"], ["shine()", "rest()"])
        self.assertIn("1. 1,000 agents: from dark, both are in bright, but call different host actions\n",
                      self.text("a.yaml", "b.yaml", "--set", "hour=22"))

    def test_the_start(self):
        made = self.lamps("states:\n    dark:", "initial: bright\n  states:\n    dark:", "--set", "hour=12", "--ticks", "0")
        group, = made["differences"]
        self.assertEqual((made["first_tick"], group["tick"], group["from"]), (0, 0, None))
        self.assertEqual([group[side]["active"] for side in "ab"], ["dark", "bright"])
        self.assertEqual(made["states"], [{"state": "dark", "a": 1000, "b": 0}, {"state": "bright", "a": 0, "b": 1000}])
        self.assertIn("at the start, A begins in dark and B begins in bright\n",
                      self.text("a.yaml", "b.yaml", "--set", "hour=12", "--ticks", "0"))

    def test_transitions(self):
        made = self.lamps("hour == 6", "hour == 5", "--inputs", self.write("in.csv", "hour\n20\n6\n5\n0\n"), "--agents",
                          "10")
        self.assertEqual(made["ticks"], 4)
        self.assertEqual(made["transitions"], [{"from": "bright", "to": "dark", "a": 10, "b": 10},
                                               {"from": "dark", "to": "bright", "a": 10, "b": 10}])
        self.assertEqual(made["states"], [{"state": "dark", "a": 30, "b": 20}, {"state": "bright", "a": 10, "b": 20}])
        group, = made["differences"]
        self.assertEqual((group["tick"], group["from"]), (2, "bright"))
        self.assertEqual(group["a"]["why"],
                         "test went from bright to dark: bright → dark fired, because hour == 6.")
        self.assertEqual(group["b"]["why"], "test stayed in bright: none of the 2 transitions that were tried was enabled. "
                                            "Since tick 1: test went from dark to bright: dark → bright fired, because "
                                            "hour >= 20.")
        self.assertEqual((group["a"]["inputs"], group["a"]["explain"]),
                         ([], "wits explain a.yaml --inputs in.csv --at 2"))

    def test_the_values_that_are_set_are_the_same(self):
        """`random` in --set uses streams after those of the brain, and the second brain has more of them."""
        more = "b: {score: 2, update: two()}\n    c: {score: 0 * random}\n"
        first = self.brain("context: {x: {type: float, range: [0, 1]}}\n" +
                           DICE.replace("select: weighted\n  ", ""), "a.yaml")
        second = self.brain("context: {x: {type: float, range: [0, 1]}}\n" +
                            DICE.replace("select: weighted\n  ", "").replace("b: {score: 2, update: two()}\n", more),
                            "b.yaml")
        for options in (["--set", "x=random"], []):
            one, other = [list(csv.DictReader(io.StringIO(self.good("diff", first, second, "--inputs-of", f"3{side}",
                                                                    *options).out))) for side in (":A", ":B")]
            self.assertEqual(one, other)
            self.assertGreater(float(one[0]["x"]), 0.0)
        self.assertEqual(self.compare(first, second)["notes"][0], "only B has the state 'c'")
        group = "wits explain b.yaml --set x="
        self.write("c.yaml", "wits: 1\nbrain: test\n" + "context: {x: {type: float, range: [0, 1]}}\n" +
                   DICE.replace("select: weighted\n  ", "").replace("score: 1,", "score: 3,"))
        made = self.compare("a.yaml", "c.yaml", "--set", "x=random")
        self.assertRegex(made["differences"][0]["b"]["explain"], r"^wits explain c\.yaml --set x=0\.\d+ --at 0$")

    def test_chance(self):
        first = self.brain(DICE, "a.yaml")
        self.assertEqual(self.compare(first, self.brain(DICE, "b.yaml"))["differed"], 0)
        made = self.compare(first, self.brain(DICE.replace("b: {", "c: {score: 0 * random}\n    b: {"), "b.yaml"))
        self.assertIn("the brains have different random streams, so their agents draw differently; a difference may be due "
                      "to chance", made["notes"])

    def test_what_only_one_has(self):
        other = LAMP.replace("power: bool", "power: bool, wind: {type: int8, range: [-3, 4]}") \
            .replace("[storm]", "[storm, flood]").replace("shine: action", "shine: action, calm: condition") \
            .replace("hour >= 20}", "hour >= 20 and wind < 2 and calm()}")
        brains = self.brain(LAMP, "a.yaml"), self.brain(other, "b.yaml")
        made = self.compare(*brains)
        self.assertEqual(made["notes"], ["only B has the field 'wind', the event 'flood', the function 'calm'"])
        self.assertEqual(made["drawn"], ["hour=floor(random * 24)", "power=random < 0.5", "wind=floor(random * 8) - 3",
                                         "calm()=random < 0.5"])
        self.assertEqual(set(made["differences"][0]["a"]), {"active", "calls", "why", "inputs", "explain"})
        self.assertIn(":B > agent-", made["differences"][0]["b"]["inputs"][0])
        self.assertGreater(self.check_with_runs(brains, 12, 50), 1)
        # Inputs and settings that one of them lacks are ignored by it.
        path = self.write("in.csv", "hour,wind,calm(),raise\n21,1,true,storm flood\n22,3,false,\n")
        made = self.compare(*brains, "--inputs", path, "--set", "wind=2", "--set", "hour=20", "--ticks", "5")
        self.assertEqual((made["ticks"], made["drawn"]), (5, []))
        self.assertEqual(self.bad(1, "diff", *brains, "--inputs", self.write("in.csv", "wend\n1\n")),
                         "in.csv:1:1: unknown field 'wend'\n")
        self.assertIn("--set wend=3: unknown field 'wend'", self.bad(2, "diff", *brains, "--set", "wend=3"))

    def test_a_field_of_another_type(self):
        other = LAMP.replace("hour: {type: uint8, range: [0, 23]}", "hour: {type: float, initial: 2, range: [2, 40]}")
        made = self.compare(self.brain(LAMP, "a.yaml"), self.brain(other, "b.yaml"))
        self.assertEqual(made["drawn"][0], "hour=floor(random * 22) + 2")  # the values that both allow

    def test_parallels(self):
        both = """\
functions: {x: action}
context: {n: {type: uint8, range: [0, 9]}}
root:
  kind: parallel
  states:
    legs: {states: {walk: {transitions: [{to: run, when: n > 5}]}, run: {transitions: [{to: walk, when: n <= 5}]}}}
    arms: {states: {rest: {transitions: [{to: wave, when: n > 3}]}, wave: {transitions: [{to: rest, when: n <= 3}]}}}
"""
        brains = self.brain(both, "a.yaml"), self.brain(both.replace("n > 3", "n > 4"), "b.yaml")
        self.assertGreater(self.check_with_runs(brains, 16, 70), 1)
        made = self.compare(*brains)
        self.assertEqual(made["differences"][0]["a"]["active"].count(" + "), 1)
        self.assertEqual(sum(row["a"] for row in made["states"]), 2 * made["agent_ticks"])

    def test_targets(self):
        """Both get the same lists, and another target is a difference."""
        brain = """\
targets: {enemy: {distance: {type: float, range: [0, 40]}, brave: bool}}
functions: {hit: action}
root:
  kind: utility
  states:
    wait: {score: 0.1}
    attack: {for_each: enemy, score: 1 - enemy.distance / 40, update: hit()}
"""
        if self.wits("check", self.brain(brain, "a.yaml")).status != 0:
            brain = brain.replace("for_each: enemy", "target: enemy")
        brains = self.brain(brain, "a.yaml"), self.brain(brain.replace("1 - enemy.distance / 40", "enemy.distance / 40"),
                                                         "b.yaml")
        path = self.write("enemy.csv", "tick,agent,id,distance,brave\n1,0,7,10,true\n1,0,8,39,false\n1,1,5,30,true\n")
        made = self.compare(*brains, "--targets", f"enemy={path}", "--agents", "3", "--ticks", "2")
        groups = {group["agent"]: group for group in made["differences"]}
        self.assertEqual([groups[0][side]["active"] for side in "ab"], ["attack → 7", "attack → 8"])
        self.assertEqual((made["differed"], groups[0]["tick"]), (1, 1))
        self.assertEqual(groups[0]["a"]["explain"], "wits explain a.yaml --targets enemy=enemy.csv --at 1")
        self.assertEqual(made["notes"], [])
        self.assertIn("agents have no targets of the kind 'enemy'; use --targets",
                      self.compare(*brains, "--inputs", self.write("in.csv", "tick\n1\n"))["notes"])

    def test_drawn_targets(self):
        """The commands that diff prints repeat its explanations."""
        self.write("a.yaml", (BRAINS / "squad.yaml").read_text())
        self.write("b.yaml", (BRAINS / "squad.yaml").read_text().replace("weight: 1.2", "weight: 1.7"))
        for options in ([], ["--targets", "enemy=3", "--targets", "cover=1", "--set", "cover.distance=random * 20", "--set",
                             "cover.shelter=random", "--set",
                             "health=random", "--seed", "4"]):
            made = self.compare("a.yaml", "b.yaml", "--explain", "4", *options)
            self.assertGreater(made["differed"], 20)
            for group in made["differences"]:
                for side in "ab":
                    for command in group[side]["inputs"]:
                        words, _, file = command.partition(" > ")
                        self.write(file, self.good(*shlex.split(words)[1:]).out)
                    out = self.good(*shlex.split(group[side]["explain"])[1:]).out
                    self.assertTrue(group[side]["why"].startswith(out.splitlines()[0]), (group, out))

    def test_threads_and_methods(self):
        brains = [self.brain(LAMP, "a.yaml"), self.brain(LAMP.replace("hour >= 20", "hour >= 18"), "b.yaml")]
        one, many = [self.compare(*brains, "--agents", "20000", "--ticks", "30", "--threads", threads)
                     for threads in ("1", "5")]
        self.assertEqual(one, many)

    def test_constants(self):
        text = LAMP.replace("root:", "constants: {late: 20}\nroot:").replace("hour >= 20", "hour >= late")
        brains = self.brain(text, "a.yaml"), self.brain(LAMP.replace("hour >= 20", "hour >= late")
                                                        .replace("root:", "constants: {late: 18}\nroot:"), "b.yaml")
        self.assertGreater(self.compare(*brains)["differed"], 0)
        self.assertEqual(self.compare(*brains, "--const", "late=12")["differed"], 0)

    def test_explain(self):
        brains = [self.brain(LAMP, "a.yaml"), self.brain(LAMP.replace("hour >= 20", "hour >= 12"), "b.yaml")]
        kinds = self.compare(*brains)["kinds_of_differences"]
        self.assertGreater(kinds, 1)
        self.assertEqual(len(self.compare(*brains, "--explain", "0")["differences"]), 0)
        out = self.text(*brains, "--explain", "1")
        self.assertIn(f"\n{kinds - 1} more kinds of differences; --explain N shows more\n", out)
        self.assertEqual(out.count("   agent "), 1)
        self.assertNotIn("more kinds", self.text(*brains, "--explain", "1000"))

    def test_the_picture(self):
        brains = [self.brain(LAMP, "a.yaml"), self.brain(LAMP.replace("hour >= 20", "hour >= 12"), "b.yaml")]
        out = self.text(*brains, "-o", "change.svg")
        self.assertEqual(out, self.text(*brains))
        picture = (self.folder / "change.svg").read_text()
        self.assertEqual(self.text(*brains, "-o", "-"), picture)
        root = xml.etree.ElementTree.fromstring(picture)
        titles = [group.findtext("{*}title") for group in root.iter("{http://www.w3.org/2000/svg}g")]
        self.assertEqual(len(titles), 4)
        made = self.compare(*brains)
        for row, title in zip(made["states"], titles):
            shares = [f"{row[side] / made['agent_ticks'] * 100:.2f} %" for side in "ab"]
            self.assertEqual(title, f"{row['state']}: {shares[0]} → {shares[1]}")
        many = "root: {states: {" + ", ".join(f"s{i}: {{transitions: [{{to: s{(i + 1) % 60}, after: 1}}]}}"
                                              for i in range(60)) + "}}\n"
        self.text(self.brain(many, "a.yaml"), self.brain(many.replace("to: s9,", "to: s8,"), "b.yaml"), "-o", "many.svg")
        self.assertIn("20 more states, with smaller shares", (self.folder / "many.svg").read_text())

    def test_mistakes(self):
        brains = self.brain(LAMP, "a.yaml"), self.brain(LAMP, "b.yaml")
        self.brain("root: {states: {x: {}}}\n", "other.yaml")
        self.brain("root: {states: {x: {transitions: [{to: y}]}}}\n", "bad.yaml")
        for status, arguments, words in (
            (1, ["a.yaml", "other.yaml"], "wits: a.yaml and other.yaml have no state in common; states are the same if "
                                          "their paths are equal\n"),
            (1, ["none.yaml", "nix.yaml"], "none.yaml: there is no such file\nnix.yaml: there is no such file\n"),
            (1, ["a.yaml", "bad.yaml"], "bad.yaml:3:"),
            (1, [*brains, "-o", "none/x.svg"], "none/x.svg cannot be written: "),
            (2, ["a.yaml"], "expected two brain files"),
            (2, [*brains, "c.yaml"], "too many arguments; expected two brain files"),
            (2, ["-", "-"], "only one of the brains can be standard input"),
            (2, [*brains, "--agents", "0"], "--agents must be a whole number from 1 to 4294967295, not '0'"),
            (2, [*brains, "--ticks", "99999999999"], "--ticks must be a whole number from 0 to 4294967295"),
            (2, [*brains, "--redraw", "0"], "--redraw must be a whole number from 1"),
            (2, [*brains, "--explain", "1001"], "--explain must be a whole number from 0 to 1000, not '1001'"),
            (2, [*brains, "--inputs", "-"], "--inputs -: both brains read the inputs; give a file"),
            (2, [*brains, "--targets", "x=-"], "--targets x=-: both brains read the targets; give a file"),
            (2, [*brains, "--targets-of", "x"], "--targets-of needs --inputs-of ID, which selects the agent"),
            (2, [*brains, "--targets-of", "x", "--inputs-of", "3"], "--targets-of x: "),
            (2, [*brains, "--inputs-of", "1000"], "--inputs-of 1000: no such agent; the last is 999"),
            (2, [*brains, "--inputs-of", "5:C"], "--inputs-of must be the id of an agent, or ID:B for the second brain, not "
                                                 "'5:C'"),
            (2, [*brains, "-o", "-", "--format", "json"], "--output - and --format both write to standard output"),
            (2, [*brains, "-o", "a.yaml"], "a.yaml is an input; the output would overwrite it"),
            (2, [*brains, "--set", "hour=24"], "--set hour=24: hour must be from 0 to 23 according to its range, not 24"),
            (2, [*brains, "--set", "hour=20 + 9 * random"], "--set hour=20 + 9 * random: the value of agent "),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.bad(status, "diff", *arguments))

    def test_standard_input(self):
        self.brain(LAMP, "a.yaml")
        result = self.wits("diff", "a.yaml", "-", stdin="wits: 1\nbrain: test\n" + LAMP)
        self.assertEqual((result.status, result.err), (0, ""))


if __name__ == "__main__":
    unittest.main()
