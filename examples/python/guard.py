# SPDX-License-Identifier: MIT
"""Simulates the guard of brains/guard.yaml with recorded inputs.

python3 examples/python/guard.py [NIGHT.csv], with the package wits (docs/python.md).
"""

import csv
import sys

import wits

SAYS = {
    "walk_the_wall": "walks the wall",
    "look_around": "lifts his lantern, looks around",
    "search_yard": "searches the yard",
    "draw_sword": "draws his sword",
    "sheathe": "sheathes his sword",
    "step_closer": "steps closer",
    "strike": "strikes",
    "mend": "ducks behind the well, binds his wounds",
    "run_away": "runs for the tower",
    "listen": "listens",
}


def main(night):
    does = []  # this tick's actions
    brain = wits.Brain("brains/guard.yaml")
    guard = brain.agent(functions={name: lambda call, what=what: does.append(what) for name, what in SAYS.items()})
    print("tick  state              what he does")
    for tick, row in enumerate(night, 1):
        if row["sees_player"]:
            guard.sees_player = row["sees_player"] == "true"
        if row["distance"]:
            guard.distance = float(row["distance"])
        if row["health"]:
            guard.health = float(row["health"])
        if row["raise"]:
            guard.raise_event(row["raise"])
        does.clear()
        guard.tick()
        print(f"{tick:4}  {guard.active[0]:17}  {', '.join(does)}")


if __name__ == "__main__":
    try:
        with open(sys.argv[1] if len(sys.argv) > 1 else "examples/guard-night.csv", encoding="utf-8") as night_file:
            main(csv.DictReader(night_file))
    except wits.WitsError as error:
        sys.exit(str(error))
