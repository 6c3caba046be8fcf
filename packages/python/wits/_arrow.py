# SPDX-License-Identifier: MIT
"""Crowds and Arrow's PyCapsule interface: columns for Polars, DuckDB, pyarrow and others, and back, without copies.

https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html describes the capsules. Arrow itself is not
needed. docs/arrow.md describes the columns.
"""

from __future__ import annotations

import ctypes
import itertools
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int, c_void_p, cast, py_object, sizeof
from typing import TYPE_CHECKING, Any

from . import _abi as abi
from ._abi import lib
from ._errors import Report, WitsError

if TYPE_CHECKING:
    from ._crowd import Crowd

SCHEMA, ARRAY, STREAM = b"arrow_schema", b"arrow_array", b"arrow_array_stream"
STATES = b"state"

_python = ctypes.PyDLL(None)
_Destructor = ctypes.PYFUNCTYPE(None, c_void_p)
_new_capsule = _python.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = py_object, [c_void_p, c_char_p, _Destructor]
# A capsule that is being destroyed is no longer an object, so this takes its address.
_pointer_of_dying = ctypes.PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(("PyCapsule_GetPointer", _python))
_pointer = ctypes.PYFUNCTYPE(c_void_p, py_object, c_char_p)(("PyCapsule_GetPointer", _python))

# Memory of exported structs, until they are released.
_exports: dict[int, Any] = {}
_numbers = itertools.count(1)


@abi.Released
def _released(number: int) -> None:
    _exports.pop(number, None)


def _destroyer(name: bytes, struct: Any) -> Any:
    def destroy(capsule: int) -> None:
        at = _pointer_of_dying(capsule, name)
        one = struct.from_address(at)
        if one.release:
            one.release(one)
        abi.free(at)

    return _Destructor(destroy)


_destroy_schema = _destroyer(SCHEMA, abi.ArrowSchema)
_destroy_array = _destroyer(ARRAY, abi.ArrowArray)
_destroy_stream = _destroyer(STREAM, abi.ArrowArrayStream)


def _take(struct: Any) -> int:
    """Allocates a struct that a capsule owns."""
    at: int = abi.malloc(sizeof(struct))
    ctypes.memset(at, 0, sizeof(struct))
    return at


def _options(number: int) -> abi.ArrowOptions:
    return abi.ArrowOptions(states=STATES, released=_released, user=number)


# -------------------------------------------------------------------------------------------------------------- out


def _write_schema(crowd: Crowd, to: Any) -> None:
    number = next(_numbers)
    options = _options(number)
    brain = crowd._brain._brain
    size = lib.wits_arrow_schema_size(brain, byref(options))
    if size == 0:
        raise WitsError("two columns would be called 'state'")
    memory = bytearray(size)
    _exports[number] = (memory, crowd._brain)
    lib.wits_arrow_schema(brain, byref(options), abi.address(memory), size, to)


def _write_array(crowd: Crowd, to: Any) -> None:
    number = next(_numbers)
    options = _options(number)
    size = lib.wits_arrow_batch_size(byref(crowd._crowd), 0, len(crowd), byref(options))
    if size == 0:
        raise WitsError("two columns would be called 'state'")
    memory = bytearray(size)
    _exports[number] = (memory, crowd)
    lib.wits_arrow_batch(byref(crowd._crowd), 0, len(crowd), byref(options), abi.address(memory), size, to)


def schema_capsule(crowd: Crowd) -> Any:
    at = _take(abi.ArrowSchema)
    capsule = _new_capsule(at, SCHEMA, _destroy_schema)
    _write_schema(crowd, cast(at, POINTER(abi.ArrowSchema)))
    return capsule


def array_capsule(crowd: Crowd) -> Any:
    at = _take(abi.ArrowArray)
    capsule = _new_capsule(at, ARRAY, _destroy_array)
    _write_array(crowd, cast(at, POINTER(abi.ArrowArray)))
    return capsule


class _Stream:
    """A crowd that is read as one batch."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.is_read = False


def _guard(action: Any) -> int:
    try:
        action()
        return 0
    except BaseException:  # it must not pass through C
        return 5  # EIO


@CFUNCTYPE(c_int, POINTER(abi.ArrowArrayStream), POINTER(abi.ArrowSchema))
def _get_schema(stream: Any, to: Any) -> int:
    return _guard(lambda: _write_schema(_exports[stream.contents.private_data].crowd, to))


@CFUNCTYPE(c_int, POINTER(abi.ArrowArrayStream), POINTER(abi.ArrowArray))
def _get_next(stream: Any, to: Any) -> int:
    one = _exports[stream.contents.private_data]
    if one.is_read:
        ctypes.memset(to, 0, sizeof(abi.ArrowArray))  # the end
        return 0
    one.is_read = True
    return _guard(lambda: _write_array(one.crowd, to))


@CFUNCTYPE(c_void_p, POINTER(abi.ArrowArrayStream))
def _get_last_error(stream: Any) -> None:
    return None


@CFUNCTYPE(None, POINTER(abi.ArrowArrayStream))
def _release_stream(stream: Any) -> None:
    _exports.pop(stream.contents.private_data, None)
    ctypes.memset(ctypes.addressof(stream.contents) + abi.ArrowArrayStream.release.offset, 0, sizeof(c_void_p))


def stream_capsule(crowd: Crowd) -> Any:
    at = _take(abi.ArrowArrayStream)
    stream = abi.ArrowArrayStream.from_address(at)
    stream.get_schema, stream.get_next = _get_schema, _get_next
    stream.get_last_error, stream.release = _get_last_error, _release_stream
    number = next(_numbers)
    stream.private_data = number
    _exports[number] = _Stream(crowd)
    return _new_capsule(at, STREAM, _destroy_stream)


# --------------------------------------------------------------------------------------------------------------- in


class Batch:
    """A record batch of another library. The capsules own it, or it is released with this object."""

    def __init__(self, schema: Any, array: Any, owners: Any, is_owned: bool) -> None:
        self.schema, self.array, self._owners, self._is_owned = schema, array, owners, is_owned

    @property
    def length(self) -> int:
        return self.array.length  # type: ignore[no-any-return]

    @property
    def names(self) -> list[str]:
        return [abi.text(self.schema.children[i].contents.name) for i in range(self.schema.n_children)]

    def __del__(self) -> None:
        if self._is_owned and self.array.release:
            self.array.release(self.array)


def read(data: Any) -> list[Batch]:
    """Reads a table by Arrow's PyCapsule interface."""
    if hasattr(data, "__arrow_c_stream__"):
        return _read_stream(data.__arrow_c_stream__())
    if hasattr(data, "__arrow_c_array__"):
        schema, array = data.__arrow_c_array__()
        return [Batch(abi.ArrowSchema.from_address(_pointer(schema, SCHEMA)),
                      abi.ArrowArray.from_address(_pointer(array, ARRAY)), (schema, array), False)]
    raise TypeError(f"expected a table with __arrow_c_stream__ or __arrow_c_array__, not {type(data).__name__}")


class _Schema:
    def __init__(self) -> None:
        self.c = abi.ArrowSchema()

    def __del__(self) -> None:
        if self.c.release:
            self.c.release(self.c)


def _read_stream(capsule: Any) -> list[Batch]:
    stream = abi.ArrowArrayStream.from_address(_pointer(capsule, STREAM))

    def check(status: int) -> None:
        if status:
            message = stream.get_last_error(stream)
            text = ctypes.string_at(message).decode("utf-8", "replace") if message else f"error {status}"
            raise WitsError(f"the table cannot be read: {text}")

    schema = _Schema()
    check(stream.get_schema(stream, schema.c))
    batches: list[Batch] = []
    while True:
        array = abi.ArrowArray()
        check(stream.get_next(stream, array))
        if not array.release:
            return batches
        batches.append(Batch(schema.c, array, (schema, capsule), True))


def load(crowd: Crowd, batches: list[Batch]) -> None:
    """Copies columns into a crowd of as many agents. Fields without a column stay as they are."""
    count = sum(batch.length for batch in batches)
    if count != len(crowd):
        raise ValueError(f"a table of {count} rows for {len(crowd)} agents")
    names = set(batches[0].names)
    if not names.intersection(crowd._brain._fields):
        raise ValueError("the table has no column with the name of a field: " + ", ".join(crowd._brain._fields))
    # The library leaves read-only columns out.
    kept = [column.read_only for column in crowd._columns]
    for column, field in zip(crowd._columns, crowd._brain.fields):
        column.read_only = column.read_only or field.name not in names
    try:
        first = 0
        for batch in batches:
            report = Report()
            if not lib.wits_arrow_load(byref(crowd._crowd), first, byref(batch.schema), byref(batch.array), None,
                                       byref(report.c)):
                raise ValueError("\n".join(report.lines()))
            first += batch.length
    finally:
        for column, was in zip(crowd._columns, kept):
            column.read_only = was
