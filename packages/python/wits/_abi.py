# SPDX-License-Identifier: MIT
"""The C interface: structs and functions of the headers in include/wits that this package uses.

Each class is the C struct of that name, member by member: Column is wits_column. A test compares them with the headers.
"""

from __future__ import annotations

import ctypes
import os
import re
from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_float, c_int, c_int32, c_int64,
                    c_size_t, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p)
from typing import Any

NONE = 0xFFFF
NO_TARGET = 0xFFFFFFFF
NEVER = 0xFFFFFFFF
STATE = c_uint16

TYPE_BOOL, TYPE_ENUM, TYPE_INT8, TYPE_UINT8, TYPE_INT16, TYPE_UINT16, TYPE_INT, TYPE_FLOAT = range(1, 9)
ARGUMENT_NONE, ARGUMENT_INT, ARGUMENT_FLOAT, ARGUMENT_BOOL, ARGUMENT_ENUM, ARGUMENT_TEXT = range(6)
VERB_START, VERB_STOP, VERB_GOTO, VERB_DECIDE, VERB_UPDATE, VERB_TICK = range(6)
RECORDED_RESTART = 3
REPLAY_NOT_COMPARED, REPLAY_SAME, REPLAY_DIFFERS = range(3)
TABLE_STATES, TABLE_EVENTS, TABLE_FIELDS = 1, 5, 7
PROPERTY_ASSUME, PROPERTY_NEVER, PROPERTY_ALWAYS, PROPERTY_REACH = range(4)
PROOF_NOT_FOUND, PROOF_PROVEN, PROOF_REFUTED = range(3)
PICTURE_MAP, PICTURE_CURVE, PICTURE_RUN = range(3)
(INPUT_FIELD, INPUT_EVENT, INPUT_CONDITION, INPUT_SCORE, INPUT_RANDOM, INPUT_TARGETS, INPUT_TARGET,
 INPUT_TARGET_FIELD) = range(8)

# ---------------------------------------------------------------------------------------------------------- wits.h


class Column(Structure):
    _fields_ = [("base", c_void_p), ("stride", c_size_t), ("type", c_int), ("read_only", c_bool), ("size", c_size_t)]


class TargetList(Structure):
    _fields_ = [("ids", c_void_p), ("count", c_uint32), ("columns", POINTER(Column)), ("own_rows", c_void_p),
                ("own_count", c_uint32), ("offsets", c_void_p)]


class Target(Structure):
    _fields_ = [("kind", c_uint32), ("id", c_uint32), ("row", c_uint32)]


class Call(Structure):
    """Defined below, because it points to a frame, and a frame to functions that get a call."""


Condition = CFUNCTYPE(c_bool, c_void_p, POINTER(Call))
Score = CFUNCTYPE(c_float, c_void_p, POINTER(Call))
Action = CFUNCTYPE(None, c_void_p, POINTER(Call))
Step = CFUNCTYPE(STATE, c_void_p, POINTER(Call))


class Parameter(Structure):
    _fields_ = [("kind", c_int), ("values", POINTER(c_char_p)), ("value_count", c_uint32)]


class Function(Structure):
    _fields_ = [("name", c_char_p), ("condition", Condition), ("score", Score), ("action", Action), ("step", Step),
                ("parameters", Parameter * 4), ("takes_nothing", c_bool)]


class Frame(Structure):
    _fields_ = [("tick", c_uint32), ("agent", c_uint64), ("seed", c_uint64), ("draws", POINTER(c_float)),
                ("context", c_void_p), ("user", c_void_p), ("columns", POINTER(Column)), ("row", c_uint32),
                ("functions", POINTER(Function)), ("targets", POINTER(TargetList)), ("layout", c_uint64),
                ("mode", c_int), ("list", c_void_p), ("trace", c_void_p), ("explain", c_void_p),
                ("nan_scores", POINTER(c_uint64))]


class Argument(Structure):
    _fields_ = [("kind", c_int), ("integer", c_int32), ("number", c_float), ("text", c_char_p)]


Call._fields_ = [("brain", c_void_p), ("frame", POINTER(Frame)), ("agent", c_void_p), ("state", STATE),
                 ("row", c_uint16), ("function", c_uint32), ("kind", c_int), ("data", c_void_p),
                 ("data_size", c_uint32), ("argument", POINTER(Argument)), ("arguments", POINTER(Argument)),
                 ("argument_count", c_uint32), ("target", POINTER(Target)), ("pass", c_void_p)]


class ActionRecord(Structure):
    _fields_ = [("agent", c_uint64), ("agent_row", c_uint32), ("action", c_uint32), ("kind", c_uint16),
                ("row", c_uint16), ("arguments", c_uint32), ("target_kind", c_uint32), ("target", c_uint32)]


class List(Structure):
    _fields_ = [("records", POINTER(ActionRecord)), ("capacity", c_uint32), ("count", c_uint32),
                ("arguments", POINTER(c_uint32)), ("argument_capacity", c_uint32), ("argument_count", c_uint32)]


class Problem(Structure):
    _fields_ = [("code", c_int), ("table", c_int), ("row", c_uint32), ("name", c_char_p), ("member", c_char_p),
                ("offset", c_uint32), ("length", c_uint32), ("line", c_uint32), ("column", c_uint32),
                ("given", c_uint64), ("needed", c_uint64), ("nearest", c_char_p), ("message", c_char_p),
                ("kind", c_char_p), ("value", c_char * 320)]


class Report(Structure):
    _fields_ = [("problems", POINTER(Problem)), ("capacity", c_uint32), ("count", c_uint32)]


class Rename(Structure):
    _fields_ = [("table", c_int), ("from", c_char_p), ("to", c_char_p)]


class Loss(Structure):
    _fields_ = [("kind", c_int), ("row", c_uint32), ("agent", c_uint64)]


# ---------------------------------------------------------------------------------------------------------- file.h

Allocate = CFUNCTYPE(c_void_p, c_void_p, c_size_t)
Release = CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)


class Allocator(Structure):
    _fields_ = [("allocate", Allocate), ("release", Release), ("user", c_void_p)]


Open = CFUNCTYPE(c_bool, c_void_p, c_char_p, POINTER(Allocator), POINTER(c_void_p), POINTER(c_size_t))


class FileConstant(Structure):
    _fields_ = [("name", c_char_p), ("value", c_char_p)]


class FileOptions(Structure):
    _fields_ = [("allocator", POINTER(Allocator)), ("print", c_void_p), ("user", c_void_p), ("open", Open),
                ("constants", POINTER(FileConstant)), ("constant_count", c_uint32), ("allow_outside", c_bool)]


class FilePlace(Structure):
    _fields_ = [("name", c_char_p), ("line", c_uint32), ("column", c_uint32), ("used_name", c_char_p),
                ("used_line", c_uint32), ("used_column", c_uint32)]


# --------------------------------------------------------------------------------------------------------- crowd.h


class Crowd(Structure):
    _fields_ = [("code", c_void_p), ("count", c_uint64), ("agents", c_void_p), ("agent_stride", c_size_t),
                ("ids", c_void_p), ("first_id", c_uint64), ("columns", POINTER(Column)), ("contexts", c_void_p),
                ("context_stride", c_size_t), ("functions", POINTER(Function)), ("block_functions", c_void_p),
                ("targets", POINTER(TargetList)), ("user", c_void_p), ("agents_size", c_size_t), ("layout", c_uint64)]


class CrowdRun(Structure):
    _fields_ = [("tick", c_uint32), ("seed", c_uint64), ("scratch", c_void_p), ("list", POINTER(List)),
                ("decide_every", c_uint32), ("block", c_uint32), ("path", c_int), ("simd", c_int),
                ("nan_scores", POINTER(c_uint64))]


# ------------------------------------------------------------------------------------------------------ snapshot.h


class Agents(Structure):
    _fields_ = [("brain", c_void_p), ("agents", c_void_p), ("agent_stride", c_size_t), ("first", c_uint64),
                ("count", c_uint64), ("ids", c_void_p), ("first_id", c_uint64), ("columns", POINTER(Column)),
                ("own", c_void_p), ("own_count", c_uint32), ("tick", c_uint32), ("seed", c_uint64)]


class Snapshot(Structure):
    _fields_ = [("bytes", c_void_p), ("available", c_size_t), ("size", c_uint64), ("count", c_uint64),
                ("first_id", c_uint64), ("has_ids", c_bool), ("tick", c_uint32), ("seed", c_uint64),
                ("layout", c_uint64), ("brain_hash", c_uint64), ("name", c_char_p), ("extra", c_void_p),
                ("extra_size", c_size_t), ("agent_size", c_uint32), ("part_count", c_uint64)]


Lost = CFUNCTYPE(None, c_void_p, c_void_p, POINTER(Loss))


class Migration(Structure):
    _fields_ = [("allocator", POINTER(Allocator)), ("renames", POINTER(Rename)), ("rename_count", c_uint32),
                ("frame", POINTER(Frame)), ("context_stride", c_size_t), ("lost", Lost), ("migrated", c_void_p),
                ("user", c_void_p)]


# -------------------------------------------------------------------------------------------------------- record.h


class RecordedCall(Structure):
    _fields_ = [("verb", c_int), ("is_crowd", c_bool), ("state", STATE), ("first", c_uint64), ("count", c_uint64),
                ("tick", c_uint32), ("seed", c_uint64), ("mode", c_int), ("decide_every", c_uint32),
                ("block", c_uint32), ("path", c_int), ("targets", POINTER(TargetList))]


RecorderWrite = CFUNCTYPE(c_bool, c_void_p, c_void_p, c_size_t)


class RecorderOptions(Structure):
    _fields_ = [("agents", POINTER(Agents)), ("is_private", c_void_p), ("are_agents_private", c_bool),
                ("target_rows", POINTER(c_uint32)), ("functions", POINTER(Function)), ("block_functions", c_void_p),
                ("slices", c_uint32), ("answer_bytes", c_size_t), ("text", c_char_p), ("text_size", c_size_t),
                ("hash_every", c_uint32), ("keyframe_every", c_uint32), ("write", RecorderWrite), ("user", c_void_p)]


class Recording(Structure):
    _fields_ = [("bytes", c_void_p), ("size", c_uint64), ("readable", c_uint64), ("end", c_int), ("start", Snapshot),
                ("text", c_void_p), ("text_size", c_size_t), ("hash_every", c_uint32), ("keyframe_every", c_uint32),
                ("calls", c_uint64), ("hashes", c_uint64), ("keyframes", c_uint64), ("last_tick", c_uint32),
                ("most_answers", c_uint64), ("most_rows", c_uint64)]


class ReplayMeans(Structure):
    _fields_ = [("code", c_void_p), ("scratch", c_void_p), ("list", POINTER(List)), ("listed", c_void_p),
                ("user", c_void_p)]


class Difference(Structure):
    _fields_ = [("row", c_uint64), ("id", c_uint64), ("field", c_uint32)]


# ------------------------------------------------------------------------------------------------------- inspect.h

Write = CFUNCTYPE(None, c_void_p, c_uint32, POINTER(c_char), c_size_t, c_bool)


class InspectorOptions(Structure):
    _fields_ = [("allows", c_int), ("refusal", c_char_p), ("write", Write), ("command", c_void_p),
                ("commands", c_void_p), ("command_count", c_uint32), ("user", c_void_p),
                ("allocator", POINTER(Allocator)), ("starts_paused", c_bool)]


class Inspected(Structure):
    _fields_ = [("agents", POINTER(Agents)), ("frame", POINTER(Frame)), ("context_stride", c_size_t),
                ("code", c_void_p), ("decide_every", c_uint32), ("desc", c_void_p), ("promises", c_void_p),
                ("text", c_char_p), ("text_size", c_size_t)]


# --------------------------------------------------------------------------------------------------------- arrow.h


class ArrowSchema(Structure):
    pass


ArrowSchema._fields_ = [("format", c_char_p), ("name", c_char_p), ("metadata", c_void_p), ("flags", c_int64),
                        ("n_children", c_int64), ("children", POINTER(POINTER(ArrowSchema))),
                        ("dictionary", POINTER(ArrowSchema)), ("release", CFUNCTYPE(None, POINTER(ArrowSchema))),
                        ("private_data", c_void_p)]


class ArrowArray(Structure):
    pass


ArrowArray._fields_ = [("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64),
                       ("n_children", c_int64), ("buffers", POINTER(c_void_p)),
                       ("children", POINTER(POINTER(ArrowArray))), ("dictionary", POINTER(ArrowArray)),
                       ("release", CFUNCTYPE(None, POINTER(ArrowArray))), ("private_data", c_void_p)]


class ArrowArrayStream(Structure):
    """From Arrow's specification of the C stream interface; no header of wits has it."""


ArrowArrayStream._fields_ = [
    ("get_schema", CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowSchema))),
    ("get_next", CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowArray))),
    ("get_last_error", CFUNCTYPE(c_void_p, POINTER(ArrowArrayStream))),
    ("release", CFUNCTYPE(None, POINTER(ArrowArrayStream))), ("private_data", c_void_p)]

Released = CFUNCTYPE(None, c_void_p)


class ArrowOptions(Structure):
    _fields_ = [("agents", c_char_p), ("states", c_char_p), ("released", Released), ("user", c_void_p)]


# --------------------------------------------------------------------------------------------------------- prove.h


class PropertyText(Structure):
    _fields_ = [("text", c_char_p), ("line", c_uint32), ("column", c_uint32)]


class Property(Structure):
    _fields_ = [("kind", c_int), ("name", c_char_p), ("condition", PropertyText), ("until", PropertyText),
                ("of", PropertyText), ("ticks", c_uint32), ("inputs_any", c_bool), ("assume", PropertyText),
                ("from", PropertyText), ("start_any", c_bool), ("text", c_char_p), ("line", c_uint32),
                ("column", c_uint32), ("file", c_char_p)]


class ProveAbout(Structure):
    _fields_ = [("desc", c_void_p), ("promises", c_void_p), ("properties", POINTER(Property)),
                ("property_count", c_uint32), ("ranges", c_bool)]


class ProveOptions(Structure):
    _fields_ = [("most_situations", c_uint32), ("most_memory", c_size_t), ("most_combinations", c_uint32),
                ("worst_ticks", c_uint32), ("free_fields", POINTER(c_uint32)), ("free_count", c_uint32),
                ("covers", c_bool), ("most_ticks", c_uint64), ("mark", c_void_p), ("mark_user", c_void_p),
                ("mark_count", c_uint32), ("decide_every", c_uint32), ("tries_all", c_bool)]


class Input(Structure):
    _fields_ = [("name", c_char_p), ("what", c_int), ("how", c_int), ("row", c_uint32), ("slot", c_uint32),
                ("field", c_uint32), ("value_count", c_uint32), ("second_row", c_uint32)]


class ProofRun(Structure):
    _fields_ = [("is_there", c_bool), ("ticks", c_uint32), ("agent", c_uint64), ("decide_every", c_uint32),
                ("values", POINTER(c_double)), ("input_count", c_uint32)]


class Proof(Structure):
    _fields_ = [("property", POINTER(Property)), ("verdict", c_int), ("vacuous", c_bool), ("spurious", c_bool),
                ("complete", c_bool), ("situations", c_uint32), ("ticks", c_uint64), ("depth", c_uint32),
                ("seconds", c_double), ("why", POINTER(c_char_p)), ("why_count", c_uint32), ("run", ProofRun),
                ("has_worst", c_bool), ("worst_goes_on", c_bool), ("worst_ticks", c_uint32), ("worst_from", STATE),
                ("worst", ProofRun), ("cycle_period", c_uint32), ("cycle_active", POINTER(STATE)),
                ("cycle_entered", POINTER(c_bool)), ("trapped", c_uint32)]


class ProveMistake(Structure):
    _fields_ = [("property", POINTER(Property)), ("text", POINTER(PropertyText)), ("offset", c_uint32),
                ("message", c_char_p)]


class ProveProgress(Structure):
    _fields_ = [("situations", c_uint32), ("looked_at", c_uint32), ("ticks", c_uint64), ("depth", c_uint32)]


class CoverGoal(Structure):
    _fields_ = [("what", c_int), ("row", c_uint32)]


GoOn = CFUNCTYPE(c_bool, c_void_p, POINTER(ProveProgress))

# --------------------------------------------------------------------------------------------- ticks.h, pictures.h


class Ticks(Structure):
    _fields_ = [("crowd", POINTER(Crowd)), ("run", POINTER(CrowdRun)), ("first", c_uint64), ("count", c_uint64),
                ("next", c_void_p)]



class PictureRequest(Structure):
    _fields_ = [("kind", c_int), ("file", c_void_p), ("inputs", c_char_p), ("targets", POINTER(c_char_p)),
                ("words", POINTER(c_char_p)), ("word_count", c_int)]


class Picture(Structure):
    _fields_ = [("svg", c_void_p), ("lines", c_void_p), ("messages", c_void_p)]


STRUCTS = (Column, TargetList, Target, Call, Parameter, Function, Frame, Argument, ActionRecord, List, Problem, Report,
           Rename, Loss, Allocator, FileConstant, FileOptions, FilePlace, Crowd, CrowdRun, Agents, Snapshot, Migration,
           InspectorOptions, Inspected, ArrowSchema, ArrowArray, ArrowOptions, PropertyText, Property, ProveAbout,
           ProveOptions, Input, ProofRun, Proof, ProveMistake, ProveProgress, CoverGoal, Ticks, PictureRequest,
           Picture, RecordedCall, RecorderOptions, Recording, ReplayMeans, Difference)

# ------------------------------------------------------------------------------------------------------- functions

# Result, then parameters. Without them ctypes takes every pointer for an int of 32 bits.
FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "wits_version": (c_uint32,),
    "wits_file_parse_with": (c_void_p, c_char_p, c_size_t, c_char_p, POINTER(FileOptions)),
    "wits_file_load_with": (c_void_p, c_char_p, POINTER(FileOptions)),
    "wits_file_free": (None, c_void_p),
    "wits_file_problem_count": (c_uint32, c_void_p),
    "wits_file_problems": (POINTER(Problem), c_void_p),
    "wits_file_warning_count": (c_uint32, c_void_p),
    "wits_file_warnings": (POINTER(Problem), c_void_p),
    "wits_file_source_count": (c_uint32, c_void_p),
    "wits_file_source_name": (c_char_p, c_void_p, c_uint32),
    "wits_file_expanded": (c_char_p, c_void_p, POINTER(c_size_t)),
    "wits_file_brain": (c_void_p, c_void_p),
    "wits_file_desc": (c_void_p, c_void_p),
    "wits_file_promises": (c_void_p, c_void_p),
    "wits_file_renames": (POINTER(Rename), c_void_p, POINTER(c_uint32)),
    "wits_file_property_count": (c_uint32, c_void_p),
    "wits_file_properties": (POINTER(Property), c_void_p),
    "wits_file_text": (c_char_p, c_void_p, POINTER(c_size_t)),
    "wits_properties_load": (c_void_p, c_char_p, c_void_p, POINTER(FileOptions)),
    "wits_property_where": (FilePlace, c_void_p, POINTER(PropertyText), c_uint32),
    "wits_property_kind_name": (c_char_p, c_int),
    "wits_problem_text": (c_size_t, POINTER(Problem), c_char_p, c_size_t),
    "wits_agent_size": (c_size_t, c_void_p),
    "wits_set_initial_fields": (None, c_void_p, POINTER(Column), c_size_t),
    "wits_start": (c_bool, c_void_p, c_void_p, POINTER(Frame)),
    "wits_stop": (c_bool, c_void_p, c_void_p, POINTER(Frame)),
    "wits_decide": (c_bool, c_void_p, c_void_p, POINTER(Frame)),
    "wits_update": (c_bool, c_void_p, c_void_p, POINTER(Frame)),
    "wits_tick": (c_bool, c_void_p, c_void_p, POINTER(Frame)),
    "wits_goto": (c_bool, c_void_p, c_void_p, POINTER(Frame), STATE),
    "wits_restart": (c_bool, c_void_p, c_void_p, POINTER(Frame), STATE),
    "wits_set_state": (c_bool, c_void_p, c_void_p, POINTER(Frame), STATE),
    "wits_raise": (c_bool, c_void_p, c_void_p, c_uint32),
    "wits_is_started": (c_bool, c_void_p, c_void_p),
    "wits_is_in": (c_bool, c_void_p, c_void_p, STATE),
    "wits_is_pending": (c_bool, c_void_p, c_void_p, c_uint32),
    "wits_is_done": (c_bool, c_void_p, c_void_p, POINTER(Frame), STATE),
    "wits_active": (c_uint32, c_void_p, c_void_p, POINTER(STATE), c_uint32),
    "wits_elapsed": (c_uint32, c_void_p, c_void_p, STATE, c_uint32),
    "wits_target_of": (c_uint32, c_void_p, c_void_p, STATE),
    "wits_targets_check": (c_bool, c_void_p, POINTER(Frame), POINTER(Report)),
    "wits_agent_hash": (c_uint64, c_void_p, c_void_p, c_uint64),
    "wits_call_is_in": (c_bool, POINTER(Call), STATE),
    "wits_call_elapsed": (c_uint32, POINTER(Call)),
    "wits_action_kind_name": (c_char_p, c_int),
    "wits_run_record": (c_bool, c_void_p, c_void_p, POINTER(Frame), POINTER(ActionRecord)),
    "wits_list_room": (c_uint32, c_void_p, c_int),
    "wits_list_argument_room": (c_uint32, c_void_p, c_int),
    "wits_brain_hash": (c_uint64, c_void_p),
    "wits_find_state": (STATE, c_void_p, c_char_p),
    "wits_state_count": (c_uint32, c_void_p),
    "wits_function_kind_of": (c_int, c_void_p, c_uint32),
    "wits_loss_text": (c_size_t, c_void_p, POINTER(Loss), c_char_p, c_size_t),
    "wits_crowd_code_size": (c_size_t, c_void_p),
    "wits_crowd_prepare": (c_void_p, c_void_p, c_void_p, c_size_t),
    "wits_crowd_scratch_size": (c_size_t, c_void_p, c_uint32),
    "wits_crowd_check": (c_bool, POINTER(Crowd), POINTER(Report)),
    "wits_crowd_raise": (None, POINTER(Crowd), c_uint64, c_uint64, c_uint32),
    "wits_crowd_raise_for": (None, POINTER(Crowd), c_void_p, c_size_t, c_uint32),
    "wits_crowd_count": (None, POINTER(Crowd), c_uint64, c_uint64, POINTER(c_uint64)),
    "wits_crowd_find": (c_uint64, POINTER(Crowd), c_uint64, c_uint64, STATE, POINTER(c_uint32)),
    "wits_crowd_hash": (c_uint64, POINTER(Crowd), c_uint64, c_uint64),
    "wits_snapshot_size": (c_size_t, POINTER(Agents), c_size_t),
    "wits_snapshot_write": (c_size_t, POINTER(Agents), c_void_p, c_size_t, c_void_p, c_size_t),
    "wits_snapshot_open": (c_bool, POINTER(Snapshot), c_void_p, c_size_t, POINTER(Report)),
    "wits_snapshot_load": (c_bool, POINTER(Snapshot), c_uint64, POINTER(Agents), POINTER(Migration), POINTER(Report)),
    "wits_recorder_size": (c_size_t, POINTER(RecorderOptions)),
    "wits_recorder_begin": (c_void_p, POINTER(RecorderOptions), c_void_p, c_size_t),
    "wits_recorder_functions": (POINTER(Function), c_void_p, c_uint32),
    "wits_recorder_before": (None, c_void_p, POINTER(RecordedCall)),
    "wits_recorder_after": (None, c_void_p, c_uint64),
    "wits_recorder_end": (c_bool, c_void_p),
    "wits_recorder_status_of": (c_int, c_void_p),
    "wits_recorder_status_text": (c_char_p, c_int),
    "wits_recording_open": (c_bool, POINTER(Recording), c_void_p, c_size_t, POINTER(Report)),
    "wits_replay_size": (c_size_t, POINTER(Recording), c_void_p),
    "wits_replay_begin": (c_void_p, POINTER(Recording), POINTER(Agents), POINTER(Migration), c_void_p, c_size_t,
                          POINTER(Report)),
    "wits_replay_end": (None, c_void_p),
    "wits_replay_next": (c_bool, c_void_p, POINTER(RecordedCall), POINTER(Report)),
    "wits_replay_run": (None, c_void_p, POINTER(RecordedCall), POINTER(ReplayMeans)),
    "wits_replay_check": (c_int, c_void_p, POINTER(Difference)),
    "wits_replay_unanswered": (c_uint64, c_void_p),
    "wits_inspector_new": (c_void_p, POINTER(InspectorOptions)),
    "wits_inspector_free": (None, c_void_p),
    "wits_inspector_request": (c_int, c_void_p, c_uint32, c_void_p, c_size_t),
    "wits_inspector_frame": (c_int, c_void_p, POINTER(Inspected)),
    "wits_arrow_schema_size": (c_size_t, c_void_p, POINTER(ArrowOptions)),
    "wits_arrow_schema": (c_bool, c_void_p, POINTER(ArrowOptions), c_void_p, c_size_t, POINTER(ArrowSchema)),
    "wits_arrow_batch_size": (c_size_t, POINTER(Crowd), c_uint64, c_uint64, POINTER(ArrowOptions)),
    "wits_arrow_batch": (c_bool, POINTER(Crowd), c_uint64, c_uint64, POINTER(ArrowOptions), c_void_p, c_size_t,
                         POINTER(ArrowArray)),
    "wits_arrow_load": (c_bool, POINTER(Crowd), c_uint64, POINTER(ArrowSchema), POINTER(ArrowArray), c_char_p,
                        POINTER(Report)),
    "wits_prover_new": (c_void_p, POINTER(ProveAbout), POINTER(ProveOptions)),
    "wits_same_new": (c_void_p, POINTER(ProveAbout), POINTER(ProveAbout), POINTER(ProveOptions)),
    "wits_prover_free": (None, c_void_p),
    "wits_prover_mistake_count": (c_uint32, c_void_p),
    "wits_prover_mistakes": (POINTER(ProveMistake), c_void_p),
    "wits_prover_run": (None, c_void_p, GoOn, c_void_p),
    "wits_prover_input": (POINTER(Input), c_void_p, c_uint32),
    "wits_prover_proof_count": (c_uint32, c_void_p),
    "wits_prover_proof": (POINTER(Proof), c_void_p, c_uint32),
    "wits_prover_covers": (c_bool, c_void_p, c_uint32),
    "wits_prover_cover_run_count": (c_uint32, c_void_p),
    "wits_prover_cover_run": (POINTER(ProofRun), c_void_p, c_uint32),
    "wits_cover_count": (c_uint32, c_void_p),
    "wits_cover_goal_at": (c_bool, c_void_p, c_void_p, c_uint32, POINTER(CoverGoal)),
    "wits_ticks_run": (None, c_void_p, c_uint32),
    "wits_machine_memory": (c_uint64,),
    "wits_picture_draw": (c_bool, POINTER(PictureRequest), POINTER(Picture)),
    "wits_picture_run_texts": (None, c_void_p, c_void_p, POINTER(ProofRun), c_bool, POINTER(c_void_p)),
}
for _verb in ("start", "stop", "decide", "update", "tick"):
    FUNCTIONS["wits_crowd_" + _verb] = (c_uint64, POINTER(Crowd), c_uint64, c_uint64, POINTER(CrowdRun))
for _verb in ("goto", "set_state"):
    FUNCTIONS["wits_crowd_" + _verb] = (c_uint64, POINTER(Crowd), c_uint64, c_uint64, POINTER(CrowdRun), STATE)


def c_name(struct: type[Structure]) -> str:
    """Returns the name in C: wits_target_list for TargetList."""
    if struct.__name__.startswith("Arrow") and struct is not ArrowOptions:
        return "struct " + struct.__name__
    return "wits" + re.sub("([A-Z])", r"_\1", struct.__name__).lower()


def load() -> ctypes.CDLL:
    """Loads the library of the package, or the one that WITS_LIBRARY names, which needs all of wits."""
    path = os.environ.get("WITS_LIBRARY") or os.path.join(os.path.dirname(__file__), "libwits.so")
    library = ctypes.CDLL(path)
    for name, (result, *arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


lib = load()
_number: int = lib.wits_version()
VERSION = f"{_number // 10000}.{_number // 100 % 100}.{_number % 100}"

# ---------------------------------------------------------------------------------------------------------- memory

_libc = ctypes.CDLL(None)
_libc.malloc.restype, _libc.malloc.argtypes = c_void_p, [c_size_t]
_libc.free.restype, _libc.free.argtypes = None, [c_void_p]
malloc, free = _libc.malloc, _libc.free


@Allocate
def _allocate(user: int, size: int) -> int:
    return malloc(size)  # type: ignore[no-any-return]


@Release
def _release(user: int, memory: int, size: int) -> None:
    free(memory)


HEAP = Allocator(_allocate, _release, None)


def address(buffer: bytearray) -> int:
    """Returns the address of a bytearray that is not empty and never resized."""
    return ctypes.addressof((c_uint8 * len(buffer)).from_buffer(buffer))


def aligned(size: int, to: int = 64) -> tuple[Any, int]:
    """Allocates zeroed memory. Returns its owner and an aligned address."""
    owner = (c_uint8 * (size + to))()
    start = ctypes.addressof(owner)
    return owner, start + -start % to


def take_text(memory: int | None) -> str:
    """Returns a text of `malloc`, and frees it."""
    if not memory:
        return ""
    found = ctypes.string_at(memory)
    free(memory)
    return text(found)


def text(value: bytes | None) -> str:
    return value.decode("utf-8", "replace") if value else ""
