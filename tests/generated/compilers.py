# SPDX-License-Identifier: MIT
"""Compiles generated C, and links its tests. The build sets the environment: WITS_CC and WITS_CFLAGS, its own compiler
and flags; WITS_LDFLAGS; WITS_EMULATOR, a command that runs programs of another machine. The defaults are those of the
release build.
"""

import os
import pathlib
import shlex
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("WITS_BUILD", ROOT / "build/release"))
CC = os.environ.get("WITS_CC", "gcc")
CFLAGS = shlex.split(os.environ.get("WITS_CFLAGS", ""))
LDFLAGS = shlex.split(os.environ.get("WITS_LDFLAGS", ""))
EMULATOR = shlex.split(os.environ.get("WITS_EMULATOR", ""))

# Options of all compilers; generated C must give no warning with them.
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Wpedantic", "-Wshadow", "-Werror"]
C11 = ["-std=c11"]
CXX17 = ["-x", "c++", "-std=c++17"]
SANITIZERS = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


class Way:
    """A compiler with flags. It compiles `share` of the batches of random brains."""

    def __init__(self, name, compiler, flags, share=1, link=()):
        self.name, self.compiler, self.flags, self.share, self.link = name, compiler, list(flags), share, list(link)


def ways():
    """The build's own compiler if it has special flags, such as a sanitizer's; else every installed one."""
    if CFLAGS or EMULATOR or os.path.basename(CC) not in ("gcc", "clang", "cc"):
        return [Way(f"own {level}", CC, [*C11, *CFLAGS, level], 1, CFLAGS) for level in ("-O0", "-O3")]
    # Chosen so that a thousand brains take a minute and a half on two cores.
    found = [Way("clang -O0", "clang", [*C11, "-O0"], 72),
             Way("gcc -O0", "gcc", [*C11, "-O0"], 8),
             Way("clang++", "clang++", [*CXX17, "-O0"], 8),
             Way("g++", "g++", [*CXX17, "-O0"], 4),
             Way("gcc -O3", "gcc", [*C11, "-O3"], 2),
             Way("clang -O3", "clang", [*C11, "-O3"], 2),
             # A compiler that fuses products and sums changes results here, unless a flag prevents it.
             Way("gcc gnu11 native", "gcc", ["-std=gnu11", "-O2", "-march=native"], 1),
             Way("g++ native", "g++", [*CXX17, "-O2", "-march=native"], 1),
             Way("clang native", "clang", [*C11, "-O2", "-march=native"], 1),
             Way("gcc sanitizers", "gcc", [*C11, "-O0", *SANITIZERS], 1, SANITIZERS),
             Way("clang sanitizers", "clang", [*C11, "-O0", *SANITIZERS], 1, SANITIZERS)]
    return [way for way in found if shutil.which(way.compiler)]


class Failed(Exception):
    """Returns the failures, to be printed."""


def call(command, timeout=600, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, timeout=timeout, check=False, text=True,
                          errors="replace", **options)


def must(command, **options):
    done = call(command, **options)
    if done.returncode != 0:
        raise Failed(f"{shlex.join(map(str, command))}\nended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done
