#include "referee/commands/series_games.hpp"

#include <poll.h>

#include <array>
#include <utility>

namespace referee {

using tournament::Equipment;
using tournament::GameShare;
using tournament::PlannedGame;
using tournament::PlayedGame;
using tournament::Workers;

namespace {

/// Matches of each thread that may wait for an earlier one to end, or for a slow disk.
constexpr int waiting_for_each = 64;

/// A wake-up may fail, as any system call may: after so long the threads are asked anyway.
constexpr int tick_ms = 200;

}  // namespace

SeriesGames::SeriesGames(const SeriesPace& pace, Play play, Tell tell)
    : pace_(pace), play_(std::move(play)), tell_(std::move(tell)) {}

void SeriesGames::run(const StopSignal& stop) {
    try {
        play_all(stop);
    } catch (...) {
        tell_in_order(true);  // what has been played is not lost for it
        throw;
    }
    tell_in_order(true);
}

void SeriesGames::play_all(const StopSignal& stop) {
    const GameShare share = pace_.reuse ? GameShare::by_pair : GameShare::whoever_is_free;
    Workers workers(pace_.jobs, pace_.pin, share,
                    [this](const PlannedGame& game, Equipment& equipment) { return play(game, equipment); });
    try {
        hand_out(workers);
        while (workers.unfinished() > 0) {
            wait(stop, workers);
            workers.take();  // the matches themselves are in ended_
            tell_in_order(false);
            if (stop.requested()) go_on_ = false;
            if (!go_on_) break_off(workers);
            hand_out(workers);
        }
    } catch (...) {
        break_off(workers);
        throw;
    }
}

std::optional<PlayedGame> SeriesGames::play(const PlannedGame& game, Equipment& equipment) {
    SeriesMatch match = play_(game.number, equipment, break_off_.fd());
    const std::scoped_lock lock(mutex_);
    ended_.emplace(game.number, std::move(match));
    PlayedGame played;
    played.game = game;
    return played;
}

void SeriesGames::hand_out(Workers& workers) {
    const int ahead = pace_.one_by_one ? 1 : pace_.jobs * waiting_for_each;
    for (; go_on_ && handed_out_ < pace_.games && handed_out_ < told_ + ahead; ++handed_out_) {
        PlannedGame game;
        game.number = handed_out_;
        game.pair = handed_out_ / 2;
        workers.add({&game, 1});
    }
}

void SeriesGames::wait(const StopSignal& stop, const Workers& workers) const {
    const int stop_fd = go_on_ ? stop.fd() : -1;  // once is enough: it stays readable
    std::array<pollfd, 2> descriptors = {{{stop_fd, POLLIN, 0}, {workers.fd(), POLLIN, 0}}};
    ::poll(descriptors.data(), descriptors.size(), tick_ms);
}

/// `all`: those, too, before which another one is missing.
void SeriesGames::tell_in_order(bool all) {
    while (can_tell_) {
        std::unique_lock lock(mutex_);
        if (ended_.empty() || (!all && ended_.begin()->first != told_)) return;
        const auto next = ended_.extract(ended_.begin());
        lock.unlock();
        ++told_;
        can_tell_ = false;  // unless this returns
        if (!tell_(next.key(), next.mapped())) go_on_ = false;
        can_tell_ = true;
    }
}

void SeriesGames::break_off(Workers& workers) {
    go_on_ = false;
    workers.begin_no_more();
    break_off_.request();
}

}  // namespace referee
