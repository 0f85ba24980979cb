// The command line as data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/match_log.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace referee {

/// `referee [play] BOT_A [BOT_B]`
struct PlayOptions {
    std::vector<std::string> bots;  ///< one or two; a missing one is a person
    std::string game = "magnetize";
    bool game_given = false;
    int games = 1;
    std::optional<std::uint64_t> seed;
    protocol::Limits limits;
    bool traditional_time = false;  ///< the game's own limit in place of `limits`
    std::string name_a;             ///< empty: after the bot's file
    std::string name_b;
    std::string log;     ///< empty: none
    bool force = false;  ///< overwrite a match log
    bool show = false;
    bool watch = false;  ///< on a screen of its own, with keys
    bool quiet = false;
    bool json = false;
    bool pass_stderr = false;
    IsolationOptions isolation;
    bool pin = false;
    std::string resume;  ///< empty: from the start
    std::optional<int> at;
};

/// `referee replay LOG`
struct ReplayOptions {
    std::string log;
    std::optional<int> match;  ///< counted from 1
    std::optional<int> at;
    bool no_boards = false;
    std::optional<int> stdin_of;
    std::optional<int> until;
};

/// `referee view LOG`
struct ViewOptions {
    std::string log;
    std::string output;        ///< empty: beside the log, with .html in place of .json; "-": stdout
    std::optional<int> match;  ///< counted from 1
};

/// `referee watch LOG`
struct WatchOptions {
    std::string log;
    std::optional<int> match;  ///< counted from 1
    std::optional<int> at;     ///< the ply to begin at
};

/// `referee games [NAME]`
struct GamesOptions {
    std::string name;  ///< empty: all
};

/// `referee tiles FILE`
struct TilesOptions {
    std::string file;  ///< or the word for the built-in ones
};

/// `referee check BOT`
struct CheckOptions {
    std::string bot;
    std::string game = "magnetize";
    std::optional<std::uint64_t> seed;
    protocol::Limits limits;
    IsolationOptions isolation;
};

/// `referee serve [FILE]`
struct ServeOptions {
    std::string db;                 ///< the tournament's file; empty: none
    std::vector<std::string> bots;  ///< to play against, beside the tournament's
    std::string host = "127.0.0.1";
    int port = 8080;  ///< 0: any that is free
    int matches = 8;  ///< of persons, at once
    IsolationOptions isolation;
};

/// Help or the version: to be printed.
struct Information {
    std::string text;
};

using Command =
    std::variant<PlayOptions, TournamentOptions, ReplayOptions, ViewOptions, WatchOptions, GamesOptions, TilesOptions,
                 CheckOptions, StandingsOptions, ReportOptions, ExportOptions, ServeOptions, Information>;

/// Reads the arguments, without the program's own name. Throws games::UserError, with a suggestion for an unknown
/// option.
Command parse_arguments(const std::vector<std::string>& arguments);

}  // namespace referee
