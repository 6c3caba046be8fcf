# SPDX-License-Identifier: MIT
"""options.py ROOT: compares the tables of docs/building.md with the CMake files.

The first table has every option and setting of CMakeLists.txt, tests/ and cmake/, with its default; "inside: OFF" means
that an option is on only if wits is the top-level project. The second lists what CMake searches for. Another one lists
the macros of tools/dist that leave parts out.
"""

import pathlib
import re
import sys

OPTION = re.compile(r'^\s*option\((\w+) "[^"]+" (\S+)\)', re.MULTILINE)
SETTING = re.compile(r'^\s*set\((\w+) (\S+) CACHE \w+ "[^"]+"\)', re.MULTILINE)
LOOKED_FOR = re.compile(r"^\s*find_(?:path|library|program|file)\((\w+)\b", re.MULTILINE)
DEFAULTS = {"${PROJECT_IS_TOP_LEVEL}": "ON, inside: OFF"}
PART = re.compile(r'^ +"(WITS_NO_\w+)": \[', re.MULTILINE)
ROW = re.compile(r"^\|([^|\n]+)\|([^|\n]+)\|(?:([^|\n]+)\|)?\s*$", re.MULTILINE)
NAME = re.compile(r"`(\w+)`")


def told_by(text):
    """Returns the defaults in the table of options, and the names in the other table."""
    options, found = {}, set()
    for first, second, third in ROW.findall(text):
        names = [name for name in NAME.findall(first) if re.fullmatch(r"WITS_\w+|BUILD_SHARED_LIBS", name)]
        if third:
            options.update({name: second.strip() for name in names})
        else:
            found.update(names)
    return options, found


def main(root):
    root = pathlib.Path(root)
    files = [root / "CMakeLists.txt", *sorted((root / "cmake").glob("*.cmake")), *sorted(root.glob("tests/**/CMakeLists.txt"))]
    text = "\n".join(file.read_text() for file in files if "consumers" not in file.parts)
    meant = {name: DEFAULTS.get(default, default) for name, default in OPTION.findall(text) + SETTING.findall(text)}
    looked_for = set(LOOKED_FOR.findall(text))
    options, found = told_by((root / "docs/building.md").read_text())
    parts = set(PART.findall((root / "tools/dist").read_text())) if (root / "tools/dist").exists() else set()
    wrong = [f"the table of options lacks {name}" for name in sorted(set(meant) - set(options))]
    wrong += [f"there is no option {name}" for name in sorted(set(options) - set(meant))]
    wrong += [f"the default of {name} is {meant[name]}, not {options[name]}" for name in sorted(set(meant) & set(options))
              if meant[name] != options[name]]
    wrong += [f"the table of what CMake looks for lacks {name}" for name in sorted(looked_for - found)]
    wrong += [f"CMake does not look for {name}" for name in sorted(found - looked_for - parts)]
    wrong += [f"no table has the macro {name} of tools/dist" for name in sorted(parts - found)]
    for problem in wrong:
        print(f"docs/building.md:1: {problem}")
    return 1 if wrong or not meant else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
