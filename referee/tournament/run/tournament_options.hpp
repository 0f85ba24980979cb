// The options of `referee tournament` as data.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/core/bots/isolation.hpp"
#include "referee/core/bots/own_limits.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/core/match/notes.hpp"
#include "referee/core/match/openings.hpp"
#include "referee/tournament/figures/statistics/goal.hpp"
#include "referee/tournament/figures/statistics/sprt.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"

namespace referee {

/// The director's changes to a tournament that has begun.
struct DirectorOrders {
    std::vector<std::string> added;      ///< bots that join
    std::vector<std::string> withdrawn;  ///< names of entrants; their results stay
    std::vector<std::string> annulled;   ///< names of entrants; their results count for nobody
    std::vector<std::string> replaced;   ///< NAME=BOT
    std::vector<std::string> returned;   ///< names of entrants that have left
    std::vector<std::string> again;      ///< names of entrants, numbers of games, or ranges of numbers
    std::string folder{};                ///< the folder whose new bots or hand-ins take part, see folder_news()
    std::string students{};              ///< the new list of the class whose hand-ins `folder` has; empty: the old list

    /// Visits each list with the word that `referee change` uses for it.
    static void fields(auto& self, auto&& visit) {
        visit("add", self.added);
        visit("withdraw", self.withdrawn);
        visit("annul", self.annulled);
        visit("replace", self.replaced);
        visit("return", self.returned);
        visit("again", self.again);
    }
    bool empty() const {
        return added.empty() && withdrawn.empty() && annulled.empty() && replaced.empty() && returned.empty() &&
               again.empty() && folder.empty();
    }
    /// Whether the orders bring new entrants.
    bool bring_bots() const { return !added.empty() || !replaced.empty() || !folder.empty(); }
};

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
struct TournamentOptions {
    std::vector<std::string> bots;     ///< written as on the command line of `referee play`
    std::string bots_folder;           ///< empty: none
    std::string students;              ///< the list of a class, whose hand-ins are in `bots_folder`; empty: none
    std::string feedback;              ///< the folder for the feedback of a class after this run; empty: none
    std::string hand_ins;              ///< set by play_tournament(): the folder from which `bots_folder` is made
    std::string from;                  ///< the file of an earlier tournament whose table supplies the bots; empty: none
    std::optional<int> top;            ///< the number of bots to take from that table; none: all
    std::string db = "tournament.db";  ///< the tournament's file
    bool resume = false;
    DirectorOrders orders;
    bool only_changes = false;  ///< carry out the orders, but play nothing

    std::optional<std::string> game;
    std::optional<tournament::Format> format;
    std::optional<int> games;   ///< the number of games of each pairing
    std::optional<int> rounds;  ///< the number of rounds of a Swiss tournament
    std::string challenger;     ///< the name of a gauntlet's challenger; empty: the first entrant
    OpeningWish openings;
    std::optional<std::uint64_t> seed;
    std::optional<tournament::SprtSettings> sprt;
    std::optional<tournament::Goal> until;
    std::optional<tournament::NamedAnchor> anchor;
    GivenLimits limits;
    bool traditional_time = false;                ///< the game's traditional limits replace the default or stored ones
    std::vector<NamedLimits> own_limits;          ///< the limits of single entrants
    std::vector<NamedLimits> own_limits_of_plan;  ///< those that a plan gives; own_limits replace them
    IsolationOptions isolation;
    bool reuse = false;              ///< one process of each bot plays many games
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
