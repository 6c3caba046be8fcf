# SPDX-License-Identifier: MIT
"""prove.py WITS [--rounds N] [--large]: compares the speed of `wits prove` with Spin on the same model. Each line is a
JSON object.

    guard   brains/guard.yaml on a grid of 41 distances and 21 healths, whole
    many    bench/brains/prove_many.yaml, a million situations: each tick leads to another one or stays
    large   the same with 50 million situations, `push_a` assumed, one round, with --large; it takes minutes

Seconds are the process's own time (user), from its start to its end. A tick is what Spin calls a transition: both try
every combination of inputs in every situation. The program that Spin writes is compiled by gcc -O2. Bytes per
situation: the peak memory of the process, less its peak for the guard.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests/prove"))
from brains import Brain, Field, State  # noqa: E402
from guard import guard_brain, guard_file  # noqa: E402
from promela import promela  # noqa: E402
from spin import find_counts  # noqa: E402

MANY = ROOT / "bench/brains/prove_many.yaml"
MANY_MOST, LARGE_MOST = 16, 763


def timed(command, folder):
    """The output, processor seconds, and the maximum memory in bytes."""
    with open(pathlib.Path(folder) / "printed", "w+b") as printed:
        process = subprocess.Popen(list(map(str, command)), cwd=folder, stdout=printed, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        printed.seek(0)
        return printed.read().decode(), usage.ru_utime, usage.ru_maxrss * 1024


def many_brain():
    """bench/brains/prove_many.yaml for Spin."""
    brain = Brain()
    brain.fields = [Field("push_a", 0, 1, "bool", False), Field("push_b", 0, 1, "bool", False),
                    Field("a", 0, 65535, "uint16", True), Field("b", 0, 65535, "uint16", True)]
    root = brain.root = State("root")
    brain.states.append(root)
    root.kind = "fsm"
    only = State("only", root)
    root.children.append(only)
    brain.states.append(only)

    def more(field):
        return ("+", ("field", field), ("number", 1))
    most = ("number", MANY_MOST)
    root.actions["update"] = [("set", "a", ("if", ("field", "push_a"), more("a"), ("field", "a"))),
                              ("set", "b", ("if", ("field", "push_b"), ("%", more("b"), most), ("field", "b")))]
    brain.properties = [("==", ("field", "b"), most)]
    return brain


def prove(program, folder, *arguments):
    printed, seconds, memory = timed([program, "prove", *arguments, "--format", "json"], folder)
    first = json.loads(printed)["properties"][0]
    return {"situations": first["situations"], "ticks": first["ticks"], "seconds": round(seconds, 4), "memory": memory,
            "verdict": first["verdict"]}


def build_spin(folder, brain):
    folder.mkdir()
    (folder / "model.pml").write_text(promela(brain))
    (folder / "tables.h").write_text("\n".join(brain.tables))
    subprocess.run(["spin", "-a", "model.pml"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["gcc", "-w", "-O2", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=8000", "-I.", "-o", "pan", "pan.c"],
                   cwd=folder, check=True)


def walk(folder):
    printed, seconds, memory = timed(["./pan", "-m8000000", "-E", "-n", "-w22"], folder)
    situations, _, ticks = find_counts(printed)
    return {"situations": situations, "ticks": ticks, "seconds": round(seconds, 4), "memory": memory}


def tell(workload, variant, runs, **more):
    middle = statistics.median(run["seconds"] for run in runs)
    line = {"workload": workload, "variant": variant, "rounds": len(runs), "seconds": round(middle, 4),
            "min": min(run["seconds"] for run in runs), "max": max(run["seconds"] for run in runs)}
    line.update({key: runs[0][key] for key in ("situations", "ticks")})
    line["ticks_per_second"] = round(runs[0]["ticks"] / middle) if middle else None
    line.update(more)
    print(json.dumps(line), flush=True)
    return middle


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split(":", 1)[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--large", action="store_true")
    given = parser.parse_args()
    program = given.program.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        guard = folder / "guard.yaml"
        guard.write_text(guard_file())
        build_spin(folder / "guard", guard_brain())
        build_spin(folder / "many", many_brain())
        ways = {"guard": [guard, "--only", "everything"],
                "many": [MANY, "--const", f"most={MANY_MOST}", "--limit", "2000000"]}
        base = 0
        for workload, arguments in ways.items():
            wits, spin = [], []
            for _ in range(given.rounds):
                wits.append(prove(program, folder, *arguments))
                spin.append(walk(folder / workload))
            assert wits[0]["situations"] == spin[0]["situations"], (wits[0], spin[0])
            base = base or wits[0]["memory"]
            each = (wits[0]["memory"] - base) / wits[0]["situations"] if workload == "many" else None
            own = tell(workload, "wits", wits, bytes_per_situation=each and round(each, 1))
            tell(workload, "spin", spin,
                 ratio=round((spin[0]["ticks"] / statistics.median(s["seconds"] for s in spin)) /
                             (wits[0]["ticks"] / own), 3))
        if given.large:
            pushed = folder / "large.yaml"
            pushed.write_text(MANY.read_text().replace("prove:\n", "prove:\n  - assume: push_a\n"))
            large = prove(program, folder, pushed, "--const", f"most={LARGE_MOST}", "--limit", "60000000", "--memory", "4G")
            tell("large", "wits", [large], memory=large["memory"],
                 bytes_per_situation=round((large["memory"] - base) / large["situations"], 1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
