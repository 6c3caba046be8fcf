# SPDX-License-Identifier: MIT
"""run --watch and crowd --watch: files that are edited while the command runs."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import subprocess
import threading
import time
import unittest

from program import PROGRAM, Case

DOG = """context: {energy: {type: int, initial: 5}, mood: {type: float, initial: 0.25}}
root:
  states:
    sleep: {update: energy = energy + 1, transitions: [{to: bark, after: 3}]}
    bark: {update: woof(), transitions: [{to: sleep, after: 2}]}
"""
RELOADED = re.compile(r"wits crowd: (.+) changed; reloaded after tick (\d+), (nothing was lost|with losses:)\n")


class Watched:
    """A running command, whose output can be waited for."""

    def __init__(self, folder, *arguments, pipes=()):
        self.process = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=folder, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, encoding="utf-8", pass_fds=pipes)
        self.texts = {"out": "", "err": ""}
        self.more = threading.Condition()
        self.threads = [threading.Thread(target=self.read, args=pair) for pair in (("out", self.process.stdout),
                                                                                   ("err", self.process.stderr))]
        for thread in self.threads:
            thread.start()

    def read(self, name, stream):
        for line in stream:
            with self.more:
                self.texts[name] += line
                self.more.notify_all()

    def wait_for(self, name, pattern, seconds=20):
        """Returns the match of a pattern in the output so far, and forgets everything up to it."""
        end = time.monotonic() + seconds
        with self.more:
            while (found := re.search(pattern, self.texts[name])) is None:
                left = end - time.monotonic()
                if left <= 0:
                    raise AssertionError(f"no {pattern!r} in {self.texts['out'][-500:]!r}, {self.texts['err'][-500:]!r}")
                self.more.wait(left)
            self.texts[name] = self.texts[name][found.end():]
        return found

    def end(self):
        """Presses Ctrl-C. Returns status, output and messages since what was waited for."""
        self.process.send_signal(signal.SIGINT)
        status = self.process.wait(60)
        for thread in self.threads:
            thread.join()
        self.process.stdout.close()
        self.process.stderr.close()
        return status, self.texts["out"], self.texts["err"]


class WatchCase(Case):
    def setUp(self):
        super().setUp()
        self.brain(DOG, "dog.yaml")
        self.watched = None
        self.addCleanup(lambda: self.watched and self.watched.process.poll() is None and self.watched.process.kill())

    def start(self, *arguments):
        self.watched = Watched(self.folder, *arguments, "--watch")
        self.watched.wait_for("err", r"wits \w+: watching .*; Ctrl-C ends\n")
        return self.watched

    def edit(self, *pairs, name="dog.yaml"):
        path = self.folder / name
        content = path.read_text()
        for before, after in pairs:
            self.assertIn(before, content)
            content = content.replace(before, after)
        path.write_text(content)

    def replace(self, content, name="dog.yaml"):
        """As many editors do: a new file is renamed over the old one."""
        self.write("new", content)
        os.rename(self.folder / "new", self.folder / name)


class Run(WatchCase):
    def run_dog(self, *arguments):
        return self.start("run", "dog.yaml", "--ticks", 6, *arguments)

    def test_a_number(self):
        run = self.run_dog()
        whole = self.wits("run", "dog.yaml", "--ticks", 6).out
        run.wait_for("out", re.escape(whole))
        self.edit(("after: 2", "after: 1"))
        found = run.wait_for("out", r"\ndog.yaml changed: (\d) of 7 ticks differ, the first at tick (\d)\n(.*\n)*?\+ .*6.*\n")
        changed = self.wits("run", "dog.yaml", "--ticks", 6).out.splitlines()
        expected = [line for tick, (before, after) in enumerate(zip(whole.splitlines(), changed)) if before != after
                    for line in ("-" + before[1:], "+" + after[1:])]
        self.assertEqual(found[0].splitlines()[3:], expected)
        self.assertEqual(int(found[1]), len(expected) // 2)
        status, out, err = run.end()
        self.assertEqual((status, out, err), (0, "", ""))

    def test_nothing_that_counts(self):
        run = self.run_dog()
        self.replace("# nicer\n" + (self.folder / "dog.yaml").read_text())
        run.wait_for("out", r"\ndog.yaml changed: all 7 ticks are the same\n")
        self.assertEqual(run.end(), (0, "", ""))

    def test_mistakes_are_printed_once_and_the_last_good_run_is_compared(self):
        run = self.run_dog()
        self.edit(("to: bark", "to: brak"))
        run.wait_for("err", r"dog.yaml:6:\d+: there is no state 'brak'; did you mean 'bark'\?\n"
                            r"wits run: not run again; waiting for another change\n")
        time.sleep(0.5)
        self.write("dog.yaml", b"\0\xff garbage")
        run.wait_for("err", r"dog.yaml.*\n(.*\n)*?wits run: not run again; waiting for another change\n")
        os.remove(self.folder / "dog.yaml")
        run.wait_for("err", r"^dog.yaml: there is no such file\nwits run: not run again; waiting for another change\n")
        os.mkdir(self.folder / "dog.yaml")
        run.wait_for("err", r"^dog.yaml: .*\nwits run: not run again; waiting for another change\n")
        os.rmdir(self.folder / "dog.yaml")
        self.brain(DOG.replace("after: 3", "after: 4"), "dog.yaml")
        run.wait_for("out", r"dog.yaml changed: \d of 7 ticks differ, the first at tick 3\n")
        status, _, err = run.end()
        self.assertEqual((status, err), (0, ""))

    def test_a_file_that_is_gone_for_a_moment(self):
        run = self.run_dog()
        content = (self.folder / "dog.yaml").read_text()
        for _ in range(3):
            os.rename(self.folder / "dog.yaml", self.folder / "dog.yaml~")
            time.sleep(0.25)
            self.write("dog.yaml", content)
            run.wait_for("out", r"dog.yaml changed: all 7 ticks are the same\n")
        self.assertEqual(run.end(), (0, "", ""))

    def test_a_file_that_is_written_slowly(self):
        run = self.run_dog()
        content = ("# " + "x" * 70 + "\n") * 40 + (self.folder / "dog.yaml").read_text()
        with open(self.folder / "dog.yaml", "w", encoding="utf-8") as file:
            for start in range(0, len(content), 200):
                file.write(content[start:start + 200])
                file.flush()
                time.sleep(0.02)
        run.wait_for("out", r"dog.yaml changed: all 7 ticks are the same\n")
        self.assertEqual(run.end(), (0, "", ""))

    def test_included_files_and_links(self):
        self.write("numbers.yaml", "wits: 1\nconstants: {NAP: 3}\n")
        self.write("others.yaml", "wits: 1\nconstants: {NAP: 4}\n")
        os.symlink("numbers.yaml", self.folder / "link.yaml")
        self.brain("include: link.yaml\n" + DOG.replace("after: 3", "after: NAP"), "dog.yaml")
        run = self.start("run", "dog.yaml", "--ticks", 9)
        self.edit(("NAP: 3", "NAP: 2"), name="numbers.yaml")
        run.wait_for("out", r"\nlink.yaml changed: \d of 10 ticks differ, the first at tick 2\n")
        os.symlink("others.yaml", self.folder / "next.yaml")
        os.rename(self.folder / "next.yaml", self.folder / "link.yaml")
        run.wait_for("out", r"\nlink.yaml changed: \d of 10 ticks differ, the first at tick 2\n")
        self.edit(("NAP: 4", "NAP: 5"), name="others.yaml")
        run.wait_for("out", r"\nlink.yaml changed: \d of 10 ticks differ, the first at tick 4\n")
        self.edit(("link.yaml", "others.yaml"))  # a file that was not there before
        run.wait_for("out", r"\ndog.yaml changed: all 10 ticks are the same\n")
        self.edit(("NAP: 5", "NAP: 1"), name="others.yaml")
        run.wait_for("out", r"changed: \d+ of 10 ticks differ, the first at tick 1\n")
        status, _, err = run.end()
        self.assertEqual((status, err), (0, ""))

    def test_inputs_that_get_longer_and_shorter(self):
        self.write("in.csv", "tick,mood\n4,0.5\n")
        run = self.start("run", "dog.yaml", "--inputs", "in.csv")
        self.edit(("4,0.5", "6,0.5"), name="in.csv")
        found = run.wait_for("out", r"\nin.csv changed: 3 of 7 ticks differ, the first at tick 4\n(.*\n)*?\+ .*6.*\n")
        self.assertEqual([line[:7] for line in found[0].splitlines()[3:]], ["-    4 ", "+    4 ", "+    5 ", "+    6 "])
        self.edit(("6,0.5", "3,x"), name="in.csv")
        run.wait_for("err", r"in.csv:2:3: .*\nwits run: not run again; waiting for another change\n")
        self.edit(("3,x", "3,0.5"), name="in.csv")
        run.wait_for("out", r"\nin.csv changed: 4 of 7 ticks differ, the first at tick 3\n")
        self.assertEqual(run.end()[0], 0)

    def test_jsonl_and_pictures(self):
        run = self.start("run", "dog.yaml", "--ticks", 4, "--format", "jsonl", "--plot", "dog.svg")
        lines = [json.loads(run.wait_for("out", r".*\n")[0]) for _ in range(5)]
        self.assertEqual([line["tick"] for line in lines], [0, 1, 2, 3, 4])
        picture = (self.folder / "dog.svg").read_text()
        self.edit(("after: 3", "after: 2"))
        change = json.loads(run.wait_for("out", r"\{\"changed.*\n")[0])
        self.assertEqual(change, {"changed": ["dog.yaml"], "ticks": 5, "different": [2, 3, 4]})
        self.assertEqual([json.loads(run.wait_for("out", r".*\n")[0])["tick"] for _ in range(3)], [2, 3, 4])
        self.assertNotEqual((self.folder / "dog.svg").read_text(), picture)
        self.assertEqual(run.end(), (0, "", ""))

    def test_pictures_take_the_place_of_files_that_are_gone(self):
        """The identity of a replaced file may be given to an output at once."""
        run = self.start("run", "dog.yaml", "--ticks", 4, "--plot", "dog.svg")
        for number in range(4, 9):
            self.replace("wits: 1\nbrain: test\n" + DOG.replace("after: 3", f"after: {number}"))
            run.wait_for("out", "dog.yaml changed: ")
        status, _, err = run.end()
        self.assertEqual((status, err), (0, ""))

    def test_on_a_terminal(self):
        ours, theirs = pty.openpty()
        with subprocess.Popen([PROGRAM, "run", "dog.yaml", "--ticks", "6", "--watch"], cwd=self.folder, stdin=theirs, stdout=theirs,
                              stderr=theirs, env=dict(os.environ, TERM="xterm", COLUMNS="100", NO_COLOR="")) as run:
            os.close(theirs)
            self.addCleanup(os.close, ours)
            self.addCleanup(run.kill)

            def read_until(wanted):
                printed = b""
                while wanted not in printed and select.select([ours], [], [], 20)[0]:
                    printed += os.read(ours, 4096)
                return re.sub(r"\033\[\d*m", "", printed.decode()).replace("\r\n", "\n")

            whole = read_until(b"Ctrl-C ends\r\n").splitlines()
            self.edit(("sleep: {", "nap: {"), ("to: sleep", "to: nap"))
            changed = read_until(b"\r\n+    6").splitlines()
            run.send_signal(signal.SIGINT)
            self.assertEqual(run.wait(60), 0)
        self.assertEqual(changed[1:4], ["dog.yaml changed: 5 of 7 ticks differ, the first at tick 0", whole[0], "-" + whole[1][1:]])
        self.assertRegex(changed[4], r"^\+    0  → nap +$")

    def test_an_error_at_the_start_ends_it(self):
        self.edit(("to: bark", "to: brak"))
        self.assertIn("no state 'brak'", self.bad(1, "run", "dog.yaml", "--watch"))
        self.assertIn("none.yaml: there is no such file", self.bad(1, "run", "none.yaml", "--watch"))

    def test_misuse(self):
        for words, *arguments in (("standard input can be read only once", "run", "-", "--watch"),
                                  ("standard input can be read only once", "run", "dog.yaml", "--inputs", "-", "--watch"),
                                  ("--plot and --perfetto must be files", "run", "dog.yaml", "--watch", "--plot", "-"),
                                  ("standard input can be read only once", "crowd", "-", "--watch"),
                                  ("--watch and --native", "crowd", "dog.yaml", "--watch", "--native"),
                                  ("--watch and --plot", "crowd", "dog.yaml", "--watch", "--plot", "x.svg"),
                                  ("--watch and --transitions", "crowd", "dog.yaml", "--watch", "--transitions"),
                                  ("--watch needs a single run", "crowd", "dog.yaml", "--watch", "--seeds", "1..2")):
            self.assertIn(words, self.bad(2, *arguments, stdin=""))


class Crowd(WatchCase):
    def crowd(self, *arguments):
        return self.start("crowd", "dog.yaml", "--agents", 50, *arguments)

    def reloaded(self, crowd, *more, names="dog.yaml"):
        """Waits for a reload. Returns the tick after checking the losses."""
        found = crowd.wait_for("err", RELOADED.pattern + "".join(re.escape(f"  {line}\n") for line in more))
        self.assertEqual((found[1], found[3]), (names, "with losses:" if more else "nothing was lost"))
        return int(found[2])

    def ended(self, crowd):
        """Presses Ctrl-C. Returns the JSON after checking that there are no more messages."""
        status, out, err = crowd.end()
        self.assertEqual((status, err), (0, ""))
        return json.loads(out)

    def test_a_number(self):
        crowd = self.crowd("--format", "json", "--fields", "all")
        self.edit(("energy + 1", "energy + 0"))
        first = self.reloaded(crowd)
        self.edit(("energy + 0", "energy - 1"))
        second = self.reloaded(crowd)
        self.assertGreater(second, first)
        self.assertGreaterEqual(self.ended(crowd)["ticks"], second)

    def test_agents_run_as_if_the_file_had_never_been_read_again(self):
        crowd = self.crowd("--format", "json", "--fields", "all", "--set", "mood=random")
        self.replace("# nicer\n" + (self.folder / "dog.yaml").read_text())
        self.reloaded(crowd)
        end = self.ended(crowd)
        whole = json.loads(self.good("crowd", "dog.yaml", "--agents", 50, "--format", "json", "--fields", "all", "--set", "mood=random",
                                     "--ticks", end["ticks"]).out)
        for key in ("hash", "fields", "states", "stopped"):
            self.assertEqual(end.get(key), whole.get(key), key)
        self.assertIn("hash", end)

    def test_renamed_and_removed(self):
        crowd = self.crowd("--format", "json", "--show", 7)
        self.edit(("root:", "renames: {states: {bark: noise/howl}, fields: {energy: power}}\nroot:"),
                  ("energy: {", "power: {"), ("energy = energy", "power = power"), ("to: bark", "to: noise"),
                  ("    bark: {update: woof(), transitions: [{to: sleep, after: 2}]}\n",
                   "    noise:\n      states:\n        howl: {update: woof(), transitions: [{to: sleep, after: 2}]}\n"))
        tick = self.reloaded(crowd)
        self.edit((", mood: {type: float, initial: 0.25}", ""))
        crowd.wait_for("err", RELOADED.pattern + "  mood: the field is gone; its values are lost\n")
        end = self.ended(crowd)
        self.assertGreaterEqual(end["ticks"], tick)
        self.assertEqual(sum(count for state, count in end["states"].items() if state in ("sleep", "noise/howl")), 50)
        self.assertEqual(list(end["shown"][0]["context"]), ["power"])
        self.assertGreater(end["shown"][0]["context"]["power"], 5)  # the field 'energy' started at 5

    def test_a_state_that_is_gone(self):
        self.brain("root:\n  states:\n    sleep: {}\n    sit: {transitions: [{to: sleep, after: 1000000000}]}\n  initial: sit\n", "dog.yaml")
        crowd = self.crowd("--format", "json")
        self.brain("root:\n  states:\n    sleep: {}\n", "dog.yaml")
        self.reloaded(crowd, "sit: the state is gone; what was active, kept or remembered in it is lost (50 agents)")
        self.assertEqual(self.ended(crowd)["states"], {"sleep": 50})

    def test_mistakes_leave_the_old_brain(self):
        crowd = self.crowd("--format", "json")
        for content, words in ((b"\0\xff garbage", r"dog.yaml.*\n(.*\n)*?"),
                               (b"", r"dog.yaml.*\n(.*\n)*?"),
                               (b"wits: 1\nbrain: test\nroot: {states: {a: {transitions: [{to: b}]}}}\n", "dog.yaml:3:.*no state 'b'.*\n"),
                               (b"wits: 1\nbrain: test\nrenames: {states: {x: nowhere}}\nroot: {states: {a: {}}}\n",
                                "dog.yaml:3:.*nowhere.*\n")):
            self.write("dog.yaml", content)
            crowd.wait_for("err", f"^{words}" + r"wits crowd: not reloaded after tick \d+; the agents continue with the old brain\n")
        os.remove(self.folder / "dog.yaml")
        crowd.wait_for("err", r"^dog.yaml: there is no such file\nwits crowd: not reloaded")
        self.brain(DOG, "dog.yaml")
        self.reloaded(crowd)
        self.assertEqual(sum(self.ended(crowd)["states"].values()), 50)

    def test_a_rename_that_does_not_fit(self):
        crowd = self.crowd("--format", "json")
        self.edit(("root:", "renames: {states: {bark: howl, sleep: howl}}\nroot:"), ("to: bark", "to: howl"), ("    bark:", "    howl:"),
                  ("    sleep: {update: energy = energy + 1, transitions: [{to: howl, after: 3}]}\n", ""),
                  ("transitions: [{to: sleep, after: 2}]", "enter: energy = 1"))
        crowd.wait_for("err", r"^dog.yaml:4:39: 'sleep': the old brain has another that becomes the same: 'bark'\nwits crowd: not reloaded after tick \d+; the agents continue with the old")
        crowd.end()

    def test_settings_and_inputs_must_fit_the_new_brain(self):
        self.write("in.csv", "tick,mood\n5,0.75\n")
        crowd = self.crowd("--format", "json", "--set", "energy=7", "--inputs", "in.csv", "--fields", "mood")
        self.edit((", mood: {type: float, initial: 0.25}", ""))
        crowd.wait_for("err", r"in.csv:1:6: .*mood.*\nwits crowd: not reloaded after tick \d+; the agents continue")
        self.brain(DOG, "dog.yaml")
        self.reloaded(crowd)
        self.write("in.csv", "tick,mood\n5,0.75\n4294967290,1\n")
        self.reloaded(crowd, names="in.csv")
        self.assertEqual(self.ended(crowd)["fields"]["mood"]["mean"], 0.75)

    def test_options_that_name_what_is_gone(self):
        for option in (["--fields", "energy"], ["--set", "energy=1"]):
            self.brain(DOG, "dog.yaml")
            crowd = self.crowd("--format", "json", *option)
            self.edit(("energy", "power"))
            crowd.wait_for("err", r"^wits crowd: --\w+( energy=1)?: unknown field 'energy'\n"  # no hint at --help
                                  r"wits crowd: not reloaded after tick \d+; the agents continue with the old brain\n$")
            self.assertEqual(crowd.end()[0], 0)

    def test_functions_and_targets_that_are_set(self):
        self.brain('targets: {cat: {distance: float}}\ncontext: {near: bool}\nroot:\n  kind: utility\n  states:\n'
                   '    nap: {score: 0.5}\n    hunt: {target: cat, score: cat.distance * quick(), enter: near = true}\n', "dog.yaml")
        options = ["--format", "json", "--set", "quick()=random", "--targets", "cat=3", "--set", "cat.distance=random * 2", "--show", 4]
        crowd = self.crowd(*options)
        self.edit(("score: 0.5", "score: 0.25 + 0.25"))
        self.reloaded(crowd)
        end = self.ended(crowd)
        whole = json.loads(self.good("crowd", "dog.yaml", "--agents", 50, *options, "--ticks", end["ticks"]).out)
        self.assertEqual(end["hash"], whole["hash"])

    def test_rows_get_a_new_heading(self):
        crowd = self.crowd("--format", "csv", "--every", 1000)
        crowd.wait_for("out", "tick,sleep,bark\n")
        self.edit(("to: bark", "to: howl"), ("    bark:", "    howl:"))
        crowd.wait_for("out", "tick,sleep,howl\n")
        crowd.wait_for("out", r"\d+000,\d+,\d+\n")
        self.assertEqual(crowd.end()[0], 0)

    def crowd_edited_while_it_reads(self, name, *edit):
        """Edits a file after the command has read it, but before the command checks it for changes: it waits for its
        context."""
        theirs, ours = os.pipe()
        room = fcntl.fcntl(ours, fcntl.F_SETPIPE_SZ, 4096)
        self.watched = Watched(self.folder, "crowd", "dog.yaml", "--context", f"/dev/fd/{theirs}", "--format", "json",
                               "--watch", pipes=(theirs,))
        os.close(theirs)
        with open(ours, "wb", buffering=0) as pipe:
            pipe.write(b"energy\n" + b"1\n" * room)  # ends once the command reads the first of it
            self.edit(edit, name=name)
            pipe.write(b"1\n")
        self.reloaded(self.watched, names=name)
        return self.watched

    def test_an_edit_between_reading_and_watching(self):
        crowd = self.crowd_edited_while_it_reads("dog.yaml", "energy + 1", "energy - 1")
        self.ended(crowd)

    def test_an_edit_of_an_included_file_between_reading_and_watching(self):
        self.write("numbers.yaml", b"\xef\xbb\xbfwits: 1\nconstants: {NAP: 3}\n" + b"# long\n" * 2000)
        self.brain("include: numbers.yaml\n" + DOG.replace("after: 3", "after: NAP"), "dog.yaml")
        self.ended(self.crowd_edited_while_it_reads("numbers.yaml", "NAP: 3", "NAP: 2"))

    def test_an_included_file_that_was_not_edited(self):
        for mark in (b"", b"\xef\xbb\xbf"):
            self.write("numbers.yaml", mark + b"wits: 1\nconstants: {NAP: 3}\n" + b"# long\n" * 2000)
            self.brain("include: numbers.yaml\n" + DOG.replace("after: 3", "after: NAP"), "dog.yaml")
            crowd = self.crowd("--format", "json")
            time.sleep(0.5)
            self.ended(crowd)

    def seconds_of(self, *arguments):
        begun = time.monotonic()
        self.assertEqual(json.loads(self.wits("crowd", "dog.yaml", "--agents", 3, "--format", "json", *arguments).out)["ticks"], 20)
        return time.monotonic() - begun

    def test_a_rate(self):
        self.assertGreater(self.seconds_of("--ticks", 20, "--watch", "--rate", 40), 0.45)
        self.brain("ticks_per_second: 400/11\n" + DOG, "dog.yaml")
        self.assertGreater(self.seconds_of("--ticks", 20, "--watch"), 0.5)
        self.assertGreater(self.seconds_of("--ticks", 20, "--watch", "--rate", 20), 0.9)
        self.assertLess(min(self.seconds_of("--ticks", 20, "--watch", "--rate", 1000000) for _ in range(5)), 0.45)
        self.assertLess(min(self.seconds_of("--ticks", 20) for _ in range(5)), 0.45)
        self.assertIn("--rate needs --watch", self.bad(2, "crowd", "dog.yaml", "--rate", 3))
        self.assertIn("--rate", self.bad(2, "crowd", "dog.yaml", "--watch", "--rate", 0))

    def test_a_slow_rate_delays_neither_reloads_nor_the_end(self):
        self.brain("ticks_per_second: 1/1000\n" + DOG, "dog.yaml")
        crowd = self.crowd("--format", "json")
        self.edit(("energy + 1", "energy + 0"))
        self.assertEqual(self.reloaded(crowd), 0)
        self.edit(("energy + 0", "energy + 2"))
        self.assertEqual(self.reloaded(crowd), 0)
        begun = time.monotonic()
        self.assertEqual(self.ended(crowd)["ticks"], 0)
        self.assertLess(time.monotonic() - begun, 20)
        crowd = self.crowd("--format", "json", "--ticks", 3)
        self.edit(("1/1000", "10000"))  # counts from the tick on for which it waits
        self.assertEqual(self.reloaded(crowd), 0)
        self.assertEqual(crowd.process.wait(20), 0)
        crowd.end()

    def test_it_ends_after_the_ticks_that_are_given(self):
        result = self.wits("crowd", "dog.yaml", "--watch", "--ticks", 20, "--format", "json")
        self.assertEqual((result.status, json.loads(result.out)["ticks"]), (0, 20))
        self.assertEqual(result.err, "wits crowd: watching dog.yaml; Ctrl-C ends\n")

    def test_ctrl_c_before_the_ticks_that_are_given(self):
        crowd = self.crowd("--ticks", 4000000000, "--format", "json")
        status, out, err = crowd.end()
        self.assertEqual(status, 130)
        self.assertRegex(err, r"^wits crowd: interrupted after \d+ of 4000000000 ticks\n$")
        self.assertIn("hash", json.loads(out))

    def test_a_checkpoint_of_the_new_brain(self):
        crowd = self.crowd("--format", "json", "--checkpoint", "dog.ck")
        self.edit(("to: bark", "to: howl"), ("    bark:", "    howl:"), ("root:", "renames: {states: {bark: howl}}\nroot:"))
        self.reloaded(crowd)
        status, out, _ = crowd.end()
        end = json.loads(out)
        self.assertEqual(status, 0)
        again = json.loads(self.good("crowd", "dog.yaml", "--resume", "dog.ck", "--ticks", end["ticks"], "--format", "json").out)
        self.assertEqual((again["hash"], again["states"]), (end["hash"], end["states"]))

    def test_an_error_at_the_start_ends_it(self):
        self.edit(("to: bark", "to: brak"))
        self.assertIn("no state 'brak'", self.bad(1, "crowd", "dog.yaml", "--watch"))


if __name__ == "__main__":
    unittest.main()
