"""Tests that a bot in a sandbox sees its own files, but no other bot's files, no log and no tournament's file. In a class,
each submitted bot is a thief that searches for the other submissions."""
import json
import os
import shlex
import shutil
import signal
import subprocess

from harness import GAME, LONG_LIMITS, PATIENCE, REFEREE, SCRIPTED_BOT, bot
from own_files_case import OwnFilesCase
from serve_case import ServeCase


class ClassTest(OwnFilesCase):
    """Tests `--bots DIR`."""

    def setUp(self):
        super().setUp()
        self.bots = self.folder / "handed_in"
        self.teacher = self.folder / "teacher"
        self.teacher.mkdir()
        (self.teacher / "best").write_text("the TEACHERS program")

    def test_hand_ins_that_search_for_all_others_find_nothing(self):
        names = ["anna.py", "ben", "carl/bot.py", "dora/bot", "bin/bot", "lib/bot"]
        paths = {name: self.bots / name for name in names}
        (self.bots / "lib" / "python3.11").mkdir(parents=True)  # lib/ beside bin/ must not make the class an interpreter's folder
        (self.bots / "notes.txt").write_text("a SECRET of the class")
        (self.bots / "ben.weights").write_text("a SECRET of ben's")
        others = [self.bots / "notes.txt", self.bots / "ben.weights", self.teacher / "best", self.folder / "t.db",
                  self.folder / "t.db-wal", self.folder / "t.db-shm", self.folder / "events.log", self.bots / "lib/python3.11"]
        for name, path in paths.items():
            # The bot may list its own folder, and also the class folder, in which it sees only its own folder.
            targets = [*others, self.teacher] + [other for other in paths.values() if other != path]
            if name == "lib/bot":
                targets.remove(self.bots / "lib/python3.11")
            self.thief(path, targets, words=["t.db", "events", "teacher", "notes", "weights"], secrets=["SECRET", "TEACHERS"])
        with open(self.folder / "events.log", "wb") as log:
            run = self.tournament("--bots", "handed_in", "--db", "t.db", "--json", "--jobs", "2", stdout=log)
        self.assertIn("6 of 6 are fit to play", run.err)
        self.assert_all_by_rules(count=6 * 5)
        self.assert_nothing_left()

    def test_a_folder_that_is_shown_does_not_show_what_was_handed_in(self):
        (self.bots / "deep").mkdir(parents=True)
        (self.bots / "deep" / "notes.txt").write_text("a SECRET, and no bot")
        self.thief(self.bots / "anna.py", [self.bots / "ben.py", self.bots / "deep"], words=["notes"], secrets=["SECRET"])
        self.thief(self.bots / "ben.py", [self.bots / "anna.py", self.bots / "deep"], words=["notes"], secrets=["SECRET"])
        run = self.tournament("--bots", "handed_in", "--db", "t.db", shown=f",folder={self.folder}")
        self.assertIn("2 of 3 are fit to play", run.err)
        self.assert_all_by_rules(count=2)

    def test_the_thief_would_find_what_is_there(self):
        """Tests the thief itself. If it could not find existing files, the other tests would prove nothing."""
        self.thief(self.bots / "anna.py", [self.bots / "ben.py"], words=["t.db"])
        self.thief(self.bots / "ben.py", [])
        run = self.referee("check", self.bots / "anna.py", f"--sandbox=on,folder={self.tools}", "--game", GAME, code=1)
        self.assertIn(f"exists {self.bots}/ben.py", run.out)

    def test_links_that_lead_elsewhere_are_left_out(self):
        shutil.copy(SCRIPTED_BOT, self.teacher / "best")
        self.thief(self.bots / "ben", [])
        self.thief(self.bots / "carl" / "bot", [])
        os.symlink("ben", self.bots / "anna")
        os.symlink(self.teacher / "best", self.bots / "dora")
        os.symlink("carl", self.bots / "emil")
        (self.bots / "fritz").mkdir()
        os.symlink("../ben", self.bots / "fritz" / "bot")
        self.thief(self.bots / "gina" / "bot", [])
        (self.bots / "gina" / "deep").mkdir()
        os.symlink("../../carl", self.bots / "gina" / "deep" / "data")
        self.thief(self.bots / "hans" / "bot", [])
        os.symlink("bot", self.bots / "hans" / "alias")
        os.symlink("/usr/bin/python3", self.bots / "hans" / "python")
        run = self.tournament("--bots", self.bots, "--db", "t.db", "--games", "1")
        left_out = {line.split("'")[1]: line.split(": ", 3)[-1] for line in run.err.splitlines() if "left out" in line}
        here = "outside the bot: replace it with a copy of its target"
        self.assertEqual(left_out, {
            "anna": f"it is a link to ben, {here}",
            "dora": f"it is a link to {self.teacher}/best, {here}",
            "emil": f"it is a link to carl, {here}",
            "fritz": f"bot is a link to ../ben, {here}",
            "gina": f"deep/data is a link to ../../carl, {here}"})
        self.assert_all_by_rules(count=3)

    def test_what_was_handed_in_is_what_is_played(self):
        """A program that is replaced, changed or deleted during the tournament still plays in its original version."""
        for name in ("anna", "ben/bot", "carl/bot"):
            self.thief(self.bots / name, [])
        (self.bots / "ben" / "data").write_text("old")
        place = self.folder / "copies"
        place.mkdir()
        process = self.start("tournament", f"--sandbox=on,folder={self.tools}", "--game", GAME, *LONG_LIMITS, "--bots",
                             "handed_in", "--db", "t.db", "--games", "4000", "--jobs", "1", env={"TMPDIR": str(place)})
        self.wait_for_games()
        copies = self.copies(place)
        self.assertEqual(len(copies), 1)
        self.assertEqual((place / copies[0]).stat().st_mode & 0o777, 0o700)
        before = self.files_of()
        (self.bots / "anna").unlink()
        (self.bots / "anna").write_text("#!/bin/false\n")
        (self.bots / "ben" / "data").write_text("new")
        shutil.rmtree(self.bots / "carl")
        self.wait_for_games(self.count() + 12)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 128 + signal.SIGINT, err)
        self.assert_all_by_rules()
        self.assertEqual(self.files_of(), before)
        self.assertEqual(set(before), {"handed_in/anna", "handed_in/ben/bot", "handed_in/ben/data", "handed_in/carl/bot"})
        self.assertEqual(self.copies(place), [])

    def test_a_resumed_tournament_hides_the_same(self):
        for name in ("anna.py", "ben.py"):
            other = {"anna.py": "ben.py", "ben.py": "anna.py"}[name]
            self.thief(self.bots / name, [self.bots / other, self.folder / "t.db"])
        os.symlink("handed_in", self.folder / "class")  # under another name
        self.tournament("--bots", "class/", "--db", "t.db", "--games", "4", "--stop-after", "1")
        self.referee("tournament", "--resume", "--db", "t.db", code=0)
        self.assert_all_by_rules(count=4)

    def test_a_resumed_tournament_is_refused_where_a_bot_has_changed(self):
        for name in ("anna.py", "ben.py"):
            self.thief(self.bots / name, [])
        self.tournament("--bots", "handed_in", "--db", "t.db", "--games", "4", "--stop-after", "1")
        with open(self.bots / "ben.py", "a") as file:
            file.write("# more\n")
        run = self.referee("tournament", "--resume", "--db", "t.db", code=2)
        self.assertIn("handed_in/ben.py has changed", run.err)

    def test_the_copies_of_a_killed_referee_are_removed_by_the_next(self):
        for name in ("anna", "ben"):
            self.thief(self.bots / name, [])
        place = self.folder / "copies"
        place.mkdir()
        arguments = ["tournament", f"--sandbox=on,folder={self.tools}", "--game", GAME, *LONG_LIMITS, "--bots", "handed_in"]
        first = self.start(*arguments, "--db", "1.db", "--games", "1000", env={"TMPDIR": str(place)})
        self.wait_for_games(db="1.db")
        second = self.start(*arguments, "--db", "2.db", "--games", "1000", env={"TMPDIR": str(place)})
        self.wait_for_games(db="2.db")
        self.assertEqual(len(self.copies(place)), 2)  # the copies in use remain
        first.kill()
        first.wait()
        self.referee(*arguments, "--db", "3.db", "--games", "1", env={"TMPDIR": str(place)}, code=0)
        self.assertEqual(len(self.copies(place)), 1)
        second.send_signal(signal.SIGTERM)
        second.communicate(timeout=PATIENCE)
        self.assertEqual(self.copies(place), [])

    def test_the_check_that_is_proposed_shows_a_bot_what_the_tournament_does(self):
        (self.bots / "notes.txt").parent.mkdir()
        (self.bots / "notes.txt").write_text("x")
        reader = self.bots / "reader"
        self.program(reader, f"#!/bin/sh\ncat {self.bots}/notes.txt || exit 1\nexec {self.player}\n")
        run = self.tournament("--bots", "handed_in", code=2)
        command = run.err.split("; see referee ")[1].splitlines()[0]
        again = self.referee(*shlex.split(command), "--sandbox=on", code=1)
        self.assertIn("notes.txt: No such file", again.out)

    def test_a_full_disk_is_no_fault_of_a_bot(self):
        (self.folder / "copies").mkdir()
        for name in ("anna", "ben"):
            self.thief(self.bots / name / "bot", [])
            (self.bots / name / "data").write_bytes(bytes(1_000_000))
        command = ["/usr/bin/bwrap", "--dev-bind", "/", "/", "--size", "1100000", "--tmpfs", str(self.folder / "copies"), REFEREE,
                   "tournament", "--sandbox=on", "--game", GAME, "--bots", "handed_in"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, timeout=PATIENCE,
                              env=self.environment(TMPDIR=str(self.folder / "copies")))
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1), done.stderr)
        self.assertIn("No space left on device; set TMPDIR to a folder with enough space", done.stderr)
        self.assertFalse((self.folder / "tournament.db").exists())

    def test_where_no_copies_can_be_made_nothing_is_played(self):
        for name in ("anna", "ben"):
            self.thief(self.bots / name, [])
        run = self.tournament("--bots", "handed_in", env={"TMPDIR": str(self.folder / "nowhere")}, code=1)
        self.assertIn("the bots can't be copied to", run.err)
        self.assertIn("set TMPDIR", run.err)
        self.assertEqual(len(run.err.splitlines()), 1, run.err)
        self.assertFalse((self.folder / "tournament.db").exists())


class NamedTest(OwnFilesCase):
    """Tests bots that are named individually, also in the folder that holds the tournament's file and the logs."""

    def setUp(self):
        super().setUp()
        secrets = ["events.log", "t.db", "t.db-wal", "t.db-shm", "t.db-journal", "log.json", "log.json.part"]
        here = self.folder
        self.anna = self.thief(here / "anna", [here / name for name in [*secrets, "ben.py", "carl", "carl/bot"]],
                               words=["t.db", "events", "log.json", "ben", "carl"])
        self.ben = self.thief(here / "ben.py", [here / name for name in [*secrets, "anna", "carl", "carl/bot"]],
                              words=["t.db", "events", "log.json", "anna", "carl"])
        self.carl = self.thief(here / "carl" / "bot", [here / name for name in [*secrets, "anna", "ben.py"]])
        (here / "book").write_text("x")

    def test_tournament(self):
        with open(self.folder / "events.log", "wb") as log:
            self.tournament("./anna", "./ben.py", "carl/bot", "--db", "t.db", "--jobs", "2", "--json", stdout=log)
        self.assert_all_by_rules(count=6)

    def test_resumed_tournament(self):
        self.tournament("./anna", "./ben.py", "carl/bot", "--db", "t.db", "--stop-after", "1")
        (self.folder / "t.db.spool").mkdir()  # the thieves look for names that contain "t.db"
        (self.folder / "t.db.spool" / "w1.0.json").write_text("the seeds of games to come")
        self.referee("tournament", "--resume", "--db", "t.db", code=0)
        self.assert_all_by_rules(count=6)

    def test_a_plan(self):
        commands = ["./anna", ["python3", "ben.py"], "carl/bot"]
        (self.folder / "e.json").write_text(json.dumps({"bot": [{"command": command} for command in commands]}))
        self.tournament("--plan", "e.json", "--db", "t.db")
        self.assert_all_by_rules(count=6)

    def test_match_and_series(self):
        shutil.rmtree(self.folder / "carl")
        for more in ([], ["--games", "4"]):
            with self.subTest(more):
                run = self.referee("./anna", "./ben.py", f"--sandbox=on,folder={self.tools}", "--game", GAME,
                                   *LONG_LIMITS, "--log", "log.json", "--force", *more, code=0)
                self.assertNotIn("exited", run.out)
                text = (self.folder / "log.json").read_text()
                logs = [json.loads(line) for line in text.splitlines()] if more else [json.loads(text)]
                self.assertEqual({log["result"]["ending"] for log in logs}, {"by_rules"}, logs[0]["failure"])
        # The log of --resume tells what will be drawn.
        self.referee("./anna", "./ben.py", f"--sandbox=on,folder={self.tools}", *LONG_LIMITS, "--resume", "log.json", "--match", "1",
                     "--at", "2", "--log", "other.json", code=0)
        self.assertEqual(json.loads((self.folder / "other.json").read_text())["result"]["ending"], "by_rules")

    def test_a_bot_keeps_what_is_beside_it(self):
        shutil.rmtree(self.folder / "carl")
        self.ben.unlink()
        (self.folder / "helper.py").write_text("found = True\n")
        os.symlink("book", self.folder / "link_to_book")
        reader = self.folder / "reader.py"
        reader.write_text("import helper, os\nopen('book').read(); open('link_to_book').read(); open('level/1/x').read()\n"
                          f"os.execv({str(self.player)!r}, [{str(self.player)!r}])\n")
        (self.folder / "level" / "1").mkdir(parents=True)
        (self.folder / "level" / "1" / "x").write_text("x")
        self.referee("./reader.py", "./anna", f"--sandbox=on,folder={self.tools}", "--game", GAME, *LONG_LIMITS,
                     "--log", "log.json", code=0)
        log = json.loads((self.folder / "log.json").read_text())
        self.assertEqual(log["result"]["ending"], "by_rules", log["failure"])

    def test_entrants_may_be_the_same_file_or_script(self):
        shutil.rmtree(self.folder / "carl")
        self.tournament("./anna", "./anna --level 2", "python3 ben.py --level 1", "python3 ben.py --level 2", "--db", "t.db")
        self.assert_all_by_rules(count=12)


class ServedTest(OwnFilesCase, ServeCase):
    """Tests bots that a person can play against, which are offered side by side."""

    def play_against(self, server, bot):
        match = self.begin(server, settings=GAME.partition(":")[2], bot=bot, move_ms=20000)
        _, last = self.play(match, lambda moves: moves[0])
        self.assertEqual(match.log().json()["result"]["ending"], "by_rules", last)

    def test_named_bots(self):
        anna, ben = self.folder / "anna", self.folder / "ben"
        self.thief(anna, [ben])
        self.thief(ben, [anna])
        server = self.serve("--bot", "./anna", "--bot", "./ben", f"--sandbox=on,folder={self.tools}")
        for bot in (0, 1):
            self.play_against(server, bot)

    def test_the_class_of_a_tournament(self):
        bots = self.folder / "handed_in"
        (bots / "deep").mkdir(parents=True)
        (bots / "deep" / "notes.txt").write_text("a SECRET, and no bot")
        self.thief(bots / "anna", [bots / "ben", bots / "deep", self.folder / "t.db"], words=["t.db"], secrets=["SECRET"])
        self.thief(bots / "ben", [])
        self.tournament("--bots", "handed_in", "--db", "t.db")
        server = self.serve("t.db", f"--sandbox=on,folder={self.folder}")
        self.play_against(server, 0)
