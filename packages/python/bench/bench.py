# SPDX-License-Identifier: MIT
"""bench.py [--rounds N]: what Python costs, as ratios of times that are taken in turns in one run.

  tick      crowd.tick() for 100,000 agents, compared with C: the same calls in a loop of a compiled program (cc)
  program   a cell that makes a million villagers and runs 200 ticks, compared with `wits crowd` (WITS, or build/release)
  import    processor time of `import wits`

Run it with a Python that has the package, such as build/wheel/numpy/bin/python after make check T=python_make.
"""

import argparse
import ctypes
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import wits
from wits import _abi as abi

ROOT = pathlib.Path(__file__).resolve().parents[3]
TICKS = 20
LOOP = """
#include "wits/crowd.h"
/* The calls of crowd.tick(), in C: `call` is wits_crowd_tick. */
void loop(uint64_t (*call)(const wits_crowd *, uint64_t, uint64_t, const wits_crowd_run *), const wits_crowd *crowd,
          wits_crowd_run *run, uint32_t ticks) {
    for (uint32_t tick = 0; tick < ticks; tick++) {
        for (uint64_t done = 0; done < crowd->count;) {
            done += call(crowd, done, crowd->count - done, run);
            run->list->count = run->list->argument_count = 0;
        }
        run->tick++;
    }
}
"""


def least_ratio(rounds, mine, other, clock=time.perf_counter, prepare=lambda: None):
    """Returns the ratio of the least times, taken in turns."""
    times = [[], []]
    for _ in range(rounds):
        for take, kept in zip((mine, other), times):
            prepare()
            begin = clock()
            take()
            kept.append(clock() - begin)
    return min(times[0]) / min(times[1])


def bench_tick(rounds):
    with tempfile.TemporaryDirectory() as folder:
        source, library = pathlib.Path(folder, "loop.c"), pathlib.Path(folder, "loop.so")
        source.write_text(LOOP)
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", f"-I{ROOT / 'include'}", source, "-o", library], check=True)
        loop = ctypes.CDLL(str(library)).loop
    for path in "bench/brains/w1.yaml", "bench/brains/w3.yaml", "brains/villager.yaml":
        brain = wits.Brain(ROOT / path)
        crowd = wits.Crowd(brain, 100_000, seed=1)
        part = crowd._slices[0]

        def in_c():
            loop(abi.lib.wits_crowd_tick, ctypes.byref(crowd._crowd), ctypes.byref(part.run), TICKS)
            crowd._set_tick(part.run.tick)

        def in_python():
            for _ in range(TICKS):
                crowd.tick()

        def in_one_call():
            crowd.tick(TICKS)

        crowd.tick(100)
        agents, columns = bytes(crowd._agents), [view.tobytes() for view in crowd._views]

        def begin_again():
            """All see the same agents in the same memory."""
            crowd._agents[:] = agents
            for view, values in zip(crowd._views, columns):
                view.cast("B")[:] = values
            crowd._set_tick(101)

        hashes = set()
        for take in in_c, in_python, in_one_call:
            begin_again()
            take()
            hashes.add((crowd.hash(), crowd.tick_number))
        assert len(hashes) == 1
        ratio = least_ratio(rounds, in_python, in_c, time.thread_time, begin_again)
        at_once = least_ratio(rounds, in_one_call, in_c, time.thread_time, begin_again)
        print(f"tick     {brain.name:10} 100,000 agents: tick() {100 * (ratio - 1):+.1f} % over C, "
              f"tick({TICKS}) {100 * (at_once - 1):+.1f} %")


def bench_program(rounds):
    program = os.environ.get("WITS", ROOT / "build/release/bin/wits")
    told = []

    def run_program():
        command = [program, "crowd", ROOT / "brains/villager.yaml", "--agents", "1000000", "--ticks", "200", "--seed", "1",
                   "--threads", "1"]
        told.append(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def run_cell():
        crowd = wits.Crowd(wits.Brain(ROOT / "brains/villager.yaml"), 1_000_000, seed=1)
        crowd.tick(200)
        hashes.append(crowd.hash())

    hashes = []
    ratio = least_ratio(max(1, rounds // 10), run_cell, run_program)
    assert re.search(r"hash (\w+)", told[-1])[1] == f"{hashes[-1]:016x}"
    print(f"program  a million villagers, 200 ticks: {ratio:.2f} times the program's time")


def bench_import(rounds):
    code = "import time; begin = time.process_time(); import wits; print(time.process_time() - begin)"
    for first in "", "import numpy; ":
        try:
            times = [float(subprocess.run([sys.executable, "-c", first + code], capture_output=True, text=True,
                                          check=True).stdout) for _ in range(rounds)]
        except subprocess.CalledProcessError:
            continue
        print(f"import   {'NumPy is imported already' if first else 'all'}: {1000 * min(times):.0f} ms")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=20)
    rounds = options.parse_args().rounds
    bench_tick(rounds)
    bench_program(rounds)
    bench_import(rounds)


if __name__ == "__main__":
    main()
