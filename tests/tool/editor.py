# SPDX-License-Identifier: MIT
"""An editor for tests of `wits lsp`: a client over standard input and output that keeps its own text of each file."""

import json
import os
import subprocess
import unittest
import urllib.parse

from program import PROGRAM, SERVER, Case


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def uri_of(path):
    return "file://" + urllib.parse.quote(str(path))


def units(text):
    """The number of UTF-16 units of a text."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def position_of(text, offset):
    """The position of a character of a text, with "\\n" as line ends."""
    line = text.count("\n", 0, offset)
    return {"line": line, "character": units(text[text.rfind("\n", 0, offset) + 1:offset])}


HAS_SERVER = SERVER is None and b"without jansson" not in subprocess.run(
    [PROGRAM, "lsp"], stdin=subprocess.DEVNULL, capture_output=True, check=False).stderr


@unittest.skipUnless(HAS_SERVER, "the program was built without jansson, or cannot read while it runs")
class EditorCase(Case):
    def start(self, **more):
        editor = Editor(self.folder, **more)
        self.addCleanup(editor.end)
        return editor


class Failure(Exception):
    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]


class Editor:
    def __init__(self, folder, capabilities=None, options=None, starts=True, environment=None):
        self.folder, self.texts, self.versions, self.diagnostics, self.count = folder, {}, {}, {}, 0
        self.notifications, self.requests, self.early = [], [], {}
        self.process = subprocess.Popen([PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, cwd=folder, env=dict(os.environ, LC_ALL="C.UTF-8", **(environment or {})))
        if starts:
            self.server = self.request("initialize", processId=None, rootUri=uri_of(folder),
                                       capabilities=capabilities or {}, initializationOptions=options or {})
            self.notify("initialized")

    def write(self, message):
        self.process.stdin.write(frame(message))
        self.process.stdin.flush()

    def read(self):
        """The next message of the server; None at the end."""
        length = None
        while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
            name, value = line.split(b": ")
            length = int(value) if name == b"Content-Length" else length
        return json.loads(self.process.stdout.read(length)) if line else None

    def take(self, message):
        if "id" in message and "method" in message:
            self.requests.append(message)
            self.write({"jsonrpc": "2.0", "id": message["id"], "result": None})
        elif message.get("method") == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"]["uri"]] = message["params"]
        self.notifications.append(message)

    def send(self, method, **params):
        """Sends a request. Returns its id."""
        self.count += 1
        self.write({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params})
        return self.count

    def answer(self, wanted):
        """Waits for the answer to a request."""
        while wanted not in self.early:
            message = self.read()
            assert message is not None, self.process.stderr.read()
            if "method" in message:
                self.take(message)
            else:
                self.early[message["id"]] = message
        message = self.early.pop(wanted)
        if "error" in message:
            raise Failure(message["error"])
        return message["result"]

    def request(self, method, **params):
        return self.answer(self.send(method, **params))

    def notify(self, method, **params):
        self.write({"jsonrpc": "2.0", "method": method, "params": params})

    def settle(self, name):
        """Waits for the problems of the current version of a file, and of all others. Returns them."""
        for _ in range(2):  # problems are published when the server has nothing to read: before the second request
            self.text(name)
        found = self.diagnostics[self.uri(name)]
        assert found["version"] == self.versions[name], found
        return found["diagnostics"]

    def text(self, name):
        """The server's text of a file."""
        return self.request("wits/text", textDocument={"uri": self.uri(name)})["text"]

    # ------------------------------------------------------------------------------------------------------- documents

    def uri(self, name):
        return uri_of(self.folder / name)

    def open(self, name, text=None):
        text = (self.folder / name).read_bytes().decode() if text is None else text
        self.texts[name], self.versions[name] = text, 1
        self.notify("textDocument/didOpen",
                    textDocument={"uri": self.uri(name), "languageId": "yaml", "version": 1, "text": text})

    def change(self, name, *changes):
        self.versions[name] += 1
        self.notify("textDocument/didChange",
                    textDocument={"uri": self.uri(name), "version": self.versions[name]}, contentChanges=changes)

    def replace(self, name, start, end, text):
        """Replaces characters of a file."""
        old = self.texts[name]
        self.texts[name] = old[:start] + text + old[end:]
        self.change(name, {"range": {"start": position_of(old, start), "end": position_of(old, end)}, "text": text})

    def set(self, name, text):
        self.texts[name] = text
        self.change(name, {"text": text})

    def save(self, name):
        (self.folder / name).write_bytes(self.texts[name].encode())
        self.notify("textDocument/didSave", textDocument={"uri": self.uri(name)})

    def close(self, name):
        del self.texts[name], self.versions[name]
        self.close_uri(self.uri(name))

    def close_uri(self, uri):
        self.notify("textDocument/didClose", textDocument={"uri": uri})

    def at(self, name, mark, **more):
        """Parameters of a request at the place before the `|` of a mark, which is a part of the text with it."""
        before, after = mark.split("|")
        found = self.texts[name].find(before + after)
        assert found >= 0, f"no {mark} in {name}"
        return {"textDocument": {"uri": self.uri(name)}, "position": position_of(self.texts[name], found + len(before)),
                **more}

    # ------------------------------------------------------------------------------------------------------------- end

    def stop(self):
        """Ends the connection in the agreed way. Returns the exit status."""
        if self.process.poll() is None:
            self.request("shutdown")
            self.notify("exit")
        return self.wait_for_end()

    def end(self):
        """Ends the server if it still runs, and checks that it has not failed."""
        if self.process.poll() is None and not self.process.stdin.closed:
            self.notify("exit")
            self.wait_for_end()

    def wait_for_end(self):
        out, err = self.process.communicate(timeout=60)
        assert b"Sanitizer" not in err and b"Assertion" not in err, err
        self.rest = out
        return self.process.returncode
