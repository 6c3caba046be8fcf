# SPDX-License-Identifier: MIT
"""wits lsp: definitions, references, highlights, symbols of a file, and renaming."""

import pathlib
import re
import shutil
import unittest

from editor import EditorCase, Failure, position_of, units
from program import wits

ROOT = pathlib.Path(__file__).resolve().parents[2]
BRAIN = """wits: 1
brain: guard  # the \U0001f43a of the castle
include: common.yaml
context: {health: float, mood: mood, 'foe': bool}
events: [alarm, "bell"]
root:
  any:
    - {to: fight, event: bell}
  states:
    walk:
      enter: [raise alarm, 'mood = calm']
      transitions:
        - {to: "fight", when: "health < low and foe"}  # walk, not run
        - to: fight/flee
          when: tired or
            mood == mood.angry
    fight:
      initial: attack
      states:
        attack: {update: strike(mood), transitions: [{to: flee, when: in(fight) and not in(walk)}]}
        flee: {lasts: 3, transitions: [{to: walk, when: done or health >= low, event: alarm}]}
"""
COMMON = """wits: 1
enums: {mood: [calm, angry]}
constants:
  low: 0.3  # of health
conditions: {tired: health < low}
"""
SCENARIOS = """- scenario: he fights
  given: {health: 1, mood: calm}
  steps:
    - {when: {foe: true, raise: [alarm, bell]}, expect: {active: fight/attack, calls: strike, holds: health > low and in(fight)}}
"""
OTHER = """wits: 1
brain: dog
include: common.yaml
context: {health: float, mood: mood}
root: {states: {run: {transitions: [{to: lie, when: tired and mood == angry}]}, lie: {}}}
"""


def offset_of(text, at):
    lines = text.split("\n")
    line = lines[at["line"]]
    column = 0
    while units(line[:column]) < at["character"]:
        column += 1
    return sum(len(one) + 1 for one in lines[:at["line"]]) + column


class Names(EditorCase):
    def setUp(self):
        super().setUp()
        self.write("guard.yaml", BRAIN)
        self.write("common.yaml", COMMON)
        self.editor = self.start()
        self.editor.open("guard.yaml")

    def text_at(self, where):
        name = where["uri"].rsplit("/", 1)[1]
        text = self.editor.texts.get(name) or (self.folder / name).read_text()
        begin, end = (offset_of(text, where["range"][key]) for key in ("start", "end"))
        return name, text.count("\n", 0, begin) + 1, text[begin:end]

    def ask(self, method, mark, name="guard.yaml", **more):
        return self.editor.request(f"textDocument/{method}", **self.editor.at(name, mark, **more))

    def definition(self, mark, name="guard.yaml"):
        return [self.text_at(one) for one in self.ask("definition", mark, name)]

    def references(self, mark, name="guard.yaml", declares=True):
        found = self.ask("references", mark, name, context={"includeDeclaration": declares})
        return [self.text_at(one)[:2] for one in found]

    def apply(self, edit):
        """The texts of the files after an edit."""
        texts = {}
        for uri, edits in edit["changes"].items():
            name = uri.rsplit("/", 1)[1]
            text = self.editor.texts.get(name) or (self.folder / name).read_text()
            places = sorted(((offset_of(text, one["range"]["start"]), offset_of(text, one["range"]["end"]), one["newText"])
                             for one in edits), reverse=True)
            for begin, end, new in places:
                text = text[:begin] + new + text[end:]
            texts[name] = text
        return texts

    def rename(self, mark, to, name="guard.yaml"):
        return self.apply(self.ask("rename", mark, name, newName=to))

    # -------------------------------------------------------------------------------------------------------- places

    def test_definitions(self):
        for mark, expected in (("to: fi|ght, event", ("guard.yaml", 17, "fight")),
                               ("to: fight/fl|ee", ("guard.yaml", 21, "flee")),
                               ("to: fi|ght/flee", ("guard.yaml", 17, "fight")),
                               ("initial: at|tack", ("guard.yaml", 20, "attack")),
                               ("in(fi|ght)", ("guard.yaml", 17, "fight")),
                               ("raise al|arm", ("guard.yaml", 5, "alarm")),
                               ("event: be|ll", ("guard.yaml", 5, "bell")),
                               ("low and fo|e", ("guard.yaml", 4, "foe")),
                               ("health < lo|w and", ("common.yaml", 4, "low")),
                               ("when: tir|ed", ("common.yaml", 5, "tired")),
                               ("'mood = ca|lm'", ("common.yaml", 2, "calm")),
                               ("mood.an|gry", ("common.yaml", 2, "angry")),
                               ("health: float, mood: mo|od", ("common.yaml", 2, "mood")),
                               ("stri|ke(", ("guard.yaml", 20, "strike")),
                               ("brain: gu|ard", ("guard.yaml", 2, "guard"))):
            with self.subTest(mark=mark):
                self.assertEqual(self.definition(mark), [expected])
        self.assertEqual(self.definition("include: com|mon"), [("common.yaml", 1, "")])
        for mark in ("wal|k, not run", "wi|ts: 1", "tired o|r", "when: do|ne"):
            with self.subTest(mark=mark):
                self.assertEqual(self.definition(mark), [])

    def test_references(self):
        self.assertEqual(self.references("    fi|ght:"), [("guard.yaml", line) for line in (8, 13, 14, 17, 20)])
        self.assertEqual(self.references("    fi|ght:", declares=False), [("guard.yaml", line) for line in (8, 13, 14, 20)])
        self.assertEqual(self.references("{hea|lth: float"), [("common.yaml", 5), ("guard.yaml", 4), ("guard.yaml", 13),
                                                              ("guard.yaml", 21)])
        self.assertEqual(self.references("# the| "), [])

    def test_highlights(self):
        found = self.ask("documentHighlight", "mo|od = calm")
        self.assertEqual([(one["range"]["start"]["line"] + 1, one["kind"]) for one in found], [(4, 3), (11, 3), (16, 2), (16, 2), (20, 2)])

    def test_symbols(self):
        found = self.editor.request("textDocument/documentSymbol", textDocument={"uri": self.editor.uri("guard.yaml")})
        fight = next(one for one in found if one["name"] == "fight")
        self.assertEqual([one["name"] for one in found],
                         ["guard", "health", "mood", "foe", "alarm", "bell", "walk", "fight"])
        self.assertEqual(fight["detail"], "state, 2 lead here")
        self.assertEqual([(one["name"], one["detail"]) for one in fight["children"]],
                         [("attack", "state, 1 leads here"), ("flee", "state, 2 lead here")])
        inner = fight["children"][1]
        self.assertEqual(inner["selectionRange"]["start"], position_of(BRAIN, BRAIN.index("flee: {")))

    # ------------------------------------------------------------------------------------------------------- renaming

    def test_rename_changes_only_the_name(self):
        for mark, old, new in (("    fi|ght:", "fight", "combat"), ("fle|e: {", "flee", "run_away_from_him"),
                               ("'fo|e'", "foe", "x"), ("[al|arm", "alarm", "cry"), ("to: wa|lk", "walk", "patrol")):
            with self.subTest(mark=mark):
                texts = self.rename(mark, new)
                self.assertEqual(list(texts), ["guard.yaml"])
                again = texts["guard.yaml"]
                kept = BRAIN.replace("# walk, not run", "#1").replace(old, new).replace("#1", "# walk, not run")
                self.assertEqual(again, kept)
                self.write("guard.yaml", again)
                self.assertEqual(self.wits("check", "guard.yaml").status, 0)

    def test_rename_in_included_files(self):
        texts = self.rename("health < lo|w and", "weak")
        self.assertEqual(texts, {"guard.yaml": re.sub(r"\blow\b", "weak", BRAIN),
                                 "common.yaml": re.sub(r"\blow\b", "weak", COMMON)})
        texts = self.rename("mood.an|gry", "mad")
        self.assertEqual(texts["common.yaml"], COMMON.replace("angry", "mad"))

    def test_rename_in_all_brains_that_share_a_file(self):
        self.write("dog.yaml", OTHER)
        self.assertEqual(self.references("when: tir|ed"), [("common.yaml", 5), ("dog.yaml", 5), ("guard.yaml", 15)])
        texts = self.rename("{hea|lth: float", "life")
        self.assertEqual(sorted(texts), ["common.yaml", "dog.yaml", "guard.yaml"])
        self.assertEqual(texts["dog.yaml"], OTHER.replace("health", "life"))
        for name, text in texts.items():
            self.write(name, text)
        self.assertEqual(self.wits("check", "guard.yaml", "dog.yaml").status, 0)

    def test_rename_of_a_file_with_two_names(self):
        """A brain that includes a link to the file would keep the old name."""
        (self.folder / "alias.yaml").symlink_to("common.yaml")
        self.write("dog.yaml", OTHER.replace("common.yaml", "alias.yaml"))
        for opens in (False, True):
            if opens:
                self.editor.open("dog.yaml")
            with self.assertRaises(Failure) as failed:
                self.rename("health < lo|w and", "weak")
            self.assertIn(f"'{self.folder}/common.yaml' by another name, '{self.folder}/alias.yaml'", str(failed.exception))
            self.assertEqual(sorted(self.rename("    fi|ght:", "combat")), ["guard.yaml"])
        self.editor.open("alias.yaml")
        with self.assertRaises(Failure) as failed:
            self.rename("lo|w: 0.3", "weak", "alias.yaml")
        self.assertIn("by another name", str(failed.exception))

    def test_rename_in_scenarios(self):
        self.write("guard.test.yaml", SCENARIOS)
        self.editor.open("guard.test.yaml")
        for mark, new in (("    fi|ght:", "combat"), ("{hea|lth: float", "life"), ("'fo|e'", "enemy"), ("[al|arm", "cry"),
                          ("stri|ke(", "hit"), ("'mood = ca|lm'", "quiet")):
            with self.subTest(mark=mark):
                texts = self.rename(mark, new)
                self.assertIn("guard.test.yaml", texts)
                for name, text in texts.items():
                    self.write(name, text)
                result = self.wits("test", "guard.test.yaml")
                self.assertEqual(result.status, 0, result.out + result.err)
                for name, text in (("guard.yaml", BRAIN), ("common.yaml", COMMON), ("guard.test.yaml", SCENARIOS)):
                    self.write(name, text)
        self.assertEqual(self.definition("active: fight/at|tack", "guard.test.yaml"), [("guard.yaml", 20, "attack")])

    def test_refused(self):
        for mark, new, why in (("    fi|ght:", "walk", "there is a state 'walk' already, at "),
                               ("    fi|ght:", "to go", "'to go' is not a name"), ("    fi|ght:", "", "'' is not a name"),
                               ("    fi|ght:", "1st", "'1st' is not a name"), ("    fi|ght:", "x" * 65, "is not a name"),
                               ("'fo|e'", "min", "reserved"), ("'fo|e'", "low", "low"),
                               ("health < lo|w and", "health", "there is a field 'health' already"),
                               ("wi|ts: 1", "x", "there is no name here"), ("# th|e ", "x", "there is no name here")):
            with self.subTest(mark=mark, new=new), self.assertRaises(Failure) as failed:
                self.rename(mark, new)
            self.assertEqual(failed.exception.code, -32803)
            self.assertIn(why, str(failed.exception))

    def test_versions(self):
        editor = self.start(capabilities={"workspace": {"workspaceEdit": {"documentChanges": True}}})
        editor.open("guard.yaml")
        editor.replace("guard.yaml", 0, 0, "# 2\n")
        found = editor.request("textDocument/rename", **editor.at("guard.yaml", "health < lo|w and", newName="weak"))
        self.assertEqual([(one["textDocument"]["uri"], one["textDocument"]["version"], len(one["edits"]))
                          for one in found["documentChanges"]],
                         [(editor.uri("common.yaml"), None, 2), (editor.uri("guard.yaml"), 2, 2)])

    def test_capture(self):
        # `a` of the outer states would be found before the one inside
        text = """wits: 1
brain: deep
root:
  states:
    out:
      states: {go: {transitions: [{to: far}]}, other: {}}
    in_: {states: {far: {transitions: [{to: out}]}, near: {}}}
"""
        self.editor.open("deep.yaml", text)
        with self.assertRaises(Failure) as failed:
            self.rename("oth|er", "far", "deep.yaml")
        self.assertIn("'far' at ", str(failed.exception))
        self.assertIn("would mean something else", str(failed.exception))
        self.assertIn("deep.yaml:6:40", str(failed.exception))

    def test_prepare(self):
        found = self.ask("prepareRename", "'fo|e'")
        self.assertEqual(found["placeholder"], "foe")
        self.assertEqual(self.text_at({"uri": self.editor.uri("guard.yaml"), "range": found["range"]}), ("guard.yaml", 4, "foe"))
        with self.assertRaises(Failure):
            self.ask("prepareRename", "wi|ts: 1")

    def test_in_a_file_with_mistakes(self):
        text = BRAIN.replace("    fight:\n", "    broken: {to: [\n    fight:\n")
        self.editor.set("guard.yaml", text)
        self.assertEqual(self.definition("initial: at|tack"), [("guard.yaml", 21, "attack")])
        texts = self.rename("    fi|ght:", "combat")
        self.assertEqual(texts["guard.yaml"], text.replace("fight", "combat"))

    def test_after_edits(self):
        self.editor.replace("guard.yaml", 0, 0, "# \U0001f43a\n")
        self.assertEqual(self.references("    fi|ght:"), [("guard.yaml", line) for line in (9, 14, 15, 18, 21)])
        self.editor.open("common.yaml")
        self.editor.set("common.yaml", "\n" + COMMON)
        self.assertEqual(self.definition("health < lo|w and"), [("common.yaml", 5, "low")])

    def test_after_changes_on_disk(self):
        """Changes of files that are not open, by an editor that does not report them."""
        self.editor.settle("guard.yaml")
        self.assertEqual(self.definition("health < lo|w and"), [("common.yaml", 4, "low")])
        for text in ("# one\n# two\n" + COMMON, COMMON, "#\n" + COMMON):
            line = text[:text.index("low: 0.3")].count("\n") + 1
            self.write("common.yaml", text)
            self.assertEqual(self.rename("health < lo|w and", "weak")["common.yaml"], re.sub(r"\blow\b", "weak", text))
            self.write("common.yaml", "#\n" + text)
            self.assertEqual(self.definition("health < lo|w and"), [("common.yaml", line + 1, "low")])
            self.write("common.yaml", text)
            self.assertIn(("common.yaml", line), self.references("health < lo|w and"))
        self.write("guard.test.yaml", SCENARIOS)  # was not there
        self.assertIn("guard.test.yaml", self.rename("    fi|ght:", "combat"))
        (self.folder / "common.yaml").unlink()
        self.assertEqual(self.definition("health < lo|w and"), [])

    def test_the_file_of_definitions_alone(self):
        self.editor.open("common.yaml")
        self.assertEqual(self.references("lo|w: 0.3", "common.yaml"),
                         [("common.yaml", 4), ("common.yaml", 5), ("guard.yaml", 13), ("guard.yaml", 21)])
        texts = self.rename("lo|w: 0.3", "weak", "common.yaml")
        self.assertEqual(sorted(texts), ["common.yaml", "guard.yaml"])

    def test_shipped_brains(self):
        for path in sorted((ROOT / "brains").glob("*.yaml")):
            if path.name.endswith(".test.yaml"):
                continue
            with self.subTest(brain=path.name):
                shutil.copy(path, self.folder)
                self.editor.open(path.name)
                text = path.read_text()
                state = re.search(r"^ {4}(\w+):", text[text.index("\nroot:"):], re.M)[1]
                texts = self.rename(f"\n    |{state}:", "entirely_new", path.name)
                before = wits("crowd", path, "--agents", "200", "--ticks", "60").out
                self.write(path.name, texts[path.name])
                after = self.wits("crowd", path.name, "--agents", "200", "--ticks", "60").out
                hashes = [re.search(r"hash \S+", out) for out in (before, after)]
                self.assertIsNotNone(hashes[0], before)
                self.assertEqual(hashes[0][0], hashes[1][0])


if __name__ == "__main__":
    unittest.main()
