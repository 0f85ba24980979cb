#include "referee/tournament/run/preparation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "games/user_error.hpp"
#include "referee/match/limits.hpp"
#include "referee/match/record.hpp"
#include "referee/terminal/output.hpp"
#include "referee/tournament/entrants/bot_files.hpp"
#include "referee/tournament/run/host.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

/// A folder is kept as it is written in the bots' commands, and found in them again when the tournament is resumed.
void add_bots_folder(std::vector<std::string>& folders, const std::string& folder) {
    if (folder.empty()) return;
    if (!can_be_kept(folder))
        throw UserError(
            fmt::format("--bots: the name of the folder '{}' is not UTF-8, and can't be kept in a tournament's "
                        "file: rename it",
                        harmless(folder)));
    if (std::ranges::find(folders, folder) == folders.end()) folders.push_back(folder);
}

protocol::Limits limits_for(const TournamentOptions& wish, bool begun, protocol::Limits limits,
                            const games::GameInfo& game) {
    if (wish.traditional_time) {
        const protocol::Limits traditional = traditional_limits(game);
        limits.move = traditional.move;
        limits.first_move = traditional.first_move;
        limits.margin = traditional.margin;
    }
    GivenLimits given = wish.limits;
    // Options that were given when the tournament began count as given; in a second stage only while it changes none.
    const bool anew = !begun && (given.move || given.clock);
    if (!given.first_move && !anew) given.first_move = limits.first_move;
    return with_given(limits, given);
}

void choose_format(FormatSettings& format, const TournamentOptions& wish) {
    if (wish.format) format.format = *wish.format;
    if (wish.games) format.games = *wish.games;
    if (format.rounds && format.format != Format::swiss) throw UserError("--rounds goes with --format swiss");
    if (!wish.challenger.empty() && format.format != Format::gauntlet) {
        throw UserError("--challenger goes with --format gauntlet");
    }
    if (wish.games && format.format == Format::ladder) {
        throw UserError("--games: a ladder has no end, and plays two games at a time; see --stop-after");
    }
    if (wish.until && (format.format == Format::swiss || format.format == Format::knockout)) {
        throw UserError(
            fmt::format("--until: a {} has as many games as it has; take a ladder, a round robin or a gauntlet",
                        name_of(format.format)));
    }
}

void choose_openings(Settings& settings, const OpeningWish& wish, const games::GameSpec& spec) {
    if (wish.any()) {
        settings.opening_plies = wish.plies.value_or(0);
        settings.opening_list = wish.is_list() ? list_of(wish, spec) : OpeningList();
    }
}

/// The settings with the game and the isolation as they are on this machine.
Preparation prepared_with(Settings settings, games::GameSpec spec, const IsolationOptions& options) {
    Preparation prepared{std::move(settings), std::move(spec), make_isolation(options)};
    prepared.settings.game = to_string(prepared.spec);
    prepared.settings.config = config_of(prepared.spec);
    prepared.isolation.write_into(prepared.settings.limits);
    prepared.settings.sandbox = prepared.isolation.confinement.sandbox != nullptr;
    prepared.settings.sandbox_folders = prepared.isolation.folders;
    return prepared;
}

void require_sandbox_for_folder(const TournamentOptions& wish, const Isolation& isolation) {
    const bool trusted = wish.bots_folder.empty() || wish.isolation.sandbox == SandboxMode::off;
    if (trusted || isolation.confinement.sandbox) return;
    throw UserError(
        fmt::format("--bots: bots from a folder need a sandbox, and {}; if you trust them, add --sandbox off",
                    isolation.note.empty() ? "the earlier tournament was played without one"
                                           : "none is available: " + isolation.note));
}

}  // namespace

Preparation prepare(const TournamentOptions& wish, const Origin& origin) {
    Preparation prepared = prepared_with(origin.settings, origin.spec, origin.isolation);
    require_sandbox_for_folder(wish, prepared.isolation);
    Settings& settings = prepared.settings;
    settings.limits = limits_for(wish, origin.begun, settings.limits, *prepared.spec.game);
    add_bots_folder(settings.bots_folders, wish.bots_folder);
    choose_format(settings.format, wish);
    choose_openings(settings, wish.openings, prepared.spec);
    if (wish.sprt) settings.sprt = wish.sprt;
    if (wish.until) settings.until = wish.until;
    settings.fit_format();
    if (settings.sprt && settings.until) throw UserError("--until: a sequential test stops by itself");
    if (wish.notes) settings.notes = *wish.notes;
    if (wish.scale_time && !settings.reference_speed) settings.reference_speed = calibrate();
    return prepared;
}

Preparation prepare_as_stored(const Settings& settings) {
    return prepared_with(settings, spec_of(settings), isolation_of(settings));
}

}  // namespace referee::tournament
