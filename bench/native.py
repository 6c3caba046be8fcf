# SPDX-License-Identifier: MIT
"""native.py [WITS] [--rounds N] [--agents N] [--ticks N] [--only NAME]: measures the gain of `wits crowd --native`.
Each line is a JSON object.

The same crowd runs with the library and with native code, in turn, on one thread. The fastest round of each counts, as
measured by `wits crowd`. `ratio` is native code / library. `compile` is the CPU time in seconds that the first run
takes longer than a later one. A crowd of `pays_off` agent-ticks takes equally long both ways.
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).parents[1]
PERSON = "health=well if random < 0.5 else ill if random < 0.5 else catching"
# Each agent of a crowd has different field values, so that agents are in different states.
CROWDS = {
    "guard": ["sees_player=random < 0.4", "distance=random * 40", "health=random"],
    "wolf": ["hunger=random", "fatigue=random", "hour=random * 24", "prey=random * 900", "men=random * 2000", "pack=random * 300"],
    "villager": ["hunger=random", "tiredness=random", "loneliness=random", "food=random * 4"],
    "boss": ["distance=random * 40", "health=random", "anger=random"],
    "squad": ["health=random", "enemy.distance=random * 60", "enemy.visible=distance < 30", "enemy.health=random",
              "cover.distance=random * 40", "cover.shelter=random", "friend.distance=random * 40", "friend.health=random"],
    "person": [PERSON, "food=random * 6", "worry=random * 8", "ill_near=some if random < 0.3 else none"],
}
TARGETS = ["--targets", "enemy=6", "--targets", "cover=4", "--targets", "friend=3"]
INPUTS = {
    "boss": "tick,raise\n1,intruder\n2,\n30,hard_blow\n31,\n50,roar\n51,\n",
    "person": "tick,time,arrived\n" + "".join(f"{tick},{time},{arrived}\n" for tick, time, arrived in (
        (0, "night", "false"), (10, "morning", "false"), (20, "morning", "true"), (40, "noon", "false"),
        (50, "noon", "true"), (70, "evening", "false"), (80, "evening", "true"))),
}


def run(command, environment):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.stderr == "", done.stderr
    result = json.loads(done.stdout)
    result["processor"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result


def measure(wits, name, given, folder):
    inputs = folder / f"{name}.csv"
    inputs.write_text(INPUTS.get(name, ""))
    command = [wits, "crowd", f"brains/{name}.yaml", "--agents", str(given.agents), "--ticks", str(given.ticks), "--threads", "1",
               "--format", "json", *[word for text in CROWDS[name] for word in ("--set", text)],
               *(TARGETS if name == "squad" else []), *(["--inputs", inputs] if name in INPUTS else [])]
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder)}
    first = run([*command, "--native"], environment)
    rounds = [(run(command, environment), run([*command, "--native"], environment)) for _ in range(given.rounds)]
    assert {result["hash"] for pair in rounds for result in pair} == {first["hash"]}
    library, native = (min(pair[i]["seconds"] for pair in rounds) for i in (0, 1))
    compiles = first["processor"] - min(pair[1]["processor"] for pair in rounds)
    agent_ticks = given.agents * given.ticks
    gains = (library - native) / agent_ticks
    print(json.dumps({"brain": name, "agents": given.agents, "ticks": given.ticks, "ratio": round(native / library, 2),
                      "library_ns": round(library / agent_ticks * 1e9, 2), "native_ns": round(native / agent_ticks * 1e9, 2),
                      "compile": round(compiles, 2), "pays_off": round(compiles / gains) if gains > 0 else None}), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("wits", nargs="?", default=ROOT / "build/release/bin/wits")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--agents", type=int, default=100000)
    parser.add_argument("--ticks", type=int, default=100)
    parser.add_argument("--only", choices=CROWDS)
    given = parser.parse_args()
    wits = str(pathlib.Path(given.wits).resolve())
    with tempfile.TemporaryDirectory() as folder:
        for name in [given.only] if given.only else CROWDS:
            measure(wits, name, given, pathlib.Path(folder))


if __name__ == "__main__":
    main()
