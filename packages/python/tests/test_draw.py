# SPDX-License-Identifier: MIT
"""Explanations and pictures."""

import os
import pathlib
import subprocess
import tempfile
import threading
import unittest
import xml.etree.ElementTree

import wits
from support import ROOT, WALKER, brain, idle, numpy, parse

SVG = "{http://www.w3.org/2000/svg}"


def read_svg(text):
    root = xml.etree.ElementTree.fromstring(text)
    return root, [one.text for one in root.iter(SVG + "text")]


class Explaining(unittest.TestCase):
    def villagers(self):
        crowd = wits.Crowd(brain("villager"), 1000, seed=3, hunger=[row / 1000 for row in range(1000)])
        crowd.tick(4)
        return crowd

    def test_a_choice_is_explained(self):
        crowd = self.villagers()
        before = crowd.hash(), list(crowd.hunger)
        told = crowd.explain(800)
        self.assertEqual((told.tick, told.active), (5, ["body/lives", "mind/eat"]))
        choice, = told.choices
        self.assertEqual((choice.utility, choice.before, choice.chosen, choice.how),
                         ("mind", "mind/eat", "mind/toil", "scored"))
        options = {option.path: option for option in choice.options}
        self.assertEqual((options["mind/toil"].verdict, options["mind/eat"].verdict), ("chosen", "lost"))
        self.assertEqual(options["mind/toil"].text, "0.3 if not night else 0.05")
        self.assertAlmostEqual(options["mind/eat"].inertia, 0.15, places=6)
        self.assertAlmostEqual(options["mind/eat"].competing, options["mind/eat"].score + 0.15, places=6)
        self.assertEqual([(one.source, one.destination, one.tried, one.event) for one in told.transitions],
                         [("mind/eat", "mind/talk", "event", "visitor"),
                          ("mind/toil/walk_to_field", "mind/toil/bake", "after", None)])
        self.assertIn("mind chooses mind/toil, before mind/eat", str(told))
        self.assertIn("  > mind/toil  0.3  chosen: 0.3 if not night else 0.05", str(told))
        self.assertEqual((crowd.hash(), list(crowd.hunger)), before)
        crowd.tick()
        self.assertIn("mind/toil", crowd.active(800)[1])

    def test_counterfactuals_tell_what_would_have_won(self):
        of = brain("wolf")
        agent = of.agent(functions=idle(of))
        agent.tick(3)
        plain, deep = agent.explain(), agent.explain(counterfactuals=True)

        def wins(told):
            return [row for choice in told.choices for option in choice.options for row in option.considerations
                    if row.wins_at is not None]

        self.assertEqual(wins(plain), [])
        row = next(row for row in wins(deep) if row.text == "fatigue")
        self.assertIn(f"would win at {row.wins_at:.4g}", str(deep))
        agent.fatigue = row.wins_at
        self.assertNotIn("roam", [choice.chosen for choice in agent.explain().choices])

    def test_fields_of_expressions_tell_what_would_have_won(self):
        of = brain("guard")
        agent = of.agent(functions=idle(of), sees_player=True, distance=16)
        self.assertTrue(all(option.fields == () for option in agent.explain().choices[0].options))
        options = {option.path: option for option in agent.explain(counterfactuals=True).choices[0].options}
        flee = options["combat/flee"].fields[0]
        self.assertEqual((flee.name, flee.now), ("health", 1))
        self.assertAlmostEqual(flee.wins_at, 0.25, 4)
        self.assertIn("health = 1; would win at 0.25", str(agent.explain(counterfactuals=True)))
        self.assertEqual([field.wins_at for field in options["combat/close_in"].fields], [])
        agent.health = flee.wins_at
        self.assertEqual(agent.explain().choices[0].chosen, "combat/flee")

    def test_all_brains_are_explained_and_drawn(self):
        for file in sorted(set((ROOT / "brains").glob("*.yaml")) - set((ROOT / "brains").glob("*.test.yaml"))):
            with self.subTest(brain=file.stem):
                of = wits.Brain(file)
                crowd = wits.Crowd(of, 1, functions={name: code for name, code in idle(of).items()})
                crowd.tick(3)
                told = crowd.explain(0, counterfactuals=True)
                self.assertIn("tick 4, agent 0", str(told))
                xml.etree.ElementTree.fromstring(told._repr_html_().replace("<br>", "<br/>"))
                _, texts = read_svg(of._repr_svg_())
                self.assertEqual(len(texts), len(of.states))

    def test_an_agent_without_functions_of_a_crowd_is_explained(self):
        agent = brain("guard").agent(functions=idle(brain("guard")))
        self.assertIn("patrol", agent._repr_html_())


class Drawing(unittest.TestCase):
    def test_states_are_boxes_in_boxes(self):
        root, texts = read_svg(brain("villager")._repr_svg_())
        self.assertEqual(texts[:3], ["villager · parallel", "body · fsm", "lives"])
        boxes = [[float(one.get(key)) for key in ("x", "y", "width", "height")] for one in root.iter(SVG + "rect")]
        states = brain("villager").states
        self.assertEqual(len(boxes), len(states))
        for box, state in zip(boxes[1:], states[1:]):
            outer = boxes[state.parent]
            self.assertTrue(outer[0] < box[0] and box[0] + box[2] < outer[0] + outer[2], state)
            self.assertTrue(outer[1] < box[1] and box[1] + box[3] < outer[1] + outer[3], state)
        for i, box in enumerate(boxes):
            for other, state in zip(boxes[i + 1:], states[i + 1:]):
                if state.parent == states[i].parent:
                    self.assertFalse(box[0] < other[0] + other[2] and other[0] < box[0] + box[2]
                                     and box[1] < other[1] + other[3] and other[1] < box[1] + box[3])

    def test_names_are_escaped(self):
        parse("""\
            wits: 1
            brain: x
            root: {kind: utility, states: {a: {score: 1 if 2 < 3 else 0}, b: {score: 0.1}}}
            """).agent().explain()
        populations = wits.Populations(parse("wits: 1\nbrain: x\nroot: {states: {a: {}}}\n"))
        populations.add(0, {"a<b": 3})
        self.assertIn("a<b", read_svg(populations._repr_svg_())[1])

    def test_populations_are_stacked(self):
        crowd = wits.Crowd(brain("villager"), 100, hunger=[row / 100 for row in range(100)])
        seen = crowd.run(30)
        root, texts = read_svg(seen._repr_svg_())
        areas = list(root.iter(SVG + "polygon"))
        self.assertEqual(len(areas), sum(len(set(numbers)) > 1 for numbers in seen.counts.values()))
        self.assertIn("mind/eat", texts)
        self.assertNotIn("body/lives", texts)
        self.assertIn("100", texts)
        self.assertEqual(texts[-2:], ["tick 0", "tick 30"])

    def test_lines_are_drawn(self):
        root, texts = read_svg(wits.Plot({"seed 1": [(0, 0), (2, 5)], "seed 2": [(1, 3)]}, "rate", "ill")._repr_svg_())
        self.assertEqual(len(list(root.iter(SVG + "polyline"))), 2)
        self.assertEqual(len(list(root.iter(SVG + "circle"))), 3)
        self.assertEqual(texts, ["seed 1", "seed 2", "0", "5", "0", "2", "rate", "ill"])
        with self.assertRaises(ValueError):
            wits.Plot({}, "x", "y").svg()

    def test_pictures_are_saved(self):
        plot = wits.Plot({"a": [(0, 0), (1, 1)]}, "x", "y")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "plot.svg")
            plot.save(path)
            self.assertEqual(path.read_text(), plot.svg())
            with self.assertRaisesRegex(ValueError, "plot.png: pictures are saved as SVG"):
                plot.save(f"{folder}/plot.png")
            with self.assertRaises(FileNotFoundError):
                plot.save(f"{folder}/none/plot.svg")

    def test_a_crowd_is_a_table(self):
        table = wits.Crowd(brain("guard"), 10)._repr_html_()
        self.assertIn("<td>patrol/walk</td><td>10</td><td>100.0%</td>", table)


class OfTheProgram(unittest.TestCase):
    """Maps, curves and runs are drawn by the program's code: they are the program's pictures."""

    def same(self, picture, *words, inputs=None):
        root, texts = read_svg(picture._repr_svg_())
        if "WITS" in os.environ:
            done = subprocess.run([os.environ["WITS"], *words], cwd=ROOT, input=inputs, capture_output=True, text=True,
                                  check=True)
            self.assertEqual(picture.svg(), done.stdout)
        return texts

    def test_maps(self):
        guard = brain("guard")
        texts = self.same(guard.map("distance", "health", of="combat", sees_player=True),
                          "map", "brains/guard.yaml", "--x", "distance", "--y", "health", "--of", "combat", "--set",
                          "sees_player=true")
        self.assertIn("guard: combat over distance and health", texts)
        picture = guard.map(("distance", 0, 20), "health", begin_in="combat/cover", z=("sees_player", [True, False]),
                            after=3, margin=True, size=(100, 80), seed=5, id=2)
        self.assertEqual(repr(picture), "<wits.Map of 'guard': distance=0..20, health>")
        self.same(picture, "map", "brains/guard.yaml", "--x", "distance=0..20", "--y", "health", "--from",
                  "combat/cover", "--z", "sees_player=true,false", "--after", "3", "--margin", "--size", "100x80",
                  "--seed", "5", "--agent", "2")

    def test_a_map_over_a_target(self):
        parsed = parse("""\
            wits: 1
            brain: hunter
            context: {hunger: {type: float, range: [0, 1]}}
            targets: {prey: {distance: {type: float, range: [0, 10]}}}
            root:
              kind: utility
              states: {hunt: {target: prey, score: hunger - prey.distance / 10}, rest: {score: 0.2}}
            """)
        texts = read_svg(parsed.map("hunger", "prey.distance", targets={"prey": {"id": [4], "distance": [1.0]}}).svg())[1]
        self.assertIn("prey.distance", texts)
        with self.assertRaises(wits.UnknownNameError):
            parsed.map("hunger", "prey.distance", targets={"pray": {"id": [4]}})
        with self.assertRaisesRegex(wits.PictureError, "^targets of prey:2:3: distance .*'x'"):
            parsed.map("hunger", "prey.distance", targets={"prey": {"id": [4], "distance": ["x"]}})

    def test_curves(self):
        self.same(brain("guard").curve("attack", over=("distance", 0, 20), sees_player=True), "curve",
                  "brains/guard.yaml", "attack", "--over", "distance=0..20", "--set", "sees_player=true")
        picture = brain("wolf").curve("hunt", at=3, prey=300)
        self.same(picture, "curve", "brains/wolf.yaml", "hunt", "--at", "3", "--set", "prey=300")
        self.assertEqual((repr(picture), picture.notes), ("<wits.Curve of 'wolf': hunt>", ()))

    def test_a_curve_of_an_earlier_tick_has_a_note(self):
        picture = brain("guard").curve("attack", at=60, inputs={"sees_player": [True, False]})
        note, = picture.notes
        self.assertRegex(note, "^note: .*attack.*; drawing tick \\d+, the last time it was$")

    def test_runs(self):
        table = {"distance": [20, 10, 5, 3, 2, 1], "sees_player": True, "health": [1, 1, 0.8, 0.5, 0.3, 0.1]}
        run = brain("guard").run(table, plot=["distance", "health"])
        text = "distance,sees_player,health\n20,true,1\n10,true,1\n5,true,.8\n3,true,.5\n2,true,.3\n1,true,.1\n"
        self.same(run, "run", "brains/guard.yaml", "--inputs", "-", "--plot", "-", "--plot-fields", "distance,health",
                  inputs=text)
        self.assertEqual(run.ticks, list(range(7)))
        self.assertEqual(run.active[:3], [["patrol/walk"], ["combat/close_in"], ["combat/attack"]])
        self.assertEqual(run.calls[1], ["draw_sword()", "step_closer()"])
        self.assertEqual(run["health"], [1, 1, 1, 0.8, 0.5, 0.3, 0.1])
        self.assertEqual((len(run), repr(run)), (7, "<wits.AgentRun of 'guard': 6 ticks>"))

    def test_inputs_are_tables_of_many_kinds(self):
        guard = brain("guard")
        columns = {"distance": [3.0, 2.0], "sees_player": [True, False], "health": [0.5, 0.25]}
        rows = [dict(zip(columns, values)) for values in zip(*columns.values())]
        text = "distance,sees_player,health\n3,true,0.5\n2,false,0.25\n"

        class Frame:  # as pandas and polars
            def __init__(self):
                self.columns = list(columns)

            def __getitem__(self, name):
                return columns[name]

        expected = guard.run(text).svg()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "inputs.csv")
            path.write_text(text)
            given = [columns, rows, iter(rows), Frame(), path, str(path)]
            if numpy:
                given.append({name: numpy.array(values) for name, values in columns.items()})
                given.append({**columns, "distance": numpy.array([3, 2], "f4")})
            for one in given:
                self.assertEqual(guard.run(one).svg(), expected)

    def test_missing_values_leave_fields_as_they_are(self):
        run = brain("guard").run({"distance": [3, None, float("nan"), 1], "tick": [1, 2, 5, 7]})
        self.assertEqual(run["distance"], [0, 3, 3, 3, 3, 3, 3, 1])
        walker = parse(WALKER)
        run = walker.run({"raise": [None, "bell"], "food": [3.0, float("nan")], "mood": ["angry", None]})
        self.assertEqual((run["food"], run["mood"][-1], run.active[-1]), ([0, 3, 3], "angry", ["rest"]))
        self.assertEqual(walker.run({"raise": [[], ["bell"]]}).active[-1], ["rest"])

    def test_results_of_functions(self):
        door = parse("""\
            wits: 1
            brain: door
            root:
              states: {shut: {transitions: [{to: open, when: 'knocks(3, "friend")'}]}, open: {}}
            """)
        name = 'knocks(3,"friend")'
        self.assertEqual(door.run({name: [False, True]}).active[-1], ["open"])
        self.assertEqual(door.run(ticks=1, given={name: True}).active[-1], ["open"])
        proof = door.reach("open")
        run = door.run(proof.run)
        self.assertEqual(run.active[-1], ["open"])
        self.assertEqual(proof.run._repr_svg_(), run.svg())
        with self.assertRaises(wits.WitsError):
            wits.Run(1, 0, ({}, {})).svg()

    def test_runs_of_proofs_run_again(self):
        ran = 0
        for file in ("guard", "boss"):
            of = brain(file)
            for run in of.cover(most_situations=500).runs:
                again = of.run(run)
                self.assertEqual(len(again), run.ticks + 1)
                ran += 1
        self.assertGreater(ran, 3)

    def test_mistakes_are_one_exception(self):
        guard = brain("guard")
        for call, message in (
                (lambda: guard.map("distanc", "health"), "^x distanc: unknown field 'distanc'; did you mean 'distance'"),
                (lambda: guard.map("distance", "distance"), "^x and y must be different fields, not both distance$"),
                (lambda: guard.map("distance", "health", of="combt"), "^of combt: unknown state"),
                (lambda: guard.map("distance", "health", of="combat/attack"), "^attack has no states inside"),
                (lambda: guard.map("distance", "health", sees_plyer=True), "^field sees_plyer=true: unknown field"),
                (lambda: guard.map("distance", "health", size=(5, 5)), "^size must be"),
                (lambda: guard.curve("combat/atack"), "no option 'combat/atack'; did you mean"),
                (lambda: guard.curve("-o"), "no option '-o'"),
                (lambda: guard.run({"distanc": [1]}), "^inputs:1:1: unknown field 'distanc'"),
                (lambda: guard.run({"distance": [1, "x"], "health": ["y", 1]}),
                 "^inputs:2:3: health must be .*\\ninputs:3:1: distance must be"),
                (lambda: guard.run(begin_in="nowhere"), "^begin_in nowhere: unknown state"),
                (lambda: guard.run(plot="helth"), "^plot: unknown field 'helth'; did you mean 'health'")):
            with self.assertRaisesRegex(wits.PictureError, message):
                call()
        for call, kind in (
                (lambda: guard.map("distance", 3), TypeError), (lambda: guard.map(("distance", 3), "health"), TypeError),
                (lambda: guard.map("distance", "health", sees_player=[1]), TypeError),
                (lambda: guard.map("distance", "health", of=3), TypeError), (lambda: guard.run(3), TypeError),
                (lambda: guard.map("distance", "health", z=("sees_player", "ab")), TypeError),
                (lambda: guard.curve(None), TypeError), (lambda: guard.run(ticks="3"), TypeError),
                (lambda: guard.run(ticks=10_000_000), ValueError), (lambda: guard.curve("a\0b"), ValueError),
                (lambda: guard.run({"distance": [1, 2], "health": [1]}), ValueError),
                (lambda: guard.run("none.csv"), FileNotFoundError), (lambda: guard.run({}), ValueError),
                (lambda: guard.run([]), ValueError), (lambda: guard.run(ticks=1)["helth"], wits.UnknownNameError),
                (lambda: guard.run([1, 2]), TypeError)):
            with self.assertRaises(kind):
                call()
        self.assertEqual(guard.run(ticks=2).ticks, [0, 1, 2])  # a mistake leaves nothing behind

    def test_threads_draw_at_once(self):
        guard, drawn = brain("guard"), []
        threads = [threading.Thread(target=lambda: drawn.append(guard.map("distance", "health", of="combat", size=(90, 60)).svg()))
                   for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(drawn), len(set(drawn))), (8, 1))


if __name__ == "__main__":
    unittest.main()
