// Turns the user's text for a bot into a command. The text is a path, a quoted command line, or a source file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/user_error.hpp"

namespace referee {

/// The user's PATH.
[[nodiscard]] std::string_view user_path();

/// The reason why a bot can't be run.
enum class BotFault : std::uint8_t {
    unreadable,      ///< the command is empty, or can't be split into words
    missing,         ///< there is no such file or program
    no_interpreter,  ///< its interpreter is missing
    no_permission,
    no_program,  ///< not a program: for example, a directory, source code, a program for another machine, or "human"
};

/// Reports that a bot can't be run.
class BotError : public games::UserError {
public:
    /// The message is `subject` followed by `complaint`: for example, "bot 'x'" and ": no such file", or " is empty".
    BotError(BotFault fault, const std::string& subject, const std::string& complaint)
        : games::UserError(subject + complaint), fault_(fault), subject_length_(subject.size()) {}

    BotFault fault() const { return fault_; }
    /// The complaint without the bot's name: "no such file".
    std::string_view complaint() const;
    /// The message about another subject: "game 'x'".
    std::string about(const std::string& subject) const {
        return subject + std::string(what()).substr(subject_length_);
    }

private:
    BotFault fault_;
    std::size_t subject_length_;
};

/// The program and arguments that start a bot.
struct BotCommand {
    std::string program;                 ///< path of the executable that is run
    std::vector<std::string> arguments;  ///< includes argv[0]; this is the `command` in the log
    std::string name;                    ///< the bot's name, unless the user gives another one
};

/// Parses the user's text for a bot. `text` is the path of a program, a command line, the path of a .py or .js file, or
/// a folder that holds one bot (see look_at_folder()). A command line is split into words as in a shell, but no shell
/// is run: quotes and backslashes have their usual effect, variables and patterns have none. A bare name is a file in
/// the working directory, else a sample bot, else a program in one of the colon-separated folders of `path`. Throws
/// BotError if the program can't be run: there is no such file, it is not executable, it is built for another machine,
/// it has no "#!" line, or its interpreter or script is missing.
[[nodiscard]] BotCommand parse_bot_command(std::string_view text, std::string_view path = user_path());

/// Like parse_bot_command(), but for a command that is already split into words. `bot` is its name in messages. The
/// `arguments` of a BotCommand yield the same command.
[[nodiscard]] BotCommand bot_command_of(std::vector<std::string> words, std::string_view bot,
                                        std::string_view path = user_path());

/// A command, and the name that the user gives to the bot: "deep=./alphabeta --depth 6".
struct NamedBot {
    std::string name;  ///< empty if none is given
    std::string command;
};

/// Splits `name=command`. The text before the first '=' is a name if it contains no slash, backslash or quote and does
/// not begin with a dash, and if the whole text is not an existing path. A name with blanks must not begin with the
/// name of a program, and the command must lead to one (see names_something()).
[[nodiscard]] NamedBot named_bot(const std::string& text);

/// Looks a program up in `folders`, which are separated by colons, as a shell does. Returns its path, or nothing.
[[nodiscard]] std::optional<std::string> find_on_path(const std::string& name, std::string_view folders);

/// Whether `word` is an existing path, the name of a sample bot, or a program on the user's PATH.
[[nodiscard]] bool names_something(const std::string& word);

/// Splits a text into words as a POSIX shell does. Throws BotError for an unclosed quote or a trailing backslash.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);

/// Throws BotError if this file can't be run as a program on this machine. The message names `bot`.
void check_runnable(const std::string& program, std::string_view bot, std::string_view path = user_path());

}  // namespace referee
