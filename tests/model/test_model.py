#!/usr/bin/env python3
"""Tests of the model itself: examples by hand, of the docs, and of FIDE."""

import math
import unittest

import history
import knockout
import laws
import live
import options
import order
import outputs
import pairs
import plans
import points
import sprt
import statistics_of_shares
import tiebreaks

HALF = "draw"


def tournament(format_, names, games, *more):
    """A tournament whose games are given as (round, first, second, outcome); None: planned and not played. Two
    neighbours with swapped sides are a pair."""
    result = history.Tournament(options.Words(["tournament", "--format", format_, *more]), names)
    add(result, games)
    return result


def add(result, games):
    for round_, first, second, outcome in games:
        number = len(result.games) + 1
        last = result.games.get(number - 1)
        pair = last.pair if last and last.players == (second, first) and sum(g.pair == last.pair for g in result.games.values()) == 1 else \
            (last.pair + 1 if last else 1)
        result.plan({"game": number, "round": round_, "pair": pair, "first": first, "second": second, "opening": None, "seed": pair})
        if outcome:
            ending, result_ = ("by_rules", outcome) if isinstance(outcome, str) else outcome
            result.play({"game": number, "outcome": result_, "ending": ending, "detail": "square", "moves": [str(number)]})


def standings(result):
    return {name: line.points for name, line in points.lines(result).items()}


class Points(unittest.TestCase):
    def test_the_example_of_the_docs(self):
        # docs/tournament_file.md: wins, draws and losses of each pairing by who moves first, and the standings.
        games = [("ann", "bob's", 0, 3, 1), ("bob's", "py", 1, 0, 2), ("py", "ann", 2, 0, 1)]
        played = [(1, a, b, outcome) for a, b, won, drawn, lost in games
                  for outcome in ["first"] * won + [HALF] * drawn + ["second"] * lost]
        found = tournament("round-robin", ["ann", "bob's", "py"], played, "--games", "4")
        self.assertEqual(standings(found), {"py": 4.0, "bob's": 3.5, "ann": 2.5})
        py = points.lines(found)["py"]
        self.assertEqual((py.won, py.drawn, py.lost), ({"first": 2, "second": 2}, {"first": 0, "second": 0}, {"first": 1, "second": 1}))
        self.assertEqual(points.crosstable(found)["bob's", "ann"], (2.5, 4))

    def test_games_that_do_not_count(self):
        found = tournament("round-robin", ["a", "b", "c"], [
            (1, "a", "b", "first"), (1, "b", "a", ("aborted", "aborted")), (2, "a", "c", ("timeout", "second")), (2, "c", "b", "first")])
        self.assertEqual(standings(found), {"a": 1, "b": 0, "c": 2})
        line = points.lines(found)["a"]
        self.assertEqual((line.games, line.void, line.forfeits), (2, 1, 1))
        found.change("annul", ["c"])
        self.assertEqual(standings(found), {"a": 1, "b": 0, "c": 0})
        self.assertEqual(points.lines(found)["a"].forfeits, 0)

    def test_set_aside_and_reinstated(self):
        found = tournament("round-robin", ["a", "b"], [(1, "a", "b", "first"), (1, "b", "a", "first")])
        found.change("again", ["1"])
        self.assertEqual(standings(found), {"a": 0, "b": 1})
        self.assertEqual([game.number for game in found.missing()], [1])
        found.change("withdraw", ["b"])
        self.assertEqual(standings(found), {"a": 1, "b": 1})
        self.assertEqual(found.missing(), [])

    def test_return_restores_cancelled_games(self):
        found = tournament("round-robin", ["a", "b", "c"], [(1, "a", "b", None), (1, "b", "a", None), (2, "b", "c", None)])
        found.change("withdraw", ["b"])
        found.change("withdraw", ["c"])
        self.assertEqual(found.missing(), [])
        found.change("return", ["b"])
        self.assertEqual([game.number for game in found.missing()], [1, 2])
        found.change("return", ["c"])
        self.assertEqual([game.number for game in found.missing()], [1, 2, 3])

    def test_repeats(self):
        found = tournament("round-robin", ["a", "b"], [])
        for number in range(1, 4):
            found.plan({"game": number, "round": 1, "pair": number, "first": "a", "second": "b"})
            found.play({"game": number, "outcome": "first", "moves": ["x"] if number < 3 else ["y"]})
        self.assertEqual(points.lines(found)["a"].distinct, 2)
        rows = {}
        self.assertEqual([laws.columns_of(found, game, rows)["repeat_of"] for game in found.games.values()], [None, 1, None])


class Sides(unittest.TestCase):
    """The lower balance moves first in a new single game of a changed round robin; annulled games don't count."""

    def plan(self, first, second):
        found = tournament("round-robin", ["a", "b"], [(1, "a", "b", "first")], "--games", "1")
        found.change("replace", ["b=c"])
        add(found, [(2, "a", "c", "first")])
        found.change("add", ["d"])
        add(found, [(3, first, second, "first")])
        return [what for law, what in plans.check_single_games(found)]

    def test_the_lower_balance_moves_first(self):
        self.assertEqual(self.plan("c", "d"), [])
        self.assertEqual(self.plan("d", "a"), [])
        self.assertEqual(self.plan("a", "d"), ["'a' moves first in game 3 with the balance 1, 'd' has 0"])
        self.assertEqual(self.plan("d", "c"), ["'d' moves first in game 3 with the balance 0, 'c' has -1"])


class Swiss(unittest.TestCase):
    NAMES = ["a", "b", "c", "d", "e"]

    def first_round(self, *outcomes):
        return tournament("swiss", self.NAMES, [(1, "a", "b", outcomes[0]), (1, "b", "a", outcomes[1]),
                                                (1, "c", "d", outcomes[2]), (1, "d", "c", outcomes[3])])

    def test_bye(self):
        found = self.first_round("first", "first", "first", HALF)
        self.assertEqual(points.byes(found), [("e", 1)])
        self.assertEqual(standings(found), {"a": 1, "b": 1, "c": 1.5, "d": 0.5, "e": 2})

    def test_walkover_and_both_gone(self):
        found = self.first_round("first", None, None, None)
        found.change("withdraw", ["b"])
        self.assertEqual(standings(found)["a"], 2)
        found.change("withdraw", ["a"])
        self.assertEqual(standings(found)["a"], 1)
        found.change("withdraw", ["d"])
        add(found, [(2, "c", "e", None)])
        found.change("withdraw", ["c"])
        self.assertEqual(standings(found)["c"], 2, "it left after the next round was planned: it had won")

    def test_annulled(self):
        found = self.first_round("second", "first", "first", "first")
        found.change("annul", ["b"])
        self.assertEqual(standings(found), {"a": 2, "b": 0, "c": 1, "d": 1, "e": 2})

    def test_tie_breaks_by_hand(self):
        # Round 1: a beats b 2:0, c and d 1:1, e has a bye (2). Round 2: a - e 1:1, c beats b 2:0, d has a bye (2).
        found = self.first_round("first", "second", "first", "first")
        add(found, [(2, "a", "e", "first"), (2, "e", "a", "first"), (2, "c", "b", "first"), (2, "b", "c", "second")])
        lines = points.lines(found)
        self.assertEqual(standings(found), {"a": 3, "b": 0, "c": 3, "d": 3, "e": 3})
        ties = tiebreaks.TieBreaks(found, lines)
        # e: a (3) and a dummy with its own 3 points; a draw in every game of 4 rounds would be 4.
        self.assertEqual(ties.buchholz, {"a": 0 + 3, "b": 6, "c": 3 + 0, "d": 3 + 3, "e": 3 + 3})
        self.assertEqual(ties.buchholz_cut1, {"a": 3, "b": 3, "c": 3, "d": 3, "e": 3})
        # a: 2 wins against b (0), 1 win of 2 against e (3). e: 1 win against a (3), 2 wins against the dummy (3).
        self.assertEqual(ties.sonneborn_berger, {"a": 3, "b": 0, "c": 3, "d": 9, "e": 9})
        self.assertEqual(ties.direct, {})   # a and c, d and e are equal so far, and have not met

    def test_begun_pairing_is_won_against_the_opponent(self):
        found = self.first_round("first", None, "first", "first")
        found.change("withdraw", ["b"])
        lines = points.lines(found)
        self.assertEqual(tiebreaks.byes_of(found, "a"), [])
        found = self.first_round(None, None, "first", "first")
        found.change("withdraw", ["b"])
        self.assertEqual(tiebreaks.byes_of(found, "a"), [2])
        lines = points.lines(found)
        self.assertEqual(tiebreaks.buchholz(found, lines, "a"), 2)

    def test_number_of_rounds(self):
        self.assertEqual([history.default_rounds(n) for n in (2, 3, 4, 5, 8, 9, 16)], [1, 3, 3, 4, 4, 5, 5])


class Fide(unittest.TestCase):
    def test_direct_encounter_of_three(self):
        """FIDE Arbiters' Seminar, "Tie-breaks": players 1, 2 and 3 are tied; 1 beats 2, the other two games are drawn.
        The first has 1½, the third 1, the second ½."""
        found = tournament("round-robin", ["1", "2", "3"], [(1, "1", "2", "first"), (2, "2", "3", HALF), (3, "1", "3", HALF)], "--games", "1")
        self.assertEqual(tiebreaks.direct_encounter(found, ["1", "2", "3"]), {"1": 1.5, "2": 0.5, "3": 1})

    def test_direct_encounter_needs_all_games(self):
        """Handbook C.07, 6.1 and 6.2 with the rule of docs/tables.md: nobody is compared if two have not met."""
        found = tournament("round-robin", ["1", "2", "3"], [(1, "1", "2", "first")], "--games", "1")
        self.assertIsNone(tiebreaks.direct_encounter(found, ["1", "2", "3"]))
        self.assertEqual(tiebreaks.direct_encounter(found, ["1", "2"]), {"1": 1, "2": 0})

    def test_sonneborn_berger_is_the_sum_of_beaten_and_half_of_drawn_opponents(self):
        """Handbook C.07, 9.1. Four players: a 2, b 2, c 1½, d ½."""
        found = tournament("round-robin", ["a", "b", "c", "d"], [
            (1, "a", "d", "first"), (1, "b", "c", "first"), (2, "d", "c", HALF), (2, "a", "b", "first"),
            (3, "b", "d", "first"), (3, "c", "a", "first")], "--games", "1")
        lines = points.lines(found)
        self.assertEqual(standings(found), {"a": 2, "b": 2, "c": 1.5, "d": 0.5})
        self.assertEqual([tiebreaks.sonneborn_berger(found, lines, name) for name in "abcd"], [2.5, 2, 2.25, 0.75])

    def test_dummy_has_no_more_than_draws(self):
        """Handbook C.07, 16.4.2: the dummy has the entrant's points, but no more than a draw in every round."""
        found = tournament("swiss", ["a", "b", "c"], [(1, "a", "b", "first"), (2, "a", "c", "first"), (3, "b", "c", "first")], "--games", "1", "--rounds", "3")
        lines = points.lines(found)
        self.assertEqual(lines["a"].points, 3)      # two wins and the bye of the third round
        self.assertEqual(tiebreaks.dummy(found, lines, "a"), 1.5)
        self.assertEqual(tiebreaks.buchholz(found, lines, "a"), 2 + 1 + 1.5)


class Places(unittest.TestCase):
    def test_shared_by_superiority(self):
        found = tournament("ladder", ["a", "b", "c"], [])
        ratings = order.Ratings({"a": 50.0, "b": 20.0, "c": -70.0}, dict.fromkeys("abc", 0),
                                {"a": {"b": 0.7, "c": 0.97}, "b": {"a": 0.3, "c": 0.9}, "c": {"a": 0.03, "b": 0.1}})
        lines = points.lines(found)
        keys = order.keys(found, lines, tiebreaks.TieBreaks(found, lines), ratings)
        ordered = order.order(found, keys)
        self.assertEqual(ordered, ["a", "b", "c"])
        self.assertEqual(order.places(found, ordered, keys, ratings), {"a": 1, "b": 1, "c": 2})

    def test_without_games_all_share(self):
        found = tournament("round-robin", ["a", "b"], [])
        lines = points.lines(found)
        ratings = order.Ratings({"a": None, "b": None}, {"a": 0, "b": 1}, {"a": {"b": None}, "b": {"a": None}})
        keys = order.keys(found, lines, tiebreaks.TieBreaks(found, lines), ratings)
        self.assertEqual(order.places(found, order.order(found, keys), keys, ratings), {"a": 1, "b": 1})


    def test_an_anchor_does_not_change_the_order(self):
        rows = [{"name": name, "elo": elo, "part": part, "elo_word": word} for name, elo, part, word in
                (("a", 120.0, 0, None), ("b", 1510.0, 1, None), ("c", -120.0, 0, None), ("d", 1500.0, 1, "fixed"))]
        self.assertEqual(laws.without_anchor(rows), {"a": 120.0, "b": 5.0, "c": -120.0, "d": -5.0})


class Ladder(unittest.TestCase):
    def test_rests_when_each_bot_has_its_games_without_annulled_ones(self):
        found = tournament("ladder", ["a", "b", "c"], [(1, "a", "b", "first"), (1, "b", "a", "draw"), (1, "c", "a", "first"), (1, "a", "c", "first")])
        found.pairs_before_rest = 1
        self.assertTrue(found.rests())
        found.change("annul", ["c"])
        self.assertEqual([found.pairs_of(name) for name in "abc"], [1, 1, 0])
        found.pairs_before_rest = 2
        self.assertFalse(found.rests())


class Goal(unittest.TestCase):
    def test_is_checked_with_16_games_that_count(self):
        games = [(1, "a", "b", "first"), (1, "b", "a", "second")] * 7 + [(1, "a", "b", ("aborted", "aborted")), (1, "b", "a", "draw")]
        found = tournament("ladder", ["a", "b"], games, "--until", "los=80")
        self.assertFalse(live.goal_is_checked(found))
        add(found, [(1, "a", "b", "first")])
        self.assertTrue(live.goal_is_checked(found))
        add(found, [(1, "b", "a", None)])
        self.assertFalse(live.goal_is_checked(found))

    def test_is_checked_at_the_end_of_all_games(self):
        found = tournament("round-robin", ["a", "b"], [(1, "a", "b", "first"), (1, "b", "a", "second")], "--until", "los=80", "--games", "4")
        self.assertFalse(live.goal_is_checked(found))
        add(found, [(2, "a", "b", "first"), (2, "b", "a", "second")])
        self.assertTrue(live.goal_is_checked(found))

    def test_progress_is_about_neighbours_that_are_there(self):
        found = tournament("ladder", ["a", "b", "c"], [(1, "a", "b", "first"), (1, "b", "c", "first")], "--until", "los=80")
        found.change("withdraw", ["b"])
        above = {"a": {"a": None, "b": 0.7, "c": 0.9}, "b": {"a": 0.3, "b": None, "c": 0.6}, "c": {"a": 0.1, "b": 0.4, "c": None}}
        best = {"standings": [{"name": name} for name in "abc"],
                "superiority": [{"name": name, "likelihood": row} for name, row in above.items()]}
        self.assertEqual(live.goal_progress(laws.Model(found), best), (1, 1, 90))


class Knockout(unittest.TestCase):
    def test_three_entrants(self):
        found = tournament("knockout", ["a", "b", "c"], [(1, "b", "c", "first"), (1, "c", "b", "first")])
        self.assertIsNone(knockout.winner(found, knockout.pairings(found)[0]))     # 1 : 1, an extra pair comes
        add(found, [(1, "b", "c", "second"), (1, "c", "b", "first")])
        self.assertEqual(knockout.reached(found), {"a": (1, True), "b": (0, False), "c": (1, True)})
        self.assertEqual(knockout.pairings_to_come(found), 1)

    def test_the_new_version_advances_if_its_opponent_leaves(self):
        found = tournament("knockout", ["a", "b"], [(1, "a", "b", "draw"), (1, "b", "a", None)])
        found.change("replace", ["a=c"])
        self.assertTrue(knockout.is_abandoned(found, knockout.pairings(found)[0]))
        found.change("withdraw", ["b"])
        self.assertEqual(knockout.winner(found, knockout.pairings(found)[0]), "c")
        self.assertEqual(knockout.reached(found), {"a": (0, False), "b": (0, False), "c": (1, True)})
        found.change("withdraw", ["c"])
        self.assertIsNone(knockout.winner(found, knockout.pairings(found)[0]))

    def test_the_order_in_which_two_leave_does_not_decide_whether_earlier_results_count(self):
        for orders in ((("withdraw", "a"), ("replace", "d=e")), (("replace", "d=e"), ("withdraw", "a")), (("replace", "d=e"), ("withdraw", "e"))):
            found = tournament("knockout", ["a", "b", "c", "d"], [(1, "a", "d", "second"), (1, "d", "a", "first"), (1, "b", "c", None), (1, "c", "b", None)])
            found.change("again", ["1-2"])
            for kind, what in orders:
                found.change(kind, [what])
            self.assertEqual(standings(found), {"a": 0, "b": 0, "c": 0, "d": 2, **({"e": 0} if "e" in found.entrants else {})})
            self.assertEqual(knockout.winner(found, knockout.pairings(found)[0]), "d")
            self.assertEqual(sum(each[2] for each in found.changes), 0)

    def test_who_has_played_on_has_advanced_whatever_comes_later(self):
        found = tournament("knockout", ["a", "b", "c", "d"], [(1, "a", "d", "first"), (1, "d", "a", "draw"), (1, "b", "c", "first"), (1, "c", "b", None)])
        found.change("withdraw", ["b"])
        add(found, [(2, "a", "c", "draw"), (2, "c", "a", None)])
        pairing = knockout.pairings(found)[1]
        self.assertEqual(knockout.winner(found, pairing), "c")
        found.change("withdraw", ["c"])
        self.assertEqual(knockout.winner(found, pairing), "c")

    def test_the_holder_when_the_next_games_are_planned_advances(self):
        found = tournament("knockout", ["a", "b", "c", "d"], [(1, "a", "d", "draw"), (1, "b", "c", None)], "--games", "1")
        found.change("withdraw", ["b"])
        add(found, [(1, "a", "d", "first"), (1, "d", "a", "second")])
        found.change("replace", ["c=e"])
        self.assertEqual(knockout.winner(found, knockout.pairings(found)[1]), "c")
        self.assertEqual(knockout.reached(found), {"a": (1, True), "b": (0, False), "c": (1, False), "d": (0, False), "e": (1, True)})

    def test_who_loses_a_play_in_stands_behind_who_plays_the_next_round(self):
        found = tournament("knockout", ["a", "b", "c"], [(1, "c", "b", "second")], "--games", "1")
        found.change("add", ["d"])
        found.change("replace", ["a=e", "b=f"])
        add(found, [(2, "f", "d", "second"), (3, "d", "e", "first")])
        self.assertEqual(knockout.reached(found), {"a": (1, False), "b": (1, False), "c": (0, False), "d": (3, True), "e": (2, False),
                                                   "f": (1, False)})

    def test_better_seed_after_two_extra_pairs(self):
        found = tournament("knockout", ["a", "b"], [(1, "a", "b", "first"), (1, "b", "a", "first")] * 3)
        self.assertEqual(knockout.winner(found, knockout.pairings(found)[0]), "a")


class Test(unittest.TestCase):
    SETTINGS = {"elo0": 0.0, "elo1": 60.0, "alpha": 0.05, "beta": 0.05, "model": "logistic"}

    def test_bounds(self):
        self.assertAlmostEqual(sprt.bounds(self.SETTINGS)[1], math.log(19))

    def test_fit_has_the_mean_of_the_hypothesis(self):
        counts = [3, 5, 20, 9, 4]
        p = sprt.fitted_logistic(counts, 60)
        self.assertAlmostEqual(sum(p), 1, 9)
        self.assertAlmostEqual(sum(a * q for a, q in zip(sprt.SHARES, p)), 1 / (1 + 10 ** (-60 / 400)), 9)

    def test_symmetric_hypotheses_and_results(self):
        self.assertAlmostEqual(sprt.log_likelihood_ratio([2, 5, 9, 5, 2], dict(self.SETTINGS, elo0=-30.0, elo1=30.0)), 0, 9)

    def test_only_two_outcomes_by_hand(self):
        # All pairs are 0 or 2 points: a plain binomial test, but for the traces of the outcomes that never happened.
        found = sprt.log_likelihood_ratio([4, 0, 0, 0, 6], self.SETTINGS)
        s0, s1 = 0.5, sprt.expected_score(60)
        self.assertAlmostEqual(found, 6 * math.log(s1 / s0) + 4 * math.log((1 - s1) / (1 - s0)), 2)

    def test_normalized_fit(self):
        p = sprt.fitted_normalized([3, 5, 20, 9, 4], 60)
        mean, deviation = sprt.mean_and_deviation(p)
        self.assertAlmostEqual((mean - 0.5) / (deviation * math.sqrt(2)) * 800 / math.log(10), 60, 6)

    def test_repeats_count_less(self):
        self.assertEqual(sprt.effective("aaab"), 16 / 10)
        whole = sprt.Course([(1.5, ["a", "b"]), (1.5, ["c", "d"])], self.SETTINGS)
        twice = sprt.Course([(1.5, ["a", "b"]), (1.5, ["a", "b"])], self.SETTINGS)
        self.assertAlmostEqual(twice.ratio, whole.ratio / 2)

    def test_course_ends_at_the_verdict(self):
        course = sprt.Course([(2.0, [f"{i}", f"{i}'"]) for i in range(100)], self.SETTINGS)
        self.assertEqual(course.verdict, "H1")
        self.assertLess(sum(course.counts), 100)

    def test_pairs_left_of_clear_and_mirrored_results(self):
        # One bot wins almost all games, and the hypotheses are close to each other: powers of the drift are huge.
        lost = [0.5 if i % 2 == 0 else 0.0 for i in range(20)]
        left = []
        for points in (lost, [2.0 - each for each in lost]):
            course = sprt.Course([(each, [f"{i}", f"{i}'"]) for i, each in enumerate(points)], dict(self.SETTINGS, elo0=-0.5, elo1=0.5))
            self.assertIsNone(course.verdict)
            left.append(course.pairs_left())
        self.assertAlmostEqual(left[0], left[1], 5)
        self.assertAlmostEqual(left[0] / ((course.high - course.ratio) / (course.ratio / 20)), 1, 2)  # pairs like those so far


class Broken(unittest.TestCase):
    """Each two play as many games; `forfeits` is how many of its games each one forfeits against the last bot."""

    def weights(self, games, forfeits):
        names = sorted(forfeits)
        played = []
        for index, one in enumerate(names):
            for other in names[index + 1:]:
                lost = forfeits[one] if other == names[-1] else 0
                played += [(1, one, other, ("timeout", "second"))] * lost + [(1, one, other, "first")] * (games - lost)
        found = tournament("round-robin", names, played)
        lines = points.lines(found)
        return found, {frozenset(game.players): points.weight_of_strength(lines, game) for game in found.counting()}

    def test_two_that_forfeit(self):
        # a and b forfeit 1 of 9 games: 2/9 each. c and d are sound.
        found, weights = self.weights(3, {"a": 1, "b": 1, "c": 0, "d": 0})
        self.assertAlmostEqual(weights[frozenset("ab")], 1 - 4 / 81)
        self.assertEqual({weights[frozenset(two)] for two in ("ac", "bd", "cd")}, {1})
        self.assertAlmostEqual(laws.log_odds(laws.Model(found), "a", "b"), 400 * math.log10((3 * 77 / 81 + 0.5) / 0.5))

    def test_fewer_than_two_sound_bots(self):
        # a has 2/3, b and c 0.4 each; d is sound: s = 1/3 + 0.6 + 0.6 + 1, so the rule holds in full.
        self.assertAlmostEqual(self.weights(5, {"a": 5, "b": 3, "c": 3, "d": 0})[1][frozenset("ab")], 1 - 2 / 3 * 0.4)
        # a and b have 1, c is sound: s = 1, so all games count.
        self.assertEqual(self.weights(4, {"a": 4, "b": 4, "c": 0})[1][frozenset("ab")], 1)
        # b has 0.75: s = 1.25.
        self.assertAlmostEqual(self.weights(4, {"a": 4, "b": 3, "c": 0})[1][frozenset("ab")], 1 - 0.25 * 0.75)


class TwoBots(unittest.TestCase):
    def test_numbers_by_hand(self):
        line = pairs.TwoBots([2, 1, 1, 0.5])
        self.assertEqual((line.pairs, line.score, line.even, line.ratio), (4, 4.5 / 8, 0.5, 1))
        deviation = math.sqrt(sum((x - 0.5625) ** 2 for x in (1, 0.5, 0.5, 0.25)) / 4)
        self.assertAlmostEqual(line.nelo, 0.0625 / (deviation * math.sqrt(2)) * 800 / math.log(10))


class Shares(unittest.TestCase):
    def test_interval_of_the_docs(self):
        # docs/tables.md: "draws: 3 of 10, 30.0 % [9.3, 60.6]".
        low, high = statistics_of_shares.interval(3, 10)
        self.assertEqual((round(100 * low, 1), round(100 * high, 1)), (9.3, 60.6))

    def test_sign_test(self):
        self.assertAlmostEqual(statistics_of_shares.sign_test(10, 0), 2 / 1024)
        self.assertEqual(statistics_of_shares.sign_test(3, 3), 1)

    def test_holm_of_the_docs(self):
        # docs/ratings.md: of 20 openings one must be won by the first player in 10 of 10 games.
        others = {i: 1.0 for i in range(19)}
        self.assertEqual(statistics_of_shares.holm({"x": statistics_of_shares.sign_test(10, 0), **others}), ["x"])
        self.assertEqual(statistics_of_shares.holm({"x": statistics_of_shares.sign_test(9, 0), **others}), [])


class Outputs(unittest.TestCase):
    TEXT = """magnetize:height=2,width=3
round robin of 3 entrants, 4 games a pairing, seed 9007199254740991
10 of 12 games played
not finished: these are the tables of the games so far

place name  points games 1st W/D/L 2nd W/D/L Elo [95 %]        forfeits
    1 py       4.0     6     2/0/1     2/0/1  +28 [-68, +204]         1
    1 bob's    3.5     7     1/0/2     1/3/0   -3 [-129, +111]        0
place: 1 + the number of bots above that are surely stronger (95 % or more)

crosstable: points/games against
# name      1     2
1 py        . 2.0/3
2 bob's 1.0/3     .

endings: by_rules 8, crashed 2
forfeits
  py: crashed 1
"""

    def test_text(self):
        text = outputs.Text(self.TEXT)
        self.assertEqual(text.standings[0], {"place": "1", "name": "py", "points": "4.0", "games": "6", "1st W/D/L": "2/0/1",
                                             "2nd W/D/L": "2/0/1", "Elo": "+28 [-68, +204]", "forfeits": "1"})
        self.assertEqual(text.notes, ["place: 1 + the number of bots above that are surely stronger (95 % or more)"])
        self.assertEqual(text.crosstable[2], ("bob's", ["1.0/3", "."]))
        self.assertEqual(text.forfeits, {"py": {"crashed": 1}})

    def test_csv_and_markdown(self):
        self.assertEqual(outputs.rows_of_csv("name,points,elo\r\n'-x,1.5,\r\n"), [{"name": "-x", "points": 1.5, "elo": None}])
        self.assertEqual(outputs.rows_of_markdown("| name | buchholz\\_cut1 |\n| --- | --- |\n| a\\|b | 2.5 |\n"),
                         [{"name": "a|b", "buchholz_cut1": 2.5}])


if __name__ == "__main__":
    unittest.main()
