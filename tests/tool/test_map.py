# SPDX-License-Identifier: MIT
"""wits map: the result drawn at a pixel is that of wits explain for its values."""

import math
import random
import re
import struct
import unittest
import xml.etree.ElementTree

from program import BRAINS, GOLDEN, Case
from test_curve import SVG, points_of, text_of

GUARD, WOLF, SQUAD = (BRAINS / f"{name}.yaml" for name in ("guard", "wolf", "squad"))
DUEL = """context:
  strength: {type: float, range: [0, 10]}
  fear: {type: float, range: [0, 10]}
  mood: {type: [calm, angry]}
  calls: {type: int, range: [0, 3]}
  loose: float
events: [ring]
root:
  kind: utility
  inertia: 1
  states:
    fight: {score: strength}
    hide: {score: fear, hold: 4}
    shout: {score: 20 if mood == angry else -1}
"""


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def centre(low, high, i, count):
    return single(low + (high - low) * ((i + 0.5) / count))


class Shape:
    """The filled area of an SVG path."""

    def __init__(self, path):
        self.fill = path.get("fill")
        self.pieces = [points_of("M" + piece) for piece in path.get("d").split("M")[1:]]
        self.upright = [(x0, min(y0, y1), max(y0, y1)) for piece in self.pieces
                        for (x0, y0), (_, y1) in zip(piece, piece[1:] + piece[:1]) if y0 != y1]

    def has(self, x, y):
        """Returns whether the number of sides to the left makes the point inside."""
        return sum(side < x and low < y < high for side, low, high in self.upright) % 2 == 1


class Area:
    """Pixels of one winner in one panel."""

    def __init__(self, group):
        self.name = group.find(SVG + "title").text
        *self.shades, self.outline = (Shape(path) for path in group.findall(SVG + "path"))
        corners = [point for piece in self.outline.pieces for point in piece]
        self.left, self.top = (min(point[axis] for point in corners) for axis in (0, 1))


class Panel:
    def __init__(self, areas):
        self.areas = areas
        self.left, self.top = min(one.left for one in areas), min(one.top for one in areas)

    def at(self, column, row):
        """The winner at a pixel; rows count from below."""
        x, y = self.left + column + 0.5, self.top + self.height - row - 0.5
        found = [one for one in self.areas if one.outline.has(x, y)]
        assert len(found) == 1, [one.name for one in found]
        return found[0]

    def shade(self, column, row):
        x, y = self.left + column + 0.5, self.top + self.height - row - 0.5
        found = [shape.fill for shape in self.at(column, row).shades if shape.has(x, y)]
        assert len(found) == 1, found
        return found[0]


class Map:
    def __init__(self, source, width, height):
        self.source = source
        self.root = xml.etree.ElementTree.fromstring(source)
        self.texts = [text_of(node) for node in self.root.findall(SVG + "text")]
        groups = [group for group in self.root.findall(SVG + "g") if group.find(SVG + "title") is not None]
        areas = [Area(group) for group in groups]
        places = {}
        for one in areas:
            places.setdefault(self.panel_of(one, width, height), []).append(one)
        self.panels = [Panel(found) for _, found in sorted(places.items())]
        for panel in self.panels:
            panel.height = height
        self.names = {one.name for one in areas}

    def panel_of(self, area, width, height):
        """Returns the position of the panel's heading. All areas are in one panel if there are no headings."""
        headings = [(float(node.get("y")), float(node.get("x"))) for node in self.root.findall(SVG + "text")
                    if node.get("font-weight") == "bold" and node.get("text-anchor") is None][1:]
        inside = [(y, x) for y, x in headings if y <= area.top < y + height + 6 and x <= area.left < x + width]
        return inside[0] if inside else (0, 0)


class Maps(Case):
    def draw(self, brain, *arguments, size=(40, 30)):
        width, height = size
        return Map(self.good("map", brain, "--size", f"{width}x{height}", *arguments).out, width, height)

    def explained(self, brain, of, settings, start=None, after=None, targets=()):
        """The winner and its lead, from wits explain for an idle agent."""
        rows = [f"{tick},goto {start}" for tick in range(1, after)] + [f"{after},decide"] if after else []
        inputs = self.write("life.csv", "\n".join(["tick,do", *rows]) + "\n")
        told, = self.good("explain", brain, "--format", "json", "--from", start or of or "/", "--inputs", inputs, "--at",
                          len(rows), *(word for name, value in settings.items() for word in ("--set", f"{name}={value}")),
                          *targets).lines()
        active = told["active"][0].split("/")
        depth = len(of.split("/")) if of else 0
        choices = [one for one in told["calls"][-1]["choices"] if one["utility"] == of]
        margin = None
        if choices:
            margins = [one.get("margin") for one in choices[-1]["options"] if one["option"].split("/")[-1] == active[depth]]
            margin = margins[0] if margins else None
        return active[depth] if active[:depth] == (of.split("/") if of else []) else "left for " + active[0], margin


class Winners(Maps):
    def check_points(self, brain, of, axes, settings, start=None, after=None, targets=(), points=6, size=(40, 30), seed=0):
        drawn = random.Random(seed)
        words = [word for (name, (low, high)), side in zip(axes.items(), "xy") for word in (f"--{side}", f"{name}={low}..{high}")]
        words += [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
        words += ["--from", start] if start else []
        words += ["--of", of] if of else []
        picture = self.draw(brain, *words, *targets, size=size)
        panel, = picture.panels
        found = set()
        for _ in range(points):
            pixel = [drawn.randrange(count) for count in size]
            values = {name: centre(*ends, at, count) for (name, ends), at, count in zip(axes.items(), pixel, size)}
            winner, _ = self.explained(brain, of, {**settings, **values}, start, after, targets)
            with self.subTest(pixel=pixel, values=values):
                self.assertEqual(panel.at(*pixel).name, winner)
            found.add(winner)
        return found

    def test_the_guard_who_comes_to_combat(self):
        found = self.check_points(GUARD, "combat", {"distance": (0, 40), "health": (0, 1)}, {"sees_player": "true"}, points=20)
        self.assertEqual(found, {"attack", "close_in", "cover", "flee"})

    def test_the_guard_in_each_of_his_options(self):
        for number, (start, after) in enumerate((("attack", 1), ("cover", 3), ("flee", 1), ("listen", 1))):
            for sees in ("true", "false"):
                self.check_points(GUARD, "combat", {"distance": (0, 40), "health": (0, 1)}, {"sees_player": sees},
                                  f"combat/{start}", after, seed=number)

    def test_the_wolf_in_random_settings(self):
        drawn = random.Random(4)
        found = set()
        for start, after in ((None, None), ("hunt", 1), ("eat", 2), ("sleep", 4), ("howl", 1), ("flee", 1), ("roam", 1)):
            settings = {"fatigue": round(drawn.random(), 2), "hour": round(drawn.uniform(0, 24), 1),
                        "men": drawn.choice([150, 450, 2000]), "pack": drawn.randrange(1500),
                        "meat": drawn.choice([0, 0, 3])}
            found |= self.check_points(WOLF, "", {"prey": (0, 1000), "hunger": (0, 1)}, settings, start, after,
                                       seed=drawn.random())
        self.assertGreaterEqual(len(found), 4)

    def test_the_squad_and_its_targets(self):
        enemy = self.write("enemy.csv", "id,distance,visible,health,weapon\n7,20,true,0.5,rifle\n")
        cover = self.write("cover.csv", "id,distance,shelter\n101,12,0.9\n102,3,0.4\n")
        targets = ("--targets", f"enemy={enemy}", "--targets", f"cover={cover}")
        panel, = self.draw(SQUAD, "--x", "enemy.distance=0..40", "--y", "health=0..1", *targets).panels
        drawn = random.Random(5)
        found = set()
        for _ in range(10):
            column, row = drawn.randrange(40), drawn.randrange(30)
            self.write("enemy.csv", "id,distance,visible,health,weapon\n"
                       f"7,{centre(0, 40, column, 40)!r},true,0.5,rifle\n")
            winner, _ = self.explained(SQUAD, "", {"health": centre(0, 1, row, 30)}, targets=targets)
            self.assertEqual(panel.at(column, row).name, winner)
            found.add(winner)
        self.assertGreaterEqual(found, {"attack", "hide"})

    def test_every_pixel_is_in_one_area(self):
        picture = self.draw(GUARD, "--x", "distance", "--y", "health", "--of", "combat", "--z", "sees_player")
        self.assertEqual(len(picture.panels), 2)
        for panel in picture.panels:
            for column in range(40):
                for row in range(30):
                    panel.at(column, row)

    def test_a_hole_is_no_part_of_the_area_around_it(self):
        brain = self.brain("""context: {a: float, b: float}
root:
  kind: utility
  states:
    out: {score: 1}
    in: {score: 2 if abs(a) < 1 and abs(b) < 1 else 0}
""")
        panel, = self.draw(brain, "--x", "a=-3..3", "--y", "b=-3..3", size=(60, 60)).panels
        self.assertEqual(panel.at(30, 30).name, "in")
        self.assertEqual(panel.at(5, 30).name, "out")
        self.assertEqual(len(panel.at(5, 30).outline.pieces), 2)

    def test_pixels_that_touch_at_a_corner(self):
        brain = self.brain("""context: {a: {type: int, range: [0, 3]}, b: {type: int, range: [0, 3]}}
root:
  kind: utility
  states:
    even: {score: "1 if (a + b) % 2 == 0 else 0"}
    odd: {score: 0.5}
""")
        panel, = self.draw(brain, "--x", "a", "--y", "b", size=(40, 40)).panels
        for a in range(4):
            for b in range(4):
                for column, row in ((a * 10, b * 10), (a * 10 + 9, b * 10 + 9), (a * 10, b * 10 + 9)):
                    self.assertEqual(panel.at(column, row).name, "even" if (a + b) % 2 == 0 else "odd")

    def test_the_state_of_an_fsm(self):
        picture = self.draw(GUARD, "--x", "sees_player", "--y", "health")
        panel, = picture.panels
        self.assertEqual((panel.at(5, 5).name, panel.at(35, 5).name), ("patrol", "combat"))
        self.assertIn("decision in guard after 1 tick", picture.texts)
        inside, = self.draw(GUARD, "--x", "sees_player", "--y", "health", "--from", "patrol/walk", "--after", "3").panels
        self.assertEqual((inside.at(5, 5).name, inside.at(35, 5).name), ("look", "left for combat"))

    def test_a_choice_inside_is_of_no_account(self):
        picture = self.draw(GUARD, "--x", "distance", "--y", "health", "--from", "combat/cover", "--of", "/")
        self.assertEqual(picture.names, {"combat"})


class Inertia(Maps):
    def setUp(self):
        super().setUp()
        self.duel = self.brain(DUEL)

    def test_who_is_there_stays_longer(self):
        axes = ("--x", "strength", "--y", "fear")
        before, = self.draw(self.duel, *axes, size=(50, 50)).panels
        fights, = self.draw(self.duel, *axes, "--from", "fight", size=(50, 50)).panels
        hides, = self.draw(self.duel, *axes, "--from", "hide", size=(50, 50)).panels
        for row in range(50):
            for column in range(50):
                strength, fear = centre(0, 10, column, 50), centre(0, 10, row, 50)
                for panel, first, second in ((before, 0, 0), (fights, 1, 0), (hides, 0, 1)):
                    name = "fight" if single(strength + first) > single(fear + second) else "hide"
                    if single(strength + first) == single(fear + second):
                        name = "hide" if panel is hides else "fight"
                    self.assertEqual(panel.at(column, row).name, name, (column, row, first, second))

    def test_hold_and_after(self):
        axes = ("--x", "strength", "--y", "fear", "--from", "hide")
        free = self.draw(self.duel, *axes)
        self.assertIn("decision in hide after 4 ticks", free.texts)
        self.assertEqual(self.draw(self.duel, *axes, "--after", "4").source, free.source)
        held = self.draw(self.duel, *axes, "--after", "3")
        self.assertEqual(held.names, {"hide (held)"})
        self.assertIn("decision in hide after 3 ticks", held.texts)

    def test_every_and_commit(self):
        brain = self.brain("""context: {a: {type: float, range: [0, 1]}, b: {type: float, range: [0, 1]}}
root:
  kind: utility
  every: 5
  states:
    one: {score: a}
    two: {score: b, commit: true, lasts: 9}
""")
        axes = ("--x", "a", "--y", "b", "--from")
        self.assertEqual(self.draw(brain, *axes, "one", "--after", "4").names, {"one (not due)"})
        self.assertEqual(self.draw(brain, *axes, "one").names, {"one", "two"})
        self.assertEqual(self.draw(brain, *axes, "two").names, {"two (committed)"})
        self.assertEqual(self.draw(brain, *axes, "two", "--after", "10").names, {"one", "two"})

    def test_without_a_candidate(self):
        brain = self.brain(DUEL.replace("strength}", "strength / 0 * 0}").replace("inertia: 1", "floor: 30"))
        picture = self.draw(brain, "--x", "strength", "--y", "fear")
        self.assertEqual(picture.names, {"fight (no candidate)"})


class Margins(Maps):
    def test_shades_are_margins(self):
        duel = self.brain(DUEL)
        picture = self.draw(duel, "--x", "strength", "--y", "fear", "--margin", size=(50, 50))
        panel, = picture.panels
        keys = [text for text in picture.texts if "than" in text or "no next" in text]
        self.assertEqual(keys, ["ahead of the next by less than 2", "less than 4", "less than 6", "less than 8",
                                "at least 8, or no next"])
        shades = {}
        for column in range(50):
            for row in range(50):
                margin = abs(centre(0, 10, column, 50) - centre(0, 10, row, 50))
                shades.setdefault((panel.at(column, row).name, panel.shade(column, row)), []).append(margin)
        self.assertEqual(len(shades), 10)
        for name in ("fight", "hide"):
            spans = sorted((min(found), max(found)) for (of, _), found in shades.items() if of == name)
            for number, (low, high) in enumerate(spans):
                self.assertTrue(2 * number - 1e-4 <= low and high < 2 * number + 2 + 1e-4, (number, low, high))

    def test_margins_are_those_of_explain(self):
        picture = self.draw(GUARD, "--x", "distance", "--y", "health", "--from", "combat/cover", "--margin", "--set",
                            "sees_player=true", size=(60, 60))
        panel, = picture.panels
        self.assertIn("at least 0.8, or no next", picture.texts)
        drawn = random.Random(6)
        by_winner = {}
        for _ in range(24):
            column, row = drawn.randrange(60), drawn.randrange(60)
            values = {"distance": centre(0, 40, column, 60), "health": centre(0, 1, row, 60), "sees_player": "true"}
            winner, margin = self.explained(GUARD, "combat", values, "combat/cover", 3)
            self.assertEqual(panel.at(column, row).name, winner)
            if abs(margin / 0.2 - round(margin / 0.2)) > 1e-4:
                by_winner.setdefault((winner, math.floor(margin / 0.2)), set()).add(panel.shade(column, row))
        self.assertGreaterEqual(len(by_winner), 7)
        for key, fills in by_winner.items():
            self.assertEqual(len(fills), 1, key)
        fills = [next(iter(found)) for found in by_winner.values()]
        self.assertEqual(len(fills), len(set(fills)))

    def test_an_option_alone_has_the_full_colour(self):
        brain = self.brain("context: {a: float, b: float}\nroot: {kind: utility, states: {one: {score: a}}}\n")
        picture = self.draw(brain, "--x", "a=0..1", "--y", "b=0..1", "--margin")
        self.assertEqual(picture.panels[0].areas[0].outline.fill, "#00a0cf")


class Fields(Maps):
    def setUp(self):
        super().setUp()
        self.duel = self.brain(DUEL)

    def test_values_of_an_enum_and_of_a_bool_have_bands(self):
        panel, = self.draw(self.duel, "--x", "mood", "--y", "strength", "--set", "fear=2").panels
        self.assertEqual({panel.at(column, 20).name for column in range(20)}, {"fight"})
        self.assertEqual({panel.at(column, 20).name for column in range(20, 40)}, {"shout"})
        self.assertIn("angry", self.draw(self.duel, "--x", "mood", "--y", "strength", size=(90, 60)).texts)

    def test_whole_numbers_have_bands(self):
        brain = self.brain(DUEL.replace("score: fear", "score: calls * 3"))
        panel, = self.draw(brain, "--x", "calls", "--y", "strength").panels
        for calls in range(4):
            for column in range(10):
                for row in range(30):
                    name = "fight" if centre(0, 10, row, 30) >= 3 * calls else "hide"
                    self.assertEqual(panel.at(calls * 10 + column, row).name, name)

    def test_panels_over_a_third_field(self):
        for given, headings in (("mood", ["mood calm", "mood angry"]), ("mood=angry", ["mood angry"]),
                                ("calls", ["calls 0", "calls 1", "calls 2", "calls 3"]),
                                ("calls=3,0", ["calls 3", "calls 0"]), ("loose=0.5,2", ["loose 0.5", "loose 2"]),
                                ("loose=NaN", ["loose NaN"])):
            picture = self.draw(self.duel, "--x", "strength", "--y", "fear", "--z", given)
            self.assertEqual([text for text in picture.texts if text in headings], headings)
            self.assertEqual(len(picture.panels), len(headings))
        calm, angry = self.draw(self.duel, "--x", "strength", "--y", "fear", "--z", "mood").panels
        self.assertEqual(({one.name for one in calm.areas}, {one.name for one in angry.areas}),
                         ({"fight", "hide"}, {"shout"}))
        spread = self.draw(self.duel, "--x", "strength", "--y", "mood", "--z", "fear")
        self.assertEqual([text for text in spread.texts if re.match(r"fear [\d.]+$", text)],
                         ["fear 0", "fear 3.3333333", "fear 6.6666665", "fear 10"])

    def test_nan_is_no_candidate(self):
        picture = self.draw(self.brain(DUEL.replace("score: fear", "score: fear + loose")), "--x", "strength", "--y",
                            "fear", "--z", "loose=0,NaN,Infinity")
        self.assertEqual([{one.name for one in panel.areas} for panel in picture.panels],
                         [{"fight", "hide"}, {"fight"}, {"hide"}])

    def test_fields_that_the_brain_assigns(self):
        """The fields are unchanged when it decides: nothing runs."""
        brain = self.brain(DUEL.replace("fight: {", "fight: {enter: strength = 0.0, update: strength = 0.0, exit: fear = 10.0, "))
        axes = ("--x", "strength", "--y", "fear")
        for more in ((), ("--from", "fight"), ("--from", "hide")):
            self.assertEqual(self.draw(brain, *axes, *more).source, self.draw(self.brain(DUEL, "plain.yaml"), *axes, *more).source)

    def test_what_else_is_as_it_is_stands_above(self):
        picture = self.draw(self.duel, "--x", "strength", "--y", "fear", "--set", "loose=2.5", size=(480, 360))
        self.assertEqual(picture.texts[:3], ["test over strength and fear", "choice at the start",
                                             "with mood calm, calls 0, loose 2.5"])
        host = self.brain("functions: {threat: {kind: score}, seen: condition}\ncontext: {a: float, b: float}\n"
                          "root: {kind: utility, states: {x: {score: a + threat()}, y: {score: 2 if seen() else b}}}\n")
        picture = self.draw(host, "--x", "a=0..1", "--y", "b=0..1", "--set", "threat()=0.25")
        self.assertIn("with threat() 0.25, seen() false", picture.texts)

    def test_the_same_bytes_each_time(self):
        first, second = (self.draw(GUARD, "--x", "distance", "--y", "health", "--z", "sees_player", "--of", "combat",
                                   "--margin", size=(280, 210)).source for _ in range(2))
        self.assertEqual(first, second)
        self.assertLess(len(first), 30000)

    def test_names_stand_in_their_areas(self):
        picture = self.draw(GUARD, "--x", "distance", "--y", "health", "--of", "combat", "--set", "sees_player=true",
                            size=(480, 360))
        panel, = picture.panels
        found = {}
        for node in picture.root.findall(SVG + "text"):
            if node.get("text-anchor") == "middle" and node.get("font-weight") == "bold":
                column, y = float(node.get("x")) - panel.left, float(node.get("y")) - 4
                found[node.text] = panel.at(int(column), int(panel.top + 360 - y)).name
        self.assertEqual(found, {name: name for name in ("close_in", "attack", "cover", "flee")})

    def test_chance(self):
        brain = self.brain(DUEL.replace("inertia: 1", "select: weighted"))
        axes = ("--x", "strength", "--y", "fear")
        first, second = (self.draw(brain, *axes, "--seed", seed) for seed in ("1", "2"))
        self.assertIn("choice at the start, as agent 0 with seed 1", first.texts)
        self.assertNotEqual(first.source.replace("seed 1", "seed 2"), second.source)

    def test_sizes(self):
        for size in ((16, 16), (16, 700), (2000, 16)):
            picture = self.draw(self.duel, "--x", "strength", "--y", "fear", size=size)
            panel, = picture.panels
            self.assertEqual((panel.at(0, size[1] - 1).name, panel.at(size[0] - 1, 0).name), ("hide", "fight"))
            self.assertLess(float(picture.root.get("height")), size[1] + 200)
        for low, high in (("-3.4e38", "3.4e38"), ("1", "1.0000002"), ("-1e-40", "1e-40")):
            self.assertEqual(self.draw(self.duel, "--x", f"loose={low}..{high}", "--y", "fear").names, {"hide"})


class Mistakes(Maps):
    def test_mistakes(self):
        duel = self.brain(DUEL)
        single_range = self.brain("context: {a: {type: float, range: [2, 2], initial: 2}, b: float}\n"
                                  "root: {kind: utility, states: {x: {score: a}, y: {score: b}}}\n", "single.yaml")
        regions = self.brain("context: {a: float, b: float}\nroot: {kind: parallel, states: {mind: {states: {x: {}}}, "
                             "body: {states: {y: {}}}}}\n", "regions.yaml")
        two = self.write("two.csv", "id,distance,visible,health,weapon\n7,20,true,1,knife\n8,10,true,1,knife\n")
        axes = ("--x", "strength", "--y", "fear")
        for brain, arguments, words in (
            (duel, ("fight",), "fight has no states inside; choose another state with --of\n"),
            (GUARD, ("attack",), "attack has no states inside; choose another state with --of, such as combat"),
            (GUARD, ("combat", "--of", "combat"), "'combat' and --of combat are mutually exclusive"),
            (GUARD, ("combat", "attack"), "unexpected 'attack'"),
            (GUARD, ("patrol",), "missing --x FIELD; no field that the states of patrol read is a bool, an enum or has a range"),
            (SQUAD, (), "missing --y FIELD; no other field that the states of squad read"),
            (duel, ("--x", "strenght", "--y", "fear"), "--x strenght: unknown field 'strenght'; did you mean 'strength'?"),
            (duel, ("--x", "fear", "--y", "fear=0..1"), "--x and --y must be different fields, not both fear"),
            (duel, (*axes, "--z", "fear=1"), "--z must differ from --x and --y; fear is used already"),
            (duel, (*axes, "--set", "fear=1"), "--set fear=1: --y already sets fear"),
            (duel, ("--x", "loose", "--y", "fear"),
             "--x loose: loose has no range in the file; give one, such as loose=0..10"),
            (WOLF, ("--x", "prey", "--y", "hunger"),
             "--x prey: prey has no range in the file; give one, such as prey=0..600"),
            (duel, (*axes, "--z", "loose"), "--z loose: loose has no range in the file; give values, such as loose=0,5,10"),
            (duel, ("--x", "strength=0..11", "--y", "fear"),
             "--x strength=0..11: strength must be from 0 to 10 according to its range, not 11"),
            (duel, ("--x", "strength=5..1", "--y", "fear"), "a range must be two numbers, the smaller first: strength=0..40"),
            (duel, ("--x", "strength=5", "--y", "fear"), "a range must be two numbers"),
            (duel, ("--x", "strength=", "--y", "fear"), "a range must be two numbers"),
            (duel, ("--x", "loose=0..NaN", "--y", "fear"), "a range must be two numbers"),
            (duel, ("--x", "loose=0..1e39", "--y", "fear"), "a range must be two numbers"),
            (duel, ("--x", "loose=1..1.00000001", "--y", "fear"), "a range must be two numbers"),
            (duel, ("--x", "calls=0.5..2", "--y", "fear"), "calls must be a whole number from -2147483648 to 2147483647"),
            (duel, ("--x", "calls=0..4", "--y", "fear"), "calls must be from 0 to 3 according to its range, not 4"),
            (duel, ("--x", "mood=calm", "--y", "fear"), "--x mood=calm: mood always takes all its values; write mood without a range"),
            (duel, (*axes, "--z", "mood=sad"), "--z mood=sad: mood is calm or angry, not 'sad'"),
            (duel, (*axes, "--z", "calls=1,9"), "--z calls=1,9: calls must be from 0 to 3 according to its range, not 9"),
            (duel, (*axes, "--z", "loose="), "--z loose=: loose must be a number"),
            (duel, (*axes, "--z", "loose=0,1,2,3,4,5,6,7,8,9,10,11,12"), "more than 12 values"),
            (single_range, ("--x", "a", "--y", "b=0..1"), "--x a: the range of a is a single value"),
            (duel, (*axes, "--of", "fight"), "fight has no states inside; choose another state with --of"),
            (duel, (*axes, "--of", "figth"), "--of figth: unknown state 'figth'; did you mean 'fight'?"),
            (duel, (*axes, "--from", "figth"), "--from figth: unknown state 'figth'; did you mean 'fight'?"),
            (regions, ("--x", "a=0..1", "--y", "b=0..1"),
             "all regions of test are active at once; choose one with --of: mind, body"),
            (GUARD, ("--x", "distance", "--y", "health", "--margin"),
             "--margin needs a utility, which guard is not; choose one with --of"),
            (duel, (*axes, "--size", "15x400"), "--size must be WIDTHxHEIGHT, each from 16 to 2000 pixels, not '15x400'"),
            (duel, (*axes, "--size", "100"), "not '100'"),
            (duel, (*axes, "--size", "100x2001"), "not '100x2001'"),
            (duel, (*axes, "--size", "100x99999999999999999999"), "--size must be WIDTHxHEIGHT"),
            (duel, (*axes, "--size", "100x100x100"), "not '100x100x100'"),
            (duel, (*axes, "--after", "2147483648"), "--after must be a whole number from 0 to 2147483647"),
            (SQUAD, ("--x", "enemy.distance=0..40", "--y", "health=0..1"),
             "--x enemy.distance=0..40: no target of kind enemy; add --targets enemy=FILE.csv"),
            (SQUAD, ("--x", "enemy.distance=0..40", "--y", "health=0..1", "--targets", f"enemy={two}"),
             "2 targets of kind enemy at tick 0; expected one"),
            (SQUAD, ("--x", "enemy.distanse", "--y", "health=0..1"), "did you mean 'enemy.distance'?"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.bad(2, "map", brain, *arguments))

    def test_axes_that_are_not_given(self):
        size = ("--size", "24x20")
        loose = self.brain("context: {a: float, b: {type: float, range: [0, 2]}, c: bool, d: bool}\nroot:\n  kind: utility\n"
                           "  states:\n    near: {score: {product: [{input: a, range: [5, 1]}, {gate: c or d}]}}\n"
                           "    far: {score: b / 2 + b}\n    none: {score: 0.1 if c else 0}\n", "loose.yaml")
        for arguments, options in (
            ((GUARD, "combat"), ("--x", "health", "--y", "distance", "--set", "sees_player=true")),
            ((GUARD, "combat", "--set", "sees_player=false"), ("--x", "health", "--y", "distance")),
            ((GUARD,), ("--x", "health", "--y", "distance", "--set", "sees_player=true")),
            ((GUARD, "combat", "--x", "distance"), ("--x", "distance", "--y", "health")),
            ((GUARD, "combat", "--y", "health=0..0.5"), ("--x", "distance", "--y", "health=0..0.5")),
            ((loose,), ("--x", "b", "--y", "a=1..5", "--set", "c=true", "--set", "d=true")),
            ((loose, "--set", "d=false"), ("--x", "b", "--y", "a=1..5", "--set", "c=true")),
            ((loose, "--x", "a=0..1", "--y", "c"), ()),
        ):
            with self.subTest(arguments=arguments):
                drawn = self.wits("map", *arguments, *size)
                note = f"wits map: note: chosen: {' '.join(options)}; the same options change that\n" if options else ""
                self.assertEqual((drawn.status, drawn.err), (0, note))
                brain, *others = arguments
                others = [("--of", word) if word == "combat" else (word,) for word in others]
                others = [word for words in others for word in words]
                for option in ("--x", "--y"):
                    if option in others and options:
                        at = others.index(option)
                        del others[at:at + 2]
                self.assertEqual(drawn.out, self.good("map", brain, *others, *options, *size).out)

    def test_files(self):
        duel = self.brain(DUEL)
        axes = ("--x", "strength", "--y", "fear", "--size", "20x20")
        self.assertEqual(self.bad(1, "map", "none.yaml", *axes), "none.yaml: there is no such file\n")
        out = self.good("map", duel, *axes, "-o", "map.svg").out
        self.assertEqual(out, "")
        self.assertEqual((self.folder / "map.svg").read_text(), self.good("map", duel, *axes).out)
        self.assertIn("brain.yaml", self.bad(2, "map", duel, *axes, "-o", "brain.yaml"))
        self.assertEqual(self.good("map", "-", *axes, stdin=(self.folder / duel).read_text()).out,
                         self.good("map", duel, *axes).out)


if __name__ == "__main__":
    unittest.main()
