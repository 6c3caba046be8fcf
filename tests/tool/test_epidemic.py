# SPDX-License-Identifier: MIT
"""The epidemic of examples/: one process and several do the same. WITS_EPIDEMIC is the folder of the programs;
WITS_MPIEXEC and WITS_MPI_RANKS are as in test_mpi.py, and without the first only one process is tried."""

import json
import os
import pathlib
import subprocess
import unittest
import xml.etree.ElementTree

from program import ROOT, Case
from test_mpi import ENVIRONMENT, MPIEXEC, QUICK, RANKS

FOLDER = pathlib.Path(os.environ.get("WITS_EPIDEMIC", ROOT / "build/release/examples"))
ALONE, TOGETHER = FOLDER / "example_epidemic", FOLDER / "example_epidemic_mpi"
SMALLEST = 2  # rows of a rank


def run(command, environment):
    return subprocess.run(list(map(str, command)), cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300,
                          check=False, stdin=subprocess.DEVNULL)


class EpidemicCase(Case):
    def alone(self, *options):
        done = run([ALONE, *options], ENVIRONMENT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout


class OneProcess(EpidemicCase):
    def test_another_town(self):
        hashes = {self.alone("--people", people, "--seed", seed, "--ticks", ticks).splitlines()[-1]
                  for people in (500, 5000) for seed in (0, 9) for ticks in (0, 97)}
        self.assertEqual(len(hashes), 8)
        self.assertIn("1 people in 32 by 32 cells", self.alone("--people", 1))

    def test_nobody_is_lost(self):
        lines = self.alone("--people", 3000, "--ticks", 300).splitlines()
        for line in lines[2:-1]:
            self.assertEqual(sum(map(int, line.split()[1:])), 3000)
        self.assertLess(int(lines[-2].split()[1]), int(lines[2].split()[1]))  # some have caught it

    def test_the_curve(self):
        picture = self.folder / "curve.svg"
        self.alone("--people", 3000, "--ticks", 300, "--svg", picture)
        root = xml.etree.ElementTree.parse(picture).getroot()
        titles = [one.findtext("{*}title") for one in root.iter("{http://www.w3.org/2000/svg}path")]
        self.assertEqual(titles, ["well", "catching", "ill", "treated", "immune"])

    def test_options_that_do_not_fit(self):
        for options, message in ((["--people", "0"], "'--people 0' is not one of these"),
                                 (["--ticks"], "'--ticks' is not one of these"),
                                 (["--bad", "1"], "'--bad 1' is not one of these"),
                                 (["--brain", "none.yaml"], "none.yaml: there is no such file"),
                                 (["--brain", "brains/guard.yaml"], "brains/guard.yaml: an agent has"),
                                 (["--brain", "brains/enemy_2.yaml"], "brains/enemy_2.yaml:")):
            done = run([ALONE, *options], ENVIRONMENT)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(message, done.stderr)


@unittest.skipUnless("WITS_MPIEXEC" in os.environ, "this build is without MPI")
class Ranks(EpidemicCase):
    def together(self, ranks, *options):
        done = run([MPIEXEC, "-n", ranks, TOGETHER, *options], ENVIRONMENT)
        self.assertEqual(done.returncode, 0, done.stderr)
        costs = json.loads(done.stderr)
        self.assertEqual(costs["ranks"], ranks)
        return done.stdout, costs

    def test_one_hash(self):
        for options in ([], ["--people", 20000, "--ticks", 150, "--seed", 7]):
            whole = self.alone(*options)
            for ranks in RANKS:
                said, costs = self.together(ranks, *options)
                self.assertEqual(said, whole, ranks)
                self.assertEqual(costs["crossed"] > 0, ranks > 1)
                side = int(whole.split()[3])
                rows = 2 * (ranks - 1) * costs["ticks"] * side * 4  # of ill people, a number for each cell
                self.assertEqual(costs["sent_bytes"], rows + costs["crossed"] * costs["bytes_of_person"])

    def test_the_same_curve(self):
        pictures = [self.folder / "one.svg", self.folder / "more.svg"]
        options = ["--people", 3000, "--ticks", 100, "--svg"]
        self.alone(*options, pictures[0])
        self.together(max(RANKS), *options, pictures[1])
        self.assertEqual(pictures[0].read_bytes(), pictures[1].read_bytes())

    def test_rows_of_the_smallest(self):
        most = 32 // SMALLEST
        options = ["--ticks", 100]
        if max(RANKS) > 2:
            self.assertEqual(self.together(most, *options)[0], self.alone(*options))
        done = run([MPIEXEC, "-n", most + 1, TOGETHER, *options], QUICK)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("a town of 32 rows is for at most 16 ranks"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
