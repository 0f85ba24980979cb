"""Helpers for the tests of tournaments and of the packed logs in their files (docs/tournament_file.md)."""
import contextlib
import json
import os
import pathlib
import sqlite3
import subprocess
import zlib

from harness import GAME, LONG_LIMITS, REFEREE, RefereeTest, Run, bot


def stored_logs(db):
    """Returns all logs in a tournament's file, by the numbers of their games."""
    with contextlib.closing(sqlite3.connect(db)) as file:
        numbers = [number for number, in file.execute("SELECT number FROM matches ORDER BY number")]
    lines = subprocess.run([REFEREE, "export", db], check=True, stdout=subprocess.PIPE).stdout.splitlines()
    return dict(zip(numbers, map(json.loads, lines)))  # `lines` may be longer, because the file may have grown in between


def packed(text):
    """Returns an uncompressed frame of Zstandard (RFC 8878) that contains this text."""
    data, largest = text.encode(), 1 << 17
    parts = [data[at:at + largest] for at in range(0, len(data), largest)] or [b""]
    frame = b"\x28\xb5\x2f\xfd\xe0" + len(data).to_bytes(8, "little")
    for number, part in enumerate(parts):
        frame += (len(part) << 3 | (number == len(parts) - 1)).to_bytes(3, "little") + part
    return frame


def put_log(db, number, text):
    """Stores a text as the log of a game, with the correct checksum."""
    frame = packed(text)
    with contextlib.closing(sqlite3.connect(db)) as file, file:
        moves = file.execute("SELECT moves FROM packed_logs WHERE number = ?", (number,)).fetchone()[0]
        crc32 = zlib.crc32(f"{number}|{moves}||".encode() + frame)
        file.execute("UPDATE packed_logs SET dictionary = NULL, packed = ?, crc32 = ? WHERE number = ?", (frame, crc32, number))


LIMITS = LONG_LIMITS
SMALL = ["--game", GAME, *LIMITS]
PLAN_SCHEMA = json.loads((pathlib.Path(os.environ["REFEREE_BUILD"]) / "manual/share/referee/tournament_plan.schema.json").read_text())


def plies_of(db):
    """Returns the moves of every game, by the number of the game."""
    return {number: [(ply["player"], ply["move"]) for ply in log["plies"]] for number, log in stored_logs(db).items()}


class TournamentCase(RefereeTest):
    def tournament(self, *arguments, code=0, **options):
        return self.referee("tournament", *arguments, **options, code=code)

    def change(self, *orders, db="t.db", code=0, **options):
        return self.referee("change", db, *orders, **options, code=code)

    def resume(self, *arguments, change=(), db="t.db", code=0, **options):
        """Resumes the tournament. `change`: arguments of a change that is made first."""
        made = self.change(*change, db=db, **options) if change else Run(0, "", "")
        run = self.tournament("--resume", "--db", db, *arguments, code=code, **options)
        return Run(run.code, made.out + run.out, made.err + run.err)

    def standings(self, db="t.db"):
        run = self.referee("standings", db, code=0)
        return run.out

    def held(self, *commands, free=16):
        """Bots that wait for let_go() before they play, except the first `free` ones that are started. So no run comes to its end before the test
        lets it, however slow the test is."""
        starts, go = self.folder / "starts", self.folder / "go"
        wait = f"[ -e {go} ] || {{ echo >>{starts}; [ $(wc -l <{starts}) -le {free} ] || while [ ! -e {go} ]; do sleep 0.01; done; }}"
        return [self.program(f"held_{number}", f"#!/bin/sh\n{wait}\nexec {command}\n") for number, command in enumerate(commands)]

    def let_go(self):
        (self.folder / "go").touch()

    def hold(self):
        """Makes the bots wait again."""
        for name in ("starts", "go"):
            (self.folder / name).unlink(missing_ok=True)

    def picks(self, count):
        """This many bots, each of which chooses its moves differently."""
        return [bot(pick=pick) for pick in range(count)]
