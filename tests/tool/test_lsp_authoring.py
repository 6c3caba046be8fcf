# SPDX-License-Identifier: MIT
"""wits lsp: completion, fixes, folding and formatting."""

import json
import random
import re
import unittest

from editor import EditorCase, units
from program import BRAIN_FILES, BRAINS, FEW_REPEATS, PACK_FILES, ROOT

BRAIN = """\
wits: 1
brain: dog
enums: {mood: [calm, wild]}
constants: {far: 5, sleepy: true}
context:
  feels: mood
  hunger: {type: float, range: [0, 1]}
  alone: bool
events: [whistle, bell]
functions: {bark: action, hears: condition, smell: score}
targets: {cat: {distance: float}}
conditions: {starving: hunger > 0.9}
scores: {need: 2 * hunger}
curves: {steep: {polynomial: {k: 3}}}
considerations: {appetite: {input: hunger}}
parts:
  nap:
    parameters: {length: int, place: text}
    state: {lasts: length, enter: bark(place)}
root:
  states:
    home:
      states:
        sleep:
          use: nap
          with: {length: 3, place: '"bed"'}
        eat: {enter: bark()}
    park:
      kind: utility
      states:
        run: {score: need}
        rest: {score: 0.5}
prove:
  - never: in(park) and starving
"""


def apply(text, edits):
    """Applies edits of LSP to a text."""
    lines = re.split("(?<=\n)", text)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines))]

    def offset(at):
        if at["line"] >= len(lines):
            return len(text)
        line, count = lines[at["line"]], 0
        while count < len(line) and units(line[:count]) < at["character"]:
            count += 1
        return starts[at["line"]] + count

    for edit in sorted(edits, key=lambda one: offset(one["range"]["start"]), reverse=True):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text


class Completion(EditorCase):
    def setUp(self):
        super().setUp()
        self.editor = self.start()
        self.editor.open("dog.yaml", BRAIN)

    def labels(self, before, after):
        """What is offered at the | in `after`, which replaces `before`."""
        assert before in BRAIN, before
        mark = after.replace("|", "")
        self.editor.set("dog.yaml", BRAIN.replace(before, mark, 1))
        found = self.editor.request("textDocument/completion", **self.editor.at("dog.yaml", after))
        for item in found["items"]:  # what is inserted contains the label, and what it replaces contains the cursor
            self.assertIn(item["label"], item["textEdit"]["newText"])
            self.assertEqual(item["textEdit"]["range"]["start"]["line"], item["textEdit"]["range"]["end"]["line"])
        self.items = {item["label"]: item for item in found["items"]}
        self.assertEqual(len(self.items), len(found["items"]))
        return set(self.items)

    def offers(self, before, after, wanted, unwanted=()):
        found = self.labels(before, after)
        self.assertLessEqual(set(wanted), found, after)
        self.assertFalse(set(unwanted) & found, after)

    def test_keys(self):
        found = self.labels("prove:\n", "pro|\nprove:\n")
        self.assertEqual(found, {"update_entered", "update_order", "ticks_per_second", "renames", "include"})
        self.assertIn("outer_first", self.items["update_order"]["detail"] + "outer_first")
        self.offers("kind: utility", "ki|", {"kind", "transitions", "enter", "score", "leave"}, {"states", "wits", "to"})
        self.assertEqual(self.items["kind"]["detail"], 'default: "fsm"')
        self.assertIn("How a state chooses", self.items["kind"]["documentation"])
        self.assertEqual(self.items["kind"]["textEdit"]["newText"], "kind: ")
        self.offers("eat: {enter: bark()}", "eat: {enter: bark(), tr|}", {"transitions", "exit"}, {"enter", "wits"})
        self.offers("eat: {enter: bark()}", "eat:\n          transitions:\n            - {to: sleep, |", {"when", "event", "after", "do"},
                    {"to", "enter"})
        self.offers("run: {score: need}", "run: {score: {|", {"input", "product", "range"}, {"score"})
        self.offers("- never: in(park) and starving", "- |", {"never", "always", "within", "name"})
        self.offers("with: {length: 3, place: '\"bed\"'}", "with: {|}", {"length", "place"})
        self.offers("hunger: {type: float, range: [0, 1]}", "hunger: {ty|: float, range: [0, 1]}", {"type", "step"}, {"range"})

    def test_values_of_the_schema(self):
        self.assertEqual(self.labels("kind: utility", "kind: |"), {"fsm", "utility", "parallel"})
        self.offers("kind: utility", "leave: re|", {"reset", "resume", "suspend"})
        self.offers("feels: mood", "feels: |", {"bool", "float", "uint8", "mood"}, {"calm"})
        self.offers("run: {score: need}", "run: {score: {input: hunger, curve: |}}", {"smoothstep", "logistic", "steep"})
        self.offers("functions: {bark: action", "functions: {bark: |", {"action", "condition", "score"})

    def test_states(self):
        step = "eat:\n          transitions:\n            - to: {}"
        self.offers("eat: {enter: bark()}", step.format("|"), {"sleep", "eat", "home", "park", "park/run", "park/rest"}, {"run", "hunger"})
        self.assertTrue(self.items["sleep"]["sortText"] < self.items["park"]["sortText"] < self.items["park/run"]["sortText"])
        self.offers("eat: {enter: bark()}", step.format("park/r|"), {"park/run", "park/rest"})
        start, end = (self.items["park/run"]["textEdit"]["range"][each]["character"] for each in ("start", "end"))
        self.assertEqual(end - start, len("park/r"))
        self.assertEqual(self.labels("kind: utility", "default: |"), {"run", "rest"})
        self.offers("in(park)", "in(|", {"home", "home/eat", "park/run"}, {"hunger", "eat"})

    def test_expressions(self):
        step = "eat:\n          transitions:\n            - {to: sleep, when: %s"
        self.offers("eat: {enter: bark()}", step % "|}",
                    {"hunger", "alone", "starving", "need", "far", "hears()", "smell()", "cat.distance", "and", "clamp", "random"},
                    {"bark()", "raise", "whistle", "home"})
        self.assertEqual(self.items["clamp"]["detail"], "clamp(x, lo, hi)")
        self.assertIn("range: [0, 1]", self.items["hunger"]["detail"])
        self.offers("eat: {enter: bark()}", step % "feels == |}", {"calm", "wild"})
        self.assertTrue(self.items["calm"]["sortText"].startswith("0"))
        self.offers("eat: {enter: bark()}", step % "hunger == |}", {"mood.calm"}, {"calm"})
        self.offers("eat: {enter: bark()}", step % '"alone and hu|', {"hunger"})
        self.offers("eat: {enter: bark()}", step % "cat.d|}", {"cat.distance"})
        self.offers("lasts: length", "lasts: |", {"length", "far"}, {"hunger"})

    def test_actions_and_events(self):
        self.offers("enter: bark()", "enter: |", {"bark()", "raise", "hunger"}, {"hears()", "whistle", "clamp"})
        self.assertEqual(self.labels("enter: bark()", "enter: raise |"), {"whistle", "bell"})
        self.offers("enter: bark()", "enter: hunger = |", {"hunger", "need", "smell()", "clamp"}, {"bark()", "raise"})
        self.offers("enter: bark()", "enter: [bark(), |]", {"bark()", "raise"})
        self.offers("eat: {enter: bark()}", "eat:\n          transitions: [{to: sleep, event: |}]", {"whistle", "bell"}, {"hunger"})

    def test_other_names(self):
        self.assertEqual(self.labels("use: nap", "use: |"), {"nap"})
        self.assertEqual(self.labels("run: {score: need}", "run: {target: |}"), {"cat"})
        self.offers("run: {score: need}", "run: {score: {product: [|", {"appetite"})
        self.write("common.yaml", "wits: 1\n")
        self.assertEqual(self.labels("wits: 1\n", "wits: 1\ninclude: |\n"), {"common.yaml"})

    def test_nothing_in_comments(self):
        self.assertEqual(self.labels("wits: 1\n", "wits: 1\n# ki|\n"), set())

    def test_broken_texts(self):
        """The places are found in spite of open brackets and quotes before and after."""
        self.offers("home:\n", "home:\n      transitions: [{to: park, when: (a\n      le|\n", {"leave", "enter"})
        self.offers("kind: utility", "enter: 'bark(\n      kind: |", {"fsm", "utility"})
        self.offers("enums: {mood: [calm, wild]}", "enums: {mood: [calm, wild\nev|", {"renames"})

    def test_scenarios(self):
        text = "- scenario: eats\n  when: {}\n  expect: {}\n"
        self.editor.open("dog.test.yaml", text.format("{hun: 1}", "{active: eat}"))
        for mark, wanted in (("{hun|: 1}", "hunger"), ("{active: |eat}", "home/eat")):
            found = self.editor.request("textDocument/completion", **self.editor.at("dog.test.yaml", mark))
            self.assertIn(wanted, [item["label"] for item in found["items"]])

    def test_json(self):
        self.editor.open("a.json", '{"wits": 1, "brain": "a", "context": {"x": "int"}, "root": {"states": {"a": {"": 1, "kind": ""}}}}')
        found = self.editor.request("textDocument/completion", **self.editor.at("a.json", '{"|": 1'))
        self.assertIn("enter", [item["textEdit"]["newText"] for item in found["items"]])
        found = self.editor.request("textDocument/completion", **self.editor.at("a.json", '"kind": "|"'))
        self.assertEqual([item["label"] for item in found["items"]], ["fsm", "utility", "parallel"])

    def test_every_word_of_expressions_is_offered(self):
        schema = json.loads((ROOT / "schema/brain.schema.json").read_text())
        self.offers("score: need", "score: |", set(schema["$defs"]["free_name"]["not"]["enum"]) - {"raise"})

    def test_at_every_byte(self):
        """No position in any text, complete or cut off, causes an error."""
        choose = random.Random(1)
        for number, path in enumerate(BRAIN_FILES[:3 if FEW_REPEATS else 30]):
            text = path.read_text()
            self.editor.open(name := f"brain{number}.yaml", text)
            for _ in range(40):
                offset = choose.randrange(len(text))
                if choose.randrange(2):
                    self.editor.set(name, text[:offset])
                line = text.count("\n", 0, offset)
                at = {"line": line, "character": offset - text.rfind("\n", 0, offset) - 1}
                self.editor.request("textDocument/completion", textDocument={"uri": self.editor.uri(name)}, position=at)
                self.editor.set(name, text)
            self.editor.close(name)


class Actions(EditorCase):
    def actions(self, editor, name, one):
        return editor.request("textDocument/codeAction", textDocument={"uri": editor.uri(name)}, range=one["range"],
                              context={"diagnostics": [one]})

    def test_every_suggestion_is_a_fix(self):
        """Applied, the problem is gone."""
        editor = self.start()
        fixed = 0
        for number, path in enumerate(sorted((ROOT / "tests/files/bad").glob("*.yaml"))):
            try:
                text = path.read_bytes().decode()
            except UnicodeDecodeError:
                continue
            if "did you mean" not in path.with_suffix(".txt").read_text() or "include" in text:
                continue
            editor.open(name := f"bad{number}.yaml", text)
            problems = editor.settle(name)
            for one in problems:
                if "did you mean" not in one["message"]:
                    continue
                found = [each for each in self.actions(editor, name, one)
                         if each.get("isPreferred") and each["diagnostics"][0]["message"] == one["message"]]
                if "\\" in text.split("\n")[one["range"]["start"]["line"]]:
                    self.assertEqual(found, [])  # the name is written otherwise than the message says
                    continue
                self.assertEqual(len(found), 1, one)
                edits = found[0]["edit"]["changes"][editor.uri(name)]
                editor.set(name, apply(text, edits))
                left = editor.settle(name)
                self.assertNotIn((one["message"], one["range"]["start"]), [(each["message"], each["range"]["start"]) for each in left],
                                 (path.name, found[0]["title"]))
                fixed += 1
                editor.set(name, text)
            editor.close(name)
        self.assertGreater(fixed, 20)

    def test_line_ends_of_yaml(self):
        """Messages count lines that end at U+0085, U+2028 and U+2029, as YAML does; editors do not."""
        for number, end in enumerate(("\u0085", "\u2028", "\u2029")):
            for place in ("brain: dog", "a comment"):
                name = f"dog{number}.yaml"
                text = ("wits: 1\nbrain: dog  # a comment\ncontext: {locked: bool}\nroot:\n  states:\n"
                        "    a: {transitions: [{to: b, when: not lockd}]}\n    b: {transitions: [{to: a, after: 1}]}\n"
                        ).replace(place, place + end)
                editor = self.start()
                editor.open(name, text)
                one = next(each for each in editor.settle(name) if "did you mean 'locked'" in each["message"])
                self.assertEqual(one["range"], {"start": {"line": 5, "character": 40}, "end": {"line": 5, "character": 45}})
                found = self.actions(editor, name, one)
                self.assertEqual(apply(text, found[0]["edit"]["changes"][editor.uri(name)]), text.replace("lockd", "locked"))

    def test_silencing(self):
        editor = self.start()
        text = BRAIN.replace("    park:", "    attic: {}\n    park:")
        editor.open("dog.yaml", text)
        one = next(each for each in editor.settle("dog.yaml") if each["code"] == "unreachable" and "attic" in each["message"])
        found = [each for each in self.actions(editor, "dog.yaml", one) if "silence" in each["title"]]
        editor.set("dog.yaml", apply(text, found[0]["edit"]["changes"][editor.uri("dog.yaml")]))
        self.assertNotIn("attic", [each["message"] for each in editor.settle("dog.yaml")])
        self.assertIn("    # wits: allow unreachable\n    attic: {}", editor.texts["dog.yaml"])
        self.assertNotIn(one["message"], [each["message"] for each in editor.settle("dog.yaml")])


class Layout(EditorCase):
    def formatted(self, editor, name):
        edits = editor.request("textDocument/formatting", textDocument={"uri": editor.uri(name)},
                               options={"tabSize": 2, "insertSpaces": True})
        return apply(editor.texts[name], edits)

    def test_shipped_brains_stay(self):
        editor = self.start()
        for path in [*BRAIN_FILES, *PACK_FILES]:
            editor.open(path.name, path.read_text())
            self.assertEqual(self.formatted(editor, path.name), path.read_text(), path.name)

    def test_layout(self):
        for before, after in (
                ("wits: 1  \nbrain: a\t\n\n\n", "wits: 1\nbrain: a\n"), ("wits: 1", "wits: 1\n"),
                ("root:\n    states:\n          a:\n              enter: x()\n          b: {}\n",
                 "root:\n  states:\n    a:\n      enter: x()\n    b: {}\n"),
                ("a:\n     - x: 1\n       y: 2\n     # about z\n     - z: 3\n", "a:\n  - x: 1\n    y: 2\n  # about z\n  - z: 3\n"),
                ("a:\n- x\n- y\n", "a:\n- x\n- y\n"),
                ("a:\n    b: [1,\n        2]  \n", "a:\n  b: [1,\n      2]  \n"),
                ("a: |\n  x  \n    y\nb: 1 \n", "a: |\n  x  \n    y\nb: 1\n"),
                ("a: 'x  \n  y'\nb:   1 \n", "a: 'x\n  y'\nb:   1\n"),
                ("a: [1\n", "a: [1\n"), ('{"a":\n1 }\n', '{"a":\n1 }\n'), ("", "")):
            editor = self.start()
            editor.open("a.yaml", before)
            self.assertEqual(self.formatted(editor, "a.yaml"), after, before)

    def test_meaning_and_comments_stay(self):
        """Random indentation of shipped brains: the expanded brain and the comments are as before."""
        choose = random.Random(7)
        editor = self.start()
        for path in BRAIN_FILES[:2 if FEW_REPEATS else 12]:
            if "include" in path.read_text():
                continue
            width = choose.choice((3, 4, 5))
            text = "\n".join(" " * (len(line) - len(line.lstrip(" "))) * width + line.lstrip(" ") + " " * choose.randrange(3)
                             for line in path.read_text().split("\n"))
            self.write("before.yaml", text)
            if self.wits("check", "before.yaml").status != 0:
                continue
            editor.open("before.yaml", text)
            after = self.formatted(editor, "before.yaml")
            editor.close("before.yaml")
            self.write("after.yaml", after)
            self.assertEqual(self.good("expand", "before.yaml").out, self.good("expand", "after.yaml").out)
            comments = [re.findall(r"#.*", each) for each in (text, after)]
            self.assertEqual([one.rstrip() for one in comments[0]], comments[1])

    def test_folding(self):
        editor = self.start()
        editor.open("dog.yaml", "# a\n# b\n" + BRAIN)
        found = editor.request("textDocument/foldingRange", textDocument={"uri": editor.uri("dog.yaml")})
        lines = editor.texts["dog.yaml"].split("\n")
        folds = {lines[one["startLine"]].strip(): lines[one["endLine"]].strip() for one in found}
        self.assertEqual(folds["# a"], "# b")
        self.assertEqual(folds["root:"], "rest: {score: 0.5}")
        self.assertEqual(folds["sleep:"], "with: {length: 3, place: '\"bed\"'}")
        self.assertEqual(folds["prove:"], "- never: in(park) and starving")


if __name__ == "__main__":
    unittest.main()
