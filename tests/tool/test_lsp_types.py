# SPDX-License-Identifier: MIT
"""wits lsp: every kind of message has the type that the npm package vscode-languageserver-protocol gives it. tools/setup
--ci fetches that package and the compiler of TypeScript into build/packages/lsp."""

import json
import subprocess
import unittest

from editor import EditorCase
from lsp_exchange import exchange
from program import ROOT

PACKAGES = ROOT / "build/packages/lsp/node_modules"
COMPILER = PACKAGES / ".bin/tsc"

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
        """Pairs of a type and a value: answers and messages of a session with every method."""
        editor = exchange(self.folder)
        self.assertEqual(editor.wait_for_end(), 0)
        received = [line["received"] for line in editor.log if "received" in line]
        methods = {line["sent"]["id"]: line["sent"]["method"] for line in editor.log if "method" in line.get("sent", {}) and "id" in line["sent"]}
        answers = [(methods[one["id"]], one["result"]) for one in received if "method" not in one]
        sent = [one for one in received if "method" in one]
        self.assertLessEqual(set(RESULTS), {method for method, _ in answers})
        self.assertEqual({one["method"] for one in sent}, set(SENT))
        pairs = [(RESULTS[method], value) for method, value in answers if method in RESULTS]
        self.assertNotIn(None, [value for _, value in pairs])
        return pairs + [(SENT[one["method"]], one.get("params")) for one in sent]

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
