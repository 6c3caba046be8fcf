# SPDX-License-Identifier: MIT
"""wits expand, and --const with every command."""

import unittest

from program import BRAINS, Case

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
        for brain in [*sorted(BRAINS.glob("*.yaml")), self.folder / "dog.yaml"]:
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
        self.assertIn("lib/common.yaml:11:9: warning: nothing leads to 'chase/never'", said)
        self.assertIn("(used at dog.yaml:9:18)", said)


if __name__ == "__main__":
    unittest.main()
