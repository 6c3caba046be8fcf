# SPDX-License-Identifier: MIT
"""test_bindings.py ROOT CC LIBRARY [LUAJIT]: compares the declarations of the Lua example with the C headers.

Structs are compared member by member with their layout in C, functions with their prototypes, numbers with the
enumerators. Then the example opens a brain that does not fit. packages/python/tests/test_abi.py does the same for
Python.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()
CC, LIBRARY = sys.argv[2:4]
LUAJIT = sys.argv[4] if len(sys.argv) > 4 else None
HEADERS = '#include "wits/file.h"\n#include <stdio.h>\n#include <stddef.h>\n'
LUA = (ROOT / "examples/luajit/wits.lua").read_text()
CDEF = re.search(r"ffi\.cdef \[\[(.*?)\]\]", LUA, re.DOTALL)[1]


def run_c(text):
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "ask.c"), pathlib.Path(folder, "ask")
        source.write_text(text)
        command = [CC, "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}", source, "-o", program]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        if built.returncode != 0:
            raise AssertionError(built.stderr)
        return subprocess.run([program], capture_output=True, text=True, check=True).stdout


def layouts_in_c(members):
    """Lines such as "wits_column.base 0 8", or for the whole "wits_column 40", from {"wits_column": ["base", ...]}."""
    asked = []
    for struct, names in members.items():
        asked.append(f'printf("{struct} %zu\\n", sizeof({struct}));')
        asked += [f'printf("{struct}.{name} %zu %zu\\n", offsetof({struct}, {name}), sizeof((({struct} *)NULL)->{name}));'
                  for name in names]
    return run_c(HEADERS + "int main(void) {\n" + "\n".join(asked) + "\nreturn 0;\n}\n").splitlines()


def members_in_lua():
    """{"wits_column": ["base", ...], ...}, in the order of the file."""
    structs = re.findall(r"struct (\w+) \{(.*?)\}", CDEF, re.DOTALL)
    return {name: re.findall(r"(\w+);", members) for name, members in structs}


def run_example(command, brain):
    """The example beside this brain: its status and its output."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder, "brains/guard.yaml")
        place.parent.mkdir()
        place.write_text(brain)
        done = subprocess.run([*command, ROOT / "examples/guard-night.csv"], cwd=folder, capture_output=True, text=True,
                              env={**os.environ, "WITS_LIBRARY": LIBRARY}, timeout=600, check=False)
        return done.returncode, done.stdout + done.stderr


@unittest.skipUnless(LUAJIT, "luajit is not installed (Debian: luajit)")
class Lua(unittest.TestCase):
    command = [LUAJIT, ROOT / "examples/luajit/guard.lua"]

    def test_structs_are_laid_out_as_in_c(self):
        members = members_in_lua()
        self.assertGreaterEqual(len(members), 10)
        asked = f'package.path = "{ROOT}/examples/luajit/?.lua"\nrequire("wits")\nlocal ffi = require("ffi")\n'
        for struct, names in members.items():
            asked += f'print("{struct} " .. ffi.sizeof("{struct}"))\n'
            asked += "".join(f'print("{struct}.{name} " .. ffi.offsetof("{struct}", "{name}"))\n' for name in names)
        printed = subprocess.run([LUAJIT, "-"], input=asked, capture_output=True, text=True, check=True).stdout
        in_c = [re.sub(r"(\.\w+ \d+) \d+$", r"\1", line) for line in layouts_in_c(members)]
        self.assertEqual([line for line in in_c if line not in printed.splitlines()], [], "C has these otherwise")

    def test_functions_are_as_in_c(self):
        # A second declaration must agree with the header's.
        again = re.findall(r"^(?!typedef)\w.*\bwits_\w+\(.*\);$", CDEF, re.MULTILINE)
        self.assertGreater(len(again), 15)
        run_c(HEADERS + "\n".join(again) + "\nint main(void) { return 0; }\n")

    def test_numbers_are_as_in_c(self):
        found = dict(re.findall(r"\b((?:TYPE|MODE|NONE)\w*) = (\w+)", LUA))
        self.assertGreater(len(found), 2)
        asked = "".join(f'printf("%d\\n", (int)WITS_{name});' for name in found)
        values = run_c(HEADERS + "int main(void) {" + asked + "return 0; }").split()
        self.assertEqual([int(value) for value in values], [int(value, 0) for value in found.values()])

    def test_a_brain_that_does_not_fit_is_told(self):
        brain = (ROOT / "brains/guard.yaml").read_text()
        renamed = brain.replace("[alarm]", "[alarms]").replace("event: alarm", "event: alarms")
        said = "brains/guard.yaml: event 'alarm': unknown event; did you mean 'alarms'?\n"
        self.assertEqual(run_example(self.command, renamed), (1, said))
        status, said = run_example(self.command, brain.replace("distance: {type: float, range: [0, 40], step: 0.5}", "distance: int"))
        self.assertEqual(status, 1)
        self.assertIn("field 'distance': the field has another type than in the program: int, and the "
                      "program has float", said)

    def test_a_brain_in_another_order_is_none_the_worse(self):
        brain = (ROOT / "brains/guard.yaml").read_text()
        first = "  sees_player: bool\n"
        second = next(line for line in brain.splitlines(keepends=True) if line.startswith("  health: "))
        moved = brain.replace(second, "").replace(first, second + first)
        self.assertNotEqual(moved, brain)
        self.assertEqual(run_example(self.command, moved), run_example(self.command, brain))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
