# SPDX-License-Identifier: MIT
"""Compares the declarations of wits/_abi.py with the C headers: structs with their layout in C, functions with their
prototypes, numbers with the enumerators. WITS_CC is the C compiler."""

import ctypes
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from support import ROOT
from wits import _abi as abi

HEADERS = [*sorted((ROOT / "include/wits").glob("*.h")), *(ROOT / "packages/python").glob("*.h")]
KINDS = {  # possible ctypes types of a C parameter or result
    "bool": {ctypes.c_bool}, "double": {ctypes.c_double}, "size_t": {ctypes.c_size_t}, "uint32_t": {ctypes.c_uint32},
    "uint64_t": {ctypes.c_uint64}, "wits_state_id": {ctypes.c_uint16}, "void": {None},
    "wits_file_place": {abi.FilePlace},
}
STREAM = """
struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};
"""


def run_c(text):
    includes = "".join(f'#include "{header}"\n' for header in HEADERS)
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "ask.c"), pathlib.Path(folder, "ask")
        source.write_text(includes + "#include <stdio.h>\n" + STREAM + text)
        compiler = os.environ.get("WITS_CC", "cc")
        built = subprocess.run([compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}", source,
                                "-o", program], capture_output=True, text=True, check=False)
        if built.returncode != 0:
            raise AssertionError(built.stderr)
        return subprocess.run([program], capture_output=True, text=True, check=True).stdout


def members_of(struct):
    return [member[0] for member in struct._fields_]


def prototypes():
    """{"wits_is_in": ["bool", "const wits_brain *brain", ...], ...}: the result, then the parameters."""
    text = "".join(header.read_text() for header in HEADERS)
    found = re.findall(r"^WITS_API ([^;(]*?)\b(wits_\w+)\(([^)]*)\);", text, re.MULTILINE)
    return {name: [result.strip(), *(parameters.split(",") if parameters != "void" else [])]
            for result, name, parameters in found}


def may_be(kind, text):
    """Returns whether a ctypes type fits a C parameter or result, such as "const char *name"."""
    text = text.strip()
    if re.match(r"(wits_\w+_fn) \*", text):
        return isinstance(kind, type) and issubclass(kind, ctypes._CFuncPtr)
    if "char **" in text:
        return issubclass(kind, ctypes._Pointer)
    if "char *" in text:
        return kind in (ctypes.c_char_p, ctypes.c_void_p)
    if "*" in text or "[" in text:
        return kind is ctypes.c_void_p or issubclass(kind, ctypes._Pointer)
    name = text.replace("const ", "").split()[0]
    if name in KINDS:
        return kind in KINDS[name]
    return kind is ctypes.c_int  # an enum


class Declarations(unittest.TestCase):
    def test_structs_are_laid_out_as_in_c(self):
        structs = (*abi.STRUCTS, abi.ArrowArrayStream)
        asked, expected = [], []
        for struct in structs:
            name = abi.c_name(struct)
            asked.append(f'printf("{name} %zu\\n", sizeof({name}));')
            expected.append(f"{name} {ctypes.sizeof(struct)}")
            for member in members_of(struct):
                place = getattr(struct, member)
                asked.append(f'printf("{name}.{member} %zu %zu\\n", offsetof({name}, {member}), '
                             f'sizeof((({name} *)NULL)->{member}));')
                expected.append(f"{name}.{member} {place.offset} {place.size}")
        in_c = run_c("int main(void) {\n" + "\n".join(asked) + "\nreturn 0;\n}\n").splitlines()
        self.assertEqual([line for line in in_c if line not in expected], [], "C has these otherwise")
        self.assertGreater(len(expected), 300)

    def test_all_structs_are_compared(self):
        declared = {value for value in vars(abi).values()
                    if isinstance(value, type) and issubclass(value, ctypes.Structure) and value is not ctypes.Structure}
        self.assertEqual(declared, {*abi.STRUCTS, abi.ArrowArrayStream})

    def test_functions_are_as_in_c(self):
        in_c = prototypes()
        for name, in_python in abi.FUNCTIONS.items():
            with self.subTest(name=name):
                self.assertEqual(len(in_python), len(in_c[name]))
                for kind, text in zip(in_python, in_c[name]):
                    self.assertTrue(may_be(kind, text), f"{kind} is not {text.strip()}")
        self.assertGreater(len(abi.FUNCTIONS), 90)

    def test_numbers_are_as_in_c(self):
        names = [name for name in vars(abi)
                 if re.match("(TYPE|ARGUMENT|VERB|TABLE|PROPERTY|PROOF|INPUT|PICTURE)_|(NONE|NO_TARGET|NEVER)$", name)]
        asked = "".join(f'printf("%lld\\n", (long long)WITS_{name});' for name in names)
        values = run_c("int main(void) {" + asked + "return 0; }").split()
        self.assertEqual(dict(zip(names, map(int, values))), {name: getattr(abi, name) for name in names})
        self.assertGreater(len(names), 40)


if __name__ == "__main__":
    unittest.main()
