# SPDX-License-Identifier: MIT
"""wits lsp: the server's texts equal the editor's, and its problems those of `wits check`, also while files are broken."""

import json
import random
import unittest

from editor import EditorCase, Failure, position_of, units
from program import BRAINS, FEW_REPEATS, ROOT

SEVERITIES = {"error": 1, "warning": 2, "note": 3}
GUARD = (BRAINS / "guard.yaml").read_text()
# What an author types, and characters of one to four bytes.
PIECES = [" ", "  ", "\n", "\n  ", ":", ": ", "- ", "{", "}", "[", "]", ",", "#", "'", '"', "\t", "state", "to: ", "when: ", "true",
          "1", ".5", "ä", "€", "😀", "\r\n", "&a", "*a", "|", "include: x.yaml\n", "health", "alarm", "()", "wits: 1\n"]


class Documents(EditorCase):
    def checked(self, name):
        """The problems of a file and of what it includes, by file, as `wits check` reports them."""
        found = {}
        for one in json.loads(self.wits("check", name, "--format", "json").out)["problems"]:
            text = (self.folder / one["file"]).read_bytes().decode().split("\n")
            line = (text + [""])[one["line"] - 1].rstrip("\r")
            start, end = (units(line[:one[key] - 1]) for key in ("column", "end_column"))
            found.setdefault(one["file"], []).append(
                (one["line"] - 1, start, end, SEVERITIES[one["severity"]], one["code"], one["message"]))
        return found

    def published(self, editor, name):
        found = editor.diagnostics.get(editor.uri(name), {"diagnostics": []})["diagnostics"]
        for one in found:
            self.assertEqual((one["source"], one["range"]["start"]["line"]), ("wits", one["range"]["end"]["line"]))
        return [(one["range"]["start"]["line"], one["range"]["start"]["character"], one["range"]["end"]["character"],
                 one["severity"], one["code"], one["message"].replace(f"{self.folder}/", "")) for one in found]

    def check_equal(self, editor, name, *included):
        """Compares with `wits check` of the same texts on disk."""
        for each, text in editor.texts.items():
            (self.folder / each).write_bytes(text.encode())
        expected = self.checked(name)
        editor.settle(name)
        for each in (name, *included):
            self.assertEqual(self.published(editor, each), expected.get(each, []), editor.texts.get(each))

    def test_problems_of_every_file(self):
        """Also of those with mistakes, which tests/files/bad has one of each."""
        editor = self.start()
        paths = [*BRAINS.glob("*.yaml"), *sorted((ROOT / "tests/files/bad").glob("*.yaml"))[::9 if FEW_REPEATS else 1],
                 *sorted((ROOT / "docs/brains").glob("*.yaml"))]
        count = 0
        for number, path in enumerate(paths):
            try:
                text = path.read_bytes().decode()
            except UnicodeDecodeError:
                continue
            if "include" in text or ".test." in path.name or "\0" in text or "\ufeff" in text:
                continue
            editor.open(name := f"file{number}.yaml", text)
            self.check_equal(editor, name)
            count += len(editor.diagnostics[editor.uri(name)]["diagnostics"])
            editor.close(name)
        self.assertGreater(count, 10 if FEW_REPEATS else 100)
        self.assertEqual(editor.stop(), 0)

    def test_random_edits(self):
        """Texts with characters of all lengths, broken and repaired again and again."""
        for seed in range(2 if FEW_REPEATS else 10):
            choose = random.Random(seed)
            editor = self.start()
            editor.open("guard.yaml", GUARD)
            for count in range(300):
                text = editor.texts["guard.yaml"]
                start = choose.randrange(len(text) + 1)
                end = min(len(text), start + choose.choice((0, 0, 0, 1, 2, 5, 40)))
                kind = choose.randrange(20)
                if kind == 0:
                    editor.set("guard.yaml", GUARD)
                else:
                    # an end inside of "\\r\\n" is one line end for the server, and two characters here
                    if "\r" in text[max(0, start - 1):end + 1]:
                        continue
                    editor.replace("guard.yaml", start, end, choose.choice(PIECES) if kind > 4 else "")
                if count % 30 == 0:
                    self.check_equal(editor, "guard.yaml")
                    self.assertEqual(editor.text("guard.yaml"), editor.texts["guard.yaml"])
            self.assertEqual(editor.text("guard.yaml"), editor.texts["guard.yaml"])
            self.assertEqual(editor.stop(), 0)

    def test_several_changes_in_one_message(self):
        editor = self.start()
        editor.open("a.yaml", "one\ntwo\n")
        at = {"line": 1, "character": 0}
        editor.change("a.yaml", {"range": {"start": at, "end": at}, "text": "x\ny"},
                      {"range": {"start": {"line": 2, "character": 1}, "end": {"line": 2, "character": 4}}, "text": ""})
        self.assertEqual(editor.text("a.yaml"), "one\nx\ny\n")

    def test_positions_that_do_not_exist(self):
        editor = self.start()
        for start, end, expected in (((0, 2), (0, 2), "a+😀b\r\nc"),  # in the middle of a character
                                     ((0, 1), (0, 3), "a+b\r\nc"), ((0, 2), (0, 4), "a+\r\nc"),
                                     ((0, 99), (0, 99), "a😀b+\r\nc"), ((9, 0), (9, 9), "a😀b\r\nc+"),
                                     ((0, 4), (0, 0), "a😀b+\r\nc"), ((4294967295, 4294967295), (0, 0), "a😀b\r\nc+"),
                                     ((4294967296, 0), (1 << 62, 0), "a😀b\r\nc+"), ((0, 1 << 40), (0, 1 << 40), "a😀b+\r\nc"),
                                     ((-1, -5), (0, 0), "+a😀b\r\nc")):
            editor.open("a.yaml", "a😀b\r\nc")
            editor.change("a.yaml", {"range": {"start": {"line": start[0], "character": start[1]},
                                               "end": {"line": end[0], "character": end[1]}}, "text": "+"})
            self.assertEqual(editor.text("a.yaml"), expected)
        # half of a surrogate pair, as a JSON escape
        editor.set("a.yaml", "x\ud83dy")
        editor.change("a.yaml", {"range": {"start": {"line": 0, "character": 2}, "end": {"line": 0, "character": 3}},
                                 "text": "z"})
        self.assertEqual(editor.text("a.yaml"), "x\ufffdz")
        editor.set("a.yaml", "a\0b")
        self.assertEqual(editor.text("a.yaml"), "a\0b")

    def test_utf8_positions(self):
        editor = self.start(capabilities={"general": {"positionEncodings": ["utf-8"]}})
        editor.open("a.yaml", "ä😀b: 1\n")
        editor.change("a.yaml", {"range": {"start": {"line": 0, "character": 6}, "end": {"line": 0, "character": 7}},
                                 "text": "c"})
        self.assertEqual(editor.text("a.yaml"), "ä😀c: 1\n")
        self.assertEqual(editor.settle("a.yaml")[0]["range"]["start"], {"line": 0, "character": 0})

    def test_other_addresses(self):
        editor = self.start()
        for uri in ("untitled:Untitled-1", "vscode-vfs://github/a/b.yaml", "file:///none/a%20b%25%C3%A4.yaml", ""):
            editor.notify("textDocument/didOpen", textDocument={"uri": uri, "version": 1, "text": "wits: 1\nroot: {}\n"})
            for _ in range(2):
                found = editor.request("wits/text", textDocument={"uri": uri})
            self.assertEqual(found["text"], "wits: 1\nroot: {}\n")
            self.assertEqual(len(editor.diagnostics[uri]["diagnostics"]), 1)

    def test_spellings_of_an_address(self):
        editor = self.start()
        self.write("common.yaml", self.SHARED)
        editor.open("one.yaml", self.USER.format("one"))
        folder = editor.uri("common.yaml").rsplit("/", 1)[0]
        for spelling in ("/./common.yaml", "//common.yaml", "/x/../common.yaml", "/%63ommon.yaml", "/./x/.././/common.yaml"):
            editor.notify("textDocument/didOpen",
                          textDocument={"uri": folder + spelling, "version": 1, "text": "wits: 1\n# " + spelling})
            self.assertEqual(editor.text("common.yaml"), "wits: 1\n# " + spelling)
            self.assertNotEqual(editor.settle("one.yaml"), [])  # nothing is included
            editor.close_uri(folder + spelling)
            self.assertEqual(editor.settle("one.yaml"), [])
        for uri in (f"{folder}/common.yaml%00x", f"{folder}/common.yaml%00"):  # is no path
            editor.notify("textDocument/didOpen", textDocument={"uri": uri, "version": 1, "text": "wits: 1\n"})
            with self.assertRaises(Failure):
                editor.text("common.yaml")

    def test_wrong_parameters_lose_nothing(self):
        editor = self.start()
        editor.open("a.yaml", "x")
        editor.notify("textDocument/didOpen")
        editor.notify("textDocument/didOpen", textDocument={"uri": 1, "text": 1})
        editor.notify("textDocument/didChange", textDocument=[], contentChanges={})
        editor.notify("textDocument/didChange", textDocument={"uri": editor.uri("b.yaml")}, contentChanges=[{"text": "y"}])
        editor.change("a.yaml", {"text": 5}, {}, {"range": [], "text": "z"}, {"range": {}, "text": "y"})
        self.assertEqual(editor.text("a.yaml"), "yz")

    # ------------------------------------------------------------------------------------------------- several files

    SHARED = "wits: 1\nconstants: {far: 5}\nconditions: {close: distance < far}\n"
    USER = ("wits: 1\nbrain: {}\ninclude: common.yaml\ncontext: {{distance: float}}\n"
            "root: {{states: {{a: {{transitions: [{{to: b, when: close}}]}}, b: {{transitions: [{{to: a, after: 1}}]}}}}}}\n")

    def test_included_files(self):
        self.write("common.yaml", self.SHARED)
        editor = self.start()
        editor.open("one.yaml", self.USER.format("one"))
        self.check_equal(editor, "one.yaml", "common.yaml")
        editor.open("two.yaml", self.USER.format("two"))
        editor.open("common.yaml")
        editor.replace("common.yaml", 0, 0, "x: 1\n")  # unsaved, and both see it
        for name in ("one.yaml", "two.yaml"):
            self.check_equal(editor, name, "common.yaml")
        editor.set("common.yaml", self.SHARED.replace("close", "near"))
        for name in ("one.yaml", "two.yaml"):
            self.check_equal(editor, name)
        editor.set("common.yaml", self.SHARED)
        editor.close("one.yaml")
        self.check_equal(editor, "two.yaml", "common.yaml", "one.yaml")

    def test_definitions_alone(self):
        """They are checked as a part of a brain that includes them, in their folder or in one around it."""
        self.write("brain.yaml", self.USER.format("one").replace("common", "parts/common"))
        (self.folder / "parts").mkdir()
        self.write("parts/common.yaml", self.SHARED)
        editor = self.start()
        editor.open("parts/common.yaml")
        self.assertEqual(editor.settle("parts/common.yaml"), [])
        editor.replace("parts/common.yaml", len(self.SHARED), len(self.SHARED), "x: 1\n")
        found = editor.settle("parts/common.yaml")
        self.assertEqual([one["code"] for one in found], ["key-unknown"])

    def test_include_cycle_while_typing(self):
        self.write("common.yaml", "wits: 1\ninclude: other.yaml\n")
        self.write("other.yaml", "wits: 1\n")
        editor = self.start()
        for name, text in (("one.yaml", self.USER.format("one")), ("common.yaml", None), ("other.yaml", None)):
            editor.open(name, text)
        editor.replace("other.yaml", 8, 8, "include: common.yaml\n")
        self.check_equal(editor, "one.yaml", "common.yaml", "other.yaml")
        self.assertIn("circle", json.dumps(editor.diagnostics))
        editor.set("other.yaml", "wits: 1\ninclude: other.yaml\n")
        self.check_equal(editor, "one.yaml", "common.yaml", "other.yaml")
        editor.set("other.yaml", "wits: 1\n")
        self.check_equal(editor, "one.yaml", "common.yaml", "other.yaml")

    def test_files_that_are_deleted_or_made(self):
        self.write("common.yaml", self.SHARED)
        editor = self.start(capabilities={"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}})
        editor.open("one.yaml", self.USER.format("one"))
        self.check_equal(editor, "one.yaml", "common.yaml")
        self.assertEqual([one["method"] for one in editor.requests], ["client/registerCapability"])
        (self.folder / "common.yaml").unlink()
        (self.folder / "one.yaml").unlink()  # while it is open: its text is the editor's
        editor.notify("workspace/didChangeWatchedFiles", changes=[{"uri": editor.uri("common.yaml"), "type": 3}])
        editor.replace("one.yaml", 0, 0, " ")
        editor.replace("one.yaml", 0, 1, "")
        self.assertEqual([one["code"] for one in editor.settle("one.yaml")][:1], ["include-closed"])
        self.write("common.yaml", self.SHARED)
        editor.notify("workspace/didChangeWatchedFiles", changes=[{"uri": editor.uri("common.yaml"), "type": 1}])
        editor.change("one.yaml")
        self.check_equal(editor, "one.yaml", "common.yaml")
        self.assertEqual(editor.text("one.yaml"), self.USER.format("one"))
        editor.close("one.yaml")

    def test_problems_of_closed_files_are_cleared_once(self):
        editor = self.start()
        editor.open("one.yaml", GUARD)
        for number in range(300):
            editor.open(name := f"part{number}.yaml", "wits: 1\nx: 1\n")
            self.assertNotEqual(editor.settle(name), [])
            editor.close(name)
        editor.settle("one.yaml")
        self.assertEqual([one["diagnostics"] for uri, one in editor.diagnostics.items() if "part" in uri], [[]] * 300)
        count = len(editor.notifications)
        editor.replace("one.yaml", 0, 0, " ")
        editor.settle("one.yaml")
        self.assertEqual([one["params"]["uri"] for one in editor.notifications[count:]], [editor.uri("one.yaml")])

    def test_scenarios(self):
        editor = self.start()
        editor.open("guard.yaml", GUARD)
        text = (BRAINS / "guard.test.yaml").read_text()
        editor.open("guard.test.yaml", text)
        self.check_equal(editor, "guard.test.yaml")
        self.assertEqual(editor.settle("guard.test.yaml"), [])
        editor.set("guard.test.yaml", text.replace("sees_player", "seesplayer"))
        self.check_equal(editor, "guard.test.yaml")
        self.assertNotEqual(editor.settle("guard.test.yaml"), [])
        editor.set("guard.test.yaml", text)
        editor.set("guard.yaml", GUARD.replace("alarm", "horn"))  # the scenarios are checked again
        self.check_equal(editor, "guard.test.yaml")

    def test_the_definition_of_what_was_meant(self):
        editor = self.start()
        editor.open("guard.yaml", GUARD.replace("when: sees_player}", "when: sees_playr}", 1))
        one, = editor.settle("guard.yaml")
        related, = one["relatedInformation"]
        self.assertEqual(related["message"], "field 'sees_player' is defined here")
        at = related["location"]["range"]["start"]
        self.assertEqual(editor.texts["guard.yaml"].split("\n")[at["line"]][at["character"]:], "sees_player: bool")

    def test_mistakes_in_properties(self):
        editor = self.start()
        editor.open("guard.yaml", GUARD.replace("\nprove:", "\nprove:\n  - {never: 'in(combat) and healht < 0'}"))
        self.check_equal(editor, "guard.yaml")
        self.assertEqual([one["code"] for one in editor.settle("guard.yaml")], ["property"])


if __name__ == "__main__":
    unittest.main()
