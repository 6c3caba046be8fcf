# SPDX-License-Identifier: MIT
"""Inputs, targets and settings must keep the host's promises; `prove` is ignored by other commands."""

import unittest

from program import Case

BRAIN = """context:
  health: {type: float, initial: 1, range: [0, 1], nan: true}
  distance: {type: float, range: [0, 40], step: 0.5}
  ammo: {type: uint8, range: [0, 30]}
  wounds: {type: int8, range: [0, 3]}
events: [{name: ready, host: false}]
functions: {threat: {kind: score, range: [0, 2.5]}, howl: action}
targets: {enemy: {most: 3, near: {type: float, range: [0, 10]}, level: {type: uint8, own: true, range: [1, 5]}}}
prove:
  - never: in(a) and health < 0
  - reach: calls(howl)
root:
  kind: utility
  states:
    a: {score: threat() * health, update: wounds = wounds + 1}
    b: {target: enemy, score: enemy.near + enemy.level + distance + ammo, update: howl()}
"""


class Promises(Case):
    def setUp(self):
        super().setUp()
        self.brain(BRAIN)

    def inputs(self, csv):
        return ["run", "brain.yaml", "--inputs", self.write("in.csv", csv)]

    def test_cells_outside_are_told_at_their_places(self):
        self.assertEqual(self.bad(1, *self.inputs("health,ammo,threat()\n1,30,2.5\n1.5,31,-1\n,,\nInfinity,0,NaN\n")), """\
in.csv:3:1: health must be NaN or from 0 to 1 according to its range, not 1.5
in.csv:3:5: ammo must be from 0 to 30 according to its range, not 31
in.csv:3:8: threat() must be from 0 to 2.5 according to its range, not -1
in.csv:5:1: health must be NaN or from 0 to 1 according to its range, not Infinity
in.csv:5:12: threat() must be from 0 to 2.5 according to its range, not NaN
""")

    def test_both_ends_and_nan_are_inside(self):
        self.good(*self.inputs("health,ammo,distance\n0,0,0\n1,30,40\nNaN,,\n"))

    def test_steps_are_not_asked_for(self):
        self.good(*self.inputs("distance\n0.25\n"))

    def test_the_brain_itself_is_not_held_to_it(self):
        context = self.run_lines("brain.yaml", "--set", "threat()=2", "--ticks", "5")[-1]["context"]
        self.assertEqual(context["wounds"], 5)

    def test_crowds_hold_their_inputs_to_it(self):
        csv = self.write("in.csv", "health\n-1\n")
        self.assertEqual(self.bad(1, "crowd", "brain.yaml", "--inputs", csv),
                         "in.csv:2:1: health must be NaN or from 0 to 1 according to its range, not -1\n")

    def test_settings_are_held_to_it_by_their_values(self):
        for setting, message in (
            ("health=1.5", "health must be NaN or from 0 to 1 according to its range, not 1.5"),
            ("ammo=31", "ammo must be from 0 to 30 according to its range, not 31"),
            ("threat()=3", "threat() must be from 0 to 2.5 according to its range, not 3"),
            ("threat()=NaN", "threat() must be from 0 to 2.5 according to its range, not NaN"),
            ("health=0.5 * 4", "the value must be NaN or from 0 to 1 according to its range, not 2"),
            ("threat()=health + 2", "the value must be from 0 to 2.5 according to its range, not 3"),
        ):
            for command in ("run", "explain"):
                with self.subTest(setting=setting, command=command):
                    end = ["--ticks", "1"] if command == "run" else ["--at", "1"]
                    self.assertEqual(self.bad(2, command, "brain.yaml", *end, "--set", setting),
                                     f"wits {command}: --set {setting}: {message}\nSee 'wits {command} --help'.\n")
        self.good("run", "brain.yaml", "--set", "health=NaN", "--set", "ammo=30", "--set", "threat()=5 / 2")

    def test_of_settings_of_one_field_the_last_counts(self):
        self.good("run", "brain.yaml", "--set", "distance=100 * 1", "--set", "distance=distance / 10")

    def test_of_a_crowd_the_first_agent_outside_is_told(self):
        self.assertEqual(self.bad(2, "crowd", "brain.yaml", "--agents", "3000", "--set", "ammo=random * 31.5"),
                         "wits crowd: --set ammo=random * 31.5: the value of agent 10 must be from 0 to 30 according to "
                         "its range, not 31\nSee 'wits crowd --help'.\n")
        for agent in range(10):
            self.good("run", "brain.yaml", "--agent", agent, "--set", "ammo=random * 31.5")
        self.assertIn("not 31", self.bad(2, "run", "brain.yaml", "--agent", 10, "--set", "ammo=random * 31.5"))
        self.assertIn("--set threat()=random * 3: the value of agent ",
                      self.bad(2, "crowd", "brain.yaml", "--set", "threat()=random * 3"))
        self.assertIn("--sweep ammo=40: ammo must be from 0 to 30 according to its range, not 40",
                      self.bad(2, "crowd", "brain.yaml", "--sweep", "ammo=10, 40"))
        self.good("crowd", "brain.yaml", "--set", "ammo=random * 30", "--set", "threat()=random", "--ticks", "1")

    def test_a_dump_goes_on_whatever_the_brain_has_assigned(self):
        self.good("crowd", "brain.yaml", "--agents", "3", "--ticks", "9", "--set", "threat()=2", "--dump", "out.csv")
        self.assertIn(",9\n", (self.folder / "out.csv").read_text())
        self.good("crowd", "brain.yaml", "--context", "out.csv", "--ticks", "1", "--set", "threat()=2")

    def test_fields_of_targets(self):
        csv = self.write("enemy.csv", "id,near,level\n1,10,5\n2,10.5,0\n")
        self.assertEqual(self.bad(1, "run", "brain.yaml", "--targets", f"enemy={csv}"),
                         "enemy.csv:3:3: near must be from 0 to 10 according to its range, not 10.5\n"
                         "enemy.csv:3:8: level must be from 1 to 5 according to its range, not 0\n")
        csv = self.write("enemy.csv", "id,near\n1,10\n")
        self.assertEqual(self.bad(1, "run", "brain.yaml", "--targets", f"enemy={csv}"),
                         "enemy.csv:1:1: missing column 'level'; its default is 0, but level must be from 1 to 5 according to its range, "
                         "not 0\n")

    def test_drawn_fields_of_targets_end_at_the_range(self):
        self.assertIn("--set enemy.level=9: level must be from 1 to 5 according to its range, not 9",
                      self.bad(2, "crowd", "brain.yaml", "--targets", "enemy=2", "--set", "enemy.level=9"))
        crowd = ["crowd", "brain.yaml", "--targets", "enemy=2", "--agents", "50", "--ticks", "70", "--format", "json"]
        hashes = {}
        for level in ("random * 20 - 9", "clamp(random * 20 - 9, 1, 5)"):
            out = self.good(*crowd, "--set", f"enemy.level={level}", "--set", "enemy.near=random * 10").out
            hashes[level] = out.split('"hash":')[1][:18]
        self.assertEqual(len(set(hashes.values())), 1)

    def test_what_is_to_be_proven_is_checked_by_every_command(self):
        self.brain(BRAIN.replace("reach: calls(howl)", "reach: calls(howl)\n    from: nowhere"))
        for command in ("check", "run", "crowd", "expand"):
            with self.subTest(command=command):
                self.assertEqual(self.bad(1, command, "brain.yaml"),
                                 "brain.yaml:14:11: there is no state 'nowhere'; the states are a, b\n")

    def test_written_out_all_of_it_stays(self):
        written = self.good("expand", "brain.yaml").out
        for line in ("  health: {type: float, initial: 1, range: [0, 1], nan: true}\n",
                     "  distance: {type: float, range: [0, 40], step: 0.5}\n",
                     "events: [{name: ready, host: false}]\n",
                     "  threat: {kind: score, range: [0, 2.5]}\n",
                     "  - never: in(a) and health < 0\n"):
            self.assertIn(line, written.replace("functions: {", "  ").replace("}, howl", "}\n"))


if __name__ == "__main__":
    unittest.main()
