#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/skipped.py [--names] BUILD: prints why tests of ctest's last run in BUILD were skipped, a line for each reason.

skipped: NAME: REASON       the test did nothing; its output has a line "Skipped: REASON"
not tried: NAME: REASON     the test passed or failed without that part; a line "Not tried: REASON"

With --names only the names of both are printed, each once.
"""

import pathlib
import re
import sys

TEST = re.compile(r"^\d+/\d+ Testing: (\S+)$(.*?)^<end of output>$(.*?)^\"", re.MULTILINE | re.DOTALL)
REASON = re.compile(r"^(?:\d+: )?(Skipped|Not tried): (.*\S)\s*$", re.MULTILINE)


def reasons(log):
    for name, output, result in TEST.findall(log):
        found = REASON.findall(output)
        if "Skip regular expression" in result and not found:
            found = [("Skipped", "it gives no reason")]
        for what, reason in found:
            yield what.lower(), name, reason


def main(*arguments):
    names_only = "--names" in arguments
    log = pathlib.Path(arguments[-1]) / "Testing/Temporary/LastTest.log"
    if not log.is_file():
        return
    found = list(reasons(log.read_text(errors="replace")))
    lines = dict.fromkeys(name if names_only else f"{what}: {name}: {reason}" for what, name, reason in found)
    for line in lines:
        print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
