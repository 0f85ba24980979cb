#!/usr/bin/python3
"""Measures the pages of `referee arena` in the rush before a deadline, and while the final is shown live, over loopback.

A class of 40 students, each with two open pages (event streams, as of a phone and a laptop), hands in 40 bots within a
minute, while games are played, and a projector shows the public page. Pages are asked for at a fixed rate. The figures: the
time until a page has been received (median, 95 %, maximum), the time until an upload was acknowledged, the streams that
were ended or refused, and the uploads that were acknowledged but are not there.

Then the final is played and shown live: the time between two moves on the projector, the time until a page has been received,
and the time of a core that the arena itself uses, first with the projector alone, then with two open pages of each student, one
of them the public page.

    /usr/bin/python3 bench/arena_load.py bin [--students 40] [--seconds 60] [--final-seconds 20] [--rate 20]

The arena refuses to run as root; as root, it runs as another user.
"""
import argparse
import csv
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import time

USER = 54321
BOT = """import sys
def lines(count):
    return [sys.stdin.readline() for _ in range(count)]
lines(2)
settings = sys.stdin.readline().split()
while sys.stdin.readline():
    lines(int(sys.stdin.readline()))
    lines(1 + int(settings[0]))
    print(lines(int(sys.stdin.readline()))[0].strip(), flush=True)
"""


class Student:
    """Whoever has a link, also the teacher."""

    def __init__(self, port, link):
        self.port = port
        status, fields, _ = self.ask("POST", "/api/enter", {"Content-Type": "application/json"}, json.dumps({"link": link.partition("#")[2], "sure": 0}))
        assert status == 200, status
        self.cookie = fields["Set-Cookie"].split(";")[0]

    def ask(self, method, path, fields=None, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request(method, path, body, {**(fields or {}), **({"Cookie": self.cookie} if hasattr(self, "cookie") else {})})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, answer.headers, content

    def stream(self, path):
        """Begins an event stream. Returns (connection, stream)."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request("GET", path, headers={"Cookie": self.cookie})
        return connection, connection.getresponse()

    def watch(self, path, stop, ended):
        """Reads an event stream, like an open page, and notes in `ended` if it ends too early."""
        connection, stream = self.stream(path)
        while stream.status == 200 and not stop.is_set() and stream.read1(1 << 16):
            pass
        if not stop.is_set():
            ended.append(stream.status)
        connection.close()


def quantiles(times):
    ordered = sorted(times)
    at = lambda share: ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000
    return f"{len(ordered)} times: median {at(0.5):.0f} ms, 95 % {at(0.95):.0f} ms, maximum {at(1):.0f} ms"


def watch(places, stop, ended):
    """Lets each student of [(student, path)] keep a page open until the stop."""
    for student, path in places:
        threading.Thread(target=student.watch, args=(path, stop, ended), daemon=True).start()


def ask_pages(student, seconds, rate, pages):
    """Asks for pages, and notes the time of each."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for path in ("/", "/api/who", "/kits/python.zip", "/ladder/1"):
            begin = time.monotonic()
            status = student.ask("GET", path)[0]
            pages.append(time.monotonic() - begin)
            assert status in (200, 404), (path, status)
            time.sleep(4 / rate)


def load(students, seconds, rate):
    """Returns the times of pages and of uploads, the uploads that were refused, and the streams that were ended."""
    stop = threading.Event()
    ended = []
    watch([(student, "/events") for student in students for _ in range(2)] + [(students[0], "/public/events")], stop, ended)
    pages, uploads, refused = [], [], []

    def hand_in(number, student):
        time.sleep(seconds * number / len(students))
        begin = time.monotonic()
        source = BOT + f"# {number}\n" * 2000
        while (status := student.ask("POST", "/api/upload", {"Content-Type": "application/octet-stream", "X-File-Name": "bot.py"}, source)[0]) == 503:
            time.sleep(1)
        uploads.append(time.monotonic() - begin)
        if status != 201:
            refused.append(status)

    threads = [threading.Thread(target=hand_in, args=each) for each in enumerate(students)]
    threads += [threading.Thread(target=ask_pages, args=(student, seconds, rate, pages)) for student in students[:4]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stop.set()
    return pages, uploads, refused, ended


def events(stream):
    """The events of a stream: (name, data as text)."""
    name = None
    while line := stream.readline().decode().rstrip("\n"):
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            yield name, line[6:]
            stream.readline()


def cpu(pid):
    """The seconds of a core that a process has used, without its children."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def show_final(students, teacher, seconds, rate, pid):
    """Plays the final and shows it live. Prints the figures."""
    for order in ("show-final", "final"):
        assert teacher.ask("POST", f"/api/teacher/{order}", {"Content-Type": "application/json"}, "{}")[0] == 204, order
    projector = events(students[0].stream("/public/events")[1])
    followed = lambda: next(data for name, data in projector if name == "followed" and data != "null")
    followed()
    for all_watch in (False, True):
        stop, ended, pages, gaps = threading.Event(), [], [], []
        if all_watch:
            watch([(student, path) for student in students for path in ("/events", "/public/events")], stop, ended)
            time.sleep(2)
        askers = [threading.Thread(target=ask_pages, args=(student, seconds, rate, pages)) for student in students[:4]]
        for asker in askers:
            asker.start()
        begin, used, last = time.monotonic(), cpu(pid), None
        while time.monotonic() < begin + seconds:
            game = json.loads(followed())["games"][0]
            if last and last[1:] == (game["number"], game["plies"] - 1):
                gaps.append(time.monotonic() - last[0])
            last = (time.monotonic(), game["number"], game["plies"])
        used = (cpu(pid) - used) / (time.monotonic() - begin)
        for asker in askers:
            asker.join()
        print(f"final, streams: {1 + (2 * len(students) if all_watch else 0)}; between two moves: {quantiles(gaps)}\n"
              f"  pages: {quantiles(pages)}\n  the arena uses {100 * used:.1f} % of a core; streams ended: {len(ended)}")
        stop.set()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("--students", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--final-seconds", type=float, default=20, help="of the final, twice")
    parser.add_argument("--rate", type=float, default=20, help="pages a second")
    options = parser.parse_args()
    programs = options.bin.resolve()
    with tempfile.TemporaryDirectory() as folder:
        as_user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"] if os.geteuid() == 0 else []
        if as_user:
            os.chown(folder, USER, USER)
        pathlib.Path(folder, "students.csv").write_text("Name\n" + "".join(f"Student {number}\n" for number in range(options.students)))
        arena = subprocess.Popen([*as_user, programs / "referee", "arena", "class", "--students", "students.csv", "--until", "2099-01-01 12:00", "--port", "0",
                                  "--staff", programs / "greedy", "--staff", programs / "random", "--without-control-groups"], cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            port = int(re.search(r"localhost:(\d+)/", arena.stdout.readline())[1])
            arena.stdout.readline()
            links = [row["link"] for row in csv.DictReader(pathlib.Path(folder, "class/links.csv").open())]
            students = [Student(port, link) for link in links]
            pages, uploads, refused, ended = load(students, options.seconds, options.rate)
            stored = len([name for name in os.listdir(f"{folder}/class/uploads") if len(name) == 64])
            print(f"pages: {quantiles(pages)}\nuploads: {quantiles(uploads)}")
            print(f"acknowledged {len(uploads) - len(refused)}, on disk {stored}, refused {refused}; streams ended: {len(ended)}")
            show_final(students, Student(port, pathlib.Path(folder, "class/teacher.txt").read_text().strip()), options.final_seconds, options.rate, arena.pid)
            rss = re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{arena.pid}/status").read_text())[1]
            print(f"memory of the arena: at most {int(rss) // 1024} MiB; load average {os.getloadavg()[0]:.1f}")
        finally:
            arena.send_signal(signal.SIGINT)
            arena.wait(60)


if __name__ == "__main__":
    main()
