# SPDX-License-Identifier: MIT
"""Compares random brains as generated C with the library.

    test_random.py BRAINS [--seed SEED] [--jobs N]   many, in batches, each batch with another compiler or other flags
    test_random.py --one SEED [--way NAME]           one brain, every call printed

GENERATED_MAKE is the program that writes the C, GENERATED_LIBRARIES are those of the runner. Counts what was tried,
above all how often each clause of the rules was needed (tests/model/clauses.h); with enough brains too little of
something fails.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import shutil
import sys
import tempfile

from compilers import BUILD, EMULATOR, LDFLAGS, ROOT, WARNINGS, Failed, call, must, ways

MAKE = os.environ.get("GENERATED_MAKE", BUILD / "tests/generated_make")
LIBRARIES = os.environ.get("GENERATED_LIBRARIES", ":".join(str(BUILD / name) for name in (
    "tests/libtest_generated_run.a", "tests/libtest_generated_brains.a", "tests/libtest_model_parts.a",
    "tests/libtest_trees.a", "libwits.a"))).split(":")
FIRST_SEED = 1
BATCH = 10
LIVES = 8
JUDGED_BRAINS = 1000
LEAST = 20  # minimum of everything counted
# Mode listed does not exist there, and all fields are members of one struct.
NEVER = {"clause_listed_action", "clause_listed_raise", "clause_listed_refuses", "clause_listed_assignment",
         "clause_assigned_from_list", "clause_shared_read", "clause_listed_given", "clause_listed_given_later"}


def build(folder, seed, count, way):
    """A program of the C of these brains; the C itself includes no header of the library."""
    must([*EMULATOR, MAKE, folder, seed, count])
    sources = sorted(folder.glob("b*.c"))
    must([way.compiler, *way.flags, *WARNINGS, "-c", *[source.name for source in sources]], cwd=folder)
    glue_flags = [flag for flag in way.flags if flag.startswith(("-m", "-f"))]
    compiler = {"g++": "gcc", "clang++": "clang"}.get(way.compiler, way.compiler)
    must([compiler, *glue_flags, "-std=c11", "-O0", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}",
          f"-I{ROOT / 'tests'}", f"-I{ROOT / 'tests/generated'}", "-c", "all.c"], cwd=folder)
    must([compiler, *way.link, *LDFLAGS, *[f"{source.stem}.o" for source in sources], "all.o", *LIBRARIES, "-lm", "-o", "run"],
         cwd=folder)
    return folder / "run"


def try_batch(seed, count, way, is_told=False):
    """Returns the counts, and the failures."""
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        try:
            program = build(folder, seed, count, way)
            done = call([*EMULATOR, program, LIVES, *(["told"] if is_told else [])])
        except Failed as failed:
            return counts, f"brains of seeds {seed} to {seed + count - 1}, {way.name}:\n{failed}"
    if is_told or done.returncode != 0:
        return counts, f"{way.name}: ended with {done.returncode}\n{done.stdout}{done.stderr}"
    for line in done.stdout.splitlines():
        word, name, number = line.split()
        assert word == "count"
        counts[name] += int(number)
    return counts, None


def turns(all_ways, batches):
    """A compiler for each batch: all of them in turn, by their shares."""
    row = [way for turn in range(max(way.share for way in all_ways)) for way in all_ways if way.share > turn]
    return [row[i % len(row)] for i in range(batches)]


def try_many(brains, seed, jobs):
    batches = [(seed + begin, min(BATCH, brains - begin)) for begin in range(0, brains, BATCH)]
    counts = collections.Counter()
    tried = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = {pool.submit(try_batch, *batch, way): (batch, way)
                   for batch, way in zip(batches, turns(ways(), len(batches)))}
        for future in concurrent.futures.as_completed(running):
            (_, size), way = running[future]
            more, wrong = future.result()
            counts.update(more)
            tried[way.name] += size
            if wrong:
                for other in running:
                    other.cancel()
                print(f"FAILED: {wrong}\nreplay: {sys.argv[0]} --one SEED --way '{way.name}'")
                return 1
    for name, number in sorted(counts.items()):
        print(f"{number:12} {name}")
    print("; ".join(f"{name}: {number} brains" for name, number in sorted(tried.items())))
    print(f"{brains} brains, {counts['lives']} lives, {counts['calls']} calls: as the library")
    return judge(counts) if brains >= JUDGED_BRAINS else 0


def judge(counts):
    few = {name: number for name, number in counts.items() if number < LEAST and name not in NEVER}
    for name, number in sorted(few.items()):
        print(f"FAILED: {name} only {number} times")
    return 1 if few else 0


def way_called(name):
    return next(way for way in ways() if name is None or way.name == name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("brains", type=int, nargs="?", default=int(os.environ.get("GENERATED_BRAINS", JUDGED_BRAINS)))
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--one", type=int)
    parser.add_argument("--way")
    given = parser.parse_args()
    if given.one is not None:
        _, told = try_batch(given.one, 1, way_called(given.way), True)
        print(told)
        return 0 if told.split("\n")[0].endswith(" 0") else 1
    return try_many(given.brains, given.seed, given.jobs)


if __name__ == "__main__":
    sys.exit(main())
