// The share of the random games that a run of these tests plays.
#pragma once

#include <cstdlib>
#include <string>

/// One nth of all: `make soak` plays all of them (GAMES_TEST_SHARE=1 in the environment), other runs what the build says.
inline int games_test_share() {
    const char* given = std::getenv("GAMES_TEST_SHARE");
    return given == nullptr ? USUAL_GAMES_TEST_SHARE : std::stoi(given);
}
