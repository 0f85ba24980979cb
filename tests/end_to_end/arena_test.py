"""Tests the arena of a class: `referee arena DIR`, and what its pages do, through a program without pages.

An arena refuses to run as root. So as root, these tests become an ordinary user.
"""
import collections
import contextlib
import csv
import fcntl
import hashlib
import io
import json
import os
import pathlib
import random
import re
import select
import shutil
import signal
import sqlite3
import stat
import subprocess
import threading
import time
import unittest

import class_test
from harness import BIN, FACTOR, GAME, PATIENCE, REFEREE, SOAK, RefereeTest, end_of, sandbox_problem

DRIVER = os.environ["REFEREE_ARENA_DRIVER"]
KILLED_AT = os.environ["REFEREE_KILLED_AT"]
USER = 54321
AS_USER = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"] if os.geteuid() == 0 else []
ROOT = pathlib.Path(__file__).resolve().parents[2]
STUDENTS = ["Zoë Wolf", "Kim Klein", "Max Groß"]

PLAYS = class_test.python()
CRASHES = "import sys\nsys.exit('I crash')\n"


class Driver:
    """The program without pages, in a folder."""

    def __init__(self, test, folder, **environment):
        self.process = subprocess.Popen(
            [*AS_USER, DRIVER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=test.environment(REFEREE_SANDBOX="on", **environment))
        test.addCleanup(end_of, self.process)
        self.begins = self.answer()

    def answer(self):
        """The next line; None if the process has ended."""
        if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
            self.process.kill()
            raise AssertionError(f"no answer: {self.process.communicate()}")
        return self.process.stdout.readline().strip() or None

    def do(self, command):
        try:
            os.write(self.process.stdin.fileno(), f"{command}\n".encode())
        except BrokenPipeError:
            return None
        return self.answer()

    def wait_for(self, command, done):
        """Repeats a question until the answer is as wanted, or the process has ended."""
        end = time.monotonic() + PATIENCE
        while (answer := self.do(command)) is not None and not done(answer):
            if time.monotonic() > end:
                raise AssertionError(f"{command}: {answer}")
            time.sleep(0.05)
        return answer

    def end(self):
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(PATIENCE)
        if code != 0:
            raise AssertionError(f"exit code {code}: {self.process.stderr.read()}")

    def kill(self):
        self.process.kill()
        self.process.wait()


@unittest.skipIf(AS_USER and not shutil.which("setpriv"), "needs setpriv")
class ArenaCase(RefereeTest):
    """An arena in a folder, driven by the program without pages."""

    @classmethod
    def setUpClass(cls):
        if problem := sandbox_problem():
            raise unittest.SkipTest(problem)

    def setUp(self):
        super().setUp()
        (self.folder / "students.csv").write_text("Name;Number\n" + "".join(f"{name};{i}\n" for i, name in enumerate(STUDENTS, 100)))
        self.own(self.folder)
        self.arena = self.folder / "class"

    @staticmethod
    def own(path):
        if AS_USER:
            os.chown(path, USER, USER)

    def command(self, *arguments, **environment):
        """Starts `referee arena` as an ordinary user."""
        process = subprocess.Popen([*AS_USER, REFEREE, "arena", *map(str, arguments)], cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=self.environment(REFEREE_SANDBOX="on", **environment))
        self.addCleanup(end_of, process)
        return process

    def first_start(self, *more, until="2099-01-01 12:00", move_time=f"{20 * FACTOR}s", game=GAME, staff=("greedy", "random")):
        process = self.command("class", "--students", "students.csv", "--until", until, "--game", game, "--port", 0,
                               *(word for bot in staff for word in ("--staff", BIN / bot)),
                               "--without-control-groups", "--move-time", move_time, *more)
        return process, process.stdout.readline()

    def make(self, *more, **settings):
        """Makes an arena whose deadline is far away, and returns its driver."""
        process, line = self.first_start(*more, **settings)
        self.assertIn("The teacher's link: http", line, process.stderr if line else process.communicate())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        return Driver(self, self.arena)

    def file(self, text, name="given"):
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o644)
        return path

    def upload(self, driver, person, text, name="bot.py"):
        return driver.do(f"upload {person} {name} {self.file(text, f'given{person}')}")

    def judged(self, driver, person):
        return driver.wait_for(f"versions {person}", lambda text: not re.search(r":(waiting|building|checking)", text))

    def plays(self, driver, person, version):
        return driver.wait_for(f"versions {person}", lambda text: f"{version}:accepted:plays" in text)

    def entrants(self):
        """The names of the entrants of ladder.db."""
        with sqlite3.connect(f"file:{self.arena}/ladder.db?mode=ro", uri=True) as db:
            return [name for (name,) in db.execute("SELECT name FROM entrants ORDER BY number")]

    def games(self, file):
        """The planned games of a file in their order: round, first, second, pair. None of a file that is not there yet."""
        if not (self.arena / file).exists():
            return []
        with sqlite3.connect(f"file:{self.arena}/{file}?mode=ro", uri=True) as db:
            try:
                return list(db.execute("SELECT round, first, second, pair FROM games ORDER BY number"))
            except sqlite3.OperationalError as problem:
                self.assertIn("no such table", str(problem))  # the file is just being made
                return []

    def marks(self):
        return list(csv.DictReader(io.StringIO((self.arena / "marks.csv").read_text()), delimiter=";"))


@unittest.skipIf(AS_USER and not shutil.which("setpriv"), "needs setpriv")
class ArenaTest(ArenaCase):
    def test_first_start_and_later_starts(self):
        process, line = self.first_start()
        link = re.fullmatch(r"The teacher's link: (http://localhost:\d+/#[0-9A-Z-]{31})\n", line)
        self.assertTrue(link, process.communicate() if not line else line)
        process.stdout.readline()
        self.assertEqual(stat.S_IMODE(self.arena.stat().st_mode), 0o700)
        for path in self.arena.rglob("*"):
            self.assertEqual(stat.S_IMODE(path.stat().st_mode) & 0o077, 0, path)
        links = list(csv.DictReader(io.StringIO((self.arena / "links.csv").read_text())))
        self.assertEqual([row["name"] for row in links], STUDENTS)
        self.assertEqual(len({row["link"] for row in links}), 3)
        other = self.command("class")
        self.assertIn("another process runs this arena", other.communicate(timeout=PATIENCE)[1])
        self.assertEqual(other.returncode, 2)
        status = self.command("class", "--status").communicate(timeout=PATIENCE)[0]
        self.assertIn("0 of 3 students have handed in", status)
        self.assertIn("Max Groß   nothing handed in", status)
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        self.assertEqual(process.returncode, 130, process.stderr.read())
        self.assertEqual(self.entrants(), ["greedy", "random"])
        port = self.own_port()
        process = self.command("class", "--port", port)
        again = process.stdout.readline()
        self.assertEqual(again.split("#")[1], line.split("#")[1], again or process.communicate())
        self.assertIn(f":{port}/#", again)
        again = list(csv.DictReader(io.StringIO((self.arena / "links.csv").read_text())))
        self.assertEqual([row["link"].split("#")[1] for row in again], [row["link"].split("#")[1] for row in links])
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130)
        refused = self.command("class", "--game", "cluster")
        self.assertIn("--game: only the first start takes this option", refused.communicate(timeout=PATIENCE)[1])

    def test_a_start_waits_for_what_a_killed_process_has_left(self):
        """A process that was just being started may hold the lock for a moment after its parent was killed."""
        self.make().end()
        folder = os.open(self.arena, os.O_RDONLY)
        fcntl.flock(folder, fcntl.LOCK_EX)
        self.addCleanup(subprocess.Popen(["sleep", "0.3"], pass_fds=[folder]).wait)  # it ends by itself, however slow this test is
        process = self.command("class", "--port", 0)
        os.close(folder)
        line = process.stdout.readline()
        self.assertIn("The teacher's link", line, line or process.communicate())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)

    def test_what_is_refused_is_told_in_one_line(self):
        for arguments, why in ((["class"], "the first start needs --students FILE and --until TIME"),
                               (["class", "--status"], "can't be entered"),
                               (["class", "--students", "students.csv", "--until", "soon"], "write a date and a time"),
                               (["class", "--students", "students.csv", "--until", "2000-01-01 12:00"], "has passed already"),
                               (["class", "--students", "students.csv", "--until", "23:59", "--without-control-groups", "--staff", "greedy"],
                                "give --staff twice"),
                               (["class", "--students", "students.csv", "--until", "23:59", "--without-control-groups",
                                 "--staff", "greedy", "--staff", "Kim Klein=random"], "")):
            process = self.command(*arguments)
            _, err = process.communicate(timeout=PATIENCE)
            if why:
                self.assertIn(why, err)
                self.assertEqual((process.returncode, err.count("\n")), (2, 1), err)
            self.assertFalse(self.arena.exists())  # a start that fails leaves nothing behind
        self.arena.mkdir()  # but a folder that was there stays
        self.own(self.arena)
        process = self.command(*arguments)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(list(self.arena.iterdir()), [])

    @unittest.skipUnless(os.geteuid() == 0, "needs root")
    def test_root_is_refused(self):
        for environment in ({}, {"REFEREE_SANDBOX": "off"}):
            run = self.referee("arena", "class", "--students", "students.csv", "--until", "23:59", code=2, env=environment)
            self.assertIn("must not run as root", run.err)
        self.assertFalse(self.arena.exists())

    def test_a_bot_is_checked_and_plays_and_a_failing_version_never_displaces_it(self):
        driver = self.make()
        self.assertEqual(self.upload(driver, 0, PLAYS), "uploaded 1 new")
        self.assertEqual(self.upload(driver, 1, CRASHES), "uploaded 1 new")
        self.assertIn("1:accepted:plays", self.plays(driver, 0, 1))
        self.assertRegex(driver.do("check 0 1"), r"check ok    can be run: in a sandbox\|ok    plays first: 1 game against random, . won\|")
        self.assertRegex(self.judged(driver, 1), r"1:refused \(plays first: .*I crash")
        self.assertEqual(self.upload(driver, 0, CRASHES), "uploaded 2 new")
        self.assertRegex(self.judged(driver, 0), r"2:refused .*1:accepted:plays")
        self.assertEqual(self.upload(driver, 0, PLAYS + "# 3\n"), "uploaded 3 new")
        self.plays(driver, 0, 3)
        self.assertNotIn("1:accepted:plays", driver.do("versions 0"))
        self.assertEqual(self.upload(driver, 0, PLAYS), "uploaded 1 same")
        self.assertEqual(self.upload(driver, 2, "<html>", "bot.html"), "uploaded 1 new")
        self.assertRegex(self.judged(driver, 2), r"1:refused \(.*HTML")
        self.assertEqual(driver.do("withdraw 0"), "ok")
        driver.wait_for("playing", lambda text: "Zoë" not in text)
        self.assertEqual(driver.do("return 0"), "ok")
        driver.wait_for("playing", lambda text: "|Zoë Wolf #3" in text)
        games = int(driver.do("playing").split("|")[0].split()[1])
        driver.wait_for("playing", lambda text: int(text.split("|")[0].split()[1]) > games)
        driver.end()
        self.assertEqual(self.entrants(), ["greedy", "random", "Zoë Wolf #1", "Zoë Wolf #3"])
        self.assertEqual(sorted(path.name for path in (self.arena / "versions").iterdir()), ["Zoë Wolf #1", "Zoë Wolf #3", "greedy", "random"])  # the first one may play again
        driver = Driver(self, self.arena)  # continues
        self.assertIn("|Zoë Wolf #3", driver.do("playing"))
        self.assertEqual(self.upload(driver, 1, PLAYS), "uploaded 2 new")
        self.plays(driver, 1, 2)
        driver.end()
        standings = subprocess.run([*AS_USER, REFEREE, "standings", str(self.arena / "ladder.db")], capture_output=True, text=True,
                                   env=self.environment(), check=True).stdout
        self.assertIn("Zoë Wolf #3", standings)

    def test_who_has_used_up_five_minutes_of_work_waits_and_others_do_not(self):
        driver = self.make()
        self.upload(driver, 0, CRASHES)
        self.judged(driver, 0)
        driver.end()
        with sqlite3.connect(self.arena / "arena.db") as db:
            db.execute("UPDATE hand_ins SET spent_ms = 300000")
        for path in self.arena.glob("arena.db*"):
            self.own(path)
        driver = Driver(self, self.arena)
        self.upload(driver, 0, PLAYS)
        self.upload(driver, 1, PLAYS)
        self.plays(driver, 1, 1)
        self.assertIn("versions 2:waiting", driver.do("versions 0"))
        driver.do("clock 3601")
        self.plays(driver, 0, 2)
        driver.end()

    def test_a_pause_stops_games_and_nothing_else(self):
        driver = self.make()
        self.assertEqual(driver.do("pause 1"), "ok")
        self.assertEqual(self.upload(driver, 0, PLAYS), "uploaded 1 new")
        self.plays(driver, 0, 1)
        time.sleep(5)  # on a busy machine, the last game may take a while
        games = driver.do("playing").split("|")[0]
        time.sleep(1)
        self.assertEqual(driver.do("playing").split("|")[0], games)
        driver.end()
        driver = Driver(self, self.arena)
        self.assertIn("paused", driver.do("state"))
        time.sleep(1)
        self.assertEqual(driver.do("playing").split("|")[0], games)
        driver.do("pause 0")
        driver.wait_for("playing", lambda text: text.split("|")[0] != games)
        driver.end()

    def test_the_deadline_the_final_and_the_marks(self):
        driver = self.make("--final-time", "5s")
        self.upload(driver, 0, PLAYS)
        self.plays(driver, 0, 1)
        self.upload(driver, 0, CRASHES)
        self.judged(driver, 0)
        self.upload(driver, 1, CRASHES)
        given = self.file(PLAYS + "# late\n", "late")
        self.judged(driver, 1)
        self.assertEqual(driver.do(f"begin 1 bot.py {given}"), "begun")
        hash_of_seed = driver.do("state").split()[4]
        self.assertEqual(driver.do("final"), "ok")
        self.assertIn("closing", driver.do("state"))
        self.assertIn("refused 0", self.upload(driver, 2, PLAYS))
        self.assertEqual(driver.do("finish 1"), "uploaded 2 new")  # it began before the deadline
        state = driver.wait_for("state", lambda text: text.startswith("state done"))
        secret = state.split()[5]
        self.assertEqual(hashlib.sha256(secret.encode()).hexdigest(), hash_of_seed)
        marks = self.marks()
        self.assertEqual([row["name"] for row in marks], STUDENTS)
        self.assertEqual([row["status"] for row in marks], ["played", "played", "nothing handed in"])
        self.assertEqual([row["version"] for row in marks], ["1", "2", ""])
        self.assertTrue(all(row["points_against_greedy"] for row in marks[:2]), marks)
        # An extension sets the final aside, and another one follows, with another seed.
        self.assertEqual(driver.do("extend 3600"), "ok")
        self.assertIn("running", driver.do("state"))
        self.upload(driver, 2, PLAYS)
        self.plays(driver, 2, 1)
        self.assertNotEqual(driver.do("state").split()[4], hash_of_seed)
        driver.do("final")
        driver.wait_for("state", lambda text: text.startswith("state final") or text.startswith("state done"))
        driver.kill()
        driver = Driver(self, self.arena)
        driver.wait_for("state", lambda text: text.startswith("state done"))
        driver.end()
        self.assertTrue((self.arena / "final.db").exists())  # it is kept, too
        marks = self.marks()
        self.assertEqual([row["status"] for row in marks], ["played", "played", "played"])
        with sqlite3.connect(f"file:{self.arena}/final-2.db?mode=ro", uri=True) as db:
            self.assertEqual([name for (name,) in db.execute("SELECT name FROM entrants ORDER BY number")], ["greedy", "random", *STUDENTS])

    def test_newcomers_meet_the_staff_first_and_a_swiss_final_ends_with_it(self):
        # No round robin fits into so short a time, on any machine: the final is a Swiss.
        driver = self.make("--final-time", "1ms")
        driver.do("pause 1")
        for person in range(3):
            self.upload(driver, person, PLAYS)
            self.judged(driver, person)
        driver.do("pause 0")
        played = lambda games: lambda text: int(text.split("|")[0].split()[1]) >= games
        driver.wait_for("playing", played(15))
        driver.kill()
        driver = Driver(self, self.arena)
        driver.wait_for("playing", played(50))
        driver.end()
        games = self.games("ladder.db")
        met = collections.Counter()
        has_met_staff = lambda entrant: entrant < 2 or min(met[entrant, 0], met[entrant, 1]) >= 2
        chosen_early = 0
        for _, first, second, pair in games[::2]:
            if min(first, second) >= 2 and not (has_met_staff(first) and has_met_staff(second)):
                self.assertEqual(pair % 5, 4, "only lots come before the staff")
            chosen_early += pair % 5 != 4 and not (has_met_staff(first) and has_met_staff(second))
            met[first, second] += 1
            met[second, first] += 1
        self.assertGreaterEqual(chosen_early, 9)
        self.assertTrue(all(has_met_staff(entrant) for entrant in range(5)), met)

        driver = Driver(self, self.arena)
        driver.do("final")
        # On a busy machine it may be over before this test sees its last round.
        driver.wait_for("state", lambda text: text.startswith("state done") or (text.startswith("state final") and self.games("final.db")[16:]))
        driver.kill()
        driver = Driver(self, self.arena)
        driver.wait_for("state", lambda text: text.startswith("state done"))
        driver.end()
        games = self.games("final.db")
        with_staff = [game for game in games if game[0] == 4]
        self.assertEqual(collections.Counter(game[0] for game in games), {0: 4, 1: 4, 2: 4, 3: 4, 4: 24})
        self.assertEqual(set(collections.Counter(tuple(sorted(game[1:3])) for game in with_staff).items()),
                         {((staff, student), 4) for staff in (0, 1) for student in (2, 3, 4)})
        for row in self.marks():
            self.assertTrue(row["points_against_greedy"] and row["points_against_random"], row)
        standings = subprocess.run([*AS_USER, REFEREE, "standings", str(self.arena / "final.db")], capture_output=True, text=True,
                                   env=self.environment(), check=True).stdout
        self.assertIn("swiss", standings)
        self.assertNotIn("buchholz", standings.lower())
        more = subprocess.run([*AS_USER, REFEREE, "change", str(self.arena / "final.db"), "rounds", "5"], capture_output=True, text=True,
                              env=self.environment())
        self.assertIn("rounds: the games against the organiser's bots are planned already", more.stderr)
        plan = subprocess.run([*AS_USER, REFEREE, "export", str(self.arena / "final.db"), "plan"], capture_output=True, text=True,
                              env=self.environment())
        self.assertEqual((plan.returncode, plan.stdout), (2, ""))
        self.assertIn("in an arena everybody meets the teacher's bots", plan.stderr)

    def test_a_backup_of_a_running_arena_continues_elsewhere(self):
        driver = self.make()
        self.upload(driver, 0, PLAYS)
        self.plays(driver, 0, 1)
        done = self.command("class", "--backup", "copy")
        _, err = done.communicate(timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, err)
        again = self.command("class", "--backup", "copy")
        self.assertIn("can't be made", again.communicate(timeout=PATIENCE)[1])
        games = int(driver.do("playing").split("|")[0].split()[1])
        driver.wait_for("playing", lambda text: int(text.split("|")[0].split()[1]) > games)
        driver.end()
        shutil.rmtree(self.arena)
        driver = Driver(self, self.folder / "copy")
        self.assertIn("1:accepted:plays", driver.do("versions 0"))
        self.assertEqual(self.upload(driver, 0, PLAYS), "uploaded 1 same")
        driver.end()

    def check_after_a_kill(self, driver, person, acknowledged):
        """After a restart: what was acknowledged is there, and each newest accepted version plays exactly once."""
        versions = self.judged(driver, person)
        newest = int(re.match(r"versions (\d+):", versions)[1])
        self.assertIn(newest - acknowledged, (0, 1), versions)  # the upload that was cut off may be there
        self.plays(driver, person, newest)
        playing = driver.do("playing").split("|")[1:]
        self.assertEqual(sorted(playing), sorted(["greedy", "random", f"{STUDENTS[person]} #{newest}"]))
        return newest

    def left_of_arena(self):
        """Processes of the arena's user that see its folder, mounts below it, and unfinished files and folders in it."""
        found = [path.name for path in self.arena.iterdir() if path.name.startswith(".")]
        found += [line for line in pathlib.Path("/proc/self/mounts").read_text().splitlines() if str(self.arena) in line]
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if os.readlink(process / "cwd").startswith(str(self.arena)) or str(self.arena).encode() in (process / "cmdline").read_bytes():
                    found.append(f"{process.name} {(process / 'cmdline').read_bytes()}")
        return found

    def test_kills_at_random_moments_lose_nothing(self):
        """Three students hand in without a pause, and the process is killed now and then."""
        driver = self.make()
        random_moment = random.Random(7)
        hand_ins = {person: 0 for person in range(3)}
        bots = [PLAYS, CRASHES, PLAYS]
        for kill in range(100 if SOAK else 3):
            killer = threading.Timer(random_moment.uniform(0.05, 2), driver.process.kill)
            killer.start()
            while True:
                person = random_moment.randrange(3)
                text = bots[hand_ins[person] % 3]
                answer = self.upload(driver, person, f"{text}# {person} {hand_ins[person] + 1}\n")
                if answer is None:
                    break
                if answer.startswith("uploaded"):
                    hand_ins[person] += 1
                    self.assertEqual(answer, f"uploaded {hand_ins[person]} new")
                time.sleep(random_moment.uniform(0, 0.05))
            killer.join()
            driver.process.wait()
            cut_off = person
            before = self.games("ladder.db")
            with self.subTest(kill=kill):
                self.wait_until(lambda: not [name for name in self.left_of_arena() if not name.startswith(".")], "something is left of the arena")
                # Each start is an hour later, so that the limits of an hour do not matter.
                driver = Driver(self, self.arena, ARENA_AHEAD=str((kill + 1) * 3600))
                self.assertEqual(driver.begins, "ready")
                newest = []
                for person, count in hand_ins.items():
                    versions = self.judged(driver, person)
                    stored = len(re.findall(r" \d+:", versions))
                    self.assertIn(stored - count, (0, 1) if person == cut_off else (0,), versions)
                    hand_ins[person] = stored
                    accepted = re.search(r" (\d+):accepted", versions)
                    if accepted:
                        newest.append(f"{STUDENTS[person]} #{accepted[1]}")
                        self.plays(driver, person, int(accepted[1]))
                self.assertEqual(sorted(driver.do("playing").split("|")[1:]), sorted(["greedy", "random", *newest]))
                self.assertEqual(self.games("ladder.db")[:len(before)], before)
        driver.end()
        names = self.entrants()
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual(self.left_of_arena(), [])
        self.assertGreater(sum(hand_ins.values()), 3)

    def test_an_arena_keeps_the_rules_and_the_bots_of_the_teacher(self):
        """The arena runs for weeks. What it was started with may be edited, moved or updated meanwhile."""
        rules, staff = self.folder / "own.py", self.folder / "mine"
        rules.write_bytes((ROOT / "examples" / "games" / "breakthrough.py").read_bytes())
        shutil.copy(BIN / "random", staff)
        for path in (rules, staff):
            path.chmod(0o755)
        driver = self.make("--staff", "./mine", game="./own.py:height=5,width=4", staff=["random.py"])
        self.referee("new-bot", "kit", "--lang", "python", "--game", "./own.py", code=0)
        rules.write_text("raise SystemExit('edited')")
        staff.write_text("updated")
        self.upload(driver, 0, (self.folder / "kit" / "bot.py").read_text())
        self.plays(driver, 0, 1)
        driver.end()
        rules.unlink()
        staff.unlink()
        done = self.command("class", "--backup", "copy")
        _, err = done.communicate(timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, err)
        shutil.rmtree(self.arena)
        driver = Driver(self, self.folder / "copy")
        games = int(driver.do("playing").split("|")[0].split()[1])
        driver.wait_for("playing", lambda text: int(text.split("|")[0].split()[1]) > games + 3)
        self.assertIn("|mine|", driver.do("playing") + "|")
        driver.end()

    def test_rules_in_a_folder_are_kept_with_all_their_files(self):
        """The folder may be named with a slash at its end, and by a link."""
        real = self.folder / "real"
        real.mkdir()
        text = (ROOT / "examples" / "games" / "breakthrough.py").read_text()
        (real / "main.py").write_text("import helper\n" + text)
        (real / "helper.py").write_text("pass\n")
        (self.folder / "own").symlink_to("real")
        shutil.copy(BIN / "random.py", self.folder / "mine.py")
        self.make("--staff", "./mine.py", game="./own/:height=5,width=4", staff=["random.py"]).end()
        shutil.rmtree(real)
        kept = self.arena / "rules" / "own"
        self.assertEqual(sorted(path.name for path in kept.iterdir()), ["helper.py", "main.py"])
        driver = Driver(self, self.arena)
        driver.wait_for("playing", lambda text: int(text.split("|")[0].split()[1]) > 3)
        driver.end()
        (kept / "helper.py").chmod(0o600)
        (kept / "helper.py").write_text("pass  # edited\n")
        process = self.command("class", "--port", 0)
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 2, err)
        self.assertIn("the rules in 'rules/own' are not those with which the tournament began", err)

    def test_a_failure_of_the_machine_is_no_verdict(self):
        driver = self.make()
        (self.arena / "versions").chmod(0o500)  # no bot can be written
        self.upload(driver, 0, PLAYS)
        self.assertTrue(any("Zoë Wolf #1 can't be tried now" in line for line in driver.process.stderr))
        driver.wait_for("versions 0", lambda text: "1:waiting" in text)
        (self.arena / "versions").chmod(0o700)
        self.assertRegex(self.judged(driver, 0), "1:accepted")
        driver.end()

    def test_the_ladder_leaves_room_on_the_disk(self):
        self.make().end()
        def games(driver):
            return int(driver.do("playing").split("|")[0].split()[1])
        driver = Driver(self, self.arena, ARENA_FREE_DISK=str(1 << 60))
        self.assertIn("the disk is almost full: no game of the ladder begins", next(line for line in driver.process.stderr if "disk" in line))
        before = games(driver)
        time.sleep(2)
        self.assertEqual(games(driver), before)
        self.assertIn("refused", self.upload(driver, 0, PLAYS))
        driver.end()
        driver = Driver(self, self.arena)
        driver.wait_for("playing", lambda text: int(text.split("|")[0].split()[1]) > before)
        driver.end()

    def test_a_start_that_is_repeated_changes_nothing(self):
        """A service that is restarted gives --until again, after the teacher has moved the deadline."""
        self.make().end()
        def start(until):
            process = self.command("class", "--until", until, "--port", 0)
            line = process.stdout.readline()
            self.assertIn("The teacher's link", line, process.stderr if line else process.communicate())
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)
            with sqlite3.connect(f"file:{self.arena}/arena.db?mode=ro", uri=True) as db:
                return json.loads(db.execute("SELECT value FROM meta WHERE key = 'settings'").fetchone()[0])["deadline"]
        first = start("2099-01-01 12:00")
        driver = Driver(self, self.arena)
        self.assertEqual(driver.do("extend 3600"), "ok")
        driver.end()
        later = start("2099-01-01 12:00")
        self.assertNotEqual(later, first)
        self.assertEqual(start("2099-01-01 12:00"), later)
        self.assertNotEqual(start("2099-01-02 12:00"), later)

    def test_a_stop_while_a_bot_is_checked_leaves_it_waiting(self):
        driver = self.make("--limits", f"first={100 * FACTOR}s")
        self.upload(driver, 0, class_test.python(f"import time; time.sleep({90 * FACTOR})"))
        driver.wait_for("versions 0", lambda text: "1:checking" in text)
        driver.end()  # does not wait for the bot
        driver = Driver(self, self.arena)
        self.assertRegex(driver.do("versions 0"), "1:(waiting|building|checking)")
        self.assertIn("refused 3", self.upload(driver, 0, PLAYS))  # pending
        driver.end()

    @unittest.skipIf(FACTOR > 1, "a sanitizer must be loaded before any other library")
    def test_a_kill_of_the_first_start_leaves_an_arena_or_none(self):
        more = ["--staff", BIN / "greedy", "--staff", BIN / "random", "--without-control-groups", "--port", 0]
        arguments = ["class", "--students", "students.csv", "--until", "2099-01-01 12:00", "--game", GAME, *more]
        step, number, complete = (1 if SOAK else 9), 1, 0
        while True:
            process = self.command(*arguments, LD_PRELOAD=KILLED_AT, KILLED_AT_CALL=str(number))
            line = process.stdout.readline()
            if line:
                process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)
            if line:
                break
            self.assertEqual(process.returncode, -signal.SIGKILL)
            exists = (self.arena / "arena.db").exists() or (self.arena / ".first/complete").exists()
            complete += exists
            process = self.command(*(["class", "--port", 0] if exists else arguments))
            self.assertIn("The teacher's link", process.stdout.readline(), process)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)
            links = list(csv.DictReader(io.StringIO((self.arena / "links.csv").read_text())))
            driver = Driver(self, self.arena)
            for person, row in enumerate(links):
                self.assertEqual(driver.do(f"visitor {row['link'].split('#')[1]}"), f"visitor {person}")
            driver.end()
            shutil.rmtree(self.arena)
            number += step
        self.assertGreater(number, 20)
        self.assertGreater(complete, 0)

    @unittest.skipIf(FACTOR > 1, "a sanitizer must be loaded before any other library")
    def test_a_kill_while_the_final_begins_and_ends_plays_it_once(self):
        driver = self.make("--final-time", "2s")
        self.upload(driver, 0, PLAYS)
        self.plays(driver, 0, 1)
        driver.end()
        saved = self.folder / "saved"
        shutil.copytree(self.arena, saved)
        step, number, alive = (3 if SOAK else 13), 1, False
        while not alive:
            shutil.rmtree(self.arena)
            shutil.copytree(saved, self.arena)
            for path in (self.arena, *self.arena.rglob("*")):
                self.own(path)
            driver = Driver(self, self.arena, LD_PRELOAD=KILLED_AT)
            seed = driver.do("state").split()[4]
            driver.do("pause 1")
            driver.do(f"arm {number}")
            driver.do("final")
            alive = driver.wait_for("state", lambda text: text.startswith("state done")) is not None
            driver.kill()
            driver = Driver(self, self.arena)
            if not alive and "running" in driver.do("state"):
                self.assertEqual(driver.do("final"), "ok")
            state = driver.wait_for("state", lambda text: text.startswith("state done"))
            self.assertEqual(state.split()[4], seed)
            driver.end()
            marks = self.marks()
            self.assertEqual([row["status"] for row in marks], ["played", "nothing handed in", "nothing handed in"])
            self.assertEqual(list(self.arena.glob("final-*.db")), [])
            number += step
        self.assertGreater(number, 30)

    @unittest.skipIf(FACTOR > 1, "a sanitizer must be loaded before any other library")
    def test_a_kill_at_any_write_loses_nothing(self):
        driver = self.make()
        self.upload(driver, 0, PLAYS)
        acknowledged = 1
        self.plays(driver, 0, 1)
        driver.end()
        step, number, killed = (1 if SOAK else 6), 1, 0
        while True:
            ahead = str(number * 3600)  # so that no limit of an hour matters
            driver = Driver(self, self.arena, LD_PRELOAD=KILLED_AT, ARENA_AHEAD=ahead)
            self.assertEqual(driver.begins, "ready")
            self.assertEqual(driver.do(f"arm {number}"), "ok")
            answer = self.upload(driver, 0, PLAYS + f"# {number}\n")
            if answer is not None:
                self.assertRegex(answer, "uploaded .* new")
                acknowledged = int(answer.split()[1])
                answer = driver.wait_for("versions 0", lambda text: f"{acknowledged}:accepted:plays" in text)
            alive = answer is not None
            driver.kill()
            driver = Driver(self, self.arena, ARENA_AHEAD=ahead)
            self.assertEqual(driver.begins, "ready", driver.process.stderr)
            acknowledged = self.check_after_a_kill(driver, 0, acknowledged)
            driver.end()
            names = self.entrants()
            self.assertEqual(len(names), len(set(names)))
            if alive:
                break
            killed += 1
            number += step
        self.assertGreater(killed, 3)
        ladder = self.arena / "ladder.db"
        check = subprocess.run([*AS_USER, REFEREE, "standings", str(ladder)], capture_output=True, text=True, env=self.environment())
        self.assertEqual(check.returncode, 0, check.stderr)
        self.assertEqual([path.name for path in self.arena.iterdir() if path.name.startswith(".")], [])


if __name__ == "__main__":
    unittest.main()
