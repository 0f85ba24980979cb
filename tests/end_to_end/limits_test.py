"""The limits of moves, given or by default: they are the same in every command, and the sample bots keep to them."""

from harness import BIN, FACTOR, GAME, RefereeTest, bot, main
from stored_logs import stored_logs
from tournament_case import TournamentCase

ALPHABETA = str(BIN / "alphabeta")
# An empty board has so many moves that a search uses all of its time.
TWO_PLIES = "othello:max_plies=2"


def limits_of(log):
    return log["limits"]["first_move_us"], log["limits"]["move_us"]


class MatchTest(RefereeTest):
    def test_alphabeta_thinks_as_long_as_a_move_may_take_and_is_in_time_with_its_first(self):
        seconds = 4.0 * FACTOR
        run, log = self.play(ALPHABETA, ALPHABETA, "--game", TWO_PLIES, "--move-time", f"{seconds}s")
        self.assertEqual(log["result"]["detail"], "ply limit", run)
        self.assertEqual(limits_of(log), (seconds * 1e6, seconds * 1e6))
        self.assertGreater(max(ply["wall_us"] for ply in log["plies"]), 0.9e6 * FACTOR)

    def test_alphabeta_heeds_a_limit_of_its_first_move_that_is_less(self):
        run, log = self.play(ALPHABETA, ALPHABETA, "--game", TWO_PLIES, "--move-time", f"{10 * FACTOR}s",
                             "--first-move-time", f"{2 * FACTOR}s")
        self.assertEqual(log["result"]["detail"], "ply limit", run)
        self.assertEqual(limits_of(log), (2e6 * FACTOR, 10e6 * FACTOR))

    def test_alphabeta_answers_at_once_where_a_limit_is_less_than_a_millisecond(self):
        for more in (["--move-time", "900us", "--first-move-time", "20s"], ["--move-time", "20s", "--first-move-time", "900us"]):
            with self.subTest(more):
                run, log = self.play(ALPHABETA, bot(), "--game", TWO_PLIES, *more, "--margin", f"{20 * FACTOR}s")
                self.assertEqual(log["result"]["detail"], "ply limit", run)

    def test_a_first_move_has_the_time_of_a_move_unless_its_own_is_given(self):
        for given, first in ((["--move-time", "30s"], 30e6), (["--move-time", "30s", "--first-move-time", "20s"], 20e6)):
            _, log = self.play(bot(), bot(), *given)
            self.assertEqual(limits_of(log), (first, 30e6))


class TournamentTest(TournamentCase):
    def limits(self, db):
        return set(map(limits_of, stored_logs(self.folder / db).values()))

    def test_a_tournament_has_the_same_limits_from_its_begin_to_its_end(self):
        for number, (given, first) in enumerate(((["--move-time", "30s"], 30e6),
                                                 (["--move-time", "30s", "--first-move-time", "20s"], 20e6))):
            db = f"{number}.db"
            self.tournament(*self.picks(2), "--game", GAME, *given, "--games", 4, "--stop-after", 2, "--db", db)
            self.tournament("--resume", "--move-time", "30s", "--db", db)
            self.assertEqual((self.count(db), self.limits(db)), (4, {(first, 30e6)}))


if __name__ == "__main__":
    main()
