# SPDX-License-Identifier: MIT
"""bash completes exactly the commands and options that --help lists."""

import re
import shutil
import subprocess
import unittest

from program import ROOT, Case

SCRIPT = """
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
_wits
printf '%s\\n' "${COMPREPLY[@]}"
"""
# Options at the beginning of a line of help, and those that a paragraph refers to.
LISTED = re.compile(r"^  (?:-\w, )?(--[^ ].*?)(?:  |$)", re.MULTILINE)
MENTIONED = re.compile(r"--[\w-]+")


def values_of(line_starts):
    """The notation of the value of each option: 'N', 'text|json', 'FILE.csv' or ''. Alternatives add up."""
    values = {}
    for start in line_starts:
        for option, value in re.findall(r"(--[\w-]+)(?: ([^\s,]+(?:,\w+)?))?", start):
            values.setdefault(option, []).append(value)
    return {option: "|".join(found) for option, found in values.items()}


@unittest.skipUnless(shutil.which("bash"), "there is no bash")
class Completion(Case):
    def offered(self, *words):
        done = subprocess.run(["bash", "-c", SCRIPT, "bash", ROOT / "tools/completion/wits.bash", "wits", *words],
                              cwd=self.folder, capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        return sorted(word for word in done.stdout.splitlines() if word)

    def commands(self):
        found = re.findall(r"^  (\w+)  +\w", self.good("--help").out, re.MULTILINE)
        self.assertGreaterEqual(len(found), 7)
        return found

    def setUp(self):
        super().setUp()
        for name in ("a.yaml", "b.json", "c.csv", "d.txt"):
            (self.folder / name).write_text("")
        (self.folder / "folder").mkdir()

    def test_commands(self):
        self.assertEqual(self.offered(""), sorted([*self.commands(), "help", "--help", "--version"]))
        self.assertEqual(self.offered("help", ""), sorted(self.commands()))
        self.assertEqual(self.offered("gr"), ["graph"])
        self.assertEqual(self.offered("nothing"), [])

    def test_options_of_each_command(self):
        for command in self.commands():
            with self.subTest(command=command):
                text = self.good(command, "--help").out.split("\nExample:")[0]
                text = re.sub(r"'wits [^']*'", "", text)  # mentions of other commands
                self.assertEqual(self.offered(command, "a.yaml", "--"), sorted({*MENTIONED.findall(text), "--help"}))
                self.assertEqual(self.offered(command, "--he"), ["--help"])

    def test_values_of_each_option(self):
        everything = ["a.yaml", "b.json", "c.csv", "d.txt", "folder"]
        tried = set()
        for command in self.commands():
            text = self.good(command, "--help").out.split("\nExample:")[0]
            for option, value in values_of(LISTED.findall(text)).items():
                with self.subTest(command=command, option=option):
                    offered = self.offered(command, "a.yaml", option, "")
                    self.assertEqual(self.offered(command, "a.yaml", option, "="), offered)
                    if value == "":
                        kind, wanted = "switch", ["a.yaml", "b.json", "folder"]
                    elif "|" in value:
                        kind, wanted = "words", sorted(value.split("|"))
                    elif value == "FILE.csv":
                        kind, wanted = "table", ["c.csv", "folder"]
                    elif value.startswith("FILE"):
                        kind, wanted = "file", everything
                    elif value == "FOLDER":
                        kind, wanted = "folder", ["folder"]
                    else:
                        kind, wanted = "number", []
                    self.assertEqual(offered, wanted)
                    tried.add(kind)
        self.assertEqual(tried, {"switch", "words", "table", "file", "folder", "number"})
        self.assertEqual(self.offered("run", "a.yaml", "--format", "=", "js"), ["jsonl"])
        self.assertEqual(self.offered("graph", "a.yaml", "-o", "d"), ["d.txt"])

    def test_files(self):
        for command in self.commands():
            self.assertEqual(self.offered(command, ""), ["a.yaml", "b.json", "folder"])
        self.assertEqual(self.offered("run", "b"), ["b.json"])


if __name__ == "__main__":
    unittest.main()
