# SPDX-License-Identifier: MIT
"""wording.py ROOT: counts phrasings that CONTRIBUTING.md rules out, in comments, texts and documentation.

Two kinds: comments that begin with a word that hides the subject ("Of the rows ..."), and words that are not used. Each
folder has a limit, the number of phrasings it still has. More is an error. If you remove some, lower the limit.
"""

import collections
import pathlib
import re
import subprocess
import sys

OPENING = re.compile(r"(?://[/!]?<?|/\*\*?|^ *\*) *(?:Of|What|Whether|Whom|Where|How|As many as)\b")
# `nobody` is also the name of a trace record and of a JSON key.
WORDS = re.compile(r"\b(?:(?<!drawn-)anew|whoever|whom|thrice|is said|are said|but for|by heart|"
                   r"stands (?:a|at|in|on|behind|there)|stand (?:at|in|on|behind|there)|a second time|what is wrong)\b",
                   re.IGNORECASE)
LIMITS = {}  # phrasings that a folder may still have while its wording is not finished
SUFFIXES = {".c", ".h", ".hpp", ".cpp", ".inc", ".md", ".py", ".js", ".ts", ".1", ".cmake", ".txt", ""}
SKIPPED = ("tests/golden/", "tests/files/", "tests/checks/wording.py", "tests/checks/test_checks.py", "bench/results/",
           "CONTRIBUTING.md", "LICENSE", "debian/copyright")


def room_of(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] in ("src", "tools") and len(parts) > 2 else parts[0] if len(parts) > 1 else "."


def main(root):
    root = pathlib.Path(root)
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, check=False)
    if listed.returncode != 0:
        print("Skipped: not a git checkout")
        return 0
    found = collections.defaultdict(list)
    for name in listed.stdout.decode().split("\0"):
        if not name or name.startswith(SKIPPED) or pathlib.Path(name).suffix not in SUFFIXES:
            continue
        try:
            lines = (root / name).read_text().splitlines()
        except (UnicodeDecodeError, FileNotFoundError):
            continue
        for number, line in enumerate(lines, 1):
            match = OPENING.search(line) or WORDS.search(line)
            if match:
                found[room_of(name)].append(f"{name}:{number}: {match[0].strip()}")
    bad = 0
    for room in sorted(set(found) | set(LIMITS)):
        count, limit = len(found[room]), LIMITS.get(room, 0)
        if "--counts" in sys.argv:
            print(f'    "{room}": {count},')
        if count > limit:
            bad += 1
            print(f"{room}: {count} phrasings, at most {limit} are allowed:")
            print("\n".join(f"  {place}" for place in found[room]))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
