# SPDX-License-Identifier: MIT
import array
import copy
import os
import pathlib
import pickle
import signal
import subprocess
import tempfile
import threading
import time
import unittest
from unittest import mock

import wits
from support import ROOT, WALKER, brain, idle, numpy, parse, text_of
from wits._abi import lib

HASHES = ("tests/golden/crowd_hashes.txt", "tests/golden/pack/crowd_hashes.txt")


class Running(unittest.TestCase):
    def test_a_crowd_counts_and_finds(self):
        crowd = wits.Crowd(parse(WALKER), 1000, seed=1)
        self.assertEqual((len(crowd), crowd.tick_number), (1000, 1))
        crowd.put(7, "hunger", 0.75)
        crowd.tick(4)
        self.assertEqual(crowd.counts(), {"walk": 999, "eat": 1, "rest": 0})
        self.assertEqual(list(crowd.find("eat")), [7])
        self.assertEqual((crowd.active(7), crowd.is_in(7, "eat"), crowd.hunger[8]), (["eat"], True, 0.5))
        self.assertEqual((crowd.get(8, "mood"), crowd.get(8, "food")), ("calm", 0))
        states = crowd.states()
        self.assertEqual([crowd.brain.states[states[row]].path for row in (6, 7)], ["walk", "eat"])
        self.assertEqual(repr(crowd), "<wits.Crowd: 1000 agents of 'walker', tick 5>")

    def test_a_crowd_is_many_agents(self):
        villager = brain("villager")
        crowd = wits.Crowd(villager, 50, seed=9, first_id=100)
        agents = [villager.agent(id=100 + row, seed=9, functions=idle(villager)) for row in range(50)]
        for row, agent in enumerate(agents):
            agent.hunger = row / 50
            crowd.put(row, "hunger", row / 50)
        for tick in range(40):
            if tick == 20:
                crowd.raise_event("visitor", slice(10, 30))
                for agent in agents[10:30]:
                    agent.raise_event("visitor")
            crowd.tick()
            for agent in agents:
                agent.tick()
        self.assertEqual([crowd.active(row) for row in range(50)], [agent.active for agent in agents])
        self.assertEqual(list(crowd.hunger), [agent.hunger for agent in agents])
        self.assertEqual(crowd.hash(), sum(agent.hash() for agent in agents) % 2**64)

    def test_threads_and_parts_change_nothing(self):
        villager = brain("villager")
        hashes = set()
        for threads in 1, 2, 3, 8:
            crowd = wits.Crowd(villager, 1001, seed=4, threads=threads, hunger=[row / 1001 for row in range(1001)])
            crowd.tick(30)
            crowd.decide()
            crowd.update()
            crowd.goto("mind/talk", slice(200, 900))
            crowd.tick(3)
            hashes.add((crowd.hash(), crowd.tick_number))
        self.assertEqual(len(hashes), 1)

    def test_a_crowd_with_functions_runs_them(self):
        said = []
        villager = brain("villager")
        crowd = wits.Crowd(villager, 20, seed=9, hunger=0.9,
                           functions={"say": lambda call, what: said.append((call.row, call.id, call.state, what))})
        plain = wits.Crowd(villager, 20, seed=9, hunger=0.9)
        crowd.tick(10)
        plain.tick(10)
        self.assertEqual(crowd.hash(), plain.hash())
        self.assertIn((19, 19, "mind/eat", "breaks the bread"), said)
        self.assertGreaterEqual(len(said), 20)

    def test_an_exception_undoes_the_tick_of_all(self):
        def price(call):
            if call.row == 77 and crowd and crowd[0].tick_number == 3:
                raise RuntimeError("no price")
            return 0.5

        crowd = []
        shop = parse("""\
            wits: 1
            brain: shop
            context: {n: int}
            root:
              kind: utility
              states: {a: {score: price(), update: n = n + 1}, b: {score: 0.2}}
            """)
        crowd.append(wits.Crowd(shop, 100, functions={"price": price}))
        crowd[0].tick(2)
        before = crowd[0].hash(), list(crowd[0].n)
        with self.assertRaisesRegex(RuntimeError, "no price"):
            crowd[0].tick(5)
        self.assertEqual((crowd[0].hash(), list(crowd[0].n)), before)
        self.assertEqual(crowd[0].tick_number, 3)

    def test_verbs_take_slices(self):
        crowd = wits.Crowd(parse(WALKER), 10, start=False)
        crowd.start(slice(0, 8))
        crowd.goto("eat", slice(2, 6))
        crowd.set_state("rest", slice(6, 7))
        crowd.stop(slice(0, 1))
        self.assertEqual([crowd.active(row) for row in range(10)],
                         [[], ["walk"]] + 4 * [["eat"]] + [["rest"], ["walk"], [], []])
        self.assertEqual(list(crowd.states())[7:], [1, 65535, 65535])
        crowd.hunger = 0.5
        crowd.restart("eat", slice(3, 5))
        self.assertEqual(list(crowd.hunger), [0.5] * 3 + [0] * 2 + [0.5] * 5)

    def test_verbs_take_arrays_of_rows_and_of_bools(self):
        def places(rows):
            crowd = wits.Crowd(parse(WALKER), 8, threads=3)
            crowd.goto("rest", rows)
            return [row for row in range(8) if crowd.is_in(row, "rest")]

        self.assertEqual(places(slice(0, 7, 3)), [0, 3, 6])
        self.assertEqual(places([5, 1, 2, 3, 7, 1]), [1, 2, 3, 5, 7])
        self.assertEqual(places([]), [])
        self.assertEqual(places([True, False] * 4), [0, 2, 4, 6])
        crowd = wits.Crowd(parse(WALKER), 8)
        crowd.raise_event("bell", [False] * 7 + [True])
        crowd.restart("walk", (2, 3))
        crowd.tick()
        self.assertEqual(list(crowd.find("rest")), [7])
        if numpy:
            self.assertEqual(places(numpy.arange(8) > 5), [6, 7])
            self.assertEqual(places(numpy.array([4, 2], "i8")), [2, 4])
            self.assertEqual(places(crowd.find("rest")), [7])
            self.assertEqual(crowd.get(crowd.find("rest")[0], "food"), 0)
            crowd.tick(numpy.int64(2))
            self.assertIn("agent 7", str(crowd.explain(crowd.find("rest")[0])))
        for rows, kind, message in (
                ([8], IndexError, "a row is not one of 8 agents"), ([-1], IndexError, "a row is not one of 8"),
                ([True], ValueError, "rows: 1 bools for 8 agents"), ([1.5], TypeError, "rows: expected an int, not 1.5"),
                (3, TypeError, "rows: expected a slice or an array of rows, not 3"), ("ab", TypeError, "rows")):
            for call in (lambda: crowd.goto("rest", rows), lambda: crowd.raise_event("bell", rows)):
                with self.assertRaisesRegex(kind, message):
                    call()
        for call, kind, message in (
                (lambda: crowd.tick(-1), ValueError, "ticks: -1 is less than 0"),
                (lambda: crowd.tick(1.0), TypeError, "ticks: expected an int, not 1.0"),
                (lambda: crowd.run(3, every=0), ValueError, "every: 0 is less than 1"),
                (lambda: wits.Crowd(crowd.brain, 2, seed=1 << 64), ValueError, "seed: .* is more than"),
                (lambda: list(crowd), TypeError, "not iterable")):
            with self.assertRaisesRegex(kind, message):
                call()

    def test_brains_are_pickled_and_agents_are_not(self):
        guard = brain("guard")
        again = pickle.loads(pickle.dumps(guard))
        self.assertEqual((again.hash, again.name, again.states), (guard.hash, guard.name, guard.states))
        self.assertIs(copy.copy(guard), guard)
        self.assertIs(copy.deepcopy([guard])[0], guard)
        for one, way in ((wits.Crowd(guard, 3), "Crowd.load"), (guard.agent(functions=idle(guard)), "Agent.restore")):
            for call in (pickle.dumps, copy.copy, copy.deepcopy):
                with self.assertRaisesRegex(TypeError, f"cannot be copied or pickled; use its save\\(\\) and {way}"):
                    call(one)

    def test_more_agents_than_the_machine_has_memory_for(self):
        self.assertGreater(lib.wits_machine_memory(), 1 << 20)
        with mock.patch.object(lib, "wits_machine_memory", return_value=3 << 30):
            with self.assertRaisesRegex(MemoryError, "^4000000000 agents need [0-9.]+ GiB of memory, but this machine has only 3.0 GiB$"):
                wits.Crowd(brain("guard"), 4_000_000_000)

    def test_a_fork_has_threads_of_its_own(self):
        crowd = wits.Crowd(parse(WALKER), 1000, threads=2, seed=1)
        crowd.tick(3)
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            crowd.tick(4)
            os._exit(crowd.hash() % 251)
        status = os.waitpid(child, 0)[1]
        crowd.tick(4)
        self.assertEqual(status, crowd.hash() % 251 << 8)

    def test_events_are_raised_for_rows(self):
        crowd = wits.Crowd(parse(WALKER), 10)
        crowd.raise_event("bell", [1, 7])
        crowd.raise_event("bell", slice(3, 5))
        crowd.raise_event("bell", [])
        crowd.tick()
        self.assertEqual(list(crowd.find("rest")), [1, 3, 4, 7])
        for rows in [10], [-1]:
            with self.assertRaises(IndexError):
                crowd.raise_event("bell", rows)

    def test_a_condition_finds_agents(self):
        crowd = wits.Crowd(brain("villager"), 100, hunger=[row / 100 for row in range(100)],
                           night=[row % 2 == 1 for row in range(100)])
        before = crowd.hash()
        self.assertEqual(list(crowd.where("hunger > 0.945 and not night")), [96, 98])
        self.assertEqual(len(crowd.where("food == 2")) + len(crowd.where("food != 2")), 100)
        self.assertEqual(crowd.hash(), before)
        mood = wits.Crowd(parse(WALKER), 3, mood=["calm", "angry", "calm"])
        self.assertEqual(list(mood.where("mood == angry")), [1])
        for wrong, message in (("hungr > 1", "unknown name 'hungr'; did you mean 'hunger'"), ("hunger >", ""),
                               ("in(walk)", "'in' cannot be used here"), ("elapsed > 3", "'elapsed' cannot")):
            with self.assertRaisesRegex(ValueError, message):
                mood.where(wrong)
        with self.assertRaises(TypeError):
            mood.where(3)

    def test_a_condition_calls_functions_of_the_host(self):
        shop = parse("""\
            wits: 1
            brain: shop
            context: {n: int}
            root: {states: {a: {transitions: [{to: b, when: open()}]}, b: {}}}
            """)
        crowd = wits.Crowd(shop, 4, functions={"open": lambda call: call.row == 2}, n=[0, 1, 2, 3])
        self.assertEqual(list(crowd.where("open() or n == 3")), [2, 3])

    def test_wrong_arguments_are_refused(self):
        walker = parse(WALKER)
        for arguments, error in (((0,), ValueError), ((1.5,), TypeError), ((True,), TypeError), ((2**32,), ValueError)):
            with self.assertRaises(error):
                wits.Crowd(walker, *arguments)
        with self.assertRaises(ValueError):
            wits.Crowd(walker, 1, threads=0)
        with self.assertRaises(TypeError):
            wits.Crowd("walker.yaml", 1)
        with self.assertRaises(wits.UnknownNameError):
            wits.Crowd(walker, 1, hungr=1)
        crowd = wits.Crowd(walker, 3)
        for row, error in ((3, IndexError), (-1, IndexError), (1.0, TypeError)):
            with self.assertRaises(error):
                crowd.active(row)
        with self.assertRaises(TypeError):
            crowd.tick(1.5)
        with self.assertRaisesRegex(AttributeError, "'hash' cannot be assigned"):
            crowd.hash = 3
        with self.assertRaisesRegex(AttributeError, "no attribute or field 'hungr'"):
            crowd.hungr
        with self.assertRaises(wits.UnknownNameError):
            wits.Crowd(parse("""\
                wits: 1
                brain: x
                root: {states: {a: {transitions: [{to: b, when: open()}]}, b: {}}}
                """), 1)

    def test_populations_are_counted_over_time(self):
        crowd = wits.Crowd(brain("villager"), 100, hunger=[row / 100 for row in range(100)])
        seen = crowd.run(20, every=3)
        self.assertEqual(seen.ticks, [0, 3, 6, 9, 12, 15, 18, 20])
        self.assertEqual(crowd.tick_number, 21)
        self.assertEqual([sum(numbers[i] for path, numbers in seen.counts.items() if path.startswith("mind"))
                          for i in range(8)], [100] * 8)
        self.assertEqual({path: numbers[-1] for path, numbers in seen.counts.items()}, crowd.counts())

    def test_crowds_in_several_threads(self):
        villager = brain("villager")
        hashes = []

        def use():
            crowd = wits.Crowd(villager, 500, seed=2, functions={"say": lambda call, what: None})
            crowd.tick(40)
            hashes.append(crowd.hash())

        threads = [threading.Thread(target=use) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(hashes)), 1)
        self.assertEqual(len(hashes), 4)

    def test_ctrl_c_ends_after_a_whole_tick(self):
        for threads in 1, 2:
            crowd = wits.Crowd(brain("villager"), 20000, seed=1, threads=threads)
            threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            begin = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                crowd.tick(10**9)
            self.assertLess(time.monotonic() - begin, 30)
            ticks = crowd.tick_number - 1
            self.assertGreater(ticks, 0)
            other = wits.Crowd(brain("villager"), 20000, seed=1)
            other.tick(ticks)
            self.assertEqual(crowd.hash(), other.hash())
            self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)


class Columns(unittest.TestCase):
    def test_columns_are_the_memory_of_the_crowd(self):
        crowd = wits.Crowd(parse(WALKER), 10, hunger=0.5, mood="angry", tired=True, food=3)
        self.assertEqual(list(crowd.columns), ["hunger", "food", "mood", "tired", "steps"])
        hunger = crowd.hunger
        hunger[3] = 7
        self.assertEqual((crowd.get(3, "hunger"), crowd["hunger"][3]), (7, 7))
        crowd.tick()
        self.assertEqual((hunger[0], hunger[3], crowd.active(3)), (0.625, 0, ["eat"]))
        self.assertEqual((list(crowd.mood), list(crowd.tired)), ([1] * 10, [True] * 10))
        if numpy:
            self.assertEqual([str(one.dtype) for one in crowd.columns.values()],
                             ["float32", "uint8", "uint8", "bool", "int32"])

    def test_initial_values_are_copied(self):
        walker = parse(WALKER)
        given = array.array("f", [0.5, 0.25])
        crowd = wits.Crowd(walker, 2, hunger=given, mood=["angry", "calm"], tired=[True, False], steps=array.array("i", [7, 9]))
        given[0] = 9
        self.assertEqual((list(crowd.hunger), list(crowd.mood), list(crowd.steps)), ([0.5, 0.25], [1, 0], [7, 9]))
        crowd["mood"] = array.array("B", [0, 1])
        self.assertEqual(list(crowd.mood), [0, 1])
        for field, value, error, message in (
                ("hunger", [1.0], ValueError, ""), ("hunger", ["x", "y"], TypeError, ""),
                ("food", [1.5, 2], TypeError, ""), ("food", [0, 256], ValueError, "range"),
                ("mood", [0, 2], ValueError, ""), ("mood", ["calm", "sad"], ValueError, "calm, angry"),
                ("tired", [0, 1], TypeError, ""), ("hunger", [1e39, 0.0], ValueError, "range of a float"),
                ("hunger", None, TypeError, ""), ("steps", 2**31, ValueError, "range of int")):
            with self.subTest(field=field, value=value), self.assertRaisesRegex(error, message):
                crowd[field] = value
        self.assertEqual((list(crowd.hunger), list(crowd.mood)), ([0.5, 0.25], [0, 1]))

    def test_columns_of_the_program_are_used_in_place(self):
        hunger, food = array.array("f", [0.5] * 4), bytearray(4)
        crowd = wits.Crowd(parse(WALKER), 4, columns={"hunger": hunger, "food": food})
        self.assertEqual(list(crowd.hunger), [0.5] * 4)
        hunger[2] = 1.5
        crowd.tick()
        self.assertEqual(list(hunger), [0.625, 0.625, 0, 0.625])
        with self.assertRaises(BufferError):  # memory that is in use cannot be freed
            food.extend(b"xx")

    def test_wrong_columns_are_refused(self):
        walker = parse(WALKER)
        released = memoryview(bytearray(16)).cast("f")
        released.release()
        for given, error, message in (
                (array.array("d", [0] * 4), TypeError, r"needs elements of format 'f' \(float32\), not 'd'"),
                (array.array("i", [0] * 4), TypeError, "not 'i'"),
                (array.array("f", [0] * 3), ValueError, "3 values for 4 agents"),
                (memoryview(bytearray(16)).cast("f").toreadonly(), ValueError, "read-only, but the brain assigns"),
                (memoryview(array.array("f", [0] * 4))[::-1], ValueError, "stride of -4 bytes"),
                (memoryview(bytearray(16)).cast("f", (2, 2)), ValueError, "expected one dimension, not 2"),
                (released, ValueError, "released"), ([0.5] * 4, TypeError, "expected an array, not list"),
                (3, TypeError, "not int")):
            with self.subTest(given=given), self.assertRaisesRegex(error, message):
                wits.Crowd(walker, 4, columns={"hunger": given})
        with self.assertRaises(wits.UnknownNameError):
            wits.Crowd(walker, 4, columns={"hungr": released})
        shared = array.array("f", [0] * 4)
        two = parse("""\
            wits: 1
            brain: two
            context: {a: float, b: float}
            root: {states: {s: {update: [a = 1, b = 2]}}}
            """)
        with self.assertRaisesRegex(ValueError, "overlap"):
            wits.Crowd(two, 4, columns={"a": shared, "b": shared})

    def test_columns_may_be_read_only_and_strided(self):
        reader = parse("""\
            wits: 1
            brain: reader
            context: {a: float}
            root: {states: {s: {transitions: [{to: t, when: a > 1}]}, t: {}}}
            """)
        data = memoryview(array.array("f", [0, 9, 2, 9, 0, 9]))[::2].toreadonly()
        crowd = wits.Crowd(reader, 3, columns={"a": data})
        crowd.tick()
        self.assertEqual(list(crowd.find("t")), [1])
        with self.assertRaisesRegex(ValueError, "column 'a' is read-only"):
            crowd.a = 3


@unittest.skipUnless(numpy, "NumPy is not installed")
class Arrays(unittest.TestCase):
    def test_arrays_of_numpy_are_initial_values(self):
        villager = brain("villager")
        given = numpy.random.default_rng(1).random(1000)
        crowd = wits.Crowd(villager, 1000, hunger=given, food=numpy.arange(1000) % 7, night=given > 0.5)
        numpy.testing.assert_array_equal(crowd.hunger, given.astype("f"))
        self.assertEqual(crowd.food.dtype, numpy.uint8)
        numpy.testing.assert_array_equal(crowd.where("hunger > 0.5"), numpy.nonzero(crowd.hunger > 0.5)[0])
        crowd.hunger = given.astype("f") * 0 - numpy.float32("nan")
        self.assertEqual(set(crowd.hunger.view("u4")), {0x7fc00000})
        for field, value, error in (("food", numpy.full(1000, 256), ValueError), ("food", given, TypeError),
                                    ("night", numpy.ones(1000), TypeError), ("hunger", given > 1, TypeError),
                                    ("hunger", given.reshape(10, 100), ValueError),
                                    ("hunger", given[::2], ValueError), ("hunger", given * 1e39 + 1e39, ValueError)):
            with self.assertRaises(error):
                crowd[field] = value

    def test_arrays_of_numpy_are_columns(self):
        table = numpy.zeros(100, dtype=[("hunger", "f4"), ("food", "u1"), ("x", "f8")])
        loose = wits.Crowd(parse(WALKER), 100, columns={"food": table["food"]})
        self.assertTrue(numpy.shares_memory(loose.food, table))
        loose.goto("eat")
        loose.tick(3)
        self.assertEqual(set(table["food"]), {1})
        for given, error in ((numpy.zeros(100), TypeError), (numpy.zeros(100, ">f4"), TypeError),
                             (numpy.zeros((100, 1), "f"), ValueError), (numpy.zeros(100, "f")[::-1], ValueError),
                             (numpy.broadcast_to(numpy.float32(1), 100), ValueError)):
            with self.assertRaises(error):
                wits.Crowd(parse(WALKER), 100, columns={"hunger": given})

    def test_a_tick_copies_no_column(self):
        import tracemalloc
        crowd = wits.Crowd(brain("villager"), 10000)
        crowd.tick()
        tracemalloc.start()
        crowd.tick(10)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        self.assertLess(most, 4000)


class Saves(unittest.TestCase):
    def test_a_crowd_is_loaded(self):
        villager = brain("villager")
        crowd = wits.Crowd(villager, 200, seed=5, first_id=1000, hunger=[row / 200 for row in range(200)])
        crowd.tick(25)
        other = wits.Crowd.load(villager, crowd.save(), threads=2)
        self.assertEqual((other.hash(), other.tick_number, other.losses), (crowd.hash(), 26, ()))
        crowd.tick(10)
        other.tick(10)
        self.assertEqual((other.hash(), list(other.hunger)), (crowd.hash(), list(crowd.hunger)))

    def test_another_version_loads_it(self):
        crowd = wits.Crowd(parse(WALKER), 3)
        crowd.goto("eat", slice(1, 2))
        newer = parse("""\
            wits: 1
            brain: walker
            context: {hunger: float}
            renames: {states: {eat: dine}}
            root: {states: {walk: {}, dine: {}}}
            """)
        loaded = wits.Crowd.load(newer, crowd.save())
        self.assertEqual(loaded.active(1), ["dine"])
        self.assertIn((0, "food: the field is gone; its values are lost"), loaded.losses)

    def test_bytes_that_are_no_snapshot_are_refused(self):
        walker = parse(WALKER)
        saved = wits.Crowd(walker, 5).save()
        for wrong in saved[:-1], saved[:40], b"", b"wits", saved[:100] + b"x" + saved[101:]:
            with self.assertRaises(wits.SnapshotError):
                wits.Crowd.load(walker, wrong)
        with self.assertRaises(TypeError):
            wits.Crowd.load(walker, bytearray(saved))


# ----------------------------------------------------------------------------------------------------------- golden


def rows_of(text):
    """Rows of a CSV file with their ticks."""
    import csv
    return [{"tick": i + 1, **row} for i, row in enumerate(csv.DictReader(text.splitlines()))]


def value_of(type_, cell):
    if type_ == "bool":
        return cell == "true"
    return cell if type_ == "enum" else float(cell) if type_ == "float" else int(cell)


class Golden:
    """200 agents, 60 ticks, seed 3, with the inputs and targets of each brain, as tests/golden has them."""

    def __init__(self, name):
        self.answers = {}
        of = brain(name)
        functions = {one.name: self.answer(one) for one in of.functions if one.kind != "action"}
        self.crowd = wits.Crowd(of, 200, seed=3, start=False, functions=functions)
        own = "examples/guard-night.csv" if name == "guard" else f"tests/golden/{name}.csv"
        text = text_of(own)
        if text is None and name.startswith("pack/"):
            text = text_of("tests/golden/pack/intruder.csv")
        self.inputs = {int(row["tick"]): row for row in rows_of(text)} if text else {}
        kinds = ("cover", "enemy", "friend") if name == "squad" else ()
        self.targets = {kind: rows_of(text_of(f"tests/golden/{name}.{kind}.csv")) for kind in kinds}

    def answer(self, one):
        default = 0.0 if one.kind == "score" else False

        def call(call, *arguments):
            shown = ", ".join(f'"{item}"' if isinstance(item, str) else str(item) for item in arguments)
            return self.answers.get(f"{one.name}({shown})", self.answers.get(f"{one.name}()", default))

        return call

    def take_targets(self, tick):
        for kind, rows in self.targets.items():
            now = [row for row in rows if int(row["tick"]) == tick]
            if not now:
                continue
            given = [row for row in now if row["id"] != ""]
            info = next(one for one in self.crowd.brain.targets if one.name == kind)
            columns = {}
            for field in info.fields:
                empty = {"enum": (field.values or [""])[0], "bool": "false"}.get(field.type, "0")
                columns[field.name] = [value_of(field.type, row[field.name] or empty) for row in given] * 200
            self.crowd.set_targets(kind, [int(row["id"]) for row in given] * 200,
                                   [i * len(given) for i in range(201)], **columns)

    def run_tick(self, row, verbs):
        types = {field.name: field.type for field in self.crowd.brain.fields}
        for name, cell in row.items():
            if name in types and cell != "":
                self.crowd[name] = value_of(types[name], cell)
            elif name.endswith(")") and cell != "":
                self.answers[name] = value_of("bool" if cell in ("true", "false") else "float", cell)
        for event in (row.get("raise") or "").split():
            self.crowd.raise_event(event)
        for verb in (verbs or "tick").split(";"):
            name, *state = verb.split()
            getattr(self.crowd, name)(*(one.lstrip("/") if one == "/" else one for one in state))

    def hash(self):
        self.take_targets(0)
        self.run_tick(self.inputs.get(0, {}), "start")
        for tick in range(1, 61):
            self.take_targets(tick)
            row = self.inputs.get(tick, {})
            self.run_tick(row, row.get("do"))
        return f"{self.crowd.hash():016x}"


class GoldenHashes(unittest.TestCase):
    def test_all_crowds_have_the_golden_hashes(self):
        lines = [line.split() for file in HASHES for line in text_of(file).split("\n") if line]
        self.assertGreater(len(lines), 10)
        for name, expected in lines:
            with self.subTest(brain=name):
                self.assertEqual(Golden(name).hash(), expected)

    def test_the_program_has_the_same_hash(self):
        program = os.environ.get("WITS")
        if not program:
            self.skipTest("WITS does not name the program")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "villagers.ck")
            told = subprocess.run([program, "crowd", ROOT / "brains/villager.yaml", "--agents", "5000", "--ticks", "50",
                                   "--seed", "3", "--checkpoint", file], check=True, capture_output=True, text=True).stdout
            saved = file.read_bytes()
        crowd = wits.Crowd(brain("villager"), 5000, seed=3, threads=2)
        crowd.tick(50)
        self.assertIn(f"hash {crowd.hash():016x}", told)
        loaded = wits.Crowd.load(crowd.brain, saved)
        self.assertEqual((loaded.hash(), loaded.tick_number, list(loaded.hunger)),
                         (crowd.hash(), 51, list(crowd.hunger)))


if __name__ == "__main__":
    unittest.main()
