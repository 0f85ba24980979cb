#include "referee/tournament/series/series.hpp"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>

#include "referee/core/base/cores.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/progress_line.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/match/match.hpp"
#include "referee/core/match/summary.hpp"
#include "referee/core/options/command_table.hpp"
#include "referee/core/play/match_setup.hpp"
#include "referee/tournament/run/game_player.hpp"
#include "referee/tournament/run/ledger.hpp"
#include "referee/tournament/run/run.hpp"
#include "referee/tournament/run/watchers/machine.hpp"
#include "referee/tournament/series/series_report.hpp"

namespace referee::tournament {

namespace {

using protocol::MatchLog;

/// The number of matches per thread that may be finished and wait for an earlier match or a slow disk.
constexpr int waiting_for_each = 64;

/// A tournament of two entrants whose results are kept in memory.
class Series {
public:
    explicit Series(const PlayOptions& options) : options_(options), setup_(options) {
        const bool one_by_one = options.for_people() || options.pass_stderr;
        int& jobs = setup_.plan.jobs;
        jobs = jobs_to_run(one_by_one ? options.jobs.value_or(1) : options.jobs,
                           cores_of_a_game(setup_.isolation.confinement), options.force);
        jobs = std::min(jobs, options.games);
        make_room_for_descriptors(jobs);
        if (!options.log.empty()) log_file_ = open_log(options.log, options.games, options.force);
    }

    int run() {
        const StopSignal stop;
        const auto& entrants = setup_.plan.entrants;
        const int ahead = options_.for_people() ? 1 : setup_.plan.jobs * waiting_for_each;
        MemoryLedger ledger(account_of_series({entrants[0].name, entrants[1].name}, options_.games), options_.games,
                            ahead, [this](int number) { return planned(number); });
        SeriesReport report(setup_, ledger.account(), stop, std::move(log_file_));
        report.begin();
        int signal = 0;
        try {
            signal = play(ledger, report, stop).signal;
        } catch (const std::exception&) {
            report.finish();  // the played matches are reported anyway
            throw;
        }
        if (stop.requested()) begin_line_on_terminal();
        report.finish();
        if (signal == 0) signal = stop.take();
        if (signal != 0) return exit_signal_base + signal;
        return report.all_played() ? exit_done : exit_not_played;
    }

private:
    /// Plays the games of the ledger.
    RunEnd play(MemoryLedger& ledger, SeriesReport& report, const StopSignal& stop) {
        const WakeUp break_off;
        const AbandonableOpenings abandonable(setup_.openings.get(), break_off.fd());
        std::optional<Terminal> persons;  // shared by all games, so that input that was typed ahead is not lost
        const auto opening_of = [this](const PlannedGame& game) { return setup_.start_of(*game.opening, game.seed); };
        const PlayPlan& plan = setup_.plan;
        const GameSettings settings{plan.spec,        limits_of_entrants(plan.limits, plan.entrants),
                                    setup_.isolation, shared_entrants(plan.entrants),
                                    opening_of,       options_.notes};
        const auto play_it = [&](const PlannedGame& game, Equipment& equipment) {
            Show show(options_.show);
            Terminal nobody(STDIN_FILENO, break_off.fd());
            if (options_.has_person() && !persons) persons.emplace(STDIN_FILENO, break_off.fd());
            const auto hint = [&](const MatchLog& log, int player) {
                return hint_for(setup_, player == 0 ? game.second : game.first, log, player, break_off.fd());
            };
            const auto on_void = [&](const MatchLog& lost, int) {
                if (options_.has_person()) print(goes_on_text(lost));
            };
            return std::optional(
                play_planned(game, settings,
                             {equipment.launcher, persons ? *persons : nobody, break_off.fd(), options_.pass_stderr,
                              setup_.isolation, &stop, &equipment.kept_bots, real_clock, hint},
                             options_.for_people() ? &show : nullptr, on_void));
        };
        RunSettings run_settings;
        run_settings.between_commits = Duration::zero();
        run_settings.is_enough = [&] { return stop.requested() || !report.all_played() || report.has_no_reader(); };
        // With --reuse, the process that plays a match must not depend on how long matches take.
        const ShareOf share = always(options_.reuse ? GameShare::by_pair : GameShare::whoever_is_free);
        const auto start = [&] { return std::make_unique<Workers>(plan.jobs, options_.pin, share, play_it); };
        return Run(ledger, run_settings, stop, break_off, start, {&report}).play();
    }

    /// Plans a game. Both games of a pair have the same start, unless games have draws of their own.
    PlannedGame planned(int number) const {
        PlannedGame game;
        game.number = number;
        game.pair = number / 2;
        game.first = number % 2;
        game.second = 1 - game.first;
        game.seed = setup_.seed_of(number);
        if (setup_.has_start()) game.opening = game.pair;
        return game;
    }

    const PlayOptions& options_;
    MatchSetup setup_;
    std::unique_ptr<LogFile> log_file_;
};

}  // namespace

int play_series(const PlayOptions& options) {
    return Series(options).run();
}

}  // namespace referee::tournament
