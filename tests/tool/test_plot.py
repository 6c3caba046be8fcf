# SPDX-License-Identifier: MIT
import collections
import itertools
import math
import re
import xml.etree.ElementTree

from program import BRAIN_FILES, BRAINS, ROOT, Case, active_states, golden_command, inputs_of, wits

SVG = "{http://www.w3.org/2000/svg}"

BRAIN = """context: {a: int, x: float, on: bool, w: [none, found, lost]}
events: [e, f]
root:
  kind: parallel
  update: [a = a + 3, x = x - 0.5, on = a % 2 == 1, w = lost if a > 9 else none]
  states:
    left:
      states:
        one: {transitions: [{to: two, after: 2, do: raise f}]}
        two: {transitions: [{to: one, event: e}]}
    right:
      kind: utility
      floor: 0.25
      states: {low: {score: 0.5}, high: {score: a * 0.1}}
"""

# Widths of letters, as fractions of their size.
WIDTHS = {**dict.fromkeys("iljtfr .,;:/", 0.36), **dict.fromkeys("mw", 0.95)}

Piece = collections.namedtuple("Piece", "x y width height")


class Picture:
    """The contents of an SVG, read back."""

    def __init__(self, source):
        self.source = source
        self.root = xml.etree.ElementTree.fromstring(source)
        self.width, self.height = float(self.root.get("width")), float(self.root.get("height"))
        self.texts = [(text_of(node), node) for node in self.root.iter(SVG + "text")]
        self.groups = [(node.find(SVG + "title").text, node) for node in self.root.iter(SVG + "g")
                       if node.find(SVG + "title") is not None]

    def words(self):
        return [words for words, _ in self.texts]

    def bands(self):
        """Pieces by path; the root's by the name of the brain."""
        found = collections.OrderedDict()
        for name, group in self.groups:
            path = group.find(SVG + "path")
            if path is not None and path.get("fill") != "none":
                found[name] = pieces(path)
        return found

    def fills(self):
        return {name: group.find(SVG + "path").get("fill") for name, group in self.groups
                if group.find(SVG + "path") is not None and group.find(SVG + "path").get("fill") != "none"}

    def lines(self, name):
        """Pieces of a line, each a list of points, of the last group of this name; without the dots."""
        group = [node for title, node in self.groups if title == name][-1]
        whole = [path for path in group.findall(SVG + "path") if not path.get("stroke-opacity")]
        return points(whole[0].get("d"))

    def faded(self, name):
        """As above, for faded ones."""
        group = [node for title, node in self.groups if title == name][-1]
        paths = [path for path in group.findall(SVG + "path") if path.get("stroke-opacity")]
        return points(paths[0].get("d")) if paths else []

    def ticks(self, name, ticks):
        """Returns the ticks that have the dot of a competing score."""
        group = [node for title, node in self.groups if title == name][-1]
        left = min(piece.x for all_pieces in self.bands().values() for piece in all_pieces)
        right = max(piece.x + piece.width for all_pieces in self.bands().values() for piece in all_pieces)
        dots = [path for path in group.findall(SVG + "path") if not path.get("stroke-opacity")][1]
        return {round((x - left) / ((right + 1 - left) / ticks)) for (x, _), *_ in points(dots.get("d"))}

    def marks(self):
        """Returns the marks of events, by their heights on the page."""
        paths = [path for path in self.root.findall(SVG + "path") if path.get("fill") not in (None, "none")]
        return [pieces(path) for path in paths]


def text_of(node):
    title = node.find(SVG + "title")
    return (node.text or "") if title is None else title.text


def pieces(path):
    number = r"(-?[\d.]+)"
    return [Piece(*map(float, values)) for values in
            re.findall(rf"M{number} {number}h{number}v{number}h-[\d.]+z", path.get("d"))]


def points(d):
    found, x, y = [], 0.0, 0.0
    for command, rest in re.findall(r"([MLhvl])([^MLhvl]*)", d):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", rest)]
        if command == "M":
            x, y = numbers
            found.append([])
        elif command == "h":
            x += numbers[0]
        elif command == "v":
            y += numbers[0]
        else:
            x, y = x + numbers[0], y + numbers[1]
        found[-1].append((round(x, 2), round(y, 2)))
    return found


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class Plots(Case):
    def plot(self, *arguments, **more):
        out = self.good("run", *arguments, "--plot", "-", **more).out
        return Picture(out)


class Bands(Plots):
    def check_bands(self, path, *options):
        """Every state of every tick has its band, and nothing else has one."""
        lines = wits("run", path, *options, "--format", "jsonl").lines()
        picture = Picture(wits("run", path, *options, "--plot", "-").out)
        bands = picture.bands()
        name = next(iter(bands))
        left = min(piece.x for pieces in bands.values() for piece in pieces)
        right = max(piece.x + piece.width for pieces in bands.values() for piece in pieces)
        column = round((right + 1 - left) / len(lines))
        for line in lines:
            middle = left + (line["tick"] + 0.4) * column
            drawn = {state for state, all_pieces in bands.items()
                     if any(piece.x <= middle < piece.x + piece.width for piece in all_pieces)}
            self.assertEqual(drawn, active_states(line, name), (path, line["tick"]))
        rows = collections.defaultdict(list)
        for all_pieces in bands.values():
            for piece in all_pieces:
                rows[piece.y].append(piece)
        for row in rows.values():  # no two states overlap
            row.sort()
            for one, other in zip(row, row[1:]):
                self.assertLessEqual(one.x + one.width, other.x)

    def test_bands_are_what_jsonl_says(self):
        for path in BRAIN_FILES:
            inputs = inputs_of(path.stem)
            self.check_bands(path, *(["--inputs", inputs] if inputs else []), "--ticks", "100", "--seed", "5")

    def test_where_nothing_is_active_there_is_no_band(self):
        inputs = self.write("in.csv", "do\n\nstop\n\nstart\n\n")
        picture = self.plot(self.brain(BRAIN), "--inputs", inputs)
        self.assertEqual(len(picture.bands()["test"]), 2)

    def test_each_region_has_rows_of_its_own(self):
        bands = self.plot(self.brain(BRAIN), "--ticks", "30", "--set", "a=1").bands()
        heights = {state: {piece.y for piece in all_pieces} for state, all_pieces in bands.items()}
        self.assertTrue(all(len(ys) == 1 for ys in heights.values()), heights)
        self.assertEqual(heights["left/one"], heights["left/two"])
        self.assertEqual(heights["right/low"], heights["right/high"])
        order = [min(heights[state]) for state in ("test", "left", "left/one", "right", "right/low")]
        self.assertEqual(order, sorted(set(order)))

    def test_a_state_has_the_same_colour_in_every_picture(self):
        brain = self.brain(BRAIN)
        one = self.plot(brain, "--ticks", "3").fills()
        other = self.plot(brain, "--ticks", "2000", "--set", "a=5").fills()
        for state in set(one) & set(other):
            self.assertEqual(one[state], other[state])
        self.assertNotEqual(other["left/one"], other["left/two"])
        self.assertNotEqual(other["right/low"], other["right/high"])

    def test_every_state_is_named_in_its_band_or_below(self):
        for ticks in (12, 400, 5000):
            picture = self.plot(BRAINS / "villager.yaml", "--ticks", ticks)
            words = picture.words()
            for state in picture.bands():
                self.assertTrue(state in words or state.split("/")[-1] in words, (ticks, state))

    def test_very_many_names_stand_at_the_end_so_that_the_panels_stay_together(self):
        for count, is_last in ((20, False), (150, True)):
            states = ", ".join(f"s{i}: {{transitions: [{{to: s{(i + 1) % count}}}]}}" for i in range(count))
            picture = self.plot(self.brain(f"events: [e]\nroot: {{states: {{{states}}}}}\n"), "--ticks", "400", "--raise", "e@3")
            heights = {words: float(node.get("y")) for words, node in picture.texts}
            self.assertEqual(heights["s1"] > heights["events"], is_last)
            self.assertLess(max(heights.values()), picture.height)

    def test_many_states_are_named_up_to_a_limit(self):
        states = ", ".join(f"s{i}: {{transitions: [{{to: s{(i + 1) % 300}}}]}}" for i in range(300))
        picture = self.plot(self.brain(f"root: {{states: {{{states}}}}}\n"), "--ticks", "400")
        self.assertIn("and 100 more states", picture.words())
        self.assertEqual(len(picture.bands()), 301)

    def test_states_that_share_a_pixel_share_its_height(self):
        states = "a: {transitions: [{to: b, after: 3}]}, b: {transitions: [{to: a}]}"
        picture = self.plot(self.brain(f"root: {{states: {{{states}}}}}\n"), "--ticks", "4799")
        self.assertTrue(any("; 4 ticks in each pixel" in words for words in picture.words()))
        for state, height in (("a", 15), ("b", 5)):
            self.assertEqual({piece.height for piece in picture.bands()[state]}, {height})

    AGAIN = """events: [e]
root:
  states:
    a:
      transitions: [{to: a, event: e, reenter: true}]
      states: {inner: {}}
"""

    def seams(self, picture, name):
        """Left edges of the notches of a state."""
        group = dict(picture.groups)[name]
        notches = [path for path in group.findall(SVG + "path") if path.get("fill") not in (None, "none")][1:]
        return [piece.x for path in notches for piece in pieces(path)]

    def test_a_state_that_is_entered_anew_has_a_seam(self):
        brain = self.brain(self.AGAIN)
        picture = self.plot(brain, "--raise", "e@3", "--raise", "e@4", "--ticks", "9")
        for state in ("a", "a/inner"):
            bands = picture.bands()[state]
            self.assertEqual(len(bands), 3)
            self.assertEqual(self.seams(picture, state), [bands[1].x, bands[2].x])
        self.assertEqual((len(picture.bands()["test"]), self.seams(picture, "test")), (1, []))

    def test_it_has_one_among_many_ticks_too(self):
        picture = self.plot(self.brain(self.AGAIN), "--raise", "e@70000", "--ticks", "120000")
        self.assertEqual(len(self.seams(picture, "a")), 1)
        self.assertEqual(self.seams(self.plot(self.brain(self.AGAIN), "--ticks", "120000"), "a"), [])

    def test_a_short_state_among_many_ticks_is_seen(self):
        inputs = self.write("in.csv", "do\n" + "\n" * 70000 + "goto b\ngoto a\n" + "\n" * 50000)
        picture = self.plot(self.brain("root: {states: {a: {}, b: {}}}\n"), "--inputs", inputs)
        self.assertEqual([piece.height for piece in picture.bands()["b"]], [1])


class Colours(Plots):
    """The promises of palette.h."""

    SIMULATIONS = (  # Machado, Oliveira, Fernandes 2009: none, then no red, green, blue
        ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
        ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
        ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)))

    def linear(self, colour):
        parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]

    def lab(self, colour, matrix):
        linear = self.linear(colour)
        r, g, b = (min(1, max(0, sum(m * part for m, part in zip(row, linear)))) for row in matrix)
        xyz = ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b,
               (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
        x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
        return 116 * y - 16, 500 * (x - y), 200 * (y - z)

    def test_ten_colours_are_told_apart_by_everybody(self):
        states = ", ".join(f"s{i}: {{transitions: [{{to: s{(i + 1) % 10}}}]}}" for i in range(10))
        picture = self.plot(self.brain(f"root: {{states: {{{states}}}}}\n"))
        colours = [fill for state, fill in picture.fills().items() if state != "test"]
        self.assertEqual(len(set(colours)), 10)
        for one, other in itertools.combinations(colours, 2):
            for matrix in self.SIMULATIONS:
                self.assertGreater(math.dist(self.lab(one, matrix), self.lab(other, matrix)), 20, (one, other))
        for _, group in picture.groups:
            fill = group.find(SVG + "path").get("fill")
            self.assertGreaterEqual(contrast(fill, group.find(SVG + "text").get("fill")), 4.5)
        for fill in colours:
            self.assertGreaterEqual(contrast(fill, "#ffffff"), 3)


class Lines(Plots):
    def test_scores_stand_as_high_as_they_are(self):
        """Heights of all points of a utility's lines are one linear function of the scores in the trace."""
        command = golden_command("guard")
        trace = [(line["tick"], record["state"], record["score"]) for line in
                 wits(*command, "--trace", "--format", "jsonl").lines() for record in line["trace"]
                 if record["what"] == "scored"]
        picture = Picture(wits(*command, "--plot", "-").out)
        left = picture.bands()["guard"][0].x
        column = (picture.bands()["guard"][0].width + 1) / 45
        pairs, count = [], 0
        for option in ("close_in", "attack", "cover", "flee", "listen"):
            scores = {tick: score for tick, state, score in trace if state == "combat/" + option}
            count += len(scores)
            group = [node for title, node in picture.groups if title == option][-1]
            dots = points(group.findall(SVG + "path")[1].get("d"))
            self.assertEqual(len(dots), len(scores))
            for (x, y), *_ in dots:
                tick = round((x - left) / column)
                pairs.append((scores[tick], y))
        self.assertEqual(len(pairs), count)
        (low, bottom), (high, top) = min(pairs), max(pairs)
        for score, y in pairs:
            self.assertAlmostEqual(y, bottom + (score - low) / (high - low) * (top - bottom), delta=0.3)
        self.assertIn("scores in combat", picture.words())

    def test_lines_end_where_options_cannot_be_chosen(self):
        picture = Picture(wits(*golden_command("guard"), "--plot", "-").out)
        self.assertEqual(len(picture.lines("attack")), 2)  # he fights twice in that night

    def test_lines_end_where_a_gate_keeps_an_option_out(self):
        picture = self.plot(self.brain("""context: {a: int}
root:
  kind: utility
  update: a = a + 1
  states:
    one: {score: {product: [{input: 0.75}, {gate: a < 3 or a > 6}]}}
    two: {score: 0.5}
"""))
        self.assertEqual([len(picture.lines(name)) for name in ("one", "two")], [2, 1])

    RANKS = """context: {a: int}
root:
  kind: utility
  floor: 0.1
  default: rest
  update: a = a + 1
  states:
    hunt: {score: 0.9, cooldown: 4}
    flee: {score: 0.3, rank: 1 if a > 3 and a < 6 else 0}
    rest: {score: 0.25}
    yawn: {score: 0.2}
    sing: {score: 0.05}
"""

    def test_who_is_no_candidate_is_faded(self):
        """According to the trace. The connections between two lines are faded, too."""
        brain = self.brain(self.RANKS)
        picture = self.plot(brain, "--ticks", "12")
        lines = self.run_lines(brain, "--ticks", "12", "--trace")
        for name in ("hunt", "flee", "rest", "yawn", "sing"):
            out = {line["tick"] for line in lines for record in line["trace"] if record.get("state") == name and
                   (record["what"] == "cooling" or record.get("why") in ("rank", "floor", "default"))}
            with self.subTest(name=name):
                self.assertEqual(picture.ticks(name, 13), set(range(13)) - out)
                self.assertEqual(len(picture.faded(name)), len(out) > 0)
        self.assertEqual([len(picture.lines(name)) for name in ("hunt", "flee", "rest", "yawn", "sing")],
                         [2, 1, 1, 0, 0])
        self.assertEqual(len({x for x, _ in picture.faded("hunt")[0]} & {x for piece in picture.lines("hunt")
                                                                      for x, _ in piece}), 2)
        self.assertIn("faded where an option is not a candidate", picture.words())

    def test_a_score_of_one_tick_is_seen_where_columns_are_narrow(self):
        picture = self.plot(self.brain(self.RANKS), "--ticks", "1000", "--set", "a=-500")
        group = [node for title, node in picture.groups if title == "flee"][-1]
        self.assertEqual({path.get("stroke-linecap") for path in group.findall(SVG + "path")}, {"round"})

    def test_where_all_are_candidates_nothing_is_faded(self):
        picture = Picture(wits(*golden_command("guard"), "--plot", "-").out)
        self.assertNotIn("stroke-opacity", picture.source)
        self.assertFalse([words for words in picture.words() if "faded" in words])

    def test_infinite_scores_stand_apart_from_finite_ones(self):
        picture = self.plot(self.brain("""context: {a: int}
root:
  kind: utility
  update: a = a + 1
  states:
    top: {score: "1 / 0.0 if a > 2 else 0.5"}
    most: {score: 1}
    low: {score: "-1 / 0.0 if a > 2 else 0.5"}
    least: {score: -1}
"""))
        heights = {name: [y for piece in picture.lines(name) for _, y in piece]
                   for name in ("top", "most", "low", "least")}
        self.assertLess(min(heights["top"]), min(heights["most"]) - 5)
        self.assertGreater(max(heights["low"]), max(heights["least"]) + 5)

    def test_without_a_utility_there_are_no_scores(self):
        picture = self.plot(self.brain("root: {states: {a: {}}}\n"))
        self.assertFalse([words for words in picture.words() if "scores" in words])

    def test_the_floor_is_drawn(self):
        self.assertIn("floor", self.plot(self.brain(BRAIN)).words())
        self.assertNotIn("floor", self.plot(BRAINS / "guard.yaml").words())

    def test_fields_as_lines_and_as_steps_with_names(self):
        picture = self.plot(self.brain(BRAIN), "--ticks", "5", "--plot-fields", "x, on,w,a")
        words = picture.words()
        for name in ("x", "on", "w", "a", "true", "false", "none", "lost"):
            self.assertIn(name, words)
        self.assertNotIn("found", words)  # it never was
        self.assertEqual([len(picture.lines(name)) for name in ("x", "on", "w", "a")], [1] * 4)
        steps = picture.lines("on")[0]
        self.assertTrue(all(one[0] == other[0] or one[1] == other[1] for one, other in zip(steps, steps[1:])))
        self.assertEqual(len({y for _, y in steps}), 2)
        self.assertEqual(len({y for _, y in picture.lines("w")[0]}), 2)
        heights = [y for _, y in picture.lines("a")[0]]
        self.assertEqual((len(set(heights)), heights), (6, sorted(heights, reverse=True)))

    def test_numbers_that_are_none_are_left_out_and_infinite_ones_at_the_edge(self):
        brain = self.brain("""context: {x: float, y: float}
root: {update: [x = sqrt(x - 1), y = 1 / (y - 1) if y > 0 else 1]}
""")
        picture = self.plot(brain, "--ticks", "5", "--set", "x=5", "--plot-fields", "x,y")
        words = picture.words()
        self.assertIn("gaps in the line are NaN", words)
        self.assertIn("infinite values are at the edge", words)

    def test_values_of_any_size_have_scales(self):
        for value in ("3e38", "-3e38", "1e-45", "0", "-0.0", "16777216", "0.1", "NaN", "Infinity", "-Infinity"):
            brain = self.brain("context: {x: float, y: float}\nroot: {}\n")
            picture = self.plot(brain, "--ticks", "1", "--set", f"x={value}", "--plot-fields", "x,y")
            self.assertNotRegex(picture.source, r'"-?(nan|inf)|\b(nan|inf)\b')

    def test_events_are_marked_when_they_were_raised(self):
        inputs = self.write("in.csv", "raise\n\n\n\n\ne\n\n\n")
        picture = self.plot(self.brain(BRAIN), "--inputs", inputs, "--ticks", "9")
        words = picture.words()
        self.assertIn("e", words)
        self.assertIn("f", words)  # an action raised it
        left, column = picture.bands()["test"][0].x, (picture.bands()["test"][0].width + 1) / 10
        ticks = [[round((piece.x - left) / column) for piece in marks] for marks in picture.marks()]
        lines = wits("run", self.folder / "brain.yaml", "--inputs", self.folder / inputs, "--ticks", "9", "--format",
                     "jsonl").lines()
        raised = [line["tick"] for line in lines if {"do": "transition", "from": "left/one", "to": "left/two"} in
                  line["actions"]]
        self.assertEqual(ticks, [[5], raised])


class Pages(Plots):
    NOISE = """context: {x: float, n: int}
root:
  kind: utility
  update: [x = x * 0.95 + random - 0.5, n = n + 1]
  states: {%s}
""" % ", ".join(f'option_{i}: {{score: "x * {i % 9 - 4} + random"}}' for i in range(16))

    def test_the_same_run_gives_the_same_picture(self):
        arguments = ("run", self.brain(BRAIN), "--ticks", "50", "--plot-fields", "x", "--seed", "9", "--plot", "-")
        self.assertEqual(self.good(*arguments).out, self.good(*arguments).out)

    def test_pictures_stay_small(self):
        for ticks, most in ((1, 20), (100, 60), (1199, 300), (5000, 350), (100000, 350)):
            out = self.plot(self.brain(self.NOISE), "--ticks", ticks, "--plot-fields", "x,n").source
            self.assertLess(len(out), most * 1000, ticks)
            out = self.plot(BRAINS / "villager.yaml", "--ticks", ticks, "--plot-fields", "hunger,food,night").source
            self.assertLess(len(out), most * 1000, ticks)

    def check_page(self, picture):
        """Nothing is outside of the page, with letters about as wide as those of DejaVu Sans."""
        for words, node in picture.texts:
            x, y, size = (float(node.get(key)) for key in ("x", "y", "font-size"))
            shown = "".join(node.itertext()).replace(words, "", 1) if node.find(SVG + "title") is not None else words
            width = size * sum(WIDTHS.get(letter, 0.63) for letter in shown)
            begin = x - {"end": width, "middle": width / 2}.get(node.get("text-anchor"), 0)
            self.assertGreaterEqual(begin, -1, words)
            self.assertLessEqual(begin + width, picture.width + 1, words)
            self.assertTrue(size <= y <= picture.height, words)
        for all_pieces in picture.bands().values():
            for piece in all_pieces:
                self.assertTrue(0 <= piece.x and piece.x + piece.width <= picture.width)
                self.assertTrue(0 <= piece.y and piece.y + piece.height <= picture.height)

    def test_nothing_is_cut_off(self):
        def long(name):
            return (name + "_" + "of_a_long_name_" * 5)[:64]

        brain = self.write("long.yaml", f"""wits: 1
brain: {long("brain")}
context: {{ {long("field")}: [{long("none")}, {long("found")}], x: float }}
events: [{long("event")}]
root:
  kind: utility
  states:
    {long("first")}: {{score: random}}
    {long("second")}:
      score: random
      update: ["{long("field")} = {long("found")}", "raise {long("event")}", x = x + 12345.678]
      states: {{ {long("third")}: {{kind: utility, states: {{ {long("fourth")}: {{score: 1}} }} }} }}
""")
        for ticks in (0, 1, 10, 3000):
            self.check_page(self.plot(brain, "--ticks", ticks, "--plot-fields", f"{long('field')},x"))
        for ticks in (0, 44, 4000000):
            self.check_page(self.plot(self.brain("root: {states: {a: {}}}\n"), "--ticks", ticks))
        self.check_page(self.plot(self.brain(self.NOISE), "--ticks", 77, "--plot-fields", "x,n"))

    def test_a_run_of_no_ticks_is_the_start(self):
        picture = self.plot(self.brain(BRAIN), "--ticks", "0", "--plot-fields", "x,w")
        self.assertEqual(set(picture.bands()), {"test", "left", "left/one", "right", "right/low"})

    def test_the_pictures_of_the_documentation(self):
        command = golden_command("guard", "--plot", "-", "--plot-fields", "distance,health")
        self.assertEqual((ROOT / "docs/images/guard-night.svg").read_text(), wits(*command).out)
        self.assertEqual((ROOT / "docs/images/squad-run.svg").read_text(), wits(*golden_command("squad", "--plot", "-")).out)

    def test_targets_are_bands_below_the_states(self):
        brain = self.brain("""targets: {enemy: {distance: float}}
root:
  kind: utility
  states:
    hit: {target: enemy, score: 1 - enemy.distance}
    rest: {score: 0.1}
""")
        self.write("enemies.csv", "tick,id,distance\n1,7,0.5\n1,9,0.6\n3,7,0.8\n3,9,0.2\n5,,\n6,7,0.1\n")
        source = self.plot(brain, "--targets", "enemy=enemies.csv", "--ticks", 8).source
        groups = re.findall(r'<title>(enemy \d+)</title>(.*?)</g>', source, re.DOTALL)
        self.assertEqual([name for name, _ in groups], ["enemy 7", "enemy 9"])
        # 7 in the ticks 1 and 2 and from 6 on, 9 in 3 and 4; in 5 the list is empty, and he rests.
        self.assertEqual([content.count("<rect") + content.count("M") for _, content in groups], [2, 1])
        self.assertNotIn("targets</text>", self.plot(self.brain(BRAIN), "--ticks", 3).source)


class Outputs(Plots):
    def test_what_is_printed_stays_the_same(self):
        brain = self.brain(BRAIN)
        for options in ([], ["--format", "jsonl"], ["--trace"], ["--format", "jsonl", "--trace"]):
            plain = self.good("run", brain, *options).out
            self.assertEqual(self.good("run", brain, *options, "--plot", "out.svg").out, plain)
            self.assertEqual((self.folder / "out.svg").read_text(), self.plot(brain).source)

    def test_mistakes_are_told_before_anything_is_printed(self):
        brain = self.brain(BRAIN)
        self.write("kept.svg", "kept")
        for status, arguments, words in (
            (2, ["--plot", "-", "--format", "jsonl"], "--plot -"),
            (2, ["--plot", "-", "--trace"], "--plot -"),
            (2, ["--plot"], "option '--plot' needs a value"),
            (2, ["--plot-fields", "x"], "--plot-fields needs --plot"),
            (2, ["--plot", "kept.svg", "--plot-fields", "wx"], "unknown field 'wx'; did you mean 'x'?"),
            (2, ["--plot", "kept.svg", "--plot-fields", "x,,w"], "unknown field ''"),
            (2, ["--plot", "kept.svg", "--plot-fields", "x,w,x"], "duplicate field 'x'"),
            (2, ["--plot", "kept.svg", "--set", "n=1"], "n"),
            (1, ["--plot", "none/out.svg"], "none/out.svg cannot be written: No such file or directory"),
            (1, ["--plot", "."], ". cannot be written: Is a directory"),
            (1, ["--plot", "kept.svg", "--inputs", "none.csv"], "none.csv: no such file"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.bad(status, "run", brain, *arguments))
        self.assertEqual((self.folder / "kept.svg").read_text(), "kept")

    def test_a_full_disk(self):
        result = self.wits("run", self.brain(BRAIN), "--plot", "/dev/full")
        self.assertEqual(result.status, 1)
        self.assertEqual(result.err, "wits: /dev/full cannot be written: No space left on device\n")
        self.assertIn("tick", result.out)


if __name__ == "__main__":
    import unittest

    unittest.main()
