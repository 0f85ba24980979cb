"""Plays generated histories of a class in teams: students hand in, alone or for a team, move to other teams, and the teacher reads the folder.

The model is written from docs/class.md, "Teams": whose a hand-in is, what stays with which team, and which list is refused. It knows nothing of
the program. `class_teams_laws.py --seed 7` plays one history.
"""
import end_to_end  # noqa: F401, first
import argparse
import csv
import io
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from arena_model import LawBroken, check
from class_test import python
from harness import BIN, LONG, PATIENCE, REFEREE

PEOPLE = ["Ann Alder", "Ben Birch", "Cai Cedar", "Dan Dogwood"]
TEAMS = ["Team Á", "B-Team", "Löwen 3"]
GAME = "magnetize:height=3,width=3,square=2,maglock=1"
LAW = 17  # of README.md


def paths_of(name, number):
    """The places in which something of a student or a team may be."""
    return [f"{name}_{number}_assignsubmission_file/bot.py", f"{name}.py"]


class Model:
    """What is handed in, and whose it is."""

    def __init__(self, teams):
        self.teams = teams  # of each student; "" for none
        self.folder = {}  # {path: (time, mark)}
        self.owner = {place: name for i, name in enumerate([*PEOPLE, *TEAMS]) for place in paths_of(name, 500 + i)}
        self.stays = {}  # {(path, mark): the entrant whose it was first}
        self.newest = {}  # {entrant: (time, mark) of the newest that it ever had}

    def entrant(self, student, teams=None):
        return (self.teams if teams is None else teams)[student] or student

    def members(self, teams):
        members = {}
        for student in PEOPLE:
            members.setdefault(self.entrant(student, teams), set()).add(student)
        return members

    def is_renamed(self, teams):
        """Whether a team has another name in this list, and the same members. Who is alone is no team that keeps a name."""
        old = {name: members for name, members in self.members(self.teams).items() if any(self.teams.get(student) for student in members)}
        return any(members == others and name != other for name, members in old.items() for other, others in self.members(teams).items())

    def read(self):
        """The teacher lets the program read the folder. Returns the number of paths without an owner."""
        unowned = 0
        for path, (when, mark) in self.folder.items():
            who = self.owner[path]
            now = self.entrant(who) if who in PEOPLE else who if who in self.teams.values() else None
            entrant = self.stays.get((path, mark), now)
            if entrant is None:
                unowned += 1
                continue
            self.stays[path, mark] = entrant
            if entrant in self.members(self.teams):
                self.newest[entrant] = max(self.newest.get(entrant, (0, "")), (when, mark))
        return unowned


class Class:
    """The real program, beside the model."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="teams_"))
        (self.place / "handed_in").mkdir()
        self.clock = 0
        self.model = Model(self.some_teams())
        while not any(self.model.teams.values()):
            self.model.teams = self.some_teams()

    def some_teams(self):
        return {student: self.draw.choice(["", *TEAMS, *TEAMS]) for student in PEOPLE}

    def list(self, teams):
        (self.place / "students.csv").write_text("Name,Team\n" + "".join(f"{student},{teams[student]}\n" for student in PEOPLE))

    def referee(self, *arguments):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
        return subprocess.run([REFEREE, *map(str, arguments)], cwd=self.place, env={**environment, "REFEREE_SANDBOX": "on"}, capture_output=True, text=True, timeout=PATIENCE)

    def hand_in(self):
        self.clock += 1
        path, mark = self.draw.choice(list(self.model.owner)), f"mark {self.clock}"
        file = self.place / "handed_in" / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(python(f"x = '{mark}'"))
        os.utime(file, (time.time() - 60 * (1000 - self.clock),) * 2)
        self.model.folder[path] = (self.clock, mark)
        return f"{path}: {mark}"

    def start(self):
        self.list(self.model.teams)
        done = self.referee("tournament", f"one={BIN / 'greedy'}", f"two={BIN / 'random'}", "--bots", "handed_in", "--students", "students.csv", "--teams", "--db", "class.db",
                            "--game", GAME, "--format", "ladder", "--stop-after", "1", "--seed", "1", "--jobs", "1", "--move-time", LONG)
        self.compare(done, self.model.read())

    def change(self, teams=None):
        more = []
        if teams is not None:
            self.list(teams)
            more = ["--students", "students.csv"]
        if teams is not None and not any(teams.values()):
            right = "no student has a team in the column 'Team'"
        elif teams is not None and self.model.is_renamed(teams):
            right = "a team keeps its name"
        else:
            self.model.teams = teams or self.model.teams
            right = None
        done = self.referee("change", "class.db", "--bots", "handed_in", *more)
        if right is None:
            return self.compare(done, self.model.read())
        check(LAW, done.returncode == 2 and right in done.stderr, f"{teams} should be refused ({right}): {done.returncode} {done.stderr}")

    def compare(self, done, unowned):
        check(LAW, done.returncode == (6 if unowned else 0), f"{unowned} have no owner: {done.returncode} {done.stderr}")
        bots = {}
        for path in (self.place / "class.bots").glob("*/project/*.py"):
            name, _, number = re.match(r"(.*?)( #(\d+))?$", path.parts[-3]).groups()
            mark = re.search(r"mark \d+", path.read_text())[0]
            bots[name] = max(bots.get(name, (0, "")), (int(number or 1), mark))
        found = {name: mark for name, (_, mark) in bots.items()}
        right = {name: mark for name, (_, mark) in self.model.newest.items()}
        check(LAW, found == right, f"these play: {found}; {right} should; the teams: {self.model.teams}; {done.stderr}")
        rows = {row["name"]: row for row in csv.DictReader(io.StringIO(self.referee("export", "class.db", "students").stdout))}
        for student, team in self.model.teams.items():
            check(LAW, rows[student]["team"] == team, f"{student} is in {rows[student]['team']!r}, not {team!r}")
            plays = self.model.entrant(student) in right
            check(LAW, (rows[student]["status"] == "played") == plays, f"{student}: {rows[student]}; plays: {plays}")
        for one in PEOPLE:
            for other in PEOPLE:
                if self.model.entrant(one) == self.model.entrant(other):
                    check(LAW, rows[one]["points"] == rows[other]["points"], f"{one} and {other} are a team: {rows[one]} {rows[other]}")


def play(seed, length=10):
    """Plays the history of a seed. Returns what went wrong; empty if all laws hold."""
    told = []
    here = Class(seed)
    try:
        while not here.model.folder or not any(here.model.owner[path] in (*PEOPLE, *here.model.teams.values()) for path in here.model.folder):
            told.append(here.hand_in())
        here.start()
        for _ in range(length):
            step = here.draw.choice(["hand in", "hand in", "read", "move", "lists"])
            told.append(step)
            if step == "hand in":
                told.append(here.hand_in())
            elif step == "read":
                here.change()
            else:
                teams = here.some_teams() if step == "lists" else {**here.model.teams, here.draw.choice(PEOPLE): here.draw.choice(["", *TEAMS])}
                told.append(str(teams))
                here.change(teams)
        here.change()
        return ""
    except LawBroken as broken:
        return f"seed {seed}: {broken}\n--- " + "\n".join(told)
    finally:
        shutil.rmtree(here.place, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--length", type=int, default=10)
    options = parser.parse_args()
    failure = play(options.seed, options.length)
    print(failure or "all laws hold")
    return bool(failure)


if __name__ == "__main__":
    sys.exit(main())
