# SPDX-License-Identifier: MIT
"""wits expand, and --const with every command."""

import json
import unittest

from program import BRAIN_FILES, ROOT, Case

COMMON = """\
wits: 1
constants: {far: 2.5, patience: 3s}
conditions: {near: distance < far}
parts:
  chase:
    parameters: {lost: condition}
    state:
      states:
        run: {update: run(), transitions: [{to: stop, when: lost}]}
        stop: {transitions: [{to: run, when: near and elapsed > patience}]}
"""
DOG = """\
wits: 1
brain: dog
ticks_per_second: 10
include: lib/common.yaml
context: {distance: float}
root:
  states:
    sit: {transitions: [{to: chase, when: near, after: 1s}]}
    chase: {use: chase, with: {lost: not near}}
"""
WHOLE = """\
wits: 1
brain: dog
ticks_per_second: 10
context: {distance: float}
root:
  states:
    sit: {transitions: [{to: chase, when: distance < 2.5, after: 1s}]}
    chase:
      states:
        run: {update: run(), transitions: [{to: stop, when: not (distance < 2.5)}]}
        stop: {transitions: [{to: run, when: (distance < 2.5) and elapsed > 30}]}
"""


class Expand(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "lib").mkdir()
        (self.folder / "lib/common.yaml").write_text(COMMON)
        (self.folder / "dog.yaml").write_text(DOG)

    def test_a_brain_is_one_file(self):
        self.assertEqual(self.good("expand", "dog.yaml").out, WHOLE)
        self.good("expand", "dog.yaml", "-o", "whole.yaml")
        self.assertEqual((self.folder / "whole.yaml").read_text(), WHOLE)
        self.assertEqual(self.good("expand", "whole.yaml").out, WHOLE)

    def test_every_brain_lives_as_it_does_written_out(self):
        for brain in [*BRAIN_FILES, self.folder / "dog.yaml"]:
            with self.subTest(brain=brain):
                self.good("expand", brain, "-o", "whole.yaml")
                self.assertEqual(self.good("run", "whole.yaml", "--format", "jsonl", "--trace").out,
                                 self.good("run", brain, "--format", "jsonl", "--trace").out)

    def test_constants_of_the_command_line(self):
        for const in (["--const", "far=9"], ["--const=far=9"]):
            self.assertEqual(self.good("expand", "dog.yaml", *const).out, WHOLE.replace("2.5", "9"))
        self.assertIn("did you mean 'far'?", self.bad(1, "check", "dog.yaml", "--const", "fra=9"))
        self.assertIn("--const' needs NAME=VALUE, not 'far'", self.bad(2, "run", "dog.yaml", "--const", "far"))
        self.assertIn("--const' needs NAME=VALUE", self.bad(2, "run", "dog.yaml", "--const"))

    def test_an_included_file_is_not_written_over(self):
        self.bad(2, "expand", "dog.yaml", "-o", "lib/common.yaml")
        self.assertEqual((self.folder / "lib/common.yaml").read_text(), COMMON)

    def test_a_warning_in_a_part_says_both_places(self):
        (self.folder / "lib/common.yaml").write_text(COMMON + "        never: {}\n")
        said = self.wits("check", "dog.yaml").err
        self.assertIn("lib/common.yaml:11:9: warning: unreachable state 'chase/never'", said)
        self.assertIn("(used at dog.yaml:9:18)", said)


LEAF, MACHINE = "score: 1", "score: 1, states: {x: {}, y: {}}"
UTILITY = "score: 1, kind: utility, states: {x: {score: 1}, y: {score: 2}}"
ABOUT = "score: enemy.near, target: enemy"
# For each key of a state its value, other keys of the part's state, and the part's name for a state in it.
BESIDE = {
    "kind": ("utility", UTILITY.replace("kind: utility, ", "")),
    "initial": ("y", MACHINE),
    "activation": ("on_decide", MACHINE),
    "leave": ("resume", MACHINE),
    "enter": ("act()", LEAF),
    "exit": ("act()", LEAF),
    "update": ("act()", LEAF),
    "decide": ("act()", LEAF),
    "steps": ("[{when: hurt, do: act()}]", LEAF),
    "transitions": ("[{to: t/y, after: 3}]", MACHINE, "[{to: y, after: 3}]"),
    "any": ("[{to: t/y, when: hurt, after: 3}]", MACHINE, "[{to: y, when: hurt, after: 3}]"),
    "states": ("{x: {}, y: {}}", LEAF),
    "lasts": ("3", LEAF),
    "done": ("not hurt", LEAF),
    "final": ("true", LEAF),
    "commit": ("true", LEAF + ", lasts: 3"),
    "score": ("health * 2", "update: act()"),
    "weight": ("2", LEAF),
    "hold": ("3", LEAF),
    "rank": ("health + 1", LEAF),
    "cooldown": ("4", LEAF),
    "inertia": ("0.5", UTILITY),
    "floor": ("0.1", UTILITY),
    "every": ("5", UTILITY),
    "select": ("{top: 2}", UTILITY),
    "default": ("y", UTILITY),
    "target": ("enemy", LEAF),
    "target_inertia": ("0.5", ABOUT),
    "retarget": ("act()", ABOUT),
    "reenter": ("true", ABOUT),
}


class Beside(Case):
    """Keys beside `use` are the using state's own, and an error if the part has them, too."""

    def whole(self, of_part, beside, parts=True):
        """An option `t` that uses a part, or its expansion."""
        listed = f"parts:\n  p: {{state: {{{of_part}}}}}\n" if parts else ""
        option = ", ".join(filter(None, ["use: p" if parts else of_part, beside]))
        return self.brain(f"{listed}context: {{hurt: bool, health: float}}\nfunctions: {{act: action}}\n"
                          f"targets: {{enemy: {{near: float}}}}\n"
                          f"root: {{kind: utility, states: {{t: {{{option}}}, o: {{score: 0.5}}}}}}\n")

    def expanded(self, *arguments, **more):
        return self.good("expand", self.whole(*arguments, **more)).out

    def test_every_key_of_a_state_is_here(self):
        schema = json.loads((ROOT / "schema/brain.schema.json").read_text())
        self.assertEqual(set(BESIDE), set(schema["$defs"]["state"]["properties"]) - {"use", "with"})

    def test_a_key_stands_beside_use_or_in_the_part(self):
        for key, (value, rest, *of_part) in BESIDE.items():
            with self.subTest(key=key):
                inside = f"{key}: {(of_part or [value])[0]}"
                self.assertEqual(self.expanded(rest, f"{key}: {value}"),
                                 self.expanded(rest, f"{key}: {value}", parts=False))
                self.assertEqual(self.expanded(f"{rest}, {inside}", ""),
                                 self.expanded(f"{rest}, {inside}", "", parts=False))

    def test_a_key_that_both_say_is_an_error(self):
        for key, (value, rest, *of_part) in BESIDE.items():
            with self.subTest(key=key):
                of_part = f"{rest}, {key}: {(of_part or [value])[0]}"
                column = len("root: {kind: utility, states: {t: {use: p, ") + 1
                self.assertEqual(self.bad(1, "check", self.whole(of_part, f"{key}: {value}")).splitlines()[0],
                                 f"brain.yaml:8:{column}: duplicate key '{key}'; the part has it at line 4")

    def test_parts_of_parts_say_a_key_once(self):
        parts = """parts:
  inner: {state: {lasts: 3, enter: act()}}
  outer: {state: {use: inner, final: true}}
"""
        good = self.brain(parts + "root: {states: {t: {use: outer, done: elapsed > 1}}}\n")
        self.assertIn("{t: {lasts: 3, enter: act(), final: true, done: elapsed > 1}}", self.good("expand", good).out)
        bad = self.brain(parts + "root: {states: {t: {use: outer, lasts: 4}}}\n")
        self.assertEqual(self.bad(1, "check", bad).splitlines()[0],
                         "brain.yaml:6:33: duplicate key 'lasts'; the part has it at line 4")
        bad = self.brain(parts.replace("final: true", "lasts: 5") + "root: {states: {t: {use: outer}}}\n")
        self.assertEqual(self.bad(1, "check", bad).splitlines()[0],
                         "brain.yaml:5:31: duplicate key 'lasts'; the part has it at line 4 (used at brain.yaml:6:26)")

    def test_the_root_may_be_a_part(self):
        brain = self.brain("""parts: {p: {parameters: {n: time}, state: {lasts: n, states: {a: {transitions: [{to: b}]}, b: {}}}}}
root: {use: p, with: {n: 7}, enter: act(), any: [{to: /a, after: 9}]}
""")
        self.assertEqual(self.good("expand", brain).out, """wits: 1
brain: test
root:
  lasts: 7
  states: {a: {transitions: [{to: b}]}, b: {}}
  enter: act()
  any: [{to: /a, after: 9}]
""")


if __name__ == "__main__":
    unittest.main()
