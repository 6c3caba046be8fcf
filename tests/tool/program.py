# SPDX-License-Identifier: MIT
"""Runs the program as a person would. WITS is its path; without it that of the release build. WITS_SERVER is a command
that runs many commands of the program in one process: tools/wasm-run --serve."""

import atexit
import json
import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(os.environ.get("WITS_ROOT", pathlib.Path(__file__).resolve().parents[2]))
PROGRAM = os.path.abspath(os.environ.get("WITS", ROOT / "build/release/bin/wits"))
GOLDEN = ROOT / "tests/golden"
FEW_REPEATS = "WITS_FEW_REPEATS" in os.environ  # sanitized and emulated programs start slowly
BRAINS = ROOT / "brains"


def brain_files(folder):
    """Returns the brains in a folder, without files of scenarios and common definitions."""
    return sorted(path for path in folder.glob("*.yaml") if not path.name.endswith(".test.yaml") and path.stem != "common")


BRAIN_FILES = brain_files(BRAINS)
PACK_FILES = brain_files(BRAINS / "pack")

# Inputs of each brain for its golden files; those of brains/pack meet the same intruder.
INPUTS = {"guard": ROOT / "examples/guard-night.csv"}
INTRUDER = GOLDEN / "pack/intruder.csv"
OWN_FIELDS = re.compile(r"^.*: warning: these inputs set '.*', which the brain assigns; .*\n", re.MULTILINE)


def inputs_of(name):
    """The CSV of a brain, or None."""
    path = INPUTS.get(name, GOLDEN / f"{name}.csv")
    path = INTRUDER if name.startswith("pack/") and not path.exists() else path
    return path.relative_to(ROOT) if path.exists() else None


def targets_of(name):
    """--targets of a brain: tests/golden/NAME.KIND.csv."""
    found = sorted(GOLDEN.glob(f"{name}.*.csv"))
    return [word for path in found for word in ("--targets", f"{path.suffixes[0][1:]}={path}")]


def golden_command(name, *more):
    inputs = inputs_of(name)
    return ["run", f"brains/{name}.yaml", *(["--inputs", str(inputs)] if inputs else []), *targets_of(name), *more]


class Result:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def lines(self):
        return [json.loads(line, parse_constant=refuse) for line in self.out.splitlines()]


def active_states(line, name):
    """Paths of all active states of a line of jsonl; the root has the name `name`."""
    found = {name} if line["active"] else set()
    for path in line["active"]:
        names = path.split("/") if path else []
        found |= {"/".join(names[:count + 1]) for count in range(len(names))}
    return found


def refuse(word):
    raise ValueError(f"{word} is no JSON")


# Printed by long searches every few seconds. Whether a test sees any depends on the machine and the build.
PROGRESS = re.compile(r"^wits: [0-9,]+ of [0-9,]+ situations so far, [0-9,]+ ticks, [0-9]+ s\n", re.MULTILINE)


class Server:
    """A process of WITS_SERVER. To start one for each command would take most of the time of these tests."""

    def __init__(self, command):
        self.folder = tempfile.TemporaryDirectory()
        self.files = [pathlib.Path(self.folder.name) / name for name in ("stdin", "stdout", "stderr")]
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        atexit.register(self.stop)

    def stop(self):
        self.process.communicate()
        self.folder.cleanup()

    def run(self, arguments, stdin, variables, cwd):
        self.files[0].write_text(stdin or "", "utf-8", "surrogateescape")
        print(json.dumps({"arguments": arguments, "environment": dict(variables, PWD=str(cwd)),
                          "files": list(map(str, self.files))}), file=self.process.stdin, flush=True)
        status = int(self.process.stdout.readline())
        out, err = (path.read_bytes().decode("utf-8", "surrogateescape") for path in self.files[1:])
        return Result(status, out, PROGRESS.sub("", err))


SERVER = Server(os.environ["WITS_SERVER"]) if "WITS_SERVER" in os.environ else None


def wits(*arguments, stdin=None, environment=None, cwd=ROOT):
    variables = dict(os.environ, LC_ALL="C.UTF-8", **(environment or {}))
    if SERVER is not None:
        return SERVER.run(list(map(str, arguments)), stdin, variables, cwd)
    done = subprocess.run([PROGRAM, *map(str, arguments)], input=stdin, capture_output=True, cwd=cwd, env=variables,
                          encoding="utf-8", errors="surrogateescape", timeout=600, check=False)
    return Result(done.returncode, done.stdout, PROGRESS.sub("", done.stderr))


def let_run(process, seconds):
    """Waits until a process has used this much CPU time. On a busy machine that takes longer than the time itself."""
    path, end = pathlib.Path(f"/proc/{process.pid}/stat"), time.monotonic() + 600
    if not path.exists():  # another system
        time.sleep(seconds)
        return
    while process.poll() is None and time.monotonic() < end:
        ticks = path.read_text().rsplit(")", 1)[1].split()
        if (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK") >= seconds:
            return
        time.sleep(0.01)


class Case(unittest.TestCase):
    """A test with its own folder for brains and inputs."""

    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def wits(self, *arguments, **more):
        """A path in the folder."""
        return wits(*arguments, cwd=self.folder, **more)

    def brain(self, content, name="brain.yaml"):
        return self.write(name, "wits: 1\nbrain: test\n" + content)

    def good(self, *arguments, **more):
        """Inputs of tests may set fields that the brain assigns; tests/tool/test_deep.py is about the warning."""
        result = self.wits(*arguments, **more)
        result.err = OWN_FIELDS.sub("", result.err)
        self.assertEqual((result.status, result.err), (0, ""))
        return result

    def bad(self, status, *arguments, **more):
        """Returns exit status and messages, and checks that there is no result."""
        result = self.wits(*arguments, **more)
        self.assertEqual((result.status, result.out), (status, ""), result.err)
        self.assertNotIn("Sanitizer", result.err)
        return result.err

    def run_lines(self, brain, *arguments, **more):
        return self.good("run", brain, "--format", "jsonl", *arguments, **more).lines()
