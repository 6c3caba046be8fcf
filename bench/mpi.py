# SPDX-License-Identifier: MIT
"""mpi.py THREADS_WITS MPI_WITS MPIEXEC [--rounds N] [--agents N] [--ticks N]: what ranks cost. One object a line.

    ratios      the same crowd on one thread, on two threads, and on two ranks of one thread each, in turn; of each the
                fastest round counts, as `wits crowd` measures itself: its ticks, and the waiting between them
    meeting     seconds that two ranks take to meet at the end of a tick, from a crowd of two agents
    bytes       of memory an agent takes in the largest process, by the difference of two crowds; and what is there
                without agents
    checkpoint  bytes and seconds of one, with the bytes of 10^9 agents
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).parents[1]
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")
BRAIN = ["crowd", "brains/villager.yaml", "--set", "hunger=random", "--format", "json"]
LARGE = 10 ** 9


def run(command):
    """What a run printed, seconds on the clock, and the memory of its largest process in bytes."""
    begin = time.perf_counter()
    with subprocess.Popen(list(map(str, command)), cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as process:
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return json.loads(printed), time.perf_counter() - begin, usage.ru_maxrss * 1024


def say(name, **values):
    print(json.dumps({"what": name, **values}), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("threads_wits")
    parser.add_argument("mpi_wits")
    parser.add_argument("mpiexec")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--agents", type=int, default=400000)
    parser.add_argument("--ticks", type=int, default=100)
    given = parser.parse_args()
    ranks = [given.mpiexec, "-n", "2", given.mpi_wits, *BRAIN, "--threads", "1"]
    alone = [given.threads_wits, *BRAIN]
    crowd = ["--agents", given.agents, "--ticks", given.ticks]
    ways = {"one": [*alone, "--threads", "1"], "threads": [*alone, "--threads", "2"], "ranks": ranks}

    seconds, hashes = {way: [] for way in ways}, set()
    for _ in range(given.rounds):
        for way, command in ways.items():
            result = run([*command, *crowd])[0]
            seconds[way].append(result["seconds"])
            hashes.add(result["hash"])
    assert len(hashes) == 1
    best = {way: min(times) for way, times in seconds.items()}
    say("ratios", agents=given.agents, ticks=given.ticks, rounds=given.rounds, seconds=best,
        ranks_to_threads=round(best["ranks"] / best["threads"], 3), one_to_threads=round(best["one"] / best["threads"], 3),
        one_to_ranks=round(best["one"] / best["ranks"], 3))

    few = 20000
    meeting = min(run([*ranks, "--agents", 2, "--ticks", few])[0]["seconds"] for _ in range(given.rounds)) / few
    say("meeting", seconds=meeting, part_of_a_tick=round(meeting / (best["ranks"] / given.ticks), 5))

    sizes = (1000000, 9000000)
    for way, command in (("one", ways["one"]), ("ranks", ranks)):
        most = [run([*command, "--agents", agents, "--ticks", 2])[2] for agents in sizes]
        share = 2 if way == "ranks" else 1
        each = (most[1] - most[0]) * share / (sizes[1] - sizes[0])
        say("bytes", way=way, an_agent=round(each, 1), without_agents=round(most[0] - each * sizes[0] / share),
            of_a_billion=round(each * LARGE))

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "a.ck"
        for way, command in (("one", ways["one"]), ("ranks", ranks)):
            plain = min(run([*command, "--agents", sizes[1], "--ticks", 2])[1] for _ in range(2))
            kept = min(run([*command, "--agents", sizes[1], "--ticks", 2, "--checkpoint", path])[1] for _ in range(2))
            each = path.stat().st_size / sizes[1]
            say("checkpoint", way=way, agents=sizes[1], bytes=path.stat().st_size, seconds=round(kept - plain, 3),
                of_a_billion=round(each * LARGE))


if __name__ == "__main__":
    main()
