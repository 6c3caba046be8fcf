# SPDX-License-Identifier: MIT
"""`wits crowd --native`: the same results as with the library, the cache of compiled code, and what happens without a
compiler. WITS_NATIVE_BRAINS is the number of random brains (6)."""

import json
import os
import random
import re
import shutil
import signal
import stat
import subprocess
import time
import unittest

from crowds import NAMES, brain_options
from program import OWN_FIELDS, PROGRAM, ROOT, Case, wits
from test_random_lints import Brain

BRAINS = int(os.environ.get("WITS_NATIVE_BRAINS", "6"))
COMPILER = os.environ.get("WITS_CC", "cc")
WIDTH = " ".join(flag for flag in os.environ.get("WITS_CFLAGS", "").split() if flag in ("-m32", "-m64"))
NO_CODE = "wits crowd: note: no native code, running with the library: "
TARGETS = ["--targets", "enemy=3", "--targets", "cover=2", "--targets", "friend=2", "--set",
           "enemy.distance=1 + random * 40", "--set", "enemy.visible=distance < 25", "--set", "cover.distance=random * 20"]


def result_of(text):
    """A run's JSON without times, and without the parts that only native code has."""
    def plain(run):
        return {key: value for key, value in run.items()
                if "second" not in key and key not in ("threads", "native", "nan_scores", "resumed_at")}
    result = json.loads(text)
    return {"runs": [plain(run) for run in result["runs"]]} if "runs" in result else plain(result)


class NativeCase(Case):
    """Most tests compile with -O1, which is faster. The results do not depend on it."""

    def setUp(self):
        super().setUp()
        self.cache = self.folder / "cache"
        self.log = self.folder / "calls"
        self.environment = {"CC": self.compiler(f"exec {COMPILER} {WIDTH} \"$@\" -O1"),
                            "XDG_CACHE_HOME": str(self.cache)}

    def compiler(self, commands):
        """A compiler that notes its calls."""
        path = self.folder / f"compiler{len(list(self.folder.glob('compiler*')))}"
        path.write_text(f"#!/bin/sh\necho \"$*\" >> {self.log}\n{commands}\n")
        path.chmod(0o755)
        return str(path)

    def compiled(self):
        """Number of compilations."""
        return self.log.read_text().count("-shared") if self.log.exists() else 0

    def entries(self):
        return sorted(path for path in self.cache.glob("wits/*"))

    def run_crowd(self, *arguments, **environment):
        result = wits("crowd", *arguments, environment={**self.environment, **environment})
        result.err = OWN_FIELDS.sub("", result.err)
        self.assertNotIn("Sanitizer", result.err)
        return result

    def native(self, *arguments, **environment):
        """JSON of a run with native code."""
        result = self.run_crowd(*arguments, "--native", "--format", "json", **environment)
        self.assertEqual((result.status, result.err), (0, ""))
        found = json.loads(result.out)
        for run in found.get("runs", [found]):
            self.assertTrue(run["native"])
        return result_of(result.out)

    def library(self, *arguments):
        result = self.run_crowd(*arguments, "--format", "json")
        self.assertEqual((result.status, result.err), (0, ""))
        return result_of(result.out)

    def same(self, *arguments):
        of_native = self.native(*arguments)
        self.assertEqual(of_native, self.library(*arguments), arguments)
        return of_native

    def without_code(self, pattern, *arguments, **environment):
        """The library runs the crowd, and a note says why."""
        arguments = arguments or ("brains/enemy_2.yaml",)
        result = self.run_crowd(*arguments, "--native", "--format", "json", **environment)
        self.assertEqual(result.status, 0, result.err)
        self.assertRegex(result.err, rf"\A{re.escape(NO_CODE)}{pattern}\n\Z")
        self.assertIs(json.loads(result.out)["native"], False)
        self.assertEqual(result_of(result.out), self.library(*arguments))


class Results(NativeCase):
    def test_every_brain(self):
        for number, name in enumerate(NAMES):
            self.same(*brain_options(name, 700), "--threads", number % 3 + 1, "--fields", "all", "--transitions",
                      "--show", 5, "--show", 699)

    def test_the_usual_flags(self):
        self.environment["CC"] = f"{COMPILER} {WIDTH}"
        for name in ("guard", "squad"):
            self.same(*brain_options(name, 5000))

    def test_random_brains(self):
        for seed in range(BRAINS):
            brain = Brain(random.Random(seed))
            path = self.folder / self.write("brain.yaml", brain.text())
            inputs = self.folder / self.write("in.csv", brain.inputs(with_moves=seed % 2 == 0))
            self.same(path, "--agents", 300, "--seed", seed, "--inputs", inputs)
            self.same(path, "--agents", 300, "--seed", seed, "--ticks", 50, "--set", "n=random * 255", "--set",
                      "x=random * 2 - 0.5", "--set", "threat()=random", "--set", "b=random < 0.5")

    def test_each_call_of_the_inputs(self):
        inputs = self.folder / self.write("in.csv", "tick,raise,do\n1,,\n3,noise,\n5,,goto fight\n6,,restart fight\n"
                                          "7,,decide\n8,,update\n9,,stop\n11,,start\n14,,set_state watch\n30,noise,\n")
        brain = ROOT / "tests/generated/arguments.yaml"
        self.same(brain, "--inputs", inputs, "--set", "far=random * 9", "--set", "distance=random * 5")

    def test_host_functions_with_arguments(self):
        brain = ROOT / "tests/generated/arguments.yaml"
        settings = ("near(3.5, 'tree')=random < 0.3", "near()=random < 0.5", "feels(angry, true)=random < 0.5",
                    "feels()=true", "counts()=random < 0.7", "worth(1, lost)=0.25", "worth()=random",
                    "distance=random * 5", "mood=angry")
        words = [word for setting in settings for word in ("--set", setting)]
        for seed in (1, 2):
            self.same(brain, "--agents", 2000, "--ticks", 60, "--seed", seed, *words)

    def test_calls_that_differ(self):
        brain = self.folder / self.brain("""context: {x: float, w: [p, q]}
root:
  update: x = x + 1
  states:
    a: {transitions: [{to: b, when: is(3)}, {to: b, when: 'is("t", w)'}]}
    b: {transitions: [{to: a, when: is(x + 0.5)}, {to: a, when: is(true)}]}
""")
        self.same(brain, "--set", "is(3)=random < 0.2", "--set", "is('t', q)=random < 0.5", "--set", "w=q", "--set",
                  "is(true)=random < 0.3", "--set", "is(4.5)=true")

    def test_names_of_c(self):
        self.same("tests/generated/names.yaml", "--ticks", 20)
        self.same("tests/generated/names_of_targets.yaml", "--ticks", 20)

    def test_targets_from_everywhere(self):
        shared = ROOT / "tests/golden/squad.enemy.csv"
        rows = "".join(f"{tick},{agent},{agent * 3 + target},{5 + tick + target},true,{target / 4},0,false\n"
                       for tick in (0, 7) for agent in range(0, 40, 3) for target in range(agent % 4))
        header = shared.read_text().splitlines()[0].split(",")
        own = self.folder / self.write("own.csv", "tick,agent,id,distance,visible,health\n" + "".join(
            ",".join(row.split(",")[:6]) + "\n" for row in rows.splitlines()))
        self.assertIn("distance", header)
        for targets in (["--targets", f"enemy={shared}"], ["--targets", f"enemy={own}"], TARGETS):
            self.same("brains/squad.yaml", "--agents", 40, "--ticks", 50, "--set", "health=random", *targets)

    def test_sweeps_and_pictures(self):
        brain = ("brains/villager.yaml", "--agents", 500, "--set", "hunger=random")
        self.same(*brain, "--seeds", "1..3", "--sweep", "food=1,2")
        self.assertEqual(self.compiled(), 1)
        pictures = [self.folder / f"{kind}.svg" for kind in ("library", "native")]
        for picture, more in zip(pictures, ([], ["--native"])):
            result = self.run_crowd(*brain, "--plot", picture, "--fields", "all", "--transitions", *more)
            self.assertEqual((result.status, result.err), (0, ""))
        self.assertEqual(*[picture.read_bytes() for picture in pictures])

    def test_constants_of_a_sweep(self):
        brain = self.folder / self.brain("""constants: {most: 3}
context: {n: int}
root: {update: n = n + 1, states: {a: {transitions: [{to: b, when: n > most}]}, b: {}}}
""")
        result = self.same(brain, "--agents", 10, "--ticks", 6, "--sweep", "most=1,3,9", "--seeds", "1..2")
        self.assertEqual([run["states"] for run in result["runs"]], [{"b": 10}] * 4 + [{"a": 10}] * 2)
        self.assertEqual(self.compiled(), 3)

    def test_checkpoints_go_from_one_to_the_other(self):
        brain = ("brains/wolf.yaml", "--agents", 900, "--set", "hunger=random", "--transitions")
        whole = self.library(*brain, "--ticks", 60)
        for first, second in ((["--native"], []), ([], ["--native"])):
            saved = self.folder / "run.ck"
            result = self.run_crowd(*brain, "--ticks", 30, "--checkpoint", saved, *first)
            self.assertEqual((result.status, result.err), (0, ""))
            result = self.run_crowd(*brain, "--ticks", 60, "--resume", saved, "--format", "json", *second)
            self.assertEqual((result.status, result.err), (0, ""))
            self.assertEqual(result_of(result.out), whole)
            self.assertIsNone(json.loads(result.out)["nan_scores"])  # a part of the run did not count them

    def test_dumps_with_missing_agents(self):
        dumps = [self.folder / f"{kind}.csv" for kind in ("library", "native")]
        for dump, more in zip(dumps, ([], ["--native"])):
            result = self.run_crowd("brains/ghost.yaml", "--agents", 300, "--ticks", 30, "--dump", dump, *more)
            self.assertEqual((result.status, result.err), (0, ""))
        self.assertEqual(*[dump.read_bytes() for dump in dumps])
        lines = dumps[0].read_text().splitlines()
        some = self.folder / self.write("some.csv", "\n".join(lines[:1] + lines[3::2]) + "\n")
        self.same("brains/ghost.yaml", "--context", some, "--ticks", 40)

    def test_text_is_the_same_except_for_the_time(self):
        texts = []
        for more in ([], ["--native"]):
            result = self.run_crowd("brains/enemy_3.yaml", *more)
            self.assertEqual((result.status, result.err), (0, ""))
            texts.append(result.out.splitlines()[:-1])
        self.assertEqual(*texts)

    def test_other_ways_to_run_are_refused(self):
        for words in (["--path", "single"], ["--simd", "baseline"]):
            result = self.run_crowd("brains/guard.yaml", "--native", *words)
            self.assertEqual((result.status, result.out), (2, ""))
            self.assertIn("--native replaces --path and --simd; choose one", result.err)


class Cache(NativeCase):
    BRAIN = "brains/enemy_2.yaml"

    def test_a_brain_is_compiled_once(self):
        first = self.native(self.BRAIN)
        self.assertEqual(self.compiled(), 1)
        self.assertEqual(self.native(self.BRAIN, "--threads", 2), first)
        self.native(self.BRAIN, "--ticks", 7, "--set", "turns=3")
        self.assertEqual(self.compiled(), 1)
        self.assertEqual(len(self.entries()), 1)
        self.assertEqual(stat.S_IMODE(self.entries()[0].stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(self.entries()[0].parent.stat().st_mode), 0o700)

    def test_another_brain_or_compiler_is_compiled_again(self):
        brain = (ROOT / self.BRAIN).read_text()
        self.native(self.BRAIN)
        commented = self.folder / self.write("commented.yaml", "# a comment\n" + brain)
        self.native(commented)
        self.assertEqual(self.compiled(), 1)
        self.native(self.BRAIN, CC=self.compiler(f"exec {COMPILER} {WIDTH} \"$@\" -O1 -DOTHER"))
        self.assertEqual(self.compiled(), 2)
        changed = self.folder / self.write("changed.yaml", brain.replace("turns == 0", "turns == 1"))
        self.native(changed)
        self.assertEqual((self.compiled(), len(self.entries())), (3, 3))

    def test_the_home_folder(self):
        self.native(self.BRAIN, XDG_CACHE_HOME="", HOME=str(self.folder))
        self.native(self.BRAIN, XDG_CACHE_HOME="relative", HOME=str(self.folder))
        self.assertEqual(len(list((self.folder / ".cache/wits").glob("*.so"))), 1)
        self.without_code("no folder for the compiled code; set HOME or XDG_CACHE_HOME", XDG_CACHE_HOME="", HOME="")

    def test_damaged_files_are_compiled_again(self):
        self.native(self.BRAIN)
        self.native("brains/enemy_1.yaml")
        entry, other = self.entries()
        whole, of_other = entry.read_bytes(), other.read_bytes()
        damages = (b"", whole[:100], whole[:-1], whole[:len(whole) // 2], whole + b"x", b"x" + whole[1:],
                   whole[:5000] + b"\xff" + whole[5001:], of_other)
        for count, damage in enumerate(damages):
            entry.write_bytes(damage)
            self.native("brains/enemy_1.yaml")
            self.native(self.BRAIN)
            self.assertEqual((entry.read_bytes(), self.compiled()), (whole, 3 + count))
            self.assertEqual(self.entries(), [entry, other])

    def test_files_that_others_can_change_are_compiled_again(self):
        self.native(self.BRAIN)
        entry, = self.entries()
        for mode in (0o620, 0o602):
            entry.chmod(mode)
            self.native(self.BRAIN)
            self.assertEqual(stat.S_IMODE(entry.stat().st_mode), 0o600)
        self.assertEqual(self.compiled(), 3)

    def test_files_that_are_long_unused_are_removed(self):
        self.native(self.BRAIN)
        entry, = self.entries()
        names = {"old.so": 91, "recent.so": 89, ".wits-1-0": 2, ".wits-2-0": 0, "other": 1000}
        for name, days in {**names, entry.name: 91}.items():
            path = entry.with_name(name)
            path.touch()
            os.utime(path, (time.time() - days * 86400,) * 2)
        self.native(self.BRAIN)  # is a use
        self.native("brains/enemy_1.yaml")
        left = {path.name for path in entry.parent.iterdir()}
        self.assertEqual(left & set(names), {"recent.so", ".wits-2-0", "other"})
        self.assertIn(entry.name, left)

    def test_a_link_is_neither_followed_nor_written_through(self):
        self.native(self.BRAIN)
        entry, = self.entries()
        precious = self.folder / "precious"
        for content in (b"precious", entry.read_bytes()):
            precious.write_bytes(content)
            entry.unlink()
            entry.symlink_to(precious)
            self.native(self.BRAIN)
            self.assertEqual(precious.read_bytes(), content)
            self.assertFalse(entry.is_symlink())
        self.assertEqual(self.compiled(), 3)

    def test_things_that_are_no_files(self):
        self.native(self.BRAIN)
        entry, = self.entries()
        entry.unlink()
        os.mkfifo(entry)
        self.native(self.BRAIN)
        entry.unlink()
        entry.mkdir()
        self.without_code(r"cannot write .*/[0-9a-f]{16}\.so: Is a directory")
        self.assertEqual(self.entries(), [entry])

    def test_folders_that_others_can_change(self):
        self.native(self.BRAIN)
        folder = self.cache / "wits"
        for path, mode in ((folder, 0o770), (folder, 0o707), (folder, 0o1777), (self.cache, 0o770),
                           (self.cache, 0o777)):
            path.chmod(mode)
            self.without_code(rf"other users can write to the folder {path} and could replace the code; "
                              rf"run 'chmod go-w {path}'")
            path.chmod(0o700)
        self.cache.chmod(0o1777)  # as /tmp
        self.native(self.BRAIN)
        self.assertEqual(self.compiled(), 1)

    @unittest.skipUnless(os.geteuid() == 0, "only root can give files away")
    def test_folders_and_files_of_others(self):
        self.native(self.BRAIN)
        entry, = self.entries()
        for path in (self.cache / "wits", self.cache):
            os.chown(path, 12345, -1)
            self.without_code(rf"the folder {path} belongs to another user, who could replace the code; "
                              "set XDG_CACHE_HOME")
            os.chown(path, 0, -1)
        os.chown(entry, 12345, -1)
        self.native(self.BRAIN)
        self.assertEqual((self.compiled(), entry.stat().st_uid), (2, 0))

    def test_a_link_to_a_folder(self):
        there = self.folder / "there"
        there.mkdir(0o700)
        self.cache.symlink_to(there)
        self.native(self.BRAIN)
        self.assertEqual(len(list((there / "wits").glob("*.so"))), 1)
        there.chmod(0o777)
        self.without_code(f"other users can write to the folder {there} .*")

    def test_folders_that_cannot_be_made(self):
        self.write("cache", "a file")
        self.without_code(f"cannot create the folder {self.cache}/wits: Not a directory")

    def test_several_at_once(self):
        command = [PROGRAM, "crowd", "brains/enemy_3.yaml", "--native", "--format", "json"]
        environment = {**os.environ, **self.environment}
        runs = [subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 text=True) for _ in range(6)]
        expected = self.library("brains/enemy_3.yaml")
        for run in runs:
            out, err = run.communicate(timeout=600)
            self.assertEqual((run.returncode, err, json.loads(out)["native"], result_of(out)), (0, "", True, expected))
        self.assertEqual([path.suffix for path in self.entries()], [".so"])


class Compilers(NativeCase):
    BRAIN = "brains/enemy_2.yaml"

    def nothing_is_left(self):
        self.assertEqual(self.entries(), [])

    def test_none(self):
        self.without_code("no C compiler found; install cc, gcc or clang, or set CC", CC="", PATH=str(self.folder))
        self.without_code("cannot run the compiler 'missing-cc': No such file or directory", CC="missing-cc")
        self.nothing_is_left()

    def test_the_usual_ones(self):
        folder = self.folder / "bin"
        folder.mkdir()
        for name in ("clang", "gcc", "cc"):  # each is preferred to those before it
            real = shutil.which(COMPILER)
            (folder / name).write_text(f"#!/bin/sh\necho {name} \"$*\" >> {self.log}\n"
                                       f"PATH={os.environ['PATH']} exec {real} {WIDTH} \"$@\" -O1 -D{name.upper()}\n")
            (folder / name).chmod(0o755)
            self.native(self.BRAIN, CC=" ", PATH=str(folder))
            self.assertRegex(self.log.read_text().splitlines()[-1], rf"^{name} .*-shared")

    def test_a_command_of_several_words(self):
        self.native(self.BRAIN, CC=f"  {self.environment['CC']}   -DWORD=1\t-DOTHER ")
        self.assertRegex(self.log.read_text(), r"(?m)^-DWORD=1 -DOTHER -march=native -O3 ")

    def test_without_march_native(self):
        refuses = self.compiler(f'case "$*" in *-march=native*) echo "error: unknown -march" >&2; exit 1;; esac\n'
                                f'exec {COMPILER} {WIDTH} "$@" -O1')
        self.native(self.BRAIN, CC=refuses)
        self.assertNotIn("-march", self.log.read_text().splitlines()[-1])

    def test_a_brain_that_does_not_compile(self):
        path = self.compiler(f'case "$*" in *-shared*) echo "In file x" >&2; echo "<stdin>:3: error: no $(printf "\\033[1m") such" >&2; '
                             f'exit 1;; esac\nexec {COMPILER} {WIDTH} "$@"')
        self.without_code(rf"the compiler '{path}' failed: <stdin>:3: error: no \\x1b\[1m such", CC=path)
        self.nothing_is_left()
        silent = self.compiler("exit 3")
        self.without_code(f"the compiler '{silent}' failed: it prints no error", CC=silent)
        long = self.compiler("head -c 100000 /dev/zero | tr '\\0' x >&2; exit 1")
        self.without_code(f"the compiler '{long}' failed: x{{200}}", CC=long)

    def test_a_compiler_that_writes_nonsense(self):
        begin = 'for word in "$@"; do [ "$last" = -o ] && out=$word; last=$word; done\n'
        for what, why in (('echo nonsense > "$out"', "cannot load the compiled code: .*"),
                          (": > \"$out\"", "cannot load the compiled code: .*"),
                          ('rm "$out"', "cannot write .*: No such file or directory"),
                          ('rm "$out"; ln -s /etc/passwd "$out"', "cannot write .*: Too many levels of symbolic links")):
            path = self.compiler(f'{begin}case "$*" in *-shared*) {what}; exit 0;; esac\nexec {COMPILER} {WIDTH} "$@"')
            self.without_code(why, CC=path)
            self.nothing_is_left()

    def test_code_without_the_entry(self):
        path = self.compiler(f'case "$*" in *-shared*) exec {COMPILER} {WIDTH} "$@" -Dnative_brain_entry=other;; '
                             f'esac\nexec {COMPILER} {WIDTH} "$@"')
        self.without_code("cannot load the compiled code: .*native_brain_entry.*", CC=path)
        self.nothing_is_left()

    def interrupt(self, number):
        """Sends a signal while the compiler runs. Returns status and messages."""
        self.log.unlink(missing_ok=True)
        slow = self.compiler('case "$*" in *-shared*) sleep 600 & echo sleeps >> ' + str(self.log) + "; wait;; esac\n"
                             f'exec {COMPILER} {WIDTH} "$@"')
        environment = {**os.environ, **self.environment, "CC": slow}
        with subprocess.Popen([PROGRAM, "crowd", self.BRAIN, "--native"], cwd=ROOT, env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            end = time.monotonic() + 600
            while time.monotonic() < end and not (self.log.exists() and "sleeps" in self.log.read_text()):
                time.sleep(0.01)
            run.send_signal(number)
            begun = time.monotonic()
            out, err = run.communicate(timeout=600)  # the compiler has its own files for output
        self.assertLess(time.monotonic() - begun, 300)
        self.assertEqual(out, "")
        left = "?"
        while left != "" and time.monotonic() - begun < 300:  # it was terminated
            left = subprocess.run(["pgrep", "-f", slow], capture_output=True, text=True, check=False).stdout
        self.assertEqual(left, "")
        self.nothing_is_left()
        return run.returncode, err

    @unittest.skipUnless(shutil.which("pgrep"), "there is no pgrep")
    def test_ctrl_c(self):
        self.assertEqual(self.interrupt(signal.SIGINT), (130, "wits crowd: interrupted before the first tick\n"))

    @unittest.skipUnless(shutil.which("pgrep"), "there is no pgrep")
    def test_other_signals(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            self.assertEqual(self.interrupt(number), (-number, ""))


if __name__ == "__main__":
    unittest.main()
