"""Compares an arena with the model: its versions, its ladder, its files and its final."""
import end_to_end  # noqa: F401, first
import contextlib
import csv
import io
import json
import os
import sqlite3
import time
import zipfile

import arena_web_test
from arena_model import LATE, STUDENTS, check, sha256
from arena_process import STAFF, ArenaProcess
from harness import PATIENCE


class ArenaChecks(ArenaProcess):
    """What must hold in an arena, whoever has done what."""

    def finished_games(self):
        """(number on the page, the persons who play) of the games of the ladder that have a result, from its file."""
        owners = {f"{self.model.entrant(person)} #{number}": self.model.members(person) for person, versions in self.model.versions.items() for number in range(1, len(versions) + 2)}
        with contextlib.closing(sqlite3.connect(f"file:{self.arena}/ladder.db?mode=ro", uri=True)) as db:
            names = [owners.get(name, set()) for name, in db.execute("SELECT name FROM entrants ORDER BY number")]
            return [(number + 1, names[first] | names[second]) for number, first, second in db.execute("SELECT number, first, second FROM matches ORDER BY number")]

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
        answer = self.teacher.get(f"/teacher/versions/{self.number_of(person)}")
        check(18, answer.status == 200, f"the teacher's look at {self.model.names[person]}: {answer.status} {answer.body[:200]}")
        return [(row["version"], row["file"], row["state"], row["reason"], row["plays"]) for row in answer.json()["versions"]]

    def number_of(self, person):
        """The program's number of a person: teams have numbers, too."""
        if person < len(STUDENTS):
            return person
        people = self.event("people", lambda data: any(one["name"] == LATE for one in data["people"]))["people"]
        return next(one["number"] for one in people if one["name"] == LATE)

    def event(self, name, wanted=lambda data: True, path="/teacher/events"):
        """The data of the teacher's event that is as wanted, or of the last one: the streams follow the orders a moment later."""
        stream = self.teacher.events(path)
        end = time.monotonic() + PATIENCE
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
        end = time.monotonic() + PATIENCE
        self.check_state()
        while True:
            told = {person: self.told(person) for person in self.model.versions}
            running = not self.model.closed
            # The final waits for nobody who was withdrawn.
            waiting = [row for person, rows in told.items() for row in rows if row[2] not in ("accepted", "refused") and (running or not self.model.withdrawn[person])]
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
            names = sorted([*STAFF, *{f"{self.model.entrant(person)} #{number}" for person, numbers in right.items() for number in numbers}])
            check(17, sorted(self.present()) == names, f"present in ladder.db: {sorted(self.present())}; {names} should be")
        self.check_bytes()
        self.check_tries()
        for device in list(self.heard):
            for heard in self.heard[device]:
                self.received(device, heard.path, heard.content, heard.sees)

    def check_state(self):
        closed, live, deadline = self.model.closed, self.model.live, self.model.deadline
        arena = self.event("arena", lambda arena: (arena["phase"] == "running") != closed and live in (None, arena["live"])
                           and deadline in (None, arena["deadline"]))
        check(19, (arena["phase"] == "running") != closed, f"the phase is {arena['phase']}; closed: {closed}")
        check(19, deadline in (None, arena["deadline"]), f"the deadline is {arena['deadline']}, and was set to {deadline}")
        check(14, arena["public"] == self.model.public, f"public: {arena['public']}")
        self.check_secret(arena)
        self.check_room(arena)
        right = {name: self.model.withdrawn[person] for person, name in enumerate(self.model.names)}
        withdrawn = lambda data: {person["name"]: person["withdrawn"] for person in data["people"]}
        people = self.event("people", lambda data: withdrawn(data) == right)
        check(18, withdrawn(people) == right, f"withdrawn: {withdrawn(people)}; {right} should be")
        return arena

    def check_room(self, arena):
        """The public page has the final when it is published. Before, it has the table and a game if it is shown live, and otherwise only the
        number of its games."""
        if self.model.live is None:
            self.model.live = arena["live"]
        live = self.model.live
        check(18, arena["live"] == live, f"live: {arena['live']}; {live} should be")
        published = self.model.published and arena["phase"] == "done"
        shown = {"final": published or (live and arena["phase"] == "done"), "final_games": published}
        if live and arena["phase"] not in ("running", "done"):
            del shown["final"]  # it may begin now
        for name, right in shown.items():
            data = self.event(name, lambda data: bool(data) == right, "/public/events")
            check(20, bool(data) == right, f"everybody's {name} is {data}; published: {published}, live: {live}")
        followed = self.event("followed", lambda data: live or data is None, "/public/events")
        check(20, live or followed is None, f"everybody sees a game of the final: {followed}")
        names = {*STAFF, *(self.model.entrant(person) for person in self.model.versions)}
        check(20, set(followed["names"] if followed else []) <= names, f"a game of the final is between {followed}; {names} may play")
        if arena["phase"] != "final":
            progress = self.event("final_progress", lambda data: data is None, "/public/events")
            check(20, progress is None, f"the progress of the final is {progress} in the phase {arena['phase']}")

    def check_secret(self, arena):
        """Everybody sees the hash of the final's secret from the start on, and the secret after the final. Another final has another secret."""
        known, final = self.model.seed_hash, self.model.finals
        if known and known[1] == final:
            check(18, arena["seed_hash"] == known[0], "the final's secret is another one")
        elif known and self.model.is_set_aside:
            check(20, arena["seed_hash"] != known[0], "another final has the secret of the last one")
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
        wanted = {f"{self.model.entrant(person)}/{number} {version.name}": version.content
                  for person, versions in self.model.versions.items() for number, version in enumerate(versions, 1)}
        check(18, files.keys() == wanted.keys(), f"kept: {sorted(files)}; {sorted(wanted)} should be")
        for name, content in wanted.items():
            check(18, files[name] == content, f"the bytes of {name} are others")

    def check_tries(self):
        """Each newest try comes to its end, and its author can see the games."""
        end = time.monotonic() + PATIENCE
        for person in self.model.newest_try:
            while True:
                with contextlib.closing(sqlite3.connect(f"file:{self.arena}/arena.db?mode=ro", uri=True)) as db:
                    file, state, games = db.execute("SELECT file, state, games FROM tries WHERE person = ?", (self.number_of(person),)).fetchone()
                if state != "waiting":
                    break
                check(18, time.monotonic() < end, f"the try of {self.model.names[person]} comes to no end")
                time.sleep(0.05)
            games = json.loads(games)
            self.model.end_of_try(person, file, state, len(games))
            for device, browser in self.model.devices.items():
                if browser.student == person:
                    answer = self.ask(device, "GET", "/tries/1", sees=self.model.sees(device, "/tries/1"))
                    check(20, answer.status == (200 if games else 404), f"{device} gets the first game of {games}: {answer.status}")
        # One that was ended from outside is stopped a moment later.
        while kept := [name for folder in ("uploads", "versions") for name in os.listdir(self.arena / folder) if "#try" in name or name.startswith("try")]:
            check(18, time.monotonic() < end, f"kept of tries: {kept}")
            time.sleep(0.05)

    def after_a_start(self):
        """Takes over what is uncertain: an upload or an order that a kill has cut off."""
        self.model.may_end_tries()
        self.enter_observer()
        person, version = self.__dict__.pop("cut_off", (None, None))
        if person is not None and len(self.told(person)) == len(self.model.versions[person]) + 1:
            self.model.versions[person].append(version)
            self.model.tried[person] += 1
        if words := self.__dict__.pop("unknown", None):
            people = self.event("people")["people"]  # the first event after a start is no older one
            if words[0] in ("show-final", "hide-final"):
                self.model.live = self.event("arena")["live"]
                self.model.was_live = True
            if words[0] == "extend":
                arena = self.event("arena")
                if self.model.closed and arena["phase"] == "running":
                    self.model.deadline_moved()
                if arena["deadline"] == self.model.deadline_of(words):
                    self.model.deadline = arena["deadline"]
            if words[0] in ("withdraw", "bring-back"):
                self.model.withdrawn[int(words[1])] = people[int(words[1])]["withdrawn"]
            if words[0] == "add" and LATE not in self.model.names and any(person["name"] == LATE for person in people):
                self.model.add_late(len(words) > 1)

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
        check(18, [row["name"] for row in rows] == self.model.names, f"marks of {[row['name'] for row in rows]}")
        for person, row in enumerate(rows):
            self.model.state_of(person, self.told(person))
            played = self.model.should_play(person)
            status = "nothing handed in" if not self.model.versions[person] else "played" if played else "refused"
            if not self.model.withdrawn[person]:
                check(18, (row["status"], row["version"]) == (status, str(played) if played else row["version"]), f"marks: {row}; {status} {played}")
