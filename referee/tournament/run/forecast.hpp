// What a tournament will take, and what speaks against beginning it: told before the first game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "referee/system/clock.hpp"
#include "referee/tournament/entrants/lineup.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/settings.hpp"

namespace referee::tournament {

/// What the time of games hangs on.
struct Pace {
    const Settings& settings;
    const games::GameSpec& spec;
    std::span<const Contender> contenders;
    int jobs = 1;
    Duration pause{};  ///< of each job after a game
    /// What a game took in the runs so far, pauses included, if that is known.
    std::optional<double> seconds_a_game{};
};

/// "21 games in 3 rounds; about 2 min with 2 games at a time, as the games of their checks went". Where no bot was
/// checked, the time is a bound: random games are played by the rules alone, to see how many turns there may be.
/// `open`: the games that are still to be played, if that is known.
std::string forecast_text(const Pace& pace, const std::optional<int>& open, const std::optional<int>& rounds);

/// "12 games are played, 9 are still to be played; about 2 min with 2 games at a time, as the games so far went".
std::string rest_text(const Pace& pace, std::uint64_t played, const std::optional<int>& open);

/// What a game took in the runs of this machine that the journal has; none if it has none.
std::optional<double> seconds_a_game_so_far(std::span<const Change> journal);

/// Bots that are the same byte for byte, and are run in the same way; and bots that in their checks needed more than
/// half of a limit. Only what concerns the last `newcomers` of them: the others were told of when they came.
std::vector<std::string> warnings_of(std::span<const Contender> contenders, std::size_t newcomers,
                                     const protocol::Limits& common);

}  // namespace referee::tournament
