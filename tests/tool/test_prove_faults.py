# SPDX-License-Identifier: MIT
"""wits prove on small brains with one fault each, and on the same without it: tests/prove/faults/*.yaml. The faulty one
is refuted, and its run, given to wits run, ends as the file says; the clean one is proven."""

import json
import re
import unittest

from program import ROOT, Case

FAULTS = sorted((ROOT / "tests/prove/faults").glob("*.yaml"))
RUN = re.compile(r"^# Its run of (\d+) ticks? ends in (.+?)(?:, where it calls (.+))?\.$", re.MULTILINE)
NO_RUN = "# Nothing leads there, so there is no run.\n"


def parts_of(path):
    """The faulty brain and the clean one, as texts."""
    faulty, clean = path.read_text().split("\n---\n")
    return faulty + "\n", clean


class Faults(Case):
    def prove(self, status, text):
        self.write("brain.yaml", text)
        result = self.wits("prove", "brain.yaml", "--format", "json", "-o", ".")
        self.assertEqual(result.status, status, result.out + result.err)
        return json.loads(result.out)["properties"]

    def expect_run(self, text, proof):
        """Gives the run to wits run, which must end where the comment says."""
        found = RUN.search(text)
        if found is None:
            self.assertIn(NO_RUN, text)
            self.assertIsNone(proof["run"])
            return
        run = proof["run"]
        ticks, active, calls = int(found[1]), found[2].split(" and "), (found[3] or "").split()
        self.assertEqual(run["ticks"], ticks)
        arguments = ["--inputs", run["file"], "--agent", run["agent"], "--ticks", ticks, "--format", "jsonl"]
        for kind, lists in run["targets"].items():
            arguments += ["--targets", f"{kind}={lists['file']}"]
        result = self.wits("run", "brain.yaml", *arguments)
        self.assertEqual((result.status, result.err), (0, ""))
        last = result.lines()[-1]
        self.assertEqual((last["tick"], last["active"], last["calls"]), (ticks, active, calls))

    def test_each_fault_is_found_and_shown(self):
        self.assertGreaterEqual(len(FAULTS), 40)
        for path in FAULTS:
            with self.subTest(fault=path.stem):
                text, _ = parts_of(path)
                refuted = [proof for proof in self.prove(3, text) if proof["verdict"] == "refuted"]
                self.assertNotEqual(refuted, [])
                self.expect_run(text, refuted[0])

    def test_each_clean_twin_is_proven(self):
        for path in FAULTS:
            with self.subTest(fault=path.stem):
                for proof in self.prove(0, parts_of(path)[1]):
                    self.assertEqual((proof["verdict"], proof["vacuous"], proof["why"]), ("proven", False, []))


if __name__ == "__main__":
    unittest.main()
