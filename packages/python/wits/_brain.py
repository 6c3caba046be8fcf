# SPDX-License-Identifier: MIT
"""Brains: read from files or texts, described, and shared by agents and crowds."""

from __future__ import annotations

import ctypes
import os
import weakref
from ctypes import POINTER, byref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence, Union

from . import _abi as abi
from ._abi import lib
from ._errors import BrainError, Problem, problems_of, unknown
from ._inspect import ask

if TYPE_CHECKING:
    from ._agent import Agent
    from ._pictures import AgentRun, Curve, Map
    from ._prove import Coverage, Proof, Run
    from ._world import Functions

Constant = Union[bool, int, float, str]
Table = Any
"""A mapping of columns, a sequence of rows that are mappings, a data frame, a path, or the text of a CSV file."""
Progress = Callable[["ProveProgress"], object]


@dataclass(frozen=True)
class ProveProgress:
    """Progress of a proof."""

    situations: int
    explored: int
    ticks: int
    depth: int


@dataclass(frozen=True)
class State:
    path: str
    """From below the root, such as "mind/eat"; "" for the root."""
    kind: str
    """"leaf", "fsm", "utility" or "parallel"."""
    parent: int | None
    """Position in Brain.states."""
    end: int
    """Position after its last descendant."""

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


@dataclass(frozen=True)
class Field:
    name: str
    type: str
    """"bool", "enum", "int8", "uint8", "int16", "uint16", "int" or "float"."""
    values: tuple[str, ...]
    """Names of an enum's values."""
    initial: bool | int | float | str
    is_assigned: bool
    """Whether an action of the brain assigns it."""


@dataclass(frozen=True)
class Function:
    name: str
    kind: str
    """"condition", "score", "action" or "step"."""


@dataclass(frozen=True)
class TargetField:
    name: str
    type: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class TargetKind:
    name: str
    fields: tuple[TargetField, ...]


def _constant(value: Constant) -> bytes:
    return (str(value).lower() if isinstance(value, bool) else str(value)).encode()


class _Files:
    """Opens a brain from texts, for a call that reads it."""

    def __init__(self, files: Mapping[str, str] | None, constants: Mapping[str, Constant] | None) -> None:
        self.options = abi.FileOptions()
        if files is not None:
            given = {name: text.encode() for name, text in files.items()}

            def find(user: int, name: bytes, allocator: Any, to: Any, length: Any) -> bool:
                found = given.get(name.decode())
                if found is None:
                    return False
                memory = abi.malloc(len(found)) if found else None
                if found:
                    ctypes.memmove(memory, found, len(found))
                to[0], length[0] = memory, len(found)
                return True

            self._open = abi.Open(find)
            self.options.open = self._open
        rows = [abi.FileConstant(name.encode(), _constant(value)) for name, value in (constants or {}).items()]
        self._constants = (abi.FileConstant * max(len(rows), 1))(*rows)
        self.options.constants = ctypes.cast(self._constants, POINTER(abi.FileConstant))
        self.options.constant_count = len(rows)


def _value(type_: str, values: Sequence[str], value: float) -> bool | int | float | str:
    if type_ == "bool":
        return bool(value)
    if type_ == "enum":
        return values[int(value)]
    return float(value) if type_ == "float" else int(value)


class Brain:
    """A compiled brain file. It is immutable; any number of agents, crowds and threads share it.

    `source` is the path of a brain file, or its text if it has more than one line. Included files are found beside
    the file; for a text they are given in `files`, by name. `constants` override those of the file.

    Raises BrainError with all mistakes.
    """

    name: str
    states: tuple[State, ...]
    events: tuple[str, ...]
    fields: tuple[Field, ...]
    functions: tuple[Function, ...]
    """The functions of the host that the brain calls."""
    targets: tuple[TargetKind, ...]
    """Kinds of targets."""
    warnings: tuple[Problem, ...]
    """Likely mistakes."""
    files: tuple[str, ...]
    """Names of the files that the brain was read from."""
    ticks_per_second: float
    """0 if the file does not give it."""

    def __init__(self, source: str | os.PathLike[str], *, name: str | None = None,
                 files: Mapping[str, str] | None = None, constants: Mapping[str, Constant] | None = None) -> None:
        opened = _Files(files, constants)
        if isinstance(source, str) and "\n" in source:
            text = source.encode()
            pointer = lib.wits_file_parse_with(text, len(text), (name or "brain").encode(), byref(opened.options))
        else:
            pointer = lib.wits_file_load_with(os.fsencode(source), byref(opened.options))
        if not pointer:
            raise MemoryError("no memory for a brain")
        weakref.finalize(self, lib.wits_file_free, pointer)
        self._file: int = pointer
        problems = problems_of(lib.wits_file_problems(pointer), lib.wits_file_problem_count(pointer))
        if problems:
            raise BrainError(problems)
        self._brain: int = lib.wits_file_brain(pointer)
        self.warnings = tuple(problems_of(lib.wits_file_warnings(pointer), lib.wits_file_warning_count(pointer)))
        self.files = tuple(abi.text(lib.wits_file_source_name(pointer, i))
                           for i in range(lib.wits_file_source_count(pointer)))
        self._describe()

    def _describe(self) -> None:
        agent = bytearray(lib.wits_agent_size(self._brain))
        world = abi.Agents(brain=self._brain, agents=abi.address(agent), count=1)
        about = ask(self, world, None, "brain")
        self._about: dict[str, Any] = about
        self.name = about["name"]
        self.states = tuple(State(one["path"], one["kind"], one["parent"], one["end"]) for one in about["states"])
        self.events = tuple(about["events"])
        self.fields = tuple(
            Field(one["name"], one["type"], tuple(one["values"] or ()),
                  _value(one["type"], one["values"] or (), float(one["initial"])), one["assigned"])
            for one in about["fields"])
        self.functions = tuple(Function(one["name"], one["kind"]) for one in about["functions"])
        self.targets = tuple(
            TargetKind(kind["name"], tuple(TargetField(one["name"], one["type"], tuple(one["values"] or ()))
                                           for one in kind["fields"])) for kind in about["targets"])
        self.ticks_per_second = float(about["ticksPerSecond"])
        self._fields = {field.name: i for i, field in enumerate(self.fields)}

    # ------------------------------------------------------------------------------------------------------- names

    def _state(self, name: str) -> int:
        """Returns the row of a state; "" and "/" are the root."""
        if not isinstance(name, str):
            raise TypeError(f"the name of a state is a str, not {type(name).__name__}")
        if name in ("", "/"):
            return 0
        state: int = lib.wits_find_state(self._brain, name.encode())
        if state == abi.NONE:
            paths = [one.path for one in self.states]
            matching = [path for path in paths if path.rpartition("/")[2] == name]
            if matching:
                unknown("state", f"{name}' is ambiguous: '" + "', '".join(matching), ())
            unknown("state", name, paths + [one.name for one in self.states])
        return state

    def _event(self, name: str) -> int:
        if name not in self.events:
            unknown("event", name, self.events)
        return self.events.index(name)

    def _field(self, name: str) -> int:
        found = self._fields.get(name)
        return unknown("field", name, self._fields) if found is None else found

    def _kind(self, name: str) -> int:
        names = [kind.name for kind in self.targets]
        return names.index(name) if name in names else unknown("kind of targets", name, names)

    # ------------------------------------------------------------------------------------------------------- texts

    @property
    def text(self) -> str:
        """The text of the file."""
        return abi.text(lib.wits_file_text(self._file, None))

    @property
    def expanded(self) -> str:
        """The brain as one file, without includes, constants and parts."""
        return abi.text(lib.wits_file_expanded(self._file, None))

    @property
    def hash(self) -> int:
        """Hash of the compiled bytes."""
        return lib.wits_brain_hash(self._brain)  # type: ignore[no-any-return]

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies are the brain itself, and it is pickled as text: for processes that share the work."""
        return _brain_of, (self.expanded, self.files[0])

    def __copy__(self) -> Brain:
        return self

    def __deepcopy__(self, memo: Any) -> Brain:
        return self

    def __repr__(self) -> str:
        return f"<wits.Brain '{self.name}': {len(self.states)} states, {len(self.fields)} fields>"

    def svg(self) -> str:
        """Draws the tree of states."""
        from ._draw import draw_states
        return draw_states(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    # ---------------------------------------------------------------------------------------------------- pictures

    def map(self, x: str | tuple[str, float, float], y: str | tuple[str, float, float], *, of: str | None = None,
            z: str | tuple[str, Sequence[Constant]] | None = None, begin_in: str | None = None, after: int | None = None,
            margin: bool = False, size: tuple[int, int] | None = None, seed: int = 0, id: int = 0,
            targets: Mapping[str, Table] | None = None, given: Mapping[str, Constant] | None = None,
            **fields: Constant) -> Map:
        """Draws which option of a utility wins, or which state of an fsm is active, for all values of two fields.

        `x` and `y` are fields: by name with the range of the file, or (name, low, high). `z` is a third one, with a
        picture for each value: (name, values). `of` is the utility or fsm; the whole brain by default.
        `begin_in` is the state before the decision, and `after` the ticks since it was entered. `margin` draws the
        winner paler where its lead is small. The remaining arguments, and `given`, are values of other fields and of
        functions: `given={'sees("thief")': True}`; a text is an expression, or the name of an enum's value.
        """
        from ._pictures import draw_map
        return draw_map(self, x, y, of, z, begin_in, after, margin, size, (seed, id, targets, given, fields))

    def curve(self, option: str, *, over: str | tuple[str, float, float] | None = None, at: int | None = None,
              inputs: Table | Run | None = None, begin_in: str | None = None, seed: int = 0, id: int = 0,
              targets: Mapping[str, Table] | None = None, given: Mapping[str, Constant] | None = None,
              **fields: Constant) -> Curve:
        """Draws how the score of a utility's option is computed.

        `over` draws the scores of all options over one field. `at` also shows the values in the decision of a tick of
        a run, whose arguments are those of `run`.
        """
        from ._pictures import draw_curve
        return draw_curve(self, option, over, at, inputs, begin_in, (seed, id, targets, given, fields))

    def run(self, inputs: Table | Run | None = None, *, ticks: int | None = None, plot: Sequence[str] = (),
            begin_in: str | None = None, seed: int = 0, id: int = 0, targets: Mapping[str, Table] | None = None,
            given: Mapping[str, Constant] | None = None, **fields: Constant) -> AgentRun:
        """Runs one agent from its start, with inputs by tick, and returns what it did. It draws itself.

        `inputs` are a table: a mapping of columns, a list of rows, a data frame, a path or the text of a CSV file, or
        the run of a proof. A column is a field, a function's result such as "sees(\"thief\")" or "sees()", or "raise"
        with the names of events; each row is a tick from 1, or as a column "tick" says. None, NaN and empty cells
        leave a value as it is. `targets` has such a table for each kind of targets, with columns "tick", "id" and the
        fields. `plot` are fields to draw, too. It ends with the inputs, or after 10 ticks without any.
        """
        from ._pictures import run_agent
        return run_agent(self, inputs, ticks, plot, begin_in, (seed, id, targets, given, fields))

    # ------------------------------------------------------------------------------------------------------ agents

    def agent(self, *, id: int = 0, seed: int = 0, functions: Functions | None = None, start: bool = True,
              **fields: Any) -> Agent:
        """Makes an agent. The remaining arguments are values of fields other than the initial ones."""
        from ._agent import Agent
        return Agent(self, id=id, seed=seed, functions=functions, start=start, **fields)

    # ------------------------------------------------------------------------------------------------------ proofs

    def prove(self, properties: str | None = None, *, ranges: bool = False, most_situations: int = 0,
              most_ticks: int = 0, worst_ticks: int = 0, progress: Progress | bool = False) -> list[Proof]:
        """Proves the properties of the file, or those in `properties`: a text as under `prove`. None: a WitsError.

        `ranges` also proves that fields stay within their ranges. `progress` is called several times a second, or
        True for a progress bar. Ctrl-C ends it with KeyboardInterrupt.
        """
        from ._prove import prove
        return prove(self, properties, ranges, (most_situations, most_ticks, worst_ticks), progress)

    def reach(self, state: str, *, most_situations: int = 0, most_ticks: int = 0,
              progress: Progress | bool = False) -> Proof:
        """Proves that an agent can get into a state, and finds a shortest run; or that it cannot."""
        from ._prove import reach
        path = self.states[self._state(state)].path or "/"
        return reach(self, path, (most_situations, most_ticks, 0), progress)

    def same(self, other: Brain, *, most_situations: int = 0, most_ticks: int = 0,
             progress: Progress | bool = False) -> Proof:
        """Proves that two brains always do the same, or finds a shortest run after which they differ."""
        from ._prove import same
        return same(self, other, (most_situations, most_ticks, 0), progress)

    def cover(self, *, most_situations: int = 0, most_ticks: int = 0, progress: Progress | bool = False) -> Coverage:
        """Returns what can be reached: states, options, transitions, and conditions that can fail."""
        from ._prove import cover
        return cover(self, (most_situations, most_ticks, 0), progress)


def _brain_of(text: str, name: str) -> Brain:
    return Brain(text, name=name)


__all__ = ["Brain", "Field", "Function", "ProveProgress", "State", "TargetField", "TargetKind"]
