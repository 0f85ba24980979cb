// Tests that nobody can compute later games from published ones, with the attack that computes the seed of older files.
#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "games/dice.hpp"
#include "referee/core/match/openings.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/tournament/paper/schedule/ladder.hpp"
#include "tests/referee/tournament/paper/schedule/played.hpp"

namespace tournament_test {

using referee::DrawMethod;
using referee::in_order;
using referee::max_seed;
using referee::OpeningList;
using referee::OpeningOrder;
using referee::Purpose;
using referee::RunSeed;

namespace {

/// Everybody knows these of a game that has been played. Sides, rounds and pairs are those of the pages.
using Published = std::vector<PlannedGame>;

/// The state in which SplitMix64 gives this number.
std::uint64_t state_before(std::uint64_t number) {
    number ^= number >> 31 ^ number >> 62;
    number *= 0x319642b2d24d8ec3u;
    number ^= number >> 27 ^ number >> 54;
    number *= 0x96de1b173f119089u;
    return (number ^ number >> 30 ^ number >> 60) - games::splitmix64_step;
}

/// The attack: the seeds that some choice of an older file may come from. `seed`: the first 53 bits of the choice. The
/// other bits are tried.
std::vector<std::uint64_t> seeds_behind(std::uint64_t seed, std::uint64_t purpose, std::uint64_t number) {
    std::vector<std::uint64_t> found;
    for (std::uint64_t low = 0; low < 1 << 11; ++low) {
        const std::uint64_t of_purpose = state_before(seed << 11 | low) ^ number;
        const std::uint64_t of_seed = state_before(of_purpose) ^ purpose;
        if (const std::uint64_t run = state_before(of_seed); run <= max_seed) found.push_back(run);
    }
    return found;
}

/// The seed that explains the seeds of all these games, if there is one.
std::optional<std::uint64_t> solve(const Published& games) {
    const auto number_of = [](const PlannedGame& game, Purpose purpose) {
        return static_cast<std::uint64_t>(purpose == Purpose::opening ? game.opening.value_or(0) : game.pair);
    };
    for (const Purpose purpose : {Purpose::pair, Purpose::opening}) {
        const PlannedGame& known = games.front();
        const auto behind = seeds_behind(known.seed, static_cast<std::uint64_t>(purpose), number_of(known, purpose));
        for (const std::uint64_t candidate : behind) {
            const RunSeed run(candidate, DrawMethod::splitmix64);
            if (std::ranges::all_of(games, [&](const PlannedGame& game) {
                    return run.seed_for(purpose, number_of(game, purpose)) == game.seed;
                }))
                return candidate;
        }
    }
    return std::nullopt;
}

Estimates equal_estimates(const Field& field, const std::vector<PlannedGame>& /*games*/,
                          const FinishedGames& /*results*/) {
    const std::size_t count = at(field.entrants());
    std::vector<double> covariance(count * count);
    for (std::size_t i = 0; i < count; ++i)
        covariance[i * count + i] = 100 * 100;
    return {std::vector<double>(count), std::move(covariance)};
}

FormatSettings ladder_with(const std::function<void(FormatSettings&)>& change) {
    FormatSettings settings = settings_of(Format::ladder);
    change(settings);
    return settings;
}

/// The first games of a ladder of eight entrants.
std::vector<PlannedGame> games_of_ladder(const FormatSettings& settings, const RunSeed& seed, int count) {
    Ladder ladder(settings, 8, seed, equal_estimates);
    const FinishedGames results = play_out(ladder, 1, Completion::in_order, count);
    auto games = ladder.ready(results);
    games.resize(at(count));
    return games;
}

const std::vector<FormatSettings>& ladders() {
    static const std::vector<FormatSettings> made = {
        ladder_with([](FormatSettings&) {}),
        ladder_with([](FormatSettings& settings) { settings.openings = true; }),
        ladder_with([](FormatSettings& settings) { settings.openings = settings.fresh_openings = true; }),
        ladder_with([](FormatSettings& settings) { settings.openings = true, settings.listed_openings = 5; }),
        ladder_with([](FormatSettings& settings) { settings.own_draws = true; }),
        ladder_with(
            [](FormatSettings& settings) { settings.openings = settings.fresh_openings = settings.own_draws = true; }),
    };
    return made;
}

constexpr std::uint64_t secret = 5'678'857'108'464'269;
constexpr int shown = 200, in_all = 400;

}  // namespace

TEST_CASE("the attack knows all later games of a ladder of an older version") {
    for (const FormatSettings& settings : ladders()) {
        if (settings.own_draws) continue;  // older versions had no games with secrets
        const auto games = games_of_ladder(settings, {secret, DrawMethod::splitmix64}, in_all);
        const auto found = solve({games.begin(), games.begin() + shown});
        REQUIRE(found == secret);
        CHECK(games_of_ladder(settings, {*found, DrawMethod::splitmix64}, in_all) == games);
    }
}

TEST_CASE("the attack finds no seed behind the games of a ladder") {
    for (const FormatSettings& settings : ladders()) {
        const auto games = games_of_ladder(settings, secret, in_all);
        CHECK(!solve({games.begin(), games.begin() + shown}));
        // Not behind any single game either, whatever choice it is taken for.
        std::size_t candidates = 0;
        for (const PlannedGame& game : games)
            for (std::uint64_t purpose = 0; purpose < 5; ++purpose)
                for (const int number : {game.pair, game.number, game.opening.value_or(0)}) {
                    const auto behind = seeds_behind(game.seed, purpose, static_cast<std::uint64_t>(number));
                    CHECK(std::ranges::find(behind, secret) == behind.end());
                    candidates += behind.size();
                }
        CHECK(candidates > 0);  // false ones, by chance
    }
}

TEST_CASE("the draws of a game with chance are new in each pair, and with secrets in each game") {
    for (const FormatSettings& settings : ladders()) {
        if (settings.openings && !settings.fresh_openings && settings.listed_openings == 0) continue;  // no chance
        std::set<std::uint64_t> seeds;
        for (const PlannedGame& game : games_of_ladder(settings, secret, in_all))
            seeds.insert(game.seed);
        CHECK(seeds.size() == (settings.own_draws ? in_all : in_all / 2));
    }
}

TEST_CASE("every choice differs between the two ways, and between seeds, purposes and numbers") {
    std::set<std::uint64_t> choices;
    int count = 0;
    for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{1}, secret, max_seed})
        for (const DrawMethod draws : {DrawMethod::splitmix64, DrawMethod::sha256}) {
            const RunSeed seed(number, draws);
            for (std::size_t purpose = 0; purpose <= static_cast<std::size_t>(Purpose::pairing); ++purpose)
                for (std::uint64_t i = 0; i < 10; ++i, ++count)
                    choices.insert(seed.draw(static_cast<Purpose>(purpose), i));
        }
    CHECK(choices.size() == static_cast<std::size_t>(count));
}

// The numbers are those of another program, which computes them as docs/tournament_file.md says.
TEST_CASE("choices are those of the documentation") {
    const RunSeed five(5), largest(max_seed);
    CHECK(five.draw(Purpose::pair, 0) == 9224344727195575872u);
    CHECK(five.draw(Purpose::opening, 7) == 12540970566667389550u);
    CHECK(five.draw(Purpose::first_opening, std::uint64_t{1} << 32 | 2) == 3160378483365973654u);
    CHECK(five.draw(Purpose::side, 7) == 5473714525239270987u);
    CHECK(five.draw(Purpose::pairing, 0) == 193879645684786182u);
    CHECK(largest.draw(Purpose::opening_order, 7) == 12336556665250548032u);
    CHECK(largest.draw(Purpose::check, 0) == 16542993855810476119u);
    CHECK(largest.draw(Purpose::id, 0) == 12748026719572101650u);
    CHECK(largest.seed_for(Purpose::pair, 7) == 14099743837239246431u >> 11);
}

TEST_CASE("choices in files of older versions stay as they were") {
    const RunSeed five(5, DrawMethod::splitmix64), largest(max_seed, DrawMethod::splitmix64);
    CHECK(five.draw(Purpose::pair, 7) == 0xe341ec6010ee8ce3u);
    CHECK(five.seed_for(Purpose::opening, 163) == 7126277881587550u);
    CHECK(five.draw(Purpose::first_opening, std::uint64_t{1} << 32 | 2) == 0xcb54982d60542917u);
    CHECK(largest.draw(Purpose::side, 0) == 0xe24aef247fce6f0bu);
    CHECK(largest.draw(Purpose::pairing, 7) == 0x821fe1611495f457u);
    // Later purposes are never computed in the old way, which would show the seed.
    CHECK(five.draw(Purpose::check, 0) == RunSeed(5).draw(Purpose::check, 0));
}

TEST_CASE("the random order of a list shows nothing of the seed, and that of an older file stays") {
    OpeningList list;
    for (int i = 0; i < 12; ++i)
        list.openings.push_back({"", {"DROP " + std::to_string(i)}});
    list.order = OpeningOrder::random;
    const auto order = in_order(list, secret), old_order = in_order(list, {secret, DrawMethod::splitmix64});
    CHECK(order != old_order);
    CHECK(std::ranges::is_permutation(order, old_order, [](const auto& a, const auto& b) { return a == b; }));
    games::Dice dice(~secret);
    auto expected = list.openings;
    for (std::size_t left = expected.size(); left > 1; --left)
        std::swap(expected[left - 1], expected[dice.below(left)]);
    CHECK(old_order == expected);
}

TEST_CASE("the first log of a series does not show the seeds of the next pairs") {
    // Older versions cut the first 11 bits of a step of SplitMix64 from the seed of a pair.
    const auto is_behind = [](std::uint64_t run, std::uint64_t seed, std::uint64_t pair) {
        for (std::uint64_t high = 0; high < 1 << 11; ++high) {
            const std::uint64_t state = state_before(high << 53 | seed) + games::splitmix64_step;
            if (state - pair * games::splitmix64_step == run) return true;
        }
        return false;
    };
    CHECK(is_behind(5, 6528133722748664, 2));               // of a series of an older version with the seed 5
    CHECK(referee::seed_of_draws(secret, 0, 1) == secret);  // a single pair can be repeated
    std::set<std::uint64_t> seeds = {secret};
    for (int pair = 0; pair < 50; ++pair) {
        const std::uint64_t seed = referee::seed_of_draws(secret, pair, 50);
        CHECK_FALSE(is_behind(secret, seed, static_cast<std::uint64_t>(pair)));
        seeds.insert(seed);
    }
    CHECK(seeds.size() == 51);
}

}  // namespace tournament_test
