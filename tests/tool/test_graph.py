# SPDX-License-Identifier: MIT
import os
import pty
import re
import shutil
import subprocess
import unittest
import xml.etree.ElementTree

from program import BRAIN_FILES, BRAINS, PROGRAM, Case, inputs_of, wits

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
    """A brain of about `count` states, four levels deep."""
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

    def test_rules_are_numbered_by_their_place_at_their_source(self):
        """On each arrow: the number in the order in which transitions are tried. A single one has no number."""
        brain = self.brain("""context: {a: int}
events: [e]
root:
  any: [{to: c, when: a > 90}, {to: d, when: a > 80}]
  states:
    s: {transitions: [{to: b, when: a > 10}, {to: c, when: a > 20}, {to: b, event: e, when: a > 30}, {to: d}]}
    b: {transitions: [{to: s, when: a > 40}]}
    c: {steps: [{when: a > 50}, {when: a > 60, to: s}]}
    d: {states: {x: {steps: [{when: a > 70, to: y}]}, y: {}}}
""")
        for options, newline in (([], "\\l"), (["--format", "mermaid"], "<br/>")):
            out = self.good("graph", brain, *options).out.replace("#62;", ">")
            for label in (f"1: when a > 10{newline}3: on e, when a > 30", '"2: when a > 20', '"4: always',
                          '"when a > 40', '"2: when a > 60', '"when a > 70', '"1: when a > 90', '"2: when a > 80'):
                self.assertIn(label, out)

    def test_rules_of_initial_lead_from_where_it_begins(self):
        brain = self.brain("""context: {x: float, y: bool}
root:
  initial: [{when: x > 1, to: a}, {when: y, to: b}, {to: a}]
  states: {a: {}, b: {}}
""")
        dot = self.good("graph", brain).out
        self.assertIn('label="1: when x > 1\\l3: otherwise\\l"', dot)
        self.assertIn('label="2: when y\\l"', dot)
        self.assertRegex(dot, r'a0 -> t\d \[dir=none, color="#777777", arrowsize=0.6\];')
        mermaid = self.good("graph", "--format", "mermaid", brain).out
        self.assertIn('a0 -->|"1: when x #62; 1<br/>3: otherwise"| s1', mermaid)
        self.assertIn('a0 -->|"2: when y"| s2', mermaid)

    def test_what_makes_candidates(self):
        brain = self.brain("""context: {a: float, b: bool}
root:
  kind: utility
  default: two
  floor: 0.1
  select: {softmax: 0.25}
  states:
    one: {weight: 0, rank: 1 if b else 0, score: {product: [{gate: b}, {any: [{input: 1 - a}, {input: a}]}, {input: a}]}}
    two: {cooldown: 4, score: {input: a, curve: smoothstep}}
""")
        for options in ([], ["--format", "mermaid"]):
            out = self.good("graph", brain, *options).out.replace("<br/>", " ").replace('<br align="left"/>', " ")
            for words in ("score product of 3", "weight 0", "rank 1 if b else 0", "score by a", "cooldown 4",
                          "floor 0.1", "default two", "select softmax 0.25"):
                self.assertIn(words, out)

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

    def test_the_name_of_the_output_says_the_format(self):
        brain = self.brain(BRAIN)
        formats = [("out.dot", "dot"), ("out", "dot"), ("out.md", "mermaid"), ("out.mmd", "mermaid")]
        formats += [("out.svg", "svg"), ("old.svg.svg", "svg")] if shutil.which("dot") else []
        for output, kind in formats:
            self.good("graph", brain, "-o", output)
            written = (self.folder / output).read_text()
            self.assertEqual(written, self.good("graph", brain, "--format", kind).out, output)
        self.good("graph", brain, "--format", "dot", "-o", "out.svg")
        self.assertEqual((self.folder / "out.svg").read_text(), self.good("graph", brain).out)
        for ending in ("gif", "bmp", "txt"):
            message = self.bad(2, "graph", brain, "-o", f"./out.{ending}")
            self.assertIn(f"./out.{ending}: unsupported format '{ending}'; use .svg, .png, .pdf, .dot, .mmd or .md, or --format\n",
                          message)
            self.assertFalse((self.folder / f"out.{ending}").exists())
        for output in ("out.dot", "out.gv", "out", "OUT.DOT"):
            self.good("graph", brain, "-o", output)
            self.assertEqual((self.folder / output).read_text(), self.good("graph", brain).out)

    @unittest.skipUnless(shutil.which("dot"), "Graphviz is not installed")
    def test_pictures_of_other_kinds(self):
        brain = self.brain(BRAIN)
        for kind, begin in (("png", b"\x89PNG\r\n"), ("pdf", b"%PDF-")):
            self.good("graph", brain, "-o", f"out.{kind}")
            self.assertTrue((self.folder / f"out.{kind}").read_bytes().startswith(begin))
            self.good("graph", brain, "--format", kind, "-o", "other")
            self.assertTrue((self.folder / "other").read_bytes().startswith(begin))
            missing = self.bad(1, "graph", brain, "-o", f"none.{kind}", environment={"PATH": str(self.folder)})
            self.assertIn(f"{kind} needs Graphviz, whose program 'dot' is not installed", missing)
            self.assertFalse((self.folder / f"none.{kind}").exists())

    def test_a_terminal_gets_no_png(self):
        brain = self.brain(BRAIN)
        terminal, other = pty.openpty()
        for more in ((), ("-o", "-")):
            done = subprocess.run([PROGRAM, "graph", brain, "--format", "png", *more], cwd=self.folder, stdout=other,
                                  stderr=subprocess.PIPE, text=True, check=False, env=dict(os.environ, TERM="xterm"))
            self.assertEqual(done.returncode, 2)
            self.assertIn("a terminal cannot show png; use -o FILE.png", done.stderr)
        os.close(terminal)
        os.close(other)

    @unittest.skipUnless(shutil.which("dot"), "Graphviz is not installed")
    def test_graphviz_draws_every_brain_without_a_word(self):
        for path in BRAIN_FILES:
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


class Cut(Case):
    """Parts of a brain: --of, --depth; --actions."""

    BRAIN = """context: {a: int}
events: [e, f]
root:
  any: [{to: home, event: e}]
  states:
    home:
      transitions: [{to: war/camp, when: a > 1}, {to: war, when: a > 2}]
      states:
        hall: {transitions: [{to: war/battle/charge, event: f}, {to: war/camp, when: a > 3}]}
        yard: {transitions: [{to: hall, when: a > 4}]}
    war:
      transitions: [{to: home/yard, when: a > 5}]
      any: [{to: home, when: a > 6}]
      states:
        camp: {transitions: [{to: battle, when: a > 7}]}
        battle:
          states:
            charge: {transitions: [{to: flight, when: a > 8}, {to: camp, event: e}, {to: camp, when: a > 9}]}
            flight: {transitions: [{to: home, when: a > 10}, {to: flight, when: a > 11, reenter: true}]}
"""

    def picture(self, *options, brain=None):
        """Names of nodes and clusters; arrows as (from, to, label), with stubs as '(path)'."""
        out = self.good("graph", brain or self.brain(self.BRAIN), *options).out
        names = {key: name for key, name in re.findall(r"^ *(s\d+) \[label=<(?:<b>)?(\w+)", out, re.MULTILINE)}
        clusters = {"a" + key: name for key, name in
                    re.findall(r"subgraph cluster_(\d+) \{\n *label=<<b>(\w+)", out)}
        stubs = {key: f"({path})" for key, path in re.findall(r"^  (o\d+) \[label=\"([\w/]+)\"", out, re.MULTILINE)}
        labels = dict(re.findall(r"^ *(t\d+) \[.*label=\"(.*)\"", out, re.MULTILINE))
        ends = names | clusters | stubs | {"y" + key[1:]: "any of " + name for key, name in clusters.items()}
        halves, arrows = {}, set()
        for one, other, rest in re.findall(r"^  (\w+) -> (\w+) \[(.*)\]", out, re.MULTILINE):
            if "invis" in rest or "arrowsize" in rest:
                continue
            if one in ends and other in ends:
                label = re.search(r"label=\"(.*?)\"", rest)
                arrows.add((ends[one], ends[other], label[1].replace("\\l", " ").strip()))
            else:
                label = one if one in labels else other
                halves.setdefault(label, []).append((one, other, "dir=back" in rest or "dir=none" in rest and one in labels))
        for label, ((first, _, backwards), (_, last, _)) in halves.items():
            begin, end = (last, first) if backwards else (first, last)
            arrows.add((ends[begin], ends[end], labels[label].replace("\\l", " ").strip()))
        self.assertEqual(out.count("{"), out.count("}"))
        return set(names.values()), set(clusters.values()), set(stubs.values()), arrows

    def test_one_state_with_stubs_for_what_leads_out_and_in(self):
        boxes, open_ones, stubs, arrows = self.picture("--of", "battle")
        self.assertEqual((boxes, open_ones), ({"charge", "flight"}, {"battle"}))
        self.assertEqual(stubs, {"(war/camp)", "(home)", "(home/hall)"})
        self.assertEqual(arrows, {
            ("charge", "flight", "1: when a > 8"), ("charge", "(war/camp)", "2: on e 3: when a > 9"),
            ("flight", "(home)", "1: when a > 10"), ("flight", "flight", "2: when a > 11 (reenter)"),
            ("(war/camp)", "battle", "when a > 7"), ("(home/hall)", "charge", "1: on f")})

    def test_any_of_outside_is_told_at_its_arrow(self):
        _, _, stubs, arrows = self.picture("--of", "home")
        self.assertIn(("(test)", "home", "on e (any)"), arrows)
        self.assertIn(("(war)", "home", "when a > 6 (any)"), arrows)
        self.assertIn("(war/battle/flight)", stubs)

    def test_of_a_single_state(self):
        boxes, open_ones, stubs, arrows = self.picture("--of", "home/yard")
        self.assertEqual((boxes, open_ones, stubs), ({"yard"}, set(), {"(home/hall)", "(war)"}))
        self.assertEqual(len(arrows), 2)

    def test_the_whole_is_what_it_was(self):
        brain = self.brain(self.BRAIN)
        for kind in ("dot", "mermaid"):
            whole = self.good("graph", brain, "--format", kind).out
            self.assertEqual(self.good("graph", brain, "--of", "/", "--format", kind).out, whole)
            self.assertEqual(self.good("graph", brain, "--depth", "3", "--format", kind).out, whole)

    def test_what_is_deeper_is_folded_and_its_arrows_are_gathered(self):
        boxes, open_ones, stubs, arrows = self.picture("--depth", "1")
        self.assertEqual((boxes, open_ones, stubs), ({"home", "war"}, {"test"}, set()))
        self.assertEqual(arrows, {("any of test", "home", "on e"), ("home", "war", "2: when a > 2 and 3 more"),
                                  ("war", "home", "when a > 6 (any) and 2 more")})
        out = self.good("graph", self.brain(self.BRAIN), "--depth", "1").out
        self.assertIn("4 states inside", out)
        self.assertEqual(out.count("peripheries=2"), 2)

    def test_a_single_gathered_arrow_is_told_itself(self):
        boxes, open_ones, _, arrows = self.picture("--depth", "2")
        self.assertEqual((boxes, open_ones), ({"hall", "yard", "camp", "battle"}, {"test", "home", "war"}))
        self.assertIn(("hall", "battle", "on f"), arrows)
        self.assertIn(("battle", "camp", "2 transitions"), arrows)
        self.assertIn(("battle", "home", "when a > 10"), arrows)

    def test_both_together(self):
        boxes, open_ones, stubs, arrows = self.picture("--of", "war", "--depth", "1")
        self.assertEqual((boxes, open_ones), ({"camp", "battle"}, {"war"}))
        self.assertIn(("(home/hall)", "battle", "on f"), arrows)

    def test_mermaid_is_cut_likewise(self):
        out = self.good("graph", self.brain(self.BRAIN), "--of", "war", "--depth", "1", "--format", "mermaid").out
        self.assertIn('[["battle · fsm<br/>2 states inside"]]', out)
        self.assertRegex(out, r'o\d+\[/"home/hall"/\] -->\|"on f"\| s\d+\n')
        self.assertEqual(len(re.findall("subgraph", out)), len(re.findall(r"^ *end$", out, re.MULTILINE)))
        self.assertNotIn("charge", out)

    def test_actions_stand_beside_states_and_arrows(self):
        brain = self.brain("""context: {n: int}
events: [e]
root:
  update: [look(), n = n + 1]
  states:
    a: {enter: wave("hi"), exit: n = 0, decide: think(), transitions: [{to: b, when: n > 3, do: [go(), raise e]}]}
    b: {steps: [{when: n < 9, do: stay()}, {to: a, do: [leave(), n = 5]}]}
""")
        for options in (["--format", "dot"], ["--format", "mermaid"]):
            plain = self.good("graph", brain, *options).out
            out = self.good("graph", brain, "--actions", *options).out
            out = out.replace("#34;", "&quot;").replace("#60;", "&lt;").replace("#62;", ">").replace('<br align="left"/>', "<br/>")
            for words in ("update: look()<br/>n = n + 1", "enter: wave(&quot;hi&quot;)<br/>decide: think()<br/>exit: n = 0",
                          "step when n &lt; 9: stay()"):
                self.assertIn(words, out)
                self.assertNotIn(words, plain)
            for words in (("when n > 3", "/ go()", "raise e"), ("2: / leave()", "n = 5")):
                self.assertIn("<br/>".join(words), out.replace("\\l", "<br/>"))

    def test_a_run_is_seen_in_what_is_folded(self):
        out = self.good("graph", self.brain(self.BRAIN), "--depth", "1", "--at", "0").out
        self.assertRegex(out, r"label=<<b>home.*peripheries=2.*fillcolor=\"#ffd84d\"")

    @unittest.skipUnless(shutil.which("dot"), "Graphviz is not installed")
    def test_a_brain_of_250_states_is_readable_when_cut(self):
        brain = self.brain(tall(250), "tall.yaml")

        def size(*options):
            self.good("graph", brain, *options, "-o", "out.svg")
            root = xml.etree.ElementTree.parse(self.folder / "out.svg").getroot()
            return float(root.get("width")[:-2]), float(root.get("height")[:-2])

        for options in (("--depth", "1"), ("--of", "g1"), ("--of", "g1", "--depth", "1"), ("--of", "g2/m0")):
            width, height = size(*options)
            self.assertTrue(width < 1400 and height < 2000, (options, width, height))

    def test_mistakes(self):
        brain = self.brain(self.BRAIN)
        for given, message in {
            ("--of", "batle"): "--of: unknown state 'batle'; did you mean 'battle'?",
            ("--of", "war/hall"): "--of: unknown state 'war/hall'",
            ("--depth", "0"): "--depth must be a whole number from 1 to 16, not '0'",
            ("--depth", "all"): "--depth must be a whole number from 1 to 16, not 'all'",
        }.items():
            self.assertIn(message, self.bad(2, "graph", brain, *given))
        two = self.brain("root: {states: {a: {states: {x: {}}}, b: {states: {x: {}}}}}\n", "two.yaml")
        self.assertIn("ambiguous state 'x'; write one of: a/x, b/x", self.bad(2, "graph", two, "--of", "x"))


class At(Case):
    """The agent's active states, in the picture of its brain."""

    INPUTS = "a,raise,do\n0,,\n,e,\n,,goto both\n,,stop\n"

    def active_in_dot(self, out):
        """Names of highlighted states: active ones, and those that contain active ones."""
        name = r"<b>(\w+)</b>"
        leaves = re.findall(r"label=<(\w+)[^\n]*, fillcolor=\"#ffd84d\"", out)
        full = re.findall(name + r"[^\n]*\n *fillcolor=\"#ffd84d\"", out)
        around = re.findall(name + r"[^\n]*\n *fillcolor=\"#ffd84d38\"", out)
        return sorted(leaves + full), sorted(around)

    def active_in_mermaid(self, out):
        names = {number: name for number, name in re.findall(r"s(\d+)[\[(]\"(\w+)", out)}
        full = re.findall(r"style s(\d+) fill:#ffd84d,", out)
        around = re.findall(r"style s(\d+) fill:#ffd84d38,", out)
        return sorted(names[one] for one in full), sorted(names[one] for one in around)

    def test_every_state_from_the_root_to_each_deepest_one(self):
        brain, inputs = self.brain(BRAIN), self.write("in.csv", self.INPUTS)
        for at, title, full, around in (
            (0, "plain/x", ["x"], ["plain", "test"]),
            (1, "plain/x", ["x"], ["plain", "test"]),
            (2, "choice/one", ["one"], ["choice", "test"]),
            (3, "both/left + both/right", ["left", "right"], ["both", "test"]),
            (4, "(stopped)", [], []),
            (9, "(stopped)", [], []),
        ):
            for kind, active_in in (("dot", self.active_in_dot), ("mermaid", self.active_in_mermaid)):
                with self.subTest(at=at, format=kind):
                    out = self.good("graph", brain, "--inputs", inputs, "--at", at, "--format", kind).out
                    self.assertIn(f'"tick {at}: {title}', out)
                    self.assertEqual(active_in(out), (full, around))

    def test_a_composite_may_be_the_deepest(self):
        brain = self.brain("root: {states: {a: {activation: on_decide, states: {b: {}}}}}\n")
        out = self.good("graph", brain, "--at", "0").out
        self.assertEqual(self.active_in_dot(out), (["a"], ["test"]))
        self.assertEqual(self.active_in_dot(self.good("graph", self.brain("root: {}\n"), "--at", "0").out),
                         (["test"], []))

    def test_the_rest_is_the_picture_of_the_brain(self):
        brain = self.brain(BRAIN)
        plain, at = (self.good("graph", brain, *more).out.splitlines() for more in ([], ["--at", "1"]))
        marked = [line for line in at if line not in plain]
        self.assertEqual([line for line in at if line in plain],
                         [line for line in plain if line in at])
        self.assertLess(len(plain) - len([line for line in plain if line in at]), len(marked))

    def test_it_is_where_run_says_it_is(self):
        for path in BRAIN_FILES:
            inputs = inputs_of(path.stem)
            options = [*(["--inputs", inputs] if inputs else []), "--seed", "3", "--agent", "7"]
            for line in wits("run", path, *options, "--format", "jsonl").lines()[::7]:
                out = wits("graph", path, *options, "--at", line["tick"]).out
                title = " + ".join(name or "x" for name in line["active"]) or "(stopped)"
                said = re.search(r'  label="(tick .*?)\\l";\n}', out)[1].replace("\\l", " ")
                self.assertEqual(said, f"tick {line['tick']}: {title}")
                names = {name.split("/")[-1] for name in line["active"]}
                self.assertEqual(set(self.active_in_dot(out)[0]), names)

    def test_settings_seed_and_agent_are_those_of_run(self):
        brain = self.brain("context: {a: float}\nroot: {kind: utility, states: {one: {score: a}, two: {score: 1}}}\n")
        for value, name in ((0, "two"), (2, "one")):
            out = self.good("graph", brain, "--at", "0", "--set", f"a={value}").out
            self.assertEqual(self.active_in_dot(out)[0], [name])

    @unittest.skipUnless(shutil.which("dot"), "Graphviz is not installed")
    def test_svg_shows_it(self):
        self.good("graph", self.brain(BRAIN), "--at", "1", "--format", "svg", "-o", "out.svg")
        svg = (self.folder / "out.svg").read_text()
        self.assertIn("tick 1: plain/x", svg)
        self.assertEqual(len(re.findall(r'fill="#ffd84d"(?! fill-opacity)', svg)), 1)
        self.assertEqual(len(re.findall(r'fill="#ffd84d" fill-opacity', svg)), 2)

    def test_mistakes(self):
        brain = self.brain(BRAIN)
        inputs = self.write("in.csv", "a\nx\n")
        for status, arguments, words in (
            (2, ["--inputs", "in.csv"], "--inputs needs --at TICK"),
            (2, ["--set", "a=1", "--seed", "1"], "--set needs --at TICK"),
            (2, ["--seed", "0"], "--seed needs --at TICK"),
            (2, ["--agent", "1", "--format", "mermaid"], "--agent needs --at TICK"),
            (2, ["--at"], "option '--at' needs a value"),
            (2, ["--at", "-1"], "--at must be a whole number from 0 to 4294967295, not '-1'"),
            (2, ["--at", "1.5"], "--at must be a whole number from 0"),
            (2, ["--at", "4294967296"], "--at must be a whole number from 0"),
            (2, ["--at", "1", "--set", "c=1"], "c"),
            (1, ["--at", "1", "--inputs", inputs], "in.csv:2:1"),
            (1, ["--at", "1", "-o", "none/out.dot"], "none/out.dot cannot be written"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.bad(status, "graph", brain, *arguments))
        self.assertIn("only one", self.bad(2, "graph", "-", "--at", "1", "--inputs", "-", stdin=""))


class Options(Case):
    def test_scores_of_considerations(self):
        out = self.good("graph", str(BRAINS / "wolf.yaml"), "--format", "mermaid").out
        for words in ("score compensated of 5", "score mean of 2", "score by men", "cooldown 12",
                      "rank 1 if men < 200 else 0"):
            self.assertIn(words, out.replace("#60;", "<"))


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
