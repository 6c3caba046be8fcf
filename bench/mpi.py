# SPDX-License-Identifier: MIT
"""mpi.py THREADS_WITS MPI_WITS MPIEXEC [--rounds N] [--agents N] [--ticks N]: measures the cost of ranks.

Each line is a JSON object:

    ratios      the same crowd on one thread, on two threads, and on two ranks of one thread each, in turn. The fastest
                round of each counts, as measured by `wits crowd`: its ticks, and the waiting between them. Also the
                least CPU time of all its processes together, less their CPU time for two ticks
    meeting     seconds that two ranks take to synchronise at the end of a tick, from a crowd of two agents
    bytes       memory of an agent in the largest process, from the difference of two crowds; and memory without agents
    checkpoint  bytes and seconds of one, with the bytes of 10^9 agents
    epidemic    the same town (examples/epidemic.c) in one process and on two ranks, in turn: the fastest round, bytes
                of a person who crosses a border, people and bytes that cross a border in a tick
    memory      memory of a person in the largest rank, from the difference of two towns
    billion     estimates from these for 10^9 people on 100 ranks
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
    """The output of a run, its elapsed seconds, the memory of its largest process in bytes, and processor seconds."""
    begin = time.perf_counter()
    with subprocess.Popen(list(map(str, command)), cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as process:
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return json.loads(printed), time.perf_counter() - begin, usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime


def say(name, **values):
    print(json.dumps({"what": name, **values}), flush=True)


def run_town(command):
    """Measurements that a run's ranks print."""
    done = subprocess.run(list(map(str, command)), cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    return json.loads(done.stderr) | {"hash": done.stdout.splitlines()[-1], "side": int(done.stdout.split()[3])}


def measure_town(program, mpiexec, rounds, people, ticks):
    """A single process runs the same program, without neighbouring ranks."""
    def town(ranks, *options):
        return run_town([mpiexec, "-n", ranks, program, *options])
    of = {1: [], 2: []}
    for _ in range(rounds):
        for ranks, results in of.items():
            results.append(town(ranks, "--people", people, "--ticks", ticks))
    assert len({result["hash"] for results in of.values() for result in results}) == 1
    best = {ranks: min(result["seconds"] for result in results) for ranks, results in of.items()}
    two = of[2][0]
    crossed, sent = two["crossed"] / ticks, two["sent_bytes"] / ticks
    say("epidemic", people=people, ticks=ticks, rounds=rounds, seconds=best, one_to_two=round(best[1] / best[2], 3),
        ns_a_person_and_tick=round(best[1] * 1e9 / people / ticks, 1), bytes_of_person=two["bytes_of_person"],
        people_over_a_border_a_tick=round(crossed, 1), bytes_over_a_border_a_tick=round(sent))
    few, many = (town(2, "--people", count, "--ticks", 10) for count in (1000000, 4000000))
    each = (many["most_memory"] - few["most_memory"]) / (many["most_people"] - few["most_people"])
    say("memory", a_person=round(each, 1), without_people=round(few["most_memory"] - each * few["most_people"]))
    side, ranks = int((LARGE / 4) ** 0.5) + 1, 100
    message = 4 * side + crossed / 2 / two["side"] * side * two["bytes_of_person"]
    say("billion", ranks=ranks, bytes_of_a_rank=round(each * LARGE / ranks), messages_a_tick=2 * (ranks - 1),
        bytes_of_a_message=round(message), seconds_a_tick=round(best[1] / people / ticks * LARGE / ranks, 3))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("threads_wits")
    parser.add_argument("mpi_wits")
    parser.add_argument("mpiexec")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--agents", type=int, default=400000)
    parser.add_argument("--ticks", type=int, default=100)
    parser.add_argument("--only", choices=("crowd", "epidemic"))
    given = parser.parse_args()
    if given.only != "crowd":
        program = pathlib.Path(given.mpi_wits).parents[1] / "examples/example_epidemic_mpi"
        measure_town(program, given.mpiexec, given.rounds, 40000, 100)
    if given.only == "epidemic":
        return
    ranks = [given.mpiexec, "-n", "2", given.mpi_wits, *BRAIN, "--threads", "1"]
    alone = [given.threads_wits, *BRAIN]
    crowd = ["--agents", given.agents, "--ticks", given.ticks]
    ways = {"one": [*alone, "--threads", "1"], "threads": [*alone, "--threads", "2"], "ranks": ranks}

    seconds, processors, begins = ({way: [] for way in ways} for _ in range(3))
    hashes = set()
    for _ in range(given.rounds):
        for way, command in ways.items():
            result, _, _, used = run([*command, *crowd])
            seconds[way].append(result["seconds"])
            processors[way].append(used)
            begins[way].append(run([*command, *crowd[:2], "--ticks", 2])[3])
            hashes.add(result["hash"])
    assert len(hashes) == 1
    best = {way: min(times) for way, times in seconds.items()}
    say("ratios", agents=given.agents, ticks=given.ticks, rounds=given.rounds, seconds=best,
        ranks_to_threads=round(best["ranks"] / best["threads"], 3), one_to_threads=round(best["one"] / best["threads"], 3),
        one_to_ranks=round(best["one"] / best["ranks"], 3))
    used = {way: round(min(processors[way]) - min(begins[way]), 3) for way in ways}
    say("processors", seconds=used, ranks_to_threads=round(used["ranks"] / used["threads"], 3),
        ranks_to_one=round(used["ranks"] / used["one"], 3))

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
