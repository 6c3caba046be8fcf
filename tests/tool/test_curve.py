# SPDX-License-Identifier: MIT
import json
import math
import re
import unittest
import xml.etree.ElementTree

from program import BRAIN_FILES, BRAINS, GOLDEN, ROOT, Case, wits

SVG = "{http://www.w3.org/2000/svg}"
WIDTH, HEIGHT = 280, 120  # size of a curve in pixels
NEAR = 0.06  # tolerance in pixels: points are written with two decimals, and corners are between points


def kept(x):
    return min(max(x, 0.0), 1.0) if x == x else 0.0


def whole_or_root(t, k):
    return t**k if t >= 0 or k == int(k) else 0.0


def logit(t):
    t = kept(t)
    return -math.inf if t == 0 else math.inf if t == 1 else math.log(t / (1 - t)) / 5


def sigmoid(t, k):
    s, r = 2 * kept(t) - 1, (1 + k) / (1 - k)
    return s / (abs(s) + r * (1 - abs(s))) / 2


def smooth(t):
    t = kept(t)
    return t * t * (3 - 2 * t)


def smoother(t):
    t = kept(t)
    return t**3 * (t * (6 * t - 15) + 10)


# The formulas of docs/brain-files.md: the notation of the curve, and its value.
CURVES = {
    "{constant: {b: 0.4}}": lambda x: 0.4,
    "{step: {m: 0.5, b: 0.2, c: 0.1}}": lambda x: 0.7 if x - 0.1 >= 0.5 else 0.2,
    "step": lambda x: 1.0 if x >= 0.5 else 0.0,
    "linear": lambda x: x,
    "{linear: {m: -2, b: 1.5}}": lambda x: -2 * x + 1.5,
    "{linear: {m: 3, c: 0.37}}": lambda x: 3 * (x - 0.37),
    "{polynomial: {k: 2}}": lambda x: x**2,
    "{polynomial: {k: 0.5}}": lambda x: x**0.5,
    "{polynomial: {m: -4, k: 2, b: 1, c: 0.5}}": lambda x: -4 * (x - 0.5)**2 + 1,
    "{polynomial: {k: 1.7, c: 0.2}}": lambda x: whole_or_root(x - 0.2, 1.7),
    "{exponential: {k: 4}}": lambda x: math.expm1(4 * x) / math.expm1(4),
    "{exponential: {k: -5, m: 0.5, b: 0.25}}": lambda x: 0.5 * math.expm1(-5 * x) / math.expm1(-5) + 0.25,
    "{logistic: {k: 2, c: 0.1}}": lambda x: 1 / (1 + math.exp(-20 * (x - 0.6))),
    "{logistic: {k: 60}}": lambda x: 1 / (1 + math.exp(-600 * (x - 0.5))),
    "logit": lambda x: logit(x) + 0.5,
    "{logit: {m: -1, b: 0.1}}": lambda x: -logit(x) + 0.6,
    "{normal: {k: 0.5}}": lambda x: math.exp(-15 * (x - 0.5)**2),
    "{normal: {m: -0.8, b: 0.9, k: 2, c: -0.2}}": lambda x: -0.8 * math.exp(-60 * (x - 0.3)**2) + 0.9,
    "sigmoid": lambda x: sigmoid(x, -0.5) + 0.5,
    "{sigmoid: {k: 0.9}}": lambda x: sigmoid(x, 0.9) + 0.5,
    "smoothstep": smooth,
    "{smootherstep: {m: 0.5, b: 0.25}}": lambda x: 0.5 * smoother(x) + 0.25,
    "{piecewise: [[0.1, 0], [0.3, 0.9], [0.3, 0.4], [0.77, 1]]}": lambda x:
        0 if x < 0.1 else 0.9 * (x - 0.1) / 0.2 if x < 0.3 else 0.4 + 0.6 * (x - 0.3) / 0.47 if x < 0.77 else 1,
    "[smoothstep, {linear: {m: 0.7, b: 0.3}}, {polynomial: {k: 3}}]": lambda x: kept(0.7 * smooth(x) + 0.3)**3,
    "[{linear: {m: 3}}, {linear: {m: -1, b: 1}}]": lambda x: 1 - kept(3 * x),
}
# The notation of ranges, and the conversion of an input to a share of them.
RANGES = ["", "range: [0, 24]", "range: [600, 0]", "range: [-50, -5]", "range: [3, -1.5]",
          "range: [10, -10], outside: wrap", "range: [0.001, 0.0015], outside: wrap"]


def numbers_of(text):
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", text)]


def points_of(d):
    found, x, y = [], 0.0, 0.0
    for command, rest in re.findall(r"([Mhvl])([^Mhvl]*)", d):
        numbers = numbers_of(rest)
        if command == "M":
            x, y = numbers
        elif command == "h":
            x += numbers[0]
        elif command == "v":
            y += numbers[0]
        else:
            x, y = x + numbers[0], y + numbers[1]
        found.append((round(x, 2), round(y, 2)))
    return found


def text_of(node):
    """The whole text, even if it is shown shortened."""
    title = node.find(SVG + "title")
    return (node.text or "") if title is None else title.text


class Panel:
    """A curve, read back from the picture."""

    def __init__(self, group):
        self.group = group
        self.name = group.find(SVG + "title").text
        self.texts = [text_of(node) for node in group.iter(SVG + "text")]
        self.points = points_of(group.find(SVG + "path").get("d"))
        ups = {text_of(node): float(node.get("y")) - 3.5 for node in group.iter(SVG + "text")
               if node.get("text-anchor") == "end" and text_of(node) in ("0", "1") and float(node.get("x")) <
               self.points[0][0]}
        self.top, self.bottom = ups["1"], ups["0"]
        self.left = self.points[0][0]
        marks = [node for node in group.findall(SVG + "g") if node.find(SVG + "title").text == "input"]
        self.mark = self.place(points_of(marks[0].find(SVG + "path").get("d"))[0]) if marks else None

    def place(self, point):
        """Right and up, from 0 to 1."""
        return (point[0] - self.left) / WIDTH, (self.bottom - point[1]) / HEIGHT

    def line(self):
        return [self.place(point) for point in self.points]

    def height_at(self, x):
        """The ordinate of the drawn line; where it is vertical, its whole range."""
        found = []
        for (x0, y0), (x1, y1) in zip(self.line(), self.line()[1:]):
            if x0 - 1e-9 <= x <= x1 + 1e-9:
                found += [y0, y1] if x1 - x0 < 1e-4 else [y0 + (y1 - y0) * (x - x0) / (x1 - x0)]
        return found


class Picture:
    def __init__(self, source):
        self.source = source
        self.root = xml.etree.ElementTree.fromstring(source)
        self.width, self.height = float(self.root.get("width")), float(self.root.get("height"))
        self.words = [text_of(node) for node in self.root.findall(SVG + "text")]
        self.panels = [Panel(group) for group in self.root.findall(SVG + "g")]


class Curves(Case):
    def draw(self, *arguments, **more):
        return Picture(self.good("curve", *arguments, **more).out)

    def considerations(self, *rows, group="mean", more=""):
        inside = "\n".join(f"          - {row}" for row in rows)
        return self.brain(f"""context: {{x: float, y: {{type: float, initial: 0.5}}, n: int}}
root:
  kind: utility
  states:
    one:
      {more}
      score:
        {group}:
{inside}
    two: {{score: 0.1}}
""")


class Lines(Curves):
    def check_line(self, panel, formula, is_falling):
        """Every point of the line is on the curve, and the line is near it everywhere between them."""
        right = panel.line()[-1][0]
        self.assertAlmostEqual(right, 1, delta=1e-3)
        self.assertEqual(panel.bottom - panel.top, HEIGHT)
        for i in range(211):
            share = (i + 0.5) / 211
            found = panel.height_at(share)
            # A hundredth of a pixel to the left or right is accepted: points are rounded.
            beside = [kept(formula(1 - at if is_falling else at)) for at in
                      (kept(share - 0.01 / WIDTH), share, kept(share + 0.01 / WIDTH))]
            allowed = NEAR / HEIGHT
            self.assertTrue(min(beside) - allowed <= max(found) and min(found) <= max(beside) + allowed,
                            (share, found, beside))

    def test_every_curve_is_drawn_by_its_formula(self):
        for written, formula in CURVES.items():
            with self.subTest(curve=written):
                rows = [f"{{input: x, {given + ', ' if given else ''}curve: {written}}}" for given in RANGES]
                panels = self.draw(self.considerations(*rows), "one").panels
                self.assertEqual(len(panels), len(RANGES))
                for panel, given in zip(panels, RANGES):
                    low, high = numbers_of(given) or (0, 1)
                    self.check_line(panel, formula, low > high)

    def test_every_kind_of_curve_is_among_them(self):
        kinds = set(re.findall(r'\n *X\("(\w+)"', (ROOT / "src/expr/responses.h").read_text()))
        self.assertEqual(len(kinds), 12)
        self.assertEqual({kind for kind in kinds if any(kind in written for written in CURVES)}, kinds)

    def test_steps_are_vertical_and_knots_are_corners(self):
        step, knots, both = self.draw(self.considerations(
            "{input: x, curve: {step: {c: 0.1}}}", "{input: x, curve: {piecewise: [[0.111, 0], [0.333, 1]]}}",
            "{input: x, range: [0, 1e30], curve: {piecewise: [[0.25, 0], [0.25, 1], [0.7, 0.5]]}}"), "one").panels
        edge = round(step.left + 0.6 * WIDTH, 2)
        self.assertEqual(step.points, [(step.left, step.bottom), (edge, step.bottom), (edge, step.top),
                                       (step.left + WIDTH, step.top)])
        for at in (0.111, 0.333):
            self.assertLess(min(abs(x - at) * WIDTH for x, _ in knots.line()), 0.06)
        edge = both.left + 0.25 * WIDTH
        self.assertEqual([y for x, y in both.points if x == edge], [both.bottom, both.top])

    def test_straight_lines_have_two_ends(self):
        panel, = self.draw(self.considerations("{input: x, range: [5, -3]}"), "one").panels
        self.assertEqual(panel.points, [(panel.left, panel.top), (panel.left + WIDTH, panel.bottom)])

    def test_where_a_range_begins_anew_the_line_ends(self):
        for ends in ("10, -10", "-10, 10", "0, 0.1"):
            panel, = self.draw(self.considerations(f"{{input: x, range: [{ends}], outside: wrap}}"), "one").panels
            self.assertEqual(len(panel.points), 2)

    def test_ends_of_the_range_are_labelled(self):
        rows = {"[600, 0]": ("0", "600"), "[-12.5, -0.25]": ("-12.5", "-0.25"), "[1e-7, 1e30]": ("1e-07", "1e+30"),
                "[10000000, 10000004]": ("10000000", "10000004")}
        panels = self.draw(self.considerations(*(f"{{input: x, range: {row}}}" for row in rows)), "one").panels
        for panel, ends in zip(panels, rows.values()):
            for end in ends:
                self.assertIn(end, panel.texts)
        labels = [label for label in panels[3].texts if label.startswith("1000000")]
        self.assertEqual(len(labels), len(set(labels)))


class Texts(Curves):
    def test_what_stands_above_a_curve(self):
        rows = ("{input: x, curve: [smoothstep, {linear: {m: 0.7, b: 0.3}}], weight: 2}",
                "{input: y + 1, range: [4, 1.5], on_nan: 0, curve: {polynomial: {m: 0, k: 2}}}",
                "{input: n, range: [0, 9], outside: wrap, curve: {piecewise: [[0, 1], [0.5, 0.25]]}, on_nan: 3}",
                "{max: [{input: x}, {gate: n < 3}, {min: [{input: y}]}], weight: 0.5}",
                "{max: [{input: x}, {gate: n < 4}]}", "{gate: n   < 5}", "{product: [{gate: n < 6}]}")
        picture = self.draw(self.considerations(*rows, more="weight: 1.5"), "one")
        self.assertEqual(picture.words, ["one", "option of test; score: mean, weight 1.5",
                                         "gate of mean > max 1 (weight 0.5): n < 3", "gate of mean > max 2: n < 4",
                                         "gate: n < 5", "mean > product: no members that count, so its value is 1",
                                         "gate of mean > product: n < 6"])
        heads = [panel.texts[:panel.texts.index("0")] for panel in picture.panels]
        self.assertEqual(heads, [
            ["mean", "weight 2", "x", "smoothstep → linear (m 0.7, b 0.3)"],
            ["mean", "y + 1", "range 4..1.5 → polynomial (m 0, k 2),", "NaN counts as 0"],
            ["mean", "n", "wrap 0..9 → piecewise (0, 1) (0.5, 0.25),", "NaN counts as 3"],
            ["mean > max 1 (weight 0.5)", "x", "linear"],
            ["mean > max 1 (weight 0.5) > min", "y", "linear"],
            ["mean > max 2", "x", "linear"]])

    def test_a_long_text_goes_on_in_the_next_line(self):
        knots = ", ".join(f"[{i / 16}, {i % 2}]" for i in range(16))
        picture = self.draw(self.considerations(f"{{input: x, range: [0, 24], curve: {{piecewise: [{knots}]}}}}",
                                                "{input: x}"), "one")
        self.assertNotIn("…", picture.source)
        long, short = (panel.texts[2:panel.texts.index("0")] for panel in picture.panels)
        self.assertGreater(len(long), 2)
        self.assertEqual(" ".join(long), "range 0..24 → piecewise " +
                         " ".join(f"({i / 16:g}, {i % 2})" for i in range(16)))
        self.assertEqual(short, ["linear"])
        self.assertEqual(len({panel.top for panel in picture.panels}), 1)

    def test_whole_numbers_have_one_style(self):
        for low, high in (("1000000", "1000001"), ("1000000", "2000000000"), ("-3000000", "2000000")):
            picture = self.draw(self.considerations(f"{{input: x, range: [{low}, {high}], outside: wrap}}"), "one",
                                "--at", "0")
            texts = picture.panels[0].texts
            self.assertIn(f"wrap {low}..{high}", texts)
            self.assertIn(low, texts)
            self.assertNotIn("e+", " ".join(texts))

    def test_the_share_of_the_range_has_not_the_name_of_a_curve(self):
        """So that `normal` is only the bell."""
        picture = self.draw(self.considerations("{input: x, range: [0, 24], curve: {normal: {k: 0.5}}}"), "one",
                            "--at", "0", "--set", "x=12")
        self.assertEqual([text for text in picture.panels[0].texts if "normal" in text],
                         ["range 0..24 → normal (k 0.5)"])
        self.assertIn("12 → in range 0.5 → value 1", picture.panels[0].texts)

    def test_a_single_consideration_has_no_group(self):
        brain = self.brain("context: {x: float}\nroot: {kind: utility, states: {one: {score: {input: x}}}}\n")
        picture = self.draw(brain, "one")
        self.assertEqual(picture.words, ["one", "option of test; score: one consideration"])
        self.assertEqual(picture.panels[0].texts[:2], ["x", "linear"])
        self.assertEqual(self.draw(brain, "/one").source, picture.source)

    def test_only_gates_are_a_picture_without_curves(self):
        picture = self.draw(self.considerations("{gate: x < 1}"), "one")
        self.assertEqual(picture.panels, [])
        self.assertIn("gate: x < 1", picture.words)

    def test_everything_is_on_the_page(self):
        long = "a" * 64
        rows = "\n".join(f"{' ' * 14}- {{input: '{long} * {i} + {long}', curve: smoothstep}}" for i in range(16))
        brain = self.brain(f"""context: {{{long}: float}}
root:
  kind: utility
  states:
    {'b' * 64}:
      kind: utility
      states:
        {'c' * 64}:
          score:
            sum:
{rows}
              - {{gate: {long} < 1 and {long} > 0 and {long} != 0.5}}
""")
        for more in ((), ("--at", "2")):
            picture = self.draw(brain, "c" * 64, *more)
            self.assertEqual(len(picture.panels), 16)
            anchors = {None: 0.0, "middle": 0.5, "end": 1.0}
            for node in picture.root.iter(SVG + "text"):
                shown = (node.text or "") + "".join(child.tail or "" for child in node)
                width = 0.6 * float(node.get("font-size")) * len(shown)
                left = float(node.get("x")) - anchors[node.get("text-anchor")] * width
                self.assertGreaterEqual(left, 0)
                self.assertLessEqual(left + width, picture.width + 4, shown)
                self.assertLess(float(node.get("y")), picture.height)
            tops = [(panel.left, panel.top) for panel in picture.panels]
            self.assertEqual(len(set(tops)), 16)
            for x, y in tops:
                for other_x, other_y in tops:
                    self.assertTrue((x, y) == (other_x, other_y) or abs(x - other_x) >= WIDTH + 30 or
                                    abs(y - other_y) >= HEIGHT + 40)


class Marks(Curves):
    def told(self, row):
        """Considerations of an explanation, without groups and gates."""
        if "of" in row:
            return [found for inner in row["of"] for found in self.told(inner)]
        return [row] if "input" in row else []

    def check_marks(self, brain, option, *arguments):
        """Compares with `wits explain`. Returns whether the option was scored."""
        why = self.explain(brain, *arguments)
        scored = [one for call in why["calls"] for choice in call["choices"] for one in choice["options"]
                  if one["option"] == option]
        if not scored:
            self.assertIn("was not scored at tick", wits("curve", brain, option, *arguments).err)
            return False
        picture = Picture(wits("curve", brain, option, *arguments).out)
        rows = self.told(scored[-1]["considerations"])
        self.assertEqual(len(rows), len(picture.panels))
        for row, panel in zip(rows, picture.panels):
            low, high = row.get("range", (0, 1))
            share = row.get("normal", row["raw"])
            place = kept(1 - share if low > high else share)
            self.assertAlmostEqual(panel.mark[0], place, delta=0.02 / WIDTH)
            self.assertAlmostEqual(panel.mark[1], row["value"], delta=0.02 / HEIGHT)
            near = [y for at in (-0.01, 0, 0.01) for y in panel.height_at(kept(panel.mark[0] + at / WIDTH))]
            self.assertTrue(min(near) - 0.01 <= panel.mark[1] <= max(near) + 0.01)
            way = next(text for text in panel.texts if " → value " in text)
            self.assertTrue(way.startswith(f"{row['raw']:.4g} → "), way)
            self.assertTrue(way.endswith(f"→ value {row['value']:.4g}"), way)
            if row.get("weight", 1) != 1:
                self.assertTrue(any(f"weighted {row['weighted']:.4g}" in text for text in panel.texts))
        if scored[-1]["verdict"] != "gated":
            self.assertIn(f"agent 0: {scored[-1]['raw']:.4g}", picture.words[2])
        return True

    def explain(self, brain, *arguments):
        return json.loads(wits("explain", brain, *arguments, "--format", "json").out)

    def test_a_wolf_as_explain_tells_it(self):
        scored = 0
        for option in ("hunt", "eat", "sleep", "howl", "flee"):
            for tick in range(0, 40, 3):
                scored += self.check_marks(BRAINS / "wolf.yaml", option, "--inputs", GOLDEN / "wolf.csv", "--at", tick)
        self.assertGreater(scored, 30)

    def test_outside_the_range_it_is_at_the_edge_and_a_nan_is_what_it_counts_as(self):
        brain = self.considerations("{input: x, range: [0, 4]}", "{input: 0 - x}",
                                    "{input: x, range: [0, 4], outside: wrap}",
                                    "{input: sqrt(0 - x), range: [0, 10], on_nan: 2.5}")
        panels = self.draw(brain, "one", "--set", "x=5", "--at", "1").panels
        self.assertEqual([panel.mark for panel in panels], [(1, 1), (0, 0), (0.25, 0.25), (0.25, 0.25)])
        self.assertIn("NaN, taken as 2.5 → in range 0.25 → value 0.25", panels[3].texts)

    def test_the_heading_tells_what_came_of_it(self):
        rows = ("{input: x}", "{gate: y > 0}", "{max: [{gate: y > 1}, {input: x}]}")
        brain = self.considerations(*rows, more="weight: 2")
        picture = self.draw(brain, "one", "--set", "x=0.5", "--at", "3", "--seed", "7", "--agent", "8")
        self.assertEqual(picture.words[2:], ["tick 3, seed 7, agent 8: 0.25 * weight 2 = 0.5; won by 0.4",
                                             "gate: y > 0 (holds)", "gate of mean > max: y > 1 (does not hold)"])
        self.assertEqual([panel.texts[0] for panel in picture.panels], ["mean = 0.25", "mean = 0.25 > max = 0"])
        picture = self.draw(brain, "one", "--set", "y=0", "--at", "3")
        self.assertEqual(picture.words[2], "tick 3, seed 0, agent 0: a gate does not hold: y > 0; two was chosen")

    def test_inputs_that_would_win_are_told(self):
        picture = self.draw(self.considerations("{input: x, range: [0, 10]}"), "one", "--at", "1")
        self.assertRegex(" ".join(picture.panels[0].texts), r"would win at about 1")


# Pictures of the documentation, and the commands that draw them.
PICTURES = {
    "wolf-hunt.svg": ["curve", "brains/wolf.yaml", "hunt", "--inputs", "tests/golden/wolf.csv", "--at", "12"],
    "wolf-flee.svg": ["curve", "brains/wolf.yaml", "flee"],
    "wolf-sleep.svg": ["curve", "brains/wolf.yaml", "sleep"],
    "curves-lines.svg": ["curve", "docs/images/curves.yaml", "lines"],
    "curves-waves.svg": ["curve", "docs/images/curves.yaml", "waves"],
    "wolf-days.svg": ["run", "brains/wolf.yaml", "--inputs", "tests/golden/wolf.csv", "--plot", "-", "--plot-fields",
                      "hunger,fatigue"],
    "wolf-map.svg": ["map", "brains/wolf.yaml", "--x", "hunger=0..1", "--y", "fatigue=0..1", "--z", "hour=0,6,12,18",
                     "--set", "prey=300"],
}


class Documentation(Curves):
    def test_the_pictures_of_the_documentation(self):
        for name, command in PICTURES.items():
            with self.subTest(picture=name):
                self.assertEqual((ROOT / "docs/images" / name).read_text(), wits(*command).out)

    def test_all_pictures_of_the_chapter_are_among_them(self):
        shown = set(re.findall(r"\(images/([\w-]+\.svg)\)", (ROOT / "docs/utility.md").read_text()))
        self.assertEqual(shown - {"squad-run.svg"}, set(PICTURES))  # the tests of plots check that one

    def test_every_kind_of_curve_is_in_the_pictures(self):
        texts = "".join((ROOT / "docs/images" / name).read_text() for name in ("curves-lines.svg", "curves-waves.svg"))
        for kind in set(re.findall(r'\n *X\("(\w+)"', (ROOT / "src/expr/responses.h").read_text())):
            self.assertRegex(texts, rf">{kind}[ <]")


class Scores(Case):
    """The score of an option over a field."""

    BRAIN = """context: {x: {type: float, initial: 2}, y: float, n: {type: uint8, initial: 3}, on: bool, mood: [calm, angry]}
root:
  states:
    idle: {transitions: [{to: choice, when: x > 1}]}
    choice:
      kind: utility
      initial: rest
      transitions: [{to: idle, when: x > 7}]
      states:
        run: {score: 0.5 * x - y if mood == angry or on else 0.1, weight: 2}
        count: {score: n * 0.1}
        look: {score: help() + 0.25}
        rest: {score: {product: [{input: y, range: [-1, 3]}, {gate: x < 4}]}}
        pure: {score: 0.5}
        near: {score: 1 if in(rest) else x / x - 1}
"""
    LEFT, WIDTH, HEIGHT = 58, 600, 180

    def setUp(self):
        super().setUp()
        self.test = self.brain(self.BRAIN)

    def draw(self, *arguments):
        return xml.etree.ElementTree.fromstring(self.good("curve", self.test, *arguments).out)

    def panels(self, root):
        """For each panel its field, and the conversion of positions to scores and inputs by the numbers at its axes."""
        texts = [(node.text, float(node.get("x")), float(node.get("y"))) for node in root.iter(SVG + "text")]
        heads = [(words[5:], y) for words, _, y in texts if words.startswith("over ")]
        found = []
        for name, y in heads:
            scores = [(float(words), place - 3.5) for words, x, place in texts
                      if x == self.LEFT - 6 and y < place < y + self.HEIGHT + 30]
            inputs = [(float(words), x) for words, x, place in texts if abs(place - (y + self.HEIGHT + 26)) < 0.1]
            found.append((name, scores, inputs))
        return found

    def line(self, root, option, panel=0):
        """Points (input, score) of an option's pieces."""
        _, scores, inputs = self.panels(root)[panel]
        (s0, y0), (s1, y1) = scores[0], scores[-1]
        (i0, x0), (i1, x1) = inputs[0], inputs[-1]
        groups = [node for node in root.iter(SVG + "g") if node.find(SVG + "title").text == option]
        d = groups[panel].find(SVG + "path").get("d")
        return [[(i0 + (x - x0) / (x1 - x0) * (i1 - i0), s0 + (y - y0) / (y1 - y0) * (s1 - s0))
                 for x, y in points_of("M" + piece)] for piece in d.split("M")[1:]]

    def check(self, root, option, formula, panel=0, near=0.012):
        for piece in self.line(root, option, panel):
            for x, score in piece:
                self.assertAlmostEqual(score, formula(x), delta=near)

    def test_an_expression_has_a_panel_for_each_number_that_it_reads(self):
        root = self.draw("run", "--set", "on=true")
        self.assertEqual([name for name, _, _ in self.panels(root)], ["x", "y"])
        self.check(root, "run", lambda x: 2 * (0.5 * x - 0), near=0.03)
        self.check(root, "run", lambda y: 2 * (1 - y), 1, near=0.03)

    def test_the_range_is_that_of_a_consideration_else_by_the_value(self):
        panels = self.panels(self.draw("run", "--set", "on=true"))
        self.assertEqual((panels[0][2][0][0], panels[0][2][-1][0]), (0, 4))
        self.assertEqual((panels[1][2][0][0], panels[1][2][-1][0]), (-1, 3))
        self.assertEqual(self.panels(self.draw("count"))[0][2][-1][0], 10)

    def test_over_says_which_field_and_how_far(self):
        root = self.draw("run", "--set", "on=true", "--over", "x=-2..8")
        self.assertEqual([name for name, _, _ in self.panels(root)], ["x"])
        self.check(root, "run", lambda x: x, near=0.08)
        self.assertEqual((self.line(root, "run")[0][0][0], self.line(root, "run")[0][-1][0]), (-2, 8))

    def test_the_other_options_are_there_too(self):
        root = self.draw("run", "--over", "x=0..8", "--set", "help()=0.5", "--set", "y=1")
        self.check(root, "look", lambda x: 0.75)
        self.check(root, "pure", lambda x: 0.5)
        self.check(root, "rest", lambda x: 0.5)
        self.assertAlmostEqual(self.line(root, "rest")[0][-1][0], 4, delta=0.03)  # then its gate makes it ineligible
        words = [node.text for node in root.iter(SVG + "text")]
        self.assertEqual([word for word in words if word in ("run", "count", "look", "rest", "pure", "near")],
                         ["run", "count", "look", "rest", "pure", "near"])

    def test_what_is_no_number_has_no_line(self):
        first = self.line(self.draw("near", "--over", "x=-1..1"), "near")
        self.assertEqual(len(first), 2)  # x / x has no value at 0

    def test_whole_numbers_are_steps(self):
        root = self.draw("count")
        points = self.line(root, "count")[0]
        self.assertEqual({round(score, 2) for _, score in points} - {round(0.1 * n, 2) for n in range(11)}, set())

    def test_at_a_tick_it_is_that_decision_made_with_other_values(self):
        inputs = self.write("in.csv", "tick,x,y,on,help()\n1,3,0.25,true,0.125\n3,3,0.5,,\n")
        root = self.draw("run", "--inputs", inputs, "--at", "3", "--over", "x=0..10")
        told = json.loads(self.good("explain", self.test, "--inputs", inputs, "--at", "3", "--format", "json").out)
        scored = {one["option"].split("/")[-1]: one["competing"] for call in told["calls"] for choice in call["choices"]
                  for one in choice["options"]}
        dot = [node for node in root.iter(SVG + "path") if node.get("stroke-width") == "8"]
        self.assertEqual(len(dot), 1)
        line = min((abs(x - 3), score) for x, score in self.line(root, "run")[0])
        self.assertAlmostEqual(scored["run"], 2)
        self.check(root, "run", lambda x: 2 * (0.5 * x - 0.5), near=0.06)
        self.check(root, "look", lambda x: 0.375, near=0.06)
        last = self.line(root, "run")[0][-1][0]
        self.assertAlmostEqual(last, 7, delta=0.03)  # beyond, it leaves before it chooses
        self.assertLess(line[0], 11)
        words = [node.text for node in root.iter(SVG + "text")]
        self.assertTrue([text for text in words if text.startswith("tick 3, seed 0, agent 0: ")], words)

    def test_at_a_tick_what_is_active_counts(self):
        inputs = self.write("in.csv", "tick,x\n1,3\n2,3\n3,3\n")
        for more, score in ((("--inputs", inputs, "--at", "2"), 1), ((), 0)):
            self.check(self.draw("near", "--over", "x=1..3", *more), "near", lambda x: score)

    def test_considerations_are_drawn_so_with_over(self):
        self.check(self.draw("rest", "--over", "y"), "rest", lambda y: (y + 1) / 4)
        self.assertNotIn("over y", [node.text for node in self.draw("rest").iter(SVG + "text")])

    def test_of_every_brain_that_is_here(self):
        for path in BRAIN_FILES:
            graph = wits("graph", path).out
            for option in set(re.findall(r"label=<(?:<b>)?(\w+)(?:</b>)?<[^\n]*score ", graph)):
                result = wits("curve", path, option)
                if result.status == 0:
                    xml.etree.ElementTree.fromstring(result.out)
                else:
                    self.assertRegex(result.err, "reads no numeric field|use --over FIELD to draw it")

    def test_mistakes(self):
        for arguments, status, words in (
            (("pure",), 1, "the score of 'pure' reads no numeric field; use --over FIELD"),
            (("run", "--over", "z"), 2, "--over z: unknown field 'z'"),
            (("run", "--over", "oon"), 2, "did you mean 'on'?"),
            (("run", "--over", "mood"), 2, "--over mood: 'mood' is not a number"),
            (("run", "--over", "x=3"), 2, "--over x=3: a range must be two numbers, the smaller first: x=0..30"),
            (("run", "--over", "x=3..3"), 2, "a range must be two numbers, the smaller first"),
            (("run", "--over", "x=0..Infinity"), 2, "a range must be two numbers, the smaller first"),
            (("run", "--over", "x="), 2, "a range must be two numbers, the smaller first"),
            (("count", "--over", "n=0..300"), 2, "--over n=0..300: n must be a whole number from 0 to 255"),
            (("run", "--at", "0"), 1, "run was not scored at tick 0: its utility did not choose"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.bad(status, "curve", self.test, *arguments))


class CommandLine(Curves):
    def test_the_same_command_gives_the_same_bytes(self):
        command = ["curve", BRAINS / "wolf.yaml", "hunt", "--inputs", GOLDEN / "wolf.csv", "--at", "12"]
        first = wits(*command).out
        self.assertTrue(first.startswith("<svg "))
        self.assertEqual(wits(*command).out, first)
        self.assertEqual(wits(*command, "-o", self.folder / "out.svg").out, "")
        self.assertEqual((self.folder / "out.svg").read_text(), first)
        self.assertEqual(wits(*command, "-o", "-").out, first)

    def test_mistakes_in_the_option(self):
        brain = self.brain("""context: {x: float}
root:
  kind: utility
  states:
    group: {kind: utility, score: best, states: {low: {score: {input: x}}, high: {score: {input: x}}}}
    other: {kind: utility, score: 1, states: {low: {score: {input: x}}, plain: {score: x  + 1}}}
    low: {score: {input: x}}
    high: {kind: utility, states: {inner: {score: {max: [{input: x}]}}}, transitions: [{to: one_more, when: x > 3}]}
    one_more: {kind: fsm, states: {part: {}}}
""")
        for given, words in (
            ("lowe", "brain.yaml has no option 'lowe'; did you mean 'low'?"),
            ("group/hihg", "brain.yaml has no option 'group/hihg'; did you mean 'group/high'?"),
            ("something_else", "brain.yaml has no option 'something_else'\n"),
            ("low", "ambiguous state 'low'; write one of: group/low, other/low, /low"),
            ("group", "'group' has no considerations; its score is the best of its own options; use --over FIELD to draw it\n"),
            ("one_more", "'one_more' has no considerations; its score is 1; use --over FIELD to draw it\n"),
            ("part", "'part' has no score; it is not an option of a utility"),
        ):
            with self.subTest(option=given):
                message = self.bad(1, "curve", brain, given)
                self.assertIn(words, message)
                self.assertEqual(message.count("\n"), 1)
        for given, title in (("/low", "low"), ("other/low", "other/low"), ("high", "group/high")):
            self.assertEqual(self.draw(brain, given).words[0], title)

    def test_ticks_without_a_decision(self):
        brain = self.brain("""context: {x: float}
root:
  states:
    calm:
      transitions: [{to: busy, after: 3}]
    busy: {kind: utility, every: 5, states: {one: {hold: 2, score: {input: x}}, two: {score: {input: x}}}}
""")
        self.assertEqual(self.bad(1, "curve", brain, "one", "--at", 1), "wits: one was not scored at tick 1: its utility "
                         "did not choose, nor at any earlier tick\n")
        at_3 = self.good("curve", brain, "one", "--set", "x=0.5", "--at", 3).out
        self.assertIn(">tick 3, seed 0, agent 0: 0.5; ", at_3)
        for more in ([], ["--over", "x"]):
            at_3 = self.good("curve", brain, "one", "--set", "x=0.5", "--at", 3, *more).out
            for tick, why in ((4, "one was held"), (7, "its utility waited for its 'every'")):
                with self.subTest(tick=tick, more=more):
                    result = self.wits("curve", brain, "one", "--set", "x=0.5", "--at", tick, *more)
                    self.assertEqual((result.status, result.err), (0, f"wits curve: note: one was not scored at tick {tick}: {why}"
                                                                   "; drawing tick 3, the last time it was\n"))
                    self.assertIn(f">not scored at tick {tick}; last tick 3, seed 0, agent 0: ", result.out)
                    self.assertEqual(re.findall(r'd="[^"]*"', result.out), re.findall(r'd="[^"]*"', at_3))
        self.assertIn("use --at 3 for the last time it was", self.bad(
            1, "curve", "-", "one", "--at", 4, stdin=(self.folder / brain).read_text()))

    def test_mistakes_of_the_command_line(self):
        brain = self.considerations("{input: x}")
        for arguments, words in (
            ([], "missing brain file"),
            ([brain], "missing option of the brain"),
            ([brain, "one", "two"], "only one option can be drawn"),
            ([brain, "one", "--seed", "3"], "--seed needs --at TICK"),
            ([brain, "one", "--inputs", "none.csv"], "--inputs needs --at TICK"),
            ([brain, "one", "--raise", "e@3", "--over", "x"], "--raise needs --at TICK"),
            ([brain, "one", "--at", "x"], "--at must be a whole number"),
            ([brain, "one", "--where", "x"], "unknown option '--where'"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.bad(2, "curve", *arguments))
        self.assertIn("none.yaml", self.bad(1, "curve", "none.yaml", "one"))
        self.assertIn("none.csv", self.bad(1, "curve", brain, "one", "--inputs", "none.csv", "--at", "1"))
        self.assertIn("cannot be written", self.bad(1, "curve", brain, "one", "-o", "none/out.svg"))


if __name__ == "__main__":
    unittest.main()
