# SPDX-License-Identifier: MIT
"""Runs `wits inspect` and talks to it as a page does: over sockets, as HTTP/1.1."""

import json
import re
import signal
import socket
import subprocess
import time

from program import PROGRAM, refuse

PATIENCE = 60  # seconds that a loaded machine may take


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body


def connect(port, host="127.0.0.1"):
    return socket.create_connection((host, port), timeout=PATIENCE)


def read_head(connection):
    """The status and headers of an answer, and the bytes after them."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        if not more:
            raise ConnectionError(f"the server closed after {data!r}")
        data += more
    head, rest = data.split(b"\r\n\r\n", 1)
    lines = head.decode("latin-1").split("\r\n")
    headers = dict((name.lower(), value.strip()) for name, value in (line.split(":", 1) for line in lines[1:]))
    return int(lines[0].split()[1]), headers, rest


def read_answer(connection):
    status, headers, body = read_head(connection)
    length = int(headers.get("content-length", 0))
    while len(body) < length:
        body += connection.recv(65536)
    return Answer(status, headers, body)


class Served:
    """A process that serves an inspector, and has printed its address as the first line of a stream."""

    def __init__(self, process, stream):
        self.process = process
        self.address = stream.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#([0-9a-f]{32})", self.address)
        if found is None:
            raise ValueError(self.address + self.process.communicate(timeout=PATIENCE)[1])
        self.port, self.token = int(found[1]), found[2]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.out, self.err = self.process.communicate(timeout=PATIENCE)

    def ask(self, method="GET", path="/", headers=None, body=b"", host=None, token=None, at="127.0.0.1", drops=()):
        """One request with a connection of its own. A header of None is left out."""
        all_headers = {"Host": host or f"127.0.0.1:{self.port}", "Connection": "close",
                       "Authorization": f"Bearer {self.token if token is None else token}"}
        if body or method == "POST":
            all_headers["Content-Length"] = str(len(body))
        all_headers.update(headers or {})
        head = "".join(f"{name}: {value}\r\n" for name, value in all_headers.items() if name not in drops)
        with connect(self.port, at) as connection:
            connection.sendall(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
            return read_answer(connection)

    def view(self, **more):
        return Viewer(self, **more)


class Inspected(Served):
    """A process of `wits inspect`."""

    def __init__(self, *arguments, cwd=None):
        process = subprocess.Popen([PROGRAM, "inspect", *map(str, arguments), "--no-open"], cwd=cwd,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        super().__init__(process, process.stdout)


class Viewer:
    """A page: a stream of events, and requests."""

    def __init__(self, of, size=None):
        self.of, self.requests, self.messages, self.data = of, 0, [], b""
        self.connection = connect(of.port)  # for requests
        self.stream = socket.socket()
        if size is not None:
            self.stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, size)
        self.stream.settimeout(PATIENCE)
        self.stream.connect(("127.0.0.1", of.port))
        self.stream.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{of.port}\r\n"
                            f"Authorization: Bearer {of.token}\r\n\r\n".encode())
        status, self.headers, self.raw = read_head(self.stream)
        assert status == 200, status
        event, data = self.event()
        assert event == "viewer"
        self.number = int(data)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.stream.close()
        self.connection.close()

    def read_chunk(self):
        """Adds a chunk of the stream to `data`. Returns False at its end."""
        while True:
            line, found, rest = self.raw.partition(b"\r\n")
            if found and len(rest) >= int(line, 16) + 2:
                size = int(line, 16)
                self.data += rest[:size]
                self.raw = rest[size + 2:]
                return size > 0
            more = self.stream.recv(1 << 16)
            if not more:
                return False
            self.raw += more

    def event(self):
        """The next event, or None at the end of the stream."""
        while b"\n\n" not in self.data:
            if not self.read_chunk():
                return None
        text, self.data = self.data.split(b"\n\n", 1)
        fields = dict(line.split(": ", 1) for line in text.decode().split("\n") if not line.startswith(":"))
        return (fields.get("event"), fields["data"]) if fields else self.event()

    def message(self):
        found = self.event()
        if found is None:
            raise ConnectionError("the stream has ended")
        return json.loads(found[1], parse_constant=refuse)

    def post(self, request):
        """Sends bytes over the connection for requests, which is opened again if it was idle for too long."""
        body = request.encode()
        head = (f"POST /request HTTP/1.1\r\nHost: 127.0.0.1:{self.of.port}\r\nWits-Viewer: {self.number}\r\n"
                f"Authorization: Bearer {self.of.token}\r\nContent-Length: {len(body)}\r\n\r\n")
        for attempt in (0, 1):
            try:
                self.connection.sendall(head.encode() + body)
                return read_answer(self.connection)
            except ConnectionError:
                if attempt == 1:
                    raise
                self.connection.close()
                self.connection = connect(self.of.port)

    def send(self, request):
        self.requests += 1
        answer = self.post(f"#{self.requests} {request}")
        assert answer.status == 204, (answer.status, answer.body)
        return self.requests

    def ask(self, request):
        """Sends a request and returns its answer. Other messages go to `messages`."""
        number = self.send(request)
        while True:
            message = self.message()
            if message.get("request") == number:
                return message
            self.messages.append(message)

    def wait_for(self, kind, end=None):
        """Returns the next message of a kind."""
        end = end or time.monotonic() + PATIENCE
        while self.messages:
            message = self.messages.pop(0)
            if message["is"] == kind:
                return message
        while time.monotonic() < end:
            message = self.message()
            if message["is"] == kind:
                return message
        raise TimeoutError(kind)

    def update(self):
        """Requests an update and returns it."""
        self.send("next")
        return self.wait_for("update")

    def update_at(self, tick):
        """Returns the update of the tick that the world goes to."""
        while True:
            update = self.update()
            if update["tick"] == tick and not update["running"]:
                return update
