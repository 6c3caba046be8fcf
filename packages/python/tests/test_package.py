# SPDX-License-Identifier: MIT
"""The wheel: its tag, its contents, its types, and how long it takes to import."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import wits
from support import ROOT, numpy

WHEEL = next((ROOT / "build/wheel").glob("wits-*.whl"), None)


@unittest.skipUnless(WHEEL, "make wheel makes the wheel")
class Wheel(unittest.TestCase):
    def test_the_tag_is_that_of_the_library(self):
        found = re.fullmatch(rf"wits-{wits.__version__}-py3-none-manylinux_2_(\d+)_(\w+)\.whl", WHEEL.name)
        self.assertIsNotNone(found, WHEEL.name)
        self.assertEqual(found[2], os.uname().machine)
        with zipfile.ZipFile(WHEEL) as wheel:
            library = wheel.read("wits/libwits.so")
            tags = wheel.read(f"wits-{wits.__version__}.dist-info/WHEEL").decode()
        versions = {int(minor) for minor in re.findall(rb"\0GLIBC_2\.(\d+)", library)}
        self.assertEqual(max(versions), int(found[1]))
        self.assertIn("Root-Is-Purelib: false", tags)
        objdump = shutil.which("objdump")
        if objdump:
            with tempfile.NamedTemporaryFile(suffix=".so") as file:
                file.write(library)
                file.flush()
                told = subprocess.run([objdump, "-p", file.name], capture_output=True, text=True, check=True).stdout
            needed = set(re.findall(r"NEEDED\s+(\S+)", told))
            self.assertLessEqual({name.split(".")[0] for name in needed}, {"libc", "libm", "ld-linux-x86-64"})
            self.assertEqual(max(int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", told)), int(found[1]))

    def test_it_has_all_and_nothing_else(self):
        with zipfile.ZipFile(WHEEL) as wheel:
            names = {name for name in wheel.namelist() if name.startswith("wits/")}
            metadata = wheel.read(f"wits-{wits.__version__}.dist-info/METADATA").decode()
        sources = {f"wits/{file.name}" for file in (ROOT / "packages/python/wits").glob("*.py")}
        self.assertLessEqual(sources | {"wits/py.typed", "wits/libwits.so", "wits/licenses/wits.txt"}, names)
        self.assertLessEqual(names - sources, {"wits/py.typed", "wits/libwits.so", "wits/licenses/wits.txt",
                                               "wits/licenses/libyaml.txt"})
        self.assertIn("Requires-Python: >=3.9", metadata)
        self.assertIn("# wits", metadata)

    def test_the_installed_package_is_used(self):
        place = pathlib.Path(wits.__file__).resolve()
        self.assertIn(ROOT / "build/wheel", place.parents)
        self.assertNotIn("WITS_LIBRARY", os.environ)

    def test_python_3_9_can_read_it(self):
        import ast
        for file in (ROOT / "packages/python/wits").glob("*.py"):
            ast.parse(file.read_text(), feature_version=(3, 9))


class Importing(unittest.TestCase):
    def test_importing_takes_at_most_100_ms_of_processor_time(self):
        code = "import time; begin = time.process_time(); import wits; print(time.process_time() - begin)"
        if numpy:
            code = "import numpy; " + code  # its own import takes longer
        times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
                 for _ in range(5)]
        self.assertLess(min(times), 0.1)


    def test_numpy_is_imported_with_the_first_crowd(self):
        code = ("import sys, wits; of = wits.Brain('wits: 1\\nbrain: x\\ncontext: {a: float}\\nroot: {states: {s: {}}}'); "
                "of.agent(a=1).tick(); of.run(ticks=1); print('numpy' in sys.modules); "
                "wits.Crowd(of, 10); print('numpy' in sys.modules)")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.split(), ["False", str(numpy is not None)])


@unittest.skipUnless(numpy and shutil.which("mypy"), "mypy or NumPy is not installed (Debian: mypy, python3-numpy)")
class Types(unittest.TestCase):
    def mypy(self, *files):
        with tempfile.TemporaryDirectory() as cache:
            return subprocess.run(["mypy", "--config-file", ROOT / "packages/python/pyproject.toml", "--cache-dir", cache,
                                   *files], capture_output=True, text=True, check=False,
                                  env={**os.environ, "MYPYPATH": str(ROOT / "packages/python")})

    def test_the_package_is_typed(self):
        done = self.mypy(ROOT / "packages/python/wits")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_uses_are_checked(self):
        file = ROOT / "packages/python/tests/use_types.py"
        expected = {(number, line.rpartition(" ")[2]) for number, line in enumerate(file.read_text().splitlines(), 1)
                    if "# error: " in line}
        done = self.mypy(file)
        found = {(int(number), kind) for number, kind in re.findall(r"use_types.py:(\d+): error: .*\[([\w-]+)\]", done.stdout)}
        self.assertEqual(found, expected, done.stdout)


if __name__ == "__main__":
    unittest.main()
