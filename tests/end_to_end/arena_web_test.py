"""Tests the web pages of `referee arena`: who may use which route, uploads, and what nobody else may see.

The routes are read from the program's own table, so a new route can't be forgotten.
"""
import collections
import contextlib
import csv
import io
import json
import os
import pathlib
import re
import select
import signal
import socket
import sqlite3
import ssl
import subprocess
import threading
import time
import unittest
import urllib.parse
import zipfile

import arena_test
import class_test
from arena_test import STUDENTS, ArenaCase
from class_test import python
from harness import FACTOR, LONG_LIMITS, PATIENCE, SOAK
from serve_case import Server, Stream

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROUTES = re.findall(r'Route\{"(GET|POST)", "([^"]+)", Access::(\w+), Action::(\w+)', (ROOT / "referee/arena/web/routes.cpp").read_text())

JSON = {"Content-Type": "application/json"}
BYTES = {"Content-Type": "application/octet-stream"}
MARKER = "SECRET-OF-"

# Writes a marker to stderr in each turn.
CHATTY = python().replace("    print(moves", "    sys.stderr.write('info string %s\\n'); sys.stderr.flush()\n    print(moves")

# A page shows each state of a hand-in only as long as it lasts. On a busy machine, a short one may pass unseen.
SLOW_START = "import time\ntime.sleep(2)\n"

# Arenas run as an ordinary user, who has no control groups.
needs_little_memory = unittest.skipIf(FACTOR > 1, "without control groups, a sanitizer needs more address space than a build or a bot may have")


class Browser:
    """Somebody with cookies."""

    def __init__(self, server):
        self.server = server
        self.cookies = {}

    def fields(self, more=None):
        fields = dict(more or {})
        if self.cookies:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return fields

    def ask(self, method, path, fields=None, body=b"", **options):
        answer = self.server.ask(method, path, self.fields(fields), body, **options)
        if set_cookie := answer.fields.get("set-cookie"):
            self.last_cookie = set_cookie
            name, _, value = set_cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def get(self, path, **options):
        return self.ask("GET", path, **options)

    def post(self, path, data, **options):
        return self.ask("POST", path, JSON, json.dumps(data).encode(), **options)

    def enter(self, link, sure=0, **options):
        return self.post("/api/enter", {"link": link.partition("#")[2] or link, "sure": sure}, **options)

    def begin_upload(self, name, text, path="/api/upload"):
        """Sends an upload up to its last byte. Returns the connection."""
        connection = self.server.connect()
        connection.settimeout(PATIENCE)
        head = {"Host": self.server.name, **self.fields({**BYTES, "X-File-Name": name, "Content-Length": str(len(text))})}
        connection.sendall("".join([f"POST {path} HTTP/1.1\r\n", *(f"{name}: {value}\r\n" for name, value in head.items()), "\r\n", text[:-1]]).encode())
        time.sleep(0.2)
        return connection

    def upload(self, name, text, path="/api/upload"):
        body = text if isinstance(text, bytes) else text.encode()
        fields = {**BYTES, "X-File-Name": urllib.parse.quote(name)}
        if not body:
            fields["Content-Length"] = "0"
        return self.ask("POST", path, fields, body)

    def only_try(self, name, text):
        return self.upload(name, text, "/api/try")

    def events(self, path):
        return OwnStream(self, path)


class OwnStream(Stream):
    """An event stream with cookies."""

    def __init__(self, browser, path):
        server = browser.server
        self.end = time.monotonic() + 600 * FACTOR  # no test reads a stream for so long, even if it is never silent
        self.socket = server.connect()
        self.socket.settimeout(PATIENCE)
        head = {"Host": server.name, **browser.fields()}
        self.socket.sendall("".join([f"GET {path} HTTP/1.1\r\n", *(f"{name}: {value}\r\n" for name, value in head.items()), "\r\n"]).encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline() not in (b"\r\n", b""):
            pass

    def next(self):
        if time.monotonic() > self.end:
            raise AssertionError("what a test waits for has not come in ten minutes")
        return super().next()

    def all_within(self, seconds):
        """What has come, but at least something, and everything that comes in this time. While games run, a stream is never silent."""
        received = self.file.read1(1 << 16)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                received += (more := self.socket.recv(1 << 16))
            except TimeoutError:
                break
            if not more:
                break
        return received

    def ends(self):
        """Whether the server ends the stream."""
        while self.next():
            pass
        return self.file.read(1) == b""

    def wait_for(self, name, wanted=lambda data: True):
        while event := self.next():
            if event[0] == name and wanted(event[1]):
                return event[1]
        raise AssertionError(f"no {name} that is as wanted")


class ArenaServer(Server):
    def __init__(self, process, port=0):
        self.process = process
        line = process.stdout.readline()
        match = re.search(r"The teacher's link: https?://[a-z.]+(?::(\d+))?/#([0-9A-Z-]+)$", line.rstrip("\n"))
        if not match:
            process.kill()
            raise AssertionError(line + process.communicate()[1])
        process.stdout.readline()
        self.host, self.port = "127.0.0.1", int(match[1] or port)
        self.name = f"127.0.0.1:{self.port}"
        self.teachers_link = match[2]


def over(stream, name):
    """The try of the file with this name when it is over."""
    return stream.wait_for("try", lambda told: told and told["file"] == name and told["state"] in ("accepted", "refused", "ended"))


class ArenaWebTest(ArenaCase):
    def start_arena(self, *more, until="2099-01-01 12:00", port=0, limits="margin=20ms", game=arena_test.GAME):
        process = self.command("class", "--students", "students.csv", "--until", until, "--game", game, "--port", port,
                               "--staff", arena_test.BIN / "greedy", "--staff", arena_test.BIN / "random",
                               "--without-control-groups", "--move-time", f"{20 * FACTOR}s", "--limits", limits, *more)
        return ArenaServer(process, port)

    def start_again(self, *more):
        return ArenaServer(self.command("class", *more))

    def links(self):
        return [row["link"] for row in csv.DictReader(io.StringIO((self.arena / "links.csv").read_text()))]

    def student(self, server, number):
        browser = Browser(server)
        answer = browser.enter(self.links()[number])
        self.assertEqual((answer.status, answer.json()), (200, {"role": "student", "name": STUDENTS[number]}))
        return browser

    def teacher(self, server):
        browser = Browser(server)
        self.assertEqual(browser.enter(server.teachers_link).status, 200)
        return browser

    def end(self, server):
        server.process.send_signal(signal.SIGINT)
        output, errors = server.process.communicate(timeout=PATIENCE)
        self.assertEqual(server.process.returncode, 130, errors)
        return errors


def status_of(connection):
    """The status of the answer that comes."""
    return int(connection.recv(1 << 16).split()[1])


class RolesTest(ArenaWebTest):
    def status(self, browser, method, path, **options):
        """The status of the answer to a harmless request, which changes nothing even if it is allowed."""
        path = path.replace("*", {"/kits/*": "nothing.zip", "/teacher/versions/*": "0"}.get(path, "999999"))
        if path.endswith("events"):
            stream = browser.events(path)
            stream.close()
            return stream.status
        if path in ("/api/upload", "/api/try"):
            return browser.ask(method, path, {**BYTES, "Content-Length": str(2 << 20)}).status
        return browser.ask(method, path, JSON if method == "POST" else None, b'{"x":1}' if method == "POST" else b"", **options).status

    def test_every_route_as_everybody(self):
        server = self.start_arena()
        self.assertGreater(len(ROUTES), 25)
        people = {"nobody": Browser(server), "student": self.student(server, 0), "teacher": self.teacher(server)}
        stale = self.student(server, 1)
        kept = dict(stale.cookies)
        self.assertEqual(stale.post("/api/leave", {}).status, 204)
        stale.cookies = kept
        forged = Browser(server)
        (cookie, value), = people["student"].cookies.items()
        (teachers_cookie, teachers_value), = people["teacher"].cookies.items()
        forged.cookies = {cookie: value[:-1] + ("0" if value[-1] != "0" else "1"), teachers_cookie: "0" * 26}
        swapped = Browser(server)  # a student's cookie under the teacher's name
        swapped.cookies = {teachers_cookie: value}
        people |= {"stale": stale, "forged": forged, "swapped": swapped}
        for method, path, access, _ in ROUTES:
            for who, browser in people.items():
                with self.subTest(f"{method} {path} as {who}"):
                    status = self.status(browser, method, path)
                    may = access == "anybody" or (who == "student" and access in ("student", "if_public")) or (who == "teacher" and access in ("teacher", "if_public"))
                    self.assertEqual(status not in (401, 403), may, status)
                    if not may:
                        self.assertEqual(status, 401)
                    self.assertNotEqual(status, 500)
            # Another web site, whoever's browser it is.
            for who in ("student", "teacher"):
                for fields in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
                    answer = people[who].ask(method, path.replace("*", "1"), {**(JSON if method == "POST" else {}), **fields}, b"{}" if method == "POST" else b"")
                    self.assertEqual(answer.status, 403, (path, fields))
            # The teacher's routes are only for those whom nobody can listen to.
            if access == "teacher":
                through_proxy = people["teacher"].ask(method, path.replace("*", "1"), {**(JSON if method == "POST" else {}), "X-Forwarded-For": "127.0.0.1"},
                                                      b"{}" if method == "POST" else b"")
                self.assertEqual(through_proxy.status, 403, path)
        self.assertEqual(people["student"].get("/api/who").json()["you"]["name"], STUDENTS[0])
        self.assertEqual(self.end(server).count("\n") > 5, False)

    def test_links(self):
        server = self.start_arena()
        browser = Browser(server)
        links = self.links()
        for wrong in ("", "#", "x" * 26, links[0].partition("#")[2][:-1], "0" * 26):
            self.assertIn(browser.enter(wrong or "x").status, (400, 403), wrong)
        self.assertEqual(browser.cookies, {})
        token = links[0].partition("#")[2]
        self.assertEqual(browser.enter(token.lower().replace("-", " ")).json()["name"], STUDENTS[0])
        self.assertRegex(browser.last_cookie, r"^arena_\w+_student=\w{26}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax$")
        self.assertNotIn(token.replace("-", ""), browser.last_cookie)
        again = browser.enter(links[1])
        self.assertEqual((again.status, again.json()["you"], again.json()["other"]), (409, STUDENTS[0], STUDENTS[1]))
        self.assertEqual(browser.get("/api/who").json()["you"]["name"], STUDENTS[0])
        self.assertEqual(browser.enter(links[1], sure=1).json()["name"], STUDENTS[1])
        self.assertEqual(browser.get("/api/who").json()["you"]["name"], STUDENTS[1])
        # Somebody who opens the own link again loses nothing that is under way.
        first = self.student(server, 0)
        stream = first.events("/events")
        stream.wait_for("arena")
        sending = first.begin_upload("bot.py", python())
        self.assertEqual(first.enter(links[0]).status, 200)
        sending.sendall(python()[-1:].encode())
        self.assertEqual(status_of(sending), 201)
        sending.close()
        stream.wait_for("versions", lambda data: data["versions"])
        stream.close()
        # A new link ends the old one, its cookies and its streams at once, on all devices.
        second = self.student(server, 1)
        streams = [second.events("/events"), browser.events("/public/events")]
        for stream in streams:
            stream.wait_for("arena")
        under_way = second.begin_upload("bot.py", python())
        teacher = self.teacher(server)
        self.assertEqual(teacher.enter(links[0]).status, 200)  # the teacher may look as a student, too
        new = teacher.post("/api/teacher/link", {"person": 1}).json()["link"]
        for stream in streams:
            self.assertTrue(stream.ends())
            stream.close()
        under_way.sendall(python()[-1:].encode())
        self.assertEqual(status_of(under_way), 401)
        under_way.close()
        self.assertEqual(teacher.get("/teacher/versions/1").json()["versions"], [])
        for device in (browser, second):
            self.assertEqual(device.get("/api/who").json()["you"], None)
            self.assertEqual(device.events("/events").status, 401)
        self.assertEqual(Browser(server).enter(links[1]).status, 403)
        self.assertEqual(Browser(server).enter(new).status, 200)
        self.assertEqual(self.links()[1], new)
        # Who leaves ends the streams of this device, and no others.
        devices = [self.student(server, 0) for _ in range(2)]
        streams = [device.events("/events") for device in devices]
        devices[0].post("/api/leave", {})
        self.assertTrue(streams[0].ends())
        streams[0].close()
        teacher.post("/api/teacher/pause", {})
        self.assertTrue(streams[1].wait_for("arena", lambda state: state["paused"]))
        streams[1].close()
        # The teacher's link ends when it is sent where others can listen.
        watching = teacher.events("/teacher/events")
        watching.wait_for("people")
        open_to_all = {"link": server.teachers_link, "sure": 0}
        refused = browser.ask("POST", "/api/enter", {**JSON, "X-Forwarded-For": "192.0.2.1"}, json.dumps(open_to_all).encode())
        self.assertEqual((refused.status, "teacher.txt" in refused.json()["error"]), (403, True))
        self.assertEqual(Browser(server).enter(server.teachers_link).status, 403)
        self.assertEqual(teacher.post("/api/teacher/pause", {}).status, 401)
        self.assertTrue(watching.ends())
        self.assertEqual(teacher.enter((self.arena / "teacher.txt").read_text().strip()).status, 200)
        watching = teacher.events("/teacher/events")
        missing = {"people", "audit", "arena", "table"}
        while missing and (event := watching.next()):
            missing.discard(event[0])
        self.assertEqual(missing, set())
        watching.close()
        self.end(server)

    def test_behind_a_proxy(self):
        server = self.start_arena("--public-origin", "https://arena.example", port=self.own_port())
        self.assertTrue(self.links()[0].startswith("https://arena.example/#"))
        browser = Browser(server)
        self.assertEqual(browser.enter(server.teachers_link, host="arena.example").status, 200)
        self.assertTrue(browser.last_cookie.endswith("; Secure"), browser.last_cookie)
        self.assertEqual(browser.get("/teacher/events", host="arena.example:1").status, 421)
        origin = {"Origin": "https://arena.example", **JSON}
        self.assertEqual(browser.ask("POST", "/api/teacher/pause", origin, b"{}", host="arena.example").status, 204)
        self.assertEqual(browser.ask("POST", "/api/teacher/pause", {**origin, "Origin": "http://arena.example"}, b"{}", host="arena.example").status, 403)
        self.end(server)

    def test_through_a_real_proxy(self):
        certificate = self.folder / "both.pem"
        made = subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                               "subjectAltName=DNS:localhost", "-keyout", certificate, "-out", self.folder / "cert.pem"], check=False, capture_output=True)
        if made.returncode != 0:
            self.skipTest("openssl can't make a certificate")
        certificate.write_text(certificate.read_text() + (self.folder / "cert.pem").read_text())
        port, arenas_port = self.own_port(), self.own_port()
        server = self.start_arena("--public-origin", f"https://localhost:{port}", port=arenas_port)
        proxy = TlsProxy(certificate, port, arenas_port)
        self.addCleanup(proxy.close)
        client = ssl.create_default_context(cafile=self.folder / "cert.pem")

        class Encrypted:
            name = f"localhost:{port}"
            ask = Server.ask

            @staticmethod
            def connect(address="localhost"):
                return client.wrap_socket(socket.create_connection((address, port), 30 * FACTOR), server_hostname="localhost")

            def exchange(self, *parts, address="localhost"):
                return Server.exchange(self, *parts, address=address)

        teacher = Browser(Encrypted())
        self.assertEqual(teacher.enter(server.teachers_link).status, 200)
        self.assertTrue(teacher.last_cookie.endswith("; Secure"), teacher.last_cookie)
        stream = teacher.events("/teacher/events")
        # What a client says about addresses changes nothing.
        for forged in ({}, {"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=192.0.2.1;proto=http"}, {"X-Forwarded-Proto": "http"}):
            self.assertEqual(teacher.ask("POST", "/api/teacher/pause", {**JSON, "Origin": f"https://localhost:{port}", **forged}, b"{}").status, 204)
        self.assertTrue(stream.wait_for("arena", lambda state: state["paused"]))
        stream.close()
        student = Browser(Encrypted())
        self.assertEqual(student.enter(self.links()[0]).json()["name"], STUDENTS[0])
        self.assertTrue(student.last_cookie.endswith("; Secure"), student.last_cookie)
        self.assertEqual(student.upload("bot.py", python()).status, 201)
        self.assertEqual(student.get("/teacher/marks.csv").status, 401)
        self.assertEqual(teacher.ask("GET", "/api/who", host="arena.example").status, 421)
        self.end(server)


class HandInTest(ArenaWebTest):
    @needs_little_memory
    def test_the_way_of_a_student(self):
        server = self.start_arena("--public", "yes")
        zoe, kim = self.student(server, 0), self.student(server, 1)
        stream = zoe.events("/events")
        self.assertEqual(stream.wait_for("versions")["versions"], [])
        begin = time.monotonic()
        chatty = SLOW_START + CHATTY % (MARKER + "ZOE")
        answer = zoe.upload("bot.py", chatty)
        self.assertEqual((answer.status, answer.json()), (201, {"version": 1, "new": True, "may_return": False}))
        states = []
        def plays(data):
            states.append(data["versions"][0]["state"])
            return data["versions"][0]["plays"]
        version = stream.wait_for("versions", plays)["versions"][0]
        self.assertEqual((version["file"], version["state"], version["reason"]), ("bot.py", "accepted", ""))
        self.assertIn("checking", states)
        self.assertNotIn("refused", states)
        own = stream.wait_for("own", lambda own: own["versions"] and own["versions"][0][4] > 0)
        self.assertEqual(own["versions"][0][0], 1)
        self.assertLess(time.monotonic() - begin, 120 * FACTOR)
        self.assertEqual(zoe.upload("bot.py", chatty).json(), {"version": 1, "new": False, "may_return": False})
        # A version that fails does not displace it.
        hostile = {"bot.json": '{"build": ["sh", "build.sh"], "run": ["sh", "bot.sh"]}', "bot.sh": f"echo {MARKER}ZOE >&2",
                   "build.sh": f"echo '<script>{MARKER}ZOE</script>'; echo {MARKER}ZOE > /tmp/x; ln -s / all; cat /proc/self/mountinfo"}
        self.assertEqual(zoe.upload(MARKER + "ZOE.zip", zip_of(hostile)).status, 201)
        versions = stream.wait_for("versions", lambda data: len(data["versions"]) == 2 and data["versions"][0]["state"] == "refused")["versions"]
        self.assertTrue(versions[1]["plays"])
        self.assertIn(MARKER + "ZOE", json.dumps(versions))
        games = stream.wait_for("games", lambda data: data["games"])["games"]
        number = games[0][1]
        page = zoe.get(f"/ladder/{number}").body
        self.assertIn(b"</html>", page)
        self.assertIn((MARKER + "ZOE").encode(), page)
        self.leaks(server, zoe, kim, number)
        stream.close()
        self.end(server)

    def leaks(self, server, zoe, kim, number):
        """Nothing that Zoë's bot has written, and no path, reaches anybody but her and the teacher."""
        teacher = self.teacher(server)
        browsers = ((Browser(server), False), (kim, False), (teacher, True))
        streams = {browser: [browser.events(path) for path in ("/events", "/public/events", "/teacher/events")] for browser, _ in browsers}
        time.sleep(3)
        for browser, may in browsers:
            seen = b""
            for method, path, access, _ in ROUTES:
                if method == "GET" and not path.endswith("events"):
                    seen += browser.get(path.replace("*", {"/kits/*": "python.zip", "/teacher/versions/*": "0"}.get(path, str(number)))).body
            for stream in streams[browser]:
                if stream.status == 200:
                    seen += stream.all_within(0.2)
                stream.close()
            self.assertGreater(len(seen), 10_000)
            self.assertEqual(MARKER.encode() in seen, may)
            if not may:
                self.assertNotIn(str(self.arena).encode(), seen)
                self.assertNotIn(b"/greedy", seen)
        archive = zipfile.ZipFile(io.BytesIO(unchunked(teacher.get("/teacher/uploads.zip").body)))
        self.assertEqual(sorted(archive.namelist()), ["Zoë Wolf/1 bot.py", f"Zoë Wolf/2 {MARKER}ZOE.zip"])
        self.assertIn(MARKER.encode(), archive.read("Zoë Wolf/1 bot.py"))

    def test_uploads_that_are_refused(self):
        server = self.start_arena()
        zoe = self.student(server, 0)
        self.assertEqual(zoe.upload("bot.py", "").status, 400)
        # An upload that is refused for what it is takes the place of no other.
        with zoe.begin_upload("bot.py", "x" * 1000) as under_way:
            self.assertEqual(zoe.upload("bot.py", "").status, 400)
            under_way.sendall(b"x")
            self.assertEqual(status_of(under_way), 201)
        stream = zoe.events("/events")
        stream.wait_for("versions", lambda data: data["versions"] and data["versions"][0]["state"] == "refused")
        stream.close()
        self.assertEqual(zoe.upload("", "x").status, 400)
        self.assertEqual(zoe.ask("POST", "/api/upload", {**BYTES, "X-File-Name": "%zz"}, b"x").status, 400)
        self.assertEqual(zoe.ask("POST", "/api/upload", {**BYTES, "X-File-Name": "%ff.py"}, b"x").status, 400)
        self.assertEqual(zoe.upload("big.py", b"x" * ((1 << 20) + 1)).status, 413)
        self.assertEqual(Browser(server).upload("bot.py", b"x" * 500_000).status, 401)
        self.assertEqual(zoe.ask("POST", "/api/leave", BYTES, b"x").status, 415)
        # Hostile names and archives are told as text, and reach no other place.
        self.assertEqual(zoe.upload("<img src=x onerror=alert(1)>.zip", zip_of({"../../../../tmp/evil.py": "x"})).status, 201)
        stream = zoe.events("/events")
        refused = stream.wait_for("versions", lambda data: len(data["versions"]) == 2 and data["versions"][0]["state"] == "refused")["versions"][0]
        self.assertNotIn("/", refused["file"])
        self.assertEqual(zoe.upload("bomb.zip", zip_of({"bot.py": b"\0" * (200 << 20)})).status, 201)
        stream.wait_for("versions", lambda data: len(data["versions"]) == 3 and data["versions"][0]["state"] == "refused")
        stream.close()
        self.assertEqual([path for path in self.folder.rglob("evil*")], [])
        self.end(server)

    def test_many_streams_and_uploads_that_do_not_end(self):
        server = self.start_arena("--public", "yes")
        zoe = self.student(server, 0)
        # A student takes no places of those who have no cookie, among them perhaps the projector.
        streams = [zoe.events("/events" if i % 2 else "/public/events") for i in range(6)] + [Browser(server).events("/public/events") for _ in range(20)]
        self.assertEqual([stream.status for stream in streams], [200] * 4 + [429] * 2 + [200] * 16 + [429] * 4)
        streams.append(self.teacher(server).events("/public/events"))
        self.assertEqual(streams[-1].status, 200)
        # A connection may be lost without a sign: a new upload takes the place of the old one.
        with zoe.begin_upload("bot.py", "x" * 1000) as lost:
            self.assertEqual(zoe.get("/api/who").status, 200)
            self.assertEqual(self.student(server, 1).upload("bot.py", "x").status, 201)
            self.assertEqual(zoe.upload("bot.py", "x").status, 201)
            self.assertEqual(status_of(lost), 409)
        self.assertEqual(zoe.get("/api/who").json()["you"]["name"], STUDENTS[0])
        for stream in streams:
            stream.close()
        self.end(server)


    @needs_little_memory
    def test_a_check_tells_nothing_about_the_machine(self):
        """What a bot claims to miss is not looked up: a student could find out which files the teacher has."""
        server = self.start_arena("--jobs", 1)
        there, nowhere = self.arena / "links.csv", self.arena / "nothing"
        for line in ("FileNotFoundError: [Errno 2] No such file or directory: '%s'", "Error: Could not find or load main class %s"):
            texts = []
            for number, (claimed, name) in enumerate(((there, "project/Main"), (nowhere, "project/None"))):
                student = self.student(server, number)
                said = line % (claimed if "File" in line else name)
                project = {"bot.py": f"import sys\nsys.stderr.write({said!r} + chr(10))\nsys.exit(1)\n", "Main.java": "class Main {}",
                           "bot.json": '{"run": ["python3", "bot.py"]}'}
                stream = student.events("/events")
                self.assertEqual(student.upload("bot.zip", zip_of(project)).status, 201)
                version = stream.wait_for("versions", lambda data: "File" in line and len(data["versions"]) == 1 and data["versions"][0]["state"] == "refused"
                                          or len(data["versions"]) == 2 and data["versions"][0]["state"] == "refused")["versions"][0]
                stream.close()
                advice = re.sub(r"\s+", " ", version["check"].partition("advice")[2])
                self.assertIn("it sees only /bot: hand in everything that it needs", advice)
                texts.append(advice.replace(re.sub(r"\s+", " ", str(claimed)), "X").replace(name, "X"))
            self.assertEqual(texts[0], texts[1])
        self.end(server)

    @needs_little_memory
    def test_a_build_has_the_cores_of_one_game(self):
        """Otherwise a student could take time from the bots of others."""
        server = self.start_arena("--jobs", 1)
        zoe = self.student(server, 0)
        build = "import os; print('cores:', len(os.sched_getaffinity(0)))"
        project = {"bot.json": '{"build": ["python3", "build.py"], "run": ["python3", "bot.py"]}', "build.py": build, "bot.py": "x"}
        self.assertEqual(zoe.upload("bot.zip", zip_of(project)).status, 201)
        stream = zoe.events("/events")
        version = stream.wait_for("versions", lambda data: data["versions"] and data["versions"][0]["state"] == "refused")["versions"][0]
        self.assertEqual(version["build_output"], "cores: 1")
        stream.close()
        self.end(server)


    @needs_little_memory
    def test_a_build_without_control_groups_has_few_processes(self):
        """Each of them may have 1 GiB."""
        server = self.start_arena()
        zoe = self.student(server, 0)
        build = """import os, time
count = 0
try:
    while count < 600:
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
        count += 1
except OSError:
    pass
print('processes:', count, flush=True)
os._exit(0)
"""
        project = {"bot.json": '{"build": ["python3", "build.py"], "run": ["python3", "bot.py"]}', "build.py": build, "bot.py": "x"}
        self.assertEqual(zoe.upload("bot.zip", zip_of(project)).status, 201)
        stream = zoe.events("/events")
        version = stream.wait_for("versions", lambda data: data["versions"] and data["versions"][0]["state"] == "refused")["versions"][0]
        made = re.fullmatch(r"processes: (\d+)", version["build_output"])
        self.assertTrue(made, version)
        self.assertLess(20, int(made[1]))
        self.assertLess(int(made[1]), 64)
        stream.close()
        self.end(server)

    def test_the_clock_of_a_page_is_right_however_late_it_begins(self):
        server = self.start_arena("--public", "yes")
        early = Browser(server).events("/public/events")
        early.wait_for("arena")
        time.sleep(4)
        begun = time.time()
        late = Browser(server).events("/public/events")
        now = late.wait_for("arena")["now"] / 1000
        self.assertTrue(begun - 1 < now < time.time() + 1, (begun, now))
        early.close()
        late.close()
        self.end(server)

    def test_texts_of_older_versions_come_when_they_are_asked_for(self):
        server = self.start_arena("--jobs", 1)
        zoe, kim, teacher = self.student(server, 0), self.student(server, 1), self.teacher(server)
        stream = zoe.events("/events")
        for number in (1, 2):
            self.assertEqual(zoe.upload("bot.py", f"import sys\nsys.exit('crash {number}')\n").status, 201)
            versions = stream.wait_for("versions", lambda data: len(data["versions"]) == number and data["versions"][0]["state"] == "refused")["versions"]
        self.assertIn("crash 2", versions[0]["check"])
        self.assertEqual((versions[1]["check"], versions[1]["build_output"]), (None, None))
        self.assertIn("crash 1", zoe.get("/versions/1").json()["check"])
        self.assertIn("crash 1", teacher.get("/teacher/versions/0-1").json()["check"])
        for path in ("/versions/3", "/versions/0", "/versions/x"):
            self.assertEqual(zoe.get(path).status, 404)
        self.assertEqual(kim.get("/versions/1").status, 404)
        for path in ("0-3", "0-x", "9-1", "-1"):
            self.assertIn(teacher.get(f"/teacher/versions/{path}").status, (400, 404), path)
        # A hand-in of another student, who is not before her in the queue, is no news to her.
        self.assertEqual(kim.upload("bot.py", "x").status, 201)
        self.assertNotIn(b"event: versions", stream.all_within(3))
        stream.close()
        self.end(server)


    @needs_little_memory
    def test_a_version_plays_again(self):
        server = self.start_arena("--final-time", "5s")
        zoe, kim, teacher = self.student(server, 0), self.student(server, 1), self.teacher(server)
        stream = zoe.events("/events")
        def plays(number):
            return stream.wait_for("versions", lambda data: [each["version"] for each in data["versions"] if each["plays"]] == [number])["versions"]
        for number in (1, 2):
            self.assertEqual(zoe.upload("bot.py", python(f"x = {number}")).status, 201)
            versions = plays(number)
        self.assertEqual([each["may_return"] for each in versions], [False, True])
        again = lambda browser, version: browser.post("/api/play-again", {"version": version})
        self.assertEqual((again(kim, 1).status, again(Browser(server), 1).status, again(teacher, 1).status), (409, 401, 401))
        self.assertEqual((again(zoe, 3).status, again(zoe, -1).status, zoe.post("/api/play-again", {}).status), (409, 400, 400))
        # The bytes of version 1 are known: they cost nothing, and the page can ask.
        self.assertEqual(zoe.upload("bot.py", python("x = 1")).json(), {"version": 1, "new": False, "may_return": True})
        self.assertEqual(again(zoe, 1).status, 204)
        versions = plays(1)
        self.assertEqual([each["may_return"] for each in versions], [True, False])
        watching = teacher.events("/teacher/events")
        entry = watching.wait_for("audit")["audit"][0]
        self.assertEqual(entry[1:], ["student", f"{STUDENTS[0]} lets version 1 play again"])
        own = stream.wait_for("own", lambda own: len(own["versions"]) == 2)
        before = {row[0]: row[4] for row in own["versions"]}
        stream.wait_for("own", lambda own: {row[0]: row[4] for row in own["versions"]}[1] > before[1])  # it plays more games
        stream.close()
        self.end(server)
        # It still plays after a restart, and in the final.
        server = self.start_again("--port", 0)
        zoe, teacher = self.student(server, 0), self.teacher(server)
        stream = zoe.events("/events")
        plays(1)
        self.assertEqual(teacher.post("/api/teacher/final", {}).status, 204)
        self.assertEqual(again(zoe, 2).status, 403)
        stream.wait_for("arena", lambda state: state["phase"] == "done")
        marks = list(csv.DictReader(io.StringIO(teacher.get("/teacher/marks.csv").body.decode()), delimiter=";"))
        self.assertEqual([row["version"] for row in marks], ["1", "", ""])
        stream.close()
        self.end(server)

    def slow(self, seconds, more=""):
        """A project whose build takes so long, or until its sleep is ended."""
        return zip_of({"bot.json": '{"build": ["sh", "build.sh"], "run": ["python3", "bot.py"]}', "bot.py": python(more), "build.sh": f"sleep {seconds} || true"})

    def end_sleep(self, server):
        """Waits until a build sleeps, and ends that."""
        sleeping = lambda: [pid for pid, words in class_test.ClassTest.descendants(server.process.pid) if words.startswith(b"sleep\0")]
        os.kill(self.wait_until(sleeping)[0], signal.SIGKILL)

    @needs_little_memory
    def test_a_file_is_only_tried(self):
        server = self.start_arena("--public", "yes", "--jobs", 2)
        zoe, kim, teacher = self.student(server, 0), self.student(server, 1), self.teacher(server)
        stream = zoe.events("/events")
        self.assertEqual(stream.wait_for("try"), None)
        others = [kim.events("/events"), teacher.events("/teacher/events"), Browser(server).events("/public/events")]
        answer = zoe.only_try("bot.py", SLOW_START + CHATTY % (MARKER + "ZOE"))
        self.assertEqual((answer.status, answer.json()), (201, {}))
        seen = set()
        while (told := stream.wait_for("try"))["state"] not in ("accepted", "refused", "ended"):
            seen.add(told["state"])
        self.assertLessEqual(seen, {"waiting", "building", "checking", "playing"})
        self.assertIn("playing", seen)
        self.assertEqual((told["file"], told["state"], told["reason"], len(told["games"])), ("bot.py", "accepted", "", 2))
        self.assertRegex(told["check"], "ok +plays first: ")
        self.assertEqual([(game["opponent"], game["first"], game["is_shown"]) for game in told["games"]], [("greedy", True, True), ("greedy", False, True)])
        for game in told["games"]:
            self.assertIn(game["result"], ("won", "drawn", "lost"))
        # The pages of its games are the author's alone.
        for number in ("1", "2"):
            page = zoe.get(f"/tries/{number}")
            self.assertEqual((page.status, (MARKER + "ZOE").encode() in page.body), (200, True))
            self.assertNotIn(str(self.folder).encode(), page.body)
            self.assertEqual([browser.get(f"/tries/{number}").status for browser in (kim, teacher, Browser(server))], [404, 401, 401])
        for number in ("0", "3", "x", "999999999999"):
            self.assertEqual(zoe.get(f"/tries/{number}").status, 404)
        for other in others:
            self.assertNotIn((MARKER + "ZOE").encode(), other.all_within(1))
            other.close()
        # It is no version, and nothing is left of its files.
        self.assertFalse(zoe.get("/api/who").json()["you"]["accepted"])
        self.assertEqual(zoe.get("/versions/1").status, 404)
        watching = teacher.events("/teacher/events")
        self.assertEqual([person["version"] for person in watching.wait_for("people")["people"]], [None] * len(STUDENTS))
        self.assertEqual([entry for entry in watching.wait_for("audit")["audit"] if entry[1] == "student"], [])
        watching.close()
        self.assertEqual([name for folder in ("uploads", "versions") for name in os.listdir(self.arena / folder) if "try" in name], [])
        # One that is refused has no games, and takes the place of the one before.
        self.assertEqual(zoe.only_try("bad.py", arena_test.CRASHES).status, 201)
        told = over(stream, "bad.py")
        self.assertEqual((told["state"], told["games"]), ("refused", []))
        self.assertIn("exit code 1", told["reason"])
        self.assertEqual(zoe.get("/tries/1").status, 404)
        # So does one that is under way.
        self.assertEqual(zoe.only_try("slow.zip", self.slow(50)).status, 201)
        stream.wait_for("try", lambda told: told["state"] == "building")
        begin = time.monotonic()
        self.assertEqual(zoe.only_try("new.py", python("x = 1")).status, 201)
        self.assertEqual(over(stream, "new.py")["state"], "accepted")
        self.assertLess(time.monotonic() - begin, 40)
        stream.close()
        self.end(server)
        # What is over stays.
        server = self.start_again("--port", 0)
        zoe = self.student(server, 0)
        stream = zoe.events("/events")
        self.assertEqual((stream.wait_for("try")["file"], zoe.get("/tries/2").status), ("new.py", 200))
        stream.close()
        self.end(server)

    @needs_little_memory
    def test_a_try_ends_with_its_right(self):
        """A cookie that ends, a restart and the deadline end it. It says so, and can be tried again."""
        server = self.start_arena("--jobs", 1, "--final-time", "5s")
        zoe, phone, teacher = self.student(server, 0), self.student(server, 0), self.teacher(server)
        stream = phone.events("/events")
        def slow(browser):
            self.assertEqual(browser.only_try("slow.zip", self.slow(50)).status, 201)
            self.assertNotEqual(stream.wait_for("try", lambda told: told and told["state"] in ("building", "ended"))["state"], "ended")
        slow(zoe)
        sending = zoe.begin_upload("new.py", python(), "/api/try")
        self.assertEqual(zoe.post("/api/leave", {}).status, 204)
        self.assertIn("you have left", over(stream, "slow.zip")["reason"])
        sending.sendall(python()[-1:].encode())
        self.assertEqual(status_of(sending), 401)
        sending.close()
        # Another device of the same person goes on.
        slow(phone)
        stream.close()
        self.end(server)
        server = self.start_again("--port", 0)
        zoe, phone, teacher = self.student(server, 0), self.student(server, 0), self.teacher(server)
        stream = phone.events("/events")
        told = stream.wait_for("try")
        self.assertEqual((told["state"], told["reason"]), ("ended", "the arena was started again meanwhile"))
        slow(zoe)
        self.assertEqual(teacher.post("/api/teacher/final", {}).status, 204)
        self.assertEqual(over(stream, "slow.zip")["reason"], "the deadline has passed")
        self.assertEqual(phone.only_try("bot.py", python()).status, 403)
        stream.wait_for("arena", lambda state: state["phase"] == "done")  # nothing waits for it
        stream.close()
        self.end(server)

    @needs_little_memory
    def test_hand_ins_go_before_tries(self):
        server = self.start_arena("--jobs", 1)
        zoe, kim, maximilian = (self.student(server, number) for number in range(3))
        self.assertEqual(kim.upload("slow.zip", self.slow(50)).status, 201)
        stream = zoe.events("/events")
        self.assertEqual(zoe.only_try("bot.py", python("x = 1")).status, 201)
        self.assertEqual(maximilian.upload("slow.zip", self.slow(3)).status, 201)
        self.end_sleep(server)  # only now, so that both wait
        stream.wait_for("try", lambda told: told and told["behind"] is None)
        others = [browser.events("/events") for browser in (kim, maximilian)]
        for other in others:
            self.assertEqual(other.wait_for("versions")["versions"][0]["state"], "accepted")
            other.close()
        self.assertEqual(over(stream, "bot.py")["state"], "accepted")
        # A try costs no hand-in, and has its own limit.
        for number in range(2, 7):
            self.assertEqual(zoe.upload("bot.py", arena_test.CRASHES + f"# {number}").status, 201)
            stream.wait_for("versions", lambda told: len(told["versions"]) == number - 1 and told["versions"][0]["state"] == "refused")
        for number in range(2, 13):
            self.assertEqual(zoe.only_try("bot.py", python(f"x = {number}")).status, 201)
        refused = zoe.only_try("bot.py", python("x = 13"))
        self.assertEqual((refused.status, refused.json()["error"]), (429, "12 files were tried within an hour: try again later, or hand it in"))
        self.assertEqual(zoe.upload("bot.py", python("x = 2")).status, 201)
        stream.close()
        self.end(server)

    @needs_little_memory
    def test_guides_have_the_settings_of_the_arena(self):
        server = self.start_arena()
        zoe, teacher = self.student(server, 0), self.teacher(server)
        for name in ("rules", "protocol", "writing_a_bot", "othello"):
            page = zoe.get(f"/guide/{name}")
            self.assertEqual((page.status, teacher.get(f"/guide/{name}").status, Browser(server).get(f"/guide/{name}").status), (200, 200, 401))
            self.assertNotIn(b"@", re.sub(rb"<style>.*?</style>|<script>.*?</script>|<pre.*?</pre>", b"", page.body, flags=re.S).replace(b"<code>@</code>", b""))
        rules = zoe.get("/guide/rules").body.decode()
        height, width = re.search(r"height=(\d+),width=(\d+)", arena_test.GAME).groups()
        self.assertRegex(rules, rf"<code>height</code></td><td class=\"number\">{height}</td>")
        self.assertRegex(rules, rf"<code>width</code></td><td class=\"number\">{width}</td>")
        end = time.monotonic() + PATIENCE
        while f"\n{height} {width} " not in (page := zoe.get("/guide/protocol").body.decode()):  # what a bot has read
            self.assertLess(time.monotonic(), end)
            time.sleep(0.2)
        self.assertIn(f"REFEREE_MOVE_MS={int(20_000 * FACTOR)}\n", page)
        for name in ("drivers", "nothing", "RULES.md", "rules.html"):
            self.assertEqual(zoe.get(f"/guide/{name}").status, 404, name)
        readme = zipfile.ZipFile(io.BytesIO(zoe.get("/kits/python.zip").body)).read("my_bot/README.md").decode()
        for name in re.findall(r"http://\S+(/guide/\w+)", readme):
            self.assertEqual(zoe.get(name).status, 200)
        self.assertEqual(readme.count("/guide/"), 3)
        stream = zoe.events("/events")
        game = stream.wait_for("game", lambda game: game["picture"])
        self.assertEqual((game["name"], game["config"]["height"], game["picture"]["result"]["ending"]), ("magnetize", int(height), "by_rules"))
        self.assertEqual(game["driver"], None)
        stream.close()
        self.end(server)


class OwnGameTest(ArenaWebTest):
    def test_kits_hold_no_secrets_of_the_teacher(self):
        game = self.folder / "jump"
        (game / ".git").mkdir(parents=True)
        (game / ".git/config").write_text("token = " + MARKER + "TEACHER")
        (game / "game").write_bytes((ROOT / "examples/games/breakthrough.py").read_bytes())
        (game / "game").chmod(0o755)
        secret = self.folder / "secret"
        secret.write_text(MARKER + "TEACHER")
        arguments = ("class", "--students", "students.csv", "--until", "2099-01-01 12:00", "--game", "./jump", "--port", 0,
                     "--without-control-groups", "--move-time", f"{20 * FACTOR}s")
        # What a student may not hand in is not given to students either, and the teacher is told at once.
        for name, target in (("link", secret), ("dangling", self.folder / "nowhere")):
            (game / name).symlink_to(target)
            process = self.command(*arguments)
            _, err = process.communicate(timeout=PATIENCE)
            self.assertEqual((process.returncode, err), (2, f"referee: --game: students get the rules with their starter kits, but '{name}' is a link: it must be a file\n"))
            self.assertFalse(self.arena.exists())
            (game / name).unlink()
        for name, told in (("pipe", "students get the rules with their starter kits, but 'pipe'"), (".git/pipe", "'.git/pipe'")):
            os.mkfifo(game / name)
            process = self.command(*arguments)
            _, err = process.communicate(timeout=PATIENCE)
            self.assertEqual((process.returncode, err), (2, f"referee: --game: {told} is neither a file nor a folder\n"))
            self.assertFalse(self.arena.exists())
            (game / name).unlink()
        server = ArenaServer(self.command(*arguments))
        kit = zipfile.ZipFile(io.BytesIO(self.student(server, 0).get("/kits/python.zip").body))
        self.assertIn("rules/jump/game", kit.namelist())
        self.assertEqual([name for name in kit.namelist() if MARKER.encode() in kit.read(name) or "/." in name], [])
        self.end(server)
        (self.arena / "rules/jump/link").symlink_to(secret)  # an older arena may have one
        server = self.start_again("--port", 0)
        answer = self.student(server, 0).get("/kits/python.zip")
        self.assertEqual((answer.status, MARKER.encode() in answer.body), (500, False))
        self.assertIn("students get no starter kits, because of the rules of the game: 'link' is a link: it must be a file\n", self.end(server))

    def test_a_game_of_ones_own_from_the_kit_to_the_page_of_a_game(self):
        rules = (ROOT / "examples/games/breakthrough.py").read_text().replace("rule A pawn", "rule <b>A</b> pawn")
        (self.folder / "jump.py").write_text(rules)
        process = self.command("class", "--students", "students.csv", "--until", "2099-01-01 12:00", "--game", "./jump.py:height=5,width=4", "--port", 0,
                               "--without-control-groups", "--move-time", f"{20 * FACTOR}s", "--public", "yes")
        server = ArenaServer(process)
        (self.folder / "jump.py").unlink()
        zoe = self.student(server, 0)
        kit = self.folder / "kit"
        zipfile.ZipFile(io.BytesIO(zoe.get("/kits/python.zip").body)).extractall(kit)
        self.assertEqual((kit / "rules/jump.py").read_text(), rules)
        readme = (kit / "my_bot/README.md").read_text()
        check = re.search(r"^    (referee check [^#\n]*)", readme, re.M)[1].split()
        self.assertEqual(check[-1], "../rules/jump.py:height=5,width=4")
        (kit / "my_bot/bot.py").chmod(0o755)
        run = subprocess.run([str(arena_test.BIN / "referee"), *check[1:], "--sandbox", "off", *LONG_LIMITS], cwd=kit / "my_bot", capture_output=True, text=True, timeout=PATIENCE)
        self.assertIn("fit to play", run.stdout, run.stderr)
        play = re.search(r"`python3 (\.\./play\.py \S+)` plays", readme)[1].split()
        for bot, told in (("./bot.py", r"has won \d of 2 games, and lost \d\.$"), ("./bad.py", r"answered 'nowhere', which is not one of the \d+ moves: (?s:.*)has won 0 of 2 games, and lost 2\.$")):
            (kit / "my_bot/bad.py").write_text("import sys\nfor line in sys.stdin:\n    print('nowhere', flush=True)\n")
            run = subprocess.run(["python3", play[0], bot], cwd=kit / "my_bot", capture_output=True, text=True, timeout=PATIENCE)
            self.assertRegex(run.stdout.strip(), told, run.stderr)
        (kit / "my_bot/bad.py").unlink()
        moves = subprocess.run(["python3", play[0], play[1], "me"], cwd=kit / "my_bot", capture_output=True, text=True, timeout=PATIENCE, input="nowhere\n")
        self.assertIn("This is no valid move.", moves.stdout)
        stream = zoe.events("/events")
        self.assertEqual(zoe.upload("bot.py", (kit / "my_bot/bot.py").read_text()).status, 201)
        stream.wait_for("versions", lambda data: data["versions"] and data["versions"][0]["plays"])
        self.assertEqual(zoe.only_try("bot.py", (kit / "my_bot/bot.py").read_text()).status, 201)
        self.assertEqual([game["opponent"] for game in over(stream, "bot.py")["games"]], ["random-1"] * 2)
        self.assertIn(b"game breakthrough 1", zoe.get("/tries/1").body)
        guide = zoe.get("/guide/rules").body.decode()
        self.assertIn("<p>&lt;b&gt;A&lt;/b&gt; pawn moves one step forward", guide)
        self.assertIn("<code>height</code></td><td class=\"number\">5</td>", guide)
        number = stream.wait_for("games", lambda data: data["games"])["games"][0][1]
        page = zoe.get(f"/ladder/{number}").body
        self.assertIn(b"game breakthrough 1", page)
        self.assertNotIn(str(self.folder).encode(), page)
        running = Browser(server).events("/public/events")
        game = running.wait_for("running", lambda data: any(game["frame"] for game in data["games"]))["games"][0]
        self.assertEqual((game["game"], game["rules"]["hello"][0], len(game["frame"]["board"])), ("breakthrough", "game breakthrough 1", 5))
        running.close()
        stream.close()
        self.end(server)
        # The bots of the arena can play this game, too.
        self.assertIn("forfeits: none", self.referee("standings", self.arena / "ladder.db", code=0).out)


class CrowdTest(ArenaWebTest):
    def setUp(self):
        super().setUp()
        self.students = [f"Student {number}" for number in range(70)]
        (self.folder / "students.csv").write_text("\n".join(["Name", *self.students]))

    def test_streams_and_connections_are_limited(self):
        server = self.start_arena("--public", "yes")
        browsers = [Browser(server) for _ in self.students]
        for browser, link in zip(browsers, self.links()):
            self.assertEqual(browser.enter(link).status, 200)
        opened = []
        def ask(path, browser=None, times=1):
            """Asks for streams, which stay open. Returns how often each status came; 0: closed without an answer."""
            statuses = collections.Counter()
            for _ in range(times):
                connection = server.connect()
                opened.append(connection)
                fields = "".join(f"{name}: {value}\r\n" for name, value in (browser or Browser(server)).fields().items())
                connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {server.name}\r\n{fields}\r\n".encode())
                try:
                    statuses[int((connection.recv(12) or b"  0").split()[-1])] += 1
                except ConnectionResetError:
                    statuses[0] += 1
                if len(opened) > 700:  # those that were refused
                    opened.pop(-300).close()
            return statuses
        self.addCleanup(lambda: [connection.close() for connection in opened])
        self.assertEqual(ask("/public/events", times=20), {200: 16, 429: 4})
        # The limits follow the list: nobody takes the place of somebody else.
        students = collections.Counter()
        for browser in browsers:
            students += ask("/events", browser, 4)
        self.assertEqual(students, {200: 4 * len(browsers)})
        self.assertEqual(ask("/events", browsers[0]), {429: 1})
        self.assertEqual(ask("/teacher/events", self.teacher(server)), {200: 1})
        attempts = ask("/public/events", times=10_000 if SOAK else 1000)
        self.assertEqual(attempts[200], 0)
        self.assertGreater(attempts[503] + attempts[429], 100)
        while len(opened) > 400:
            opened.pop().close()
        # Half requests beyond the limit of connections displace each other, and nobody else.
        for _ in range(1500 if SOAK else 900):
            connection = server.connect()
            opened.append(connection)
            connection.sendall(b"GET / HTTP/1.1\r\nHost")
        self.assertLess(len(list(pathlib.Path(f"/proc/{server.process.pid}/fd").iterdir())), 4 * len(browsers) + 512 + 100)
        self.assertEqual(Browser(server).get("/api/who").status, 200)
        for connection in opened:
            connection.close()
        end = time.monotonic() + PATIENCE
        while ask("/events", browsers[0]) != {200: 1}:
            self.assertLess(time.monotonic(), end)
        self.end(server)


class TeacherTest(ArenaWebTest):
    def test_a_later_start_changes_who_sees_the_arena(self):
        server = self.start_arena("--public", "yes", "--public-origin", "https://arena.example", port=self.own_port(), limits="processes=200")
        self.assertEqual(Browser(server).get("/ladder/999999").status, 404)  # the first game may be over
        self.end(server)
        server = self.start_again("--public", "no", "--public-origin", "none", "--port", 0)
        self.assertTrue(self.links()[0].startswith("http://127.0.0.1:"))
        self.assertEqual(Browser(server).get("/ladder/999999").status, 401)
        # Without control groups, a bot has at most 64 processes, whatever was possible at the first start.
        teacher = self.teacher(server)
        end = time.monotonic() + PATIENCE
        while (page := teacher.get("/teacher/ladder/1")).status != 200:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.2)
        self.assertIn(b'"processes":64', page.body.replace(b" ", b""))
        self.end(server)

    def test_the_way_of_a_teacher(self):
        server = self.start_arena("--final-time", "10s")
        teacher = self.teacher(server)
        students = [self.student(server, number) for number in (0, 1)]
        stream = teacher.events("/teacher/events")
        for student in students:
            self.assertEqual(student.upload("bot.py", python()).status, 201)
        stream.wait_for("people", lambda data: sum(person["plays"] is not None for person in data["people"]) == 2)
        self.assertEqual(teacher.post("/api/teacher/withdraw", {"person": 1}).status, 204)
        stream.wait_for("people", lambda data: data["people"][1]["withdrawn"] and not data["people"][1]["plays"])
        self.assertEqual(teacher.post("/api/teacher/bring-back", {"person": 1}).status, 204)
        stream.wait_for("people", lambda data: data["people"][1]["plays"])
        self.assertEqual(teacher.post("/api/teacher/pause", {}).status, 204)
        self.assertTrue(stream.wait_for("arena", lambda state: state["paused"]))
        self.assertEqual(teacher.post("/api/teacher/go-on", {}).status, 204)
        # The third student has not opened the link yet.
        people = stream.wait_for("people")["people"]
        self.assertEqual([person["entered"] for person in people], [True, True, False])
        third = self.student(server, 2)
        stream.wait_for("people", lambda data: data["people"][2]["entered"])
        # A student who is late gets a link, without a restart.
        add = lambda name, number="", team="", who=teacher: who.post("/api/teacher/add-student", {"name": name, "number": number, "team": team})
        self.assertEqual((add("Late", who=students[0]).status, add("").status, add(STUDENTS[0]).status, add("a\nb").status, add("Late", team="x").status), (401, 409, 409, 409, 409))
        self.assertEqual(add("greedy").json()["error"], "the new student: 'greedy' is the name of a bot of yours: give the student or the team another name")
        late = add('Lára "L", O\'Late', "555")
        self.assertEqual((late.status, late.json()["link"]), (200, self.links()[3]))
        row = stream.wait_for("people", lambda data: len(data["people"]) == 4)["people"][3]
        self.assertEqual((row["name"], row["id"], row["entered"]), ('Lára "L", O\'Late', "555", False))
        fourth = Browser(server)
        self.assertEqual(fourth.enter(late.json()["link"]).json()["name"], row["name"])
        self.assertEqual([browser.get("/api/who").json()["you"]["name"] for browser in students], STUDENTS[:2])
        # A message reaches all students, and stays.
        self.assertEqual(students[0].post("/api/teacher/message", {"text": "x"}).status, 401)
        self.assertEqual(teacher.post("/api/teacher/message", {"text": "ä" * 501}).status, 409)
        self.assertEqual(teacher.post("/api/teacher/message", {"text": "Room <101>"}).status, 204)
        for browser in (students[0], third):
            told = browser.events("/events")
            told.wait_for("arena", lambda state: state["message"] == "Room <101>")
            told.close()
        self.assertEqual(stream.wait_for("audit", lambda data: "tells" in data["audit"][0][2])["audit"][0][1:], ["teacher", "tells all students: Room <101>"])
        self.assertEqual(teacher.post("/api/teacher/withdraw", {"person": 99}).status, 409)
        self.assertEqual(teacher.post("/api/teacher/extend", {"minutes": 1}).status, 409)
        this_minute = int(time.time()) // 60
        self.assertEqual(teacher.post("/api/teacher/extend", {"minutes": this_minute + 367 * 1440}).json()["error"], "the new deadline is more than a year away")
        self.assertEqual(teacher.post("/api/teacher/extend", {"minutes": this_minute + 360 * 1440}).status, 204)
        self.assertEqual(teacher.get("/teacher/marks.csv").status, 409)
        self.assertEqual(teacher.post("/api/teacher/final", {}).status, 204)
        done = stream.wait_for("arena", lambda state: state["phase"] == "done")
        self.assertTrue(done["final_secret"])
        self.assertEqual(teacher.post("/api/teacher/withdraw", {"person": 1}).status, 409)
        self.assertEqual(students[0].upload("late.py", python()).status, 403)
        marks = list(csv.DictReader(io.StringIO(teacher.get("/teacher/marks.csv").body.decode())))
        self.assertEqual(len(marks), 4)
        self.assertEqual(add("Later").status, 409)
        own = students[0].events("/events")
        own.wait_for("arena", lambda state: state["phase"] == "done")
        self.assertEqual(students[0].get("/final/1").status, 404)
        self.assertEqual(teacher.post("/api/teacher/publish", {}).status, 204)
        own.wait_for("final", lambda table: table and len(table["rows"]) == 4)
        self.assertEqual(teacher.post("/api/teacher/unpublish", {}).status, 204)
        own.wait_for("final", lambda table: table is None)
        late = students[1].events("/events")
        late.wait_for("final", lambda table: table is None)
        late.close()
        audit = stream.wait_for("audit", lambda data: len(data["audit"]) > 6)["audit"]
        self.assertTrue(all(len(entry) == 3 for entry in audit))
        own.close()
        stream.close()
        self.end(server)

    def test_a_hand_in_waits_for_the_next_hour_and_says_so(self):
        server = self.start_arena()
        zoe = self.student(server, 0)
        own = zoe.events("/events")
        self.assertEqual(zoe.upload("bot.py", python()).status, 201)
        own.wait_for("versions", lambda data: data["versions"] and data["versions"][0]["state"] == "accepted")
        own.close()
        self.end(server)
        with sqlite3.connect(self.arena / "arena.db") as db:
            db.execute("UPDATE hand_ins SET spent_ms = 300000")
            [(judged_at,)] = db.execute("SELECT judged_at FROM hand_ins").fetchall()
        db.close()
        for path in self.arena.glob("arena.db*"):
            self.own(path)
        server = self.start_again("--port", 0)
        zoe.server = server
        teacher = self.teacher(server)
        own, room = zoe.events("/events"), teacher.events("/teacher/events")
        self.assertEqual(zoe.upload("bot.py", python("x = 2")).status, 201)
        waits = own.wait_for("versions", lambda data: data["versions"][0]["version"] == 2 and data["versions"][0]["rests_until"])
        self.assertEqual((waits["versions"][0]["state"], waits["versions"][0]["rests_until"]), ("waiting", judged_at + 3_600_000))
        room.wait_for("people", lambda data: data["people"][0]["rests_until"] == judged_at + 3_600_000)
        # The final waits for it, and it does not wait any more.
        self.assertEqual(teacher.post("/api/teacher/final", {}).status, 204)
        own.wait_for("versions", lambda data: data["versions"][0]["state"] == "accepted")
        own.close()
        room.close()
        self.end(server)

    def test_the_room_sees_how_far_the_final_is_and_then_its_games(self):
        server = self.start_arena("--public", "yes", "--jobs", 1, "--final-time", "10s")
        teacher, zoe, anybody = self.teacher(server), self.student(server, 0), Browser(server)
        stream, own = anybody.events("/public/events"), zoe.events("/events")
        self.assertEqual(teacher.post("/api/teacher/publish", {}).status, 409)
        self.assertIsNone(stream.wait_for("final_progress"))
        self.assertIsNone(stream.wait_for("final_games"))
        self.assertEqual(zoe.upload("bot.py", CHATTY % MARKER).status, 201)
        own.wait_for("own", lambda data: data["versions"] and data["versions"][0][4] >= 8)
        stream.wait_for("table", lambda data: data["games"] >= 30)  # the duration of a game is known, from which the final is planned
        self.assertEqual(teacher.post("/api/teacher/final", {}).status, 204)
        told, others, was_over = [], [], False
        while not told or told[-1] is not None:
            name, data = stream.next()
            if name == "final_progress" and (told or data is not None):
                told.append(data)
            elif told:
                others.append((name, data))
            if len(told) == 1 and data is told[0]:
                self.assertEqual({browser.get(f"/final/{number}").status for browser in (zoe, anybody) for number in (1, 2)}, {404})
                answer = teacher.post("/api/teacher/publish", {})
                was_over = answer.status == 204  # games are quick, and this process may be slow
                self.assertIn(answer.status, (204, 409))
                if was_over:
                    self.assertEqual(teacher.post("/api/teacher/unpublish", {}).status, 204)
        told.pop()
        self.assertEqual({tuple(sorted(each)) for each in told}, {("games", "played", "seconds")})
        self.assertEqual(len({each["games"] for each in told}), 1)
        self.assertGreaterEqual(told[0]["games"], 6)
        self.assertEqual([each["played"] for each in told], sorted(each["played"] for each in told))
        self.assertTrue(all(each["seconds"] is None for each in told if each["played"] < 5))
        # Nothing of who plays, or of how it stands.
        if not was_over:
            self.assertEqual([data for name, data in others if name in ("final", "final_games") and data is not None or name == "running" and data["games"]], [])
        if not any(name == "arena" and data["phase"] == "done" for name, data in others):  # either event may come first
            stream.wait_for("arena", lambda state: state["phase"] == "done")
        self.assertEqual(teacher.post("/api/teacher/publish", {}).status, 204)
        games = stream.wait_for("final_games", lambda data: data)
        self.assertEqual([game[0] for game in games], list(range(told[0]["games"], 0, -1))[:500])
        self.assertEqual({name for game in games for name in game[1:3]}, {"greedy", "random", STUDENTS[0]})
        self.assertEqual(anybody.get("/final/1").status, 200)
        self.assertNotIn(MARKER.encode(), anybody.get("/final/1").body + anybody.get(f"/final/{len(games)}").body)
        self.assertEqual(teacher.post("/api/teacher/unpublish", {}).status, 204)
        stream.wait_for("final_games", lambda data: data is None)
        self.assertEqual(anybody.get("/final/1").status, 404)
        for each in (stream, own):
            each.close()
        self.end(server)


class TlsProxy:
    """A reverse proxy that ends TLS, as docs/arena.md describes it: it passes each connection on, and sets X-Forwarded-For."""

    def __init__(self, certificate, port, server_port):
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate)
        self.listener = socket.create_server(("127.0.0.1", port))
        self.context, self.server_port = context, server_port
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                plain, address = self.listener.accept()
                threading.Thread(target=self.serve, args=(plain, address[0]), daemon=True).start()

    def serve(self, plain, address):
        with contextlib.suppress(OSError), self.context.wrap_socket(plain, server_side=True) as client, \
                socket.create_connection(("127.0.0.1", self.server_port)) as server:
            received = b""
            while b"\r\n\r\n" not in received:
                if not (more := client.recv(1 << 16)):
                    return
                received += more
            head, _, body = received.partition(b"\r\n\r\n")
            lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"x-forwarded-for:")]
            server.sendall(b"\r\n".join([*lines, f"X-Forwarded-For: {address}".encode(), b"", body]))
            ready = []
            while True:
                for one, other in ((client, server), (server, client)):
                    if one in ready:
                        if not (more := one.recv(1 << 16)):
                            return
                        other.sendall(more)
                ready = [client] if client.pending() else select.select([client, server], [], [])[0]

    def close(self):
        self.listener.close()


def zip_of(files):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in files.items():
            zipped.writestr(name, content)
    return archive.getvalue()


def unchunked(body):
    """The content of an answer that was sent in chunks. An answer that was broken off raises an error."""
    content = b""
    while True:
        size, _, body = body.partition(b"\r\n")
        if (length := int(size, 16)) == 0:
            return content
        content += body[:length]
        body = body[length + 2:]
