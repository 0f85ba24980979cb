#include "referee/tournament/run/run.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <csignal>
#include <utility>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/players/stopped_bot.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/paper/schedule/ladder.hpp"

namespace referee::tournament {

namespace {

constexpr int tick_ms = 200;

}  // namespace

Run::Run(Ledger& ledger, const RunSettings& settings, const StopSignal& stop, const WakeUp& break_off,
         StartEngine start_engine, std::vector<Watcher*> watchers, Desk* desk)
    : ledger_(ledger),
      settings_(settings),
      stop_(stop),
      break_off_(break_off),
      start_engine_(std::move(start_engine)),
      watchers_(std::move(watchers)),
      desk_(desk),
      account_(ledger.account()),
      started_(Clock::now()) {
    if (!account_.is_at_goal() && !account_.only_repeats()) waiting_ = ledger_.next(true);
    count_games();
}

void Run::count_games() {
    progress_.played = static_cast<int>(account_.played());
    progress_.total = account_.total();
    progress_.distinct_games = account_.distinct_games();
}

RunEnd Run::play() {
    if (settings_.max_time) deadline_ = settings_.clocks.steady() + *settings_.max_time;
    RunEnd ended;
    // Declared here, because its destructor waits for games that the handler breaks off.
    std::unique_ptr<Engine> started;
    try {
        started = start_engine_();
        Engine& engine = *started;
        for (Watcher* watcher : watchers_)
            watcher->begun(progress_, account_);
        warn(ledger_.take_warnings());
        while (hand_out(engine)) {
            wait(engine);
            keep(engine.take());
            engine.stored();
            if (desk_ != nullptr) desk_->serve(engine);
            warn(engine.take_warnings());
            // Called after take(), so that a signal that broke off a game, or explains its end, has already arrived.
            stop_if_asked(engine);
            stop_if_enough(engine);
            stop_if_time_is_up(engine);
            refresh(engine);
        }
        if (desk_ != nullptr) desk_->close();
        tell(ledger_.rest());
        ended = end();
        engine.finish(!ended.may_be_resumed());
        warn(engine.take_warnings());
    } catch (const std::exception& error) {
        break_off_.request();
        if (desk_ != nullptr) desk_->close();
        if (started) keep_what_has_ended(*started);
        for (Watcher* watcher : watchers_)
            watcher->failed(error.what());
        throw;
    }
    for (Watcher* watcher : watchers_)
        watcher->ended(progress_, ended);
    return ended;
}

RunEnd Run::end() const {
    RunEnd end;
    end.signal = signal_;
    end.rules_failed = rules_failed_;
    const bool all_are_without_result = !one_counts_ && account_.results().total().games() == 0;
    end.without_result = nothing_counts() || all_are_without_result ? first_without_result_ : "";
    if (test_has_ended()) {
        end.why = account_.sprt()->decided()       ? RunEnd::Why::decided
                  : account_.sprt()->is_disputed() ? RunEnd::Why::disputed
                                                   : RunEnd::Why::repeats;
    } else if (account_.is_at_goal()) {
        end.why = RunEnd::Why::goal;
    } else if (account_.only_repeats()) {
        end.why = RunEnd::Why::repeats;
    } else if (!account_.finished()) {
        const bool share_played =
            out_of_time_ || time_is_up() || (settings_.stop_after && handed_out_ >= *settings_.stop_after);
        end.why = signal_ != 0       ? RunEnd::Why::signalled
                  : nothing_counts() ? RunEnd::Why::nothing_counts
                  : share_played     ? RunEnd::Why::stop_after
                                     : RunEnd::Why::finished;  // a ladder that has used up all openings
    }
    return end;
}

bool Run::test_has_ended() const {
    return account_.sprt() && account_.sprt()->ended();
}

/// Whether the games of this run show that no more games are of use, because none of them has a result.
bool Run::nothing_counts() const {
    return settings_.max_without_result && !one_counts_ && progress_.played_now >= *settings_.max_without_result;
}

bool Run::is_enough() const {
    return test_has_ended() || (settings_.is_enough && settings_.is_enough());
}

bool Run::time_is_up() const {
    return (deadline_ && settings_.clocks.steady() >= *deadline_) ||
           (settings_.stop_at && settings_.clocks.day() >= *settings_.stop_at);
}

bool Run::may_continue() const {
    return signal_ == 0 && !time_is_up() && !is_enough() && !nothing_counts() && !account_.is_at_goal() &&
           !account_.only_repeats() && (!settings_.stop_after || handed_out_ < *settings_.stop_after);
}

bool Run::may_begin_games() const {
    return may_continue() && (desk_ == nullptr || desk_->lets_games_begin());
}

/// Gives games to the engine. Returns whether the run goes on: the engine has unfinished games, or a change may bring
/// some.
bool Run::hand_out(Engine& engine) {
    const bool idle = engine.unfinished() == 0;
    if (idle && (waiting_.empty() || (desk_ != nullptr && !desk_->lets_games_begin()))) {
        if (may_continue()) make_changes();  // otherwise the run ends, maybe in the middle of a batch
        check_goal(account_);
    }
    if (waiting_.empty() && may_begin_games()) {
        waiting_ = ledger_.next(idle);
        warn(ledger_.take_warnings());
    }
    if (!waiting_.empty() && may_begin_games()) {
        auto count = waiting_.size();
        if (settings_.stop_after)
            count = std::min(count, static_cast<std::size_t>(*settings_.stop_after - handed_out_));
        engine.add(std::span(waiting_).first(count));
        handed_out_ += static_cast<int>(count);
        waiting_ = {};
    }
    return engine.unfinished() > 0 || awaits_changes(engine);
}

/// Whether there is no game to play, and the run waits for a change that brings some. Tells once that a ladder rests.
bool Run::awaits_changes(const Engine& engine) {
    if (engine.unfinished() > 0 || !may_continue()) return false;
    if (ledger_.rests() && !std::exchange(told_of_rest_, true)) {
        warn({"each bot has played its games, and the ladder rests until it is changed"});
    }
    return desk_ != nullptr && desk_->awaits_changes();
}

/// Makes the changes that are ready. They take effect now, because no game is played.
void Run::make_changes() {
    if (desk_ == nullptr) return;
    const std::vector<Change> changes = desk_->make_changes();
    if (changes.empty()) return;
    told_of_rest_ = false;
    waiting_ = {};  // the ledger returns those that are left again
    count_games();
    for (Watcher* watcher : watchers_)
        watcher->changed(account_.head(), changes);
}

void Run::wait(const Engine& engine) const {
    std::vector<pollfd> descriptors = {{stop_.fd(), POLLIN, 0}, {engine.fd(), POLLIN, 0}};
    if (desk_ != nullptr) desk_->add_to(descriptors);
    ::poll(descriptors.data(), descriptors.size(), tick_ms);
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(last_commit_ + settings_.between_commits - Clock::now());
    if (descriptors[1].revents == 0 || left.count() <= 0 || engine.playing() == 0) return;
    descriptors[1].fd = engine.urgent_fd();
    ::poll(descriptors.data(), 2, static_cast<int>(left.count()));
}

void Run::stop_if_enough(Engine& engine) {
    if (nothing_counts()) engine.begin_no_more();
    if (!is_enough()) return;
    engine.begin_no_more();
    break_off_.request();
}

/// Starts no more games when the time is up. Running games are played to the end.
void Run::stop_if_time_is_up(Engine& engine) {
    if (out_of_time_ || !time_is_up()) return;
    out_of_time_ = true;
    engine.begin_no_more();
}

void Run::stop_if_asked(Engine& engine) {
    const int signal = stop_.take();
    if (signal == 0) return;
    const bool second = signal_ != 0;
    if (!second) signal_ = signal;
    if (desk_ != nullptr) desk_->close();
    engine.begin_no_more();
    if (second || (signal != SIGINT && !engine.goes_on_alone())) {
        break_off_.request();
    } else {
        for (Watcher* watcher : watchers_)
            watcher->warned(engine.stopping_text());
    }
}

/// Keeps games that have ended. But if dropped games are played again later, drops a game in which a bot is blamed for
/// the end of its process, and a signal that has arrived by now explains this end.
void Run::keep(std::vector<PlayedGame> games) {
    const auto is_explained = [this](const PlayedGame& game) {
        return game.failure && explained_by(stop_, *game.failure);
    };
    if (ledger_.plays_again()) std::erase_if(games, is_explained);
    if (games.empty()) return;
    can_keep_ = false;  // stays false if keep() or tell() throws
    games = ledger_.keep(std::move(games));
    last_commit_ = Clock::now();
    tell(games);
    can_keep_ = true;
}

/// Keeps the games that have ended before a failure, unless the failure was in keeping games.
void Run::keep_what_has_ended(Engine& engine) {
    if (!can_keep_) return;
    try {
        keep(engine.abandon());
        tell(ledger_.rest());
    } catch (const std::exception&) {
        return;  // the first failure is reported
    }
}

void Run::tell(const std::vector<PlayedGame>& games) {
    for (const PlayedGame& played : games) {
        account_.add(played.match);
        progress_.total = account_.total();
        progress_.distinct_games = account_.distinct_games();
        ++progress_.played;
        ++progress_.played_now;
        progress_.void_games += static_cast<int>(played.void_games.size());
        for (const VoidGame& lost : played.void_games) {
            if (lost.player) ++progress_.void_games_of[*lost.player == 0 ? played.game.first : played.game.second];
        }
        progress_.starved_turns += played.starved_turns;
        for (Watcher* watcher : watchers_) {
            for (const VoidGame& lost : played.void_games)
                watcher->voided(played.game.number, lost.why);
            watcher->played(played);
        }
        one_counts_ = one_counts_ || played.match.result.counts;
        if (!played.match.result.counts && first_without_result_.empty())
            first_without_result_ =
                fmt::format("game {}: {}", shown_number(played.game.number), harmless(played.match.detail));
        // The user should not learn at the end of a long run that the rules failed in the first game.
        if (played.match.result.counts || account_.settings().rules.empty() || std::exchange(rules_failed_, true))
            continue;
        warn({fmt::format("game {}: {}", shown_number(played.game.number), harmless(played.match.detail))});
    }
}

void Run::warn(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
        for (Watcher* watcher : watchers_)
            watcher->warned(text);
    }
}

void Run::refresh(const Engine& engine) {
    progress_.playing = engine.playing();
    progress_.running = Clock::now() - started_;
    for (Watcher* watcher : watchers_)
        watcher->tick(progress_, account_);
}

}  // namespace referee::tournament
