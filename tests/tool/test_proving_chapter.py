# SPDX-License-Identifier: MIT
"""docs/proving.md shows the program's actual output."""
import unittest

from chapter import COMMAND, Chapter, blocks_of
from program import ROOT

TEXT = (ROOT / "docs/proving.md").read_text()
BLOCKS = blocks_of(TEXT)
NAMED = {block.split("\n", 1)[0][2:]: block for kind, block in BLOCKS if kind == "yaml" and block.startswith("# ")}
STATUS = {"sniper.yaml": 3, "watchdog.yaml": 0, "mended.yaml": 0, "flicker.yaml": 3, "whistle.yaml": 3, "dinner.yaml": 3,
          "watchdog-2.csv": 3, "late.yaml": 3, "next.yaml": 3, "4": 3}


class Proving(Chapter):
    def setUp(self):
        super().setUp()
        for name, block in NAMED.items():
            self.write(name, block)

    def printed(self, command, status=None):
        words = command.split()
        return super().printed(command, STATUS.get(words[-1], 0) if status is None else status)

    def test_all_that_is_printed(self):
        count = 0
        for kind, block in BLOCKS:
            for command, shown in COMMAND.findall(block) if kind == "console" else []:
                count += 1
                with self.subTest(command=command):
                    lines = self.printed(command)
                    wanted = shown.rstrip("\n").split("\n")
                    # A line with a duration is shown up to the duration.
                    begins = [line[:-3] for line in wanted if line.endswith(", ...")]
                    for begin in begins:
                        self.assertTrue(any(line.startswith(begin) for line in lines), begin)
                    self.check_output([line for line in wanted if not line.endswith(", ...")] if begins == [] else ["..."],
                                      lines)
        self.assertGreaterEqual(count, 6)

    def test_brains_are_right(self):
        for name in ("watchdog.yaml", "mended.yaml", "tidy.yaml", "late.yaml", "next.yaml"):
            self.assertEqual(super().printed(f"wits check {name} --strict"), [f"{name}: ok"])

    def test_a_second_whistle_begins_anew_with_reenter(self):
        brain = NAMED["watchdog.yaml"].replace("event: whistle}", "event: whistle, reenter: true}")
        self.write("watchdog.yaml", brain)
        self.printed("wits prove watchdog.yaml --properties whistle.yaml", 0)

    def test_links(self):
        self.check_links(TEXT, "docs")


if __name__ == "__main__":
    unittest.main()
