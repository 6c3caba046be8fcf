# SPDX-License-Identifier: MIT
"""docs/comparing.md shows the program's actual output, and its picture. `test_comparing_chapter.py --renew` writes both
again; read the difference before you keep it."""
import re
import sys
import tempfile
import unittest
import pathlib

from chapter import COMMAND, FENCE, Chapter, blocks_of, prepared, printed
from program import ROOT

PAGE = ROOT / "docs/comparing.md"
PICTURE = ROOT / "docs/images/guard-change.svg"
TEXT = PAGE.read_text()
DIFFERENT = 3
PAGE_OF_REVIEW = re.compile(r"^````markdown\n(.*?)^````$", re.MULTILINE | re.DOTALL)


def brave():
    """The guard with the change that the page shows."""
    change = next(block for kind, block in blocks_of(TEXT) if kind == "diff")
    old, new = (re.search(rf"^\{sign}(.*)$", change, re.MULTILINE)[1] for sign in "-+")
    brain = (ROOT / "brains/guard.yaml").read_text()
    assert brain.count(old) == 1
    return brain.replace(old, new)


def review_command():
    return next(block for kind, block in blocks_of(TEXT) if block.startswith("wits review brains/")).strip()


class Comparing(Chapter):
    def setUp(self):
        super().setUp()
        self.write("brave.yaml", brave())

    def printed(self, command, status=None):
        status = DIFFERENT if command.startswith("wits diff") and "--inputs-of" not in command else 0
        return super().printed(command, status)

    def test_all_that_is_printed(self):
        self.assertEqual(self.check_commands(TEXT), 2)
        self.assertEqual((self.folder / "guard-change.svg").read_text(), PICTURE.read_text())

    def test_the_commands_that_explain_tell_the_same(self):
        """The commands that diff prints repeat its explanation."""
        lines = self.printed("wits diff brains/guard.yaml brave.yaml")
        commands = [line.strip() for line in lines if line.startswith("   wits ")]
        told = [line[6:] for line in lines if re.match("   [AB]: ", line)]
        self.assertEqual(len(told), 10)
        again = []
        for command in commands:
            words, _, file = command.partition(" > ")
            out = self.printed(words)
            if file:
                self.write(file, "\n".join(out) + "\n")
            else:
                again.append(out[0])
        self.assertEqual(len(again), 10)
        for one, other in zip(told, again):
            self.assertTrue(one.startswith(other), (one, other))

    def test_the_page_of_the_review(self):
        shown = PAGE_OF_REVIEW.search(TEXT)[1]
        lines = self.printed(review_command())
        self.check_output(shown.rstrip("\n").split("\n"), lines)
        self.assertEqual(lines.count("</details>"), sum(line.startswith("<details>") for line in lines))

    def test_links(self):
        self.check_links(TEXT, "docs")


def renew():
    with tempfile.TemporaryDirectory() as name:
        folder = prepared(pathlib.Path(name))
        (folder / "brave.yaml").write_text(brave())

        def renewed(block):
            if block[1] != "console":
                return block[0]
            body = COMMAND.sub(lambda one: "\n".join([f"$ {one[1]}", *printed(one[1], folder)[1]]) + "\n", block[2])
            return f"```console\n{body}```"

        PAGE.write_text(FENCE.sub(renewed, TEXT))
        PICTURE.write_text((folder / "guard-change.svg").read_text())


if __name__ == "__main__":
    if "--renew" in sys.argv:
        renew()
    else:
        unittest.main()
