// The command line of `referee [play] BOT_A [BOT_B]`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/match_log.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/bots/own_limits.hpp"
#include "referee/core/match/notes.hpp"
#include "referee/core/match/openings.hpp"
#include "referee/core/options/command_line.hpp"

namespace referee {

struct PlayOptions {
    std::vector<std::string> bots;  ///< two bots; a missing one is replaced by a person
    std::string game = "magnetize";
    bool game_given = false;
    int games = 1;
    std::optional<int> jobs;  ///< the number of concurrent matches
    std::optional<std::uint64_t> seed;
    protocol::Limits limits;
    bool traditional_time = false;          ///< the game's traditional limits replace `limits`
    std::vector<NamedLimits> own_limits;    ///< limits of single bots
    std::vector<OwnLimits> limits_of_bots;  ///< the limits given with the bots
    std::vector<std::string> names;         ///< both bots' names; a bot with an empty name is named after its file
    std::string log;                        ///< empty: none
    bool force = false;                     ///< allow to overwrite a match log, and to use more jobs than cores
    bool show = false;
    bool watch = false;  ///< full-screen, with keys
    bool quiet = false;
    bool json = false;
    bool pass_stderr = false;
    NotesKept notes = NotesKept::all;  ///< the notes that the log keeps and the screen shows
    IsolationOptions isolation;
    bool reuse = false;  ///< one process of each bot plays all games
    bool pin = false;
    OpeningWish openings;
    std::string resume;        ///< the log of the match to resume; empty: none
    std::optional<int> match;  ///< the number of the match in the resumed log, counted from 1
    std::optional<int> at;

    [[nodiscard]] bool has_person() const { return bots.size() < 2 || std::ranges::find(bots, "human") != bots.end(); }
    /// Whether people watch the plies as they are played.
    [[nodiscard]] bool for_people() const { return show || has_person(); }
};

/// Reads the arguments after the command's name. Throws games::UserError if they are invalid, and Information if the
/// user asks for help.
PlayOptions play_options(const Arguments& arguments);

}  // namespace referee
