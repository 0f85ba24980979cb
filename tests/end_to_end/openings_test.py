"""Tests games that begin with openings: from a file, with positions written in each game's notation, or from the plies of
a log. Covers matches, series and tournaments."""
import json

from harness import BIN, LONG_LIMITS, RefereeTest, bot, read_logs
from tournament_case import stored_logs


SMALL = "magnetize:height=4,width=5,square=2,maglock=2"
BOOK = "# three openings\nDROP 0, DROP 4\n\nDROP 1, MAGNET\nDROP 2\n"
OPENINGS = [["DROP 0", "DROP 4"], ["DROP 1", "MAGNET"], ["DROP 2"]]


class OpeningsTest(RefereeTest):
    def setUp(self):
        super().setUp()
        (self.folder / "book.txt").write_text(BOOK)

    def given(self, log):
        moves = [ply["move"] for ply in log["plies"][:log["opening"]]]
        self.assertTrue(all(ply["wall_us"] is None for ply in log["plies"][:log["opening"]]))
        return moves

    def series(self, *arguments, games=8):
        run = self.referee(bot(), bot(pick=1), "--game", SMALL, "--games", games, "--log", "s.jsonl", "--force", "--openings", *arguments, *LONG_LIMITS)
        self.assertEqual(run.code, 0, str(run))
        self.replay("s.jsonl", "--no-boards")
        return run, [json.loads(line) for line in (self.folder / "s.jsonl").read_text().splitlines()]

    def test_a_series_goes_through_the_file_pair_by_pair(self):
        run, logs = self.series("book.txt")
        self.assertIn("\n3 openings from a list\n", run.out)
        self.assertEqual([self.given(log) for log in logs], [OPENINGS[i // 2 % 3] for i in range(8)])
        _, logs = self.series("book.txt,start=3", games=4)
        self.assertEqual([self.given(log) for log in logs], [OPENINGS[2], OPENINGS[2], OPENINGS[0], OPENINGS[0]])
        orders = {str([self.given(log) for log in self.series("book.txt,order=random", "--seed", seed, games=6)[1]]) for seed in range(5)}
        self.assertGreater(len(orders), 1)

    def test_a_series_may_begin_with_random_plies_too(self):
        run, logs = self.series("3", "--seed", 4, games=4)
        self.assertIn("\nopenings of 3 random plies\n", run.out)
        openings = [self.given(log) for log in logs]
        self.assertEqual([len(opening) for opening in openings], [3] * 4)
        self.assertEqual((openings[0], openings[2]), (openings[1], openings[3]))
        self.assertNotEqual(openings[0], openings[2])
        self.assertEqual(openings, [self.given(log) for log in self.series("3", "--seed", 4, games=4)[1]])

    def test_a_match_begins_with_the_first_and_a_bot_is_told(self):
        run, log = self.play(bot(), bot(), "--game", SMALL, "--openings", "book.txt,start=2")
        self.assertEqual(self.given(log), OPENINGS[1])
        told = self.referee("replay", run.path, "--stdin-of", 0).out.splitlines()
        self.assertEqual(told[3:6], ["2", "2", "0 DROP 1"])

    def test_all_pairings_of_a_tournament_play_the_same_openings_and_a_resumed_one_goes_on(self):
        arguments = [bot(), bot(pick=1), bot(pick=99), "--game", SMALL, "--games", 4, "--openings", "book.txt", "--db", "t.db", *LONG_LIMITS]
        run = self.referee("tournament", *arguments, "--stop-after", 5, code=0)
        (self.folder / "book.txt").unlink()
        run = self.referee("tournament", "--resume", "--db", "t.db", code=0)
        self.assertIn("\n3 openings from a list\n", run.out)
        games = json.loads(self.referee("export", "t.db", "games", "--format", "json").out)
        logs = stored_logs(self.folder / "t.db")
        self.assertEqual(len(logs), 12)
        for game in games:
            self.assertEqual(self.given(logs[game["number"] - 1]), OPENINGS[game["opening"] - 1])
        self.assertEqual(sorted(game["opening"] for game in games), [1] * 6 + [2] * 6)

    def test_a_second_stage_on_another_board_refuses_openings_that_do_not_fit(self):
        run = self.referee("tournament", bot(), bot(pick=1), "--game", SMALL, "--games", 2, "--openings", "book.txt", "--db", "t.db", *LONG_LIMITS)
        self.assertEqual(run.code, 0, str(run))
        stage = ["tournament", "--from", "t.db", "--games", 2, "--db"]
        narrow = SMALL.replace("width=5", "width=4")
        run = self.referee(*stage, "u.db", "--game", narrow, code=2, out="")
        self.assertIn("--from: openings 't.db', line 1: move 2, 'DROP 4', is not legal there; a valid line: DROP 0; "
                      "this opening is for another game or board: choose others with --openings", run.err)
        self.assertFalse((self.folder / "u.db").exists())
        self.assertIn("openings of 2 random plies", self.referee(*stage, "u.db", "--game", narrow, "--openings", 2).out)
        wide = self.referee(*stage, "w.db", "--game", SMALL.replace("width=5", "width=6"))
        self.assertIn("\n3 openings from a list\n", wide.out, str(wide))

    def test_wrong_use(self):
        (self.folder / "wrong.txt").write_text("DROP 0\nDROP 0, DROP 7\n")
        for arguments, words in ((["--openings", "wrong.txt"], "openings 'wrong.txt', line 2: move 2, 'DROP 7', is not legal there"),
                                 (["--openings", "none.txt"], "none.txt"),
                                 (["--openings", "0"], "--openings 0: write a number of plies from 1 to 1000 (for a file of this name: ./0)"),
                                 (["--openings", "4,start=2"], "--openings: start goes with openings from a file: FILE,start=5"),
                                 (["--openings", "order=random"], "--openings: order goes with openings from a file: FILE,order=random"),
                                 (["--openings", "book.txt,order=backwards"], "write file or random"),
                                 (["--openings", "book.txt,start=4"], "'book.txt' has 3 openings")):
            for command in ([], ["tournament"]):
                with self.subTest(command=command, arguments=arguments):
                    run = self.referee(*command, bot(), bot(), "--game", SMALL, *arguments, code=2, out="")
                    self.assertIn(words, run.err)
        self.assertFalse((self.folder / "tournament.db").exists())
        run = self.referee(bot(), bot(), "--openings", "book.txt", "--resume", "m.json")
        self.assertIn("--openings and --resume both set the start of the match", run.err)


SAMPLES = [str(BIN / "alphabeta") + " --depth 2", str(BIN / "greedy"), str(BIN / "random"), str(BIN / "random.py")]
OTHELLO = "-" * 19 + "X------OXX----XXX" + "-" * 28 + " O"
CAVE = "......../......../......../......../X......./OX....../.......O/XXXX.... O"
MAGNETIZE = "...../*..../o..../**..o o 0 0"
LOCKED = "...../*..../**.../o*..o o 2 0"
FITZ = "3 1 7 7/......./..**.../..*..../...##../....#../......./......."
FULL = "0 1 2 2/**/##"
POSITIONS = {"othello": OTHELLO, "magnetic_cave": CAVE, "magnetize": MAGNETIZE, "cluster": "..b/...a/...../...d/... 0 1 3 3 4 3", "fitz": FITZ}


class PositionsTest(RefereeTest):
    def position(self, path, *arguments):
        run = self.replay(path, "--as-position", *arguments)
        self.assertEqual(run.out.count("\n"), 1)
        return run.out.rstrip("\n")

    def test_all_sample_bots_play_from_a_position_of_every_game(self):
        for game, position in POSITIONS.items():
            for first, second in ((SAMPLES[0], SAMPLES[1]), (SAMPLES[3 if game != "cluster" else 0], SAMPLES[2])):
                with self.subTest(game=game, first=first):
                    run, log = self.play(first, second, "--game", game, "--position", position, "--seed", 3)
                    self.assertEqual(log["result"]["ending"], "by_rules", str(run))
                    self.assertEqual(log["plies"][0]["player"], 1, "the position says who moves first")
                    self.assertEqual(self.position(run.path, "--at", 0), position)
                    self.replay(run.path)

    def test_a_match_begins_from_any_ply_of_a_log(self):
        for game in POSITIONS:
            with self.subTest(game):
                run, log = self.play(SAMPLES[1], SAMPLES[2], "--game", game, "--seed", 5)
                at = len(log["plies"]) // 2
                position = self.position(run.path, "--at", at)
                _, later = self.play(SAMPLES[2], SAMPLES[1], "--game", game, "--position", position)
                frame = (log["plies"][at - 1]["frame"] if at else log["initial"])
                if game == "cluster":  # pellets get new numbers
                    self.assertEqual(later["initial"]["gravity"], frame["gravity"])
                    self.assertEqual(sorted(p[1:] for p in later["initial"]["pellets"]), sorted(p[1:] for p in frame["pellets"]))
                else:
                    self.assertEqual(later["initial"], frame)
                self.assertEqual(later["plies"][0]["player"], log["plies"][at]["player"])

    def test_the_log_and_a_resumed_match_have_the_position(self):
        run, log = self.play(bot(), bot(), "--game", "magnetize", "--position", LOCKED)
        self.assertEqual(log["game"]["config"]["position"], LOCKED)
        self.assertEqual((log["game"]["config"]["height"], log["game"]["config"]["width"]), (4, 5))
        self.assertEqual(log["initial"]["locks"], [2, 0])
        self.assertIn("magnetize:height=4,width=5,square=2,maglock=3,max_plies=80,position=...  seed", run.out)
        _, resumed = self.play(bot(), bot(), "--resume", run.path, "--at", 2)
        self.assertEqual(resumed["game"], log["game"])
        self.assertEqual([ply["move"] for ply in resumed["plies"][:2]], [ply["move"] for ply in log["plies"][:2]])
        told = self.replay(run.path, "--stdin-of", 1, "--until", 1).out.splitlines()
        self.assertEqual(told[3:11], ["0", "0", "0 2", "....." , "*....", "**...", "o*..o", "6"])

    def test_a_position_comes_from_a_file_or_stands_in_the_game(self):
        (self.folder / "cave.txt").write_text("\n".join(CAVE.replace(" ", "/").split("/")) + "\n")
        for arguments in (["--position", "cave.txt"], ["--game", "magnetic_cave:position=cave.txt"], ["--game", "magnetic_cave:position=" + CAVE]):
            game = [] if "--game" in arguments else ["--game", "magnetic_cave"]
            _, log = self.play(bot(), bot(), *game, *arguments)
            self.assertEqual(log["game"]["config"]["position"], CAVE)

    def test_the_usual_start_is_in_no_log_and_no_environment(self):
        run, log = self.play(bot(), bot(), "--game", "othello")
        self.assertEqual(log["game"]["config"], {"max_plies": 128})
        self.assertTrue(run.out.startswith("othello:max_plies=128  seed"))

    def test_openings_may_be_positions(self):
        other = self.other_position()
        (self.folder / "book.txt").write_text(f"# two positions and moves\n{OTHELLO}\nd3, c3\n{other};G8:+18\n")
        self.referee(SAMPLES[1], bot(), "--game", "othello", "--games", 6, "--openings", "book.txt", "--log", "s.jsonl", *LONG_LIMITS, code=0)
        logs = read_logs(self.folder / "s.jsonl")
        self.assertEqual([log["game"]["config"].get("position") for log in logs], [OTHELLO, OTHELLO, None, None, other, other])
        self.assertEqual([log["opening"] for log in logs], [0, 0, 2, 2, 0, 0])
        for log in logs:
            self.check_log(log)
        self.replay("s.jsonl", "--no-boards")

    def test_bots_are_told_the_same_settings_in_all_games_with_openings(self):
        """The settings must not depend on the opening. A process that plays many games could not be sent other settings,
        and a sandbox serves only bots with the same environment."""
        (self.folder / "book.txt").write_text(f"{OTHELLO}\n{self.other_position()}\n")
        env = self.program("env.sh", "#!/bin/sh\necho $REFEREE_SETTINGS >&2\n")
        for options in ([], ["--reuse"]):
            self.referee(env, env, "--game", "othello", "--games", 4, "--openings", "book.txt", "--log", "s.jsonl", "--force", *options,
                         *LONG_LIMITS, code=0)
            logs = read_logs(self.folder / "s.jsonl")
            self.assertEqual({log["failure"]["stderr_tail"] for log in logs} - {""}, {"max_plies=128\n"})
            self.assertEqual(len({log["game"]["config"]["position"] for log in logs}), 2)
        _, log = self.play(env, env, "--game", "othello", "--position", OTHELLO)
        self.assertEqual(log["failure"]["stderr_tail"], f"max_plies=128,position={OTHELLO}\n")

    def other_position(self):
        return "-" * 26 + "XXX-----XO" + "-" * 28 + " O"

    def test_a_tournament_goes_through_positions_and_is_resumed(self):
        (self.folder / "book.txt").write_text(f"{OTHELLO}\n{self.other_position()}\n")
        run = self.referee("tournament", SAMPLES[1], bot(), bot(pick=1), "--game", "othello", "--games", 4, "--openings", "book.txt",
                           "--db", "t.db", "--stop-after", 5, *LONG_LIMITS, code=0)
        (self.folder / "book.txt").unlink()
        self.referee("tournament", "--resume", "--db", "t.db", code=0)
        logs = stored_logs(self.folder / "t.db")
        games = json.loads(self.referee("export", "t.db", "games", "--format", "json").out)
        self.assertEqual(len(logs), 12)
        for game in games:
            self.assertEqual(logs[game["number"] - 1]["game"]["config"]["position"], [OTHELLO, self.other_position()][game["opening"] - 1])
        self.replay("t.db", "--game", 3)

    def test_a_tournament_begins_from_one_position(self):
        run = self.referee("tournament", bot(), bot(pick=1), "--game", "magnetize", "--position", MAGNETIZE, "--games", 2, "--db", "t.db", *LONG_LIMITS)
        self.assertEqual(run.code, 0, str(run))
        for log in stored_logs(self.folder / "t.db").values():
            self.assertEqual((log["game"]["config"]["position"], log["plies"][0]["player"]), (MAGNETIZE, 1))
        (self.folder / "p.txt").write_text(MAGNETIZE)
        for position in (MAGNETIZE, "p.txt"):
            run = self.referee("tournament", "--resume", "--db", "t.db", "--position", position, code=0)
        run = self.referee("tournament", "--resume", "--db", "t.db", "--position", LOCKED, code=2)
        self.assertIn("config/position was", run.err)

    def test_a_tournament_goes_on_without_the_files_of_its_game(self):
        (self.folder / "tiles").write_text(".....\n.....\n..!..\n.....\n.....\n")
        (self.folder / "start").write_text("0 1 3 3\n...\n.*.\n...\n")
        run = self.referee("tournament", bot(), bot(pick=1), "--game", "fitz:tiles=tiles,save=start", "--games", 4, "--db", "t.db", "--stop-after", 1, *LONG_LIMITS)
        self.assertEqual(run.code, 0, str(run))
        (self.folder / "tiles").write_text("not what it was")
        (self.folder / "start").unlink()
        for arguments, db in ((["--resume"], "t.db"), (["--from", "t.db", "--games", 2], "u.db"), (["--from", "u.db", "--games", 2, "--position", "0 0 3 3/.../#../..."], "v.db")):
            run = self.referee("tournament", *arguments, "--db", db, code=0)
        logs = stored_logs(self.folder / "t.db")
        self.assertEqual(len(logs), 4)
        self.assertEqual({str(log["game"]["config"]) for log in logs.values()}, {str(logs[0]["game"]["config"])})
        self.assertEqual([log["initial"]["board"] for log in stored_logs(self.folder / "v.db").values()], [["...", "#..", "..."]] * 2)
        run = self.referee("tournament", "--resume", "--db", "t.db", "--game", "fitz:tiles=tiles")
        self.assertEqual((run.code, run.err.count("\n")), (2, 1), str(run))

    def test_wrong_positions(self):
        (self.folder / "book.txt").write_text("d3\n" + OTHELLO[:-2] + "\n")
        (self.folder / "bad.txt").write_text("...\n..?\n")
        (self.folder / "full.txt").write_text(FULL.replace("/", "\n"))
        (self.folder / "full_book.txt").write_text(FULL + "\n")
        won = "......../" * 7 + "XXXXX... O"
        for arguments, words in ((["--game", "othello", "--position", OTHELLO[:-2]], "it ends before it says who moves, X or O"),
                                 (["--game", "othello", "--position", OTHELLO[:-1] + "Z"], "'Z' does not name the side to move, X or O"),
                                 (["--game", "othello", "--position", "nowhere.txt"], "nowhere.txt"),
                                 (["--position", "bad.txt"], "position in the file 'bad.txt': character 3 of row 2 is '?' and no cell; write the rows"),
                                 (["--game", "magnetic_cave", "--position", won], "the game is over there (five in a line)"),
                                 (["--game", "fitz", "--position", FULL], "the game is over there (no placement)"),
                                 (["--game", f"fitz:save={FULL}"], "the game is over there (no placement)"),
                                 (["--game", "fitz:save=full.txt"], "position in the file 'full.txt': the game is over there (no placement)"),
                                 (["--game", "fitz:height=2,width=2", "--openings", "full_book.txt"], "openings 'full_book.txt', line 1: position '"),
                                 (["--game", "magnetize:height=5", "--position", MAGNETIZE], "has height 4, and the game has height=5: they must be the same"),
                                 (["--game", "othello", "--openings", "book.txt"], "openings 'book.txt', line 2: position '"),
                                 (["--position", MAGNETIZE, "--resume", "m.json"], "--position and --resume both set the start of the match")):
            for command in [[]] if "--resume" in arguments else [[], ["tournament"]]:
                with self.subTest(arguments, command=command):
                    run = self.referee(*command, bot(), bot(), *arguments)
                    self.assertEqual((run.code, run.out, run.err.count("\n")), (2, "", 1), str(run))
                    self.assertIn(words, run.err)
        run, _ = self.play(bot(), bot(), "--game", "othello", "--position", OTHELLO)
        run = self.referee("replay", run.path, "--as-position", code=2, out="")
        self.assertIn("choose an earlier one with --at", run.err)
