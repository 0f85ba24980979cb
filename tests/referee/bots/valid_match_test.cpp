// Matches in which a turn was not fair are played again, but once only for each player.
#include "referee/bots/valid_match.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using MayBeVoid = std::array<bool, 2>;

/// Matches that are void for these players, one after the other, where they may be.
class Spoilt {
public:
    explicit Spoilt(std::vector<int> players) : players_(std::move(players)) {}

    referee::PlayedMatch operator()(MayBeVoid may_be_void) {
        asked.push_back(may_be_void);
        referee::PlayedMatch played;
        played.log.seed = asked.size();
        if (asked.size() > players_.size()) return played;
        const int player = players_[asked.size() - 1];
        if (may_be_void[static_cast<std::size_t>(player)]) played.void_for = player;
        return played;
    }

    std::vector<MayBeVoid> asked;

private:
    std::vector<int> players_;
};

/// The matches that were void, by their numbers from 1, and the one that counts.
std::vector<std::uint64_t> played(Spoilt& matches, int max_void) {
    std::vector<std::uint64_t> numbers;
    const auto log = referee::play_until_valid([&](MayBeVoid may_be_void) { return matches(may_be_void); },
                                               [&](const auto& lost) { numbers.push_back(lost.seed); }, max_void);
    numbers.push_back(log.seed);
    return numbers;
}

}  // namespace

TEST_CASE("after one void match for a player the next one counts, whatever happens in its turns") {
    Spoilt matches({1, 1, 1});
    CHECK(played(matches, 1) == std::vector<std::uint64_t>{1, 2});
    CHECK(matches.asked == std::vector<MayBeVoid>{{true, true}, {true, false}});
}

TEST_CASE("each player has a void match of its own") {
    Spoilt matches({1, 0, 1, 0});
    CHECK(played(matches, 1) == std::vector<std::uint64_t>{1, 2, 3});
    CHECK(matches.asked == std::vector<MayBeVoid>{{true, true}, {true, false}, {false, false}});
}

TEST_CASE("there may be more of them where nobody gains by it") {
    Spoilt matches({0, 0, 0, 0});
    CHECK(played(matches, 3) == std::vector<std::uint64_t>{1, 2, 3, 4});
}

TEST_CASE("a match that is fair is played once") {
    Spoilt matches({});
    CHECK(played(matches, 1) == std::vector<std::uint64_t>{1});
}
