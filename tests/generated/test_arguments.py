# SPDX-License-Identifier: MIT
"""Arguments of host functions in crowds of generated C: blocks give what one agent after another gives.

Conditions, scores and actions of arguments.yaml get arguments of every kind; arguments.c runs both ways.
"""

import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tool"))

from compilers import EMULATOR, LDFLAGS, WARNINGS, call, must, ways  # noqa: E402
from program import wits  # noqa: E402

# Combinations that others cover.
LEFT_OUT = ("clang -O0", "clang++", "g++", "gcc -O3", "clang native", "clang sanitizers")


class Arguments(unittest.TestCase):
    def test_blocks_give_what_one_agent_after_another_gives(self):
        with tempfile.TemporaryDirectory() as folder:
            made = wits("compile", HERE / "arguments.yaml", "-o", f"{folder}/guard.c")
            self.assertEqual((made.status, made.err), (0, ""))
            self.assertIn("ask_lanes", pathlib.Path(folder, "guard.c").read_text())  # it runs in blocks
            for way in (way for way in ways() if way.name not in LEFT_OUT):
                with self.subTest(way=way.name):
                    must([way.compiler, *way.flags, *WARNINGS, "-I.", "-c", "guard.c", HERE / "arguments.c"], cwd=folder)
                    must([way.compiler, *way.link, *LDFLAGS, "guard.o", "arguments.o", "-lm", "-o", "run"], cwd=folder)
                    done = call([*EMULATOR, f"{folder}/run"])
                    self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
                    self.assertGreater(int(done.stdout.split()[0]), 50_000)


if __name__ == "__main__":
    unittest.main()
