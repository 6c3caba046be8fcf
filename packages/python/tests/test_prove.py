# SPDX-License-Identifier: MIT
import contextlib
import io
import os
import signal
import threading
import unittest

import wits
from support import brain, parse

GUARD = """
    wits: 1
    brain: guard
    context: {distance: {type: float, range: [0, 40]}, mood: [calm, angry]}
    events: [noise]
    root:
      states:
        patrol:
          transitions: [{to: fight, when: distance < 10}, {to: listen, event: noise}]
        listen: {transitions: [{to: patrol, after: 3}]}
        fight: {transitions: [{to: patrol, when: distance >= 10, after: 2}]}
        unused: {}
    prove:
      - never: in(fight) and distance > 10
      - reach: in(fight)
      - {within: {when: in(listen), until: in(patrol), ticks: 4, inputs: any}, name: comes back}
    """
SLOW = """
    wits: 1
    brain: slow
    context: {a: int, b: int, left: bool}
    root:
      states:
        s: {update: [a = a + 1 if left and a < 100000 else a, b = b + 1 if not left and b < 100000 else b]}
    prove:
      - never: a == 99999 and b == 99999
    """


class Proving(unittest.TestCase):
    def test_properties_are_proven_or_refuted(self):
        proofs = parse(GUARD).prove()
        self.assertEqual([(one.name, one.kind, one.verdict, bool(one)) for one in proofs],
                         [("never 1", "never", "refuted", False), ("reach 2", "reach", "proven", True),
                          ("comes back", "within", "proven", True)])
        self.assertEqual(proofs[0].text, "in(fight) and distance > 10")
        self.assertEqual((proofs[0].run.ticks, len(proofs[0].run.inputs)), (2, 3))
        self.assertLess(proofs[0].run.inputs[1]["distance"], 10)
        self.assertGreater(proofs[0].run.inputs[2]["distance"], 10)
        self.assertEqual(proofs[2].worst, 3)
        self.assertIn("never 1", proofs._repr_html_())
        self.assertEqual(str(proofs[0]), "never 1: refuted by a run of 2 ticks")

    def test_properties_of_a_text(self):
        guard = parse(GUARD)
        proofs = guard.prove("- never: in(unused)\n- always: not in(listen)\n")
        self.assertEqual([one.verdict for one in proofs], ["proven", "refuted"])
        self.assertTrue(proofs[1].run.inputs[1]["noise"])
        with self.assertRaises(wits.BrainError) as raised:
            guard.prove("- never: in(fight) and distanc > 3\n")
        problem, = raised.exception.problems
        self.assertEqual((problem.file, problem.line, problem.column), ("properties", 1, 24))
        self.assertIn("did you mean 'distance'", problem.message)
        with self.assertRaisesRegex(wits.BrainError, "did you mean 'never'"):
            guard.prove("- nevr: in(fight)\n")
        with self.assertRaises(TypeError):
            guard.prove(3)

    def test_a_proof_of_nothing_is_an_error(self):
        guard = parse(GUARD.split("prove:")[0])
        for wrong in [lambda: guard.prove(), lambda: guard.prove(ranges=True), lambda: guard.prove("[]"),
                      lambda: guard.prove("- assume: distance > 1\n")]:
            with self.assertRaisesRegex(wits.WitsError, "^brain 'guard' has no properties to prove; add them under"):
                wrong()

    def test_states_are_reached(self):
        guard = parse(GUARD)
        self.assertEqual((guard.reach("listen").verdict, guard.reach("listen").run.ticks), ("proven", 1))
        self.assertEqual(guard.reach("unused").verdict, "refuted")
        with self.assertRaises(wits.UnknownNameError):
            guard.reach("lisen")

    def test_two_brains_are_compared(self):
        guard = parse(GUARD)
        self.assertEqual(guard.same(parse(GUARD.replace("distance < 10", "not distance >= 10"))).verdict, "proven")
        found = guard.same(parse(GUARD.replace("distance < 10", "distance < 11")))
        self.assertEqual((found.verdict, found.run.ticks), ("refuted", 1))
        self.assertTrue(10 <= found.run.inputs[1]["distance"] < 11)
        with self.assertRaises(wits.BrainError):
            guard.same(brain("villager"))
        with self.assertRaises(TypeError):
            guard.same("guard")

    def test_coverage(self):
        found = parse(GUARD).cover()
        self.assertTrue(found.is_complete)
        self.assertEqual([(goal.kind, goal.text) for goal in found.unreachable], [("state", "unused")])
        self.assertIn(("transition", "patrol to fight when distance < 10"),
                      [(goal.kind, goal.text) for goal in found.goals])
        self.assertGreater(len(found.runs), 0)
        self.assertFalse(parse(SLOW).cover(most_situations=1000).is_complete)

    def test_limits_end_a_search(self):
        proof, = parse(SLOW).prove(most_situations=1000)
        self.assertEqual((proof.verdict, proof.is_complete), ("not found", False))
        self.assertGreater(len(proof.why), 0)

    def test_progress_is_told(self):
        seen = []
        parse(SLOW).prove(progress=seen.append, most_situations=200000)
        self.assertIsInstance(seen[0], wits.ProveProgress)
        told = io.StringIO()
        with contextlib.redirect_stderr(told):
            parse(SLOW).prove(progress=True, most_situations=200000)
        self.assertIn("situations", told.getvalue())

    def test_an_exception_of_progress_ends_it(self):
        def stop(progress):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            parse(SLOW).prove(progress=stop, most_situations=100_000_000)

    def test_ctrl_c_ends_it(self):
        slow = parse(SLOW)
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            slow.prove(most_situations=100_000_000)
        self.assertEqual(slow.prove(most_situations=10)[0].verdict, "not found")

    def test_brains_that_come_with_wits(self):
        self.assertTrue(all(brain("guard").prove()))


if __name__ == "__main__":
    unittest.main()
