// Tests of the sides of single games after entrants have joined, left or been replaced.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "referee/tournament/paper/schedule/knockout.hpp"
#include "referee/tournament/paper/schedule/swiss_pairing.hpp"
#include "tests/referee/tournament/paper/schedule/changed.hpp"

namespace tournament_test {

namespace {

/// Calls `look(balances, game)` for each single game that is not the last of a longer pairing, with the side balances
/// of the earlier games that count.
template <class Look>
void look_at_single_games(const Changed& changed, const Look& look) {
    const Field field = changed.field();
    std::map<int, int> balances;
    const std::vector<PlannedGame>& games = changed.planned();
    for (std::size_t i = 0; i < games.size(); ++i) {
        const PlannedGame& game = games[i];
        const bool before = i > 0 && games[i - 1].pair == game.pair;
        const bool after = i + 1 < games.size() && games[i + 1].pair == game.pair;
        if (!before && !after) look(balances, game);
        const bool counts = !field.cancelled().contains(game.number) && !field.is_annulled(game.first) &&
                            !field.is_annulled(game.second);
        if (!counts) continue;
        ++balances[game.first];
        --balances[game.second];
    }
}

/// Withdraws or replaces an entrant that is still in, or lets one join.
void change(Changed& changed, std::mt19937_64& random, bool may_annul) {
    const std::vector<int> present = changed.field().present();
    const int one = present[random() % present.size()];
    const auto kind = random() % 3;
    if (kind == 0) {
        changed.join();
    } else if (kind == 1 && present.size() > 4) {
        changed.withdraw(one);
    } else {
        changed.replace(one, may_annul);
    }
}

/// Checks a round of a Swiss tournament, and adds its sides to those of the places.
void check_round(const Changed& changed, std::span<const PlannedGame> round, std::map<int, Sides>& sides, int games) {
    const Field field = changed.field();
    for (; !round.empty(); round = round.subspan(at(games))) {
        const PlannedGame& game = round.front();
        Sides& of_first = sides[field.place_of(game.first)];
        Sides& of_second = sides[field.place_of(game.second)];
        const SidePreference first = preference_of(of_first), second = preference_of(of_second);
        const bool both_due = first.urgency != Urgency::none && second.urgency != Urgency::none;
        if (both_due && first.first != second.first) CHECK_MESSAGE(first.first, "game " << game.number);
        int balance = 0;
        for (const PlannedGame& one : round.first(at(games)))
            if (!field.cancelled().contains(one.number)) balance += one.first == game.first ? 1 : -1;
        if (balance == 0) continue;
        of_first.push_back(balance > 0);
        of_second.push_back(balance < 0);
    }
}

}  // namespace

TEST_CASE("swiss: two that are due different sides get them, and games that are not played have no side") {
    for (std::uint64_t salt = 0; salt < 60; ++salt) {
        INFO("salt ", salt);
        std::mt19937_64 random(salt);
        const int games = salt % 2 == 0 ? 1 : 3;
        Changed changed(Format::swiss, 6 + static_cast<int>(random() % 4), games, salt, 5);
        for (int i = 0; i < 4; ++i) {
            changed.play(static_cast<int>(random() % 8));
            change(changed, random, false);
        }
        changed.play();
        std::map<int, Sides> sides;
        std::span<const PlannedGame> rest = changed.planned();
        while (!rest.empty()) {
            const auto is_later = [&](const PlannedGame& game) { return game.round > rest.front().round; };
            const auto count = static_cast<std::size_t>(std::ranges::find_if(rest, is_later) - rest.begin());
            check_round(changed, rest.first(count), sides, games);
            rest = rest.subspan(count);
        }
    }
}

TEST_CASE("knockout: single games are balanced by those that are played") {
    for (std::uint64_t salt = 0; salt < 60; ++salt) {
        INFO("salt ", salt);
        std::mt19937_64 random(salt);
        Changed changed(Format::knockout, 6 + static_cast<int>(random() % 6), 1, salt);
        for (int i = 0; i < 4 && !changed.schedule().finished(changed.results()); ++i) {
            if (i > 0) changed.withdraw(changed.planned().back().first);
            changed.play(static_cast<int>(random() % 4));
        }
        changed.play();
        look_at_single_games(changed, [](auto& balances, const PlannedGame& game) {
            CHECK_MESSAGE(balances[game.first] <= balances[game.second], "game " << game.number);
        });
    }
}

TEST_CASE("knockout: games that an older version has planned with other sides stay as they are") {
    Changed changed(Format::knockout, 4, 1, 8);
    changed.decide_by([](const PlannedGame&) { return 0; });
    changed.play(1);
    const PlannedGame cancelled = changed.planned()[1];
    changed.withdraw(cancelled.first);
    std::vector<PlannedGame> stored = changed.planned();
    REQUIRE(stored.size() == 3);
    std::swap(stored[2].first, stored[2].second);
    Knockout again(settings_of(Format::knockout, 1), changed.field(), changed.salt(), stored);
    CHECK(again.ready(changed.results()) == stored);
    KnockoutCourse course(settings_of(Format::knockout, 1), changed.field(), changed.salt());
    course.plan(stored);
    course.add(*changed.results().find(0));
    CHECK(course.total() == 3);
}

TEST_CASE("round robin and gauntlet: single games of late entrants go first to those that were more often second") {
    for (const Format format : {Format::round_robin, Format::gauntlet}) {
        for (std::uint64_t salt = 0; salt < 40; ++salt) {
            INFO(std::string(name_of(format)), ", salt ", salt);
            Changed changed(format, 2, salt % 2 == 0 ? 1 : 3, salt);
            changed.play();
            std::size_t first_of_late = changed.planned().size();
            for (int late = 0; late < 8; ++late) {
                changed.join();
                changed.play();
            }
            std::map<int, int> all;
            for (const PlannedGame& game : changed.planned()) {
                ++all[game.first];
                --all[game.second];
            }
            for (const auto& [entrant, balance] : all) {
                const std::string who = std::to_string(entrant);
                CHECK_MESSAGE(std::abs(balance) <= (format == Format::gauntlet ? 1 : 2), who);
            }
            std::mt19937_64 random(salt);
            for (int i = 0; i < 3; ++i) {
                change(changed, random, true);
                changed.play(static_cast<int>(random() % 9));
            }
            changed.play();
            CHECK(changed.planned().size() > first_of_late);
        }
    }
}

TEST_CASE("round robin: a new version has the side of the old one") {
    Changed changed(Format::round_robin, 3, 1, 5);
    changed.play();
    const std::vector<PlannedGame> before = changed.planned();
    const int heir = changed.replace(1, true);
    changed.play();
    std::map<int, int> balances;
    for (const PlannedGame& game : changed.planned()) {
        if (game.first == 1 || game.second == 1) continue;
        ++balances[game.first];
        --balances[game.second];
    }
    CHECK(balances == std::map<int, int>{{0, 0}, {2, 0}, {heir, 0}});
}

}  // namespace tournament_test
