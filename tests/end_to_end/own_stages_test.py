"""Tests that a bot in a sandbox sees only its own files in a later stage of a tournament, too, and that a stage has the
right sandbox."""
import json
import shutil

from engine_case import SimulatedCase
from harness import GAME, LONG_LIMITS, PATIENCE, bot
from own_files_case import OwnFilesCase
from tournament_case import TournamentCase


class StagesTest(OwnFilesCase):
    """Tests bots from the folders of several stages, together with bots that are named individually."""

    def setUp(self):
        super().setUp()
        self.paths = {name: self.folder / name for name in ("class/anna", "class/ben", "class/carl/bot", "more/dora", "more/emil/bot", "fritz/bot", "gina")}
        for path in self.paths.values():
            # gina's file and the folder fritz/ are in the same folder, and gina's bot sees this whole folder. fritz's
            # file is hidden only after fritz joins, so gina does not look for it.
            strangers = {path, self.paths["fritz/bot"]} if path.name == "gina" else {path}
            self.thief(path, [other for other in self.paths.values() if other not in strangers])
        self.place = self.folder / "copies"
        self.place.mkdir()

    def play(self, *arguments, code=0):
        return TournamentCase.tournament(self, *arguments, "--jobs", "1", code=code, env={"TMPDIR": str(self.place)})

    def names(self, db):
        return {name for name, in self.sql("SELECT name FROM entrants", db)}

    def folders(self, db):
        return json.loads(self.sql("SELECT value FROM meta WHERE key = 'settings'", db)[0][0]).get("bots_folder")

    def test_all_stages_hide_all_folders(self):
        self.tournament("--bots", "class", "--db", "a.db", "--games", "1", "--jobs", "1")
        self.assertEqual(self.folders("a.db"), "class")
        # The files of entrants that are out stay hidden from the entrants that continue, and from new entrants.
        self.play("--from", "a.db,top=2", "--bots", "more", "./gina", "--db", "b.db", "--games", "2", "--stop-after", "3")
        self.assertEqual(self.folders("b.db"), ["class", "more"])
        left = sorted(self.names("b.db") - {"gina", "dora", "emil"})
        self.play("--resume", "--db", "b.db", "--stop-after", "2")
        self.change("add", "fritz/bot", "replace", f"{left[0]}=new=class/carl/bot", db="b.db", env={"TMPDIR": str(self.place)})
        self.play("--resume", "--db", "b.db", "--stop-after", "4")
        self.play("--resume", "--db", "b.db")
        self.assert_all_by_rules("b.db")
        self.play("--from", "b.db,top=3", "./gina", "--db", "c.db", "--games", "2")
        self.assertEqual(self.folders("c.db"), ["class", "more"])
        self.assert_all_by_rules("c.db")
        self.assertEqual(self.copies(self.place), [])

    def test_the_bots_of_all_folders_play_as_they_were_when_the_stage_began(self):
        self.tournament("--bots", "class", "--db", "a.db", "--games", "1")
        process = self.start("tournament", "--from", "a.db", "--bots", "more", "--db", "b.db", "--games", "4", "--jobs", "1",
                             env={"TMPDIR": str(self.place)})
        self.wait_for_games(db="b.db")
        for name in ("class/anna", "class/carl/bot", "more/dora"):
            self.paths[name].unlink()
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0, err)
        self.assert_all_by_rules("b.db", count=40)

    def test_the_folder_of_a_later_stage_may_lie_in_that_of_an_earlier_one(self):
        self.thief(self.folder / "class" / "late" / "hans", list(self.paths.values()))
        self.thief(self.folder / "class" / "late" / "ida", [*self.paths.values(), self.folder / "class/late/hans"])
        self.tournament("--bots", "class", "--db", "a.db", "--games", "1")
        self.assertNotIn("late", self.names("a.db"))
        self.play("--from", "a.db", "--bots", "class/late", "--db", "b.db", "--games", "1")
        self.assert_all_by_rules("b.db", count=10)

    def test_a_plan_can_not_name_two_folders(self):
        self.tournament("--bots", "class", "--db", "a.db", "--games", "1")
        self.play("--from", "a.db", "--bots", "more", "--db", "b.db", "--games", "1")
        run = self.referee("export", "b.db", "plan", code=2)
        self.assertIn("its bots are from several folders", run.err)

    def test_bots_of_a_folder_do_not_inherit_that_there_is_no_sandbox(self):
        TournamentCase.tournament(self, bot(), bot(pick=1), "--sandbox=off", "--game", GAME, *LONG_LIMITS, "--db", "a.db", "--games", "1")
        run = self.play("--from", "a.db", "--bots", "more", "--db", "b.db", code=2)
        self.assertIn("need a sandbox, and the earlier tournament was played without one; if you trust them, add --sandbox off", run.err)


    def test_a_sandbox_that_is_new_in_a_stage_has_its_usual_limits(self):
        def settings(db):
            values = json.loads(self.sql("SELECT value FROM meta WHERE key = 'settings'", db)[0][0])
            return values["sandbox"], values["limits"]["memory_bytes"], values["limits"]["ponder"]
        small = ["--game", GAME, *LONG_LIMITS, "--games", "1"]
        TournamentCase.tournament(self, "tools/player", "tools/player --pick 1", *small, "--sandbox=off", "--db", "off.db")
        TournamentCase.tournament(self, "tools/player", "tools/player --pick 1", *small, "--sandbox=off", "--limits", "memory=512M", "--db", "wish.db")
        self.assertEqual(settings("off.db"), (False, None, True))
        for first, sandbox, then in (("off", "on", (True, 1 << 30, False)), ("on", "off", (False, None, True)), ("on", None, (True, 1 << 30, False)),
                                     ("wish", "on", (True, 1 << 29, False)), ("off", None, (False, None, True))):
            with self.subTest(first=first, sandbox=sandbox):
                (self.folder / "x.db").unlink(missing_ok=True)
                self.play("--from", f"{first}.db", *(["--sandbox", sandbox] if sandbox else []), "--games", "1", "--db", "x.db")
                self.assertEqual(settings("x.db"), then)
                self.referee("export", f"{first}.db", "plan", "-o", "plan.json", "--force", code=0)
                self.play("plan.json", *(["--sandbox", sandbox] if sandbox else []), "--db", "planned.db")
                self.assertEqual(settings("planned.db"), then)
                (self.folder / "planned.db").unlink()
                if then[0] and first == "off":
                    shutil.copy(self.folder / "x.db", self.folder / "on.db")

    def test_a_sandbox_that_is_not_reused_stays_so(self):
        def setting(db):
            return json.loads(self.sql("SELECT value FROM meta WHERE key = 'settings'", db)[0][0]).get("sandbox_reuse", True)
        self.play("tools/player", "tools/player --pick 1", "--game", GAME, *LONG_LIMITS, "--games", "4", "--sandbox", "on,reuse=off", "--stop-after", "2", "--db", "a.db")
        self.play("--resume", "--db", "a.db")
        self.assertEqual(self.count("a.db"), 4)
        self.play("--from", "a.db", "--games", "1", "--db", "b.db")
        self.referee("export", "b.db", "plan", "-o", "plan.json", code=0)
        self.play("plan.json", "--db", "c.db")
        self.assertEqual([setting(f"{name}.db") for name in "abc"], [False] * 3)
        self.play("--from", "a.db", "--games", "1", "--sandbox", "reuse=on", "--db", "d.db")
        self.assertTrue(setting("d.db"))


class StagesOnHostsTest(OwnFilesCase, SimulatedCase):
    def test_all_stages_hide_all_folders(self):
        paths = [self.folder / name for name in ("class/anna", "class/ben", "class/carl/bot", "more/dora")]
        for path in paths:
            self.thief(path, [other for other in paths if other != path])
        self.tournament("--bots", "class", "--db", "a.db", "--games", "1")
        TournamentCase.tournament(self, "--from", "a.db,top=2", "--bots", "more", "--db", "t.db", "--games", "2", *self.engine, env=self.more)
        self.assert_all_by_rules("t.db", count=6)
