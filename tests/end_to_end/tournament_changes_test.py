"""Tests changes of tournaments: entrants that join, leave and are replaced, games that are played again, and more
rounds."""
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import time
import zlib

import jsonschema

from harness import BIN, PATIENCE, SCRIPTED_BOT, SOAK, bot, data_of
from tournament_case import PLAN_SCHEMA, SMALL, TournamentCase


class Changes(TournamentCase):
    def begin(self, count, *arguments, stop=None, code=0):
        stop = ["--stop-after", stop] if stop else []
        bots = [f"bot{i}={text}" for i, text in enumerate(self.picks(count))]
        return self.tournament(*bots, *SMALL, "--seed", "5", "--db", "t.db", *arguments, *stop, code=code)

    def changes(self):
        return [(kind, planned, json.loads(details)) for kind, planned, details in
                self.sql("SELECT kind, planned, details FROM changes WHERE kind <> 'played' ORDER BY id")]

    def test_a_round_robin_with_a_late_one_a_leaver_and_a_new_version(self):
        self.begin(4, "--games", "2", stop=5)
        run = self.resume(change=["add", f"late={bot(pick=5)}", "withdraw", "bot1", "replace", f"bot2=new={bot(pick=6)}"])
        self.assertEqual([kind for kind, _, _ in self.changes()], ["joined", "replaced", "withdrawn"])
        played = {}
        for first, second in self.sql("SELECT first, second FROM matches"):
            pair = frozenset((first, second))
            played[pair] = played.get(pair, 0) + 1
        there = [0, 3, 4, 5]
        for a in there:
            for b in there:
                self.assertEqual(played.get(frozenset((a, b)), 0), 0 if a == b else 2)
        for words in ("late joins", "new takes the place of bot2, its results count for nobody; 4\n    games are cancelled\n", "bot1 leaves, its results stay",
                      "no longer in: ", "bot2 (now new) (annulled)"):
            self.assertIn(words, run.out)
        self.assertNotIn("not finished", run.out)
        self.assertEqual(run.out, self.standings())
        self.assertEqual(self.referee("view", "t.db").code, 0)
        refused = self.referee("standings", "t.db", "--anchor", "bot2=1500", code=2).err
        self.assertIn("--anchor: the results of 'bot2' count for nobody: name 'new', which has its place", refused)

    def test_a_knockout_whose_waiting_winner_leaves(self):
        self.begin(4, "--format", "knockout", "--games", "1", "--jobs", "1", stop=1)
        self.assertIn("\n1 of 3 games played\n", self.standings())
        winner = re.search(r"\n  (bot\d) beats bot\d  ", self.standings()).group(1)
        self.change("withdraw", winner)
        self.assertIn("\n1 of 2 games played\n", self.standings())
        self.assertRegex(self.resume("--dry-run").out, r"1 game is played, at least 1 is still to be played")
        self.assertIn("\n2 of 2 games played\n", self.resume().out)

    def test_a_plan_needs_two_bots(self):
        self.begin(2, "--format", "swiss", "--rounds", "1", "--games", "2")
        self.assertEqual(json.loads(self.referee("export", "t.db", "plan").out)["rounds"], 1)
        self.change("annul", "bot0", "annul", "bot1")
        run = self.referee("export", "t.db", "plan", code=2)
        self.assertIn("fewer than two of its entrants are left", run.err)

    def test_the_report_tells_a_walkover(self):
        self.begin(2, "--format", "knockout", "--games", "4", "--jobs", "1", stop=1)
        self.change("withdraw", "bot0")
        self.assertRegex(self.standings(), r"bot1 beats bot0  \d\.\d : \d\.\d, the other has left")
        self.referee("view", "t.db", "-o", "t.html", code=0)
        pairing = data_of((self.folder / "t.html").read_text(), "report-data")["bracket"][0]["pairings"][0]
        self.assertEqual(pairing["state"], "the other has left")

    def test_a_pairing_that_a_new_version_plays_anew(self):
        self.begin(2, "--format", "knockout", "--games", "2", "--jobs", "1", stop=1)
        self.change("replace", f"bot0=new={bot(pick=6)}")
        out = self.resume().out
        self.assertRegex(out, r"bot0 - bot1  \d\.\d : \d\.\d, played anew\n|bot1 - bot0  \d\.\d : \d\.\d, played anew\n")
        self.assertNotIn(", open", out)

    def test_a_result_line_has_all_pairs_after_a_return(self):
        self.begin(2, "--games", "8", "--openings", "2", "--jobs", "1", stop=3)
        self.change("withdraw", "bot1")
        self.change("return", "bot1")
        text = self.resume().out
        pairs = len(self.sql("SELECT pair FROM games JOIN matches USING (number) GROUP BY pair HAVING count(*) = 2"))
        self.assertGreater(pairs, 2)
        self.assertIn(f"bot0 against bot1, {pairs} pairs\n", text)

    def test_the_page_and_the_list_of_games_do_not_count_annulled_games(self):
        self.begin(3, "--games", "2")
        self.change("annul", "bot2")
        self.referee("view", "t.db", "-o", "t.html", code=0)
        page = (self.folder / "t.html").read_text()
        names = [entrant["name"] for entrant in data_of(page, "report-data")["entrants"]]
        for _, _, first, second, winner, *_ in data_of(page, "games-data")["games"]:
            self.assertEqual(winner == -1, "bot2" in (names[first], names[second]))
        for game in json.loads(self.referee("export", "t.db", "games", "--format", "json", code=0).out):
            self.assertEqual(game["first_points"] is None, "bot2" in (game["first"], game["second"]))

    def test_a_ladder_that_only_repeated_goes_on_when_a_bot_joins(self):
        self.begin(3, "--format", "ladder", "--until", "los=95", code=5)
        stopped = self.referee("standings", "t.db").out
        self.assertIn("more games from this position can't narrow this: begin games with --openings 6", stopped)
        run = self.resume("--json", change=["add", f"late={bot(pick=5)}"], code=5)
        late = [game for game in json.loads(self.referee("export", "t.db", "games", "--format", "json").out)
                if "late" in (game["first"], game["second"])]
        self.assertGreater(len(late), 2, run.out)
        ended = json.loads(run.out.splitlines()[-1])
        self.assertEqual((ended["event"], ended["why"]), ("ended", "repeats"))

    def test_a_gauntlet_that_only_repeats_counts_its_own_pairings(self):
        entrants = [f"bot{i}={bot(pick=i % 3)}" for i in range(12)]
        run = self.tournament(*entrants, *SMALL, "--format", "gauntlet", "--until", "los=95", "--jobs", "2", "--db", "t.db", "--json", code=5)
        ended = json.loads(run.out.splitlines()[-1])
        self.assertEqual(ended["why"], "repeats")
        self.assertLess(ended["played"], 12 * 11, "two for each pairing that a round robin would have")

    def test_a_ladder_checks_its_goal_when_its_openings_are_used_up(self):
        (self.folder / "book.txt").write_text("DROP 0\nDROP 1\n")
        begin = [*(f"bot{i}={bot(pick=0)}" for i in range(2)), *SMALL, "--openings", "book.txt", "--until", "elo=9999", "--db", "t.db"]
        run = self.tournament(*begin, "--format", "ladder", "--json", code=0)
        self.assertEqual([json.loads(run.out.splitlines()[-1])[key] for key in ("why", "played")], ["goal", 4])
        self.assertEqual(json.loads(self.resume("--json", code=0).out.splitlines()[-1])["why"], "goal")
        self.assertIn("4 games played; the goal is reached", self.standings())
        self.change("add", f"late={bot(pick=0)}")
        self.assertNotIn("the goal is reached", self.standings())
        self.assertIn("12 games played; the goal is reached", self.resume(code=0).out)

    def test_single_games_that_differ_are_no_repeats(self):
        copies = [f"copy{i}={BIN / 'random'}" for i in range(8)]
        run = self.tournament(*copies, *SMALL, "--games", "1", "--until", "los=99", "--openings", "4", "--seed", "1", "--db", "t.db", code=5)
        self.assertIn("28 of at most 28 games played", run.out)
        self.assertNotIn("can't narrow this", run.out)

    def test_a_goal_with_more_bots_than_when_it_was_set(self):
        self.begin(5, "--until", "elo=9999", stop=5, code=5)
        run = self.resume("--stop-after", "4", change=["add", f"late={bot(pick=5)}", "replace", f"bot1=new={bot(pick=6)}"], code=5)
        self.assertIn("of at most", run.out)
        run = self.resume()
        self.assertIn("; the goal is reached\n", run.out)
        self.assertIn("until elo=9999: 6 of 6 intervals narrow enough", run.out)

    def test_games_are_played_again_and_their_old_matches_kept(self):
        self.begin(3, "--games", "2")
        before = dict(self.sql("SELECT number, started_at FROM matches"))
        self.change("again", "2", "again", "bot2")
        self.assertIn("again 2: this game is already to be played again", self.change("again", "2", code=2).err)
        run = self.resume()
        [(kind, _, details)] = self.changes()
        self.assertEqual(kind, "again")
        expected = {1} | {number for number, first, second in self.sql("SELECT number, first, second FROM games") if 2 in (first, second)}
        self.assertEqual(set(details["games"]), expected)
        self.assertEqual(dict(self.sql("SELECT number, started_at FROM set_aside")), {n: before[n] for n in expected})
        self.assertEqual(self.count(), 6)
        self.assertIn("games are played again", run.out)
        self.change("again", "3-4", "2-3", "3", "3")
        self.assertEqual(self.changes()[-1][2]["games"], [1, 2, 3])

    GAMES = "SELECT number, round, first, second, pair, seed, opening FROM games ORDER BY number"

    def book(self):
        (self.folder / "book.txt").write_text("DROP 0, DROP 1\nDROP 2, DROP 3\nDROP 1, DROP 0\n")
        return ["--openings", "book.txt"]

    def test_one_that_returns_plays_the_games_that_were_cancelled(self):
        for form, games, stop in (("round-robin", 6, 2), ("round-robin", 3, 4), ("gauntlet", 2, 1), ("gauntlet", 5, 3)):
            with self.subTest(form, games=games):
                (self.folder / "t.db").unlink(missing_ok=True)
                self.begin(3, *self.book(), "--format", form, "--games", games, stop=stop)
                planned = self.sql(self.GAMES)
                self.change("withdraw", "bot1")
                left = len(planned) - self.count()
                [(_, _, gone)] = self.changes()
                self.resume("--stop-after", "1")
                self.assertIn("it was cancelled, because a bot had left",
                              self.referee("replay", "t.db", "--game", gone["cancelled"][0] + 1, code=2).err)
                self.assertIn("that had been cancelled", self.change("return", "bot1", "--dry-run").out)
                self.assertIn("that had been cancelled", self.change("return", "bot1").err)
                self.assertEqual(self.changes()[-1][2]["restored"], gone["cancelled"])
                run = self.resume()
                self.assertIn(f"{len(planned)} of {len(planned)} games played", run.out)
                self.assertEqual(self.sql(self.GAMES), planned)
                self.assertEqual(self.count(), len(planned))
                self.assertGreater(left, 1)

    def test_a_return_restores_no_more_games_than_a_pairing_lacks(self):
        """In files of an earlier version a return restored no game: new games were planned in place of the cancelled ones."""
        for form, leaver in (("round-robin", "bot0"), ("gauntlet", "bot1")):
            with self.subTest(form):
                (self.folder / "t.db").unlink(missing_ok=True)
                self.begin(3, "--format", form, "--games", "6", "--jobs", "1", stop=4)
                self.change("withdraw", leaver)
                self.change("return", leaver)
                with contextlib.closing(sqlite3.connect(self.folder / "t.db")) as file, file:
                    [row] = file.execute("SELECT at, kind, planned, json_remove(details, '$.restored') FROM changes WHERE kind = 'returned'")
                    file.execute("UPDATE changes SET details = ?, crc32 = ? WHERE kind = 'returned'",
                                 (row[-1], zlib.crc32("|".join(map(str, row)).encode())))
                before = len(self.sql(self.GAMES))
                self.resume("--stop-after", "6")
                self.assertGreater(len(self.sql(self.GAMES)), before)
                self.change("withdraw", leaver)
                self.change("return", leaver)
                self.assertNotIn("not finished", self.resume().out)
                played = self.sql("SELECT count(*) FROM matches GROUP BY min(first, second), max(first, second)")
                self.assertEqual(played, [(6,)] * (3 if form == "round-robin" else 2))

    def test_cancelled_games_are_not_in_the_number_of_games_at_most(self):
        self.begin(3, "--games", "6", "--until", "los=99", "--jobs", "1", stop=4, code=5)
        self.change("withdraw", "bot0")
        cancelled = len(self.changes()[-1][2]["cancelled"])
        self.assertGreater(cancelled, 0)
        text = self.resume(code=None).out
        played, most = map(int, re.search(r"(\d+) of at most (\d+) games played", text).groups())
        self.assertEqual(played, most)

    def test_a_game_of_one_that_leaves_in_the_same_command_is_not_played_again(self):
        self.begin(3, "--games", "2")
        self.change("again", "1")
        [(first, _)] = self.sql("SELECT first, second FROM games WHERE number = 0")
        self.assertIn(f"again 1: 'bot{first}' has left the tournament",
                      self.change("withdraw", f"bot{first}", "again", "1", code=2).err)

    def test_one_that_returns_to_a_ladder_has_all_openings_left(self):
        self.begin(2, *self.book(), "--format", "ladder", stop=2)
        self.change("withdraw", "bot1")
        self.change("return", "bot1")
        self.resume()
        self.assertEqual(self.sql("SELECT opening, count(*) FROM games JOIN matches USING (number) GROUP BY opening"),
                         [(0, 2), (1, 2), (2, 2)])

    def test_one_that_leaves_before_its_games_are_played_again_keeps_their_results(self):
        self.begin(3, "--games", "2", stop=4)
        before = self.sql("SELECT * FROM matches ORDER BY number")
        self.change("again", "1-4")
        self.assertEqual(self.count(), 0)
        self.assertIn("it is to be played again", self.referee("replay", "t.db", "--game", "1", code=2).err)
        kept = [number for number, first, second in self.sql("SELECT number, first, second FROM games WHERE number < 4") if 1 in (first, second)]
        self.assertIn("and each earlier result counts", self.change("withdraw", "bot1", "--dry-run").out)
        self.assertIn("and each earlier result counts", self.change("withdraw", "bot1").err)
        self.assertEqual(self.sql("SELECT * FROM matches ORDER BY number"), [match for match in before if match[0] in kept])
        self.assertEqual(self.changes()[-1][2]["reinstated"], kept)
        run = self.resume()
        self.assertNotIn("not finished", run.out)
        self.assertEqual(self.sql("SELECT count(*) FROM set_aside"), [(4 - len(kept),)])

    def test_two_that_leave_before_their_games_are_played_again_keep_the_results(self):
        self.begin(3, "--games", "2")
        before = self.sql("SELECT * FROM matches ORDER BY number")
        self.change("again", "1-6")
        self.change("withdraw", "bot0", "annul", "bot1")
        self.assertEqual(self.sql("SELECT * FROM matches ORDER BY number"), before)
        self.assertEqual(self.sql("SELECT count(*) FROM set_aside"), [(0,)])

    def test_two_opponents_may_leave_a_swiss_tournament_in_any_order(self):
        tables = set()
        for in_order in ([0], [1]), ([1], [0]), ([0, 1],):
            self.begin(6, "--format", "swiss", "--games", "2", "--rounds", "3", stop=4)
            [pair] = self.sql("SELECT first, second FROM games WHERE number = 4")
            for leavers in in_order:
                self.change("withdraw", *[f"bot{pair[side]}" for side in leavers])
            self.resume()
            tables.add(self.referee("export", "t.db", "standings", "--columns", "name,points,byes").out)
            (self.folder / "t.db").unlink()
        self.assertEqual(len(tables), 1, tables)

    def test_a_run_in_which_no_game_has_a_result_ends(self):
        refused = self.program("refused", f"#!{self.program('interpreter', 'no program')}\n")
        for arguments in (["--until", "los=95"], ["--until", "los=95", "--format", "ladder"], ["--sprt", "0,5"], ["--games", "2000"]):
            with self.subTest(arguments):
                db = f"{len(arguments)}{arguments[-1].replace(',', '')}.db"
                run = self.tournament(f"a={refused}", f"b={refused} 2", *SMALL, *arguments, "--db", db, "--json", code=1)
                self.assertRegex(run.err, r"the run has ended, because none of its games has a result; game 1: .*Exec format error")
                ended = json.loads(run.out.splitlines()[-1])
                self.assertEqual((ended["event"], ended["why"]), ("ended", "nothing_counts"))
                played = self.count(db)
                self.assertGreaterEqual(played, 20)
                self.assertLess(played, 2000)
                self.resume(db=db, code=1)
                self.assertGreaterEqual(self.count(db), played + 20)

    def test_a_tournament_without_a_result_fails_however_few_games_it_has(self):
        refused = self.program("refused", f"#!{self.program('interpreter', 'no program')}\n")
        for games in "2", "20":
            run = self.tournament(f"a={refused}", f"b={refused} 2", *SMALL, "--games", games, "--db", f"{games}.db", code=1)
            self.assertRegex(run.err, r"no game has a result; game 1: .*Exec format error")
            self.assertEqual(self.count(f"{games}.db"), int(games))
            self.assertRegex(self.resume(db=f"{games}.db", code=1).err, r"no game has a result\n.*game 1: .*Exec format error")
        run = self.tournament(f"a={refused}", f"b={refused} 2", f"c={bot(pick=1)}", *SMALL, "--games", "2", "--db", "c.db")
        self.assertNotIn("no game has a result", run.err)

    def test_newcomers_of_a_folder_count_for_the_number_of_rounds(self):
        (self.folder / "bots").mkdir()
        for name in "abcd":
            self.program(f"bots/{name}", f"#!/bin/sh\nexec {bot(pick=1)}\n")
        self.tournament("--bots", "bots", *SMALL, "--format", "swiss", "--rounds", "3", "--db", "t.db")
        self.program("bots/e", f"#!/bin/sh\nexec {bot(pick=2)}\n")
        self.assertRegex(self.change("--bots", "bots", code=2).err, "all 3 rounds are already planned.*rounds 4")
        self.change("--bots", "bots", "rounds", "4", "--dry-run")
        self.change("--bots", "bots", "rounds", "4")
        self.resume()
        self.assertEqual(self.sql("SELECT max(round) FROM games"), [(3,)])
        self.assertIn("rounds 40: ", self.change("--bots", "bots", "rounds", "40", code=2).err)

    def test_a_change_while_a_run_reads_the_files_of_the_bots(self):
        """The run reads a large file. Meanwhile the bot with this file leaves, and another returns, whose program is looked
        up when the run begins."""
        (self.folder / "back.py").write_text(f"import os\nos.execv({SCRIPTED_BOT!r}, [{SCRIPTED_BOT!r}])\n")
        large = self.program("large.sh", f"#!/bin/sh\nexec {bot(pick=2)}\n")
        with open(large, "a+b") as file:
            file.truncate(1000 << 20)  # about the most that a bot may have
        self.tournament(f"a={bot(pick=1)}", "back=python3 back.py", "large=./large.sh", *SMALL, "--games", "2", "--db", "t.db", "--stop-after", "1")
        self.change("withdraw", "back")
        run = self.start("tournament", "--resume", "--db", "t.db", text=True)
        files = pathlib.Path(f"/proc/{run.pid}/fd")
        self.wait_until(lambda: any(os.path.realpath(file) == os.path.realpath(large) for file in files.iterdir()))
        run.send_signal(signal.SIGSTOP)  # the change is made while it reads, however busy the machine is
        try:
            self.change("withdraw", "large", "return", "back")
        finally:
            run.send_signal(signal.SIGCONT)
        out, err = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 0, err)
        self.assertIn("the tournament was changed meanwhile: reading it again", err)
        self.assertNotIn("not finished", out)

    def test_changes_of_several_processes_at_once(self):
        """Each is in the file wholly, or was refused since another one was being written."""
        self.begin(3, "--games", "2", stop=2)
        for turn in range(3):
            orders = [["add", f"late{turn}{i}={bot(pick=i)}", "withdraw" if turn < 2 else "return", f"bot{turn}" if turn < 2 else "bot0"] for i in range(6)]
            before = len(self.changes())
            processes = [self.start("change", "t.db", *order) for order in orders]
            ends = [(process.communicate(timeout=PATIENCE)[1].decode(), process.returncode) for process in processes]
            made = [order[1].split("=")[0] for order, (_, code) in zip(orders, ends) if code == 0]
            self.assertEqual(len(made), 1, ends)  # the entrant has left or returned when the others come
            for told, code in ends:
                self.assertIn(code, (0, 2), told)
                self.assertRegex(told, "to play on|another process|has left|has not left|locked")
            self.assertEqual([name for name, in self.sql("SELECT name FROM entrants ORDER BY number")][3 + turn:], made)
            self.assertEqual([kind for kind, _, _ in self.changes()[before:]], ["joined", "withdrawn" if turn < 2 else "returned"])
        self.resume()

    def test_a_swiss_gets_more_rounds_after_its_end(self):
        self.begin(6, "--format", "swiss", "--rounds", "2", "--games", "2")
        self.assertEqual(self.sql("SELECT max(round) FROM games"), [(1,)])
        run = self.resume(change=["rounds", "4", "withdraw", "bot5", "add", f"late={bot(pick=8)}"])
        self.assertEqual(self.sql("SELECT max(round) FROM games"), [(3,)])
        self.assertIn("4 rounds in all", run.out)
        self.assertIn("24 of 24 games played", run.out)

    def test_a_knockout_goes_on_when_one_leaves(self):
        self.begin(4, "--format", "knockout", "--games", "2", stop=1)
        run = self.resume(change=["withdraw", "bot0"])
        self.assertIn("the other has left", run.out)
        self.assertNotIn("not finished", run.out)

    def test_the_files_of_a_leaver_may_be_gone(self):
        bots = []
        for name in "abc":
            self.program(f"{name}.sh", f"#!/bin/sh\nexec {bot(pick=ord(name) % 3)}\n")
            bots.append(f"{name}=./{name}.sh")
        self.tournament(*bots, *SMALL, "--games", "2", "--db", "t.db", "--stop-after", "2")
        (self.folder / "a.sh").unlink()
        self.assertIn("no such file", self.resume(code=2).err)
        self.resume(change=["withdraw", "a"])
        self.resume()
        with (self.folder / "b.sh").open("a") as file:
            file.write("# a new version\n")
        self.resume(change=["replace", "b=b2=./b.sh"])
        self.assertIn("b2 takes the place of b", self.standings())

    def script(self, name, pick):
        self.program(name, f"#!/bin/sh\nexec {bot(pick=pick)}\n")
        return f"./{name}"

    def test_names_with_equals_signs_in_all_orders(self):
        """A bot that has no given name is named after its command, so its name may contain the arguments and their equals
        signs."""
        p = "./p.py"
        (self.folder / "p.py").write_text(f"import os\nos.execv({SCRIPTED_BOT!r}, [{SCRIPTED_BOT!r}])\n")
        self.script("q", 1)
        bots = [p, f"{p} --x", f"{p} --x=1", f"{p} --x=1=2", json.dumps({"name": "p=", "command": "./q"})]
        self.tournament(*bots, *SMALL, "--games", "2", "--db", "t.db", "--stop-after", "3", "--format", "gauntlet", "--challenger", "p --x=1",
                        "--anchor", "p --x=1=1500", "--limits", "p --x=1:move=19s")
        self.assertEqual(self.sql("SELECT name, limits FROM entrants ORDER BY number"),
                         [("p", ""), ("p --x", ""), ("p --x=1", "move-time=19s"), ("p --x=1=2", ""), ("p=", "")])
        self.assertIn("'p' is named in two changes", self.change("replace", "p=a=./q", "withdraw", "p", code=2).err)
        self.resume("--stop-after", "1", change=["replace", "p --x=1=a=./q", "withdraw", "p --x=1=2", "replace", "p==b=./q --y=3"])
        replaced = [(details["entrant"], details["by"]) for kind, _, details in self.changes() if kind == "replaced"]
        self.assertEqual(replaced, [(2, 5), (4, 6)])
        self.assertEqual(self.sql("SELECT name FROM entrants WHERE number > 4 ORDER BY number"), [("a",), ("b",)])
        # A bot that has changed and stays is named. The names of the other bots merely begin with the same text.
        with (self.folder / "p.py").open("a") as file:
            file.write("# changed\n")
        for orders in (["replace", "p --x=c=./q"], ["replace", "p=c=./q"]):
            self.assertIn("its file p.py has changed", self.change(*orders, "--dry-run").err)
        self.assertEqual(self.change("withdraw", "p", "p --x", "--limits", "a:move=19s", code=2).err.count("\n"), 1)
        self.resume(change=["withdraw", "p", "p --x"])
        self.assertEqual(self.sql("SELECT DISTINCT ending FROM matches"), [("by_rules",)])

    def test_what_is_new_in_a_folder_is_taken_up(self):
        def write(name, pick):
            self.program(f"bots/{name}", f"#!/bin/sh\nexec {bot(pick=pick)}\n")
        write("a.sh", 1)
        write("b.sh", 2)
        write("deep/bot.sh", 3)
        write("gone.sh", 4)
        self.tournament("--bots", "bots", *SMALL, "--db", "t.db", "--format", "ladder", "--sandbox", "off", "--limits", "b:move=30s", "--stop-after", "4")
        self.assertIn("nothing is new in the folder", self.change("--bots", "bots").err)
        self.change("withdraw", "gone")
        write("b.sh", 5)
        write("gone.sh", 6)
        write("new one.sh", 7)
        (self.folder / "bots/deep/notes.txt").write_text("part of the bot")
        self.program("bots/bad.sh", "#!/bin/sh\necho broken >&2; exit 3\n")
        listing = self.change("--bots", "./bots/", "--dry-run")
        self.assertEqual(self.sql("SELECT count(*) FROM entrants")[0][0], 4)
        self.assertIn("would be changed: b #2 takes the place of b", listing.out)
        run = self.change("--bots", "bots")
        self.assertIn("'gone' has left, and its newer version stays out: restore its files and 'return' it, or let the new version join with 'add bots/gone.sh'", run.err.replace("\n", " "))
        self.assertIn("return: the files of 'gone' have changed since it took part", self.change("return", "gone", code=2).err)
        self.assertIn("left out: 'bad': plays first: it exited instead of answering: exit code 3", run.err)
        self.assertEqual([(kind, details.get("name")) for kind, _, details in self.changes()],
                         [("withdrawn", None), ("joined", None), ("replaced", None), ("replaced", None), ("left_out", "bad")])
        self.assertEqual(self.sql("SELECT name, limits FROM entrants WHERE number > 3 ORDER BY number"),
                         [("new one", ""), ("b #2", "move-time=30s"), ("deep #2", "")])
        run = self.change("--bots", "bots")
        self.assertIn("nothing is new in the folder", run.err)
        self.assertEqual(len(self.changes()), 5)
        write("b.sh", 8)
        self.change("--bots", "bots")
        self.assertEqual(self.sql("SELECT name FROM entrants WHERE number > 6"), [("b #3",)])
        self.resume("--stop-after", "4")
        (self.folder / "other").mkdir()
        for arguments, words in ((["--bots", "other"], "'other' is not the tournament's folder of bots"), (["--bots", "bots", "withdraw", "a"], "use 'withdraw' in a command of its own"),
                                 (["--bots", "bots", "--students", "x.csv"], "the tournament has no class"), (["--students", "x.csv", "withdraw", "a"], "goes with --bots"),
                                 (["--bots", "bots", "--limits", "a:move=1s"], "keeps the limits")):
            self.assertIn(words, self.change(*arguments, code=2).err, arguments)

    def test_a_newer_version_replaces_the_one_that_plays_and_no_other_bot(self):
        def write(name, pick):
            self.program(f"bots/{name}.sh", f"#!/bin/sh\nexec {bot(pick=pick)}\n")
        for place, name in enumerate("abc", 1):
            write(name, place)
        self.tournament("--bots", "bots", *SMALL, "--db", "t.db", "--format", "ladder", "--sandbox", "off", "--stop-after", "4")
        # Another bot has the place of one that has left.
        self.change("replace", f"a=other={bot(pick=4)}")
        write("a", 5)
        self.assertIn("'a' has left, and its newer version stays out", self.change("--bots", "bots").err)
        # The director has brought an earlier version back.
        write("b", 6)
        self.assertIn("b #2 takes the place of b", self.change("--bots", "bots").err)
        write("b", 2)
        self.change("withdraw", "b #2", "return", "b")
        write("b", 7)
        self.assertIn("b #3 takes the place of b,", self.change("--bots", "bots").err)
        self.resume("--stop-after", "4")

    def test_a_new_version_of_one_that_is_out_of_a_knockout_stays_out(self):
        def write(name, pick):
            self.program(f"bots/{name}.sh", f"#!/bin/sh\nexec {bot(pick=pick)}\n")
        for place, name in enumerate("abcd", 1):
            write(name, place)
        self.tournament("--bots", "bots", *SMALL, "--db", "t.db", "--format", "knockout", "--games", "2", "--sandbox", "off", "--jobs", "1", "--stop-after", "4")
        lost = re.findall(r"\n  (\w) beats (\w)  ", self.standings())
        self.assertTrue(lost, self.standings())
        (winner, loser), *_ = lost
        write(loser, 5)
        alone = self.change("--bots", "bots")
        self.assertIn(f"'{loser}' plays no more games in this knockout, and its newer version stays out", alone.err)
        self.assertIn("nothing is new in the folder", alone.err)
        write(winner, 6)
        both = self.change("--bots", "bots")
        self.assertIn(f"'{loser}' plays no more games in this knockout", both.err)
        self.assertIn(f"{winner} #2 takes the place of {winner}", both.err)
        self.change("withdraw", loser)
        self.resume()

    def test_a_game_of_a_knockout_is_played_again_beside_the_extra_pairs_of_others(self):
        equal = bot(pick=1)
        self.tournament(f"a={bot(pick=2)}", f"b={equal}", f"c={equal}", f"d={bot(at=1, do='exit:3')}", *SMALL, "--format", "knockout", "--games", "2",
                        "--db", "t.db", "--jobs", "1", "--stop-after", "5")
        self.assertIn("decided who advances", self.change("again", "3", code=2).err)
        self.change("again", "1")
        self.assertRegex(self.standings(), r"\n4 of at least \d+ games played\n|\n4 of \d+ games played\n")
        rest = self.resume("--dry-run")
        self.assertRegex(rest.out, r"4 games are played, at least \d+ are still to be played")
        self.resume()
        self.assertRegex(self.standings(), r"\n  a beats d  2\.0 : 0\.0\n")
        games = self.sql("SELECT first, second FROM games ORDER BY number")
        self.assertEqual([sorted(game) for game in games[:6]], [[0, 3], [0, 3], [1, 2], [1, 2], [1, 2], [1, 2]])
        self.assertIn("decided who advances", self.change("again", "1", code=2).err)
        self.resume()

    def test_the_order_in_which_two_of_a_pairing_leave_does_not_decide_whether_earlier_results_count(self):
        bots = [f"a={bot(at=1, do='exit:3')}", *(f"{name}={bot(pick=pick)}" for name, pick in zip("bcd", (2, 3, 4)))]
        self.tournament(*bots, *SMALL, "--format", "knockout", "--games", "2", "--db", "p.db", "--jobs", "1", "--stop-after", "4")
        [pair] = self.sql("SELECT first, second FROM games WHERE number = 0", "p.db")
        self.assertEqual(set(pair), {0, 3})
        before = self.sql("SELECT * FROM matches ORDER BY number", "p.db")
        new = f"d=e={bot(pick=5)}"
        tables = set()
        for commands in (["withdraw", "a", "replace", new],), (["withdraw", "a"], ["replace", new]), (["replace", new], ["withdraw", "a"]):
            (self.folder / "t.db").write_bytes((self.folder / "p.db").read_bytes())
            self.change("again", "1-2")
            self.assertIn("and each earlier result counts", "".join([self.change(*command).err for command in commands]))
            self.assertEqual(self.sql("SELECT * FROM matches ORDER BY number"), before)
            self.assertNotIn("cancelled", self.standings())
            self.resume()
            self.assertIn(4, self.sql("SELECT first, second FROM games WHERE number = 4")[0])
            tables.add(self.referee("export", "t.db", "standings").out)
            (self.folder / "t.db").unlink()
        self.assertEqual(len(tables), 1, tables)

    def test_a_knockout_that_ends_because_all_leave_is_not_over_for_those_that_come(self):
        late = [f"late{i}={bot(pick=i)}" for i in (5, 6)]
        for first, then in ((["withdraw", "bot0", "bot1"], ["add", *late]), (["add", *late], ["withdraw", "bot0", "bot1"])):
            self.begin(2, "--format", "knockout", "--games", "2", "--jobs", "1", stop=1)
            self.change(*first)
            self.change(*then)
            self.assertRegex(self.resume().out, r"final\n  late\d beats late\d")
            (self.folder / "t.db").unlink()

    def test_a_bot_of_the_folder_that_is_among_the_entrants_plays_once(self):
        for i, name in enumerate(("a.sh", "b.sh", "c.sh")):
            self.program(f"bots/{name}", f"#!/bin/sh\nexec {bot(pick=i)}\n")
        self.tournament("./bots/a.sh", "./bots/b.sh", *SMALL, "--db", "t.db", "--games", "2", "--sandbox", "off")
        self.tournament("--from", "t.db", "--bots", "bots", *SMALL, "--db", "u.db", "--games", "2", "--sandbox", "off")
        self.assertEqual(sorted(self.sql("SELECT name FROM entrants", db="u.db")), [("a",), ("b",), ("c",)])

    def test_the_plan_of_a_changed_swiss_tournament_has_its_rounds(self):
        bots = [f"{name}={bot(pick=i)}" for i, name in enumerate("abcdefghi")]
        self.tournament(*bots[:4], *SMALL, "--db", "t.db", "--format", "swiss", "--stop-after", "2")
        self.assertNotIn("rounds", json.loads(self.referee("export", "t.db", "plan").out))
        self.change("add", *bots[4:])
        self.assertEqual(json.loads(self.referee("export", "t.db", "plan").out)["rounds"], 3)
        self.change("replace", f"a=a2={bot(pick=9)}")
        self.change("withdraw", "a2")
        self.assertIn("'a2' has its place: return 'a2' first, then use replace", self.change("return", "a", code=2).err)

    def test_only_games_that_are_planned_and_those_of_newcomers_count_for_the_maximum(self):
        bots = [f"{name}={bot(pick=i)}" for i, name in enumerate("abcd")]
        self.tournament(*bots[:2], *SMALL, "--db", "t.db", "--games", "400000", "--stop-after", "2")
        self.change("replace", "a=" + bots[2])
        self.assertIn("more than 1000000 games", self.change("add", bots[3], code=2).err)
        self.tournament(*bots[:2], *SMALL, "--db", "k.db", "--format", "knockout", "--games", "400000", "--stop-after", "2")
        self.assertIn("more than 1000000 games", self.change("add", *bots[2:], db="k.db", code=2).err)

    def test_a_goal_with_more_games_at_most_than_an_int_holds(self):
        self.begin(2, "--until", "elo=10", "--games", "1000000", stop=2, code=5)
        self.change("add", *(f"late{i}={bot(pick=i % 6)}" for i in range(66)))
        self.assertIn("2 of at most 2278000000 games played", self.standings())

    def test_a_bot_of_a_folder_is_known_however_it_was_named(self):
        def write(name, pick):
            self.program(f"bots/{name}", f"#!/bin/sh\nexec {bot(pick=pick)}\n")
        for i, name in enumerate(("a.sh", "b.sh", "c.sh", "d.sh", "deep/bot.sh")):
            write(name, i)
        (self.folder / "bots/deep/notes.txt").write_text("no part of the program")
        (self.folder / "link").symlink_to("bots")
        (self.folder / "sh").symlink_to("/bin/sh")
        # On the command line, too, a bot that is named on its own plays only once.
        self.tournament("y=./bots/b.sh", "x=link/a.sh", "--bots", "bots", *SMALL, "--db", "t.db", "--sandbox", "off", "--games", "1", "--stop-after", "2")
        self.assertEqual(self.sql("SELECT name FROM entrants ORDER BY number"), [("y",), ("x",), ("c",), ("d",), ("deep",)])
        self.assertIn('"bots": "bots"', self.referee("export", "t.db", "plan", code=0).out)
        absolute = self.folder / "bots" / "d.sh"
        self.change("replace", "c=c2=./bots/c.sh", "replace", f"d=d2={absolute}", "replace", "deep=deep2=./bots/deep/bot.sh")
        self.assertIn("nothing is new in the folder", self.change("--bots", "bots").err)
        known = len(self.changes())
        for name in ("a.sh", "c.sh", "d.sh", "deep/bot.sh"):
            write(name, 6)
        self.assertEqual(self.change("--bots", f"{self.folder}/link").err.count(" takes the place of "), 4)
        self.assertEqual(len(self.changes()), known + 4)
        # A new version runs as its earlier version was written. A bot named by a link runs from its folder.
        self.assertEqual(self.sql("SELECT name, command FROM entrants WHERE number > 7 ORDER BY number"),
                         [("x #2", '["bots/a.sh"]'), ("c #2", '["./bots/c.sh"]'), ("d #2", f'["{absolute}"]'), ("deep #2", '["./bots/deep/bot.sh"]')])
        self.assertIn("nothing is new in the folder", self.change("--bots", "bots").err)

    def test_a_bot_that_another_interpreter_runs_is_known(self):
        """Tests the python of a virtual environment, which is a link. It is what runs the bot, also in a new version."""
        (self.folder / "bots").mkdir()
        (self.folder / "venv/bin").mkdir(parents=True)
        (self.folder / "venv/bin/python").symlink_to(os.path.realpath(shutil.which("python3")))
        script = f"import os\nos.execv({SCRIPTED_BOT!r}, [{SCRIPTED_BOT!r}])\n"
        for name in ("a", "b"):
            (self.folder / f"bots/{name}.py").write_text(script)
        self.tournament("a=venv/bin/python bots/a.py", "--bots", "bots", *SMALL, "--db", "t.db", "--sandbox", "off", "--games", "1")
        self.assertIn("nothing is new in the folder", self.change("--bots", "bots").err)
        (self.folder / "bots/a.py").write_text(script + "# changed\n")
        self.change("--bots", "bots")
        self.assertEqual(self.sql("SELECT name, command FROM entrants ORDER BY number"),
                         [("a", '["venv/bin/python","bots/a.py"]'), ("b", '["python3","bots/b.py"]'), ("a #2", '["venv/bin/python","bots/a.py"]')])

    def test_changes_of_other_bots_are_possible_if_one_is_gone_and_one_has_changed(self):
        def begin():
            for i, name in enumerate("abc"):
                self.program(f"bots/{name}.sh", f"#!/bin/sh\nexec {bot(pick=i)}\n")
            (self.folder / "t.db").unlink(missing_ok=True)
            self.tournament("--bots", "bots", *SMALL, "--db", "t.db", "--format", "ladder", "--sandbox", "off", "--stop-after", "2")
            self.program("bots/a.sh", f"#!/bin/sh\nexec {bot(pick=5)}\n")
            (self.folder / "bots/b.sh").unlink()

        begin()
        run = self.change("--bots", "bots")
        self.assertIn("a #2 takes the place of a", run.err)
        self.assertIn("'b': its file bots/b.sh is gone: before the tournament is resumed, restore its bots, or record the change", run.err)
        refused = self.tournament("--resume", "--db", "t.db", code=2).err
        self.assertIn("bot 'b': no such file; restore its bots, or record the change: referee change FILE", refused)
        self.assertNotIn("is gone", self.change("withdraw", "b").err)
        self.resume("--stop-after", "2")
        begin()
        self.assertIn("'a': its file bots/a.sh has changed", self.change("withdraw", "b").err)
        self.change("--bots", "bots")
        self.resume("--stop-after", "2")
        # The paths of new bots are relative to the folder of the other bots.
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        program = self.program("late.sh", f"#!/bin/sh\nexec {bot(pick=6)}\n")
        self.assertIn(f"run referee in {self.folder.resolve()}, which contains its bots", self.change("add", "../late.sh", db="../t.db", cwd=elsewhere, code=2).err)
        self.change("add", program)
        self.assertNotIn("is gone", self.change("withdraw", "late", db="../t.db", cwd=elsewhere).err)

    def test_names_and_paths_with_blanks(self):
        script = f"#!/bin/sh\nexec {bot(pick=3)}\n"
        for name in ("my bot.sh", "my other bot.sh"):
            self.program(name, script)
        self.begin(3, "Kim Klein=./my bot.sh", "--format", "ladder", stop=4)
        self.change("add", "Élodie van Wolf=./my other bot.sh", "replace", "klein=Kim II=./my bot.sh", "withdraw", "bot1")
        self.change("withdraw", "wolf", "replace", "II Kim=./my other bot.sh")
        self.assertEqual([kind for kind, _, _ in self.changes()], ["joined", "replaced", "withdrawn", "replaced", "withdrawn"])
        self.assertEqual([name for name, in self.sql("SELECT name FROM entrants WHERE number > 2")],
                         ["Kim Klein", "Élodie van Wolf", "Kim II", "my other bot"])
        self.assertIn("write NAME=BOT", self.change("replace", "bot0=", code=2).err)
        self.assertIn("no bot is called 'nobody'", self.change("replace", "nobody=./my bot.sh", code=2).err)

    def test_what_cannot_be_is_refused_and_changes_nothing(self):
        self.begin(4, "--format", "knockout", "--games", "2")
        for orders, words in ((["add", bot()], "this knockout is over"),
                              (["annul", "bot0"], "can't be annulled"),
                              (["again", "1"], "decided who advances"),
                              (["again", "99"], "has not been played"),
                              (["withdraw", "bott0"], "did you mean 'bot0'"),
                              (["replace", "bot1="], "write NAME=BOT"),
                              (["rounds", "4"], "rounds applies only to a Swiss tournament")):
            self.assertIn(words, self.change(*orders, code=2).err, orders)
        self.assertEqual(self.changes(), [])
        self.assertIn("u.db", self.change("withdraw", "x", db="u.db", code=2).err)
        self.assertFalse((self.folder / "u.db").exists())

    def test_a_swiss_whose_rounds_are_all_planned_gets_those_that_the_refusal_names(self):
        self.begin(4, "--format", "swiss", "--rounds", "3", "--games", "2")
        new = ["replace", f"bot3=new={bot(pick=6)}"]
        self.assertIn("add 'rounds 4' to the command", self.change(*new, code=2).err)
        self.assertIn("16 of 16 games played", self.resume(change=[*new, "rounds", "4"]).out)
        self.assertIn("can play at most 7 in total", self.change("rounds", "8", code=2).err)

    def test_a_swiss_without_other_changes_gets_no_rounds_without_opponents(self):
        self.begin(5, "--format", "swiss", "--rounds", "3", "--games", "2")
        for more in ("4", "5"):
            self.resume(change=["rounds", more])
            self.change("again", "1")
            self.assertIn("5 entrants can play at most 5 without rematches", self.change("rounds", "6", code=2).err)

    def test_more_rounds_bring_no_rematch(self):
        """Three rounds among six leave a circle of opponents, which is two more rounds, or two triangles, which is none."""
        refused = 0
        for seed in range(6):
            self.tournament(*self.picks(6), *SMALL, "--format", "swiss", "--rounds", "3", "--games", "1", "--seed", seed, "--db", "t.db")
            run = self.change("rounds", "5", code=None)
            if run.code == 2:
                refused += 1
                self.assertIn("3 are already planned, and 6 entrants can play at most 3 without rematches", run.err)
            self.resume()
            games = json.loads(self.referee("export", "t.db", "games", "--format", "json", code=0).out)
            met = [frozenset((game["first"], game["second"])) for game in games]
            self.assertEqual(len(met), len(set(met)), seed)
            self.assertEqual(len(met), 9 if run.code == 2 else 15)
            (self.folder / "t.db").unlink()
        self.assertTrue(0 < refused < 6, refused)

    def test_a_swiss_that_many_have_left_may_have_fewer_rounds(self):
        self.begin(6, "--format", "swiss", "--rounds", "5", "--games", "2", stop=8)
        self.resume(change=["withdraw", "bot0", "bot1", "bot2", "rounds", "4"])

    def test_who_would_not_play_is_refused(self):
        self.begin(4, "--format", "swiss", "--rounds", "2", "--games", "1")
        for orders in (["add", f"late={bot()}"], ["replace", f"bot1=new={bot()}"]):
            self.assertIn(f"{orders[0]}: all 2 rounds are already planned, so the bot would not play: add 'rounds 3' to the command", self.change(*orders, code=2).err)
        self.assertEqual(self.changes(), [])
        self.assertIn("late joins", self.resume(change=["add", f"late={bot()}", "rounds", "3"]).out)

    def test_killed_while_it_is_changed(self):
        """A change that is interrupted by a kill is stored completely or not at all. Then the tournament continues
        normally."""
        chance = random.Random(1)
        for attempt in range(100 if SOAK else 4):
            db = self.folder / "t.db"
            for name in ("t.db", "t.db-wal", "t.db-shm"):
                (self.folder / name).unlink(missing_ok=True)
            self.begin(4, "--games", "4", stop=9)
            orders = ["again", "bot1", "withdraw", "bot3", "add", f"late={bot(pick=4)}"]
            process = self.start("change", "t.db", *orders)
            time.sleep(chance.uniform(0.01, 0.5))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            kinds = [kind for kind, _, _ in self.changes()]
            self.assertIn(kinds, ([], ["joined", "withdrawn", "again"]), f"attempt {attempt} of {db}")
            run = self.resume(change=[] if kinds else orders)
            self.assertNotIn("not finished", run.out)
            numbers = [n for n, in self.sql("SELECT number FROM matches")]
            self.assertEqual(len(numbers), len(set(numbers)))
        self.assert_nothing_left()


class Sources(TournamentCase):
    def test_bots_are_named_in_all_ways_at_once(self):
        (self.folder / "bots").mkdir()
        script = self.program("bots/c.sh", f"#!/bin/sh\nexec {bot(pick=2)}\n")
        (self.folder / "e.json").write_text(json.dumps({"bot": [{"name": "b", "command": bot(pick=1)}]}))
        self.tournament(f"a={bot(pick=0)}", "--plan", "e.json", "--bots", "bots", *SMALL, "--db", "t.db", "--games", "1")
        self.assertEqual([name for name, in self.sql("SELECT name FROM entrants ORDER BY number")], ["a", "b", "c"])

    def test_the_bots_that_were_left_out_stand_in_the_tables_with_their_last_words(self):
        (self.folder / "bots").mkdir()
        for name, text in {"good": f"exec {bot()}", "good2": f"exec {bot(pick=1)}",
                           "bad": "echo first >&2; echo 'no module named numpy' >&2; exit 3"}.items():
            file = self.program(f"bots/{name}.sh", f"#!/bin/sh\n{text}\n")
        run = self.tournament("--bots", "bots", *SMALL, "--db", "t.db", "--games", "2")
        self.assertIn("left out\n  bad: ", run.out)
        self.assertIn("    | no module named numpy\n", run.out)
        self.assertEqual(run.out, self.standings())


    def test_a_bot_of_a_subfolder_has_all_its_files_however_it_joins(self):
        for name in ("dog", "cat"):
            self.program(f"bots/{name}/main.sh", f"#!/bin/sh\nexec {bot()}\n")
        self.tournament("dog=./bots/dog/main.sh", "--bots", "bots", *SMALL, "--db", "t.db", "--games", "2")
        self.program("bots/eve/main.sh", f"#!/bin/sh\nexec {bot(pick=1)}\n")
        (self.folder / "bots/eve/book.txt").write_text("1")
        self.assertIn("eve joins", self.change("add", "eve=bots/eve/main.sh").err)
        self.resume()
        self.assertIn("nothing is new in the folder", self.change("--bots", "bots").err)
        (self.folder / "bots/dog/book.txt").write_text("1")
        self.assertIn("dog #2 takes the place of dog", self.change("--bots", "bots").err)
        self.resume()
        for name in ("dog", "eve"):
            (self.folder / f"bots/{name}/book.txt").write_text("2")
            self.assertIn(f"its file bots/{name}/book.txt has changed", self.resume(code=2).err)
            (self.folder / f"bots/{name}/book.txt").write_text("1")
        self.program("bots/own/cat/main.sh", f"#!/bin/sh\nexec {bot(pick=2)}\n")
        two = self.tournament("bots/cat", "bots/own/cat", *SMALL, "--db", "u.db", "--games", "2")
        self.assertRegex(two.out, "bots/cat +.*\n(.*\n)?.*own/cat|own/cat +.*\n(.*\n)?.*bots/cat")


class Plans(TournamentCase):
    def plan(self, **values):
        plan = {"game": SMALL[1], "move-time": SMALL[3], "limits": SMALL[5], **values}
        jsonschema.Draft202012Validator(PLAN_SCHEMA).validate(plan)
        (self.folder / "plan.json").write_text(json.dumps(plan))

    def test_a_plan_stands_for_the_command_line_which_goes_before_it(self):
        self.plan(bot=[f"a={bot()}", f"b={bot(pick=1)}", f"c={bot(pick=2)}"], format="swiss", rounds=2, games=2, seed=3, db="p.db")
        planned = self.tournament("plan.json")
        self.assertIn("swiss of 3 entrants, 2 rounds, 2 games a pairing, seed 3\n", planned.out)
        self.assertIn("4 games a pairing", self.tournament("--plan", "plan.json", "--games", "4", "--db", "q.db").out)
        self.assertIn("6 games a pairing", self.tournament("--plan=plan.json", "--games", "6", "--db", "r.db").out)
        (self.folder / "plan.json").write_text('{"gmaes": 2}')
        self.assertIn("plan 'plan.json', gmaes: there is no such key; did you mean 'games'?", self.tournament("plan.json", code=2).err)

    def test_a_goal_stays_beside_a_time_to_stop(self):
        later = time.strftime("%H:%M", time.localtime(time.time() + 7200))
        self.plan(bot=[f"a={bot()}", f"b={bot(pick=1)}"], format="ladder", until="los=99.99")
        self.tournament("plan.json", "--stop-at", later, "--stop-after", "4", "--db", "p.db", code=5)
        self.tournament("--resume", "--db", "p.db", "--stop-at", later, "--stop-after", "2", code=5)
        self.assertEqual(json.loads(self.referee("export", "p.db", "plan", code=0).out)["until"], "los=99.99")
        stage = ["--from", "p.db", "--format", "ladder", "--until", "elo=1", "--stop-at", later, "--stop-after", "2"]
        self.tournament(*stage, "--db", "q.db", code=5)
        self.assertEqual(json.loads(self.referee("export", "q.db", "plan", code=0).out)["until"], "elo=1")
        self.plan(bot=[bot(), bot(pick=1)], until=later)
        self.assertIn(f"--until '{later}': a time of day is --stop-at {later} (with plan 'plan.json')\n", self.tournament("plan.json", code=2).err)

    def test_the_schema_has_the_options_of_the_help(self):
        text = self.referee("tournament", "--help-all").out
        options = set(re.findall(r"^  (?:-\w,)?--([\w-]+)", text, re.M)) - {"help", "help-all", "version", "plan"}
        self.assertEqual(set(PLAN_SCHEMA["properties"]) - {"$schema", "bot"}, options)
        flags = set(re.findall(r"^  --([\w-]+)(?:  |$)", text, re.M)) & options
        self.assertEqual({key for key, value in PLAN_SCHEMA["properties"].items() if value.get("type") == "boolean"}, flags)
        lists = set(re.findall(r"^  --([\w-]+) \S+ \.\.\.", text, re.M))
        self.assertEqual({key for key, value in PLAN_SCHEMA["properties"].items()
                          if any(kind.get("type") == "array" for kind in value.get("anyOf", []))} - {"bot"}, lists)

    def test_a_dry_run_shows_the_plan_and_plays_nothing(self):
        run = self.tournament(*self.picks(4), *SMALL, "--format", "swiss", "--rounds", "3", "--games", "2", "--dry-run")
        self.assertRegex(run.out, r"# swiss of 4 bots\n(#   .*\n){4}# 12 games in 3 rounds; at most about .* if all bots use their limits")
        self.assertEqual([path.name for path in self.folder.iterdir()], [])

    def test_a_run_stops_when_its_time_is_up(self):
        run = self.tournament(*self.picks(2), *SMALL, "--games", "4000", "--db", "t.db", "--stop-after", "2s")
        self.assertIn("to resume: ", run.err)
        self.assertGreater(self.count(), 0)
        self.assertIn("time of day such as 17:30", self.tournament(*self.picks(2), "--stop-at", "25:00", code=2).err)
        self.assertIn("a number of games, or a time", self.tournament(*self.picks(2), "--stop-after", "0", code=2).err)

    def test_equal_bots_are_told_of(self):
        for name in "ab":
            self.program(f"{name}.sh", f"#!/bin/sh\nexec {bot()}\n")
        bots = ["./a.sh", "./b.sh", bot(), bot(pick=1), *SMALL, "--games", "1", "--db", "t.db"]
        said = "these bots are the same, byte for byte: a, b\n"
        for more in (["--dry-run"], []):
            run = self.tournament(*bots, *more)
            self.assertIn(said, run.err)
            self.assertEqual(run.err.count("byte for byte"), 1)
        # Once the tournament has begun, the message names only bots that are identical to a bot that joins.
        self.program("c.sh", (self.folder / "a.sh").read_text())
        for more in (["--dry-run"], []):
            self.assertNotIn("byte for byte", self.tournament("--resume", "--db", "t.db", *more).err)
        for more in (["--dry-run"], []):
            run = self.change("withdraw", "a", "add", "./c.sh", *more)
            self.assertIn("these bots are the same, byte for byte: b, c\n", run.err)

    def test_a_replacement_that_is_the_same_as_another_is_told_of(self):
        """The replacement takes the place of x, which comes before c. The message nevertheless names c first."""
        for name in "abc":
            self.program(f"{name}.sh", f"#!/bin/sh\nexec {bot(pick=int(name == 'b'))}\n")
        self.tournament("x=" + bot(pick=2), "./b.sh", "./c.sh", *SMALL, "--games", "2", "--db", "t.db")
        run = self.change("replace", "x=./a.sh", "--dry-run")
        self.assertIn("these bots are the same, byte for byte: c, a\n", run.err)

    def test_the_plan_of_a_tournament_that_some_have_left_can_be_played(self):
        self.tournament(*(f"{name}={bot(pick=i)}" for i, name in enumerate("abcd")), *SMALL, "--format", "swiss", "--rounds", "3", "--games", "2",
                        "--anchor", "a=1500", "--db", "t.db")
        self.resume(change=["withdraw", "a", "b"])
        self.assertEqual(self.referee("export", "t.db", "plan", "-o", "plan.json").code, 0)
        self.assertIn("2 of 2 games played", self.tournament("plan.json", "--db", "again.db").out)

    def test_no_bot_of_a_plan_is_the_value_of_an_option(self):
        (self.folder / "p.json").write_text(json.dumps({"bot": [f"a={bot(pick=1)}", f"b={bot(pick=2)}"], "games": 2}))
        for option in "--db", "--games", "--stderr-log":
            self.assertIn(f"{option} needs a value", self.tournament("p.json", option, code=2).err)
        for end in ["--"], ["--", f"c={bot(pick=3)}"], [f"c={bot(pick=3)}"]:
            out = self.tournament("p.json", *SMALL, "--db", "p.db", "--dry-run", *end).out
            self.assertEqual(sum(f"#   {name}: " in out for name in "abc"), 2 + (end != ["--"]), out)

    def test_a_dry_run_warns_as_the_run_does(self):
        (self.folder / "bots").mkdir()
        for name, text in {"slow": f"exec {bot(at=3, do='late:2200')}", "bad": "exit 3", "one": f"exec {bot()}", "two": f"exec {bot()}"}.items():
            file = self.program(f"bots/{name}.sh", f"#!/bin/sh\n{text}\n")
        arguments = ["--bots", "bots", "--sandbox", "off", "--game", SMALL[1], "--limits", "first=20s", "--move-time", "4s", "--seed", "1",
                     "--format", "swiss", "--games", "1", "--db", "t.db"]
        warned = []
        for more in (["--dry-run"], ["--stop-after", "1"]):
            run = self.tournament(*arguments, *more)
            warned.append({re.sub(r"[\d.]+ s", "N s", line) for line in run.err.splitlines() if any(words in line for words in ("left out", "byte for byte", "needed"))})
        self.assertEqual(warned[0], warned[1])
        self.assertEqual(len(warned[0]), 3, warned)

    def test_a_second_stage_takes_the_first_of_a_table(self):
        first = self.tournament(*(f"bot{i}={text}" for i, text in enumerate(self.picks(5))), *SMALL, "--games", "2", "--db", "t.db")
        table = re.findall(r"^[1-5] (bot\d) ", first.out, re.M)[:5]
        run = self.tournament("--from", "t.db,top=4", "--format", "knockout", "--games", "2", "--db", "final.db")
        self.assertIn(f"{SMALL[1]}", run.out)
        self.assertEqual([name for name, in self.sql("SELECT name FROM entrants ORDER BY number", "final.db")], table[:4])
        self.assertIn("only 5 take part", self.tournament("--from", "t.db,top=6", "--db", "x.db", code=2).err)

    def test_a_second_stage_needs_the_files_of_its_bots(self):
        """Scripts in a folder of bots: the interpreter is there, so a bot whose script is gone could be started, and would forfeit."""
        for name, text in zip("abc", self.picks(3)):
            (self.folder / "bots").mkdir(exist_ok=True)
            (self.folder / f"bots/{name}.py").write_text(f"import os, shlex\nwords = shlex.split({text!r})\nos.execv(words[0], words)\n")
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        for number, whose in enumerate((["--bots", "bots"], [f"./bots/{name}.py" for name in "abc"])):
            db, stage = f"t{number}.db", f"u{number}.db"
            self.tournament(*whose, *SMALL, "--games", "2", "--db", db)
            away = self.referee("tournament", "--from", f"../{db}", "--db", "away.db", code=2, cwd=elsewhere)
            self.assertIn(f"run referee in {self.folder}", away.err)
            (self.folder / "bots/b.py").rename(self.folder / "kept.py")
            run = self.tournament("--from", db, "--db", stage, code=2)
            self.assertIn(f"--from: 'b' no longer has its file bots/b.py: restore it, or let the bot leave first: referee change {db} withdraw b", run.err)
            self.assertFalse((self.folder / stage).exists() or (elsewhere / "away.db").exists())
            self.change("withdraw", "b", db=db)
            self.tournament("--from", db, "--db", stage, "--games", "2")
            self.assertEqual(self.sql("SELECT count(*) FROM matches WHERE ending <> 'by_rules'", stage), [(0,)])
            (self.folder / "kept.py").rename(self.folder / "bots/b.py")

    def test_a_second_stage_of_another_game_begins_with_openings_that_fit_it(self):
        (self.folder / "book.txt").write_text("DROP 0, DROP 6\nDROP 1\n")
        self.tournament(*self.picks(2), *SMALL, "--games", "2", "--openings", "book.txt", "--db", "list.db")
        self.tournament(*self.picks(2), *SMALL, "--games", "2", "--openings", "3", "--db", "random.db")
        for stage, (first, more, openings) in enumerate((
                ("list", ["--game", "othello"], None), ("list", ["--game", "magnetize:width=5"], None), ("list", ["--game", "cluster"], None),
                ("random", ["--game", "fitz:height=70,width=70,max_plies=2"], None),
                ("list", ["--game", "magnetize:width=7"], "2 openings from a list"), ("list", [], "2 openings from a list"),
                ("random", ["--game", "othello"], "openings of 3 random plies"), ("list", ["--game", "othello", "--openings", "2"], "openings of 2 random plies"))):
            with self.subTest(first=first, more=more):
                run = self.tournament("--from", f"{first}.db", *more, "--games", "2", "--db", f"{stage}.db", code=0 if openings else 2)
                if openings:
                    self.assertIn(openings, run.out)
                    self.assertIn("2 of 2 games played", run.out)
                else:
                    self.assertIn("this opening is for another game or board: choose others with --openings", run.err)
