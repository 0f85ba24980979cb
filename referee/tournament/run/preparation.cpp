#include "referee/tournament/run/preparation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "games/user_error.hpp"
#include "referee/files/text_file.hpp"
#include "referee/match/limits.hpp"
#include "referee/match/record.hpp"
#include "referee/terminal/output.hpp"
#include "referee/tournament/entrants/bot_files.hpp"
#include "referee/tournament/entrants/entrant_named.hpp"
#include "referee/tournament/run/host.hpp"
#include "referee/tournament/schedule/swiss.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

/// A test stops by itself; this is where it gives up.
constexpr int games_of_a_test = 100'000;

/// All games of a round robin are planned, and written down, before the first one.
constexpr std::int64_t max_games = 1'000'000;

/// A setting of the sandbox that is not given is as it was.
IsolationOptions isolation_options(const TournamentOptions& options, const std::optional<Settings>& stored) {
    IsolationOptions isolation = options.isolation;
    if (!stored) return isolation;
    if (isolation.sandbox == SandboxMode::automatic)
        isolation.sandbox = stored->sandbox ? SandboxMode::on : SandboxMode::off;
    // In a second stage with a sandbox after a first one without, or the other way round, what was usual there was no
    // wish: a sandbox without limits would be none.
    const bool on = stored->sandbox;
    const bool changes = !options.from.empty() && on != (isolation.sandbox == SandboxMode::on);
    const auto is_taken_over = [changes](const auto& was, const auto& usual) { return !changes || was != usual; };
    const protocol::Limits& was = stored->limits;
    if (!isolation.memory && is_taken_over(was.memory_bytes, on ? LimitOrNone(usual_memory_bytes) : std::nullopt))
        isolation.memory.emplace(was.memory_bytes);
    if (!isolation.processes && is_taken_over(was.processes, on ? LimitOrNone(usual_processes) : std::nullopt))
        isolation.processes.emplace(was.processes);
    if (!isolation.ponder && is_taken_over(was.ponder, !on)) isolation.ponder = was.ponder;
    if (isolation.folders.empty()) isolation.folders = stored->sandbox_folders;
    if (!isolation.cpus) isolation.cpus.emplace(stored->limits.cpus);
    return isolation;
}

/// As they are written in the bots' commands, which are found in them again when the tournament is resumed.
std::vector<std::string> bots_folders_of(const TournamentOptions& options, const std::optional<Settings>& stored) {
    std::vector<std::string> folders = stored ? stored->bots_folders : std::vector<std::string>();
    if (options.bots_folder.empty()) return folders;
    if (!can_be_kept(options.bots_folder))
        throw UserError(
            fmt::format("--bots: the name of the folder '{}' is not UTF-8, and can't be kept in a tournament's "
                        "file: rename it",
                        harmless(options.bots_folder)));
    if (std::ranges::find(folders, options.bots_folder) == folders.end()) folders.push_back(options.bots_folder);
    return folders;
}

protocol::Limits limits_for(const TournamentOptions& options, const std::optional<Settings>& stored,
                            const games::GameInfo& game) {
    protocol::Limits limits = stored ? stored->limits : usual_limits();
    if (options.traditional_time) {
        const protocol::Limits traditional = traditional_limits(game);
        limits.move = traditional.move;
        limits.first_move = traditional.first_move;
        limits.margin = traditional.margin;
    }
    GivenLimits given = options.limits;
    // Options that were given when the tournament began count as given; in a second stage only while it changes none.
    const bool anew = !options.from.empty() && (given.move || given.clock);
    if (stored && !given.first_move && !anew) given.first_move = limits.first_move;
    return with_given(limits, given);
}

/// About how many games there will be. Open-ended: 0.
std::int64_t games_of(const FormatSettings& format, std::int64_t entrants) {
    switch (format.format) {
        case Format::round_robin: return entrants * (entrants - 1) / 2 * format.games;
        case Format::gauntlet:
        case Format::knockout: return (entrants - 1) * format.games;
        case Format::swiss:
            return entrants / 2 * format.rounds.value_or(Swiss::usual_rounds(static_cast<int>(entrants))) *
                   format.games;
        case Format::ladder: return 0;
    }
    return 0;
}

FormatSettings format_for(const TournamentOptions& options, const std::optional<Settings>& stored) {
    FormatSettings format = stored ? stored->format : FormatSettings();
    if (!options.resume && (options.sprt || options.until)) format.games = games_of_a_test;
    if (options.format) format.format = *options.format;
    if (options.games) format.games = *options.games;
    if (options.rounds && !options.resume) format.rounds = options.rounds;  // later it is a change of the tournament
    if (format.rounds && format.format != Format::swiss) throw UserError("--rounds goes with --format swiss");
    if (!options.challenger.empty() && format.format != Format::gauntlet) {
        throw UserError("--challenger goes with --format gauntlet");
    }
    if (options.games && format.format == Format::ladder) {
        throw UserError("--games: a ladder has no end, and plays two games at a time; see --stop-after");
    }
    if (options.until && (format.format == Format::swiss || format.format == Format::knockout)) {
        throw UserError(
            fmt::format("--until: a {} has as many games as it has; take a ladder, a round robin or a gauntlet",
                        name_of(format.format)));
    }
    return format;
}

/// The openings of an earlier stage may be of another game or board.
void require_fitting_openings(const Settings& settings, const games::GameSpec& spec, const std::string& earlier) {
    std::string lines;
    for (const GameStart& opening : settings.opening_list.openings)
        lines += line_of(opening) + "\n";
    try {
        if (settings.opening_plies > 0) static_cast<void>(make_openings(spec, settings.opening_plies, {}, 0));
        if (!lines.empty()) static_cast<void>(read_openings(lines, harmless(earlier), spec));
    } catch (const UserError& fault) {
        throw UserError(
            fmt::format("--from: {}; it is of another game or board: give others with --openings", fault.what()));
    }
}

void choose_openings(Settings& settings, const TournamentOptions& options, const std::optional<Settings>& stored,
                     const games::GameSpec& spec) {
    const OpeningWish& wish = options.openings;
    if (!wish.any() && stored) {
        settings.opening_plies = stored->opening_plies;
        settings.opening_list = stored->opening_list;
        if (!options.from.empty()) require_fitting_openings(settings, spec, options.from);
    }
    if (wish.plies) settings.opening_plies = *wish.plies;
    if (wish.is_list()) settings.opening_list = list_of(wish, spec);
}

/// Whether a game with its settings names a file so: "fitz:tiles=path".
bool names_file(std::string_view game, std::string_view setting, std::string_view path) {
    const std::string named = fmt::format("{}={},", setting, path);
    const std::string settings = fmt::format(",{},", game.substr(game.find(':') + 1));
    return settings.find("," + named) != std::string::npos;
}

/// The game of a tournament's file, which holds the texts of the files that it names: they may be gone.
games::GameSpec spec_of(const Settings& stored) {
    protocol::MatchLog log;
    log.game = stored.game.substr(0, stored.game.find(':'));
    log.config = stored.config;
    const games::GameSpec logged = referee::spec_of(log);
    return games::parse_spec(stored.game, [&](const std::string& path) {
        for (const games::Setting& setting : logged.values.table()) {
            if (setting.kind != games::Setting::Kind::number && names_file(stored.game, setting.name, path))
                return logged.values.file(setting.name).text;
        }
        return read_text_file(path);
    });
}

/// The game, from the position that is wanted. That of a tournament's file may have a position already.
games::GameSpec spec_for(const TournamentOptions& options, const std::optional<Settings>& stored) {
    const std::string& position = options.openings.position;
    if (options.game || !stored) return games::parse_spec(options.game.value_or("magnetize"), read_text_file, position);
    return position.empty() ? spec_of(*stored) : games::with_position(spec_of(*stored), position, read_text_file);
}

/// A goal may need many games of each pairing, but a tournament of many bots can't have as many as one of two.
void keep_within_bounds(FormatSettings& format, std::size_t entrants) {
    FormatSettings one_pair = format;
    one_pair.games = 2;
    const std::int64_t cycle = games_of(one_pair, static_cast<std::int64_t>(entrants));
    if (cycle > 0) format.games = static_cast<int>(std::min<std::int64_t>(format.games, max_games / cycle * 2));
}

}  // namespace

Preparation prepare(const TournamentOptions& options, const std::optional<Settings>& stored) {
    Preparation prepared{{}, spec_for(options, stored), make_isolation(isolation_options(options, stored))};
    const bool trusted = options.bots_folder.empty() || options.isolation.sandbox == SandboxMode::off;
    if (!trusted && !prepared.isolation.confinement.sandbox) {
        const std::string& missing = prepared.isolation.note;
        throw UserError(fmt::format(
            "--bots: bots from a folder need a sandbox, and {}; if you trust them, add --sandbox off",
            missing.empty() ? "the earlier tournament was played without one" : "none is available: " + missing));
    }
    Settings& settings = prepared.settings;
    settings.game = to_string(prepared.spec);
    settings.config = config_of(prepared.spec);
    settings.limits = limits_for(options, stored, *prepared.spec.game);
    prepared.isolation.write_into(settings.limits);
    settings.sandbox = prepared.isolation.confinement.sandbox != nullptr;
    settings.sandbox_folders = prepared.isolation.folders;
    settings.bots_folders = bots_folders_of(options, stored);
    settings.format = format_for(options, stored);
    choose_openings(settings, options, stored, prepared.spec);
    settings.sprt = options.sprt ? options.sprt : stored ? stored->sprt : std::nullopt;
    settings.until = options.until ? options.until : stored ? stored->until : std::nullopt;
    settings.fit_format();
    if (settings.sprt && settings.until) throw UserError("--until: a sequential test stops by itself");
    settings.notes = options.notes.value_or(stored ? stored->notes : usual_notes);
    if (stored) settings.anchor = stored->anchor;
    if (stored) settings.reference_speed = stored->reference_speed;
    if (options.scale_time && !settings.reference_speed) settings.reference_speed = calibrate();
    return prepared;
}

void fit_to_entrants(Settings& settings, const TournamentOptions& options, const std::vector<std::string>& names) {
    if (names.size() < 2) {
        throw UserError(fmt::format("a tournament needs two bots at least, and there {}",
                                    names.empty() ? "is none" : "is only '" + names.front() + "'"));
    }
    if (settings.sprt && names.size() != 2) {
        throw UserError(fmt::format("--sprt compares two bots, and there are {}", names.size()));
    }
    if (settings.until && !options.games && !options.resume) keep_within_bounds(settings.format, names.size());
    // Games that are planned cycle by cycle need only be counted; and who has left is among the names, too.
    const std::int64_t most = options.resume && settings.until ? std::numeric_limits<int>::max() : max_games;
    if (const auto games = games_of(settings.format, static_cast<std::int64_t>(names.size())); games > most) {
        throw UserError(
            fmt::format("--games {}: that makes {} games of {} bots; {} is the most, and a ladder has no end",
                        settings.format.games, games, names.size(), most));
    }
    if (!options.challenger.empty())
        settings.format.challenger = static_cast<int>(entrant_named("--challenger", options.challenger, names));
    if (options.anchor) settings.anchor = {entrant_named("--anchor", options.anchor->name, names), options.anchor->elo};
}

}  // namespace referee::tournament
