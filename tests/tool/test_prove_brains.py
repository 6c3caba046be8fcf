# SPDX-License-Identifier: MIT
"""wits prove: the properties of the brains that come with wits hold. Takes a minute under a sanitizer."""
import unittest

from program import BRAIN_FILES, Case


class Brains(Case):
    def test_brains_that_come_with_wits_are_proven(self):
        for path in BRAIN_FILES:
            with self.subTest(brain=path.name):
                self.good("prove", path)


if __name__ == "__main__":
    unittest.main()
