// Tests the sides of single games in a Swiss tournament: FIDE's colour preferences, and their effect over many
// tournaments.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "referee/tournament/schedule/matching.hpp"
#include "referee/tournament/schedule/swiss.hpp"
#include "referee/tournament/schedule/swiss_pairing.hpp"
#include "tests/referee/tournament/schedule/played.hpp"

namespace tournament_test {

namespace {

constexpr bool first = true, second = false;

bool is_third_in_a_row(const Sides& sides, bool next) {
    const auto count = sides.size();
    return count >= 2 && sides[count - 1] == next && sides[count - 2] == next;
}

bool is_too_much(const Sides& sides, bool next) {
    int balance = next ? 1 : -1;
    for (const bool side : sides)
        balance += side ? 1 : -1;
    return std::abs(balance) > 2;
}

bool may_have(const Sides& sides, bool next) {
    return !is_third_in_a_row(sides, next) && !is_too_much(sides, next);
}

/// Returns whether the two entrants may play each other. Either of them may then move first.
bool may_meet(const Sides& a, const Sides& b) {
    return (may_have(a, first) && may_have(b, second)) || (may_have(a, second) && may_have(b, first));
}

struct Counts {
    int games = 0;
    int thirds = 0;       ///< games on the same side for the third time in a row
    int too_much = 0;     ///< games that make a balance of three
    int avoidable = 0;    ///< rounds that contain a game of these two kinds, but could have been paired without any
    int yielded = 0;      ///< entrants that did not get the side that they were due
    int unnecessary = 0;  ///< entrants counted in `yielded` whose opponent was not due the same side
};

/// A tournament of single games, observed round by round.
class Observed {
public:
    /// Plays the tournament and adds its events to `counts`.
    Observed(int entrants, std::optional<int> rounds, std::uint64_t salt, Counts& counts)
        : counts_(counts), entrants_(entrants), sides_(at(entrants)), met_(entrants + entrants % 2) {
        FormatSettings settings = settings_of(Format::swiss, 1);
        settings.rounds = rounds;
        Swiss swiss(settings, entrants, salt);
        const FinishedGames results = play_out(swiss, salt, Completion::in_order);
        const auto games = swiss.ready(results);
        for (int round = 0; round < swiss.rounds(); ++round) {
            std::vector<PlannedGame> now;
            std::copy_if(games.begin(), games.end(), std::back_inserter(now),
                         [&](const PlannedGame& game) { return game.round == round; });
            std::optional<int> bye;
            for (const Bye& one : swiss.byes()) {
                if (one.round == round) bye = one.entrant;
            }
            look_at(now, bye);
        }
    }

private:
    Sides& sides(int entrant) { return sides_[at(entrant)]; }

    void look_at(const std::vector<PlannedGame>& round, std::optional<int> bye) {
        int broken = 0;
        for (const PlannedGame& game : round) {
            for (const auto& [entrant, side] : {std::pair(game.first, first), std::pair(game.second, second)}) {
                counts_.thirds += is_third_in_a_row(sides(entrant), side) ? 1 : 0;
                counts_.too_much += is_too_much(sides(entrant), side) ? 1 : 0;
                broken += may_have(sides(entrant), side) ? 0 : 1;
                const SidePreference due = preference_of(sides(entrant));
                if (due.urgency == Urgency::none || due.first == side) continue;
                ++counts_.yielded;
                const SidePreference other = preference_of(sides(entrant == game.first ? game.second : game.first));
                if (other.urgency == Urgency::none || other.first != due.first) ++counts_.unnecessary;
            }
            ++counts_.games;
        }
        if (broken > 0 && another_pairing()) ++counts_.avoidable;
        for (const PlannedGame& game : round) {
            sides(game.first).push_back(first);
            sides(game.second).push_back(second);
            met_.set(game.first, game.second, true);
        }
        if (bye) met_.set(*bye, entrants_, true);
    }

    /// Returns whether the round could be paired so that no entrant has the same side for the third time in a row or
    /// reaches a balance of three.
    bool another_pairing() {
        Graph open(met_.size());
        for (int a = 0; a < met_.size(); ++a) {
            for (int b = 0; b < a; ++b)
                open.set(a, b, !met_.has(a, b) && (a == entrants_ || may_meet(sides(a), sides(b))));
        }
        return perfect_matching(open, std::vector<bool>(static_cast<std::size_t>(met_.size()), true)).has_value();
    }

    Counts& counts_;
    int entrants_;
    std::vector<Sides> sides_;
    Graph met_;
};

}  // namespace

TEST_CASE("preferences are those of FIDE's Dutch system") {
    const auto check = [](const Sides& sides, Urgency urgency, bool due) {
        CHECK(preference_of(sides).urgency == urgency);
        CHECK(preference_of(sides).first == due);
    };
    CHECK(preference_of({}).urgency == Urgency::none);
    check({first}, Urgency::strong, second);
    check({first, second}, Urgency::mild, first);
    check({second, first}, Urgency::mild, second);
    check({first, first}, Urgency::absolute, second);
    check({second, second}, Urgency::absolute, first);
    check({first, second, second}, Urgency::absolute, first);
    check({second, second, first, first}, Urgency::absolute, second);  // balanced, but the same side twice in a row
    check({first, second, first}, Urgency::strong, second);
    check({first, first, second, first}, Urgency::absolute, second);  // on one side in two games more than on the other
    check({second, first, first}, Urgency::absolute, second);
}

TEST_CASE("sides are given by FIDE's order of claims") {
    CHECK(!moves_first({}, {}));
    CHECK(moves_first({first}, {}) == second);
    CHECK(moves_first({}, {first}) == first);
    CHECK(moves_first({first}, {second}) == second);        // both get the side that they are due
    CHECK(moves_first({first}, {first, first}) == first);   // an absolute claim is stronger than a strong one
    CHECK(moves_first({second, first}, {first}) == first);  // a strong claim is stronger than a mild one
    // Both have an absolute claim to move second. The entrant with the greater balance gets this side.
    CHECK(moves_first({second, first, first}, {first, first}) == first);
    // Goes back to the last game in which the two entrants had different sides, and swaps these sides.
    CHECK(moves_first({second, first, first, second}, {first, second, first, second}) == second);
    CHECK(moves_first({first, second, first, second}, {second, first, first, second}) == first);
    // Nothing distinguishes the two entrants, so the higher-ranked entrant gets the side that it is due.
    CHECK(moves_first({first}, {first}) == second);
    CHECK(moves_first({second}, {second}) == first);
}

TEST_CASE("no entrant has a side three times in a row or three times more often, if another pairing exists") {
    Counts sum;
    for (int entrants = 5; entrants <= 40; ++entrants) {
        for (std::uint64_t salt = 0; salt < 30; ++salt)
            Observed(entrants, std::nullopt, salt, sum);
    }
    MESSAGE(sum.games << " games, " << sum.thirds << " thirds, " << sum.too_much << " too much, " << sum.yielded
                      << " yielded");
    CHECK(sum.games > 50'000);
    CHECK(sum.avoidable == 0);
    CHECK(sum.unnecessary == 0);
    CHECK(sum.thirds <= sum.games / 2000);
    CHECK(sum.too_much <= sum.games / 2000);
    CHECK(sum.yielded < sum.games / 4);
}

TEST_CASE("with many rounds for few entrants, this still holds") {
    Counts sum;
    for (const int entrants : {8, 9, 12, 16}) {
        for (std::uint64_t salt = 0; salt < 40; ++salt)
            Observed(entrants, entrants / 2, salt, sum);
    }
    MESSAGE(sum.games << " games, " << sum.thirds << " thirds, " << sum.too_much << " too much");
    CHECK(sum.avoidable == 0);
    CHECK(sum.unnecessary == 0);
}

}  // namespace tournament_test
