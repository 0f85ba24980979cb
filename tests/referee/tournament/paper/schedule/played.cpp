#include "tests/referee/tournament/paper/schedule/played.hpp"

#include <map>
#include <set>

#include <doctest/doctest.h>

#include "games/dice.hpp"

namespace tournament_test {

FormatSettings settings_of(Format format, int games) {
    FormatSettings settings;
    settings.format = format;
    settings.games = games;
    return settings;
}

GameResult made_up(const PlannedGame& game, std::uint64_t salt) {
    games::Dice dice(games::Dice(salt).next() ^ static_cast<std::uint64_t>(game.number));
    const int luck = static_cast<int>(dice.below(100));
    GameResult result;
    result.number = game.number;
    if (salt % 2 == 1) {
        if (luck < 60) result.winner = luck % 2;
    } else if (luck >= 10) {
        const bool first_is_stronger = game.first < game.second;
        result.winner = (luck < 85) == first_is_stronger ? 0 : 1;
    }
    result.forfeit = result.winner && dice.below(20) == 0;
    return result;
}

FinishedGames play_out(Schedule& schedule, std::uint64_t salt, Completion completion, int most) {
    FinishedGames results;
    games::Dice dice(salt + 77);
    std::vector<PlannedGame> known;
    std::vector<PlannedGame> waiting;
    while (results.size() < most) {
        const auto& games = schedule.ready(results);
        REQUIRE(games.size() >= known.size());
        REQUIRE(std::equal(known.begin(), known.end(), games.begin()));
        waiting.insert(waiting.end(), games.begin() + static_cast<std::ptrdiff_t>(known.size()), games.end());
        known = games;
        CHECK(schedule.finished(results) == waiting.empty());
        if (waiting.empty()) break;
        auto next = waiting.begin();
        if (completion == Completion::backwards) next = waiting.end() - 1;
        if (completion == Completion::at_random) next += static_cast<std::ptrdiff_t>(dice.below(waiting.size()));
        results.add(made_up(*next, salt));
        waiting.erase(next);
    }
    return results;
}

std::vector<int> points(const std::vector<PlannedGame>& games, const FinishedGames& results, int entrants,
                        int before_round) {
    std::vector<int> sums(static_cast<std::size_t>(entrants));
    for (const PlannedGame& game : games) {
        const GameResult* result = results.find(game.number);
        if (result == nullptr || game.round >= before_round) continue;
        sums[static_cast<std::size_t>(game.first)] += half_points_of_first(*result);
        sums[static_cast<std::size_t>(game.second)] += half_points_of_second(*result);
    }
    return sums;
}

std::map<Couple, int> games_of_couples(const std::vector<PlannedGame>& games) {
    std::map<Couple, int> counts;
    for (const PlannedGame& game : games)
        ++counts[couple_of(game)];
    return counts;
}

std::vector<int> side_balances(const std::vector<PlannedGame>& games, int entrants) {
    std::vector<int> balances(static_cast<std::size_t>(entrants));
    for (const PlannedGame& game : games) {
        ++balances[static_cast<std::size_t>(game.first)];
        --balances[static_cast<std::size_t>(game.second)];
    }
    return balances;
}

void check_pairs(const std::vector<PlannedGame>& games, int entrants) {
    std::map<int, std::vector<PlannedGame>> pairs;
    for (std::size_t i = 0; i < games.size(); ++i) {
        const PlannedGame& game = games[i];
        CHECK(game.number == static_cast<int>(i));
        CHECK(game.first != game.second);
        CHECK(std::min(game.first, game.second) >= 0);
        CHECK(std::max(game.first, game.second) < entrants);
        CHECK(game.seed < std::uint64_t{1} << 53);
        CHECK((i == 0 || game.round == games[i - 1].round || game.round == games[i - 1].round + 1));
        pairs[game.pair].push_back(game);
    }
    for (const auto& [pair, both] : pairs) {
        REQUIRE(both.size() <= 2);
        if (both.size() < 2) continue;
        CHECK(both[0].first == both[1].second);
        CHECK(both[0].second == both[1].first);
        CHECK(both[0].seed == both[1].seed);
        CHECK(both[0].opening == both[1].opening);
        CHECK(both[0].round == both[1].round);
        CHECK(both[0].number + 1 == both[1].number);
    }
}

namespace {

/// The first opening that was used least.
int next_opening(const std::map<int, int>& uses, int start, int listed) {
    const auto used = [&](int opening) {
        const auto found = uses.find(opening);
        return found == uses.end() ? 0 : found->second;
    };
    int next = start;
    if (listed == 0) {
        while (used(next) > 0)
            ++next;
        return next;
    }
    for (int opening = 0; opening < listed; ++opening) {
        if (used(opening) < used(next)) next = opening;
    }
    return next;
}

}  // namespace

void check_openings(const std::vector<PlannedGame>& games, std::span<const Change> changes, int listed) {
    std::set<int> cancelled;                         // when the game was planned
    std::map<Couple, std::vector<PlannedGame>> met;  // all earlier games of each pairing
    auto change = changes.begin();
    for (const PlannedGame& game : games) {
        for (; change != changes.end() && change->planned <= game.number; ++change) {
            cancelled.insert(change->cancelled.begin(), change->cancelled.end());
            for (const int restored : change->restored)
                cancelled.erase(restored);
        }
        std::vector<PlannedGame>& earlier = met[couple_of(game)];
        const bool begins_pair = earlier.empty() || earlier.back().pair != game.pair;
        if (game.opening && begins_pair) {
            std::map<int, std::set<int>> pairs;  // by opening
            for (const PlannedGame& one : earlier)
                if (!cancelled.contains(one.number)) pairs[*one.opening].insert(one.pair);
            std::map<int, int> uses;
            for (const auto& [opening, numbers] : pairs)
                uses[opening] = static_cast<int>(numbers.size());
            const bool at_0 = listed > 0 || couple_of(game) == Couple(0, 1);
            const int start = at_0 ? 0 : earlier.empty() ? *game.opening : *earlier.front().opening;
            if (*game.opening != next_opening(uses, start, listed))
                FAIL("game ", game.number, " has opening ", *game.opening);
        }
        earlier.push_back(game);
    }
}

}  // namespace tournament_test
