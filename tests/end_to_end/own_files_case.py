"""Helpers for the tests of what bots see in a sandbox. The bots are thieves, which search for files of others."""
import contextlib
import json
import pathlib
import shutil
import sqlite3
import unittest

from harness import GAME, LONG_LIMITS, SCRIPTED_BOT, sandbox_problem
from tournament_case import TournamentCase

# A bot that first looks for files of its owner's rivals. If it finds any, it exits and reports them on stderr.
# Otherwise it plays the first listed move.
THIEF = """#!/usr/bin/python3
import os, sys
TARGETS = {targets!r}
found = []
def see(path, act):
    try:
        act(path)
    except OSError:
        return
    found.append(act.__name__ + " " + path)
def read(path): open(path, "rb").read(1)
def list_it(path): os.listdir(path)
def write(path): os.close(os.open(path, os.O_WRONLY))
def replace(path): os.rename(path, path + ".stolen")
def make(path): os.close(os.open(os.path.join(os.path.dirname(path), "new_file"), os.O_WRONLY | os.O_CREAT))
def add_name(path): os.link(path, path + ".too")
for target in TARGETS:
    for act in (read, list_it, write, replace, add_name):
        see(target, act)
    try:
        make(target)  # it may write to its own /tmp
    except OSError:
        pass
    if os.access(target, os.F_OK):
        found.append("exists " + target)
for word in {words!r}:
    for root, folders, files in os.walk({top!r}):
        found += [os.path.join(root, name) for name in folders + files if word in name]
for pattern in {secrets!r}:
    for root, folders, files in os.walk({top!r}):
        for name in files:
            try:
                text = open(os.path.join(root, name), "rb").read()
            except OSError:
                continue
            if pattern.encode() in text and os.path.join(root, name) != os.path.abspath(sys.argv[0]):
                found.append("read the secret of " + os.path.join(root, name))
if found:
    sys.exit("found: " + "; ".join(sorted(set(found))))
os.execv({player!r}, [{player!r}])
"""


class OwnFilesCase(TournamentCase):
    @classmethod
    def setUpClass(cls):
        if problem := sandbox_problem():
            raise unittest.SkipTest(problem)

    def setUp(self):
        super().setUp()
        self.folder = self.folder.resolve()
        # All of these bots run the same player program. It is not secret, and all of them may see it.
        self.tools = self.folder / "tools"
        self.tools.mkdir()
        self.player = shutil.copy(SCRIPTED_BOT, self.tools / "player")

    def thief(self, path, targets, words=(), secrets=()):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(THIEF.format(targets=[str(target) for target in targets], words=list(words),
                                     top=str(self.folder), secrets=list(secrets), player=str(self.player)))
        path.chmod(0o755)
        return path

    def tournament(self, *arguments, code=0, shown="", **options):
        return super().tournament(f"--sandbox=on,folder={self.tools}{shown}", "--game", GAME, *LONG_LIMITS, *arguments,
                                  code=code, **options)

    def files_of(self, db="t.db"):
        with contextlib.closing(sqlite3.connect(self.folder / db)) as file:
            return dict(file.execute("SELECT path, sha256 FROM entrant_files WHERE path NOT LIKE '/%'").fetchall())

    def assert_all_by_rules(self, db="t.db", count=None):
        self.assertEqual(list(self.folder.rglob("new_file")), [])
        with contextlib.closing(sqlite3.connect(self.folder / db)) as file:
            endings = file.execute("SELECT ending, detail, log FROM matches JOIN logs USING (number)").fetchall()
        self.assertEqual({ending for ending, _, _ in endings}, {"by_rules"},
                         [json.loads(log).get("failure", log) for ending, _, log in endings if ending != "by_rules"][:1])
        if count is not None:
            self.assertEqual(len(endings), count)

    @staticmethod
    def copies(folder):
        return sorted(path.name for path in pathlib.Path(folder).glob("referee_bots_*"))
