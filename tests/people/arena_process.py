"""A class arena in a folder of its own: the real `referee arena`, its links, and everybody who visits it."""
import end_to_end  # noqa: F401, first
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
import subprocess
import tempfile
import threading

import arena_web_test
import class_test
from arena_hand_ins import MARK, marks_in, unpacked
from arena_model import PEOPLE, STUDENTS, TEAM, TRIED, LawBroken, Model, access, check
from arena_test import AS_USER, USER
from harness import BIN, LONG, PATIENCE, REFEREE

GAME = "magnetize:height=3,width=3,square=2,maglock=1"
STAFF = ("greedy", "second")
UNTIL = "2099-01-01 12:00"


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
        self.thread.join(PATIENCE)
        self.stream.close()

    def events(self, name):
        """The data of the events of this name so far."""
        for block in self.content.decode(errors="replace").split("\n\n")[:-1]:
            lines = block.split("\n")
            if f"event: {name}" in lines:
                yield json.loads(next(line[6:] for line in lines if line.startswith("data: ")))


class ArenaProcess:
    """An arena in a folder of its own, and everybody who visits it."""

    def __init__(self, public=False, driven=False, teams=False):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="people_"))
        os.chmod(self.folder, 0o755)
        team_of = lambda name: TEAM if teams and name != STUDENTS[2] else ""
        (self.folder / "students.csv").write_text("Name;Number;Team\n" + "".join(f"{name};{i};{team_of(name)}\n" for i, name in enumerate(STUDENTS, 100)))
        if AS_USER:
            os.chown(self.folder, USER, USER)
        self.arena = self.folder / "TEACHER-class"
        self.model = Model(public, teams)
        self.driven = driven
        self.secrets = set()  # what nobody is told: links, once they are known
        self.heard = {}  # by device
        self.connections = {}
        self.old_links = {name: [] for name in (*PEOPLE, "teacher")}
        self.server = self.process = None
        # Nobody else gets the port while the arena is not running.
        self.holder = socket.socket()
        self.holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.holder.bind(("127.0.0.1", 0))
        self.until = 0  # the words that --until was given last
        try:
            self.start_first(public)
        except BaseException:
            self.close()
            raise

    def start_first(self, public):
        """The first start. The teacher enters."""
        self.start("--students", "students.csv", "--until", UNTIL, "--game", GAME, *(w for name in STAFF for w in ("--staff", f"{name}={BIN / 'greedy'}")),
                   "--without-control-groups", "--move-time", LONG, "--jobs", "1", "--final-time", "1s", "--public", "yes" if public else "no", *self.driver(),
                   *(["--teams"] if self.model.teams else []))
        self.browsers = {name: arena_web_test.Browser(self.server) for name in self.model.devices}
        self.teacher = arena_web_test.Browser(self.server)  # looks at the state between requests
        self.enter_observer()

    def driver(self):
        """The teacher's driver runs programs, so the same hand-ins are given to arenas with it and without it. It is not kept where it was."""
        if not self.driven:
            return []
        (self.folder / "runs.py").write_text("import runpy, sys\nrunpy.run_path(sys.argv[1], run_name='__main__')\n")
        (self.folder / "runs_example.py").write_text(class_test.python())
        return ["--driver", "runs.py"]

    # The process

    def start(self, *options):
        port = self.holder.getsockname()[1]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
        self.process = subprocess.Popen([*AS_USER, REFEREE, "arena", self.arena.name, "--port", str(port), *options], cwd=self.folder, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**environment, "REFEREE_SANDBOX": "on"})
        server = arena_web_test.ArenaServer(self.process)
        if self.server:
            check(18, server.teachers_link == self.server.teachers_link, "the teacher's link has changed")
            server.port, server.name = port, self.server.name
            self.server.process, self.server.teachers_link = self.process, server.teachers_link
        else:
            self.server = server
        self.read_links()

    def read_links(self):
        links = [row["link"].partition("#")[2] for row in csv.DictReader(io.StringIO((self.arena / "links.csv").read_text()))]
        self.links = {**{name: links[number] for name, number in PEOPLE.items() if number < len(links)}, "teacher": self.server.teachers_link}
        self.secrets |= {*links, self.server.teachers_link}

    def enter_observer(self):
        self.teacher.cookies.clear()
        answer = self.teacher.enter(self.links["teacher"])
        check(19, answer.status == 200, f"the teacher can't enter: {answer.status} {answer.body}")

    def end_process(self, how):
        self.process.send_signal(how)
        try:
            self.errors = self.process.communicate(timeout=PATIENCE)[1]
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
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        for heard in sum(self.heard.values(), []):
            heard.close()
        self.holder.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def received(self, device, path, content, sees):
        """Checks what somebody has received."""
        content = unpacked(content)
        strange = marks_in(content) - sees
        if strange:
            place = content.index(f"{MARK}{min(strange)}".encode())
            check(20, False, f"{device} receives from {path} what belongs to {self.model.names[min(strange) % TRIED]}: {content[max(0, place - 200):place + 100]}")
        if path == "/public/events" and not self.model.was_published:
            for name, data in re.findall(rb"^event: (final|final_games|followed)\ndata: (.*)$", content, re.MULTILINE):
                check(20, data == b"null" or (self.model.was_live and name != b"final_games"), f"{device} receives {name.decode()} before the final is published: {data[:200]}")
            for data in re.findall(rb"^event: final_progress\ndata: (.*)$", content, re.MULTILINE):
                check(20, data == b"null" or json.loads(data).keys() == {"played", "games", "seconds"}, f"{device} receives more than the progress of the final: {data[:200]}")
        for secret in self.secrets:
            check(20, secret.encode() not in content and secret.replace("-", "").encode() not in content, f"{device} receives a link from {path}")
        if access(path) != "teacher" or not self.model.devices[device].teacher:
            for secret in (str(self.folder), self.arena.name, str(BIN)):
                check(20, secret.encode() not in content, f"{device} receives a path of the teacher from {path}: {secret}")

    def end_streams(self, device):
        """Closes the streams of a device, and looks at what it has received."""
        for heard in self.heard.pop(device, []):
            heard.close()
            self.received(device, heard.path, heard.content, heard.sees)

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
