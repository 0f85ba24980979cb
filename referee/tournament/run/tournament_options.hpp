// The options of `referee tournament` as data.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/core/bots/isolation.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/core/match/notes.hpp"
#include "referee/core/match/openings.hpp"
#include "referee/tournament/admit/participation.hpp"
#include "referee/tournament/figures/statistics/goal.hpp"
#include "referee/tournament/figures/statistics/sprt.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"

namespace referee {

/// The engine that plays the games: this process, or a batch system.
struct EngineWish {
    std::string name = "local";
    std::vector<std::pair<std::string, std::string>> options;  ///< options for the command that submits batches
    std::string hosts_file;  ///< the list of hosts for GNU parallel; empty: this machine only
    bool transfer = false;   ///< the hosts share no files with this machine
    std::optional<std::chrono::microseconds> batch_time;  ///< the intended duration of a batch; none: a minute
    bool leave_running = false;                           ///< batches continue after the run is stopped

    friend bool operator==(const EngineWish&, const EngineWish&) = default;
};

/// `referee tournament BOT...`. An option that is not given has its default or, in a resumed tournament, its stored
/// value.
struct TournamentOptions : Participation {
    std::string feedback;  ///< the folder for the feedback of a class after this run; empty: none

    std::optional<std::string> game;
    std::optional<tournament::Format> format;
    std::optional<int> games;   ///< the number of games of each pairing
    std::optional<int> rounds;  ///< the number of rounds of a Swiss tournament
    OpeningWish openings;
    std::optional<std::uint64_t> seed;
    std::optional<tournament::SprtSettings> sprt;
    std::optional<tournament::Goal> until;
    GivenLimits limits;
    bool traditional_time = false;  ///< the game's traditional limits replace the default or stored ones
    IsolationOptions isolation;
    std::optional<NotesKept> notes;  ///< the notes that the logs keep

    std::optional<int> jobs;  ///< the number of concurrent games; none: half the cores
    bool force = false;       ///< allow more jobs than cores
    bool pin = false;
    std::optional<std::chrono::microseconds> pause;                ///< the pause of each job after a game
    std::optional<int> stop_after;                                 ///< the maximum number of games of this run
    std::optional<std::chrono::microseconds> stop_after_time;      ///< the maximum duration of this run
    std::optional<std::chrono::system_clock::time_point> stop_at;  ///< no game begins after this time

    EngineWish engine;
    bool dry_run = false;     ///< only show what would be played
    bool scale_time = false;  ///< time limits follow the speed of the hosts

    bool quiet = false;
    bool json_events = false;
};

}  // namespace referee
