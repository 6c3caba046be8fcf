# SPDX-License-Identifier: MIT
"""messages.py ROOT: reports every message of src/file/messages.h that no test provokes.

A message is provoked if a line of tests/files/*/*.txt has its words, or a text of a test written in C.
"""

import pathlib
import re
import sys


def main(root):
    root = pathlib.Path(root)
    text = (root / "src/file/messages.h").read_text()
    lines = [line for path in (root / "tests/files").glob("*/*.txt") for line in path.read_text().splitlines()]
    tests = "\n".join(path.read_text() for path in (root / "tests").glob("test_file_*.c"))
    found = 0
    for name, message in re.findall(r'X\((\w+),\s+"([^"]*)"\)', text):
        words = ".*".join(re.escape(part) for part in message.split("%"))
        pattern = re.compile(r"^(?:\S+:)?\d+:\d+: " + words)
        if not any(pattern.match(line) for line in lines) and not re.search(r'"(?:\S+:)?(?:\d+:\d+: )?' + words, tests):
            print(f"src/file/messages.h:1: no test provokes {name}: {message}")
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
