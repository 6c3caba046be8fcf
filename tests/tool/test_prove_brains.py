# SPDX-License-Identifier: MIT
"""wits prove: the properties of the brains that come with wits hold. Takes a minute under a sanitizer."""
import os
import subprocess
import unittest

from program import BRAIN_FILES, BRAINS, PROGRAM, ROOT, Case


class Brains(Case):
    def test_brains_that_come_with_wits_are_proven(self):
        for path in BRAIN_FILES:
            with self.subTest(brain=path.name):
                self.good("prove", path)

    def test_example_for_ci_passes_all_of_them(self):
        done = subprocess.run(["sh", ROOT / "packages/npm/examples/ci/check-brains.sh", *sorted(BRAINS.glob("*.yaml"))],
                              env={**os.environ, "WITS": PROGRAM}, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertRegex(done.stdout, r"guard.test.yaml: \d+ passed")
        self.assertIn("proven     comes home", done.stdout)


if __name__ == "__main__":
    unittest.main()
