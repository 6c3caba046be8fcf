# SPDX-License-Identifier: MIT
"""test_bindings.py ROOT CC LIBRARY [LUAJIT]: compares the declarations of the Python and Lua examples with the C
headers.

Structs are compared member by member with their layout in C, functions with their prototypes, numbers with the
enumerators. Then both examples open a brain that does not fit them.
"""

import ctypes
import importlib.util
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
KINDS = {  # possible ctypes types of a C parameter or result
    "bool": ctypes.c_bool, "double": ctypes.c_double, "size_t": ctypes.c_size_t, "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64, "wits_state_id": ctypes.c_uint16, "void": None,
}


def load_declarations():
    spec = importlib.util.spec_from_file_location("wits", ROOT / "examples/python/wits.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


wits = load_declarations()
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


def prototypes():
    """{"wits_is_in": ["bool", "const wits_brain *brain", ...], ...}: the result, then the parameters."""
    headers = "".join((ROOT / "include/wits" / name).read_text() for name in ("api.h", "wits.h", "file.h"))
    found = re.findall(r"^WITS_API ([^;(]*?)\b(wits_\w+)\(([^)]*)\);", headers, re.MULTILINE)
    return {name: [result.strip(), *(parameters.split(",") if parameters != "void" else [])]
            for result, name, parameters in found}


def may_stand_for(kind, text):
    """Returns whether a ctypes type fits a C parameter or result, such as "const char *name"."""
    if "char *" in text:
        return kind is ctypes.c_char_p
    if "*" in text:
        return kind is ctypes.c_void_p or issubclass(kind, ctypes._Pointer)
    return kind is KINDS[text.replace("const ", "").split()[0]]


def run_example(command, brain):
    """The example beside this brain: its status and its output."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder, "brains/guard.yaml")
        place.parent.mkdir()
        place.write_text(brain)
        done = subprocess.run([*command, ROOT / "examples/guard-night.csv"], cwd=folder, capture_output=True, text=True,
                              env={**os.environ, "WITS_LIBRARY": LIBRARY}, timeout=600, check=False)
        return done.returncode, done.stdout + done.stderr


class Python(unittest.TestCase):
    command = [sys.executable, ROOT / "examples/python/guard.py"]

    def test_structs_are_laid_out_as_in_c(self):
        expected = []
        for struct in wits.STRUCTS:
            name = wits.c_name(struct)
            expected.append(f"{name} {ctypes.sizeof(struct)}")
            for member, *_ in struct._fields_:
                place = getattr(struct, member)
                expected.append(f"{name}.{member} {place.offset} {place.size}")
        members = {wits.c_name(struct): [member for member, *_ in struct._fields_] for struct in wits.STRUCTS}
        self.assertEqual([line for line in layouts_in_c(members) if line not in expected], [], "C has these otherwise")
        self.assertGreater(len(expected), 60)

    def test_functions_are_as_in_c(self):
        in_c = prototypes()
        self.assertGreater(len(in_c), 60)
        for name, in_python in wits.FUNCTIONS.items():
            with self.subTest(name=name):
                self.assertEqual(len(in_python), len(in_c[name]))
                for kind, text in zip(in_python, in_c[name]):
                    self.assertTrue(may_stand_for(kind, text), f"{kind} is not {text.strip()}")

    def test_numbers_are_as_in_c(self):
        names = [name for name in dir(wits) if re.match("(TYPE|MODE|NONE)", name)]
        asked = "".join(f'printf("%d\\n", (int)WITS_{name});' for name in names)
        values = run_c(HEADERS + "int main(void) {" + asked + "return 0; }").split()
        self.assertEqual([int(value) for value in values], [getattr(wits, name) for name in names])
        self.assertEqual(len(names), 12)

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


@unittest.skipUnless(LUAJIT, "luajit is not installed (Debian: luajit)")
class Lua(Python):
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
        for name, value in re.findall(r"\b((?:TYPE|MODE|NONE)\w*) = (\w+)", LUA):
            self.assertEqual(getattr(wits, name), int(value, 0), name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
