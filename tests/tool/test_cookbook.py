# SPDX-License-Identifier: MIT
"""The brains of docs/cookbook.md behave as described there. Its C programs are compiled and run by
tests/checks/snippets.py."""
import unittest

from chapter import Chapter, blocks_of
from program import ROOT

TEXT = (ROOT / "docs/cookbook.md").read_text()
NAMED = {block.split("\n", 1)[0][2:]: block for kind, block in blocks_of(TEXT)
         if kind == "yaml" and block.startswith("# ")}


class Cookbook(Chapter):
    def setUp(self):
        super().setUp()
        for name, block in NAMED.items():
            self.write(name, block)

    def test_all_that_is_printed(self):
        self.assertGreaterEqual(self.check_commands(TEXT), 2)

    def test_brains_are_right(self):
        self.assertGreaterEqual(len(NAMED), 2)
        for name in NAMED:
            self.assertEqual(self.printed(f"wits check --strict {name}"), [f"{name}: ok"])


if __name__ == "__main__":
    unittest.main()
