"""Tests a person at the terminal: the keys, help, mistakes, saving, resuming, and leaving."""
import json
import os
import pathlib
import pty
import select
import shlex
import signal
import time

import own_rules
from harness import BIN, GAME, HARMFUL, LONG_LIMITS, PATIENCE, RefereeTest, bot

WON = "magnetize:height=4,width=4,square=2,maglock=2"
# Four plies, whose moves are words that are also commands of the terminal.
WORDS = """import sys
for request in sys.stdin:
    word = request.split()[0]
    if word == "referee":
        print("game words 1", "plies 4", "ending last all is played", sep="\\n")
    else:
        plies = 0 if word == "new" else plies + 1
        print("rows 0", *(["over drawn last"] if plies == 4 else [f"turn {plies % 2}", "moves 5", "help", "quit", "save me", "back", "hint"]), sep="\\n")
    print("end", flush=True)
"""
BREAKTHROUGH = pathlib.Path(__file__).parents[2] / "examples/games/breakthrough.py"


class PipeTest(RefereeTest):
    """Tests a person whose lines arrive through a pipe, all at once."""

    def person(self, *arguments, lines, code=0):
        return self.referee(*arguments, *LONG_LIMITS, stdin="".join(line + "\n" for line in lines), code=code)

    def logged(self, *arguments, lines, code=0):
        path = self.folder / "log.json"
        run = self.person(*arguments, "--log", path, "--force", lines=lines, code=code)
        log = json.loads(path.read_text())
        self.check_log(log)
        self.replay(path, "--no-boards")
        return run, log

    def test_two_persons_at_one_terminal(self):
        run, log = self.logged("human", "human", "--game", WON, lines=["0", "2", "1", "3", "0", "2", "1"])
        self.assertEqual([ply["move"] for ply in log["plies"]],
                         ["DROP 0", "DROP 2", "DROP 1", "DROP 3", "DROP 0", "DROP 2", "DROP 1"])
        self.assertEqual(log["result"], {"winner": 0, "ending": "by_rules", "detail": "square"})
        self.assertEqual([player["command"] for player in log["players"]], [[], []])
        self.assertIn("human-1 (*) to move", run.out)
        self.assertIn("human-2 (o) to move", run.out)
        self.assertIn("beats", run.out)

    def test_a_person_plays_against_a_bot_in_both_seats(self):
        for arguments, seat in (([bot(), "human"], 1), (["human", bot()], 0), ([bot()], 1)):
            with self.subTest(arguments):
                _, log = self.logged(*arguments, "--game", "magnetize:height=2,width=2,max_plies=4",
                                     lines=["1", "!", "0", "1"])
                self.assertEqual(log["players"][seat]["name"], "human")
                mine = [ply["move"] for ply in log["plies"] if ply["player"] == seat]
                self.assertEqual(mine[0], "DROP 1")
                self.assertEqual([ply["cpu_us"] for ply in log["plies"] if ply["player"] == seat], [None] * len(mine))

    def test_a_person_is_told_whether_they_won(self):
        leaves = self.program("leaves.sh", "#!/bin/sh\nexit 1\n")
        for seats in (("human", leaves), (leaves, "human")):
            self.assertRegex(self.person(*seats, "--game", WON, lines=["1"]).out, r"\nYou won\. human \(.\) beats leaves")
        run = self.person(bot(), "human", "--game", WON, lines=["3", "3", "3", "3", "2"])
        self.assertRegex(run.out, r"\nYou lost\. \w+ \(\*\) beats human")
        self.assertRegex(self.person("human", "human", "--game", WON, lines=["0", "2", "1", "3", "0", "2", "1"]).out, r"\nhuman-1 \(\*\) beats")

    def test_keys(self):
        _, log = self.logged("human", "human", "--game", "magnetize:height=4,width=40,max_plies=7",
                             lines=["9", "A", "Z", "a", "  !  ", "DROP 3", "\tMAGNET \r"])
        self.assertEqual([ply["move"] for ply in log["plies"]],
                         ["DROP 9", "DROP 10", "DROP 35", "DROP 36", "MAGNET", "DROP 3", "MAGNET"])
        run, log = self.logged("human", "human", "--game", "magnetize:height=4,width=64,max_plies=3", lines=["?", "z", "#", "@"])
        self.assertEqual([ply["move"] for ply in log["plies"]], ["DROP 61", "DROP 62", "DROP 63"])
        self.assertIn(", y, z, #, @, !\n", run.out)

    def test_a_person_types_the_moves_of_a_game_of_their_own(self):
        path = self.folder / "log.json"
        lines = ["?", "a3", "0", "a3b2", "a2a3", "b2a1"]
        run = self.person("human", "human", "--game", f"{BREAKTHROUGH}:height=4,width=3", "--log", path, lines=lines)
        self.assertIn("valid moves: a3b2, b3a2, b3c2, c3b2\n", run.out)
        for wrong in ("a3", "0"):
            self.assertIn(f"'{wrong}' is not a move: type a move as it is listed", run.out)
        self.assertIn("human-1 (w) beats human-2 (b): breakthrough, after 3 plies", run.out)
        self.assertEqual([ply["move"] for ply in json.loads(path.read_text())["plies"]], lines[3:])
        self.assertIn("1 of 1 matches replayed, all as logged", self.referee("replay", path, "--rules", BREAKTHROUGH, "--no-boards").out)

    def test_a_move_may_be_called_like_a_command(self):
        (self.folder / "words.py").write_text(WORDS)
        run = self.person("human", "human", "--game", "./words.py", "--log", "m.json", lines=["help", "quit", "save me", "BACK", "back", "hint", "quit"])
        self.assertIn("quit is taken back", run.out)
        self.assertIn("human-1 (1) and human-2 (2) draw: last, after 4 plies", run.out)
        self.assertEqual([ply["move"] for ply in json.loads((self.folder / "m.json").read_text())["plies"]], ["help", "back", "hint", "quit"])

    def test_a_question_mark_shows_the_keys_and_the_valid_moves(self):
        for question in ("?", "help"):
            run = self.person("human", bot(), "--game", GAME, lines=[question, "quit"], code=3)
            self.assertIn("a column's label drops a piece there, ! turns your magnet on", run.out)
            self.assertIn("valid moves: 0, 1, 2, 3, 4, 5, 6, !\n", run.out)
            self.assertIn("save FILE", run.out)

    def test_a_wrong_input_is_explained_and_asked_again(self):
        wrong = ["x y", "8", "DROP", "dropp 0", "DROP 7", "-1", "\x1b[2J", "ä", "saved game"]
        run, log = self.logged("human", "human", "--game", GAME + ",max_plies=2", lines=["", *wrong, "0", "0"])
        self.assertEqual([ply["move"] for ply in log["plies"]], ["DROP 0", "DROP 0"])
        self.assertEqual(run.out.count("human-1 (*) to move"), len(wrong) + 2)
        self.assertIn("'x y' is not a move: ", run.out)
        self.assertIn("DROP 7 is not possible here; valid moves: ", run.out)
        self.assertIn("'8' is not a move: a column's label drops a piece there", run.out)
        self.assertNotRegex(run.out, HARMFUL)

    def test_a_hint_may_come_later_than_a_move(self):
        """Nobody loses by it. A busy machine starts a bot late, too."""
        (self.folder / "slow.py").write_text(f"import time\ntime.sleep(1.5)\nexec(open({str(BIN / 'random.py')!r}).read())\n")
        run = self.referee("human", "slow=python3 slow.py", "--game", own_rules.heap(self.folder), "--limits", "first=1s", stdin="hint\nquit\n", code=3)
        self.assertRegex(run.out, r"slow would play \d")

    def test_moves_are_taken_in_all_spellings_that_people_see(self):
        _, log = self.logged("human", "human", "--game", "magnetize:height=4,width=12,max_plies=5",
                             lines=["10", "a", "drop 5", "Drop B", "magnet"])
        self.assertEqual([ply["move"] for ply in log["plies"]], ["DROP 10", "DROP 10", "DROP 5", "DROP 11", "MAGNET"])

    def test_a_move_is_taken_back_and_the_match_goes_on_from_before_it(self):
        run, log = self.logged("human", bot(), "--game", GAME + ",max_plies=6", lines=["back", "3", "5", "Back", "4", "2"])
        self.assertEqual([ply["move"] for ply in log["plies"]][:3:2], ["DROP 3", "DROP 4"])
        self.assertIn("you have no move to take back", run.out)
        self.assertIn("DROP 5 is taken back", run.out)
        self.assertEqual(log["result"]["detail"], "ply limit")
        self.assertEqual(log["opening"], 2)
        run = self.referee("human", bot(), "--game", GAME, "--limits", "clock=60s", stdin="3\nback\nquit\n")
        self.assertIn("moves can't be taken back in a game with a clock", run.out)

    def test_the_rules_and_a_hint_can_be_asked_for(self):
        for opponent in ("human", bot()):
            # With a short limit, much of the time in which a hint must come is left to a busy machine.
            run = self.referee("human", opponent, "--game", "othello:max_plies=2" if opponent == "human" else GAME,
                               "--move-time", "200ms", "--limits", "first=200ms", stdin="rules\nhint\nquit\n", code=3)
            self.assertRegex(run.out, r"alphabeta would play ([a-h][1-8]|DROP \d|MAGNET) \(")
            self.assertIn("Black (", run.out)
            self.assertRegex(run.out, r"\nthis game is (othello:max_plies=2|magnetize:height=6,width=7,.*)\n")
            self.assert_nothing_left()

    def test_what_the_bot_notes_is_not_shown_to_its_opponent_unless_it_is_asked_for(self):
        noter = self.program("noter.sh", f"#!/bin/sh\necho info score 7 pv DROP 1 DROP 2 >&2\nexec {bot()}\n")
        arguments = ["human", "./noter.sh", "--game", GAME]
        self.assertNotIn("expects", self.person(*arguments, lines=["1", "2", "quit"], code=3).out)
        self.assertIn("expects", self.person(*arguments, "--show", lines=["1", "2", "quit"], code=3).out)

    def test_what_is_typed_ahead_is_for_the_next_game_of_a_series(self):
        run = self.person("human", "human", "--game", WON, "--games", "2", lines=["0", "2", "1", "3", "0", "2", "1"] * 2)
        self.assertEqual(run.out.count(" beats "), 2, str(run))

    def test_a_full_column_is_not_possible(self):
        run, _ = self.logged("human", "human", "--game", "magnetize:height=2,width=3,max_plies=3",
                             lines=["0", "0", "0", "1"])
        self.assertIn("0 is not possible here; valid moves: 1, 2, !\n", run.out)

    def test_the_last_line_counts_without_a_line_end(self):
        path = self.folder / "log.json"
        game = "magnetize:height=2,width=3,max_plies=1"
        run = self.referee("human", "human", "--game", game, "--log", path, stdin="2")
        self.assertEqual(json.loads(path.read_text())["plies"][0]["move"], "DROP 2", run)

    def test_who_quits_leaves_an_aborted_match(self):
        for lines in (["0", "quit"], ["0"]):
            run, log = self.logged("human", "human", lines=lines, code=3)
            self.assertEqual((log["result"]["ending"], log["result"]["winner"]), ("aborted", None))
            self.assertEqual(len(log["plies"]), 1)
            self.assertNotIn("referee was stopped", log["result"]["detail"])
            self.assertIn("aborted after 1 ply", run.out)
            self.assert_nothing_left()

    def test_the_board_is_shown_before_every_turn(self):
        run, log = self.logged("human", bot(), "--game", GAME, lines=["3", "quit"], code=3)
        for frame in [log["initial"]] + [ply["frame"] for ply in log["plies"]]:
            self.assertIn("".join(f"{i} {row}\n" for i, row in enumerate(frame["board"])), run.out)

    def test_a_bot_may_forfeit_against_a_person(self):
        run, log = self.logged("human", bot(1, r"text:hi\n"), "--game", GAME, lines=["0", "0"])
        self.assertEqual((log["result"]["ending"], log["result"]["winner"]), ("unreadable_move", 0))
        self.assertIn('"hi"', run.out)

    def test_a_person_has_no_clock(self):
        reading, writing = os.pipe()
        path = self.folder / "log.json"
        process = self.start("human", "human", "--move-time", "1ms", "--limits", "first=1ms,margin=0ms",
                             "--game", GAME + ",max_plies=2", "--log", path, stdin=reading)
        os.close(reading)
        seen = b""
        for ply in (1, 2):
            while seen.count(b"to move") < ply:
                seen += os.read(process.stdout.fileno(), 65536)
            time.sleep(0.1)  # longer than the limit
            os.write(writing, b"0\n")
        os.close(writing)
        out, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0, out)
        self.assertGreater(json.loads(path.read_text())["plies"][0]["wall_us"], 50_000)


class SaveTest(RefereeTest):
    def saved(self, *moves):
        path = self.folder / "saved game.json"
        typed = [*moves, f"save {path}", "quit"]
        run = self.referee("human", "human", "--game", GAME, stdin="".join(f"{line}\n" for line in typed), code=3)
        self.assertIn(f"saved after ply {len(moves)}; continue with --resume {shlex.quote(str(path))}", run.out)
        self.check_log(json.loads(path.read_text()))
        return path

    def test_a_file_that_can_not_be_written_is_named_without_its_tricks(self):
        run = self.referee("human", "human", "--game", GAME, stdin="save /no/\x1b[2J\nquit\n", code=3)
        self.assertIn("/no/\\x1b[2J'", run.out)
        self.assertNotIn("\x1b", run.out)

    def test_a_saved_match_goes_on_from_where_it_was(self):
        path = self.saved("0", "1", "!")
        run, log = self.play(bot(), bot(), "--resume", path)
        self.assertEqual([ply["move"] for ply in log["plies"][:3]], ["DROP 0", "DROP 1", "MAGNET"])
        self.assertEqual(log["opening"], 3)
        self.assertEqual([ply["wall_us"] for ply in log["plies"][:3]], [None] * 3)
        self.assertEqual(log["result"]["ending"], "by_rules")
        self.assertIn("resumed after ply 3", run.out)
        self.replay(run.path)

    def test_the_log_of_a_running_series_is_not_replaced(self):
        path = self.folder / "series"
        typed = ["0", f"save {path}", f"savepos {path}", "quit"]
        run = self.referee("human", "human", "--game", GAME, "--games", 2, "--log", path, stdin="".join(f"{line}\n" for line in typed))
        self.assertEqual(run.out.count("is the log of a running match"), 2, str(run))
        self.assertNotIn("saved", run.out)

    def test_a_match_goes_on_from_an_earlier_ply(self):
        path = self.saved("0", "1", "2")
        for at in (0, 1, 2):
            run, log = self.play(bot(pick=99), bot(), "--resume", path, "--at", at)
            self.assertEqual([ply["move"] for ply in log["plies"][:at]], ["DROP 0", "DROP 1", "DROP 2"][:at])
            self.assertEqual(log["opening"], at)
            self.replay(run.path)

    def test_a_resumed_bot_is_told_of_the_opening(self):
        path = self.saved("0", "1", "2")
        copied = self.folder / "input"
        run, log = self.play(bot(copy=copied), bot(), "--resume", path)
        text = copied.read_text()
        self.assertTrue(text.startswith("magnetize 1\n0\n6 7 2 2\n4\n4\n0 DROP 0\n1 DROP 1\n0 DROP 2\n1 "), text[:90])
        self.assertEqual(self.replay(run.path, "--stdin-of", 0).out, text)
        self.assertEqual(log["plies"][3]["player"], 1)

    def test_a_series_goes_on_from_the_same_position_with_both_sides(self):
        path = self.saved("0", "1")
        log_path = self.folder / "series"
        self.referee(bot(), bot(pick=1), "--resume", path, "--games", 2, "--log", log_path, *LONG_LIMITS, code=0)
        for line in log_path.read_text().splitlines():
            self.assertEqual([ply["move"] for ply in json.loads(line)["plies"][:2]], ["DROP 0", "DROP 1"])
        self.replay(log_path, "--no-boards")

    def test_without_chance_a_resumed_match_goes_on_with_any_seed(self):
        run, log = self.play(bot(), bot(pick=1), "--resume", self.saved("0", "1"), "--seed", 5)
        self.assertEqual((log["game"]["seed"], log["opening"]), (5, 2))
        self.replay(run.path)

    def test_a_finished_match_goes_on_from_an_earlier_ply_in_its_own_game(self):
        played, first = self.play(bot(), bot(pick=1), "--game", "magnetize:height=5,width=6")
        _, log = self.play(bot(), bot(pick=1), "--resume", played.path, "--at", 7)
        self.assertEqual(log["game"], first["game"])
        self.assertEqual(log["result"], first["result"])

    def test_a_forfeited_match_goes_on_where_it_was_lost(self):
        played, _ = self.play(bot(), bot(3, "exit:1"))
        _, log = self.play(bot(), bot(), "--resume", played.path)
        self.assertEqual((log["opening"], log["result"]["detail"]), (5, "board full"))

    def test_saving_where_it_is_not_possible_is_explained(self):
        for where in ("/no/such/folder/x", str(self.folder), ""):
            run = self.referee("human", "human", stdin=f"save {where}\nsave\nquit\n", code=3)
            self.assertRegex(run.out, "can't be written" if where else "add a file name")

    def test_a_file_that_can_t_be_replaced_keeps_what_is_in_it(self):
        path = self.saved("0")
        before = path.read_text()
        self.referee("human", "human", stdin=f"save {path}/x\nquit\n")
        self.assertEqual(path.read_text(), before)


class TerminalCase(RefereeTest):
    """A person at a real (pseudo) terminal."""

    def setUp(self):
        super().setUp()
        self.seen = ""

    def begin(self, *arguments, **env):
        master, slave = pty.openpty()
        self.process = self.start(*arguments, *LONG_LIMITS, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
                                  preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)), env={"TERM": "xterm", **env})
        os.close(slave)
        self.master = master
        self.addCleanup(os.close, master)

    def read_until(self, text):
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            self.assertLess(time.monotonic(), end, f"never seen: {text!r} in {self.seen!r}")
            if select.select([self.master], [], [], 1)[0]:
                try:
                    self.seen += os.read(self.master, 65536).decode()
                except OSError:
                    break
        self.assertIn(text, self.seen)
        before, self.seen = self.seen.split(text, 1)
        return before

    def type(self, text):
        os.write(self.master, text.encode())


class TerminalTest(TerminalCase):
    def test_a_game_is_played_to_its_end(self):
        self.begin("human", bot(), "--game", "magnetize:height=4,width=4,max_plies=3")
        self.read_until("human (*) to move, ? for help> ")
        self.type("1\n")
        self.assertIn(".*..", self.read_until("human (*) to move"))
        self.type("!\n")
        self.read_until("draw: ply limit, after 3 plies")
        self.assertEqual(self.process.wait(PATIENCE), 0)

    def test_the_square_that_won_is_marked_with_and_without_colours(self):
        for env, row in (({}, "3 " + "\x1b[30;42m*\x1b[0m" * 2 + "oo"), ({"NO_COLOR": "1"}, "3 ##oo")):
            with self.subTest(str(env)):
                self.seen = ""
                self.begin("human", "human", "--game", WON, **env)
                self.type("0\n2\n1\n3\n0\n2\n1\n")
                lines = self.read_until("beats").splitlines()
                self.assertIn(row, lines)
                self.assertIn("3 **oo", lines)  # of an earlier board
                self.assertEqual(self.process.wait(PATIENCE), 0)

    def test_ctrl_c_leaves_the_match_and_no_bot_behind(self):
        path = self.folder / "log"
        self.begin("human", bot(), "--game", GAME, "--log", path)
        self.read_until("to move")
        self.type("1\n")
        self.read_until("to move")
        self.type("\x03")
        self.read_until("aborted after 2 plies")
        self.assertEqual(self.process.wait(PATIENCE), 128 + signal.SIGINT)
        self.assertEqual(json.loads(path.read_text())["result"]["ending"], "aborted")
        self.assert_nothing_left()

    def test_ctrl_d_leaves_the_match(self):
        self.begin("human", bot(), "--game", GAME)
        self.read_until("to move")
        self.type("\x04")
        self.read_until("aborted after 0 plies")
        self.assertEqual(self.process.wait(PATIENCE), 3)

    def test_the_terminal_hanging_up_leaves_no_bot_behind(self):
        self.begin("human", bot(), "--game", GAME)
        self.read_until("to move")
        copy = os.open("/dev/null", os.O_RDONLY)
        os.dup2(copy, self.master)  # closes the other end of the terminal
        os.close(copy)
        self.process.wait(PATIENCE)
        self.assert_nothing_left()


class LastMatchTest(TerminalCase):
    """Tests what is kept of a match that a person plays without --log."""

    SMALL = "magnetize:height=4,width=4,max_plies=3"
    KEPT = "kept in last.json; see it with: referee replay last.json (or view, watch)"

    def setUp(self):
        super().setUp()
        self.last = self.folder / "last.json"

    def played(self, *arguments, typed, code=0):
        """Plays at a terminal, and types the texts, each at a prompt. Returns the words that follow."""
        self.seen = ""
        self.begin(*arguments)
        for text in typed:
            self.read_until("to move")
            self.type(text)
        text = self.seen
        while select.select([self.master], [], [], PATIENCE)[0]:
            try:
                text += os.read(self.master, 65536).decode()
            except OSError:  # the program has ended
                break
        self.assertEqual(self.process.wait(PATIENCE), code, text)
        return " ".join(text.split())

    def moves(self, text=None):
        log = json.loads(text or self.last.read_text())
        self.check_log(log)
        return [ply["move"] for ply in log["plies"]]

    def test_a_match_is_kept_and_the_next_one_takes_its_place(self):
        for typed in ("1\n2\n3\n", "0\n!\n1\n"):
            text = self.played("ann=human", "bob=human", "--game", self.SMALL, typed=[typed])
            self.assertTrue(text.endswith("draw: ply limit, after 3 plies\x1b[0m " + self.KEPT), text)
        self.assertEqual(self.moves()[:2], ["DROP 0", "MAGNET"])
        self.assertIn("1 of 1 matches replayed, all as logged", self.referee("replay", "last.json").out)
        self.referee("view", "last.json")
        self.assertIn("ann", (self.folder / "last.html").read_text())

    def test_a_match_that_was_left_goes_on_from_there(self):
        for how, code in (("quit\n", 3), ("\x04", 3), ("\x03", 128 + signal.SIGINT)):
            with self.subTest(how):
                self.last.unlink(missing_ok=True)
                self.assertIn(self.KEPT, self.played("human", bot(), "--game", GAME, typed=["1\n", how], code=code))
                self.assertEqual(self.moves()[:1], ["DROP 1"])
                before = self.last.read_bytes()
                self.assertNotIn("last.json", self.played("human", bot(), "--game", GAME, typed=[how], code=code))
                self.assertEqual(self.last.read_bytes(), before)
        self.assertIn("resumed after ply 2", self.referee("human", bot(), "--resume", "last.json", stdin="quit\n", code=3).out)

    def test_a_match_that_was_left_before_its_own_first_ply_is_not_kept(self):
        self.played("human", "human", "--game", self.SMALL, typed=["1\n2\n3\n"])
        before = self.last.read_bytes()
        for more in (["--resume", "last.json", "--at", "1"], ["--game", self.SMALL, "--openings", "2"]):
            with self.subTest(more):
                self.assertNotIn("last.json;", self.played("human", "human", *more, typed=["quit\n"], code=3))
                self.assertEqual(self.last.read_bytes(), before)
        self.played("human", "human", "--resume", "last.json", "--at", "1", typed=["0\n", "quit\n"], code=3)
        self.assertEqual(self.moves(), ["DROP 1", "DROP 0"])

    def test_a_log_that_no_match_of_a_person_has_left_stays(self):
        said = "not kept for another look: 'last.json' was saved, or has matches of bots: rename it"
        self.referee(bot(), bot(), "--game", self.SMALL, "--log", "last.json", "--games", 2, *LONG_LIMITS, code=0)
        before = self.last.read_bytes()
        self.assertTrue(self.played("human", "human", "--game", self.SMALL, typed=["1\n2\n3\n"]).endswith(said))
        self.assertEqual(self.last.read_bytes(), before)
        self.last.unlink()
        text = self.played("human", "human", "--game", self.SMALL, typed=["1\n", "save last.json\n", "2\n3\n"])
        self.assertTrue(text.endswith(said), text)
        self.assertEqual(self.moves(), ["DROP 1"])

    def test_all_games_of_a_series_are_kept(self):
        text = self.played("human", "human", "--game", self.SMALL, "--games", 2, typed=["1\n2\n3\n0\n1\n2\n"])
        self.assertIn("kept in last.json; see them with: referee replay last.json", text)
        self.assertEqual([self.moves(line) for line in self.last.read_text().splitlines()],
                         [["DROP 1", "DROP 2", "DROP 3"], ["DROP 0", "DROP 1", "DROP 2"]])

    def test_a_log_of_ones_own_and_other_files_stay(self):
        self.assertNotIn("last.json", self.played("human", "human", "--game", self.SMALL, "--log", "mine.json", typed=["1\n2\n3\n"]))
        self.assertTrue(self.played("human", "human", "--game", self.SMALL, "--log", "/dev/null", typed=["1\n2\n3\n"]).endswith("plies\x1b[0m"))
        self.assertFalse(self.last.exists())
        self.referee("human", "human", "--game", self.SMALL, stdin="1\n2\n3\n")  # no terminal
        self.assertFalse(self.last.exists())
        self.last.write_text("my notes\n")
        text = self.played("human", "human", "--game", self.SMALL, typed=["1\n2\n3\n"])
        self.assertTrue(text.endswith("not kept for another look: log 'last.json' would overwrite a file that is not a match log: "
                                      "name another file"), text)
        self.assertEqual(self.last.read_text(), "my notes\n")

    def test_a_match_does_not_fail_because_it_can_t_be_kept(self):
        self.last.mkdir()
        text = self.played("human", "human", "--game", self.SMALL, "--games", 2, typed=["1\n2\n3\n0\n1\n2\n"])
        self.assertEqual(text.count("last.json"), 1)
        self.assertRegex(text, "not kept for another look: log 'last.json' can't be written: [A-Za-z ]+$")
        self.last.rmdir()
        self.assertNotIn("last.json", self.played("human", "human", "--game", self.SMALL, "--quiet", typed=["1\n2\n3\n"]))
        self.assertEqual(self.moves(), ["DROP 1", "DROP 2", "DROP 3"])
