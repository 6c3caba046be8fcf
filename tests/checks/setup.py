# SPDX-License-Identifier: MIT
"""setup.py ROOT: tests tools/setup with stub commands in PATH.

Checks its output, and when it calls sudo and apt-get. Nothing is installed: the stubs of sudo and apt-get only log
calls.
"""

import os
import pathlib
import pty
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop())
NEEDED = ("gcc", "g++", "make", "cmake", "ninja", "dot", "python3")
SHELL = ("sh", "dirname", "cat", "rm", "mkdir")
CALLED = "#!/bin/sh\necho \"CALLED ${0##*/} $*\"\n"


class Setup(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.commands = pathlib.Path(self.folder.name)
        for name in SHELL:
            (self.commands / name).symlink_to(shutil.which(name))
        for name in NEEDED:
            self.command(name, "#!/bin/sh\nexit 0\n")  # gcc: every header exists
        self.command("id", "#!/bin/sh\necho 1000\n")

    def tearDown(self):
        self.folder.cleanup()

    def command(self, name, script):
        (self.commands / name).write_text(script)
        (self.commands / name).chmod(0o755)

    def without(self, *names):
        for name in names:
            (self.commands / name).unlink()

    def on_debian(self):
        self.command("apt-get", CALLED)
        self.command("sudo", CALLED + "[ \"$1\" = -n ] && shift\n\"$@\"\n")
        self.command("env", "#!/bin/sh\nshift\n\"$@\"\n")

    def environment(self, wish):
        return {"PATH": str(self.commands), "HOME": self.folder.name, **({"WITS_SETUP": wish} if wish else {})}

    def run_setup(self, *arguments, wish=None):
        done = subprocess.run(["sh", ROOT / "tools/setup", *arguments], env=self.environment(wish), text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout

    def run_on_terminal(self, answer):
        leader, follower = pty.openpty()
        os.write(leader, answer)
        process = subprocess.Popen(["sh", ROOT / "tools/setup"], env=self.environment(None), stdin=follower,
                                   stdout=follower, stderr=follower)
        status = process.wait(timeout=600)
        os.close(follower)
        said = b""
        try:
            while part := os.read(leader, 65536):
                said += part
        except OSError:  # the other end is closed
            pass
        os.close(leader)
        return status, said.decode().replace("\r\n", "\n")

    def test_where_all_is_there_it_says_nothing(self):
        self.on_debian()
        self.assertEqual(self.run_setup(), (0, ""))
        self.assertEqual(self.run_setup("--install"), (0, ""))
        self.assertEqual(self.run_setup("--else")[0], 2)

    def test_installing_needs_less_than_testing(self):
        self.without("dot", "g++", "python3")
        self.assertEqual(self.run_setup("--install"), (0, ""))
        status, said = self.run_setup()
        self.assertEqual(status, 1)
        self.assertIn("Graphviz", said)

    def test_one_mpi_is_enough(self):
        self.on_debian()
        self.without("dot", "g++", "python3")
        status, said = self.run_setup("--mpi", wish="no")
        self.assertEqual(status, 1)
        self.assertIn("\n  libopenmpi-dev openmpi-bin\n", said)
        self.assertNotIn("mpich", said.lower())
        for name in ("mpicc", "mpiexec"):  # of any kind
            self.command(name, "#!/bin/sh\nexit 0\n")
        self.assertEqual(self.run_setup("--mpi"), (0, ""))

    def test_webassembly_needs_its_compiler_and_nothing_of_ci(self):
        self.on_debian()
        status, said = self.run_setup("--wasm", wish="no")
        self.assertEqual(status, 1)
        self.assertRegex(said, r"(?m)^  clang-19 lld-19 nodejs\b")
        self.assertNotIn("cppcheck", said)

    def test_ci_needs_both_mpis(self):
        self.on_debian()
        for name in ("mpicc", "mpiexec", "mpicc.openmpi", "mpiexec.openmpi"):
            self.command(name, "#!/bin/sh\nexit 0\n")
        said = self.run_setup("--ci", wish="no")[1]
        self.assertRegex(said, r"(?m)^  .* libmpich-dev mpich\b")
        self.assertNotIn("openmpi", said)

    def test_ci_needs_what_proofs_are_compared_with(self):
        self.on_debian()
        status, said = self.run_setup("--ci", wish="no")
        self.assertEqual(status, 1)
        self.assertRegex(said, r"(?m)^ .* spin\b")
        self.assertEqual(self.run_setup()[0], 0)

    def test_without_apt_it_lists_what_to_install(self):
        self.without("cmake", "ninja")
        status, said = self.run_setup()
        self.assertEqual(status, 1)
        self.assertEqual(said.splitlines()[:3],
                         ["wits needs the following, which is missing:", "  CMake 3.21 or later", "  Ninja"])
        self.assertIn("docs/building.md", said)

    def test_it_says_what_and_how_before_it_calls_sudo(self):
        self.on_debian()
        self.without("dot", "ninja")
        status, said = self.run_setup()
        self.assertEqual(status, 1)  # nothing was installed
        before, called = said.split("CALLED sudo -n ", 1)
        self.assertIn("ninja-build graphviz", before)
        self.assertIn("apt-get install --no-install-recommends ninja-build graphviz", before)
        self.assertIn("CALLED apt-get update", called)
        self.assertIn("Packages that could not be installed: ninja-build graphviz", called)

    def test_what_is_installed_is_looked_for_again(self):
        self.on_debian()
        self.without("dot")
        dot = self.commands / "dot"
        self.command("apt-get", f"#!{shutil.which('sh')}\n: >{dot}\n{shutil.which('chmod')} 755 {dot}\n")
        status, said = self.run_setup()
        self.assertEqual(status, 0, said)

    def test_root_needs_no_sudo(self):
        self.on_debian()
        self.without("dot")
        self.command("id", "#!/bin/sh\necho 0\n")
        said = self.run_setup()[1]
        self.assertIn("Installing them ...", said)
        self.assertNotIn("CALLED sudo", said)

    def test_nothing_is_called_where_that_is_not_wished(self):
        self.on_debian()
        self.without("dot")
        status, said = self.run_setup(wish="no")
        self.assertEqual(status, 1)
        self.assertIn("  graphviz\n", said)
        self.assertNotIn("CALLED", said)
        self.without("sudo")
        status, said = self.run_setup()
        self.assertEqual(status, 1)
        self.assertNotIn("CALLED", said)

    def test_a_person_is_asked(self):
        self.on_debian()
        self.without("dot")
        for answer, calls in ((b"n\n", False), (b"no\n", False), (b"\n", True), (b"y\n", True), (b"\x04", False)):
            with self.subTest(answer=answer):
                status, said = self.run_on_terminal(answer)
                self.assertEqual(status, 1)
                self.assertIn("Install them now with sudo? [Y/n]", said)
                self.assertEqual("CALLED sudo apt-get update" in said, calls, said)


if __name__ == "__main__":
    unittest.main()
