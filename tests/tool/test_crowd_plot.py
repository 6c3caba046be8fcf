# SPDX-License-Identifier: MIT
"""The picture of a crowd, read back and compared with --format csv."""
import csv
import io
import json
import re
import signal
import subprocess
import unittest
import xml.etree.ElementTree

from program import PROGRAM, ROOT, Case, let_run, wits
from test_crowd import COUNTER
from test_plot import Picture, points

# Shown in docs/brain-files.md.
PICTURES = {
    "villager-crowd.svg": ["crowd", "brains/villager.yaml", "--agents", "10000", "--ticks", "200", "--set",
                           "hunger=random", "--plot", "-", "--fields", "hunger,tiredness", "--transitions"],
}

TREE = """context: {x: float, n: int, on: bool, w: [calm, alert, angry]}
events: [go]
root:
  states:
    idle: {update: [x = x + random, n = n + 2, on = random < 0.25, w = angry if random < 0.5 else calm],
           transitions: [{to: work, when: random < 0.3}]}
    work:
      kind: parallel
      transitions: [{to: idle, when: random < 0.1}]
      states:
        hand: {states: {grab: {transitions: [{to: hold, when: random < 0.5}]}, hold: {}}}
        eye: {states: {look: {transitions: [{to: close, when: random < 0.2}]}, close: {}}}
"""


class CrowdPicture(Picture):
    def panels(self):
        """Headings, in order."""
        return [words for words, node in self.texts if node.get("font-weight") == "bold"][1:]

    def areas(self, heading):
        """By name, for a panel: the height of the area at each column, as a fraction of the panel's height."""
        found = {}
        y = {words: float(node.get("y")) for words, node in self.texts if node.get("font-weight") == "bold"}
        below = min([value for value in y.values() if value > y[heading]], default=self.height)
        for name, group in self.groups:
            path = next((one for one in group if one.tag.endswith("path")), None)
            if path is None or path.get("stroke"):
                continue
            pieces = [piece for piece in points(path.get("d"))]
            heights = [point[1] for piece in pieces for point in piece]
            if heights and y[heading] < min(heights) and max(heights) < below:
                found[name] = pieces
        return found

    def share(self, pieces, x):
        """The height of an area at an x: the sum over its pieces of the vertical extent there."""
        total = 0.0
        for piece in pieces:
            crossings = []
            for (x1, y1), (x2, y2) in zip(piece, piece[1:] + piece[:1]):
                if y1 == y2 and min(x1, x2) < x < max(x1, x2):
                    crossings.append(y1)
            total += max(crossings, default=0) - min(crossings, default=0)
        return total


class PlotCase(Case):
    def plot(self, *arguments):
        self.good("crowd", *arguments, "--plot", "p.svg", "--format", "json")
        return CrowdPicture((self.folder / "p.svg").read_text())

    def rows(self, *arguments):
        return list(csv.DictReader(io.StringIO(self.good("crowd", *arguments, "--format", "csv").out)))

    def columns(self, picture, ticks):
        """The middle of each tick: the time axis shows where ticks begin."""
        labels = {}
        for words, node in picture.texts:
            if node.get("text-anchor") == "middle" and words.isdigit() and node.get("fill") == "#666666":
                labels.setdefault(int(words), float(node.get("x")))
        first, last = min(labels), max(labels)
        width = (labels[last] - labels[first]) / (last - first)
        return [labels[first] + (tick - first + 0.5) * width for tick in ticks]


class States(PlotCase):
    def held(self, picture, heading, rows, states, agents, height=220.0):
        areas = picture.areas(heading)
        self.assertEqual(set(areas), {name for name, count in states.items() if any(count(row) for row in rows)})
        for row, x in zip(rows, self.columns(picture, [int(row["tick"]) for row in rows])):
            for name, count in states.items():
                if name in areas:
                    self.assertAlmostEqual(picture.share(areas[name], x) / height, count(row) / agents, delta=0.006,
                                           msg=(name, row["tick"]))

    def test_heights_are_the_parts_of_all_agents(self):
        brain = self.brain(COUNTER)
        options = [brain, "--agents", 500, "--ticks", 30, "--set", "x=random"]
        picture = self.plot(*options)
        self.assertEqual(picture.panels(), ["states"])
        self.held(picture, "states", self.rows(*options), {name: lambda row, name=name: int(row[name]) for name in "ab"}, 500)

    def test_each_region_of_a_parallel_has_a_panel(self):
        brain = self.brain(TREE)
        options = [brain, "--agents", 400, "--ticks", 25]
        picture = self.plot(*options)
        rows = self.rows(*options)
        self.assertEqual(picture.panels(), ["states", "states of work/hand", "states of work/eye"])
        number = lambda row, path: int(row[path])
        self.held(picture, "states", rows, {
            "idle": lambda row: number(row, "idle"),
            "work": lambda row: number(row, "work/hand/grab") + number(row, "work/hand/hold")}, 400)
        self.held(picture, "states of work/eye", rows, {
            "look": lambda row: number(row, "work/eye/look"), "close": lambda row: number(row, "work/eye/close")}, 400)

    def test_the_legend_tells_the_part_of_all_ticks(self):
        brain = self.brain(COUNTER)
        options = [brain, "--agents", 200, "--ticks", 40, "--set", "x=random"]
        words = self.plot(*options).words()
        rows = self.rows(*options)
        for name in "ab":
            share = sum(int(row[name]) for row in rows) / 200 / 41
            self.assertIn(f"{share * 100:.1f} %", words)

    def test_stopped_agents(self):
        self.write("in.csv", "do\n\nstop\n\n")
        picture = self.plot(self.brain(COUNTER), "--agents", 5, "--inputs", "in.csv")
        areas = picture.areas("states")
        self.assertEqual(set(areas), {"a", "(stopped)"})
        before, after = self.columns(picture, (1, 2))
        self.assertEqual([picture.share(areas["(stopped)"], x) for x in (before, after)], [0, 220])

    def test_of_very_many_states_only_outer_ones_are_shown(self):
        areas = "".join(f"    a{i}: {{transitions: [{{to: a{(i + 1) % 6}, when: random < 0.1}}], states: {{" +
                        ", ".join(f"s{k}: {{transitions: [{{to: s{(k + 1) % 40}, after: 1}}]}}" for k in range(40)) + "}}\n"
                        for i in range(6))
        picture = self.plot(self.brain("root:\n  states:\n" + areas), "--agents", 300, "--ticks", 60)
        self.assertEqual(list(picture.areas("states")), [f"a{i}/…" for i in range(6)])

    def test_where_there_are_no_outer_states_the_smallest_are_put_together(self):
        states = ", ".join(f"s{i}: {{}}" for i in range(50))
        any_ = ", ".join(f"{{to: s{i}, when: n == {i}}}" for i in range(50))
        brain = self.brain(f"context: {{n: int}}\nroot: {{any: [{any_}], states: {{{states}}}}}\n")
        options = [brain, "--agents", 3000, "--ticks", 3, "--set", "n=random * random * 50"]
        picture = self.plot(*options)
        areas = picture.areas("states")
        rows = self.rows(*options)
        sums = sorted((-sum(int(row[f"s{i}"]) for row in rows), i) for i in range(50))
        biggest = {f"s{i}" for _, i in sums[:19]}
        self.assertEqual(set(list(areas)[:-1]), biggest)
        self.assertEqual(list(areas)[-1], f"{sum(count < 0 for count, _ in sums) - 19} more states")
        fills = [next(path for path in group if path.tag.endswith("path")).get("fill")
                 for name, group in picture.groups if name in areas]
        self.assertEqual(len(set(fills)), 20)

    def test_the_same_bytes_for_any_number_of_threads_and_any_way(self):
        brain = self.brain(TREE)
        command = ["crowd", brain, "--agents", 20000, "--ticks", 20, "--plot", "-", "--fields", "all", "--transitions"]
        first = self.good(*command, "--threads", 1).out
        for more in (["--threads", 2], ["--path", "single"], ["--simd", "baseline"]):
            self.assertEqual(self.wits(*command, *more).out, first, more)


class Time(PlotCase):
    def test_more_ticks_than_columns(self):
        brain = self.brain(COUNTER)
        for ticks, step in ((998, 1), (999, 1), (1000, 2), (1001, 2), (1999, 2), (2000, 4), (5000, 8)):
            picture = self.plot(brain, "--agents", 10, "--ticks", ticks, "--set", "x=random")
            heading = next(words for words in picture.words() if "10 agents" in words)
            self.assertEqual(heading, f"10 agents, {ticks} ticks, seed 0" +
                             (f"; one tick in {step} is drawn" if step > 1 else ""))
            self.assertLess(picture.width, 1500)

    def test_what_is_drawn_of_many_ticks_is_how_agents_were_after_them(self):
        brain = self.brain(COUNTER)
        options = [brain, "--agents", 100, "--ticks", 1500, "--set", "x=random"]
        picture = self.plot(*options)
        rows = self.rows(*options)
        areas = picture.areas("states")
        left = min(x for piece in areas["a"] for x, _ in piece)
        for column in (0, 1, 7, 400, 750):
            self.assertAlmostEqual(picture.share(areas["a"], left + column + 0.5) / 220, int(rows[2 * column]["a"]) / 100,
                                   delta=0.006)

    def test_no_ticks_at_all(self):
        self.assertEqual(self.plot(self.brain(COUNTER), "--agents", 3, "--ticks", 0).panels(), ["states"])

    def test_agents_that_go_on(self):
        brain = self.brain(COUNTER)
        options = [brain, "--agents", 200, "--set", "x=random"]
        self.good("crowd", *options, "--ticks", 50, "--dump", "d.csv")
        whole = self.plot(*options, "--ticks", 80).areas("states")
        picture = self.plot(brain, "--context", "d.csv", "--ticks", 30)
        labels = {int(words) for words in picture.words() if words.isdigit()}
        self.assertEqual((min(labels), max(labels)), (50, 80))
        self.assertEqual(set(picture.areas("states")), set(whole))

    def test_ctrl_c_draws_and_dumps_what_has_been_done(self):
        brain = self.brain(COUNTER)
        process = subprocess.Popen([PROGRAM, "crowd", brain, "--agents", "30000", "--ticks", "4000000000", "--set",
                                    "x=random", "--plot", "p.svg", "--dump", "d.csv", "--format", "json"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        let_run(process, 0.7)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=600)
        self.assertEqual(process.returncode, 130, err)
        result = json.loads(out)
        self.assertEqual(result["agents_ahead"], 0)
        picture = CrowdPicture((self.folder / "p.svg").read_text())
        self.assertTrue(any(f"30000 agents, {result['ticks']} of 4000000000 ticks" in words for words in picture.words()))
        again = json.loads(self.good("crowd", brain, "--context", "d.csv", "--ticks", "0", "--format", "json").out)
        self.assertEqual((again["hash"], again["from_tick"]), (result["hash"], result["ticks"]))


class Fields(PlotCase):
    def test_numbers_have_lines_and_areas_at_the_heights_of_their_quantiles(self):
        brain = self.brain(TREE)
        options = [brain, "--agents", 300, "--ticks", 20]
        picture = self.plot(*options, "--fields", "n")
        rows = self.rows(*options, "--fields", "n")
        group = next(group for name, group in picture.groups if name == "n")
        paths = [path for path in group if path.tag.endswith("path")]
        self.assertEqual(len(paths), 5)
        tall = max(float(row["n.max"]) for row in rows)
        ys = [y for piece in points(paths[0].get("d")) for _, y in piece]
        bottom, top = max(ys), min(ys)
        for row, x in zip(rows, self.columns(picture, range(21))):
            for path, low, high in zip(paths, ("min", "q5", "q25"), ("max", "q95", "q75")):
                height = picture.share(points(path.get("d")), x) / (bottom - top) * tall
                self.assertAlmostEqual(height, float(row[f"n.{high}"]) - float(row[f"n.{low}"]), delta=0.3)

    def test_bools_and_enums_are_areas(self):
        brain = self.brain(TREE)
        options = [brain, "--agents", 300, "--ticks", 20]
        picture = self.plot(*options, "--fields", "on,w")
        rows = self.rows(*options, "--fields", "on,w")
        self.assertEqual(picture.panels()[-2:], ["on", "w"])
        self.assertEqual((list(picture.areas("on")), list(picture.areas("w"))), (["true", "false"], ["calm", "angry"]))
        for row, x in zip(rows, self.columns(picture, range(21))):
            self.assertAlmostEqual(picture.share(picture.areas("on")["true"], x) / 110, int(row["on.true"]) / 300, delta=0.01)

    def test_nothing_but_nan_and_infinities(self):
        brain = self.brain("context: {f: float, g: float, h: float}\nroot: {}\n")
        self.write("who.csv", "f,g,h\nNaN,Infinity,1\nNaN,-Infinity,NaN\n")
        picture = self.plot(brain, "--context", "who.csv", "--ticks", 3, "--fields", "all")
        self.assertNotIn("nan", picture.source.replace("NaN", ""))
        self.assertNotIn("inf", picture.source)
        self.assertEqual(picture.words().count("agents whose value is NaN are left out"), 2)


class Transitions(PlotCase):
    def test_rows_are_percents_of_those_who_left(self):
        brain = self.brain(TREE)
        options = [brain, "--agents", 300, "--ticks", 40, "--transitions"]
        picture = self.plot(*options)
        moves = json.loads(self.good("crowd", *options, "--format", "json").out)["transitions"]
        self.assertEqual(picture.panels()[-1], "transitions")
        top = next(float(node.get("y")) for words, node in picture.texts if words == "transitions")
        cells = {}
        for words, node in picture.texts:
            if float(node.get("y")) > top + 20:
                cells.setdefault(float(node.get("y")), []).append((float(node.get("x")), words))
        rows = {}
        for line in cells.values():
            name, *numbers = [words for _, words in sorted(line)]
            rows[name] = numbers
        for source, to in moves.items():
            whole = sum(to.values())
            wanted = [f"{count / whole * 100:.0f}" if count / whole >= 0.005 else "< 1" for count in to.values()]
            self.assertEqual(rows[source], [*wanted, str(whole)])

    def test_none(self):
        self.assertIn("none", self.plot(self.brain("root: {}\n"), "--agents", 3, "--transitions").words())


class Pictures(Case):
    def test_the_page_shows_what_the_program_draws(self):
        page = (ROOT / "docs/brain-files.md").read_text()
        for name, command in PICTURES.items():
            self.assertEqual((ROOT / "docs/images" / name).read_text(), wits(*command).out)
            self.assertIn(f"(images/{name})", page)

    def test_nothing_hangs_over_the_edge(self):
        for name, command in PICTURES.items():
            root = xml.etree.ElementTree.fromstring(wits(*command).out)
            width, height = float(root.get("width")), float(root.get("height"))
            for node in root.iter("{http://www.w3.org/2000/svg}text"):
                x, y = float(node.get("x")), float(node.get("y"))
                self.assertTrue(0 <= x <= width and 0 <= y <= height, (name, node.text))

    def test_mistakes(self):
        brain = self.brain(COUNTER)
        self.assertIn("brain.yaml is an input", self.bad(2, "crowd", brain, "--plot", brain))
        self.assertIn("both write to standard output", self.bad(2, "crowd", brain, "--plot", "-", "--format", "json"))
        out = self.good("crowd", brain, "--plot", "-").out
        self.assertTrue(re.match(r"<svg .*</svg>\n$", out, re.DOTALL))


if __name__ == "__main__":
    unittest.main()
