# SPDX-License-Identifier: MIT
"""docs/testing-brains.md shows the program's actual output."""
import unittest

from chapter import COMMAND, Chapter, blocks_of
from program import ROOT

TEXT = (ROOT / "docs/testing-brains.md").read_text()
BLOCKS = blocks_of(TEXT)
STATUS = {"porter.test.yaml": 0, "early.yaml": 1, "misspelt.yaml": 1, "visit.yaml": 0}


class Testing(Chapter):
    def setUp(self):
        super().setUp()
        for kind, block in BLOCKS:
            if kind == "yaml" and block.startswith("# ") and not block.startswith("# ."):
                self.write(block.split("\n", 1)[0][2:], block)

    def test_all_that_is_printed(self):
        commands = [found for kind, block in BLOCKS if kind == "console" for found in COMMAND.findall(block)]
        self.assertEqual({command.split()[2] for command, _ in commands}, set(STATUS))
        for command, shown in commands:
            with self.subTest(command=command):
                lines = self.printed(command, STATUS[command.split()[2]])
                self.check_output(shown.rstrip("\n").split("\n"), lines)

    def test_examples_are_right(self):
        self.assertEqual(self.printed("wits check porter.yaml porter.test.yaml --strict"), ["porter.yaml: ok", "porter.test.yaml: ok"])
        squad = [block for kind, block in BLOCKS if kind == "yaml" and "the nearer enemy" in block]
        self.write("nearer.yaml", squad[0])
        self.printed("wits test nearer.yaml --brain brains/squad.yaml")

    def test_links(self):
        self.check_links(TEXT, "docs")


if __name__ == "__main__":
    unittest.main()
