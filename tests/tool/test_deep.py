# SPDX-License-Identifier: MIT
"""Searches print their assumptions and end: check --deep, reach, cover, prove, same. Also tests warnings of run."""
import json
import os
import pty
import signal
import subprocess
import unittest

from program import BRAIN_FILES, BRAINS, PACK_FILES, PROGRAM, Case, golden_command, wits

# He heals himself, and the game hurts him.
HEALS = """wits: 1
brain: hero
context: {health: {type: float, initial: 1, range: [0, 1], step: 0.25}}
root:
  states:
    walk: {update: "health = min(health + 0.25, 1)", transitions: [{to: flee, when: health < 0.5}]}
    flee: {transitions: [{to: walk, when: health >= 0.5}]}
"""

# Two sampled inputs, a field of its own and clocks: too many situations to explore.
PIRATE = """wits: 1
brain: pirate
context:
  distance: {type: float, initial: 20, range: [0, 40]}
  health: {type: float, initial: 1, range: [0, 1], host: true}
  rum: {type: uint8, initial: 3}
root:
  kind: utility
  inertia: 0.1
  states:
    wander:
      score: 0.1
      states: {stroll: {transitions: [{to: rest, after: 20}]}, rest: {transitions: [{to: stroll, after: 5}]}}
    fight: {score: {product: [{input: distance, range: [40, 0]}, {input: health}]}}
    drink: {score: 0.5 if health < 0.5 and rum > 0 else 0, enter: rum = rum - 1, lasts: 20,
            update: "health = min(health + 0.02, 1)", cooldown: 30}
    flee: {score: (1 - health) * 0.3}
"""

MANY_GOALS = """wits: 1
brain: many
context: {x: {type: uint8, range: [0, 9]}}
root:
  kind: parallel
  states:
    move:
      states:
        a: {transitions: [{to: b, when: x > 3}, {to: b, when: x > 2}]}
        b: {transitions: [{to: c, when: x > 5}]}
        c: {}
    think:
      kind: utility
      states: {wait: {score: 0.5}, plan: {score: x * 0.1}}
"""


class Assumptions(Case):
    def hero(self, text=HEALS):
        return self.write("hero.yaml", text)

    def silent(self, *arguments):
        """Like `good`, but without accepting the warning about inputs."""
        done = self.wits(*arguments)
        self.assertEqual((done.status, done.err), (0, ""))

    def test_what_only_the_game_can_bring_about_is_a_note(self):
        done = self.wits("check", self.hero(), "--deep", "--strict")
        self.assertEqual(done.status, 0)
        self.assertEqual(done.out, "hero.yaml: ok\n")
        self.assertIn("hero.yaml:7:5: note: nothing leads to the state flee while only the brain changes 'health' "
                      "('host: true' says otherwise) [never-reached]\n", done.err)
        self.assertNotIn("warning", done.err)
        found = json.loads(self.wits("check", self.hero(), "--deep", "--format", "json").out)
        self.assertEqual((found["warnings"], {one["severity"] for one in found["problems"]}), (0, {"note"}))

    def test_a_mark_on_the_field_settles_it(self):
        self.good("check", self.hero(HEALS.replace("step:", "host: true, step:")), "--deep", "--strict")
        done = self.wits("check", self.hero(HEALS.replace("step:", "host: false, step:")), "--deep", "--strict")
        self.assertEqual(done.status, 1)
        self.assertIn("warning: nothing ever leads to the state flee: all ", done.err)

    def test_a_warning_holds_whatever_the_game_sets(self):
        done = self.wits("check", self.hero(HEALS.replace("when: health < 0.5", "when: health > 1")), "--deep", "--strict")
        self.assertEqual(done.status, 1)
        self.assertRegex(done.err, r"warning: nothing ever leads to the state flee, even if the game sets 'health': "
                                   r"all \d+ situations were explored \[never-reached\]")

    def test_what_follows_from_a_finding_is_not_told_again(self):
        brain = self.hero(HEALS.replace("flee: {transitions", "flee: {states: {hide: {}}, transitions"))
        self.assertEqual(self.wits("check", brain, "--deep").err.count("note:"), 2)  # the path, and flee

    def test_reach_tries_again_with_the_game(self):
        done = self.good("reach", self.hero(), "flee")
        self.assertRegex(done.out, r"^nothing leads to flee while only the brain changes 'health': \d+ situations?, \d+ ticks?\n"
                                   r"it can be reached if the game sets 'health' \('host: true' in the file\):\n")
        self.assertIn("→ flee", done.out)
        done = self.wits("reach", self.hero(), "health > 1")
        self.assertEqual(done.status, 3)
        self.assertIn("nothing leads to health > 1, even if the game sets 'health': ", done.out)
        done = self.wits("reach", self.hero(HEALS.replace("step:", "host: false, step:")), "flee")
        self.assertEqual((done.status, done.out[:24]), (3, "nothing leads to flee: 1"))

    def test_runs_of_all_name_the_assumption(self):
        self.assertIn("assumed:\n  only the brain changes 'health' ('host: true' says otherwise)\n",
                      self.good("reach", self.hero(), "--all", "-o", self.folder).out)

    def test_cover_takes_it_that_inputs_are_set_by_the_game(self):
        hurt = self.write("hurt.csv", "health\n1\n0\n0\n1\n")
        done = self.good("cover", self.hero(), "--inputs", hurt)
        self.assertIn("2 of 2 states, 2 of 2 transitions", done.out)
        self.assertNotIn("only the brain", done.out)
        waits = self.write("waits.csv", "do\ntick\n")
        self.assertIn("assumed:\n  only the brain changes 'health'",
                      self.wits("cover", self.hero(), "--inputs", waits).out)

    def test_prove_and_same_name_the_assumption_first(self):
        words = "assumed:\n  only the brain changes 'health' ('host: true' says otherwise)\n"
        brain = self.hero(HEALS + "prove: [{never: in(flee)}]\n")
        self.assertIn(words, self.good("prove", brain).out)
        self.assertIn("only the brain changes 'health' ('host: true' says otherwise)",
                      json.loads(self.good("prove", brain, "--format", "json").out)["assumed"])
        self.assertIn(words, self.good("same", brain, brain).out)

    def test_inputs_that_set_it_are_warned_of_once(self):
        hurt = self.write("hurt.csv", "health\n0.5\n0\n")
        words = ("hurt.csv: warning: these inputs set 'health', which the brain assigns; mark the field 'host: true', "
                 "or proofs assume that only the brain changes it\n")
        refused = ("--plot", hurt)
        for command in (("run",), ("crowd", "--agents", "3", "--ticks", "4")):
            with self.subTest(command=command[0]):
                done = self.wits(command[0], self.hero(), "--inputs", hurt, *command[1:])
                self.assertEqual((done.status, done.err), (0, words))
                self.assertNotIn("warning", self.bad(2, command[0], self.hero(), "--inputs", hurt, *command[1:], *refused))
                marked = self.hero(HEALS.replace("step:", "host: true, step:"))
                self.silent(command[0], marked, "--inputs", hurt, *command[1:])
        self.silent("run", self.hero(), "--inputs", self.write("start.csv", "tick,health\n0,0.5\n3,\n"))
        self.silent("run", self.hero(), "--inputs", self.write("placed.csv", "do,health\nset_state flee; tick,0.25\n,\n"))

    def test_inputs_that_come_with_wits_have_no_warning(self):
        paths = BRAIN_FILES + PACK_FILES
        for name in sorted(str(path.relative_to(BRAINS).with_suffix("")) for path in paths):
            with self.subTest(brain=name):
                done = wits(*golden_command(name))
                self.assertEqual((done.status, done.err), (0, ""))

    def test_brains_that_come_with_wits_have_no_warning(self):
        for path in BRAIN_FILES:
            with self.subTest(brain=path.name):
                done = self.wits("check", path, "--deep", "--strict", "--ticks", "1000000")
                self.assertEqual(done.status, 0, done.err)
                self.assertNotIn("warning", done.err)


    def test_goals_many_ticks_away_are_found_with_few_combinations(self):
        """A search of all combinations gets only 1 to 5 ticks deep here."""
        for name in ("coward", "healer", "hound", "mortar", "summoner"):
            with self.subTest(brain=name):
                done = self.wits("check", BRAINS / f"pack/{name}.yaml", "--deep", "--strict")
                self.assertEqual((done.status, done.err), (0, ""))


class Limits(Case):
    def pirate(self):
        return self.write("pirate.yaml", PIRATE)

    def test_a_limit_ends_the_search_and_is_no_warning(self):
        done = self.wits("check", self.pirate(), "--deep", "--strict", "--ticks", "200000")
        self.assertEqual((done.status, done.out), (0, "pirate.yaml: ok\n"))
        self.assertRegex(done.err, r"^pirate\.yaml: note: not reached yet: .*wander.*; "
                                   r"limit: 200000 ticks were tried \[")

    def test_a_search_that_a_limit_ended_finds_no_idle_silence(self):
        rest = "{to: stroll, after: 5}]}}"
        brain = self.write("pirate.yaml", PIRATE.replace(rest, rest + "  # wits: allow never-reached"))
        done = self.wits("check", brain, "--deep", "--strict", "--ticks", "200000")
        self.assertEqual(done.status, 0, done.err)
        self.assertIn("not reached yet: ", done.err)

    def test_open_goals_are_one_list(self):
        done = self.wits("check", self.write("many.yaml", MANY_GOALS), "--deep", "--ticks", "1")
        self.assertTrue(done.err.startswith(
            "many.yaml: note: not reached yet: the state move/b, the state move/c, the state think/plan, "
            "the transition from move/a to move/b when x > 3, and 1 more; limit: 1 ticks were tried"), done.err)

    def test_ticks_limit_a_proof(self):
        brain = self.write("pirate.yaml", PIRATE + "prove: [{never: in(wander/rest)}]\n")
        done = self.wits("prove", brain, "--ticks", "100000")
        self.assertEqual(done.status, 4)
        self.assertIn("limit: 100000 ticks were tried", done.out)
        self.assertIn("limit: 1000 ticks were tried", self.good("why", brain, "wander/rest", "--ticks", "1000").out)
        done = self.wits("reach", brain, "wander/rest", "--ticks", "1000")
        self.assertEqual(done.status, 4)
        self.assertIn("limit: 1000 ticks were tried", done.out)

    def test_least_memory(self):
        brain = self.write("pirate.yaml", PIRATE + "prove: [{never: in(wander/rest)}]\n")
        self.assertIn("--memory 1 is too small; the minimum is 1M", self.bad(2, "prove", brain, "--memory", "1"))
        self.assertIn("--memory 1023K is too small", self.bad(2, "check", brain, "--deep", "--memory", "1023K"))
        self.assertIn("--memory must be a number of bytes", self.bad(2, "prove", brain, "--memory", "1X"))
        self.assertEqual(self.wits("prove", brain, "--memory", "1M", "--ticks", "1000").status, 4)
        self.assertIn("need --deep", self.bad(2, "check", brain, "--limit", "10"))

    def interrupted(self, here, there, *arguments):
        """Ctrl-C after the first progress, which is written to `there` and read from `here`."""
        with subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=there,
                              encoding="utf-8") as running:
            os.close(there)
            err = b""
            while b" so far, " not in err:
                part = os.read(here, 65536)
                self.assertTrue(part, err)
                err += part
            running.send_signal(signal.SIGINT)
            out = running.communicate(timeout=600)[0]
        try:
            while part := os.read(here, 65536):
                err += part
        except OSError:  # a terminal whose other end is closed
            pass
        os.close(here)
        return running.returncode, out, err.decode()

    def test_interrupted_it_tells_what_is_known(self):
        status, out, err = self.interrupted(*os.pipe(), "check", "--deep", self.pirate(), "--ticks", "1" + 15 * "0")
        self.assertEqual((status, out), (130, "pirate.yaml: ok\n"))
        self.assertRegex(err, r"wits: [\d,]+ of [\d,]+ situations so far, [\d,]+ ticks, \d+ s\n")
        self.assertRegex(err, r"note: not reached yet: .*; interrupted \[never-reached\]")

    def test_a_terminal_is_told_no_time_that_is_left(self):
        shown = self.interrupted(*pty.openpty(), "check", "--deep", self.pirate(), "--ticks", "1" + 15 * "0")[2]
        self.assertIn(" situations so far, ", shown)
        self.assertNotIn("left", shown)


if __name__ == "__main__":
    unittest.main()
