# SPDX-License-Identifier: MIT
"""wits review: a page of Markdown about a changed brain."""

import os
import re
import signal
import subprocess
import unittest

from program import BRAIN_FILES, FEW_REPEATS, Case, PROGRAM, SERVER, let_run

GATE = """\
context: {heat: {type: uint8, range: [0, 9]}}
functions: {cool: action, rest: action}
root:
  states:
    idle: {update: rest(), transitions: [{to: busy, when: heat > 5}]}
    busy:
      update: cool()
      transitions: [{to: idle, when: heat < 3, after: 2}]
prove:
  - name: cools
    within: {when: in(busy) and heat < 3, until: in(idle), ticks: 4}
  - never: in(idle) and in(busy)
"""


class Review(Case):
    def page(self, old, new, *options):
        return self.good("review", self.brain(old, "old.yaml"), self.brain(new, "new.yaml"), *options).out

    def verdict(self, page):
        return re.search(r"^\*\*(.*)\*\*$", page, re.MULTILINE)[1]

    def section(self, page, title):
        return re.search(rf"^## {re.escape(title)}\n\n(.*?)(?=\n## |\Z)", page, re.MULTILINE | re.DOTALL)[1]

    def changed(self, old, new, *options):
        self.assertEqual(GATE.count(old), 1)
        return self.page(GATE, GATE.replace(old, new), *options)

    def test_the_same(self):
        page = self.changed("heat > 5", "not (heat <= 5)")
        self.assertEqual(self.verdict(page), "The behaviour is the same (proven); saves stay as they are; all 2 properties "
                                             "hold.")
        self.assertTrue(self.section(page, "Same behaviour?").startswith("**Yes**, proven: they behave the same ("))
        self.assertNotIn("## Situations", page)
        self.assertTrue(self.section(page, "Properties").startswith("<details><summary>2 unchanged</summary>"))
        self.assertIn("| cools | 4 ticks | 1 tick | 1 tick |", self.section(page, "Reaction times"))

    def test_another_behaviour(self):
        page = self.changed("heat > 5", "heat > 4")
        self.assertRegex(self.verdict(page), r"^The behaviour differs in \d+(\.\d)? % of the agents of a sample; saves stay as "
                                             r"they are; all 2 properties hold\.$")
        same = self.section(page, "Same behaviour?")
        self.assertIn("**No**, they differ after 1 tick (", same)
        self.assertIn("```\nold.yaml:\n  tick    state  calls   changes\n     0  → idle\n     1    idle   rest()  heat 0 → 5\n"
                      "new.yaml:\n", same)
        self.assertIn("agents: from idle, old stays and new goes to busy</summary>",
                      self.section(page, "Situations in which they differ"))
        self.assertRegex(self.section(page, "Time in each state"), r"\| `idle` \| [\d.]+ % \| [\d.]+ % \| -[\d.]+ \|")

    def test_commands_of_the_page(self):
        """Every command in the page can be run, and the inputs are those that it needs."""
        page = self.changed("heat > 5", "heat > 7")
        commands = [line for block in re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
                    for line in block.splitlines()]
        self.assertGreaterEqual(len(commands), 7)
        told = "\n".join(line.split("**: ", 1)[1] for line in page.splitlines() if re.match(r"- \*\*(old|new)\*\*: ", line))
        told = told.replace("\\", "")
        for command in commands:
            words, _, file = command.partition(" > ")
            result = self.wits(*words.split()[1:])
            self.assertIn(result.status, (0, 3), command)
            self.assertEqual(result.err, "")
            if file:
                self.write(file, result.out)
            elif words.startswith("wits explain"):
                self.assertIn(result.out.splitlines()[0], told)

    def test_a_broken_property(self):
        page = self.changed("after: 2", "after: 6")
        self.assertIn("; 1 property broke.", self.verdict(page))
        properties = self.section(page, "Properties")
        self.assertIn("| cools<br>`within: when: in(busy) and heat < 3, until: in(idle), ticks: 4` | proven | **broken** |", properties)
        self.assertIn("<details><summary>The shortest run that breaks cools</summary>\n\n```\n  tick", properties)
        self.assertIn("| cools | 4 ticks | 1 tick | 5 ticks |", self.section(page, "Reaction times"))
        slow = GATE.replace("after: 2", "after: 6").replace("name: cools", "name: cools_<down>")
        page = self.page(slow, slow)
        self.assertIn("; 1 property is still broken.", self.verdict(page))
        self.assertIn("<summary>The shortest run that breaks cools_&lt;down&gt;</summary>", page)
        self.assertIn("| cools\\_\\<down\\> | 4 ticks | 5 ticks | 5 ticks |", page)

    def test_properties_that_come_and_go(self):
        new = GATE.replace("  - never: in(idle) and in(busy)\n", "  - reach: in(busy) and heat == 3\n") \
            .replace("ticks: 4", "ticks: 3")
        page = self.page(GATE, new)
        self.assertIn("; all 2 properties hold, 1 is gone.", self.verdict(page))
        properties = self.section(page, "Properties")
        self.assertIn("<br>was `when: in(busy) and heat < 3, until: in(idle), ticks: 4` | proven | proven |", properties)
        self.assertIn("| never 2<br>`never: in(idle) and in(busy)` | proven | gone |", properties)
        self.assertIn("| reach 2<br>`reach: in(busy) and heat == 3` | new | proven |", properties)
        without = GATE[:GATE.index("prove:")]
        page = self.page(without, without)
        self.assertTrue(self.verdict(page).endswith("; there are no properties."))
        self.assertNotIn("## Properties", page)
        self.assertNotIn("## Reaction times", page)

    def test_saves(self):
        page = self.page(GATE, GATE.replace("busy", "hot"))
        self.assertIn("; saves can lose something; ", self.verdict(page))
        saves = self.section(page, "Saves")
        self.assertRegex(saves, r"\*\*Lost\*\*: 1 loss is possible \(\d+ situations, [\d,]+ ticks\)\.\n\n1\. busy: the state is gone; what "
                                r"was active, kept or remembered in it is lost \(after 1 tick or more\)\n\n<details><summary>The "
                                r"shortest run to a save with loss 1</summary>\n\n```\n  tick    state  calls   changes\n")
        self.assertIn("\n```sh\nwits migrate old.yaml new.yaml\n```\n", saves)
        new = GATE.replace("root:\n  states:\n", "root:\n  states:\n    extra: {transitions: [{to: idle, after: 3}]}\n") \
            .replace("root:\n", "root:\n  initial: idle\n")
        page = self.page(GATE, new)
        self.assertIn("; no save loses anything (proven); ", self.verdict(page))
        self.assertRegex(self.section(page, "Saves"), r"\*\*Nothing\*\*, proven: no save loses anything \(\d+ situations, [\d,]+ ticks\)\.")

    def test_saves_of_the_same_layout_can_lose_fields(self):
        page = self.changed("heat: {type: uint8, range: [0, 9]}", "heat: {type: uint8, range: [0, 9]}, was: int")
        self.assertIn("; saves stay as they are; ", self.verdict(page))
        page = self.page(GATE.replace("9]}", "9]}, was: int"), GATE)
        self.assertIn("; saves can lose something; ", self.verdict(page))
        self.assertIn("stay as they are.\n\n**Lost**: 1 loss is possible.\n\n1. was: the field is gone; its values are lost\n\n"
                      "<details><summary>Command</summary>\n", self.section(page, "Saves"))

    def test_saves_that_cannot_be_loaded_or_explored(self):
        new = "renames: {states: {idle: rest}}\n" + GATE.replace("idle", "rest")
        page = self.page(GATE.replace("  states:\n", "  states:\n    rest: {}\n"), new)
        self.assertIn("; no save can be loaded; ", self.verdict(page))
        self.assertRegex(self.section(page, "Saves"), r"^\*\*No save of the old brain can be loaded\*\*, because of wrong renames in the "
                                                      r"new file:\n\n- 'idle': .*rest.*\n")
        old = "context: {" + ", ".join(f"f{i}: bool" for i in range(1024)) + "}\nroot: {states: {a: {}, b: {}}}\n"
        page = self.page(old, old.replace("b: {}", "b: {lasts: 2}"))
        self.assertIn("; it is not proven that no save loses anything; ", self.verdict(page))
        self.assertRegex(self.section(page, "Saves"), r"What they lose is not decided, because the old brain cannot be explored:\n\n- .* need 1025 fields, more than 1024\n")

    def test_another_interface(self):
        page = self.changed("functions: {cool: action", "functions: {wake: action, cool: action")
        self.assertIn("- only new has the function 'wake'\n", page)
        self.assertTrue(self.section(page, "Same behaviour?").startswith(
            "Not decided, because what the game sees of the brains differs:\n\n- the second brain has the function 'wake'"))
        self.assertIn("No difference of behaviour was found, but it is not proven that there is none;", self.verdict(page))

    def test_the_time_limit(self):
        """A brain with too many situations for a second."""
        wide = "context: {" + ", ".join(f"f{i}: {{type: int}}" for i in range(24)) + "}\nroot:\n  states:\n    a:\n" \
               "      update: [" + ", ".join(f"f{i} = (f{i} + {i + 1}) % {1000 + i}" for i in range(24)) + "]\n" \
               "      transitions: [{to: b, when: f0 + f1 + f2 + f3 + f4 + f5 == 6100}]\n    b: {}\nprove:\n  - never: f0 + f1 + f2 + f3 + f4 + f5 == 6200\n"
        page = self.page(wide, wide.replace("6100", "6150"), "--seconds", "1")
        self.assertIn("1 is not decided", self.verdict(page))
        self.assertGreaterEqual(page.count("the time limit was reached; --seconds N searches longer"), 1)
        if FEW_REPEATS:
            return
        page = self.page(wide, wide.replace("b: {}", "b: {lasts: 3}"), "--seconds", "1")
        self.assertIn("; it is not proven that no save loses anything; ", self.verdict(page))
        self.assertRegex(self.section(page, "Saves"), r"\*\*Not decided\*\*, not found: no loss, and no proof that there is none \([\d,]+ "
                         r"situations so far, [\d,]+ ticks\)\.\n\n- the time limit was reached; --seconds N searches longer\n")

    def test_every_brain_beside_itself(self):
        for path in BRAIN_FILES[-3:] if FEW_REPEATS else BRAIN_FILES:
            with self.subTest(brain=path.name):
                page = self.good("review", path, path, "--seconds", "1", "--agents", "20").out
                self.assertNotIn("differs", self.verdict(page))
                self.assertIn("saves stay as they are", self.verdict(page))
                self.assertEqual(page.count("<details>"), page.count("</details>"))
                self.assertEqual(page.count("```") % 2, 0)

    def test_mistakes(self):
        self.brain(GATE, "a.yaml")
        self.brain("root: {states: {x: {}}}\n", "other.yaml")
        self.brain(GATE.replace("in(idle) and", "in(ilde) and"), "bad.yaml")
        for status, arguments, words in (
            (1, ["a.yaml", "none.yaml"], "none.yaml: there is no such file\n"),
            (1, ["a.yaml", "other.yaml"], "have no state in common"),
            (1, ["a.yaml", "bad.yaml"], "bad.yaml:"),
            (2, ["a.yaml"], "expected two brain files"),
            (2, ["a.yaml", "a.yaml", "--seconds", "0"], "--seconds must be a whole number from 1 to 1000000, not '0'"),
            (2, ["a.yaml", "a.yaml", "--agents", "0"], "--agents must be a whole number from 1"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.bad(status, "review", *arguments))

    @unittest.skipIf(SERVER is not None or os.name != "posix", "signals need a process")
    def test_an_interrupt(self):
        self.brain(GATE, "a.yaml")
        self.brain(GATE.replace("heat > 5", "heat > 6"), "b.yaml")
        with subprocess.Popen([PROGRAM, "review", "a.yaml", "b.yaml", "--ticks", "4000000000"], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            let_run(run, 0.3)
            run.send_signal(signal.SIGINT)
            out, err = run.communicate(timeout=600)
        self.assertEqual((run.returncode, err), (130, ""))
        self.assertIn("** Interrupted: the results so far.", out)
        self.assertRegex(out, r"A sample of 1,000 agents, [\d,]+ of 4,000,000,000 ticks")


if __name__ == "__main__":
    unittest.main()
