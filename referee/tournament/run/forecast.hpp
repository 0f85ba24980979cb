// What a tournament will take, and what speaks against beginning it: told before the first game.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "referee/system/clock.hpp"
#include "referee/tournament/entrants/lineup.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/settings.hpp"

namespace referee::tournament {

/// "21 games in 3 rounds; about 2 min with 2 games at a time, as their checks' games went". Where no bot was checked,
/// the time is a bound: random games are played by the rules alone, to see how many turns there may be. `open`: the
/// games that are still to be played, if that is known; `pause`: of each job after a game.
std::string forecast_text(const Settings& settings, const games::GameSpec& spec, std::span<const Contender> contenders,
                          const std::optional<int>& open, const std::optional<int>& rounds, int jobs, Duration pause);

/// Bots that are the same byte for byte, and are run in the same way; and bots that in their checks needed more than
/// half of a limit.
std::vector<std::string> warnings_of(std::span<const Contender> contenders, const protocol::Limits& common);

}  // namespace referee::tournament
