# SPDX-License-Identifier: MIT
"""wits test: scenarios of brains. tests/test_file_scenarios.c has every mistake in a file of scenarios."""

import os
import re
import shutil
import unittest
import xml.etree.ElementTree

from program import BRAIN_FILES, BRAINS, PACK_FILES, ROOT, Case, wits

FOLDER = ROOT / "tests/tool/scenarios"
FORMATS = {"porter.txt": [], "porter.tap": ["--format", "tap"], "porter.xml": ["--format", "junit"]}
DOOR = "root: {states: {open: {transitions: [{to: shut, after: 2}]}, shut: {}}}\n"


class TestBrains(Case):
    def test_every_brain_has_scenarios_that_pass_and_cover_it(self):
        result = wits("test", "brains")
        self.assertEqual((result.status, result.err), (0, ""), result.out)
        passed = dict(re.findall(r"^(\S+)\.test\.yaml: (\d+) passed$", result.out, re.MULTILINE))
        self.assertEqual(set(passed), {str(path.relative_to(ROOT).with_suffix("")) for path in BRAIN_FILES + PACK_FILES})
        for name, count in passed.items():
            self.assertGreaterEqual(int(count), 3, name)
        self.assertNotIn("not covered", result.out)
        self.assertEqual(len(re.findall(r"^coverage of ", result.out, re.MULTILINE)), len(passed))

    def test_changed_brains_fail(self):
        """The scenarios detect changes of the behaviour that they test."""
        for name, old, new in (("guard", "after: 3}", "after: 4}"), ("guard", "event: alarm", "event: alarm, when: sees_player"),
                               ("guard", "hold: 3", "hold: 2"), ("ghost", "when: not in(eaten), ", ""),
                               ("dialogue", "after: 20}", "after: 19}"),
                               ("squad", "target_inertia: 0.2", "target_inertia: 0"), ("boss", "helpers < 6", "helpers < 7"),
                               ("pack/mortar", "leave: suspend", "leave: reset"), ("villager", "when: not in(mind/sleep)", "when: in(mind/sleep)"),
                               ("wolf", "gate: men > 400", "gate: men > 100"), ("person", "rank: 1 if", "rank: 0 if")):
            with self.subTest(brain=name, change=new):
                text = (BRAINS / f"{name}.yaml").read_text()
                self.assertIn(old, text)
                self.write("brain.yaml", text.replace(old, new))
                shutil.copy(BRAINS / "pack/common.yaml", self.folder)
                result = wits("test", "--brain", self.folder / "brain.yaml", f"brains/{name}.test.yaml", "--coverage", "none")
                self.assertEqual((result.status, result.err), (1, ""), result.out)
                self.assertIn(" failed\n", result.out)


class TestOutput(Case):
    def test_outputs_are_as_kept(self):
        for name, options in FORMATS.items():
            with self.subTest(file=name):
                result = wits("test", "porter.test.yaml", *options, cwd=FOLDER)
                self.assertEqual((result.status, result.err), (1, ""))
                self.assertEqual(result.out, (FOLDER / name).read_text())

    def test_tap_is_valid(self):
        lines = (FOLDER / "porter.tap").read_text().splitlines()
        self.assertEqual(lines[:2], ["TAP version 14", "1..10"])
        points, blocks, block = [], [], None
        for line in lines[2:]:
            if block is not None:
                self.assertTrue(line.startswith("  "), line)
                if line == "  ...":
                    blocks.append("\n".join(block))
                    block = None
                else:
                    block.append(line[2:])
            elif line == "  ---":
                block = []
            elif not line.startswith("# "):
                found = re.fullmatch(r"(not ok|ok) (\d+) - (?:[^#\\]|\\[#\\])+", line)
                self.assertIsNotNone(found, line)
                points.append((int(found[2]), found[1]))
        self.assertEqual(points, [(number, "ok" if number == 1 else "not ok") for number in range(1, 11)])
        self.assertEqual(len(blocks), 9)
        try:
            import yaml
        except ImportError:
            return
        for text in blocks:
            found = yaml.safe_load(text)
            self.assertEqual(set(found), {"message", "at", "details"})
            self.assertRegex(found["at"], r"^porter\.test\.yaml:\d+:\d+\n$")
            self.assertIn("\n  why       ", found["details"])

    def test_junit_is_valid(self):
        root = xml.etree.ElementTree.parse(FOLDER / "porter.xml").getroot()
        self.assertEqual((root.tag, root.attrib), ("testsuites", {"name": "wits test", "tests": "10", "failures": "9", "errors": "0"}))
        names = [case.get("name") for case in root.iter("testcase")]
        self.assertEqual(len(names), 10)
        self.assertIn('an option that loses, and its target: # & <b> "quoted" \\', names)
        self.assertEqual(len(root.findall("testsuite/testcase/failure")), 9)
        self.assertIn("coverage of porter.yaml", root.find("system-out").text)

    def test_names_with_odd_characters(self):
        self.brain(DOOR)
        name = "a\\u001b[31m \\u202e <&\\\"]]> # \\\\ \\uD83D\\uDE00"
        self.write("brain.test.yaml", f'- {{scenario: "{name}", expect: {{active: shut}}}}\n')
        for form in ("text", "tap", "junit"):
            out = self.wits("test", "--format", form).out
            self.assertNotIn("\x1b", out)
            self.assertNotIn("\u202e", out)
            if form == "junit":
                self.assertIn("<&\"]]> # \\", xml.etree.ElementTree.fromstring(out).find(".//testcase").get("name"))

    def test_coverage(self):
        self.brain(DOOR)
        self.write("brain.test.yaml", "- {scenario: a, expect: {active: open}}\n- {scenario: b, from: shut, expect: {active: shut}}\n")
        counts = "coverage of brain.yaml: 2 of 2 states, 0 of 1 transition\n"
        missing = "brain.yaml:3:38: not covered: the transition from open to shut after 2\n"
        self.assertEqual(self.good("test").out, "brain.test.yaml: 2 passed\n" + counts + missing)
        self.assertEqual(self.good("test", "--coverage", "counts").out, "brain.test.yaml: 2 passed\n" + counts)
        self.assertEqual(self.good("test", "--coverage", "none").out, "brain.test.yaml: 2 passed\n")
        self.assertEqual(self.good("test", "--only", "b").out, "brain.test.yaml: 1 passed\n")
        only = "coverage of brain.yaml: 1 of 2 states, 0 of 1 transition\n"
        self.assertEqual(self.good("test", "--only", "b", "--coverage", "counts").out, "brain.test.yaml: 1 passed\n" + only)

    def test_several_files_of_one_brain_are_counted_together(self):
        self.brain(DOOR)
        self.write("a.test.yaml", "- {scenario: a, expect: {active: open}}\n")
        self.write("b.test.yaml", "- {scenario: a, after: 2, expect: {active: shut}}\n")
        out = self.good("test", "a.test.yaml", "b.test.yaml", "--brain", "brain.yaml").out
        self.assertEqual(out, "a.test.yaml: 1 passed\nb.test.yaml: 1 passed\n2 files: 2 passed\n"
                         "coverage of brain.yaml: 2 of 2 states, 1 of 1 transition\n")

    def test_verbose(self):
        self.brain(DOOR)
        self.write("brain.test.yaml", "- {scenario: a, expect: {active: open}}\n- {scenario: b, expect: {active: open}}\n")
        self.assertEqual(self.good("test", "-v", "--coverage", "none").out,
                         "brain.test.yaml:1:3: passed: a\nbrain.test.yaml:2:3: passed: b\nbrain.test.yaml: 2 passed\n")


    def test_conditions_about_states(self):
        """in(STATE) and elapsed(STATE): the state has a clock for it, and names of the brain do not clash with it."""
        self.write("brain.yaml", "wits: 1\nbrain: b\ncontext: {_holds: int, _0: bool}\nconditions: {ajar: in(open) and _0}\n"
                   "root: {states: {door: {states: {open: {}, shut: {}}}, gone: {transitions: [{to: door, after: 1}]}}}\n")
        self.write("brain.test.yaml", """
- scenario: words
  given: {_0: true}
  steps:
    - after: 0
      expect: {holds: [in(open) and in( door/open ) and in(/), not in(shut), ajar, elapsed(open) == 0, elapsed(gone) < 1]}
    - {for: 3, expect: {holds: elapsed (door) + elapsed(/) > 0 and elapsed( door/open ) < 4}}
    - {after: 2, expect: {holds: [elapsed(open) == 5, elapsed(shut) == 0]}, never: {holds: [in(gone), elapsed(open) > 5]}}
- scenario: fails
  after: 2
  expect: {holds: [elapsed(open) + elapsed(door) + elapsed(open) == 7, in(shut), _holds == 0]}
""")
        out = self.wits("test", "--coverage", "none").out
        self.assertIn("  expected  holds: elapsed(open) + elapsed(door) + elapsed(open) == 7, after 2 ticks\n"
                      "            holds: in(shut)\n  tick 2    door/open\n", out)
        self.assertIn("\n  elapsed   door/open 2; door 2\n", out)
        self.assertTrue(out.endswith("brain.test.yaml: 1 passed, 1 failed\n"), out)

    def test_ticks_are_shown(self):
        self.brain(DOOR)
        self.write("brain.test.yaml", "- {scenario: a, after: 2, expect: {active: shut}}\n- {scenario: b, expect: {active: shut}}\n")
        table = "  tick    state\n     0  → open\n     1    open\n"
        self.assertEqual(self.good("test", "--table", "--only", "a").out,
                         f"brain.test.yaml:1:3: a\n{table}     2  → shut\nbrain.test.yaml: 1 passed\n")
        out = self.wits("test", "--table", "--coverage", "none").out
        self.assertIn(f"brain.test.yaml:2:3: b\n{table}brain.test.yaml:2:3: failed: b\n", out)
        self.assertEqual(self.bad(2, "test", "--table", "--format", "tap").split("\n", 1)[0], "wits test: --table needs --format text")


class TestFiles(Case):
    def setUp(self):
        super().setUp()
        self.brain(DOOR, "door.yaml")
        self.write("door.test.yaml", "- {scenario: opens, expect: {active: open}}\n")

    def test_files_are_found(self):
        for folder in ("a/b", ".hidden"):
            (self.folder / folder).mkdir(parents=True)
            for name in ("door.yaml", "door.test.yaml"):
                shutil.copy(self.folder / name, self.folder / folder / name)
        (self.folder / "a/c.json").write_text('{"wits": 1, "brain": "c", "root": {"states": {"open": {}}}}')
        (self.folder / "a/c.test.json").write_text('[{"scenario": "opens", "expect": {"active": "open"}}]')
        os.symlink("..", self.folder / "a/up")
        pair = "a/b/door.test.yaml: 1 passed\na/c.test.json: 1 passed\n"
        here = "door.test.yaml: 1 passed\n"
        inside, everything = pair + "2 files: 2 passed\n", pair + here + "3 files: 3 passed\n"
        for arguments, wanted in (([], everything), (["."], everything), (["a"], inside), (["a/"], inside),
                                  (["door.yaml"], here), (["door.test.yaml", "door.yaml", "door.test.yaml"], here),
                                  (["a", "a/b/door.yaml"], inside), (["a/c.json"], "a/c.test.json: 1 passed\n"),
                                  ([".hidden"], ".hidden/door.test.yaml: 1 passed\n")):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.good("test", *arguments, "--coverage", "none").out, wanted)

    def test_missing_files(self):
        (self.folder / "empty").mkdir()
        self.brain(DOOR, "gate.yaml")
        self.write("lost.test.yaml", "- {scenario: a, expect: {active: open}}\n")
        self.write("list.yaml", "- {scenario: opens, expect: {active: open}}\n")
        for arguments, status, message in (
                (["empty"], 1, "wits: there are no files such as guard.test.yaml in empty\n"),
                (["gate.yaml"], 1, "gate.yaml: its scenarios would be in gate.test.yaml, which is not there\n"),
                (["none.yaml"], 1, "none.yaml: there is no such file\n"),
                (["none.test.yaml"], 1, "none.test.yaml: there is no such file\n"),
                (["nowhere"], 1, "nowhere: there is no such file\n"),
                (["--only", "shuts"], 1, "wits: no scenario has 'shuts' in its name\n"),
                (["--format", "xml"], 2, "wits test: --format must be text, tap or junit, not 'xml'\n"),
                (["--coverage", "all"], 2, "wits test: --coverage must be missing, counts or none, not 'all'\n"),
                (["--seed", "x"], 2, "wits test: --seed must be a whole number")):
            with self.subTest(arguments=arguments):
                result = self.wits("test", *arguments)
                self.assertEqual(result.status, status)
                if message.startswith("wits:") and "--only" in arguments:
                    os.remove(self.folder / "lost.test.yaml")
                    result = self.wits("test", *arguments)
                self.assertIn(message, result.err)
        self.write("lost.test.yaml", "- {scenario: a, expect: {active: open}}\n")
        result = self.wits("test", "lost.test.yaml", "door.test.yaml", "--coverage", "none")
        self.assertEqual((result.status, result.out), (1, "lost.test.yaml: not run: it has no brain\ndoor.test.yaml: 1 passed\n2 files: 1 passed\n"))
        self.assertEqual(result.err, "lost.test.yaml: there is no brain lost.yaml beside it; 'wits test --brain' can name one\n")
        self.assertEqual(self.good("test", "list.yaml", "--brain", "door.yaml", "--coverage", "none").out, "list.yaml: 1 passed\n")

    def test_wrong_files_are_reported_and_others_run(self):
        self.write("door.test.yaml", "- {scenario: opens, expect: {active: opn}}\n- {scenario: b, given: {x: 1}, expect: {active: shut}}\n")
        self.brain("root: {states: {a: {transitions: [{to: c}]}}}\n", "bad.yaml")
        self.write("bad.test.yaml", "- {scenario: a, expect: {active: a}}\n")
        self.brain(DOOR, "good.yaml")
        self.write("good.test.yaml", "- {scenario: a, expect: {active: open}}\n")
        messages = ("bad.yaml:3:40: there is no state 'c'; the states are a\n"
                    "door.test.yaml:1:38: there is no state 'opn'; did you mean 'open'?\n"
                    "door.test.yaml:2:25: the brain has no field 'x'\n")
        result = self.wits("test", "--coverage", "none")
        self.assertEqual((result.status, result.err), (1, messages))
        self.assertEqual(result.out, "bad.test.yaml: not run: its brain bad.yaml has problems\n"
                         "door.test.yaml: not run: 2 problems in the file\ngood.test.yaml: 1 passed\n3 files: 1 passed\n")
        tap = self.wits("test", "--format", "tap", "--coverage", "none").out.splitlines()
        self.assertEqual(tap[:3], ["TAP version 14", "1..3", "not ok 1 - bad.test.yaml"])
        self.assertEqual(tap[-1], "ok 3 - good.test.yaml: a")
        root = xml.etree.ElementTree.fromstring(self.wits("test", "--format", "junit").out)
        self.assertEqual((root.get("tests"), root.get("failures"), root.get("errors")), ("3", "0", "2"))
        self.assertEqual([case.find("error") is not None for case in root.iter("testcase")], [True, True, False])

    def test_arguments_of_calls_are_checked(self):
        self.brain("functions: {near: {kind: condition, parameters: [float, text]}, say: {kind: action, parameters: [text]}}\n"
                   "root: {states: {open: {enter: say(\"hi\"), transitions: [{to: shut, when: 'near(2, \"x\")'}]}, shut: {}}}\n", "door.yaml")
        self.write("door.test.yaml", "- {scenario: a, given: {near(2): true, 'near(x y, \"z\")': true}, "
                   "when: {'near(\"x\", 2)': true}, expect: {calls: [say(3), say()]}, never: {calls: 'say(\"a\", 1)'}}\n")
        self.assertEqual(self.wits("test").err, "".join(f"door.test.yaml:1:{place}: {what}\n" for place, what in (
            (25, "near takes 2 arguments, not 1"),
            (40, "an argument must be a number, a text in quotes, true, false or the name of an enum's value"),
            (72, "argument 1 of near is a number, not \"x\""),
            (112, "argument 1 of say is a text in quotes, not 3"),
            (144, "say takes 1 argument, not 2"))))
        self.write("door.test.yaml", "- {scenario: a, after: 0, expect: {calls: say(\"hi\")}}\n"
                   "- {scenario: b, when: {'near(2.0,\"x\")': true}, expect: {active: shut}}\n"
                   "- {scenario: c, when: {near(): true}, expect: {active: shut}}\n"
                   "- {scenario: d, when: {'near(2, \"y\")': true}, expect: {active: open}}\n")
        self.assertIn("4 passed", self.good("test").out)

    def test_hostile_files(self):
        deep = "[" * 100000
        for text, message in ((f"- scenario: {deep}", "nested more than 64 deep"), (b"- scenario: \xff", "not UTF-8"),
                              ("- &a {scenario: *a}", "anchors"), ("\0", "not "), ("x" * 17000000, "larger than 16 MiB"),
                              ("- {scenario: a, within: " + "9" * 5000 + ", expect: {active: open}}", "a number of ticks"),
                              ("- {scenario: a, seed: " + "9" * 5000 + ", expect: {active: open}}", "seed is a whole number"),
                              ("- {scenario: a, expect: {holds: " + "(" * 5000 + "}}", "1:")):
            with self.subTest(message=message):
                self.write("door.test.yaml", text)
                result = self.wits("test")
                self.assertEqual(result.status, 1)
                self.assertIn(message, result.err)
                self.assertLess(len(result.err), 5000)

    @unittest.skipUnless(hasattr(os, "mkfifo"), "there are no FIFOs")
    def test_a_fifo_is_refused(self):
        os.remove(self.folder / "door.test.yaml")
        os.mkfifo(self.folder / "door.test.yaml")
        result = self.wits("test")
        self.assertEqual((result.status, result.err), (1, "door.test.yaml: is not a regular file\n"))

    def test_many_scenarios_and_many_ticks(self):
        self.write("door.test.yaml", "".join(f"- {{scenario: s{i}, after: 2, expect: {{active: shut}}}}\n" for i in range(10000))
                   + "- {scenario: long, for: 100000, expect: {active: [not open, shut]}, from: shut}\n")
        self.assertEqual(self.good("test").out, "door.test.yaml: 10001 passed\ncoverage of door.yaml: 2 of 2 states, 1 of 1 transition\n")

    def test_seeds(self):
        self.brain("root: {states: {wait: {transitions: [{to: left, when: random < 0.5}, {to: right}]}, left: {}, right: {}}}\n", "door.yaml")
        self.write("door.test.yaml", "- {scenario: a, expect: {active: left}}\n- {scenario: b, seed: 3, expect: {active: left}}\n")
        results = [self.wits("test", "--seed", seed, "--format", "tap").out for seed in range(16)]
        firsts = {out.splitlines()[2][:6] for out in results}
        self.assertEqual(firsts, {"ok 1 -", "not ok"})  # the seed matters
        seconds = {re.search("^(not ok|ok) 2", out, re.MULTILINE)[1] for out in results}
        self.assertEqual(len(seconds), 1)  # unless the scenario has its own
        self.assertEqual(results[5], self.wits("test", "--seed", 5, "--format", "tap").out)

    def test_constants_can_be_overridden(self):
        self.brain("constants: {patience: 2}\nroot: {states: {open: {transitions: [{to: shut, after: patience}]}, shut: {}}}\n", "door.yaml")
        self.write("door.test.yaml", "- {scenario: a, steps: [{after: patience, expect: {active: shut}}]}\n"
                   "- {scenario: b, after: 4, expect: {active: shut}}\n")
        self.good("test")
        self.good("test", "--const", "patience=4")
        self.assertEqual(self.wits("test", "--const", "patience=5").status, 1)


if __name__ == "__main__":
    unittest.main()
