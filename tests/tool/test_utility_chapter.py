# SPDX-License-Identifier: MIT
"""docs/utility.md agrees with the program: brains, their output, and chances."""
import re
import textwrap
import unittest

from chapter import Chapter, blocks_of
from program import BRAINS, ROOT

TEXT = (ROOT / "docs/utility.md").read_text()
BLOCKS = blocks_of(TEXT)
NAMED = {block.split("\n", 1)[0][2:]: block for kind, block in BLOCKS if kind == "yaml" and block.startswith("# ")}


class Utility(Chapter):
    def setUp(self):
        super().setUp()
        for name, block in NAMED.items():
            self.write(name, block)

    def test_all_that_is_printed(self):
        self.assertGreaterEqual(self.check_commands(TEXT), 9)

    def test_brains_are_right_and_pieces_are_of_the_wolf_and_the_squad(self):
        lines = [line.strip() for name in ("wolf", "squad") for line in (BRAINS / f"{name}.yaml").read_text().splitlines()]
        for name in NAMED:
            self.assertEqual(self.printed(f"wits check {name}")[-1].split(":")[1][:3], " ok")
        pieces = [block for kind, block in BLOCKS if kind == "yaml" and not block.startswith("# ")]
        self.assertGreaterEqual(len(pieces), 6)
        for block in pieces:
            piece = [line.strip() for line in textwrap.dedent(block).strip("\n").split("\n")]
            self.assertTrue(any(lines[i:i + len(piece)] == piece for i in range(len(lines))), block)
        self.assertEqual({kind for kind, _ in BLOCKS}, {"yaml", "console"})

    def test_chances(self):
        rows = re.findall(r"^\| `([^`]+)` \| ([\d.]+ %) \| ([\d.]+ %) \| (?:([\d.]+ %) )?\|$", TEXT, re.MULTILINE)
        self.assertEqual(len(rows), 5)
        for select, *chances in rows:
            with self.subTest(select=select):
                self.write("other.yaml", NAMED["chance.yaml"].replace("{within: 0.25}", select))
                told = dict(re.findall(r"^(?:    |  ▸ )(eat|sleep|drink) +[\d.]+ +([\d.]+ %)?",
                                       "\n".join(self.printed("wits explain other.yaml --at 0")), re.MULTILINE))
                self.assertEqual([told["eat"], told["sleep"], told["drink"]], chances)

    def test_what_is_said_of_inertia_and_howling(self):
        self.write("other.yaml", NAMED["flicker.yaml"].replace("utility\n", "utility\n  inertia: 0.3\n"))
        states = [line.split()[1:3] for line in self.printed("wits run other.yaml --ticks 12")[1:]]
        changes = [tick for tick, words in enumerate(states) if words[0] == "→"]
        self.assertEqual([b - a for a, b in zip(changes[1:], changes[2:])], [4] * (len(changes) - 2))
        self.assertGreaterEqual(len(changes), 4)
        wolf = (BRAINS / "wolf.yaml").read_text()
        without = wolf.replace("cooldown: 12", "cooldown: 0")
        for name, text, state in (("with", wolf, "roam"), ("without", without, "howl")):
            self.write(f"{name}.yaml", text)
            rows = self.printed(f"wits run {name}.yaml --inputs tests/golden/wolf.csv --ticks 8")
            self.assertIn(state, rows[-1].split("(")[0])

    def test_links_and_pictures_are_there(self):
        self.check_links(TEXT, "docs")


if __name__ == "__main__":
    unittest.main()
