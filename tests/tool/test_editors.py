# SPDX-License-Identifier: MIT
"""docs/editors.md: its settings for Vim and Visual Studio Code fit the output of `wits check`."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from program import PROGRAM, ROOT, Case

TEXT = (ROOT / "docs/editors.md").read_text()
BAD = """wits: 1
brain: test
context: {hp: int}
events: [hit]
root:
  states:
    a: {transitions: [{to: b, when: hp = 1}, {to: c}, {to: b, event: bite}]}
    b: {on_enter: go()}
"""
DOUBTFUL = """wits: 1
brain: test
context: {hp: int, spare: int}
root:
  states:
    a: {update: hp = 1}
    b: {}
"""


def block(kind, start):
    """The first code block of a kind that has these words."""
    found = [one for one in re.findall(rf"```{kind}\n(.*?)```", TEXT, re.DOTALL) if start in one]
    assert found, start
    return found[0]


def has_vim():
    vim = shutil.which("vim")
    if vim is None:
        return False
    version = subprocess.run([vim, "--version"], capture_output=True, text=True, check=False).stdout
    return "+eval" in version and "+quickfix" in version


class Code(Case):
    def found(self, *files):
        """(line, column, severity, message, code) of each line of a check, by the patterns of tasks.json."""
        task = json.loads(block("json", "problemMatcher"))["tasks"][0]
        self.assertEqual((task["command"], task["args"]), ("wits", ["check", "${file}"]))
        paths = [str(self.folder / file) for file in files]
        said = self.wits("check", "-v", *paths)
        found = []
        for line in said.err.splitlines():
            matches = [(matcher, re.search(matcher["pattern"]["regexp"], line)) for matcher in task["problemMatcher"]]
            matches = [(matcher, match) for matcher, match in matches if match]
            self.assertEqual(len(matches), 1, line)
            matcher, match = matches[0]
            groups = {name: match[group] for name, group in matcher["pattern"].items() if name != "regexp"}
            self.assertIn(groups["file"], paths)
            found.append((int(groups["line"]), int(groups["column"]), groups.get("severity", matcher.get("severity")),
                          groups["message"], groups.get("code")))
        for line in said.out.splitlines():
            for matcher in task["problemMatcher"]:
                self.assertIsNone(re.search(matcher["pattern"]["regexp"], line), line)
        return found

    def test_errors(self):
        self.assertEqual(self.found(self.write("bad.yaml", BAD)), [
            (7, 40, "error", "unexpected '='; write ==", None),
            (7, 51, "error", "there is no state 'c'; the states are a, b", None),
            (7, 70, "error", "unknown event 'bite'; list it at the top: events: [..., bite]", None),
            (8, 9, "error", "a state has no key 'on_enter'; did you mean 'enter'?", None)])

    def test_warnings_and_notes(self):
        found = self.found(self.write("a file.yaml", DOUBTFUL))
        self.assertEqual([(line, column, severity, code) for line, column, severity, _, code in found],
                         [(3, 11, "note", "host-reads"), (3, 20, "warning", "unused-field"),
                          (7, 5, "warning", "unreachable")])


@unittest.skipUnless(has_vim(), "there is no vim with +eval and +quickfix")
class Vim(Case):
    def quickfix(self, file):
        """Vim's list after `:compiler wits` and `:make`, with the names of its files."""
        self.write("compiler-wits.vim", block("vim", "CompilerSet"))
        (self.folder / "rtp/compiler").mkdir(parents=True)
        (self.folder / "compiler-wits.vim").rename(self.folder / "rtp/compiler/wits.vim")
        script = ("call writefile([json_encode(map(getqflist(), "
                  "{_, v -> extend(v, {'name': bufname(v.bufnr)})}))], 'list.json')")
        path = f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}"
        subprocess.run(["vim", "-N", "-u", "NONE", "-i", "NONE", "-n", "-es", "--cmd", "set runtimepath+=rtp", "-c",
                        f"edit {file}", "-c", "compiler wits", "-c", "silent make!", "-c", script, "-c", "qa!"],
                       cwd=self.folder, env=dict(os.environ, PATH=path, TERM="dumb", HOME=str(self.folder)),
                       stdin=subprocess.DEVNULL, capture_output=True, timeout=600, check=False)
        listed = json.loads((self.folder / "list.json").read_text())
        self.assertTrue(all(one["valid"] for one in listed), listed)
        return [(one["name"], one["lnum"], one["col"], one["type"], one["text"]) for one in listed]

    def setUp(self):
        super().setUp()
        self.assertEqual(pathlib.Path(PROGRAM).name, "wits")

    def test_errors(self):
        found = self.quickfix(self.write("bad.yaml", BAD))
        self.assertEqual([one[:4] for one in found], [("bad.yaml", 7, column, "") for column in (40, 51, 70)] +
                         [("bad.yaml", 8, 9, "")])
        self.assertEqual(found[0][4], "unexpected '='; write ==")

    def test_warnings(self):
        found = self.quickfix(self.write("doubtful.yaml", DOUBTFUL))
        self.assertEqual([one[:4] for one in found], [("doubtful.yaml", 3, 20, "w"), ("doubtful.yaml", 7, 5, "w")])
        self.assertEqual(found[0][4], "unused field 'spare' [unused-field]")

    def test_a_sound_file_has_nothing_in_the_list(self):
        self.assertEqual(self.quickfix(self.write("good.yaml", "wits: 1\nbrain: b\nroot: {}\n")), [])


if __name__ == "__main__":
    unittest.main()
