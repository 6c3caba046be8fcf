# SPDX-License-Identifier: MIT
"""wits lsp: the connection, and messages that are wrong."""

import json
import unittest

from editor import EditorCase, Failure, frame
from lsp_exchange import RECORDED, is_report, moved, stable


class Connection(EditorCase):
    def test_the_recorded_exchange(self):
        """Every method, message by message; lsp_exchange.py records it."""
        editor = self.start(starts=False)
        for line in RECORDED.read_text().splitlines():
            recorded = moved(json.loads(line), "/FOLDER", self.folder)
            if "sent" in recorded:
                editor.write(recorded["sent"])
                continue
            while is_report(message := editor.read()):
                pass
            self.assertEqual(stable(message), recorded["received"])
        self.assertEqual(editor.wait_for_end(), 0)

    def test_the_agreed_end(self):
        editor = self.start()
        self.assertEqual(editor.server["serverInfo"]["name"], "wits")
        self.assertEqual(editor.server["capabilities"]["positionEncoding"], "utf-16")
        self.assertIsNone(editor.request("shutdown"))
        with self.assertRaises(Failure) as failed:
            editor.request("textDocument/hover")
        self.assertEqual(failed.exception.code, -32600)
        editor.notify("exit")
        self.assertEqual(editor.wait_for_end(), 0)

    def test_other_ends(self):
        editor = self.start()
        editor.notify("exit")
        self.assertEqual(editor.wait_for_end(), 1)
        self.assertEqual(self.start().wait_for_end(), 1)
        editor = self.start(starts=False)
        editor.notify("exit")
        self.assertEqual(editor.wait_for_end(), 1)

    def test_before_initialize(self):
        editor = self.start(starts=False)
        editor.notify("textDocument/didOpen", textDocument={"uri": "file:///a.yaml", "text": ""})
        for method in ("textDocument/hover", "shutdown", "unknown"):
            with self.assertRaises(Failure) as failed:
                editor.request(method)
            self.assertEqual(failed.exception.code, -32002)
        editor.request("initialize", capabilities={"general": {"positionEncodings": ["utf-16", "utf-8"]}})
        with self.assertRaises(Failure) as failed:
            editor.request("initialize", capabilities={})
        self.assertEqual(failed.exception.code, -32600)

    def test_utf8_if_offered(self):
        editor = self.start(capabilities={"general": {"positionEncodings": ["utf-8", "utf-16"]}})
        self.assertEqual(editor.server["capabilities"]["positionEncoding"], "utf-8")

    def test_unknown_methods(self):
        editor = self.start()
        editor.notify("unknown")
        editor.notify("$/setTrace", value="off")
        with self.assertRaises(Failure) as failed:
            editor.request("textDocument/unknown")
        self.assertEqual((failed.exception.code, str(failed.exception)),
                         (-32601, "-32601: unknown method 'textDocument/unknown'"))
        self.assertEqual(editor.stop(), 0)

    def answers_to(self, *parts):
        """Sends bytes to a new server, then their end. Returns its errors by id and its exit status."""
        editor = self.start(starts=False)
        out, err = editor.process.communicate(b"".join(parts), timeout=60)
        self.assertEqual(err, b"")
        found = []
        while out:
            head, out = out.split(b"\r\n\r\n", 1)
            length = int(head.split(b": ")[1])
            message, out = json.loads(out[:length]), out[length:]
            found.append((message["id"], message["error"]["code"]))
        return found, editor.process.returncode

    def test_invalid_messages(self):
        for message, expected in (
                (b"{", (None, -32700)), (b"", (None, -32700)), (b"\xff\xfe", (None, -32700)),
                (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"a"}', (None, -32700)),
                (b'"\xed\xa0\x80"', (None, -32700)), (b"[" * 100000, (None, -32700)),
                (b"[]", (None, -32600)), (b"1", (None, -32600)), (b'{"id":1,"method":"a"}', (1, -32600)),
                (b'{"jsonrpc":"2.0","id":1.5,"method":"a"}', (None, -32600)),
                (b'{"jsonrpc":"2.0","id":"x","method":1}', ("x", -32600)),
                (b'{"jsonrpc":"2.0","id":1,"method":"a","params":1}', (1, -32600))):
            with self.subTest(message=message[:40]):
                # the connection stays open
                last = frame({"jsonrpc": "2.0", "id": 9, "method": "shutdown"})
                self.assertEqual(self.answers_to(frame(message), last), ([expected, (9, -32002)], 1))

    def test_invalid_headers(self):
        first = frame({"jsonrpc": "2.0", "id": 9, "method": "shutdown"})
        for header in (b"Content-Length 3\r\n\r\nnull", b"Content-Length: -1\r\n\r\n", b"Content-Length: 3x\r\n\r\nnull",
                       b"Content-Length: 4\r\nContent-Length: 4\r\n\r\nnull", b"X: " + b"a" * 5000,
                       b"Content-Type: a\r\n\r\n{}", b"\r\n\r\n", b"Content-Length: 99999999999999999999999\r\n\r\n"):
            with self.subTest(header=header[:40]):
                self.assertEqual(self.answers_to(first, header, first), ([(9, -32002), (None, -32700)], 1))

    def test_half_a_message(self):
        whole = frame({"jsonrpc": "2.0", "id": 9, "method": "shutdown"})
        for length in (1, 10, len(whole) - 1):
            self.assertEqual(self.answers_to(whole, whole[:length]), ([(9, -32002)], 1))

    def test_a_message_that_is_too_long_is_skipped(self):
        last = frame({"jsonrpc": "2.0", "id": 9, "method": "shutdown"})
        size = (16 << 20) + 1
        self.assertEqual(self.answers_to(b"Content-Length: %d\r\n\r\n" % size, b"x" * size, last),
                         ([(None, -32600), (9, -32002)], 1))


if __name__ == "__main__":
    unittest.main()
