# SPDX-License-Identifier: MIT
"""dist.py WAY ROOT FOLDER CC LIBRARY NM: wits as two files does what the library does.

tools/dist makes them in FOLDER/WAY. Compiles wits.c as a user would, without a warning, with tests/dist/machines.c, which
must print the hashes that it prints with LIBRARY. WAY says with what:

cc       the compiler of this build; nothing is exported but wits_..., nothing imported that the library may not import
native   the same and clang, with -O2 -march=native: machines that could fuse products and sums must not
clang    clang
musl     musl-gcc, linked statically
windows  mingw-w64, run by Wine

Says "Skipped" where a compiler is not installed.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import symbols

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
ROWS = ["-Wno-missing-field-initializers"]  # the program's own tables leave out what is zero
MINGW = "x86_64-w64-mingw32-gcc"
PACKAGES = {"clang": "clang", "musl-gcc": "musl-tools", MINGW: "gcc-mingw-w64-x86-64", "wine": "wine"}
IMPORTED = symbols.ALLOWED | symbols.ALLOWED_IN_KERNELS


class Failed(Exception):
    pass


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        told = " ".join(str(part) for part in command)
        raise Failed(f"{told}\nended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def need(command):
    """Skips the test where the command is not installed."""
    if shutil.which(command) is None:
        print(f"Skipped: {command} is not installed (Debian: {PACKAGES[command]})")
        sys.exit(0)


def run_by_wine(program):
    need("wine")
    with tempfile.TemporaryDirectory(dir=program.parent, ignore_cleanup_errors=True) as prefix:
        environment = {**os.environ, "WINEPREFIX": prefix, "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}
        try:
            return run("wine", program, env=environment)
        finally:
            # What Wine leaves running for this folder ends by itself, but later.
            server = shutil.which("wineserver") or "/usr/lib/wine/wineserver64"
            subprocess.run([server, "-k"], env=environment, check=False)


class Dist:
    def __init__(self, root, folder, cc, library, nm):
        self.folder, self.cc, self.nm = folder, cc, nm
        self.machines = root / "tests/dist/machines.c"
        run(root / "tools/dist", folder)
        program = folder / "with_library"
        run(cc, *ROWS, f"-I{root / 'include'}", self.machines, library, "-o", program)
        self.expected = run(program).stdout
        if not self.expected:
            raise Failed("the library's hashes are missing")

    def compare(self, name, compiler, *flags, run_program=run):
        """What users do: the two files beside their own, and one command for each."""
        wits, program = self.folder / f"{name}.o", self.folder / name
        run(compiler, *flags, *WARNINGS, "-c", self.folder / "wits.c", "-o", wits)
        run(compiler, *flags, *WARNINGS, *ROWS, "-DWITS_DIST", f"-I{self.folder}", self.machines, wits, "-o", program)
        done = run_program(program)
        if done.stdout != self.expected:
            raise Failed(f"{compiler} {' '.join(flags)} gives\n{done.stdout}where the library gives\n{self.expected}")
        print(f"{compiler} {' '.join(flags)}: the same, {done.stderr.split()[-1]}")
        return wits

    def check_symbols(self, wits):
        found = [f"exports '{name}'" for name in symbols.exported_of(self.nm, wits) if not name.startswith("wits_")]
        for name, section in symbols.symbols_of(self.nm, wits):
            if section == "*UND*" and name not in IMPORTED:
                found.append(f"imports '{name}'")
            elif symbols.is_writable(section):
                found.append(f"'{name}' can be written to")
        if found:
            raise Failed("wits.c " + ", ".join(found))

    def test_cc(self):
        self.check_symbols(self.compare("optimised", self.cc, "-O1"))
        self.compare("plain", self.cc, "-O0", "-std=c11")

    def test_native(self):
        compilers = dict.fromkeys([self.cc, *filter(shutil.which, ["clang"])])
        for compiler in compilers:
            self.compare(f"native_{pathlib.Path(compiler).name}", compiler, "-O2", "-march=native")

    def test_clang(self):
        self.compare("clang", "clang", "-O1")

    def test_musl(self):
        self.compare("musl", "musl-gcc", "-O1", "-static")

    def test_windows(self):
        self.compare("windows.exe", MINGW, "-O1", "-static", run_program=run_by_wine)


def main(way, root, folder, cc, library, nm):
    compiler = {"clang": "clang", "musl": "musl-gcc", "windows": MINGW}.get(way)
    if compiler:
        need(compiler)
    try:
        getattr(Dist(pathlib.Path(root), pathlib.Path(folder) / way, cc, library, nm), f"test_{way}")()
    except Failed as problem:
        print(problem)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
