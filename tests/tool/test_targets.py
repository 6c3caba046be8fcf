# SPDX-License-Identifier: MIT
"""Targets: lists given by --targets, and the output of `run` and `check`."""

import csv as csvs
import json
import unittest

from program import BRAINS, Case, targets_of, wits

BRAIN = """context: {n: int}
targets:
  enemy: {distance: float, level: int8, near: bool, weapon: [knife, rifle], worth: {type: float, own: true}}
  cover: {worth: float}
functions: {strike: action, turn: action, hide: action}
root:
  kind: utility
  states:
    attack:
      target: enemy
      score: 1 / enemy.distance
      update: strike(enemy.distance, enemy.level, enemy.near, enemy.weapon)
      retarget: turn()
    hide: {target: cover, score: cover.worth, states: {run: {update: hide()}}}
    wait: {score: 0.1}
"""


class Lists(Case):
    def setUp(self):
        super().setUp()
        self.brain(BRAIN)

    def run_with(self, enemies, *more):
        return self.run_lines("brain.yaml", "--targets", "enemy=" + self.write("enemy.csv", enemies), *more)

    def about(self, enemies, *more):
        return [line["targets"].get("attack", "not active") for line in self.run_with(enemies, *more)]

    def test_the_rows_of_a_tick_are_the_list_until_a_tick_has_rows_again(self):
        self.assertEqual(self.about("tick,id,distance\n1,7,5\n1,8,4\n3,7,2\n4,,\n6,9,1\n"),
                         ["not active", 8, 8, 7, "not active", "not active", 9])

    def test_tick_0_is_before_the_start(self):
        self.assertEqual(self.about("tick,id,distance\n0,7,5\n", "--ticks", "1"), [7, 7])
        self.assertEqual(self.about("id,distance\n7,5\n8,3\n", "--ticks", "1"), [8, 8])  # without a column of ticks

    def test_values_that_are_not_there_are_the_first_of_their_type(self):
        calls = self.run_with("tick,id,distance\n1,7,5\n")[1]["calls"]
        self.assertEqual(calls, ["strike(5,0,false,knife)"])
        calls = self.run_with("tick,id,weapon,level,near,distance\n1,7,rifle,-3,true,2\n")[1]["calls"]
        self.assertEqual(calls, ["strike(2,-3,true,rifle)"])

    def test_of_an_id_that_stands_twice_the_first_row_counts(self):
        result = self.wits("run", "brain.yaml", "--format", "jsonl", "--targets",
                           "enemy=" + self.write("twice.csv", "tick,id,distance\n1,7,5\n1,8,6\n1,7,1\n"))
        self.assertEqual((result.status, result.err),
                         (0, "twice.csv:4:3: warning: duplicate id 7 in this list; using the first one, on line 2\n"))
        self.assertEqual(result.lines()[1]["calls"], ["strike(5,0,false,knife)"])

    def test_a_column_of_agents_says_whose_list_a_row_is_in(self):
        csv = "tick,agent,id,distance\n1,0,7,5\n1,3,8,5\n2,0,9,5\n3,3,,\n"
        self.assertEqual(self.about(csv), ["not active", 7, 9])
        self.assertEqual(self.about(csv, "--agent", 3), ["not active", 8, 8, "not active"])

    def test_the_agent_of_the_highest_number_has_its_own_rows_alone(self):
        csv = "tick,agent,id,distance\n1,0,7,5\n1,3,8,4\n"
        result = self.wits("run", "brain.yaml", "--format", "jsonl", "--ticks", 2, "--agent", 2 ** 64 - 1, "--targets",
                           "enemy=" + self.write("enemy.csv", csv))
        self.assertEqual((result.status, [line["targets"] for line in result.lines()]), (0, [{}, {}, {}]))
        self.assertIn("2:3: warning: this row is for agent 0, and none is for agent 18446744073709551615, which is simulated", result.err)

    def test_a_file_about_others_alone_is_hardly_meant(self):
        self.write("others.csv", "tick,id,agent,distance\n1,7,3,5\n1,8,4,5\n")
        result = self.wits("run", "brain.yaml", "--format", "jsonl", "--targets", "enemy=others.csv", "--ticks", 1)
        self.assertEqual((result.status, [line["targets"] for line in result.lines()]), (0, [{}, {}]))
        self.assertEqual(result.err, "others.csv:2:5: warning: this row is for agent 3, and none is for agent 0, which "
                                     "is simulated; choose the agent with --agent\n")

    def test_several_kinds_and_options_inside(self):
        lines = self.run_with("id,distance\n7,5\n", "--targets", "cover=" + self.write("cover.csv", "id,worth\n3,0.9\n"))
        self.assertEqual([line["targets"] for line in lines], [{"hide": 3}] * len(lines))
        self.assertEqual(len(lines), 11)  # permanent lists do not extend a run

    def test_brains_without_kinds_print_no_targets(self):
        self.brain("root: {}\n", "plain.yaml")
        self.assertNotIn("targets", self.run_lines("plain.yaml")[0])

    def test_from_standard_input(self):
        result = self.good("run", "brain.yaml", "--format", "jsonl", "--targets", "enemy=-", stdin="id,distance\n7,5\n")
        self.assertEqual(result.lines()[0]["targets"], {"attack": 7})


class Printed(Case):
    def setUp(self):
        super().setUp()
        self.brain(BRAIN)
        self.write("enemy.csv", "tick,id,distance\n1,7,5\n1,8,6\n3,7,4\n3,8,2\n5,,\n")

    def test_retargets_are_actions(self):
        lines = self.run_lines("brain.yaml", "--targets", "enemy=enemy.csv")
        self.assertEqual(lines[3]["actions"], [{"do": "retarget", "state": "attack"}, {"do": "update", "state": "attack"}])
        self.assertEqual(lines[3]["calls"][0], "turn()")

    def test_the_trace_tells_of_targets(self):
        trace = self.run_lines("brain.yaml", "--targets", "enemy=enemy.csv", "--trace")
        self.assertIn({"what": "targeted", "state": "attack", "target": 7, "score": 0.2}, trace[1]["trace"])
        self.assertIn({"what": "retargeted", "state": "attack", "target": 8}, trace[3]["trace"])
        self.assertIn({"what": "out", "state": "attack", "why": "no_target"}, trace[5]["trace"])

    def test_the_table_shows_whom(self):
        lines = self.good("run", "brain.yaml", "--targets", "enemy=enemy.csv").out.splitlines()
        self.assertRegex(lines[2], r"^     1  → attack → 7  strike")
        self.assertRegex(lines[3], r"^     2    attack → 7  strike")
        self.assertRegex(lines[4], r"^     3  ⇢ attack → 8  turn\(\) strike")
        self.assertRegex(lines[6], r"^     5  → wait")

    def test_words_of_the_trace(self):
        text = self.good("run", "brain.yaml", "--targets", "enemy=enemy.csv", "--trace").out
        self.assertIn("weighs in test: attack 0.5 for 8, hide without a target, wait 0.1\n", text)
        self.assertIn("attack is now about 8\n", text)

    def test_targets_of_regions_and_options_around(self):
        self.brain("""targets: {enemy: {near: float}, gun: {power: float}}
root:
  kind: parallel
  states:
    mind:
      kind: utility
      states:
        fight:
          target: enemy
          score: enemy.near
          kind: utility
          states: {shoot: {target: gun, score: gun.power}, flee: {score: 0.1}}
    body: {}
""", "nested.yaml")
        self.write("gun.csv", "tick,id,power\n1,3,1\n2,4,1\n")
        self.write("near.csv", "id,near\n7,1\n")
        lines = self.good("run", "nested.yaml", "--targets", "enemy=near.csv", "--targets",
                          "gun=gun.csv").out.splitlines()
        self.assertRegex(lines[2], r"^     1  → →fight/shoot → 7, 3 \| body")
        self.assertRegex(lines[3], r"^     2  ⇢ ⇢fight/shoot → 7, 4 \| body")


    def test_graphs_show_kinds_and_whom(self):
        brain = self.brain(BRAIN.replace("retarget: turn()", "retarget: turn()\n      target_inertia: 0.125")
                           .replace("target: cover,", "target: cover, reenter: true,"), "more.yaml")
        dot = self.good("graph", brain, "--format", "mermaid", "--actions", "--targets", "enemy=enemy.csv", "--at", 3).out
        for words in ("for each enemy<br/>score 1 / enemy.distance", "target inertia 0.125", "retarget: turn()",
                      "for each cover<br/>", "reenters for another target", "tick 3: attack → 8"):
            self.assertIn(words, dot)

    def test_explain_says_whom(self):
        out = self.good("explain", "brain.yaml", "--targets", "enemy=enemy.csv", "--at", 3).out
        self.assertIn("attack → 8", out.splitlines()[0])


class Mistakes(Case):
    def setUp(self):
        super().setUp()
        self.brain(BRAIN)

    def problem(self, csv):
        return self.bad(1, "run", "brain.yaml", "--targets", "enemy=" + self.write("t.csv", csv))

    def test_each_is_said_at_its_place(self):
        for csv, message in (
            ("tick;id\n1;2\n", "1:1: a target of kind 'enemy' has no field 'tick;id'; cells are separated by commas, "
                               "not by ';'"),
            ("id,distanc\n1,2\n", "1:4: a target of kind 'enemy' has no field 'distanc'; did you mean 'distance'?"),
            ("id,\n1,2\n", "1:4: this column has no name"),
            ("id,near,id\n1,true,1\n", "1:9: duplicate column 'id'"),
            ("tick,near\n1,true\n", "1:1: missing column 'id', which identifies the target of each row"),
            ("tick,id\n5,1\n4,1\n", "3:1: ticks must not descend; 4 cannot follow 5"),
            ("tick,id\n-1,1\n", "2:1: a tick must be a whole number from 0 to 4294967295, not '-1'"),
            ("id\n4294967295\n", "2:1: an id must be a whole number from 0 to 4294967294, not '4294967295'"),
            ("id,agent\n1,x\n", "2:3: an agent must be a whole number from 0 to 18446744073709551614, not 'x'"),
            ("id,near\n1,yes\n", "2:3: near must be true or false, not 'yes'"),
            ("id,weapon\n1,gun\n", "2:3: weapon is knife or rifle, not 'gun'"),
            ("id,level\n1,200\n", "2:3: level must be a whole number from -128 to 127, not '200'"),
            ("id,near\n1\n", "2:1: this row has 1 cell, the first row 2"),
            ("id,agent\n1,0\n1,3\n,3\n", "4:1: a row without an id empties the list of its tick, and must be the only row of "
                                        "that tick"),  # also for other agents
            ("tick,id\n1,\n1,3\n", "2:3: a row without an id empties the list of its tick, and must be the only row of that tick"),
        ):
            with self.subTest(csv=csv):
                self.assertEqual(self.problem(csv), f"t.csv:{message}\n")

    def test_an_empty_cell_is_0_and_in_the_range(self):
        self.brain(BRAIN.replace("distance: float", "distance: {type: float, range: [1, 9]}"))
        self.assertEqual(self.problem("id,distance\n5,\n1,2\n2,\n"),
                         "t.csv:2:3: empty cell; its default is 0, but distance must be from 1 to 9 according to its range, not 0\n"
                         "t.csv:4:3: empty cell; its default is 0, but distance must be from 1 to 9 according to its range, not 0\n")
        self.problem("distance,id\n,5\n")
        self.good("run", "brain.yaml", "--targets", "enemy=" + self.write("t.csv", "tick,distance,id\n1,2,5\n2,,\n"))

    def test_the_command_line(self):
        for given, message in (
            (["enmy=t.csv"], "--targets enmy=t.csv: unknown kind of targets 'enmy'; did you mean 'enemy'?"),
            (["enemy"], "--targets enemy: expected KIND=FILE.csv"),
            (["enemy=t.csv", "enemy=t.csv"], "--targets enemy=t.csv: duplicate kind of targets"),
        ):
            self.write("t.csv", "id\n1\n")
            with self.subTest(given=given):
                words = [word for one in given for word in ("--targets", one)]
                self.assertIn(message, self.bad(2, "run", "brain.yaml", *words))
        self.assertIn("only one of the brain, the inputs and the targets can be standard input",
                      self.bad(2, "run", "-", "--targets", "enemy=-", stdin=""))
        self.brain("root: {}\n", "plain.yaml")
        self.assertIn("the brain declares no kinds of targets",
                      self.bad(2, "run", "plain.yaml", "--targets", "enemy=t.csv"))
        for command in (["graph"], ["curve", "attack"]):
            self.assertIn("--targets needs --at TICK",
                          self.bad(2, command[0], "brain.yaml", *command[1:], "--targets", "enemy=t.csv"))


class Crowds(Case):
    def setUp(self):
        super().setUp()
        self.brain(BRAIN)

    def hash_of(self, *options):
        out = self.good("crowd", "brain.yaml", "--agents", 700, "--ticks", 70, "--format", "json", *options).out
        return json.loads(out)["hash"]

    def lives_as_one(self, csv, ids, *options):
        """Each agent of a crowd is in the state of `run --agent`."""
        self.write("enemy.csv", csv)
        dump = self.good("crowd", "brain.yaml", "--targets", "enemy=enemy.csv", "--dump", "-", *options).out
        rows = list(csvs.DictReader(dump.splitlines()))
        self.assertEqual([int(row["(agent)"]) for row in rows], ids)
        for row in rows:
            lines = self.run_lines("brain.yaml", "--targets", "enemy=enemy.csv", "--agent", row["(agent)"], "--ticks", 6)
            state, target = lines[6]["active"][0], [f" → {id}" for id in lines[6]["targets"].values()]
            self.assertEqual(row["(active)"], state + "".join(target))
        return [row["(active)"].split(" ")[0] for row in rows]

    def test_all_have_the_rows_of_a_file(self):
        self.assertEqual(self.lives_as_one("tick,id,distance\n3,7,1\n3,8,2\n", [0, 1, 2], "--agents", 3, "--ticks", 6),
                         ["attack"] * 3)

    def test_or_those_of_its_column_of_agents(self):
        csv = "tick,agent,id,distance\n1,0,7,1\n1,2,7,2\n1,3,,\n1,0,9,0.5\n4,0,,\n5,1,3,1\n5,2,3,1\n"
        for path in ("single", "masks", "groups"):
            self.assertEqual(self.lives_as_one(csv, [0, 1, 2, 3], "--agents", 4, "--ticks", 6, "--path", path),
                             ["wait", "attack", "attack", "wait"])

    def test_rows_of_agents_that_are_not_there_are_said_once(self):
        self.write("enemy.csv", "tick,id,agent,distance\n1,7,0,1\n2,7,9,2\n3,7,4,2\n3,8,4,2\n")
        for more in ([], ["--seeds", "1..3"]):
            result = self.wits("crowd", "brain.yaml", "--targets", "enemy=enemy.csv", "--agents", 4, *more)
            self.assertEqual((result.status, result.err),
                             (0, "enemy.csv:3:5: warning: this crowd has no agent 9; ignoring all 3 rows of "
                                 "missing agents\n"))
        self.write("all.csv", "(agent),n\n0,1\n4,1\n9,1\n")
        self.good("crowd", "brain.yaml", "--targets", "enemy=enemy.csv", "--context", "all.csv")

    def test_a_file_says_how_many_ticks(self):
        self.write("enemy.csv", "tick,id,distance\n3,7,1\n12,7,1\n")
        out = json.loads(self.good("crowd", "brain.yaml", "--targets", "enemy=enemy.csv", "--format", "json").out)
        self.assertEqual(out["ticks"], 12)

    def test_a_number_of_targets_drifts_and_is_the_same_by_every_path(self):
        options = ("--targets", "enemy=5", "--set", "enemy.distance=1 + random * 30", "--set", "enemy.level=random * 9",
                   "--set", "enemy.near=distance < 9 and level > 3", "--targets", "cover=2", "--set", "cover.worth=random")
        kept = self.hash_of(*options)
        for more in (["--path", "single"], ["--path", "masks"], ["--path", "groups"], ["--threads", "3"]):
            self.assertEqual(self.hash_of(*options, *more), kept)
        self.assertNotEqual(self.hash_of(*options, "--seed", 4), kept)
        self.assertNotEqual(self.hash_of(*options[:2], *options[4:]), kept)  # without distances
        rows = self.good("crowd", "brain.yaml", "--agents", 500, "--ticks", 60, "--format", "csv", *options).out.split()
        self.assertGreater(len({row.split(",", 1)[1] for row in rows[1:]}), 30)  # from tick to tick others are chosen

    def test_own_fields_are_the_same_for_all_agents(self):
        """So that all choose the same target."""
        self.brain("context: {at: float}\ntargets: {enemy: {worth: {type: float, own: true}, near: float}}\nroot:\n"
                   "  kind: utility\n  states: {a: {target: enemy, score: 1 + enemy.FIELD, update: at = enemy.FIELD}}\n"
                   .replace("FIELD", "worth"), "own.yaml")
        self.brain((self.folder / "own.yaml").read_text().split("\n", 2)[2].replace(".worth", ".near"), "pair.yaml")
        for brain, count in (("own.yaml", 1), ("pair.yaml", 50)):
            dump = self.good("crowd", brain, "--agents", 50, "--ticks", 40, "--dump", "-", "--targets", "enemy=3", "--set",
                             "enemy.worth=random", "--set", "enemy.near=random").out
            self.assertEqual(len({row["at"] for row in csvs.DictReader(dump.splitlines())}), count)

    def test_runs_of_a_sweep_begin_anew(self):
        options = ("--targets", "enemy=3", "--set", "enemy.distance=random * 9", "--agents", 50, "--ticks", 65)
        rows = self.good("crowd", "brain.yaml", *options, "--seeds", "4..5", "--format", "json").out
        alone = self.good("crowd", "brain.yaml", *options, "--seed", "5", "--format", "json").out
        self.assertEqual(json.loads(rows)["runs"][1]["hash"], json.loads(alone)["hash"])

    def test_what_is_wrong_is_said(self):
        for options, message in (
            (["--targets", "enemy=0"], "--targets enemy=0: the number of targets must be from 1 to 10000"),
            (["--targets", "enmy=3"], "--targets enmy=3: unknown kind of targets 'enmy'; did you mean 'enemy'?"),
            (["--set", "enemy.distance=3"], "--set enemy.distance=3: fields of targets can only be set with "
                                            "--targets enemy=COUNT"),
            (["--targets", "enemy=3", "--set", "enmy.distance=3"],
             "--set enmy.distance=3: unknown kind of targets 'enmy'; did you mean 'enemy'?"),
            (["--targets", "enemy=3", "--set", "enemy.distanc=3"],
             "--set enemy.distanc=3: unknown field 'distanc'; did you mean 'distance'?"),
            (["--targets", "enemy=3", "--set", "enemy.near=3"], "--set enemy.near=3: near must be true or false, not '3'"),
        ):
            with self.subTest(options=options):
                self.assertIn(message, self.bad(2, "crowd", "brain.yaml", *options))


class Lints(Case):
    def findings(self, option, *others):
        self.brain(f"""context: {{health: float, n: int, distance: int}}
targets: {{enemy: {{distance: float, level: int, near: bool, weapon: [knife, rifle]}}, cover: {{worth: float}}}}
functions: {{worth_of: score, act: action}}
root:
  kind: utility
  every: 2
  states:
    a: {{{option}}}
    b: {{score: health, hold: 3, enter: ["n = distance", act()]}}
    c: {{target: cover, score: worth_of(), hold: 2}}
""")
        out = json.loads(self.wits("check", "brain.yaml", "--format", "json").out)
        return [(one["line"], one["code"]) for one in out["problems"]]

    def test_a_score_that_reads_nothing_of_a_target(self):
        self.assertEqual(self.findings("target: enemy, score: health"), [(10, "equal-targets")])
        self.assertEqual(self.findings("target: enemy, score: 1, rank: enemy.level"), [])
        self.assertEqual(self.findings("target: enemy, score: {product: [{gate: enemy.near}, {input: health}]}"), [])
        self.assertEqual(self.findings("target: enemy, score: {product: [{input: health}]}"), [(10, "equal-targets")])

    def test_chance_is_the_same_for_all(self):
        self.assertEqual(self.findings("target: enemy, score: enemy.distance + random"), [(10, "one-draw")])
        self.assertEqual(self.findings("target: enemy, score: {sum: [{input: enemy.distance}, {input: random}]}"),
                         [(10, "one-draw")])
        self.assertEqual(self.findings("target: enemy, score: enemy.distance, enter: n = 1 if random < 0.5 else 2"), [])

    def test_whole_numbers_and_bools_of_nobody(self):
        self.assertEqual(self.findings("target: enemy, score: enemy.distance, update: n = enemy.level"),
                         [(10, "maybe-gone")])
        self.assertEqual(self.findings("target: enemy, score: enemy.distance, commit: true, done: not enemy.near"),
                         [(10, "maybe-gone")])
        for text in ("commit: true, done: not enemy.present or not enemy.near",
                     "commit: true, done: not (enemy.distance < 3)", "update: act()",
                     "update: n = 1 if enemy.weapon == knife else 2"):
            self.assertEqual(self.findings(f"target: enemy, score: enemy.distance, {text}"), [])

    def test_other_lints_know_fields_of_targets(self):
        """`enemy.distance` is not the field `distance`, and may be anything."""
        self.assertEqual(self.findings('target: enemy, score: "clamp(enemy.level, 0, 1) + min(enemy.distance, 1)", '
                                       "update: n = n + 1"), [])
        for never in ("enemy.level > 3 and enemy.level < 2", "enemy.near and not enemy.near"):
            self.assertEqual(self.findings(f"target: enemy, score: enemy.distance, transitions: "
                                           f"[{{to: b, when: enemy.present and {never}}}]"), [])
        self.assertEqual(self.findings("target: enemy, score: 2 + 0 * enemy.level, "
                                       "transitions: [{to: b, when: false and enemy.near and enemy.present}]"),
                         [(10, "never-fires")])


class Squad(unittest.TestCase):
    def test_every_option_of_the_squad_is_chosen_and_turns_once(self):
        lines = wits("run", BRAINS / "squad.yaml", "--inputs", "tests/golden/squad.csv", *targets_of("squad"), "--format",
                     "jsonl").lines()
        seen = {path: {line["targets"].get(path) for line in lines} - {None} for path in ("attack", "hide", "heal")}
        self.assertEqual(seen, {"attack": {7, 12, 14}, "hide": {101}, "heal": {22}})
        done = [one["do"] for line in lines for one in line["actions"]]
        self.assertEqual(done.count("retarget"), 1)


if __name__ == "__main__":
    unittest.main()
