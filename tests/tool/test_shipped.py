# SPDX-License-Identifier: MIT
"""examples/shipped: both ways of its README, command by command, print the same."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import unittest

from program import PROGRAM, ROOT, Case
from test_header import CC, LIBRARIES

README = (ROOT / "examples/shipped/README.md").read_text()


class Shipped(Case):
    def setUp(self):
        super().setUp()
        for folder in ("examples/shipped", "brains"):
            shutil.copytree(ROOT / folder, self.folder / folder)
        (self.folder / "bin").mkdir()
        (self.folder / "bin/wits").symlink_to(PROGRAM)

    def say(self, commands):
        """The output of the last command of a README's block."""
        commands = commands.replace("cc ", shlex.join(CC) + " ", 1)
        libraries = [*LIBRARIES, *(f"-Wl,-rpath,{pathlib.Path(library).parent}" for library in LIBRARIES if ".so" in library)]
        commands = commands.replace("-lwits_file -lwits -lyaml", shlex.join([f"-I{ROOT / 'include'}", *libraries, "-lm"]))
        done = subprocess.run(["sh", "-e", "-c", commands], cwd=self.folder / "examples/shipped", capture_output=True, text=True,
                              env=dict(os.environ, PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}"), check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_both_ways(self):
        ships, develops = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
        ends = re.search(r"```text\n(.*?)```", README, re.DOTALL)[1]
        said = self.say(ships)
        self.assertEqual(said, self.say(develops))
        self.assertTrue(said.endswith(ends), said)
        source = (ROOT / "examples/shipped/shipped.c").read_text()
        for line in ships.splitlines()[:2]:
            self.assertIn(f"//   {line}\n", source)

    def test_a_file_that_no_longer_fits(self):
        develops = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)[1]
        self.say(develops)
        brain = self.folder / "brains/guard.yaml"
        brain.write_text(brain.read_text().replace("mend", "rest"))
        done = subprocess.run(["./develop"], cwd=self.folder / "examples/shipped", capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("function 'rest': missing function, which the brain calls", done.stderr)


if __name__ == "__main__":
    unittest.main()
