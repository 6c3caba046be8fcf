# SPDX-License-Identifier: MIT
"""architecture.py ROOT: holds the tables of docs/architecture.md against the sources.

A table whose head has "file in `FOLDER/`" tells which file of that folder answers which question. Every .c file of src/
and tools/ is named by a table of its folder, and whatever a table names there exists.
"""

import pathlib
import re
import sys

HEAD = re.compile(r"^\|.*\bfile in `([\w/]+)/`")
NAMED = re.compile(r"`(\w+\.[ch])`")


def files_told(text):
    """For each folder the files that its tables name, with their lines."""
    told, folder = {}, None
    for number, line in enumerate(text.splitlines(), 1):
        head = HEAD.match(line)
        if head:
            folder = told.setdefault(head[1], {})
        elif not line.startswith("|"):
            folder = None
        elif folder is not None:
            for name in NAMED.findall(line):
                folder.setdefault(name, number)
    return told


def main(root):
    root = pathlib.Path(root)
    told = files_told((root / "docs/architecture.md").read_text())
    wrong = 0
    for file in sorted([*root.glob("src/**/*.c"), *root.glob("tools/**/*.c")]):
        folder = file.parent.relative_to(root).as_posix()
        if file.name not in told.get(folder, {}):
            print(f"{folder}/{file.name}:1: no table of docs/architecture.md says what it is for")
            wrong += 1
    for folder, names in told.items():
        for name, number in names.items():
            if not (root / folder / name).is_file():
                print(f"docs/architecture.md:{number}: there is no {folder}/{name}")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
