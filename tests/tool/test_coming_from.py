# SPDX-License-Identifier: MIT
"""docs/coming-from.md agrees with the program."""

import re
import unittest

from chapter import COMMAND, Chapter, blocks_of
from program import ROOT

TEXT = (ROOT / "docs/coming-from.md").read_text()
BRAINS = {block.split("\n", 1)[0][2:]: block for kind, block in blocks_of(TEXT) if kind == "yaml"}
# The text after `$ cat NAME` is that file.
FILES = {command[4:]: shown for kind, block in blocks_of(TEXT) if kind == "console"
         for command, shown in COMMAND.findall(block) if command.startswith("cat ")}


class ComingFrom(Chapter):
    def setUp(self):
        super().setUp()
        for name, content in [*BRAINS.items(), *FILES.items()]:
            self.write(name, content)

    def test_all_that_is_printed(self):
        commands = COMMAND.sub(lambda one: "" if one[1].startswith("cat ") else one[0], TEXT)
        self.assertGreaterEqual(self.check_commands(commands), 17)

    def test_every_brain_is_right(self):
        self.assertGreaterEqual(len(BRAINS), 14)
        for name in BRAINS:
            self.assertIn(f"{name}: ok", "\n".join(self.printed(f"wits check {name}")))

    def states(self, name, change, csv):
        """The active state after each tick, with a part of the text changed."""
        self.write("changed.yaml", BRAINS[name].replace(*change))
        self.assertNotEqual(BRAINS[name], BRAINS[name].replace(*change))
        return [line["active"][0] for line in self.run_lines("changed.yaml", "--inputs", csv)]

    def test_what_is_advised_in_words_works(self):
        by_name = self.states("menu.yaml", ("{to: pages, event: back}", "{to: pages/second, event: back, reenter: true}"),
                              "menu.csv")
        self.assertEqual(by_name[-1], "pages/second")
        reset = self.states("restart.yaml", ("leave: resume", "leave: reset"), "restart.csv")
        self.assertEqual(reset[1:3], ["patrol/look", "patrol/walk"])
        from_outside = self.states("talk.yaml", ("[{to: fight, event: shot}]", "[{to: fight, event: shot}, "
                                                 "{to: fight, event: insult, when: in(haggle)}]"), "talk.csv")
        resumed = self.states("talk.yaml", ("leave: suspend", "leave: resume"), "talk.csv")
        self.assertEqual([from_outside[-1], resumed[-1]], ["talk/haggle", "talk/haggle"])
        self.write("changed.yaml", BRAINS["exits.yaml"].replace('exit: say("both")', 'exit: [say("1"), say("2")]'))
        self.assertIn('say("1") say("2")', self.good("run", "changed.yaml", "--ticks", "1").out)

    def test_every_surprise_has_its_row_and_its_section(self):
        rows = re.findall(r"^\| \[(\d+)\]\(#(\S+)\) \|", TEXT, re.MULTILINE)
        self.assertEqual([number for number, _ in rows], [str(number) for number in range(1, 11)])
        headings = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
                    for heading in re.findall(r"^## (.*)$", TEXT, re.MULTILINE)}
        self.assertEqual([anchor for _, anchor in rows if anchor not in headings], [])

    def test_links_are_there(self):
        self.check_links(TEXT, "docs")


if __name__ == "__main__":
    unittest.main()
