# SPDX-License-Identifier: MIT
"""generated_size.py WITS GUARD.yaml [COMPILER...]: measures C made by `wits compile`.

Prints the size of the guard's code with -Os (sections of instructions and of constants, in bytes), with and without
functions for crowds and names. For a brain of 1,000 states it prints the time of `wits compile` and of a compiler at
-O2 (seconds, best of three). Each line is a JSON object. The compilers are gcc and clang; their `objdump -h` must be
binutils' or llvm's."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

VARIANTS = [[], ["--no-names"], ["--no-crowd"], ["--no-crowd", "--no-names"]]
STATES, LEAVES = 1000, 9
FIELDS = ["health", "ammo", "fear", "noise"]


def run(*command):
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout


def seconds(*command):
    def once():
        start = time.perf_counter()
        run(*command)
        return time.perf_counter() - start
    return round(min(once() for _ in range(3)), 2)


def sizes(object_file):
    """Bytes of .text and of .rodata, including sections with longer names."""
    text = constants = 0
    for line in run("objdump", "-h", object_file).splitlines():
        words = line.split()
        if len(words) > 2 and words[0].isdigit():
            text += int(words[2], 16) if words[1].startswith(".text") else 0
            constants += int(words[2], 16) if words[1].startswith((".rodata", ".data.rel.ro")) else 0
    return text, constants


def large_brain():
    """Groups of nine leaves, as the benchmark of loading has them (bench/load.c)."""
    lines = ["wits: 1", "brain: large", "context: {health: int, ammo: int, fear: int, noise: int}", "root:", "  states:"]
    made = 1
    for group in range(STATES):
        if made >= STATES:
            break
        lines += [f"    group_{group}:", "      states:"]
        made += 1
        leaves = max(1, min(LEAVES, STATES - made))
        for leaf in range(leaves):
            own, other = FIELDS[made % 4], FIELDS[(made + 1) % 4]
            lines += [f"        state_{group}_{leaf}:", f"          enter: {own} = {own} + 1", "          transitions:",
                      f"            - {{to: state_{group}_{(leaf + 1) % leaves}, when: {own} > {made % 100}}}",
                      f"            - {{to: group_0, when: {other} < 20 and {own} >= 3}}"]
            made += 1
    return "\n".join(lines) + "\n"


def report(**row):
    print(json.dumps(row, separators=(",", ":")), flush=True)


def measure_size(wits, guard, compilers, folder):
    for options in VARIANTS:
        run(wits, "compile", guard, "-o", folder / "guard.c", *options)
        for compiler in compilers:
            run(compiler, "-std=c11", "-Os", "-c", folder / "guard.c", "-o", folder / "guard.o")
            text, constants = sizes(folder / "guard.o")
            report(workload="guard -Os", variant=" ".join(options) or "all", compiler=compiler, text=text,
                   constants=constants)


def measure_time(wits, compilers, folder):
    (folder / "large.yaml").write_text(large_brain())
    for options in ([], ["--no-crowd"]):
        variant = " ".join(options) or "all"
        source = folder / "large.c"
        report(workload="1,000 states", variant=variant, compiler="wits compile",
               seconds=seconds(wits, "compile", folder / "large.yaml", "-o", source, *options),
               bytes=source.stat().st_size)
        for compiler in compilers:
            report(workload="1,000 states", variant=variant, compiler=f"{compiler} -O2",
                   seconds=seconds(compiler, "-std=c11", "-O2", "-c", source, "-o", folder / "large.o"))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    wits, guard, compilers = sys.argv[1], sys.argv[2], sys.argv[3:] or ["gcc", "clang"]
    with tempfile.TemporaryDirectory() as folder:
        measure_size(wits, guard, compilers, Path(folder))
        measure_time(wits, compilers, Path(folder))


main()
