# SPDX-License-Identifier: MIT
"""brains/README.md shows every brain, and the output of its command."""

import re
import unittest

from chapter import Chapter
from golden import pack_names
from program import BRAIN_FILES, BRAINS, ROOT

TEXT = (BRAINS / "README.md").read_text()
SECTIONS = {section.split("\n", 1)[0]: section for section in TEXT.split("\n## ")[1:]}


class Gallery(Chapter):
    def test_every_brain_has_its_section(self):
        names = {path.stem for path in BRAIN_FILES}
        self.assertEqual(set(SECTIONS), names | {"pack"})
        self.assertEqual(set(re.findall(r"^\| \[(\w+)\]\(#\1\) \|", TEXT, re.MULTILINE)), names | {"pack"})
        for name in names:
            section = SECTIONS[name]
            with self.subTest(brain=name):
                self.assertIn(f"]({name}.yaml)", section)
                self.assertIn(f"](../docs/images/brain-{name}.svg)", section)
                self.assertRegex(section, rf"\n\$ wits \w+ brains/{name}\.yaml")

    def test_the_pack_has_a_row_for_each_of_its_brains(self):
        shown = re.findall(r"^\| \[(\w+)\]\(pack/\1\.yaml\) \|", SECTIONS["pack"], re.MULTILINE)
        self.assertEqual(sorted(f"pack/{name}" for name in shown), pack_names())

    def test_all_that_is_printed(self):
        self.assertGreaterEqual(self.check_commands(TEXT), len(SECTIONS))

    def test_links_are_there(self):
        self.check_links(TEXT, "brains")
        for row in ("[state-machines.md](state-machines.md)", "[brains/README.md](../brains/README.md)"):
            self.assertTrue(f"\n| {row} |" in (ROOT / "docs/README.md").read_text(), row)


if __name__ == "__main__":
    unittest.main()
