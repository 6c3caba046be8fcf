# SPDX-License-Identifier: MIT
"""One crowd on many processes: each rank of MPI has a range of ids. The hash is the same for any number of ranks.

mpirun -n 4 python3 examples/python/mpi_town.py [PEOPLE], with the packages wits and mpi4py.
"""

import sys

import wits

TOWN = """
wits: 1
brain: townsman
context: {ill: float}      # share of the town that is ill
root:
  states:
    well: {transitions: [{to: sick, when: random < ill * 0.4}]}
    sick: {transitions: [{to: immune, when: random < 0.1}]}
    immune: {}
"""


def epidemic(comm, people, days=60, seed=1):
    """Returns the hash of all people, and how many never fell ill."""
    first, end = (people * rank // comm.size for rank in (comm.rank, comm.rank + 1))
    mine = wits.Crowd(wits.Brain(TOWN), end - first, first_id=first, seed=seed)
    mine.goto("sick", slice(0, max(0, people // 200 - first)))  # ids below people // 200
    for _ in range(days):
        mine.ill = comm.allreduce(mine.counts()["sick"]) / people
        mine.tick()
    return comm.allreduce(mine.hash()) % 2**64, comm.allreduce(mine.counts()["well"])


def main(people):
    from mpi4py import MPI
    hash_of_all, well = epidemic(MPI.COMM_WORLD, people)
    if MPI.COMM_WORLD.rank == 0:
        print(f"hash {hash_of_all:016x}, {well} of {people} never fell ill")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
