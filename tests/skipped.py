#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/skipped.py BUILD: prints why tests of ctest's last run in BUILD were skipped, a line for each reason.

skipped: NAME: REASON       the test did nothing; its output has a line "Skipped: REASON"
not tried: NAME: REASON     the test passed or failed without that part; a line "Not tried: REASON"
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


def main(build):
    log = pathlib.Path(build) / "Testing/Temporary/LastTest.log"
    if not log.is_file():
        return
    found = reasons(log.read_text(errors="replace"))
    for line in dict.fromkeys(f"{what}: {name}: {reason}" for what, name, reason in found):
        print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
