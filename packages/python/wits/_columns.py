# SPDX-License-Identifier: MIT
"""Columns: memory of one field for all agents, of this package or of the program, without copies.

The library reads and writes the values in place. NumPy is used if it is installed: then columns are arrays.
"""

from __future__ import annotations

import ctypes
import math
import operator
import struct
import sys
from ctypes import c_char_p, c_int, c_ssize_t, c_void_p, py_object, pythonapi
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Sequence

from . import _abi as abi

if TYPE_CHECKING:
    from ._brain import Field, TargetField

# Name of a type in brain files: its number, its format in the buffer protocol, bytes.
TYPES = {
    "bool": (abi.TYPE_BOOL, "?", 1), "enum": (abi.TYPE_ENUM, "B", 1), "int8": (abi.TYPE_INT8, "b", 1),
    "uint8": (abi.TYPE_UINT8, "B", 1), "int16": (abi.TYPE_INT16, "h", 2), "uint16": (abi.TYPE_UINT16, "H", 2),
    "int": (abi.TYPE_INT, "i", 4), "float": (abi.TYPE_FLOAT, "f", 4),
}
RANGES = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767), "uint16": (0, 65535),
          "int": (-2147483648, 2147483647)}
MOST_FLOAT = 3.4028235677973366e38  # halfway between the largest float and the next power of two

@lru_cache(maxsize=None)
def numpy() -> Any:
    """Returns NumPy, or None if it is not installed. Importing it takes longer than all else: only crowds need it."""
    try:
        import numpy as found
    except ImportError:
        return None
    return found


def is_scalar_of_numpy(value: Any) -> bool:
    """Returns whether a value is one of NumPy's, which is imported then."""
    found = sys.modules.get("numpy")
    return found is not None and isinstance(value, found.generic)


# -------------------------------------------------------------------------------------------------- buffer protocol


class _Buffer(ctypes.Structure):
    """Py_buffer of CPython."""

    _fields_ = [("buf", c_void_p), ("obj", c_void_p), ("len", c_ssize_t), ("itemsize", c_ssize_t),
                ("readonly", c_int), ("ndim", c_int), ("format", c_char_p), ("shape", ctypes.POINTER(c_ssize_t)),
                ("strides", ctypes.POINTER(c_ssize_t)), ("suboffsets", c_void_p), ("internal", c_void_p)]


_RECORDS_RO = 0x0010 | 0x0008 | 0x0004  # strides, shape, format
_get_buffer = pythonapi.PyObject_GetBuffer
_get_buffer.restype, _get_buffer.argtypes = c_int, [py_object, ctypes.POINTER(_Buffer), c_int]
_release_buffer = pythonapi.PyBuffer_Release
_release_buffer.restype, _release_buffer.argtypes = None, [ctypes.POINTER(_Buffer)]


def address_of(view: memoryview) -> int:
    """Returns the address of the first value; the view keeps the memory alive."""
    buffer = _Buffer()
    _get_buffer(view, ctypes.byref(buffer), _RECORDS_RO)
    address: int = buffer.buf or 0
    _release_buffer(ctypes.byref(buffer))
    return address


def view_of(what: str, given: Any, type_: str, rows: int, is_written: bool) -> memoryview:
    """Checks memory of the program that the library shall use in place. Raises TypeError or ValueError."""
    try:
        view = memoryview(given)
    except TypeError:
        raise TypeError(f"{what}: expected an array, not {type(given).__name__}") from None
    _, format_, size = TYPES[type_]
    found = view.format.lstrip("@=")
    if format_ == "i" and found == "l" and view.itemsize == 4:
        found = "i"
    if found != format_:
        raise TypeError(f"{what}: the field is {type_}, which needs elements of format '{format_}' "
                        f"({_NAMES[format_]}), not '{view.format}'")
    if view.ndim != 1 or view.shape is None or view.strides is None:
        raise ValueError(f"{what}: expected one dimension, not {view.ndim}")
    if view.shape[0] != rows:
        raise ValueError(f"{what}: {view.shape[0]} values for {rows} agents")
    if rows > 1 and view.strides[0] < size:
        raise ValueError(f"{what}: a stride of {view.strides[0]} bytes is not supported; expected at least {size}")
    if is_written and view.readonly:
        raise ValueError(f"{what}: the array is read-only, but the brain assigns the field")
    return view


_NAMES = {"?": "bool", "B": "uint8", "b": "int8", "h": "int16", "H": "uint16", "i": "int32", "f": "float32",
          "I": "uint32"}


def array_of(view: memoryview) -> Any:
    """Returns the values as an array: of NumPy if it is there, else the memoryview."""
    found = numpy()
    return found.asarray(view) if found is not None else view


def new_column(type_: str, rows: int) -> memoryview:
    """Returns a column of zeros."""
    _, format_, size = TYPES[type_]
    if rows > 1 and numpy() is not None:
        return memoryview(numpy().zeros(rows, dtype=format_))
    return memoryview(bytearray(size * rows)).cast(format_)


def new_numbers(format_: str, count: int) -> tuple[Any, int]:
    """Returns an array of zeros, and its address."""
    if numpy() is not None:
        array = numpy().zeros(count, dtype=format_)
        return array, array.ctypes.data
    size = {"I": 4, "H": 2}[format_]
    view = memoryview(bytearray(size * max(count, 1))).cast(format_)
    return view[:count], address_of(view)


# ----------------------------------------------------------------------------------------------------------- values


def to_int(what: str, value: Any, low: int = 0, high: int = (1 << 64) - 1) -> int:
    """Returns an integer of Python or of NumPy. Raises TypeError or ValueError."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what}: expected an int, not {value!r}") from None
    if number < low:
        raise ValueError(f"{what}: {number} is less than {low}")
    if number > high:
        raise ValueError(f"{what}: {number} is more than {high}")
    return number


def rows_of(rows: slice | Sequence[int] | None, count: int) -> Sequence[int]:
    """Returns rows of `count` agents: of a slice, an array of rows or one of bools; None are all."""
    if rows is None:
        return range(count)
    if isinstance(rows, slice):
        return range(*rows.indices(count))
    if isinstance(rows, (str, bytes)) or not hasattr(rows, "__len__"):
        raise TypeError(f"rows: expected a slice or an array of rows, not {rows!r}")
    values = list_of(rows)
    if values and all(isinstance(value, bool) for value in values):
        if len(values) != count:
            raise ValueError(f"rows: {len(values)} bools for {count} agents")
        return [row for row, value in enumerate(values) if value]
    numbers = [to_int("rows", value, -(1 << 63)) for value in values]
    if numbers and not 0 <= min(numbers) <= max(numbers) < count:
        raise IndexError(f"a row is not one of {count} agents")
    return numbers


def to_number(what: str, type_: str, values: Sequence[str], value: Any) -> Any:
    """Returns a value of a field as it is stored. Raises TypeError or ValueError."""
    if is_scalar_of_numpy(value):
        value = value.item()
    if type_ == "bool":
        if not isinstance(value, bool):
            raise TypeError(f"{what}: expected a bool, not {value!r}")
        return value
    if type_ == "enum":
        if not isinstance(value, str):
            raise TypeError(f"{what}: expected one of {', '.join(values)}, not {value!r}")
        if value not in values:
            raise ValueError(f"{what}: expected one of {', '.join(values)}, not {value!r}")
        return values.index(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{what}: expected a number, not {value!r}")
    if type_ == "float":
        number = float(value)
        if number != number:
            return math.nan  # without a sign or payload
        if abs(number) >= MOST_FLOAT and not math.isinf(number):
            raise ValueError(f"{what}: {value!r} is out of the range of a float")
        return number
    if not isinstance(value, int):
        raise TypeError(f"{what}: expected an int, not {value!r}")
    low, high = RANGES[type_]
    if not low <= value <= high:
        raise ValueError(f"{what}: {value} is out of the range of {type_}, {low} to {high}")
    return value


def from_number(type_: str, values: Sequence[str], value: Any) -> Any:
    if type_ == "enum":
        return values[value] if value < len(values) else value
    return value


def fill(what: str, view: memoryview, field: Field | TargetField, value: Any) -> None:
    """Sets all values: to one value, or to those of an array or sequence of the same length."""
    rows = len(view)
    if isinstance(value, (bool, int, float, str)) or is_scalar_of_numpy(value):
        number = to_number(what, field.type, field.values, value)
        view[:] = memoryview(struct.pack(view.format, number) * rows).cast(view.format)
        return
    if numpy() is not None and not (field.type == "enum" and _is_texts(value)):
        _fill_array(what, numpy().asarray(view), field, numpy().asarray(value))
        return
    try:
        given = list(value)
    except TypeError:
        raise TypeError(f"{what}: expected a value or an array, not {type(value).__name__}") from None
    if len(given) != rows:
        raise ValueError(f"{what}: {len(given)} values for {rows} agents")
    if field.type == "enum" and not _is_texts(given):
        numbers = [to_number(what, "uint8", (), one) for one in given]
        if any(one >= len(field.values) for one in numbers):
            raise ValueError(f"{what}: the enum has {len(field.values)} values, numbered from 0")
    else:
        numbers = [to_number(what, field.type, field.values, one) for one in given]
    for row, number in enumerate(numbers):
        view[row] = number


def _is_texts(value: Any) -> bool:
    return not isinstance(value, (memoryview, bytes, bytearray)) and len(value) > 0 and isinstance(value[0], str)


def _fill_array(what: str, to: Any, field: Field | TargetField, given: Any) -> None:
    if not len(to) and not given.size:
        return
    if given.ndim == 0:
        raise TypeError(f"{what}: expected a value or an array, not {type(given.item()).__name__}")
    if given.shape != to.shape:
        raise ValueError(f"{what}: an array of shape {given.shape} for {len(to)} agents")
    kind = given.dtype.kind
    if kind not in {"bool": "b", "float": "fiu"}.get(field.type, "iu"):
        raise TypeError(f"{what}: the field is {field.type}, the array {given.dtype}")
    if field.type == "enum":
        low, high = 0, len(field.values) - 1
    elif field.type in RANGES:
        low, high = RANGES[field.type]
    else:
        if field.type == "float" and kind == "f" and len(given) and given.dtype.itemsize > 4:
            with numpy().errstate(invalid="ignore"):
                if (numpy().isfinite(given) & (numpy().abs(given) >= MOST_FLOAT)).any():
                    raise ValueError(f"{what}: a value is out of the range of a float")
        to[...] = given
        if field.type == "float":
            to[numpy().isnan(to)] = math.nan
        return
    if len(given) and not (low <= int(given.min()) and int(given.max()) <= high):
        raise ValueError(f"{what}: a value is out of the range {low} to {high}")
    to[...] = given


def list_of(values: Any) -> list[Any]:
    """Returns the values of an array, a column of a data frame or a sequence."""
    return list(values.tolist() if hasattr(values, "tolist") else values)
