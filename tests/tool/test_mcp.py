# SPDX-License-Identifier: MIT
"""`wits mcp` without its client: messages that no client sends, and the end of a connection. tests/mcp has the tools."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from chapter import Chapter, blocks_of
from program import PROGRAM, ROOT, SERVER

LAMP = """wits: 1
brain: lamp
context: {pressed: bool}
root:
  states:
    off: {transitions: [{to: on, when: pressed}]}
    on: {transitions: [{to: off, when: not pressed}]}
"""
ENDLESS = """wits: 1
brain: counter
context: {up: bool, a: int, b: int}
root:
  states:
    on:
      update: [a = a + 1, "b = b * 3 + (a if up else 1)"]
prove:
  - never: a == 2147483646 and b == 7
"""
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


def request(number, method, params=None):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}


def tool(number, name, **arguments):
    return request(number, "tools/call", {"name": name, "arguments": arguments})


PAGE = ROOT / "docs/coding-agents.md"


@unittest.skipIf(SERVER is not None, "a WebAssembly module cannot start programs")
class Mcp(Chapter):
    def setUp(self):
        super().setUp()
        self.write("lamp.yaml", LAMP)
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()

    def start(self, *folders, environment=os.environ):
        """The server, with its temporary folders where the test sees them."""
        variables = dict(environment, TMPDIR=str(self.temporary))
        process = subprocess.Popen([PROGRAM, "mcp", *map(str, folders or [self.folder])], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=variables)
        self.addCleanup(lambda: [process.kill(), process.communicate()])
        return process

    def send(self, process, *messages):
        for message in messages:
            line = message if isinstance(message, bytes) else json.dumps(message).encode()
            process.stdin.write(line + b"\n")
        process.stdin.flush()

    def talk(self, *messages, folders=(), environment=os.environ):
        """All answers up to that of the last message, and the exit status. The client leaves when it has it: what still
        runs when it leaves is ended."""
        process = self.start(*folders, environment=environment)
        answers = []
        writer = threading.Thread(target=self.send, args=(process, *messages))
        writer.start()
        while not answers or answers[-1].get("id") != messages[-1]["id"]:
            answers.append(json.loads(process.stdout.readline()))
            self.assertEqual(answers[-1]["jsonrpc"], "2.0")
        writer.join()
        _, err = process.communicate(timeout=300)
        self.assertNotIn(b"Sanitizer", err)
        return answers, process.returncode

    def test_versions(self):
        for wanted, given in (("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
                              ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25")):
            answers, status = self.talk(request(1, "initialize", dict(HELLO, protocolVersion=wanted)))
            self.assertEqual((answers[0]["result"]["protocolVersion"], status), (given, 0))

    def test_nothing_before_initialize(self):
        answers, _ = self.talk(request(1, "tools/list"), request(2, "ping"), request(3, "initialize", {}),
                               request(4, "initialize", HELLO), request(5, "initialize", HELLO), request("a", "tools/list"))
        self.assertEqual([answer["id"] for answer in answers], [1, 2, 3, 4, 5, "a"])
        self.assertEqual(answers[0]["error"]["code"], -32002)
        self.assertEqual(answers[1]["result"], {})
        self.assertEqual(answers[2]["error"]["code"], -32602)
        self.assertEqual(answers[4]["error"]["code"], -32600)
        self.assertEqual(len(answers[5]["result"]["tools"]), 15)

    def test_messages_that_are_none(self):
        answers, status = self.talk(
            request(1, "initialize", HELLO), b"{", b"[]", b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', b"7", b"\xff\xfe",
            b'{"jsonrpc":"2.0","id":{},"method":"ping"}', b'{"jsonrpc":"1.0","id":2,"method":"ping"}', b"[" * 100000,
            request(3, "tools/dance"), {"jsonrpc": "2.0", "method": "notifications/dance"},
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}},
            {"jsonrpc": "2.0", "method": "notifications/cancelled"}, {"jsonrpc": "2.0", "id": 7, "result": {}},
            request(4, "tools/call"), request(5, "tools/call", {"name": "check", "arguments": []}),
            request(6, "resources/read"), {"jsonrpc": "2.0", "id": 8, "method": "ping", "params": 7},
            request(9, "tools/call", {"name": 7}), b'{"jsonrpc":"2.0","id":10,"method":"ping","pad":"' + b"x" * (17 << 20) + b'"}',
            tool(11, "check", brain="lamp.yaml"))
        codes = [answer["error"]["code"] for answer in answers[1:-1]]
        self.assertEqual(codes, [-32700, -32600, -32600, -32600, -32700, -32600, -32600, -32700, -32601, -32602, -32602,
                                 -32602, -32600, -32602, -32600])
        self.assertEqual(answers[-1]["result"]["content"][0]["text"], "lamp.yaml: ok\n")
        self.assertEqual(status, 0)

    def test_a_message_that_is_cut_off(self):
        process = self.start()
        out, _ = process.communicate(json.dumps(request(1, "initialize", HELLO)).encode() + b'\n{"jsonrpc"', timeout=60)
        self.assertEqual((len(out.splitlines()), process.returncode), (1, 1))

    def test_several_folders(self):
        with tempfile.TemporaryDirectory() as other:
            path = pathlib.Path(other).resolve() / "other.yaml"
            path.write_text(LAMP)
            sister = pathlib.Path(str(path.parent) + "-sister")  # its path begins with that of the folder
            sister.mkdir()
            self.addCleanup(lambda: [(sister / "x.yaml").unlink(), sister.rmdir()])
            (sister / "x.yaml").write_text(LAMP)
            answers, _ = self.talk(request(1, "initialize", HELLO), tool(2, "check", brain=str(path)),
                                   tool(3, "check", brain="lamp.yaml"), tool(4, "check", brain=str(sister / "x.yaml")),
                                   folders=[self.folder, other])
        texts = [answer["result"]["content"][0]["text"] for answer in answers[1:]]
        self.assertEqual(texts[:2], [f"{path}: ok\n", "lamp.yaml: ok\n"])
        self.assertIn("not below the folders", texts[2])

    def test_files_that_would_never_end(self):
        os.mkfifo(self.folder / "fifo.yaml")
        self.write("-o.yaml", LAMP)
        answers, _ = self.talk(request(1, "initialize", HELLO), tool(2, "check", brain="fifo.yaml"),
                               tool(3, "check", brain="-o.yaml"), tool(4, "check", brain=""), tool(5, "check", brain="."))
        texts = [answer["result"]["content"][0]["text"] for answer in answers[1:]]
        self.assertIn("not a regular file", texts[0])
        self.assertEqual(texts[1], "./-o.yaml: ok\n")
        self.assertIn("No such file", texts[2])
        self.assertTrue("not a regular file" in texts[3] or "not below" in texts[3])

    def test_a_brain_beside_scenarios_that_is_outside(self):
        with tempfile.TemporaryDirectory() as other:
            path = pathlib.Path(other) / "secret.yaml"
            path.write_text(LAMP.replace("off", "secret"))
            (self.folder / "link.yaml").symlink_to(path)
            for name in ("link", "lamp"):
                self.write(f"{name}.test.yaml", "- scenario: dark\n  for: 1\n  expect: {active: bright}\n")
            answers, _ = self.talk(request(1, "initialize", HELLO), tool(2, "check", brain="link.test.yaml"),
                                   tool(3, "check", brain="lamp.test.yaml"))
        texts = [answer["result"]["content"][0]["text"] for answer in answers[1:]]
        self.assertIn("'link.yaml': the file is not below the folders", texts[0])
        self.assertNotIn("secret", texts[0])
        self.assertIn("bright", texts[1])

    def test_a_long_graph_says_first_why_it_has_no_picture(self):
        states = "".join(f"    s{i}: {{transitions: [{{to: s{i + 1}, when: go}}]}}\n" for i in range(600))
        brain = f"wits: 1\nbrain: long\ncontext: {{go: bool}}\nroot:\n  states:\n{states}    s600: {{}}\n"
        variables = dict(os.environ, PATH=str(self.temporary))  # without Graphviz
        answers, _ = self.talk(request(1, "initialize", HELLO), tool(2, "graph", brain=brain), environment=variables)
        (only,) = answers[1]["result"]["content"]
        self.assertTrue(only["text"].startswith("There is no picture: wits: png needs Graphviz"), only["text"][:200])
        self.assertIn("continues]", only["text"])

    def test_arguments_that_are_null_are_absent(self):
        answers, _ = self.talk(
            request(1, "initialize", HELLO), request(2, "tools/call", {"name": "exercise", "arguments": None}),
            request(3, "tools/call", {"name": "docs", "arguments": None}), tool(4, "docs", topic=None, first_line=None),
            tool(5, "run", brain="lamp.yaml", ticks=2, seed=None, inputs=None, set=None, trace=None, seconds=None),
            tool(6, "check", brain=None), tool(7, "run", brain="lamp.yaml", set={"pressed": None}))
        results = [answer["result"] for answer in answers[1:]]
        self.assertEqual([one.get("isError", False) for one in results], [False] * 4 + [True] * 2)
        texts = [one["content"][0]["text"] for one in results]
        self.assertIn("lamp", texts[0])
        self.assertEqual(texts[1], texts[2])
        self.assertEqual(texts[4], "argument 'brain': missing")

    def test_names_that_mean_something_else(self):
        answers, _ = self.talk(request(1, "initialize", HELLO), tool(2, "exercise", task="-"),
                               tool(3, "exercise", task="_"), tool(4, "reach", brain=LAMP, state="pressd2 > 1"),
                               tool(5, "reach", brain=LAMP.replace("pressed", "exit_it"), state="brightness > elapsed(on)"))
        texts = [answer["result"]["content"][0]["text"] for answer in answers[1:]]
        self.assertIn("a name has letters", texts[0])
        self.assertIn("a name has letters", texts[1])
        for text, field in ((texts[2], "pressed"), (texts[3], "exit_it")):
            self.assertIn(field, text)
            self.assertNotIn("answer0", text)

    def begin_search(self):
        process = self.start()
        self.send(process, request(1, "initialize", HELLO))
        process.stdout.readline()
        self.send(process, tool(2, "prove", brain=ENDLESS, seconds=600, limit=400000000))
        end = time.monotonic() + 60
        while not list(self.temporary.glob("*/brain.yaml")) and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.5)
        return process

    def users(self):
        """The processes that name the temporary folder in their command lines."""
        return [path for path in pathlib.Path("/proc").glob("[0-9]*/cmdline")
                if str(self.temporary).encode() in self.read(path)]

    def wait_until_nothing_is_left(self):
        """The temporary folder is gone, and so is the program that read from it."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if not self.users() and not list(self.temporary.iterdir()):
                return
            time.sleep(0.05)
        self.fail("something is left")

    def read(self, path):
        try:
            return path.read_bytes()
        except OSError:
            return b""

    def test_a_client_that_leaves_ends_its_search(self):
        process = self.begin_search()
        out, _ = process.communicate(timeout=60)
        self.assertEqual(json.loads(out)["error"]["message"], "the connection has ended")
        self.assertEqual(process.returncode, 0)
        self.wait_until_nothing_is_left()

    def test_a_signal_ends_the_search_too(self):
        for number in (signal.SIGTERM, signal.SIGQUIT):
            process = self.begin_search()
            process.send_signal(number)
            self.assertEqual(process.wait(60), -number)
            self.wait_until_nothing_is_left()

    @unittest.skipUnless(sys.platform == "linux", "only Linux tells a process that its parent was killed")
    def test_the_search_of_a_killed_server_ends(self):
        process = self.begin_search()
        self.assertTrue(self.users())
        process.kill()
        process.wait(60)
        (left,) = self.temporary.iterdir()  # a killed server removes nothing
        (left / "brain.yaml").unlink()
        left.rmdir()
        self.wait_until_nothing_is_left()

    def test_a_cancelled_call_gets_no_answer(self):
        process = self.begin_search()
        self.send(process, request("alive", "ping"))  # the search runs on
        self.assertEqual(json.loads(process.stdout.readline()), {"jsonrpc": "2.0", "id": "alive", "result": {}})
        self.assertTrue(self.users())
        self.send(process, tool(3, "expand", brain=LAMP), request(4, "ping"),
                  {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3}},
                  {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2, "reason": "enough"}})
        self.assertEqual(json.loads(process.stdout.readline()), {"jsonrpc": "2.0", "id": 4, "result": {}})
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)
        self.wait_until_nothing_is_left()

    def test_the_session_of_the_page(self):
        blocks = blocks_of(PAGE.read_text())
        brain = next(body for kind, body in blocks if kind == "yaml")
        steps = [body.split("\n", 1) for kind, body in blocks if kind == "text"]
        edits = [("", ""), ("sees_playr", "sees_player"), (", after: 2", ""), ("", "")]
        self.assertEqual(len(steps), len(edits))
        for (first, shown), edit in zip(steps, edits):
            brain = brain.replace(*edit)
            self.write("guard.yaml", brain)
            name, arguments = first.split(" ", 1)
            answers, _ = self.talk(request(1, "initialize", HELLO), tool(2, name, **json.loads(arguments)))
            self.check_output(shown.splitlines(), answers[1]["result"]["content"][0]["text"].splitlines())

    def test_the_page_names_all_tools_and_starts_the_server(self):
        page = PAGE.read_text()
        answers, _ = self.talk(request(1, "initialize", HELLO), request(2, "tools/list"))
        names = [one["name"] for one in answers[1]["result"]["tools"]]
        self.assertEqual(names, re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
        settings = [json.loads(body) for kind, body in blocks_of(page) if kind == "json"]
        self.assertEqual(len(settings), 5)
        for one in settings:
            (server,) = next(iter(one.values())).values()
            self.assertEqual((server["command"], server["args"][0], len(server["args"])), ("wits", "mcp", 2))

    def test_mistakes_of_the_command_line(self):
        self.assertIn("missing folder", self.bad(2, "mcp"))
        self.assertIn("unknown option", self.bad(2, "mcp", "--folder", "."))
        self.assertIn("--const does nothing here", self.bad(2, "mcp", ".", "--const", "a=1"))
        self.assertIn("No such file", self.bad(1, "mcp", "none"))
        self.assertIn("Not a directory", self.bad(1, "mcp", "lamp.yaml"))


if __name__ == "__main__":
    unittest.main()
