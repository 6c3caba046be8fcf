# SPDX-License-Identifier: MIT
"""installation.py CMAKE BUILD CC: installs a build into a temporary folder and uses it as two users would."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROGRAM = """
#include "wits/wits.h"
int main(void) {
    return wits_brain_size(&(wits_desc){0}, 0) == 0 ? 0 : 1;
}
"""
PROJECT = """
cmake_minimum_required(VERSION 3.21)
project(user LANGUAGES C)
find_package(wits REQUIRED)
add_executable(user user.c)
target_link_libraries(user PRIVATE wits::wits)
"""


def run(*command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: ended with {done.returncode}\n{done.stdout}")
    return done.stdout


def main(cmake, build, cc):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        prefix, user = folder / "prefix", folder / "user"
        user.mkdir()
        (user / "user.c").write_text(PROGRAM)
        (user / "CMakeLists.txt").write_text(PROJECT)
        run(cmake, "--install", build, "--prefix", prefix)

        run(cmake, "-S", user, "-B", user / "build", "-G", "Ninja", f"-DCMAKE_C_COMPILER={cc}",
            f"-DCMAKE_PREFIX_PATH={prefix}")
        run(cmake, "--build", user / "build")
        run(user / "build" / "user")

        if not shutil.which("pkg-config"):
            print("there is no pkg-config here: wits.pc was not tried")
            return
        pc_folder = next(prefix.rglob("wits.pc")).parent
        flags = run("pkg-config", "--cflags", "--libs", "wits", env={**os.environ, "PKG_CONFIG_PATH": str(pc_folder)})
        run(cc, "-std=c11", user / "user.c", "-o", user / "direct", *flags.split())
        run(user / "direct")


if __name__ == "__main__":
    main(*sys.argv[1:])
