"""Sends the requests of a history to the real `referee arena`, and lets the model judge each answer."""
import end_to_end  # noqa: F401, first
import contextlib
import json
import threading
import time
import urllib.parse

import arena_web_test
from arena_checks import ArenaChecks
from arena_hand_ins import hand_in
from arena_model import LATE, MINUTES, ORDERS, REFUSED, SERVER_ERRORS, TEAM, TRIED, LawBroken, Version, access, check
from arena_process import Heard
from harness import PATIENCE
from serve_case import Answer


class ArenaPlayer(ArenaChecks):
    """Everybody who visits an arena. Each word of a request is a method."""

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
        if owner not in self.links:
            return  # she has not been added
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
        name = None if model.student is None else self.model.names[model.student]
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
        """The path with the real number of a game, and the students who play in it. If no game has this place yet, it is a number that none
        gets: a game with the number of the place may end before the request comes."""
        if "/ladder/" not in path:
            return path, None
        head, _, place = path.rpartition("/")
        games = self.finished_games()
        if int(place) > len(games):
            return f"{head}/{int(place) + 1_000_000}", None
        number, players = games[-int(place)]
        return f"{head}/{number}", players

    def get(self, device, path):
        path, players = self.path(device, path)
        sees = self.model.sees(device, path)
        right = self.model.get(device, path, players)
        end = time.monotonic() + PATIENCE
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
        heard.right = "teacher" if self.model.devices[device].student is None else "student"
        if heard.status == 200:
            self.heard.setdefault(device, []).append(heard)
        else:
            heard.close()

    def rights_ended(self, devices, keep):
        """The streams of these devices that were open by this right must end."""
        for device in devices:
            for heard in list(self.heard.get(device, [])):
                if access(heard.path) == keep or (access(heard.path) == "if_public" and (self.model.public or heard.right == keep)):
                    continue
                check(19, heard.over.wait(PATIENCE), f"the right of {device} has ended, and its stream {heard.path} goes on")
                self.heard[device].remove(heard)
                heard.close()
                self.received(device, heard.path, heard.content, heard.sees)

    # Uploads

    def version(self, device, word, more=0):
        kind, _, number = word.partition(":")
        person = self.model.devices[device].student
        name, content = hand_in(9 if person is None else person + more, kind, int(number), driven=self.driven)
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

    def try_(self, device, word):
        version = self.version(device, word, TRIED)
        fields = {**arena_web_test.BYTES, "X-File-Name": urllib.parse.quote(version.name), "Content-Length": str(len(version.content))}
        answer = self.ask(device, "POST", "/api/try", fields, version.content)
        self.judge(18, f"{device} tries {word}", answer.status, self.model.only_try(device, version))
        if answer.status == 201:
            self.model.only_tried(device, version)

    def again(self, device, number):
        person = self.model.devices[device].student
        right = self.model.again(device, int(number))
        answer = self.ask(device, "POST", "/api/play-again", arena_web_test.JSON, json.dumps({"version": int(number)}).encode())
        self.judge(18, f"{device} lets version {number} play again", answer.status, right)
        if answer.status == 204:
            self.model.let_play_again(person, int(number))

    def begin(self, device, word, slot):
        version = self.version(device, word)
        if not version.content:
            return
        browser = self.browsers[device]
        self.model.begin(device, slot, version)
        connection = self.server.connect()
        connection.settimeout(PATIENCE)
        head = {"Host": self.server.name, "Connection": "close",
                **browser.fields({**arena_web_test.BYTES, "X-File-Name": urllib.parse.quote(version.name), "Content-Length": str(len(version.content))})}
        with contextlib.suppress(OSError):  # it may be refused already
            connection.sendall("".join(["POST /api/upload HTTP/1.1\r\n", *(f"{name}: {value}\r\n" for name, value in head.items()), "\r\n"]).encode() + version.content[:-1])
        self.wait_until_read(connection)
        self.connections[slot] = connection

    def wait_until_read(self, connection):
        """Waits until the arena has read what was sent on this connection, or has closed it."""
        here, there = (f"0100007F:{address[1]:04X}" for address in (connection.getsockname(), connection.getpeername()))
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with open("/proc/net/tcp") as sockets:  # each line has an address, that of the other end, the state (01: connected), and what is to be sent and to be read
                queues = [fields[4] for fields in map(str.split, sockets) if {fields[1], fields[2]} == {here, there} and fields[3] == "01"]
            if all(queue == "00000000:00000000" for queue in queues):
                return
            time.sleep(0.005)
        raise LawBroken("law 18: the arena does not read")

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
        body = {data: number} if data else {"text": "Bring a laptop"} if words[0] == "message" else {}
        if words[0] == "add":
            body = {"name": LATE, "number": "200", "team": TEAM if len(words) > 1 else ""}
        answer = self.post(device, f"/api/teacher/{words[0] if words[0] != 'add' else 'add-student'}", body)
        if answer is None:
            check(18, killed, f"{device} orders {words}, and gets no answer")
            self.unknown = words
            return
        self.judge(19, f"{device} orders {' '.join(words)} ({answer.body[:200]})", answer.status, right)
        self.model.ordered(words, answer.status)
        if words[0] == "add" and answer.status == 200:
            self.read_links()
            check(18, answer.json()["link"].partition("#")[2] == self.links["ida"], "the link of the answer is not that of links.csv")
            for listener, all_heard in self.heard.items():  # the members of her team see what she hands in
                for heard in all_heard:
                    heard.sees |= self.model.sees(listener, heard.path)
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


setattr(ArenaPlayer, "try", ArenaPlayer.try_)
setattr(ArenaPlayer, "break", ArenaPlayer.break_)  # a request begins with the name of its method
