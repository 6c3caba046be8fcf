# SPDX-License-Identifier: MIT
"""Explanations and pictures."""

import unittest
import xml.etree.ElementTree

import wits
from support import ROOT, brain, idle, parse

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

    def test_a_crowd_is_a_table(self):
        table = wits.Crowd(brain("guard"), 10)._repr_html_()
        self.assertIn("<td>patrol/walk</td><td>10</td><td>100.0%</td>", table)


if __name__ == "__main__":
    unittest.main()
