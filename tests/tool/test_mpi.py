# SPDX-License-Identifier: MIT
"""A crowd over several ranks. WITS_MPIEXEC is the mpiexec of the MPI that the program was built with; WITS_MPI_RANKS
are the numbers of ranks that are tried."""

import json
import os
import random
import re
import shlex
import signal
import subprocess
import time
import unittest

from crowds import EARLY, NAMES, brain_options, kill_after, result_of, tick_of
from program import PROGRAM, ROOT, Case

MPIEXEC = os.environ.get("WITS_MPIEXEC", "mpiexec")
RANKS = [int(count) for count in os.environ.get("WITS_MPI_RANKS", "1,2,3,4,7").split(",")]
THREADS = list(map(int, os.environ.get("WITS_MPI_THREADS", "").split()))  # for every brain; else each differs
                                                                          # number
MOMENTS = int(os.environ.get("WITS_MPI_MOMENTS", "10"))
MOST = max(RANKS)
ENVIRONMENT = dict(os.environ, LC_ALL="C.UTF-8", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_btl_vader_single_copy_mechanism="none")
# A rejected run may take a moment to end.
QUICK = dict(ENVIRONMENT, OMPI_MCA_odls_base_sigkill_timeout="0")
VILLAGER = ["brains/villager.yaml", "--set", "hunger=random"]


def launch(ranks, *arguments):
    return [MPIEXEC, "-n", str(ranks), PROGRAM, *map(str, arguments)]


def run(command, environment=None):
    return subprocess.run(command, cwd=ROOT, env=environment or ENVIRONMENT, capture_output=True, text=True, timeout=600,
                          check=False, stdin=subprocess.DEVNULL)


def of_wits(err):
    """The program's output, without mpiexec's messages about a status that is not 0."""
    return [line for line in err.splitlines() if re.match(r"rank \d+: |wits|[^ ]+\.(yaml|csv|ck)[: ]|  mpirun", line)]


class MpiCase(Case):
    def crowd(self, ranks, *arguments):
        done = run(launch(ranks, "crowd", *arguments, "--format", "json"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        result = json.loads(done.stdout)
        self.assertEqual(result.get("ranks", 1), ranks)
        return result_of(done.stdout)

    def alone(self, *arguments):
        done = run([PROGRAM, "crowd", *map(str, arguments), "--format", "json"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return result_of(done.stdout)

    def refused(self, status, message, command):
        done = run(command, QUICK)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        said = of_wits(done.stderr)
        self.assertEqual(len(said), 1, done.stderr)
        self.assertRegex(said[0], message)


class Same(MpiCase):
    def test_every_brain(self):
        names = NAMES if len(RANKS) > 1 else [name for name in NAMES if "/" not in name]  # if time is short, the most different
                                                                                          # ones
        for number, name in enumerate(names):
            options = [*brain_options(name, 90), "--transitions", "--fields", "all", "--show", "0", "--show", "89"]
            whole = self.alone(*options)
            for ranks in RANKS:
                for threads in THREADS or [1 + (number + ranks) % 4]:
                    self.assertEqual(self.crowd(ranks, *options, "--threads", threads), whole, (name, ranks, threads))

    def test_every_number_of_threads(self):
        options = [*VILLAGER, "--agents", "3000", "--ticks", "20"]
        whole = self.alone(*options)
        for ranks in RANKS:
            for threads in THREADS or (1, 2, 3, 4):
                self.assertEqual(self.crowd(ranks, *options, "--threads", threads), whole)

    def test_targets_of_each_agent(self):
        rows = self.write("enemies.csv", "tick,agent,id,distance\n" + "".join(
            f"{tick},{agent},{enemy},{(agent * 7 + enemy) % 30}\n" for tick in (0, 9) for agent in range(40)
            for enemy in range(agent % 4)))
        drawn = ["--targets", "enemy=3", "--set", "enemy.distance=1 + random * 40", "--set", "enemy.health=random"]
        for targets in (["--targets", f"enemy={self.folder / rows}"], drawn):
            options = ["brains/squad.yaml", *targets, "--agents", "40", "--ticks", "70", "--fields", "all"]
            whole = self.alone(*options)
            for ranks in RANKS:
                self.assertEqual(self.crowd(ranks, *options), whole)

    def test_text_rows_pictures_and_dumps(self):
        written = {}
        for ranks in sorted({0, 1, 2, MOST}):
            where = self.folder / str(ranks)
            where.mkdir()
            start = launch(ranks, "crowd") if ranks > 0 else [PROGRAM, "crowd"]
            common = [*VILLAGER, "--agents", "250", "--ticks", "20", "--threads", "1"]
            plot, dump = where / "plot.svg", where / "dump.csv"
            outputs = []
            for more in (["--plot", plot, "--dump", dump, "--dump-at", "7", "--transitions", "--show", "249",
                          "--fields", "all"], ["--format", "csv", "--every", "5", "--fields", "all"], ["--format", "csv", "--transitions"],
                         ["--seeds", "1..3", "--fields", "hunger,night"], ["--sweep", "food=1,2", "--format", "csv"]):
                done = run([*start, *common, *map(str, more)])
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                outputs.append(re.sub(r".* per second.*\n", "", re.sub(r"\d+ ranks with ", "", done.stdout)))
            written[ranks] = (outputs, plot.read_bytes(), dump.read_bytes(), (where / "dump-7.csv").read_bytes())
            self.assertEqual(len(list(where.iterdir())), 3)
        for ranks in (1, 2, MOST):
            self.assertEqual(written[ranks], written[0])

    def test_agents_that_go_on_with_their_ids(self):
        dump, part = self.folder / "d.csv", self.folder / "part.csv"
        self.alone(*VILLAGER, "--agents", 60, "--ticks", "10", "--dump", dump)
        lines = dump.read_text().splitlines(keepends=True)
        part.write_text("".join(lines[:1] + lines[3::5]))
        options = ["brains/villager.yaml", "--context", part, "--show", 7, "--ticks", "20", "--fields", "all"]
        for ranks in (2, MOST):
            self.assertEqual(self.crowd(ranks, *options), self.alone(*options))

    def test_native_code(self):
        log, options = self.folder / "calls", ["brains/enemy_3.yaml", "--agents", 300, "--threads", 1, "--fields", "all"]

        def native(commands, cache):
            """A run with a compiler that does this first. Returns its messages and whether it ran native code."""
            compiler = self.folder / "compiler"
            compiler.write_text(f'#!/bin/sh\necho "$*" >> {log}\n{commands}\nexec {os.environ.get("WITS_CC", "cc")} "$@" -O1\n')
            compiler.chmod(0o755)
            done = run(launch(2, "crowd", *options, "--native", "--format", "json"),
                       {**ENVIRONMENT, "CC": str(compiler), "XDG_CACHE_HOME": str(self.folder / cache)})
            self.assertEqual(done.returncode, 0, done.stderr)
            found = json.loads(done.stdout)
            self.assertIsNone(found["nan_scores"] if found["native"] else None)
            self.assertEqual({**result_of(done.stdout), "nan_scores": 0}, {**whole, "native": found["native"]})
            return done.stderr, found["native"]

        whole = self.alone(*options)
        self.assertEqual(native("", "a"), ("", True))
        self.assertEqual(log.read_text().count("-shared"), 1)  # rank 1 takes what rank 0 has compiled
        self.assertEqual(native("", "a"), ("", True))
        self.assertEqual(log.read_text().count("-shared"), 1)
        err, is_native = native("exit 1", "b")
        self.assertRegex(err, r"\Awits crowd: note: no native code, running with the library: the compiler '.*' failed: .*\n\Z")
        self.assertFalse(is_native)
        err, is_native = native("[ ${PMI_RANK-${OMPI_COMM_WORLD_RANK-0}} = 0 ] || exit 1", "c")
        self.assertEqual((err, is_native), ("wits crowd: note: 1 of 2 ranks have no native code and run with the library\n",
                                            False))

    def test_more_ranks_than_agents(self):
        options = [*VILLAGER, "--agents", 3, "--ticks", "20", "--fields", "all", "--transitions"]
        many = max(MOST + 1, 5)
        dump, path = self.folder / "few.csv", self.folder / "few.ck"
        whole = self.alone(*options, "--dump", dump)
        before = dump.read_bytes()
        self.assertEqual(self.crowd(many, *options, "--dump", dump, "--checkpoint", path, "--every", 9), whole)
        self.assertEqual(dump.read_bytes(), before)
        longer = ["--ticks", "30", "--resume", path]
        self.assertEqual(self.crowd(many, *options, *longer), self.alone(*options, "--ticks", "30"))


class GoesOn(MpiCase):
    def test_with_another_number_of_ranks(self):
        options = [*VILLAGER, "--agents", "70001", "--transitions"]  # more than one part has
        whole = self.alone(*options, "--ticks", "9")
        for writers, readers in ((2, 0), (0, 2), (MOST, 2), (2, MOST)):
            path = self.folder / "a.ck"
            first = ["--ticks", "5", "--checkpoint", path]
            rest = ["--ticks", "9", "--resume", path]
            self.assertTrue(self.crowd(writers, *options, *first) if writers else self.alone(*options, *first))
            self.assertEqual(self.crowd(readers, *options, *rest) if readers else self.alone(*options, *rest), whole)
            self.assertEqual(list(self.folder.iterdir()), [path])

    def test_a_rank_is_killed_at_any_moment(self):
        chance = random.Random(77)
        options = [*VILLAGER, "--agents", "4000", "--transitions"]
        path = self.folder / "a.ck"
        for _ in range(MOMENTS):
            path.unlink(missing_ok=True)
            command = launch(chance.choice([ranks for ranks in RANKS if ranks > 1]), "crowd", *options, "--ticks",
                             1000000, "--checkpoint", path, "--every", 3, "--threads", chance.choice("12"))
            status, out, err = kill_after(command, chance.random() * 0.3, chance.choice, ENVIRONMENT, path)
            self.assertNotEqual(status, 0)
            self.assertNotIn("hash", out)
            said = EARLY.search(err)
            self.assertTrue(said, err)
            self.assertEqual(len(EARLY.findall(err)), 1, err)
            tick = tick_of(path)
            self.assertIn(tick - int(said[1]), (0, 3))
            words = shlex.split(said[2])
            self.assertEqual(words[:2] + words[3:5], ["mpirun", "-n", "wits", "crowd"])
            rest = [*words[5:], "--ticks", tick + 7, "--threads", chance.choice("12")]
            whole = self.alone(*options, "--ticks", tick + 7)
            self.assertEqual(self.crowd(chance.choice(RANKS), *rest), whole)

    def test_ctrl_c_leaves_a_checkpoint(self):
        path = self.folder / "a.ck"
        options = [*VILLAGER, "--agents", "2000"]
        command = launch(2, "crowd", *options, "--ticks", "10000000", "--threads", "1", "--checkpoint", path, "--every", 5)
        with subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as started:
            end = time.monotonic() + 600
            while not path.exists() and time.monotonic() < end:
                time.sleep(0.01)
            started.send_signal(signal.SIGINT)
            out, err = started.communicate(timeout=600)
        done = int(re.search(r"interrupted after (\d+) of", err)[1])
        self.assertEqual(tick_of(path), done)
        self.assertEqual(out.count("hash"), 1)
        self.assertEqual(self.alone(*options, "--ticks", done)["hash"], re.search(r"\nhash (\w+)", out)[1])


class BadInput(MpiCase):
    def test_what_all_find_is_said_once(self):
        brain = self.folder / self.brain("root: {states: {a: {update: x = 1}}}\n")
        self.refused(1, "there is no such file", launch(3, "crowd", self.folder / "none.yaml"))
        self.refused(1, "none.ck: no such file", launch(2, "crowd", *VILLAGER, "--resume", "none.ck"))
        self.refused(1, r"brain\.yaml:", launch(2, "crowd", brain))
        self.refused(2, "wits crowd: unknown option", launch(2, "crowd", *VILLAGER, "--bad"))
        self.refused(2, "--show 99: no such agent; the last is 9", launch(2, "crowd", *VILLAGER, "--agents", "10", "--show", "99"))
        self.refused(2, "cannot share standard output", launch(2, "crowd", *VILLAGER, "--dump", "-"))
        self.refused(2, "cannot share standard input", launch(2, "crowd", "-"))

    def test_a_checkpoint_that_is_altered(self):
        path = self.folder / "a.ck"
        self.crowd(2, *VILLAGER, "--agents", "1000", "--ticks", "5", "--checkpoint", path)
        one = bytearray(path.read_bytes())
        one[-10] ^= 1  # a byte of the second part, which rank 0 does not read
        path.write_bytes(one)
        self.refused(1, "rank 1: .*a.ck: damaged: agents 500 to 999",
                     launch(2, "crowd", *VILLAGER, "--resume", path))

    def test_ranks_that_were_given_something_else(self):
        two = launch(1, "crowd", *VILLAGER, "--agents", "10")
        other = [":", "-n", "1", PROGRAM, "crowd", *VILLAGER, "--agents", "11"]
        self.refused(1, "rank 1: wits: this rank has a different command line", [*two, *other])

    def test_ranks_that_see_other_files(self):
        for name, content in (("brain.yaml", "wits: 1\nbrain: b\nroot: {{states: {{a: {{update: x = {}}}}}}}\n"
                                             "context: {{x: float}}\n"), ("in.csv", "hunger\n{}\n")):
            for rank in (1, 2):
                (self.folder / str(rank)).mkdir(exist_ok=True)
                (self.folder / str(rank) / name).write_text(content.format(rank))
        def both(*words):
            parts = [["-n", "1", "-wdir", str(self.folder / str(rank)), PROGRAM, "crowd", *words] for rank in (1, 2)]
            return [MPIEXEC, *parts[0], ":", *parts[1]]
        self.refused(1, "rank 1: wits: this rank has a different brain than rank 0", both("brain.yaml"))
        self.refused(1, "rank 1: wits: this rank has different --inputs than rank 0",
                     both(str(ROOT / VILLAGER[0]), "--inputs", "in.csv"))

    def test_a_setting_outside_of_its_range_names_its_agent(self):
        brain = self.folder / self.brain("context: {x: {type: float, range: [0, 9]}}\n"
                                         "root: {states: {a: {transitions: [{to: b, when: x > 5}]}, b: {}}}\n")
        values = self.write("ids.csv", "x\n" + "1\n" * 8 + "5\n" + "1\n" * 3)
        self.refused(2, "rank 1: .*of agent 8 ", launch(2, "crowd", brain, "--context", self.folder / values, "--set",
                                                       "x=x * 2"))

    def check_unwritable(self, folder, why, others):
        path = folder / "a.ck"
        self.crowd(2, *VILLAGER, "--agents", "3000", "--ticks", "5", "--checkpoint", path)
        before = path.read_bytes()
        others(path)
        there = sorted(folder.iterdir())
        done = run(launch(2, "crowd", *VILLAGER, "--resume", path, "--ticks", "20", "--checkpoint", path, "--every", "5"))
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        said = of_wits(done.stderr)
        self.assertEqual(len(said), 3, done.stderr)
        self.assertRegex(said[0], f"the checkpoint {path} cannot be written: .*{why}")
        self.assertIn("to resume from tick 5", said[1])
        self.assertEqual(path.read_bytes(), before)
        self.assertEqual(sorted(folder.iterdir()), there)

    def test_a_full_disk(self):
        disk = self.folder / "disk"
        disk.mkdir()
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "none", str(disk)], capture_output=True,
                              check=False)
        if made.returncode != 0:
            self.skipTest("only root can make a small disk")
        self.addCleanup(subprocess.run, ["umount", str(disk)], check=True)
        self.check_unwritable(disk, "([Ss]pace|room)", lambda path: None)


if __name__ == "__main__":
    unittest.main()
