# SPDX-License-Identifier: MIT
"""bash completes exactly the commands and options that --help lists, and zsh and fish complete them, too."""

import os
import pty
import re
import select
import shutil
import subprocess
import time
import unittest

from program import FEW_REPEATS, PROGRAM, ROOT, Case

FOLDER = ROOT / "tools/completion"

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


class Completion(Case):
    def setUp(self):
        super().setUp()
        for name in ("a.yaml", "b.json", "c.csv", "d.txt"):
            (self.folder / name).write_text("")
        (self.folder / "folder").mkdir()


@unittest.skipUnless(shutil.which("bash"), "there is no bash")
class Bash(Completion):
    def offered(self, *words):
        done = subprocess.run(["bash", "-c", SCRIPT, "bash", FOLDER / "wits.bash", PROGRAM, *words],
                              cwd=self.folder, capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        return sorted(word for word in done.stdout.splitlines() if word)

    def commands(self):
        found = re.findall(r"^  (\w+)  +\w", self.good("--help").out, re.MULTILINE)
        self.assertGreaterEqual(len(found), 7)
        return found

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
            for option, value in list(values_of(LISTED.findall(text)).items())[::4 if FEW_REPEATS else 1]:
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
        if not FEW_REPEATS:
            self.assertEqual(tried, {"switch", "words", "table", "file", "folder", "number"})
        self.assertEqual(self.offered("run", "a.yaml", "--format", "=", "js"), ["jsonl"])
        self.assertEqual(self.offered("graph", "a.yaml", "-o", "d"), ["d.txt"])

    def test_files(self):
        for command in self.commands():
            self.assertEqual(self.offered(command, ""), ["a.yaml", "b.json", "folder"])
        self.assertEqual(self.offered("run", "b"), ["b.json"])


# What a line offers in the middle of a word, for shells whose completions cannot be called as a function.
OFFERED = {
    "wits ": (["check", "inspect", "--version"], ["a.yaml"]),
    "wits help ": (["check", "inspect"], ["a.yaml", "--version"]),
    "wits run ": (["a.yaml", "folder"], ["check"]),
    "wits run a.yaml --": (["--ticks", "--format", "--const", "--help"], ["--agents", "a.yaml"]),
    "wits run a.yaml --format ": (["jsonl", "text"], ["json ", "a.yaml"]),
    "wits graph a.yaml --format ": (["dot", "mermaid", "pdf"], ["a.yaml"]),
    "wits run a.yaml --inputs ": (["c.csv", "folder"], []),
    "wits graph a.yaml -o ": (["a.yaml", "d.txt"], ["check"]),
    "wits prove a.yaml -o ": (["folder"], ["d.txt", "c.csv"]),
    "wits crowd a.yaml --path ": (["groups", "masks", "single"], ["a.yaml"]),
}


class Lines(Completion):
    def check(self, offered):
        for line, (there, absent) in OFFERED.items():
            with self.subTest(line=line):
                shown = offered(line)
                for word in there:
                    self.assertIn(word, shown)
                for word in absent:
                    self.assertNotIn(word, shown.replace(line, ""))

    @unittest.skipUnless(shutil.which("fish"), "there is no fish")
    def test_fish(self):
        path = f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}"

        def offered(line):
            script = f"source {FOLDER / 'wits.fish'}; complete -C '{line}'"
            done = subprocess.run(["fish", "--no-config", "-c", script], cwd=self.folder, capture_output=True, text=True,
                                  env={**os.environ, "PATH": path, "HOME": str(self.folder)}, check=True)
            self.assertEqual(done.stderr, "")
            return done.stdout

        self.check(offered)

    @unittest.skipUnless(shutil.which("zsh"), "there is no zsh")
    def test_zsh(self):
        self.check(self.offered_by_zsh)

    def offered_by_zsh(self, line):
        """Types a line into a terminal, and returns what appears after two tabs."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            os.environ.update(PATH=f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}", TERM="dumb", COLUMNS="200", LINES="100", HOME=".")
            os.execvp("zsh", ["zsh", "-f", "-i"])

        def read_until(end):
            seen, last = "", time.monotonic() + 20
            while end not in seen and time.monotonic() < last:
                if select.select([terminal], [], [], 0.1)[0]:
                    seen += os.read(terminal, 65536).decode(errors="replace")
            self.assertIn(end, seen)
            return seen

        setup = f"fpath=({FOLDER} $fpath); autoload -U compinit; compinit -D -u; unsetopt prompt_sp list_beep"
        os.write(terminal, f"{setup}; PROMPT='re''ady> '\n".encode())
        read_until("ready> ")
        os.write(terminal, f"{line}\t\t\x15echo do''ne\n".encode())  # Ctrl-U clears the line
        shown = read_until("done")
        os.close(terminal)
        os.waitpid(pid, 0)
        return shown


if __name__ == "__main__":
    unittest.main()
