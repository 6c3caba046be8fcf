# SPDX-License-Identifier: MIT
"""wits prove, reach, cover and check --deep of brains with targets: their lists are files of their own."""
import json
import shlex
import unittest

from program import BRAINS, Case

BRAIN = """wits: 1
brain: sentry
targets:
  foe: {near: {type: uint8, range: [0, 2]}, armed: bool}
  friend: {most: 1, hurt: {type: uint8, range: [1, 3]}}
functions: {shoot: action, turn: action}
root:
  kind: utility
  states:
    attack: {target: foe, score: foe.near, rank: 1 if foe.armed else 0, retarget: turn(), update: shoot()}
    heal:
      target: friend
      score: friend.hurt / 2
      commit: true
      done: not friend.present or friend.hurt == 1
      states:
        run: {transitions: [{to: kneel, after: 2}]}
        kneel: {}
    watch: {score: 0.6}
"""


def with_properties(*properties):
    return BRAIN + "prove:\n" + "".join(f"  - {one}\n" for one in properties)


class WithTargets(Case):
    def sentry(self, *properties):
        return self.write("sentry.yaml", with_properties(*properties))

    def commands(self, printed):
        """Returns the printed command that runs it again, without 'wits'."""
        return [shlex.split(line)[1:] for line in printed.splitlines() if line.startswith("  wits ")]

    def test_runs_are_written_and_run_again(self):
        brain = self.sentry("never: calls(turn) and attack.foe.armed", "never: in(heal/kneel) and heal.friend.hurt == 3")
        done = self.wits("prove", brain, "-o", self.folder)
        self.assertEqual((done.status, done.err), (3, ""))
        first_run, first_explain, second_run, second_explain = self.commands(done.out)
        self.assertIn(f"foe={self.folder}/sentry-never-1.foe.csv", first_run)
        last = self.good(*first_run, "--format", "jsonl").lines()[-1]
        self.assertEqual((last["tick"], last["calls"][0], last["targets"]["attack"]), (2, "turn()", 2))
        self.assertIn("turns from 1 to 2", self.good(*first_explain).out)
        last = self.good(*second_run, "--format", "jsonl").lines()[-1]
        self.assertEqual((last["active"], last["targets"]["heal"]), (["heal/kneel"], 1))
        self.assertIn("heal → 1", self.good(*second_explain).out.replace("heal/kneel", "heal"))

    def test_a_list_is_written_where_it_changes(self):
        """The friend stands still for all the ticks that it takes."""
        self.good("reach", self.sentry(), "heal/kneel", "-o", self.folder / "way.csv")
        rows = (self.folder / "way.friend.csv").read_text().splitlines()
        self.assertEqual(rows, ["tick,id,hurt", "1,1,2"])
        self.assertFalse((self.folder / "way.foe.csv").exists())

    def test_a_run_with_targets_is_more_than_one_file(self):
        self.assertIn("the run has targets, which need a file beside the inputs; --output must be a file",
                      self.bad(1, "reach", self.sentry(), "attack", "-o", "-"))
        self.good("reach", self.sentry(), "watch", "-o", "-")  # no lists, no other file

    def test_json_has_the_lists_and_their_bounds(self):
        done = self.wits("prove", self.sentry("never: in(attack)"), "--format", "json", "-o", ".")
        found = json.loads(done.out)
        only = found["properties"][0]
        self.assertEqual(only["bounds"], {"foe": 2, "friend": 1})
        lists = only["run"]["targets"]
        self.assertEqual(list(lists), ["foe"])
        self.assertEqual(lists["foe"], {"file": "./sentry-never-1.foe.csv", "csv": "tick,id,near,armed\n1,1,0,true\n"})
        self.assertEqual((self.folder / "sentry-never-1.foe.csv").read_text(), lists["foe"]["csv"])
        named = {one["name"]: (one["what"], one["how"], one["values"]) for one in found["inputs"]}
        self.assertEqual(named["foe"], ("targets", "whole", 3))
        self.assertEqual(named["foe[1].near"], ("target field", "whole", 3))
        self.assertEqual(named["friend[0].hurt"], ("target field", "whole", 3))
        self.assertNotIn("friend[1]", named)

    def test_few_runs_come_to_everything(self):
        brain = self.sentry()
        self.good("reach", brain, "--all", "-o", self.folder)
        runs = sorted(path for path in self.folder.glob("sentry-*.csv") if path.stem.count(".") == 0)
        self.assertGreater(len(runs), 0)
        words = []
        for run in runs:
            words += ["--inputs", run]
            for kind in ("foe", "friend"):
                lists = run.with_suffix(f".{kind}.csv")
                words += ["--targets", f"{kind}={lists}"] if lists.exists() else []
        self.assertIn("5 of 5 states, 3 of 3 options, 1 of 1 transition", self.good("cover", brain, *words).out)
        done = self.wits("cover", brain, "--inputs", runs[0])
        self.assertEqual(done.status, 3)
        self.assertIn("not covered: the option attack", done.out)
        self.assertIn("must follow its --inputs",
                      self.bad(2, "cover", brain, "--targets", "foe=a.csv", "--inputs", runs[0]))

    def test_check_deep(self):
        self.assertIn(": ok", self.good("check", self.sentry(), "--deep", "--strict").out)
        path = self.write("sentry.yaml", BRAIN.replace("score: foe.near, rank: 1 if foe.armed else 0", "score: foe.near * 0.2"))
        self.assertIn("nothing ever leads to the state attack", self.wits("check", path, "--deep").err)

    def test_what_is_too_much_is_tried_in_part_and_no_proof(self):
        brain = self.sentry("never: in(attack) and in(watch)", "reach: in(heal)")
        done = self.wits("prove", brain, "--combinations", "50", "--format", "json")
        never, reach = json.loads(done.out)["properties"]
        self.assertEqual((done.status, never["verdict"], never["complete"], reach["verdict"]),
                         (4, "not_found", False, "proven"))
        self.assertRegex(never["why"][0], r"^combinations: foe \(3 values\), foe\[0\]\.near .* multiply to more than 50 in "
                                          r"one tick; 50 of them were tried from each of \d+ situations$")
        again = self.wits("prove", brain, "--combinations", "50", "--format", "json")
        self.assertEqual([one["run"] for one in json.loads(again.out)["properties"]], [None, reach["run"]])

    def test_a_brain_may_be_too_large_and_yet_be_searched(self):
        """The squad's lists are floats: nothing about it can be proven, only refuted."""
        for where, calls in (("heal/kneel", "bandage()"), ("hide/behind", "crouch()"), ("attack", "shoot()")):
            with self.subTest(where=where):
                printed = self.good("reach", BRAINS / "squad.yaml", where, "-o", self.folder / "way.csv").out
                run = next(words for words in self.commands(printed) if words[0] == "run")
                last = self.good(*run, "--format", "jsonl").lines()[-1]
                self.assertEqual((last["active"], last["calls"][-1]), ([where], calls))

    def test_the_squad_does_not_heal_the_healthy(self):
        """This proof found a mistake: a friend with slightly more than 0.9 health scored high enough for a bandage but
        did not need one, so the soldier started to bandage him again in each tick."""
        squad = (BRAINS / "squad.yaml").read_text()
        gate = next(line for line in squad.splitlines(True) if "{gate: friend.health <= 0.9}" in line)
        flicker = self.write("flicker.yaml", "- settles: {of: /, ticks: 31}\n")
        before = self.write("squad.yaml", squad.replace(gate, ""))
        done = self.wits("prove", before, "--properties", flicker, "--only", "settles 4", "-o", self.folder)
        self.assertEqual((done.status, done.err), (3, ""))
        self.assertIn("and so on forever, repeating every 1 tick: heal", done.out)
        run = self.commands(done.out)[0]
        lists = self.write("friend.csv", "tick,id,distance,health\n1,7,0.5,0.91\n")
        for path, begun_anew in ((before, True), (BRAINS / "squad.yaml", False)):
            found = self.good(run[0], path, *run[2:]).out
            self.assertEqual("↻ heal" in found, begun_anew, found)
            kept = self.good("run", path, "--targets", f"friend={lists}", "--ticks", 4).out
            self.assertEqual(kept.count("↻ heal"), 3 if begun_anew else 0, kept)


if __name__ == "__main__":
    unittest.main()
