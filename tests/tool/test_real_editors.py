# SPDX-License-Identifier: MIT
"""wits lsp in real editors, without a screen: Neovim with its own client, Emacs with Eglot. Each opens a brain, sees its
problem, completes a state, goes to a definition and renames, with the settings of docs/editors.md."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from editor import EditorCase
from program import PROGRAM, ROOT

HERE = pathlib.Path(__file__).parent.resolve()
TEXT = (ROOT / "docs/editors.md").read_text()
BRAIN = """wits: 1
brain: guard
include: common.yaml
context: {health: float}
events: [alarm]
root:
  states:
    walk: {transitions: [{to: fight, event: alarm}]} # walks
    fight: {update: strike(), transitions: [{to: walk, when: health < low}, {to: figth}]}
"""
COMMON = "wits: 1\nconstants: {low: 0.3}  # of health\n"


def skip_without(command, package):
    return unittest.skipUnless(shutil.which(command), f"{command} is not installed (Debian: {package})")


class RealEditors(EditorCase):
    def setUp(self):
        super().setUp()
        (self.folder / "brains").mkdir()
        self.write("brains/guard.yaml", BRAIN)
        self.write("brains/common.yaml", COMMON)
        (self.folder / "wits").symlink_to(PROGRAM)

    def set_up(self, name, language, start):
        """Writes the settings of an editor, a block of docs/editors.md with these words."""
        [found] = [one for one in re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL) if start in one]
        self.write(name, found)

    def run_editor(self, *command):
        """Runs an editor, which writes what it found to result.json."""
        environment = dict(os.environ, PATH=f"{self.folder}:{os.environ['PATH']}", HOME=str(self.folder),
                           LC_ALL="C.UTF-8", XDG_CACHE_HOME=str(self.folder),
                           XDG_DATA_HOME=str(self.folder))
        done = subprocess.run(command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=120, check=False)
        path = self.folder / "result.json"
        self.assertTrue(path.exists(), (done.stdout + done.stderr).decode(errors="replace"))
        return json.loads(path.read_text())

    def check(self, found):
        [[line, problem]] = found["problems"]
        self.assertEqual(line, 8)
        self.assertTrue(problem.endswith("there is no state 'figth'; did you mean 'fight'?"), problem)
        self.assertIn("fight", found["completions"])
        self.assertIn("walk", found["completions"])
        self.assertEqual(found["definition"], ["common.yaml", 1])
        self.assertEqual(found["problems_after"], 0)
        self.assertEqual((self.folder / "brains/guard.yaml").read_text(),
                         BRAIN.replace("figth", "fight").replace("fight", "combat").replace("low", "weak"))
        self.assertEqual((self.folder / "brains/common.yaml").read_text(), COMMON.replace("low", "weak"))

    @skip_without("nvim", "neovim")
    def test_neovim(self):
        self.set_up("setup.lua", "lua", "start_client")
        self.check(self.run_editor("nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c",
                                   f"luafile {HERE}/real_neovim.lua", "-c", "qa!"))

    @skip_without("emacs", "emacs-nox")
    def test_emacs(self):
        self.set_up("setup.el", "elisp", "eglot-ensure")
        found = self.run_editor("emacs", "--batch", "--no-init-file", "--load", str(HERE / "real_emacs.el"))
        if "absent" in found:
            self.skipTest("Emacs has no Eglot (Debian: elpa-eglot)")
        self.check(found)


if __name__ == "__main__":
    unittest.main()
