// `referee tournament`: lets many bots play each other, and ranks them.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "games/user_error.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/output.hpp"
#include "referee/programs/commands.hpp"
#include "referee/programs/tournament.hpp"
#include "referee/tournament/figures/tables/change_lines.hpp"
#include "referee/tournament/figures/tables/hosts.hpp"
#include "referee/tournament/figures/tables/standings_text.hpp"
#include "referee/tournament/options/engine_options.hpp"
#include "referee/tournament/paper/store/store_file.hpp"
#include "referee/tournament/run/engine/batches.hpp"
#include "referee/tournament/run/tournament.hpp"
#include "referee/web/pages/feedback.hpp"

namespace referee {

namespace {

using namespace tournament;
using games::UserError;

/// Throws games::UserError if a tournament to resume does not exist, or if the file of a new one can't be created.
void check_file(const TournamentOptions& options) {
    std::error_code error;
    if (options.resume) {
        if (std::filesystem::exists(options.db, error) || error) return;
        throw UserError(
            options.only_changes
                ? fmt::format("there is no tournament file '{}'", options.db)
                : fmt::format("there is no tournament file '{}' to resume: name it with --db FILE", options.db));
    }
    if (!std::filesystem::is_regular_file(options.db, error)) return check_can_be_created(options.db);
    if (kind_of_file(options.db) != FileKind::database) {
        throw UserError(
            fmt::format("'{}' already exists and is not a tournament's file: give another --db", options.db));
    }
    throw UserError(fmt::format("tournament file '{}' already exists: continue it with {}, or give another --db",
                                options.db, resuming_command(options)));
}

/// The function that finds the machines; empty if the games are played in this process.
FindMachines machines_of(const TournamentOptions& options) {
    const JobSystem* const system = job_system_of(options.engine);
    if (system == nullptr) return {};
    BatchEngineOptions engine{.site = site_of(options.engine, options.jobs),
                              .leave_running = options.engine.leave_running};
    engine.site.spool = std::filesystem::absolute(spool_of(options.db));
    if (options.engine.batch_time)
        engine.batch_time = std::chrono::ceil<std::chrono::milliseconds>(*options.engine.batch_time);
    return [system, engine](std::uint64_t cpus) {
        BatchEngineOptions with_cpus = engine;
        with_cpus.site.cpus = cpus;
        return std::make_unique<Batches>(*system, std::move(with_cpus));
    };
}

/// Whether games were played, in this run or an earlier one, and none has a result.
bool none_has_result(const Account& account) {
    return account.played() > 0 && account.void_games() == account.played();
}

int exit_code(const RunEnd& end, const Account& account) {
    if (account.sprt() && account.sprt()->decided())
        return account.sprt()->verdict() == SprtVerdict::accept_h1 ? exit_done : exit_h0;
    if (end.why == RunEnd::Why::signalled) return exit_signal_base + end.signal;
    if (!end.without_result.empty() || none_has_result(account)) return exit_failed;
    if (!account.settings().rules.empty() && account.void_games() > 0) return exit_failed;
    const bool searching = account.sprt() || account.settings().until;
    return searching && end.why != RunEnd::Why::goal ? exit_undecided : exit_done;
}

/// Says how the rules of a game of one's own failed first, or why no game has a result, in an earlier run.
void tell_earlier_failure(const Store& store, const Account& account) {
    if (account.settings().rules.empty() ? !none_has_result(account) : account.void_games() == 0) return;
    if (none_has_result(account)) warn("no game has a result");
    bool told = false;
    store.for_each_summary([&](const StoredMatch& match) {
        if (!told && !match.result.counts)
            warn(fmt::format("game {}: {}", shown_number(match.result.number), match.detail));
        told = told || !match.result.counts;
    });
}

/// The exit code of a class, some of whose hand-ins may have no owner.
int code_with_owners(int code, std::size_t unowned) {
    if (unowned == 0 || code != exit_done) return code;
    warn(fmt::format("{}, and the marks say so: see hand_ins.csv", handins::unowned_text(unowned)));
    return exit_unowned;
}

int tell(const PlayedRun& run, const TournamentOptions& options) {
    const auto& [store, account, end] = run;
    if (!options.json_events) print(standings_text(account, colour_wanted()) + hosts_text(hosts_of(store)));
    if (!end.rules_failed && end.without_result.empty()) tell_earlier_failure(store, account);
    if (!options.feedback.empty()) write_feedback(store, options.db, options.feedback, {});
    // The tables do not name the machine, so that equal tournaments have equal tables.
    if (const std::string machine = machine_text(store.head()); !machine.empty()) note(machine);
    if (end.why == RunEnd::Why::nothing_counts)
        warn(fmt::format("the run has ended, because none of its games has a result; {}", end.without_result));
    else if (!end.without_result.empty() && !end.rules_failed)
        warn(fmt::format("no game has a result; {}", end.without_result));
    if (end.may_be_resumed()) note("to resume: " + resuming_command(options));
    return code_with_owners(exit_code(end, account), store.head().hand_ins.unowned.size());
}

}  // namespace

int run_tournament(const TournamentOptions& options) {
    World world;
    world.find_machines = machines_of(options);
    return run_tournament(options, world);
}

int run_tournament(const TournamentOptions& options, const World& world) {
    if (options.quiet) be_quiet();
    check_file(options);
    if (!options.feedback.empty()) {
        const std::string& begun = options.resume ? options.db : options.from;
        check_feedback(options.feedback, !options.students.empty() || !Store::head_of(begun).students.empty());
    }
    const TournamentOutcome outcome = play_tournament(options, world, resuming_command(options));
    if (const auto* stopped = std::get_if<StoppedBySignal>(&outcome)) return exit_signal_base + stopped->signal;
    if (const auto* run = std::get_if<PlayedRun>(&outcome)) return tell(*run, options);
    const bool reads_hand_ins = !options.only_changes || options.orders.news;
    if (const auto* listing = std::get_if<Listing>(&outcome)) {
        print(listing->text);
        return reads_hand_ins ? code_with_owners(exit_done, listing->unowned) : exit_done;
    }
    if (!std::get<Changed>(outcome).while_played) note("to play on: " + resuming_command(options));
    return reads_hand_ins ? code_with_owners(exit_done, Store::head_of(options.db).hand_ins.unowned.size()) : exit_done;
}

Task parse_tournament(const Arguments& arguments) {
    return [options = tournament_options(arguments)] { return run_tournament(options); };
}

}  // namespace referee
