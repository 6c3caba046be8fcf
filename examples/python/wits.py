# SPDX-License-Identifier: MIT
"""wits with ctypes: the structs and functions of wits/wits.h and wits/file.h that one agent of a brain file needs.

Each class is the C struct of that name, member by member: Column is wits_column. A test compares them with the headers
(tests/bindings/layouts.py). docs/bindings.md explains how to add more.
"""

import os
import re
from ctypes import (CDLL, CFUNCTYPE, POINTER, Structure, c_bool, c_char_p, c_double, c_float, c_int, c_int32, c_size_t,
                    c_uint16, c_uint32, c_uint64, c_void_p)

NONE = 0xFFFF
STATE = c_uint16

TYPE_BOOL, TYPE_ENUM, TYPE_INT8, TYPE_UINT8, TYPE_INT16, TYPE_UINT16, TYPE_INT, TYPE_FLOAT = range(1, 9)
ARGUMENT_NONE, ARGUMENT_INT, ARGUMENT_FLOAT, ARGUMENT_BOOL, ARGUMENT_ENUM, ARGUMENT_TEXT = range(6)
MODE_NOW, MODE_DEFERRED, MODE_LISTED = range(3)


class Column(Structure):
    _fields_ = [("base", c_void_p), ("stride", c_size_t), ("type", c_int), ("read_only", c_bool), ("size", c_size_t)]


class Call(Structure):
    """Defined below, because it points to a frame, and a frame to functions that get a call."""


Condition = CFUNCTYPE(c_bool, c_void_p, POINTER(Call))
Score = CFUNCTYPE(c_float, c_void_p, POINTER(Call))
Action = CFUNCTYPE(None, c_void_p, POINTER(Call))
Step = CFUNCTYPE(STATE, c_void_p, POINTER(Call))
Print = CFUNCTYPE(None, c_void_p, c_char_p)


class Parameter(Structure):
    _fields_ = [("kind", c_int), ("values", POINTER(c_char_p)), ("value_count", c_uint32)]


class Function(Structure):
    _fields_ = [("name", c_char_p), ("condition", Condition), ("score", Score), ("action", Action), ("step", Step),
                ("parameters", Parameter * 4), ("takes_nothing", c_bool)]


class Frame(Structure):
    _fields_ = [("tick", c_uint32), ("agent", c_uint64), ("seed", c_uint64), ("draws", POINTER(c_float)),
                ("context", c_void_p), ("user", c_void_p),
                ("columns", POINTER(Column)), ("row", c_uint32), ("functions", POINTER(Function)), ("targets", c_void_p),
                ("layout", c_uint64), ("mode", c_int), ("list", c_void_p), ("trace", c_void_p), ("explain", c_void_p),
                ("nan_scores", POINTER(c_uint64))]


class Argument(Structure):
    _fields_ = [("kind", c_int), ("integer", c_int32), ("number", c_float), ("text", c_char_p)]


Call._fields_ = [("brain", c_void_p), ("frame", POINTER(Frame)), ("agent", c_void_p), ("state", STATE),
                 ("row", c_uint16), ("function", c_uint32), ("kind", c_int), ("data", c_void_p),
                 ("data_size", c_uint32), ("argument", POINTER(Argument)), ("arguments", POINTER(Argument)),
                 ("argument_count", c_uint32), ("target", c_void_p), ("pass", c_void_p)]


class HostField(Structure):
    _fields_ = [("name", c_char_p), ("base", c_void_p), ("stride", c_size_t), ("type", c_int), ("read_only", c_bool),
                ("size", c_size_t), ("values", POINTER(c_char_p)), ("value_count", c_uint32)]


class HostEvent(Structure):
    _fields_ = [("name", c_char_p), ("found", POINTER(c_uint32)), ("number", c_uint32)]


class HostState(Structure):
    _fields_ = [("name", c_char_p), ("found", POINTER(STATE)), ("number", STATE)]


class Host(Structure):
    _fields_ = [("functions", POINTER(Function)), ("function_count", c_uint32),
                ("fields", POINTER(HostField)), ("field_count", c_uint32),
                ("events", POINTER(HostEvent)), ("event_count", c_uint32),
                ("states", POINTER(HostState)), ("state_count", c_uint32),
                ("targets", c_void_p), ("target_count", c_uint32), ("lists_actions", c_bool), ("is_shared", c_bool)]


class FileOptions(Structure):
    _fields_ = [("allocator", c_void_p), ("print", Print), ("user", c_void_p), ("open", c_void_p),
                ("constants", c_void_p), ("constant_count", c_uint32), ("allow_outside", c_bool)]


STRUCTS = (Column, Function, Frame, Argument, Call, HostField, HostEvent, HostState, Host, FileOptions)

# What each function gives, and takes. Without this ctypes takes every pointer for an int of 32 bits.
FUNCTIONS = {
    "wits_version": (c_uint32,),
    "wits_file_open": (c_void_p, c_char_p, POINTER(Host), POINTER(FileOptions)),
    "wits_file_free": (None, c_void_p),
    "wits_file_brain": (c_void_p, c_void_p),
    "wits_file_functions": (POINTER(Function), c_void_p),
    "wits_file_columns": (POINTER(Column), c_void_p),
    "wits_agent_size": (c_size_t, c_void_p),
    "wits_set_initial_fields": (None, c_void_p, POINTER(Column), c_size_t),
    "wits_start": (c_bool, c_void_p, c_void_p, POINTER(Frame)),
    "wits_stop": (c_bool, c_void_p, c_void_p, POINTER(Frame)),
    "wits_decide": (c_bool, c_void_p, c_void_p, POINTER(Frame)),
    "wits_update": (c_bool, c_void_p, c_void_p, POINTER(Frame)),
    "wits_tick": (c_bool, c_void_p, c_void_p, POINTER(Frame)),
    "wits_goto": (c_bool, c_void_p, c_void_p, POINTER(Frame), STATE),
    "wits_raise": (c_bool, c_void_p, c_void_p, c_uint32),
    "wits_is_in": (c_bool, c_void_p, c_void_p, STATE),
    "wits_deepest": (STATE, c_void_p, c_void_p),
    "wits_elapsed": (c_uint32, c_void_p, c_void_p, STATE, c_uint32),
    "wits_agent_hash": (c_uint64, c_void_p, c_void_p, c_uint64),
    "wits_state_name": (c_char_p, c_void_p, STATE),
    "wits_state_path": (c_size_t, c_void_p, STATE, c_char_p, c_size_t),
    "wits_find_state": (STATE, c_void_p, c_char_p),
    "wits_find_event": (c_uint32, c_void_p, c_char_p),
    "wits_field_initial": (c_double, c_void_p, c_uint32),
}


def c_name(struct):
    """HostField is wits_host_field."""
    return "wits" + re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), struct.__name__)


def load(path=None):
    """Loads the shared library with brain files, which includes the core."""
    library = CDLL(path or os.environ.get("WITS_LIBRARY", "libwits_file.so.0"))
    for name, (result, *arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
