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
    if (!isolation.memory) isolation.memory.emplace(stored->limits.memory_bytes);
    if (!isolation.processes) isolation.processes.emplace(stored->limits.processes);
    if (isolation.folders.empty()) isolation.folders = stored->sandbox_folders;
    if (!isolation.ponder) isolation.ponder = stored->limits.ponder;
    if (!isolation.cpus) isolation.cpus.emplace(stored->limits.cpus);
    return isolation;
}

/// As it is written in the bots' commands, which are found in it again when the tournament is resumed.
std::string bots_folder_of(const TournamentOptions& options, const std::optional<Settings>& stored) {
    if (options.bots_folder.empty()) return stored ? stored->bots_folder : "";
    if (can_be_kept(options.bots_folder)) return options.bots_folder;
    throw UserError(
        fmt::format("--bots: the name of the folder '{}' is not UTF-8, and can't be kept in a tournament's "
                    "file: rename it",
                    harmless(options.bots_folder)));
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

/// Those of an earlier stage may be of another game or board.
void require_fitting(const OpeningList& list, const games::GameSpec& spec, const std::string& earlier) {
    std::string lines;
    for (const GameStart& opening : list.openings)
        lines += line_of(opening) + "\n";
    if (lines.empty()) return;
    try {
        static_cast<void>(read_openings(lines, harmless(earlier), spec));
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
        if (!options.from.empty()) require_fitting(settings.opening_list, spec, options.from);
    }
    if (wish.plies) settings.opening_plies = *wish.plies;
    if (wish.is_list()) settings.opening_list = list_of(wish, spec);
    fit_format_to_openings(settings);
}

/// The game, from the position that is wanted. That of a tournament's file may have a position already.
games::GameSpec spec_for(const TournamentOptions& options, const std::optional<Settings>& stored) {
    const std::string& position = options.openings.position;
    const std::string game = options.game ? *options.game : stored ? stored->game : "magnetize";
    if (options.game || !stored || position.empty()) return games::parse_spec(game, read_text_file, position);
    return games::with_position(games::parse_spec(game, read_text_file), position, read_text_file);
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
        throw UserError(
            fmt::format("--bots: bots from a folder need a sandbox, and none is available: {}; if you trust them, add "
                        "--sandbox off",
                        prepared.isolation.note));
    }
    Settings& settings = prepared.settings;
    settings.game = to_string(prepared.spec);
    settings.config = config_of(prepared.spec);
    settings.limits = limits_for(options, stored, *prepared.spec.game);
    prepared.isolation.write_into(settings.limits);
    settings.sandbox = prepared.isolation.confinement.sandbox != nullptr;
    settings.sandbox_folders = prepared.isolation.folders;
    settings.bots_folder = bots_folder_of(options, stored);
    settings.format = format_for(options, stored);
    choose_openings(settings, options, stored, prepared.spec);
    settings.sprt = options.sprt ? options.sprt : stored ? stored->sprt : std::nullopt;
    settings.until = options.until ? options.until : stored ? stored->until : std::nullopt;
    fit_format_to_goal(settings);
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
