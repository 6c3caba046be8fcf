# SPDX-License-Identifier: MIT
"""Explanations of an agent's next decision, as data, text and HTML."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any

from ._brain import Brain
from ._draw import COLOURS
from ._errors import WitsError
from ._inspect import number

WHY = {
    "chosen": "chosen", "lost": "another scores more", "not_drawn": "was not drawn", "not_among": "not in the draw",
    "gated": "a gate does not hold", "not_a_number": "its score is not a number", "floor": "below the floor",
    "cooling": "on cooldown", "default": "does not exceed the default option", "rank": "others have a higher rank",
    "not_needed": "the default is not needed", "no_target": "has no target",
}
NOT_SCORED = {"held": "hold", "not_due": "every", "committed": "the option commits"}
TRIED = {"fired": "fired", "event": "its event is not pending", "after": "not active long enough",
         "condition": "its condition is false", "active": "its destination is active"}


@dataclass(frozen=True)
class Consideration:
    """An input, gate or group of an option's score."""

    text: str
    raw: float
    """The input; NaN for groups."""
    value: float
    holds: bool
    """For a gate."""
    wins_at: float | None
    """With `counterfactuals`: the nearest input with which the option would have been chosen."""

    def __str__(self) -> str:
        if self.value != self.value:
            return f"{self.text}: {'holds' if self.holds else 'does not hold'}"
        wins = f"; would win at {self.wins_at:.4g}" if self.wins_at is not None else ""
        return f"{self.text}{f' = {self.raw:.4g}' if self.raw == self.raw else ''} counts {self.value:.4g}{wins}"


@dataclass(frozen=True)
class ScoreField:
    """A field in the score of an option, if that is an expression; with `counterfactuals`."""

    name: str
    now: float
    wins_at: float | None
    """The nearest value with which the option would have been chosen."""

    def __str__(self) -> str:
        wins = f"would win at {self.wins_at:.4g}" if self.wins_at is not None else "no other value would win"
        return f"{self.name} = {self.now:.4g}; {wins}"


@dataclass(frozen=True)
class Option:
    path: str
    verdict: str
    """"chosen", "lost", "gated", "floor", ..."""
    score: float
    inertia: float
    competing: float
    """Score with inertia, as it is compared."""
    margin: float
    target: int | None
    text: str
    """Its score in the brain file."""
    considerations: tuple[Consideration, ...] = ()
    fields: tuple[ScoreField, ...] = ()


@dataclass(frozen=True)
class Choice:
    """The choice of one utility."""

    utility: str
    before: str | None
    chosen: str | None
    how: str
    """"scored", "entered", "held", "not_due" or "committed"."""
    left: int
    """Ticks until it scores again, if it did not."""
    options: tuple[Option, ...] = ()


@dataclass(frozen=True)
class Transition:
    source: str
    destination: str
    tried: str
    """"fired", or what was missing: "event", "after", "condition", "active"."""
    when: str | None
    event: str | None
    after: int
    elapsed: int


@dataclass(frozen=True)
class Explanation:
    """The next decision of an agent. `str()` and notebooks show it."""

    brain: Brain = field(repr=False)
    tick: int
    """The tick that it is about."""
    data: dict[str, Any] = field(repr=False)
    """Everything, as docs/inspector.md describes `focus`."""

    def __post_init__(self) -> None:
        if "explain" not in self.data:
            raise WitsError("the agent cannot decide: functions are missing")

    def _path(self, row: Any) -> str | None:
        return None if row is None else self.brain.states[row].path or "/"

    @property
    def active(self) -> list[str]:
        """Paths of the deepest active states."""
        rows, states = self.data["active"], self.brain.states
        return [states[row].path or "/" for row in rows if not any(row < other < states[row].end for other in rows)]

    @property
    def transitions(self) -> list[Transition]:
        """Transitions in the order in which they were tried."""
        rows = self.brain._about["transitions"]
        return [Transition(self._path(one["source"]) or "", self._path(one["destination"]) or "", one["tried"],
                           rows[one["row"]].get("when"), None if rows[one["row"]].get("event") is None
                           else self._event(rows[one["row"]]["event"]), rows[one["row"]].get("after", 0),
                           one["elapsed"]) for one in self.data["explain"]["transitions"]]

    def _event(self, event: Any) -> str:
        return self.brain.events[event] if isinstance(event, int) else str(event)

    @property
    def choices(self) -> list[Choice]:
        return [Choice(self._path(one["composite"]) or "", self._path(one["current"]), self._path(one["chosen"]),
                       one["how"], one["left"], tuple(self._option(option) for option in one["options"]))
                for one in self.data["explain"]["choices"]]

    def _option(self, one: dict[str, Any]) -> Option:
        state = self.brain._about["states"][one["option"]]
        texts = {row["row"]: row.get("gate") or row.get("input") or row.get("group") or ""
                 for row in state.get("considerations", ())}
        considerations = tuple(
            Consideration(texts.get(row["row"], ""), number(row["raw"]), number(row["value"]), row["holds"],
                          number(row["winsAt"]) if row.get("wouldWin") else None) for row in one["considerations"])
        fields = tuple(
            ScoreField(self.brain.fields[told["field"]].name, number(told["now"]),
                       number(told["winsAt"]) if told["wouldWin"] else None) for told in one["fields"])
        return Option(self._path(one["option"]) or "", one["verdict"], number(one["score"]), number(one["inertia"]),
                      number(one["competing"]), number(one["margin"]), one["target"],
                      state.get("score") or "", considerations, fields)

    # --------------------------------------------------------------------------------------------------------- text

    def _fields(self) -> str:
        names = []
        for info, value in zip(self.brain.fields, self.data["fields"]):
            shown = number(value)
            if info.type == "enum":
                shown = info.values[shown]
            elif info.type == "bool":
                shown = "true" if shown else "false"
            else:
                shown = f"{shown:.6g}"
            names.append(f"{info.name} {shown}")
        return "; ".join(names)

    def _head(self, choice: Choice) -> str:
        if choice.how in NOT_SCORED:
            left = f", {choice.left} more tick{'s' * (choice.left > 1)}" if choice.left else ""
            return f"{choice.utility} keeps {choice.chosen}: {NOT_SCORED[choice.how]}{left}"
        if choice.chosen == choice.before:
            return f"{choice.utility} stays with {choice.chosen}"
        return f"{choice.utility} chooses {choice.chosen}" + (f", before {choice.before}" if choice.before else "")

    def _why(self, transition: Transition) -> str:
        if transition.tried == "condition":
            return f"its condition is false: {transition.when}"
        if transition.tried == "event":
            return f"its event {transition.event} is not pending"
        if transition.tried == "after":
            return f"needs {transition.after} ticks, has had {transition.elapsed}"
        return TRIED[transition.tried]

    def __str__(self) -> str:
        lines = [f"tick {self.data['decides']}, agent {self.data['agent']}: {', '.join(self.active) or 'stopped'}"]
        if self.brain.fields:
            lines.append(f"  {self._fields()}")
        lines += [f"{'>' if one.tried == 'fired' else '-'} {one.source} to {one.destination}: {self._why(one)}"
                  for one in self.transitions]
        for choice in self.choices:
            lines.append(self._head(choice))
            for one in sorted(choice.options, key=lambda one: (one.verdict != "chosen", -_sortable(one.competing))):
                inertia = f" + {one.inertia:.4g}" if one.inertia else ""
                target = f", target {one.target}" if one.target is not None else ""
                text = f": {one.text}" if one.text else ""
                lines.append(f"  {'>' if one.verdict == 'chosen' else ' '} {one.path}  {one.score:.4g}{inertia}  "
                             f"{WHY[one.verdict]}{target}{text}")
                lines += [f"      {row}" for row in (*one.considerations, *one.fields)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        parts = [f"<p><b>tick {self.data['decides']}, agent {self.data['agent']}</b>: "
                 f"{escape(', '.join(self.active) or 'stopped')}<br>{escape(self._fields())}</p>"]
        if self.transitions:
            parts.append("<ul>" + "".join(
                f"<li>{escape(one.source)} → {escape(one.destination)}: {escape(self._why(one))}</li>"
                for one in self.transitions) + "</ul>")
        for choice in self.choices:
            most = max((_sortable(one.competing) for one in choice.options), default=0.0)
            rows = []
            for one in choice.options:
                width = 100 * max(_sortable(one.competing), 0) / most if most > 0 else 0
                is_chosen = one.verdict == "chosen"
                bar = (f'<div style="width:{width:.0f}px;height:10px;background:{COLOURS[0 if is_chosen else 7]}">'
                       "</div>")
                name = f"<b>{escape(one.path)}</b>" if is_chosen else escape(one.path)
                rows.append(f"<tr><td>{name}</td><td>{one.competing:.4g}</td><td>{bar}</td>"
                            f"<td>{escape(WHY[one.verdict])}</td><td><code>{escape(one.text)}</code></td></tr>")
            parts.append(f"<p>{escape(self._head(choice))}</p><table>" + "".join(rows) + "</table>")
        return "<div>" + "".join(parts) + "</div>"


def _sortable(score: float) -> float:
    return score if score == score else float("-inf")
