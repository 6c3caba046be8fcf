# SPDX-License-Identifier: MIT
"""wits lsp: hover, hints, lenses, proofs, pictures, definitions and renaming."""

import base64
import json
import os
import pathlib
import re
import signal
import time
import unittest

from editor import EditorCase, Failure
from program import BRAINS, FEW_REPEATS, ROOT

GUARD = (BRAINS / "guard.yaml").read_text()
WOLF = (BRAINS / "wolf.yaml").read_text()

# A search that takes long: two counters over 60,000 values each.
LONG = """\
wits: 1
brain: long
context: {a: uint16, b: uint16, fast: bool}
root:
  update: [a = a + 1, "b = b + 1 if fast else b"]
  states: {x: {}}
prove:
  - {never: a == 65535 and b == 65534, name: slow}
"""


class Answers(EditorCase):
    def setUp(self):
        super().setUp()
        self.editor = self.start()

    def hover(self, name, mark):
        found = self.editor.request("textDocument/hover", **self.editor.at(name, mark))
        return found["contents"]["value"] if found else None

    def test_hover_over_names(self):
        self.editor.open("guard.yaml", GUARD)
        text = self.hover("guard.yaml", "    com|bat:\n")
        self.assertIn("**state** `combat`", text)
        self.assertIn("transitions lead here, from", text)
        self.assertIn("It leads to `search` when `not sees_player and health >= 0.5`", text)
        self.assertNotIn("Unreachable", text)
        text = self.hover("guard.yaml", "when: sees_pl|ayer}")
        self.assertIn("sees_player: bool", text)
        self.assertRegex(text, r"Used \d+ times")
        self.assertIn("alarm", self.hover("guard.yaml", "event: ala|rm"))
        self.assertIn("strike: action", self.hover("guard.yaml", "update: str|ike()"))
        self.editor.set("guard.yaml", GUARD.replace("    search:", "    attic: {}\n    search:"))
        self.assertIn("**Unreachable**", self.hover("guard.yaml", "at|tic: {}"))

    def test_hover_over_keys_and_words(self):
        self.editor.open("guard.yaml", GUARD)
        self.assertIn("How a state chooses among its children", self.hover("guard.yaml", "ki|nd: utility"))
        self.assertIn("Default: `\"fsm\"`", self.hover("guard.yaml", "ki|nd: utility"))
        self.assertIn("Actions at every update", self.hover("guard.yaml", "up|date: walk_the_wall()"))
        self.assertIn("True if the condition does not hold", self.hover("guard.yaml", "when: no|t sees_player"))
        self.assertIsNone(self.hover("guard.yaml", "# A gua|rd walks"))

    def test_hover_over_conditions(self):
        self.editor.open("guard.yaml", GUARD)
        text = self.hover("guard.yaml", "when: not sees_player |and health")
        self.assertIn("bool", text)
        self.assertIn("health: {type: float", text)
        self.assertNotIn("True in", text)
        (self.folder / "guard.csv").write_bytes((ROOT / "examples/guard-night.csv").read_bytes())  # beside the brain
        text = self.hover("guard.yaml", "when: not sees_player |and health")
        self.assertRegex(text, r"True in \d+ of \d+ ticks of guard.csv")
        # as many as the run shows
        held = [line["fields"] if "fields" in line else line["context"] for line in self.good("run", self.write("guard.yaml", GUARD), "--inputs", "guard.csv", "--format", "jsonl").lines()]
        count = sum(not one["sees_player"] and one["health"] >= 0.5 for one in held)
        self.assertIn(f"True in {count} of {len(held)} ticks", text)
        (self.folder / "other.csv").write_text("tick,sees_player\n0,false\n3,true\n")
        self.editor.notify("workspace/didChangeConfiguration", settings={"wits": {"inputs": "other.csv"}})
        self.assertIn("True in 3 of 4 ticks of other.csv", self.hover("guard.yaml", "when: not sees_player |and health"))

    def test_hover_over_the_end_of_a_state(self):
        self.editor.open("a.yaml", "wits: 1\nbrain: a\ncontext: {far: float}\nroot: {states: {x: {done: far > 2, transitions: [{to: y, when: done}]}, y: {}}}\n")
        (self.folder / "a.csv").write_text("tick,far\n0,1\n1,3\n2,4\n")
        self.assertIn("True in 2 of 3 ticks of a.csv", self.hover("a.yaml", "done: far |> 2"))

    def test_hover_over_options(self):
        self.editor.open("wolf.yaml", WOLF)
        picture = re.search(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)\)", self.hover("wolf.yaml", "hu|nt:\n"))
        self.assertIn("<svg", base64.b64decode(picture[1]).decode())

    def test_hints(self):
        self.editor.open("guard.yaml", GUARD.replace("    search:", "    attic: {}\n    search:"))
        found = self.editor.request("textDocument/inlayHint", textDocument={"uri": self.editor.uri("guard.yaml")})
        self.assertEqual([one["label"] for one in found], ["unreachable"])
        line = self.editor.texts["guard.yaml"].split("\n")[found[0]["position"]["line"]]
        self.assertEqual(line[:found[0]["position"]["character"]], "    attic:")

    # ---------------------------------------------------------------------------------------------------------- proofs

    def lenses(self, name):
        return self.editor.request("textDocument/codeLens", textDocument={"uri": self.editor.uri(name)})

    def run_lens(self, lens, **more):
        command = lens["command"]
        return self.editor.request("workspace/executeCommand", command=command["command"], arguments=command["arguments"], **more)

    def test_lenses(self):
        self.editor.open("guard.yaml", GUARD)
        titles = [one["command"]["title"] for one in self.lenses("guard.yaml")]
        self.assertIn("prove", titles)
        self.assertIn("3 transitions lead here", titles)
        states = [one for one in self.lenses("guard.yaml") if one["command"]["command"] == "wits.showReferences"]
        uri, at = states[0]["command"]["arguments"]
        self.assertEqual((uri, at), (self.editor.uri("guard.yaml"), states[0]["range"]["start"]))

    def test_proofs(self):
        text = GUARD.replace("\nprove:", "\nprove:\n  - {never: in(combat), name: peace}")
        self.editor.open("guard.yaml", text)
        lens = next(one for one in self.lenses("guard.yaml") if "peace" in one["command"]["arguments"])
        found = self.run_lens(lens)
        self.write("guard.yaml", text)
        expected = json.loads(self.wits("prove", "guard.yaml", "--only", "peace", "--format", "json").out)
        self.assertEqual(found["properties"][0]["verdict"], "refuted")
        for key in ("name", "verdict", "situations"):
            self.assertEqual(found["properties"][0][key], expected["properties"][0][key])
        self.assertRegex(found["summary"], r"refuted after \d+ ticks? \(")
        # the verdict is shown until the next edit
        shown = [one for one in self.editor.settle("guard.yaml") if one["source"] == "wits prove"]
        self.assertEqual([one["message"] for one in shown], [found["summary"]])
        titles = {one["command"]["title"]: one for one in self.lenses("guard.yaml")}
        self.assertIn(found["summary"] + "; prove again", titles)
        story = self.run_lens(titles["run the counterexample"])
        self.assertIn("combat", story["text"])
        self.assertIn("sees_player", story["inputs"])
        self.editor.replace("guard.yaml", 0, 0, "# edited\n")
        self.assertEqual(self.editor.settle("guard.yaml"), [])
        with self.assertRaises(Failure):
            self.run_lens(titles["run the counterexample"])

    def test_wrong_proofs(self):
        self.editor.open("guard.yaml", GUARD)
        for command, arguments in (("wits.prove", [self.editor.uri("guard.yaml"), "none"]), ("wits.prove", []), ("else", []),
                                   ("wits.prove", [self.editor.uri("gone.yaml"), "x"])):
            with self.assertRaises(Failure):
                self.editor.request("workspace/executeCommand", command=command, arguments=arguments)
        self.editor.set("guard.yaml", GUARD.replace("to: combat", "to: combta"))
        with self.assertRaises(Failure) as failed:
            self.editor.request("workspace/executeCommand", command="wits.prove", arguments=[self.editor.uri("guard.yaml"), "x"])
        self.assertIn("has problems", str(failed.exception))

    def test_a_long_proof_is_cancelled_and_others_are_answered(self):
        self.editor.open("long.yaml", LONG)
        self.editor.settle("long.yaml")
        proof = self.editor.send("workspace/executeCommand", command="wits.prove", workDoneToken="p",
                                 arguments=[self.editor.uri("long.yaml"), "slow"])
        time.sleep(0.5)
        begun = time.monotonic()
        self.assertIn("**field**", self.hover("long.yaml", "context: {a|: uint16"))
        self.editor.open("guard.yaml", GUARD.replace("health", "helth", 1))  # problems are published in the meantime
        self.assertNotEqual(self.editor.settle("guard.yaml"), [])
        with self.assertRaises(Failure) as failed:
            self.editor.request("workspace/executeCommand", command="wits.prove", arguments=[self.editor.uri("long.yaml"), "slow"])
        self.assertIn("another proof is running", str(failed.exception))
        self.editor.notify("$/cancelRequest", id=proof)
        with self.assertRaises(Failure) as failed:
            self.editor.answer(proof)
        self.assertEqual(failed.exception.code, -32800)
        self.assertLess(time.monotonic() - begun, 20)
        kinds = [one["params"]["value"]["kind"] for one in self.editor.notifications if one["method"] == "$/progress"]
        self.assertEqual((kinds[0], kinds[-1]), ("begin", "end"))
        self.assertEqual(self.editor.stop(), 0)

    def test_a_proof_ends_with_the_connection(self):
        self.editor.open("long.yaml", LONG)
        self.editor.send("workspace/executeCommand", command="wits.prove", arguments=[self.editor.uri("long.yaml"), "slow"])
        time.sleep(0.3)
        self.assertEqual(self.editor.wait_for_end(), 1)

    def test_shutdown_cancels_a_proof(self):
        self.editor.open("long.yaml", LONG)
        sent = self.editor.send("workspace/executeCommand", command="wits.prove",
                                arguments=[self.editor.uri("long.yaml"), "slow"])
        time.sleep(0.3)
        self.editor.request("shutdown")
        with self.assertRaises(Failure) as failed:
            self.editor.answer(sent)
        self.assertEqual(failed.exception.code, -32800)
        self.editor.notify("exit")
        self.assertEqual(self.editor.wait_for_end(), 0)

    def test_a_proof_ends_with_exit(self):
        self.editor.open("long.yaml", LONG)
        self.editor.send("workspace/executeCommand", command="wits.prove", arguments=[self.editor.uri("long.yaml"), "slow"])
        time.sleep(0.3)
        self.assertEqual(self.editor.stop(), 0)

    # --------------------------------------------------------------------------------------------------------- pictures

    def preview(self, name, **more):
        return self.editor.request("wits/preview", uri=self.editor.uri(name), **more)["svg"]

    def test_pictures_are_those_of_the_program(self):
        text = GUARD.replace("patrol", "round")  # not what is on disk
        self.write("guard.yaml", GUARD)
        self.editor.open("guard.yaml", text)
        shown = self.preview("guard.yaml", kind="graph", format="dot")
        self.assertIn("round", shown)
        self.write("guard.yaml", text)
        self.assertEqual(shown, self.good("graph", "guard.yaml", "--format", "dot").out)
        self.assertEqual(self.preview("guard.yaml", kind="map", x="distance", y="health", state="combat"),
                         self.good("map", "guard.yaml", "--x", "distance", "--y", "health", "--of", "combat").out)
        (self.folder / "guard.csv").write_bytes((ROOT / "examples/guard-night.csv").read_bytes())
        self.assertEqual(self.preview("guard.yaml", kind="plot"), self.good("run", "guard.yaml", "--inputs", "guard.csv", "--plot", "-").out)
        place = self.editor.at("guard.yaml", "        att|ack:")
        self.assertEqual(self.preview("guard.yaml", kind="curve", position=place["position"]),
                         self.good("curve", "guard.yaml", "attack").out)
        self.assertIn("combat", self.preview("guard.yaml", kind="graph", format="mermaid", position=place["position"]))

    def test_wrong_pictures(self):
        self.editor.open("guard.yaml", GUARD)
        for more, words in (({}, "missing 'kind'"), ({"kind": "x"}, "unknown kind"), ({"kind": "map", "state": "patrol"}, "missing --x"),
                            ({"kind": "map", "x": "no", "y": "health"}, "no"), ({"kind": "graph", "state": "no"}, "no state"),
                            ({"kind": "plot", "inputs": "/dev/stdin"}, "no file '/dev/stdin'"),
                            ({"kind": "plot", "inputs": "no.csv"}, "no file 'no.csv'"), ({"kind": "curve"}, "option"), ({"kind": "curve", "state": "patrol"}, "no score")):
            with self.assertRaises(Failure) as failed:
                self.preview("guard.yaml", **more)
            self.assertIn(words, str(failed.exception))
        self.editor.set("guard.yaml", "x")
        with self.assertRaises(Failure) as failed:
            self.preview("guard.yaml", kind="graph")

    def draw_for_long(self):
        """Requests a picture from a new server whose `dot` never ends. Returns the id of the request."""
        dot = self.folder / "bin" / "dot"
        dot.parent.mkdir(exist_ok=True)
        dot.write_text(f"#!/bin/sh\necho $$ > {self.folder}/pid.new\nmv {self.folder}/pid.new {self.folder}/pid\nexec sleep 100\n")
        dot.chmod(0o755)
        (self.folder / "pid").unlink(missing_ok=True)
        self.editor = self.start(environment={"PATH": f"{dot.parent}:{os.environ['PATH']}"})
        self.editor.open("long.yaml", LONG)
        sent = self.editor.send("wits/preview", uri=self.editor.uri("long.yaml"), kind="graph")
        self.wait_until((self.folder / "pid").exists)
        return sent

    def wait_until(self, happens):
        end = time.monotonic() + 30
        while not happens():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)

    def dot_is_gone(self):
        """The `dot` of draw_for_long has ended; nothing may have waited for it."""
        try:
            return pathlib.Path(f"/proc/{(self.folder / 'pid').read_text().strip()}/stat").read_text().split()[2] == "Z"
        except (FileNotFoundError, ProcessLookupError):
            return True

    def test_a_picture_can_be_cancelled(self):
        sent = self.draw_for_long()
        self.editor.notify("$/cancelRequest", id=sent)
        with self.assertRaises(Failure) as failed:
            self.editor.answer(sent)
        self.assertEqual(failed.exception.code, -32800)
        self.wait_until(self.dot_is_gone)

    def test_a_picture_ends_with_the_editor(self):
        self.draw_for_long()
        self.assertEqual(self.editor.stop(), 0)
        self.assertTrue(self.dot_is_gone())
        self.draw_for_long()
        self.assertEqual(self.editor.wait_for_end(), 1)  # the end of its input
        self.assertTrue(self.dot_is_gone())
        self.draw_for_long()
        self.editor.process.terminate()
        self.assertEqual(self.editor.wait_for_end(), -signal.SIGTERM)
        self.wait_until(self.dot_is_gone)

    @unittest.skipIf(FEW_REPEATS, "waits for ten seconds")
    def test_a_picture_is_given_up_and_disturbs_nothing(self):
        sent = self.draw_for_long()
        self.assertIn("uint16", self.hover("long.yaml", "{never: |a =="))
        for method, more in (("wits/preview", {"uri": self.editor.uri("long.yaml"), "kind": "graph"}),
                             ("workspace/executeCommand", {"command": "wits.prove",
                                                           "arguments": [self.editor.uri("long.yaml"), "slow"]})):
            with self.assertRaises(Failure) as failed:
                self.editor.request(method, **more)
            self.assertIn("being drawn; wait for it or cancel it", str(failed.exception))
        self.editor.close("long.yaml")  # with its names and its brain
        self.assertNotIn(sent, self.editor.early)
        with self.assertRaises(Failure) as failed:
            self.editor.answer(sent)
        self.assertIn("the graph is too large to draw; choose a state or depth", str(failed.exception))
        self.assertTrue(self.dot_is_gone())

    # ------------------------------------------------------------------------------------------------------------ names

    def test_definitions_references_and_symbols(self):
        self.editor.open("guard.yaml", GUARD)
        found, = self.editor.request("textDocument/definition", **self.editor.at("guard.yaml", "{to: sea|rch, when"))
        line = GUARD.split("\n")[found["range"]["start"]["line"]]
        self.assertEqual((found["uri"], line), (self.editor.uri("guard.yaml"), "    search:"))
        place = self.editor.at("guard.yaml", "events: [al|arm]")
        count = GUARD.count("event: alarm") + GUARD.count("raise alarm")
        for declaration in (True, False):
            found = self.editor.request("textDocument/references", **place, context={"includeDeclaration": declaration})
            self.assertGreaterEqual(len(found), count + declaration)
        self.assertEqual(len(self.editor.request("textDocument/documentHighlight", **place)), len(found) + 1)
        symbols = self.editor.request("textDocument/documentSymbol", textDocument={"uri": self.editor.uri("guard.yaml")})

        def names(of):
            return {name for one in of for name in ({one["name"]} | names(one.get("children", [])))}

        self.assertLessEqual({"guard", "combat", "attack", "health", "alarm", "strike"}, names(symbols))
        self.assertEqual(self.editor.request("textDocument/definition", **self.editor.at("guard.yaml", "wi|ts: 1")), [])

    def rename(self, name, mark, to):
        return self.editor.request("textDocument/rename", **self.editor.at(name, mark, newName=to))["changes"]

    def test_renaming(self):
        self.editor.open("guard.yaml", GUARD)
        place = self.editor.at("guard.yaml", "    com|bat:\n")
        self.assertEqual(self.editor.request("textDocument/prepareRename", **place)["placeholder"], "combat")
        edits = self.rename("guard.yaml", "    com|bat:\n", "fight")[self.editor.uri("guard.yaml")]
        lines = GUARD.split("\n")
        for one in edits:
            start, end = one["range"]["start"], one["range"]["end"]
            self.assertEqual(lines[start["line"]][start["character"]:end["character"]], "combat")
        self.assertGreater(len(edits), 3)
        for mark, to in (("    com|bat:\n", "a b"), ("    com|bat:\n", "search"), ("wi|ts: 1", "x")):
            with self.assertRaises(Failure) as failed:
                self.rename("guard.yaml", mark, to)
            self.assertEqual(failed.exception.code, -32803)


if __name__ == "__main__":
    unittest.main()
