# SPDX-License-Identifier: MIT
"""Arrow's PyCapsule interface: a consumer that is written here reads capsules as the specification says, and DuckDB
does if its library is there (WITS_DUCKDB)."""

import ctypes
import gc
import os
import unittest

import wits
from support import WALKER, brain, parse
from wits import _abi as abi
from wits import _arrow

_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi))
FORMATS = {b"f": "f", b"i": "i", b"C": "B", b"c": "b", b"s": "h", b"S": "H"}


def values_of(schema, array):
    """Returns the values of a column, with the texts of dictionaries."""
    count = array.length
    items = memoryview(ctypes.string_at(array.buffers[1] + array.offset * ctypes.sizeof(
        {"f": ctypes.c_float, "i": ctypes.c_int, "h": ctypes.c_short, "H": ctypes.c_ushort}.get(
            FORMATS[schema.format], ctypes.c_byte)), count * memoryview(b"").itemsize * {"f": 4, "i": 4, "h": 2, "H": 2}.get(
                FORMATS[schema.format], 1))).cast(FORMATS[schema.format]).tolist()
    if schema.dictionary:
        texts = array.dictionary.contents
        offsets = (ctypes.c_int32 * (texts.length + 1)).from_address(texts.buffers[1])
        names = [ctypes.string_at(texts.buffers[2] + offsets[i], offsets[i + 1] - offsets[i]).decode()
                 for i in range(texts.length)]
        items = [names[item] for item in items]
    return items


def table_of(schema, array):
    return {schema.children[i].contents.name.decode():
            values_of(schema.children[i].contents, array.children[i].contents) for i in range(schema.n_children)}


def consume(data):
    """Reads an object by its capsules, and releases what it has read."""
    schema_capsule, array_capsule = data.__arrow_c_array__()
    schema = abi.ArrowSchema.from_address(_pointer(schema_capsule, b"arrow_schema"))
    array = abi.ArrowArray.from_address(_pointer(array_capsule, b"arrow_array"))
    assert schema.format == b"+s"
    table = table_of(schema, array)
    schema.release(schema)
    array.release(array)
    assert not schema.release and not array.release
    return table


class OneBatch:
    """A table of another library that has batches only."""

    def __init__(self, data):
        self.data = data

    def __arrow_c_array__(self, requested_schema=None):
        return self.data.__arrow_c_array__(requested_schema)


class Capsules(unittest.TestCase):
    def test_a_consumer_reads_columns_and_states(self):
        crowd = wits.Crowd(parse(WALKER), 3, hunger=[0.5, 1, 0.25], mood=["calm", "angry", "calm"], tired=[True, False, True])
        crowd.goto("eat", slice(1, 2))
        self.assertEqual(consume(crowd), {
            "hunger": [0.5, 0, 0.25], "food": [0, 0, 0], "mood": ["calm", "angry", "calm"], "tired": [1, 0, 1],
            "steps": list(crowd.steps), "state": ["walk", "eat", "walk"]})
        names = [name for name in consume(wits.Crowd(brain("villager"), 2)) if name.startswith("state")]
        self.assertEqual(names, ["state.body", "state.mind"])

    def test_columns_are_not_copied(self):
        crowd = wits.Crowd(parse(WALKER), 3)
        _, capsule = crowd.__arrow_c_array__()
        array = abi.ArrowArray.from_address(_pointer(capsule, b"arrow_array"))
        self.assertEqual(array.children[0].contents.buffers[1], crowd._columns[0].base)

    def test_memory_is_released_with_the_capsules(self):
        gc.collect()
        before = len(_arrow._exports)
        crowd = wits.Crowd(parse(WALKER), 3)
        kept = crowd.__arrow_c_array__(), crowd.__arrow_c_schema__(), crowd.__arrow_c_stream__()
        self.assertEqual(len(_arrow._exports), before + 4)
        del kept
        self.assertEqual(len(_arrow._exports), before)
        kept = crowd.__arrow_c_array__()[1]
        del crowd  # the batch keeps its memory
        gc.collect()
        array = abi.ArrowArray.from_address(_pointer(kept, b"arrow_array"))
        self.assertEqual(array.length, 3)
        del kept
        self.assertEqual(len(_arrow._exports), before)

    def test_a_crowd_of_a_table(self):
        walker = parse(WALKER)
        crowd = wits.Crowd(walker, 100, hunger=[row / 128 for row in range(100)], mood="angry")
        crowd.tick(3)
        for data in crowd, OneBatch(crowd):
            other = wits.Crowd.from_arrow(walker, data, seed=3)
            self.assertEqual([list(one) for one in other.columns.values()],
                             [list(one) for one in crowd.columns.values()])
        self.assertEqual(len(_arrow._exports), 0)

    def test_columns_that_are_missing_stay(self):
        source = parse("""\
            wits: 1
            brain: other
            context: {hunger: float, x: float, mood: [angry, calm]}
            root: {states: {s: {}}}
            """)
        data = wits.Crowd(source, 2, hunger=0.75, mood=["angry", "calm"])
        crowd = wits.Crowd.from_arrow(parse(WALKER), data, food=7)
        self.assertEqual((list(crowd.hunger), list(crowd.food), list(crowd.mood)), ([0.75] * 2, [7] * 2, [1, 0]))
        crowd.hunger = 0
        crowd.update_from_arrow(data)
        self.assertEqual(list(crowd.hunger), [0.75] * 2)

    def test_wrong_tables_change_nothing(self):
        walker = parse(WALKER)
        crowd = wits.Crowd(walker, 3, hunger=0.5)
        with self.assertRaisesRegex(ValueError, "a table of 2 rows for 3 agents"):
            crowd.update_from_arrow(wits.Crowd(walker, 2))
        with self.assertRaisesRegex(TypeError, "expected a table .*, not list"):
            crowd.update_from_arrow([1])
        with self.assertRaisesRegex(ValueError, "no column with the name of a field"):
            crowd.update_from_arrow(wits.Crowd(brain("guard"), 3))
        other = parse("""\
            wits: 1
            brain: other
            context: {hunger: int}
            root: {states: {s: {}}}
            """)
        with self.assertRaisesRegex(ValueError, "hunger"):
            crowd.update_from_arrow(wits.Crowd(other, 3))
        self.assertEqual(list(crowd.hunger), [0.5] * 3)
        crowd.tick()

    def test_an_error_of_a_stream_is_raised(self):
        crowd = wits.Crowd(parse("""\
            wits: 1
            brain: x
            context: {state: float}
            root: {states: {s: {}}}
            """), 2)
        for use in (crowd.__arrow_c_schema__, crowd.__arrow_c_array__, lambda: wits.Crowd.from_arrow(crowd.brain, crowd)):
            with self.assertRaises(wits.WitsError):
                use()


@unittest.skipUnless(os.path.exists(os.environ.get("WITS_DUCKDB", "")), "DuckDB's library is missing: tools/setup --ci")
class DuckDB(unittest.TestCase):
    """DuckDB through its C interface: it reads a crowd's stream, and its result becomes a crowd."""

    def setUp(self):
        duck = self.duck = ctypes.CDLL(os.environ["WITS_DUCKDB"])
        duck.duckdb_value_varchar.restype = ctypes.c_char_p
        duck.duckdb_value_varchar.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64]
        database = ctypes.c_void_p()
        self.connection = ctypes.c_void_p()
        self.assertEqual(duck.duckdb_open(None, ctypes.byref(database)), 0)
        self.assertEqual(duck.duckdb_connect(database, ctypes.byref(self.connection)), 0)
        self.addCleanup(duck.duckdb_close, ctypes.byref(database))
        self.addCleanup(duck.duckdb_disconnect, ctypes.byref(self.connection))

    def test_duckdb_reads_a_crowd_and_gives_one(self):
        crowd = wits.Crowd(brain("villager"), 5000, hunger=[row / 5000 for row in range(5000)])
        crowd.tick(7)
        capsule = crowd.__arrow_c_stream__()
        stream = _pointer(capsule, b"arrow_array_stream")
        self.assertEqual(self.duck.duckdb_arrow_scan(self.connection, b"crowd", ctypes.c_void_p(stream)), 0)
        result = (ctypes.c_uint64 * 6)()
        sql = b"CREATE TABLE t AS SELECT * FROM crowd"
        self.assertEqual(self.duck.duckdb_query(self.connection, sql, ctypes.byref(result)), 0)
        self.duck.duckdb_destroy_result(ctypes.byref(result))
        sql = b'SELECT count(*) FROM t WHERE "state.mind" = \'mind/eat\''
        self.assertEqual(self.duck.duckdb_query(self.connection, sql, ctypes.byref(result)), 0)
        counted = int(self.duck.duckdb_value_varchar(ctypes.addressof(result), 0, 0))
        self.duck.duckdb_destroy_result(ctypes.byref(result))
        self.assertEqual(counted, crowd.counts()["mind/eat"])
        self.assertGreater(counted, 0)


if __name__ == "__main__":
    unittest.main()
