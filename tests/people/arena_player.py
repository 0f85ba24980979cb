"""Plays the requests of a history with the real `referee arena`, and lets the model judge each answer."""
import contextlib
import csv
import io
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import uuid
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "end_to_end"))
import arena_web_test
from arena_hand_ins import MARK, hand_in, marks_in, unpacked
from arena_model import ORDERS, PEOPLE, REFUSED, SERVER_ERRORS, STUDENTS, LawBroken, Model, Version, access, check, sha256
from arena_test import AS_USER, USER
from harness import BIN, FACTOR, REFEREE
from serve_case import Answer

GAME = "magnetize:height=3,width=3,square=2,maglock=1"
STAFF = ("greedy", "second")
UNTIL = "2099-01-01 12:00"
MINUTES = 68_500_000  # an order's deadline is in minutes since 1970: this is in the year 2100


class Heard:
    """An event stream, which a thread reads to its end."""

    def __init__(self, browser, path, sees):
        self.path, self.sees = path, sees
        self.stream = browser.events(path)
        self.status = self.stream.status
        self.content = b""
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self):
        with contextlib.suppress(OSError, ValueError):
            while more := self.stream.file.read1(1 << 16):
                self.content += more
        self.over.set()

    def close(self):
        with contextlib.suppress(OSError):
            self.stream.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join(10 * FACTOR)
        self.stream.close()

    def events(self, name):
        """The data of the events of this name so far."""
        for block in self.content.decode(errors="replace").split("\n\n")[:-1]:
            lines = block.split("\n")
            if f"event: {name}" in lines:
                yield json.loads(next(line[6:] for line in lines if line.startswith("data: ")))


class ArenaPlayer:
    """An arena in a folder of its own, and everybody who visits it."""

    def __init__(self, public=False):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="people_"))
        os.chmod(self.folder, 0o755)
        (self.folder / "students.csv").write_text("Name;Number\n" + "".join(f"{name};{i}\n" for i, name in enumerate(STUDENTS, 100)))
        if AS_USER:
            os.chown(self.folder, USER, USER)
        self.arena = self.folder / "TEACHER-class"
        self.model = Model(public)
        self.secrets = set()  # what nobody is told: links, once they are known
        self.heard = {}  # by device
        self.connections = {}
        self.old_links = {"zoe": [], "kim": [], "teacher": []}
        self.until = 0  # the words that --until was given last
        self.start("--students", "students.csv", "--until", UNTIL, "--game", GAME, *(w for name in STAFF for w in ("--staff", f"{name}={BIN / 'greedy'}")),
                   "--without-control-groups", "--move-time", f"{10 * FACTOR}s", "--jobs", "1", "--final-time", "1s", "--public", "yes" if public else "no")
        self.browsers = {name: arena_web_test.Browser(self.server) for name in self.model.devices}
        self.teacher = arena_web_test.Browser(self.server)  # looks at the state between requests
        self.enter_observer()

    # The process

    def start(self, *options):
        port = self.server.port if hasattr(self, "server") else 0
        environment = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
        self.process = subprocess.Popen([*AS_USER, REFEREE, "arena", self.arena.name, "--port", str(port), *options], cwd=self.folder, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**environment, "REFEREE_SANDBOX": "on"})
        server = arena_web_test.ArenaServer(self.process)
        if hasattr(self, "server"):
            check(18, server.teachers_link == self.server.teachers_link or self.link_may_have_changed, "the teacher's link has changed")
            server.port, server.name = port, self.server.name
            self.server.process, self.server.teachers_link = self.process, server.teachers_link
        else:
            self.server = server
        self.link_may_have_changed = False
        self.read_links()

    def read_links(self):
        links = [row["link"].partition("#")[2] for row in csv.DictReader(io.StringIO((self.arena / "links.csv").read_text()))]
        self.links = {**{name: links[number] for name, number in PEOPLE.items()}, "teacher": self.server.teachers_link}
        self.secrets |= {*links, self.server.teachers_link}

    def enter_observer(self):
        self.teacher.cookies.clear()
        answer = self.teacher.enter(self.links["teacher"])
        check(19, answer.status == 200, f"the teacher can't enter: {answer.status} {answer.body}")

    def end_process(self, how):
        self.process.send_signal(how)
        try:
            self.errors = self.process.communicate(timeout=60 * FACTOR)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise LawBroken(f"law 18: the arena does not end: {self.process.communicate()}") from None
        expected = {signal.SIGKILL: -9, signal.SIGINT: 130}[how]
        check(18, self.process.returncode == expected, f"exit code {self.process.returncode}: {self.errors}")
        for device in list(self.heard):
            self.end_streams(device)
        for connection in self.connections.values():
            connection.close()
        self.connections.clear()
        self.model.slots.clear()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        for heard in sum(self.heard.values(), []):
            heard.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Requests

    def play(self, request):
        words = list(request)
        kill = next((int(word[5:]) for word in words if word.startswith("kill=")), None)
        words = [word for word in words if not word.startswith("kill=")]
        name = words[1 if words[0] in self.model.devices else 0].replace("-", "_")
        arguments = [words[0], *words[2:]] if words[0] in self.model.devices else words[1:]
        killer = None
        if kill is not None:
            killer = threading.Timer(kill / 1000, self.process.kill)
            killer.start()
        try:
            getattr(self, name)(*arguments, **({"killed": True} if killer else {}))
        finally:
            if killer:
                killer.join()
        if killer:
            self.kill()
        elif self.process.poll() is not None:
            raise LawBroken(f"law 18: the arena has ended: {self.process.returncode} {self.process.communicate()[1]}")

    def received(self, device, path, content, sees):
        """Checks what somebody has received."""
        content = unpacked(content)
        strange = marks_in(content) - sees
        if strange:
            place = content.index(f"{MARK}{min(strange)}".encode())
            check(20, False, f"{device} receives from {path} what belongs to {STUDENTS[min(strange)]}: {content[max(0, place - 200):place + 100]}")
        for secret in self.secrets:
            check(20, secret.encode() not in content and secret.replace("-", "").encode() not in content, f"{device} receives a link from {path}")
        if access(path) != "teacher" or not self.model.devices[device].teacher:
            for secret in (str(self.folder), self.arena.name, str(BIN)):
                check(20, secret.encode() not in content, f"{device} receives a path of the teacher from {path}: {secret}")

    def ask(self, device, method, path, fields=None, body=b"", sees=frozenset()):
        """The answer; None if the process was killed meanwhile."""
        try:
            answer = self.browsers[device].ask(method, path, fields, body)
        except (OSError, ValueError, IndexError):  # the process was killed, and the answer is not there or broken off
            return None
        if answer.fields.get("transfer-encoding") == "chunked":
            answer.body = arena_web_test.unchunked(answer.body)
        head = "\n".join(f"{name}: {value}" for name, value in answer.fields.items() if name != "set-cookie")
        check(18, answer.status not in SERVER_ERRORS, f"{method} {path} as {device}: {answer.status} {answer.body[:300]}")
        if method == "GET":
            self.received(device, path, head.encode() + answer.body if not answer.body.startswith(b"PK") else answer.body, set(sees))
        return answer

    def judge(self, law, what, status, right):
        check(law, status in right, f"{what}: {status} instead of {sorted(right)[:8]}")

    def post(self, device, path, data):
        return self.ask(device, "POST", path, arena_web_test.JSON, json.dumps(data).encode())

    def enter(self, device, owner, sure=""):
        right = self.model.enter(device, owner, bool(sure))
        answer = self.post(device, "/api/enter", {"link": self.links[owner], "sure": int(bool(sure))})
        self.judge(19, f"{device} enters as {owner}", answer.status, right)
        if answer.status == 200:
            self.model.entered(device, owner)
        self.is_who(device)

    def is_who(self, device):
        """The program sees somebody as the model does."""
        who = self.ask(device, "GET", "/api/who").json()
        model = self.model.devices[device]
        name = None if model.student is None else STUDENTS[model.student]
        check(19, (who["you"] and who["you"]["name"]) == name, f"{device} is {who}, not {name}")
        check(19, bool(who["teacher"]) == model.teacher, f"{device} is {who}; the teacher: {model.teacher}")

    def old_link(self, device, owner):
        if self.old_links[owner]:
            answer = self.post(device, "/api/enter", {"link": self.old_links[owner][-1], "sure": 1})
            self.judge(19, f"{device} enters with an old link of {owner}", answer.status, {403})
            self.is_who(device)

    def guess(self, device):
        token = "-".join(["7HJK2", "M4PQR", "9TVWX", "3CDEF", "8GHJK", "2"])
        self.judge(19, f"{device} guesses a link", self.post(device, "/api/enter", {"link": token, "sure": 1}).status, {400, 403})

    def leave(self, device):
        right = {204} if self.model.devices[device].student is not None else {401}
        self.judge(19, f"{device} leaves", self.post(device, "/api/leave", {}).status, right)
        self.model.left(device)
        self.rights_ended([device], keep="teacher")
        self.is_who(device)

    def path(self, device, path):
        """The path with the real number of a game, and the students who play in it."""
        players = None
        if "/ladder/" in path:
            games = self.finished_games()
            place = int(path.rpartition("/")[2])
            if place <= len(games):
                number, players = games[-place]
                path = f"{path.rpartition('/')[0]}/{number}"
        return path, players

    def get(self, device, path):
        path, players = self.path(device, path)
        sees = self.model.sees(device, path)
        right = self.model.get(device, path, players)
        end = time.monotonic() + 10 * FACTOR
        # The pages know a game a moment after it has its place in the file.
        while (answer := self.ask(device, "GET", path, sees=sees)).status == 404 and right == {200} and time.monotonic() < end:
            time.sleep(0.05)
        self.judge(20, f"{device} gets {path} (played by {players})", answer.status, right)

    def stream(self, device, path):
        opened = [heard for heard in self.heard.get(device, []) if not heard.over.is_set()]
        if len(opened) >= 2:
            opened[0].close()
            self.heard[device].remove(opened[0])
            self.received(device, opened[0].path, opened[0].content, opened[0].sees)
        heard = Heard(self.browsers[device], path, self.model.sees(device, path))
        self.judge(20, f"{device} opens {path}", heard.status, {200} if self.model.may(device, access(path)) else {401})
        if heard.status == 200:
            self.heard.setdefault(device, []).append(heard)
        else:
            heard.close()

    def end_streams(self, device):
        """Closes the streams of a device, and looks at what it has received."""
        for heard in self.heard.pop(device, []):
            heard.close()
            self.received(device, heard.path, heard.content, heard.sees)

    def rights_ended(self, devices, keep):
        """The streams of these devices that were open by this right must end."""
        for device in devices:
            for heard in list(self.heard.get(device, [])):
                if access(heard.path) == keep or (access(heard.path) == "if_public" and (self.model.public or keep == "student")):
                    continue
                check(19, heard.over.wait(10 * FACTOR), f"the right of {device} has ended, and its stream {heard.path} goes on")
                self.heard[device].remove(heard)
                heard.close()
                self.received(device, heard.path, heard.content, heard.sees)

    # Uploads

    def version(self, device, word):
        kind, _, number = word.partition(":")
        person = self.model.devices[device].student
        name, content = hand_in(9 if person is None else person, kind, int(number))
        return Version(name, content, kind)

    def upload(self, device, word, killed=False):
        version, person = self.version(device, word), self.model.devices[device].student
        self.began = getattr(self, "began", 0) + 1
        fields = {**arena_web_test.BYTES, "X-File-Name": urllib.parse.quote(version.name), "Content-Length": str(len(version.content))}
        answer = self.ask(device, "POST", "/api/upload", fields, version.content)
        if answer is None:
            check(18, killed, f"{device} uploads, and gets no answer")
            self.cut_off = (person, version)
            return
        right = {401} if person is None else self.model.upload(person, version, not self.model.closed)
        if killed:
            right = right | {503}
        self.judge(18, f"{device} uploads {word}", answer.status, right)
        if person is not None:
            self.model.uploaded(person, version, answer.status, answer.status < 300 and answer.json()["version"])
            self.model.complete(person, answer.status, lambda slot: True)

    def begin(self, device, word, slot):
        version = self.version(device, word)
        if not version.content:
            return
        browser = self.browsers[device]
        self.model.begin(device, slot, version)
        connection = self.server.connect()
        connection.settimeout(30 * FACTOR)
        head = {"Host": self.server.name, "Connection": "close",
                **browser.fields({**arena_web_test.BYTES, "X-File-Name": urllib.parse.quote(version.name), "Content-Length": str(len(version.content))})}
        with contextlib.suppress(OSError):  # it may be refused already
            connection.sendall("".join(["POST /api/upload HTTP/1.1\r\n", *(f"{name}: {value}\r\n" for name, value in head.items()), "\r\n"]).encode() + version.content[:-1])
        time.sleep(0.05)
        self.connections[slot] = connection

    def finish(self, slot):
        if slot not in self.connections:
            return
        connection, model = self.connections.pop(slot), self.model.slots[slot]
        received = b""
        with contextlib.suppress(OSError), connection:
            with contextlib.suppress(OSError):
                connection.sendall(model.version.content[-1:])
            while more := connection.recv(1 << 16):
                received += more
        right = self.model.finish(slot)
        del self.model.slots[slot]
        if not received and right & REFUSED:  # the connection was closed while bytes were on their way
            return
        answer = Answer(received)
        self.judge(18, f"{slot} of {model.device} ({model.version.kind}) is complete", answer.status, right)
        if model.person is not None:
            self.model.uploaded(model.person, model.version, answer.status, answer.status < 300 and answer.json()["version"])
            later = [name for name in self.model.slots if int(name[1:]) > int(slot[1:])]
            self.model.complete(model.person, answer.status, lambda name: name not in later)

    def break_(self, slot):
        if slot in self.connections:
            self.connections.pop(slot).close()
            del self.model.slots[slot]

    # Orders

    def order(self, device, *words, killed=False):
        check(0, words[0] in ORDERS, f"no order: {words}")
        right = self.model.order(device, words)
        data = {"withdraw": "person", "bring-back": "person", "link": "person", "extend": "minutes"}.get(words[0])
        number = int(words[1]) + (MINUTES if words[0] == "extend" else 0) if data else None
        answer = self.post(device, f"/api/teacher/{words[0]}", {data: number} if data else {})
        if answer is None:
            check(18, killed, f"{device} orders {words}, and gets no answer")
            self.unknown = words
            return
        self.judge(19, f"{device} orders {' '.join(words)}", answer.status, right)
        self.model.ordered(words, answer.status)
        if words[0] == "link" and answer.status == 200:
            person = int(words[1])
            owner = ("zoe", "kim")[person]
            self.old_links[owner].append(self.links[owner])
            self.rights_ended(self.model.link_replaced(person), keep="teacher")
            self.read_links()
            check(19, self.links[owner] != self.old_links[owner][-1], "the new link is the old one")

    def spill(self, device):
        """The teacher's link comes over a connection to which others could listen: it ends."""
        fields = {**arena_web_test.JSON, "X-Forwarded-For": "192.0.2.1"}
        answer = self.ask(device, "POST", "/api/enter", fields, json.dumps({"link": self.links["teacher"], "sure": 1}).encode())
        self.judge(19, f"{device} spills the teacher's link", answer.status, {403})
        self.old_links["teacher"].append(self.links["teacher"])
        self.server.teachers_link = (self.arena / "teacher.txt").read_text().strip().rpartition("#")[2]
        check(19, self.server.teachers_link != self.old_links["teacher"][-1], "the teacher's link is the old one")
        self.rights_ended(self.model.teachers_link_ended(), keep="student")
        self.read_links()
        self.enter_observer()

    # What must hold

    def finished_games(self):
        """(number on the page, the persons who play) of the games of the ladder that have a result, from its file."""
        owners = {f"{STUDENTS[person]} #{number}": person for person, versions in self.model.versions.items() for number in range(1, len(versions) + 2)}
        with contextlib.closing(sqlite3.connect(f"file:{self.arena}/ladder.db?mode=ro", uri=True)) as db:
            names = [owners.get(name) for name, in db.execute("SELECT name FROM entrants ORDER BY number")]
            return [(number + 1, {names[first], names[second]}) for number, first, second in db.execute("SELECT number, first, second FROM matches ORDER BY number")]

    def present(self):
        """The names of the entrants that are present, from the journal of the ladder's file."""
        with contextlib.closing(sqlite3.connect(f"file:{self.arena}/ladder.db?mode=ro", uri=True)) as db:
            names = [name for name, in db.execute("SELECT name FROM entrants ORDER BY number")]
            there = set(range(len(STAFF)))
            for kind, details in db.execute("SELECT kind, details FROM changes ORDER BY id"):
                details = json.loads(details)
                if kind in ("withdrawn", "replaced"):
                    there.discard(details["entrant"])
                if kind in ("joined", "returned"):
                    there.add(details["entrant"])
                if kind == "replaced":
                    there.add(details["by"])
        return [names[number] for number in sorted(there)]

    def told(self, person):
        answer = self.teacher.get(f"/teacher/versions/{person}")
        check(18, answer.status == 200, f"the teacher's look at {STUDENTS[person]}: {answer.status} {answer.body[:200]}")
        return [(row["version"], row["file"], row["state"], row["reason"], row["plays"]) for row in answer.json()["versions"]]

    def event(self, name, wanted=lambda data: True):
        """The data of the teacher's event that is as wanted, or of the last one: the streams follow the orders a moment later."""
        stream = self.teacher.events("/teacher/events")
        end = time.monotonic() + 10 * FACTOR
        data = None
        try:
            while time.monotonic() < end and (event := stream.next()):
                if event[0] == name:
                    data = event[1]
                    if wanted(data):
                        break
        finally:
            stream.close()
        return data

    def settle(self, _=None):
        """Waits for all verdicts, and compares everything with the model."""
        end = time.monotonic() + 60 * FACTOR
        self.check_state()
        while True:
            told = {person: self.told(person) for person in self.model.versions}
            waiting = [row for rows in told.values() for row in rows if row[2] not in ("accepted", "refused")]
            running = not self.model.closed
            playing = {person: [row[0] for row in rows if row[4]] for person, rows in told.items()}
            for person, rows in told.items():
                self.model.state_of(person, rows)
            right = {person: [number] if (number := self.model.should_play(person)) else [] for person in told}
            if not waiting and (not running or playing == right):
                break
            if time.monotonic() > end:
                check(17, False, f"these versions play: {playing}; {right} should; without a verdict: {waiting}")
            time.sleep(0.05)
        if running:
            names = sorted([*STAFF, *(f"{STUDENTS[person]} #{number}" for person, numbers in right.items() for number in numbers)])
            check(17, sorted(self.present()) == names, f"present in ladder.db: {sorted(self.present())}; {names} should be")
        self.check_bytes()
        for device in list(self.heard):
            for heard in self.heard[device]:
                self.received(device, heard.path, heard.content, heard.sees)

    def check_state(self):
        closed = self.model.closed
        arena = self.event("arena", lambda arena: (arena["phase"] == "running") != closed)
        check(19, (arena["phase"] == "running") != closed, f"the phase is {arena['phase']}; closed: {closed}")
        check(14, arena["public"] == self.model.public, f"public: {arena['public']}")
        self.check_secret(arena)
        right = {name: self.model.withdrawn[person] for person, name in enumerate(STUDENTS)}
        withdrawn = lambda data: {person["name"]: person["withdrawn"] for person in data["people"]}
        people = self.event("people", lambda data: withdrawn(data) == right)
        check(18, withdrawn(people) == right, f"withdrawn: {withdrawn(people)}; {right} should be")
        return arena

    def check_secret(self, arena):
        """Everybody sees the hash of the final's secret from the start on, and the secret after the final. Another final has another secret."""
        known, final = self.model.seed_hash, self.model.finals
        if known and known[1] == final:
            check(18, arena["seed_hash"] == known[0], "the final's secret is another one")
        self.model.seed_hash = (arena["seed_hash"], final)
        check(20, bool(arena["final_secret"]) == (arena["phase"] == "done"), f"the secret is {arena['final_secret']!r} in the phase {arena['phase']}")
        if arena["final_secret"]:
            check(20, sha256(arena["final_secret"]) == arena["seed_hash"], "the secret is not that of the hash")

    def check_bytes(self):
        """Each acknowledged file is there, byte for byte."""
        answer = self.teacher.get("/teacher/uploads.zip")
        files = {}
        if any(self.model.versions.values()):
            with zipfile.ZipFile(io.BytesIO(arena_web_test.unchunked(answer.body))) as kept:
                files = {name: kept.read(name) for name in kept.namelist()}
        wanted = {f"{STUDENTS[person]}/{number} {version.name}": version.content
                  for person, versions in self.model.versions.items() for number, version in enumerate(versions, 1)}
        check(18, files.keys() == wanted.keys(), f"kept: {sorted(files)}; {sorted(wanted)} should be")
        for name, content in wanted.items():
            check(18, files[name] == content, f"the bytes of {name} are others")

    def kill(self):
        self.end_process(signal.SIGKILL)
        self.start()
        self.after_a_start()

    def restart(self, *words):
        self.end_process(signal.SIGINT)
        options = []
        for word in words:
            what, _, value = word.partition("=")
            options += [f"--{what}", value if what == "public" else f"2099-01-{1 + int(value):02} 12:00"]
            if what == "public":
                self.model.public = value == "yes"
            elif int(value) != self.until:
                self.until = int(value)
                self.model.deadline_moved()
        self.start(*options)
        self.after_a_start()

    def after_a_start(self):
        """Takes over what is uncertain: an upload or an order that a kill has cut off."""
        self.enter_observer()
        person, version = self.__dict__.pop("cut_off", (None, None))
        if person is not None and len(self.told(person)) == len(self.model.versions[person]) + 1:
            self.model.versions[person].append(version)
            self.model.tried[person] += 1
        if words := self.__dict__.pop("unknown", None):
            people = self.event("people")["people"]  # the first event after a start is no older one
            if words[0] in ("withdraw", "bring-back"):
                self.model.withdrawn[int(words[1])] = people[int(words[1])]["withdrawn"]

    def await_final(self):
        if not self.model.closed:
            return
        stream = self.teacher.events("/teacher/events")
        stream.wait_for("arena", lambda arena: arena["phase"] == "done")
        stream.close()
        self.model.has_final = True
        self.check_state()
        answer = self.teacher.get("/teacher/marks.csv")
        check(18, answer.status == 200, f"marks: {answer.status}")
        rows = list(csv.DictReader(io.StringIO(answer.body.decode()), delimiter=";"))
        check(18, [row["name"] for row in rows] == STUDENTS, f"marks of {[row['name'] for row in rows]}")
        for person, row in enumerate(rows):
            self.model.state_of(person, self.told(person))
            played = max((i for i, version in enumerate(self.model.versions[person], 1) if version.told == ("accepted", "")), default=0)
            status = "nothing handed in" if not self.model.versions[person] else "played" if played else "refused"
            if not self.model.withdrawn[person]:
                check(18, (row["status"], row["version"]) == (status, str(played) if played else row["version"]), f"marks: {row}; {status} {played}")


setattr(ArenaPlayer, "break", ArenaPlayer.break_)  # a request begins with the name of its method
