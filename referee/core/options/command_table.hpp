// The table of commands as plain data, from which the help, the dispatch and suggestions are made.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/options/command_line.hpp"

namespace referee {

/// The exit codes. If signal n has stopped the program, the exit code is 128 + n.
enum ExitCode : int {
    exit_done = 0,
    exit_failed = 1,      ///< a replay differs, a bot is not fit, or something could not be written or started
    exit_wrong_use = 2,   ///< invalid arguments, settings or files
    exit_not_played = 3,  ///< a match was not played to its end
    exit_h0 = 4,          ///< a sequential test has accepted H0 (0: it has accepted H1)
    exit_unowned = 6,     ///< done, but hand-ins of a class have no owner
    exit_undecided = 5,   ///< a sequential test has no verdict, a goal was not reached, or a position was not solved
    exit_signal_base = 128
};

/// The work of a command after its arguments have been read. Returns the exit code. Throws games::UserError if the
/// user's input is at fault.
using Task = std::function<int()>;

/// A command: a row of the table.
struct Command {
    std::string_view name;
    std::string_view usage;    ///< the text after "referee"
    std::string_view summary;  ///< its purpose in a few words
    /// Reads the arguments after the name, without doing anything yet. Throws games::UserError if they are invalid, and
    /// Information if the user asks for help.
    std::function<Task(const Arguments& arguments)> parse;
};

/// The commands of a program, which may have only some of those that the complete program has. The overview has an
/// order of its own, which does not depend on where the rows come from.
class CommandTable {
public:
    /// `rows`: in any order. One of them is `play`. A row that the overview does not list is a command that only the
    /// program itself calls.
    explicit CommandTable(std::vector<Command> rows);

    /// The commands of the overview, in its order.
    [[nodiscard]] std::vector<Command> commands() const;
    /// All commands in groups, one line each, as `referee --help` shows them. It fits a terminal of 80 columns and 24
    /// lines.
    [[nodiscard]] std::string overview() const;
    /// Reads the program's arguments. If they do not begin with a command's name, they are those of `play`. Throws
    /// games::UserError, with a suggestion for a mistyped command or option. Throws Information if the user asks for
    /// help.
    [[nodiscard]] Task parse(const Arguments& arguments) const;

private:
    [[nodiscard]] const Command* called(std::string_view name) const;
    [[nodiscard]] std::vector<std::string_view> names() const;
    [[nodiscard]] Task parse_help(const Arguments& arguments) const;
    void refuse_absent(const std::string& name) const;
    void refuse_mistyped(const std::string& word) const;

    std::vector<Command> rows_;
};

}  // namespace referee
