# SPDX-License-Identifier: MIT
"""wits migrate: lists what saves of a brain can lose in a new version, each with a shortest run."""

import json
import random
import re
import unittest

from program import BRAINS, BRAIN_FILES, Case, active_states

OLD = """\
context: {near: bool, hp: {type: uint8, range: [0, 10], initial: 10}, old: int}
events: [hurt, bell]
root:
  states:
    calm: {transitions: [{to: fight, when: near}]}
    fight:
      leave: resume
      transitions: [{to: calm, when: not near, after: 3}]
      states:
        aim: {transitions: [{to: melee, when: hp < 5}]}
        melee: {transitions: [{to: rest, event: hurt}]}
        rest: {transitions: [{to: aim, after: 2}]}
"""
NEW = """\
context: {near: bool, health: {type: uint8, range: [0, 10], initial: 10}}
events: [wounded]
renames:
  states: {fight: combat, fight/melee: combat/close/melee}
  events: {hurt: wounded}
  fields: {hp: health}
root:
  states:
    calm: {transitions: [{to: combat, when: near}]}
    combat:
      leave: resume
      transitions: [{to: calm, when: not near, after: 3}]
      states:
        aim: {transitions: [{to: close, when: health < 5}]}
        close: {states: {melee: {transitions: [{to: aim, event: wounded}]}}}
"""
TEXT = """\
4 losses are possible (19 situations, 92 ticks, T s)

1. bell: the event is gone; it is no longer pending
  in a save after the game has raised it, before the next tick

2. fight: the child that it remembered is lost; it restarts when entered
  tick    state        changes
     0  → calm
     1  → fight/aim    near false → true, hp 10 → 0
     2  → fight/melee  near true → false
     3    fight/melee
     4  → calm
To run it again, with these inputs as test-loss-2.csv (--output writes them):
  wits run old.yaml --inputs test-loss-2.csv
  wits explain old.yaml --inputs test-loss-2.csv --at 4
near,hp,raise,do
true,0,,tick
false,0,,tick
false,0,,tick
false,0,,tick

3. fight/rest: the state is gone; what was active, kept or remembered in it is lost
  tick    state        changes
     0  → calm
     1  → fight/aim    near false → true, hp 10 → 0
     2  → fight/melee  near true → false
     3  → fight/rest   hurt!
To run it again, with these inputs as test-loss-3.csv (--output writes them):
  wits run old.yaml --inputs test-loss-3.csv
  wits explain old.yaml --inputs test-loss-3.csv --at 3
near,hp,raise,do
true,0,,tick
false,0,,tick
false,0,hurt,tick

4. old: the field is gone; its values are lost

kept: 4 of 5 states, 1 of 2 events, 2 of 3 fields
  fight is now combat
  fight/aim is now combat/aim
  fight/melee is now combat/close/melee
  hurt is now wounded
  hp is now health
assumed:
  host actions change nothing before the next tick
  a host condition or score returns the same for equal arguments in one tick
  the only call is tick
"""


class Migrating(Case):
    def migrate(self, old, new, *options):
        """Status and lines."""
        result = self.wits("migrate", self.brain(old, "old.yaml"), self.brain(new, "new.yaml"), *options)
        self.assertEqual(result.err, "")
        return result.status, result.out

    def answer(self, old, new, *options):
        status, out = self.migrate(old, new, "--format", "json", *options)
        found = json.loads(out)
        self.assertEqual(status, 3 if found["losses"] else 0 if found["complete"] else 4)
        return found

    def losses(self, old, new, *options):
        return [loss["text"] for loss in self.answer(old, new, *options)["losses"]]

    def test_text(self):
        status, out = self.migrate(OLD, NEW)
        self.assertEqual((status, re.sub(r"[0-9.]+ s\)", "T s)", out, count=1)), (3, TEXT))

    def test_json_and_written_runs(self):
        found = self.answer(OLD, NEW, "-o", ".")
        self.assertEqual(found["kept"], {"states": 4, "events": 1, "fields": 2})
        self.assertEqual([found[key] for key in ("wits_migrate", "old", "new", "same_layout", "complete", "interrupted",
                                                 "why")], [1, "old.yaml", "new.yaml", False, True, False, []])
        self.assertEqual([(loss["kind"], loss["row"], loss["run"] and loss["run"]["ticks"]) for loss in found["losses"]],
                         [("EVENT", 1, None), ("MEMORY", 2, 4), ("STATE", 5, 3), ("FIELD", 2, None)])
        run = found["losses"][2]["run"]
        self.assertEqual((self.folder / run["file"]).read_text(), run["csv"])
        last = self.good("run", "old.yaml", "--inputs", run["file"], "--format", "jsonl").lines()[-1]
        self.assertEqual((last["tick"], last["active"]), (3, ["fight/rest"]))

    def test_equal_layouts_need_no_search(self):
        status, out = self.migrate(OLD, OLD.replace("hp < 5", "hp < 7"))
        self.assertEqual((status, out), (0, "proven: no save loses anything (the layouts are equal: agents keep their bytes)\n"
                                            "kept: 5 of 5 states, 2 of 2 events, 3 of 3 fields\n"))
        self.assertEqual(self.losses(OLD, OLD.replace(", old: int", "")), ["old: the field is gone; its values are lost"])

    def test_nothing_is_lost(self):
        new = OLD.replace("    calm:", "    wait: {}\n    calm:")
        status, out = self.migrate(OLD, new)
        self.assertEqual((status, out.split(" (")[0]), (0, "proven: no save loses anything"))
        # what is never reached is not lost
        never = OLD.replace("    calm: {", "    never: {}\n    calm: {").replace("root:\n", "root:\n  initial: calm\n")
        self.assertEqual(self.losses(never, OLD), [])

    def test_fields(self):
        field = "context: {x: %s}\nroot: {states: {a: {}}}\n"
        loss = "x: its value does not fit the field's new type; it has the initial value"
        for old, new, is_lost in (("int8", "int16", False), ("int16", "int8", True), ("uint8", "int8", True),
                                  ("{type: uint8, range: [0, 100]}", "int8", False), ("bool", "int", False),
                                  ("int16", "float", False), ("int", "float", True), ("float", "int", True),
                                  ("[a, b]", "[b, c, a]", False), ("[a, b]", "[a, c]", True), ("[a, b]", "int", True)):
            with self.subTest(old=old, new=new):
                self.assertEqual(self.losses(field % old, field % new), [loss] if is_lost else [])

    def test_an_event_that_only_the_brain_raises(self):
        old = "events: [{name: e, host: false}]\nroot: {states: {a: {transitions: [{to: b, after: 2}]}, b: {%s}}}\n"
        new = "root: {states: {a: {transitions: [{to: b, after: 2}]}, b: {}}}\n"
        self.assertEqual(self.losses(old % "", new), [])
        found = self.answer(old % "enter: raise e", new)["losses"]
        self.assertEqual([(loss["kind"], loss["run"]["ticks"]) for loss in found], [("EVENT", 2)])

    def test_assumptions_and_limits(self):
        assumed = "prove: [{assume: not near}]\n" + OLD
        self.assertEqual(self.losses(assumed, NEW), ["bell: the event is gone; it is no longer pending",
                                                     "old: the field is gone; its values are lost"])
        new = OLD.replace("        rest: {transitions: [{to: aim, after: 2}]}\n", "").replace(
            "melee: {transitions: [{to: rest, event: hurt}]}", "melee: {transitions: [{to: aim, event: hurt}]}")
        status, out = self.migrate(OLD, new, "--limit", "2")
        self.assertEqual(status, 4)
        self.assertIn("not found: no loss, and no proof that there is none (2 situations so far", out)
        self.assertIn("\n  limit: 2 situations, everything that can happen in 2 ticks\n", out)

    def test_errors(self):
        both = OLD.replace("    calm:", "    calm2: {}\n    calm:")
        wrong = NEW.replace("states: {fight: combat,", "states: {fight: combat, calm2: combat,")
        result = self.wits("migrate", self.brain(both, "old.yaml"), self.brain(wrong, "new.yaml"))
        self.assertEqual((result.status, result.out, result.err),
                         (1, "", "new.yaml:6:34: 'calm2': the old brain has another that becomes the same: 'fight'\n"))
        self.assertIn("expected two brain files, the old one and the new one", self.bad(2, "migrate", "old.yaml"))
        self.assertIn("too many arguments", self.bad(2, "migrate", "old.yaml", "new.yaml", "x"))
        self.assertIn("--format must be", self.bad(2, "migrate", "old.yaml", "new.yaml", "--format", "csv"))
        self.bad(1, "migrate", "old.yaml", "none.yaml")

    def test_brains_of_the_project_lose_nothing_in_themselves(self):
        for path in BRAIN_FILES:
            with self.subTest(brain=path.name):
                self.assertIn("the layouts are equal", self.good("migrate", path, path).out)

    def test_random_inputs_find_no_other_loss(self):
        """Removed states: those in which random runs are must be among the losses, and their runs are at least as
        long."""
        old = BRAINS / "guard.yaml"
        text = old.read_text()
        states = ["patrol", "search", "combat"]
        rng = random.Random(28)
        for gone in states:
            new = re.sub(rf"\b{gone}\b", f"new_{gone}", text).replace("brain: guard", "brain: guard")
            self.write("new.yaml", new)
            found = json.loads(self.wits("migrate", old, "new.yaml", "--format", "json").out)
            lost = {loss["text"].split(":")[0]: loss["run"]["ticks"] for loss in found["losses"] if loss["kind"] == "STATE"}
            self.assertEqual(list(lost), [gone])
            lines = ["sees_player,distance,health,raise,do"]
            for _ in range(200):
                lines.append(f"{rng.choice(['true', 'false'])},{rng.randint(0, 20)},{rng.choice([0, 0.3, 0.6, 1])},"
                             f"{rng.choice(['', '', 'alarm'])},tick")
            inputs = self.write("inputs.csv", "\n".join(lines) + "\n")
            ticks = [line["tick"] for line in self.good("run", old, "--inputs", inputs, "--format", "jsonl").lines()
                     if gone in active_states(line, "guard")]
            self.assertTrue(ticks and ticks[0] >= lost[gone], (gone, ticks[:1], lost))


if __name__ == "__main__":
    unittest.main()
