# SPDX-License-Identifier: MIT
"""header_recipe.py ROOT CMAKE BUILD CC: builds the cookbook's program for one brain file as shown there.

It is a separate project that uses an installed wits. It must print what the cookbook shows. With the designer's edited
file it must print the message that the cookbook shows and exit with status 1. With a new header it must not compile,
for the reason that the cookbook gives.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

SECTION = re.compile(r"^## A program for one brain file\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EDITS = (("  hunger: {", "  thirst: float\n  hunger: {"), ("[sleepy, awake]", "[awake, sleepy]"),
         ("bell", "whistle"), ("    doze:\n", "    sit: {transitions: [{to: doze}]}\n    doze:\n"))


def call(*command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600, check=False, **options)


def must(*command, **options):
    done = call(*command, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def main(root, cmake, build, cc):
    section = SECTION.search((pathlib.Path(root) / "docs/cookbook.md").read_text())
    blocks = dict(FENCE.findall(section[1])) if section else {}
    if sorted(blocks) != ["", "c", "cmake", "text", "yaml"]:
        sys.exit(f"docs/cookbook.md: the recipe has blocks of {sorted(blocks)}")
    edited = blocks["yaml"]
    for old, new in EDITS:
        if old not in edited:
            sys.exit(f"docs/cookbook.md: dog.yaml has no '{old}'")
        edited = edited.replace(old, new)
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        must(cmake, "--install", build, "--prefix", folder / "prefix")
        for name, language in (("dog.yaml", "yaml"), ("dogs.c", "c"), ("CMakeLists.txt", "cmake")):
            (folder / name).write_text(blocks[language])
        must(cmake, "-S", folder, "-B", folder / "build", "-G", "Ninja", f"-DCMAKE_C_COMPILER={cc}",
             f"-DCMAKE_PREFIX_PATH={folder / 'prefix'}", "-DCMAKE_C_FLAGS=-Wall -Wpedantic -Werror")
        must(cmake, "--build", folder / "build")
        done = must(folder / "build/dogs", cwd=folder)
        if (done.stdout, done.stderr) != (blocks["text"], ""):
            wrong.append(f"it prints\n{done.stdout}{done.stderr}")

        (folder / "dog.yaml").write_text(edited)
        done = call(folder / "build/dogs", cwd=folder)
        if (done.returncode, done.stdout, done.stderr) != (1, "", blocks[""]):
            wrong.append(f"over the edited file: status {done.returncode}\n{done.stdout}{done.stderr}")
        done = call(cmake, "--build", folder / "build", env={**os.environ, "LC_ALL": "C"})
        errors = [line for line in done.stdout.splitlines() if "error:" in line]
        if done.returncode == 0 or len(errors) != 1 or "DOG_EVENT_BELL" not in errors[0]:
            wrong.append(f"with a new header:\n{done.stdout}")
        (folder / "dogs.c").write_text(blocks["c"].replace("DOG_EVENT_BELL", "DOG_EVENT_WHISTLE"))
        must(cmake, "--build", folder / "build")
        done = call(folder / "build/dogs", cwd=folder)
        if (done.returncode, done.stderr) != (0, "") or "dozes" not in done.stdout:
            wrong.append(f"mended: status {done.returncode}\n{done.stdout}{done.stderr}")
    print("\n".join(wrong) or "the recipe holds, and so does what it says of the edited file")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
