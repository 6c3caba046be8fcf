# SPDX-License-Identifier: MIT
"""The epidemic of examples/: one process and several do the same. WITS_EPIDEMIC is the folder of the programs;
WITS_MPIEXEC and WITS_MPI_RANKS are as in test_mpi.py, and without the first only one process is tried."""

import json
import os
import pathlib
import random
import struct
import subprocess
import unittest
import xml.etree.ElementTree

from crowds import FRONT, HEAD, SIZE, VERSION, kill_after, number_in, tick_of
from program import ROOT, Case
from test_mpi import ENVIRONMENT, MOMENTS, MPIEXEC, QUICK, RANKS

FOLDER = pathlib.Path(os.environ.get("WITS_EPIDEMIC", ROOT / "build/release/examples"))
ALONE, TOGETHER = FOLDER / "example_epidemic", FOLDER / "example_epidemic_mpi"
SMALLEST = 2  # rows of a rank
TICKS = 1000 if len(RANKS) > 1 else 200  # a single rank count is for quick runs
RECORD = 27  # bytes of a person in a checkpoint: id, agent, fields, position


def run(command, environment):
    return subprocess.run(list(map(str, command)), cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600,
                          check=False, stdin=subprocess.DEVNULL)


class EpidemicCase(Case):
    def alone(self, *options):
        done = run([ALONE, *options], ENVIRONMENT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout


@unittest.skipIf("WITS_MPIEXEC" in os.environ, "builds without MPI try this")
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
        self.assertLess(int(lines[-2].split()[1]), int(lines[2].split()[1]))  # some are infected

    def test_the_curve(self):
        picture = self.folder / "curve.svg"
        self.alone("--people", 3000, "--ticks", 300, "--svg", picture)
        root = xml.etree.ElementTree.parse(picture).getroot()
        titles = [one.findtext("{*}title") for one in root.iter("{http://www.w3.org/2000/svg}path")]
        self.assertEqual(titles, ["well", "catching", "ill", "treated", "immune"])

    def test_the_curve_of_the_documentation(self):
        picture = self.folder / "curve.svg"
        lines = self.alone("--people", 10000, "--svg", picture).splitlines()
        self.assertEqual(picture.read_text(), (ROOT / "docs/images/epidemic.svg").read_text())
        most_ill = max(int(line.split()[3]) for line in lines[2:-1])
        self.assertAlmostEqual(most_ill / 10000, 0.4, delta=0.05)

    def test_a_checkpoint_is_gone_on_with(self):
        whole = self.alone()
        path = self.folder / "a.ck"
        for ticks in (0, 50, 960):
            path.unlink(missing_ok=True)
            self.alone("--ticks", ticks, "--checkpoint", path, "--every", 40)
            if ticks > 0:  # none at the start
                self.assertEqual(list(self.folder.iterdir()), [path])
                self.assertEqual(self.alone("--resume", path), whole)

    def refused(self, message, *options):
        done = run([ALONE, *options], ENVIRONMENT)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, rf"^[^\n]*: {message}[^\n]*\n$")

    def test_checkpoints_that_are_bad(self):
        path, other = self.folder / "a.ck", self.folder / "b.ck"
        self.alone("--ticks", 30, "--checkpoint", path)
        whole = path.read_bytes()
        front = number_in(whole, FRONT)
        self.assertEqual(len(whole), front + 4000 * RECORD)
        self.refused("this file cannot be read", "--resume", self.folder / "none")
        self.refused("this file cannot be read", "--resume", self.folder / self.write("empty", ""))
        self.refused("this file cannot be read", "--resume", self.folder)
        self.refused("snapshot: not a snapshot of wits", "--resume", "brains/person.yaml")
        self.refused("this is no checkpoint of a town", "--resume", "tests/golden/scout.ck")
        self.refused(".* town with other --people or --seed", "--resume", path, "--seed", 1)
        self.refused(".* town with other --people or --seed", "--resume", path, "--people", 3999)
        self.refused(".* of a later tick than --ticks", "--resume", path, "--ticks", 29)
        brain = self.folder / "other.yaml"
        brain.write_text((ROOT / "brains/person.yaml").read_text().replace("inertia: 0.1", "inertia: 0.2"))
        self.refused(".* of another brain", "--resume", path, "--brain", brain)
        for message, content in (
                (".* cut short", whole[:-1]), (".* cut short", whole[:front]), (".* cut short", whole[:HEAD - 1]),
                (".* longer than it should be", whole + b"x"),
                (".* made by a newer version of wits", whole[:VERSION] + struct.pack("<I", 9) + whole[VERSION + 4:])):
            other.write_bytes(content)
            self.refused(message, "--resume", other)
        chance = random.Random(4)
        for place in [*range(SIZE, HEAD, 5), *(chance.randrange(HEAD, len(whole)) for _ in range(30))]:
            one = bytearray(whole)
            one[place] ^= 1 << chance.randrange(8)
            other.write_bytes(one)
            self.refused("snapshot: (damaged: |cut short)", "--resume", other)

    def test_a_checkpoint_that_cannot_be_written(self):
        path = self.folder / "a.ck"
        self.alone("--ticks", 10, "--checkpoint", path)
        before = path.read_bytes()
        (self.folder / "a.ck.new").mkdir()
        self.refused("this checkpoint cannot be written; the one before is what it was", "--resume", path,
                     "--checkpoint", path, "--every", 10)
        self.assertEqual(path.read_bytes(), before)

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
        for options in (["--ticks", TICKS], ["--people", 20000, "--ticks", TICKS // 4, "--seed", 7]):
            whole = self.alone(*options)
            for ranks in RANKS:
                said, costs = self.together(ranks, *options)
                self.assertEqual(said, whole, ranks)
                self.assertEqual(costs["crossed"] > 0, ranks > 1)
                side = int(whole.split()[3])
                rows = 2 * (ranks - 1) * costs["ticks"] * side * 4  # rows of numbers of ill people, one for each cell
                self.assertEqual(costs["sent_bytes"], rows + costs["crossed"] * costs["bytes_of_person"])

    def test_the_same_curve(self):
        pictures = [self.folder / "one.svg", self.folder / "more.svg"]
        options = ["--people", 3000, "--ticks", 50, "--svg"]
        self.alone(*options, pictures[0])
        self.together(max(RANKS), *options, pictures[1])
        self.assertEqual(pictures[0].read_bytes(), pictures[1].read_bytes())

    def test_with_another_number_of_ranks(self):
        whole = self.alone("--ticks", TICKS)
        path = self.folder / "a.ck"
        for writers, readers in ((max(RANKS), 2), (2, max(RANKS))):
            path.unlink(missing_ok=True)
            self.together(writers, "--ticks", TICKS // 2, "--checkpoint", path)
            self.assertEqual(self.together(readers, "--ticks", TICKS, "--resume", path)[0], whole)
            self.assertEqual(self.alone("--ticks", TICKS, "--resume", path), whole)

    def test_a_rank_is_killed_at_any_moment(self):
        chance = random.Random(5)
        path = self.folder / "a.ck"
        for _ in range(MOMENTS):
            path.unlink(missing_ok=True)
            command = [MPIEXEC, "-n", chance.choice([ranks for ranks in RANKS if ranks > 1]), TOGETHER, "--ticks", 1000000,
                       "--checkpoint", path, "--every", 7]
            status, out, _ = kill_after(list(map(str, command)), chance.random() * 0.3, chance.choice, ENVIRONMENT, path,
                                        TOGETHER)
            self.assertNotEqual((status, out), (0, ""))
            tick = tick_of(path)
            self.assertEqual(tick % 7, 0)
            ranks = chance.choice(RANKS)
            more = ["--ticks", tick + 9]
            self.assertEqual(self.together(ranks, *more, "--resume", path)[0], self.alone(*more))

    def test_rows_of_the_smallest(self):
        most = 32 // SMALLEST
        options = ["--ticks", 50]
        if max(RANKS) > 2:
            self.assertEqual(self.together(most, *options)[0], self.alone(*options))
        done = run([MPIEXEC, "-n", most + 1, TOGETHER, *options], QUICK)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("a town of 32 rows is for at most 16 ranks"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
