# SPDX-License-Identifier: MIT
"""brains/README.md shows every brain, and what its command prints."""

import re
import unittest

from chapter import Chapter
from program import BRAINS, ROOT

TEXT = (BRAINS / "README.md").read_text()
SECTIONS = {section.split("\n", 1)[0]: section for section in TEXT.split("\n## ")[1:]}


class Gallery(Chapter):
    def test_every_brain_has_its_section(self):
        names = {path.stem for path in BRAINS.glob("*.yaml")}
        self.assertEqual(set(SECTIONS), names)
        self.assertEqual(set(re.findall(r"^\| \[(\w+)\]\(#\1\) \|", TEXT, re.MULTILINE)), names)
        for name, section in SECTIONS.items():
            with self.subTest(brain=name):
                self.assertIn(f"]({name}.yaml)", section)
                self.assertIn(f"](../docs/images/brain-{name}.svg)", section)
                self.assertRegex(section, rf"\n\$ wits \w+ brains/{name}\.yaml")

    def test_all_that_is_printed(self):
        self.assertEqual(self.check_commands(TEXT), len(SECTIONS))

    def test_links_are_there(self):
        self.check_links(TEXT, "brains")
        for page in ("docs/state-machines.md", "brains/README.md"):
            self.assertTrue(f"\n| [{page}]({page}) |" in (ROOT / "README.md").read_text(), page)


if __name__ == "__main__":
    unittest.main()
