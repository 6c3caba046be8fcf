# SPDX-License-Identifier: MIT
"""docs/state-machines.md agrees with the program: brains, their output, and the messages for mistakes."""

import re
import unittest

from chapter import Chapter, blocks_of
from program import ROOT

TEXT = (ROOT / "docs/state-machines.md").read_text()
FOLDER = ROOT / "docs/brains"
WITH_FINDINGS = {"mistakes": 1, "doubts": 0}  # exit status of their check


class StateMachines(Chapter):
    def test_all_that_is_printed(self):
        self.assertGreaterEqual(self.check_commands(TEXT), 14)

    def test_brains_are_those_of_the_folder(self):
        shown = set(self.check_brains_in_files(TEXT))
        kept = {f"docs/brains/{path.name}" for path in FOLDER.glob("*.yaml") if path.stem not in WITH_FINDINGS}
        self.assertEqual(shown | {"docs/brains/order_outer.yaml"}, kept)
        self.assertEqual({kind for kind, _ in blocks_of(TEXT)}, {"yaml", "console", ""})

    def test_outer_first_is_the_same_brain(self):
        inner, outer = ((FOLDER / f"{name}.yaml").read_text().splitlines()[3:] for name in ("order", "order_outer"))
        self.assertEqual([line for line in inner if "update_order" not in line],
                         [line for line in outer if "update_order" not in line])
        self.assertIn("update_order: outer_first", outer)

    def test_inputs_are_those_of_the_door(self):
        shown = [block for kind, block in blocks_of(TEXT) if kind == ""]
        self.assertEqual(shown, [(FOLDER / "door.csv").read_text()])

    def test_every_mistake_is_told_so(self):
        """A row names a text in a line of one of the two files, and the message for that line."""
        rows = re.findall(r"^\| [^|]+ \| `([^|]+)` \| ([^|]+) \|$", TEXT.split("\n## 15. ")[1].split("\n## ")[0],
                          re.MULTILINE)
        expected = []
        for name, status in WITH_FINDINGS.items():
            lines = (FOLDER / f"{name}.yaml").read_text().splitlines()
            for said in self.printed(f"wits check docs/brains/{name}.yaml", status):
                found = re.match(r"docs/brains/\w+\.yaml:(\d+):\d+: (?:warning: )?(.*?)(?: \[[a-z-]+\])?$", said)
                if found:
                    expected.append((lines[int(found[1]) - 1], found[2]))
        self.assertEqual(len(rows), len(expected))
        self.assertGreaterEqual(len(rows), 25)
        for written, message in rows:
            with self.subTest(written=written):
                self.assertTrue([line for line, said in expected if written in line and said == message])

    def test_what_is_said_beside_the_examples(self):
        door = (FOLDER / "patient_door.yaml").read_text()
        self.write("elapsed.yaml", door.replace("not visitor, after: 4", "not visitor and elapsed >= 4"))
        runs = [self.printed(f"wits run {brain} --inputs docs/brains/door.csv")
                for brain in ("docs/brains/patient_door.yaml", "elapsed.yaml")]
        self.assertEqual(*runs)
        order = (FOLDER / "order.yaml").read_text()
        self.write("later.yaml", order.replace("update_order: inner_first", "update_entered: false"))
        self.assertEqual([line.split()[-2:] for line in self.printed("wits run later.yaml --ticks 2")[2:]],
                         [['note("outer")', 'note("root")']] * 2)
        self.assertNotIn('note("b")', self.printed("wits run later.yaml --ticks 1")[-1])
        history = (FOLDER / "history.yaml").read_text()
        self.write("restart.yaml", history.replace("event: back}", "event: back, with: restart}"))
        self.assertIn("chores/soak |→chores/soak |→chores/soak",
                      self.printed("wits run restart.yaml --inputs docs/brains/history.csv --ticks 10")[-1])
        within = history.replace("          transitions: [{to: door, event: bell}]\n", "")
        for region in ("reset", "resume", "suspend"):
            begin, end = within.split(f"    {region}:\n")
            within = f"    {region}:\n".join([begin, end.replace(
                "wash: {transitions: [", f"wash: {{transitions: [{{to: {region}/door, event: bell}}, ", 1)])
        self.write("within.yaml", within)
        self.assertIn("chores/soak |→chores/wash |→chores/soak",
                      self.printed("wits run within.yaml --inputs docs/brains/history.csv --ticks 10")[-1])

    def test_words_of_c_are_in_the_header(self):
        header = (ROOT / "include/wits/wits.h").read_text()
        section = TEXT.split("\n## 16. ")[1]
        words = set(re.findall(r"\b(?:wits|WITS)_\w+", section)) | set(re.findall(r"`\.(\w+)", section))
        self.assertGreaterEqual(len(words), 20)
        for word in words:
            self.assertRegex(header, rf"\b{word}\b")

    def test_links_are_there(self):
        self.check_links(TEXT, "docs")


if __name__ == "__main__":
    unittest.main()
