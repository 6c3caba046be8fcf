# SPDX-License-Identifier: MIT
"""wits prove, reach, cover and check --deep: verdicts, files that run again, exit status, mistakes."""
import json
import re
import shlex
import unittest

from program import ROOT, Case

BRAIN = """wits: 1
brain: door
context:
  key: bool
  force: {type: uint8, range: [0, 9]}
  knocks: {type: uint8, range: [0, 4]}
events: [knock]
functions: {creak: action, near: condition}
root:
  any: [{to: broken, when: force > 8}]
  states:
    shut:
      transitions:
        - {to: open, when: key and near("lock")}
        - {to: shut, event: knock, reenter: true, do: "knocks = min(knocks + 1, 3)"}
    open:
      enter: creak()
      transitions: [{to: shut, after: 3}]
    broken: {}
"""


def with_properties(*properties):
    return BRAIN + "prove:\n" + "".join(f"  - {one}\n" for one in properties)


class Prove(Case):
    def door(self, *properties):
        return self.write("door.yaml", with_properties(*properties))

    def verdicts(self, *properties, options=()):
        """Exit status, and the JSON of the results."""
        done = self.wits("prove", self.door(*properties), "--format", "json", *options)
        return done.status, json.loads(done.out) if done.out else done.err

    def test_exit_status_says_what_was_found(self):
        for status, properties in (
            (0, ["never: in(open) and in(shut)"]),
            (0, ["reach: in(broken)"]),
            (3, ["never: in(open)"]),
            (3, ["never: in(open) and in(shut)", "never: in(broken)"]),
            (3, ["reach: knocks == 4"]),
            (1, ["never: in(opn)"]),
        ):
            with self.subTest(properties=properties):
                self.assertEqual(self.wits("prove", self.door(*properties)).status, status)

    def test_a_limit_is_told_and_is_no_proof(self):
        status, found = self.verdicts("never: knocks == 4", options=("--limit", "1"))
        self.assertEqual(status, 4)
        only = found["properties"][0]
        self.assertEqual((only["verdict"], only["complete"]), ("not_found", False))
        self.assertTrue(only["why"][0].startswith("limit: 1 situation"), only["why"])

    def test_combinations_name_the_inputs(self):
        status, found = self.verdicts("never: knocks == 4", options=("--combinations", "2"))
        self.assertEqual(status, 4)
        self.assertRegex(found["properties"][0]["why"][0], r"^combinations: .*force \(2 values\)")

    def test_json_has_every_key(self):
        status, found = self.verdicts("never: in(open)", "within: {when: in(open), until: in(shut), ticks: 4}")
        self.assertEqual(status, 3)
        self.assertEqual((found["wits_prove"], found["brain"], found["interrupted"]), (1, "door", False))
        self.assertIn({"name": "key", "what": "field", "how": "whole", "values": 2}, found["inputs"])
        self.assertIn({"name": 'near("lock")', "what": "condition", "how": "whole", "values": 2}, found["inputs"])
        first, second, knocks = found["properties"]
        self.assertEqual(set(first), {
            "name", "kind", "text", "line", "verdict", "vacuous", "spurious", "complete", "situations", "ticks", "depth",
            "seconds", "why", "bounds", "free", "worst", "cycle", "run"})
        self.assertEqual((first["name"], first["kind"], first["text"]), ("never 1", "never", "in(open)"))
        self.assertEqual(first["run"]["ticks"], 1)
        self.assertEqual(first["run"]["csv"], 'key,force,"near(""lock"")",raise,do\ntrue,0,true,,tick\n')
        self.assertEqual((second["verdict"], second["worst"]["ticks"]), ("proven", 3))
        self.assertEqual((knocks["name"], knocks["verdict"]), ("range knocks", "proven"))

    def test_figures_are_told_once_and_ranges_only_if_they_are_left(self):
        brain = self.door("never: in(open) and in(shut)", "never: in(broken) and in(shut)")
        out = self.good("prove", brain).out
        self.assertEqual(out.count(" ticks, "), 1)
        self.assertNotIn("range knocks", out)
        done = self.wits("prove", self.write("leaves.yaml", with_properties("never: in(open) and in(shut)").replace(
            "min(knocks + 1, 3)", "knocks + 1")))
        self.assertEqual(done.status, 3)
        self.assertIn("refuted    range knocks: knocks >= 0 and knocks <= 4\n", done.out)
        drops = self.brain("context: {h: {type: float, initial: 1, range: [0, 1]}, x: bool}\n"
                           "root: {update: h = h - 0.25, states: {a: {}}}\nprove: [{never: x and not in(a)}]\n")
        self.assertIn("refuted    range h: h >= 0.0 and h <= 1.0\n", self.wits("prove", drops).out)

    def test_worst_case_of_what_holds(self):
        status, found = self.verdicts("{within: {when: in(open), until: in(shut), ticks: 3}, assume: force < 9}")
        self.assertEqual(status, 0)
        self.assertEqual(found["properties"][0]["worst"]["ticks"], 3)
        self.assertEqual(found["properties"][0]["worst"]["run"]["ticks"], 4)
        self.assertEqual(found["properties"][0]["worst"]["from"], "open")

    def test_fields_left_free(self):
        status, found = self.verdicts("never: in(open) and in(shut)", options=("--free", "knocks"))
        self.assertEqual(status, 0)
        self.assertEqual((found["properties"][0]["verdict"], found["properties"][0]["free"]), ("proven", ["knocks"]))
        self.assertEqual([one["name"] for one in found["properties"]], ["never 1"])  # nothing about its range
        brain = self.door("never: in(open) and in(shut)", "never: knocks > 2")
        self.assertIn("'knocks' is free, so no property can refer to it",
                      self.wits("prove", brain, "--free", "knocks").err)
        self.assertIn("did you mean 'knocks'?", self.wits("prove", brain, "--free", "knock").err)
        done = self.wits("prove", brain, "--free", "knocks", "--only", "never 1")
        self.assertIn("proven     never 1: in(open) and in(shut); for any value of knocks\n", done.out)

    def test_worst_case_of_what_does_not_hold(self):
        brain = self.door("within: {when: in(open), until: in(shut), ticks: 1}")
        found = self.wits("prove", brain, "--worst", "9", "-o", self.folder)
        self.assertEqual(found.status, 3)
        self.assertIn("at worst after 3 ticks, from open\n", found.out)
        inputs = self.folder / "door-within-1-worst.csv"
        self.assertEqual(len(inputs.read_text().splitlines()), 1 + 4)
        self.assertIn("→ shut", self.good("run", brain, "--inputs", inputs).out)

    def test_runs_are_written_and_run_again(self):
        brain = self.door("name: it opens!\n    never: calls(creak)", "returns: in(shut)")
        done = self.wits("prove", brain, "-o", self.folder)
        self.assertEqual(done.status, 3)
        self.assertEqual(sorted(path.name for path in self.folder.glob("*.csv")),
                         ["door-it-opens-.csv", "door-returns-2.csv"])
        commands = re.findall(r"^  wits (.*)$", done.out, re.MULTILINE)
        self.assertEqual(len(commands), 4)
        for command in commands:
            self.good(*shlex.split(command))
        self.assertIn("creak()", self.good(*shlex.split(commands[0])).out)
        self.assertIn("broken", self.good(*shlex.split(commands[2])).out.splitlines()[-1])

    def test_a_cycle_without_an_active_child(self):
        brain = self.brain("root: {states: {u: {kind: utility, activation: on_decide, states: {\n"
                           "  o: {score: 1, transitions: [{to: /u}]}}}}}\nprove: [{settles: {of: u, ticks: 0}}]\n")
        done = self.wits("prove", brain)
        self.assertEqual(done.status, 3)
        self.assertIn("and so on forever, repeating every 2 ticks: o, nothing\n", done.out)
        cycle = json.loads(self.wits("prove", brain, "--format", "json").out)["properties"][0]["cycle"]
        self.assertEqual(cycle, {"period": 2, "active": ["o", None], "entered": [True, False]})

    def test_a_cycle_tells_how_long_each_child_stays(self):
        for transitions, words in (
            ("p: {transitions: [{to: p, after: 7, reenter: true}]}", "7 ticks: p is entered again"),
            ("p: {transitions: [{to: q, after: 3}]}, q: {transitions: [{to: p, after: 4}]}",
             "7 ticks: p (3 ticks), q (4 ticks)"),
            ("p: {transitions: [{to: q}]}, q: {transitions: [{to: p}]}", "2 ticks: p, q"),
            ("p: {enter: n = not n, transitions: [{to: p, after: 3, reenter: true}, "
             "{to: p, after: 2, when: n, reenter: true}]}", "5 ticks: p (2 ticks), p again (3 ticks)"),
        ):
            with self.subTest(transitions=transitions):
                brain = self.brain(f"context: {{n: bool}}\nroot: {{states: {{{transitions}}}}}\n"
                                   "prove: [{settles: {of: /, ticks: 1}}]\n")
                self.assertIn(f"and so on forever, repeating every {words}\n", self.wits("prove", brain).out)

    def test_only_some_and_a_list_of_its_own(self):
        brain = self.door("name: a\n    never: in(open)", "name: b\n    never: in(open) and in(shut)")
        self.assertNotIn("in(open)\n", self.good("prove", brain, "--only", "b").out)
        extra = self.write("more.yaml", "- {name: c, never: in(broken) and in(shut)}\n")
        self.good("prove", brain, "--properties", extra, "--only", "c", "--only", "b")
        self.assertIn("--only d: unknown property", self.bad(2, "prove", brain, "--only", "d"))
        self.assertIn("has no properties to prove", self.bad(1, "prove", self.write("none.yaml", BRAIN)))

    def test_mistakes_have_their_place(self):
        for property_text, words in (
            ("never: in(opn)", "21:15: there is no state 'opn'"),
            ("never: calls(near)", "21:18: calls() takes an action, but 'near' has a value"),
            ("never: calls(creek)", "21:18: the brain calls no action 'creek'"),
            ("never: raised(nock)", "21:19: there is no event 'nock'"),
            ("never: kee", "21:12: unknown name 'kee'; did you mean 'key'?"),
            ("never: force", "21:12: this must be a bool, not an int"),
            ("never: random < 0.5", "21:12: a property cannot use 'random'"),
            ("never: in(open", "21:12: missing ')'"),
            ("{never: in(open), assume: in(shut)}", "an assumption is about inputs"),
            ("{never: in(open), assume: knocks < 2}", "'knocks' is a field of the brain"),
        ):
            with self.subTest(property=property_text):
                for command in ("prove", "check", "run"):
                    self.assertIn(words, self.bad(1, command, self.door(property_text)))
        self.assertIn("no inputs meet this assumption", self.bad(1, "prove", self.door("{never: in(open), assume: force > 9}")))

    def test_mistakes_of_the_command_line(self):
        brain = self.door("never: in(open)")
        for arguments, words in (
            (("prove",), "missing brain file"),
            (("prove", brain, "--limit", "0"), "--limit must be a whole number from 1"),
            (("prove", brain, "--memory", "5X"), "--memory must be a number of bytes, or a number with K, M or G"),
            (("prove", brain, "--format", "xml"), "--format"),
            (("reach", brain), "expected a brain, and a state or an expression"),
            (("reach", brain, "in", "open"), "too many arguments"),
            (("reach", brain, "--all"), "--all needs -o FOLDER"),
            (("cover", brain), "missing --inputs FILE.csv"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.bad(2, *arguments))

    def test_reach(self):
        brain = self.write("door.yaml", BRAIN)
        out = self.good("reach", brain, "open", "-o", self.folder / "way.csv").out
        self.assertIn("→ open", out)
        self.assertIn("→ open", self.good("run", brain, "--inputs", self.folder / "way.csv").out)
        self.assertEqual(self.wits("reach", brain, "force > 9").status, 3)
        self.assertEqual(self.wits("reach", brain, "in(opn)").status, 1)

    def test_few_runs_come_to_everything(self):
        brain = self.write("door.yaml", BRAIN)
        self.good("reach", brain, "--all", "-o", self.folder)
        runs = sorted(self.folder.glob("door-*.csv"))
        self.assertGreater(len(runs), 0)
        self.assertIn("3 of 3 states, 4 of 4 transitions", self.good("cover", brain, "--inputs", *runs).out)

    def test_cover_names_what_is_missing(self):
        brain = self.write("door.yaml", BRAIN)
        inputs = self.write("some.csv", 'key,"near(""lock"")"\ntrue,true\n,\n,\n,\n')
        done = self.wits("cover", brain, "--inputs", inputs)
        self.assertEqual(done.status, 3)
        self.assertIn("not covered: the state broken", done.out)
        self.assertIn("not covered: the transition from shut to shut on knock", done.out)
        self.assertNotIn("not covered: the state open", done.out)

    def test_check_deep(self):
        self.assertIn(": ok", self.good("check", self.write("door.yaml", BRAIN), "--deep", "--strict").out)
        shut = BRAIN.replace("when: force > 8", "when: force > 8 and knocks == 4").replace("[0, 4]", "[0, 4], host: false")
        done = self.wits("check", self.write("door.yaml", shut), "--deep", "--strict")
        self.assertEqual(done.status, 1)
        self.assertRegex(done.err, r"door\.yaml:19:5: warning: nothing ever leads to the state broken: all \d+ situations "
                                   r"were explored \[never-reached\]")
        self.assertIn("[never-fired]", done.err)
        silenced = shut.replace("    broken: {}", "    broken: {}  # wits: allow never-reached")
        path = self.write("door.yaml", silenced)
        self.assertNotIn("never-reached", self.wits("check", path, "--deep").err)
        self.assertEqual(self.wits("check", path).err, "")  # not idle: it was not searched

    def test_the_guard_flees_from_behind_the_well(self):
        """Once, he did not flee at a health of exactly 0: cover with its inertia had 0.90000004, fleeing 0.9."""
        inputs = self.write("well.csv", "sees_player,distance,health,raise\nfalse,0,0.25,alarm\n,,0,\n,,0,\n,,0,\n,,0,\n")
        lines = self.good("run", ROOT / "brains/guard.yaml", "--inputs", inputs).out.splitlines()
        self.assertIn("combat/cover", lines[2])
        self.assertIn("→ combat/flee", lines[-2] + lines[-1] + lines[-3])


if __name__ == "__main__":
    unittest.main()
