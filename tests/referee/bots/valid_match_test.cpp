// Matches that the referee itself has spoilt are played again, but not for ever.
#include "referee/bots/valid_match.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

/// A match that is void whenever it may be.
referee::PlayedMatch play_slowly(bool may_be_void, std::vector<bool>& asked) {
    asked.push_back(may_be_void);
    referee::PlayedMatch played;
    played.log.seed = asked.size();
    played.is_void = may_be_void;
    return played;
}

}  // namespace

TEST_CASE("the fourth match counts, however late the referee is in it") {
    std::vector<bool> asked;
    std::vector<std::uint64_t> spoilt;
    const auto log = referee::play_until_valid([&](bool may_be_void) { return play_slowly(may_be_void, asked); },
                                               [&](const protocol::MatchLog& lost) { spoilt.push_back(lost.seed); });
    CHECK(asked == std::vector<bool>{true, true, true, false});
    CHECK(spoilt == std::vector<std::uint64_t>{1, 2, 3});
    CHECK(log.seed == 4);
}

TEST_CASE("a match that is fair is played once") {
    int played = 0;
    static_cast<void>(referee::play_until_valid([&](bool) {
        ++played;
        return referee::PlayedMatch{};
    }));
    CHECK(played == 1);
}
