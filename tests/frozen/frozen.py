"""Plays seeded matches, series and tournaments with bots without clocks. Prints one hash over everything that a build of
referee writes about them: logs, tables, exports, pages, events, the rows of tournament files, and what the bots are
sent. Two builds that behave the same print the same hash.

    tests/frozen/frozen.py [--bin DIR] [--against DIR] [--keep DIR] [--only TEXT]

--against plays everything with the programs of another folder, too, and shows the differences. Both times the bots are those of
--bin. masks.py lists what may differ between two runs."""
import argparse
import difflib
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile

from cases import CASES, OLD_SPELLINGS
from masks import masked, masked_row

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEEDED = ("random", "greedy", "alphabeta")
UNSEEDED = ("fitz1",)
LIMIT = 300  # seconds for one command

# The scripts that run a bot, which is one folder deeper. The bot's stderr is discarded, because the assignment of notes
# to plies in a log depends on the time. A recorder passes its input on to the bot, and stores a copy of the input
# beside itself.
PLAIN = """#!/bin/sh
exec ./bots/{bot} --seed {seed} "$@" 2>/dev/null
"""
RECORDER = """#!/bin/sh
tee -a "$0.stdin" | ./bots/{bot} --seed {seed} 2>/dev/null
"""


def write_program(path, text):
    path.write_text(text)
    path.chmod(0o755)


def prepared_folder(bots):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="frozen."))
    (folder / "bots").mkdir()
    for name in UNSEEDED:
        shutil.copy(bots / name, folder / name)
    for seed, name in enumerate(SEEDED):
        shutil.copy(bots / name, folder / "bots" / name)
        write_program(folder / name, PLAIN.format(bot=name, seed=seed))
        write_program(folder / f"recorded_{name}", RECORDER.format(bot=name, seed=seed + len(SEEDED)))
    return folder


def rows_of(path):
    """Returns the rows of a tournament's file as text. Of packed logs it covers only their existence, because `export`
    shows their content."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as file:
        lines = [f"{name}: {sql}" for name, sql in file.execute("SELECT name, sql FROM sqlite_master ORDER BY name")]
        for (table,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall():
            found = file.execute(f"SELECT * FROM {table}")
            columns = [column[0] for column in found.description]
            lines += sorted(f"{table} {masked_row(table, dict(zip(columns, row)))}" for row in found)
    return "\n".join(lines) + "\n"


def contents(path):
    return rows_of(path) if path.suffix == ".db" else path.read_text(errors="backslashreplace")


def is_output(path):
    """SQLite's files beside a tournament's file do not count as output."""
    return path.is_file() and not path.name.endswith(("-wal", "-shm", "-journal"))


class Build:
    """Plays cases with the programs of one folder."""

    def __init__(self, programs, bots, is_old):
        self.referee = programs.resolve() / "referee"
        self.bots = bots.resolve()
        self.is_old = is_old

    def words(self, line):
        for new, old in OLD_SPELLINGS if self.is_old else []:
            line = re.sub(new, old, line)
        return shlex.split(line)

    def run(self, line, folder):
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "COLUMNS": "80", "HOME": str(folder)}
        done = subprocess.run([self.referee, *self.words(line)], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, errors="backslashreplace", timeout=LIMIT)
        return f"$ referee {line}\nexit code {done.returncode}\n--- stdout\n{done.stdout}--- stderr\n{done.stderr}"

    def outputs(self, name, lines):
        """The output of a case: one text for all commands, and one for each file."""
        folder = prepared_folder(self.bots)
        try:
            given = {path for path in folder.rglob("*")}
            found = {f"{name}/commands": "".join(self.run(line, folder) for line in lines)}
            for path in sorted(folder.rglob("*")):
                if path not in given and is_output(path):
                    found[f"{name}/{path.relative_to(folder)}"] = contents(path)
            return {key: masked(text, folder, socket.gethostname()) for key, text in found.items()}
        finally:
            shutil.rmtree(folder)

    def all_outputs(self, only):
        found = {}
        for name, lines in CASES.items():
            if only in name:
                print(name, file=sys.stderr)
                found |= self.outputs(name, lines)
        return found


def hash_of(outputs):
    digest = hashlib.sha256()
    for name, text in sorted(outputs.items()):
        digest.update(f"{name}\0{text}\0".encode())
    return digest.hexdigest()


def differences(old, new):
    for name in sorted(old.keys() | new.keys()):
        pair = [found.get(name, "").splitlines(keepends=True) for found in (old, new)]
        yield from difflib.unified_diff(*pair, f"old/{name}", f"new/{name}", n=1)


def keep(outputs, folder):
    for name, text in outputs.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "bin", help="the folder of referee and the sample bots")
    parser.add_argument("--against", type=pathlib.Path, help="the folder of another build of referee, which OLD_SPELLINGS of cases.py is for")
    parser.add_argument("--keep", type=pathlib.Path, help="write all outputs here")
    parser.add_argument("--only", default="", help="only the cases whose names contain this")
    options = parser.parse_args()
    new = Build(options.bin, options.bin, False).all_outputs(options.only)
    print(hash_of(new))
    if options.keep:
        keep(new, options.keep)
    if not options.against:
        return 0
    old = Build(options.against, options.bin, True).all_outputs(options.only)
    print(hash_of(old))
    sys.stdout.writelines(differences(old, new))
    return 0 if old == new else 1


if __name__ == "__main__":
    sys.exit(main())
