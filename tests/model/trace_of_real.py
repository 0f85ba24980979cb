#!/usr/bin/env python3
"""Plays real tournaments of quick bots with `referee`, and writes their traces (tests/simulation/trace.md) to stdout.

    REFEREE_BIN=bin trace_of_real.py SEED [HISTORIES [FORMAT]]

What happened is read from exported logs and the list of planned games; every other output is only shown."""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BIN = pathlib.Path(os.environ["REFEREE_BIN"]).resolve()
GAME = "magnetize:height=3,width=4"
BUSY_FLOOR_US = 20000


class Real:
    """A tournament in a folder of its own."""

    def __init__(self, folder, generator):
        self.folder, self.random = folder, generator
        self.known = {}       # file -> number of planned games that were written to the trace
        self.results = {}     # file -> {number: id of the log}
        for name in ("greedy", "random", "alphabeta"):
            os.symlink(BIN / name, folder / name)
        shutil.copy(HERE / "random_bot.py", folder / "rb.py")
        # It can't be started: no game of two such bots has a result.
        for name, text in (("interpreter", "no program"), ("broken", "#!./interpreter\n")):
            (folder / name).write_text(text)
            (folder / name).chmod(0o755)

    def emit(self, **line):
        print(json.dumps(line), flush=True)

    def run(self, *words):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("REFEREE_")}
        done = subprocess.run([BIN / "referee", *words], cwd=self.folder, capture_output=True, timeout=240,
                              env={**environment, "REFEREE_SANDBOX": "off"})
        done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()   # not as text: CSV has CRLF
        return done

    def show(self, *words):
        done = self.run(*words)
        text = done.stdout if done.returncode == 0 else done.stderr
        if words[0] == "view":
            text = "".join(re.findall(r'<script type="application/json" id="(?:report|games)-data">.*?</script>', text, re.S))
        self.emit(shown={"typed": list(words), "exit": done.returncode, "text": text})
        return done

    def tournament(self, *words):
        """A start or a resumption: typed, accepted or refused, what was planned and played, the end."""
        done = self.run("tournament", *words, "--json", "--jobs", "1")
        self.emit(typed=["tournament", *words])
        file = words[words.index("--db") + 1]
        events = [json.loads(line) for line in done.stdout.splitlines()]
        if not events or events[0]["event"] != "begun":
            self.emit(refused={"exit": done.returncode, "text": done.stderr})
            return False
        self.emit(accepted={"entrants": events[0]["entrants"], "seed": events[0]["seed"]})
        self.catch_up(file, [event["game"] for event in events if event["event"] == "played"])
        last = [event for event in events if event["event"] == "ended"]
        self.emit(ended={"exit": done.returncode, "reason": last[0]["why"] if last else None, "events": events})
        return True

    def change(self, file, *words):
        done = self.run("change", file, *words)
        self.emit(typed=["change", file, *words])
        if done.returncode:
            self.emit(refused={"exit": done.returncode, "text": done.stderr})
            return False
        self.emit(accepted={"text": done.stdout})
        self.catch_up(file, [])
        return True

    def catch_up(self, file, played):
        """Writes the games that were planned and played since the last time."""
        rows = json.loads(self.run("export", file, "games", "--format", "json").stdout)
        for row in rows[self.known.get(file, 0):]:
            self.emit(planned={"game": row["number"], **{key: row[key] for key in ("first", "second", "round", "pair", "opening", "seed")}})
        self.known[file] = len(rows)
        if not played:
            return
        logs = [json.loads(line) for line in self.run("export", file).stdout.splitlines()]
        numbers = [row["number"] for row in rows if row["ending"] is not None]
        by_number = dict(zip(numbers, logs))
        for number in played:
            self.emit(played={"game": number, **of_log(by_number[number])})

    def show_all(self, file):
        """Every output at this state, in every form."""
        self.show("standings", file)
        for what in ("standings", "crosstable", "superiority", "covariance", "parameters", "endings", "openings", "games"):
            for format_ in ("json", "csv", "markdown"):
                more = ["--columns", "all"] if what == "standings" and self.random.random() < 0.5 else []
                self.show("export", file, what, "--format", format_, *more)
        self.show("export", file, "nash", "--format", "json")
        self.show("view", file, "-o", "-")
        self.show("export", file, "plan")
        self.show("tournament", "--resume", "--db", file, "--dry-run")

    def show_joined(self, *files):
        """Several files as one, in both orders."""
        for first, *others in (files, files[::-1]):
            more = [word for other in others for word in ("--with", other)]
            self.show("standings", first, *others)
            for what in ("standings", "superiority", "crosstable", "parameters", "endings"):
                self.show("export", first, what, *more, "--format", "json")


def of_log(log):
    result, failure = log["result"], log.get("failure")
    names = [player["name"] for player in log["players"]]
    outcome = "aborted" if result["ending"] == "aborted" else "draw" if result["winner"] is None else ("first", "second")[result["winner"]]
    turns = [[ply["wall_us"] for ply in log["plies"] if ply["player"] == side and ply["wall_us"] is not None] for side in (0, 1)]
    return {"outcome": outcome, "ending": result["ending"], "detail": result["detail"],
            "blamed": None if not failure else ("first", "second")[failure["player"]], "busy": is_busy(log),
            "moves": [ply["move"] for ply in log["plies"]], "plies": len(log["plies"]), "seed": log["game"]["seed"], "chance": log["game"]["name"] == "cluster",
            "turn_us": {"first": max(turns[0], default=None), "second": max(turns[1], default=None)}, "names": names}


def is_busy(log):
    """docs/ratings.md, "A busy machine"."""
    failure = log.get("failure")
    if not failure or log["result"]["ending"] != "timeout":
        return False
    if failure.get("taken_us") is not None:
        return failure["taken_us"] > BUSY_FLOOR_US and failure["taken_us"] > failure["limit_us"] / 10
    limits = log["limits"]      # older logs
    waited = 0
    if failure.get("waited_us") is not None:
        idle = failure["elapsed_us"] - failure["cpu_us"] if failure.get("cpu_us") is not None else failure["waited_us"]
        waited = min(failure["waited_us"], idle)
    over = failure["elapsed_us"] - failure["limit_us"] - limits["margin_us"]
    took = max(waited, over)
    return took > BUSY_FLOOR_US and took > failure["limit_us"] / 10


def bot(generator, name):
    """A bot as typed. Python bots are slow to start, so they are few."""
    kind = generator.randrange(10)
    if kind < 4:
        return f"{name}=./random"
    if kind < 6:
        return f"{name}=./greedy"
    if kind < 7:
        return f"{name}=./alphabeta --depth 2"
    if kind < 9:
        return f"{name}=/usr/bin/python3 rb.py {generator.choice(['random', 'same'])} {generator.choice(['exit', 'illegal', 'unreadable'])} {generator.choice([0, 2, 4])}"
    return f"{name}=./broken"


NAMES = ["ann", "bob", "cid", "dot", "eve", "fay", "gus", "hal", "ivy", "jo", "kim", "lee"]


def start_options(generator, format_):
    goal = format_ == "goal"
    format_ = generator.choice(["ladder", "round-robin", "gauntlet"]) if goal else format_
    words = ["--game", GAME, "--format", format_, "--seed", str(generator.randrange(1000)), "--move-time", "100ms"]
    kind = generator.random()
    if kind < 0.5:
        words += ["--openings", str(generator.choice([1, 2]))]
    elif kind < 0.8:
        for line in ("DROP 0", "DROP 1, DROP 0", "MAGNET")[:generator.randint(1, 3)]:
            words += ["--opening", line]
    if goal:
        words += ["--until", generator.choice(["los=80", "elo=150", "los=99", "elo=60"])]
    if format_ == "swiss" and generator.random() < 0.5:
        words += ["--rounds", str(generator.randint(2, 4))]
    if format_ != "ladder" and not goal:
        words += ["--games", str(generator.choice([1, 2, 2, 3, 4]))]
    if generator.random() < 0.2:
        words += ["--anchor", "ann=1500"]
    return words


def one_change(generator, format_, here, names, bots, games):
    """The words of a change that may be refused."""
    kind = generator.choice(["add", "withdraw", "withdraw", "annul", "replace", "return", "again", "again", "rounds"])
    away = [name for name in names if name not in here]
    if kind == "add":
        return ["add", bot(generator, bots.pop())]
    if kind in ("withdraw", "annul"):
        return [kind, generator.choice(here if here and (kind == "withdraw" or generator.random() < 0.7) else names)]
    if kind == "replace":
        if not here:
            return None
        return ["replace", f"{generator.choice(here)}={bot(generator, bots.pop())}"]
    if kind == "return":
        return ["return", generator.choice(away)] if away else None
    if kind == "again":
        if here and generator.random() < 0.3:
            return ["again", generator.choice(here)]
        number = generator.randint(1, max(1, games))
        return ["again", f"{number}-{number + 2}" if generator.random() < 0.3 else str(number)]
    return ["rounds", str(generator.randint(2, 5))] if format_ == "swiss" else None


def history(seed, format_=None):
    generator = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="trace_of_real_") as folder:
        real = Real(pathlib.Path(folder), generator)
        real.emit(history={"seed": seed, "depth": 2})
        format_ = format_ or generator.choice(["round-robin", "swiss", "swiss", "swiss", "knockout", "gauntlet", "ladder", "sprt", "goal"])
        if format_ == "sprt":
            play_test(real, generator)
        else:
            play(real, generator, format_)
            if generator.random() < 0.5:
                play_second_stage(real, generator)
        real.emit(over={})


def play_second_stage(real, generator):
    if "t.db" not in real.known:
        return
    words = ["--from", "t.db,top=3", "--format", generator.choice(["knockout", "round-robin", "swiss"]), "--seed", "5"]
    if real.tournament(*words, "--db", "u.db", "--stop-after", str(generator.randint(3, 30))):
        real.show_all("u.db")
        real.show_joined("t.db", "u.db")


def play_test(real, generator):
    words = ["--game", GAME, "--seed", str(generator.randrange(1000)), "--openings", str(generator.randint(1, 3)), "--games", "400", "--sprt",
             f"elo0={generator.choice([-20, 0])},elo1={generator.choice([30, 60])}" + generator.choice(["", ",model=normalized", ",alpha=.1,beta=.02"])]
    bots = ["ann=./random", f"bob={generator.choice(['./random', './greedy'])}"]
    if generator.random() < 0.5:
        bots.reverse()
    if real.tournament(*bots, *words, "--db", "t.db", "--stop-after", str(generator.randint(5, 120))):
        real.show_all("t.db")


def play(real, generator, format_):
    names = NAMES[:generator.randint(3, 6)]
    same = bot(generator, names[0]).partition("=")[2]
    alike = generator.random() < 0.4        # equal bots have equal points, and draw
    bots = [f"{name}={same if alike else bot(generator, name).partition('=')[2]}" for name in names]
    spare = NAMES[len(names):][::-1]
    here = list(names)
    if not real.tournament(*bots, *start_options(generator, format_), "--db", "t.db", "--stop-after", str(generator.randint(3, 16) if format_ != "goal" else generator.randint(10, 90))):
        return
    real.show_all("t.db")
    last = None
    for _ in range(generator.randint(0, 6)):
        words = follow_up(generator, last) or one_change(generator, format_, here, names, spare, real.known["t.db"])
        last = words
        if not words:
            continue
        done = real.change("t.db", *words)
        if done:
            follow(words, here, names)
            real.show_all("t.db")
        if done and generator.random() < 0.6:
            if real.tournament("--resume", "--db", "t.db", "--stop-after", str(generator.randint(2, 10))):
                real.show_all("t.db")
    if real.tournament("--resume", "--db", "t.db", "--stop-after", "40"):
        real.show_all("t.db")


def follow_up(generator, last):
    """A change that touches what the last one did, now and then: what was cancelled returns, what is played again is left."""
    if not last or generator.random() < 0.5:
        return None
    if last[0] == "withdraw":
        return [generator.choice(["return", "annul"]), last[1]]
    if last[0] == "again" and last[1].isalpha():
        return ["withdraw", last[1]]
    return None


def follow(words, here, names):
    """Who is there after a change."""
    kind, word = words[0], words[-1]
    if kind == "add":
        names.append(word.partition("=")[0])
        here.append(names[-1])
    elif kind in ("withdraw", "annul") and word in here:
        here.remove(word)
    elif kind == "replace":
        old, new = word.split("=")[:2]
        here.remove(old)
        names.append(new)
        here.append(new)
    elif kind == "return":
        here.append(word)


if __name__ == "__main__":
    first = int(sys.argv[1])
    for each in range(first, first + int(sys.argv[2] if len(sys.argv) > 2 else 1)):
        history(each, sys.argv[3] if len(sys.argv) > 3 else None)
