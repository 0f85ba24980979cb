"""No bot loses for writing to stderr, however much it writes."""
import json
import re

from harness import FACTOR, GAME, RefereeTest, bot


class StderrTest(RefereeTest):
    def test_a_lot_in_each_turn(self):
        """Slightly less than a pipe holds, and then more; both bots play to the end, whichever writes it."""
        for players in ((bot(chatter=60_000), bot()), (bot(chatter=200_000), bot(chatter=60_000))):
            _, log = self.play(*players, "--game", "othello")
            self.assertEqual(log["result"]["ending"], "by_rules", log["result"]["detail"])
            self.assertGreater(len(log["plies"]) // 2 * 60_000, 1_300_000)

    def test_who_writes_a_lot_pays_for_the_writing_and_the_opponent_for_nothing(self):
        """Read with rests, at 64 KiB a millisecond, it would take 183 ms."""
        writer, opponent = [], []
        for _ in range(10):  # others may have the cores
            _, log = self.play(bot(chatter=12_000_000), bot(), "--game", "magnetize:height=6,width=7,square=4")
            self.assertEqual(log["result"]["ending"], "by_rules", log["result"]["detail"])
            writer.append(log["plies"][0]["wall_us"])
            opponent += [ply["wall_us"] for ply in log["plies"] if ply["player"] == 1]
            if min(writer) < 90_000:
                break
        self.assertLess(min(writer), 90_000 * FACTOR)
        self.assertLess(sorted(opponent)[len(opponent) // 2], 20_000 * FACTOR)

    def test_a_little_in_each_turn_of_a_long_game(self):
        talker = bot(chatter=1300)
        _, log = self.play(talker, talker, "--game", "magnetize:height=32,width=64,square=8")
        self.assertEqual(log["result"]["ending"], "by_rules", log["result"]["detail"])
        self.assertGreater(len(log["plies"]) // 2 * 1300, 1_200_000)

    def test_of_much_the_end_is_kept_and_what_is_left_out_is_counted(self):
        run, log = self.play(bot(5, "exit:3", chatter=60_000, stderr=r"last words\n"), bot())
        tail = log["failure"]["stderr_tail"]
        match = re.match(r"\[(\d+) bytes left out\]\n", tail)
        self.assertTrue(match, tail[:100])
        self.assertEqual(int(match[1]) + len(tail) - match.end(), 5 * 60_000 + len("last words\n"))
        self.assertTrue(tail.endswith("e\nlast words\n"))
        self.assertLessEqual(len(tail), 65536)
        self.assertIn("| last words", run.out)

    def test_passing_it_on_makes_no_game_void(self):
        """The referee is late because it prints the bot's stderr: this counts as the bot's time."""
        script = self.program("empty_lines", "#!/bin/sh\nyes '' >&2 &\nexec sleep 1000\n")
        run = self.referee(script, bot(), "--game", GAME, "--stderr", "--json", "--move-time", f"{200 * FACTOR}ms")
        result = json.loads(run.out)
        self.assertEqual((result["void_games"], result["endings"]), (0, {"timeout": 1}))

    def test_without_end_beside_good_answers(self):
        """A child of the bot writes all the time."""
        for seat in (0, 1):
            players = [bot(), bot()]
            players[seat] = bot(1, "answer_and_flood_stderr")
            _, log = self.play(*players)
            self.assertEqual(log["result"]["ending"], "by_rules", log["result"]["detail"])
            self.assert_nothing_left()
