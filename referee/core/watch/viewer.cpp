#include "referee/core/watch/viewer.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <exception>
#include <thread>

#include "referee/core/base/continued.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/start_thread.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/watch/layout.hpp"
#include "referee/core/watch/screen.hpp"

namespace referee::watch {

namespace {

/// The minimum time between two drawings of a live match. More drawings would take CPU time from the bots, and could
/// not be seen.
constexpr auto min_pause = std::chrono::milliseconds(40);
/// The interval at which the time of a thinking player is updated.
constexpr auto clock_step = std::chrono::milliseconds(200);

}  // namespace

void Viewer::show(std::vector<protocol::MatchLog> matches, int ply) {
    matches_ = std::move(matches);
    load(0, ply);
    run(nullptr);
}

void Viewer::follow(Feed& feed) {
    over_ = false;
    run(&feed);
}

void Viewer::load(std::size_t match, int ply) {
    match_ = match;
    const protocol::MatchLog& log = matches_[match];
    const auto spec = spec_of(log);
    game_ = headline_of(spec);
    positions_.emplace(spec, log.seed, screen_.looks());
    model_.load(static_cast<int>(log.plies.size()), ply, !over_, Clock::now());
    stale_ = true;
}

/// The boards of a game of one's own know only the positions that were in the log when they were made.
void Viewer::renew_positions() {
    const protocol::MatchLog& log = matches_.front();
    if (!log.rules.empty()) positions_.emplace(spec_of(log), log.seed, screen_.looks());
}

void Viewer::run(Feed* feed) {
    while (!stop_.requested() && !hung_up_) {
        TimePoint now = Clock::now();
        if (model_.tick(now)) stale_ = true;
        const bool clock_runs = model_.following() && now >= drawn_ + clock_step;
        if ((stale_ || clock_runs) && now >= drawn_ + min_pause) {
            draw();
            now = Clock::now();
            drawn_ = now;
            stale_ = false;
        }
        if (!wait(feed, now)) return;
    }
}

TimePoint Viewer::wake_up(const Feed* feed, TimePoint now) const {
    TimePoint wake = now + std::chrono::hours(1);
    if (stale_) wake = drawn_ + min_pause;
    if (feed != nullptr && model_.following()) wake = std::min(wake, drawn_ + clock_step);
    if (const auto tick = model_.next_tick()) wake = std::min(wake, *tick);
    return wake;
}

/// Returns false if the user quits, or if the feed is closed before the match is over. The feed is not watched while
/// the screen is stale, so that even a fast match causes no more wake-ups than drawings.
bool Viewer::wait(Feed* feed, TimePoint now) {
    std::array<pollfd, 4> watched = {{{STDIN_FILENO, POLLIN, 0},
                                      {stop_.fd(), POLLIN, 0},
                                      {signals_.fd(), POLLIN, 0},
                                      {feed != nullptr && !stale_ ? feed->fd() : -1, POLLIN, 0}}};
    static_cast<void>(wait_until(watched, wake_up(feed, now)));
    if (watched[2].revents != 0) handle_signals();
    if (watched[3].revents != 0 && !take_news(*feed)) return false;
    if (watched[0].revents != 0 && !handle_keys()) return false;
    if ((watched[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) hung_up_ = true;
    return true;
}

bool Viewer::take_news(Feed& feed) {
    Feed::News news = feed.take();
    if (news.begun) {
        over_ = false;
        matches_.assign(1, *news.log);
        matches_[0].plies = std::move(news.plies);
        load(0, matches_[0].opening);
    } else if (!matches_.empty()) {
        auto& plies = matches_[0].plies;
        const int opening = matches_[0].opening;
        const bool was_in_opening = model_.plies() < opening;
        plies.insert(plies.end(), std::make_move_iterator(news.plies.begin()),
                     std::make_move_iterator(news.plies.end()));
        renew_positions();
        // The opening is not shown ply by ply, however its news were split.
        if (was_in_opening)
            load(0, opening);
        else
            model_.extend(static_cast<int>(plies.size()), Clock::now());
    }
    if (!news.plies.empty() || news.begun) latest_ = news.latest;
    if (news.over) {
        over_ = true;
        auto plies = std::move(matches_[0].plies);
        matches_[0] = std::move(*news.log);
        matches_[0].plies = std::move(plies);
        renew_positions();
        model_.finish();
    }
    stale_ = true;
    return !news.closed || over_;
}

/// Returns false if the user quits.
bool Viewer::handle_keys() {
    bool any = false;
    for (auto key = screen_.key(); key; key = screen_.key()) {
        any = true;
        if (!handle(*key)) return false;
    }
    hung_up_ = !any && ::isatty(STDIN_FILENO) != 1;
    stale_ = stale_ || any;
    return true;
}

bool Viewer::handle(Key key) {
    switch (model_.press(key, Clock::now())) {
        case Wish::nothing: break;
        case Wish::quit: return false;
        case Wish::next_match:
            if (match_ + 1 < matches_.size()) load(match_ + 1, 0);
            break;
        case Wish::previous_match:
            if (match_ > 0) load(match_ - 1, 0);
            break;
    }
    return true;
}

void Viewer::handle_signals() {
    while (const int signal = signals_.take()) {
        if (signal == SIGCONT) note_continue();
        if (signal == SIGTSTP)
            screen_.suspend();
        else
            screen_.refresh();
    }
    stale_ = true;
}

void Viewer::draw() {
    if (!positions_) {
        Canvas canvas(screen_.rows(), screen_.columns());
        canvas.put(0, 0, canvas.columns(), cells_of("The bots are being started.", false));
        return screen_.draw(canvas);
    }
    const protocol::MatchLog& log = matches_[match_];
    const Drawing& drawing = positions_->at(model_.shown(), log.plies);
    Scene scene{.log = log, .over = over_, .game = game_, .drawing = drawing, .marks = positions_->marks()};
    scene.to_move = positions_->to_move();
    if (model_.following()) scene.thinking = Clock::now() - latest_;
    scene.match = static_cast<int>(match_) + 1;
    scene.matches = static_cast<int>(matches_.size());
    scene.looks = screen_.looks();
    const Layout layout = lay_out(model_, scene, screen_.rows(), screen_.columns());
    model_.moved_to(layout.row, layout.column);
    screen_.draw(layout.canvas);
}

void play_and_show(const StopSignal& stop, const PlayMatch& play, const std::function<void()>& on_left_early) {
    const TerminalSignals signals;
    Feed feed;
    std::exception_ptr failure;
    std::atomic<bool> done = false;
    {
        std::jthread thread;
        {
            Viewer viewer(stop, signals);
            thread = start_thread("the match", [&] {
                try {
                    play(feed);
                } catch (...) {
                    failure = std::current_exception();
                }
                done = true;
                feed.close();
            });
            viewer.follow(feed);
        }
        if (!done && !stop.requested()) on_left_early();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace referee::watch
