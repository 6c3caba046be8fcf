# SPDX-License-Identifier: MIT
"""Proofs about brains: properties, reachable states, equality of two brains, coverage."""

from __future__ import annotations

import ctypes
import math
import sys
from ctypes import byref
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable

from . import _abi as abi
from ._abi import lib
from ._brain import Brain, ProveProgress, _Files, _value
from ._crowd import Interrupts
from ._draw import Picture, table
from ._errors import BrainError, Problem, WitsError, problems_of

if TYPE_CHECKING:
    from ._brain import Progress

VERDICTS = ("not found", "proven", "refuted")
GOALS = ("state", "option", "transition", "fails")
NOT_GIVEN = 1e300


@dataclass(frozen=True)
class Run(Picture):
    """Inputs that lead somewhere: for the start and for each tick, by name. `Brain.run` runs them again."""

    ticks: int
    agent: int
    inputs: tuple[dict[str, Any], ...]
    table: str = field(default="", repr=False)
    """The inputs as CSV, for `wits run --inputs`."""
    target_tables: dict[str, str] = field(default_factory=dict, repr=False)
    """The targets as CSV by kind, for `wits run --targets`."""
    _brain: Brain | None = field(default=None, repr=False, compare=False)

    def svg(self) -> str:
        """Draws what an agent does with these inputs."""
        if self._brain is None:
            raise WitsError("the run was not made by a proof; use Brain.run")
        return self._brain.run(self).svg()


@dataclass(frozen=True)
class Proof:
    """The result for one property."""

    name: str
    kind: str
    """"never", "always", "reach", "within", "settles", "returns" or "same"."""
    text: str
    line: int
    verdict: str
    """"proven", "refuted" or "not found": then `why` has the reasons why that is no proof."""
    why: tuple[str, ...]
    is_complete: bool
    """Whether all situations were explored."""
    is_vacuous: bool
    """Whether the property never applied."""
    situations: int
    ticks: int
    seconds: float
    run: Run | None
    """A shortest run that refutes it, or for `reach` one that gets there."""
    worst: float | None
    """For `within`: the worst case in ticks; infinite if it may never end."""
    cycle: tuple[str, ...]
    """For `settles`: the active child after each tick of an endless cycle."""

    def __bool__(self) -> bool:
        return self.verdict == "proven"

    def __str__(self) -> str:
        run = f" by a run of {self.run.ticks} tick{'s' * (self.run.ticks != 1)}" if self.run is not None else ""
        why = f": {'; '.join(self.why)}" if self.why else ""
        return f"{self.name}: {self.verdict}{run}{why}"


class Proofs(list):  # type: ignore[type-arg]
    """A list of proofs that notebooks show as a table."""

    def _repr_html_(self) -> str:
        return table("proofs", ("property", "text", "verdict", "run"),
                     [(one.name, one.text, one.verdict, f"{one.run.ticks} ticks" if one.run else "") for one in self])


@dataclass(frozen=True)
class Goal:
    """Something that can be covered."""

    kind: str
    """"state": it is active after a tick; "option": it is chosen by its score; "transition": it fires;
    "fails": the condition of the transition is false."""
    text: str
    is_reachable: bool


@dataclass(frozen=True)
class Coverage:
    goals: tuple[Goal, ...]
    runs: tuple[Run, ...]
    """A few runs that together cover everything reachable."""
    is_complete: bool
    """If false, the search ended early: other goals may be reachable, too."""

    @property
    def unreachable(self) -> tuple[Goal, ...]:
        return tuple(goal for goal in self.goals if not goal.is_reachable)

    def _repr_html_(self) -> str:
        return table("coverage", ("kind", "goal", "reachable"),
                     [(goal.kind, goal.text, "yes" if goal.is_reachable else "no") for goal in self.goals])


# ---------------------------------------------------------------------------------------------------------- provers


class _Properties:
    """Properties of a brain's file, or of a text."""

    def __init__(self, brain: Brain, text: str | None) -> None:
        self.file = brain._file
        self._own = None
        if text is None:
            return
        if not isinstance(text, str):
            raise TypeError(f"properties are a str, not {type(text).__name__}")
        opened = _Files({"properties": text}, None)
        self._own = self.file = lib.wits_properties_load(b"properties", brain._file, byref(opened.options))
        if not self._own:
            raise MemoryError("no memory for properties")
        problems = problems_of(lib.wits_file_problems(self._own), lib.wits_file_problem_count(self._own))
        if problems:
            self.free()
            raise BrainError(problems)

    def free(self) -> None:
        if self._own:
            lib.wits_file_free(self._own)
            self._own = None


def _about(brain: Brain) -> abi.ProveAbout:
    return abi.ProveAbout(desc=lib.wits_file_desc(brain._file), promises=lib.wits_file_promises(brain._file))


def _about_one(brain: Brain, kind: int, name: str, condition: str) -> tuple[abi.ProveAbout, Any]:
    """Asks for one property, with the assumptions of the file. Returns also what must outlive the prover."""
    given = lib.wits_file_properties(brain._file)
    own = abi.Property(kind=kind, name=name.encode(), text=condition.encode(), file=b"")
    own.condition.text = condition.encode()
    rows = [own] + [given[i] for i in range(lib.wits_file_property_count(brain._file))
                    if given[i].kind == abi.PROPERTY_ASSUME]
    kept = (abi.Property * len(rows))(*rows)
    about = _about(brain)
    about.properties, about.property_count = kept, len(rows)
    return about, (own, kept)


def _options(limits: tuple[int, int, int], covers: bool = False) -> abi.ProveOptions:
    situations, ticks, worst = limits
    return abi.ProveOptions(most_situations=situations, most_ticks=ticks, worst_ticks=worst, covers=covers)


def _bar() -> tuple[Callable[[ProveProgress], None], Callable[[], None]]:
    """Returns functions that show progress, and that end it: tqdm's bar if it is there, else a line."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        shown = False

        def line(progress: ProveProgress) -> None:
            nonlocal shown
            shown = True
            print(f"\r{progress.explored:,} of {progress.situations:,} situations, {progress.ticks:,} ticks  ",
                  end="", file=sys.stderr, flush=True)

        return line, lambda: print(file=sys.stderr) if shown else None
    bar = tqdm(unit=" situations")

    def update(progress: ProveProgress) -> None:
        bar.total = progress.situations
        bar.update(progress.explored - bar.n)

    return update, bar.close


def _search(prover: int, progress: Progress | bool) -> None:
    """Runs a prover. Ctrl-C and exceptions of `progress` end it, and are raised when it has ended."""
    end: Callable[[], object] = lambda: None
    see: Any = progress
    if progress is True:
        see, end = _bar()
    raised: list[BaseException] = []
    interrupts = Interrupts()

    @abi.GoOn
    def go_on(user: int, at: Any) -> bool:
        if interrupts.came:
            return False
        if callable(see):
            now = at.contents
            try:
                see(ProveProgress(now.situations, now.looked_at, now.ticks, now.depth))
            except BaseException as error:  # it must not pass through C
                raised.append(error)
                return False
        return True

    try:
        with interrupts:
            lib.wits_prover_run(prover, go_on, None)
    finally:
        end()
    if raised:
        raise raised[0]


def _mistakes(prover: int, file: int, name: str) -> None:
    rows = lib.wits_prover_mistakes(prover)
    problems = []
    for i in range(lib.wits_prover_mistake_count(prover)):
        line = column = 0
        if rows[i].text:
            place = lib.wits_property_where(file, rows[i].text, rows[i].offset)
            name, line, column = abi.text(place.name), place.line, place.column
        elif rows[i].property:
            one = rows[i].property.contents
            name, line, column = abi.text(one.file), one.line, one.column
        problems.append(Problem(name, line, column, abi.text(rows[i].message), "PROPERTY"))
    if problems:
        raise BrainError(problems)


def _input(brain: Brain, row: abi.Input, value: float) -> Any:
    if row.what == abi.INPUT_FIELD:
        info = brain.fields[row.row]
        return _value(info.type, info.values, value)
    if row.what == abi.INPUT_TARGET_FIELD:
        own = brain.targets[row.row].fields[row.field]
        return _value(own.type, own.values, value)
    if row.what in (abi.INPUT_EVENT, abi.INPUT_CONDITION):
        return value != 0
    return int(value) if row.what in (abi.INPUT_TARGETS, abi.INPUT_TARGET) else value


def _run(brain: Brain, prover: int, run: abi.ProofRun, starts_any: bool = False) -> Run | None:
    if not run.is_there:
        return None
    texts = (ctypes.c_void_p * (1 + len(brain.targets)))()
    lib.wits_picture_run_texts(brain._file, prover, byref(run), starts_any, texts)
    inputs_table, *target_tables = [abi.take_text(text) for text in texts]
    rows = [lib.wits_prover_input(prover, i).contents for i in range(run.input_count)]
    inputs = []
    for tick in range(run.ticks + 1):
        given = {}
        for i, row in enumerate(rows):
            value = run.values[tick * run.input_count + i]
            if value != NOT_GIVEN:
                given[abi.text(row.name)] = _input(brain, row, value)
        inputs.append(given)
    return Run(run.ticks, run.agent, tuple(inputs), inputs_table,
               {kind.name: one for kind, one in zip(brain.targets, target_tables) if one}, brain)


def _proof(brain: Brain, prover: int, number: int) -> Proof:
    one = lib.wits_prover_proof(prover, number).contents
    about = one.property.contents
    kind = abi.text(lib.wits_property_kind_name(about.kind))
    worst = None
    if one.has_worst:
        worst = math.inf if one.worst_ticks == abi.NEVER else float(one.worst_ticks)
    cycle = [one.cycle_active[i] for i in range(one.cycle_period)]
    return Proof(abi.text(about.name) or "same", kind, abi.text(about.text), about.line, VERDICTS[one.verdict],
                 tuple(abi.text(one.why[i]) for i in range(one.why_count)), one.complete, one.vacuous,
                 one.situations, one.ticks, one.seconds, _run(brain, prover, one.run, about.start_any), worst,
                 tuple(brain.states[state].path if state != abi.NONE else "" for state in cycle))


def _prover(pointer: int | None) -> int:
    if not pointer:
        raise MemoryError("no memory for a prover")
    return pointer


def prove(brain: Brain, text: str | None, ranges: bool, limits: tuple[int, int, int],
          progress: Progress | bool) -> list[Proof]:
    properties = _Properties(brain, text)
    try:
        about = _about(brain)
        about.properties = lib.wits_file_properties(properties.file)
        about.property_count = lib.wits_file_property_count(properties.file)
        about.ranges = ranges
        proofs = _prove(brain, about, properties.file, limits, progress)
        if not proofs:  # all(proofs) would be True
            raise WitsError(f"brain '{brain.name}' has no properties to prove; add them under 'prove' or give a text")
        return proofs
    finally:
        properties.free()


def _prove(brain: Brain, about: abi.ProveAbout, file: int, limits: tuple[int, int, int],
           progress: Progress | bool) -> list[Proof]:
    options = _options(limits)
    prover = _prover(lib.wits_prover_new(byref(about), byref(options)))
    try:
        _mistakes(prover, file, brain.name)
        _search(prover, progress)
        return Proofs(_proof(brain, prover, i) for i in range(lib.wits_prover_proof_count(prover)))
    finally:
        lib.wits_prover_free(prover)


def reach(brain: Brain, path: str, limits: tuple[int, int, int], progress: Progress | bool) -> Proof:
    about, kept = _about_one(brain, abi.PROPERTY_REACH, f"reach {path}", f"in({path})")
    proof = _prove(brain, about, brain._file, limits, progress)[0]
    del kept
    return proof


def same(first: Brain, second: Brain, limits: tuple[int, int, int], progress: Progress | bool) -> Proof:
    if not isinstance(second, Brain):
        raise TypeError(f"expected a wits.Brain, not {type(second).__name__}")
    abouts = _about(first), _about(second)
    options = _options(limits)
    prover = _prover(lib.wits_same_new(byref(abouts[0]), byref(abouts[1]), byref(options)))
    try:
        _mistakes(prover, first._file, first.name)
        _search(prover, progress)
        return _proof(first, prover, 0)
    finally:
        lib.wits_prover_free(prover)


# --------------------------------------------------------------------------------------------------------- coverage


def _goal_text(brain: Brain, goal: abi.CoverGoal) -> str:
    if GOALS[goal.what] in ("state", "option"):
        return brain.states[goal.row].path or "/"
    one = brain._about["transitions"][goal.row]
    rule = [brain.states[one["from"]].path + (" (any)" if one["any"] else ""), "to", brain.states[one["to"]].path]
    if one.get("when"):
        rule += ["when", one["when"]]
    return " ".join(rule)


def cover(brain: Brain, limits: tuple[int, int, int], progress: Progress | bool) -> Coverage:
    about, kept = _about_one(brain, abi.PROPERTY_NEVER, "cover", "false")
    options = _options(limits, covers=True)
    prover = _prover(lib.wits_prover_new(byref(about), byref(options)))
    try:
        _mistakes(prover, brain._file, brain.name)
        _search(prover, progress)
        goals = []
        for number in range(lib.wits_cover_count(about.desc)):
            goal = abi.CoverGoal()
            if lib.wits_cover_goal_at(about.desc, brain._brain, number, byref(goal)):
                goals.append(Goal(GOALS[goal.what], _goal_text(brain, goal), lib.wits_prover_covers(prover, number)))
        runs = [_run(brain, prover, lib.wits_prover_cover_run(prover, i).contents)
                for i in range(lib.wits_prover_cover_run_count(prover))]
        is_complete = lib.wits_prover_proof(prover, 0).contents.verdict == abi.PROOF_PROVEN
        return Coverage(tuple(goals), tuple(run for run in runs if run is not None), is_complete)
    finally:
        lib.wits_prover_free(prover)
        del kept
