// The commands of the program, as plain data.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "referee/commands/command_line.hpp"

namespace referee {

/// The exit codes. If signal n has stopped the program, the exit code is 128 + n.
enum ExitCode : int {
    exit_done = 0,
    exit_failed = 1,      ///< a replay differs, a bot is not fit, or something could not be written or started
    exit_wrong_use = 2,   ///< invalid arguments, settings or files
    exit_not_played = 3,  ///< a match was not played to its end
    exit_h0 = 4,          ///< a sequential test has accepted H0 (0: it has accepted H1)
    exit_undecided = 5,   ///< a sequential test has no verdict, a goal was not reached, or a position was not solved
    exit_signal_base = 128
};

/// The work of a command after its arguments have been read. Returns the exit code. Throws games::UserError if the
/// user's input is at fault.
using Task = std::function<int()>;

/// A command of the program.
struct Command {
    std::string_view name;
    std::string_view group;    ///< the heading above it in the overview; empty: none
    std::string_view usage;    ///< the text after "referee"
    std::string_view summary;  ///< its purpose in a few words
    /// Reads the arguments after the name, without doing anything yet. Throws games::UserError if they are invalid, and
    /// Information if the user asks for help.
    Task (*parse)(const Arguments& arguments);
};

/// The table of commands, from which the help, the dispatch and suggestions are made.
std::span<const Command> commands();

/// All commands in groups, one line each, as `referee --help` shows them. It fits a terminal of 80 columns and 24
/// lines.
std::string overview();

/// Reads the program's arguments. If they do not begin with a command's name, they are those of `play`. Throws
/// games::UserError, with a suggestion for a mistyped command or option. Throws Information if the user asks for help.
Task parse_command(const Arguments& arguments);

// Each function is defined in the file of the same name.
Task parse_arena(const Arguments& arguments);
Task parse_ask(const Arguments& arguments);
Task parse_change(const Arguments& arguments);
Task parse_check(const Arguments& arguments);
Task parse_check_game(const Arguments& arguments);
Task parse_engine(const Arguments& arguments);
Task parse_export(const Arguments& arguments);
Task parse_games(const Arguments& arguments);
Task parse_games_needed(const Arguments& arguments);
Task parse_new_bot(const Arguments& arguments);
Task parse_new_game(const Arguments& arguments);
Task parse_play(const Arguments& arguments);
Task parse_replay(const Arguments& arguments);
Task parse_serve(const Arguments& arguments);
Task parse_solve(const Arguments& arguments);
Task parse_standings(const Arguments& arguments);
Task parse_tournament(const Arguments& arguments);
Task parse_view(const Arguments& arguments);
Task parse_watch(const Arguments& arguments);

}  // namespace referee
