// The command line of `referee tournament` as data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/bots/isolation.hpp"
#include "referee/match/limits.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/statistics/goal.hpp"
#include "referee/tournament/statistics/sprt.hpp"

namespace referee {

/// `referee tournament BOT...`. What is not given is the default or, in a tournament that is resumed, as it was.
struct TournamentOptions {
    std::vector<std::string> bots;     ///< as for a match
    std::string entrants_file;         ///< JSON; empty: none
    std::string bots_folder;           ///< empty: none
    std::string db = "tournament.db";  ///< the tournament's file
    bool resume = false;
    std::vector<std::string> added;  ///< bots that join a ladder when it is resumed

    std::optional<std::string> game;
    std::optional<tournament::Format> format;
    std::optional<int> games;   ///< of each pairing
    std::optional<int> rounds;  ///< of a Swiss tournament
    std::string challenger;     ///< of a gauntlet: a name; empty: the first entrant
    std::optional<int> opening_plies;
    std::optional<std::uint64_t> seed;
    std::optional<tournament::SprtSettings> sprt;
    std::optional<tournament::Goal> until;
    GivenLimits limits;
    bool traditional_time = false;  ///< the game's own limit in place of these
    IsolationOptions isolation;

    std::optional<int> jobs;  ///< none: half the cores
    bool force = false;       ///< more jobs than cores
    bool pin = false;
    std::optional<int> stop_after;  ///< games of this run
    bool quiet = false;
    bool json_events = false;
};

}  // namespace referee
