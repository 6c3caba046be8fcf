# SPDX-License-Identifier: MIT
"""wits same: proves that two brains do the same, or shows the shortest run in which they differ. Also tests
--decide-every."""

import csv
import os
import random
import re
import unittest

from program import BRAINS, Case

LAMP = """\
context: {hour: {type: uint8, range: [0, 23]}, power: bool}
events: [storm]
functions: {shine: action, rest: action, warn: action}
root:
  states:
    dark: {update: rest(), transitions: [{to: bright, when: hour >= 20}, {to: broken, event: storm}]}
    bright: {update: shine(), transitions: [{to: dark, when: hour == 6}, {to: broken, event: storm}]}
    broken: {enter: warn(), transitions: [{to: dark, when: power, after: 2}]}
"""
LEVELS = """\
context: {x: {type: uint8, range: [0, 9]}}
functions: {go: action}
root:
  kind: utility
  states:
    a: {score: x, update: go()}
    b: {score: 5}
"""
DICE = """\
functions: {one: action, two: action}
root:
  states:
    game:
      kind: utility
      select: weighted
      states:
        a: {score: 1, update: one()}
        b: {score: 2, update: two()}
"""


class Comparing(Case):
    def same(self, first, second, *options):
        """Status and lines."""
        result = self.wits("same", self.brain(first, "first.yaml"), self.brain(second, "second.yaml"), *options)
        self.assertEqual(result.err, "")
        return result.status, result.out.splitlines()

    def lives(self, path, inputs, *options):
        """The visible part of each tick."""
        lines = self.good("run", path, "--format", "jsonl", "--inputs", inputs, *options).lines()
        return [(tick["active"], tick["calls"]) for tick in lines]

    def assert_proven(self, first, second, *options):
        status, lines = self.same(first, second, *options)
        self.assertEqual((status, lines[0].split(" (")[0]), (0, "proven: they behave the same"), lines)

    def assert_differ(self, first, second, ticks, *options):
        """Runs the printed counterexample: they agree before its last tick, and differ then."""
        status, lines = self.same(first, second, "-o", ".", *options)
        when = "at the start" if ticks == 0 else f"after {ticks} tick{'' if ticks == 1 else 's'}"
        self.assertEqual((status, lines[0].split(" (")[0]), (3, f"they differ {when}"), lines)
        commands = [line.split()[2:] for line in lines if line.startswith("  wits run ")]
        self.assertEqual(len(commands), 2)
        one, other = [self.lives(words[0], words[2], *(words[3:] if "--ticks" in words else
                                                       [*words[3:], "--ticks", str(ticks)]))
                      for words in commands]
        self.assertEqual(len(one), ticks + 1)
        self.assertEqual(one[:-1], other[:-1])
        self.assertNotEqual(one[-1], other[-1])
        return lines

    def assert_errors(self, first, second, *messages):
        paths = [self.brain(first, "first.yaml"), self.brain(second, "second.yaml")]
        self.assertEqual(self.bad(1, "same", *paths).splitlines(), [f"wits: {message}" for message in messages])


class Same(Comparing):
    def test_a_brain_and_its_expansion(self):
        for name in ("guard", "enemy_3", "cross_hierarchy", "enemy_1"):
            whole = self.good("expand", BRAINS / f"{name}.yaml").out
            self.write("whole.yaml", whole)
            out = self.good("same", BRAINS / f"{name}.yaml", "whole.yaml").out
            self.assertIn("proven: they behave the same (", out)

    def test_the_order_of_states_does_not_matter_where_nothing_depends_on_it(self):
        first, rest = LAMP.split("    dark:")
        dark, rest = rest.split("    bright:")
        bright, broken = rest.split("    broken:")
        self.assert_proven(LAMP, f"{first}    dark:{dark}    broken:{broken}    bright:{bright}")

    def test_another_first_state_shows_at_the_start(self):
        first, rest = LAMP.split("    dark:")
        dark, rest = rest.split("    bright:")
        self.assert_differ(LAMP, f"{first}    bright:{rest}    dark:{dark}", 0)

    def test_another_name(self):
        lines = self.assert_differ(LAMP, re.sub(r"\bbroken\b", "off", LAMP), 1)
        self.assertIn("     1  → broken  warn()  storm!", lines)

    def test_a_refactoring_with_any(self):
        shared = LAMP.replace(", {to: broken, event: storm}", "").replace(
            "root:\n", "root:\n  any: [{to: broken, event: storm}]\n")
        self.assert_differ(LAMP, shared, 1)  # any comes first: a storm as the night falls
        first = re.sub(r"\[(\{[^}]*\}), (\{to: broken, event: storm\})\]", r"[\2, \1]", LAMP)
        self.assertNotEqual(first, LAMP)
        self.assert_proven(first, shared)

    def test_a_transition_that_nothing_reaches(self):
        more = LAMP.replace("after: 2}]", "after: 2}, {to: bright, when: hour > 23}]")
        self.assert_proven(LAMP, more)
        self.assert_differ(LAMP, more.replace("hour > 23", "hour > 22"), 2)

    def test_another_time(self):
        self.assert_differ(LAMP, LAMP.replace("after: 2", "after: 3"), 3)

    def test_inertia(self):
        steady = LEVELS.replace("kind: utility\n", "kind: utility\n  inertia: 0.5\n")
        self.assert_proven(LEVELS, steady)
        self.assert_differ(LEVELS, steady.replace("0.5", "1.5"), 1)

    def test_calls_and_their_order(self):
        both = LAMP.replace("rest()", "[rest(), warn()]")
        self.assert_proven(both, both)
        self.assert_differ(both, LAMP.replace("rest()", "[warn(), rest()]"), 1)
        self.assert_differ(both, LAMP, 1)

    def test_arguments_as_they_are_printed(self):
        steps = LAMP.replace("rest()", "rest(1)")
        self.assert_proven(steps, LAMP.replace("rest()", "rest(1.0)"))
        self.assert_differ(steps, LAMP.replace("rest()", "rest(2)"), 1)

    def test_fields_of_the_brains_own(self):
        counted = LAMP.replace("power: bool}", "power: bool, nights: uint8}").replace(
            "bright: {update", "bright: {enter: nights = min(nights + 1\\, 3), update")
        counted = counted.replace("enter: nights = min(nights + 1\\, 3)", 'enter: "nights = min(nights + 1, 3)"')
        self.assert_proven(LAMP, counted)
        tired = counted.replace("when: hour >= 20", "when: hour >= 20 and nights < 3")
        self.assert_differ(LAMP, tired, 7)

    def test_one_counts_what_the_other_measures(self):
        clock = "functions: {go: action}\nroot: {states: {a: {transitions: [{to: b, after: 3}]}, b: {update: go()}}}\n"
        count = ("context: {n: uint8}\nfunctions: {go: action}\nroot: {states: {a: {update: n = n + 1, "
                 "transitions: [{to: b, when: n == 2}]}, b: {update: go()}}}\n")
        self.assert_proven(clock, count)
        self.assert_differ(clock, count.replace("n == 2", "n == 3"), 3)

    def test_what_the_host_sees_must_be_equal(self):
        self.assert_errors(LAMP, LAMP.replace("power", "fuse"),
                           "the host sets the field 'power' to the first brain, and the second has no such field",
                           "the host sets the field 'fuse' to the second brain, and the first has no such field")
        self.assert_errors(LAMP, LAMP.replace("uint8", "int"),
                           "the field 'hour' is of type uint8 in the first brain, and int in the second")
        self.assert_errors(LAMP, LAMP.replace("[0, 23]", "[0, 24]"),
                           "the field 'hour' has different range, step or nan in the two brains")
        self.assert_errors(LAMP, LAMP.replace("range: [0, 23]", "range: [0, 23], initial: 3"),
                           "the field 'hour' begins with 0 in the first brain, and with 3 in the second")
        self.assert_errors(LAMP, LAMP.replace("warn()", "[power = false, warn()]"),
                           "the host sets the field 'power' to the first brain, and in the second it is the brain's own; "
                           "add 'host: true' to its type if the host sets it there, too")
        self.assert_errors(LAMP, LAMP.replace("storm", "hail"),
                           "the host may raise the event 'storm' in the first brain, and the second has no such event",
                           "the host may raise the event 'hail' in the second brain, and the first has no such event")
        self.assert_errors(LAMP, LAMP.replace("warn", "call"),
                           "the first brain has the function 'warn', and the second has no such function",
                           "the second brain has the function 'call', and the first has no such function")
        self.assert_errors("context: {w: [a, b]}\nroot: {update: f(w)}\n", "context: {w: [b, a]}\nroot: {update: f(w)}\n",
                           "the field 'w' has different values, or in another order, in the two brains")
        self.assert_errors("root: {update: f()}\n", "root: {done: f()}\n",
                           "the function 'f' is of kind action in the first brain, and condition in the second")
        asks = "functions: {f: {kind: score, range: [0, 2]}}\nroot: {kind: utility, states: {a: {score: f()}}}\n"
        self.assert_errors(asks, asks.replace("2]", "3]"), "the function 'f' has different ranges in the two brains")

    def test_a_field_that_both_give(self):
        gives = "context: {n: {type: uint8, range: [0, 3], host: true}}\nroot: {states: {a: {%s transitions: " \
                "[{to: b, when: n == 3}]}, b: {transitions: [{to: a, when: n == 0}]}}}\n"
        self.assert_proven(gives % "update: n = n,", gives % "")
        self.assert_differ(gives % "update: n = 3,", gives % "", 2)

    def test_functions_give_both_the_same(self):
        asks = "root: {states: {a: {transitions: [{to: b, when: %s}]}, b: {transitions: [{to: a, when: not near(2)}]}}}\n"
        self.assert_proven(asks % "near(1) and near(2)", asks % "near(2) and near(1)")
        self.assert_differ(asks % "near(1) and near(2)", asks % "near(2) or near(1)", 1)

    def test_chance(self):
        self.assert_proven(DICE, DICE)
        self.assert_differ(DICE, DICE.replace("score: 2", "score: 3"), 0)
        inside = "functions: {one: action, two: action}\nroot:\n  kind: utility\n  states:\n" \
                 "    sit: {score: 0.1}\n    play:\n      score: 0.5\n      states:\n" + \
                 re.sub("^", "    ", DICE.split("  states:\n", 1)[1], flags=re.M)
        self.assert_proven(inside, inside)
        less = inside.replace("      kind: utility\n", "      kind: utility\n", 1)
        self.assert_proven(inside, less)

    def test_places_of_chance_may_have_other_numbers(self):
        front = "root:\n  kind: parallel\n  states:\n%s    game:\n      kind: utility\n      select: weighted\n" \
                "      states:\n        a: {score: 1}\n        b: {score: %s}\n%s"
        other = "    aside: {kind: utility, states: {x: {score: 1}}}\n"
        self.assert_proven(front % (other, 2, ""), front % ("", 2, other))
        self.assert_differ(front % (other, 2, ""), front % ("", 3, other), 0)

    def test_chance_that_cannot_be_matched(self):
        status, lines = self.same(DICE, re.sub("game", "play", DICE))
        self.assertEqual((status, lines[1][:10]), (4, "  chance: "), lines)
        words = "root: {states: {a: {transitions: [{to: b, when: %s}]}, b: {%s}}}\n"
        self.assert_proven(words % ("random < 0.5", ""), words % ("not (random >= 0.5)", ""))
        one = "root: {states: {a: {transitions: [{to: b, when: random < 0.5}]}, b: {}}}\n"
        two = "root: {kind: fsm, states: {a: {transitions: [{to: b, when: random < 0.5 and random < 2}]}, b: {}}}\n"
        status, lines = self.same(one, two)
        self.assertEqual(status, 4, lines)
        self.assertIn("  chance: they differ where each brain draws separately, so their draws cannot be matched", lines)

    def test_limits(self):
        endless = "context: {n: int}\nroot: {update: n = n + 1, states: {a: {transitions: [{to: b, when: n < 0}]}, b: {}}}\n"
        status, lines = self.same(endless, endless, "--limit", "50")
        self.assertEqual(status, 4)
        self.assertEqual(lines[1], "  limit: 50 situations, everything that can happen in 50 ticks")
        status, lines = self.same(LAMP, LAMP, "--combinations", "5")
        self.assertEqual(status, 4)
        self.assertRegex(lines[1], r"  combinations: hour \(4 values\), power \(2 values\), storm \(2 values\) multiply")

    def test_sampled_inputs_are_no_proof(self):
        scores = "context: {x: float}\nroot: {kind: utility, states: {a: {score: x}, b: {score: x * x}}}\n"
        status, lines = self.same(scores, scores)
        self.assertEqual((status, lines[1]), (4, "  sampled: x"))

    def test_command_line(self):
        path = self.brain(LAMP)
        self.assertIn("expected two brain files", self.bad(2, "same", path))
        self.assertIn("too many arguments", self.bad(2, "same", path, path, path))
        self.assertIn("--decide-every must be a whole number from 1 to 4096, not '0'", self.bad(2, "same", path, path,
                                                                                     "--decide-every", "0"))


SENTRY = """\
context: {ammo: {type: int8, range: [0, 3], initial: 3}}
targets:
  foe: {near: {type: uint8, range: [0, 2]}, armed: bool}
  friend: {most: 1, hurt: {type: uint8, range: [0, 2]}}
functions: {shoot: action, look: action, aim: action, help: action}
root:
  kind: utility
  states:
    attack:
      target: foe
      rank: 1 if foe.armed else 0
      score: foe.near / 2 if ammo > 0 else -1
      enter: aim()
      retarget: aim()
      update: [shoot(), ammo = ammo - 1]
    heal: {target: friend, score: friend.hurt / 4, update: help()}
    watch: {score: 0.1, update: look()}
"""


class WithTargets(Comparing):
    def test_the_same_in_other_words(self):
        """The kinds, their fields and the options are in another order, and scores are written differently."""
        other = SENTRY.replace("""\
  foe: {near: {type: uint8, range: [0, 2]}, armed: bool}
  friend: {most: 1, hurt: {type: uint8, range: [0, 2]}}
""", """\
  friend: {most: 1, hurt: {type: uint8, range: [0, 2]}}
  foe: {armed: bool, near: {type: uint8, range: [0, 2]}}
""").replace("if ammo > 0 else -1", "if not (ammo <= 0) else -1").replace("1 if foe.armed else 0", "0 if not foe.armed else 1")
        self.assertNotEqual(SENTRY, other)
        self.assert_proven(SENTRY, other)

    def test_who_is_chosen(self):
        """Calls differ only in their target: the unarmed one that is nearer, or the armed one."""
        lines = self.assert_differ(SENTRY, SENTRY.replace("1 if foe.armed else 0", "0"), 1)
        command = next(line for line in lines if line.startswith("  wits run "))
        self.assertIn("--targets foe=./test-same.foe.csv", command)

    def lives(self, path, inputs, *options):
        lines = self.good("run", path, "--format", "jsonl", "--inputs", inputs, *options).lines()
        return [(tick["active"], tick["calls"], tick["targets"]) for tick in lines]

    def test_targets_that_are_kept(self):
        """One keeps to its target for a while longer."""
        self.assert_differ(SENTRY, SENTRY.replace("      enter: aim()\n", "      enter: aim()\n      target_inertia: 0.5\n"), 2)

    def test_kinds_must_be_alike(self):
        self.assert_errors(SENTRY, SENTRY.replace("  friend: {most: 1, hurt: {type: uint8, range: [0, 2]}}", "  pal: {most: 1, hurt: {type: uint8, range: [0, 2]}}")
                           .replace("target: friend, score: friend.hurt", "target: pal, score: pal.hurt"),
                           "the first brain has targets of kind 'friend', and the second has none of this kind",
                           "the second brain has targets of kind 'pal', and the first has none of this kind")
        self.assert_errors(SENTRY, SENTRY.replace("armed: bool", "armed: bool, tall: bool"),
                           "the second brain has the field 'foe.tall', and the first has no such field")
        self.assert_errors(SENTRY, SENTRY.replace("near: {type: uint8", "near: {own: true, type: uint8"),
                           "the field 'foe.near' has a different type or 'own' in the two brains")
        self.assert_errors(SENTRY, SENTRY.replace("hurt: {type: uint8, range: [0, 2]", "hurt: {type: uint8, range: [0, 4]"),
                           "the field 'friend.hurt' has different range, step or nan in the two brains")
        self.assert_errors(SENTRY, SENTRY.replace("most: 1, ", ""),
                           "a list of 'friend' has a different 'most' in the two brains")


class DecideEvery(Comparing):
    QUICK = "context: {x: bool}\nfunctions: {up: action}\nroot: {states: {a: {transitions: [{to: b, when: x}]}, " \
            "b: {update: up(), transitions: [{to: a, when: not x}]}}}\nprove: [%s]\n"

    def prove(self, text, *options):
        result = self.wits("prove", self.brain(text), "-o", ".", *options)
        self.assertEqual(result.err, "")
        return result

    def test_an_agent_may_decide_later(self):
        late = self.QUICK % "never: calls(up) and not x"
        self.assertEqual(self.prove(late).status, 0)
        result = self.prove(late, "--decide-every", "2")
        self.assertEqual(result.status, 3)
        command = next(line.split() for line in result.out.splitlines() if line.startswith("  wits run "))
        inputs = list(csv.DictReader((self.folder / command[4]).read_text().splitlines()))
        self.assertEqual(inputs[-1]["do"], "update")
        lines = self.good(*command[1:], "--format", "jsonl").lines()
        self.assertEqual((lines[-1]["calls"], lines[-1]["context"]["x"]), (["up()"], False))

    def test_how_long_it_takes_at_worst(self):
        text = self.QUICK % "within: {when: x, until: in(b), ticks: 3}"
        for every, worst in ((1, 0), (2, 1), (3, 2), (4, 3)):
            out = self.prove(text, "--decide-every", str(every)).out
            self.assertIn(f"at worst after {worst} tick", out)
        self.assertEqual(self.prove(text, "--decide-every", "5").status, 3)

    def test_agents_with_other_ids_decide_in_other_ticks(self):
        out = self.prove(self.QUICK % "reach: in(b)", "--decide-every", "3").out
        self.assertIn("--agent 2", out)  # (1 + 2) mod 3 is 0: in the first tick
        self.assertIn("an agent decides when (tick + id) mod 3 is 0, and only updates in other ticks", out)

    def test_brains_that_are_the_same_only_then(self):
        one = self.QUICK % ""
        other = one.replace("when: not x", "when: not x, after: 2")
        self.assert_differ(one, other, 2)
        self.assert_proven(one, other, "--decide-every", "2")


class Random(Comparing):
    """Compares random brains with a copy in which one thing is changed. If they are proven the same, no run may show a
    difference. If a run is shown, no shorter run may show one."""

    COUNT = int(os.environ.get("WITS_RANDOM_SAME", "40"))
    CONDITIONS = ["x", "not x", "n > 2", "n == 0", "n >= 2", "x and n < 3", "near(0)", "near(1) or x", "m > 1",
                  "random < 0.5", "n > 5", "elapsed > 1", "in(s1)"]
    GUARDS = ["", ", after: 1", ", after: 2", ", after: 3", ", event: e", ", event: f", ", reenter: true"]
    ACTIONS = ["go(2)", "stop()", "[go(1), stop()]", "go(1)", "go(n)", '"m = min(m + 1, 3)"', "m = 0", "raise e", "m = n"]
    SCORES = ["1", "n", "2", "m", "2 if x else 1", "3 - n", "random"]
    UTILITIES = ["", "inertia: 0.5, ", "inertia: 1, ", "select: weighted, ", "every: 2, ", "floor: 1, "]

    def pick(self, rng, choices, among):
        """Records the random choice, so that one of them can be changed."""
        number = len(choices["made"])
        made = choices["given"].get(number, rng.choice(among))
        rng.random()
        choices["made"].append(among)
        return made

    def composite(self, rng, choices, depth, names):
        pick = lambda among: self.pick(rng, choices, among)
        utility = rng.random() < 0.4
        children = []
        count = rng.randint(2, 3)
        first = len(names)
        names += [f"s{first + i}" for i in range(count)]
        for i in range(count):
            keys = [f"score: {pick(self.SCORES)}"] if utility else []
            keys.append(f"{rng.choice(['enter', 'update', 'exit'])}: {pick(self.ACTIONS)}")
            ways = [f"{{to: {names[first + rng.randrange(count)]}, when: {pick(self.CONDITIONS)}{pick(self.GUARDS)}}}"
                    for _ in range(0 if utility else rng.randint(1, 2))]
            keys += [f"transitions: [{', '.join(ways)}]"] if ways else []
            if depth < 1 and rng.random() < 0.3:
                keys.append(self.composite(rng, choices, depth + 1, names))
            children.append(f"{names[first + i]}: {{{', '.join(keys)}}}")
        head = f"kind: utility, {pick(self.UTILITIES)}" if utility else ""
        return f"{head}states: {{{', '.join(children)}}}"

    def text(self, seed, given):
        choices = {"given": given, "made": []}
        root = self.composite(random.Random(seed), choices, 0, [])
        return (f"context: {{x: bool, n: {{type: uint8, range: [0, 4]}}, m: {{type: uint8, host: false}}}}\nevents: [e, f]\n"
                f"functions: {{go: action, stop: action, near: condition}}\nroot: {{any: [{{to: s0, when: near(1) and x and not x}}], {root}}}\n"), choices["made"]

    def inputs(self, rng):
        rows = ["x,n,near(0),near(1),raise"]
        rows += [",".join([str(rng.random() < 0.5).lower(), str(rng.randint(0, 4)), str(rng.random() < 0.5).lower(),
                           str(rng.random() < 0.5).lower(), rng.choice(["", "", "e", "f"])]) for _ in range(300)]
        return self.write("random.csv", "\n".join(rows) + "\n")

    def test_one_change(self):
        found = {"proven": 0, "differ": 0, "not found": 0}
        for seed in range(self.COUNT):
            rng = random.Random(1000 + seed)
            text, made = self.text(seed, {})
            number = rng.randrange(len(made))
            changed, _ = self.text(seed, {number: rng.choice(made[number])})
            paths = [self.brain(text, "a.yaml"), self.brain(changed, "b.yaml")]
            if any(self.wits("check", path).status != 0 for path in paths):
                continue
            with self.subTest(seed=seed, changed=number):
                result = self.wits("same", *paths, "-o", ".", "--limit", "20000")
                self.assertEqual(result.err, "", text)
                inputs = self.inputs(rng)
                one, other = (self.lives(path, inputs, "--agent", str(seed % 2)) for path in paths)
                first = next((tick for tick in range(len(one)) if one[tick] != other[tick]), None)
                said = result.out.split("\n")[0]
                if result.status == 0:
                    self.assertIsNone(first, f"{text}\n{changed}")
                    found["proven"] += 1
                elif result.status == 3:
                    ticks = 0 if "at the start" in said else int(re.search(r"after (\d+) tick", said)[1])
                    self.assertTrue(first is None or first >= ticks, f"{said}, but {first}\n{text}\n{changed}")
                    self.assert_differ(text.replace("wits: 1\n", ""), changed, ticks, "--limit", "20000")
                    found["differ"] += 1
                else:
                    self.assertEqual(result.status, 4)
                    found["not found"] += 1
        self.assertGreater(found["proven"], self.COUNT // 10, found)
        self.assertGreater(found["differ"], self.COUNT // 10, found)


if __name__ == "__main__":
    unittest.main()
