# SPDX-License-Identifier: MIT
"""plot.py RESULTS.jsonl FOLDER: draws the growth of brains, as measured by wits-bench-crowd --json, into
FOLDER/growth-states.svg, growth-transitions.svg and growth-depth.svg. Both axes are logarithmic.
"""

import json
import math
import pathlib
import sys

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 230, 40, 50
COLOURS = ["#1f6fb4", "#d1661c", "#2b8a3e", "#9b2f7f"]
TITLES = {
    "states": "States, 4 transitions each",
    "transitions": "Transitions of each of 16 states",
    "depth": "Levels, 2 transitions each that never fire",
}


def series_of(rows, growing):
    """(inputs, firing, variant) to points (size, ns), sizes ascending."""
    found = {}
    for row in rows:
        if row["growing"] == growing:
            key = row["type"], row["firing"], row["variant"]
            found.setdefault(key, []).append((row[growing], row["ns_per_agent_tick"]))
    return {key: sorted(points) for key, points in found.items()}


class Chart:
    """Positions of values on the page."""

    def __init__(self, points):
        self.sizes = sorted({size for size, _ in points})
        self.low = math.floor(math.log10(min(ns for _, ns in points)))
        self.high = math.ceil(math.log10(max(ns for _, ns in points)))

    def x(self, size):
        low, high = math.log2(self.sizes[0]), math.log2(self.sizes[-1])
        return LEFT + (math.log2(size) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def y(self, ns):
        part = (math.log10(ns) - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)

    def axes(self):
        right = WIDTH - RIGHT
        for power in range(self.low, self.high + 1):
            y = self.y(10.0**power)
            yield f'<line x1="{LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="#ccc"/>'
            yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g} ns</text>'
        for size in self.sizes:
            x = self.x(size)
            yield f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{size}</text>'

    def line(self, points, colour, dashed):
        path = " ".join(f"{self.x(size):.1f},{self.y(ns):.1f}" for size, ns in points)
        dash = ' stroke-dasharray="6 4"' if dashed else ""
        yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>'


def draw(rows, growing):
    series = series_of(rows, growing)
    chart = Chart([point for points in series.values() for point in points])
    inputs = sorted({key[:2] for key in series})
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="15">{TITLES[growing]}: ns per agent and decision</text>',
        *chart.axes(),
    ]
    for number, (key, points) in enumerate(sorted(series.items())):
        kind, firing, variant = key
        colour = COLOURS[inputs.index((kind, firing)) % len(COLOURS)]
        dashed = variant != "wits"
        out += chart.line(points, colour, dashed)
        y = TOP + 20 * number + 10
        x = WIDTH - RIGHT + 16
        dash = ' stroke-dasharray="6 4"' if dashed else ""
        out.append(f'<line x1="{x}" y1="{y}" x2="{x + 28}" y2="{y}" stroke="{colour}" stroke-width="2"{dash}/>')
        out.append(f'<text x="{x + 36}" y="{y + 4}">{variant}, {kind}, {firing * 100:g} %</text>')
    return "\n".join([*out, "</svg>", ""])


def main(results, folder):
    rows = [json.loads(line) for line in pathlib.Path(results).read_text().splitlines() if line.startswith("{")]
    rows = [row for row in rows if row["workload"] == "growth"]
    for growing in TITLES:
        pathlib.Path(folder, f"growth-{growing}.svg").write_text(draw(rows, growing))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
