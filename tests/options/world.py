"""A folder with bots, openings and tournaments in which command lines are tried, and what can be seen of a run."""
import contextlib
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import tempfile

BIN = pathlib.Path(os.environ["REFEREE_BIN"]).resolve()
REFEREE = str(BIN / "referee")
SCRIPTED_BOT = pathlib.Path(os.environ["REFEREE_SCRIPTED_BOT"]).resolve()
GAME = "magnetize:height=4,width=4,square=2,maglock=2"
POSITION = "..../..../..../*o.. *"
# A program that starts in the background of a script ignores Ctrl-C, and so would each referee that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
FACTOR = int(os.environ.get("REFEREE_TIME_FACTOR", "1"))
PATIENCE = 400 * FACTOR


class Run:
    """A run of referee that is over."""

    def __init__(self, words, env, code, out, err, changed):
        self.words, self.env, self.code, self.out, self.err = words, env, code, out, err
        self.changed = changed  # the paths that are new, gone or different afterwards

    def refused(self):
        return self.code == 2

    def why(self):
        """The last line on stderr, which says why it was refused."""
        return self.err.rstrip("\n").rpartition("\n")[2]

    def __str__(self):
        shown = self.err if self.code == 0 else self.out + self.err
        return f"$ {typed(self.words, self.env)}\n  exit code {self.code}\n" + "".join(f"  {line}\n" for line in shown.splitlines()[:12])


def typed(words, env=None):
    """A command that a person can type."""
    variables = "".join(f"{name}={shlex.quote(value)} " for name, value in (env or {}).items() if value != "off" or name != "REFEREE_SANDBOX")
    return f"{variables}referee {shlex.join(words)}"


class World:
    """The folder. Its files are never changed by a case; each case writes files of its own, which are removed."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="referee_options_"))
        self.env = {k: v for k, v in os.environ.items() if not k.startswith("REFEREE_")} | {"NO_COLOR": "1"}
        self.make_files()
        self.known = self.files()

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def script(self, path, pick):
        """A bot. The program that it runs lies beside it, because a sandbox shows nothing else."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        hello = "echo hello >&2\n" if pick == 0 else ""
        file.write_text(f'#!/bin/sh\n{hello}exec "${{0%/*}}/engine" --pick {pick}\n')
        file.chmod(0o755)
        engine = file.parent / "engine"
        if not engine.exists():
            shutil.copy(SCRIPTED_BOT, engine)

    def make_files(self):
        for pick, name in enumerate("abcd"):
            self.script(f"f/{name}.sh", pick)
            self.script(f"bots/{name}/bot.sh", pick)
        for pick, name in enumerate("ab"):
            self.script(f"two/{name}/bot.sh", pick)
        (self.folder / "link").symlink_to("f")
        (self.folder / "blink").symlink_to("bots")
        (self.folder / "work").mkdir()
        (self.folder / "shown").mkdir()
        (self.folder / "other").mkdir()
        (self.folder / "book.txt").write_text("DROP 0, DROP 3\nDROP 1, DROP 2\nDROP 2\n")
        (self.folder / "pos.txt").write_text(POSITION + "\n")
        (self.folder / "list.csv").write_text("Name,Number\nAnn Bo,10001\nCay Dee,10002\n")
        for bots, name, more in (("abc", "early.db", ["--games", "2"]), ("abcd", "four.db", ["--limits", "clock=9s+1s", "--openings", "book.txt"]),
                                 ("ab", "two.db", ["--limits", "margin=7ms,first=2s", "--stderr-log", "off"]),
                                 ("abc", "ladder.db", ["--format", "ladder", "--stop-after", "4"]),
                                 ("abc", "swiss.db", ["--format", "swiss", "--rounds", "2", "--stop-after", "1"]),
                                 ("abc", "open.db", ["--stop-after", "2"])):
            run = self.run(["tournament", *[f"f/{bot}.sh" for bot in bots], "--game", GAME, "--seed", "5", *more, "--db", name, "--quiet"])
            assert run.code == 0, run
        (self.folder / "earlylink.db").symlink_to("early.db")
        run = self.run(["play", "f/a.sh", "f/b.sh", "--game", GAME, "--seed", "5", "--log", "m.json", "--quiet"])
        assert run.code == 0, run
        run = self.run(["play", "f/a.sh", "f/b.sh", "--game", GAME, "--seed", "5", "--games", "3", "--log", "m3.json", "--quiet"])
        assert run.code == 0, run

    def has_sandbox(self):
        return "in a sandbox" in self.run(["check", "f/a.sh", "--game", GAME], sandbox="auto").out

    def files(self):
        """The state of each file below the folder."""
        found = {}
        for top, folders, names in os.walk(self.folder):
            for name in folders + names:
                path = os.path.join(top, name)
                stat = os.lstat(path)
                is_folder = os.path.isdir(path) and not os.path.islink(path)
                found[os.path.relpath(path, self.folder)] = (stat.st_mode,) if is_folder else (stat.st_mode, stat.st_size, stat.st_mtime_ns)
        return found

    def sum_of(self, name):
        return hashlib.sha256((self.folder / name).read_bytes()).hexdigest()

    def run(self, words, sandbox="off", cwd=".", until=None, env=None):
        """Runs referee to its end. `until`: text on stdout after which it gets Ctrl-C."""
        before = self.files()
        more = {"REFEREE_SANDBOX": sandbox, **(env or {})} if sandbox else dict(env or {})
        process = subprocess.Popen([REFEREE, *words], cwd=self.folder / cwd, env={**self.env, **more}, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="backslashreplace", start_new_session=True)
        head = ""
        if until:
            for line in process.stdout:
                head += line
                if until in line:
                    process.send_signal(signal.SIGINT)
                    break
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.terminate()
            out, err = process.communicate()
            return Run(words, more, None, out, err + "\n(hangs)", [])
        after = self.files()
        changed = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
        return Run(words, more, process.returncode, head + out, err, changed)

    def clean(self):
        """Removes what cases have written. Returns the files of the world that have changed, which may not happen."""
        now = self.files()
        for path in sorted(now.keys() - self.known.keys(), reverse=True):
            full = self.folder / path
            shutil.rmtree(full) if full.is_dir() and not full.is_symlink() else full.unlink(missing_ok=True)
        now = self.files()
        return sorted(path for path in self.known if self.known[path] != now.get(path))

    def head(self, name):
        """What a tournament's file says of the tournament: settings, seed, entrants and the games that are planned."""
        with contextlib.closing(sqlite3.connect(f"file:{self.folder / name}?immutable=1", uri=True)) as file:
            meta = dict(file.execute("SELECT key, value FROM meta"))
            entrants = file.execute("SELECT name, command, reuse, limits FROM entrants ORDER BY number").fetchall()
            games = file.execute("SELECT number, round, first, second, pair, seed, opening FROM games ORDER BY number").fetchall()
            runs = [json.loads(details) for kind, details in file.execute("SELECT kind, details FROM changes ORDER BY id") if kind == "played"]
        settings = json.loads(meta["settings"])
        kept = settings.get("limits", {})
        kept.pop("kept_by", None)
        if "reference_speed" in settings:
            settings["reference_speed"] = "measured"
        conditions = [{key: run[key] for key in ("jobs", "pause_us") if key in run} for run in runs]
        return {"settings": settings, "seed": int(meta["seed"]), "students": meta.get("students"),
                "entrants": [(name, json.loads(command), reuse, limits) for name, command, reuse, limits in entrants],
                "games": games, "runs": conditions}


    def changes(self, name):
        """The journal of changes, without times."""
        with contextlib.closing(sqlite3.connect(f"file:{self.folder / name}?immutable=1", uri=True)) as file:
            return file.execute("SELECT kind, planned, details FROM changes WHERE kind <> 'played' ORDER BY id").fetchall()


MASKS = [(re.compile(r"\d+\.\d+ ?(us|ms|s)\b|(?<=about )(a second|\d+ (s|min|h|days)( \d+ min)?)"), "TIME"), (re.compile(r"^referee: (the load is|load ).*$", re.M), "LOAD"),
         (re.compile(r"\bw\d+\.(db|json|txt)"), r"FILE"), (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?Z?"), "DATE"),
         (re.compile(r"127\.0\.0\.1:\d+"), "ADDRESS"), (re.compile(r"seed \d{9,}"), "seed RANDOM")]


def masked(text):
    """A text without times, loads, random seeds and names of files of single cases."""
    for mask, name in MASKS:
        text = mask.sub(name, text)
    return text
