# SPDX-License-Identifier: MIT
"""Exercises: the solutions pass, other ways to write them pass too, wrong ones fail, and hostile brains end in time."""

import json
import re
import subprocess
import sys
import unittest

from program import FEW_REPEATS, PROGRAM, ROOT, SERVER, Case

TASKS = sorted(path.parent for path in (ROOT / "exercises").glob("*/task.md"))
NAMES = [task.name.split("-", 1)[1] for task in TASKS]

# Solutions that were written in another way than those of the set.
OTHERS = {
    "watchman": """
context: {quiet: {type: uint8, range: [0, 5]}}
root:
  states:
    asleep:
      update: snore()
      transitions: [{to: awake, event: noise, do: [yawn(), quiet = 0]}]
    awake:
      transitions:
        - {to: awake, event: noise, do: quiet = 0}
        - {to: asleep, when: quiet >= 4}
        - {to: awake, do: quiet = quiet + 1}
""",
    "radio": """
context: {last: {type: uint8, range: [0, 2]}}
root:
  states:
    off:
      transitions: [{to: on, event: reset, do: last = 0}, {to: on, event: power}]
    on:
      transitions: [{to: off, event: power}]
      initial: [{when: last == 1, to: am}, {when: last == 2, to: web}, {to: fm}]
      states:
        fm: {enter: ['tune("fm")', last = 0], transitions: [{to: am, event: band}]}
        am: {enter: ['tune("am")', last = 1], transitions: [{to: web, event: band}]}
        web: {enter: ['tune("web")', last = 2], transitions: [{to: fm, event: band}]}
""",
    "cat": """
root:
  states:
    play:
      update: pounce()
      transitions: [{to: eat, when: hunger > 4 and hunger >= tiredness}, {to: sleep, when: tiredness > 4}]
    eat:
      update: crunch()
      transitions: [{to: sleep, when: tiredness > hunger and tiredness >= 4}, {to: play, when: hunger < 4}]
    sleep:
      update: purr()
      transitions: [{to: eat, when: hunger > tiredness and hunger >= 4}, {to: play, when: tiredness < 4}]
""",
    "medic": """
root:
  kind: utility
  states:
    cover: {score: 100 if shells else 0}
    rescue: {score: 50 if emergency else 0, update: bandage()}
    treat: {score: pain, update: bandage()}
    rest: {score: 2}
""",
    "lift": """
root:
  states:
    closed: {transitions: [{to: open, event: call}]}
    open: {transitions: [{to: closing, after: 6, when: not blocked, do: start_motor()}]}
    closing:
      transitions: [{to: open, when: blocked}, {to: open, event: call}, {to: closed, when: done}]
      states:
        first: {transitions: [{to: last, after: 1}]}
        last: {final: true, lasts: 1}
""",
    "washer": """
context: {done_ticks: {type: uint8, range: [0, 12]}}
root:
  states:
    off: {transitions: [{to: cycle, event: start, when: not door_open, do: done_ticks = 0}]}
    cycle:
      initial: [{when: done_ticks < 3, to: fill}, {when: done_ticks < 8, to: wash}, {to: spin}]
      update: done_ticks = done_ticks + 1
      transitions:
        - {to: off, when: done_ticks >= 12, do: beep()}
        - {to: paused, when: door_open, do: done_ticks = done_ticks - (1 if done_ticks == 3 or done_ticks == 8 else 0)}
      states:
        fill: {transitions: [{to: wash, when: done_ticks >= 3}]}
        wash: {update: turn(), transitions: [{to: spin, when: done_ticks >= 8}]}
        spin: {update: turn()}
    paused: {transitions: [{to: cycle, when: not door_open}]}
""",
    "knight": """
root:
  states:
    castle: {transitions: [{to: quest, event: call}]}
    quest:
      states:
        ride: {transitions: [{to: fight, after: 5}]}
        fight:
          update: strike()
          transitions: [{to: loot, event: won}, {to: castle, event: lost, do: mourn()}]
        loot: {transitions: [{to: castle, after: 3, do: feast()}]}
""",
    "rocket": """
root:
  states:
    pad: {transitions: [{to: prepare, event: begin}]}
    prepare:
      transitions:
        - {to: pad, event: abort, do: drain()}
        - {to: fly, when: in(prepare/tank/full) and in(prepare/crew/seated)}
      kind: parallel
      states:
        tank:
          states:
            pumping: {lasts: 6, update: pump(), transitions: [{to: full, when: done}]}
            full: {}
        crew:
          states:
            boarding: {transitions: [{to: seated, event: aboard}]}
            seated: {}
    fly: {enter: lift_off(), transitions: [{to: pad, after: 10}]}
""",
    "butler": """
root:
  kind: utility
  states:
    greet: {score: guests, enter: bow()}
    polish: {score: dust, update: rub()}
    stand: {score: 1.5}
""",
    "archer": """
root:
  kind: utility
  states:
    shoot:
      target: foe
      score:
        product: [{gate: foe.present and foe.visible}, {input: foe.distance, range: [11, 0]}]
      enter: turn()
      retarget: turn()
      update: loose()
    wait: {score: 0.001}
""",
    "tank": """
root:
  kind: parallel
  states:
    tracks:
      states:
        stand: {transitions: [{to: drive, when: go}]}
        drive: {update: roll(), transitions: [{to: stand, when: not go}]}
    turret:
      states:
        rest: {transitions: [{to: aim, when: enemy}]}
        aim:
          transitions: [{to: rest, when: not enemy}]
          states:
            steady: {transitions: [{to: ready, after: 2}]}
            ready: {transitions: [{to: steady, when: not in(drive), do: shoot()}]}
""",
    "nurse": """
root:
  kind: utility
  states:
    treat:
      target: patient
      target_inertia: 100
      score:
        product: [{gate: patient.present and patient.health < 8}, {input: patient.health, range: [11, 0]}]
      enter: greet()
      retarget: greet()
      update: bandage()
    wait: {score: 0.01}
""",
    "shopper": """
root:
  states:
    left_market:
      enter: walk("left")
      transitions: [{to: right_market, when: left_price > right_price + 2}]
    right_market:
      enter: walk("right")
      transitions: [{to: left_market, when: right_price > left_price + 2}]
""",
    "gunner": """
root:
  states:
    watch: {transitions: [{to: shoot, when: enemy}]}
    shoot:
      update: [shots = shots - 1, fire()]
      transitions: [{to: reload, when: shots < 1}, {to: watch, when: not enemy}]
    reload:
      lasts: 3
      transitions: [{to: shoot, when: done and enemy, do: shots = 3}, {to: watch, when: done, do: shots = 3}]
""",
}


class Exercise(Case):
    def begin(self, name):
        """The starting brain, without its root."""
        page = next(task for task in TASKS if task.name.endswith(f"-{name}")) / "task.md"
        return re.search(r"```yaml\n(.*?)^root:", page.read_text(), re.DOTALL | re.MULTILINE)[1]

    def other(self, name):
        context, rest = re.match(r"\n(?:context: \{([^\n]*)\}\n)?(.*)", OTHERS[name], re.DOTALL).groups()
        begin = self.begin(name)
        if context and "context:" in begin:
            begin = re.sub(r"context: \{", f"context: {{{context}, ", begin)
        elif context:
            begin += f"context: {{{context}}}\n"
        return self.write(f"{name}.yaml", begin + rest)

    def exercise(self, *words):
        """The program of a WebAssembly module does not know where its files are."""
        return self.wits("exercise", *words, *([] if SERVER is None else ["--tasks", ROOT / "exercises"]))

    def task(self, *words):
        result = self.exercise(*words)
        self.assertEqual((result.status, result.err), (0, ""))
        return result

    def grade(self, status, *words):
        result = self.exercise(*words)
        self.assertEqual(result.status, status, result.out + result.err)
        return result.out

    def test_the_set_is_whole(self):
        self.assertEqual([task.name[:2] for task in TASKS], [f"{number:02}" for number in range(1, 41)])
        listed = self.task("--list").out.splitlines()
        self.assertEqual([line.split()[1] for line in listed], NAMES)
        for task, name in zip(TASKS, NAMES):
            files = sorted(path.name for path in task.iterdir())
            self.assertEqual(files, ["solution.test.yaml", "solution.yaml", "task.md"])
            self.assertRegex((task / "solution.yaml").read_text(), rf"^wits: 1\nbrain: {name}\n")
            self.assertLessEqual(max(map(len, (task / "task.md").read_text().splitlines())), 120)
        as_json = json.loads(self.task("--list", "--format", "json").out)
        self.assertEqual([one["name"] for one in as_json], NAMES)
        self.assertEqual(as_json[6], {"number": 7, "name": "watchman", "title": "Watchman: five quiet ticks in a row"})

    def test_solutions_pass(self):
        for task, name in zip(TASKS, NAMES):
            out = self.grade(0, task / "solution.yaml")
            self.assertRegex(out, rf"\n{name}: all \d+ checks passed\n$")
            self.assertGreaterEqual(out.count("proven "), 3)
            self.assertGreaterEqual(out.count("passed "), 3)

    def test_the_brain_to_begin_with_is_a_brain_and_does_not_pass(self):
        for name in NAMES:
            path = self.folder / f"{name}.yaml"
            self.task(name, "-o", path)
            self.assertEqual(self.wits("check", path).status, 0)
            self.assertRegex(self.grade(1, path), rf"\n{name}: \d+ of \d+ checks failed")

    def test_a_task_is_printed_without_its_checks(self):
        for number, (task, name) in enumerate(zip(TASKS, NAMES), 1):
            out = self.task(name).out
            self.assertEqual(out, self.task(str(number)).out)
            self.assertEqual(out, self.task(task.name).out)
            self.assertTrue(out.startswith((task / "task.md").read_text()))
            self.assertNotIn("prove:", out)

    def test_other_solutions_pass(self):
        for name in OTHERS:
            self.grade(0, self.other(name))

    def test_a_wrong_solution_is_shown_why(self):
        text = (ROOT / "exercises/07-watchman/solution.yaml").read_text().replace("after: 5", "after: 6")
        out = self.grade(1, self.write("late.yaml", text))
        self.assertIn("passed     check\npassed     interface\n", out)
        self.assertIn("refuted    he falls asleep when it is quiet: ", out)
        self.assertIn("     6    awake\n", out)
        self.assertIn("failed     awake for 5 ticks after one noise\n  expected  active: asleep\n", out)
        self.assertIn("needs 6 ticks, has had 5", out)
        self.assertTrue(out.endswith("\nwatchman: 4 of 11 checks failed\n"))
        made = json.loads(self.grade(1, "watchman", "late.yaml", "--format", "json"))
        self.assertEqual((made["task"], made["file"], made["passed"], made["complete"], made["failed"]),
                         ("watchman", "late.yaml", False, True, 4))
        self.assertEqual([one["kind"] for one in made["checks"]], ["check", "interface"] + 5 * ["property"] + 4 * ["scenario"])
        wrong = made["checks"][3]
        self.assertEqual((wrong["passed"], wrong["property"]), (False, "within: when: in(awake), until: in(asleep), ticks: 5"))
        self.assertTrue(wrong["run"].startswith("raise,do\nnoise,tick\n"))
        self.assertIn("expected  active: asleep", made["checks"][8]["why"])

    def test_warnings_fail(self):
        text = (ROOT / "exercises/01-lamp/solution.yaml").read_text().replace("root:\n  states:\n", "root:\n  states:\n", 1)
        text = text.replace("    on:\n", "    never: {}\n    on:\n")
        out = self.grade(1, self.write("lamp.yaml", text))
        self.assertRegex(out, r"failed     check\n           .*lamp\.yaml:\d+:5: warning: unreachable state 'never'.*\[unreachable\]\n")
        self.assertTrue(out.endswith("\nlamp: 1 of 7 checks failed\n"))
        silenced = text.replace("    never: {}\n", "    never: {}  # wits: allow unreachable -- to see it pass\n")
        self.grade(0, self.write("lamp.yaml", silenced))

    def test_another_interface_is_not_judged(self):
        good = (ROOT / "exercises/04-thermostat/solution.yaml").read_text()
        for text, words in (
            (good.replace("[-20, 50]", "[0, 20]"), "the field 'temperature' has different range"),
            (good.replace("heat", "warm"), "there is no state 'heat'"),
            (good.replace("burn", "glow"), "function 'burn'"),
            (good.replace("temperature: {", "mood: bool, temperature: {").replace("when: temp", "when: mood or temp"),
             "field 'mood'"),
        ):
            out = self.grade(1, "thermostat", self.write("thermostat.yaml", text))
            self.assertIn("failed     interface\n", out)
            self.assertIn(words, out)
            self.assertRegex(out, r"checks failed; the others were not run\n$")

    def test_an_option_without_its_target_is_not_judged(self):
        text = (ROOT / "exercises/40-captain/solution.yaml").read_text()
        self.assertIn("target: ship", text)
        out = self.grade(1, "captain", self.write("captain.yaml", (ROOT / "exercises/40-captain/task.md").read_text()
                                                  .split("```yaml\n")[1].split("```")[0]
                                                  .replace("{target: ship, score: 0 * ship.distance}", "{score: 0}")))
        self.assertIn("the option 'guns/fire' needs 'target: ship', as in the task\n", out)
        self.assertNotIn("solution", out)

    def test_own_assumptions_do_not_help(self):
        text = (ROOT / "exercises/07-watchman/solution.yaml").read_text().replace("after: 5", "after: 6")
        text = re.sub(r"prove:\n.*", "prove:\n  - assume: not raised(noise)\n", text, flags=re.DOTALL)
        self.assertIn("refuted    he falls asleep", self.grade(1, self.write("late.yaml", text)))

    def test_files_that_are_no_brains(self):
        out = self.grade(1, "lamp", self.write("lamp.yaml", "wits: 1\nbrain: lamp\nroot: {states: {on: {}, on: {}}}\n"))
        self.assertRegex(out, r"failed     check\n           lamp\.yaml:3:\d+: duplicate key 'on'")
        self.assertIn("none.yaml", self.grade(1, "lamp", "none.yaml"))
        for words, message in (
            (["lmap"], "unknown task 'lmap'; did you mean 'lamp'?"),
            ([], "missing task or brain file"),
            (["lamp", "a.yaml", "b.yaml"], "there are more arguments"),
            (["lamp", "a.yaml", "--seconds", "0"], "--seconds must be a whole number from 1 to 86400"),
            (["lamp", "--list"], "unexpected 'lamp' after --list"),
        ):
            result = self.exercise(*words)
            self.assertEqual((result.status, result.out), (2, ""))
            self.assertIn(message, result.err)
        result = self.exercise(ROOT / "brains/guard.yaml")
        self.assertEqual(result.status, 1)
        self.assertIn("there is no task for a brain called 'guard'", result.err)

    def test_a_search_without_end_is_ended(self):
        text = (ROOT / "exercises/01-lamp/solution.yaml").read_text()
        text = text.replace("context: {", "context: {a: int, b: int, c: int, ")
        text = text.replace("update: shine()", "update: [shine(), a = a + 1]\n      exit: [b = b + a, c = c * 3 + a]")
        text = text.replace("to: off, when: not pressed", "to: off, when: not pressed and a + b != c or not pressed")
        out = self.grade(1, self.write("lamp.yaml", text), "--seconds", "1", "--limit", "4000000000")
        self.assertIn("the time limit of the proofs was reached", out)
        out = self.grade(1, "lamp.yaml", "--limit", "1000")
        self.assertRegex(out, r"not found  on while pressed: .*\n           .*1,?000")

    def test_folders_of_tasks(self):
        (self.folder / "tasks/one").mkdir(parents=True)
        self.write("tasks/one/task.md", "no title\n")
        result = self.wits("exercise", "--list", "--tasks", self.folder / "tasks")
        self.assertEqual(result.status, 1)
        self.assertIn("a task needs a first line '# TITLE'", result.err)
        result = self.wits("exercise", "--list", "--tasks", self.folder / "none")
        self.assertEqual((result.status, "No such file" in result.err), (1, True))

    @unittest.skipIf(SERVER is not None, "starts the program itself")
    def test_wrong_solutions_are_rejected(self):
        """Two for each task here; tools/exercise-mutants makes ten."""
        names = NAMES[::8] if FEW_REPEATS else NAMES
        command = [sys.executable, ROOT / "tools/exercise-mutants", "--count", "2", "--program", PROGRAM, *names]
        made = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
        self.assertRegex(made.stdout, r"wrong solutions rejected: (9[5-9]|100)\.\d %")


if __name__ == "__main__":
    unittest.main()
