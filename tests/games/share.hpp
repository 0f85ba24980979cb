// The fraction of the random games that a run of these tests plays.
#pragma once

#include <cstdlib>
#include <string>

/// Returns n: one in n of all games is played. GAMES_TEST_SHARE in the environment sets n. `make soak` sets it to 1, so
/// that all games are played. Otherwise the build sets n.
inline int games_test_share() {
    const char* given = std::getenv("GAMES_TEST_SHARE");
    return given == nullptr ? USUAL_GAMES_TEST_SHARE : std::stoi(given);
}
