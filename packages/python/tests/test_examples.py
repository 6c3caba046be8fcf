# SPDX-License-Identifier: MIT
"""Runs the examples in examples/python. Mesa is replaced by a stub if it is not installed."""

import ast
import concurrent.futures
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import xml.etree.ElementTree

from support import ROOT, numpy

EXAMPLES = ROOT / "examples/python"
STUBS = pathlib.Path(__file__).parent / "stubs"


def run(name, *arguments, **options):
    path = [] if importlib.util.find_spec("mesa") else [str(STUBS)]
    return subprocess.run([sys.executable, EXAMPLES / name, *arguments], capture_output=True, text=True, check=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(path + [os.environ.get("PYTHONPATH", "")])}, **options).stdout


def show(value):
    """Returns what a notebook shows of a value."""
    for method in "_repr_svg_", "_repr_html_":
        if hasattr(value, method):
            return method, getattr(value, method)()
    return "text", repr(value)


def run_notebook(path):
    """Runs the cells of a notebook as Jupyter does. Returns what each shows."""
    shown, names = [], {"__name__": "__main__"}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, path.name, "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), path.name, "eval"), names)
        shown.append(None if value is None else show(value))
    return shown


class Plain(unittest.TestCase):
    def test_the_guard_does_as_in_other_languages(self):
        expected = (ROOT / "examples/expected/guard_night.txt").read_text()
        self.assertEqual(run("guard.py", ROOT / "examples/guard-night.csv", cwd=ROOT), expected)

    def test_the_guard_reports_a_brain_that_does_not_fit(self):
        brain = (ROOT / "brains/guard.yaml").read_text()
        for wrong, message in ((brain.replace("[alarm]", "[alarms]").replace("event: alarm", "event: alarms"),
                                "unknown event 'alarm'; did you mean 'alarms'?"),
                               (brain.replace("strike()", "punch()"), "'punch'")):
            with tempfile.TemporaryDirectory() as folder:
                place = pathlib.Path(folder, "brains/guard.yaml")
                place.parent.mkdir()
                place.write_text(wrong)
                done = subprocess.run([sys.executable, EXAMPLES / "guard.py", ROOT / "examples/guard-night.csv"],
                                      cwd=folder, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn(message, done.stderr)

    def test_a_sweep_is_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "sweep.svg")
            lines = [line.split() for line in run("sweep.py", path).splitlines()]
            xml.etree.ElementTree.fromstring(path.read_text())
        shares = {float(rate): list(map(float, rest)) for rate, *rest in lines}
        self.assertEqual(len(shares), 7)
        self.assertLess(max(shares[0.05]), 0.05)  # one ill person infects fewer than one
        self.assertGreater(min(shares[0.4]), 0.9)


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Ranks:
    """Ranks of MPI as threads of this process."""

    def __init__(self, size):
        self.size, self.given, self.meet = size, [0] * size, threading.Barrier(size, timeout=60)

    def run(self, function, *arguments):
        with concurrent.futures.ThreadPoolExecutor(self.size) as pool:
            return list(pool.map(lambda rank: function(Rank(self, rank), *arguments), range(self.size)))


class Rank:
    def __init__(self, of, rank):
        self.of, self.rank, self.size = of, rank, of.size

    def allreduce(self, value):
        self.of.given[self.rank] = value
        self.of.meet.wait()
        total = sum(self.of.given)
        self.of.meet.wait()
        return total


class Mpi(unittest.TestCase):
    def test_any_number_of_ranks_gives_the_same(self):
        epidemic = load("mpi_town").epidemic
        results = {result for size in (1, 2, 3, 7) for result in Ranks(size).run(epidemic, 1000, 40)}
        self.assertEqual(len(results), 1)
        self.assertTrue(0 < results.pop()[1] < 900)

    @unittest.skipUnless(shutil.which("mpirun") and importlib.util.find_spec("mpi4py"),
                         "mpi4py or MPI is not installed (Debian: python3-mpi4py)")
    def test_mpi4py(self):
        about = subprocess.run(["mpirun", "--version"], capture_output=True, text=True, check=True).stdout
        options = ["--allow-run-as-root", "--oversubscribe"] if "Open MPI" in about else []
        told = {subprocess.run(["mpirun", *options, "-n", ranks, sys.executable, EXAMPLES / "mpi_town.py", "2000"],
                               capture_output=True, text=True, check=True, timeout=120).stdout for ranks in "123"}
        hash_of_all, well = Ranks(1).run(load("mpi_town").epidemic, 2000)[0]
        self.assertEqual(told, {f"hash {hash_of_all:016x}, {well} of 2000 never fell ill\n"})


@unittest.skipUnless(numpy, "NumPy is not installed")
class WithNumPy(unittest.TestCase):
    def test_the_village_of_mesa(self):
        told = run("mesa_village.py", "200", "100")
        self.assertIn("hunger", told)
        self.assertEqual(run("mesa_village.py", "200", "100"), told)

    def test_the_village_of_a_learner(self):
        lines = run("vector_env.py").splitlines()
        totals = [float(line.split(": ")[1].split()[0]) for line in lines]
        self.assertLess(totals[0], totals[1])

    def test_a_step_has_the_results_of_gymnasium(self):
        env = load("vector_env").Village(num_envs=16, steps=3)
        seen, infos = env.reset(seed=4)
        self.assertEqual((seen.shape, seen.dtype, infos), ((16, 4), numpy.float32, {}))
        for step in range(3):
            seen, rewards, ended, is_over, infos = env.step(numpy.ones(16, int))
            self.assertEqual((seen.shape, rewards.shape, ended.any(), is_over.all()), ((16, 4), (16,), False, step == 2))
        first = env.reset(seed=4)[0].copy()
        numpy.testing.assert_array_equal(first, env.reset(seed=4)[0])

    def test_the_notebook_of_an_epidemic(self):
        shown = run_notebook(EXAMPLES / "epidemic.ipynb")
        self.assertEqual([kind for kind, _ in shown], ["_repr_svg_", "_repr_html_", "_repr_svg_", "_repr_html_", "text"])
        xml.etree.ElementTree.fromstring(shown[2][1])
        self.assertIn("body/immune", shown[2][1])
        ever = ast.literal_eval(shown[4][1])["ever ill"]
        self.assertTrue(1000 < ever < 100_000, ever)
        self.assertEqual(run_notebook(EXAMPLES / "epidemic.ipynb")[4], shown[4])


if __name__ == "__main__":
    unittest.main()
