#include "referee/commands/option_parts.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "referee/system/cores.hpp"
#include "referee/terminal/duration.hpp"

namespace referee {

using games::UserError;

namespace {

constexpr std::uint64_t max_processes = 100'000;

constexpr std::string_view none = "none";

std::optional<std::uint64_t> parse_processes(const std::string& text) {
    if (text == none) return std::nullopt;
    const auto number = games::whole_number(text);
    if (number && *number > 0 && static_cast<std::uint64_t>(*number) <= max_processes) {
        return static_cast<std::uint64_t>(*number);
    }
    throw UserError(fmt::format("--processes '{}': write a whole number from 1 to {}, or none", text, max_processes));
}

LimitOrNone parse_cpus(const std::string& text) {
    if (text == "all") return std::nullopt;
    const auto number = games::whole_number(text);
    const auto cores = static_cast<long>(allowed_cores().size());
    if (number && *number > 0 && *number <= cores) return static_cast<std::uint64_t>(*number);
    throw UserError(
        fmt::format("--cpus '{}': write a whole number from 1 to {}, the cores of this machine, or all", text, cores));
}

SandboxMode parse_sandbox(std::string_view what, std::string_view text) {
    return chosen<SandboxMode>(what, text,
                               {{"on", SandboxMode::on}, {"off", SandboxMode::off}, {"auto", SandboxMode::automatic}});
}

}  // namespace

void check_for_loose_plus(const std::vector<std::string>& bots) {
    for (const std::string& bot : bots) {
        if (bot.starts_with('+'))
            throw UserError(fmt::format("'{}' is no bot: write --clock 60s+1s without spaces, or in quotes", bot));
    }
}

void add_limits(CommandLine& line, GivenLimits& limits) {
    line.duration("--move-time", "limit of a move (100ms)", limits.move);
    line.duration("--first-move-time", "limit of a bot's first move (1s, or that of a move\nwhere this is longer)",
                  limits.first_move);
    line.option("--clock", "TIME[+TIME]", "limit of all moves of a side in a game, and what\neach move adds: 60s+1s",
                [&](const std::string& text) { limits.clock = parse_clock(text, "--clock"); });
    line.duration("--margin", "grace beyond each limit (20ms)", limits.margin, true);
}

void check_traditional_time(bool traditional_time, const GivenLimits& limits) {
    const char* given = limits.move         ? "--move-time"
                        : limits.first_move ? "--first-move-time"
                        : limits.margin     ? "--margin"
                        : limits.clock      ? "--clock"
                                            : nullptr;
    if (!traditional_time || given == nullptr) return;
    throw UserError(fmt::format("--traditional-time sets all limits: omit {}", given));
}

void add_isolation(CommandLine& line, IsolationOptions& isolation) {
    constexpr const char* variable = "REFEREE_SANDBOX";
    const char* usual = std::getenv(variable);
    if (usual != nullptr && *usual != '\0') isolation.sandbox = parse_sandbox(variable, usual);
    line.option("--sandbox", "MODE", "on, off, or auto: on if available (auto)",
                [&](const std::string& text) { isolation.sandbox = parse_sandbox("--sandbox", text); });
    line.list("--sandbox-folder", "DIR", "show this folder in the sandbox too", isolation.folders);
    line.option("--sandbox-reuse", "MODE",
                "off: a new sandbox for each game of a bot, instead\nof one that is cleared (on)",
                [&](const std::string& text) {
                    isolation.reuse = chosen<bool>("--sandbox-reuse", text, {{"on", true}, {"off", false}});
                });
    line.option("--memory", "SIZE", "limit of a bot, such as 512M, or none (1G in a\nsandbox)",
                [&](const std::string& text) { isolation.memory.emplace(parse_memory(text, "--memory")); });
    line.option("--processes", "N", "limit of a bot's processes and threads, or none\n(256 in a sandbox)",
                [&](const std::string& text) { isolation.processes.emplace(parse_processes(text)); });
    line.option("--cpus", "N", "cores that a bot may use, or all (1)",
                [&](const std::string& text) { isolation.cpus.emplace(parse_cpus(text)); });
    line.option("--ponder", "MODE", "off: stop a bot while it is not to move (off in a\nsandbox, otherwise on)",
                [&](const std::string& text) {
                    isolation.ponder = chosen<bool>("--ponder", text, {{"on", true}, {"off", false}});
                });
}

void add_reuse(CommandLine& line, bool& reuse) {
    line.flag("--reuse", "a bot's process plays many games: after a game it\ngets -1, and then the next setup block",
              reuse);
}

void add_stderr_log(CommandLine& line, NotesKept usual, std::optional<NotesKept>& kept) {
    line.option(
        "--stderr-log", "WHAT",
        usual == NotesKept::all
            ? "what the log keeps of each turn's stderr: all (up\nto 4 KiB), info (what info lines say), off (all)"
            : "what the logs keep of each turn's stderr: all (up\nto 4 KiB), info (what info lines say), off (info)",
        [&](const std::string& text) {
            std::vector<std::pair<std::string_view, NotesKept>> names;
            for (const NotesKept what : {NotesKept::all, NotesKept::info, NotesKept::nothing})
                names.emplace_back(name_of(what), what);
            kept = chosen("--stderr-log", text, names);
        });
}

void add_match(CommandLine& line, const char* help, std::optional<int>& match) {
    line.number("--match", 1, max_plies, help, match);
}

std::string file_of_log(const std::string& log) {
    return log == "-" ? "/dev/stdin" : log;
}

void refuse_own_file(std::string_view option, const std::string& output, const std::string& db) {
    for (const char* end : {"", "-wal", "-shm"}) {
        std::error_code error;
        if (!std::filesystem::equivalent(db + end, output, error) && db + end != output) continue;
        throw UserError(fmt::format("{} '{}' is the tournament itself: name another file", option, output));
    }
}

}  // namespace referee
