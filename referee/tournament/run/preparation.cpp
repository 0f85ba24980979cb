#include "referee/tournament/run/preparation.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/core/base/harmless_lines.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/version.hpp"
#include "referee/core/bots/bot_files.hpp"
#include "referee/core/bots/bots_folder.hpp"
#include "referee/core/bots/named_entrant.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/core/match/record.hpp"
#include "referee/tournament/admit/lineup.hpp"
#include "referee/tournament/paper/journal.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/schedule/ladder.hpp"
#include "referee/tournament/paper/schedule/make_schedule.hpp"
#include "referee/tournament/paper/schedule/swiss.hpp"
#include "referee/tournament/paper/store/student_entrants.hpp"
#include "referee/tournament/run/host.hpp"
#include "referee/tournament/run/ladder_rater.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

/// Adds the folder as it is written in the bots' commands, so that a resumed tournament finds the folder in them.
void add_bots_folder(std::vector<std::string>& folders, const std::string& folder) {
    if (folder.empty()) return;
    if (!can_be_kept(folder))
        throw UserError(
            fmt::format("--bots: the name of the folder '{}' is not UTF-8, and can't be kept in a tournament's "
                        "file: rename it",
                        folder));
    if (!same_folder(folder, folders)) folders.push_back(folder);
}

/// Whether these are the traditional limits of the game in the settings.
bool are_traditional(const protocol::Limits& limits, const Settings& settings) {
    const auto game = std::ranges::find(games::catalogue(), games::name_in(settings.game),
                                        [](const auto& one) { return std::string_view(one->name); });
    if (game == games::catalogue().end() || !(*game)->traditional_time) return false;
    const protocol::Limits traditional = traditional_limits(**game);
    return !limits.clock && limits.move == traditional.move && limits.first_move == traditional.first_move &&
           limits.margin == traditional.margin;
}

protocol::Limits limits_for(const TournamentOptions& wish, const Origin& origin, protocol::Limits limits,
                            const games::GameInfo& game) {
    if (wish.traditional_time) {
        const protocol::Limits traditional = traditional_limits(game);
        limits.move = traditional.move;
        limits.first_move = traditional.first_move;
        limits.margin = traditional.margin;
        limits.clock.reset();
    }
    if (!origin.begun) {
        // --traditional-time sets the margin, too, so what replaces it replaces the margin.
        const bool replaces = wish.limits.replace_time() && are_traditional(limits, origin.settings);
        if (replaces) limits.margin = usual_limits().margin;
        return replaced_by(limits, wish.limits);
    }
    // A resumed tournament keeps what is not given again, so that only other values differ from those of its file.
    GivenLimits given = wish.limits;
    if (!given.move) given.move = limits.move;
    if (!given.first_move) given.first_move = limits.first_move;
    if (!given.clock) given.clock = limits.clock;
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
        throw UserError("--games does not apply to ladder: it has no fixed number of games; use --stop-after");
    }
    if (wish.until && (format.format == Format::swiss || format.format == Format::knockout)) {
        throw UserError(fmt::format(
            "--until does not apply to {}: its number of games is fixed; use a ladder, a round robin or a gauntlet",
            name_of(format.format)));
    }
}

void choose_openings(Settings& settings, const OpeningWish& wish, const games::GameSpec& spec) {
    if (wish.any()) {
        settings.opening_plies = wish.plies.value_or(0);
        settings.opening_list = wish.is_list() ? list_of(wish, spec) : OpeningList();
    }
}

/// Chooses the settings of a new tournament that the file of its first stage may lack.
void begin_with_usual(Settings& settings, const games::GameSpec& spec) {
    settings.draws = DrawMethod::sha256;
    if (!settings.opening_list.openings.empty()) refuse_list_of_secrets(spec, "the openings of the earlier tournament");
    // Games that share their draws or an opening would tell each other what is hidden.
    settings.format.own_draws = spec.game->has_secrets;
    settings.format.fresh_openings =
        settings.opening_plies > 0 && (spec.game->has_secrets || spec.make_board(0)->hand().has_value());
}

/// The settings with the game and the isolation as they are on this machine.
Preparation prepared_with(Settings settings, games::GameSpec spec, Isolation isolation) {
    Preparation prepared{std::move(settings), std::move(spec), std::move(isolation)};
    prepared.settings.game = to_string(prepared.spec);
    prepared.settings.config = config_of(prepared.spec);
    prepared.settings.rules = prepared.spec.game->record;
    prepared.settings.rules_program = prepared.spec.game->program;
    prepared.isolation.hide(prepared.spec.game->secrets);
    prepared.isolation.write_into(prepared.settings.limits);
    prepared.settings.sandbox = prepared.isolation.confinement.sandbox != nullptr;
    prepared.settings.sandbox_folders = prepared.isolation.folders;
    prepared.settings.sandbox_reuse = prepared.isolation.confinement.reuse;
    return prepared;
}

void require_sandbox_for_folder(const TournamentOptions& wish, const Isolation& isolation) {
    if (wish.bots_folder.empty() || isolation.confinement.sandbox) return;
    // The environment can turn the sandbox off only in a new tournament.
    if (wish.isolation.sandbox == SandboxMode::off) return;
    if (wish.from.empty() && mode_of(wish.isolation) == SandboxMode::off) return;
    throw UserError(
        fmt::format("--bots: bots from a folder need a sandbox, and {}; if you trust them, add --sandbox off",
                    isolation.note.empty() ? "the earlier tournament was played without one"
                                           : "none is available: " + isolation.note));
}

}  // namespace

Preparation prepare(const TournamentOptions& wish, const Origin& origin, const Isolate& isolate) {
    Preparation prepared = prepared_with(origin.settings, origin.spec, isolate(origin.isolation));
    require_sandbox_for_folder(wish, prepared.isolation);
    Settings& settings = prepared.settings;
    settings.limits = limits_for(wish, origin, settings.limits, *prepared.spec.game);
    add_bots_folder(settings.bots_folders, wish.bots_folder);
    add_bots_folder(settings.bots_folders, wish.hand_ins);  // so that no bot sees it, also when this is resumed
    choose_format(settings.format, wish);
    choose_openings(settings, wish.openings, prepared.spec);
    if (wish.sprt) settings.sprt = wish.sprt;
    if (wish.until) settings.until = wish.until;
    if (!origin.begun) begin_with_usual(settings, prepared.spec);
    if (!origin.begun && !settings.sandbox) {  // without a sandbox they have no effect
        settings.sandbox_folders.clear();
        settings.sandbox_reuse = true;
    }
    settings.fit_format();
    // A resumed tournament has one of them; the comparison with its file names the other one.
    if (settings.sprt && settings.until && !origin.begun) throw UserError("--until: a sequential test stops by itself");
    if (wish.notes) settings.notes = *wish.notes;
    if (wish.scale_time && !settings.reference_speed) settings.reference_speed = calibrate();
    return prepared;
}

Preparation prepare_as_stored(const Settings& settings) {
    return prepared_with(settings, spec_of(settings), make_isolation(isolation_of(settings)));
}

namespace {

using games::UserError;

/// The maximum number of games. All games of a round robin are planned, and written to the file, before the first game
/// begins.
constexpr std::int64_t max_games = 1'000'000;

/// The approximate number of games. 0: the tournament is open-ended.
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

/// Adds the challenger and the anchor, which are entrants, to the settings. Throws games::UserError if a setting does
/// not fit the entrants.
Settings fitted_to_entrants(Settings settings, const TournamentOptions& wish, bool begun,
                            const std::vector<std::string>& names) {
    if (names.size() < 2) {
        throw UserError(fmt::format("a tournament needs at least two bots, but there {}",
                                    names.empty() ? "is none" : "is only '" + names.front() + "'"));
    }
    if (settings.sprt && names.size() != 2) {
        throw UserError(fmt::format("--sprt compares two bots, not {}", names.size()));
    }
    if (settings.until && !wish.games && !begun)
        settings.format.games = games_within_bounds(settings.format, names.size());
    const auto games = games_of(settings.format, static_cast<std::int64_t>(names.size()));
    if (!begun && games > max_games) {
        throw UserError(
            fmt::format("--games {}: that makes {} games of {} bots; the maximum is {}, and a ladder has no end",
                        settings.format.games, games, names.size(), max_games));
    }
    if (!wish.challenger.empty())
        settings.format.challenger = static_cast<int>(entrant_named("--challenger", wish.challenger, names));
    if (wish.anchor) settings.anchor = {entrant_named("--anchor", wish.anchor->name, names), wish.anchor->elo};
    return settings;
}

/// In a class, the first bot that is not a student's is the zero of the ratings. Nothing if there is none.
std::optional<Anchor> anchor_of_class(const TournamentHead& head, const std::vector<std::string>& names) {
    if (head.students.empty()) return std::nullopt;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (owner_named(names[i], head).empty()) return Anchor{i, 0};
    return std::nullopt;
}

}  // namespace

int games_within_bounds(FormatSettings format, std::size_t entrants) {
    const int games = std::exchange(format.games, 2);
    const std::int64_t cycle = games_of(format, static_cast<std::int64_t>(entrants));
    return cycle > 0 ? static_cast<int>(std::min<std::int64_t>(games, max_games / cycle * 2)) : games;
}

void refuse_too_many_games(const Settings& settings, const Schedule& changed, std::size_t present) {
    if (settings.until || settings.format.format == Format::ladder) return;
    const bool is_countable = games_of(settings.format, static_cast<std::int64_t>(present)) <= max_games;
    if (!is_countable || *changed.total({}) > max_games)
        throw UserError(fmt::format("after this change the tournament would have more than {} games", max_games));
}

Draft draft_of(const TournamentOptions& wish, const Origin& origin, const Settings& settings, const Lineup& lineup,
               const Clocks& clocks) {
    Draft draft{fitted_to_entrants(settings, wish, origin.begun, lineup.names()), {}, {}};
    TournamentHead& head = draft.head;
    head.referee_version = version;
    head.created_at = journal_time(clocks.day());
    const bool has_list = !lineup.students.empty();
    head.students = handins::kept_students(has_list ? lineup.students : origin.head.students);
    head.hand_ins = has_list ? lineup.hand_ins : origin.head.hand_ins;
    head.list_separator = has_list ? lineup.list_separator : origin.head.list_separator;
    if (!origin.begun && !draft.settings.anchor) draft.settings.anchor = anchor_of_class(head, lineup.names());
    head.settings = to_json(draft.settings);
    // If the settings are unchanged, keep their stored text. An earlier version may have written them in another form,
    // and the resumed tournament must not seem to have other settings.
    if (origin.begun && to_json(origin.settings) == head.settings) head.settings = origin.head.settings;
    head.seed = wish.seed.value_or(origin.head.seed);
    if (!origin.begun) head.changes = origin.head.changes;
    std::ranges::move(journal_of(lineup.left_out, head.created_at), std::back_inserter(head.changes));
    const std::size_t in_head = lineup.contenders.size() - lineup.joining();
    for (const Contender& contender : lineup.contenders)
        (head.entrants.size() < in_head ? head.entrants : draft.joining).push_back(contender.stored());
    return draft;
}

std::unique_ptr<Schedule> schedule_of(const Settings& settings, const TournamentHead& head,
                                      const std::vector<PlannedGame>& planned, Openings* openings,
                                      std::optional<int> pairs_before_rest) {
    const Field field = head.field();
    const RunSeed seed = settings.run_seed(head.seed);
    if (settings.format.format != Format::ladder) return make_schedule(settings.format, field, seed, planned);
    OpeningLeft opening_left;
    // Fresh openings are never used up.
    if (openings != nullptr && !settings.format.fresh_openings)
        opening_left = [openings](int pairs) { return openings->has(pairs); };
    FormatSettings format = settings.format;
    if (!settings.until) format.pairs_before_rest = pairs_before_rest;
    return std::make_unique<Ladder>(format, field, seed, rate_for_ladder, planned, std::move(opening_left));
}

}  // namespace referee::tournament
