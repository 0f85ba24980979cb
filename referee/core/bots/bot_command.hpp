// The command that starts a bot, and the reasons why a bot can't be run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/bots/program_path.hpp"

namespace referee {

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

/// The command of these words. The first one is the path of a program or of a .py or .js file, a sample bot, or a
/// program in one of the colon-separated folders of `path`. `bot` is its name in messages. Throws BotError as
/// parse_bot_command() does. The `arguments` of a BotCommand yield the same command.
[[nodiscard]] BotCommand bot_command_of(std::vector<std::string> words, std::string_view bot,
                                        std::string_view path = user_path());

/// Throws BotError if the words start an interpreter with a .py or .js file that is missing or can't be read. The
/// message names `bot`.
void refuse_missing_script(const std::vector<std::string>& words, std::string_view bot);

/// Splits a text into words as a POSIX shell does. Throws BotError for an unclosed quote or a trailing backslash.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);

/// Throws BotError if this file can't be run as a program on this machine. The message names `bot`.
void check_runnable(const std::string& program, std::string_view bot, std::string_view path = user_path());

}  // namespace referee
