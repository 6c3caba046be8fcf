# SPDX-License-Identifier: MIT
"""headers.py ROOT CC CXX...: compiles each public header alone, as C11, C17, C++11 and C++20, without a warning.

Headers called .hpp are C++17 and later: the first compiler takes C++17 and the next C++20, because they take long.
"""

import itertools
import pathlib
import subprocess
import sys

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wcast-qual", "-Werror",
            "-fsyntax-only"]
C = {"c11": ["-Wstrict-prototypes"], "c17": ["-Wstrict-prototypes"]}
CXX = {standard: ["-Wold-style-cast"] for standard in ("c++11", "c++20")}  # other standards do not reject more
CXX_ONLY = {standard: ["-Wold-style-cast"] for standard in ("c++17", "c++20")}


def compilations(header, cc, cxxs):
    if header.suffix == ".h":
        yield from ((cc, "c", standard, flags) for standard, flags in C.items())
        yield from ((cxx, "c++", standard, flags) for cxx in cxxs for standard, flags in CXX.items())
    else:
        yield from ((cxx, "c++", *standard) for cxx, standard in zip(itertools.cycle(cxxs), CXX_ONLY.items()))


def main(root, cc, *cxxs):
    include = pathlib.Path(root) / "include"
    failed = 0
    for header in sorted([*include.rglob("*.h"), *include.rglob("*.hpp")]):
        name = header.relative_to(include)
        for compiler, language, standard, flags in compilations(header, cc, cxxs):
            command = [compiler, "-x", language, f"-std={standard}", *WARNINGS, *flags, f"-I{include}", "-"]
            run = subprocess.run(command, input=f'#include "{name}"\nextern int something;\n',
                                 capture_output=True, text=True, check=False)
            if run.returncode != 0:
                print(f"{name}:1: does not compile alone as {standard} with {compiler}\n{run.stderr}")
                failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
