# SPDX-License-Identifier: MIT
"""Recordings and replays."""

import io
import os
import pathlib
import subprocess
import tempfile
import unittest

import wits
from support import WALKER, brain, numpy, parse

COUNTER = """
    wits: 1
    brain: counter
    context: {left: uint8, seen: uint8}
    events: [bell]
    root:
      states:
        asks: {update: look(left), transitions: [{to: rests, when: is_tired(left)}, {to: rests, event: bell}]}
        rests: {enter: seen = seen + 1, transitions: [{to: asks, after: 2}]}
    """


def recorded(of, run, **options):
    to = io.BytesIO()
    with of.record(to, **options):
        run(of)
    return to.getvalue()


class Recording(unittest.TestCase):
    def same(self, bytes_, of, **options):
        """Replays, and compares the end with what was recorded."""
        again = wits.replay(bytes_, **options)
        self.assertTrue(again, str(again))
        self.assertEqual((again.end, again.difference, again.unanswered), ("complete", None, 0))
        self.assertGreater(again.compared, 0)
        self.assertEqual(again.crowd.tick_number, of.tick_number)
        if isinstance(of, wits.Crowd):
            self.assertEqual(again.crowd.hash(), of.hash())
            for field in of.brain.fields:
                self.assertEqual(list(again.crowd[field.name]), list(of[field.name]))
        else:
            self.assertEqual(again.crowd.active(0), of.active)
        if "WITS" in os.environ:
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "x.rec")
                path.write_bytes(bytes_)
                told = subprocess.run([os.environ["WITS"], "replay", path], capture_output=True, text=True, check=True)
                self.assertIn(f"hash {again.crowd.hash():016x}\nthe recording is complete", told.stdout)
        return again

    def test_crowds(self):
        crowd = wits.Crowd(brain("villager"), 1000, seed=1, first_id=5, threads=2,
                           hunger=[row / 1000 for row in range(1000)])

        def run(of):
            of.tick(50)
            of.raise_event("visitor", [1, 5, 6])
            of.night = True
            of.hunger[3] = 0.75
            of.tick()
            of.goto("mind/sleep", [3, 5])
            of.restart("mind/sleep", slice(0, 9))
            of.stop(slice(10, 20))
            of.start(slice(10, 12))
            of.decide()
            of.update()
            of.tick(20)

        again = self.same(recorded(crowd, run, hash_every=10, keyframe_every=25), crowd)
        self.assertRegex(str(again), "^villager: 1,000 agents, .*; the same as recorded, compared [0-9]+ times$")
        before = crowd.hash()
        crowd.tick(3)  # as before, with threads
        self.assertNotEqual(crowd.hash(), before)

    def test_recording_changes_nothing(self):
        one, two = (wits.Crowd(brain("villager"), 500, seed=4) for _ in range(2))
        recorded(one, lambda of: of.tick(30))
        two.tick(30)
        one.tick(5)
        two.tick(5)
        self.assertEqual((one.hash(), one.tick_number), (two.hash(), two.tick_number))

    def test_functions_and_their_effects(self):
        calls = []

        def look(call, left):
            calls.append(call.row)
            if left == 3:
                call.raise_event("bell")

        functions = {"is_tired": lambda call, left: (call.tick + call.id + left) % 5 == 0, "look": look}
        crowd = wits.Crowd(parse(COUNTER), 20, functions=functions, left=[row % 6 for row in range(20)])

        def run(of):
            of.tick(7)
            of.left[:] = type(of.left)(bytes(20)) if not numpy else 0
            of.tick(9)

        self.same(recorded(crowd, run, hash_every=1, keyframe_every=1), crowd)
        self.assertGreater(len(calls), 100)
        agent = parse(COUNTER).agent(functions=functions, left=3, id=4)

        def run_agent(of):
            of.tick(5)
            of.raise_event("bell")
            of.tick(5, left=1)
            of.goto("asks")
            of.restart("asks")
            of.set_state("rests")
            of.tick(4)

        self.same(recorded(agent, run_agent, hash_every=1), agent)

    def test_a_function_that_raises(self):
        fails = False

        def is_tired(call, left):
            if fails and call.row == 2:
                raise KeyError("x")
            return (call.tick + call.id) % 3 == 0

        crowd = wits.Crowd(parse(COUNTER), 4, functions={"is_tired": is_tired})

        def run(of):
            nonlocal fails
            of.tick(3)
            fails = True
            with self.assertRaises(KeyError):
                of.tick()
            fails = False
            of.tick(4)

        self.same(recorded(crowd, run, hash_every=1, keyframe_every=1), crowd)

    def test_targets(self):
        of = parse("""
            wits: 1
            brain: hunter
            targets: {prey: {distance: {type: float, range: [0, 10]}}}
            root:
              kind: utility
              states: {hunt: {target: prey, score: 1 - prey.distance / 10}, rest: {score: 0.5}}
            """)
        crowd = wits.Crowd(of, 3)

        def run(crowd):
            crowd.tick(2)
            crowd.set_targets("prey", [4, 5, 6], [0, 1, 1, 3], distance=[1.0, 2.0, 0.5])
            crowd.tick(2)
            crowd.set_targets("prey", [], [0, 0, 0, 0], distance=[])
            crowd.tick(2)

        self.same(recorded(crowd, run, hash_every=1), crowd)
        with self.assertRaisesRegex(wits.WitsError, "ends early: a list of targets has more rows .* target_rows"):
            recorded(crowd, lambda of: (of.set_targets("prey", range(9), [0, 9, 9, 9], distance=[1.0] * 9), of.tick()))
        recorded(crowd, lambda of: (of.set_targets("prey", range(9), [0, 9, 9, 9], distance=[1.0] * 9), of.tick()),
                 target_rows=9)

    def test_an_edited_brain_differs(self):
        crowd = wits.Crowd(parse(WALKER), 5)
        bytes_ = recorded(crowd, lambda of: of.tick(40), hash_every=1, keyframe_every=1)
        self.same(bytes_, crowd)
        again = wits.replay(bytes_, parse(WALKER.replace("after: 2", "after: 3")))
        self.assertFalse(again)
        self.assertEqual((again.difference.id, again.difference.field), (0, None))
        self.assertIn(f"differs at tick {again.difference.tick}, agent 0", str(again))
        only_hashes = recorded(wits.Crowd(parse(WALKER), 5), lambda of: of.tick(40), hash_every=1)
        self.assertIsNone(wits.replay(only_hashes, parse(WALKER.replace("after: 2", "after: 3"))).difference.id)

    def test_recordings_of_the_program(self):
        if "WITS" not in os.environ:
            self.skipTest("WITS is not set")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "x.yaml")
            path.write_text(brain("villager").expanded)
            told = subprocess.run([os.environ["WITS"], "crowd", path, "--agents", "300", "--record", f"{folder}/x.rec",
                                   "--set", "hunger=random"], capture_output=True, text=True, check=True).stdout
            again = wits.replay(f"{folder}/x.rec")
        self.assertTrue(again)
        self.assertIn(f"hash {again.crowd.hash():016x}", told)

    def test_files(self):
        crowd = wits.Crowd(parse(WALKER), 5)
        with tempfile.TemporaryDirectory() as folder:
            recorder = crowd.record(pathlib.Path(folder, "x.rec"))
            crowd.tick(3)
            recorder.end()
            recorder.end()
            self.assertTrue(wits.replay(f"{folder}/x.rec"))
            with self.assertRaises(FileNotFoundError):
                crowd.record(f"{folder}/none/x.rec")
        with self.assertRaises(FileNotFoundError):
            wits.replay("none.rec")
        with self.assertRaises(OSError):
            recorded_to_full(crowd)
        crowd.tick()

        class Fails(io.BytesIO):
            def write(self, data):
                if self.tell() > 2000:
                    raise RuntimeError("full")
                return super().write(data)

        to = Fails()
        with self.assertRaisesRegex(RuntimeError, "full"):
            with crowd.record(to, keyframe_every=1):
                crowd.tick(50)
        self.assertEqual(wits.replay(to.getvalue()).end, "cut")

    def test_damaged_bytes(self):
        crowd = wits.Crowd(parse(WALKER), 5)
        bytes_ = recorded(crowd, lambda of: of.tick(30), hash_every=5)
        for broken in (b"", b"wits", bytes_[:200], bytes(100)):
            with self.assertRaises(wits.SnapshotError):
                wits.replay(broken)
        cut = wits.replay(bytes_[:-30])
        self.assertEqual((cut.end, bool(cut)), ("cut", True))
        damaged = bytearray(bytes_)
        damaged[-40] ^= 1
        self.assertIn(wits.replay(bytes(damaged)).end, ("damaged", "cut"))

    def test_misuse(self):
        crowd = wits.Crowd(parse(WALKER), 5)
        with crowd.record(io.BytesIO()):
            with self.assertRaisesRegex(wits.WitsError, "a recording is running"):
                crowd.record(io.BytesIO())
        agent = parse(WALKER).agent()
        saved = agent.save()
        with agent.record(io.BytesIO()):
            with self.assertRaisesRegex(wits.WitsError, "a recording is running"):
                agent.restore(saved)
        agent.restore(saved)
        for options in ({"hash_every": 0}, {"keyframe_every": -1}):
            with self.assertRaises(ValueError):
                agent.record(io.BytesIO(), **options)
        with self.assertRaises(TypeError):
            agent.record(io.BytesIO(), hash_every="1")


def recorded_to_full(crowd):
    with open("/dev/full", "wb", buffering=0) as full, crowd.record(full):
        crowd.tick()


if __name__ == "__main__":
    unittest.main()
