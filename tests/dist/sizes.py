#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/dist/sizes.py [--check] [CC]: measures how large a program is that ticks one agent, for docs/building.md.

The program is tests/dist/parts.c without its parts. Prints the table: code and data in KB with wits as two files, with
each macro that leaves a part out and with all of them, and with the static libraries of build/install if `make install`
has made them. Takes some minutes. With --check it measures the last column of the first and the last row of two files,
and fails where one differs by more than a tenth from the table in docs/building.md. Prints "Skipped" with another
compiler than gcc for x86-64.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MACROS = ["WITS_NO_CROWD", "WITS_NO_ARROW", "WITS_NO_CONVERT", "WITS_NO_SNAPSHOT", "WITS_NO_RECORD", "WITS_NO_INSPECT",
          "WITS_NO_EXPLAIN"]
SECTIONS = ["-ffunction-sections", "-fdata-sections"]
GARBAGE = "-Wl,--gc-sections"
LAST_COLUMN = re.compile(r"^\| (.+?) \| .* \| (\d+) \|$", re.MULTILINE)
TOLERANCE = 0.1


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout


class Sizes:
    def __init__(self, cc, folder):
        self.cc, self.folder = cc, folder
        run(ROOT / "tools/dist", folder)

    def linked(self, library, *flags):
        """KB of code and data of the program with these flags."""
        program = self.folder / "program"
        run(self.cc, "-O2", *[f"-D{macro}" for macro in MACROS], f"-I{ROOT / 'include'}", ROOT / "tests/dist/parts.c",
            *library, *flags, "-o", program)
        text, data = run("size", program).splitlines()[1].split()[:2]
        return f"{(int(text) + int(data)) / 1024:.0f}"

    def two_files(self, macros, levels=("-O2", "-Os")):
        sizes = []
        for level in levels:
            wits = self.folder / "wits.o"
            run(self.cc, level, *SECTIONS, *[f"-D{macro}" for macro in macros], "-c", self.folder / "wits/wits.c", "-o", wits)
            sizes += [self.linked([wits])] if level == "-O2" else []
            sizes.append(self.linked([wits], GARBAGE))
        return sizes

    def row(self, name, sizes):
        print(f"| {name} | {' | '.join(sizes)} |", flush=True)


def check(sizes):
    """Returns whether the table agrees with the measurements within a tenth."""
    if "Free Software Foundation" not in run(sizes.cc, "--version") or not run(sizes.cc, "-dumpmachine").startswith("x86_64"):
        print("Skipped: the table is of gcc for x86-64")
        return True
    table = dict(LAST_COLUMN.findall((ROOT / "docs/building.md").read_text()))
    measured = {name: int(sizes.two_files(macros, ["-Os"])[0]) for name, macros in (("two files", []), ("all seven", MACROS))}
    wrong = [name for name, size in measured.items() if abs(size - int(table[name])) > TOLERANCE * int(table[name])]
    for name in wrong:
        print(f"docs/building.md: '{name}' is {table[name]} KB in the last column, measured {measured[name]} KB: "
              "write the table that tests/dist/sizes.py prints")
    return not wrong


def main(*arguments):
    compilers = [word for word in arguments if word != "--check"] or ["gcc"]
    with tempfile.TemporaryDirectory() as folder:
        sizes = Sizes(compilers[0], pathlib.Path(folder))
        if "--check" in arguments:
            return 0 if check(sizes) else 1
        print(run(sizes.cc, "--version").splitlines()[0])
        print("| KB | `-O2` | `-O2`, unused sections removed | `-Os`, unused sections removed |\n|---|---|---|---|")
        sizes.row("two files", sizes.two_files([]))
        for macro in MACROS:
            sizes.row(f"`{macro}`", sizes.two_files([macro]))
        sizes.row("all seven", sizes.two_files(MACROS))
        library = ROOT / "build/install/libwits.a"
        if library.exists():
            sizes.row("installed, static", [sizes.linked([library]), sizes.linked([library], GARBAGE), ""])
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
