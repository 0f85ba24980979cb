#include "referee/core/advice/advice_on_end.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "protocol/answer.hpp"
#include "referee/core/advice/advice_on_line.hpp"
#include "referee/core/advice/own_error.hpp"
#include "referee/core/advice/source_outline.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/bots/bot_command.hpp"
#include "referee/core/bots/sight.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;
using protocol::Ending;

constexpr std::size_t max_quoted_error = 200;
constexpr const char* no_network =
    "a sandbox has no network, not even to the machine itself: the bot must bring along everything that it needs";

constexpr const char* no_timer =
    "a sandbox has no timers that could wake a bot in its opponent's turn: compile a bot in Haskell with ghc "
    "-with-rtsopts=-V0, which needs none";

std::string about_the_sandbox(const Entrant& bot) {
    const std::string what =
        "It ran in a sandbox, which hides files outside its folder and allows writing only to /tmp.";
    return was_handed_in(bot) ? what : what + " If you trust it, try it with --sandbox=off.";
}

fs::path folder_of(const BotCommand& command) {
    const auto& words = command.arguments;
    std::error_code error;
    for (std::size_t i = 1; i < words.size(); ++i)
        if (fs::is_regular_file(words[i], error)) return fs::absolute(words[i], error).parent_path();
    return fs::absolute(command.program, error).parent_path();
}

/// The reason why the bot does not find an existing file, and the remedy. Empty if the sandbox shows everything that
/// could belong to the bot.
std::string reason_in_sandbox(const Entrant& bot) {
    if (bot.own) return fmt::format("it sees only {}: submit a folder with everything that it needs", bot.own->place);
    if (const auto folder = shared_folder_of(bot.command)) {
        return fmt::format(
            "the sandbox shows only the bot's file, because its folder, {}, also holds other files: move "
            "the bot and all of its files to a separate folder",
            folder->string());
    }
    return {};
}

std::string about_module(const Entrant& bot) {
    if (const std::string reason = reason_in_sandbox(bot); !reason.empty()) return reason;
    const auto& words = bot.command.arguments;
    if (std::ranges::find(words, "-m") != words.end())
        return "the sandbox shows a module that lies in the working directory, as MODULE.py or MODULE/__main__.py; any "
               "other folder needs --sandbox on,folder=DIR";
    return "the sandbox shows the bot's own folder and what is installed for everybody; any other folder (of a virtual "
           "environment, of the user, of classes) needs --sandbox on,folder=DIR";
}

/// The advice on a Java class if only its source exists, otherwise empty.
std::string about_class(const Entrant& bot, const std::string& name) {
    std::vector<fs::path> folders = {folder_of(bot.command)};
    for (const std::string& word : bot.command.arguments)
        folders.emplace_back(word);
    for (const fs::path& folder : folders) {
        const fs::path source = folder / (name + ".java");
        if (name.empty() || !exists_at(source) || exists_at(folder / (name + ".class"))) continue;
        return fmt::format("{}.java is not compiled yet: javac {}", harmless(name), copyable_path(source));
    }
    return {};
}

std::string about_file(const Entrant& bot, const std::string& name, bool sandboxed) {
    const fs::path path(name);
    const bool beside = !name.empty() && path.is_relative() && exists_at(folder_of(bot.command) / path);
    if (const std::string reason = beside && sandboxed ? reason_in_sandbox(bot) : ""; !reason.empty()) return reason;
    if (beside) {
        return "the file is next to the program, but a bot's working directory is the one in which referee is started: "
               "open it by the program's own path (Python: pathlib.Path(__file__).parent / '" +
               harmless(name) + "')";
    }
    if (name.empty() || !sandboxed || !exists_at(path)) return {};
    return "the sandbox does not show this file: put it into the bot's folder, or give --sandbox on,folder=DIR";
}

/// How the sandbox may have caused the error of a bot that was handed in. Empty if it did not. Depends on nothing but
/// the error: whoever handed it in must not learn which files this machine has, nor where.
std::string reason_for_hand_in(const OwnError& error, const Entrant& bot) {
    using Kind = OwnError::Kind;
    if (error.kind == Kind::not_allowed) return about_the_sandbox(bot);
    if (error.kind == Kind::no_network) return no_network;
    if (error.kind == Kind::no_timer) return no_timer;
    if (error.kind != Kind::missing_module && error.kind != Kind::missing_file) return {};
    return fmt::format("it sees only {}: hand in everything that it needs", bot.own->shown_at);
}

/// How the sandbox or the working directory may have caused the error. Empty if neither did.
std::string reason_of(const OwnError& error, const Entrant& bot, bool sandboxed) {
    using Kind = OwnError::Kind;
    if (was_handed_in(bot)) return reason_for_hand_in(error, bot);
    switch (error.kind) {
        case Kind::missing_module: {
            const std::string not_compiled = about_class(bot, error.subject);
            return not_compiled.empty() && sandboxed ? about_module(bot) : not_compiled;
        }
        case Kind::missing_file: return about_file(bot, error.subject, sandboxed);
        case Kind::not_allowed: return sandboxed ? about_the_sandbox(bot) : "";
        case Kind::no_network: return sandboxed ? no_network : "";
        case Kind::no_timer: return no_timer;
        case Kind::wrong_source:
        case Kind::wrong_input:
        case Kind::other: return {};
    }
    return {};
}

/// The source of the bot, or its program.
fs::path source_of(const Entrant& bot) {
    const auto files = files_named_in(bot.command);
    const fs::path& file = files.size() > 1 ? files[1] : files[0];
    return bot.own ? fs::path(bot.own->source_of(file.string())) : file;
}

/// The advice on a bot that has ended without a word about the reason.
EndAdvice about_silent_exit(const protocol::MatchLog& log, const Entrant& bot, bool sandboxed) {
    const long answers = answers_due(log) - 1;
    if (log.failure->exit_code != 0) {
        const std::string reason = log.failure->stderr_tail.empty() ? "it wrote no reason to stderr"
                                                                    : "its stderr output may show why it did not";
        return {fmt::format("it must play until its input ends; {}{}", reason,
                            sandboxed ? "\n" + about_the_sandbox(bot) : ""),
                true};
    }
    const bool has_source = !bot.command.program.empty();
    if (answers == 0 && log.failure->stderr_tail.empty() && has_source && only_defines(source_of(bot))) {
        return {
            "it only defines functions or classes, and ends: call one of them at the end of the file (Python: if "
            "__name__ == \"__main__\": main())"};
    }
    const std::string when = answers == 0   ? "without an answer"
                             : answers == 1 ? "after its first answer"
                                            : fmt::format("after {} answers", answers);
    return {fmt::format("it ended {}: read a block and answer it in a loop that goes on until the input ends", when),
            true};
}

}  // namespace

EndAdvice advice_on_end(const protocol::MatchLog& log, const Entrant& bot, bool sandboxed) {
    using Kind = OwnError::Kind;
    if (const auto error = own_error_in(log.failure->stderr_tail)) {
        const std::string reason = reason_of(*error, bot, sandboxed);
        const bool misread = error->kind == Kind::wrong_input;
        const bool other_blocks = misread && answers_due(log) == 1 && has_own_blocks(log);
        return {fmt::format("it ended with an error: {}{}{}", harmless(error->line.substr(0, max_quoted_error)),
                            reason.empty() ? "" : "\n" + reason, other_blocks ? "\n" + advice_on_own_blocks(log) : ""),
                misread || error->kind == Kind::other};
    }
    if (log.result.ending == Ending::exited) return about_silent_exit(log, bot, sandboxed);
    std::string advice;
    if (log.result.ending == Ending::crashed) {
        advice = fmt::format(
            "run it in a debugger with the same input: referee ... --log m.json, then referee replay "
            "m.json --stdin-of {} > input",
            log.failure->player);
    }
    if (!sandboxed) return {advice, true};
    return {advice + (advice.empty() ? "" : "\n") + about_the_sandbox(bot), true};
}

}  // namespace referee
