# SPDX-License-Identifier: MIT
"""Pictures for notebooks: the states of a brain, and populations over time, as SVG; tables as HTML."""

from __future__ import annotations

import os
from html import escape
from typing import TYPE_CHECKING, Any, Iterable, Sequence

if TYPE_CHECKING:
    from ._brain import Brain

# The colours of Okabe and Ito, which people with any colour vision can tell apart.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#8a8a8a")
FONT = 'font-family="system-ui, sans-serif" font-size="12"'
KINDS = {"fsm": "#eef4fb", "utility": "#fdf5e3", "parallel": "#eaf6f1", "leaf": "#ffffff"}
LETTER = 7.2  # width of most letters of the font


def svg(width: float, height: float, parts: Iterable[str]) -> str:
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
            f'height="{height:.0f}" style="background:#ffffff" {FONT}>' + "".join(parts) + "</svg>")


def label(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(text)}</text>'


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    head = "".join(f"<th>{escape(str(cell))}</th>" for cell in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Picture:
    """Something that notebooks show as a picture."""

    def svg(self) -> str:
        raise NotImplementedError

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture as SVG."""
        if os.path.splitext(os.fspath(path))[1].lower() not in ("", ".svg"):
            raise ValueError(f"{os.fspath(path)}: pictures are saved as SVG; use a name that ends with .svg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg())

    def _repr_svg_(self) -> str:
        return self.svg()


# ----------------------------------------------------------------------------------------------------------- states

GAP, TITLE, LEAF = 8.0, 22.0, 26.0
MOST_WIDTH = 760.0


class _Box:
    """A state with its place in the picture: children in rows, which are filled from left to right."""

    def __init__(self, brain: Brain, state: int) -> None:
        info = brain.states[state]
        self.name, self.kind = info.name or brain.name, info.kind
        self.children: list[_Box] = []
        child = state + 1
        while child < info.end:
            self.children.append(_Box(brain, child))
            child = brain.states[child].end
        self.x = self.y = 0.0
        self.title = self.name if self.kind == "leaf" else f"{self.name} · {self.kind}"
        self.width = len(self.title) * LETTER + 2 * GAP
        self.height = LEAF
        if self.children:
            self._place()

    def _place(self) -> None:
        x, y, row = GAP, TITLE + GAP, 0.0
        for child in self.children:
            if x > GAP and x + child.width > MOST_WIDTH:
                x, y, row = GAP, y + row + GAP, 0.0
            child.x, child.y = x, y
            x += child.width + GAP
            row = max(row, child.height)
            self.width = max(self.width, x)
        self.height = y + row + GAP

    def draw(self, x: float, y: float, parts: list[str]) -> None:
        x, y = x + self.x, y + self.y
        dash = ' stroke-dasharray="4 3"' if self.kind == "parallel" else ""
        parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{self.width:.1f}" height="{self.height:.1f}" rx="6" '
                     f'fill="{KINDS.get(self.kind, "#ffffff")}" stroke="#5b6672"{dash}/>')
        parts.append(label(x + GAP, y + 17, self.title, 'fill="#1b232c"'))
        for child in self.children:
            child.draw(x, y, parts)


def draw_states(brain: Brain) -> str:
    """Draws states inside their parents."""
    box = _Box(brain, 0)
    parts: list[str] = []
    box.draw(1, 1, parts)
    return svg(box.width + 2, box.height + 2, parts)


# ------------------------------------------------------------------------------------------------------ populations


class Populations(Picture):
    """Numbers of agents in each state over time: `ticks`, and `counts` by state. Draws itself in notebooks."""

    def __init__(self, brain: Brain) -> None:
        self._name = brain.name
        self.ticks: list[int] = []
        self.counts: dict[str, list[int]] = {}

    def add(self, tick: int, counts: dict[str, int]) -> None:
        for path in counts:
            self.counts.setdefault(path, [0] * len(self.ticks))
        self.ticks.append(tick)
        for path, numbers in self.counts.items():
            numbers.append(counts.get(path, 0))

    def __repr__(self) -> str:
        return f"<wits.Populations of '{self._name}': {len(self.counts)} states, {len(self.ticks)} moments>"

    def svg(self, width: float = 720, height: float = 320) -> str:
        """Draws areas, stacked: one for each state that changes or has agents."""
        shown = [(path, numbers) for path, numbers in self.counts.items() if any(numbers)]
        # A region that all agents are in all the time would hide the others.
        shown = [one for one in shown if len(set(one[1])) > 1] or shown
        most = max((sum(numbers[i] for _, numbers in shown) for i in range(len(self.ticks))), default=0) or 1
        side = max((len(path) for path, _ in shown), default=0) * LETTER + 30
        left, right, top, bottom = 60.0, width - side - GAP, 10.0, height - 30
        first, last = (self.ticks[0], self.ticks[-1]) if self.ticks else (0, 1)

        def x_of(tick: int) -> float:
            return left + (right - left) * (tick - first) / max(last - first, 1)

        def y_of(count: int) -> float:
            return bottom - (bottom - top) * count / most

        parts, below = [], [0] * len(self.ticks)
        for i, (path, numbers) in enumerate(shown):
            above = [low + number for low, number in zip(below, numbers)]
            points = [(x_of(tick), y_of(count)) for tick, count in zip(self.ticks, above)]
            points += [(x_of(tick), y_of(count)) for tick, count in zip(reversed(self.ticks), reversed(below))]
            colour = COLOURS[i % len(COLOURS)]
            parts.append(f'<polygon fill="{colour}" points="' + " ".join(f"{x:.1f},{y:.1f}" for x, y in points) + '"/>')
            parts.append(f'<rect x="{right + 14:.1f}" y="{top + 18 * i:.1f}" width="10" height="10" fill="{colour}"/>')
            parts.append(label(right + 29, top + 18 * i + 9, path or self._name))
            below = above
        parts.append(f'<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="#5b6672"/>')
        for count in (0, most):
            parts.append(label(left - 5, y_of(count) + 4, f"{count:,}", 'text-anchor="end"'))
        for tick, anchor in ((first, "start"), (last, "end")):
            parts.append(label(x_of(tick), bottom + 16, f"tick {tick}", f'text-anchor="{anchor}"'))
        return svg(width, max(height, top + 18 * len(shown) + 10), parts)


def draw_lines(series: dict[str, Sequence[tuple[float, float]]], x_label: str, y_label: str) -> str:
    """Draws lines through points, such as the results of a sweep."""
    points = [point for line in series.values() for point in line]
    if not points:
        raise ValueError("no points to draw")
    low_x, high_x = min(x for x, _ in points), max(x for x, _ in points)
    low_y, high_y = min(0.0, min(y for _, y in points)), max(y for _, y in points)
    left, right, top, bottom = 70.0, 520.0, 14.0, 270.0

    def place(x: float, y: float) -> tuple[float, float]:
        return (left + (right - left) * (x - low_x) / ((high_x - low_x) or 1),
                bottom - (bottom - top) * (y - low_y) / ((high_y - low_y) or 1))

    parts = [f'<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="#5b6672"/>']
    for i, (name, line) in enumerate(series.items()):
        colour = COLOURS[i % len(COLOURS)]
        places = [place(x, y) for x, y in sorted(line)]
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="'
                     + " ".join(f"{x:.1f},{y:.1f}" for x, y in places) + '"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
        parts.append(label(right + 12, top + 18 * i + 9, name, f'fill="{colour}"'))
    parts += [label(left - 5, bottom + 4, f"{low_y:g}", 'text-anchor="end"'),
              label(left - 5, top + 8, f"{high_y:g}", 'text-anchor="end"'),
              label(left, bottom + 16, f"{low_x:g}"), label(right, bottom + 16, f"{high_x:g}", 'text-anchor="end"'),
              label((left + right) / 2, bottom + 32, x_label, 'text-anchor="middle"'),
              label(14, (top + bottom) / 2, y_label,
                    f'text-anchor="middle" transform="rotate(-90 14 {(top + bottom) / 2:.0f})"')]
    return svg(right + 24 + max(len(name) for name in series) * LETTER, 310, parts)


class Plot(Picture):
    """Lines that draw themselves in notebooks: points by name."""

    def __init__(self, series: dict[str, Sequence[tuple[float, float]]], x_label: str, y_label: str) -> None:
        self.series, self.x_label, self.y_label = series, x_label, y_label

    def svg(self) -> str:
        return draw_lines(self.series, self.x_label, self.y_label)
