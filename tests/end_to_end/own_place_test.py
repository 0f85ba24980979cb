"""Tests where the rules of a game of one's own are: in a folder with several files, behind a link, or moved to another
place. A tournament goes on only with the same rules and settings."""
import contextlib
import json
import pathlib
import shutil
import sqlite3
import unittest
import zlib

import own_rules
from harness import BIN, LONG_LIMITS, PATIENCE, RefereeTest
from tournament_case import TournamentCase

BREAKTHROUGH = pathlib.Path(__file__).parents[2] / "examples/games/breakthrough.py"
BOTS = [f"{name}={BIN / 'random.py'}" for name in ("ann", "bob")]
OTHER_RULES = "are not those with which the tournament began: restore them, or begin a new tournament"


class FolderTest(TournamentCase):
    def setUp(self):
        super().setUp()
        self.rules = self.folder / "mygame"
        self.rules.mkdir()
        own_rules.heap(self.rules, "import helper", "game.py")
        (self.rules / "game.py").write_text((self.rules / "game.py").read_text().replace("min(left, 2)", "min(left, helper.MOST)")
                                            .replace("import sys", "import helper, sys"))
        self.helper = self.rules / "helper.py"
        self.helper.write_text("MOST = 2\n")

    def begin(self, sandbox, db="t.db"):
        self.referee("tournament", *BOTS, "--game", "./mygame", "--games", 4, "--stop-after", 1, "--sandbox", sandbox, "--db", db, *LONG_LIMITS, code=0)

    def files(self, db="t.db"):
        return json.loads(self.sql("SELECT value FROM meta WHERE key = 'settings'", db)[0][0])["rules"]["files"]

    def test_all_files_of_a_folder_are_recorded(self):
        recorded = {}
        for sandbox in self.sandboxes():
            self.referee(*BOTS, "--game", "./mygame", "--sandbox", sandbox, "--log", "m.json", "--force", *LONG_LIMITS, code=0)
            log = json.loads((self.folder / "m.json").read_text())
            self.check_log(log)
            recorded[sandbox] = log["game"]["rules"]["files"]
            self.assertEqual([file["name"] for file in recorded[sandbox]], ["game.py", "helper.py"])
        self.assertEqual(len({json.dumps(files) for files in recorded.values()}), 1)

    def test_a_change_of_any_file_is_noticed(self):
        for sandbox in self.sandboxes():
            with self.subTest(sandbox):
                self.begin(sandbox, db := f"{sandbox}.db")
                self.helper.write_text("MOST = 3\n")
                self.assertIn(OTHER_RULES, self.referee("tournament", "--resume", "--db", db, code=2).err)
                self.helper.write_text("MOST = 2\n")
                (self.rules / "new.py").write_text("")
                self.assertIn(OTHER_RULES, self.referee("tournament", "--resume", "--db", db, code=2).err)
                (self.rules / "new.py").unlink()
                self.assertIn("4 of 4 games", self.referee("tournament", "--resume", "--db", db, code=0).out)

    def test_a_message_does_not_name_the_private_copy(self):
        for number in range(1001):
            (self.rules / f"{number}.txt").touch()
        for sandbox in self.sandboxes():
            err = self.referee(*BOTS, "--game", "./mygame", "--sandbox", sandbox, code=2).err
            self.assertIn(f"there are more than 1000 files in its folder {self.rules}", err)

    def test_a_file_of_an_older_version_is_resumed_with_a_note(self):
        """In a sandbox, older versions recorded only the program."""
        self.need_sandbox()
        self.begin("on")
        settings = json.loads(self.sql("SELECT value FROM meta WHERE key = 'settings'")[0][0])
        settings["rules"]["files"] = [file for file in settings["rules"]["files"] if file["name"] == "game.py"]
        text = json.dumps(settings, separators=(",", ":"))
        with contextlib.closing(sqlite3.connect(self.folder / "t.db")) as file, file:
            file.execute("UPDATE meta SET value = ?, crc32 = ? WHERE key = 'settings'", (text, zlib.crc32(f"settings|{text}".encode())))
        run = self.referee("tournament", "--resume", "--db", "t.db", code=0)
        self.assertIn("an older version has recorded only the program of the rules", run.err)
        self.assertIn("4 of 4 games", run.out)
        self.assertEqual([file["name"] for file in self.files()], ["game.py"])
        self.referee("tournament", "--from", "t.db", "--games", 2, "--db", "u.db", code=0)
        self.assertEqual([file["name"] for file in self.files("u.db")], ["game.py", "helper.py"])
        (self.rules / "game.py").write_text("#\n" + (self.rules / "game.py").read_text())
        self.assertIn(OTHER_RULES, self.referee("tournament", "--resume", "--db", "t.db", code=2).err)


class LinkTest(RefereeTest):
    def test_rules_may_be_named_by_a_link(self):
        (self.folder / "rules").mkdir()
        own_rules.heap(self.folder / "rules")
        (self.folder / "link.py").symlink_to("rules/heap.py")
        shutil.move(self.folder / "rules" / "heap.py", self.folder / "rules" / "program")
        (self.folder / "link.py").unlink()
        (self.folder / "link.py").symlink_to("rules/program")
        (self.folder / "game").mkdir()
        own_rules.heap(self.folder / "game", name="main.py")
        (self.folder / "folder").symlink_to("game")
        for game, name in (("./link.py", "link.py"), ("./folder", "main.py"), ("./folder/", "main.py")):
            for sandbox in self.sandboxes():
                with self.subTest(game=game, sandbox=sandbox):
                    self.referee(*BOTS, "--game", game, "--sandbox", sandbox, "--log", "m.json", "--force", *LONG_LIMITS, code=0)
                    log = json.loads((self.folder / "m.json").read_text())
                    self.assertEqual([file["name"] for file in log["game"]["rules"]["files"]], [name])
                    self.referee("check-game", game, "--sandbox", sandbox, "--games", 5, code=0)


class MovedTest(TournamentCase):
    def setUp(self):
        super().setUp()
        self.program("old/breakthrough.py", BREAKTHROUGH.read_text())
        self.referee("tournament", *BOTS, "--game", "./old/breakthrough.py:height=6,width=5", "--games", 6, "--stop-after", 2, "--db", "t.db", *LONG_LIMITS, code=0)
        (self.folder / "old").rename(self.folder / "new")

    def place(self, db="t.db"):
        return json.loads(self.sql("SELECT value FROM meta WHERE key = 'settings'", db)[0][0])["rules_program"]

    def configs(self, db="t.db"):
        logs = map(json.loads, self.referee("export", db, code=0).out.splitlines())
        return {json.dumps(log["game"]["config"]) for log in logs}

    def test_the_settings_stay_and_the_place_is_remembered(self):
        gone = "the rules './old/breakthrough.py' are missing here: say where they are now with --game FILE"
        self.assertIn(gone, self.referee("tournament", "--resume", "--db", "t.db", code=2).err)
        run = self.referee("tournament", "--resume", "--db", "t.db", "--game", "./new/breakthrough.py", "--stop-after", 2, code=0)
        self.assertIn("the rules are in './new/breakthrough.py' from now on", run.err)
        self.assertEqual(self.place(), "./new/breakthrough.py")
        self.assertIn("6 of 6 games", self.referee("tournament", "--resume", "--db", "t.db", code=0).out)
        self.assertEqual(self.configs(), {'{"height": 6, "width": 5}'})

    def test_nothing_is_replaced(self):
        for game, words in (("./new/breakthrough.py:height=6", "settings can't be changed when resuming"),
                            ("./none.py", "game './none.py': no such file"),
                            (own_rules.heap(self.folder), f"the rules in './heap.py' {OTHER_RULES}"),
                            (own_rules.heap(self.folder) + ":stones=5", f"the rules in './heap.py' {OTHER_RULES}"),
                            ("./new/breakthrough.py:width=5,height=6", None)):
            with self.subTest(game):
                run = self.referee("tournament", "--resume", "--db", "t.db", "--game", game, "--dry-run")
                self.assertEqual(run.code, 2 if words else 0, str(run))
                self.assertIn(words or "", run.err)
        self.assertEqual(self.place(), "./old/breakthrough.py")

    def test_a_change_takes_the_new_place(self):
        self.assertIn("say where they are now with --game FILE", self.referee("change", "t.db", "withdraw", "ann", code=2).err)
        dry = self.referee("change", "t.db", "--game", "./new/breakthrough.py", "--dry-run", code=0)
        self.assertEqual(self.place(), "./old/breakthrough.py", str(dry))
        self.referee("change", "t.db", "add", f"cleo={BIN / 'random.py'}", "--game", "./new/breakthrough.py", code=0)
        self.assertEqual(self.place(), "./new/breakthrough.py")
        self.referee("change", "t.db", "withdraw", "ann", code=0)
        (self.folder / "new").rename(self.folder / "newer")
        self.referee("change", "t.db", "--game", "./newer/breakthrough.py", code=0)
        self.assertEqual(self.place(), "./newer/breakthrough.py")
        self.referee("tournament", "--resume", "--db", "t.db", code=0)
        self.assertEqual(self.configs(), {'{"height": 6, "width": 5}'})

    def test_uncollected_games_keep_their_tournament(self):
        """Other machines know a tournament by an id that follows from its settings, and so from the place of its rules."""
        (self.folder / "t.db.spool").mkdir()
        self.referee("tournament", "--resume", "--db", "t.db", "--game", "./new/breakthrough.py", "--stop-after", 2, code=0)
        self.assertEqual(self.place(), "./old/breakthrough.py")

    def test_a_ladder_that_is_played_keeps_its_rules(self):
        process = self.start("tournament", *BOTS, "--format", "ladder", "--game", "./new/breakthrough.py", "--db", "l.db", *LONG_LIMITS)
        self.wait_for_games(db="l.db")
        err = self.referee("change", "l.db", "--game", "./new/breakthrough.py", "withdraw", "ann", code=2).err
        self.assertIn("--game: the tournament is being played with its rules", err)
        process.terminate()
        process.communicate(timeout=PATIENCE)

    def test_a_second_stage_keeps_the_settings(self):
        self.referee("tournament", "--from", "t.db", "--games", 2, "--game", "./new/breakthrough.py", "--db", "u.db", code=0)
        self.assertEqual(self.configs("u.db"), {'{"height": 6, "width": 5}'})
        self.referee("tournament", "--from", "t.db", "--games", 2, "--game", "./new/breakthrough.py:height=7", "--db", "v.db", code=0)
        self.assertEqual(self.configs("v.db"), {'{"height": 7, "width": 8}'})
        self.referee("tournament", "--from", "t.db", "--games", 2, "--game", own_rules.heap(self.folder), "--db", "w.db", code=0)
        self.assertEqual(self.configs("w.db"), {'{"stones": 5}'})


if __name__ == "__main__":
    unittest.main()
