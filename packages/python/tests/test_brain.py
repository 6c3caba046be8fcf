# SPDX-License-Identifier: MIT
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest

import wits
from support import ROOT, WALKER, brain, parse


class Reading(unittest.TestCase):
    def test_a_brain_is_described(self):
        villager = brain("villager")
        self.assertEqual(villager.name, "villager")
        self.assertEqual(villager.events, ("visitor",))
        self.assertEqual(villager.fields[0], wits.Field("hunger", "float", (), 0.4, True))
        self.assertEqual(villager.fields[3], wits.Field("food", "uint8", (), 2, True))
        self.assertEqual(villager.fields[4], wits.Field("night", "bool", (), False, False))
        self.assertEqual(villager.functions, (wits.Function("walk", "action"), wits.Function("say", "action")))
        self.assertEqual([(state.path, state.name, state.kind, state.parent, state.end) for state in villager.states[:4]],
                         [("", "", "parallel", None, 11), ("body", "body", "fsm", 0, 3),
                          ("body/lives", "lives", "leaf", 1, 3), ("mind", "mind", "utility", 0, 11)])
        self.assertEqual(parse(WALKER).fields[2], wits.Field("mood", "enum", ("calm", "angry"), "calm", False))
        self.assertEqual(brain("squad").targets[0].name, "enemy")
        self.assertEqual(repr(villager), "<wits.Brain 'villager': 11 states, 5 fields>")

    def test_texts_are_those_of_the_file(self):
        villager = brain("villager")
        self.assertEqual(villager.text, (ROOT / "brains/villager.yaml").read_text())
        self.assertNotIn("parts:", villager.expanded)
        self.assertEqual(wits.Brain(villager.expanded).hash, villager.hash)
        self.assertEqual(villager.files, (str(ROOT / "brains/villager.yaml"),))

    def test_all_mistakes_are_in_one_exception(self):
        with self.assertRaises(wits.BrainError) as raised:
            parse("""\
                wits: 1
                brain: x
                events: [bell]
                root:
                  states:
                    a: {updat: act(), transitions: [{to: b, event: bel}]}
                """, name="x.yaml")
        problems = raised.exception.problems
        self.assertEqual([(one.file, one.line, one.column, one.code) for one in problems],
                         [("x.yaml", 6, 9, "KEY_UNKNOWN"), ("x.yaml", 6, 42, "STATES_ARE"),
                          ("x.yaml", 6, 52, "EVENT_UNKNOWN")])
        self.assertEqual(str(problems[0]), "x.yaml:6:9: a state has no key 'updat'; did you mean 'update'?")
        self.assertEqual(str(raised.exception), "\n".join(map(str, problems)))
        self.assertIsInstance(raised.exception, ValueError)
        self.assertEqual(pickle.loads(pickle.dumps(raised.exception)).problems, problems)

    def test_a_long_list_of_mistakes_is_shortened(self):
        states = "".join(f"    s{i}: {{x: 1}}\n" for i in range(30))
        with self.assertRaises(wits.BrainError) as raised:
            wits.Brain("wits: 1\nbrain: x\nroot:\n  states:\n" + states)
        self.assertEqual(len(raised.exception.problems), 30)
        self.assertEqual(str(raised.exception).splitlines()[-1], "10 more problems")

    def test_a_missing_file_is_a_problem(self):
        with self.assertRaisesRegex(wits.BrainError, "^nothing.yaml: there is no such file$"):
            wits.Brain("nothing.yaml")
        with self.assertRaises(TypeError):
            wits.Brain(7)

    def test_included_files_and_constants_are_given(self):
        text = """\
            wits: 1
            brain: x
            include: [common.yaml]
            context: {n: int}
            root: {states: {a: {transitions: [{to: b, when: high}]}, b: {}}}
            """
        files = {"common.yaml": "wits: 1\nconstants: {most: 3}\nconditions: {high: n > most}\n"}
        x = parse(text, files=files)
        self.assertEqual(x.files, ("brain", "common.yaml"))
        for constants, expected in ({}, "b"), ({"most": 7}, "a"):
            agent = parse(text, files=files, constants=constants).agent(n=5)
            agent.tick()
            self.assertEqual(agent.active, [expected])
        with self.assertRaisesRegex(wits.BrainError, "there is no file 'common.yaml'|no such file"):
            parse(text, files={})
        with self.assertRaisesRegex(wits.BrainError, "mst"):
            parse(text, files=files, constants={"mst": 7})

    def test_files_are_included_from_the_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.yaml").write_text("wits: 1\nbrain: x\ninclude: [b.yaml]\nroot: {states: {a: {}}}\n")
            pathlib.Path(folder, "b.yaml").write_text("wits: 1\nconstants: {most: 3}\n")
            self.assertEqual(len(wits.Brain(pathlib.Path(folder, "a.yaml")).files), 2)

    def test_warnings_are_likely_mistakes(self):
        found = parse("""\
            wits: 1
            brain: x
            ticks_per_second: 10
            root: {states: {a: {transitions: [{to: b, after: 149ms}]}, b: {}}}
            """).warnings
        self.assertEqual([(one.line, one.code != "") for one in found], [(4, True)])

    def test_unknown_names_suggest_others(self):
        agent = parse(WALKER).agent()
        for call, message in (
                (lambda: agent.goto("wlk"), "unknown state 'wlk'; did you mean 'walk'\\?"),
                (lambda: agent.raise_event("bel"), "unknown event 'bel'; did you mean 'bell'\\?"),
                (lambda: agent["hungr"], "unknown field 'hungr'; did you mean 'hunger'\\?"),
                (lambda: agent.set_targets("foe", []), "unknown kind of targets 'foe'")):
            with self.assertRaisesRegex(wits.UnknownNameError, message):
                call()
        with self.assertRaisesRegex(AttributeError, "did you mean 'hunger'"):
            agent.hungr = 1
        with self.assertRaises(TypeError):
            agent.goto(3)

    def test_an_ambiguous_state_lists_its_paths(self):
        x = parse("""\
            wits: 1
            brain: x
            root: {states: {a: {states: {c: {}}}, b: {states: {c: {}}}}}
            """)
        with self.assertRaisesRegex(wits.UnknownNameError, "'c' is ambiguous: 'a/c', 'b/c'"):
            x.agent().goto("c")

    def test_the_version_is_the_librarys(self):
        self.assertRegex(wits.__version__, r"^\d+\.\d+\.\d+$")
        header = (ROOT / "include/wits/api.h").read_text()
        self.assertIn(f'#define WITS_VERSION "{wits.__version__}"', header)


class Leaks(unittest.TestCase):
    def test_ten_thousand_brains_leave_no_memory(self):
        code = """
import gc, sys, wits
text = open(%r).read()
brain = wits.Brain(text)
def make_brain():
    wits.Brain(text)
def make_agent():
    brain.agent(functions={"walk": lambda call, where: None, "say": lambda call, what: None}).tick()
def make_crowd():
    cycle = []
    cycle.append(wits.Crowd(brain, 8, functions={"say": lambda call, what, cycle=cycle: None}))
    cycle[0].tick()
def make_pictures():
    brain.run({"hunger": [0.5, 0.6]}, plot=["food"]).svg()
    brain.map(("hunger", 0, 1), ("tiredness", 0, 1), of="mind", size=(16, 16))
    brain.curve("mind/eat")
    try:
        brain.run({"hunger": ["x"]})
    except wits.PictureError:
        pass
def resident():
    gc.collect()
    with open("/proc/self/statm") as file:
        return 4 * int(file.read().split()[1])
for make, count in (make_brain, 10000), (make_agent, 2000), (make_crowd, 500), (make_pictures, 500):
    for _ in range(500):
        make()
    before = resident()
    for _ in range(count):
        make()
    grown = resident() - before
    assert grown < 2000, f"{make.__name__}: {grown} KiB more"
""" % str(ROOT / "brains/villager.yaml")
        subprocess.run([sys.executable, "-c", code], check=True, env=dict(os.environ))


if __name__ == "__main__":
    unittest.main()
