# SPDX-License-Identifier: MIT
import difflib
import json
import re
import unittest

from crowds import SCOUT, SCOUT_END, SCOUT_TICK, result_of, without_hash
from golden import HASHES, KINDS, REFERENCES, crowd_hash, names
from program import BRAIN_FILES, BRAINS, GOLDEN, PROGRAM, ROOT, Case, golden_command, wits

NUMBER = re.compile(r"-?[0-9.]+$")


class Golden(Case):
    def test_every_brain_prints_what_it_did(self):
        for name in names():
            for suffix, options in KINDS.items():
                with self.subTest(brain=name, kind=suffix):
                    result = wits(*golden_command(name, *options))
                    self.assertEqual((result.status, result.err), (0, ""))
                    self.assertEqual(result.out, (GOLDEN / (name + suffix)).read_text())

    def test_the_programs_of_the_reference_machines(self):
        for name in REFERENCES:
            with self.subTest(brain=name):
                result = wits("program", BRAINS / f"{name}.yaml")
                self.assertEqual((result.status, result.err), (0, ""))
                self.assertEqual(result.out, (GOLDEN / f"{name}.program.txt").read_text())

    def test_crowds_have_the_same_hash_on_every_machine_by_every_path(self):
        kept = dict(line.split() for line in HASHES.read_text().splitlines())
        self.assertEqual(sorted(kept), names())
        for name in names():
            for path in ("single", "masks", "groups"):
                with self.subTest(brain=name, path=path):
                    self.assertEqual(crowd_hash(name, "--path", path), kept[name])

    def test_a_checkpoint_is_the_same_on_every_machine(self):
        path = self.folder / "scout.ck"
        self.good("crowd", *SCOUT, "--ticks", SCOUT_TICK, "--checkpoint", path)
        self.assertEqual(without_hash(path), without_hash(GOLDEN / "scout.ck"))

    def test_a_checkpoint_continues_on_every_machine(self):
        options = [*SCOUT, "--ticks", SCOUT_END, "--fields", "all", "--format", "json"]
        whole = result_of(self.good("crowd", *options).out)
        self.assertEqual(whole["hash"], (GOLDEN / "scout.txt").read_text().strip())
        self.assertEqual(result_of(self.good("crowd", *options, "--resume", GOLDEN / "scout.ck").out), whole)

    def test_the_guard_is_the_same_c_on_every_machine(self):
        """Ignores the hash of the brain's bytes, which have the machine's byte order."""
        hashed = re.compile(r"^(#define GUARD_BRAIN_HASH ).*", re.MULTILINE) if PROGRAM.endswith("-emulated") else None
        self.good("compile", BRAINS / "guard.yaml", "-o", "guard.c", "--no-crowd")
        for ending in "ch":
            made = (self.folder / f"guard.{ending}").read_text()
            kept = (GOLDEN / f"guard.generated.{ending}").read_text().replace("guard.generated.h", "guard.h")
            if hashed:
                made, kept = (hashed.sub(r"\1", text) for text in (made, kept))
            differs = list(difflib.unified_diff(kept.splitlines(), made.splitlines(), "kept", "made", lineterm=""))
            self.assertEqual(differs[:40], [], f"golden.py rewrites tests/golden/guard.generated.{ending}")

    def test_no_brain_has_a_warning(self):
        result = wits("check", "--strict", *BRAIN_FILES)
        self.assertEqual((result.status, result.err), (0, ""))

    def test_the_guard_lives_as_the_one_of_the_example(self):
        """examples/guard.c is the same brain as C tables; its output names the state of every tick."""
        example = (BRAINS.parent / "examples/expected/guard.txt").read_text().splitlines()
        states = [line.split() for line in example if line[:4].strip().isdigit()]
        lines = wits(*golden_command("guard", "--format", "jsonl")).lines()
        self.assertEqual(len(states), 44)
        for words, line in zip(states, lines[1:]):
            self.assertEqual(int(words[0]), line["tick"])
            self.assertIn(line["active"][0], words)


class References(Case):
    """The tables of docs/reference-enemies.md and of docs/semantics.md, section 9; from YAML and from JSON."""

    def rows(self, name, *arguments):
        inputs = GOLDEN / f"{name}.csv"
        options = ["--format", "jsonl", *(["--inputs", inputs] if inputs.exists() else []), *arguments]
        of_yaml = self.good("run", BRAINS / f"{name}.yaml", *options)
        of_json = self.good("run", GOLDEN / f"{name}.json", *options)
        self.assertEqual(of_yaml.out, of_json.out)
        return of_yaml.lines()

    def documented(self, number):
        """The last table of an enemy's section: its content for each tick, with numbers as numbers."""
        text = (ROOT / "docs/reference-enemies.md").read_text()
        section = text.split(f"\n## {number}. ")[1].split("\n## ")[0]
        table = section.strip().split("\n\n")[-1].splitlines()
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
        self.assertEqual(rows[0][:2], ["tick", "state"])
        return rows[0][2:], [(int(row[0]), row[1], *(float(cell) if NUMBER.match(cell) else cell for cell in row[2:]))
                             for row in rows[2:]]

    def test_the_page_tells_what_happens(self):
        for number in range(1, 5):
            keys, rows = self.documented(number)
            table = self.table(f"enemy_{number}", keys, *(["--ticks", "6"] if number == 1 else []))
            first = rows[0][0]
            self.assertEqual(rows, [(first + i, *row) for i, row in enumerate(table[first:])], number)

    def table(self, name, keys, *arguments):
        return [(line["active"][0], *(line["context"][key] for key in keys)) for line in self.rows(name, *arguments)]

    def test_1_self_directed(self):
        self.assertEqual(self.table("enemy_1", ["x", "y", "direction"], "--ticks", "6"), [
            ("change_direction", 0, 0, "up"), ("move", 0, 0, "right"), ("move", 1, 0, "right"), ("move", 2, 0, "right"),
            ("wait", 2, 0, "right"), ("wait", 2, 0, "right"), ("change_direction", 2, 0, "right")])

    def test_2_conditions_apart(self):
        self.assertEqual(self.table("enemy_2", ["x", "y", "direction", "turns"])[1:], [
            ("move", 0, -1, "up", 1), ("move", 0, -2, "up", 0), ("wait", 0, -2, "up", 0),
            ("change_direction", 0, -2, "right", 0)])

    def test_3_machines_in_a_machine(self):
        table = self.table("enemy_3", ["waypoint", "player"])
        self.assertEqual([(state.split("/")[0], *rest) for state, *rest in table], [
            ("patrol", "found", "none"), ("patrol", "reached", "none"), ("patrol", "found", "none"),
            ("combat", "found", "reached"), ("combat", "found", "none"), ("patrol", "found", "none"),
            ("patrol", "reached", "none")])

    def test_4_utility(self):
        keys = ["hunger", "distance_to_food", "distance_to_trees", "wood_needed", "distance_to_opponent",
                "opponent_strength"]
        self.assertEqual(self.table("enemy_4", keys)[1:], [
            ("attack_opponent", 0.5, 0.9, 0.5, 0, 1, 0), ("gather_food", 0, 1, 0.5, 0, 1, 0),
            ("gather_wood", 0, 1, 1, 0, 1, 0), ("idle", 0, 1, 1, 0, 1, 0)])

    def test_5_cross_hierarchy(self):
        def show(line):
            words = {"enter": "enter", "exit": "exit", "update": "active"}
            return line["active"][0], [
                call[4:-1] if entry["do"] == "transition" else f"{entry['state'].split('/')[-1]}-{words[entry['do']]}"
                for entry, call in zip(line["actions"], line["calls"])]

        rows = [show(line) for line in self.rows("cross_hierarchy")]
        self.assertEqual(rows, [
            ("L", ["L-enter"]),
            ("L/A", ["A-enter", "L-active"]),
            ("L/B", ["A-exit", "1", "B-enter", "L-active"]),
            ("M", ["L-exit", "4", "M-enter"]),
            ("N", ["M-exit", "5", "N-enter"]),
            ("L/B", ["N-exit", "6", "L-enter"]),
            ("N", ["B-exit", "L-exit", "3", "N-enter"]),
            ("L", ["N-exit", "6", "L-enter"]),
            ("L/A", ["A-enter", "L-active"]),
            ("L/B", ["A-exit", "1", "B-enter", "L-active"]),
            ("N", ["B-exit", "L-exit", "3", "N-enter"]),
            ("M", ["N-exit", "7", "M-enter"]),
            ("L/C", ["M-exit", "2", "L-enter", "C-enter"]),
            ("M", ["C-exit", "B-enter", "L-exit", "4", "M-enter"]),
            ("L/C", ["M-exit", "2", "L-enter", "B-exit", "C-enter"])])


if __name__ == "__main__":
    unittest.main()
