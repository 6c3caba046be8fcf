# SPDX-License-Identifier: MIT
"""lengths.py ROOT: reports files of the library and the program that are too long to be read in one sitting."""

import pathlib
import sys

MOST_LINES = 700


def main(root):
    root = pathlib.Path(root)
    found = 0
    for folder in ("include", "src", "tools"):
        for file in sorted((root / folder).rglob("*")):
            if file.is_file():
                lines = len(file.read_bytes().splitlines())
                if lines > MOST_LINES:
                    print(f"{file.relative_to(root)}:{MOST_LINES}: {lines} lines, more than {MOST_LINES}")
                    found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
