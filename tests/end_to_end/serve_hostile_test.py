#!/usr/bin/python3
"""Tests malicious or faulty clients of `referee serve`. Each of them is refused, and no other client is harmed."""
import contextlib
import json
import random
import resource
import signal
import socket
import struct
import time

from harness import FACTOR, PATIENCE, bot
from serve_case import Answer, ServeCase, Stream, is_closed

LARGE = "height=64,width=64"
JSON = {"Content-Type": "application/json"}
WISH = json.dumps({"bot": 0, "game": "magnetize", "settings": "", "you": 0, "move_ms": 100}).encode()

# Headers of every answer.
ALWAYS = {"cache-control": "no-store", "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
          "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin"}


class HostileTest(ServeCase):
    patience = ""

    def setUp(self):
        super().setUp()
        self.server = self.serve("--bot", bot(), patience=self.patience)
        self.addCleanup(self.check_afterwards)

    def check_afterwards(self):
        """Checks that the server is still running and has written no message. Then ends the server, which must end when
        told to."""
        server = self.server
        if server.process.poll() is None:
            self.assert_fine(server)
            server.process.send_signal(signal.SIGINT)
        self.assertEqual(server.process.wait(PATIENCE), 130)
        self.assertEqual(server.process.stderr.read(), b"")
        self.assert_nothing_left()

    def raw(self, text, **options):
        """Returns the status of the answer to these bytes, or None if there is no answer."""
        received = self.server.exchange(text.replace("HOST", self.server.name).encode("latin-1"), **options)
        return Answer(received).status if received else None

    def memory(self):
        with open(f"/proc/{self.server.process.pid}/status") as file:
            return int(next(line for line in file if line.startswith("VmRSS")).split()[1]) // 1024


class RequestTest(HostileTest):
    def test_requests_that_are_refused(self):
        get, post = "GET /play HTTP/1.1\r\nHost: HOST\r\n", "POST /api/matches HTTP/1.1\r\nHost: HOST\r\n"
        asked = post + "Content-Type: application/json\r\n"
        cases = {
            "GET /play HTTP/1.0\r\nHost: HOST\r\n\r\n": 505,
            "GET /play HTTP/2.0\r\nHost: HOST\r\n\r\n": 400,
            "GET /play\r\n\r\n": 400,
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n": 400,
            "GET /play HTTP/1.1\r\n\r\n": 400,
            "GET /play HTTP/1.1\r\nHost:\r\n\r\n": 421,
            get + "Host: HOST\r\n\r\n": 400,
            get + "host: evil.example\r\n\r\n": 400,
            get + "Host : HOST\r\n\r\n": 400,
            get + "Bad field\r\n\r\n": 400,
            get + "\0: x\r\n\r\n": 400,
            get + "X: \0\r\n\r\n": 400,
            "GET  /play HTTP/1.1\r\nHost: HOST\r\n\r\n": 400,
            "GET http://HOST/play HTTP/1.1\r\nHost: HOST\r\n\r\n": 400,
            "GET http://evil.example/ HTTP/1.1\r\nHost: HOST\r\n\r\n": 400,
            "GET * HTTP/1.1\r\nHost: HOST\r\n\r\n": 400,
            "OPTIONS * HTTP/1.1\r\nHost: HOST\r\n\r\n": 400,
            "CONNECT evil.example:80 HTTP/1.1\r\nHost: HOST\r\n\r\n": 400,
            "GET play HTTP/1.1\r\nHost: HOST\r\n\r\n": 400,
            "GET /play?x HTTP/1.1\r\nHost: HOST\r\n\r\n": 400,
            "GET /%2e%2e/etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n": 400,
            "GET /play%00 HTTP/1.1\r\nHost: HOST\r\n\r\n": 400,
            "GET /play\0 HTTP/1.1\r\nHost: HOST\r\n\r\n": 400,
            "GET /\xff HTTP/1.1\r\nHost: HOST\r\n\r\n": 400,
            "GET /..\\..\\x HTTP/1.1\r\nHost: HOST\r\n\r\n": 400,
            "GET /../../etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n": 404,
            "GET //play HTTP/1.1\r\nHost: HOST\r\n\r\n": 404,
            "GET /play/ HTTP/1.1\r\nHost: HOST\r\n\r\n": 404,
            "GET /PLAY HTTP/1.1\r\nHost: HOST\r\n\r\n": 404,
            f"GET /{'a' * 1023} HTTP/1.1\r\nHost: HOST\r\n\r\n": 404,
            f"GET /{'a' * 1024} HTTP/1.1\r\nHost: HOST\r\n\r\n": 414,
            f"GET /{'a' * 9000} HTTP/1.1\r\nHost: HOST\r\n\r\n": 431,
            get + f"X: {'a' * 8200}\r\n\r\n": 431,
            get + "X: a\r\n" * 2000 + "\r\n": 431,
            get + "X: " + "a" * 200_000: 431,
            get + "Content-Length: 3\r\n\r\nabc": 400,
            get + "Expect: 100-continue\r\n\r\n": 417,
            "OPTIONS /play HTTP/1.1\r\nHost: HOST\r\n\r\n": 405,
            "POST /play HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}": 405,
            "DELETE /play HTTP/1.1\r\nHost: HOST\r\n\r\n": 405,
            "BREW /play HTTP/1.1\r\nHost: HOST\r\n\r\n": 405,
            "GET /api/matches HTTP/1.1\r\nHost: HOST\r\n\r\n": 405,
            post + "\r\n": 411,
            post + "Content-Length: 2\r\n\r\n{}": 415,
            post + "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}": 415,
            post + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 2\r\n\r\n{}": 415,
            asked + "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}": 415,
            asked + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n": 411,
            asked + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n": 400,
            asked + "Transfer-Encoding: gzip\r\n\r\n": 411,
            asked + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}": 400,
            asked + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}": 400,
            asked + "Content-Length: 2, 2\r\n\r\n{}": 400,
            asked + "Content-Length: -2\r\n\r\n{}": 400,
            asked + "Content-Length: +2\r\n\r\n{}": 400,
            asked + "Content-Length: 0x2\r\n\r\n{}": 400,
            asked + "Content-Length: 99999999999999999999999\r\n\r\n{}": 400,
            asked + "Content-Length: 262145\r\n\r\n" + " " * 262145: 413,
            asked + "Content-Length: 100000000\r\n\r\n" + " " * 200_000: 413,
            asked + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n": 417,
            asked + "Content-Length: 2\r\n\r\n{}": 400,
            "\r\n\r\n\r\n\r\n": 400,
            "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03": 400,
            "GET": 400,
            get: 400,
            "": None,
        }
        for text, status in cases.items():
            with self.subTest(text[:100]):
                self.assertEqual(self.raw(text, half_close=True), status)

    def test_who_may_ask(self):
        port = self.server.port
        good = [f"127.0.0.1:{port}", f"localhost:{port}", f"LOCALHOST:{port}", f"[::1]:{port}", "127.0.0.1", f"localhost:{port + 1}"]
        bad = ["evil.example", f"evil.example:{port}", f"127.0.0.1:{port}00", "127.0.0.1:", "localhost:x",
               f"127.0.0.1.evil.example:{port}", f"127.0.0.2:{port}", f"localhost.:{port}", f"x@localhost:{port}",
               f"localhost:{port}:{port}", f"[::1:{port}", f"[::2]:{port}", f"::1:{port}", f"0x7f000001:{port}",
               f"http://localhost:{port}", f"localhost:{port}, evil.example"]
        for host in good:
            self.assertEqual(self.server.get("/play", host=host).status, 200, host)
            own = {**JSON, "Origin": f"http://{host}"}
            self.assertEqual(self.server.ask("POST", "/api/matches", own, WISH, host=host).status, 201, host)
        for host in bad:
            answer = self.server.ask("POST", "/api/matches", {**JSON, "Origin": f"http://{host}"}, WISH, host=host)
            self.assertEqual(answer.status, 421, host)
            for path in ("/", "/play", "/api/play", "/nothing"):
                self.assertEqual(self.server.get(path, host=host).status, 421)
        here = f"127.0.0.1:{port}"
        origins = ["null", "", "http://evil.example", f"https://{here}", f"http://{here}/", f"http://{here}.evil.example",
                   f"http://localhost:{port}", "http://127.0.0.1", f"http://{here} http://evil.example", here]
        for origin in origins:
            for method, path, body in (("POST", "/api/matches", WISH), ("GET", "/api/play", b""), ("GET", "/play", b"")):
                answer = self.server.ask(method, path, {**JSON, "Origin": origin}, body)
                self.assertEqual(answer.status, 403, (origin, path))
                self.assertNotIn("access-control-allow-origin", answer.fields)
        self.wait_until(lambda: len(self.leftovers()) == 1 + len(good))

    def test_what_every_answer_says(self):
        asked = {("GET", "/"): 303, ("GET", "/play"): 200, ("HEAD", "/play"): 200, ("GET", "/api/play"): 200,
                 ("GET", "/nothing"): 404, ("PUT", "/play"): 405, ("GET", "/matches/" + "0" * 32): 404,
                 ("GET", "/play%"): 400, ("HEAD", "/nothing"): 404, ("HEAD", "/api/matches"): 405,
                 ("HEAD", "/play%"): 400}
        for (method, path), status in asked.items():
            answer = self.server.ask(method, path)
            self.assertEqual(answer.status, status, path)
            self.assertEqual({name: answer.fields.get(name) for name in ALWAYS}, ALWAYS)
            policy = answer.fields["content-security-policy"]
            self.assertTrue(policy.startswith("default-src 'none'; "), policy)
            self.assertTrue(policy.endswith("; frame-ancestors 'none'"), policy)
            self.assertNotIn("unsafe", policy)
            length = int(answer.fields["content-length"])
            self.assertEqual(len(answer.body), 0 if method == "HEAD" else length)
            self.assertEqual(length > 0, status != 303)
            if status == 405:
                self.assertIn("allow", answer.fields)

    def test_several_requests_on_one_connection(self):
        get = f"GET /api/play HTTP/1.1\r\nHost: {self.server.name}\r\n\r\n".encode()
        post = (f"POST /api/matches HTTP/1.1\r\nHost: {self.server.name}\r\nContent-Type: application/json\r\n"
                f"Content-Length: 2\r\n\r\n{{}}").encode()
        end = get.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        for many in (1, 2, 50):
            received = self.server.exchange((get + post) * many + end)
            self.assertEqual(received.count(b"HTTP/1.1 200 OK"), many + 1)
            self.assertEqual(received.count(b"HTTP/1.1 400 Bad Request"), many)
        # Sends the request byte by byte. After a refused request, the server reads nothing more.
        self.assertEqual(Answer(self.server.exchange(*(bytes([b]) for b in end), pause=0.0005)).status, 200)
        received = self.server.exchange(b"GET / HTTP/1.1\r\n\r\n" + get * 5)
        self.assertEqual(received.count(b"HTTP/1.1"), 1)

    def test_garbage(self):
        chance = random.Random(7)
        good = f"POST /api/matches HTTP/1.1\r\nHost: {self.server.name}\r\nContent-Type: application/json\r\n" \
               f"Content-Length: {len(WISH)}\r\nConnection: close\r\n\r\n".encode() + WISH
        for _ in range(150):
            text = bytearray(good)
            for _ in range(chance.randint(1, 6)):
                place = chance.randrange(len(text))
                text[place:place + chance.choice((0, 1, 1, 3))] = chance.randbytes(chance.choice((0, 1, 1, 4)))
            received = self.server.exchange(bytes(text[:chance.choice((len(text), chance.randrange(len(text))))]),
                                            half_close=True)
            self.assertTrue(not received or received.startswith(b"HTTP/1.1 "), received[:80])
        for _ in range(50):
            self.server.exchange(chance.randbytes(chance.randrange(3000)), half_close=True)


class SlowRequestTest(HostileTest):
    patience = "request=700ms"

    def test_a_request_that_drips_in(self):
        for text in (b"GET /play HTTP/1.1\r\nX: ", f"POST /api/matches HTTP/1.1\r\nHost: {self.server.name}\r\n"
                     "Content-Type: application/json\r\nContent-Length: 3000\r\n\r\n".encode()):
            with self.server.connect() as connection:
                begin = time.monotonic()
                received = b""
                connection.sendall(text)
                connection.settimeout(0.05)
                with contextlib.suppress(ConnectionError):
                    while time.monotonic() < begin + PATIENCE:
                        with contextlib.suppress(TimeoutError):
                            connection.sendall(b"a")
                            received += (more := connection.recv(1 << 16))
                            if not more:
                                break
                self.assertEqual(Answer(received).status, 408)
                self.assertGreater(time.monotonic() - begin, 0.6)


class ConnectionTest(HostileTest):
    patience = "progress=6s,comment=200ms"

    def test_idle_connections_end_after_a_while(self):
        server = self.serve("--bot", bot(), patience="idle=300ms")
        with server.connect() as fresh, server.connect() as used:
            used.sendall(f"HEAD /play HTTP/1.1\r\nHost: {server.name}\r\n\r\n".encode())
            self.assertTrue(is_closed(fresh, PATIENCE))
            self.assertTrue(is_closed(used, PATIENCE))
        self.wait_until(lambda: server.descriptors() == self.server.descriptors())

    def test_clients_that_go_away_in_the_midst(self):
        match = self.begin(self.server)
        state = match.turn()
        before = self.server.settled_descriptors()
        for text in (b"", b"GET /pl", f"GET /play HTTP/1.1\r\nHost: {self.server.name}\r\n\r\n".encode() * 20,
                     f"GET {match.path}/events HTTP/1.1\r\nHost: {self.server.name}\r\n\r\n".encode()):
            for reset in (True, False):
                for _ in range(20):
                    with self.server.connect() as connection:
                        if reset:
                            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                        connection.sendall(text)
        self.wait_until(lambda: self.server.descriptors() == before)
        self.assertEqual(match.move(0, state["moves"][0]), 204)
        match.leave()
        match.state(over=True)
        match.close()
        self.wait_until(lambda: self.server.descriptors() < before)

    def test_a_thousand_connections(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        match = self.begin(self.server)
        match.state()
        with contextlib.ExitStack() as connections:
            for number in range(1000):
                connection = connections.enter_context(self.server.connect())
                if number % 3 == 1:
                    connection.sendall(b"GET /play HTTP/1.1\r\n")
                if number % 3 == 2:  # the client does not read the answers to its requests
                    with contextlib.suppress(ConnectionError):
                        connection.sendall(f"GET /play HTTP/1.1\r\nHost: {self.server.name}\r\n\r\n".encode())
                if number % 100 == 0:
                    self.assert_fine(self.server)
            self.assertLess(self.server.descriptors(), 200)
            self.assert_fine(self.server)
            self.assertEqual(match.move(0, "DROP 1"), 204)
            self.assertEqual(match.turn()["ply"], 2)

    def test_no_more_streams_than_there_may_be(self):
        match = self.begin(self.server)
        path = match.path + "/events"
        streams = [Stream(self.server, path) for _ in range(70)]
        self.assertEqual([stream.status for stream in streams], [200] * 63 + [503] * 7)
        match.turn()
        self.assertEqual(match.move(0, "DROP 1"), 204)
        for stream in streams[:63]:
            self.assertEqual(stream.state(lambda state: state["ply"] == 2)["moves"][0], "DROP 0")
        for stream in streams:
            stream.close()
        def again():
            stream = Stream(self.server, path)
            stream.close()
            return stream.status == 200
        self.wait_until(again)
        self.assertEqual(self.server.ask("HEAD", path).status, 200)

    def test_a_stream_shows_signs_of_life(self):
        match = self.begin(self.server)
        match.state()
        self.assertEqual([match.stream.file.readline() for _ in range(6)], [b":\n", b"\n"] * 3)
        match.stream.socket.sendall(b"something that nobody wants to know\r\n" * 10)
        self.assertEqual(match.move(0, "DROP 1"), 204)
        self.assertEqual(match.turn()["ply"], 2)

    def test_streams_and_pages_that_are_never_read(self):
        match = self.begin(self.server, "fitz", LARGE, move_ms=20_000)
        state = match.turn()
        before, memory = self.server.settled_descriptors(), self.memory()
        unread = []
        for path in [match.path + "/events"] * 20 + ["/api/play"] * 5:
            connection = socket.socket()
            self.addCleanup(connection.close)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", self.server.port))
            many = 1 if path.endswith("events") else 1000
            request = f"GET {path} HTTP/1.1\r\nHost: {self.server.name}\r\n\r\n".encode() * many
            connection.setblocking(False)
            connection.send(request)
            unread.append(connection)
        self.wait_until(lambda: self.server.descriptors() == before + 25)
        for _ in range(60):  # each state takes at least 100 KB, so no buffer can hold all of them
            self.assertEqual(match.move(state["ply"], state["moves"][0]), 204)
            state = match.turn()
            self.assertFalse(state["over"])
        self.wait_until(lambda: self.server.descriptors() == before, "who reads nothing is still there")
        self.assertLess(self.memory() - memory, 64 * FACTOR)
