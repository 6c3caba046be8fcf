# SPDX-License-Identifier: MIT
"""Checks generated C from outside, for the guard and others, and for a brain whose names mean something in C. No
compiler warns about it, as C or C++; it compiles for 32 bits and without a C library; it has no static data that is not
constant, and nothing in its data that must be relocated.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tool"))

from compilers import C11, CXX17, WARNINGS, call, must  # noqa: E402
from program import BRAINS, ROOT, wits  # noqa: E402

# Stricter warnings than docs promise: those for this project's own headers.
STRICT = [*WARNINGS, "-Wcast-qual", "-Wundef", "-Wdouble-promotion", "-Wredundant-decls"]
SHAPES = [("gcc", [*C11, "-Wstrict-prototypes", "-Wmissing-prototypes"]),
          ("clang", [*C11, "-Wstrict-prototypes", "-Wmissing-prototypes"]),
          ("g++", [*CXX17, "-Wmissing-declarations"]), ("clang++", CXX17)]
OF_HEADERS = {"g++": ["-Wold-style-cast"], "clang++": ["-Wold-style-cast"]}  # makes no sense for a C source
LEVELS = {"guard": ["-O0", "-O3"], "names": ["-O0", "-O3"], "names_of_targets": ["-O0", "-O3"]}  # of others -O2
M32 = "i686-linux-gnu-gcc"
ARM = "arm-none-eabi-gcc"
NAMES = ROOT / "tests/generated/names.yaml"
NAMES_OF_TARGETS = ROOT / "tests/generated/names_of_targets.yaml"
# Optional compilers and their Debian packages.
PACKAGES = {"clang": "clang", "clang++": "clang", M32: "gcc-i686-linux-gnu", ARM: "gcc-arm-none-eabi"}
OUTSIDE = {"memcpy", "memset", "memcmp", "memmove"}


def tearDownModule():
    for compiler, package in PACKAGES.items():
        if not shutil.which(compiler):
            print(f"Not tried: {compiler} is not installed (Debian: {package})")


class Shapes(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.brains = {path.stem: path for path in (*(BRAINS / f"{name}.yaml" for name in ("guard", "wolf", "villager", "squad")), NAMES,
                                                           NAMES_OF_TARGETS)}
        for name, path in self.brains.items():
            made = wits("compile", path, "--prefix", name, "-o", self.folder / f"{name}.c")
            self.assertEqual((made.status, made.err), (0, ""))

    def compile(self, compiler, *arguments):
        done = call([compiler, *arguments], cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""), f"{compiler} {' '.join(map(str, arguments))}")

    def test_no_compiler_has_anything_to_say_and_static_data_is_constant(self):
        for name in self.brains:
            for compiler, flags in SHAPES:
                for level in LEVELS.get(name, ["-O2"]):
                    if shutil.which(compiler):
                        with self.subTest(brain=name, compiler=compiler, flags=flags, level=level):
                            self.compile(compiler, *flags, *STRICT, level, "-fPIC", "-c", f"{name}.c", "-o", "some.o")
                            if flags[0] in C11:
                                self.has_constant_data_only("objdump", "some.o")
                                self.needs_only("nm", "some.o", name)

    def test_the_header_stands_alone_and_twice(self):
        for name in self.brains:
            (self.folder / "twice.c").write_text(f'#include "{name}.h"\n#include "{name}.h"\nextern int some;\n')
            for compiler, flags in SHAPES:
                if shutil.which(compiler):
                    with self.subTest(brain=name, compiler=compiler):
                        self.compile(compiler, *flags, *STRICT, *OF_HEADERS.get(compiler, []), "-c", "twice.c",
                                     "-o", "some.o")

    def test_all_brains_are_in_one_program(self):
        for name in self.brains:
            self.compile("gcc", *C11, "-O0", "-c", f"{name}.c", "-o", f"{name}.o")
        self.compile("gcc", "-r", *[f"{name}.o" for name in self.brains], "-o", "all.o")

    def test_the_same_file_gives_the_same_c(self):
        for name, path in self.brains.items():
            before = [(self.folder / f"{name}.{kind}").read_bytes() for kind in "ch"]
            made = wits("compile", path, "--prefix", name, "-o", self.folder / f"{name}.c")
            self.assertEqual((made.status, made.err), (0, ""))
            self.assertEqual(before, [(self.folder / f"{name}.{kind}").read_bytes() for kind in "ch"])

    def test_it_speaks_of_no_library(self):
        for name in self.brains:
            for kind in "ch":
                text = (self.folder / f"{name}.{kind}").read_text()
                self.assertEqual(re.findall(r'#include [<"](?:wits|yaml)[^>"]*', text), [])
                longest = max(map(len, text.splitlines()))
                self.assertLess(longest, 4096, "C11 promises no more characters in a line")

    def test_32_bits(self):
        if not shutil.which(M32):
            return
        for name in self.brains:
            for level in LEVELS.get(name, ["-O2"]):
                with self.subTest(brain=name, level=level):
                    self.compile(M32, *C11, *STRICT, "-msse2", "-mfpmath=sse", level, "-c", f"{name}.c", "-o", "some.o")

    def test_without_a_c_library(self):
        if not shutil.which(ARM):
            return
        for name in self.brains:
            for cpu, level in (("cortex-m4", "-Os"), ("cortex-m0", "-O0")):
                with self.subTest(brain=name, cpu=cpu, level=level):
                    # This compiler may turn a switch into a table of addresses, which are constants here.
                    self.compile(ARM, *C11, *STRICT, "-ffreestanding", "-nostdlib", "-fno-jump-tables", "-mthumb",
                                 f"-mcpu={cpu}", level, "-c", f"{name}.c", "-o", "some.o")
                    self.has_constant_data_only(ARM.replace("gcc", "objdump"), "some.o")
                    self.needs_only(ARM.replace("gcc", "nm"), "some.o", name)

    def has_constant_data_only(self, objdump, file):
        """No .data, no .bss, and no data that a loader would have to relocate: addresses in constants."""
        sections = must([objdump, "-h", "-w", file], cwd=self.folder).stdout
        sizes = {words[1]: int(words[2], 16) for words in map(str.split, sections.splitlines()) if len(words) > 6 and words[0].isdigit()}
        written = {name: size for name, size in sizes.items()
                   if size > 0 and name.startswith((".data", ".bss", ".tdata", ".tbss", ".init", ".ctors"))}
        self.assertEqual(written, {})
        relocations = must([objdump, "-r", file], cwd=self.folder).stdout
        of_data = re.findall(r"RELOCATION RECORDS FOR \[(\.(?:data|rodata)[^\]]*)\]:\n(.*?)\n\n", relocations + "\n\n", re.DOTALL)
        absolute = [(section, line) for section, lines in of_data for line in lines.splitlines()
                    if re.search(r"R_X86_64_64|R_ARM_ABS32", line)]
        self.assertEqual(absolute, [])

    def needs_only(self, nm, file, name):
        """Functions that every compiler may call, besides the program's."""
        names = [line.split()[-1] for line in must([nm, "-u", file], cwd=self.folder).stdout.splitlines()]
        foreign = [each for each in names
                   if not each.startswith((f"{name}_", "__aeabi_", "_GLOBAL_OFFSET", "__gnu_thumb")) and each not in OUTSIDE]
        self.assertEqual(foreign, [])

    def test_fast_math_and_other_arithmetic_are_refused(self):
        """Both would give other results."""
        done = call(["gcc", *C11, "-ffast-math", "-c", "guard.c"], cwd=self.folder)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("#error", done.stderr)
        if shutil.which(M32):
            done = call([M32, *C11, "-mfpmath=387", "-c", "guard.c"], cwd=self.folder)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("#error", done.stderr)


if __name__ == "__main__":
    unittest.main()
