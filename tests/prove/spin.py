# SPDX-License-Identifier: MIT
"""spin.py WITS [--brains N] [--first SEED] [--keep FOLDER]: compares `wits prove` with Spin.

For each random brain of whole numbers (brains.py), and for the guard on a grid (guard.py): the number of situations is
that of the states that Spin stores, and of each `never` property the verdict is the same. The model for Spin is written
from the rules (promela.py) and shares no code with the library.
"""

import argparse
import concurrent.futures
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from brains import brain_file, random_brain  # noqa: E402
from guard import guard_brain, guard_file  # noqa: E402
from promela import promela  # noqa: E402

MOST_SITUATIONS = 100000


def run(command, folder, limit):
    return subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=limit, check=False)


def prove(program, file):
    done = subprocess.run([program, "prove", file, "--format", "json", "--limit", str(MOST_SITUATIONS)], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600, check=False)
    if done.returncode not in (0, 3, 4):
        raise RuntimeError(f"wits prove says {done.returncode}:\n{done.stderr}")
    return {p["name"]: p for p in json.loads(done.stdout)["properties"]}


def walk(compiler, folder, brain):
    """The states that Spin stores, except the one before the start; the properties that occurred, a bit each; ticks."""
    (folder / "model.pml").write_text(promela(brain))
    (folder / "tables.h").write_text("\n".join(brain.tables))
    said = run(["spin", "-a", "model.pml"], folder, 600)
    if not (folder / "pan.c").exists() or "Error" in said.stdout:
        raise RuntimeError(f"spin: {said.stdout}")
    # -DNOREDUCE: with one process there is nothing to reduce. -DSAFETY: cycles are not searched.
    said = run([compiler, "-w", "-O1", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=2000", "-I.", "-o", "pan", "pan.c"], folder, 600)
    if said.returncode != 0:
        raise RuntimeError(f"the program that Spin made: {said.stdout}")
    said = run(["./pan", "-m1000000", "-E", "-n", "-w20"], folder, 600)
    return find_counts(said.stdout)


def find_counts(printed):
    stored = re.search(r"(\d+) states, stored", printed)
    met = re.search(r"met (\d+) ticks (\d+)", printed)
    is_whole = "search depth too small" not in printed and "errors: 0" in printed
    if not stored or not met or not is_whole:
        raise RuntimeError(f"spin: {printed}")
    return int(stored[1]) - 1, int(met[1]), int(met[2])


def compare(program, compiler, brain, text, keep=None):
    """The differences as a text (empty: none), and the situations."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "brain.yaml"
        file.write_text(text)
        proofs = prove(program, file)
        whole = proofs["everything"]
        if any(why.startswith("limit") for why in whole["why"]):
            return "", 0  # too many for a test
        stored, met, _ = walk(compiler, folder, brain)
    different = []
    if whole["verdict"] != "proven" or whole["situations"] != stored:
        different.append(f"{whole['situations']} situations ({whole['verdict']}), Spin stores {stored}")
    for i, _ in enumerate(brain.properties):
        verdict = proofs[f"p{i}"]["verdict"]
        if verdict != ("refuted" if met >> i & 1 else "proven"):
            different.append(f"p{i} is {verdict}, Spin {'meets it' if met >> i & 1 else 'never meets it'}")
    return "; ".join(different), stored


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split(":", 1)[0])
    parser.add_argument("program")
    parser.add_argument("--compiler", default="gcc", help="for the programs that Spin writes")
    parser.add_argument("--brains", type=int, default=40)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", help="leave the files of each brain that differs in this folder")
    given = parser.parse_args()
    if not shutil.which("spin"):
        print("Skipped: spin is not installed (Debian: spin)")
        return 0

    def one(seed):
        brain = guard_brain() if seed is None else random_brain(random.Random(seed))
        text = guard_file() if seed is None else brain_file(brain)
        try:
            different, situations = compare(given.program, given.compiler, brain, text)
        except (RuntimeError, subprocess.TimeoutExpired, KeyError) as error:
            different, situations = str(error), 0
        if different and given.keep:
            folder = pathlib.Path(given.keep) / str(seed)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "brain.yaml").write_text(text)
            (folder / "model.pml").write_text(promela(brain))
        return seed, different, situations

    failures, compared, all_situations, most = 0, 0, 0, 0
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for seed, different, situations in pool.map(one, [None, *range(given.first, given.first + given.brains)]):
            if different:
                failures += 1
                print(f"{'guard' if seed is None else f'random brain {seed}'}: {different}")
            compared += situations > 0
            all_situations += situations
            most = max(most, situations)
            if seed is None:
                print(f"guard: {situations} situations")
    print(f"{compared} brains compared, {all_situations} situations, at most {most} in one; {failures} differ")
    return 1 if failures or compared < given.brains * 3 // 4 else 0


if __name__ == "__main__":
    sys.exit(main())
