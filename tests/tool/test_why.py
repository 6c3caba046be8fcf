# SPDX-License-Identifier: MIT
"""wits why: states that are never active, runs to those that can be, and ticks of a run. Its results are compared with
random runs."""

import json
import random
import re
import shlex
import signal
import subprocess
import time
import unittest

from program import BRAIN_FILES, BRAINS, GOLDEN, PROGRAM, ROOT, Case, active_states, inputs_of, let_run, targets_of

PIRATE = """wits: 1
brain: pirate
context:
  distance: {type: float, initial: 40, range: [0, 40], step: 1}
  health: {type: float, initial: 1, range: [0, 1], step: 0.05}
root:
  kind: utility
  states:
    wander: {score: 0.2}
    fight: {score: (1 - distance / 15) * health}
    sip: {score: 0.5 if health < 0.3 else 0}
    flee: {score: (1 - distance / 15) * (1 - health) * 0.3}
"""

LOCK = """wits: 1
brain: lock
context: {n: {type: int, host: false}}
root:
  update: n = n + 1
  states:
    shut: {transitions: [{to: open, when: n == 2000000000}]}
    open: {}
"""

DOG = """wits: 1
brain: dog
context:
  noise: {type: uint8, range: [0, 10]}
events: [whistle]
root:
  states:
    sleep: {transitions: [{to: guard, when: noise >= 6}, {to: gone/far, when: noise < 3 and noise > 7}]}
    guard:
      transitions:
        - {to: howl, when: noise > 10 and elapsed > 2}
        - {to: come, event: whistle}
        - {to: sleep, when: noise <= 3}
        - {to: bored, after: 3, when: noise == 0}
    howl: {transitions: [{to: echo, event: whistle}]}
    echo: {}
    come: {transitions: [{to: sleep, after: 2}]}
    bored: {}
    gone: {states: {near: {}, far: {}}}
    lost: {}
"""

# The brain counts the hunger down, so only the game can make him eat.
EATER = """wits: 1
brain: eater
context:
  hunger: {type: uint8, initial: 3, range: [0, 9]HOST}
root:
  update: hunger = max(hunger - 1, 0)
  states:
    rest: {transitions: [{to: eat, when: hunger > 5}]}
    eat: {}
"""


class Never(Case):
    def pirate(self):
        return self.write("pirate.yaml", PIRATE)

    def dog(self):
        return self.write("dog.yaml", DOG)

    def commands(self, out):
        return [shlex.split(line)[1:] for line in out.splitlines() if line.startswith("  wits ")]

    def test_an_option_that_never_wins(self):
        out = self.good("why", self.pirate(), "flee").out
        self.assertTrue(out.startswith("flee is never active (proven: "), out)
        self.assertIn("flee is an option of pirate, which never chose it.\n", out)
        self.assertIn("In the closest situation found, flee loses by 0.06 to wander when pirate is entered (", out)
        self.assertIn("\n  distance 5; health 0.3\n", out)
        self.assertIn("f fight", out)
        self.assertIn("; flee wins nowhere\n", out)
        self.assertIn("\nassumed:\n", out)

    def test_its_commands_work_as_printed(self):
        out = self.good("why", self.pirate(), "flee").out
        drawn, explained = self.commands(out)
        self.assertEqual((drawn[0], explained[0]), ("map", "explain"))
        self.good(*drawn)
        self.assertIn("<svg", (self.folder / "pirate-why.svg").read_text())
        self.assertIn("lost by 0.06", self.good(*explained).out)

    def test_the_margin_is_the_least_there_is(self):
        """All situations, which are few, explored one by one."""
        margins = []
        for distance in range(41):
            for twentieth in range(21):
                health = twentieth * 0.05
                near = 1 - distance / 15
                rivals = max(0.2, near * health, 0.5 if twentieth < 6 else 0)
                margins.append(rivals - near * (1 - health) * 0.3)
        self.assertAlmostEqual(min(margins), 0.06, places=6)

    def test_an_option_without_a_chance(self):
        name = self.brain("context: {x: {type: float, range: [0, 1], step: 0.1}}\nroot:\n  kind: utility\n"
                          "  select: weighted\n  states: {a: {score: 1 + x}, b: {score: 0 - x}}\n")
        out = self.good("why", name, "b").out
        self.assertTrue(out.startswith("b is never active (proven: "), out)
        self.assertIn("b is not chosen (not drawn: has no chance) when test is entered (", out)

    def test_a_utility_that_waits_for_a_decision(self):
        name = self.brain("context: {x: {type: float, range: [0, 1], step: 0.1}}\nroot:\n  kind: utility\n"
                          "  activation: on_decide\n  states: {a: {score: 1}, b: {score: x * 0.5}}\n")
        out = self.good("why", name, "b").out
        self.assertIn("b loses by 0.5 to a a tick after test is entered (", out)
        self.assertIn("lost by 0.5", self.good(*self.commands(out)[-1]).out)

    def test_an_option_with_targets(self):
        name = self.brain("targets: {foe: {near: {type: float, range: [0, 10], step: 1}, armed: bool}}\n"
                          "functions: {brave: condition}\nroot:\n  states:\n    war:\n      kind: utility\n"
                          "      states:\n        wait: {score: 0.5}\n        stab:\n          target: foe\n"
                          "          score: 0.3 if foe.armed and brave() else 0.1 * foe.near / 10\n")
        out = self.good("why", name, "stab").out
        self.assertIn("stab loses by 0.2 to wait when war is entered (", out)
        self.assertIn("test-why.foe.csv:\ntick,id,near,armed\n0,1,0,true\n", out)
        self.write("test-why.foe.csv", "tick,id,near,armed\n0,1,0,true\n")
        self.assertIn("lost by 0.2", self.good(*self.commands(out)[-1]).out)

    def test_a_range_and_a_condition_with_nothing_in_common(self):
        out = self.good("why", self.dog(), "howl").out
        self.assertTrue(out.startswith("howl is never active (proven: "), out)
        self.assertIn("line 11: guard → howl when noise > 10 and elapsed > 2\n"
                      "    'noise > 10' can never hold with the ranges that the file gives\n", out)

    def test_a_source_that_is_never_active(self):
        out = self.good("why", self.dog(), "echo").out
        self.assertIn("howl → echo on whistle\n    howl was not active either: wits why dog.yaml howl\n", out)

    def test_a_condition_that_never_holds_in_time(self):
        out = self.good("why", self.dog(), "bored").out
        self.assertTrue(out.startswith("bored is never active (proven: "), out)
        self.assertIn("guard → bored after 3, when noise == 0\n    its condition was evaluated and did not hold\n", out)

    def test_states_that_nothing_leads_to_are_proven_without_a_search(self):
        for state, missing in (
            ("lost", "lost: no transition, step or rule of initial leads to it, and dog does not begin with it."),
            ("gone", "sleep → gone/far when noise < 3 and noise > 7\n"
                     "    its condition can never hold, whatever the fields are"),
            ("gone/near", "It is inside gone, which is never active."),
        ):
            with self.subTest(state=state):
                out = self.good("why", self.dog(), state).out
                self.assertTrue(out.startswith(f"{state} is never active (proven): nothing leads there, unless the "
                                               "program goes to it.\n"), out)
                self.assertIn(missing, out)

    def test_what_only_the_game_can_change(self):
        name = self.write("eater.yaml", EATER.replace("HOST", ""))
        out = self.good("why", name, "eat").out
        self.assertIn("eat is never active as long as only the brain changes 'hunger' (", out)
        self.assertIn("If the game sets 'hunger', too, the shortest run that was found gets there in 1 tick:\n", out)
        name = self.write("eater.yaml", EATER.replace("HOST", ", host: true"))
        self.assertTrue(self.good("why", name, "eat").out.startswith("eat can be active. "))
        name = self.write("eater.yaml", EATER.replace("HOST", ", host: false"))
        self.assertIn("\n  only the brain changes 'hunger'\n", self.good("why", name, "eat").out)

    def test_a_proof_that_needs_only_the_brain_names_its_fields(self):
        """Whatever the game sets, he cannot eat: hunger ends at 9."""
        name = self.write("eater.yaml", EATER.replace("HOST", "").replace("hunger > 5", "hunger > 9"))
        out = self.good("why", name, "eat").out
        self.assertTrue(out.startswith("eat is never active, whatever the game sets 'hunger' to (proven: "), out)
        self.assertNotIn("only the brain", out)

    def test_a_brain_too_big_to_prove(self):
        fields = "".join(f"  f{i}: {{type: uint8, initial: 0}}\n" for i in range(12))
        updates = ", ".join(f'"f{i} = f{i} + {i + 1} if f{(i + 1) % 12} < 200 else f{i} - 1"' for i in range(12))
        name = self.brain(f"context:\n{fields}  x: float\nroot:\n  update: [{updates}]\n  states:\n"
                          "    a: {transitions: [{to: b, when: f0 + f1 + f2 + f3 > 1018 and x * x == 2}]}\n    b: {}\n")
        out = self.good("why", name, "b", "--limit", "2000", "--seconds", "1").out
        self.assertRegex(out, r"^b was not found to be active \([\d,]+ situations?\), but that is not proven:\n")
        self.assertRegex(out, r"\n  (limit|combinations): ")

    def test_reasons_are_printed_whole(self):
        fields = "".join(f"  field_number_{i}: {{type: uint8}}\n" for i in range(9))
        sums = " + ".join(f"field_number_{i}" for i in range(9))
        name = self.brain(f"context:\n{fields}root:\n  states:\n"
                          f"    a: {{transitions: [{{to: b, when: {sums} == 2000 and field_number_0 < 3}}]}}\n    b: {{}}\n")
        out = self.good("why", name, "b", "--seconds", "1").out
        self.assertIn("field_number_8 (", out)
        self.assertRegex(out, r"\n  combinations: .* multiply to more than \d+ in one tick; ")

    def test_a_transition_that_an_unfinished_search_did_not_try(self):
        name = self.write("lock.yaml", LOCK.replace("n == 2000000000", "n == 3, after: 1000000000"))
        out = self.good("why", name, "open", "--seconds", "1", "--limit", "2000").out
        self.assertIn("it was never tried: its state was not active for 1000000000 ticks, or something else came first, "
                      "or the search ended before\n", out)

    def test_seconds_end_a_search(self):
        began = time.monotonic()
        out = self.good("why", self.write("lock.yaml", LOCK), "open", "--seconds", "1", "--limit", "2000000000").out
        self.assertLess(time.monotonic() - began, 300)
        self.assertIn("  limit: 1 second; --seconds N searches longer\n", out)

    def test_what_the_file_assumes_is_kept_to(self):
        name = self.write("pirate.yaml", PIRATE + "prove:\n  - assume: health > 0.5\n")
        self.assertIn("sip is never active (proven: ", self.good("why", name, "sip").out)
        self.assertTrue(self.good("why", self.pirate(), "sip").out.startswith("sip can be active. "))


class Reached(Case):
    def test_the_run_is_run_again(self):
        brain = self.write("dog.yaml", DOG)
        out = self.good("why", brain, "come", "-o", "in.csv").out
        self.assertTrue(out.startswith("come can be active. The shortest run that was found gets there in 2 ticks:\n"))
        for command in (shlex.split(line)[1:] for line in out.splitlines() if line.startswith("  wits ")):
            again = self.good(*command).out
            self.assertIn("come", again)
        self.assertEqual(self.run_lines(brain, "--inputs", "in.csv")[-1]["active"], ["come"])

    def test_inputs_are_printed_without_a_file(self):
        out = self.good("why", self.write("dog.yaml", DOG), "guard").out
        csv = out[out.index("noise,raise,do\n"):]
        self.assertEqual(self.run_lines("dog.yaml", "--inputs", self.write("in.csv", csv))[-1]["active"], ["guard"])

    def test_targets_and_regions(self):
        out = self.good("why", ROOT / "brains/squad.yaml", "heal/kneel", "-o", "s.csv").out
        self.assertIn("heal/kneel can be active. ", out)
        for command in (shlex.split(line)[1:] for line in out.splitlines() if line.startswith("  wits run")):
            self.assertIn("heal/kneel", self.good(*command).out)
        self.assertIn("mind/sleep can be active. ", self.good("why", BRAINS / "villager.yaml", "mind/sleep").out)

    def test_long_runs_are_found_by_trying_few_combinations(self):
        """Trying all combinations of these sampled inputs does not get this far in the same number of ticks."""
        limits = ("--ticks", "300000", "--seconds", "100")
        for brain, state in (("healer", "mend/bless"), ("hound", "lick"), ("mortar", "works/cool")):
            with self.subTest(state=state):
                out = self.good("why", BRAINS / f"pack/{brain}.yaml", state, *limits, "-o", "run.csv").out
                self.assertTrue(out.startswith(f"{state} can be active. The shortest run that was found gets "), out)
                run = shlex.split(next(line for line in out.splitlines() if line.startswith("  wits run")))[1:]
                self.assertIn(state, self.good(*run).out.splitlines()[-1])

    def test_the_start(self):
        self.assertTrue(self.good("why", BRAINS / "guard.yaml", "patrol").out.startswith(
            "patrol is active from the start.\n"))
        self.assertTrue(self.good("why", BRAINS / "guard.yaml", "/").out.startswith("guard is active from the start.\n"))


class AtTick(Case):
    NIGHT = ("--inputs", ROOT / "examples/guard-night.csv")

    def guard(self, state, tick, *more):
        return self.good("why", BRAINS / "guard.yaml", state, *self.NIGHT, "--at", tick, *more).out

    def test_an_option_that_lost(self):
        out = self.guard("combat/flee", 15)
        self.assertTrue(out.startswith("combat/flee is not active at tick 15; the agent is in combat/cover\n"), out)
        self.assertIn("combat chose cover; flee: lost by 0.48\n", out)
        self.assertIn("would have won with health at or below 0.2499 (now 0.4)\n", out)

    def test_what_would_have_been_chosen_is_chosen_then(self):
        values = re.findall(r"won with health at or below ([\d.]+) ", self.guard("flee", 15))
        self.assertEqual(len(values), 1)
        changed = (ROOT / "examples/guard-night.csv").read_text().splitlines()  # a row for each tick from 1 on
        cells = changed[15].split(",")
        cells[changed[0].split(",").index("health")] = values[0]
        changed[15] = ",".join(cells)
        lines = self.run_lines(BRAINS / "guard.yaml", "--inputs", self.write("in.csv", "\n".join(changed) + "\n"),
                               "--ticks", "15")
        self.assertEqual(lines[-1]["active"], ["combat/flee"])

    def test_a_transition_that_failed(self):
        out = self.guard("search", 15)
        self.assertIn("transitions to search:\n  · combat → search  line 49  condition false:  not sees_player [FALSE]  "
                      "health >= 0.5 [FALSE]\n", out)
        self.assertIn("not tried: combat was not active\n", self.guard("search", 3))

    def test_active_since(self):
        out = self.guard("combat", 15)
        self.assertRegex(out, r"^combat is active at tick 15\nit became active at tick \d+: guard went from ")
        tick = int(re.search(r"at tick (\d+): ", out)[1])
        lines = self.run_lines(BRAINS / "guard.yaml", *self.NIGHT)
        self.assertTrue(lines[tick]["active"][0].startswith("combat"))
        self.assertFalse(lines[tick - 1]["active"][0].startswith("combat"))
        self.assertIn("it became active at this tick: ", self.guard("combat", tick))

    def test_left(self):
        out = self.guard("patrol", 15)
        self.assertRegex(out, r"\nit was left at tick \d+: guard went from patrol")

    def test_inside_of_what_is_not_active(self):
        self.assertIn("it is inside combat, which is not active either\n", self.guard("combat/flee", 2))

    def test_options_that_were_not_scored(self):
        out = self.good("why", BRAINS / "villager.yaml", "mind/eat", "--inputs", ROOT / inputs_of("villager"), "--at", 20)
        self.assertIn("mind does not choose for 1 more tick; toil stays\n", out.out)

    def test_targets(self):
        lists = targets_of("squad")
        out = self.good("why", BRAINS / "squad.yaml", "heal", "--inputs", ROOT / inputs_of("squad"), *lists, "--at", 7)
        self.assertIn("squad chose attack; heal: a gate does not hold: friend.health <= 0.9\n", out.out)
        self.assertIn("would have won with friend.health at or below 0.7168 (now 1)\n", out.out)

    def test_calls_with_arguments_keep_their_answers(self):
        self.brain("context: {x: {type: float, range: [0, 10]}}\nfunctions: {near: condition}\nroot:\n  kind: utility\n"
                   "  states:\n    a: {score: 5}\n    b: {score: 'x if near(\"door\") else 0'}\n")
        csv = self.write("in.csv", 'x,"near(""door"")"\n1,true\n')
        out = self.good("why", "brain.yaml", "b", "--inputs", csv, "--at", "1").out
        self.assertIn("would have won with x at or above 5.001 (now 1)", out)

    def test_the_command_that_tells_more_works(self):
        out = self.guard("flee", 15, "--seed", "4", "--agent", "2", "--set", "health=0.9")
        command = shlex.split(out.splitlines()[-1])[1:]
        self.assertEqual(command[0], "explain")
        self.assertIn("agent 2, seed 4", self.good(*command).out)

    def test_json(self):
        found = json.loads(self.guard("flee", 15, "--format", "json"))
        self.assertEqual((found["wits_why"], found["state"], found["is_active"]), (1, "combat/flee", False))
        self.assertEqual(found["explain"]["tick"], 15)


class Misuse(Case):
    def test_names(self):
        self.write("dog.yaml", DOG.replace("gone: {states: {near: {}, far: {}}}",
                                           "gone: {states: {far: {}, pen: {}}}\n    back: {states: {pen: {}}}"))
        for arguments, message in (
            (["dog.yaml", "slep"], "unknown state 'slep'; did you mean 'sleep'?"),
            (["dog.yaml", "pen"], "ambiguous state 'pen'; write one of: gone/pen, back/pen"),
            (["dog.yaml", ""], "unknown state ''"),
            (["dog.yaml", "a\nb\x1b[2J"], "unknown state 'a\\x0ab\\x1b[2J'"),
            (["dog.yaml"], "expected a brain and a state"),
            (["dog.yaml", "sleep", "more"], "too many arguments"),
            (["dog.yaml", "sleep", "--limit", "3", "--at", "1"], "--limit is for a search, but --at selects a run"),
            (["dog.yaml", "sleep", "--format", "json"], "--format json needs a tick: --at TICK"),
            (["dog.yaml", "sleep", "--seconds", "0"], "--seconds"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(message, self.bad(2, "why", *arguments))

    def test_brains(self):
        self.assertIn("there is no such file", self.bad(1, "why", "none.yaml", "sleep"))
        self.assertIn("brain.yaml:", self.bad(1, "why", self.brain("root: {states: {a: {transitions: [{to: b}]}}}"), "a"))

    def test_state_names_that_look_like_options(self):
        self.assertIn("unknown option '-x'", self.bad(2, "why", self.write("dog.yaml", DOG), "-x"))
        self.assertIn("unknown state '-x'", self.bad(2, "why", "dog.yaml", "--", "-x"))

    def test_ctrl_c_gives_what_is_known(self):
        with subprocess.Popen([PROGRAM, "why", str(self.folder / self.write("lock.yaml", LOCK)), "open", "--seconds", "600", "--limit",
                               "2000000000"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as one:
            let_run(one, 0.5)
            one.send_signal(signal.SIGINT)
            out, err = one.communicate(timeout=600)
        self.assertEqual((one.returncode, err), (130, ""))
        self.assertTrue(out.startswith("open was not found to be active before the search was interrupted"), out)


class ShippedRuns(Case):
    """No state that golden runs reach is reported as never active."""

    def test_states_of_golden_runs(self):
        count = 0
        for path in BRAIN_FILES:
            seen = set()
            lines = (GOLDEN / f"{path.stem}.jsonl").read_text().splitlines()
            for line in map(json.loads, lines):
                seen |= active_states(line, "/")
            for state in sorted(seen):
                with self.subTest(brain=path.name, state=state):
                    first = self.good("why", path, state, "--seconds", "1").out.split("\n")[0]
                    is_never = " is never active" in first and "as long as only the brain changes" not in first
                    self.assertFalse(is_never, first)
                    count += 1
        self.assertGreater(count, 60)


class RandomRuns(Case):
    """States reported as never active are not active in random runs; nothing crashes on any state."""

    NAMES = ("a", "b", "c", "d", "e")

    def random_brain(self, dice):
        def condition():
            field = dice.choice(("x", "y", "z"))
            one = f"{field} {dice.choice(('<', '>', '==', '>='))} {dice.randrange(-1, 8)}"
            return one if dice.random() < 0.6 else f"{one} and {condition()}"

        def state(name, depth):
            lines = [f"{name}:"]
            if dice.random() < 0.3:
                lines.append(f"  update: {dice.choice(('x = min(x + 1, 5)', 'y = 0', 'x = 2'))}")
            if dice.random() < 0.8:
                targets = [dice.choice(self.NAMES) for _ in range(dice.randrange(1, 3))]
                lines.append("  transitions:")
                for to in targets:
                    when = f", when: {condition()}" if dice.random() < 0.8 else ""
                    after = f", after: {dice.randrange(1, 4)}" if dice.random() < 0.3 else ""
                    again = ", reenter: true" if to == name else ""
                    lines.append(f"    - {{to: {to}{again}{when}{after}}}")
            if depth < 1 and dice.random() < 0.4:
                lines.append("  kind: utility")
                lines.append("  states:")
                for inner in ("p", "q"):
                    score = dice.choice(("0.3", "x / 10", "0.1 * z", "0 - 1", "0.2 if y > 3 else 0"))
                    lines.append(f"    {name}{inner}: {{score: {score}}}")
            return ["    " + line for line in lines]

        lines = ["context:", "  x: {type: int8, range: [0, 5]}", "  y: {type: int8, range: [0, 6]}",
                 "  z: {type: int8, range: [2, 4], initial: 2}", "root:", "  states:"]
        for name in self.NAMES:
            lines += state(name, 0)
        return "\n".join(lines) + "\n"

    def test_never_is_never(self):
        dice = random.Random(24)
        never = 0
        for number in range(40):
            name = self.brain(self.random_brain(dice))
            if self.wits("check", name).status != 0:
                continue
            seen = set()
            rows = ["x,y,z"] + [f"{dice.randrange(6)},{dice.randrange(7)},{dice.randrange(2, 5)}" for _ in range(300)]
            for line in self.run_lines(name, "--inputs", self.write("in.csv", "\n".join(rows) + "\n")):
                seen |= active_states(line, "test")
            for state in [*self.NAMES, *(f"{one}/{one}{inner}" for one in self.NAMES for inner in "pq")]:
                done = self.wits("why", name, state, "--seconds", "600")
                if done.status == 2:  # a leaf in this brain
                    continue
                with self.subTest(number=number, state=state):
                    self.assertEqual((done.status, done.err), (0, ""))
                    is_never = " is never active" in done.out.split("\n")[0]
                    is_wide = "as long as only the brain" not in done.out.split("\n")[0]
                    never += is_never and is_wide
                    self.assertFalse(is_never and is_wide and state in seen, done.out)
                    self.assertTrue(state not in seen or "can be active" in done.out or "from the start" in done.out or
                                    "If the game sets" in done.out, done.out)
        self.assertGreater(never, 20)


if __name__ == "__main__":
    unittest.main()
