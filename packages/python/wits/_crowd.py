# SPDX-License-Identifier: MIT
"""Crowds: many agents of one brain, decided together, in arrays."""

from __future__ import annotations

import ctypes
import json
import os
import re
import signal
import sys
import threading
from ctypes import POINTER, byref, pointer
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Sequence, Union

from . import _abi as abi
from ._abi import lib
from ._brain import Brain
from ._columns import array_of, fill, new_numbers, rows_of, to_int
from ._errors import BrainError, Report, SnapshotError, WitsError
from ._world import Functions, World, open_snapshot

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from ._draw import Populations
    from ._explain import Explanation
    from ._record import Recorder

Rows = Union[slice, Sequence[int], None]
"""Agents: a slice, an array of rows, or an array with a bool for each; None are all."""
MOST_AGENTS = 0xFFFFFFFE
LISTED = 1 << 17  # actions that one call lists before they run, or are dropped
TICKS_AT_ONCE = 4_000_000  # of agents, between two looks at Ctrl-C


# The functions of `signal` convert numbers to enumerators, which takes longer than a small crowd's tick.
_fast: Any = sys.modules.get("_signal", signal)
_fast_signal, _fast_getsignal = _fast.signal, _fast.getsignal
_INTERRUPT = int(signal.SIGINT)


class Interrupts:
    """Keeps Ctrl-C until the end of a tick, so that all agents have run the same ticks."""

    def __enter__(self) -> Interrupts:
        self.came = False
        self._before: Any = None
        if threading.current_thread() is threading.main_thread():
            before = _fast_getsignal(_INTERRUPT)
            if callable(before):
                _fast_signal(_INTERRUPT, self._keep)
                self._before = before
        return self

    def _keep(self, number: int, frame: Any) -> None:
        self.came = True
        self._last = number, frame

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            _fast_signal(_INTERRUPT, self._before)
            if self.came:
                self._before(*self._last)


def _consecutive(rows: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yields first rows and numbers of consecutive ones."""
    if isinstance(rows, range) and rows.step == 1:
        if rows:
            yield rows.start, len(rows)
        return
    first = count = 0
    for row in rows:
        if row != first + count:
            if count:
                yield first, count
            first = row
            count = 0
        count += 1
    if count:
        yield first, count


class Slice:
    """Consecutive agents with the scratch memory and the list that one thread needs for them."""

    def __init__(self, brain: Brain, crowd: Any, first: int, count: int, seed: int) -> None:
        self.first, self.count = first, count
        self._scratch, at = abi.aligned(lib.wits_crowd_scratch_size(crowd.code, 0))
        verbs = range(abi.VERB_TICK + 1)
        most = max(lib.wits_list_room(brain._brain, verb) for verb in verbs)
        most_values = max(lib.wits_list_argument_room(brain._brain, verb) for verb in verbs)
        self.list = abi.List()
        if most:
            self._records = (abi.ActionRecord * max(most, min(LISTED, most * count)))()
            self._values = (ctypes.c_uint32 * max(most_values, min(LISTED, most_values * count), 1))()
            self.list = abi.List(self._records, len(self._records), 0, self._values, len(self._values), 0)
        self.run = abi.CrowdRun(seed=seed, scratch=at, list=POINTER(abi.List)(self.list))
        self.ticks = abi.Ticks(pointer(crowd), pointer(self.run), first, count)
        # A prepared call of a function without types, whose checks take longer than the call.
        run = lib["wits_ticks_run"]
        run.restype = None
        self.tick = partial(run, byref(self.ticks))

    def call(self, crowd: Any, verb: Any, state: Sequence[int], first: int, count: int,
             after: Callable[[Any], None] | None, recorder: Recorder | None) -> None:
        """Calls a verb for agents, in parts if the list fills up."""
        records, end = self.list, first + count
        while first < end:
            if recorder is not None:
                recorder.before(verb.__name__, first, end - first, is_crowd=True, state=state[0] if state else abi.NONE)
            done = verb(byref(crowd), first, end - first, byref(self.run), *state)
            if recorder is not None:
                recorder.after(done)
            if records.count:
                if after is not None:
                    after(records)
                records.count = records.argument_count = 0
            first += done


class Crowd(World):
    """`count` agents of one brain. Agent i has the id `first_id + i`.

    The remaining arguments are initial values: of one field, for all agents, or an array with one for each. They are
    copied. `columns` has arrays of the program that the library uses in place: of exactly the type of the field
    (float32, int32, uint8, ...; bool; uint8 for enums), writable if the brain assigns it.

    `crowd.hunger` and `crowd["hunger"]` are columns without a copy: NumPy arrays, or memoryviews without NumPy. Writes
    to them are not checked: a bool must be 0 or 1, an enum the position of a value.

    Conditions and scores are required as `functions`. Actions are optional: without them nothing happens. With
    functions, a crowd uses one thread, and if one raises, all agents and columns are as before that tick.
    """

    def __init__(self, brain: Brain, count: int, *, seed: int = 0, first_id: int = 0, threads: int = 1,
                 functions: Functions | None = None, columns: Mapping[str, Any] | None = None, start: bool = True,
                 **fields: Any) -> None:
        count, threads = to_int("count", count, 1, MOST_AGENTS), to_int("threads", threads, 1, 1024)
        super().__init__(brain, count, id=first_id, seed=seed, functions=functions, is_crowd=True, columns=columns)
        size = lib.wits_crowd_code_size(brain._brain)
        self._code_memory, at = abi.aligned(size)
        self._crowd = abi.Crowd(
            code=lib.wits_crowd_prepare(brain._brain, at, size), count=count, agents=self._at, first_id=first_id,
            columns=self._columns, contexts=self._key, functions=self._functions, targets=self._lists,
            agents_size=len(self._agents))
        problems = self._problems()
        if problems:
            raise ValueError("\n".join(problems))
        threads = 1 if self._has_code else min(threads, count)
        ends = [count * i // threads for i in range(threads + 1)]
        self._slices = [Slice(brain, self._crowd, first, end - first, seed) for first, end in zip(ends, ends[1:])]
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0
        if threads == 1:
            self._slices[0].ticks.next = ctypes.addressof(self._frame) + abi.Frame.tick.offset
        self._tick_mine = self._slices[0].tick
        self._limit_calls()
        for name, value in fields.items():
            self[name] = value
        if start:
            self.start()

    def _limit_calls(self) -> None:
        """Sets the number of ticks that one prepared call may run; 0 if it cannot run them."""
        is_plain = len(self._slices) == 1 and not self._has_code and self._recorder is None
        self._most_at_once = max(1, TICKS_AT_ONCE // self._rows) if is_plain else 0

    def _begin_recording(self, recorder: Recorder, functions: Any) -> None:
        super()._begin_recording(recorder, functions)
        self._crowd.functions = self._frame.functions
        self._limit_calls()

    def _end_recording(self) -> None:
        super()._end_recording()
        self._crowd.functions = self._frame.functions
        self._limit_calls()

    def _problems(self) -> list[str]:
        report = Report()
        lib.wits_crowd_check(byref(self._crowd), byref(report.c))
        return report.lines()

    # ------------------------------------------------------------------------------------------------------ fields

    def __getitem__(self, field: str) -> Any:
        return array_of(self._views[self._brain._field(field)])

    def __setitem__(self, field: str, value: Any) -> None:
        """Sets a field of all agents: to one value, or to an array of one for each."""
        self._idle()
        number = self._brain._field(field)
        if self._views[number].readonly:
            raise ValueError(f"column '{field}' is read-only")
        fill(field, self._views[number], self._brain.fields[number], value)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name in self._brain._fields:
            return self[name]
        raise AttributeError(f"a crowd of '{self._brain.name}' has no attribute or field '{name}'" if name[0] != "_"
                             else name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        elif hasattr(type(self), name) or name not in self._brain._fields:
            raise AttributeError(f"'{name}' cannot be assigned; fields are {', '.join(self._brain._fields) or 'none'}")
        else:
            self[name] = value

    def __dir__(self) -> Any:
        return [*super().__dir__(), *self._brain._fields]

    @property
    def columns(self) -> dict[str, Any]:
        """All columns by name, without copies."""
        return {field.name: array_of(view) for field, view in zip(self._brain.fields, self._views)}

    def get(self, row: int, field: str) -> Any:
        """Returns the value of one agent: the name of an enum's value."""
        return self._get(self._brain._field(field), self._row(row))

    def put(self, row: int, field: str, value: Any) -> None:
        self._put(self._brain._field(field), self._row(row), value)

    # ----------------------------------------------------------------------------------------------------- running

    def __len__(self) -> int:
        return self._rows

    __iter__ = None

    def _row(self, row: int) -> int:
        row = to_int("row", row, -(1 << 63))
        if not 0 <= row < self._rows:
            raise IndexError(f"row {row} of {self._rows} agents")
        return row

    def _set_tick(self, tick: int) -> None:
        super()._set_tick(tick)
        for one in self._slices:
            one.run.tick = tick & 0xFFFFFFFF

    def _run_records(self, records: Any) -> None:
        for i in range(records.count):
            record = records.records[i]
            frame = abi.Frame.from_buffer_copy(self._frame_of(record.agent_row))
            frame.list = ctypes.addressof(records)
            lib.wits_run_record(self._brain._brain, self._agent(record.agent_row), byref(frame), byref(record))

    def _verb(self, verb: Any, *state: int, rows: Rows = None, is_tick: bool = False) -> None:
        chosen = rows_of(rows, self._rows)
        after = self._run_records if self._runs_actions else None

        def call() -> None:
            for first, count in _consecutive(chosen):
                self._slices[0].call(self._crowd, verb, state, first, count, after, self._recorder)

        with Interrupts():
            self._run(call)
            if is_tick:
                self._set_tick(self._frame.tick + 1)

    def tick(self, ticks: int = 1) -> None:
        """Runs ticks: each agent decides, then updates. Ctrl-C ends it after a whole tick.

        Actions run after the agents that were decided together, in their order.
        """
        if type(ticks) is int and 0 < ticks <= self._most_at_once:
            self._tick_mine(ticks)
            return
        ticks = to_int("ticks", ticks)
        self._idle()
        if self._has_code or self._recorder is not None:
            for _ in range(ticks):
                self._verb(lib.wits_crowd_tick, is_tick=True)
            return
        if self._most_at_once:
            while ticks > 0:
                count = min(ticks, self._most_at_once)
                self._tick_mine(count)  # Ctrl-C is raised between two calls, when the tick is right
                ticks -= count
            return
        at_once = max(1, TICKS_AT_ONCE // self._rows)
        with Interrupts() as interrupts:
            while ticks > 0 and not interrupts.came:
                count = min(ticks, at_once)
                self._tick_all(count)
                self._frame.tick = (self._frame.tick + count) & 0xFFFFFFFF
                ticks -= count

    def _tick_all(self, ticks: int) -> None:
        """Runs ticks of all slices at once."""
        if self._pool is None or self._process != os.getpid():  # a fork has no threads
            from concurrent.futures import ThreadPoolExecutor
            self._pool, self._process = ThreadPoolExecutor(len(self._slices) - 1, "wits"), os.getpid()
        others = [self._pool.submit(one.tick, ticks) for one in self._slices[1:]]
        self._tick_mine(ticks)
        for other in others:
            other.result()

    def run(self, ticks: int, *, every: int = 1) -> Populations:
        """Runs ticks and counts the agents in each state, now and after every `every` of them."""
        from ._draw import Populations
        ticks, every = to_int("ticks", ticks), to_int("every", every, 1)
        seen = Populations(self._brain)
        seen.add(self.tick_number - 1, self.counts())
        for done in range(0, ticks, every):
            self.tick(min(every, ticks - done))
            seen.add(self.tick_number - 1, self.counts())
        return seen

    def start(self, rows: Rows = None) -> None:
        """Starts agents that are stopped: all, or those of `rows`, a slice or an array."""
        self._verb(lib.wits_crowd_start, rows=rows, is_tick=self._frame.tick == 0)

    def stop(self, rows: Rows = None) -> None:
        self._verb(lib.wits_crowd_stop, rows=rows)

    def decide(self) -> None:
        """Runs only the decision of a tick; `update` then ends the tick."""
        self._verb(lib.wits_crowd_decide)

    def update(self) -> None:
        self._verb(lib.wits_crowd_update, is_tick=True)

    def goto(self, state: str, rows: Rows = None) -> None:
        """Fires a transition to a state, for all agents or those of `rows`: a slice, an array of rows, or of bools."""
        self._verb(lib.wits_crowd_goto, self._brain._state(state), rows=rows)

    def restart(self, state: str, rows: Rows = None) -> None:
        """As goto, but agents that are in the state exit and enter it again."""
        number = self._brain._state(state)
        chosen = rows_of(rows, self._rows)

        def call() -> None:
            for row in chosen:
                frame = self._frame_or_listed(row)
                if self._recorder is not None:
                    self._recorder.before("wits_restart", row, 1, is_crowd=False, state=number, mode=frame.mode)
                done = lib.wits_restart(self._brain._brain, self._agent(row), byref(frame), number)
                if self._recorder is not None:
                    self._recorder.after(done)

        self._run(call)

    def _frame_or_listed(self, row: int) -> Any:
        """Returns the frame of an agent whose actions run, or are dropped."""
        frame = abi.Frame.from_buffer_copy(self._frame_of(row))
        if not self._runs_actions:
            records = self._slices[0].list
            records.count = records.argument_count = 0
            frame.mode, frame.list = 1, ctypes.addressof(records)
        return frame

    def set_state(self, state: str, rows: Rows = None) -> None:
        """Makes a state active without running actions."""
        self._verb(lib.wits_crowd_set_state, self._brain._state(state), rows=rows)

    def raise_event(self, event: str, rows: Rows = None) -> None:
        """Makes an event pending, for all agents or those of `rows`."""
        self._idle()
        number = self._brain._event(event)
        chosen = rows_of(rows, self._rows)
        if isinstance(chosen, range) and chosen.step == 1:
            lib.wits_crowd_raise(byref(self._crowd), chosen.start, len(chosen), number)
            return
        kept = (ctypes.c_uint32 * len(chosen))(*chosen)
        lib.wits_crowd_raise_for(byref(self._crowd), ctypes.addressof(kept), len(chosen), number)

    def set_targets(self, kind: str, ids: Sequence[int], offsets: Sequence[int], **columns: Any) -> None:
        """Replaces the targets of a kind: those of agent i are the rows from offsets[i] up to offsets[i + 1]."""
        self._set_lists(kind, ids, offsets, columns)

    # ----------------------------------------------------------------------------------------------------- queries

    def active(self, row: int) -> list[str]:
        """Paths of the deepest active states of one agent."""
        return self._active(self._row(row))

    def is_in(self, row: int, state: str) -> bool:
        return lib.wits_is_in(self._brain._brain, self._agent(self._row(row)), self._brain._state(state))  # type: ignore[no-any-return]

    def target(self, row: int, option: str) -> int | None:
        """Id of the target that an active option of an agent has chosen."""
        found: int = lib.wits_target_of(self._brain._brain, self._agent(self._row(row)), self._brain._state(option))
        return None if found == abi.NO_TARGET else found

    def counts(self) -> dict[str, int]:
        """Number of agents in each leaf, by path; also in other states that are the deepest active one of some."""
        counts = (ctypes.c_uint64 * len(self._brain.states))()
        lib.wits_crowd_count(byref(self._crowd), 0, self._rows, counts)
        return {state.path: count for state, count in zip(self._brain.states, counts)
                if state.kind == "leaf" or count}

    def find(self, state: str) -> Any:
        """Rows of the agents that are in a state, ascending."""
        return self._find(self._crowd, self._brain._state(state))

    def _find(self, crowd: Any, state: int) -> Any:
        rows, at = new_numbers("I", self._rows)
        found = lib.wits_crowd_find(byref(crowd), 0, self._rows, state, ctypes.cast(at, POINTER(ctypes.c_uint32)))
        return rows[:found]

    def where(self, condition: str) -> Any:
        """Rows of the agents for which a condition over the fields holds: "hunger > 0.5 and not night"."""
        return _where(self, condition)

    def states(self, region: str = "") -> Any:
        """For each agent the position of its deepest active state in Brain.states; 65535 if it has none.

        `region` selects states inside this one: a brain with a parallel has a deepest state in each region.
        """
        root = self._brain._state(region)
        inside = list(range(root, self._brain.states[root].end))
        # Deeper states overwrite those around them.
        inside.sort(key=lambda state: (state > 0, self._brain.states[state].path.count("/"), -state))
        numbers, _ = new_numbers("H", self._rows)
        numbers[:] = memoryview(b"\xff" * (2 * self._rows)).cast("H")
        for state in inside:
            for_all = self._find(self._crowd, state)
            if isinstance(numbers, memoryview):
                for row in for_all:
                    numbers[row] = state
            else:
                numbers[for_all] = state
        return numbers

    def hash(self) -> int:
        """Hash of all agents, the same on every machine, for any number of threads, and that of `wits crowd`."""
        return lib.wits_crowd_hash(byref(self._crowd), 0, self._rows)  # type: ignore[no-any-return]

    def explain(self, row: int, *, counterfactuals: bool = False) -> Explanation:
        """Explains what one agent would decide in the next tick. Changes nothing: a copy decides."""
        return self._explain(self._row(row), counterfactuals)  # type: ignore[no-any-return]

    # --------------------------------------------------------------------------------------------------- snapshots

    losses: Sequence[tuple[int, str]] = ()
    """After `load`: rows and texts of what had no place in this version of the brain."""

    @classmethod
    def load(cls, brain: Brain, saved: bytes, *, functions: Functions | None = None, threads: int = 1,
             renames: Mapping[str, Mapping[str, str]] | None = None) -> Crowd:
        """Makes a crowd of what `save` returned, also for another version of the brain. No action runs.

        `renames` has new names by old ones, in the tables "states", "events" and "fields"; by default those of the
        file. Raises SnapshotError if the bytes are damaged, or agents do not have consecutive ids.
        """
        snapshot, _ = open_snapshot(saved)
        if not 1 <= snapshot.count <= min(MOST_AGENTS, len(saved)):
            raise SnapshotError("the snapshot has no agents" if snapshot.count == 0 else "the snapshot is cut short")
        crowd = cls(brain, snapshot.count, seed=snapshot.seed, first_id=snapshot.first_id, functions=functions,
                    threads=threads, start=False)
        object.__setattr__(crowd, "losses", tuple(crowd._load(saved, renames)))
        return crowd

    # ------------------------------------------------------------------------------------------------------- Arrow

    def __arrow_c_schema__(self) -> Any:
        from ._arrow import schema_capsule
        return schema_capsule(self)

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """The columns as a record batch in the crowd's own memory, with the agents' states as "state"."""
        from ._arrow import array_capsule, schema_capsule
        return schema_capsule(self), array_capsule(self)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        from ._arrow import stream_capsule
        return stream_capsule(self)

    @classmethod
    def from_arrow(cls, brain: Brain, data: Any, **options: Any) -> Crowd:
        """Makes a crowd of a table of another library: any object with Arrow's PyCapsule interface.

        It has an agent for each row. Columns with the names of fields are copied; others are ignored.
        """
        from ._arrow import load, read
        batches = read(data)
        count = sum(batch.length for batch in batches)
        crowd = cls(brain, count, start=False, **options)
        load(crowd, batches)
        crowd.start()
        return crowd

    def update_from_arrow(self, data: Any) -> None:
        """Copies columns with the names of fields from a table of as many rows."""
        from ._arrow import load, read
        self._idle()
        load(self, read(data))

    # ------------------------------------------------------------------------------------------------------- shown

    def __repr__(self) -> str:
        return f"<wits.Crowd: {self._rows} agents of '{self._brain.name}', tick {self.tick_number}>"

    def _repr_html_(self) -> str:
        from ._draw import table
        rows = [(path or self._brain.name, count, f"{count / self._rows:.1%}") for path, count in self.counts().items()]
        return table(repr(self)[1:-1], ("state", "agents", "share"), rows)


# ----------------------------------------------------------------------------------------------------------- where


def _where(crowd: Crowd, condition: str) -> Any:
    """Runs a small brain with the same fields and functions over the crowd's columns.

    Its agents are in one state, and leave it if the condition holds.
    """
    if not isinstance(condition, str):
        raise TypeError(f"a condition is a str, not {type(condition).__name__}")
    about = re.search(r"\b(in|done|elapsed)\s*\(|\b(elapsed|done)\b", re.sub(r'"[^"]*"', "", condition))
    if about:
        raise ValueError(f"'{about[1] or about[2]}' cannot be used here: the condition is about fields; use `find`")
    brain = crowd._brain
    fields = {field.name: list(field.values) or field.type for field in brain.fields}
    probe = json.dumps({"wits": 1, "brain": "probe", "context": fields, "root": {
        "states": {"waits": {"transitions": [{"to": "holds", "when": condition}]}, "holds": {}}}}, indent=0)
    try:
        small = Brain(probe, name="condition")
    except BrainError as error:
        raise ValueError("; ".join(problem.message for problem in error.problems)) from None
    given = {one.name: code for one, code in zip(brain.functions, crowd._code) if code is not None}
    functions = {}
    for one in small.functions:
        if one.name not in given:
            raise WitsError(f"the crowd has no function '{one.name}'")
        functions[one.name] = given[one.name]
    probing = Crowd(small, len(crowd), seed=crowd._frame.seed, first_id=crowd._frame.agent, functions=functions,
                    columns={field.name: view for field, view in zip(brain.fields, crowd._views)}, start=False)
    probing._set_tick(crowd._frame.tick)
    probing.set_state("waits")
    probing.decide()
    return probing.find("holds")


__all__ = ["Crowd"]
