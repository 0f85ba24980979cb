// Tests Swiss tournaments: no pairing is repeated, no entrant has two byes, opponents have similar scores, and the
// sides follow FIDE's colour preferences.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "referee/tournament/paper/schedule/matching.hpp"
#include "referee/tournament/paper/schedule/swiss.hpp"
#include "referee/tournament/paper/schedule/swiss_pairing.hpp"
#include "tests/referee/tournament/paper/schedule/played.hpp"

namespace tournament_test {

namespace {

FormatSettings swiss_of(int games, std::optional<int> rounds = {}) {
    FormatSettings settings = settings_of(Format::swiss, games);
    settings.rounds = rounds;
    return settings;
}

using Pairs = std::vector<Couple>;

/// The points of the entrants before a round, including the points for byes.
std::vector<int> scores(const Swiss& swiss, const std::vector<PlannedGame>& games, const FinishedGames& results,
                        int entrants, int games_of_pairing, int round) {
    auto sums = points(games, results, entrants, round);
    for (const Bye& bye : swiss.byes()) {
        if (bye.round < round) sums[at(bye.entrant)] += 2 * games_of_pairing;
    }
    return sums;
}

/// Checks that no pairing is repeated, that every entrant plays or has the bye in every round, and that no entrant has
/// two byes.
void check_rounds(const Swiss& swiss, const std::vector<PlannedGame>& games, int entrants, int games_of_pairing) {
    std::set<std::pair<Couple, int>> met;  // the couples that have met, each with its round
    std::map<int, std::multiset<int>> playing;
    for (const PlannedGame& game : games) {
        if (met.emplace(couple_of(game), game.round).second) playing[game.round].insert({game.first, game.second});
    }
    const auto counts = games_of_couples(games);
    CHECK(met.size() == counts.size());
    for (const auto& [couple, count] : counts)
        CHECK(count == games_of_pairing);
    std::set<int> rested;
    for (const Bye& bye : swiss.byes()) {
        CHECK(rested.insert(bye.entrant).second);
        playing[bye.round].insert(bye.entrant);
    }
    CHECK(static_cast<int>(playing.size()) == swiss.rounds());
    for (const auto& [round, entrants_of_round] : playing) {
        CHECK(static_cast<int>(entrants_of_round.size()) == entrants);
        CHECK(std::set<int>(entrants_of_round.begin(), entrants_of_round.end()).size() == entrants_of_round.size());
    }
    CHECK(static_cast<int>(swiss.byes().size()) == (entrants % 2 == 1 ? swiss.rounds() : 0));
}

/// The widest score gap of the best pairing, found by trying all pairings. `rest`: the entrants that play, as bits.
int min_gap(const std::vector<int>& score, const std::set<Couple>& met, unsigned rest) {
    if (rest == 0) return 0;
    int a = 0;
    while ((rest >> a & 1u) == 0)
        ++a;
    int least = 1 << 20;
    for (int b = a + 1; b < static_cast<int>(score.size()); ++b) {
        if ((rest >> b & 1u) == 0 || met.contains({a, b})) continue;
        const int gap = std::abs(score[at(a)] - score[at(b)]);
        if (gap < least) least = std::min(least, std::max(gap, min_gap(score, met, rest & ~(1u << a | 1u << b))));
    }
    return least;
}

/// Checks that no round of a tournament has a wider score gap than necessary.
void check_gaps(const Swiss& swiss, const std::vector<PlannedGame>& games, const FinishedGames& results, int entrants,
                int each) {
    std::set<Couple> met;
    for (int round = 0; round < swiss.rounds(); ++round) {
        const auto score = scores(swiss, games, results, entrants, each, round);
        unsigned rest = (1u << entrants) - 1;
        for (const Bye& bye : swiss.byes()) {
            if (bye.round == round) rest &= ~(1u << bye.entrant);
        }
        int widest = 0;
        std::set<Couple> now;
        for (const PlannedGame& game : games) {
            if (game.round != round) continue;
            widest = std::max(widest, std::abs(score[at(game.first)] - score[at(game.second)]));
            now.insert(couple_of(game));
        }
        CHECK(widest == min_gap(score, met, rest));
        met.merge(now);
    }
}

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

TEST_CASE("in a Swiss tournament of 7, 8 or 33 entrants nobody meets an opponent twice or rests twice") {
    for (const int entrants : {7, 8, 33}) {
        for (std::uint64_t salt = 0; salt < 40; ++salt) {
            const int each = 1 + static_cast<int>(salt / 2 % 3);
            Swiss swiss(swiss_of(each), entrants, salt);
            CHECK(swiss.rounds() == (entrants == 33 ? 7 : 4));
            const FinishedGames results = play_out(swiss, salt);
            const auto& games = swiss.ready(results);
            CHECK(swiss.total({}) == static_cast<int>(games.size()));
            check_pairs(games, entrants);
            check_rounds(swiss, games, entrants, each);
        }
    }
}

TEST_CASE("every number of entrants and rounds that can be paired is paired to the end") {
    for (int entrants = 2; entrants <= 12; ++entrants) {
        const int most = entrants - 1 + entrants % 2;
        for (int rounds = 1; rounds <= most; ++rounds) {
            for (std::uint64_t salt = 0; salt < 12; ++salt) {
                const int each = 1 + static_cast<int>(salt / 2 % 2);
                Swiss swiss(swiss_of(each, rounds), entrants, salt);
                const FinishedGames results = play_out(swiss, salt, Completion::in_order);
                check_rounds(swiss, swiss.ready(results), entrants, each);
            }
        }
    }
}

TEST_CASE("no pair of a round is wider apart in score than necessary") {
    for (int entrants = 6; entrants <= 11; ++entrants) {
        for (std::uint64_t salt = 0; salt < 20; ++salt) {
            Swiss swiss(swiss_of(2, entrants / 2), entrants, salt);
            const FinishedGames results = play_out(swiss, salt, Completion::in_order);
            check_gaps(swiss, swiss.ready(results), results, entrants, 2);
        }
    }
}

TEST_CASE("scores within pairs are close") {
    double gaps = 0;
    int pairs = 0;
    for (std::uint64_t salt = 0; salt < 20; ++salt) {
        Swiss swiss(swiss_of(2), 33, salt);
        const FinishedGames results = play_out(swiss, salt, Completion::in_order);
        const auto& games = swiss.ready(results);
        for (int round = 1; round < swiss.rounds(); ++round) {
            const auto score = scores(swiss, games, results, 33, 2, round);
            for (const PlannedGame& game : games) {
                if (game.round != round) continue;
                gaps += std::abs(score[at(game.first)] - score[at(game.second)]);
                ++pairs;
            }
        }
    }
    CHECK(gaps / pairs < 0.8);  // the average score gap in half points; a pairing has 4 half points
}

TEST_CASE(
    "with pairs of games, every entrant moves first as often as second; with single games, the difference is at most "
    "two") {
    for (std::uint64_t salt = 0; salt < 60; ++salt) {
        const int entrants = 6 + static_cast<int>(salt % 20);
        for (const int each : {1, 2, 3, 4}) {
            Swiss swiss(swiss_of(each), entrants, salt);
            const FinishedGames results = play_out(swiss, salt, Completion::in_order);
            for (const int balance : side_balances(swiss.ready(results), entrants)) {
                CHECK(std::abs(balance) <= (each % 2 == 0 ? 0 : 2));
            }
        }
    }
}

TEST_CASE("each entrant of the upper half plays its counterpart in the lower half") {
    std::vector<SwissEntrant> equals(8);
    CHECK(pair_swiss(equals, Graph(8), 0)->pairs == Pairs{{0, 4}, {1, 5}, {2, 6}, {3, 7}});
    equals.resize(7);
    const auto seven = pair_swiss(equals, Graph(7), 0);
    CHECK(seven->pairs == Pairs{{0, 3}, {1, 4}, {2, 5}});
    CHECK(seven->bye == 6);
    equals[6].had_bye = true;
    CHECK(pair_swiss(equals, Graph(7), 0)->bye == 5);
}

TEST_CASE("an entrant left over in a score group plays the best of the next group") {
    std::vector<SwissEntrant> entrants(6);
    for (const int ahead : {5, 2, 0})
        entrants[at(ahead)].score = 2;
    CHECK(pair_swiss(entrants, Graph(6), 0)->pairs == Pairs{{0, 2}, {5, 1}, {3, 4}});
    Graph met(6);
    met.set(5, 1, true);
    CHECK(pair_swiss(entrants, met, 0)->pairs == Pairs{{0, 2}, {5, 3}, {1, 4}});
    // Entrant 0 gives up its usual opponent, because entrant 5 has no other opponent left.
    met.set(5, 3, true);
    met.set(5, 4, true);
    CHECK(pair_swiss(entrants, met, 0)->pairs == Pairs{{0, 5}, {2, 1}, {3, 4}});
}

TEST_CASE(
    "of equal opponents, the one that is due the other side is preferred, and a strong claim outweighs a mild one") {
    std::vector<SwissEntrant> entrants(4);
    for (const int entrant : {0, 2})
        entrants[at(entrant)].sides = {true};
    for (const int entrant : {1, 3})
        entrants[at(entrant)].sides = {false};
    CHECK(pair_swiss(entrants, Graph(4), 0)->pairs == Pairs{{0, 3}, {1, 2}});
    // All entrants are due to move second. Entrants 0 and 2 have a strong claim. If these two met, one of them would
    // have to give up its claim.
    for (const int mild : {1, 3})
        entrants[at(mild)].sides = {false, true};
    CHECK(pair_swiss(entrants, Graph(4), 0)->pairs == Pairs{{0, 3}, {1, 2}});
}

TEST_CASE("two entrants with an absolute claim to the same side don't meet, unless there is no other pairing") {
    for (const Sides& sides : {Sides{true, true}, Sides{true, false, true, true}, Sides{false, true, true}}) {
        std::vector<SwissEntrant> entrants(4);
        for (const int i : {0, 1})
            entrants[at(i)] = {4, sides, false};
        CHECK(pair_swiss(entrants, Graph(4), 0)->pairs == Pairs{{0, 2}, {1, 3}});
        entrants[1].sides.flip();
        CHECK(pair_swiss(entrants, Graph(4), 0)->pairs == Pairs{{0, 1}, {2, 3}});
        entrants[1].sides = sides;
        entrants.resize(2);
        CHECK(pair_swiss(entrants, Graph(2), 0)->pairs == Pairs{{0, 1}});
    }
}

TEST_CASE("no round is paired in a way that makes a later one impossible") {
    // The couples that have not met are the edges of a prism. The Dutch system would choose the three edges that
    // connect the two triangles. Only the triangles would remain, and they can't be paired.
    std::vector<SwissEntrant> entrants(6);
    Graph met(6);
    for (int a = 0; a < 6; ++a) {
        for (int b = 0; b < a; ++b)
            met.set(a, b, (a < 3) != (b < 3) && a != b + 3);
    }
    CHECK(pair_swiss(entrants, met, 0)->pairs == Pairs{{0, 3}, {1, 4}, {2, 5}});
    CHECK(pair_swiss(entrants, met, 1)->pairs == Pairs{{0, 3}, {1, 2}, {4, 5}});
    CHECK(pair_swiss(entrants, met, 2).has_value());
    CHECK(!pair_swiss(entrants, met, 3).has_value());
}

TEST_CASE("if everybody has met everybody, there is no pairing") {
    Graph met(4);
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < a; ++b)
            met.set(a, b, true);
    }
    CHECK(!pair_swiss(std::vector<SwissEntrant>(4), met, 0).has_value());
}

TEST_CASE("a thousand entrants are paired in seconds") {
    Swiss swiss(swiss_of(2, 3), 1000, 1);
    const FinishedGames results = play_out(swiss, 2, Completion::in_order, 1000);
    CHECK(swiss.ready(results).size() == 2000);
}

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

namespace {

/// The fewest rematches in a pairing of those that are `free`, by trying all. Nothing if there is no pairing.
std::optional<int> fewest_rematches(std::uint32_t free, const Graph& open, const Graph& before,
                                    std::map<std::uint32_t, std::optional<int>>& known) {
    if (free == 0) return 0;
    if (const auto found = known.find(free); found != known.end()) return found->second;
    const int a = std::countr_zero(free);
    std::optional<int> fewest;
    for (int b = a + 1; b < open.size(); ++b) {
        if ((free >> b & 1U) == 0 || !open.has(a, b)) continue;
        const auto rest = fewest_rematches(free & ~(1U << a) & ~(1U << b), open, before, known);
        if (rest) fewest = std::min(fewest.value_or(open.size()), *rest + (before.has(a, b) ? 1 : 0));
    }
    return known[free] = fewest;
}

}  // namespace

TEST_CASE("if entrants must meet again, as few as possible do, however many there are") {
    std::mt19937 random(5);
    int with_rematches = 0, unpaired = 0;
    for (const int count : {4, 6, 8, 10, 14, 18, 20}) {
        for (int i = 0; i < 40; ++i) {
            const std::vector<SwissEntrant> entrants(at(count));
            Graph met(count), before(count), open(count);
            // Groups that have met among themselves leave somebody over if they are odd.
            const auto groups = std::uniform_int_distribution(1, 4)(random);
            for (int b = 1; b < count; ++b) {
                for (int a = 0; a < b; ++a) {
                    const bool is_far = a % groups != b % groups;
                    const bool is_met = random() % 20 < (is_far ? 19 : 3);
                    before.set(a, b, is_met);
                    met.set(a, b, is_met && random() % 3 == 0);
                    open.set(a, b, !met.has(a, b));
                }
            }
            std::map<std::uint32_t, std::optional<int>> known;
            const auto fewest = fewest_rematches((1U << count) - 1, open, before, known);
            const auto forbidden = with_few_rematches(entrants, met, before);
            REQUIRE(fewest.has_value() == forbidden.has_value());
            unpaired += fewest ? 0 : 1;
            if (!fewest) continue;
            int allowed = 0;
            Graph left = open;
            for (int b = 1; b < count; ++b) {
                for (int a = 0; a < b; ++a) {
                    left.set(a, b, !forbidden->has(a, b));
                    allowed += !forbidden->has(a, b) && before.has(a, b) ? 1 : 0;
                }
            }
            CHECK(allowed == *fewest);
            CHECK(perfect_matching(left, std::vector<bool>(at(count), true)));
            with_rematches += *fewest > 0 ? 1 : 0;
        }
    }
    MESSAGE(with_rematches, " with rematches, ", unpaired, " unpaired");
    CHECK(with_rematches > 60);
    CHECK(unpaired < 100);
}

TEST_CASE("one rematch is better than two, also if each of the two is needed without the one") {
    constexpr int rings = 3, ring = 6;
    const std::vector<SwissEntrant> entrants(at(rings * ring));
    Graph met(rings * ring), before(rings * ring);
    for (int b = 1; b < met.size(); ++b) {
        for (int a = 0; a < b; ++a) {
            const bool are_neighbours = a / ring == b / ring && (b == a + 1 || b == a + ring - 1);
            met.set(a, b, !are_neighbours);
            before.set(a, b, !are_neighbours);
        }
    }
    for (int start = 0; start < met.size(); start += ring) {
        before.set(start, start + 1, true);
        before.set(start + 3, start + 4, true);
        before.set(start, start + 5, true);
    }
    const auto forbidden = with_few_rematches(entrants, met, before);
    REQUIRE(forbidden);
    for (int start = 0; start < met.size(); start += ring) {
        CHECK_FALSE(forbidden->has(start, start + 1));
        CHECK(forbidden->has(start + 3, start + 4));
        CHECK(forbidden->has(start, start + 5));
    }
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

TEST_CASE("after the rounds of a Swiss tournament, everybody plays two pairs against each bot of the staff") {
    for (const int entrants : {4, 7, 12}) {
        FormatSettings settings = swiss_of(2, 3);
        Swiss without(settings, entrants, 1);
        const FinishedGames results_without = play_out(without, 2);
        settings.staff = 2;
        Swiss swiss(settings, entrants, 1);
        const auto all = swiss.total({}).value();
        const FinishedGames results = play_out(swiss, 2);
        const auto& games = swiss.ready(results);
        CHECK(static_cast<int>(games.size()) == all);
        check_pairs(games, entrants);
        const auto& rounds = without.ready(results_without);
        REQUIRE(games.size() == rounds.size() + at((entrants - 2) * 2 * 2 * pairs_with_staff));
        CHECK(std::equal(rounds.begin(), rounds.end(), games.begin()));
        const auto with_staff =
            games_of_couples({games.begin() + static_cast<std::ptrdiff_t>(rounds.size()), games.end()});
        CHECK(with_staff.size() == at((entrants - 2) * 2));
        for (const auto& [couple, count] : with_staff) {
            CHECK((couple.first < 2 && couple.second >= 2));
            CHECK(count == 2 * pairs_with_staff);
        }
        CHECK(swiss.byes() == without.byes());
    }
}

TEST_CASE("the games against the staff stay as they are when somebody leaves, and are left out without a staff") {
    FormatSettings settings = swiss_of(2, 2);
    settings.staff = 1;
    Swiss swiss(settings, 5, 1);
    const FinishedGames results = play_out(swiss, 2);
    const auto games = swiss.ready(results);
    const auto after = [&](std::vector<Change> changes, std::size_t planned) {
        const std::vector<PlannedGame> known(games.begin(), games.begin() + static_cast<std::ptrdiff_t>(planned));
        Swiss changed(settings, Field(5, changes), 1, known);
        const auto all = changed.total({});
        FinishedGames known_results;
        for (const PlannedGame& game : known)
            known_results.add(made_up(game, 2));
        const auto more = changed.ready(known_results);
        CHECK(std::equal(known.begin(), known.end(), more.begin()));
        CHECK(static_cast<int>(more.size()) == all);
        return more.size() - planned;
    };
    const auto leaves = [](int entrant, std::size_t planned) {
        return std::vector<Change>{
            {.kind = Change::Kind::withdrawn, .planned = static_cast<int>(planned), .entrant = entrant}};
    };
    const std::size_t of_rounds = games.size() - at(4 * 2 * pairs_with_staff);
    CHECK(after(leaves(3, games.size()), games.size()) == 0);
    CHECK(after(leaves(3, of_rounds), of_rounds) == at(3 * 2 * pairs_with_staff));
    CHECK(after(leaves(0, of_rounds), of_rounds) == 0);
}

TEST_CASE("annulled single games give no side") {
    const FormatSettings settings = swiss_of(1, 2);
    int judged = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Swiss swiss(settings, 4, seed);
        const auto known = swiss.ready({});
        const PlannedGame annulled = known[0], other = known[1];
        FinishedGames results;
        for (const PlannedGame& game : known)
            results.add(made_up(game, seed));
        const std::vector<Change> changes = {
            {.kind = Change::Kind::withdrawn, .planned = 2, .entrant = annulled.second, .annulled = true}};
        Swiss changed(settings, Field(4, changes), seed, known);
        const auto& games = changed.ready(results);
        REQUIRE(games.size() == 3);
        const PlannedGame& next = games[2];
        if (next.first != annulled.first && next.second != annulled.first) continue;
        ++judged;
        CHECK(next.first != other.first);
        CHECK(next.second != other.second);
    }
    CHECK(judged > 5);
}

}  // namespace tournament_test
