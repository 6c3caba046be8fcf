# SPDX-License-Identifier: MIT
"""Comments that silence a warning, the names of warnings, and `wits check --format json`."""

import json
import re
import unittest

from program import ROOT, Case

BRAIN = """context:
  spare: int
  gone: bool
root:
  states:
    a: {}
    b: {}
"""
FIELD = "unused field 'spare'"
STATE = "unreachable state 'b': it is not an initial state, and no transition or step that can fire leads to it"


class Silences(Case):
    def said(self, brain, *options, **more):
        """(line, severity, message, name) of each line."""
        result = self.wits("check", self.write("brain.yaml", brain), *options, **more)
        self.assertEqual(result.status, 0, result.err)
        found = [re.fullmatch(r"brain\.yaml:(\d+):\d+: (warning|note): (.*) \[([a-z-]+)\]", line)
                 for line in result.err.splitlines()]
        self.assertNotIn(None, found, result.err)
        return [(int(one[1]), *one.groups()[1:]) for one in found]

    def brain(self, *edits):
        text = "wits: 1\nbrain: test\n" + BRAIN.replace("  gone: bool\n", "")
        for old, new in edits:
            self.assertIn(old, text)
            text = text.replace(old, new, 1)
        return text

    def names(self, brain, *options):
        return [(line, name) for line, _, _, name in self.said(brain, *options)]

    def test_each_warning_ends_with_its_name(self):
        self.assertEqual(self.said(self.brain()), [(4, "warning", FIELD, "unused-field"),
                                                   (8, "warning", STATE, "unreachable")])

    def test_a_comment_at_the_end_of_the_line_silences(self):
        brain = self.brain(("spare: int", "spare: int  # wits: allow unused-field -- the program reads it"))
        self.assertEqual(self.names(brain), [(8, "unreachable")])

    def test_a_comment_alone_above_the_line_silences(self):
        brain = self.brain(("    b: {}", "    # wits: allow unreachable -- the program goes there\n    b: {}"))
        self.assertEqual(self.names(brain), [(4, "unused-field")])

    SHARED = """wits: 1
brain: test
context: {d: float, e: float}
targets: {foe: {near: float, hurt: bool}}
conditions:
  seen: d < 3
  dice: random < 0.1
  far: e > 9
  hit: foe.hurt
scores:
  low: 1 - d
  noise: random
parts:
  calm:
    parameters: {until: condition}
    state:
      states:
        awake: {transitions: [{to: asleep, when: until and random < 0.5}]}
        asleep: {transitions: [{to: awake, after: 1}]}
root:
  states:
    a:
      transitions:
        - {to: b, when: seen and random < 0.2}
        - {to: u, when: seen and dice}
        - {to: b, when: far and e < 5}
    b:
      use: calm
      with: {until: seen}
    u:
      kind: utility
      transitions: [{to: a, event: tired}]
      states:
        one: {hold: 3, score: low * noise}
        two: {score: {product: [{input: low}, {input: low + random}]}}
        three: {score: 0, rank: low + noise}
        four: {hold: 1, target: foe, score: low * noise + foe.near, enter: e = (low if hit else 0)}
events: [tired]
"""

    def test_a_warning_about_a_text_stands_where_its_cause_is(self):
        """A name replaces a text: problems of its use are reported at the use, word by word."""
        result = self.wits("check", self.write("brain.yaml", self.SHARED))
        self.assertEqual(re.findall(r"brain\.yaml:(\d+:\d+): warning: .*?\[([a-z-]+)\](.*)", result.err), [
            ("18:60", "drawn-anew", " (used at brain.yaml:28:12)"),
            ("24:34", "drawn-anew", ""),
            ("25:34", "drawn-anew", ""),
            ("26:25", "never-fires", ""),
            ("34:37", "drawn-anew", ""),
            ("35:61", "drawn-anew", ""),
            ("36:39", "drawn-anew", ""),
            ("37:51", "one-draw", ""),
            ("37:51", "drawn-anew", ""),
            ("37:88", "maybe-gone", ""),
        ])

    def test_a_comment_beside_the_cause_silences(self):
        brain = self.SHARED
        for text, names in (("random < 0.2}", "drawn-anew"), ("seen and dice}", "drawn-anew"),
                            ("e < 5}", "never-fires"), ("random < 0.5}]}", "drawn-anew"),
                            ("score: low * noise}", "drawn-anew"), ("low + random}]}}", "drawn-anew"),
                            ("rank: low + noise}", "drawn-anew"),
                            ("if hit else 0)}", "drawn-anew, one-draw, maybe-gone")):
            self.assertIn(text, brain)
            brain = brain.replace(text, f"{text}  # wits: allow {names}")
        self.assertEqual(self.wits("check", self.write("brain.yaml", brain)).err, "")

    def test_a_comment_beside_a_name_that_is_used_elsewhere_is_idle(self):
        brain = self.SHARED.replace("dice: random < 0.1", "dice: random < 0.1  # wits: allow drawn-anew")
        self.assertIn("brain.yaml:7:23: warning: line 7 has no warning 'drawn-anew'; the next one is on line 18, so move "
                      "the comment there [idle-silence]\n",
                      self.wits("check", self.write("brain.yaml", brain)).err)

    def test_blank_lines_and_other_comments_may_stand_between(self):
        brain = self.brain(("    b: {}", "    # wits: allow unreachable\n\n  # why\n\n    b: {}"))
        self.assertEqual(self.names(brain), [(4, "unused-field")])

    def test_it_silences_nothing_but_that_name_in_that_line(self):
        brain = self.brain(("spare: int", "spare: int  # wits: allow unreachable"))
        self.assertEqual(self.names(brain), [(4, "unused-field"), (4, "idle-silence"), (8, "unreachable")])
        brain = self.brain(("  spare: int", "  spare: int  # wits: allow unused-field\n  other: int"))
        self.assertEqual(self.names(brain), [(5, "unused-field"), (9, "unreachable")])

    def test_a_comment_may_have_several_names_and_no_reason(self):
        brain = self.brain(("    a: {}\n    b: {}", "    a: {update: spare = 1}\n"
                            "    # wits: allow unreachable, never-fires -- of the machine inside\n"
                            "    b: {}"))
        self.assertEqual(self.names(brain), [(8, "idle-silence")])
        for names in ("never-fires, unreachable", "never-fires unreachable", "never-fires,unreachable -- why"):
            with self.subTest(names=names):
                brain = self.brain(("    b: {}", f"    b: {{}}  #wits:  allow  {names}"))
                self.assertEqual(self.names(brain), [(4, "unused-field"), (8, "idle-silence")])

    def test_a_comment_in_front_of_another_is_about_the_same_line(self):
        brain = self.brain(("  spare: int", "  # wits: allow unused-field\n  # wits: allow host-reads\n  spare: int"))
        self.assertEqual(self.names(brain), [(5, "idle-silence"), (10, "unreachable")])

    def test_what_looks_like_a_comment_in_a_text_is_none(self):
        for text in ("\"say('# wits: allow unreachable')\"", "'say(\"x # wits: allow foo\")'",
                     '|\n        say("# wits: allow foo")', ">-\n        say('\n        # wits: allow foo')",
                     "say(1)#wits:"):
            with self.subTest(text=text):
                brain = self.brain(("    a: {}", f"    a:\n      update: {text}"), ("  spare: int", "  x: int"))
                result = self.wits("check", self.write("brain.yaml", brain))
                self.assertNotIn("silence", result.err)

    def test_the_head_of_a_block_text_may_have_a_comment(self):
        brain = self.brain(("    a: {}", "    a:\n      update: | # wits: allow never-fires\n        spare = 1"))
        self.assertEqual(self.names(brain), [(8, "idle-silence"), (10, "unreachable")])

    def test_comments_in_brackets_and_after_quotes(self):
        brain = self.brain(("    a: {}\n    b: {}", "    a: {update: [\n      spare = 1, # wits: allow no-hold\n      'spare = 2' # wits: allow shadowed\n"
                            "      ]} # wits: allow constant\n    b: {} # wits: allow unreachable"))
        self.assertEqual(self.names(brain), [(8, "idle-silence"), (9, "idle-silence"), (10, "idle-silence")])

    def test_a_comment_that_silences_nothing_is_told(self):
        brain = self.brain(("    a: {}", "    a: {}  # wits: allow never-fires"))
        self.assertIn((7, "warning", "line 7 has no warning 'never-fires'; remove this comment", "idle-silence"),
                      self.said(brain))
        brain = self.brain(("    a: {}", "    a: {}  # wits: allow unreachable"))
        self.assertIn((7, "warning", "line 7 has no warning 'unreachable'; the next one is on line 8, so move the comment there",
                       "idle-silence"), self.said(brain))
        brain = self.brain() + "  # wits: allow unreachable\n\n"
        self.assertIn((9, "warning", "nothing follows this comment, so it allows nothing", "idle-silence"),
                      self.said(brain))

    def test_a_comment_that_cannot_be_understood_is_told(self):
        for remark, message in (
                ("allow unreachble", "unknown warning 'unreachble'; did you mean 'unreachable'?"),
                ("allow everything", "unknown warning 'everything'; 'wits check --list' lists all names"),
                ("allow unreachable because of it",
                 "unknown warning 'because'; write '--' before the reason: # wits: allow NAME -- REASON"),
                ("allow", "missing name of the warning; write # wits: allow NAME -- REASON ('wits check --list' lists all names)"),
                ("allow -- it is fine",
                 "missing name of the warning; write # wits: allow NAME -- REASON ('wits check --list' lists all names)"),
                ("alow unreachable", "unknown comment 'wits: alow'; to silence a warning, write # wits: allow NAME -- REASON"),
                ("ignore unreachable", "unknown comment 'wits: ignore'; to silence a warning, write # wits: allow NAME -- REASON"),
                ("unreachable", "unknown comment 'wits: unreachable'; to silence a warning, write # wits: allow NAME -- REASON"),
                ("allow idle-silence", "'idle-silence' cannot be silenced; correct the comment instead")):
            with self.subTest(remark=remark):
                brain = self.brain(("    b: {}", f"    b: {{}}  # wits: {remark}"))
                self.assertIn((8, "warning", message, "wrong-silence"), self.said(brain))

    def test_other_comments_are_nobodys_business(self):
        for remark in ("wits: 1", "wits: this is for the program", "wits allow unreachable", "see wits: allow nothing", ""):
            with self.subTest(remark=remark):
                brain = self.brain(("    b: {}", f"    b: {{}}  # {remark}"))
                self.assertEqual(self.names(brain), [(4, "unused-field"), (8, "unreachable")])

    def test_strict_minds_what_is_left(self):
        brain = self.brain(("spare: int", "spare: int # wits: allow unused-field"),
                           ("    b: {}", "    b: {} # wits: allow unreachable"))
        self.good("check", "--strict", self.write("quiet.yaml", brain))
        idle = self.write("idle.yaml", brain.replace("a: {}", "a: {} # wits: allow unreachable"))
        self.assertEqual(self.wits("check", "--strict", idle).status, 1)

    def test_verbose_shows_what_is_silenced(self):
        brain = self.brain(("spare: int", "spare: int # wits: allow unused-field"))
        self.assertIn((4, "note", "silenced: " + FIELD, "unused-field"), self.said(brain, "-v"))

    def test_windows_lines_and_many_bytes(self):
        brain = self.brain(("spare: int", "spare: int # wits: allow unused-field -- für später"),
                           ("    b: {}", "    # é wits\n    # wits: allow unreachable — é\n    b: {}"))
        self.assertEqual(self.names(brain.replace("\n", "\r\n")), [])

    def test_a_hundred_thousand_comments_take_no_time(self):
        brain = self.brain() + "# wits: allow unreachable\n" * 100000
        # One option of the address sanitizer reads whole texts at each step, which takes minutes here.
        self.assertEqual(len(self.said(brain, environment={"ASAN_OPTIONS": ""})), 100002)

    def test_the_list_is_that_of_the_documents(self):
        listed = [tuple(line.split(None, 1)) for line in self.good("check", "--list").out.splitlines()]
        told = (ROOT / "docs/brain-files.md").read_text().split("| name | warns of |")[1].split("\n\n")[0]
        rows = re.findall(r"^\| `([a-z-]+)` \| ([^|]+) \|$", told, re.MULTILINE)
        self.assertEqual([name for name, _ in listed], [name for name, _ in rows])
        self.assertGreaterEqual(len(listed), 19)


class Json(Case):
    def document(self, status, *arguments):
        result = self.wits("check", *arguments, "--format", "json")
        self.assertEqual((result.status, result.err), (status, ""))
        return json.loads(result.out)

    def test_errors_have_a_place_a_code_and_a_message(self):
        brain = self.write("bad.yaml", "wits: 1\nbrain: b\nroot: {enterr: go(), update: 'x = \"é\" && 1'}\n")
        found = self.document(1, brain)
        self.assertEqual((found["errors"], found["warnings"]), (2, 0))
        first, second = found["problems"]
        self.assertEqual(first, {"file": "bad.yaml", "line": 3, "column": 8, "end_column": 14, "severity": "error",
                                 "code": "key-unknown",
                                 "message": "a state has no key 'enterr'; did you mean 'enter'?"})
        self.assertEqual((second["line"], second["code"]), (3, "field-unlisted"))

    def test_warnings_have_their_name_as_code(self):
        brain = self.brain(BRAIN)
        found = self.document(0, brain)
        self.assertEqual((found["errors"], found["warnings"]), (0, 3))
        self.assertEqual([(one["severity"], one["code"]) for one in found["problems"]],
                         [("warning", "unused-field")] * 2 + [("warning", "unreachable")])
        self.assertEqual([(one["line"], one["column"], one["end_column"]) for one in found["problems"]],
                         [(4, 3, 8), (5, 3, 7), (9, 5, 6)])

    def test_what_a_place_ends_with(self):
        for condition, text in (("x && x", "&&"), ("'x = 1'", "="), ("xx > 1", "xx"), ("'x == \"angry\"'", '"angry"'),
                                ("x > 99999999999", "99999999999")):
            with self.subTest(condition=condition):
                line = f"    a: {{transitions: [{{to: b, when: {condition}}}]}}"
                self.brain(f"context: {{x: int}}\nroot:\n  states:\n{line}\n    b: {{}}\n")
                one = self.document(1, "brain.yaml")["problems"][0]
                self.assertEqual(line[one["column"] - 1:one["end_column"] - 1], text, one)

    def test_one_document_is_about_all_files(self):
        found = self.document(1, self.brain(BRAIN, "one.yaml"), "none.yaml", self.brain("root: 3\n", "two.yaml"))
        self.assertEqual([one["file"] for one in found["problems"]], ["one.yaml"] * 3 + ["none.yaml", "two.yaml"])
        self.assertEqual(found["problems"][3], {"file": "none.yaml", "line": 1, "column": 1, "end_column": 1,
                                                "severity": "error", "code": "file-missing",
                                                "message": "there is no such file"})

    def test_a_sound_file_has_no_problems(self):
        self.assertEqual(self.document(0, self.brain("root: {}\n")), {"errors": 0, "warnings": 0, "problems": []})

    def test_exit_status_is_that_of_the_text(self):
        brain = self.brain(BRAIN)
        self.document(1, brain, "--strict")
        self.document(0, brain)

    def test_silenced_warnings_are_notes_if_they_are_asked_for(self):
        brain = self.brain(BRAIN.replace("    b: {}", "    b: {}  # wits: allow unreachable"))
        self.assertEqual(len(self.document(0, brain)["problems"]), 2)
        self.assertEqual(self.document(0, brain, "-v")["problems"][2]["severity"], "note")

    def test_standard_input_and_bytes_that_a_terminal_would_obey(self):
        result = self.wits("check", "-", "--format", "json", stdin="wits: 1\nbrain: \"\x85\u202e\"\nroot: {}\n")
        self.assertEqual(result.status, 1)
        self.assertEqual(json.loads(result.out)["problems"][0]["file"], "<stdin>")
        self.assertNotIn("\u202e", result.out)

    def test_no_such_format(self):
        self.assertIn("--format", self.bad(2, "check", self.brain(BRAIN), "--format", "xml"))


if __name__ == "__main__":
    unittest.main()
