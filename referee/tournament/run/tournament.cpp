#include "referee/tournament/run/tournament.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/progress_line.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/match/openings.hpp"
#include "referee/tournament/admit/admit.hpp"
#include "referee/tournament/admit/file_watch.hpp"
#include "referee/tournament/admit/fitness.hpp"
#include "referee/tournament/admit/folder_news.hpp"
#include "referee/tournament/figures/tables/change_lines.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/paper/journal.hpp"
#include "referee/tournament/paper/store/store_compare.hpp"
#include "referee/tournament/run/change_desk.hpp"
#include "referee/tournament/run/change_request.hpp"
#include "referee/tournament/run/director.hpp"
#include "referee/tournament/run/game_player.hpp"
#include "referee/tournament/run/ledger.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/preview.hpp"
#include "referee/tournament/run/stored_games.hpp"
#include "referee/tournament/run/test_openings.hpp"
#include "referee/tournament/run/watchers/announcer.hpp"
#include "referee/tournament/run/watchers/json_events.hpp"
#include "referee/tournament/run/watchers/live_display.hpp"
#include "referee/tournament/run/watchers/machine.hpp"
#include "referee/tournament/run/watchers/progress_text.hpp"

namespace referee::tournament {

namespace {

using games::UserError;
using std::chrono_literals::operator""us;

/// A run ends if this many games, or one for each entrant, are over, and none has a result.
constexpr int min_without_result = 20;

/// The machines that play this run's games.
struct Engines {
    std::unique_ptr<OtherMachines> others;  ///< null: threads of this process play
    int jobs = 1;                           ///< the number of threads of this process, which also check bots

    bool are_local() const { return !others || others->is_local(); }
    int games_at_once() const { return others ? others->slots() : jobs; }
    std::string in_words() const {
        if (others) return fmt::format("batches by {}", others->name());
        return jobs == 1 ? std::string("one game at a time") : fmt::format("{} games at a time", jobs);
    }
    std::string commands_for(const TournamentHead& head) const {
        if (others) return others->commands_for(head);
        return fmt::format("# --engine local: {} thread{} of this process, and no other commands\n", jobs,
                           jobs == 1 ? "" : "s");
    }
};

/// Everything that is decided before the tournament's file is created or continued.
struct RunSetup {
    const World& world;
    const TournamentOptions& wish;
    CheckPlan check;  ///< of bots that join
    BotCopies& copies;
    const games::GameSpec& spec;
    const Isolation& isolation;
    const Admitted& admitted;
    const Draft& draft;
    const Engines& engines;
    Openings* openings;  ///< null: games begin at their usual start

    std::string now() const { return journal_time(world.clocks.day()); }
    Duration pause() const { return wish.pause.value_or(0us); }
    Planned planned(const TournamentHead& head) const {
        return {draft.settings, spec, admitted.lineup.contenders, head};
    }
    std::unique_ptr<Schedule> schedule(const TournamentHead& head, const std::vector<PlannedGame>& games) const {
        const auto rest = wish.stop_after ? std::nullopt : std::optional(world.pairs_before_rest);
        return schedule_of(draft.settings, head, games, openings, rest);
    }
};

/// The head with which this run continues, and how it differs from the head of the file.
struct NewHead {
    TournamentHead head;
    std::vector<Change> changes;  ///< the director's changes
    std::size_t newcomers = 0;    ///< the number of entrants at the end of the head that the file does not have
};

Engines engines_for(const TournamentOptions& wish, const FindMachines& find_machines, const Isolation& isolation) {
    const std::uint64_t cpus = cores_of_a_game(isolation.confinement);
    Engines engines;
    if (find_machines) engines.others = find_machines(cpus);
    // The user's number of jobs applies to the machines that play. With a batch system, this process only checks bots.
    engines.jobs = jobs_to_run(engines.others ? std::nullopt : wish.jobs, cpus, wish.force);
    make_room_for_descriptors(engines.jobs);
    return engines;
}

/// Why the tournament can't be changed, if other machines may have played games that are not in its file; otherwise
/// empty.
std::string refusal_before_collection(const std::string& db) {
    const std::string spool = spool_of(db);
    if (!std::filesystem::exists(spool)) return "";
    return fmt::format(
        "'{}' may hold uncollected games of other machines: resume once with the --engine of that run and without "
        "changes to collect them, or remove that folder to discard them",
        spool);
}

/// Whether the rules of a game of one's own are in another place now.
bool moves_rules(const Store& store, const RunSetup& setup) {
    return setup.draft.settings.rules_program != settings_of_json(store.head().settings).rules_program;
}

NewHead new_head_of(const Store& store, const RunSetup& setup) {
    std::vector<Change> changes =
        changes_of(setup.wish.orders, setup.admitted.newcomers(), setup.wish.rounds, store, setup.now());
    std::ranges::move(journal_of(setup.admitted.left_out, setup.now()), std::back_inserter(changes));
    if (!changes.empty() || (setup.wish.only_changes && moves_rules(store, setup))) {
        if (const std::string refusal = refusal_before_collection(setup.wish.db); !refusal.empty())
            throw UserError(refusal);
    }
    TournamentHead head = store.head();
    const std::vector<StoredEntrant>& joining = setup.draft.joining;
    head.entrants.insert(head.entrants.end(), joining.begin(), joining.end());
    head.changes.insert(head.changes.end(), changes.begin(), changes.end());
    return {std::move(head), std::move(changes), joining.size()};
}

/// Writes down where the rules are now. The id of the tournament, by which other machines know it, follows from the
/// settings, so the file stays as it is while they may hold games of it.
void write_place_of_rules(Store& store, const RunSetup& setup) {
    if (!moves_rules(store, setup) || !refusal_before_collection(setup.wish.db).empty()) return;
    const std::string& program = setup.draft.settings.rules_program;
    store.move_rules(program);
    note(fmt::format("the rules are in '{}' from now on", program));
}

void write_changes(Store& store, const std::vector<Change>& changes, const RunSetup& setup) {
    const ClassNews& news = setup.admitted.news;
    if (!changes.empty() || !news.students.empty()) store.change(changes, setup.draft.joining, news);
    if (changes.empty() && setup.wish.orders.news) note(nothing_new(setup.wish.orders));
    for (const std::string& change : told_changes(store.head(), changes))
        note(change);
    // Batches of an earlier run may still be playing, and this run does not read their records.
    const std::string spool = spool_of(setup.wish.db);
    if (setup.wish.only_changes || setup.engines.others || !std::filesystem::exists(spool)) return;
    warn(fmt::format(
        "'{}' may hold finished games of other machines; this run plays them again: to collect them instead, "
        "resume with the --engine of that run",
        spool));
}

void warn_of(const NewHead& next, const RunSetup& setup, const std::string& busy) {
    if (const std::string warning = warning_of_byes(next.head, next.changes.size()); !warning.empty()) warn(warning);
    if (setup.wish.only_changes) warn_of_changed_files(next.head);
    if (setup.wish.json_events || setup.wish.quiet) return;
    if (next.newcomers > 0) {
        const auto& settings = setup.draft.settings;
        const std::string warning = warning_of_openings(settings, setup.spec, setup.openings, next.head.seed);
        if (!warning.empty()) warn(warning);
    }
    warn_before_games(setup.planned(next.head), next.newcomers, busy);
}

std::vector<std::unique_ptr<Watcher>> watchers_for(const RunSetup& setup, const TournamentHead& head,
                                                   const StopSignal& stop, RunningGames& running) {
    const int jobs = setup.engines.jobs;
    std::vector<std::unique_ptr<Watcher>> watchers;
    watchers.push_back(std::make_unique<Announcer>(running, identity_of(setup.wish.db).place));
    if (setup.wish.json_events) {
        watchers.push_back(std::make_unique<JsonEvents>(head, jobs, stop.fd()));
    } else if (!setup.wish.quiet && can_draw_on_terminal()) {
        watchers.push_back(std::make_unique<LiveDisplay>(jobs, stop.fd()));
    } else if (!setup.wish.quiet) {
        watchers.push_back(std::make_unique<PlainProgress>(jobs, stop.fd()));
    }
    return watchers;
}

/// Why the tournament can't be changed while it is played; empty if it can be changed now.
std::string refusal_while_played(const RunSetup& setup) {
    const Format format = setup.draft.settings.format.format;
    const std::string stop = "stop the run (Ctrl-C), make the change, and resume";
    if (!setup.engines.are_local())
        return "a tournament on other machines can't be changed while it is played: " + stop;
    if (format == Format::ladder) return refusal_before_collection(setup.wish.db);
    return fmt::format("only a ladder can be changed while it is played, and this is a {}: {}", name_of(format), stop);
}

/// Plays the missing games.
RunEnd run_games(Store& store, const RunSetup& setup, const StopSignal& stop) {
    const auto& [world, wish, check, copies, spec, isolation, admitted, draft, engines, openings] = setup;
    RunningGames running;
    const auto watchers = watchers_for(setup, store.head(), stop, running);
    const Preparation prepared{draft.settings, spec, isolation};
    StoredGames games{store, prepared, admitted.lineup, openings, running, stop};
    games.run = {wish.stop_after, wish.stop_after_time, wish.stop_at};
    games.run.max_without_result = std::max<int>(min_without_result, static_cast<int>(store.head().entrants.size()));
    games.run.clocks = world.clocks;
    games.jobs = engines.jobs;
    games.keeps_record = engines.are_local();
    games.pin = wish.pin;
    games.pause = setup.pause();
    games.pairs_before_rest = world.pairs_before_rest;
    for (const auto& watcher : watchers)
        games.watchers.push_back(watcher.get());
    if (engines.others) {
        games.other_engine = [&](const OpeningOfGame& opening_of, const WakeUp& break_off) {
            return setup.engines.others->engine(setup.draft.settings, store, opening_of, break_off);
        };
    }
    games.make_desk = [&](StoredLedger& ledger, GamePlayer& player, FileWatch& watch) {
        return std::make_unique<ChangeDesk>(ChangeDesk::Parts{setup.wish.db, ledger, player, watch, prepared,
                                                              setup.check, setup.copies, setup.world,
                                                              [&setup] { return refusal_while_played(setup); }});
    };
    return play_games(games);
}

PlayedRun play(Store store, const RunSetup& setup, std::optional<StopSignal>& stop, const std::string& resuming) {
    RunEnd end;
    try {
        end = run_games(store, setup, *stop);
        setup.copies.remove();
    } catch (...) {
        setup.copies.remove();
        stop.reset();
        note("finished games are saved; to resume: " + resuming);
        throw;
    }
    const std::string& db = setup.wish.db;
    if (end.signal != 0) begin_line_on_terminal();
    if (const auto why = store.gather_into_one_file())
        warn(fmt::format("{}: '{}-wal' belongs to '{}'; keep both", *why, db, db));
    Account account = account_of(store);
    return {std::move(store), std::move(account), end};
}

/// Creates or continues the file, and plays. If requested, only changes the file or lists what would be played. Returns
/// nothing if another process has changed the tournament since `origin` was read: nothing was done.
std::optional<TournamentOutcome> play_or_list(const RunSetup& setup, const Origin& origin,
                                              std::optional<StopSignal>& stop, const std::string& busy,
                                              const std::string& resuming) {
    const auto& [world, wish, check, copies, spec, isolation, admitted, draft, engines, openings] = setup;
    std::optional<Store> store;
    if (origin.begun) {
        if (!wish.dry_run) stop.emplace();
        store = wish.dry_run ? Store::open(wish.db) : Store::to_write(wish.db);
        if (store->head() != origin.head) return std::nullopt;
    }
    const NewHead next = store ? new_head_of(*store, setup) : NewHead{draft.head, {}, draft.head.entrants.size()};
    const Planned planned = setup.planned(next.head);
    if (engines.others) engines.others->check_files(draft.settings, next.head);
    if (store && next.newcomers > 0) {
        const Field field = next.head.field();
        refuse_too_many_games(draft.settings, *setup.schedule(next.head, store->games()), field.present().size());
    }
    std::string plan;
    if (!store || wish.dry_run) {  // before a file is created, so that invalid settings leave no file
        const auto schedule = setup.schedule(next.head, store ? store->games() : std::vector<PlannedGame>());
        const int at_once = engines.games_at_once();
        plan = store ? plan_of_rest(planned, *schedule, *store, at_once, setup.pause())
                     : plan_text(planned, *schedule, at_once, setup.pause());
    }
    if (wish.dry_run) {
        warn_of(next, setup, busy);
        const bool has_news = !admitted.news.students.empty();
        return TournamentOutcome(Listing{listing_of(draft.settings, next.head, plan) + engines.commands_for(next.head),
                                         (has_news ? admitted.news.hand_ins : next.head.hand_ins).unowned.size()});
    }
    if (store) {
        write_place_of_rules(*store, setup);
        write_changes(*store, next.changes, setup);
    } else {
        stop.emplace();
        store = Store::create(wish.db, next.head);
    }
    warn_of(next, setup, wish.only_changes ? "" : busy);
    if (wish.only_changes) return TournamentOutcome(Changed{});
    if (!wish.json_events && !wish.quiet) announce(planned, plan, engines.in_words(), wish.db);
    return TournamentOutcome(play(*std::move(store), setup, stop, resuming));
}

/// Does what play_tournament() does. Returns nothing if another process has changed the tournament meanwhile.
std::optional<TournamentOutcome> try_to_play(TournamentOptions wish, const World& world, const std::string& resuming) {
    if (!wish.students.empty()) wish.hand_ins = std::exchange(wish.bots_folder, handins::bots_folder_beside(wish.db));
    if (wish.only_changes && !wish.dry_run) {
        const auto changes = change_while_played(wish, note_text);
        for (const std::string& change : changes.value_or(std::vector<std::string>()))
            note(change);
        if (changes) return TournamentOutcome(Changed{.while_played = true});
    }
    const std::string busy = busy_warning();  // measured before bots are checked, because the checks cause load
    const Origin origin = origin_of(wish, world);
    require_folder_of_tournament(wish, origin.head);
    const Preparation prepared = prepare(wish, origin, world.isolate);
    const Engines engines = engines_for(wish, world.find_machines, prepared.isolation);
    report_missing_sandbox(prepared.isolation);
    const RunSeed seed = prepared.settings.run_seed(wish.seed.value_or(origin.head.seed));
    CheckPlan check = quick_check(prepared.spec, prepared.settings.limits, seed.seed_for(Purpose::check, 0));
    check.seed_is_given = wish.seed.has_value();
    BotCopies copies;
    std::optional<StopSignal> stop;  // set only while bots run; at other times a signal ends the program at once
    if (wish.checks_bots()) stop.emplace();
    Admitted admitted;
    try {
        admitted = admit(wish, {origin.head, origin.begun, prepared, note_text, &check, world.check, &copies,
                                stop ? stop->fd() : -1, engines.jobs});
    } catch (const ChangedMeanwhile&) {
        return std::nullopt;
    }
    if (!admitted.stopped_during.empty()) {
        begin_line_on_terminal();
        note(fmt::format("stopped while {}: {}", admitted.stopped_during,
                         wish.only_changes ? "nothing was changed" : "nothing has been played"));
        return TournamentOutcome(StoppedBySignal{stop->take()});
    }
    stop.reset();
    Isolation isolation = prepared.isolation;
    isolation.hide(admitted.secrets);
    const Draft draft = draft_of(wish, origin, prepared.settings, admitted.lineup, world.clocks);
    if (origin.begun) require_same(origin.head, draft.head, wish.db);  // before openings are drawn, which may fail
    const auto openings = make_openings(prepared.spec, draft.settings.opening_plies, draft.settings.opening_list, seed);
    const RunSetup setup{world,     wish,     check, copies,  prepared.spec,
                         isolation, admitted, draft, engines, openings.get()};
    return play_or_list(setup, origin, stop, busy, resuming);
}

}  // namespace

/// Reading the bots' files takes time, in which nothing keeps a director from changing the tournament.
TournamentOutcome play_tournament(const TournamentOptions& wish, const World& world, const std::string& resuming) {
    const auto exists = [](const std::string& path) { return exists_at(path); };
    const std::string folder = wish.students.empty() ? "" : handins::bots_folder_beside(wish.db);
    const bool makes_folder = !folder.empty() && !exists(folder);
    try {
        for (;;) {
            if (auto outcome = try_to_play(wish, world, resuming)) return *std::move(outcome);
            note("the tournament was changed meanwhile: reading it again");
        }
    } catch (const games::UserError&) {
        // A start that is refused leaves nothing behind but the table of hand-ins: the person may have been told that
        // it says more, and the next start writes it anew.
        if (makes_folder && exists(folder) && !exists(wish.db)) handins::remove_bots_folder(folder);
        throw;
    }
}

}  // namespace referee::tournament
