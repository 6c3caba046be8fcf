# SPDX-License-Identifier: MIT
"""words.py ROOT: reports marks of unfinished work in tracked files; without git, in all files outside build/."""

import pathlib
import re
import shutil
import subprocess
import sys

MARKS = re.compile(rb"\b(" + b"|".join([b"TO" b"DO", b"FIX" b"ME", b"X" b"XX"]) + rb")\b")


def files_of(root):
    if shutil.which("git"):
        listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, check=False)
        if listed.returncode == 0:
            return [root / name for name in listed.stdout.decode().split("\0") if name]
    hidden_or_built = lambda path: path.parts[0] == "build" or path.parts[0].startswith(".")
    return [path for path in sorted(root.rglob("*")) if not hidden_or_built(path.relative_to(root))]


def main(root):
    root = pathlib.Path(root)
    found = 0
    for file in files_of(root):
        if not file.is_file():
            continue
        for number, line in enumerate(file.read_bytes().splitlines(), 1):
            match = MARKS.search(line)
            if match:
                print(f"{file.relative_to(root)}:{number}: {match[1].decode()}")
                found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
