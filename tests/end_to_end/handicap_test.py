"""Tests limits that apply to only one entrant: in matches, in tournaments with their files and pages, and in the plan that
a tournament's file prints."""
import json

import jsonschema

from harness import BIN, GAME, LONG_US, bot
from tournament_case import PLAN_SCHEMA, SMALL, TournamentCase, plies_of, stored_logs

OWN = "move-time=30s,memory=256M"


class Handicaps(TournamentCase):
    def teller(self, name):
        """Returns a bot that writes its own limit to stderr."""
        file = self.program(name, f'#!/bin/sh\necho "my limit is $REFEREE_MOVE_MS ms" >&2\nexec {bot()}\n')
        return f"./{name}"

    def limits(self):
        return dict(self.sql("SELECT name, limits FROM entrants"))

    def test_a_match_in_which_one_has_limits_of_its_own(self):
        run, log = self.play(self.teller("a.sh"), self.teller("b.sh"), "--limits", f"a:{OWN}")
        self.assertIn(f"limits of a alone: {OWN}\n", run.out)
        own = log["players"][0]["limits"]
        self.assertEqual((own["move_us"], own["memory_bytes"]), (30_000_000, 256 << 20))
        self.assertNotEqual(own["kept_by"], "nothing")
        self.assertNotIn("limits", log["players"][1])
        self.assertEqual(log["limits"]["move_us"], LONG_US)
        text = json.dumps(log)
        self.assertIn("my limit is 30000 ms", text)
        self.assertIn(f"my limit is {LONG_US // 1000} ms", text)
        self.replay(run.path)

    def test_the_limit_of_its_own_is_the_one_that_ends_a_game(self):
        run, log = self.play("a=" + bot(at=2, do="never_answer"), bot(), "--limits", "a:move=50ms,first=50ms")
        self.assertEqual((log["result"]["ending"], log["failure"]["limit_us"]), ("timeout", 50_000))
        self.assertIn("of 50ms (and", run.out)

    def test_wrong_limits_are_refused_in_a_line(self):
        for text, words in (("mvoe=50ms", "did you mean 'move'?"), ("memory=1K", "(at least 16M), or none"), ("fast", "write move=50ms"),
                            ("move=soon", "move 'soon'")):
            run = self.referee(bot(), f"b={bot()}", "--limits", f"b:{text}")
            self.assertEqual((run.code, run.err.count("\n")), (2, 1), str(run))
            self.assertIn(words, run.err)
        run = self.tournament(f"a={bot()}", f"b={bot(pick=1)}", "--limits", "c:move=50ms", code=2)
        self.assertIn("'c'", run.err)

    def test_a_tournament_keeps_and_shows_them(self):
        bots = [f"a={bot()}", f"b={bot(pick=1)}", f"c={bot(pick=2)}"]
        run = self.tournament(*bots, *SMALL, "--games", "2", "--limits", f"b:{OWN}", "--db", "t.db", "--stop-after", "3")
        self.assertIn(f"limits of their own: b ({OWN})\n", run.out)
        self.assertEqual(self.limits(), {"a": "", "b": OWN, "c": ""})
        self.assertIn("keeps its limits", self.tournament("--resume", "--db", "t.db", "--limits", "a:memory=64M", code=2).err)
        run = self.resume(change=["add", f"late={bot(pick=3)}", "--limits", "late:clock=60s+1s"])
        self.assertEqual(self.limits()["late"], "clock=1m+1s")
        self.assertEqual(run.out, self.standings())
        for log in stored_logs(self.folder / "t.db").values():
            self.check_log(log)
            for player in log["players"]:
                self.assertEqual("limits" in player, player["name"] in ("b", "late"))
        sheet = self.referee("export", "t.db", "standings", "--columns", "name,limits").out
        self.assertIn(f'b,"{OWN}"', sheet)
        self.assertEqual(self.referee("view", "t.db", "-o", "pages").code, 0)
        pages = "".join(path.read_text() for path in (self.folder / "pages/entrants").iterdir())
        self.assertIn(f"<dt>own limits</dt><dd>{OWN}</dd>", pages)

    def test_the_list_of_a_plan_has_them(self):
        listed = {"bot": [{"name": "a", "command": bot(), "limits": {"move-time": "30s", "memory": "256M"}}, {"name": "b", "command": bot(pick=1)}]}
        jsonschema.Draft202012Validator(PLAN_SCHEMA).validate(listed)
        (self.folder / "e.json").write_text(json.dumps(listed))
        self.tournament("--plan", "e.json", *SMALL, "--games", "1", "--db", "t.db")
        self.assertEqual(self.limits(), {"a": OWN, "b": ""})
        # The command line replaces only what it names.
        run = self.tournament("--plan", "e.json", "--limits", "a:memory=1G", "--db", "y.db", "--dry-run")
        self.assertIn("(move-time=30s,memory=1G)", run.out)
        # A clock and the limit of a move replace each other, however and wherever they are given.
        bots = [f"a={bot()}", f"b={bot(pick=1)}"]
        for earlier, later in (("move-time=30s", "clock=60s"), ("clock=60s", "move-time=30s")):
            name, value = earlier.split("=")
            listed["bot"][0]["limits"] = {name: value, "memory": "256M"}
            (self.folder / "object.json").write_text(json.dumps(listed))
            (self.folder / "text.json").write_text(json.dumps({"bot": bots, "limits": f"a:{earlier},memory=256M"}))
            self.tournament(*bots, *SMALL, "--limits", f"a:{earlier},memory=256M", "--games", "1", "--db", f"{name}.db")
            own = f"({later.replace('60s', '1m')},memory=256M)"
            for source in (["object.json", *SMALL], ["text.json", *SMALL], ["--from", f"{name}.db"]):
                for name_typed in ("a", "A"):
                    run = self.tournament(*source, "--limits", f"{name_typed}:{later}", "--db", "y.db", "--dry-run")
                    self.assertIn(f" {own}\n", run.out, source)
            # A resumed tournament keeps what is not given again, and refuses other values.
            for again in (["--limits", f"a:{earlier}"], [*bots, "--limits", f"a:{earlier}"], ["object.json"]):
                self.tournament(*again, "--resume", "--db", f"{name}.db", "--quiet")
            self.assertIn("keeps its limits", self.tournament("--resume", "--db", f"{name}.db", "--limits", f"a:{later}", code=2).err)
        # Entrants that already play keep their limits. Giving the same limits again changes nothing. Other limits are
        # refused.
        again = ["add", f"c={bot(pick=2)}", "--dry-run"]
        self.change(*again, "--limits", "a:memory=256M")
        self.assertIn("'a' already takes part and keeps its limits", self.change(*again, "--limits", "a:memory=1G", code=2).err)
        listed["bot"][0]["limits"] = {"momory": "1G"}
        (self.folder / "e.json").write_text(json.dumps(listed))
        self.assertIn("did you mean 'memory'?", self.tournament("--plan", "e.json", "--db", "x.db", code=2).err)


class PrintedPlans(TournamentCase):
    def test_a_plan_that_a_file_prints_plays_the_same_games(self):
        bots = [json.dumps({"name": f"Łukasz {i}", "command": text}) for i, text in enumerate(self.picks(5))]
        formats = (["round-robin"], ["swiss", "--rounds", "3"], ["knockout"], ["gauntlet", "--challenger", "Łukasz 2"])
        for i, form in enumerate(formats):
            with self.subTest(format=form[0]):
                self.tournament(*bots, *SMALL, "--format", *form, "--games", "2", "--openings", "2", "--limits", f"Łukasz 1:{OWN}", "--db", f"{i}.db")
                plan = self.referee("export", f"{i}.db", "plan", "-o", "plan.json", "--force", code=0)
                jsonschema.Draft202012Validator(PLAN_SCHEMA).validate(json.loads((self.folder / "plan.json").read_text()))
                self.tournament("plan.json", "--db", f"{i}again.db")
                self.assertEqual(plies_of(self.folder / f"{i}.db"), plies_of(self.folder / f"{i}again.db"))
                again = self.referee("export", f"{i}again.db", "plan").out
                self.assertEqual(again, (self.folder / "plan.json").read_text())

    def test_a_plan_holds_openings_and_the_pause(self):
        (self.folder / "book.txt").write_text("# two\nDROP 0, DROP 1\nDROP 3\n")
        self.tournament(*self.picks(3), *SMALL, "--games", "2", "--openings", "book.txt,order=random,start=2",
                        "--pause", "1ms", "--db", "t.db")
        (self.folder / "book.txt").unlink()
        self.assertEqual(self.referee("export", "t.db", "plan", "-o", "plan.json").code, 0)
        plan = json.loads((self.folder / "plan.json").read_text())
        self.assertEqual((plan["opening"], plan["openings"], plan["pause"]), (["DROP 0, DROP 1", "DROP 3"], "order=random,start=2", "1ms"))
        jsonschema.Draft202012Validator(PLAN_SCHEMA).validate(plan)
        self.tournament("plan.json", "--db", "again.db")
        self.assertEqual(plies_of(self.folder / "t.db"), plies_of(self.folder / "again.db"))
        # The command line takes precedence over the plan.
        self.assertIn("openings of 3 random plies", self.tournament("plan.json", "--openings", "3", "--db", "x.db").out)

    def test_wrong_plans(self):
        _, _ = self.play(bot(), bot(pick=1))
        log = next(self.folder.glob("*.json"))
        (self.folder / "plan.json").write_text(json.dumps({"bot": self.picks(2)}))
        (self.folder / "typo.json").write_text('{\n  "games": 2,\n  "rounds" 3\n}\n')
        (self.folder / "unknown.json").write_text('{"gaems": 2}')
        for arguments, words in ((["plan.json", "plan.json"], "'plan.json': only one plan can be used"),
                                 (["typo.json"], "plan 'typo.json', line 3, column 12: invalid JSON"),
                                 (["unknown.json"], "plan 'unknown.json', gaems: there is no such key; did you mean 'games'?"),
                                 ([log.name], "this is a match log, not a plan")):
            self.assertIn(words, self.tournament(*arguments, "--db", "x.db", code=2).err)

    def test_wrong_entries_of_the_list(self):
        cat = "/bin/cat"
        for entry in (None, True, 3, "", [], {}, {"command": ""}, {"command": []}, {"command": [""]}, {"command": [cat, 3]}, {"command": [cat, "a\0b"]},
                      {"command": {}}, {"name": "a"}, {"name": "", "command": cat}, {"name": "x" * 65, "command": cat}, {"name": " x", "command": cat},
                      {"name": 3, "command": cat}, {"command": cat, "frob": 1}, {"command": cat, "reuse": "yes"}, {"command": cat, "limits": []},
                      {"command": cat, "limits": {"momory": "1G"}}, {"command": cat, "limits": {"memory": 3}}, {"comand": cat}):
            with self.subTest(entry):
                (self.folder / "plan.json").write_text(json.dumps({"bot": [bot(), entry]}))
                run = self.tournament("plan.json", "--dry-run", code=2)
                self.assertRegex(run.err, r"\Areferee: [^\n]+\n\Z")
                self.assertEqual(run.out, "")

    def folder_of_bots(self, count):
        (self.folder / "class").mkdir()
        for i, text in enumerate(self.picks(count)):
            script = self.program(f"class/bot{i}.sh", f"#!/bin/sh\nexec {text}\n")
        return ["--bots", "class", "--sandbox", "off"]

    def test_a_folder_is_printed_whole_or_not_at_all(self):
        bots = self.folder_of_bots(3)
        self.tournament(*bots, *SMALL, "--games", "1", "--reuse", "--limits", f"bot1:{OWN}", "--db", "t.db")
        plan = json.loads(self.referee("export", "t.db", "plan").out)
        self.assertEqual((plan["bots"].rsplit("/", 1)[-1], plan["reuse"], "bot" in plan), ("class", True, False))
        self.tournament("--from", "t.db,top=2", *SMALL, "--format", "knockout", "--games", "1", "--db", "final.db")
        run = self.referee("export", "final.db", "plan", code=2)
        self.assertIn("only some bots of the folder", run.err)

    def test_a_plan_keeps_the_seeding_of_a_folders_bots(self):
        bots = self.folder_of_bots(4)
        for i, text in enumerate(reversed(self.picks(4))):  # the last bot of the folder is the strongest
            (self.folder / "class" / f"bot{i}.sh").write_text(f"#!/bin/sh\nexec {text}\n")
        self.tournament(*bots, *SMALL, "--games", "2", "--db", "t.db")
        self.tournament("--from", "t.db", f"late={bot(pick=7)}", *SMALL, "--format", "knockout", "--games", "2", "--db", "final.db")

        def entrants(db):
            return [name for name, in self.sql("SELECT name FROM entrants ORDER BY number", db)]
        seeding = entrants("final.db")
        self.assertNotEqual(seeding[:4], sorted(seeding[:4]), "the table has the order of the folder: this test shows nothing")
        self.assertEqual(self.referee("export", "final.db", "plan", "-o", "plan.json").code, 0)
        self.tournament("plan.json", "--db", "again.db")
        self.assertEqual(entrants("again.db"), seeding)
        self.assertEqual(plies_of(self.folder / "again.db"), plies_of(self.folder / "final.db"))
        self.assertEqual(self.referee("export", "again.db", "plan").out, (self.folder / "plan.json").read_text())

    def test_the_plan_of_a_folder_whose_unfit_bot_was_mended(self):
        bots = self.folder_of_bots(3)
        self.program("class/bad.sh", "#!/bin/sh\nexit 3\n")
        self.tournament(*bots, *SMALL, "--games", "2", "--db", "t.db")
        run = self.referee("export", "t.db", "plan", code=0)
        self.assertIn("left out of this tournament, but in its folder: 'bad.sh'; the plan takes them if they are fit then", run.err)
        # Beside a bot of the same name, it is left out under a longer one.
        self.tournament(f"bad={bot(pick=4)}", *bots, *SMALL, "--games", "2", "--db", "named.db")
        self.assertEqual(self.referee("export", "named.db", "plan").code, 0)
        (self.folder / "class" / "bad.sh").unlink()
        late = self.program("class/late.sh", f"#!/bin/sh\nexec {bot(pick=3)}\n")
        self.assertIn("take part, which a plan can't express: move the others out of it: 'late.sh'", self.referee("export", "t.db", "plan").err)
        self.resume(change=["add", "class/late.sh"])
        self.assertEqual(self.referee("export", "t.db", "plan").code, 0)
        late.unlink()
        self.resume(change=["withdraw", "late"])
        self.assertEqual(self.referee("export", "t.db", "plan").code, 0)

    def planned_again(self):
        """The plan of t.db, after it was played by again.db."""
        self.referee("export", "t.db", "plan", "-o", "plan.json", "--force", code=0)
        self.tournament("plan.json", "--db", "again.db", "--stop-after", "2")
        names = ("SELECT name FROM entrants ORDER BY number", self.folder / "again.db")
        return json.loads((self.folder / "plan.json").read_text()), [name for name, in self.sql(*names)]

    def test_the_plan_names_the_bots_of_a_folder_that_have_other_names(self):
        bots = self.folder_of_bots(3)
        self.assertEqual([path.name for path in sorted((self.folder / "class").iterdir())], ["bot0.sh", "bot1.sh", "bot2.sh"])
        self.tournament("zoe=class/bot0.sh", *bots, *SMALL, "--games", "2", "--anchor", "zoe=100", "--db", "t.db")
        plan, entrants = self.planned_again()
        self.assertEqual((plan["anchor"], entrants), ("zoe=100", ["zoe", "bot1", "bot2"]))

    def test_the_plan_names_the_newer_versions_of_a_folder(self):
        bots = self.folder_of_bots(3)
        self.tournament(*bots, *SMALL, "--format", "gauntlet", "--challenger", "bot0", "--games", "2", "--limits", "bot0:move-time=9s", "--db", "t.db")
        self.program("class/bot0.sh", f"#!/bin/sh\nexec {bot(pick=5)}\n")
        self.change("--bots", "class")
        plan, entrants = self.planned_again()
        self.assertEqual((plan["challenger"], entrants), ("bot0 #2", ["bot0 #2", "bot1", "bot2"]))

    def test_a_bot_of_a_folder_that_has_left_stays_out_of_the_plan(self):
        bots = self.folder_of_bots(3)
        late = self.program("class/late.sh", "#!/bin/sh\nexit 3\n")
        self.tournament(*bots, *SMALL, "--games", "2", "--db", "t.db")
        late.write_text(f"#!/bin/sh\nexec {bot(pick=3)}\n")
        self.resume(change=["add", "class/late.sh"])
        self.change("withdraw", "late")
        self.assertIn("only some bots of the folder", self.referee("export", "t.db", "plan", code=2).err)

    def test_the_plan_of_a_tournament_with_a_goal_fits_its_newcomers(self):
        begin = [*(f"bot{i}={text}" for i, text in enumerate(self.picks(3))), *SMALL, "--until", "los=99.99", "--stop-after", "2", "--db", "t.db"]
        for given in ([], ["--games", "80000"]):
            self.tournament(*begin, *given, code=5)
            self.change(*(word for i in range(3, 6) for word in ("add", f"late{i}={bot(pick=i)}")))
            self.referee("export", "t.db", "plan", "-o", "plan.json", "--force", code=0)
            self.assertEqual(json.loads((self.folder / "plan.json").read_text()).get("games"), 66666 if given else None)
            again = self.tournament("plan.json", "--db", "again.db", "--dry-run")
            self.assertIn("# round-robin of 6 bots\n", again.out)
            self.assertIn("# at most 999990 games\n", again.out)
            (self.folder / "t.db").unlink()

    def test_limits_are_given_once(self):
        run = self.tournament(f"a={bot()}", f"b={bot(pick=1)}", "--limits", "a:move=1s", "--limits", "a:move=2s,memory=256M", code=2)
        self.assertEqual(run.err, "referee: --limits a: move is given twice\n")


class Desk(TournamentCase):
    def test_games_of_a_run_below_a_second_tell_how_long_more_take(self):
        self.tournament(*self.picks(2), *SMALL, "--games", "4", "--db", "t.db", "--jobs", "1")
        self.assertRegex(self.change("again", "1", "--dry-run").out, r"; about (a second|\d+ s) ")

    def test_a_pause_after_each_game(self):
        import time
        begun = time.monotonic()
        self.tournament(*self.picks(2), *SMALL, "--games", "4", "--pause", "500ms", "--db", "t.db", "--jobs", "1")
        self.assertGreater(time.monotonic() - begun, 1.5)
        rest = self.change("again", "1", "--dry-run").out
        self.assertRegex(rest, r"; about (a second|\d+ s) .*, estimated from the games so far\n")
        run = self.tournament(*self.picks(2), "--game", GAME, "--move-time", "20s", "--games", "4", "--pause", "2h", "--db", "x.db",
                              "--jobs", "1", "--dry-run")
        self.assertRegex(run.out, r"at most about (8|9) h ")
        self.assertIn("--pause goes with --engine local",
                      self.tournament(*self.picks(2), "--pause", "1s", "--engine", "slurm", code=2).err)

    def test_what_a_run_did_is_in_the_journal(self):
        self.tournament(*self.picks(2), *SMALL, "--games", "4", "--db", "t.db")
        [details] = [json.loads(text) for text, in self.sql("SELECT details FROM changes WHERE kind = 'played'")]
        self.assertEqual((details["games"], details["void_games"]), (4, 0))
        self.assertGreater(details["cores"], 0)

    def test_a_dry_run_of_changes_writes_nothing(self):
        names = [f"bot{i}={text}" for i, text in enumerate(self.picks(3))]
        self.tournament(*names, *SMALL, "--games", "2", "--db", "t.db", "--stop-after", "2")
        before = (self.folder / "t.db").read_bytes()
        run = self.change("withdraw", "bot1", "add", f"late={bot(pick=4)}", "--dry-run")
        self.assertIn("4 bots, 1 no longer in\n", run.out)
        self.assertIn("# would be changed: bot1 leaves", run.out)
        self.assertIn("# would be changed: late joins", run.out)
        self.assertNotIn("#   bot1:", run.out)
        self.assertEqual((self.folder / "t.db").read_bytes(), before)
        # There are three pairings with two games each, two of which are played. bot1 leaves, and `late` plays against
        # the other two entrants.
        self.assertRegex(run.out, r"# 2 games are played, [46] are still to be played; at most about ")
        total = int(run.out.split(" are still to be played")[0].split()[-1])
        self.resume(change=["withdraw", "bot1", "add", f"late={bot(pick=4)}"])
        self.assertEqual(self.count(), 2 + total)
        done = self.tournament("--resume", "--db", "t.db", "--dry-run").out
        self.assertIn(f"# {2 + total} games are played, and none remain\n", done)
        again = self.change("again", "late", "--dry-run").out
        self.assertIn(f"# {2 + total - 4} games are played, 4 are still to be played", again)

    def test_a_dry_run_compares_bots_and_limits(self):
        for name in ("a", "b"):
            self.program(name, f"#!/bin/sh\nexec {bot()}\n")
        self.tournament("./a", "./b", *SMALL, "--games", "4", "--db", "t.db", "--stop-after", "1")
        resume = ["--resume", "--db", "t.db", "--dry-run"]
        self.assertIn("3 are still to be played", self.tournament(*resume).out)
        self.assertRegex(self.tournament(*resume, "--move-time", "3s", code=2).err, r"limits/move\w* was .* and is 3000000")
        (self.folder / "a").write_text(f"#!/bin/sh\nexec {bot(pick=2)}\n")
        run = self.tournament(*resume, code=2)
        self.assertIn("its file a has changed", run.err)
        self.assertIn("referee change FILE add BOT, withdraw NAME or replace NAME=BOT", run.err)
        self.change("replace", f"a=a2={bot(pick=2)}", "--dry-run")

    def test_a_late_one_with_a_bye_is_told(self):
        names = [f"bot{i}={text}" for i, text in enumerate(self.picks(4))]
        self.tournament(*names, *SMALL, "--games", "2", "--format", "swiss", "--rounds", "3", "--db", "t.db", "--stop-after", "4")
        late = ["add", f"late={bot(pick=4)}"]
        self.assertIn("the number of entrants, 5, is odd", self.change(*late, "--dry-run").err)
        run = self.resume(change=late)
        self.assertIn("the number of entrants, 5, is odd", run.err)
        self.assertIn("round 2: late, which joined late, has a bye and gets the points without playing", run.err)

    def test_wrong_orders_are_told_before_bots_are_checked(self):
        names = [f"bot{i}={text}" for i, text in enumerate(self.picks(2))]
        self.tournament(*names, *SMALL, "--games", "2", "--db", "t.db")
        for orders, words in ((["withdraw", "nobody"], "withdraw: no bot is called 'nobody'"),
                              (["again", "2-1"], "again 2-1: a range begins with its lower number"),
                              (["--limits", "nobody:memory=256M"], "--limits: no bot is called 'nobody'")):
            run = self.change("add", f"late={bot()}", *orders, code=2)
            self.assertIn(words, run.err)
            self.assertNotIn("checking", run.err)

    def test_limits_of_names_with_equals_signs(self):
        bots = [f'{{"name": "{name}", "command": "{bot(pick=pick)}"}}' for pick, name in enumerate(("a", "a=b"))]
        run = self.tournament(*bots, *SMALL, "--limits", "a=b:move=19s", "--limits", "a:memory=512M", "--dry-run")
        self.assertRegex(run.out, r"a: .* \(memory=512M\)")
        self.assertRegex(run.out, r"a=b: .* \(move-time=19s\)")
        for wrong in ("a:", "a=b:"):
            self.assertIn("no limit is given", self.tournament(*bots, "--limits", wrong, code=2).err)
        self.assertIn("write a time above 0", self.tournament(*bots, "--limits", "a:move=0", code=2).err)
        self.assertIn("--pause '0': write a time above 0", self.tournament(*bots, "--pause", "0", code=2).err)
        self.assertEqual(self.referee(bot(), bot(), "--limits", "").code, 2)

    def test_a_sample_bot_for_another_game_is_refused(self):
        run = self.tournament(BIN / "fitz1", bot(), *SMALL, code=2)
        self.assertIn("'fitz1' plays only fitz", run.err)

    def test_a_bot_that_joins_is_checked(self):
        names = [f"bot{i}={text}" for i, text in enumerate(self.picks(2))]
        self.tournament(*names, *SMALL, "--games", "2", "--db", "t.db")
        run = self.change("add", f"late={bot(at=2, do='exit:3')}", code=2)
        self.assertIn("'late' is not fit to play, and nothing was changed", run.err)
        self.assertEqual(run.err.count("exit code 3"), 1, run.err)
        self.assertNotIn("--seed", run.err)
        self.assertIn("write NAME=BOT", self.change("replace", "bot1", code=2).err)
