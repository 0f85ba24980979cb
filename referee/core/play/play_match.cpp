#include "referee/core/play/play_match.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/progress_line.hpp"
#include "referee/core/base/start_thread.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/base/wake_up.hpp"
#include "referee/core/bots/valid_match.hpp"
#include "referee/core/match/match.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/match/summary.hpp"
#include "referee/core/options/command_table.hpp"
#include "referee/core/play/match_report.hpp"
#include "referee/core/play/match_setup.hpp"
#include "referee/core/watch/screen.hpp"
#include "referee/core/watch/viewer.hpp"

namespace referee {

namespace {

using protocol::MatchLog;

constexpr int tick_ms = 200;

/// One match between the entrants of a setup; entrant 0 moves first.
class OneMatch {
public:
    OneMatch(const MatchSetup& setup, MatchReport& report, const StopSignal& stop)
        : setup_(setup), options_(setup.options), report_(report), stop_(stop) {}

    void play() {
        if (!options_.watch) return play_and_log(nullptr);
        watch::play_and_show(
            stop_, [&](watch::Feed& feed) { play_and_log(&feed); },
            [&] {
                if (!options_.quiet) report_.say("The match continues; press Ctrl-C to stop it.\n");
            });
    }

    /// Prints the rest of the report. A watched match is told here, because the viewer has ended.
    void finish() {
        if (options_.watch) tell();
        report_.finish();
    }

private:
    /// Plays in a thread of its own, which stays on the bots' cores. This thread breaks the match off if nobody wants
    /// it any more.
    void play_and_log(watch::Feed* feed) {
        WakeUp ended;
        std::atomic<bool> done = false;  // the wake-up may fail
        std::exception_ptr failure;
        {
            const std::jthread thread = start_thread("the match", [&] {
                try {
                    log_ = play_log(feed);
                } catch (...) {
                    failure = std::current_exception();
                }
                done = true;
                ended.request();
            });
            while (!done) {
                std::array<pollfd, 2> descriptors = {{{ended.fd(), POLLIN, 0}, {stop_.fd(), POLLIN, 0}}};
                // Once the match is broken off, nothing but its end is of interest.
                ::poll(descriptors.data(), break_off_.requested() ? 1 : 2, tick_ms);
                if (stop_.requested() || report_.has_no_reader()) break_off_.request();
            }
        }
        if (failure) std::rethrow_exception(failure);
        if (feed != nullptr) feed->finish(*log_);
        if (!options_.watch) tell();
        report_.write_log(*log_);
    }

    MatchLog play_log(watch::Feed* feed) {
        const AbandonableOpenings abandonable(setup_.openings.get(), break_off_.fd());
        const PlayPlan& plan = setup_.plan;
        const std::array entrants = {&plan.entrants[0], &plan.entrants[1]};
        MatchPlan match = plan_between(entrants, plan.spec, setup_.seed_of(0), plan.limits,
                                       {entrants[0]->limits_under(plan.limits), entrants[1]->limits_under(plan.limits)},
                                       setup_.isolation);
        match.spec.stop_fd = break_off_.fd();
        match.notes = options_.notes;
        try {
            if (setup_.has_start()) begin_with(setup_.start_of(0, match.seed), match);
        } catch (const games::RulesFailure& rules) {
            return match_without_rules(match, rules);
        }
        MatchLauncher launcher({1, true, options_.pin});
        Terminal terminal(STDIN_FILENO, break_off_.fd());
        Surroundings around{launcher, terminal, break_off_.fd(), options_.pass_stderr, setup_.isolation, &stop_};
        around.hint = [&](const MatchLog& so_far, int player) {
            return hint_for(setup_, 1 - player, so_far, player, break_off_.fd());
        };
        Show show(options_.show);
        MatchObserver* const observer = options_.for_people() ? &show : static_cast<MatchObserver*>(feed);
        MatchLog log = play_valid_match(match, entrants, around, observer, [&](const MatchLog& lost, int /*player*/) {
            void_matches_.push_back(lost.result.detail);
            if (options_.has_person()) print(goes_on_text(lost));
        });
        add_frames(match.spec, log);
        return log;
    }

    void tell() {
        if (!log_) return;
        for (const std::string& why : void_matches_)
            report_.tell_void(why);
        report_.tell(*log_, 0);
    }

    const MatchSetup& setup_;
    const PlayOptions& options_;
    MatchReport& report_;
    const StopSignal& stop_;
    WakeUp break_off_;
    std::vector<std::string> void_matches_;  ///< the reasons
    std::optional<MatchLog> log_;
};

}  // namespace

int play_match(const PlayOptions& options) {
    check_terminal_for(options);
    const MatchSetup setup(options);
    std::unique_ptr<LogFile> log = options.log.empty() ? nullptr : open_log(options.log, 1, options.force);
    const StopSignal stop;
    MatchReport report(setup, stop, std::move(log));
    OneMatch match(setup, report, stop);
    report.begin();
    try {
        match.play();
    } catch (const std::exception&) {
        match.finish();  // what was played is reported anyway
        throw;
    }
    if (stop.requested() && !options.watch) begin_line_on_terminal();
    match.finish();
    if (const int signal = stop.take(); signal != 0) return exit_signal_base + signal;
    return report.all_played() ? exit_done : exit_not_played;
}

void check_terminal_for(const PlayOptions& options) {
    if (!options.watch) return;
    watch::check_terminal();
    if (options.pass_stderr && ::isatty(STDERR_FILENO) == 1)
        throw games::UserError("--stderr and --watch both use the terminal: redirect stderr to a file with 2> FILE");
}

}  // namespace referee
