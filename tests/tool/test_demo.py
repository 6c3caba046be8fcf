# SPDX-License-Identifier: MIT
"""tools/demo: a short story, a picture, and three commands that work as they are printed."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from program import PROGRAM, ROOT


def demo(*arguments, **options):
    return subprocess.run(["sh", ROOT / "tools/demo", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, timeout=600, **options)


class Demo(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_it_tells_of_six_ticks_and_why(self):
        done = demo(PROGRAM, self.folder)
        self.assertEqual(done.returncode, 0, done.stdout)
        ticks = re.findall(r"^ +(\d+)  (→| ) ", done.stdout, re.MULTILINE)
        self.assertEqual(ticks, [("12", " "), ("13", " "), ("14", " "), ("15", "→"), ("16", " "), ("17", " ")])
        self.assertIn("in combat, cover scores 0.48, 0.06 more than attack", done.stdout)
        self.assertIn("▸ cover     0.48            0.48      won by 0.06\n", done.stdout)
        self.assertLess(len(done.stdout.splitlines()), 32)
        self.assertIn("picture: " + str(self.folder / "night.svg"), done.stdout)
        self.assertTrue((self.folder / "night.svg").read_text().startswith("<svg"))

    def test_what_to_try_next_works_as_it_is_printed(self):
        printed = demo(PROGRAM, self.folder).stdout.partition("\nTry next:\n")[2]
        self.assertRegex(printed, r"\A(  \S.*\n){3}\Z")
        outputs = []
        for command in printed.splitlines():
            done = subprocess.run(command, shell=True, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  check=False, timeout=600)
            self.assertEqual(done.returncode, 0, f"{command}\n{done.stderr}")
            outputs.append(done.stdout)
        self.assertIn("combat/flee", outputs[0])
        self.assertTrue((self.folder / "map.svg").read_text().startswith("<svg"))
        self.assertIn("hash ", outputs[2])

    def run_with_cmake(self, script):
        """A demo in a copy of the sources that it needs, with the given CMake."""
        copy = self.folder / "copy"
        (copy / "tools").mkdir(parents=True)
        (copy / "tools/demo").write_text((ROOT / "tools/demo").read_text())
        for name in ("brains", "examples"):
            (copy / name).symlink_to(ROOT / name)
        (self.folder / "cmake").write_text(f"#!/bin/sh\n{script}")
        (self.folder / "cmake").chmod(0o755)
        return subprocess.run(["sh", copy / "tools/demo"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False, env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"})

    def test_a_build_shows_no_lines(self):
        done = self.run_with_cmake("seq 300; mkdir -p build/install/bin; "
                                   f"printf '#!/bin/sh\\nexec {PROGRAM} \"$@\"\\n' >build/install/bin/wits; "
                                   "chmod 755 build/install/bin/wits\n")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotRegex(done.stdout, r"(?m)^\d+$")
        self.assertIn("build/install: done", done.stdout)

    def test_of_a_build_that_fails_the_log_is_shown(self):
        done = self.run_with_cmake("echo 'game.c:1: error: no semicolon'; exit 3\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("game.c:1: error: no semicolon\n", done.stdout)
        self.assertIn("build/install/demo.log", done.stdout)


if __name__ == "__main__":
    unittest.main()
