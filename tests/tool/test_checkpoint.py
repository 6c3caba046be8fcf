# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import random
import re
import resource
import shlex
import signal
import struct
import subprocess
import unittest

from crowds import (BRAIN, EARLY, FRONT, HEAD, NAMES, NOTE_BYTES, SCOUT, SCOUT_TICK, VERSION, brain_options, kill_after,
                    note_of, number_in, result_of, sealed, tick_of, without_hash)
from program import BRAINS, FEW_REPEATS, GOLDEN, PROGRAM, ROOT, Case, let_run, wits

SQUAD = ["brains/squad.yaml", "--targets", "enemy=3", "--set", "enemy.distance=1 + random * 40", "--set",
         "enemy.health=random", "--targets", "cover=2", "--set", "cover.distance=random * 9"]
VILLAGER = ["brains/villager.yaml", "--set", "hunger=random"]


class CheckpointCase(Case):
    def crowd(self, *arguments, **more):
        result = wits("crowd", *arguments, "--format", "json", **more)
        self.assertEqual((result.status, result.err), (0, ""))
        return result_of(result.out)

    def refused(self, message, *arguments, status=1, **more):
        result = wits("crowd", *arguments, **more)
        self.assertEqual((result.status, result.out), (status, ""), result.err)
        self.assertRegex(result.err, message)
        self.assertEqual(len(result.err.splitlines()), 1 if status == 1 else 2, result.err)

    def kept(self, name="a.ck", ticks=20, *more):
        path = self.folder / name
        self.crowd(*VILLAGER, "--agents", 3000, "--ticks", ticks, "--checkpoint", path, *more)
        return path


class GoesOn(CheckpointCase):
    def test_every_brain_from_every_tenth_tick(self):
        for name in NAMES:
            options = [*brain_options(name, 300), "--transitions", "--fields", "all", "--show", "299"]
            whole = self.crowd(*options)
            for ticks in (0, 11, 40):
                checkpoint = self.folder / f"{ticks}.ck"
                self.crowd(*options, "--ticks", ticks, "--checkpoint", checkpoint, "--threads", "1")
                self.assertEqual(tick_of(checkpoint), ticks)
                self.assertEqual(self.crowd(*options, "--resume", checkpoint, "--threads", "2"), whole, name)

    def test_functions_and_targets_that_are_set(self):
        for options in (["brains/guard.yaml", "--set", "sees_player=random < 0.5", "--set", "distance=random * 20"],
                        SQUAD):
            options = [*options, "--agents", "500", "--fields", "all"]
            whole = self.crowd(*options, "--ticks", "70")
            path = self.folder / "set.ck"
            self.crowd(*options, "--ticks", "45", "--checkpoint", path)
            self.assertEqual(self.crowd(*options, "--ticks", "70", "--resume", path), whole)

    def test_what_host_functions_give_and_inputs_said(self):
        brain = self.brain("context: {x: float, n: int}\nroot:\n  states:\n"
                           "    a: {update: x = threat() * 2, transitions: [{to: b, when: sees()}]}\n"
                           "    b: {update: n = n + 1, transitions: [{to: a, when: not sees()}]}\n")
        inputs = self.write("in.csv", "tick,threat()\n3,\n5,0.25\n9,\n")
        options = [self.folder / brain, "--inputs", self.folder / inputs, "--agents", "50", "--set", "threat()=random",
                   "--set", "sees()=random < 0.5", "--fields", "all"]
        whole = self.crowd(*options, "--ticks", "20")
        for ticks in (2, 5, 7, 12):
            path = self.folder / "f.ck"
            self.crowd(*options, "--ticks", ticks, "--checkpoint", path)
            self.assertEqual(self.crowd(*options, "--ticks", "20", "--resume", path), whole, ticks)

    def test_functions_with_names_longer_than_a_column_may_have(self):
        long, text = "f" * 64, "x" * 70
        brain = self.brain(f"context: {{x: float, n: int}}\nroot: {{update: ['x = {long}()', n = n + 1 if said(\"{text}\") else "
                           f"n + 3 if said(\"{text}y\") else n]}}\n")
        options = [self.folder / brain, "--agents", "50", "--set", f"{long}()=random", "--set", f'said("{text}")=random < 0.5',
                   "--set", f'said("{text}y")=random < 0.5', "--fields", "all"]
        path = self.folder / "long.ck"
        self.crowd(*options, "--ticks", 5, "--checkpoint", path)
        self.assertEqual(self.crowd(*options, "--ticks", 9, "--resume", path), self.crowd(*options, "--ticks", 9))
        self.assertIn(b"\0set 2\0set 3\0set 4\0", path.read_bytes())

    def test_more_agents_than_a_part_has(self):
        options = [*VILLAGER, "--agents", "140000"]
        path = self.folder / "large.ck"
        self.crowd(*options, "--ticks", "2", "--checkpoint", path)
        self.assertEqual(self.crowd(*options, "--ticks", "4", "--resume", path), self.crowd(*options, "--ticks", "4"))

    def test_agents_with_ids_of_a_dump(self):
        dump, part = self.folder / "d.csv", self.folder / "part.csv"
        self.crowd(*VILLAGER, "--agents", 50, "--ticks", "10", "--dump", dump)
        lines = dump.read_text().splitlines(keepends=True)
        part.write_text("".join(lines[:1] + lines[3::7]))
        options = ["brains/villager.yaml", "--context", part, "--show", 9]
        whole = self.crowd(*options, "--ticks", "30")
        path = self.folder / "ids.ck"
        self.crowd(*options, "--ticks", "12", "--checkpoint", path)
        self.assertEqual(tick_of(path), 22)
        again = self.crowd("brains/villager.yaml", "--resume", path, "--show", 9, "--ticks", "30")
        self.assertEqual(again, whole)
        self.assertEqual(self.crowd(*options, "--resume", path, "--ticks", "30"), whole)  # the context is not read again

    def test_agents_seed_and_ticks_are_those_of_the_checkpoint(self):
        path = self.folder / "a.ck"
        options = [*VILLAGER, "--agents", 100, "--seed", 9]
        self.crowd(*options, "--ticks", "30", "--checkpoint", path, "--every", 30)
        whole = self.crowd(*options, "--ticks", "30")
        self.assertEqual(self.crowd(*VILLAGER, "--resume", path), whole)
        longer = self.crowd(*VILLAGER, "--resume", path, "--ticks", 45, "--checkpoint", path)
        self.assertEqual(longer, self.crowd(*options, "--ticks", 45))
        self.assertEqual(tick_of(path), 45)
        self.assertEqual(list(self.folder.iterdir()), [path])  # no other file is left

    def test_rows_and_what_is_printed(self):
        path = self.folder / "a.ck"
        options = [*VILLAGER, "--agents", 100]
        whole = wits("crowd", *options, "--ticks", "40", "--format", "csv", "--every", 10).out.splitlines()
        wits("crowd", *options, "--ticks", "40", "--format", "csv", "--every", 10, "--checkpoint", path)
        self.assertEqual(tick_of(path), 40)
        wits("crowd", *options, "--ticks", "20", "--checkpoint", path)
        rest = wits("crowd", *options, "--ticks", "40", "--format", "csv", "--every", 10, "--resume", path)
        self.assertEqual(rest.out.splitlines(), whole[:1] + whole[3:])
        self.assertIn("\nresumed from the checkpoint of tick 20\n", wits("crowd", *options, "--resume", path).out)
        self.assertEqual(json.loads(wits("crowd", *options, "--resume", path, "--format", "json").out)["resumed_at"], 20)

    def test_ctrl_c_leaves_a_checkpoint(self):
        path = self.folder / "a.ck"
        options = [*VILLAGER, "--agents", "20000"]
        with subprocess.Popen([PROGRAM, "crowd", *options, "--ticks", "1000000", "--checkpoint", str(path)], cwd=ROOT,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            let_run(run, 0.7)
            run.send_signal(signal.SIGINT)
            out, err = run.communicate(timeout=600)
        self.assertEqual(run.returncode, 130, err)
        done = int(re.search(r"interrupted after (\d+) of", err)[1])
        self.assertEqual(tick_of(path), done)
        self.assertIn(f"the run has ended early; to resume from tick {done}", err)
        self.assertIn("--resume", err.splitlines()[-1])
        hash_of = re.search(r"\nhash (\w+)", out)[1]
        self.assertEqual(self.crowd(*options, "--resume", path, "--ticks", done)["hash"], hash_of)

    def test_killed_at_any_moment(self):
        chance = random.Random(20)
        options = [*VILLAGER, "--agents", "4000", "--transitions"]
        path = self.folder / "with space.ck"
        for _ in range(6):
            path.unlink(missing_ok=True)
            status, out, err = kill_after(
                [PROGRAM, "crowd", *options, "--ticks", "1000000", "--checkpoint", str(path), "--every", "3",
                 "--threads", chance.choice("12")], chance.random() * 0.3, lambda all: all[0], checkpoint=path)
            self.assertEqual((status, out), (-signal.SIGKILL, ""))
            said = EARLY.fullmatch(err)
            self.assertTrue(said, err)
            tick = tick_of(path)
            self.assertIn(tick - int(said[1]), (0, 3))  # if killed between the two, the file is the newer one
            command = shlex.split(said[2])
            self.assertEqual(command[:2] + command[-2:], ["wits", "crowd", "--resume", str(path)])
            end = tick + 10
            again = self.crowd(*command[2:], "--ticks", end, "--threads", chance.choice("12"))
            self.assertEqual(again, self.crowd(*options, "--ticks", end))

    def test_killed_before_the_first(self):
        status, _, err = kill_after([PROGRAM, "crowd", *VILLAGER, "--agents", "4000", "--ticks", "10000000",
                                     "--checkpoint", str(self.folder / "a.ck")], 0.3, lambda all: all[0])
        self.assertEqual((status, err), (-signal.SIGKILL,
                                         "wits crowd: the run was stopped before the first checkpoint\n"))


class OtherMachines(CheckpointCase):
    def test_threads_make_no_difference(self):
        path = self.folder / "scout.ck"
        for threads in "12":
            self.crowd(*SCOUT, "--ticks", SCOUT_TICK, "--checkpoint", path, "--threads", threads)
            self.assertEqual(without_hash(path), without_hash(GOLDEN / "scout.ck"))

    def test_another_compiled_brain(self):
        """The brain of another machine: other bytes, from the same file."""
        path, other = self.kept(), self.folder / "other.ck"
        content = bytearray(path.read_bytes())
        content[BRAIN] ^= 1
        other.write_bytes(sealed(content))
        self.assertEqual(self.crowd(*VILLAGER, "--resume", other, "--ticks", 40),
                         self.crowd(*VILLAGER, "--resume", path, "--ticks", 40))
        content[note_of(content) + 16] ^= 1
        other.write_bytes(sealed(content))
        self.refused("from a different brain", *VILLAGER, "--resume", other)
        content = bytearray(path.read_bytes())
        content[note_of(content) + 16] ^= 1  # a file with other words for the same brain
        other.write_bytes(sealed(content))
        self.crowd(*VILLAGER, "--resume", other, "--ticks", 40)


class BadInput(CheckpointCase):
    def test_of_another_run(self):
        path = self.kept()
        for message, *options in (
                ("from a different brain, an earlier version of this one, or one with different --const", "brains/guard.yaml"),
                ("from a different brain", "brains/wolf.yaml"),
                ("with different --set: it had 'hunger=random'; --resume needs the same", "brains/villager.yaml"),
                ("with different --set: it did not have 'food=1', 'night=true'; --resume", *VILLAGER, "--set", "food=1",
                 "--set", "night=true"),
                ("with different --set: it had 'hunger=random' but not 'hunger=0.5'; --resume",
                 "brains/villager.yaml", "--set", "hunger=0.5"),
                ("with different --inputs", *VILLAGER, "--inputs", self.folder / self.write("in.csv", "night\ntrue\n")),
                ("with --seed 0, not 3", *VILLAGER, "--seed", "3"),
                ("has 3000 agents, not 30", *VILLAGER, "--agents", "30"),
                ("from tick 20: 20 ticks are already complete, more than --ticks 7", *VILLAGER, "--ticks", "7"),
                ("without --transitions, so those before tick 20 are unknown", *VILLAGER, "--transitions")):
            self.refused(message, *options, "--resume", path)

    def test_of_other_targets(self):
        path = self.folder / "t.ck"
        self.crowd(*SQUAD, "--checkpoint", path, "--agents", 10)
        self.refused("with different --targets: it did not have 'friend=3'; --", *SQUAD, "--targets", "friend=3", "--resume", path)
        self.refused("with different --set: it did not have 'cover.shelter=1'; --", *SQUAD, "--set", "cover.shelter=1", "--resume",
                     path)
        self.refused("with different --set: it had 'enemy.distance=1 . random . 40', 'enemy.health=random', 'cover.distance",
                     SQUAD[0], "--resume", path)
        self.refused("with different files of --targets, or with its options in a different order", *SQUAD[:2], *SQUAD[2:3],
                     *SQUAD[5:7], *SQUAD[3:5], *SQUAD[7:], "--resume", path)

    def test_options_in_another_order(self):
        path = self.folder / "two.ck"
        two = [*VILLAGER, "--set", "food=2"]
        self.crowd(*two, "--agents", 5, "--checkpoint", path)
        self.refused("with --set in a different order; --resume needs", VILLAGER[0], *two[3:], *VILLAGER[1:], "--resume", path)

    def test_files_that_are_no_checkpoints(self):
        self.refused("no such file", *VILLAGER, "--resume", self.folder / "none")
        self.refused("villager.yaml: not a snapshot of wits", *VILLAGER, "--resume", "brains/villager.yaml")
        self.refused("not a snapshot of wits", *VILLAGER, "--resume", self.folder / self.write("empty", ""))
        self.refused("a snapshot, but not a checkpoint of 'wits crowd'", *VILLAGER, "--resume", self.of_a_game())
        self.refused("is not a regular file", *VILLAGER, "--resume", self.folder)
        os.mkfifo(self.folder / "pipe")  # without a writer, reading it would never end
        self.refused("pipe: is not a regular file", *VILLAGER, "--resume", self.folder / "pipe")
        old = self.write("old.ck", "wits ck\n\4\3\2\1\2\0\0\0")
        self.refused("a checkpoint of an earlier version of wits; start the run again", *VILLAGER, "--resume", self.folder / old)

    def of_a_game(self):
        """A snapshot whose own bytes are others, of any length."""
        path = self.folder / "game.snapshot"
        whole = bytearray(self.kept().read_bytes())
        whole[note_of(whole)] ^= 1
        path.write_bytes(sealed(whole))
        return path

    def test_cut_anywhere(self):
        whole = self.kept().read_bytes()
        front = number_in(whole, FRONT)
        short = self.folder / "short.ck"
        for length in (1, 9, HEAD - 1, HEAD, HEAD + 5, front - 1, front, len(whole) // 2, len(whole) - 1):
            short.write_bytes(whole[:length])
            needed = HEAD if length < HEAD else front if length < front else len(whole)
            self.refused(rf"short.ck: cut short; some of its bytes are missing \({length} bytes instead of at least {needed}\)",
                         *VILLAGER, "--resume", short)

    def test_altered_anywhere(self):
        path = self.kept(ticks=20)
        whole = path.read_bytes()
        changed = self.folder / "changed.ck"
        chance = random.Random(3)
        front = number_in(whole, FRONT)
        places = [*range(0, 150), *(chance.randrange(150, front) for _ in range(50)),
                  *(chance.randrange(front, len(whole)) for _ in range(100)), len(whole) - 1]
        for place in places[::5] if FEW_REPEATS else places:
            one = bytearray(whole)
            one[place] ^= 1 << chance.randrange(8)
            changed.write_bytes(one)
            self.refused("not a snapshot of wits" if place < VERSION else
                         "made by a newer version of wits; this one reads version 1, not|its version is 0" if place < VERSION + 4 else
                         "damaged: its header|cut short" if place in range(FRONT, FRONT + 8) else
                         "damaged: its header" if place < front else "damaged: agents 0 to 2999",
                         *VILLAGER, "--resume", changed)
        changed.write_bytes(whole + b"x")
        self.refused("damaged: more bytes follow its end", *VILLAGER, "--resume", changed)

    def test_notes_that_no_run_wrote(self):
        """The checksums are right, but the content is not."""
        whole = self.kept("a.ck", 20, "--transitions").read_bytes()
        note, other = note_of(whole), self.folder / "other.ck"
        options = b"--set hunger=random\0"

        def refused(message, place, *numbers):
            content = bytearray(whole)
            struct.pack_into(f"<{len(numbers)}Q", content, place, *numbers)
            other.write_bytes(sealed(content))
            self.refused(message, *VILLAGER, "--resume", other)
        refused("a checkpoint of a newer version of wits; update wits", note + 8, 2)
        refused("damaged: its header", note + 8, 0)
        refused("damaged: its header", note + NOTE_BYTES - 8, 2**63)       # bytes of options
        refused("damaged: its header", note + NOTE_BYTES - 8, len(options) - 1)  # without their last zero
        refused("damaged: its header", note + NOTE_BYTES - 24, 21)         # the first tick, later than the last
        refused("damaged: its header", note + NOTE_BYTES + len(options), 2**63)  # a state that was left
        refused("damaged: its header", note + NOTE_BYTES + len(options) + 8, 0)  # by no agent
        refused("with different --set: it did not have", note + NOTE_BYTES - 8, 0)
        refused("damaged: its header", number_in(whole, FRONT) - 16, 2999)  # agents of a part
        chance = random.Random(5)
        for place in range(note, number_in(whole, FRONT) - 16, 30 if FEW_REPEATS else 3):
            content = bytearray(whole)
            content[place] ^= 1 << chance.randrange(8)
            other.write_bytes(sealed(content))
            self.assertIn(wits("crowd", *VILLAGER, "--resume", other, "--ticks", 25).status, (0, 1, 2), place)

    def test_agents_that_the_brain_could_not_have_made(self):
        content = bytearray(self.kept().read_bytes())
        front = number_in(content, FRONT)
        content[front:front + 4] = b"\xff\xff\xff\xff"
        (self.folder / "b.ck").write_bytes(sealed(content))
        self.refused(r"b.ck: agents row 0: the brain could not have made the bytes of this agent", *VILLAGER, "--resume",
                     self.folder / "b.ck")

    def test_a_part_of_others(self):
        """A part that is complete, but belongs to another checkpoint."""
        first, second = self.kept("a.ck").read_bytes(), self.kept("b.ck", 21).read_bytes()
        mixed = self.folder / "mixed.ck"
        mixed.write_bytes(first[:-40000] + second[-40000:])
        self.refused(r"mixed.ck: damaged: agents 0 to 2999", *VILLAGER, "--resume", mixed)

    def test_options_that_do_not_fit(self):
        path = self.folder / "a.ck"
        for message, *options in (
                ("not '-'", "--checkpoint", "-"), ("not '-'", "--resume", "-"),
                ("needs a single run", "--seeds", "1..3", "--checkpoint", path),
                ("needs a single run", "--sweep", "food=1,2", "--resume", path),
                ("same file", "--dump", path, "--checkpoint", path),
                ("not a regular file", "--checkpoint", "/dev/null"),
                ("--every needs --format csv or --checkpoint", "--every", "5")):
            self.refused(message, *VILLAGER, *options, status=2)
        self.refused("cannot be written", *VILLAGER, "--checkpoint", self.folder / "none/a.ck")


class OtherFiles(CheckpointCase):
    """A checkpoint touches no file but its own."""

    def run_of(self, path, *more):
        return self.crowd("brains/villager.yaml", "--agents", 50, "--ticks", 3, "--checkpoint", path, *more)

    def test_a_file_with_a_similar_name_stays(self):
        brain = self.folder / "q.new"
        brain.write_bytes((BRAINS / "villager.yaml").read_bytes())
        self.crowd(brain, "--agents", 50, "--ticks", 3, "--checkpoint", self.folder / "q")
        self.assertEqual(brain.read_bytes(), (BRAINS / "villager.yaml").read_bytes())
        self.assertEqual(tick_of(self.folder / "q"), 3)
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"q", "q.new"})

    def test_no_link_is_followed_to_a_file_that_nobody_named(self):
        victim, path = self.folder / "victim.txt", self.folder / "x.ck"
        victim.write_text("precious")
        (self.folder / "x.ck.new").symlink_to("victim.txt")
        self.run_of(path)
        self.assertEqual(victim.read_text(), "precious")
        self.assertFalse(path.is_symlink())
        self.assertTrue((self.folder / "x.ck.new").is_symlink())

    def test_a_link_that_is_named_stays_and_its_file_is_replaced(self):
        (self.folder / "sub").mkdir()
        path, link = self.folder / "sub/a.ck", self.folder / "link.ck"
        self.run_of(path)
        path.chmod(0o600)
        link.symlink_to("sub/a.ck")
        self.run_of(link, "--seed", 4)
        self.assertTrue(link.is_symlink())
        self.assertEqual(path.stat().st_mode & 0o777, 0o600)
        self.assertEqual(list((self.folder / "sub").iterdir()), [path])
        self.assertEqual(tick_of(path), 3)

    def test_not_over_what_is_read(self):
        brain, inputs = self.folder / "b.yaml", self.folder / "in.csv"
        brain.write_bytes((BRAINS / "villager.yaml").read_bytes())
        inputs.write_text("food\n1\n")
        for path in (brain, inputs):
            before = path.read_bytes()
            self.refused("is an input; the output would overwrite it", brain, "--inputs", inputs, "--checkpoint", path,
                         status=2)
            self.assertEqual(path.read_bytes(), before)
        kept = self.kept()
        for option in ("--plot", "--dump"):
            self.refused("is an input; the output would overwrite it", *VILLAGER, "--resume", kept, option, kept,
                         status=2)
        self.refused("--checkpoint and --dump-at cannot write to the same file", *VILLAGER, "--checkpoint",
                     self.folder / "d-5.csv", "--dump", self.folder / "d.csv", "--dump-at", "5", status=2)
        self.assertEqual(tick_of(kept), 20)

    def test_several_runs_write_the_same_checkpoint(self):
        path = self.folder / "two.ck"
        runs = [subprocess.Popen([PROGRAM, "crowd", "brains/villager.yaml", "--agents", "3000", "--ticks", "60", "--seed",
                                  str(seed), "--checkpoint", str(path), "--every", "1", "--threads", "1"], cwd=ROOT,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for seed in range(3)]
        for run in runs:
            self.assertEqual((run.communicate(timeout=600)[1], run.returncode), ("", 0))
        self.assertEqual(list(self.folder.iterdir()), [path])
        self.assertEqual(tick_of(path), 60)
        self.crowd("brains/villager.yaml", "--resume", path)


class FullDisk(CheckpointCase):
    def limited(self, path, *more):
        """A limit on file sizes that only the checkpoint of a smaller crowd does not exceed."""
        limit = 40000
        done = subprocess.run([PROGRAM, "crowd", *VILLAGER, *more, "--checkpoint", str(path), "--every", "5"], cwd=ROOT,
                              capture_output=True, text=True, timeout=600, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        return done

    def test_the_last_good_one_stays(self):
        path = self.kept("a.ck", 20)
        before = path.read_bytes()
        self.assertGreater(len(before), 40000)
        done = self.limited(path, "--resume", str(path), "--ticks", "40")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        lines = done.stderr.splitlines()
        self.assertEqual(lines[0], f"wits: the checkpoint {path} cannot be written: File too large")
        self.assertIn("to resume from tick 20", lines[1])
        self.assertEqual(len(lines), 3)
        self.assertEqual(path.read_bytes(), before)
        self.assertEqual(list(self.folder.iterdir()), [path])

    def test_there_is_none_if_there_was_none(self):
        done = self.limited(self.folder / "a.ck", "--agents", "3000", "--ticks", "40")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("the run has ended before the first checkpoint", done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])


class WithoutMpi(unittest.TestCase):
    @unittest.skipIf("WITS_MPIEXEC" in os.environ, "this build is with MPI")
    def test_the_program_links_none(self):
        self.assertNotIn(b"libmpi", pathlib.Path(PROGRAM).read_bytes())


if __name__ == "__main__":
    unittest.main()
