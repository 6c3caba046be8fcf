# SPDX-License-Identifier: MIT
"""lsp_exchange.py: writes tests/golden/lsp.jsonl, a recorded exchange with `wits lsp` that uses every method. Each line is
a message that was sent or received. Read the difference before you keep it."""

import json
import pathlib
import tempfile

from editor import Editor
from program import BRAINS, GOLDEN

RECORDED = GOLDEN / "lsp.jsonl"
VOLATILE = {"seconds", "version"}  # version: of the program


class Recorder(Editor):
    """Keeps all messages."""

    def __init__(self, folder, **more):
        self.log = []
        super().__init__(folder, **more)

    def write(self, message):
        self.log.append({"sent": message})
        super().write(message)

    def read(self):
        message = super().read()
        self.log.append({"received": message})
        return message

    def published(self):
        """Waits for problems."""
        while True:
            message = self.read()
            self.take(message)
            if message.get("method") == "textDocument/publishDiagnostics":
                return


def exchange(folder):
    """A session with every method. Returns the editor."""
    guard = (BRAINS / "guard.yaml").read_text()
    editor = Recorder(folder, capabilities={"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True},
                                                          "codeLens": {"refreshSupport": True}}})
    editor.take(editor.read())  # the registration
    editor.open("guard.yaml", guard.replace("\nprove:", "\nprove:\n  - {never: in(combat), name: peace}").replace(
        "    search:", "    attic: {}\n    search:").replace("inertia: 0.1", "inertia: 0.1 "))
    editor.published()
    document = {"textDocument": {"uri": editor.uri("guard.yaml")}}
    attic = editor.at("guard.yaml", "at|tic")["position"]
    combat = editor.at("guard.yaml", "    com|bat:")
    for mark in ("to: com|bat", "when: |sees_player", "    le|ave", "event: al|arm"):
        editor.request("textDocument/completion", **editor.at("guard.yaml", mark))
    for mark in ("    com|bat:", "when: not sees_player |and", "ki|nd"):
        editor.request("textDocument/hover", **editor.at("guard.yaml", mark))
    for method in ("definition", "documentHighlight", "prepareRename"):
        editor.request(f"textDocument/{method}", **combat)
    editor.request("textDocument/references", **combat, context={"includeDeclaration": True})
    editor.request("textDocument/rename", **combat, newName="fight")
    editor.request("textDocument/codeAction", **document, range={"start": attic, "end": attic}, context={"diagnostics": []})
    for method in ("documentSymbol", "codeLens", "inlayHint", "foldingRange"):
        editor.request(f"textDocument/{method}", **document)
    editor.request("textDocument/formatting", **document, options={"tabSize": 2, "insertSpaces": True})
    editor.request("wits/preview", uri=editor.uri("guard.yaml"), kind="graph", format="mermaid")
    editor.request("workspace/executeCommand", command="wits.prove", arguments=[editor.uri("guard.yaml"), "peace"], workDoneToken=7)
    editor.published()
    editor.request("workspace/executeCommand", command="wits.counterexample", arguments=[editor.uri("guard.yaml"), "peace"])
    editor.request("textDocument/codeLens", **document)
    editor.replace("guard.yaml", 0, 0, "broken: [")
    editor.published()
    editor.save("guard.yaml")
    editor.close("guard.yaml")
    editor.published()
    editor.request("shutdown")
    editor.notify("exit")
    return editor


def moved(value, before, after):
    """A message with another folder."""
    return json.loads(json.dumps(value).replace(str(before), str(after)))


def stable(value):
    """A message without what differs between runs."""
    if isinstance(value, dict):
        return {key: stable(one) for key, one in value.items() if key not in VOLATILE or isinstance(one, (dict, list))}
    return [stable(one) for one in value] if isinstance(value, list) else value


def is_report(message):
    """Reports of progress depend on time."""
    return message.get("method") == "$/progress" and message["params"]["value"]["kind"] == "report"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        made = exchange(pathlib.Path(folder))
        made.wait_for_end()
        lines = [line if "sent" in line else {"received": stable(line["received"])} for line in made.log
                 if "sent" in line or not is_report(line["received"])]
        RECORDED.write_text("".join(json.dumps(moved(line, folder, "/FOLDER"), ensure_ascii=False) + "\n" for line in lines))
