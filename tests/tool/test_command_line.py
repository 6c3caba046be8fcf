# SPDX-License-Identifier: MIT
import os
import re
import signal
import subprocess
import unittest

from program import PROGRAM, ROOT, Case

COMMANDS = ["check", "run", "crowd", "explain", "curve", "graph", "header", "ids", "why", "inspect"]
SEARCHES = ["prove", "reach", "cover", "same", "migrate", "diff", "review", "test", "replay", "exercise"]  # they need more than a brain
FIRST = {"review": "OLD", "test": "[FILES]", "exercise": "--list"}  # the first argument in the usage
BEHIND = {"curve": ["a"], "why": ["a"]}  # arguments after the file


class CommandLine(Case):
    def setUp(self):
        super().setUp()
        self.test = self.brain("root: {states: {a: {transitions: [{to: b, after: 1}]}, b: {}}}\n")

    def test_help_and_version(self):
        out = self.good("--help").out
        for command in COMMANDS + SEARCHES:
            self.assertRegex(out, rf"\n  {command:8}  \w")  # in one column
            text = self.good(command, "--help").out
            self.assertEqual(self.good("help", command).out, text)
            self.assertIn(f"Usage: wits {command} {FIRST.get(command, 'FILE')}", text)
            self.assertIn(f"Example:\n  wits {command} ", text)
            self.assertEqual(self.good(command, "none.yaml", "--help").out, text)
            self.assertLessEqual(max(map(len, text.splitlines())), 110)
        self.assertEqual(self.good("help").out, out)
        self.assertRegex(self.good("--version").out, r"^wits \d+\.\d+\.\d+\n$")

    def test_every_option_of_the_help_is_in_the_manual(self):
        manual = (ROOT / "docs/wits.1").read_text()
        for summary in re.findall(r"\n  (\w+  +\w.*)", self.good("--help").out):
            self.assertIn('\n.Ss {}\n.\\" {}\n'.format(*re.split("  +", summary)), manual)
        for command in COMMANDS + SEARCHES:
            for option in re.findall(r"--(\w+)", self.good(command, "--help").out):
                self.assertIn(f"-{option}", manual)

    def test_mistakes_of_the_command_line(self):
        for arguments, words in (
            ([], "Usage: wits COMMAND"),
            (["judge", self.test],
             "unknown command 'judge'; commands: check, run, crowd, explain, curve, map, graph, compile, header, ids, program, expand, "
             "prove, reach, cover, same, migrate, why, diff, review, test, replay, inspect, lsp, exercise and mcp"),
            (["grpah", self.test], "unknown command 'grpah'; did you mean 'graph'?"),
            (["help", "rum"], "unknown command 'rum'; did you mean 'run'?"),
            ([self.test], f"missing command before '{self.test}', for example 'wits check {self.test}'\n"),
            (["hlp"], "unknown command 'hlp'; did you mean 'help'?"),
            (["help", "run", "check"], "help takes only one command; unexpected 'check'"),
            (["--help-me"], "unknown option '--help-me'"),
            (["-help"], "unknown option '-help'; did you mean '--help'?"),
            (["-version"], "unknown option '-version'; did you mean '--version'?"),
            (["graph", self.test, "-output", "x.svg"], "unknown option '-output'; did you mean '--output'?"),
            (["graph", self.test, "-format=svg"], "unknown option '-format'; did you mean '--format'?"),
            (["check", self.test, "-vx"], "unknown option '-vx'"),
            (["run", self.test, "--ticks", "-5"], "--ticks must be a whole number from 0"),
            (["run"], "missing brain file"),
            (["run", self.test, "other.h"], "only one brain file can be given; unexpected 'other.h'\n"),
            (["run", self.test, "--tiks", "3"], "unknown option '--tiks'; did you mean '--ticks'?"),
            (["run", self.test, "-x"], "unknown option '-x'"),
            (["run", self.test, "--ticks"], "option '--ticks' needs a value"),
            (["run", self.test, "--trace=yes"], "option '--trace' takes no value"),
            (["run", self.test, "--ticks", "3.5"], "--ticks must be a whole number from 0 to 4294967295, not '3.5'"),
            (["run", self.test, "--ticks", "4294967296"], "--ticks must be a whole number from 0 to 4294967295, not '4294967296'"),
            (["run", self.test, "--seed", "-1"], "--seed must be a whole number from 0 to 18446744073709551615, not '-1'"),
            (["run", self.test, "--agent", "18446744073709551616"], "--agent must be a whole number from 0"),
            (["run", self.test, "--ticks", ""], "--ticks must be a whole number"),
            (["run", self.test, "--format", "xml"], "--format must be text or jsonl, not 'xml'"),
            (["graph", self.test, "--format", "gif"], "--format must be dot, mermaid, svg, png or pdf, not 'gif'"),
            (["graph"], "missing brain file"),
            (["header"], "missing brain file"),
            (["header", self.test, "--prefix"], "option '--prefix' needs a value"),
            (["ids"], "missing brain file"),
            (["check"], "missing brain file"),
            (["check", "--stric", "--what", self.test], "unknown option '--what'"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.bad(2, *arguments))

    def test_counts_may_have_an_exponent(self):
        for given, ticks in (("1e1", 10), ("1.5e1", 15), ("120E-0", None), ("2e+0", 2), ("0e999", 0), ("3.0", 3)):
            if ticks is None:
                self.assertIn("not '120E-0'", self.bad(2, "run", self.test, "--ticks", given))
            else:
                self.assertEqual(self.good("run", self.test, "--ticks", given).out,
                                 self.good("run", self.test, "--ticks", ticks).out)

    def test_values_of_options_may_begin_with_a_sign_and_letters_join(self):
        self.assertEqual(self.good("graph", self.test, "-ox.dot").out, self.good("graph", self.test, "-o", "x.dot").out)
        self.assertEqual(self.good("check", "-vv", self.test).out, self.good("check", "-v", self.test).out)
        self.assertIn("--raise -agents: expected", self.bad(2, "run", self.test, "--raise", "-agents"))

    def test_files_that_cannot_be_read(self):
        for command in COMMANDS:
            behind = BEHIND.get(command, [])
            self.assertEqual(self.bad(1, command, "none.yaml", *behind), "none.yaml: there is no such file\n")
            self.assertEqual(self.bad(1, command, ".", *behind), ".: is a directory, not a file\n")

    def test_wrong_brains_give_nothing_but_messages(self):
        self.brain("root: {states: {a: {transitions: [{to: c}]}}}\n", "bad.yaml")
        for command in COMMANDS:
            message = self.bad(1, command, "bad.yaml", *BEHIND.get(command, []))
            self.assertRegex(message, r"^bad\.yaml:3:\d+: there is no state 'c'")

    def test_a_closed_pipe(self):
        runs = (["--ticks", "1000000"], ["--ticks", "1000000", "--format", "jsonl"], ["--ticks", "0"], ["--plot", "-"])
        options = self.brain("root: {kind: utility, every: 5, states: {a: {score: {product: [{input: random}]}}}}\n", "options.yaml")
        others = [[command, options, *BEHIND.get(command, [])] for command in COMMANDS]
        for arguments in (*(["run", self.test, *more] for more in runs), *others, ["program", self.test], ["--help"]):
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run([PROGRAM, *arguments], cwd=self.folder, stdout=writer,
                                  stderr=subprocess.PIPE, text=True, timeout=600, check=False)
            os.close(writer)
            self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, ""), arguments)
        with subprocess.Popen([PROGRAM, "run", self.test, "--ticks", "1000000"], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            self.assertEqual(run.stdout.readline(), "  tick    state\n")
            run.stdout.close()
            self.assertEqual((run.stderr.read(), run.wait()), ("", -signal.SIGPIPE))

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_a_full_disk(self):
        for arguments in (["run", self.test], ["graph", self.test], ["header", self.test], ["ids", self.test],
                          ["check", self.test], ["--help"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([PROGRAM, *arguments], cwd=self.folder, stdout=full, stderr=subprocess.PIPE,
                    text=True,
                                      check=False)
            self.assertEqual((done.returncode, done.stderr),
                             (1, "wits: standard output cannot be written: No space left on device\n"), arguments)

    def test_colour_on_a_terminal_and_never_with_no_color(self):
        import pty

        def on_terminal(**variables):
            leader, follower = pty.openpty()
            environment = {**os.environ, "TERM": "xterm", **variables}
            if "NO_COLOR" not in variables:
                environment.pop("NO_COLOR", None)
            subprocess.run([PROGRAM, "run", self.test, "--ticks", "1"], cwd=self.folder, stdout=follower,
                env=environment,
                           check=True)
            os.close(follower)
            out = b""
            try:
                while part := os.read(leader, 65536):  # output may arrive after the program's end
                    out += part
            except OSError:  # the other end is closed
                pass
            os.close(leader)
            return out

        self.assertIn(b"\x1b[1m", on_terminal())
        self.assertNotIn(b"\x1b", on_terminal(NO_COLOR="1"))
        self.assertIn(b"\x1b[1m", on_terminal(NO_COLOR=""))
        self.assertNotIn(b"\x1b", on_terminal(TERM="dumb"))


if __name__ == "__main__":
    unittest.main()
