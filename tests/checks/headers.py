# SPDX-License-Identifier: MIT
"""headers.py ROOT CC CXX: compiles each public header alone, as C11, C17 and C++17."""

import pathlib
import subprocess
import sys

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]


def main(root, cc, cxx):
    include = pathlib.Path(root) / "include"
    failed = 0
    for header in sorted(include.rglob("*.h")):
        name = header.relative_to(include)
        for compiler, language, standard in ((cc, "c", "c11"), (cc, "c", "c17"), (cxx, "c++", "c++17")):
            command = [compiler, "-x", language, f"-std={standard}", *WARNINGS, f"-I{include}", "-"]
            run = subprocess.run(command, input=f'#include "{name}"\n', capture_output=True, text=True, check=False)
            if run.returncode != 0:
                print(f"{name}:1: does not compile alone as {standard}\n{run.stderr}")
                failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
