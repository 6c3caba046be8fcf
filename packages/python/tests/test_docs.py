# SPDX-License-Identifier: MIT
"""The code of the documentation: the ```python blocks of a page are one program. A comment after print is its output."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from support import ROOT, numpy, text_of


class Pages(unittest.TestCase):
    def run_page(self, page, least):
        code = "\n".join(re.findall(r"^```python\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL))
        expected = re.findall(r"print\(.*\) +# (.*)$", code, re.MULTILINE)
        self.assertGreaterEqual(len(expected), least)
        with tempfile.TemporaryDirectory() as folder:
            for name in "villager", "guard":
                shutil.copy(ROOT / f"brains/{name}.yaml", folder)
            done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False,
                                  env=dict(os.environ))
        self.assertEqual(done.stderr, "")
        return expected, done.stdout.splitlines()

    def test_readme(self):
        (active, told), lines = self.run_page("packages/python/README.md", 2)
        self.assertEqual(lines[:2], ["strikes in fight/attack", active])
        self.assertEqual(told, "why, and the scores of all options")
        self.assertIn("fight stays with fight/flee", lines)

    @unittest.skipUnless(numpy, "NumPy is not installed")
    def test_manual(self):
        expected, lines = self.run_page("docs/python.md", 20)
        self.assertEqual(lines, expected)


if __name__ == "__main__":
    unittest.main()
