# SPDX-License-Identifier: MIT
"""Recordings: what a program did with its agents, as bytes that run again on any machine. docs/recordings.md."""

from __future__ import annotations

import ctypes
import mmap
import os
from ctypes import byref, pointer
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, Union

from . import _abi as abi
from ._abi import lib
from ._brain import Brain
from ._columns import to_int
from ._crowd import MOST_AGENTS, Crowd
from ._errors import Report, SnapshotError, WitsError

if TYPE_CHECKING:
    from ._world import World

VERBS = ("start", "stop", "goto", "restart", "set_state", "decide", "update", "tick")
ENDS = ("complete", "cut", "damaged")
ANSWERS, ANSWERS_EACH = 1 << 20, 4096  # bytes for what functions answer in one call; only what is used takes memory
Target = Union[str, "os.PathLike[str]", BinaryIO]


class Recorder:
    """Records every call of an agent or crowd from now on. `end` ends it, and so does the end of a `with`."""

    def __init__(self, world: World, to: Target, hash_every: int, keyframe_every: int, target_rows: int) -> None:
        brain = world._brain
        if world._recorder is not None:
            raise WitsError("a recording is running; end it first")
        text = brain.expanded.encode()
        least = [max(2 * one.count, world._rows + 1, target_rows) for one in world._lists[:len(brain.targets)]]
        self._options = abi.RecorderOptions(
            hash_every=to_int("hash_every", hash_every, 1, 0xFFFFFFFF), slices=1, text=text, text_size=len(text),
            keyframe_every=to_int("keyframe_every", keyframe_every, 0, 0xFFFFFFFF),
            answer_bytes=ANSWERS + ANSWERS_EACH * world._rows if world._has_code else 0)
        self._agents = world._world()
        self._options.agents = pointer(self._agents)
        self._options.target_rows = (ctypes.c_uint32 * max(len(least), 1))(*least)
        if world._has_code:
            self._options.functions = world._functions
        self._error: BaseException | None = None
        self._options.write = self._write = abi.RecorderWrite(self._on_bytes)
        size = lib.wits_recorder_size(byref(self._options))
        self._memory = mmap.mmap(-1, max(size, 1))
        self._opened = open(to, "wb") if isinstance(to, (str, os.PathLike)) else None
        self._file: Any = self._opened or to
        self._world: World | None = world
        self._recorder = lib.wits_recorder_begin(
            byref(self._options), ctypes.addressof(ctypes.c_uint8.from_buffer(self._memory)), size)
        if not self._recorder:
            raise MemoryError("no memory for a recording")
        world._begin_recording(self, lib.wits_recorder_functions(self._recorder, 0) if world._has_code else None)

    def _on_bytes(self, user: int, at: int, size: int) -> bool:
        try:
            self._file.write(ctypes.string_at(at, size))
        except BaseException as error:  # it must not pass through C
            self._error = error
            return False
        return True

    def before(self, verb: str, first: int, count: int, *, is_crowd: bool, state: int = abi.NONE, mode: int = 0) -> None:
        """Records what has changed. `verb` is the name of a C function."""
        assert self._world is not None
        frame = self._world._frame
        name = verb[len("wits_crowd_" if is_crowd else "wits_"):]
        call = abi.RecordedCall(verb=VERBS.index(name), is_crowd=is_crowd, state=state, first=first, count=count,
                                tick=frame.tick, seed=frame.seed, mode=mode, targets=self._world._lists)
        lib.wits_recorder_before(self._recorder, byref(call))

    def after(self, handled: int) -> None:
        lib.wits_recorder_after(self._recorder, handled)

    def end(self) -> None:
        """Ends the recording. Raises what writing has raised, or WitsError if it is not complete."""
        if self._world is None:
            return
        self._world._idle()
        self._world._end_recording()
        self._world = None
        is_complete = lib.wits_recorder_end(self._recorder)
        if self._opened is not None:
            self._opened.close()
        if self._error is not None:
            raise self._error
        if not is_complete:
            status = lib.wits_recorder_status_of(self._recorder)
            raise WitsError(f"the recording ends early: {abi.text(lib.wits_recorder_status_text(status))}")

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


# ----------------------------------------------------------------------------------------------------------- replay


@dataclass(frozen=True)
class Difference:
    """The first difference between a recording and its replay."""

    tick: int
    """It was found before the calls of this tick."""
    id: int | None
    """Of the agent; None if only a hash was compared: see `keyframe_every`."""
    field: str | None
    """None: the agent's state."""


@dataclass(frozen=True)
class Replay:
    """The result of a replay. It is true if nothing differs."""

    brain: Brain
    crowd: Crowd
    """The agents at the end. Functions of the brain answer false and 0 from now on."""
    calls: int
    compared: int
    """How often agents were compared with a hash or keyframe."""
    end: str
    """"complete", or "cut" or "damaged" if only the beginning could be read."""
    unanswered: int
    """How often functions were asked what the recording does not answer."""
    difference: Difference | None

    def __bool__(self) -> bool:
        return self.difference is None

    def __str__(self) -> str:
        about = f"{self.brain.name}: {len(self.crowd):,} agents, {self.calls} calls; the recording is {self.end}; "
        if self.difference is None:
            return about + f"the same as recorded, compared {self.compared} times"
        agent = "" if self.difference.id is None else f", agent {self.difference.id}"
        field = "" if self.difference.field is None else f", field '{self.difference.field}'"
        return about + f"differs at tick {self.difference.tick}{agent}{field}"


def replay(source: str | os.PathLike[str] | bytes, brain: Brain | None = None) -> Replay:
    """Runs a recording of this package, of `wits run` or `crowd`, or of a game again, and compares it with the recorded.

    `brain` runs it with another version of the brain. Raises SnapshotError for bytes that are no recording.
    """
    if not isinstance(source, bytes):
        with open(source, "rb") as file:
            source = file.read()
    recording, report = abi.Recording(), Report()
    if not lib.wits_recording_open(byref(recording), source, len(source), byref(report.c)):
        raise SnapshotError("\n".join(report.lines()))
    start = recording.start
    if brain is None:
        if not recording.text_size:
            raise SnapshotError("the recording has no brain; give one")
        brain = Brain(ctypes.string_at(recording.text, recording.text_size).decode() + "\n", name="recording")
    if start.has_ids or not 1 <= start.count <= MOST_AGENTS:
        raise SnapshotError("the agents of the recording do not have consecutive ids; use `wits replay`")
    answers = {"condition": False, "score": 0.0}
    functions = {one.name: lambda call, *_, answer=answers.get(one.kind): answer for one in brain.functions}
    crowd = Crowd(brain, start.count, seed=start.seed, first_id=start.first_id, functions=functions, start=False)
    return _replay(recording, brain, crowd)


def _replay(recording: abi.Recording, brain: Brain, crowd: Crowd) -> Replay:
    report, agents, renamed = Report(), crowd._world(), ctypes.c_uint32()
    how = abi.Migration(allocator=pointer(abi.HEAP), frame=pointer(abi.Frame.from_buffer_copy(crowd._frame)))
    how.renames = lib.wits_file_renames(brain._file, byref(renamed))
    how.rename_count = renamed.value
    memory = mmap.mmap(-1, max(lib.wits_replay_size(byref(recording), brain._brain), 1))
    running = lib.wits_replay_begin(byref(recording), byref(agents), byref(how),
                                    ctypes.addressof(ctypes.c_uint8.from_buffer(memory)), len(memory), byref(report.c))
    if not running:
        raise SnapshotError("\n".join(report.lines()))
    try:
        call, found, means = abi.RecordedCall(), abi.Difference(), abi.ReplayMeans(code=crowd._crowd.code)
        difference, calls, compared, tick, is_there = None, 0, 0, agents.tick, True
        while is_there:
            is_there = lib.wits_replay_next(running, byref(call), byref(report.c))
            result = lib.wits_replay_check(running, byref(found))
            tick = call.tick if is_there else tick
            compared += result != abi.REPLAY_NOT_COMPARED
            if result == abi.REPLAY_DIFFERS:
                is_known = found.row != (1 << 64) - 1
                difference = Difference(tick, found.id if is_known else None,
                                        None if found.field == abi.NONE else brain.fields[found.field].name)
                break
            if is_there:
                scratch, means.scratch = abi.aligned(lib.wits_crowd_scratch_size(means.code, call.block))
                lib.wits_replay_run(running, byref(call), byref(means))
                calls += 1
        if report.c.count:
            raise SnapshotError("\n".join(report.lines()))
        crowd._set_tick(tick + 1)
        return Replay(brain, crowd, calls, compared, ENDS[recording.end], lib.wits_replay_unanswered(running), difference)
    finally:
        lib.wits_replay_end(running)


__all__ = ["Difference", "Recorder", "Replay", "replay"]
