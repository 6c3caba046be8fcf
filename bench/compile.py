#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compile.py WITS [STATES...] [OPTION...]: measures `wits compile`, the length of its C, and compilers' time.

Brains are made for it: groups of ten states, each with transitions, assignments, expressions of 40 fields and functions
of the program. Prints a line of JSON for each number of states (100, 1000 and 4000), times in seconds of CPU time.
Options after the numbers are passed to `wits compile`, such as --no-crowd.
"""

import json
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

GROUP = 10
COMPILERS = [[name, "-std=c11", "-O2"] for name in ("gcc", "clang") if shutil.which(name)]


def brain(states):
    groups = max(states // GROUP, 2)
    leaves = GROUP - 1
    yield "wits: 1\nbrain: big\ncontext:\n"
    for field in range(20):
        yield f"  f{field}: float\n  n{field}: int\n"
    yield "events: [alarm, bell]\nfunctions: {go: action, look: condition}\nroot:\n  states:\n"
    for group in range(groups):
        yield (f"    g{group}:\n      transitions: [{{to: g{(group + 1) % groups}, event: alarm}}, {{to: g{(group * 7 + 3) % groups}, "
               f"when: f{group % 20} > {group % 13} and n{group % 20} < {group}}}]\n      states:\n")
        for leaf in range(leaves):
            yield (f"        s{leaf}:\n          enter: n{leaf} = n{leaf + 1} + {leaf}\n"
                   f"          update: [go(), f{leaf} = f{leaf + 3} * 0.5 + {group}]\n"
                   f"          transitions: [{{to: s{(leaf + 1) % leaves}, after: {leaf + 1}, "
                   f"when: f{(group + leaf) % 20} + f{leaf} * 2 < n{leaf} or look()}}, "
                   f"{{to: s{(leaf + 2) % leaves}, event: bell}}]\n")


def seconds(command, folder, rounds=1):
    """Processor time, so that other work counts less; the shortest of all rounds."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    times = []
    for _ in range(rounds):
        begin = used()
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        times.append(used() - begin)
    return round(min(times), 3)


def main(wits, *arguments):
    numbers = [argument for argument in arguments if argument.isdigit()]
    options = [argument for argument in arguments if not argument.isdigit()]
    program = pathlib.Path(wits).resolve()
    for states in map(int, numbers or ("100", "1000", "4000")):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "big.yaml").write_text("".join(brain(states)))
            row = {"states": states, "yaml": (folder / "big.yaml").stat().st_size,
                   "compile": seconds([program, "compile", "big.yaml", "-o", "big.c", *options], folder, 5)}
            row["c"] = (folder / "big.c").stat().st_size
            for compiler in COMPILERS:
                row[" ".join(compiler)] = seconds([*compiler, "-c", "big.c", "-o", "big.o"], folder)
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
