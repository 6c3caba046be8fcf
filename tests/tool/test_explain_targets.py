# SPDX-License-Identifier: MIT
"""wits explain about options with targets: which target, why, and what would have changed it."""

import json
import re
import unittest

from program import Case

BRAIN = """context: {fear: float}
targets:
  enemy: {distance: float, health: {type: uint8, own: true}}
  cover: {safety: float}
root:
  kind: utility
  inertia: 0.05
  states:
    attack:
      target: enemy
      target_inertia: 0.1
      score:
        product:
          - gate: enemy.health > 0
          - {input: enemy.distance, range: [20, 0]}
          - {input: enemy.health, range: [200, 0]}
    hide: {target: cover, score: cover.safety * fear}
    rest: {score: 0.2}
"""
ENEMIES = """tick,id,distance,health
1,7,10,50
1,3,12,60
1,9,2,0
2,7,10,50
2,3,7,60
2,9,2,0
3,7,10,50
3,3,2,60
4,,,
"""


class Targets(Case):
    def setUp(self):
        super().setUp()
        self.brain(BRAIN)
        self.write("enemy.csv", ENEMIES)

    def explain(self, tick, *more):
        return self.good("explain", "brain.yaml", "--targets", "enemy=enemy.csv", "--at", str(tick), *more).out

    def answer(self, tick, *more):
        return self.explain(tick, *more).splitlines()[0]

    def test_the_answer_says_which_target_by_how_much_and_where_the_other_is_behind(self):
        self.assertRegex(self.answer(1), r"attack on 7 scores 0\.375, 0\.095 more than on 3: "
                                         r"enemy\.distance \(0\.5 against 0\.4\)\.$")

    def test_a_target_that_is_kept_has_its_inertia(self):
        self.assertRegex(self.answer(2), r"attack on 7 still scores 0\.525 with its inertia of 0\.15, 0\.02 more than "
                                         r"on 3: enemy\.health \(0\.75 against 0\.7\)\.$")
        out = self.explain(2)
        self.assertIn("  ▸ attack on 3  0.455  + 0.05   0.505     won by 0.305, but keeps 7\n", out)
        self.assertIn("    attack on 7 = 0.375, line 15\n      product = 0.375\n", out)

    def test_a_retarget_is_told(self):
        out = self.explain(3)
        self.assertRegex(out.splitlines()[0], r": attack turns from 7 to 3; attack on 3 scores 0\.68 ")
        self.assertIn("(utility, inertia 0.05) stays with attack, which turns from 7 to 3\n", out)

    def test_the_list_of_an_option_says_who_can_be_taken_and_who_cannot(self):
        self.assertIn("      enemy, 3 in the list:\n"
                      "      ▸ 7: 0.375 + 0.15 = 0.525, its target before\n"
                      "        3: 0.455 + 0.05 = 0.505\n"
                      "        9: a gate does not hold\n", self.explain(2))
        self.assertIn("    hide is not a candidate, line 19: cover.safety * fear\n      no cover in the list\n", self.explain(2))
        self.assertIn("  empty target list\n", self.explain(4))

    def test_another_value_would_have_led_to_the_other_target(self):
        told = re.search(r"would have taken 3 with enemy\.distance at or below (\S+) \(now 12\)\n", self.explain(1))
        for distance, taken in ((told[1], 3), (float(told[1]) + 0.01, 7)):
            self.write("enemy.csv", ENEMIES.replace("1,3,12,", f"1,3,{distance},"))
            self.assertRegex(self.answer(1), f"attack on {taken} scores")

    def test_the_object_has_the_targets(self):
        choice = json.loads(self.explain(2, "--format", "json"))["calls"][0]["choices"][0]
        attack, hide, rest = choice["options"]
        self.assertEqual((choice["remembered"], choice["target"]), (7, 7))
        self.assertEqual((attack["target"], attack["targets_listed"]), (7, 3))
        self.assertEqual([(one["id"], one["verdict"], one["remembered"]) for one in attack["targets"]],
                         [(7, "chosen", True), (3, "lost", False), (9, "gated", False)])
        self.assertEqual(["considerations" in one for one in attack["targets"]], [False, True, False])
        of = attack["targets"][1]["considerations"]["of"]
        self.assertEqual([(row["raw"], row["would_win"]) for row in of[1:]], [(7, True), (60, True)])
        self.assertEqual((hide["verdict"], hide["target"], hide["targets"]), ("no_target", None, []))
        self.assertNotIn("targets", rest)


if __name__ == "__main__":
    unittest.main()
