# SPDX-License-Identifier: MIT
"""wits lsp: every kind of message has the type that the npm package vscode-languageserver-protocol gives it. tools/setup
--ci fetches that package and the compiler of TypeScript into build/packages/lsp."""

import json
import subprocess
import unittest

from editor import EditorCase
from program import BRAINS, ROOT

PACKAGES = ROOT / "build/packages/lsp/node_modules"
COMPILER = PACKAGES / ".bin/tsc"
GUARD = (BRAINS / "guard.yaml").read_text()

# The type of the result of each request, and of the parameters of what the server sends.
RESULTS = {
    "initialize": "InitializeResult",
    "textDocument/completion": "CompletionList",
    "textDocument/hover": "Hover",
    "textDocument/definition": "Location[]",
    "textDocument/references": "Location[]",
    "textDocument/documentHighlight": "DocumentHighlight[]",
    "textDocument/prepareRename": "{range: Range; placeholder: string}",
    "textDocument/rename": "WorkspaceEdit",
    "textDocument/documentSymbol": "DocumentSymbol[]",
    "textDocument/codeAction": "CodeAction[]",
    "textDocument/codeLens": "CodeLens[]",
    "textDocument/inlayHint": "InlayHint[]",
    "textDocument/foldingRange": "FoldingRange[]",
    "textDocument/formatting": "TextEdit[]",
    "workspace/executeCommand": "LSPAny",
}
SENT = {
    "textDocument/publishDiagnostics": "PublishDiagnosticsParams",
    "client/registerCapability": "RegistrationParams",
    "workspace/codeLens/refresh": "undefined",
    "$/progress": "{token: ProgressToken; value: WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd}",
}


@unittest.skipUnless(COMPILER.exists(), "tools/setup --ci fetches the types")
class Types(EditorCase):
    def exchange(self):
        """Answers and messages of one session with every method: pairs of a type and a value."""
        editor = self.start(capabilities={"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True},
                                                        "codeLens": {"refreshSupport": True}}})
        text = GUARD.replace("\nprove:", "\nprove:\n  - {never: in(combat), name: peace}").replace(
            "    search:", "    attic: {}\n    search:").replace("inertia: 0.1", "inertia: 0.1 ")
        found = [("initialize", editor.server)]
        editor.open("guard.yaml", text)
        document = {"textDocument": {"uri": editor.uri("guard.yaml")}}
        attic = editor.at("guard.yaml", "at|tic")["position"]

        def ask(method, **parameters):
            found.append((method, editor.request(method, **parameters)))

        for mark in ("to: com|bat", "when: |sees_player", "    le|ave", "event: al|arm"):
            ask("textDocument/completion", **editor.at("guard.yaml", mark))
        for mark in ("    com|bat:", "when: not sees_player |and", "ki|nd"):
            ask("textDocument/hover", **editor.at("guard.yaml", mark))
        place = editor.at("guard.yaml", "    com|bat:")
        for method in ("definition", "documentHighlight", "prepareRename"):
            ask(f"textDocument/{method}", **place)
        ask("textDocument/references", **place, context={"includeDeclaration": True})
        ask("textDocument/rename", **place, newName="fight")
        ask("textDocument/codeAction", **document, range={"start": attic, "end": attic}, context={"diagnostics": []})
        for method in ("documentSymbol", "codeLens", "inlayHint", "foldingRange"):
            ask(f"textDocument/{method}", **document)
        ask("textDocument/formatting", **document, options={"tabSize": 2, "insertSpaces": True})
        for command in ("wits.prove", "wits.counterexample"):
            ask("workspace/executeCommand", command=command, arguments=[editor.uri("guard.yaml"), "peace"], workDoneToken=7)
        ask("textDocument/codeLens", **document)
        editor.replace("guard.yaml", 0, 0, "broken: [")
        editor.settle("guard.yaml")
        self.assertEqual({method for method, _ in found}, set(RESULTS))
        self.assertEqual({one["method"] for one in editor.notifications}, set(SENT))
        pairs = [(RESULTS[method], value) for method, value in found]
        self.assertNotIn(None, [value for _, value in pairs])
        return pairs + [(SENT[one["method"]], one.get("params")) for one in editor.notifications]

    def compile(self, pairs):
        lines = []
        names = {name for kind in (*RESULTS.values(), *SENT.values()) for name in kind.replace("<", " ").replace("|", " ").split()}
        imported = sorted({name.strip("[];<>{}:") for name in names} - {"undefined", "range", "placeholder", "string", "token", "value", ""})
        lines = [f"import type {{{', '.join(imported)}}} from 'vscode-languageserver-protocol';"]
        lines += [f"export const m{number}: {kind} = {'undefined' if value is None else json.dumps(value)};"
                  for number, (kind, value) in enumerate(pairs)]
        path = ROOT / "build/packages/lsp/messages.ts"
        path.write_text("\n".join(lines) + "\n")
        done = subprocess.run([COMPILER, "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "node16",
                               "--moduleResolution", "node16", path], capture_output=True, text=True, check=False)
        return done.stdout

    def test_types(self):
        self.assertEqual(self.compile(self.exchange()), "")

    def test_the_compiler_finds_mistakes(self):
        wrong = [("Hover", {"contents": 5}), ("CompletionList", {"isIncomplete": False, "items": [{"kind": 1}]}),
                 ("FoldingRange[]", [{"startLine": 1, "endLine": 2, "more": 1}])]
        errors = self.compile(wrong)
        for number in range(len(wrong)):
            self.assertIn(f"messages.ts({number + 2},", errors)


if __name__ == "__main__":
    unittest.main()
