// Plays one game of Magnetize twice at once: with the rule core and with the slow reference.
#pragma once

#include <string>

#include "tests/games/comparison.hpp"
#include "tests/reference/magnetize.hpp"

namespace games_test {

/// The spec string of these settings, for games::parse_spec.
inline std::string spec_of(const reference::Settings& settings) {
    return "magnetize:height=" + std::to_string(settings.height) + ",width=" + std::to_string(settings.width) +
           ",square=" + std::to_string(settings.square) + ",maglock=" + std::to_string(settings.maglock) +
           ",max_plies=" + std::to_string(settings.max_plies);
}

struct GamePair : BoardPair<reference::Magnetize> {
    explicit GamePair(const reference::Settings& settings)
        : BoardPair(spec_of(settings), reference::Magnetize(settings)) {}
};

}  // namespace games_test
