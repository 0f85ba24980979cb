// `referee tournament`: many bots play each other, and a table comes of it.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "games/user_error.hpp"
#include "referee/commands/batches.hpp"
#include "referee/commands/commands.hpp"
#include "referee/commands/run_tournament.hpp"
#include "referee/commands/tournament_arguments.hpp"
#include "referee/commands/tournament_preview.hpp"
#include "referee/files/file_kind.hpp"
#include "referee/match/seed.hpp"
#include "referee/system/version.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/terminal/output.hpp"
#include "referee/terminal/progress_line.hpp"
#include "referee/terminal/shell_word.hpp"
#include "referee/tournament/engine/spool.hpp"
#include "referee/tournament/run/director.hpp"
#include "referee/tournament/run/game_player.hpp"
#include "referee/tournament/run/ladder_rater.hpp"
#include "referee/tournament/run/participants.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/run.hpp"
#include "referee/tournament/run/workers.hpp"
#include "referee/tournament/schedule/field.hpp"
#include "referee/tournament/schedule/ladder.hpp"
#include "referee/tournament/schedule/opening_list.hpp"
#include "referee/tournament/schedule/openings.hpp"
#include "referee/tournament/tables/change_lines.hpp"
#include "referee/tournament/tables/hosts.hpp"
#include "referee/tournament/tables/standings_text.hpp"
#include "referee/tournament/watchers/announcer.hpp"
#include "referee/tournament/watchers/jobs.hpp"
#include "referee/tournament/watchers/json_events.hpp"
#include "referee/tournament/watchers/live_display.hpp"
#include "referee/tournament/watchers/machine_watch.hpp"
#include "referee/tournament/watchers/plain_progress.hpp"

namespace referee {

namespace tournament {

namespace {

using games::UserError;
using std::chrono_literals::operator""us;

/// A process that has played other games may play differently: which ones must not depend on how long games take.
GameShare share_of(const std::vector<Entrant>& entrants) {
    return std::ranges::any_of(entrants, &Entrant::reuse) ? GameShare::by_pair : GameShare::whoever_is_free;
}

class Tournament {
public:
    explicit Tournament(const TournamentOptions& options) : options_(options) {
        if (options_.quiet) be_quiet();
    }

    int run() {
        refuse_missing_file();
        const auto before = options_.resume ? std::optional(Store::head_of(options_.db)) : std::nullopt;
        refuse_existing_file();
        const auto stored = before                  ? std::optional(settings_of_json(before->settings))
                            : options_.from.empty() ? std::nullopt
                                                    : std::optional(participants_.take_earlier_stage());
        Preparation prepared = prepare(options_, stored);
        choose_jobs(cores_of_a_game(prepared.isolation.confinement));
        report_missing_sandbox(prepared.isolation);
        hide_own_files(prepared.isolation);
        if (before && (!options_.orders.empty() || options_.rounds)) {  // before bots are checked, which takes time
            const Store store = Store::open(options_.db);
            static_cast<void>(changes_of(options_.orders, options_.rounds, store));
        }
        if (!participants_.gather(prepared, before,
                                  {jobs_, options_.seed.value_or(seed_), options_.seed.has_value(), stop_}))
            return exit_signal_base + stop_->take();
        fit_to_entrants(prepared.settings, options_, participants_.names());
        return before ? resume(prepared, *before) : begin(prepared);
    }

private:
    int begin(const Preparation& prepared) {
        const TournamentHead head = head_of(prepared, nullptr);
        // Before the file is made: what is wrong with the settings must not leave one behind.
        const auto openings = openings_of(prepared, head);
        batches_.check_files(prepared.settings, head);
        const std::string plan =
            plan_text(prepared, participants_, *schedule_of(prepared.settings, head, {}, openings.get()),
                      games_at_once(), options_.pause.value_or(0us));
        const auto warn_now = [&] {
            warn_before_games(options_, prepared, participants_, head, head.entrants.size(), busy_);
        };
        if (options_.dry_run) {
            warn_now();
            return show_plan(prepared, head, plan);
        }
        prepare_for_games();
        Store store = Store::create(options_.db, head);
        warn_now();
        announce(options_, prepared, head, plan, engine_text());
        return play(store, prepared, openings.get());
    }

    int resume(const Preparation& prepared, const TournamentHead& before) {
        TournamentHead head = head_of(prepared, &before);
        const std::vector<StoredEntrant> joined = take_joined(head, before);
        const auto openings = openings_of(prepared, head);
        if (options_.dry_run) return show_rest(prepared, head, joined, openings.get());
        prepare_for_games();
        Store store = Store::resume(options_.db, head);
        change(store, joined);
        if (options_.only_changes) {
            warn_before_games(options_, prepared, participants_, store.head(), joined.size(), "");
            note("to play on: " + resuming_command(options_));
            return exit_done;
        }
        warn_of_uncollected_games();
        batches_.check_files(prepared.settings, store.head());
        warn_before_games(options_, prepared, participants_, store.head(), joined.size(), busy_);
        announce(options_, prepared, store.head(), "", engine_text());
        return play(store, prepared, openings.get());
    }

    /// Of this machine; those of a batch system are its own affair.
    void choose_jobs(std::uint64_t cpus) {
        const bool local = batches_.system() == nullptr;
        batches_.set_cpus(cpus);
        jobs_ = jobs_to_run(local ? options_.jobs : std::nullopt, cpus, options_.force);
        make_room_for_descriptors(jobs_);
    }

    void hide_own_files(Isolation& isolation) const {
        isolation.hide(secrets_of_database(options_.db));
        isolation.hide({secret_file(Spool::folder_of(options_.db))});  // an earlier run may have left one
    }

    /// On this machine, or by the batch system.
    int games_at_once() { return batches_.system() != nullptr ? batches_.slots() : jobs_; }

    std::string engine_text() const {
        if (batches_.system() != nullptr) return fmt::format("batches by {}", batches_.system()->name);
        return jobs_ == 1 ? std::string("one game at a time") : fmt::format("{} games at a time", jobs_);
    }

    int show_plan(const Preparation& prepared, const TournamentHead& head, const std::string& plan) {
        print(listing_of(prepared.settings, head, plan));
        print(batches_.system() != nullptr
                  ? batches_.commands_for(head)
                  : fmt::format("# --engine local: {} thread{} of this process, and no other commands\n", jobs_,
                                jobs_ == 1 ? "" : "s"));
        return exit_done;
    }

    /// Lists the changes that the director's orders would make, and what would then be missing; writes nothing.
    int show_rest(const Preparation& prepared, const TournamentHead& head, const std::vector<StoredEntrant>& joined,
                  Openings* openings) {
        const Store store = Store::open(options_.db);
        store.require_same(head);
        TournamentHead changed = store.head();
        const std::vector<Change> changes = ordered_changes(store);
        changed.entrants.insert(changed.entrants.end(), joined.begin(), joined.end());
        changed.changes.insert(changed.changes.end(), changes.begin(), changes.end());
        warn_of_byes(changed, changes.size());
        batches_.check_files(prepared.settings, changed);
        warn_before_games(options_, prepared, participants_, changed, joined.size(), busy_);
        const auto schedule = schedule_of(prepared.settings, changed, store.games(), openings);
        return show_plan(prepared, changed,
                         plan_of_rest(prepared, participants_, *schedule, store, changed, games_at_once(),
                                      options_.pause.value_or(0us)));
    }

    void prepare_for_games() { stop_.emplace(); }

    void refuse_missing_file() const {
        std::error_code error;
        if (!options_.resume || std::filesystem::exists(options_.db, error) || error) return;
        throw UserError(fmt::format("there is no tournament file '{}' to resume: name it with --db FILE", options_.db));
    }

    void refuse_existing_file() const {
        std::error_code error;
        if (options_.resume || !std::filesystem::is_regular_file(options_.db, error)) return;
        if (kind_of_file(options_.db) != FileKind::database) {
            throw UserError(
                fmt::format("'{}' already exists and is not a tournament's file: give another --db", options_.db));
        }
        throw UserError(fmt::format("tournament file '{}' already exists: continue it with {}, or give another --db",
                                    options_.db, resuming_command(options_)));
    }

    /// The entrants that the director's orders bring, which stand behind those of the file; taken out of `head`.
    std::vector<StoredEntrant> take_joined(TournamentHead& head, const TournamentHead& before) const {
        if (!options_.orders.bring_bots()) return {};
        const auto first_new = head.entrants.begin() + static_cast<std::ptrdiff_t>(before.entrants.size());
        std::vector<StoredEntrant> joined(first_new, head.entrants.end());
        head.entrants.erase(first_new, head.entrants.end());
        return joined;
    }

    /// Those that the director has ordered.
    std::vector<Change> ordered_changes(const Store& store) const {
        std::vector<Change> changes = changes_of(options_.orders, options_.rounds, store);
        if (!changes.empty() && std::filesystem::exists(Spool::folder_of(options_.db)))
            throw UserError(fmt::format(
                "'{}' is left of games on other machines: resume once with the --engine of that run and without "
                "changes, so that they are collected; or remove that folder if they don't matter",
                Spool::folder_of(options_.db)));
        return changes;
    }

    void change(Store& store, const std::vector<StoredEntrant>& joined) const {
        const std::vector<Change> changes = ordered_changes(store);
        if (changes.empty()) return;
        store.change(changes, joined);
        for (const Change& change : changes)
            note(change_text(store.head(), change));
        warn_of_byes(store.head(), changes.size());
    }

    /// Batches of an earlier run may still be playing, and nobody reads their records here.
    void warn_of_uncollected_games() const {
        const std::string spool = Spool::folder_of(options_.db);
        if (batches_.system() != nullptr || !std::filesystem::exists(spool)) return;
        warn(
            fmt::format("'{}' may hold finished games of other machines, which are played again here: to collect them, "
                        "resume with the --engine of that run",
                        spool));
    }

    static void warn_of_byes(const TournamentHead& head, std::size_t fresh) {
        if (const std::string warning = warning_of_byes(head, fresh); !warning.empty()) warn(warning);
    }

    /// As this run would write it. `before`: of the file that is resumed; null: there is none yet.
    TournamentHead head_of(const Preparation& prepared, const TournamentHead* before) const {
        TournamentHead head;
        head.referee_version = version;
        head.created_at = now_text();
        head.settings = to_json(prepared.settings);
        // An earlier version may have written the same in another way.
        if (before != nullptr && to_json(settings_of_json(before->settings)) == head.settings)
            head.settings = before->settings;
        head.seed = options_.seed ? *options_.seed : before != nullptr ? before->seed : seed_;
        head.entrants = participants_.stored();
        if (before == nullptr) head.changes = participants_.left_out(head.created_at);
        return head;
    }

    static std::unique_ptr<Openings> openings_of(const Preparation& prepared, const TournamentHead& head) {
        const Settings& settings = prepared.settings;
        return make_openings(prepared.spec, settings.opening_plies, settings.opening_list, head.seed);
    }

    static std::unique_ptr<Schedule> schedule_of(const Settings& settings, const TournamentHead& head,
                                                 const std::vector<PlannedGame>& planned, Openings* openings) {
        const Field field(static_cast<int>(head.entrants.size()), head.changes);
        if (settings.format.format != Format::ladder) return make_schedule(settings.format, field, head.seed, planned);
        OpeningLeft opening_left;
        if (openings != nullptr) opening_left = [openings](int pairs) { return openings->has(pairs); };
        return std::make_unique<Ladder>(settings.format, field, head.seed, rate_for_ladder, planned,
                                        std::move(opening_left));
    }

    /// Plays the games that are missing, and prints the tables.
    int play(Store& store, const Preparation& prepared, Openings* openings) {
        const Settings& settings = prepared.settings;
        const auto schedule = schedule_of(settings, store.head(), store.games(), openings);
        FileWatch watch(participants_.played_files());
        const std::vector<Entrant> entrants = participants_.entrants();
        const auto opening_of = [openings](const PlannedGame& game) { return openings->at(*game.opening).start; };
        const GamePlayer player({prepared.spec, limits_of_entrants(settings.limits, entrants), prepared.isolation,
                                 entrants, opening_of, settings.notes},
                                watch, break_off_, *stop_, running_);
        const RunEnd end = run_games(store, *schedule, [&]() -> std::unique_ptr<Engine> {
            if (batches_.system() != nullptr) return batches_.engine(settings, store, opening_of, break_off_);
            return std::make_unique<Workers>(jobs_, options_.pin, share_of(entrants), player,
                                             options_.pause.value_or(0us));
        });
        return conclude(store, end);
    }

    RunEnd run_games(Store& store, Schedule& schedule, const StartEngine& start_engine) {
        std::vector<std::unique_ptr<Watcher>> watchers = watchers_for(store.head());
        MachineWatch machine(jobs_, options_.pause.value_or(0us));
        std::vector<Watcher*> looking = {&machine};
        for (const auto& watcher : watchers)
            looking.push_back(watcher.get());
        try {
            StoredLedger ledger(store, schedule);
            const RunEnd end = Run(ledger, {options_.stop_after, options_.stop_after_time, options_.stop_at}, *stop_,
                                   break_off_, start_engine, looking)
                                   .play();
            watchers.clear();
            participants_.remove_copies();
            if (batches_.system() == nullptr && machine.run().games > 0) note_run(store, machine.run());
            return end;
        } catch (...) {
            watchers.clear();
            participants_.remove_copies();
            stop_.reset();
            note("finished games are saved; to resume: " + resuming_command(options_));
            throw;
        }
    }

    /// For the tables. A disk that is full has been reported already.
    static void note_run(Store& store, const RunOnMachine& run) {
        Change change{.kind = Change::Kind::played, .at = now_text(), .run = run};
        store.change({&change, 1}, {});
    }

    int conclude(Store& store, const RunEnd& end) {
        if (end.signal != 0) begin_line_on_terminal();
        if (const auto why = store.gather_into_one_file())
            warn(fmt::format("{}: '{}-wal' belongs to '{}'; keep both", *why, options_.db, options_.db));
        const Account account = account_of(store);
        stop_.reset();  // the reader of the tables may stop reading, and then a signal has to end this
        if (!options_.json_events) print(standings_text(account, colour_wanted()) + hosts_text(hosts_of(store)));
        // Not in the tables: equal tournaments have equal tables.
        if (const std::string machine = machine_text(store.head()); !machine.empty()) note(machine);
        if (end.may_be_resumed()) note("to resume: " + resuming_command(options_));
        return exit_code(end, account);
    }

    std::vector<std::unique_ptr<Watcher>> watchers_for(const TournamentHead& head) const {
        std::vector<std::unique_ptr<Watcher>> watchers;
        watchers.push_back(std::make_unique<Announcer>(running_, identity_of(options_.db).place));
        if (options_.json_events) {
            watchers.push_back(std::make_unique<JsonEvents>(head, jobs_, stop_->fd()));
        } else if (!options_.quiet && can_draw_on_terminal()) {
            watchers.push_back(std::make_unique<LiveDisplay>(jobs_, stop_->fd()));
        } else if (!options_.quiet) {
            watchers.push_back(std::make_unique<PlainProgress>(jobs_, stop_->fd()));
        }
        return watchers;
    }

    static int exit_code(const RunEnd& end, const Account& account) {
        if (account.sprt() && account.sprt()->decided())
            return account.sprt()->state().verdict == SprtVerdict::accept_h1 ? exit_done : exit_h0;
        if (end.why == RunEnd::Why::signalled) return exit_signal_base + end.signal;
        const bool searching = account.sprt() || account.settings().until;
        return searching && end.why != RunEnd::Why::goal ? exit_undecided : exit_done;
    }

    const TournamentOptions& options_;
    Batches batches_{options_};
    int jobs_ = 1;
    /// Only while bots run is there anything to be ended with care; else a signal may end the program as it likes.
    std::optional<StopSignal> stop_;
    WakeUp break_off_;
    RunningGames running_;
    Participants participants_{options_};
    const std::string busy_ = busy_warning();  ///< before the bots are checked
    std::uint64_t seed_ = random_seed();       ///< where none is given
};

}  // namespace

int run_tournament(const TournamentOptions& options) {
    return Tournament(options).run();
}

}  // namespace tournament

Task parse_tournament(const Arguments& arguments) {
    return [options = tournament_options(arguments)] { return tournament::run_tournament(options); };
}

}  // namespace referee
