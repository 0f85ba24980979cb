"""A student's bot has the same files, sums and limits however it has entered the class: at the start, later, or in place of an earlier one."""
import end_to_end  # noqa: F401, first
import contextlib
import io
import json
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile
import zipfile

from arena_hand_ins import BOT
from arena_model import check
from harness import BIN, PATIENCE, REFEREE

GAME = "magnetize:height=3,width=3,square=2,maglock=1"
PLAIN = ("as a bot of a folder", "named on the command line", "named in a plan")
WAYS = ("at the start", "later", "in place of another one", *PLAIN)
LIST = "Name;Number\nAnn A;10001\nBen B;10002\nCai C;10003\n"


def bot(mark):
    return BOT.format(mark=mark, deed="", late=0)


def hand_in(draw, mark, driven):
    """The files of a hand-in: a file, a folder, an archive or a project, with hidden files, links of names and a build. `driven`: the
    teacher's driver runs it, so it does not say how it is run."""
    kind = draw.choice(["file", "folder", "archive", "project"])
    files = {"bot.py": bot(mark)}
    if kind == "file":
        return files
    files |= {f"data/{draw.choice('abc')}.txt": "x" * draw.randrange(9), ".hidden": "x", ".git/config": "x", "helper.py": "pass\n", "__pycache__/helper.pyc": "x"}
    if kind == "project":
        commands = {"run": ["python3", "bot.py"], **({"build": ["python3", "helper.py"]} if draw.random() < 0.5 else {})}
        files["bot.json"] = json.dumps({"build": ["python3", "helper.py"]} if driven else commands)
    if kind == "folder":
        return files
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in files.items():
            file.writestr(name, content)
    return {"work.zip": out.getvalue()}


class Class:
    """A class in a folder of its own."""

    def __init__(self, place):
        self.place = pathlib.Path(place)
        (self.place / "students.csv").write_text(LIST)
        (self.place / "handed_in").mkdir()
        self.clock = 1_700_000_000

    def driver(self, driven):
        if not driven:
            return []
        (self.place / "runs.py").write_text("import runpy, sys\nrunpy.run_path(sys.argv[1], run_name='__main__')\n")
        return ["--driver", "runs.py"]

    def hand_in(self, name, files):
        folder = self.place / "handed_in" / name
        folder.mkdir(exist_ok=True)
        for file, content in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_bytes(content if isinstance(content, bytes) else content.encode())

    def referee(self, *arguments):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
        done = subprocess.run([REFEREE, *map(str, arguments)], cwd=self.place, capture_output=True, text=True, timeout=PATIENCE, env={**environment, "REFEREE_SANDBOX": "on"})
        check(24, done.returncode == 0, f"{arguments}: exit code {done.returncode}: {done.stderr}")
        return done

    def begin(self, *options):
        self.referee("tournament", f"teacher={BIN / 'greedy'}", "--bots", "handed_in", "--students", "students.csv", "--db", "class.db", "--game", GAME, "--format", "ladder",
                     "--stop-after", "2", "--move-time", "20s", "--quiet", *options)

    def begin_plain(self, way, *options):
        """Another tournament, of the folder of bots that the class has made; Cai's bot may be named on its own, too."""
        (self.place / "class.db").unlink()
        named = {"name": "Cai C", "command": ["class.bots/Cai C/bot"]}
        (self.place / "plan.json").write_text(json.dumps({"bot": [named]}))
        words = {"as a bot of a folder": [], "named on the command line": [json.dumps(named)], "named in a plan": ["--plan", "plan.json"]}[way]
        self.referee("tournament", *words, "--bots", "class.bots", "--db", "class.db", "--game", GAME, "--format", "ladder", "--stop-after", "2", "--move-time", "20s",
                     "--quiet", "--sandbox", "on", *options)

    def change(self):
        self.referee("change", "class.db", "--bots", "handed_in")

    def entry(self, name):
        """What the tournament's file and the folder of bots have of an entrant."""
        with contextlib.closing(sqlite3.connect(self.place / "class.db")) as db:
            number, command, reuse, limits = db.execute("SELECT number, command, reuse, limits FROM entrants WHERE name = ?", (name,)).fetchone()
            cursor = db.execute("SELECT * FROM entrant_files WHERE entrant = ?", (number,))
            columns = [column[0] for column in cursor.description]
            rows = [dict(zip(columns, row)) for row in cursor]
        own = (self.place / "class.bots" / name)
        files = sorted((str(path.relative_to(own)), path.stat().st_mode, path.read_bytes() if path.name[0] != "." else b"") for path in own.rglob("*") if path.is_file())
        plain = lambda text: str(text).replace(str(self.place), "PLACE").replace(f"class.bots/{name}", "class.bots/NAME")
        kept = sorted(tuple((key, plain(value)) for key, value in row.items() if key not in ("id", "entrant", "crc32")) for row in rows)
        return {"command": plain(command), "reuse": reuse, "limits": limits, "sums": kept, "files": files}


def play(seed):
    """A report about the ways into a class; empty if they give the same."""
    draw = random.Random(seed)
    driven = seed % 2 == 0
    first, second, mine, older = (hand_in(draw, f"mark {i}", driven) for i in range(4))
    entries = {}
    limits = ["--limits", "memory=900M"] if draw.random() < 0.5 else []
    try:
        for way in WAYS:
            with tempfile.TemporaryDirectory(prefix="people_") as place:
                one = Class(place)
                one.hand_in("Ann A", first)
                one.hand_in("Ben B", second)
                if way != "later":
                    one.hand_in("Cai C", older if way == "in place of another one" else mine)
                one.begin(*limits, *one.driver(driven))
                if way in PLAIN:
                    one.begin_plain(way, *limits)
                if way in ("later", "in place of another one"):
                    for path in sorted((one.place / "handed_in" / "Cai C").rglob("*"), reverse=True):
                        path.rmdir() if path.is_dir() else path.unlink()
                    one.hand_in("Cai C", mine)
                    one.change()
                entries[way] = one.entry("Cai C #2" if way.startswith("in place") else "Cai C")
        for way, entry in entries.items():
            for key, value in entry.items():
                check(24, value == entries["at the start"][key], f"{key} of a bot that entered {way}: {value}; at the start: {entries['at the start'][key]}")
    except AssertionError as error:
        return f"seed {seed}: {error}"
    return ""


if __name__ == "__main__":
    for number in range(int(sys.argv[1]), int(sys.argv[2])):
        if report := play(number):
            print(report[:3000], flush=True)
