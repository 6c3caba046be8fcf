# SPDX-License-Identifier: MIT
"""Exceptions of this package. Values of a wrong type or range are TypeError and ValueError of Python."""

from __future__ import annotations

import difflib
from ctypes import POINTER, create_string_buffer
from dataclasses import dataclass
from typing import Any, Iterable, NoReturn, Sequence

from . import _abi as abi

MOST_LINES = 20


class WitsError(Exception):
    """Base class of the exceptions of this package."""


@dataclass(frozen=True)
class Problem:
    """A mistake or warning in a brain file."""

    file: str
    """Name of the file, as given to Brain or in `include`."""
    line: int
    """From 1; 0 for a problem of the whole file."""
    column: int
    """In characters from 1; 0 if the line is 0."""
    message: str
    """One line without the position: the thing, the fault, the fix."""
    code: str
    """A stable name, such as "KEY_UNKNOWN"."""
    suggestion: str | None = None
    """The name that was probably meant, which the message mentions, too."""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return f"{place}: {self.message}"


class BrainError(WitsError, ValueError):
    """A brain file, or one of its properties, has mistakes: all of them are in `problems`."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        lines = [str(problem) for problem in self.problems[:MOST_LINES]]
        if len(self.problems) > MOST_LINES:
            lines.append(f"{len(self.problems) - MOST_LINES} more problems")
        super().__init__("\n".join(lines))

    def __reduce__(self) -> tuple[Any, ...]:
        return BrainError, (self.problems,)


class UnknownNameError(WitsError, LookupError):
    """A state, event, field, function or kind of targets that the brain does not have, or a function that is missing."""


class PictureError(WitsError, ValueError):
    """A map, curve or run that cannot be drawn: the message says which argument or input is wrong, and why."""


class SnapshotError(WitsError, ValueError):
    """Bytes that are no snapshot, damaged, or of other agents. Nothing was changed."""


def unknown(what: str, name: object, names: Iterable[str]) -> NoReturn:
    near = difflib.get_close_matches(str(name), list(names), 1)
    raise UnknownNameError(f"unknown {what} '{name}'" + (f"; did you mean '{near[0]}'?" if near else ""))


def problems_of(rows: Any, count: int) -> list[Problem]:
    """Reads problems of a brain file."""
    return [Problem(abi.text(one.name), one.line, one.column, abi.text(one.message), abi.text(one.kind),
                    abi.text(one.nearest) or None)
            for one in (rows[i] for i in range(count))]


class Report:
    """Room for the problems of one call."""

    MOST = 8

    def __init__(self) -> None:
        self._problems = (abi.Problem * self.MOST)()
        self.c = abi.Report(self._problems, self.MOST, 0)

    def lines(self) -> list[str]:
        line = create_string_buffer(1700)
        found = []
        for i in range(min(self.c.count, self.MOST)):
            abi.lib.wits_problem_text(POINTER(abi.Problem)(self._problems[i]), line, len(line))
            found.append(abi.text(line.value))
        return found
