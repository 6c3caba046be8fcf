# SPDX-License-Identifier: MIT
"""dist.py WAY ROOT FOLDER CC LIBRARY NM: wits as two files does what the library does.

tools/dist makes them in FOLDER/WAY. Compiles wits.c as a user would, without a warning, with tests/dist/machines.c, which
must print the hashes that it prints with LIBRARY, and read the snapshots and recordings that it writes. WAY says with
what:

cc       the compiler of this build, without optimization
native   the same and clang, with -O1 -march=native: machines that could fuse products and sums must not; with the
         compiler of this build nothing is exported but wits_..., nothing imported that the library may not import
clang    clang
musl     musl-gcc, linked statically
windows  mingw-w64, run by Wine
files    the compiler of this build, brain files, too: tests/consumers/lights_file.c prints what it does with the library
parts    the compiler of this build, with each macro that leaves a part out and with all of them: tests/dist/parts.c
         prints the same less the lines of the part, nothing of the part is left in wits.c, and a call of it is a mistake
         that the compiler finds

Prints "Skipped" where a compiler is not installed.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import symbols

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
ROWS = ["-Wno-missing-field-initializers"]  # the program's own tables omit zero members
MINGW = "x86_64-w64-mingw32-gcc"
PACKAGES = {"clang": "clang", "musl-gcc": "musl-tools", MINGW: "gcc-mingw-w64-x86-64", "wine": "wine"}
PRINTED_BY_LIGHTS_FILE = "red red green green amber red red red green 4\n"
# Each part: the prefix of its functions, a call of one, and the macros that leave it out.
PARTS = {
    "crowd": (r"wits_crowd_|wits_expr_lanes_", "wits_crowd_best_simd()", ["WITS_NO_CROWD"]),
    "arrow": (r"wits_arrow_", "wits_arrow_schema_size(0, 0)", ["WITS_NO_ARROW", "WITS_NO_CROWD"]),
    "convert": (r"wits_agent_convert|wits_loss_", "wits_loss_name(WITS_LOSS_DATA)", ["WITS_NO_CONVERT"]),
    "snapshot": (r"wits_snapshot_", "wits_snapshot_size(0, 0)", ["WITS_NO_SNAPSHOT", "WITS_NO_CONVERT"]),
    "record": (r"wits_recorder_|wits_recording_|wits_replay_", "wits_recorder_size(0)",
               ["WITS_NO_RECORD", "WITS_NO_SNAPSHOT", "WITS_NO_CONVERT", "WITS_NO_CROWD"]),
    "inspect": (r"wits_inspect|wits_json_", "wits_inspector_viewers(0)",
                ["WITS_NO_INSPECT", "WITS_NO_SNAPSHOT", "WITS_NO_CONVERT", "WITS_NO_CROWD", "WITS_NO_EXPLAIN"]),
    "explain": (r"wits_explain_|wits_core_explain_", "wits_explain_size(0)", ["WITS_NO_EXPLAIN"]),
}
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
    """Skips the test if the command is not installed."""
    if shutil.which(command) is None:
        print(f"Skipped: {command} is not installed (Debian: {PACKAGES[command]})")
        sys.exit(0)


def run_by_wine(program, *arguments, **options):
    need("wine")
    with tempfile.TemporaryDirectory(dir=program.parent, ignore_cleanup_errors=True) as prefix:
        environment = {**os.environ, "WINEPREFIX": prefix, "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}
        try:
            return run("wine", program, *arguments, env=environment, **options)
        finally:
            # Processes that Wine leaves running for this folder end by themselves, but later.
            server = shutil.which("wineserver") or "/usr/lib/wine/wineserver64"
            subprocess.run([server, "-k"], env=environment, check=False)


class Dist:
    def __init__(self, root, folder, cc, library, nm):
        self.folder, self.cc, self.nm = folder, cc, nm
        self.machines = root / "tests/dist/machines.c"
        self.consumers = root / "tests/consumers"
        self.parts = root / "tests/dist/parts.c"
        run(root / "tools/dist", folder)
        program = folder / "with_library"
        run(cc, *ROWS, f"-I{root / 'include'}", self.machines, library, "-o", program)
        self.expected = run(program, "write", cwd=folder).stdout
        if not self.expected:
            raise Failed("the library's hashes are missing")

    def compare(self, name, compiler, *flags, run_program=run):
        """Typical use: the two files beside the program's own, and one command for each."""
        wits, program = self.folder / f"{name}.o", self.folder / name
        run(compiler, *flags, *WARNINGS, "-c", self.folder / "wits/wits.c", "-o", wits)
        run(compiler, *flags, *WARNINGS, *ROWS, f"-I{self.folder}", self.machines, wits, "-o", program)
        done = run_program(program, "read", cwd=self.folder)
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
        self.compare("plain", self.cc, "-O0", "-std=c11")

    def test_native(self):
        compilers = dict.fromkeys([self.cc, *filter(shutil.which, ["clang"])])
        for compiler in compilers:
            wits = self.compare(f"native_{pathlib.Path(compiler).name}", compiler, "-O1", "-march=native")
            if compiler == self.cc:
                self.check_symbols(wits)

    def test_clang(self):
        self.compare("clang", "clang", "-O0")

    def test_musl(self):
        self.compare("musl", "musl-gcc", "-O0", "-static")

    def test_windows(self):
        self.compare("windows.exe", MINGW, "-O0", "-static", run_program=run_by_wine)

    def test_files(self):
        program = self.folder / "lights_file"
        run(self.cc, "-O0", *WARNINGS, f"-I{self.folder}", self.folder / "wits/wits.c", self.folder / "wits/wits_file.c",
            self.consumers / "lights_file.c", "-lyaml", "-o", program)
        printed = run(program).stdout
        if printed != PRINTED_BY_LIGHTS_FILE:
            raise Failed(f"with brain files it prints {printed!r}")

    def lines_without(self, macros):
        """Compiles everything with these macros, and returns the program's output."""
        name = "_".join(macros) or "whole"
        flags = [f"-D{macro}" for macro in macros]
        wits, program = self.folder / f"{name}.o", self.folder / name
        run(self.cc, "-O0", *WARNINGS, *flags, "-c", self.folder / "wits/wits.c", "-o", wits)
        run(self.cc, "-O0", *WARNINGS, *ROWS, *flags, f"-I{self.folder}", self.parts, wits, "-o", program)
        defined = symbols.exported_of(self.nm, wits)
        for part, (names, call, left_out_by) in PARTS.items():
            is_left_out = not set(left_out_by).isdisjoint(macros)
            found = [symbol for symbol in defined if re.match(names, symbol)]
            if is_left_out == bool(found):
                raise Failed(f"{name}: of {part} there is {', '.join(found) or 'nothing'}")
            self.try_call(call, flags, is_left_out)
        return run(program).stdout.splitlines()

    def try_call(self, call, flags, is_mistake):
        source = self.folder / "call.c"
        source.write_text(f'#include "wits/wits.h"\nint main(void) {{ return (int)sizeof {call}; }}\n')
        done = subprocess.run([self.cc, *flags, "-Wall", "-Werror", "-fsyntax-only", source], capture_output=True,
                              text=True, check=False)
        if (done.returncode != 0) != is_mistake:
            raise Failed(f"{' '.join(flags)}: the compiler says of {call}: {done.stderr or 'nothing'}")

    def test_parts(self):
        whole = self.lines_without([])
        for part in ("agent", *PARTS):
            if not any(line.startswith(part) for line in whole):
                raise Failed(f"tests/dist/parts.c prints nothing of {part}")
        every = [left_out_by[0] for _, _, left_out_by in PARTS.values()]
        for macros in [[macro] for macro in every] + [every]:
            gone = [part for part, (_, _, left_out_by) in PARTS.items() if not set(left_out_by).isdisjoint(macros)]
            wanted = [line for line in whole if line.split()[0] not in gone]
            printed = self.lines_without(macros)
            if printed != wanted:
                raise Failed(f"with {' '.join(macros)} it prints {printed}, not {wanted}")
        print(f"without any of {' '.join(every)}: the same")


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
