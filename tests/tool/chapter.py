# SPDX-License-Identifier: MIT
"""Chapters of the documentation: finds their brains, and checks whether the program prints what they show."""

import os
import re
import shlex
import shutil
import subprocess

from program import PROGRAM, ROOT, Case

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
FILE_OF = re.compile(r"# ([\w/]+\.yaml)\n")


def blocks_of(text):
    """Kind and text of each fenced block."""
    return FENCE.findall(text)


def is_drawing(command):
    return "--format svg" in command


def printed(command, folder):
    """Exit status and output, as a person sees them."""
    program, *arguments = shlex.split(command)
    assert program == "wits", command
    variables = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    done = subprocess.run([PROGRAM, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding="utf-8", env=variables, timeout=600, check=False)
    return done.returncode, done.stdout.splitlines()


def prepared(folder):
    """A folder with the files that commands find in the project's."""
    for name in ("brains", "tests", "docs", "examples"):
        os.symlink(ROOT / name, folder / name)
    return folder


def renewed(text, folder):
    """The text with its brains as in their files, and with the current output of commands whose output is complete."""
    def renew(block):
        kind, body = block[1], block[2]
        named = FILE_OF.match(body)
        if kind == "yaml" and named and (ROOT / named[1]).is_file():
            body = (ROOT / named[1]).read_text()
        elif kind == "console":
            body = COMMAND.sub(lambda one: one[0] if "...\n" in one[2] else
                               "\n".join([f"$ {one[1]}", *printed(one[1], folder)[1]]) + "\n", body)
        return f"```{kind}\n{body}```"

    return FENCE.sub(renew, text)


class Chapter(Case):
    """A test in such a folder."""

    def setUp(self):
        super().setUp()
        prepared(self.folder)

    def printed(self, command, status=0):
        returned, lines = printed(command, self.folder)
        self.assertEqual(returned, status, "\n".join(lines))
        return lines

    def check_output(self, shown, lines):
        """Pieces between lines of `...` appear in this order; nothing else is missing at the ends."""
        parts = re.split(r"^\.\.\.$", "\n".join(shown), flags=re.MULTILINE)
        pieces = [part.strip("\n").split("\n") for part in parts]
        at = 0
        for number, piece in enumerate(pieces):
            if piece == [""]:
                continue
            places = [i for i in range(at, len(lines) - len(piece) + 1) if lines[i:i + len(piece)] == piece]
            self.assertTrue(places, "\n".join(["not printed:", *piece, "but:", *lines]))
            self.assertTrue(number > 0 or places[0] == 0, piece)
            at = places[0] + len(piece)
        if shown[-1] != "...":
            self.assertEqual(at, len(lines), lines[at:])

    def check_commands(self, text):
        """Runs every command of the text's console blocks. Returns their number."""
        count = 0
        for kind, block in blocks_of(text):
            for command, shown in COMMAND.findall(block) if kind == "console" else []:
                count += 1
                if is_drawing(command) and shutil.which("dot") is None:
                    continue
                with self.subTest(command=command):
                    lines = self.printed(command)
                    if shown:
                        self.check_output(shown.rstrip("\n").split("\n"), lines)
                    else:
                        self.assertEqual(lines, [])
        return count

    def check_brains_in_files(self, text):
        """Brains that name a file equal it, and are valid. Returns their names."""
        names = []
        for kind, block in blocks_of(text):
            named = FILE_OF.match(block)
            if kind == "yaml" and named:
                with self.subTest(brain=named[1]):
                    self.assertEqual(block, (ROOT / named[1]).read_text())
                    self.assertEqual(self.printed(f"wits check {named[1]} --strict"), [f"{named[1]}: ok"])
                names.append(named[1])
        return names

    def check_links(self, text, folder):
        for target in re.findall(r"\]\(([^)#]+)", text):
            if "://" not in target:
                self.assertTrue((ROOT / folder / target).exists(), target)
        titles = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
                  for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}
        for anchor in re.findall(r"\]\(#([^)]+)\)", text):
            self.assertIn(anchor, titles)
