# SPDX-License-Identifier: MIT
"""Memory, functions and calls that agents and crowds have in common."""

from __future__ import annotations

import ctypes
import itertools
import os
import weakref
from ctypes import POINTER, byref, pointer
from typing import TYPE_CHECKING, Any, BinaryIO, Callable, Mapping, NoReturn, Sequence, Union

from . import _abi as abi
from ._abi import lib
from ._brain import Brain, Field
from ._columns import TYPES, address_of, array_of, fill, from_number, new_column, new_numbers, to_int, to_number, view_of
from ._errors import Report, SnapshotError, UnknownNameError, WitsError, unknown
from ._inspect import ask

if TYPE_CHECKING:
    from ._record import Recorder

Functions = Union[Mapping[str, Callable[..., Any]], object]
"""Functions of the host: by name, or an object with methods of these names."""

# ------------------------------------------------------------------------------------------------------- functions

_worlds: weakref.WeakValueDictionary[int, World] = weakref.WeakValueDictionary()
_numbers = itertools.count(1)


class HostCall:
    """The first argument of a function of the host. Valid until the function returns."""

    __slots__ = ("_at", "_world", "_is_action")

    def __init__(self, world: World, at: Any, is_action: bool) -> None:
        self._world, self._at, self._is_action = world, at, is_action

    def _call(self) -> Any:
        if self._at is None:
            raise WitsError("the call has ended; read what you need before the function returns")
        return self._at.contents

    def _action(self) -> Any:
        if not self._is_action:
            raise WitsError("only actions may use is_in, elapsed and raise_event; conditions and scores are pure")
        return self._call()

    @property
    def of(self) -> Any:
        """The Agent or Crowd."""
        return self._world

    @property
    def row(self) -> int:
        """Row of the agent in its crowd; 0 for a single agent."""
        return self._call().frame.contents.row  # type: ignore[no-any-return]

    @property
    def id(self) -> int:
        return self._call().frame.contents.agent  # type: ignore[no-any-return]

    @property
    def tick(self) -> int:
        return self._call().frame.contents.tick  # type: ignore[no-any-return]

    @property
    def state(self) -> str:
        """Path of the state that the function belongs to."""
        path: str = self._world.brain.states[self._call().state].path
        return path

    @property
    def kind(self) -> str:
        """When an action runs: "enter", "exit", "update", "decide", "transition" or "retarget"."""
        return abi.text(lib.wits_action_kind_name(self._action().kind))

    @property
    def elapsed(self) -> int:
        """Ticks since that state was entered. For actions."""
        return lib.wits_call_elapsed(byref(self._action()))  # type: ignore[no-any-return]

    @property
    def target(self) -> tuple[str, int] | None:
        """Kind and id of the target that is scored, or that the agent has chosen."""
        call = self._call()
        if not call.target or call.target.contents.id == abi.NO_TARGET:
            return None
        return self._world.brain.targets[call.target.contents.kind].name, call.target.contents.id

    def is_in(self, state: str) -> bool:
        """Returns whether a state is active at this moment. For actions."""
        return lib.wits_call_is_in(byref(self._action()), self._world.brain._state(state))  # type: ignore[no-any-return]

    def raise_event(self, event: str) -> None:
        """Makes an event pending. For actions."""
        call = self._action()
        lib.wits_raise(call.brain, call.agent, self._world.brain._event(event))


def _argument(one: Any) -> Any:
    if one.kind in (abi.ARGUMENT_TEXT, abi.ARGUMENT_ENUM):
        return abi.text(one.text)
    if one.kind == abi.ARGUMENT_BOOL:
        return one.integer != 0
    return one.integer if one.kind == abi.ARGUMENT_INT else one.number


def _serve(context: int, at: Any, is_action: bool, default: Any) -> Any:
    """Calls a function of the host. Keeps its exception until the library has returned."""
    world = _worlds[context]
    if world._error is not None:
        return default
    call = at.contents
    code = world._code[call.function]
    if code is None:
        return default
    host_call = HostCall(world, at, is_action)
    try:
        result = code(host_call, *[_argument(call.arguments[i]) for i in range(call.argument_count)])
        if default is not None:
            return world._checked(call.function, result)
    except BaseException as error:  # also KeyboardInterrupt: it must not pass through C
        world._error = error
    finally:
        host_call._at = None
    return default


@abi.Condition
def _on_condition(context: int, at: Any) -> bool:
    return bool(_serve(context, at, False, False))


@abi.Score
def _on_score(context: int, at: Any) -> float:
    return float(_serve(context, at, False, 0.0))


@abi.Action
def _on_action(context: int, at: Any) -> None:
    _serve(context, at, True, None)


def _find_function(given: Functions | None, name: str) -> Callable[..., Any] | None:
    code = None
    if isinstance(given, Mapping):
        code = given.get(name)
    elif given is not None:
        code = getattr(given, name, None)
    if code is not None and not callable(code):
        raise TypeError(f"function '{name}' is not callable, but {type(code).__name__}")
    return code


# ----------------------------------------------------------------------------------------------------------- worlds


def _need_memory(rows: int, bytes_each: int) -> None:
    """Raises MemoryError for more than the machine has left, which would end the process later."""
    needed, left = rows * bytes_each, lib.wits_machine_memory()
    if needed > left:
        raise MemoryError(f"{rows} agents need {needed / 2**30:.1f} GiB of memory, but this machine has only "
                          f"{left / 2**30:.1f} GiB")


class World:
    """Agents with their fields."""

    def __init__(self, brain: Brain, rows: int, *, id: int, seed: int, functions: Functions | None, is_crowd: bool,
                 columns: Mapping[str, Any] | None = None) -> None:
        if not isinstance(brain, Brain):
            raise TypeError(f"expected a wits.Brain, not {type(brain).__name__}")
        id, seed = to_int("id", id), to_int("seed", seed)
        self._brain, self._rows = brain, rows
        self._size: int = lib.wits_agent_size(brain._brain)
        if is_crowd:
            own = (field for field in brain.fields if field.name not in (columns or {}))
            _need_memory(rows, self._size + sum(TYPES[field.type][2] for field in own))
        self._agents = bytearray(self._size * rows)
        self._at = abi.address(self._agents)
        self._error: BaseException | None = None
        self._is_busy = False
        self._recorder: Recorder | None = None
        self._key = next(_numbers)
        _worlds[self._key] = self
        self._bind(functions, is_crowd)
        self._place(columns or {})
        self._lists = (abi.TargetList * max(len(brain.targets), 1))()
        self._list_memory: list[Any] = [None] * len(brain.targets)
        self._frame = abi.Frame(agent=id, seed=seed, context=self._key, columns=self._columns,
                                functions=self._functions, targets=self._lists)

    def _bind(self, given: Functions | None, is_crowd: bool) -> None:
        functions = self._brain.functions
        if isinstance(given, Mapping):
            for name in given:
                if name not in [one.name for one in functions]:
                    unknown("function", name, [one.name for one in functions])
        self._code = [_find_function(given, one.name) for one in functions]
        self._has_code = any(code is not None for code in self._code)
        missing = [f"'{one.name}' ({one.kind})" for one, code in zip(functions, self._code)
                   if code is None and not (is_crowd and one.kind == "action")]
        if missing:
            raise UnknownNameError(f"brain '{self._brain.name}' calls functions that are not given: "
                                   + ", ".join(missing))
        self._functions = (abi.Function * max(len(functions), 1))()
        for row, one in zip(self._functions, functions):
            row.name = one.name.encode()
            if one.kind == "condition":
                row.condition = _on_condition
            elif one.kind == "score":
                row.score = _on_score
            elif one.kind == "action":
                row.action = _on_action
        self._runs_actions = any(code is not None and one.kind == "action"
                                 for one, code in zip(functions, self._code))

    def _place(self, given: Mapping[str, Any]) -> None:
        """Makes a column for each field, in memory of the program if it is given."""
        fields = self._brain.fields
        for name in given:
            self._brain._field(name)
        self._columns = (abi.Column * max(len(fields), 1))()
        self._views: list[memoryview] = []
        for i, field in enumerate(fields):
            if field.name in given:
                view = view_of(f"column '{field.name}'", given[field.name], field.type, self._rows, field.is_assigned)
            else:
                view = new_column(field.type, self._rows)
                fill(field.name, view, field, field.initial)
            assert view.strides is not None
            number, _, size = TYPES[field.type]
            stride = view.strides[0] if self._rows > 1 else size
            self._columns[i] = abi.Column(address_of(view), stride, number, view.readonly,
                                          (self._rows - 1) * stride + size)
            self._views.append(view)

    def _checked(self, function: int, result: Any) -> Any:
        info = self._brain.functions[function]
        if info.kind == "condition":
            return to_number(f"result of condition '{info.name}'", "bool", (), result)
        return to_number(f"result of score '{info.name}'", "float", (), result)

    @property
    def brain(self) -> Brain:
        return self._brain

    @property
    def tick_number(self) -> int:
        """Number of the next tick. The start is tick 0."""
        return self._frame.tick  # type: ignore[no-any-return]

    def __reduce__(self) -> NoReturn:
        kind = type(self).__name__
        way = "Crowd.load" if kind == "Crowd" else "Agent.restore"
        raise TypeError(f"a wits.{kind} cannot be copied or pickled; use its save() and {way}")

    # ----------------------------------------------------------------------------------------------------- running

    def _idle(self) -> None:
        if self._is_busy:
            raise WitsError("an agent cannot be changed from inside one of its own functions")

    def _run(self, call: Callable[[], Any]) -> Any:
        """Runs a call as a whole: if a function raises, bytes and fields are as before, and the same is raised."""
        self._idle()
        if not self._has_code:
            return call()
        agents = bytes(self._agents)
        fields = [view.tobytes() for view in self._views]
        self._is_busy = True
        try:
            result = call()
        finally:
            self._is_busy = False
        if self._error is not None:
            error, self._error = self._error, None
            self._agents[:] = agents
            for view, before in zip(self._views, fields):
                if not view.readonly:
                    view[:] = memoryview(before).cast(view.format)
            raise error
        return result

    def _set_tick(self, tick: int) -> None:
        self._frame.tick = tick & 0xFFFFFFFF

    def _agent(self, row: int) -> int:
        return self._at + row * self._size

    def _frame_of(self, row: int) -> Any:
        if row == 0:
            return self._frame
        frame = abi.Frame.from_buffer_copy(self._frame)
        frame.agent = (frame.agent + row) & 0xFFFFFFFFFFFFFFFF
        frame.row = row
        return frame

    # ------------------------------------------------------------------------------------------------------ fields

    def _get(self, field: int, row: int) -> Any:
        info = self._brain.fields[field]
        return from_number(info.type, info.values, self._views[field][row])

    def _put(self, field: int, row: int, value: Any) -> None:
        info = self._brain.fields[field]
        self._views[field][row] = to_number(info.name, info.type, info.values, value)

    # ----------------------------------------------------------------------------------------------------- queries

    def _active(self, row: int) -> list[str]:
        states = (abi.STATE * len(self._brain.states))()
        count = lib.wits_active(self._brain._brain, self._agent(row), states, len(states))
        return [self._brain.states[states[i]].path for i in range(count)]

    def _world(self) -> Any:
        return abi.Agents(brain=self._brain._brain, agents=self._at, count=self._rows, first_id=self._frame.agent,
                          columns=self._columns, tick=self._frame.tick, seed=self._frame.seed)

    def _explain(self, row: int, counterfactuals: bool) -> Any:
        from ._explain import Explanation
        id_ = (self._frame.agent + row) & 0xFFFFFFFFFFFFFFFF
        requests = [f"focus {id_}", "next"] + ([f"why {id_} /"] if counterfactuals else [])

        def call() -> Any:
            frame = abi.Frame.from_buffer_copy(self._frame)
            focus = ask(self._brain, self._world(), frame, *requests[:2])["focus"]
            if counterfactuals:
                focus["explain"] = ask(self._brain, self._world(), frame, requests[2])["explain"]
            return focus

        return Explanation(self._brain, self._frame.tick, self._run(call))

    # ----------------------------------------------------------------------------------------------------- targets

    def _set_lists(self, kind: str, ids: Sequence[int], offsets: Sequence[int], columns: Mapping[str, Any]) -> None:
        self._idle()
        number = self._brain._kind(kind)
        info = self._brain.targets[number]
        names = [field.name for field in info.fields]
        for name in columns:
            if name not in names:
                unknown(f"field of '{kind}'", name, names)
        id_array, id_at = new_numbers("I", len(ids))
        offset_array, offset_at = new_numbers("I", self._rows + 1)
        if len(offsets) != self._rows + 1:
            raise ValueError(f"targets of '{kind}' need {self._rows + 1} offsets, one for each agent and a last one")
        id_array[:] = _numbers_like(id_array, ids)
        offset_array[:] = _numbers_like(offset_array, offsets)
        views, rows = [], (abi.Column * max(len(names), 1))()
        for i, field in enumerate(info.fields):
            if field.name not in columns:
                raise UnknownNameError(f"targets of '{kind}' lack the column '{field.name}'")
            view = new_column(field.type, len(ids))
            fill(f"column '{field.name}' of '{kind}'", view, field, columns[field.name])
            type_, _, size = TYPES[field.type]
            rows[i] = abi.Column(address_of(view), size, type_, True, size * len(ids))
            views.append(view)
        before, memory = abi.TargetList.from_buffer_copy(self._lists[number]), self._list_memory[number]
        self._lists[number] = abi.TargetList(id_at, len(ids), rows, None, len(ids), offset_at)
        self._list_memory[number] = (id_array, offset_array, views, rows)
        problems = self._problems()
        if problems:
            self._lists[number], self._list_memory[number] = before, memory
            raise ValueError("\n".join(problems))

    def _problems(self) -> list[str]:
        """Returns the mistakes in the lists of targets."""
        report = Report()
        lib.wits_targets_check(self._brain._brain, byref(self._frame), byref(report.c))
        return report.lines()

    # -------------------------------------------------------------------------------------------------- recordings

    def record(self, to: str | os.PathLike[str] | BinaryIO, *, hash_every: int = 60, keyframe_every: int = 0,
               target_rows: int = 0) -> Recorder:
        """Records every call from now on into a file, for `wits.replay` and `wits replay`.

        A hash of all agents is recorded after every `hash_every` ticks. With `keyframe_every`, all agents are, so that
        a replay can name the one that differs. `target_rows` is the most rows that `set_targets` will give, if that is
        more than twice the present ones. Use it in a `with`, or call `end`. A crowd that is recorded uses one thread.
        """
        from ._record import Recorder
        return Recorder(self, to, hash_every, keyframe_every, target_rows)

    def _begin_recording(self, recorder: Recorder, functions: Any) -> None:
        self._recorder = recorder
        if functions is not None:
            self._frame.functions = functions

    def _end_recording(self) -> None:
        self._recorder = None
        self._frame.functions = self._functions

    # --------------------------------------------------------------------------------------------------- snapshots

    def save(self) -> bytes:
        """Returns agents, fields, ids, seed and tick as bytes that every program with wits reads.

        They outlive this version of the brain: docs/snapshots.md describes them. Targets are not saved.
        """
        world = self._world()
        size = lib.wits_snapshot_size(byref(world), 0)
        saved = bytearray(size)
        lib.wits_snapshot_write(byref(world), None, 0, abi.address(saved), size)
        return bytes(saved)

    def _load(self, saved: bytes, renames: Mapping[str, Mapping[str, str]] | None) -> list[tuple[int, str]]:
        """Loads all agents of a snapshot of as many. Returns losses: rows and texts."""
        if self._recorder is not None:
            raise WitsError("a recording is running; end it first")
        losses: list[tuple[int, str]] = []
        snapshot, report = open_snapshot(saved)
        line = ctypes.create_string_buffer(1300)
        world = self._world()

        @abi.Lost
        def lost(user: int, old: int, loss: Any) -> None:
            lib.wits_loss_text(old, loss, line, len(line))
            losses.append(((loss.contents.agent - world.first_id) & 0xFFFFFFFFFFFFFFFF, abi.text(line.value)))

        how = abi.Migration(allocator=pointer(abi.HEAP), lost=lost)
        frame = abi.Frame.from_buffer_copy(self._frame)
        how.frame = pointer(frame)
        if renames is None:
            count = ctypes.c_uint32()
            how.renames = lib.wits_file_renames(self._brain._file, byref(count))
            how.rename_count = count.value
        else:
            tables = {"states": abi.TABLE_STATES, "events": abi.TABLE_EVENTS, "fields": abi.TABLE_FIELDS}
            rows = [abi.Rename(tables[table], old.encode(), new.encode())
                    for table, names in renames.items() for old, new in names.items()]
            kept = (abi.Rename * max(len(rows), 1))(*rows)
            how.renames, how.rename_count = ctypes.cast(kept, POINTER(abi.Rename)), len(rows)
        if not self._run(lambda: lib.wits_snapshot_load(byref(snapshot), 0, byref(world), byref(how), byref(report.c))):
            raise SnapshotError("\n".join(report.lines()))
        self._set_tick(world.tick)
        return losses


def open_snapshot(saved: Any) -> tuple[Any, Report]:
    if not isinstance(saved, bytes):
        raise TypeError(f"a snapshot is bytes, not {type(saved).__name__}")
    snapshot, report = abi.Snapshot(), Report()
    if not lib.wits_snapshot_open(byref(snapshot), saved, len(saved), byref(report.c)):
        raise SnapshotError("\n".join(report.lines()))
    return snapshot, report


def _numbers_like(array: Any, given: Sequence[int]) -> Any:
    if isinstance(array, memoryview):
        values = list(given)
        for value in values:
            to_number("targets", "int", (), min(value, 0x7FFFFFFF))
        return memoryview(bytearray(b"".join(value.to_bytes(4, "little") for value in values))).cast("I")
    return given


__all__ = ["Field", "Functions", "HostCall", "World", "array_of", "open_snapshot"]
