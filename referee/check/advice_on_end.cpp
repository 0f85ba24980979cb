#include "referee/check/advice_on_end.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include "protocol/answer.hpp"
#include "referee/bots/bot_command.hpp"
#include "referee/bots/sight.hpp"
#include "referee/terminal/output.hpp"
#include "referee/terminal/shell_word.hpp"
#include "referee/terminal/wrapped_text.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;
using protocol::Ending;

constexpr std::size_t max_quoted_error = 200;

/// Whether somebody who has handed the bot in reads the advice. They have no options to give.
bool was_handed_in(const Entrant& bot) {
    return bot.own && !bot.own->shown_at.empty();
}

std::string about_the_sandbox(const Entrant& bot) {
    const std::string what =
        "It ran in a sandbox, which hides files outside its folder and allows writing only to /tmp.";
    return was_handed_in(bot) ? what : what + " If you trust it, try it with --sandbox=off.";
}

/// Wraps a text into lines of at most 78 characters, to be shown after the heading "  advice    ".
std::string in_lines(std::string_view text) {
    return wrapped_text(text, 12, 78);
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
               "other "
               "folder needs --sandbox on,folder=DIR";
    return "the sandbox shows the bot's own folder and what is installed for everybody; any other folder (of a virtual "
           "environment, of the user, of classes) needs --sandbox on,folder=DIR";
}

/// The advice on a Java class if only its source exists, otherwise empty.
std::string about_class(const Entrant& bot, const std::string& name) {
    std::vector<fs::path> folders = {folder_of(bot.command)};
    for (const std::string& word : bot.command.arguments)
        folders.emplace_back(word);
    for (const fs::path& folder : folders) {
        std::error_code error;
        const fs::path source = folder / (name + ".java");
        if (name.empty() || !fs::exists(source, error) || fs::exists(folder / (name + ".class"), error)) continue;
        return fmt::format("{}.java is not compiled yet: javac {}", harmless(name), copyable_path(source));
    }
    return {};
}

std::string about_file(const Entrant& bot, const std::string& name, bool sandboxed) {
    std::error_code error;
    const fs::path path(name);
    const bool beside = !name.empty() && path.is_relative() && fs::exists(folder_of(bot.command) / path, error);
    if (const std::string reason = beside && sandboxed ? reason_in_sandbox(bot) : ""; !reason.empty()) return reason;
    if (beside) {
        return "the file is next to the program, but a bot's working directory is the one in which referee is started: "
               "open it by the program's own path (Python: pathlib.Path(__file__).parent / '" +
               harmless(name) + "')";
    }
    if (name.empty() || !sandboxed || !fs::exists(path, error)) return {};
    return "the sandbox does not show this file: put it into the bot's folder, or give --sandbox on,folder=DIR";
}

/// How the sandbox may have caused the error of a bot that was handed in. Empty if it did not. Depends on nothing but
/// the error: whoever handed it in must not learn which files this machine has, nor where.
std::string reason_for_hand_in(const OwnError& error, const Entrant& bot) {
    using Kind = OwnError::Kind;
    if (error.kind == Kind::not_allowed) return about_the_sandbox(bot);
    if (error.kind == Kind::other) return {};
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
        case Kind::other: return {};
    }
    return {};
}

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return has(text, part); });
}

/// Whether the line begins with a name that ends in Error or Exception: "NameError: ...",
/// "json.decoder.JSONDecodeError", "SyntaxError [ERR_X]: ...".
bool begins_with_name_of_error(std::string_view line) {
    const auto is_part_of_name = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
               c == '$';
    };
    const auto end = std::ranges::find_if_not(line, is_part_of_name) - line.begin();
    const std::string_view name = line.substr(0, static_cast<std::size_t>(end));
    const std::string_view rest = line.substr(name.size());
    const bool ends = rest.empty() || rest.starts_with(":") || rest.starts_with(" [");
    return ends && (name.ends_with("Error") || name.ends_with("Exception"));
}

bool tells_an_error(std::string_view line) {
    constexpr std::array beginnings = {"Exception in thread", "panic: ", "thread '", "Error: ", "Caused by: "};
    return begins_with_name_of_error(line) ||
           std::ranges::any_of(beginnings, [&](std::string_view beginning) { return line.starts_with(beginning); }) ||
           has_any(line,
                   {"No module named", "No such file or directory", "Read-only file system", "Permission denied"});
}

/// The last part of the line that is in quotes.
std::string quoted_in(std::string_view line) {
    const auto end = line.find_last_of("'\"");
    if (end == std::string_view::npos || end == 0) return {};
    const auto begin = line.rfind(line[end], end - 1);
    return begin == std::string_view::npos ? std::string() : std::string(line.substr(begin + 1, end - begin - 1));
}

std::string last_word_of(std::string_view line) {
    return std::string(line.substr(line.find_last_of(' ') + 1));
}

OwnError error_told_by(std::string_view line) {
    using Kind = OwnError::Kind;
    const std::string quoted = quoted_in(line);
    if (has_any(line, {"No module named", "Cannot find module", "Could not find or load main class",
                       "ClassNotFoundException", "NoClassDefFoundError"}))
        return {Kind::missing_module, std::string(line), quoted.empty() ? last_word_of(line) : quoted};
    if (has_any(line, {"No such file or directory", "FileNotFound", "NoSuchFileException", "no such file"}))
        return {Kind::missing_file, std::string(line), quoted};
    if (has_any(line, {"Read-only file system", "Permission denied", "PermissionError", "AccessDenied"}))
        return {Kind::not_allowed, std::string(line), quoted};
    return {Kind::other, std::string(line), quoted};
}

}  // namespace

std::string advice_on_end(const protocol::MatchLog& log, const Entrant& bot, bool sandboxed) {
    const auto error = own_error_in(log.failure->stderr_tail);
    if (!error) {
        std::string advice;
        if (log.result.ending == Ending::exited) {
            const bool silent = log.failure->stderr_tail.empty();
            advice = in_lines(silent ? "it must play until its input ends; it wrote no reason to stderr"
                                     : "it must play until its input ends; its stderr output may show why it did "
                                       "not") +
                     "\n";
        }
        if (log.result.ending == Ending::crashed) {
            advice =
                "run it in a debugger with the same input: referee ... --log m.json, then\n"
                "            referee replay m.json --stdin-of 0 > input\n";
        }
        if (!sandboxed) return advice.substr(0, advice.find_last_not_of('\n') + 1);
        return advice + (advice.empty() ? "" : "            ") + in_lines(about_the_sandbox(bot));
    }
    const std::string own =
        fmt::format("it ended with an error: {}", harmless(error->line.substr(0, max_quoted_error)));
    const std::string more = in_lines(reason_of(*error, bot, sandboxed));
    return in_lines(own) + (more.empty() ? "" : "\n            ") + more;
}

std::optional<OwnError> own_error_in(std::string_view text) {
    std::optional<OwnError> found;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (tells_an_error(line)) found = error_told_by(line);
    }
    return found;
}

}  // namespace referee
