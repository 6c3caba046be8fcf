# SPDX-License-Identifier: MIT
"""Maps, curves and runs of one agent, drawn by the code of `wits map`, `wits curve` and `wits run --plot`."""

from __future__ import annotations

import csv
import ctypes
import io
import json
import os
import re
import threading
from ctypes import byref
from functools import cached_property
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Sequence

from . import _abi as abi
from ._abi import lib
from ._columns import list_of, to_int
from ._draw import Picture
from ._errors import PictureError, unknown
from ._inspect import number
from ._prove import Run

if TYPE_CHECKING:
    from ._brain import Brain, Table

MOST_TICKS = 200_000
_one_at_a_time = threading.Lock()


class _Drawn(Picture):
    """A finished picture."""

    notes: tuple[str, ...] = ()
    """Warnings and notes."""

    def __init__(self, brain: Brain, title: str, drawn: _Result) -> None:
        self._brain_name, self._title, self._svg, self.notes = brain.name, title, drawn.svg, drawn.notes

    def svg(self) -> str:
        return self._svg

    def __repr__(self) -> str:
        return f"<wits.{type(self).__name__} of '{self._brain_name}': {self._title}>"


class Map(_Drawn):
    """Which option wins for all values of two fields."""


class Curve(_Drawn):
    """How the score of an option is computed."""


class AgentRun(_Drawn):
    """What one agent did: entry 0 is the start, entry i tick i."""

    def __init__(self, brain: Brain, drawn: _Result) -> None:
        self._lines = drawn.lines.splitlines()
        super().__init__(brain, f"{len(self) - 1} ticks", drawn)
        self._fields = [field.name for field in brain.fields]

    @cached_property
    def records(self) -> list[dict[str, Any]]:
        """As `wits run --format jsonl` prints them: tick, active, actions, calls, context and targets."""
        return [json.loads(line) for line in self._lines]

    @property
    def ticks(self) -> list[int]:
        return [one["tick"] for one in self.records]

    @property
    def active(self) -> list[list[str]]:
        """After each tick, the paths of the deepest active states: one for each active region."""
        return [one["active"] for one in self.records]

    @property
    def calls(self) -> list[list[str]]:
        """The calls of functions of the host by actions, as texts."""
        return [one["calls"] for one in self.records]

    @property
    def columns(self) -> dict[str, list[Any]]:
        """The fields after each tick, by name."""
        return {name: self[name] for name in self._fields}

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, field: str) -> list[Any]:
        if field not in self._fields:
            unknown("field", field, self._fields)
        return [number(one["context"][field]) for one in self.records]


# ----------------------------------------------------------------------------------------------------------- tables


def _cell(value: Any, is_whole: bool) -> str:
    """Writes a value as in a CSV file for `wits run`."""
    value = value.item() if hasattr(value, "item") and not isinstance(value, str) else value
    if value is None or str(value) in ("<NA>", "NaT") or value != value:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if is_whole and value.is_integer() else repr(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return " ".join(map(str, value))
    return str(value)


def _columns_of(what: str, given: Any) -> dict[str, Any]:
    """Returns the columns of a table, by name."""
    if isinstance(given, Mapping):
        return dict(given)
    if hasattr(given, "columns") and hasattr(given, "__getitem__"):  # a data frame
        return {str(name): given[name] for name in given.columns}
    if isinstance(given, Iterable):
        rows = list(given)
        if all(isinstance(row, Mapping) for row in rows):
            names = list(dict.fromkeys(name for row in rows for name in row))
            return {name: [row.get(name) for row in rows] for name in names}
    raise TypeError(f"{what}: expected a mapping of columns, a list of mappings, a data frame, a path or the text of a "
                    f"CSV file, not {type(given).__name__}")


def _is_one(value: Any) -> bool:
    return isinstance(value, str) or not hasattr(value, "__len__")


def _table(what: str, given: Any, whole: set[str], more: Mapping[str, Any]) -> bytes:
    """Returns the text of a CSV file. `whole` are columns of integers, `more` are columns that a mapping may lack."""
    if isinstance(given, str) and "\n" in given:
        return given.encode()
    if isinstance(given, (str, os.PathLike)):
        with open(given, "rb") as file:
            return file.read()
    columns = _columns_of(what, given)
    for name, value in more.items():
        columns.setdefault(name, value)
    if not columns:
        raise ValueError(f"{what}: the table has no columns")
    lengths = {len(column) for column in columns.values() if not _is_one(column)}
    if len(lengths) > 1:
        raise ValueError(f"{what}: columns have different lengths: "
                         + ", ".join(f"{name} {len(one)}" for name, one in columns.items() if not _is_one(one)))
    rows = lengths.pop() if lengths else 1
    lists = [[column] * rows if _is_one(column) else list_of(column) for column in columns.values()]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in zip(*lists):
        writer.writerow([_cell(value, name in whole) for name, value in zip(columns, row)])
    return text.getvalue().encode()


# ---------------------------------------------------------------------------------------------------------- drawing


class _Result:
    def __init__(self, svg: str, lines: str, notes: tuple[str, ...]) -> None:
        self.svg, self.lines, self.notes = svg, lines, notes


def _expression(value: Any) -> str:
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return value
    raise TypeError(f"expected a bool, a number or a text, not {value!r}")


def _axis(what: str, given: Any) -> str:
    """Returns "distance=0..20"."""
    if isinstance(given, str):
        return given
    if not isinstance(given, (tuple, list)) or len(given) != 3 or not isinstance(given[0], str):
        raise TypeError(f"{what}: expected the name of a field, or (name, low, high), not {given!r}")
    return f"{given[0]}={_expression(given[1])}..{_expression(given[2])}"


def _panels(what: str, given: Any) -> str:
    if isinstance(given, str):
        return given
    if not isinstance(given, (tuple, list)) or len(given) != 2 or isinstance(given[1], str):
        raise TypeError(f"{what}: expected the name of a field, or (name, values), not {given!r}")
    return f"{given[0]}=" + ",".join(_expression(value) for value in given[1])


def _text(what: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what}: expected a str, not {type(value).__name__}")
    return value


def _draw(brain: Brain, kind: int, words: list[str], last: Sequence[str], inputs: Any, around: tuple[Any, ...]) -> _Result:
    """Draws a picture: `words` are options of the command, `last` what follows the brain."""
    seed, id_, targets, given, fields = around
    if isinstance(inputs, Run):
        table: bytes | None = inputs.table.encode()
        targets, id_ = {**inputs.target_tables, **(targets or {})}, inputs.agent
    else:
        whole = {one.name for one in brain.fields if one.type not in ("float", "enum", "bool")} | {"tick"}
        table = None if inputs is None else _table("inputs", inputs, whole, {})
    words += [f"--set={name}={_expression(value)}" for name, value in {**(given or {}), **fields}.items()]
    words += [f"--seed={to_int('seed', seed)}"] * (seed != 0) + [f"--agent={to_int('id', id_)}"] * (id_ != 0)
    words = [("map", "curve", "run")[kind], *words, "--", brain.files[0], *last]
    if any("\0" in word for word in words) or (table is not None and b"\0" in table):
        raise ValueError("a zero character is not allowed")
    request = abi.PictureRequest(kind=kind, file=brain._file, inputs=table, word_count=len(words))
    request.words = (ctypes.c_char_p * (len(words) + 1))(*[word.encode() for word in words], None)
    if targets:
        texts = [b""] * len(brain.targets)
        for name, one in targets.items():
            row = brain._kind(name)
            whole = {own.name for own in brain.targets[row].fields if own.type not in ("float", "enum", "bool")}
            texts[row] = _table(f"targets of '{name}'", one, whole | {"tick", "id"}, {"tick": 0})
        request.targets = (ctypes.c_char_p * len(texts))(*texts)
    made = abi.Picture()
    with _one_at_a_time:
        good = lib.wits_picture_draw(byref(request), byref(made))
    svg, lines, messages = abi.take_text(made.svg), abi.take_text(made.lines), abi.take_text(made.messages)
    if not good:
        raise PictureError(re.sub(r"--([a-z][a-z-]*)", lambda found: _argument(str(found[1])), messages) or "cannot be drawn")
    return _Result(svg, lines, tuple(messages.splitlines()))


def _argument(option: str) -> str:
    """Returns the argument of this package that an option of the command is."""
    return {"from": "begin_in", "agent": "id", "plot-fields": "plot", "set": "field"}.get(option, option)


def _options(begin_in: str | None, **options: Any) -> list[str]:
    """Returns words for options other than None."""
    if begin_in is not None:
        options["from"] = _text("begin_in", begin_in)
    return [f"--{name}={value}" for name, value in options.items() if value is not None]


def _maybe(check: Callable[[str, Any], Any], what: str, value: Any) -> Any:
    return None if value is None else check(what, value)


def draw_map(brain: Brain, x: Any, y: Any, of: str | None, z: Any, begin_in: str | None, after: int | None,
             margin: bool, size: Any, around: tuple[Any, ...]) -> Map:
    if size is not None:
        size = "x".join(str(to_int("size", one)) for one in size)
    words = _options(begin_in, x=_axis("x", x), y=_axis("y", y), of=_maybe(_text, "of", of), z=_maybe(_panels, "z", z),
                     after=_maybe(to_int, "after", after), size=size)
    words += ["--margin"] * bool(margin)
    return Map(brain, f"{_axis('x', x)}, {_axis('y', y)}", _draw(brain, abi.PICTURE_MAP, words, (), None, around))


def draw_curve(brain: Brain, option: str, over: Any, at: int | None, inputs: Table | Run | None, begin_in: str | None,
               around: tuple[Any, ...]) -> Curve:
    words = _options(begin_in, over=_maybe(_axis, "over", over), at=_maybe(to_int, "at", at))
    return Curve(brain, _text("option", option), _draw(brain, abi.PICTURE_CURVE, words, [option], inputs, around))


def run_agent(brain: Brain, inputs: Table | Run | None, ticks: int | None, plot: Sequence[str], begin_in: str | None,
              around: tuple[Any, ...]) -> AgentRun:
    if ticks is not None and to_int("ticks", ticks) > MOST_TICKS:
        raise ValueError(f"ticks: {ticks} is more than {MOST_TICKS:,}; use a Crowd for long runs")
    names = [plot] if isinstance(plot, str) else [_text("plot", name) for name in plot]
    words = _options(begin_in, ticks=_maybe(to_int, "ticks", ticks))
    words += [f"--plot-fields={','.join(names)}"] * bool(names)
    return AgentRun(brain, _draw(brain, abi.PICTURE_RUN, words, (), inputs, around))


__all__ = ["AgentRun", "Curve", "Map"]
