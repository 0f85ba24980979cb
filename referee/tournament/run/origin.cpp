#include "referee/tournament/run/origin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/core/match/openings.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/rules/own_game.hpp"
#include "referee/core/rules/rules_program.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/figures/tables/standings.hpp"
#include "referee/tournament/figures/tables/student_state.hpp"
#include "referee/tournament/paper/journal.hpp"
#include "referee/tournament/paper/store/student_entrants.hpp"
#include "referee/tournament/run/director.hpp"

namespace referee::tournament {

namespace {

using games::UserError;
using protocol::Json;

/// Whether a game with its settings sets `setting` to this file, as in "fitz:tiles=path".
bool names_file(std::string_view game, std::string_view setting, std::string_view path) {
    const std::string named = fmt::format("{}={},", setting, path);
    const std::string settings = fmt::format(",{},", game.substr(game.find(':') + 1));
    return settings.find("," + named) != std::string::npos;
}

/// The user's options for the sandbox, completed by the values in `before`.
IsolationOptions completed(IsolationOptions wish, const IsolationOptions& before) {
    if (!wish.sandbox) wish.sandbox = before.sandbox;
    if (!wish.memory) wish.memory = before.memory;
    if (!wish.processes) wish.processes = before.processes;
    if (!wish.ponder) wish.ponder = before.ponder;
    if (wish.folders.empty()) wish.folders = before.folders;
    if (!wish.reuse) wish.reuse = before.reuse;
    if (!wish.cpus) wish.cpus = before.cpus;
    return wish;
}

/// The settings in the text of a game: "width=7" in "four:width=7".
std::string_view settings_in(std::string_view game) {
    return game.substr(std::min(game.size(), games::name_in(game).size() + 1));
}

/// Whether the rules are those of the settings, or those of an older version: in a sandbox it recorded only the program
/// of a folder.
enum class SameRules : std::uint8_t { no, yes, as_far_as_recorded };
SameRules compare_rules(const std::string& record, const Settings& settings) {
    if (protocol::same_json(record, settings.rules)) return SameRules::yes;
    const auto now = protocol::parse_json(record), before = protocol::parse_json(settings.rules);
    if (!settings.sandbox || !before.is_object() || before.value("hello", Json()) != now.at("hello"))
        return SameRules::no;
    const Json &files = now.at("files"), recorded = before.value("files", Json());
    const bool only_program = recorded.size() == 1 && std::ranges::find(files, recorded.front()) != files.end();
    return only_program ? SameRules::as_far_as_recorded : SameRules::no;
}

/// The same game, recorded as in the settings if the tournament is resumed. Throws games::UserError if these are other
/// rules than those with which the tournament of the settings began.
std::shared_ptr<const games::GameInfo> as_begun(const games::GameInfo& game, const Settings& settings, bool resumed) {
    const SameRules same = compare_rules(game.record, settings);
    if (same == SameRules::no)
        throw UserError(fmt::format(
            "the rules in '{}' are not those with which the tournament began: restore them, or begin a new tournament",
            game.program));
    if (same == SameRules::as_far_as_recorded)
        note(
            fmt::format("an older version has recorded only the program of the rules in '{}': changes of its other "
                        "files can't be noticed",
                        game.program));
    auto begun = std::make_shared<games::GameInfo>(game);
    if (resumed) begun->record = settings.rules;
    return begun;
}

/// The program at `file` with the settings of a tournament that was begun with these rules.
games::GameSpec begun_rules(const Settings& settings, const std::string& file, const IsolationOptions& isolation,
                            std::string_view position, bool resumed) {
    const auto game = rules::game_of(std::make_shared<rules::RulesProgram>(file, isolation));
    // Not from the text of the game: its position may look like a path, or hold commas.
    protocol::MatchLog begun;
    begun.config = settings.config;
    const games::GameSpec spec = spec_with(as_begun(*game, settings, resumed), begun);
    return position.empty() ? spec : games::with_position(spec, position, read_text_file);
}

/// Like begun_rules(), for the program in the settings. `remedy`: what to do if it is missing.
games::GameSpec stored_rules(const Settings& settings, const IsolationOptions& isolation, std::string_view position,
                             bool resumed, std::string_view remedy) {
    if (exists_at(settings.rules_program))
        return begun_rules(settings, settings.rules_program, isolation, position, resumed);
    throw UserError(fmt::format("the rules '{}' are missing here: {}", settings.rules_program, remedy));
}

/// The game that the user names, or else the game of the settings. The game of the settings may already begin at a
/// position. A position that the user gives replaces that position. A program without settings says where the rules of
/// the earlier tournament are now, so the game keeps its settings. In a resumed tournament they must be the same rules.
games::GameSpec spec_for(const TournamentOptions& wish, const Settings& settings, const IsolationOptions& isolation) {
    const std::string& position = wish.openings.position;
    const bool has_own_rules = !settings.rules.empty();
    if (!wish.game && has_own_rules)
        return stored_rules(settings, isolation, position, wish.resume, "say where they are now with --game FILE");
    if (!wish.game)
        return position.empty() ? spec_of(settings) : games::with_position(spec_of(settings), position, read_text_file);
    if (!has_own_rules || !rules::names_only_program(*wish.game)) {
        games::GameSpec spec = rules::parse_game(*wish.game, isolation, position);
        if (wish.resume && has_own_rules && !spec.game->program.empty())
            spec.game = as_begun(*spec.game, settings, true);
        return spec;
    }
    if (wish.resume) return begun_rules(settings, *wish.game, isolation, position, true);
    auto [program, usual] = rules::load(*wish.game, isolation);
    const bool is_other_game = program->hello()->name != games::name_in(settings.game);
    return games::parse_settings(rules::game_of(std::move(program)),
                                 is_other_game ? std::string_view() : settings_in(settings.game), read_text_file,
                                 position);
}

/// The parts of the format of a new tournament that do not depend on the entrants.
FormatSettings format_to_begin(const TournamentOptions& wish) {
    FormatSettings format;
    if (wish.sprt || wish.until) format.games = games_of_a_test;
    format.rounds = wish.rounds;
    return format;
}

/// The first `top` entrants in the order of the table, or all of them. Entrants that have left do not count. Throws
/// games::UserError if there are fewer than two, or fewer than `top`.
std::vector<StoredEntrant> seeds_of(const Store& earlier, const std::optional<int>& top) {
    const Account account = account_of(earlier);
    std::vector<StoredEntrant> seeds;
    for (const StandingsLine& line : standings_of(account, false).lines) {
        if (account.field().is_in(static_cast<int>(line.entrant)))
            seeds.push_back(earlier.head().entrants[line.entrant]);
    }
    const std::size_t wanted = top ? static_cast<std::size_t>(*top) : seeds.size();
    if (seeds.size() < wanted || seeds.size() < 2)
        throw UserError(fmt::format("--from: only {} take part in that tournament", seeds.size()));
    seeds.resize(wanted);
    return seeds;
}

/// Refuses openings of an earlier stage that belong to another game or board.
void require_fitting_openings(const Settings& settings, const games::GameSpec& spec, const std::string& earlier) {
    std::string lines;
    for (const GameStart& opening : settings.opening_list.openings)
        lines += line_of(opening, !settings.rules.empty()) + "\n";
    try {
        if (settings.opening_plies > 0) static_cast<void>(make_openings(spec, settings.opening_plies, {}, 0));
        if (!lines.empty()) static_cast<void>(read_openings(lines, earlier, spec));
    } catch (const UserError& fault) {
        throw UserError(fmt::format(
            "--from: {}; this opening is for another game or board: choose others with --openings", fault.what()));
    }
}

/// The list of a class for its second stage: bots that have replaced those of students are theirs there, too.
std::vector<Student> students_after(const TournamentHead& earlier) {
    const Field field = earlier.field();
    std::vector<Student> students = earlier.students;
    for (std::size_t i = 0; i < earlier.entrants.size(); ++i) {
        const std::string& name = earlier.entrants[i].name;
        if (!field.is_in(static_cast<int>(i)) || student_named(name, earlier.students) != nullptr) continue;
        if (const Student* student = student_of(i, earlier, field))
            for (Student& one : students)
                if (one.entrant() == student->entrant()) one.plays_as = name;
    }
    return students;
}

/// Bots that have replaced those of former teams are of the class in its second stage, too.
std::vector<std::string> former_after(const TournamentHead& earlier) {
    const Field field = earlier.field();
    std::vector<std::string> former = earlier.hand_ins.former;
    for (std::size_t i = 0; i < earlier.entrants.size(); ++i)
        if (is_of_class(i, earlier, field) && student_of(i, earlier, field) == nullptr &&
            !is_former(earlier.entrants[i].name, earlier.hand_ins))
            former.push_back(earlier.entrants[i].name);
    return former;
}

Origin new_tournament(const TournamentOptions& wish, const World& world) {
    Settings settings;
    settings.limits = usual_limits();
    settings.format = format_to_begin(wish);
    TournamentHead head;
    head.seed = world.random_seed();
    const std::string game = wish.game.value_or("magnetize");
    return {std::move(head), std::move(settings), rules::parse_game(game, wish.isolation, wish.openings.position),
            wish.isolation};
}

/// The isolation of a second stage. `earlier`: the settings of the first one.
IsolationOptions isolation_after(const IsolationOptions& wish, const Settings& earlier) {
    IsolationOptions before = isolation_of(earlier);
    const bool is_off = wish.sandbox.value_or(*before.sandbox) == SandboxMode::off;
    if (is_off && (!wish.folders.empty() || wish.reuse))
        throw UserError(fmt::format(
            "--sandbox: {} goes with a sandbox, and the earlier tournament has none: write --sandbox on,...",
            wish.folders.empty() ? "reuse" : "folder"));
    // Another mode has other defaults, so the earlier defaults are dropped. Otherwise a sandbox could have no limits,
    // and would be useless.
    if (wish.sandbox.value_or(*before.sandbox) != before.sandbox) drop_usual_settings(before);
    if (is_off) {
        before.folders.clear();
        before.reuse.reset();
    }
    return completed(wish, before);
}

/// The refusals of students who had no bot in a tournament: in its next stage, they do not play for the same reason.
std::vector<Change> refusals_after(const TournamentHead& head) {
    const Field field = head.field();
    std::vector<Change> refusals;
    for (const Student& student : head.students) {
        const StudentState state = state_of(student, head, field);
        if (state.refusal == nullptr || state.entrant) continue;
        Change refusal = *state.refusal;
        refusal.planned = 0;
        if (std::ranges::find(refusals, refusal.name, &Change::name) == refusals.end())  // members of a team have one
            refusals.push_back(std::move(refusal));
    }
    return refusals;
}

/// Begins the second of two stages. It takes over the game, the limits, the sandbox and the openings of the first
/// stage, but not its format.
Origin second_stage(const TournamentOptions& wish, const World& world) {
    const Store earlier = Store::open(wish.from);
    TournamentHead head;
    head.seed = world.random_seed();
    head.entrants = seeds_of(earlier, wish.top);
    head.students = students_after(earlier.head());
    head.list_separator = earlier.head().list_separator;
    head.hand_ins = earlier.head().hand_ins;
    head.hand_ins.former = former_after(earlier.head());
    head.changes = refusals_after(earlier.head());
    head.hand_ins.unowned.clear();  // they may still join the first stage
    Settings settings = settings_of_json(earlier.head().settings);
    settings.format = format_to_begin(wish);
    settings.sprt.reset();
    settings.until.reset();
    settings.anchor.reset();
    settings.reference_speed.reset();
    IsolationOptions isolation = isolation_after(wish.isolation, settings);
    games::GameSpec spec = spec_for(wish, settings, isolation);
    if (!wish.openings.any()) require_fitting_openings(settings, spec, wish.from);
    return {std::move(head), std::move(settings), std::move(spec), std::move(isolation)};
}

/// Refuses changes in a run that only resumes a tournament. Such a run may give the number of rounds, but not change
/// it.
void refuse_unwished(const std::vector<Change>& changes, const TournamentOptions& wish) {
    if (changes.empty() || wish.only_changes) return;
    throw UserError(fmt::format(
        "--rounds {0}: the tournament has a different number of rounds; to change it: referee change {1} rounds {0}",
        wish.rounds.value_or(0), copyable_path(wish.db)));
}

/// The head of the tournament's file. Refuses orders that can't be carried out.
TournamentHead head_to_resume(const TournamentOptions& wish, const World& world) {
    if (wish.orders.empty() && !wish.rounds) return Store::head_of(wish.db);
    const Store store = Store::open(wish.db);
    const auto newcomers = newcomers_of(wish.orders, store.head());
    // How many rounds there may be depends on those in the folder, who are not known yet.
    const auto rounds = wish.orders.news ? std::nullopt : wish.rounds;
    refuse_unwished(changes_of(wish.orders, newcomers, rounds, store, journal_time(world.clocks.day())), wish);
    return store.head();
}

Origin resumed(const TournamentOptions& wish, const World& world) {
    TournamentHead head = head_to_resume(wish, world);
    Settings settings = settings_of_json(head.settings);
    IsolationOptions isolation = wish.isolation;
    if (isolation.sandbox == SandboxMode::automatic) isolation.sandbox.reset();  // either mode fits
    if (!settings.sandbox && !isolation.sandbox) {  // without a sandbox they have no effect
        isolation.folders.clear();
        isolation.reuse.reset();
    }
    isolation = completed(std::move(isolation), isolation_of(settings));
    games::GameSpec spec = spec_for(wish, settings, isolation);
    return {std::move(head), std::move(settings), std::move(spec), std::move(isolation), true};
}

}  // namespace

Origin origin_of(const TournamentOptions& wish, const World& world) {
    if (wish.resume) return resumed(wish, world);
    return wish.from.empty() ? new_tournament(wish, world) : second_stage(wish, world);
}

games::GameSpec spec_of(const Settings& settings) {
    if (!settings.rules.empty()) return stored_rules(settings, isolation_of(settings), {}, true, "restore them");
    protocol::MatchLog log;
    log.game = games::name_in(settings.game);
    log.config = settings.config;
    const games::GameSpec logged = referee::spec_of(log);
    return games::parse_spec(settings.game, [&](const std::string& path) {
        for (const games::Setting& setting : logged.values.table()) {
            if (setting.kind != games::Setting::Kind::number && names_file(settings.game, setting.name, path))
                return logged.values.file(setting.name).text;
        }
        return read_text_file(path);
    });
}

IsolationOptions isolation_of(const Settings& settings) {
    IsolationOptions isolation;
    isolation.sandbox = settings.sandbox ? SandboxMode::on : SandboxMode::off;
    isolation.memory.emplace(settings.limits.memory_bytes);
    isolation.processes.emplace(settings.limits.processes);
    isolation.folders = settings.sandbox_folders;
    isolation.reuse = settings.sandbox_reuse;
    isolation.ponder = settings.limits.ponder;
    isolation.cpus.emplace(settings.limits.cpus);
    return isolation;
}

void drop_usual_settings(IsolationOptions& isolation) {
    const bool on = isolation.sandbox == SandboxMode::on;
    if (*isolation.memory == (on ? LimitOrNone(usual_memory_bytes) : std::nullopt)) isolation.memory.reset();
    if (*isolation.processes == (on ? LimitOrNone(usual_processes) : std::nullopt)) isolation.processes.reset();
    if (isolation.ponder == !on) isolation.ponder.reset();
    if (*isolation.cpus == LimitOrNone(usual_cpus)) isolation.cpus.reset();
}

}  // namespace referee::tournament
