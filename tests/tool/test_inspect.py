# SPDX-License-Identifier: MIT
"""wits inspect over real sockets: the page, permissions, requests, edits, going back, and viewers that misbehave."""

import gzip
import os
import re
import signal
import socket
import struct
import subprocess
import time
import unittest

from program import FEW_REPEATS, PROGRAM, ROOT, Case
from viewer import Inspected, Served, connect, read_answer, read_head

BRAIN = """
wits: 1
brain: guard
context:
  health: {type: float, range: [0, 1]}
  alarmed: bool
  seen: {type: int, initial: 0}
events: [noise]
root:
  initial: rest
  states:
    rest:
      transitions:
        - {to: alert, when: alarmed and health > 0.25}
        - {to: alert, event: noise}
    alert:
      update: seen = seen + 1
      transitions:
        - {to: rest, when: not alarmed, after: 3}
"""
WORLD = """health=random
alarmed=random < 0.3
each tick:
health=clamp(health + (random - 0.5) * 0.1, 0, 1)
alarmed=not alarmed if random < 0.1 else alarmed
noise=random < 0.02
"""


def crowd_hash(case, *arguments):
    return re.search(r"hash ([0-9a-f]{16})|\"hash\": ?\"([0-9a-f]{16})\"",
                     case.good("crowd", *arguments, "--format", "json").out)[2]


@unittest.skipIf("WITS_SERVER" in os.environ, "needs sockets")
class Inspect(Case):
    def setUp(self):
        super().setUp()
        if "built without libmicrohttpd" in self.bad(1, "inspect", "none.yaml", "--no-open"):
            self.skipTest("the program was built without libmicrohttpd")
        self.file = self.write("guard.yaml", BRAIN.lstrip())
        self.world = self.write("world.txt", WORLD)

    def inspect(self, *more, brain=None):
        started = Inspected(brain or self.file, *more, cwd=self.folder)
        self.addCleanup(started.__exit__)
        return started

    def paused(self, *more, tick=None):
        """A paused world with a viewer, and the tick that it is at."""
        inspected = self.inspect("--world", self.world, "--paused", *more)
        viewer = inspected.view()
        self.addCleanup(viewer.close)
        if tick is not None:
            self.assertEqual(viewer.ask(f"to {tick}")["is"], "done")
            viewer.update_at(tick)
        return inspected, viewer

    # ------------------------------------------------------------------------------------------------------- the page

    def test_page(self):
        inspected = self.inspect()
        for host in ("127.0.0.1", "localhost", "[::1]"):
            page = inspected.ask(host=f"{host}:{inspected.port}", drops=["Authorization"])
            self.assertEqual(page.status, 200)
            self.assertEqual(page.headers["content-encoding"], "gzip")
            self.assertIn(b"<html", gzip.decompress(page.body))
        if os.path.exists("/proc/net/if_inet6") and "00000000000000000000000000000001" in open("/proc/net/if_inet6").read():
            self.assertEqual(inspected.ask(at="::1", host=f"[::1]:{inspected.port}").status, 200)
        self.assertIn("default-src 'none'", page.headers["content-security-policy"])
        self.assertIn("frame-ancestors 'none'", page.headers["content-security-policy"])
        self.assertEqual(page.headers["cache-control"], "no-store")
        self.assertEqual(page.headers["x-content-type-options"], "nosniff")
        self.assertEqual(page.headers["referrer-policy"], "no-referrer")
        self.assertFalse([name for name in page.headers if name.startswith("access-control")])
        self.assertEqual(inspected.ask(path="/favicon.ico").status, 404)
        self.assertEqual(inspected.ask("POST", "/").status, 405)
        self.assertEqual(inspected.ask("OPTIONS", "/request").status, 405)
        self.assertEqual(inspected.ask("GET", "/request").status, 405)

    def test_ends_with_ctrl_c(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with Inspected(self.file, cwd=self.folder) as inspected, inspected.view() as viewer:
                viewer.ask("hello")
                inspected.process.send_signal(number)
                while viewer.event() is not None:
                    pass
                inspected.process.wait(60)
            self.assertEqual((inspected.process.returncode, inspected.err), (0, ""))

    def test_port_in_use(self):
        inspected = self.inspect()
        self.assertEqual(self.bad(1, "inspect", self.file, "--no-open", "--port", str(inspected.port)),
                         f"wits: port {inspected.port} is in use; choose another, or 0 for any that is free\n")
        with socket.socket(socket.AF_INET6) as other:
            try:
                other.bind(("::1", 0))
            except OSError:
                return
            other.listen()
            port = other.getsockname()[1]
            self.assertIn(f"port {port} is in use", self.bad(1, "inspect", self.file, "--no-open", "--port", str(port)))

    def test_mistakes(self):
        for arguments, words in (
            (["--port", "65536"], "--port must be a whole number from 0 to 65535"),
            (["--speed", "0"], "--speed must be a whole number from 1 to 1000000"),
            (["--world", self.world, "--set", "health=1"], "--world and --set are mutually exclusive"),
            (["--set", "helth=1"], "helth=1: unknown field 'helth'; did you mean 'health'?"),
            (["--inputs", "-"], "standard input can be read only once"),
            (["--brain", self.file], "--brain is for --replay"),
            (["--replay", "day.rec"], "give another one with --brain"),
        ):
            self.assertIn(words, self.bad(2, "inspect", self.file, "--no-open", *arguments))
        for option in ("--agents=5", "--read-only", "--set=health=1"):
            self.assertIn("--replay shows what was recorded",
                          self.bad(2, "inspect", "--replay", "day.rec", "--no-open", option))
        wrong = self.write("wrong.yaml", BRAIN.lstrip().replace("to: alert", "to: alrt", 1))
        self.assertIn("wrong.yaml:13:", self.bad(1, "inspect", wrong, "--no-open"))
        self.assertEqual(self.bad(1, "inspect", self.file, "--no-open", "--world", "none"), "none: no such file\n")

    # --------------------------------------------------------------------------------------------------- permissions

    def test_token(self):
        inspected = self.inspect()
        other = ("0" if inspected.token[-1] != "0" else "1")
        for token in ("", "0" * 32, inspected.token[:-1], inspected.token + "0", inspected.token[:-1] + other):
            self.assertEqual(inspected.ask(path="/events", token=token).status, 401)
            self.assertEqual(inspected.ask("POST", "/request", token=token, body=b"hello").status, 401)
        for drops in (["Authorization"],):
            self.assertEqual(inspected.ask(path="/events", drops=drops).status, 401)
        self.assertEqual(inspected.ask(path="/events", headers={"Authorization": inspected.token}).status, 401)
        self.assertEqual(inspected.ask(path=f"/events?token={inspected.token}", drops=["Authorization"]).status, 401)
        with self.inspect() as second:
            self.assertNotEqual(second.token, inspected.token)

    def test_other_hosts_and_origins(self):
        inspected = self.inspect()
        port = inspected.port
        for host in ("example.com", f"example.com:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"127.0.0.2:{port}",
                     f"127.0.0.1:{port}.example.com", f"localhost:{port}@example.com", ""):
            for path in ("/", "/events"):
                self.assertEqual(inspected.ask(path=path, headers={"Host": host}).status, 403, host)
        self.assertIn(inspected.ask(drops=["Host"]).status, (400, 403))
        for origin in ("http://example.com", "null", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}", "",
                       f"http://127.0.0.1:{port}/", "http://localhost"):
            self.assertEqual(inspected.ask("POST", "/request", {"Origin": origin}, b"hello").status, 403, origin)
        with inspected.view() as viewer:
            for origin in (f"http://127.0.0.1:{port}", f"http://localhost:{port}", f"http://[::1]:{port}"):
                headers = {"Origin": origin, "Wits-Viewer": str(viewer.number)}
                self.assertEqual(inspected.ask("POST", "/request", headers, b"hello").status, 204)

    def test_two_hosts(self):
        inspected = self.inspect()
        with connect(inspected.port) as connection:
            host = f"Host: 127.0.0.1:{inspected.port}\r\n"
            connection.sendall(f"GET / HTTP/1.1\r\n{host}Host: example.com\r\n\r\n".encode())
            self.assertIn(read_answer(connection).status, (400, 403))

    def test_other_interfaces(self):
        inspected = self.inspect()
        table = (line.split() for line in open("/proc/net/tcp", encoding="ascii").readlines()[1:])
        listening = [row[1] for row in table if row[3] == "0A" and int(row[1].split(":")[1], 16) == inspected.port]
        self.assertEqual(listening, [f"0100007F:{inspected.port:04X}"])
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))  # sends nothing
            except OSError:
                return
            own = probe.getsockname()[0]
        if not own.startswith("127."):
            with self.assertRaises(OSError):
                connect(inspected.port, own)

    def test_read_only(self):
        inspected = self.inspect("--read-only", "--paused")
        with inspected.view() as viewer:
            self.assertEqual(viewer.ask("hello")["allows"], [])
            for request in ("pause", "go", "step", "set 0 health 1", "raise noise all", "goto 0 alert", "break alert",
                            "agents 5", "restart", "seed 3", "world\nhealth=1", "speed 5", "to 5", "back",
                            "edit\n" + BRAIN.lstrip()):
                self.assertEqual(viewer.ask(request)["is"], "refused", request)
            self.assertEqual(viewer.ask("check\n" + BRAIN.lstrip())["data"]["problems"], [])
            self.assertEqual(viewer.ask("hash")["tick"], 1)
            self.assertEqual(viewer.ask("settings")["data"]["agents"], 1000)

    # ------------------------------------------------------------------------------------------------------- requests

    def test_requests_that_are_wrong(self):
        inspected = self.inspect()
        with inspected.view() as viewer:
            number = {"Wits-Viewer": str(viewer.number)}
            ask = inspected.ask
            for wrong in ("", "x", "-1", str(viewer.number + 8), str(viewer.number + 1), "99999999999999999999999"):
                self.assertEqual(ask("POST", "/request", {"Wits-Viewer": wrong}, b"hello").status, 409, wrong)
            self.assertEqual(ask("POST", "/request", {}, b"hello").status, 409)
            self.assertEqual(ask("POST", "/request", number, b"x" * (1 << 20) + b"x").status, 413)
            self.assertEqual(ask("POST", "/request", number, b"x" * 5000).status, 413)
            self.assertEqual(ask("POST", "/request", number, b"").status, 204)
            self.assertEqual(ask("POST", "/request", number, bytes(range(256))).status, 204)
            self.assertEqual(viewer.ask("hello")["version"], 1)
            self.assertEqual(viewer.ask("helo")["why"], "unknown request 'helo'; did you mean 'hello'?")

    def test_chunked_bodies_are_bounded(self):
        inspected = self.inspect()
        with inspected.view() as viewer, connect(inspected.port) as connection:
            connection.sendall(f"POST /request HTTP/1.1\r\nHost: 127.0.0.1:{inspected.port}\r\n"
                               f"Authorization: Bearer {inspected.token}\r\nWits-Viewer: {viewer.number}\r\n"
                               "Transfer-Encoding: chunked\r\n\r\n".encode())
            chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
            with self.assertRaises(OSError):
                for _ in range(1000):
                    connection.sendall(chunk)
            self.assertEqual(viewer.ask("hello")["version"], 1)

    def test_bytes_that_are_no_http(self):
        inspected = self.inspect()
        for given in (b"\x00" * 100, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01" + b"x" * 500,
                      b"GET / HTTP/1.1\r\n" + b"A: " + b"x" * 100000 + b"\r\n\r\n",
                      b"GET /" + b"x" * 100000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20000,
                      b"POST /request HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                      b"POST /request HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n"):
            with connect(inspected.port) as connection:
                try:
                    connection.sendall(given)
                    connection.shutdown(socket.SHUT_WR)
                    answer = connection.recv(100)
                except OSError:
                    answer = b""
                self.assertTrue(answer == b"" or re.match(rb"HTTP/1\.[01] [45]\d\d ", answer), (given[:60], answer))
        with inspected.view() as viewer:
            self.assertEqual(viewer.ask("hello")["version"], 1)

    def test_events(self):
        _, viewer = self.paused()
        self.assertEqual(viewer.headers["content-type"], "text/event-stream")
        self.assertEqual(viewer.ask("show counts")["is"], "done")
        update = viewer.update()
        self.assertEqual((update["tick"], update["agents"], update["running"]), (1, 1000, False))
        self.assertEqual(update["counts"][0], 1000)
        viewer.ask("step 3")
        self.assertEqual(viewer.update_at(4)["tick"], 4)
        self.assertEqual(viewer.ask("step decide")["is"], "done")
        self.assertTrue(viewer.update()["half"])
        viewer.ask("step")
        self.assertEqual(viewer.update_at(5)["half"], False)

    def test_viewers(self):
        inspected = self.inspect("--paused")
        viewers = [inspected.view() for _ in range(8)]
        self.assertEqual(inspected.ask(path="/events").status, 503)
        self.assertEqual(len({viewer.number % 8 for viewer in viewers}), 8)
        viewers[3].close()
        for _ in range(100):  # the place becomes free
            if self.opens(inspected):
                break
            time.sleep(0.1)
        with_place = inspected.view() if self.opens(inspected) else None
        self.assertIsNotNone(with_place)
        for viewer in (*viewers[:3], *viewers[4:]):
            self.assertEqual(viewer.ask("hello")["version"], 1)
            viewer.close()
        stale = {"Wits-Viewer": str(viewers[3].number)}
        self.assertEqual(inspected.ask("POST", "/request", stale, b"hello").status, 409)

    @staticmethod
    def answers(inspected):
        try:
            return inspected.ask().status == 200
        except ConnectionError:
            return False

    @staticmethod
    def opens(inspected):
        """Whether another viewer has room."""
        with connect(inspected.port) as connection:
            connection.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{inspected.port}\r\n"
                               f"Authorization: Bearer {inspected.token}\r\n\r\n".encode())
            found = read_head(connection)[0] == 200
        time.sleep(0.6)  # it is gone again
        return found

    def test_slow_reader(self):
        large = self.write("large.yaml", BRAIN.lstrip() + f"# {'x' * 200000}\n")
        inspected = self.inspect("--speed", "max", "--agents", "100", brain=large)
        slow = inspected.view(size=2048)
        self.addCleanup(slow.close)
        status = 204
        for _ in range(1000):  # never reads
            status = slow.post("brain text").status
            if status not in (204, 429):
                break
        self.assertEqual(status, 409)  # its stream has ended
        with inspected.view() as viewer:
            first = viewer.update()["tick"]
            self.assertGreater(viewer.update()["tick"], first)

    def test_a_thousand_connections(self):
        inspected = self.inspect("--agents", "100", "--speed", "max")
        with inspected.view() as viewer:
            first = viewer.update()["tick"]
            held = []
            for _ in range(100 if FEW_REPEATS else 1000):
                connection = socket.socket()
                connection.setblocking(False)
                connection.connect_ex(("127.0.0.1", inspected.port))
                held.append(connection)
            files = len(os.listdir(f"/proc/{inspected.process.pid}/fd"))
            self.assertLess(files, 200)
            while viewer.update()["tick"] < first + 50:  # its stream continues
                pass
            for connection in held:
                connection.close()
            self.assertEqual(viewer.ask("hello")["version"], 1)
            end = time.monotonic() + 60
            while not self.answers(inspected) and time.monotonic() < end:
                time.sleep(0.1)
            self.assertEqual(inspected.ask().status, 200)

    # ----------------------------------------------------------------------------------------------------------- edits

    def test_broken_edit(self):
        _, viewer = self.paused(tick=5)
        before = viewer.ask("hash")["hash"]
        broken = BRAIN.lstrip().replace("to: alert, event", "to: alrt, event")
        for command in ("edit", "check"):
            data = viewer.ask(f"{command}\n{broken}")["data"]
            self.assertEqual(data["applied"], False)
            problem, = data["problems"]
            line = broken.splitlines()[problem["line"] - 1]
            self.assertEqual(line[problem["column"] - 1:][:problem["length"]], "alrt")
            self.assertIn("did you mean 'alert'?", problem["text"])
            self.assertEqual(problem["severity"], "error")
        for text in ("", "{", "\0", "root: {}", "wits: 1\nbrain: a\ninclude: [../../etc/passwd]\nroot: {}\n"):
            data = viewer.ask(f"edit\n{text}")["data"]
            self.assertTrue(data["problems"] and not data["applied"], text)
        self.assertEqual(viewer.ask("hash")["hash"], before)
        self.assertEqual(viewer.ask("check\n" + BRAIN.lstrip())["data"], {"applied": False, "problems": [], "losses": []})

    def test_edit_migrates(self):
        _, viewer = self.paused(tick=20)
        viewer.ask("show counts")
        before = viewer.update()["counts"]
        with_state = BRAIN.lstrip() + "    more: {}\n"
        data = viewer.ask("edit\n" + with_state)["data"]
        self.assertEqual((data["applied"], data["losses"]), (True, []))
        self.assertEqual(viewer.wait_for("changed")["is"], "changed") if viewer.messages else None
        self.assertEqual(viewer.update()["counts"], before + [0])
        self.assertEqual([state["name"] for state in viewer.ask("brain")["states"]][-1], "more")
        self.assertEqual(viewer.ask("brain text")["text"], with_state)
        without = BRAIN.lstrip().replace("seen", "sight")
        data = viewer.ask("edit\n" + without)["data"]
        self.assertTrue(data["applied"])
        self.assertEqual(len(data["losses"]), 1)
        self.assertIn("seen: ", data["losses"][0])
        self.assertEqual(viewer.ask("settings")["data"]["first"], 20)
        self.assertIn("earliest is 20", viewer.ask("to 10")["why"])

    def test_edit_that_the_world_does_not_fit(self):
        """Lines of the world that a new brain does not know are dropped and reported; the others stay."""
        _, viewer = self.paused(tick=5)
        renamed = BRAIN.lstrip().replace("alarmed", "awake")
        data = viewer.ask("edit\n" + renamed)["data"]
        self.assertTrue(data["applied"])
        self.assertEqual([(one["line"], one["severity"]) for one in data["problems"]], [(0, "warning")] * 2)
        self.assertEqual(data["problems"][0]["text"],
                         "alarmed=random < 0.3: unknown field 'alarmed'; the world loses this line")
        kept = "".join(line + "\n" for line in WORLD.splitlines() if "alarmed" not in line)
        self.assertEqual(viewer.ask("settings")["data"]["world"], kept)
        self.assertEqual(viewer.ask("restart")["is"], "done")
        # Nothing fits: the world is made for the brain, as without settings.
        other = BRAIN.lstrip().replace("health", "money").replace("alarmed", "awake").replace("noise", "thief")
        self.assertTrue(viewer.ask("edit\n" + other)["data"]["applied"])
        self.assertTrue(viewer.ask("settings")["data"]["world"].startswith("money=random\nawake=random < 0.5\neach tick:\n"))

    def test_edit_that_the_options_do_not_fit(self):
        inspected = self.inspect("--set", "health=0.5", "--paused")
        with inspected.view() as viewer:
            viewer.ask("hello")
            self.write(self.file, BRAIN.lstrip().replace("health", "money"))
            told = viewer.wait_for("file")["data"]
            self.assertTrue(told["applied"])
            self.assertIn("health=0.5: unknown field 'health'", told["problems"][0]["text"])
            self.assertIn("money=random", viewer.ask("settings")["data"]["world"])

    def test_edit_of_the_file(self):
        _, viewer = self.paused(tick=20)
        before = viewer.ask("hash")["hash"]
        self.write(self.file, BRAIN.lstrip().replace("to: alert", "to: alrt", 1))
        told = viewer.wait_for("file")["data"]
        self.assertEqual((told["applied"], len(told["problems"])), (False, 1))
        self.assertEqual(viewer.ask("hash")["hash"], before)
        self.write(self.file, BRAIN.lstrip() + "    more: {}\n")
        self.assertEqual(viewer.wait_for("file")["data"]["applied"], True)
        self.assertEqual(len(viewer.ask("brain")["states"]), 4)

    # ------------------------------------------------------------------------------------------------------- same hash

    def test_same_hash_as_crowd(self):
        guard = str(ROOT / "brains/guard.yaml")
        settings = ["--agents", "3000", "--seed", "7", "--set", "health=random", "--set", "distance=random * 40",
                    "--set", "sees_player=random < 0.5"]
        for threads in ("1", "3"):
            with self.inspect(*settings, "--threads", threads, "--paused", brain=guard) as inspected:
                with inspected.view() as viewer:
                    viewer.ask("to 41")
                    viewer.update_at(41)
                    self.assertEqual(viewer.ask("hash")["hash"], crowd_hash(self, guard, *settings, "--ticks", "40"))
                    viewer.ask("agents 500")
                    viewer.ask("seed 8")
                    viewer.ask("world\nhealth=random * 0.5")
                    viewer.ask("to 11")
                    viewer.update_at(11)
                    self.assertEqual(viewer.ask("hash")["hash"],
                                     crowd_hash(self, guard, "--agents", "500", "--seed", "8", "--ticks", "10", "--set",
                                                "health=random * 0.5"))

    def test_same_hash_with_inputs(self):
        guard, night = str(ROOT / "brains/guard.yaml"), str(ROOT / "examples/guard-night.csv")
        with self.inspect("--inputs", night, "--agents", "50", "--paused", brain=guard) as inspected:
            with inspected.view() as viewer:
                for tick in (21, 9, 21, 5, 9, 21):
                    viewer.ask(f"to {tick}")
                    viewer.update_at(tick)
                    self.assertEqual(viewer.ask("hash")["hash"], crowd_hash(self, guard, "--inputs", night, "--agents", "50",
                                                                            "--ticks", str(tick - 1)))

    # -------------------------------------------------------------------------------------------------------- back, to

    def hashes(self, viewer, ticks):
        found = []
        for tick in ticks:
            self.assertEqual(viewer.ask(f"to {tick}")["is"], "done")
            viewer.update_at(tick)
            found.append(viewer.ask("hash")["hash"])
        return found

    def test_back_and_to(self):
        _, viewer = self.paused()
        forward = self.hashes(viewer, range(1, 121, 7))
        self.assertEqual(len(set(forward)), len(forward))
        self.assertEqual(self.hashes(viewer, range(1, 121, 7)), forward)
        self.assertEqual(self.hashes(viewer, reversed(range(1, 121, 7))), forward[::-1])
        viewer.ask("back 5")  # from 1: there is nothing before
        self.assertEqual(viewer.ask("hash")["tick"], 1)
        self.hashes(viewer, [120])
        viewer.ask("back")
        viewer.update_at(119)
        viewer.ask("back 4")
        viewer.update_at(115)
        self.assertIn("cannot be reached; the earliest is 1", viewer.ask("to 0")["why"])
        self.assertIn("must be a whole number", viewer.ask("to x")["why"])
        self.assertIn("must be a whole number", viewer.ask("back 0")["why"])

    def test_to_while_the_world_runs(self):
        _, viewer = self.paused("--agents", "20")
        first = self.hashes(viewer, [300, 20])
        for tick, expected in zip((300, 20), first):
            viewer.ask("go")
            viewer.ask(f"to {tick}")
            viewer.update_at(tick)
            self.assertEqual(viewer.ask("hash")["hash"], expected)

    def test_back_over_changes_of_viewers(self):
        _, viewer = self.paused("--agents", "50", tick=10)
        viewer.ask("set all health 1")
        viewer.ask("raise noise 7")
        self.hashes(viewer, [17])
        viewer.ask("goto 3 alert")
        viewer.ask("step decide")
        viewer.ask("set 4 health 0.5")
        viewer.ask("step")
        viewer.update_at(18)
        ticks = [30, 25, 18, 17, 14, 10, 9, 30]
        first = self.hashes(viewer, ticks)
        self.assertEqual(first[0], first[-1])
        self.assertEqual(self.hashes(viewer, ticks), first)
        self.hashes(viewer, [12])  # another change makes another future
        viewer.ask("raise noise all")
        other = self.hashes(viewer, ticks)
        self.assertEqual(other[-3:-1], first[-3:-1])
        self.assertNotEqual(other[4], first[4])
        self.assertEqual(self.hashes(viewer, ticks), other)

    def test_back_while_an_agent_is_held(self):
        _, viewer = self.paused("--agents", "50", tick=10)
        self.assertEqual(viewer.ask("hold 3 alert")["is"], "done")
        viewer.ask("watch 3")
        ticks = [12, 15, 30, 40]
        first = self.hashes(viewer, ticks)
        self.assertEqual(self.hashes(viewer, reversed(ticks)), first[::-1])
        self.assertEqual(viewer.ask("settings")["data"]["first"], 10)
        viewer.ask("to 15")
        self.assertEqual(viewer.update_at(15)["watch"][0]["states"], [2])
        viewer.ask("hold none")
        self.assertIn("earliest is 15", viewer.ask("to 12")["why"])

    def test_breaks(self):
        _, viewer = self.paused("--agents", "200")
        self.assertEqual(viewer.ask("break alert where health > 0.5")["is"], "done")
        viewer.ask("go")
        broke = viewer.wait_for("broke")
        self.assertGreater(broke["count"], 0)
        hashes = self.hashes(viewer, [broke["tick"] + 20, broke["tick"]])
        self.assertEqual(self.hashes(viewer, [1, broke["tick"] + 20, broke["tick"]])[1:], hashes)

    def test_back_with_little_memory(self):
        _, viewer = self.paused("--agents", "40000", "--memory", "1")
        last = self.hashes(viewer, [100, 200])[-1]
        first = viewer.ask("settings")["data"]["first"]
        self.assertGreater(first, 1)
        self.assertEqual(self.hashes(viewer, [first, 200])[-1], last)

    # ----------------------------------------------------------------------------------------------------- recordings

    def recorded(self, *more, ticks=60, brain="brains/guard.yaml"):
        """A recording, and the arguments of `wits crowd` that make the same agents."""
        arguments = [str(ROOT / brain), "--agents", "300", "--seed", "5", *more]
        self.good("crowd", *arguments, "--ticks", str(ticks), "--record", "day.rec", "--keyframes", "20")
        return arguments

    def replayed(self, *more):
        inspected = Inspected("--replay", "day.rec", "--paused", *more, cwd=self.folder)
        self.addCleanup(inspected.__exit__)
        viewer = inspected.view()
        self.addCleanup(viewer.close)
        return viewer

    def test_recording_has_recorded_hashes(self):
        arguments = self.recorded("--set", "health=random", "--set", "sees_player=random < 0.5")
        viewer = self.replayed()
        viewer.ask("show counts")
        first = viewer.update()  # at tick 0 no agent has begun
        self.assertEqual((first["tick"], first["counts"][0]), (1, 300))
        settings = viewer.ask("settings")["data"]
        self.assertEqual((settings["agents"], settings["seed"], settings["first"], settings["last"]), (300, 5, 0, 61))
        self.assertEqual(settings["recording"],
                         {"name": "day.rec", "end": "complete", "text": "the recording is complete"})
        ticks = (1, 45, 20, 21, 22, 59, 2, 61, 40)
        found = self.hashes(viewer, ticks)
        for tick, found_hash in zip(ticks, found):
            self.assertEqual(found_hash, crowd_hash(self, *arguments, "--ticks", str(tick - 1)) if tick > 1 else found[0])
        end = re.search("hash ([0-9a-f]{16})", self.good("replay", "day.rec").out)[1]
        self.assertEqual(found[ticks.index(61)], end)
        viewer.ask("to 10")
        viewer.ask("go")  # runs to the end, and pauses there
        self.assertFalse(viewer.update_at(61)["running"])
        self.assertEqual(viewer.ask("hash")["hash"], end)
        viewer.ask("back 3")
        self.assertEqual(viewer.update_at(58)["tick"], 58)
        self.assertEqual(viewer.ask("to 62")["why"], "the recording has no tick 62; it ends before tick 61")

    def test_recording_explains_as_the_living_world(self):
        brain = BRAIN.replace("alarmed and health > 0.25", "scared() and health > 0.25") + "functions: {scared: condition}\n"
        self.write("scared.yaml", brain.lstrip())
        arguments = ["--agents", "40", "--set", "health=random", "--set", "scared()=random < 0.2", "--set",
                     "alarmed=random < 0.5"]
        self.good("crowd", "scared.yaml", *arguments, "--ticks", "30", "--record", "day.rec")
        living, viewer = self.inspect("--paused", *arguments, brain="scared.yaml").view(), self.replayed()
        self.addCleanup(living.close)
        for tick in (25, 3, 17):
            shown = []
            for one in (living, viewer):
                one.ask("focus 7")
                one.ask("show counts moves")
                one.ask(f"to {tick}")
                shown.append(one.update_at(tick))
            self.assertEqual(shown[0]["counts"], shown[1]["counts"])
            for focus in (shown[0]["focus"], shown[1]["focus"]):
                focus.pop("history")
                self.assertIn("explain", focus)
            self.assertEqual(shown[0]["focus"], shown[1]["focus"])
        self.assertEqual(living.ask("find alert where health > 0.5")["agents"],
                         viewer.ask("find alert where health > 0.5")["agents"])

    def test_recording_cannot_be_changed(self):
        self.recorded()
        viewer = self.replayed()
        self.assertEqual(viewer.ask("hello")["allows"], ["control"])
        for request in ("raise alarm 1", "set 1 health 0", "goto 1 combat", "hold 1 combat", "edit\nwits: 1", "agents 5",
                        "seed 1", "restart", "world\nhealth=1"):
            answer = viewer.ask(request)
            self.assertEqual((answer["is"], answer["why"]),
                             ("refused", "this is a recording: what has happened cannot be changed"))
        self.assertEqual(viewer.ask("break combat")["is"], "done")
        self.assertEqual(viewer.ask("check\n" + BRAIN)["data"]["problems"], [])
        self.assertEqual(viewer.ask("step decide")["is"], "done")  # whole ticks, as they were recorded

    def test_recording_that_is_damaged(self):
        self.recorded(ticks=100)
        whole = (self.folder / "day.rec").read_bytes()
        self.write("day.rec", whole[:-200])
        viewer = self.replayed()
        settings = viewer.ask("settings")["data"]
        self.assertEqual(settings["recording"]["end"], "cut")
        self.assertRegex(settings["recording"]["text"], r"^the recording is cut off after tick \d+; \d+ of its \d+ bytes")
        self.assertEqual(len(self.hashes(viewer, [settings["last"], 1])), 2)
        self.write("day.rec", whole[:40])
        self.assertIn("day.rec: cut short", self.bad(1, "inspect", "--replay", "day.rec", "--no-open"))
        self.write("day.rec", whole[:60] + b"!!" + whole[62:])
        self.assertIn("day.rec: damaged in", self.bad(1, "inspect", "--replay", "day.rec", "--no-open"))
        self.write("day.rec", "wits: 1\n")
        self.assertIn("this is a brain file", self.bad(1, "inspect", "--replay", "day.rec", "--no-open"))
        self.write("day.rec", b"\0\1" * 100)
        self.assertIn("not a recording", self.bad(1, "inspect", "--replay", "day.rec", "--no-open"))

    def test_recording_that_differs(self):
        self.recorded()
        brain = (ROOT / "brains/guard.yaml").read_text().replace("look, after: 3", "look, after: 4")
        viewer = self.replayed("--brain", self.write("other.yaml", brain))
        viewer.ask("to 61")
        fault = viewer.wait_for("fault")["data"]["text"]
        self.assertIn("this machine's results differ from the recording; the first difference is", fault)

    def test_restart(self):
        _, viewer = self.paused(tick=30)
        before = viewer.ask("hash")["hash"]
        viewer.ask("restart")
        self.assertEqual(viewer.ask("hash")["tick"], 1)
        self.assertEqual(self.hashes(viewer, [30]), [before])
        for wrong, words in (("agents 0", "must be a whole number from 1"), ("agents x", "must be a whole number"),
                             ("seed", "must be a whole number"), ("agents 999999999999999999", "must be a whole number"),
                             ("speed 0", "must be a whole number"),
                             ("world\nhelth=1", "helth=1: unknown field 'helth'; did you mean 'health'?"),
                             ("world\nhealth=2", "health"), ("world\neach tick:\nenemy=3\n", "unknown field 'enemy'")):
            answer = viewer.ask(wrong)
            self.assertEqual(answer["is"], "refused", wrong)
            self.assertIn(words, answer["why"])
        self.assertEqual(viewer.ask("hash")["hash"], before)

    def test_settings_and_default_world(self):
        inspected = self.inspect("--agents", "20", "--paused", "--seed", "3", "--speed", "max")
        with inspected.view() as viewer:
            data = viewer.ask("settings")["data"]
            self.assertEqual((data["agents"], data["seed"], data["speed"], data["first"]), (20, 3, None, 1))
            self.assertEqual(data["world"],
                             "health=random\nalarmed=random < 0.5\neach tick:\n"
                             "health=clamp(health + (random - 0.5) * 0.05, 0, 1)\n"
                             "alarmed=not alarmed if random < 0.02 else alarmed\nnoise=random < 0.005\n")
            self.assertTrue(data["isDefault"])
            viewer.ask("watch 3")
            rows = []
            for tick in (1, 2, 3):
                viewer.ask(f"to {tick}")
                rows.append(viewer.update_at(tick)["watch"][0]["fields"])
            self.assertEqual(len({row[0] for row in rows}), 3)
            self.assertTrue(all(abs(rows[i][0] - rows[i + 1][0]) <= 0.0251 for i in range(2)))
            self.assertEqual(viewer.ask("world\n" + data["world"])["is"], "done")
            viewer.ask("to 3")
            self.assertEqual(viewer.update_at(3)["watch"][0]["fields"], rows[2])
            viewer.ask("speed 7")
            data = viewer.ask("settings")["data"]
            self.assertEqual((data["speed"], "isDefault" in data), (7, False))

    def test_default_world_has_steps(self):
        brain = BRAIN.lstrip().replace("range: [0, 1]}", "range: [0, 1], step: 0.1}").replace(
            "alarmed: bool", "alarmed: bool\n  price: {type: float, range: [-30, 60], step: 0.3}")
        path = self.write("steps.yaml", brain)
        float32 = lambda value: struct.unpack("f", struct.pack("f", value))[0]
        with self.inspect("--agents", "64", "--paused", "--seed", "3", brain=path).view() as viewer:
            viewer.ask("watch " + " ".join(map(str, range(64))))
            seen = [set(), set()]
            for tick in (1, 40, 200, 1000):
                viewer.ask(f"to {tick}")
                for row in viewer.update_at(tick)["watch"]:
                    for values, value in zip(seen, (row["fields"][0], row["fields"][2])):
                        values.add(float32(value))
            self.assertEqual(seen[0], {float32(k * 0.1) for k in range(11)})
            self.assertGreater(len(seen[1]), 60)
            self.assertLessEqual(seen[1], {float32(k * 0.3) for k in range(-100, 201)})

    def test_default_worlds_of_all_brains(self):
        for path in sorted((ROOT / "brains").glob("*.yaml")):
            if path.name.endswith(".test.yaml") or path.stem == "common":
                continue
            with self.subTest(brain=path.name), self.inspect("--paused", "--agents", "300", brain=str(path)) as inspected:
                with inspected.view() as viewer:
                    forward = self.hashes(viewer, [1, 2, 40, 80])
                    self.assertEqual(self.hashes(viewer, [80, 40, 2, 1]), forward[::-1])
                    self.assertFalse([message for message in viewer.messages if message["is"] == "fault"])

    def test_values_out_of_range(self):
        _, viewer = self.paused()
        self.assertEqual(viewer.ask("world\nhealth=0.8\neach tick:\nhealth=health + 0.06\n")["is"], "done")
        viewer.ask("go")
        self.assertIn("health", viewer.wait_for("fault")["data"]["text"])
        self.assertEqual(viewer.ask("hash")["tick"], 3)

    def test_game(self):
        path = os.path.join(os.path.dirname(PROGRAM), "../examples/example_inspect_game")
        if not os.path.exists(path):
            self.skipTest("there is no example_inspect_game")
        process = subprocess.Popen([path, "60"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with Served(process, process.stderr) as game, game.view() as viewer:
            hello = viewer.ask("hello")
            self.assertEqual((hello["allows"], hello["commands"]), (["control"], []))
            self.assertEqual(len(viewer.ask("brain")["states"]), 4)
            viewer.ask("show counts")
            viewer.ask("focus 5")
            first = viewer.update()
            self.assertEqual(first["counts"][0], 200)
            viewer.ask("pause")
            paused = viewer.update()
            viewer.ask("step 5")
            viewer.update_at(paused["tick"] + 5)
            self.assertEqual(viewer.ask("set 5 tired 0")["is"], "refused")
            viewer.ask("go")
            while viewer.update()["tick"] < paused["tick"] + 10:
                pass
            process.kill()

    def test_speed(self):
        inspected = self.inspect("--speed", "20")
        with inspected.view() as viewer:
            first, begun = viewer.update()["tick"], time.monotonic()
            while viewer.update()["tick"] < first + 10:
                pass
            self.assertGreater(time.monotonic() - begun, 0.4)


if __name__ == "__main__":
    unittest.main()
