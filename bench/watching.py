#!/usr/bin/env python3
"""Measures whether watching slows a tournament down: games a second with 0, 1 and 8 event streams of `referee serve`,
in alternation. Usage: watching.py FOLDER_OF_THE_PROGRAMS [ROUNDS]"""
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

BIN = pathlib.Path(sys.argv[1]).resolve()
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 4
GAMES = 3000
STREAMS = (0, 1, 8)


def cpu_of(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def play(folder, streams):
    """Returns the games a second and the server's CPU seconds."""
    db = pathlib.Path(folder) / "t.db"
    db.unlink(missing_ok=True)
    bots = [f"{BIN}/random --seed {seed}" for seed in (1, 2, 3)]
    began = time.monotonic()
    tournament = subprocess.Popen([BIN / "referee", "tournament", *bots, "--game", "magnetize:height=6,width=7,square=2,maglock=2",
                                   "--games", str(GAMES // 3), "--seed", "1", "--db", db, "--quiet", "--sandbox", "off"],
                                  stdout=subprocess.DEVNULL)
    server, listeners = None, []
    if streams:
        while not db.exists():
            time.sleep(0.005)
        server = subprocess.Popen([BIN / "referee", "serve", db, "--port", "0", "--sandbox", "off"], stdout=subprocess.PIPE)
        address = re.search(rb"http://\S+", server.stdout.readline())[0].decode()
        listener = f"import urllib.request as web\nfor line in web.urlopen('{address}events'): pass"
        listeners = [subprocess.Popen([sys.executable, "-c", listener], stderr=subprocess.DEVNULL) for _ in range(streams)]
    tournament.wait()
    speed = GAMES / (time.monotonic() - began)
    cpu = cpu_of(server.pid) if server else 0
    for process in [server, *listeners] if server else []:
        process.terminate()
        process.wait()
    return speed, cpu


with tempfile.TemporaryDirectory() as folder:
    rounds = [[play(folder, streams) for streams in STREAMS] for _ in range(ROUNDS)]
print(f"Medians of {ROUNDS} rounds of {GAMES} games, one at a time\n\nstreams  games/s  ratio  server's CPU")
for i, streams in enumerate(STREAMS):
    speed = statistics.median(row[i][0] for row in rounds)
    ratio = statistics.median(row[i][0] / row[0][0] for row in rounds)
    print(f"{streams:7}  {speed:7.0f}  {ratio:5.2f}  {statistics.median(row[i][1] for row in rounds):10.2f} s")
