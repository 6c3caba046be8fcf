# SPDX-License-Identifier: MIT
"""Outputs: they never replace an input, are complete or absent, and contain no terminal control sequences."""

import os
import pathlib
import resource
import signal
import stat
import subprocess
import sys
import time
import unittest

from program import BRAINS, PROGRAM, Case, refuse

BRAIN = """context: {n: int}
root:
  kind: utility
  states:
    a: {score: {input: n, range: [0, 10]}}
    b: {score: 0.5}
"""


class Inputs(Case):
    def setUp(self):
        super().setUp()
        self.test = self.brain(BRAIN)
        self.write("in.csv", "n\n1\n2\n")

    def refused(self, output, *arguments, stdin=None):
        before = {path: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}
        message = self.bad(2, *arguments, stdin=stdin)
        self.assertIn(f"wits {arguments[0]}: {output} is an input; the output would overwrite it\n", message)
        self.assertEqual(before, {path: path.read_bytes() for path in self.folder.iterdir() if path.is_file()})

    def test_no_output_is_written_over_an_input(self):
        os.symlink("brain.yaml", self.folder / "link.yaml")
        os.link(self.folder / "brain.yaml", self.folder / "second.yaml")
        os.mkdir(self.folder / "sub")
        for output in ("brain.yaml", "./brain.yaml", "sub/../brain.yaml", "link.yaml", "second.yaml",
                       self.folder / "brain.yaml"):
            for command in (["graph", self.test, "--format", "dot"], ["graph", self.test, "--format", "mermaid"], ["ids", self.test],
                            ["header", self.test],
                            ["curve", self.test, "a"], ["graph", self.test, "--format", "dot", "--at", "1"]):
                with self.subTest(command=command, output=output):
                    self.refused(output, *command, "-o", output)
            self.refused(output, "run", self.test, "--plot", output)
            self.refused(output, "run", self.test, "--perfetto", output)
        for output in ("in.csv", "./in.csv"):
            self.refused(output, "run", self.test, "--inputs", "in.csv", "--plot", output)
            self.refused(output, "run", self.test, "--inputs", "in.csv", "--perfetto", output)
            self.refused(output, "graph", self.test, "--inputs", "in.csv", "--at", "1", "--format", "dot", "-o", output)
            self.refused(output, "curve", self.test, "a", "--inputs", "in.csv", "--at", "1", "-o", output)

    def test_a_picture_is_not_named_like_one_of_another_format(self):
        os.mkdir(self.folder / "out.d")
        self.test = self.brain(BRAIN.replace("{n: int}", "{n: int, x: float, y: float}").replace("score: 0.5", "score: x * y"))
        for command in (["run", self.test, "--plot"], ["crowd", self.test, "--plot"], ["curve", self.test, "a", "-o"],
                        ["crowd", self.test, "--sweep", "x=1", "--plot"], ["diff", self.test, self.test, "-o"],
                        ["map", self.test, "--x", "x=0..1", "--y", "y=0..1", "-o"]):
            with self.subTest(command=command):
                self.assertIn(f"wits {command[0]}: out.d/p.bmp: unsupported format 'bmp'; use .svg\n",
                              self.bad(2, *command, "out.d/p.bmp"))
                self.assertFalse((self.folder / "out.d/p.bmp").exists())
                self.good(*command, "out.d/P.SVG")
                self.good(*command, "out.d/plot")

        self.assertIn("out.d/d.parquet: unsupported format 'parquet'; use .csv\n",
                      self.bad(2, "crowd", self.test, "--dump", "out.d/d.parquet"))

    def test_what_comes_from_standard_input_is_an_input_too(self):
        before = (self.folder / self.test).read_bytes()
        with open(self.folder / self.test, encoding="utf-8") as brain:
            done = subprocess.run([PROGRAM, "ids", "-", "-o", self.test], stdin=brain, capture_output=True, text=True,
                                  cwd=self.folder, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("is an input", done.stderr)
        self.assertEqual((self.folder / self.test).read_bytes(), before)

    def test_two_outputs_are_not_one_file(self):
        os.symlink("out", self.folder / "link")
        os.mkdir(self.folder / "sub")
        for other in ("out", "./out", "sub/../out", self.folder / "out"):
            message = self.bad(2, "run", self.test, "--plot", "out", "--perfetto", other)
            self.assertIn("--plot and --perfetto cannot write to the same file", message)
        (self.folder / "out").write_text("before")
        self.assertIn("the same file", self.bad(2, "run", self.test, "--plot", "out", "--perfetto", "link"))
        self.assertEqual((self.folder / "out").read_text(), "before")


class Files(Case):
    def setUp(self):
        super().setUp()
        self.test = self.brain(BRAIN)

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def test_a_new_file_has_the_usual_permissions(self):
        old = os.umask(0o027)
        try:
            self.good("ids", self.test, "-o", "ids.h")
        finally:
            os.umask(old)
        self.assertEqual(stat.S_IMODE((self.folder / "ids.h").stat().st_mode), 0o640)
        self.assertEqual(self.names(), ["brain.yaml", "ids.h"])

    def test_a_file_keeps_its_permissions_and_a_link_leads_to_it(self):
        kept = self.folder / "kept"
        kept.write_text("before")
        kept.chmod(0o600)
        os.mkdir(self.folder / "sub")
        os.symlink("../kept", self.folder / "sub/link")
        self.good("ids", self.test, "-o", "sub/link")
        self.assertTrue((self.folder / "sub/link").is_symlink())
        self.assertIn("enum", kept.read_text())
        self.assertEqual(stat.S_IMODE(kept.stat().st_mode), 0o600)
        self.assertEqual(os.listdir(self.folder / "sub"), ["link"])

    def test_a_write_that_fails_leaves_what_was_there(self):
        picture = self.folder / "out.svg"
        for before in (None, "before"):
            if before is not None:
                picture.write_text(before)
            done = subprocess.run([PROGRAM, "run", self.test, "--plot", "out.svg"], cwd=self.folder, text=True,
                                  capture_output=True, check=False,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr, "wits: out.svg cannot be written: File too large\n")
            self.assertEqual(picture.read_text() if picture.exists() else None, before)
            self.assertEqual(self.names(), ["brain.yaml"] + (["out.svg"] if before else []))

    def test_a_signal_leaves_nothing_behind(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            for option in ("--dump", "--checkpoint"):
                with self.subTest(signal=number, option=option):
                    self.check_signal(number, option)

    def check_signal(self, number, option):
        """The run is long because it writes: most of the time a dump exists beside its file."""
        path = self.folder / "out"
        path.write_text("before")
        more = ["--every", "1", "--ticks", "100000"] if option == "--checkpoint" else ["--ticks", "0"]
        with subprocess.Popen([PROGRAM, "crowd", str(BRAINS / "villager.yaml"), "--agents", "2000000", option, "out",
                               *more], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
            while run.poll() is None and not any(name.startswith(".wits-") for name in self.names()):
                time.sleep(0.001)
            run.send_signal(number)
            if number == signal.SIGINT:
                time.sleep(0.005)
                run.send_signal(number)  # the first requests the end, the second forces it
            run.wait(timeout=600)
        if number != signal.SIGINT:  # its first one lets a run end that is nearly done
            self.assertNotEqual(run.returncode, 0)
        self.assertEqual(self.names(), ["brain.yaml", "out"])
        if run.returncode < 0 and option == "--dump":
            self.assertEqual(path.read_text(), "before")

    def test_more_inputs_than_a_command_has_options(self):
        """A brain may include many files: none of them is overwritten."""
        names = [f"part{i}.yaml" for i in range(20)]
        for i, name in enumerate(names):
            self.write(name, f"wits: 1\nconditions: {{c{i}: n > {i}}}\n")
        self.brain(f"include: [{', '.join(names)}]\n" + BRAIN, "many.yaml")
        self.assertIn("part19.yaml is an input", self.bad(2, "graph", "many.yaml", "--format", "dot", "-o", "part19.yaml"))

    def test_a_name_that_is_taken_is_not_used(self):
        """A file of another program in the place of the temporary file."""
        code = ("import os, sys\npid = os.getpid()\nos.symlink('kept', f'.wits-{pid}-0')\n"
                "open(f'.wits-{pid}-1', 'w').write('kept')\nos.execv(sys.argv[1], sys.argv[1:])")
        (self.folder / "kept").write_text("before")
        subprocess.run([sys.executable, "-c", code, PROGRAM, "ids", self.test, "-o", "out.h"], cwd=self.folder, check=True)
        self.assertEqual((self.folder / "kept").read_text(), "before")
        self.assertEqual(len(self.names()), 5)
        self.assertIn("enum", (self.folder / "out.h").read_text())
        self.assertFalse((self.folder / "out.h").is_symlink())

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_a_folder_that_is_not_writable(self):
        os.mkdir(self.folder / "sub")
        (self.folder / "sub/out").write_text("before")
        (self.folder / "sub").chmod(0o500)
        self.addCleanup((self.folder / "sub").chmod, 0o700)
        for name in ("sub/out", "sub/new"):
            self.assertIn(f"{name} cannot be written: Permission denied", self.bad(1, "ids", self.test, "-o", name))

    def test_devices_and_pipes_are_written_as_they_are(self):
        self.good("ids", self.test, "-o", "/dev/null")
        self.assertIn("enum", self.good("ids", self.test, "-o", "/dev/stdout").out)
        with open(self.folder / "all", "w", encoding="utf-8") as together:
            subprocess.run([PROGRAM, "run", self.test, "--ticks", "1", "--plot", "/dev/stdout"], cwd=self.folder,
                           stdout=together, check=True)
        self.assertIn("</svg>", (self.folder / "all").read_text())
        os.symlink("nowhere", self.folder / "dangling")
        self.assertIn("dangling cannot be written", self.bad(1, "ids", self.test, "-o", "dangling"))


OBEYED = "\x1b]0;title\x07\x1b[31m\x7f\x9b2J\u202eright\u2066\u2028"
SHOWN = "\\x1b]0;title\\x07\\x1b[31m\\x7f\\u009b2J\\u202eright\\u2066\\u2028"


class Terminal(Case):
    """Control characters, escape sequences and characters that change the writing direction."""

    def clean(self, *texts):
        for text in texts:
            commands = [c for c in text if c != "\n" and (ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or c in "\u202e\u2066\u2028")]
            self.assertEqual(commands, [], text)

    def shouting(self):
        escaped = "".join(f"\\u{ord(c):04x}" for c in OBEYED)
        return self.brain(f'root: {{update: "shout(\\"{escaped}\\")"}}\n')

    def test_arguments_of_actions(self):
        brain = self.shouting()
        for options in ([], ["--trace"]):
            out = self.good("run", brain, "--ticks", "1", *options).out
            self.clean(out)
            self.assertIn(f'shout("{SHOWN}")', out)
        for options in (["run", brain, "--format", "jsonl", "--ticks", "1"], ["explain", brain, "--format", "json"],
                        ["graph", brain], ["graph", brain, "--format", "mermaid"], ["run", brain, "--plot", "-"],
                        ["run", brain, "--perfetto", "-"]):
            self.clean(self.good(*options).out.replace("\t", ""))
        line = self.run_lines(brain, "--ticks", "1")[1]
        self.assertEqual(line["calls"], [f'shout("{OBEYED}")'])  # JSON stays JSON

    def test_messages_about_brains(self):
        for text in (f"root: {{states: {{'a{OBEYED[-7:]}': {{}}}}}}\n", "root: {kind: \"\\x9b\\u202e\\e[31m\"}\n",
                     "root: {states: {a: {enter: \"\\e[2J = 1\"}}}\n"):
            result = self.wits("check", self.brain(text))
            self.assertEqual(result.status, 1)
            self.clean(result.out, result.err)

    def test_names_of_files_and_of_options(self):
        name = f"b{OBEYED}.yaml".replace("/", "")
        self.write(name, "wits: 1\nbrain: test\nroot: {}\n")
        shown = f"b{SHOWN}.yaml"
        self.assertEqual(self.good("check", name).out, f"{shown}: ok\n")
        self.assertIn(f"{shown}: 1 state,", self.good("check", name, "-v").out)
        self.clean(self.good("check", name, "-v").out, self.good("ids", name).out, self.good("graph", name).out)
        self.assertEqual(self.bad(1, "check", "no" + name), f"no{shown}: there is no such file\n")
        for arguments in (["run", name, "--set", OBEYED], ["run", name, "--set", f"{OBEYED}=1"], [OBEYED],
                          ["run", name, f"--{OBEYED}"], ["run", name, "--ticks", OBEYED], ["help", OBEYED],
                          ["ids", name, "-o", f"none/{OBEYED}"], ["run", name, "--inputs", OBEYED],
                          ["run", name, "--plot", "x.svg", "--plot-fields", OBEYED], ["curve", name, OBEYED]):
            with self.subTest(arguments=arguments):
                result = self.wits(*arguments)
                self.assertNotEqual(result.status, 0)
                self.clean(result.out, result.err)

    def test_bytes_that_are_no_text(self):
        name = os.fsdecode(b"b\xff\xc3(.yaml")
        (self.folder / name).write_text("wits: 1\nbrain: test\nroot: {}\n")
        self.assertEqual(self.good("check", name).out, "b\\xff\\xc3(.yaml: ok\n")

    def test_text_that_is_none_of_it_stays(self):
        brain = self.brain('root: {update: "say(\\"Grüße, 你好 😀 \u00a0é\\")"}\n')
        self.assertIn("Grüße, 你好 😀 \u00a0é", self.good("run", brain, "--ticks", "1").out)


if __name__ == "__main__":
    unittest.main()
