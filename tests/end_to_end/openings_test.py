"""Games that begin with openings from a file, in series and in tournaments."""
import json

from harness import LONG_LIMITS, RefereeTest, bot
from stored_logs import stored_logs

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
        run = self.referee("tournament", *arguments, "--stop-after", 5)
        self.assertEqual(run.code, 0, str(run))
        (self.folder / "book.txt").unlink()
        run = self.referee("tournament", "--resume", "--db", "t.db")
        self.assertEqual(run.code, 0, str(run))
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
        run = self.referee(*stage, "u.db", "--game", narrow)
        self.assertEqual((run.code, run.out), (2, ""), str(run))
        self.assertIn("--from: openings 't.db', line 1: move 2, 'DROP 4', is not legal there; "
                      "it is of another game or board: give others with --openings", run.err)
        self.assertFalse((self.folder / "u.db").exists())
        self.assertIn("openings of 2 random plies", self.referee(*stage, "u.db", "--game", narrow, "--openings", 2).out)
        wide = self.referee(*stage, "w.db", "--game", SMALL.replace("width=5", "width=6"))
        self.assertIn("\n3 openings from a list\n", wide.out, str(wide))

    def test_wrong_use(self):
        (self.folder / "wrong.txt").write_text("DROP 0\nDROP 0, DROP 7\n")
        for arguments, words in ((["--openings", "wrong.txt"], "openings 'wrong.txt', line 2: move 2, 'DROP 7', is not legal there"),
                                 (["--openings", "none.txt"], "none.txt"),
                                 (["--openings", "0"], "--openings 0: a number of plies is from 1 to 1000 (a file of this name: ./0)"),
                                 (["--openings", "4,start=2"], "--openings: start goes with openings from a file: FILE,start=5"),
                                 (["--openings", "order=random"], "--openings: order goes with openings from a file: FILE,order=random"),
                                 (["--openings", "book.txt,order=backwards"], "write file or random"),
                                 (["--openings", "book.txt,start=4"], "'book.txt' has 3 openings")):
            for command in ([], ["tournament"]):
                with self.subTest(command=command, arguments=arguments):
                    run = self.referee(*command, bot(), bot(), "--game", SMALL, *arguments)
                    self.assertEqual((run.code, run.out), (2, ""), str(run))
                    self.assertIn(words, run.err)
        self.assertFalse((self.folder / "tournament.db").exists())
        run = self.referee(bot(), bot(), "--openings", "book.txt", "--resume", "m.json")
        self.assertIn("--openings and --resume both say how the match begins", run.err)
