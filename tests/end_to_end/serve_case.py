"""Helpers for the tests of `referee serve`: the server as a process, requests as bytes, and event streams."""
import errno
import http.client
import json
import os
import re
import select
import socket
import time

from harness import FACTOR, PATIENCE, RefereeTest



class Answer:
    """Parses an answer strictly, like a client that tolerates no errors."""

    def __init__(self, text):
        head, _, self.body = text.partition(b"\r\n\r\n")
        line, *fields = head.decode().split("\r\n")
        self.status = int(line.split(" ")[1])
        self.fields = {}
        for field in fields:
            name, _, value = field.partition(": ")
            self.fields[name.lower()] = value

    def json(self):
        return json.loads(self.body)


class Stream:
    """Reads an event stream."""

    def __init__(self, server, path):
        self.socket = server.connect()
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: {server.name}\r\n\r\n".encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline() not in (b"\r\n", b""):
            pass

    def next(self):
        """Returns the next event as (name, data). Skips comments. Returns None at the end of the stream, or if no event
        arrives in time."""
        name = data = None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and (line := self.file.readline()):
            text = line.rstrip(b"\n").decode()
            if text.startswith("event: "):
                name = text[7:]
            elif text.startswith("data: "):
                data = json.loads(text[6:])
            elif not text and name:
                return name, data
        return None

    def state(self, wanted=lambda state: True):
        """Returns the next state of a match for which `wanted` is true."""
        while event := self.next():
            if wanted(event[1]):
                return event[1]
        raise AssertionError("the stream has ended, or is silent")

    def close(self):
        self.file.close()
        self.socket.close()


class Server:
    """A running `referee serve`."""

    def __init__(self, process):
        self.process = process
        line = process.stdout.readline().decode()
        match = re.search(r" http://([\w.-]+|\[[0-9a-f:]+\]):(\d+)/$", line.rstrip("\n"))
        if not match:
            process.kill()
            raise AssertionError(line + process.stderr.read().decode())
        self.host, self.port = match[1], int(match[2])
        self.name = f"{self.host}:{self.port}"

    def connect(self, address="127.0.0.1"):
        return socket.create_connection((address, self.port), PATIENCE)

    def exchange(self, *parts, address="127.0.0.1", pause=0.0, half_close=False):
        """Sends these bytes. Returns everything that the server sends until it closes the connection. The request should
        ask the server to close it."""
        with self.connect(address) as connection:
            try:
                for part in parts:
                    connection.sendall(part)
                    time.sleep(pause)
                if half_close:
                    connection.shutdown(socket.SHUT_WR)
                received = b""
                while more := connection.recv(1 << 16):
                    received += more
            except OSError as error:
                if error.errno not in (errno.EPIPE, errno.ECONNRESET, errno.ENOTCONN):
                    raise  # the server may close the connection before it has read everything
            return received

    def ask(self, method, path, fields=None, body=b"", host=None, **options):
        """Sends one request and returns its answer."""
        head = {"Host": host or self.name, "Connection": "close", **(fields or {})}
        if body:
            head.setdefault("Content-Length", len(body))
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items()), "", ""]
        return Answer(self.exchange("\r\n".join(lines).encode() + body, **options))

    def get(self, path, **options):
        return self.ask("GET", path, **options)

    def post(self, path, data):
        """Sends a request like those of the page, on a connection that stays open."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            body = data if isinstance(data, (bytes, str)) else json.dumps(data)
            connection.request("POST", path, body, {"Content-Type": "application/json", "Host": self.name,
                                                    "Origin": f"http://{self.name}"})
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text else None
        finally:
            connection.close()

    def begin(self, game="magnetize", settings="", bot=0, you=0, move_ms=None):
        """Starts a new match."""
        wish = {"bot": bot, "game": game, "settings": settings, "you": you, "move_ms": move_ms or min(20_000 * FACTOR, 60_000)}
        status, answer = self.post("/api/matches", wish)
        assert status == 201, (status, answer)
        assert re.fullmatch("[0-9a-f]{32}", answer["id"])
        return Match(self, answer["id"])

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def settled_descriptors(self):
        """Returns the number of the server's open descriptors when it has stopped changing, that is, when the closed
        connections are gone."""
        counts = [None]
        while len(counts) < 10 or len(set(counts[-10:])) > 1:
            counts.append(self.descriptors())
            time.sleep(0.02)
        return counts[-1]


class Match:
    """A person's match, as the page in the browser sees it."""

    def __init__(self, server, name):
        self.server, self.id = server, name
        self.path = f"/api/matches/{name}"
        self.stream = Stream(server, self.path + "/events")

    def move(self, ply, move):
        status, answer = self.server.post(self.path + "/moves", {"ply": ply, "move": move})
        assert (answer is None) == (status == 204), answer
        return status

    def leave(self):
        assert self.server.post(self.path + "/leave", {}) == (204, None)

    def state(self, **members):
        """Returns the next state with these values."""
        return self.stream.state(lambda state: all(state[name] == value for name, value in members.items()))

    def turn(self):
        """Returns the next state in which the person may move, or the last state."""
        return self.stream.state(lambda state: state["moves"] or state["over"])

    def page(self):
        return self.server.get(f"/matches/{self.id}")

    def log(self):
        return self.server.get(f"/matches/{self.id}.json")

    def close(self):
        self.stream.close()


class ServeCase(RefereeTest):
    def serve(self, *arguments, port=0, patience="", **options):
        process = self.start("serve", *arguments, "--port", port, env={"REFEREE_SERVE_PATIENCE": patience}, **options)
        return Server(process)

    def begin(self, server, *arguments, **options):
        match = server.begin(*arguments, **options)
        self.addCleanup(match.close)
        return match

    def play(self, match, choose):
        """Plays a match to its end. Returns the states in which the person was to move, and the last state."""
        states = []
        while not (state := match.turn())["over"]:
            states.append(state)
            self.assertEqual(match.move(state["ply"], choose(state["moves"])), 204)
        return states, state

    def assert_fine(self, server):
        """Checks that the server still answers valid requests."""
        answer = server.get("/play")
        self.assertEqual(answer.status, 200)
        self.assertIn(b"</html>", answer.body)


def is_closed(connection, seconds):
    """Returns whether the server closes the connection within this time, whatever else it sends."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if not select.select([connection], [], [], left)[0]:
            return False
        try:
            if not connection.recv(1 << 16):
                return True
        except ConnectionResetError:
            return True
    return False
