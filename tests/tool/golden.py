# SPDX-License-Identifier: MIT
"""golden.py: writes tests/golden/NAME.txt, .trace.txt and .jsonl for every brain anew. Read the difference before you
keep it."""

from program import BRAINS, GOLDEN, golden_command, wits

KINDS = {".txt": [], ".trace.txt": ["--trace"], ".jsonl": ["--format", "jsonl"]}


def names():
    return sorted(path.stem for path in BRAINS.glob("*.yaml"))


if __name__ == "__main__":
    for name in names():
        for suffix, options in KINDS.items():
            (GOLDEN / (name + suffix)).write_text(wits(*golden_command(name, *options)).out)
