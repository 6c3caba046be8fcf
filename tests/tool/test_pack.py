# SPDX-License-Identifier: MIT
"""brains/pack: ten enemies of a team that share one file, each of them short."""

import re
import unittest

from golden import KINDS, PACK_HASHES, crowd_hash, pack_names
from program import BRAINS, GOLDEN, Case, golden_command, wits

PACK = BRAINS / "pack"
TEXTS = {name: (BRAINS / f"{name}.yaml").read_text() for name in pack_names()}


class Pack(Case):
    def test_ten_enemies_of_less_than_forty_lines_share_one_file(self):
        self.assertEqual(len(TEXTS), 10)
        for name, text in TEXTS.items():
            with self.subTest(brain=name):
                self.assertLess(len(text.splitlines()), 40)
                self.assertIn("\ninclude: common.yaml\n", text)

    def test_what_is_shared_is_used_by_several(self):
        common = (PACK / "common.yaml").read_text()
        parts = re.findall(r"^  (\w+):$", common[common.index("\nparts:"):], re.MULTILINE)
        self.assertGreaterEqual(len(parts), 5)
        for part in parts:
            users = [name for name, text in TEXTS.items() if re.search(rf"use: {part}\b", text)]
            self.assertGreaterEqual(len(users), 2, part)
        for name, text in TEXTS.items():
            self.assertIn("use: ", text, name)

    def test_every_enemy_prints_what_it_did(self):
        for name in TEXTS:
            for suffix, options in KINDS.items():
                with self.subTest(brain=name, kind=suffix):
                    result = wits(*golden_command(name, *options))
                    self.assertEqual((result.status, result.err), (0, ""))
                    self.assertEqual(result.out, (GOLDEN / (name + suffix)).read_text())

    def test_crowds_have_the_same_hash_by_every_path(self):
        kept = dict(line.split() for line in PACK_HASHES.read_text().splitlines())
        self.assertEqual(sorted(kept), pack_names())
        for name in TEXTS:
            for path in ("single", "masks", "groups"):
                with self.subTest(brain=name, path=path):
                    self.assertEqual(crowd_hash(name, "--path", path), kept[name])

    def test_no_enemy_has_a_warning(self):
        result = wits("check", "--strict", *(BRAINS / f"{name}.yaml" for name in TEXTS))
        self.assertEqual((result.status, result.err), (0, ""))

    def test_written_out_each_is_the_same_brain(self):
        """wits expand prints a file without includes, parts and names that compiles to the same bytes."""
        for name in TEXTS:
            with self.subTest(brain=name):
                expanded = self.write("expanded.yaml", wits("expand", BRAINS / f"{name}.yaml").out)
                self.assertNotIn("include:", (self.folder / expanded).read_text())
                headers = []
                for file in (BRAINS / f"{name}.yaml", expanded):
                    self.good("compile", file, "-o", "it.c", "--prefix", "it")
                    headers.append((self.folder / "it.h").read_text())
                hashes = [re.search(r"#define IT_BRAIN_HASH (.*)", header)[1] for header in headers]
                self.assertEqual(*hashes)


if __name__ == "__main__":
    unittest.main()
