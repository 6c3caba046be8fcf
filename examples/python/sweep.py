# SPDX-License-Identifier: MIT
"""A parameter sweep: how many fall ill, for several chances to catch a disease, with three seeds each.

python3 examples/python/sweep.py [FILE.svg], with the package wits.
"""

import sys

import wits

TOWN = """
wits: 1
brain: townsman
constants: {catches: 0.4, recovers: 0.1}
context:
  ill: float          # share of the town that is ill
  days: uint8         # days of illness
root:
  states:
    well:
      transitions: [{to: sick, when: random < ill * catches}]
    sick:
      update: days = min(days + 1, 255)
      transitions: [{to: immune, when: random < recovers}]
    immune: {}
"""


def epidemic(catches, seed, people=10_000, days=150):
    """Returns the share of people who fell ill."""
    town = wits.Crowd(wits.Brain(TOWN, constants={"catches": catches}), people, seed=seed, threads=2)
    town.goto("sick", slice(0, people // 200))
    for _ in range(days):
        town.ill = town.counts()["sick"] / people
        town.tick()
    return 1 - town.counts()["well"] / people


def main(path):
    rates = [0.05, 0.1, 0.125, 0.15, 0.2, 0.3, 0.4]
    series = {f"seed {seed}": [(rate, epidemic(rate, seed)) for rate in rates] for seed in (1, 2, 3)}
    wits.Plot(series, "chance to catch it", "share of people who fell ill").save(path)
    for rate in rates:
        print(f"{rate:5}  " + "  ".join(f"{dict(line)[rate]:.3f}" for line in series.values()))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "sweep.svg")
