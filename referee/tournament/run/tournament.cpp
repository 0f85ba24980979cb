#include "referee/tournament/run/tournament.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "games/user_error.hpp"
#include "referee/system/stop_signal.hpp"
#include "referee/terminal/output.hpp"
#include "referee/terminal/progress_line.hpp"
#include "referee/tournament/entrants/fitness.hpp"
#include "referee/tournament/run/director.hpp"
#include "referee/tournament/run/ledger.hpp"
#include "referee/tournament/run/participants.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/preview.hpp"
#include "referee/tournament/run/run.hpp"
#include "referee/tournament/run/workers.hpp"
#include "referee/tournament/schedule/opening_list.hpp"
#include "referee/tournament/tables/change_lines.hpp"
#include "referee/tournament/watchers/announcer.hpp"
#include "referee/tournament/watchers/json_events.hpp"
#include "referee/tournament/watchers/live_display.hpp"
#include "referee/tournament/watchers/machine.hpp"
#include "referee/tournament/watchers/progress_text.hpp"

namespace referee::tournament {

namespace {

using games::UserError;
using std::chrono_literals::operator""us;

/// Those who play this run's games.
struct Engines {
    std::unique_ptr<OtherMachines> others;  ///< null: this process does
    int jobs = 1;                           ///< of this process, which also checks bots

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

/// All that is settled before the file of the tournament is made or continued.
struct Table {
    const TournamentOptions& wish;
    const games::GameSpec& spec;
    const Isolation& isolation;
    const Lineup& lineup;
    const Draft& draft;
    const Engines& engines;
    Openings* openings;  ///< null: games begin at their start

    Duration pause() const { return wish.pause.value_or(0us); }
    Planned planned(const TournamentHead& head) const { return {draft.settings, spec, lineup.contenders, head}; }
    std::unique_ptr<Schedule> schedule(const TournamentHead& head, const std::vector<PlannedGame>& games) const {
        return schedule_of(draft.settings, head, games, openings);
    }
};

/// The head with which this run goes on, and how that differs from the file's.
struct Course {
    TournamentHead head;
    std::vector<Change> changes;  ///< that the director orders
    std::size_t newcomers = 0;    ///< the last so many entrants
};

/// Jobs are of this machine; those of a batch system are its own affair.
Engines engines_for(const TournamentOptions& wish, const FindMachines& find_machines, const Isolation& isolation) {
    const std::uint64_t cpus = cores_of_a_game(isolation.confinement);
    Engines engines;
    if (find_machines) engines.others = find_machines(cpus);
    engines.jobs = jobs_to_run(engines.others ? std::nullopt : wish.jobs, cpus, wish.force);
    make_room_for_descriptors(engines.jobs);
    return engines;
}

CheckPlan check_plan_of(const TournamentOptions& wish, const Origin& origin, const Preparation& prepared) {
    CheckPlan plan = quick_check(prepared.spec, prepared.settings.limits, wish.seed.value_or(origin.head.seed));
    plan.seed_is_given = wish.seed.has_value();
    return plan;
}

/// The tournament's file as it is now, which must be that of this head.
Store look_at(const std::string& db, const TournamentHead& head) {
    Store store = Store::open(db);
    store.require_same(head);
    return store;
}

Course course_in(const Store& store, const Table& table) {
    const std::string spool = spool_of(table.wish.db);
    std::vector<Change> changes = changes_of(table.wish.orders, table.wish.rounds, store);
    if (!changes.empty() && std::filesystem::exists(spool))
        throw UserError(
            fmt::format("'{}' is left of games on other machines: resume once with the --engine of that run and "
                        "without changes, so that they are collected; or remove that folder if they don't matter",
                        spool));
    TournamentHead head = store.head();
    const std::vector<StoredEntrant>& joining = table.draft.joining;
    head.entrants.insert(head.entrants.end(), joining.begin(), joining.end());
    head.changes.insert(head.changes.end(), changes.begin(), changes.end());
    return {std::move(head), std::move(changes), joining.size()};
}

void write_changes(Store& store, const Course& course, const Table& table) {
    if (!course.changes.empty()) store.change(course.changes, table.draft.joining);
    for (const Change& change : course.changes)
        note(change_text(store.head(), change));
    // Batches of an earlier run may still be playing, and nobody reads their records here.
    const std::string spool = spool_of(table.wish.db);
    if (table.engines.others || !std::filesystem::exists(spool)) return;
    warn(
        fmt::format("'{}' may hold finished games of other machines, which are played again here: to collect them, "
                    "resume with the --engine of that run",
                    spool));
}

void warn_of(const Course& course, const Table& table, const std::string& busy) {
    if (const std::string warning = warning_of_byes(course.head, course.changes.size()); !warning.empty())
        warn(warning);
    if (table.wish.json_events || table.wish.quiet) return;
    warn_before_games(table.planned(course.head), course.newcomers, busy);
}

/// A process that has played other games may play differently: which ones must not depend on how long games take.
GameShare share_of(const std::vector<Entrant>& entrants) {
    return std::ranges::any_of(entrants, &Entrant::reuse) ? GameShare::by_pair : GameShare::whoever_is_free;
}

std::vector<std::unique_ptr<Watcher>> watchers_for(const Table& table, const TournamentHead& head,
                                                   const StopSignal& stop, RunningGames& running) {
    const int jobs = table.engines.jobs;
    std::vector<std::unique_ptr<Watcher>> watchers;
    watchers.push_back(std::make_unique<Announcer>(running, identity_of(table.wish.db).place));
    if (table.wish.json_events) {
        watchers.push_back(std::make_unique<JsonEvents>(head, jobs, stop.fd()));
    } else if (!table.wish.quiet && can_draw_on_terminal()) {
        watchers.push_back(std::make_unique<LiveDisplay>(jobs, stop.fd()));
    } else if (!table.wish.quiet) {
        watchers.push_back(std::make_unique<PlainProgress>(jobs, stop.fd()));
    }
    return watchers;
}

/// For the tables. A disk that is full has been reported already.
void note_run(Store& store, const RunOnMachine& run) {
    Change change{.kind = Change::Kind::played, .at = now_text(), .run = run};
    store.change({&change, 1}, {});
}

/// Plays the games that are missing.
RunEnd run_games(Store& store, const Table& table, const StopSignal& stop) {
    const auto& [wish, spec, isolation, lineup, draft, engines, openings] = table;
    const Settings& settings = draft.settings;
    WakeUp break_off;
    RunningGames running;
    const auto schedule = table.schedule(store.head(), store.games());
    std::vector<StoredEntrant> played_files;
    for (const Contender& contender : lineup.contenders)
        played_files.push_back(contender.as_played());
    FileWatch watch(std::move(played_files));
    const std::vector<Entrant> entrants = lineup.entrants();
    const OpeningOfGame opening_of = [&](const PlannedGame& game) { return table.openings->at(*game.opening).start; };
    const GamePlayer player(
        {spec, limits_of_entrants(settings.limits, entrants), isolation, entrants, opening_of, settings.notes}, watch,
        break_off, stop, running);
    const auto start_engine = [&]() -> std::unique_ptr<Engine> {
        if (table.engines.others) return table.engines.others->engine(settings, store, opening_of, break_off);
        return std::make_unique<Workers>(table.engines.jobs, table.wish.pin, share_of(entrants), player, table.pause());
    };
    const auto watchers = watchers_for(table, store.head(), stop, running);
    MachineWatch machine(engines.jobs, table.pause());
    std::vector<Watcher*> looking = {&machine};
    for (const auto& watcher : watchers)
        looking.push_back(watcher.get());
    StoredLedger ledger(store, *schedule);
    const RunEnd end =
        Run(ledger, {wish.stop_after, wish.stop_after_time, wish.stop_at}, stop, break_off, start_engine, looking)
            .play();
    if (!engines.others && machine.run().games > 0) note_run(store, machine.run());
    return end;
}

PlayedRun play(Store store, const Table& table, std::optional<StopSignal>& stop, BotCopies& copies,
               const std::string& resuming) {
    RunEnd end;
    try {
        end = run_games(store, table, *stop);
        copies.remove();
    } catch (...) {
        copies.remove();
        stop.reset();
        note("finished games are saved; to resume: " + resuming);
        throw;
    }
    const std::string& db = table.wish.db;
    if (end.signal != 0) begin_line_on_terminal();
    if (const auto why = store.gather_into_one_file())
        warn(fmt::format("{}: '{}-wal' belongs to '{}'; keep both", *why, db, db));
    Account account = account_of(store);
    return {std::move(store), std::move(account), end};
}

/// Makes or continues the file, or lists what would be played.
TournamentOutcome play_or_list(const Table& table, const Origin& origin, std::optional<StopSignal>& stop,
                               BotCopies& copies, const std::string& busy, const std::string& resuming) {
    const auto& [wish, spec, isolation, lineup, draft, engines, openings] = table;
    std::optional<Store> store;
    if (origin.begun) {
        if (!wish.dry_run) stop.emplace();
        store = wish.dry_run ? look_at(wish.db, draft.head) : Store::resume(wish.db, draft.head);
    }
    const Course course = store ? course_in(*store, table) : Course{draft.head, {}, draft.head.entrants.size()};
    const Planned planned = table.planned(course.head);
    if (engines.others) engines.others->check_files(draft.settings, course.head);
    std::string plan;
    if (!store) {  // before the file is made: what is wrong with the settings must not leave one behind
        plan = plan_text(planned, *table.schedule(course.head, {}), engines.games_at_once(), table.pause());
    } else if (wish.dry_run) {
        plan = plan_of_rest(planned, *table.schedule(course.head, store->games()), *store, engines.games_at_once(),
                            table.pause());
    }
    if (wish.dry_run) {
        warn_of(course, table, busy);
        return Listing{listing_of(draft.settings, course.head, plan) + engines.commands_for(course.head)};
    }
    if (store) {
        write_changes(*store, course, table);
        if (wish.only_changes) {
            warn_of(course, table, "");
            return Changed{};
        }
    } else {
        stop.emplace();
        store = Store::create(wish.db, course.head);
    }
    warn_of(course, table, busy);
    if (!wish.json_events && !wish.quiet) announce(planned, plan, engines.in_words(), wish.db);
    return play(*std::move(store), table, stop, copies, resuming);
}

}  // namespace

TournamentOutcome play_tournament(const TournamentOptions& wish, const FindMachines& find_machines,
                                  const std::string& resuming) {
    const std::string busy = busy_warning();  // before the bots are checked
    const Origin origin = origin_of(wish);
    const Preparation prepared = prepare(wish, origin);
    const Engines engines = engines_for(wish, find_machines, prepared.isolation);
    report_missing_sandbox(prepared.isolation);
    // Only while bots run is there anything to be ended with care; else a signal may end the program as it likes.
    std::optional<StopSignal> stop;
    BotCopies copies;
    // Without a sandbox a bot could change the copies, too.
    const bool copied = prepared.isolation.confinement.sandbox != nullptr;
    Lineup named = line_up(wish, origin, prepared, copied ? &copies : nullptr);
    // Once, when all are known: nobody may be hidden from some and not from others.
    Isolation isolation = prepared.isolation;
    isolation.hide(secrets_of(named.contenders, prepared.settings.bots_folders, copies, wish.db));
    const auto lineup =
        checked(std::move(named), wish, check_plan_of(wish, origin, prepared), isolation, engines.jobs, stop);
    if (!lineup) return StoppedBySignal{stop->take()};
    const Draft draft = draft_of(wish, origin, prepared.settings, *lineup);
    const auto openings =
        make_openings(prepared.spec, draft.settings.opening_plies, draft.settings.opening_list, draft.head.seed);
    const Table table{wish, prepared.spec, isolation, *lineup, draft, engines, openings.get()};
    return play_or_list(table, origin, stop, copies, busy, resuming);
}

}  // namespace referee::tournament
