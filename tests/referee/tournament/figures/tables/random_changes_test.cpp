// Plays random tournaments of every format, which their directors change at random moments. Checks that the state of a
// run equals the state that is rebuilt from the file, and that the table agrees with the games.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "referee/tournament/figures/tables/standings.hpp"
#include "referee/tournament/paper/schedule/swiss.hpp"
#include "tests/referee/tournament/figures/tables/random_tournament.hpp"
#include "tests/soak.hpp"

namespace tournament_test {

namespace {

void must(bool holds, const char* what) {
    if (!holds) FAIL(std::string(what));
}

/// The lines of the table from the top down, computed with equal ratings.
std::vector<StandingsLine> table_of(const Account& account) {
    Ratings ratings;
    ratings.entrants.resize(account.entrants().size());
    Part& all = ratings.parts.emplace_back();
    for (std::size_t i = 0; i < account.entrants().size(); ++i)
        all.members.push_back(i);
    return standings_of(account, std::move(ratings)).lines;
}

std::vector<StandingsLine> by_entrant(std::vector<StandingsLine> lines) {
    std::ranges::sort(lines, {}, &StandingsLine::entrant);
    return lines;
}

// Compares a run with its rebuilt state.

void compare(const Schedule& ran, const Schedule& rebuilt) {
    must(ran.byes() == rebuilt.byes(), "the rebuilt schedule has the same byes");
}

void compare(const Account& ran, const Account& rebuilt) {
    must(ran.played() == rebuilt.played(), "the same number of games is played");
    must(ran.total() == rebuilt.total() && ran.max_games() == rebuilt.max_games(), "the totals are equal");
    must(ran.finished() == rebuilt.finished(), "both accounts are finished, or neither");
    const auto lines = table_of(ran), others = table_of(rebuilt);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const StandingsLine &line = lines[i], &other = others[i];
        must(line.entrant == other.entrant && line.rank == other.rank, "the tables have the same order");
        must(line.half_points == other.half_points && line.byes == other.byes, "the tables have the same points");
        must(line.tie_breaks.buchholz == other.tie_breaks.buchholz &&
                 line.tie_breaks.sonneborn_berger == other.tie_breaks.sonneborn_berger,
             "the tables have the same tie-breaks");
    }
}

void check_rebuilt(const RandomTournament& played) {
    const auto schedule = played.rebuilt_schedule(played.planned());
    must(std::ranges::equal(schedule->ready(played.results()), played.schedule().ready(played.results())),
         "the rebuilt schedule plans the same games");
    compare(played.schedule(), *schedule);
    const auto from_results = played.rebuilt_schedule(played.planned_at_last_change());
    const auto& again = from_results->ready(played.results());
    must(again.size() >= played.planned().size() &&
             std::equal(played.planned().begin(), played.planned().end(), again.begin()),
         "the games since the last change follow from the results");
    compare(played.account(), played.rebuilt_account());
    const auto total = played.schedule().total(played.results());
    must(schedule->total(played.results()) == total, "the rebuilt schedule has the same number of games");
    const Account& account = played.account();
    if (account.knockout()) must(account.knockout()->total() == total, "a knockout's account has its schedule's total");
    if (played.has_end() && !account.knockout())
        must(account.max_games() == *total - static_cast<int>(played.field().cancelled().size()),
             "an account has its schedule's total without the cancelled games");
}

// Compares the table with the games.

/// The expected half points of an entrant, and the number of its pairings without play. These are byes, and pairings
/// with a walkover of which no game counts.
struct Expected {
    std::uint64_t half_points = 0;
    int rests = 0;
    std::uint64_t buchholz = 0;
};

bool is_walkover(const RandomTournament& played, const PlannedGame& game, int entrant, int other) {
    if (played.field().is_annulled(entrant)) return false;
    const auto leavers = played.field().cancelled().find(game.number);
    if (leavers == played.field().cancelled().end()) return played.field().is_annulled(other);
    return !leavers->second.contains(entrant);
}

std::vector<Expected> expected_points(const RandomTournament& played) {
    const auto count = at(played.entrants());
    const auto games_of_pairing = played.settings().format.games;
    const bool swiss = played.settings().format.format == Format::swiss;
    std::vector<Expected> expected(count);
    std::vector<std::set<int>> opponents(count);
    std::set<std::pair<int, int>> walkovers, begun;  // rounds and entrants
    for (const PlannedGame& game : played.planned()) {
        const auto match = played.matches().find(game.number);
        const bool counts = match != played.matches().end() && match->second.result.counts &&
                            !played.field().is_annulled(game.first) && !played.field().is_annulled(game.second);
        for (const auto& [one, other] : {std::pair(game.first, game.second), std::pair(game.second, game.first)}) {
            Expected& mine = expected[at(one)];
            if (counts) {
                const GameResult& result = match->second.result;
                opponents[at(one)].insert(other);
                begun.insert({game.round, one});
                mine.half_points += static_cast<std::uint64_t>(one == game.first ? half_points_of_first(result)
                                                                                 : half_points_of_second(result));
            }
            if (swiss && is_walkover(played, game, one, other)) {
                mine.half_points += 2;
                walkovers.insert({game.round, one});
            }
        }
    }
    for (const Bye& bye : played.schedule().byes()) {
        if (!swiss || played.field().is_annulled(bye.entrant)) continue;
        expected[at(bye.entrant)].half_points += 2 * static_cast<std::uint64_t>(games_of_pairing);
        ++expected[at(bye.entrant)].rests;
    }
    for (const auto& [round, entrant] : walkovers)
        expected[at(entrant)].rests += begun.contains({round, entrant}) ? 0 : 1;
    const std::uint64_t draws = static_cast<std::uint64_t>(games_of_pairing) *
                                static_cast<std::uint64_t>(Swiss::rounds_of(played.settings().format, played.field()));
    for (std::size_t i = 0; i < count; ++i) {
        for (const int opponent : opponents[i])
            expected[i].buchholz += expected[at(opponent)].half_points;
        expected[i].buchholz +=
            static_cast<std::uint64_t>(expected[i].rests) * std::min(expected[i].half_points, draws);
    }
    return expected;
}

void check_points(const RandomTournament& played) {
    const auto lines = by_entrant(table_of(played.account()));
    const auto expected = expected_points(played);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        must(lines[i].half_points == expected[i].half_points, "the points are those of games, byes and walkovers");
        if (played.settings().format.format == Format::swiss)
            must(lines[i].tie_breaks.buchholz == expected[i].buchholz, "Buchholz is the points of all opponents");
    }
}

void check_bracket(const RandomTournament& played) {
    const auto lines = by_entrant(table_of(played.account()));
    const auto rank = [&](int entrant) { return lines[at(entrant)].rank; };
    const Knockout::Bracket bracket = played.account().knockout()->bracket();
    std::vector<std::vector<int>> losers;  // by round: the entrants that lost a pairing
    for (const Knockout::Round& round : bracket.rounds) {
        losers.emplace_back();
        for (const Knockout::Pairing& pairing : round.pairings) {
            if (!pairing.winner) continue;
            const int loser = *pairing.winner == pairing.a ? pairing.b : pairing.a;
            must(rank(*pairing.winner) < rank(loser), "the winner of a pairing ranks above its loser");
            // A late entrant that loses its play-in was never in the bracket.
            if (round.name != "play-in" || loser == pairing.a) losers.back().push_back(loser);
        }
    }
    for (std::size_t later = 0; later < losers.size(); ++later) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            for (const int low : losers[earlier]) {
                for (const int high : losers[later])
                    must(rank(high) < rank(low), "entrants eliminated later rank above those eliminated earlier");
            }
        }
    }
    for (int i = 0; i < played.entrants(); ++i) {
        const auto heir = played.field().replaced_by(i);
        if (heir) must(rank(*heir) <= rank(i), "an heir ranks no lower than its predecessor");
    }
    if (!played.account().finished()) return;
    const Knockout::Round& last = bracket.rounds.back();
    if (last.pairings.size() == 1 && last.byes.empty() && last.pairings.front().winner)
        must(rank(*last.pairings.front().winner) == 1, "the winner of the last pairing ranks first");
}

// Checks the games that are not played, and the openings.

void check_games(const RandomTournament& played) {
    const Field& field = played.field();
    const auto open = std::ranges::count_if(
        played.planned(), [&](const PlannedGame& game) { return played.results().find(game.number) == nullptr; });
    const auto total = played.account().total();
    const bool all_planned =
        total && played.schedule().total(played.results()) == static_cast<int>(played.planned().size());
    if (all_planned)
        must(*total - static_cast<int>(played.account().played()) == open, "played plus left is the total");
    if (played.account().finished()) must(open == 0, "nothing is left at the end");
    const bool may_be_lost = played.account().knockout().has_value();  // a new version plays its pairing anew
    for (const auto& [number, match] : played.set_aside())
        must(may_be_lost || !field.cancelled().contains(number), "a game that was played is not cancelled");
    std::set<int> reinstated;
    for (const Change& change : played.changes()) {
        for (const int game : change.games)
            reinstated.erase(game);
        for (const int game : change.reinstated)
            must(reinstated.insert(game).second, "no match is reinstated twice");
    }
    for (const auto& [number, match] : played.matches())
        must(!field.cancelled().contains(number), "a game with a match is not cancelled");
    check_openings(played.planned(), played.changes(), played.settings().format.listed_openings);
}

// Checks a tournament at its end.

void check_end(const RandomTournament& played) {
    must(played.account().finished(), "the account is finished");
    must(played.schedule().finished(played.results()), "the schedule is finished");
    const Field& field = played.field();
    const FormatSettings& format = played.settings().format;
    // A round of a knockout may consist only of byes.
    if (format.format != Format::knockout) check_pairs(played.planned(), played.entrants());
    for (const int a : field.present()) {
        for (const int b : field.present()) {
            const bool meet =
                format.format == Format::round_robin ||
                (format.format == Format::gauntlet && (a == field.holder_of(0) || b == field.holder_of(0)));
            if (a == b || !meet) continue;
            must(played.played_between(a, b) == format.games, "all present entrants have met");
            int next = -1, pair = -1;  // the opening of the next pair, and the last pair
            for (const PlannedGame& game : played.planned()) {
                if (couple_of(game) != Couple(std::minmax(a, b))) continue;
                must(!field.cancelled().contains(game.number), "no game of two that are there is cancelled");
                if (!game.opening || std::exchange(pair, game.pair) == game.pair) continue;
                if (next < 0) next = *game.opening;
                must(*game.opening == next, "the k-th pair of a pairing has the k-th opening");
                next = format.listed_openings > 0 ? (next + 1) % format.listed_openings : next + 1;
            }
        }
    }
    std::set<std::pair<int, int>> opponents;  // pairs of a round and an entrant that plays in it
    for (const PlannedGame& game : played.planned()) {
        if (format.format != Format::swiss || game.number % format.games != 0) continue;
        must(opponents.insert({game.round, game.first}).second && opponents.insert({game.round, game.second}).second,
             "nobody has two opponents in a round");
    }
    if (format.format == Format::knockout) {
        const auto alive = played.account().knockout()->bracket().alive;  // the winner may leave after the end
        must(std::ranges::count(alive, true) <= 1, "at most one entrant is left in a knockout");
    }
}

void check(const RandomTournament& played) {
    check_rebuilt(played);
    check_points(played);
    check_games(played);
    if (played.account().knockout()) check_bracket(played);
}

}  // namespace

TEST_CASE("tournaments that are changed at random moments agree with their files, and their tables with the games") {
    const int rounds = repetitions(100, 4000);
    for (int number = 0; number < rounds; ++number) {
        for (const Format format :
             {Format::round_robin, Format::gauntlet, Format::swiss, Format::knockout, Format::ladder}) {
            INFO(std::string(name_of(format)), ", number ", number);
            RandomTournament played(format, static_cast<std::uint64_t>(number));
            for (int change = 0; change < 5; ++change) {
                played.play(static_cast<int>(played.random(14)));
                check(played);
                played.interrupt();
                check(played);
                played.change();
                check(played);
            }
            played.play(played.has_end() ? 1 << 20 : 60);
            check(played);
            if (played.has_end()) check_end(played);
        }
    }
}

}  // namespace tournament_test
