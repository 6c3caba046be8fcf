# SPDX-License-Identifier: MIT
import os
import re
import shutil
import subprocess
import unittest
import xml.etree.ElementTree

from program import BRAINS, Case, wits

BRAIN = """context: {a: int, w: [none, found]}
events: [e]
root:
  any: [{to: choice/one, event: e}]
  states:
    plain:
      leave: resume
      transitions:
        - {to: both, when: a < 3 and a > 1, after: 2}
        - {to: both, event: e}
        - {to: plain, when: a == 9, reenter: true}
      states: {x: {steps: [{when: a == 4, to: y}]}, y: {transitions: [{to: x}]}}
    choice: {kind: utility, inertia: 0.5, states: {one: {score: "min(a, 3)", hold: 4}, two: {score: 0.5, weight: 2}}}
    both: {kind: parallel, leave: suspend, states: {left: {}, right: {transitions: [{to: plain/y, when: w == found}]}}}
"""


def tall(states):
    """A brain of about so many states, four levels deep."""
    lines = ["context: {a: int}", "events: [e, f]", "root:", "  states:"]
    for i in range(states // 20):
        kind = ("fsm", "utility", "parallel")[i % 3]
        lines += [f"    g{i}:", f"      transitions: [{{to: g{(i * 7 + 1) % (states // 20)}, event: e}}]",
            "      states:"]
        for j in range(3):
            lines += [f"        m{j}:", f"          kind: {kind}",
                f"          transitions: [{{to: m{(j + 1) % 3}, when: a > {j}}}]",
                      "          states:"]
            for k in range(5):
                score = f"score: a + {k}, " if kind == "utility" else ""
                way = "" if kind == "parallel" else f"transitions: [{{to: s{(k + 2) % 5}, event: f, after: {k}}}], "
                rest = "hold: 2" if score else f"update: a = {k}"
                lines.append(f"            s{k}: {{{score}{way}{rest}}}")
    return "\n".join(lines) + "\n"


class Graph(Case):
    def test_dot_has_every_state_and_every_arrow(self):
        out = self.good("graph", self.brain(BRAIN)).out
        self.assertEqual(len(re.findall(r"subgraph cluster_\d+ ", out)), 4)
        for words in ("<b>test</b>", "fsm, resume", "utility, inertia 0.5", "parallel, suspend", "score min(a, 3)",
            "hold 4",
                      "weight 2", "<i>any</i>", "1: after 2, when a &lt; 3", "2: on e", "(reenter)", "when w == found",
                      "style=dashed", "when a == 4"):
            self.assertIn(words.replace("&lt;", "<") if words.startswith("1:") else words, out.replace("\\l", " "))

    def test_mermaid_has_every_state_and_every_arrow(self):
        out = self.good("graph", "--format", "mermaid", self.brain(BRAIN)).out
        self.assertTrue(out.startswith("flowchart TB\n"))
        self.assertEqual(out.count("subgraph"), out.count("  end\n"))
        for words in ('["plain · fsm, resume"]', "y0 -->|", "a #60; 3 and a", "-.->", "stroke-dasharray"):
            self.assertIn(words, out)

    @unittest.skipUnless(shutil.which("dot"), "Graphviz is not installed")
    def test_svg_is_drawn_by_graphviz(self):
        for name, content in (("small.yaml", BRAIN), ("tall.yaml", tall(200)), ("leaf.yaml", "root: {}\n")):
            with self.subTest(brain=name):
                result = self.good("graph", self.brain(content, name), "--format", "svg", "-o", "out.svg")
                self.assertEqual(result.out, "")
                tree = xml.etree.ElementTree.parse(self.folder / "out.svg")
                texts = "".join(tree.getroot().itertext())
                self.assertIn("test", texts)

    @unittest.skipUnless(shutil.which("dot"), "Graphviz is not installed")
    def test_graphviz_draws_every_brain_without_a_word(self):
        for path in BRAINS.glob("*.yaml"):
            dot = wits("graph", path).out
            done = subprocess.run(["dot", "-Tsvg"], input=dot, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), path)

    def test_without_graphviz_svg_says_what_is_missing(self):
        message = self.bad(1, "graph", self.brain(BRAIN), "--format", "svg", environment={"PATH": str(self.folder)})
        self.assertIn("apt install graphviz", message)

    def test_an_output_that_cannot_be_written(self):
        message = self.bad(1, "graph", self.brain(BRAIN), "-o", "none/out.dot")
        self.assertIn("none/out.dot cannot be written", message)
        self.assertEqual(self.good("graph", self.brain(BRAIN), "-o", "-").out, self.good("graph",
            self.brain(BRAIN)).out)

    def test_a_wrong_brain_gives_no_picture(self):
        self.bad(1, "graph", self.brain("root: {kind: fsn}\n"), "-o", "out.dot")
        self.assertFalse(os.path.exists(self.folder / "out.dot"))


class Ids(Case):
    def test_a_header_for_c_and_cpp(self):
        brain = self.brain("""context: {w: [none, found], state: [a_b, x], A: int, a: int}
events: [e, E]
root: {states: {a: {states: {b: {}}}, a_b: {}, A: {states: {B: {}}}}}
""")
        out = self.good("ids", brain).out
        self.assertEqual(out, self.good("ids", brain).out)
        numbers = dict(re.findall(r"(TEST_\w+) = (\d+),", out))
        self.assertEqual(len(numbers), out.count(" = "))
        for name, number in {"TEST_STATE_ROOT": 0, "TEST_STATE_A": 1, "TEST_STATE_A_B": 2, "TEST_STATE_A_B_2": 3,
                             "TEST_STATE_A_2": 4, "TEST_STATE_A_B_3": 5, "TEST_EVENT_E": 0, "TEST_EVENT_E_2": 1,
                             "TEST_FIELD_W": 0, "TEST_FIELD_A": 2, "TEST_FIELD_A_2": 3, "TEST_W_FOUND": 1,
                             "TEST_STATE_A_B_4": 0, "TEST_STATE_X": 1}.items():
            self.assertEqual(numbers.get(name), str(number), name)
        self.good("ids", brain, "--output", "ids.h")
        self.write("use.c", '#include "ids.h"\n#include "ids.h"\nint main(void) { return TEST_STATE_ROOT; }\n')
        for compiler in (["gcc", "-std=c11"], ["g++", "-x", "c++", "-std=c++17"]):
            if shutil.which(compiler[0]):
                subprocess.run([*compiler, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "use.c"],
                               cwd=self.folder, check=True)


if __name__ == "__main__":
    unittest.main()
