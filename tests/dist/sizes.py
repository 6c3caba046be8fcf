#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/dist/sizes.py [CC]: measures how large a program is that ticks one agent, for the table in docs/building.md.

The program is tests/dist/parts.c without its parts. Prints the table: code and data in KB with wits as two files, with
each macro that leaves a part out and with all of them, and with the static libraries of build/install if `make install`
has made them. Takes some minutes.
"""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MACROS = ["WITS_NO_CROWD", "WITS_NO_ARROW", "WITS_NO_CONVERT", "WITS_NO_EXPLAIN"]
SECTIONS = ["-ffunction-sections", "-fdata-sections"]
GARBAGE = "-Wl,--gc-sections"


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout


class Sizes:
    def __init__(self, cc, folder):
        self.cc, self.folder = cc, folder
        run(ROOT / "tools/dist", folder)

    def linked(self, library, *flags):
        """KB of code and data of the program, linked so."""
        program = self.folder / "program"
        run(self.cc, "-O2", *[f"-D{macro}" for macro in MACROS], f"-I{ROOT / 'include'}", ROOT / "tests/dist/parts.c",
            *library, *flags, "-o", program)
        text, data = run("size", program).splitlines()[1].split()[:2]
        return f"{(int(text) + int(data)) / 1024:.0f}"

    def two_files(self, macros):
        sizes = []
        for level in ("-O2", "-Os"):
            wits = self.folder / "wits.o"
            run(self.cc, level, *SECTIONS, *[f"-D{macro}" for macro in macros], "-c", self.folder / "wits/wits.c", "-o", wits)
            sizes += [self.linked([wits])] if level == "-O2" else []
            sizes.append(self.linked([wits], GARBAGE))
        return sizes

    def row(self, name, sizes):
        print(f"| {name} | {' | '.join(sizes)} |", flush=True)


def main(cc="gcc"):
    with tempfile.TemporaryDirectory() as folder:
        sizes = Sizes(cc, pathlib.Path(folder))
        print(run(cc, "--version").splitlines()[0])
        print("| KB | `-O2` | `-O2`, unused sections removed | `-Os`, unused sections removed |\n|---|---|---|---|")
        sizes.row("two files", sizes.two_files([]))
        for macro in MACROS:
            sizes.row(f"`{macro}`", sizes.two_files([macro]))
        sizes.row("all four", sizes.two_files(MACROS))
        library = ROOT / "build/install/libwits.a"
        if library.exists():
            sizes.row("installed, static", [sizes.linked([library]), sizes.linked([library], GARBAGE), ""])


if __name__ == "__main__":
    main(*sys.argv[1:])
