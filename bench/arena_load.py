#!/usr/bin/python3
"""Measures the pages of `referee arena` in the rush before a deadline, over loopback.

A class of 40 students, each with two open pages (event streams, as of a phone and a laptop), hands in 40 bots within a
minute, while games are played, and a projector shows the public page. Pages are asked for at a fixed rate. The figures: the
time until a page has been received (median, 95 %, maximum), the time until an upload was acknowledged, the streams that
were ended or refused, and the uploads that were acknowledged but are not there.

    /usr/bin/python3 bench/arena_load.py bin [--students 40] [--seconds 60] [--rate 20]

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

    def watch(self, path, stop, ended):
        """Reads an event stream, like an open page, and notes in `ended` if it ends too early."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request("GET", path, headers={"Cookie": self.cookie})
        stream = connection.getresponse()
        while stream.status == 200 and not stop.is_set() and stream.read1(1 << 16):
            pass
        if not stop.is_set():
            ended.append(stream.status)
        connection.close()


def quantiles(times):
    ordered = sorted(times)
    at = lambda share: ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000
    return f"{len(ordered)} times: median {at(0.5):.0f} ms, 95 % {at(0.95):.0f} ms, maximum {at(1):.0f} ms"


def load(students, seconds, rate):
    """Returns the times of pages and of uploads, the uploads that were refused, and the streams that were ended."""
    stop = threading.Event()
    ended = []
    watchers = [threading.Thread(target=student.watch, args=("/events", stop, ended), daemon=True) for student in students for _ in range(2)]
    watchers.append(threading.Thread(target=students[0].watch, args=("/public/events", stop, ended), daemon=True))  # the projector
    for watcher in watchers:
        watcher.start()
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

    def ask_pages(number):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            student = students[number]
            for path in ("/", "/api/who", "/kits/python.zip", "/ladder/1"):
                begin = time.monotonic()
                status = student.ask("GET", path)[0]
                pages.append(time.monotonic() - begin)
                assert status in (200, 404), (path, status)
                time.sleep(4 / rate)

    threads = [threading.Thread(target=hand_in, args=each) for each in enumerate(students)]
    threads += [threading.Thread(target=ask_pages, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stop.set()
    return pages, uploads, refused, ended


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("--students", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=60)
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
            rss = re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{arena.pid}/status").read_text())[1]
            print(f"memory of the arena: at most {int(rss) // 1024} MiB; load average {os.getloadavg()[0]:.1f}")
        finally:
            arena.send_signal(signal.SIGINT)
            arena.wait(60)


if __name__ == "__main__":
    main()
