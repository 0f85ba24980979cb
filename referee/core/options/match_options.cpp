#include "referee/core/options/match_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/user_error.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/shell_word.hpp"

namespace referee {

using games::UserError;

namespace {

std::vector<std::pair<std::string_view, bool>> on_or_off() {
    return {{"on", true}, {"off", false}};
}

/// The limits that apply to every bot. They include the one that --move-time sets.
OwnLimits common_limits(const LimitTargets& targets) {
    OwnLimits limits;
    if (targets.time != nullptr) limits.time = *targets.time;
    if (targets.isolation == nullptr) return limits;
    limits.memory = targets.isolation->memory;
    limits.processes = targets.isolation->processes;
    limits.cpus = targets.isolation->cpus;
    return limits;
}

void read_limits_of_one(const std::string& name, const std::string& text, std::vector<NamedLimits>& own) {
    const std::string what = "--limits " + name;
    const auto found = std::ranges::find(own, name, &NamedLimits::name);
    NamedLimits& one = found != own.end() ? *found : own.emplace_back(NamedLimits{name, {}});
    one.limits.add(parse_given_limits(text, what), what);
}

/// Reads "move=50ms,memory=256M" for all bots, or "NAME:move=50ms" for one bot. A name may contain colons, but limits
/// do not.
void read_limits(const std::string& text, const LimitTargets& targets) {
    const auto colon = text.rfind(':');
    if (colon != std::string::npos && targets.own != nullptr)
        return read_limits_of_one(text.substr(0, colon), text.substr(colon + 1), *targets.own);
    if (targets.isolation == nullptr)
        throw UserError(fmt::format("--limits '{}': write NAME:move=50ms; those of all bots stay", text));
    OwnLimits limits = common_limits(targets);
    limits.add(parse_common_limits(text, "--limits"), "--limits");
    if (targets.time != nullptr)
        *targets.time = limits.time;
    else if (limits.time != GivenLimits())
        throw UserError("--limits: give memory, processes or cpus; times are chosen in the browser");
    targets.isolation->memory = limits.memory;
    targets.isolation->processes = limits.processes;
    targets.isolation->cpus = limits.cpus;
}

Arguments written_limits(const LimitTargets& targets) {
    Arguments texts;
    OwnLimits common = common_limits(targets);
    common.time.move.reset();  // --move-time writes it
    if (common.any()) texts.push_back(option_text(common));
    if (targets.own == nullptr) return texts;
    for (const NamedLimits& one : *targets.own)
        texts.push_back(one.name + ":" + option_text(one.limits));
    return texts;
}

/// Refuses parts that have no meaning without a sandbox, which would be ignored.
void check_sandbox(const IsolationOptions& isolation) {
    if (isolation.sandbox != SandboxMode::off || (isolation.folders.empty() && !isolation.reuse)) return;
    throw UserError(fmt::format("--sandbox: {} goes with a sandbox, and off means none: omit one of them",
                                isolation.folders.empty() ? "reuse" : "folder"));
}

/// Reads "on,folder=DIR,reuse=off": a mode and parts, or parts alone.
void read_sandbox(const std::string& text, IsolationOptions& isolation) {
    for (const auto& [part, name, value] : parts_of(text, "--sandbox")) {
        if (!value) {
            if (isolation.sandbox) throw UserError("--sandbox: the mode is given twice");
            isolation.sandbox = chosen<SandboxMode>("--sandbox", part, {sandbox_modes.begin(), sandbox_modes.end()});
        } else if (name == "reuse") {
            if (isolation.reuse) throw UserError("--sandbox: reuse is given twice");
            isolation.reuse = chosen("--sandbox: reuse", *value, on_or_off());
        } else if (name == "folder" && !value->empty()) {
            isolation.folders.push_back(*value);
        } else {
            throw UserError(fmt::format("--sandbox: '{}' is not valid here: write folder=DIR or reuse=off", part));
        }
    }
    check_sandbox(isolation);
}

Arguments written_sandbox(const IsolationOptions& isolation) {
    std::string text;
    for (const auto& [word, mode] : sandbox_modes) {
        if (mode == isolation.sandbox) text += part_text(word);
    }
    for (const std::string& folder : isolation.folders)
        text += part_text("folder=" + folder);
    if (isolation.reuse == false) text += part_text("reuse=off");
    return text.empty() ? Arguments() : Arguments{text.substr(1)};
}

}  // namespace

void check_for_loose_plus(const std::vector<std::string>& bots) {
    for (const std::string& bot : bots) {
        if (bot.starts_with('+'))
            throw UserError(fmt::format("'{}' is no bot: write clock=60s+1s without spaces, or in quotes", bot));
    }
}

void add_limits(CommandLine& line, LimitTargets targets) {
    if (targets.time != nullptr) line.duration("--move-time", "limit of a move (100ms)", targets.time->move);
    const char* const help =
        targets.isolation == nullptr ? "limits of a new bot: NAME: and then any of\nmove=50ms first=1s clock=60s+1s "
                                       "memory=256M,\nseparated by commas"
        : targets.time == nullptr    ? "of a bot: any of memory=1G processes=256 cpus=1,\nseparated by commas"
        : targets.own == nullptr     ? "any of move=50ms first=1s clock=60s+1s margin=20ms\nmemory=1G processes=256 "
                                       "cpus=1, separated by commas"
                                     : "any of move=50ms first=1s clock=60s+1s margin=20ms\nmemory=1G processes=256 "
                                       "cpus=1, separated by commas;\nfor one bot only: NAME:move=50ms,memory=256M";
    line.option(
            "--limits", targets.isolation == nullptr ? "NAME:LIMITS" : "LIMITS", help,
            [targets](const std::string& text) { read_limits(text, targets); },
            [targets] { return written_limits(targets); })
        .is_list = true;
}

void add_traditional_time(CommandLine& line, bool& traditional_time) {
    line.flag("--traditional-time", "use the game's traditional limit instead, without\ngrace (referee games GAME)",
              traditional_time);
}

void check_traditional_time(bool traditional_time, const GivenLimits& limits) {
    if (!traditional_time || limits == GivenLimits()) return;
    const OwnLimits given{limits, {}};
    throw UserError(fmt::format("--traditional-time sets all time limits: omit {}", option_text(given)));
}

void add_isolation(CommandLine& line, IsolationOptions& isolation) {
    Option& option = line.option(
        "--sandbox", "MODE",
        "on, off, or auto: on if available (auto); with\nfolder=DIR it shows this folder, too, and with\nreuse=off "
        "each game of a bot gets a new sandbox\ninstead of a cleared one (on,folder=DIR,reuse=off)",
        [&isolation](const std::string& text) { read_sandbox(text, isolation); },
        [&isolation] { return written_sandbox(isolation); });
    option.is_list = true;
    option.words_are_all = false;
    for (const auto& [word, mode] : sandbox_modes)
        option.words.emplace_back(word);
    line.choice("--ponder", "MODE", "off: stop a bot when it is not its turn (off in a\nsandbox, otherwise on)",
                on_or_off(), isolation.ponder);
}

void add_reuse(CommandLine& line, bool& reuse) {
    line.flag("--reuse", "a bot's process plays many games: after a game it\ngets -1, and then the next setup block",
              reuse);
}

void add_stderr_log(CommandLine& line, NotesKept usual, std::optional<NotesKept>& kept) {
    std::vector<std::pair<std::string_view, NotesKept>> names;
    for (const NotesKept what : {NotesKept::all, NotesKept::info, NotesKept::nothing})
        names.emplace_back(name_of(what), what);
    line.choice("--stderr-log", "WHAT",
                usual == NotesKept::all
                    ? "what the log keeps of each turn's stderr: all (up\nto 4 KiB), info (what info lines say), off "
                      "(all)"
                    : "what the logs keep of each turn's stderr: all (up\nto 4 KiB), info (what info lines say), off "
                      "(info)",
                names, kept);
}

void add_match(CommandLine& line, const char* help, std::optional<int>& match) {
    line.number("--match", 1, max_plies, help, match);
}

std::string file_of_log(const std::string& log) {
    return log == "-" ? "/dev/stdin" : log;
}

}  // namespace referee
