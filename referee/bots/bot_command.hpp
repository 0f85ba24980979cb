// Makes a command of the user's text for a bot: a path, a quoted command line, or a source file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "games/user_error.hpp"

namespace referee {

/// The user's PATH.
[[nodiscard]] std::string_view user_path();

/// Why a bot can't be run.
enum class BotFault : std::uint8_t {
    unreadable,      ///< its command can't be split into words, or is empty
    missing,         ///< there is no such file or program
    no_interpreter,  ///< its interpreter is missing
    no_permission,
    no_program,  ///< it is not a program: a directory, source code, a program for another machine, a person
};

/// A bot that can't be run.
class BotError : public games::UserError {
public:
    /// The message is `subject` followed by `complaint`: "bot 'x'" and ": no such file", or " is empty".
    BotError(BotFault fault, const std::string& subject, const std::string& complaint)
        : games::UserError(subject + complaint), fault_(fault), subject_length_(subject.size()) {}

    BotFault fault() const { return fault_; }
    /// The complaint without the bot's name: "no such file".
    std::string_view complaint() const;

private:
    BotFault fault_;
    std::size_t subject_length_;
};

/// The program and arguments that start a bot.
struct BotCommand {
    std::string program;                 ///< path of the executable that is run
    std::vector<std::string> arguments;  ///< argv[0] included; the `command` of the log
    std::string name;                    ///< its name, unless the user gives another one
};

/// `text` is the path of a program, a command line (split into words as a shell would, but no shell is run: quotes and
/// backslashes count, variables and patterns do not), the path of a .py or .js file, or a folder that holds one bot, as
/// look_at_folder() finds it. Throws BotError if the program can't be run: no such file, no run permission, made for
/// another machine, no "#!" line, an interpreter that is missing, or its script. A bare name is a file of the working
/// folder, or else one of the sample bots, or else it is looked for in the folders of `path`, which are separated by
/// colons.
[[nodiscard]] BotCommand parse_bot_command(std::string_view text, std::string_view path = user_path());

/// The same for a command that is already split into words; `bot` is its name in messages. The words of a BotCommand's
/// `arguments` make the same command again.
[[nodiscard]] BotCommand bot_command_of(std::vector<std::string> words, std::string_view bot,
                                        std::string_view path = user_path());

/// A bot's command with the name that the user gives it: "deep=./alphabeta --depth 6".
struct NamedBot {
    std::string name;  ///< empty: none is given
    std::string command;
};

/// Splits `name=command`. The name is the text before the first '=' if it has no slash, no blank and no dash at its
/// start, and the whole text is not the path of a file.
[[nodiscard]] NamedBot named_bot(const std::string& text);

/// Whether there is a file or a sample bot of this name, or a program on the user's PATH.
[[nodiscard]] bool names_something(const std::string& word);

/// Splits a text into words as a POSIX shell does. Throws BotError for an open quote or a backslash at the end.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);

/// Throws BotError, which names `bot`, if this file can't be run as a program on this machine.
void check_runnable(const std::string& program, std::string_view bot, std::string_view path = user_path());

}  // namespace referee
