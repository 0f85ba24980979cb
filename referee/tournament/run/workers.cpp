#include "referee/tournament/run/workers.hpp"

#include <fmt/format.h>

#include <utility>

#include "referee/system/cores.hpp"
#include "referee/system/start_thread.hpp"

namespace referee::tournament {

namespace {

/// Games that may wait to be taken, for each thread: enough for a disk that is slow now and then.
constexpr std::size_t ended_for_each = 64;

}  // namespace

Workers::Workers(int count, GameShare share, PlayGame play, Duration pause)
    : play_(std::move(play)),
      pause_(pause),
      waiting_(share == GameShare::by_pair ? static_cast<std::size_t>(count) : 1),
      max_ended_(static_cast<std::size_t>(count) * ended_for_each) {
    threads_.reserve(static_cast<std::size_t>(count));
}

/// The object is complete when the first thread is started: where another can't be, the destructor ends those that run.
Workers::Workers(int count, bool pin, GameShare share, PlayGame play, Duration pause)
    : Workers(count, share, std::move(play), pause) {
    for (int number = 0; number < count; ++number) {
        threads_.push_back(start_thread(fmt::format("game {} of {} at once (use fewer --jobs)", number + 1, count),
                                        [this, number, pin] { work(number, pin); }));
    }
}

Workers::~Workers() {
    {
        const std::scoped_lock lock(mutex_);
        closing_ = true;
        drop_waiting();
    }
    changed_.notify_all();
}

/// Requires: the mutex is held.
void Workers::drop_waiting() {
    for (Queue& queue : waiting_)
        queue.clear();
}

void Workers::add(std::span<const PlannedGame> games) {
    {
        const std::scoped_lock lock(mutex_);
        for (const PlannedGame& game : games)
            waiting_[static_cast<std::size_t>(game.pair) % waiting_.size()].push_back(game);
    }
    changed_.notify_all();
}

void Workers::begin_no_more() {
    const std::scoped_lock lock(mutex_);
    drop_waiting();
}

int Workers::unfinished() const {
    const std::scoped_lock lock(mutex_);
    std::size_t waiting = 0;
    for (const Queue& queue : waiting_)
        waiting += queue.size();
    return static_cast<int>(waiting + ended_.size()) + broken_off_ + playing_ + (failure_ ? 1 : 0);
}

int Workers::playing() const {
    const std::scoped_lock lock(mutex_);
    return playing_;
}

std::vector<PlayedGame> Workers::take() {
    ready_.clear();
    std::unique_lock lock(mutex_);
    std::vector<PlayedGame> games = std::exchange(ended_, {});
    broken_off_ = 0;
    if (games.empty() && failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    const bool more_to_tell = failure_ != nullptr;
    lock.unlock();
    changed_.notify_all();
    if (more_to_tell) ready_.request();
    return games;
}

void Workers::work(int number, bool pin) {
    try {
        if (pin) pin_to_core(number);
        Equipment equipment;
        Queue& queue = waiting_[static_cast<std::size_t>(number) % waiting_.size()];
        while (play_next(queue, equipment))
            make_pause(equipment);
    } catch (...) {
        const std::scoped_lock lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        drop_waiting();
        closing_ = true;
    }
    changed_.notify_all();
    ready_.request();
}

/// The machine may cool down, or do what others want of it.
void Workers::make_pause(Equipment& equipment) {
    if (pause_ == Duration::zero()) return;
    equipment.kept_bots.set_aside();
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, pause_, [this] { return closing_; });
}

/// Returns whether the thread is to go on.
bool Workers::play_next(Queue& queue, Equipment& equipment) {
    PlannedGame game;
    {
        std::unique_lock lock(mutex_);
        const auto may_begin = [&] { return closing_ || (!queue.empty() && ended_.size() < max_ended_); };
        if (!may_begin()) {
            lock.unlock();
            equipment.kept_bots.set_aside();
            lock.lock();
        }
        changed_.wait(lock, may_begin);
        if (closing_) return false;
        game = queue.front();
        queue.pop_front();
        ++playing_;
    }
    std::optional<PlayedGame> played;
    try {
        played = play_(game, equipment);
    } catch (...) {
        const std::scoped_lock lock(mutex_);
        --playing_;
        if (!failure_) failure_ = std::current_exception();  // at once: a run without games to come would end
        throw;
    }
    {
        const std::scoped_lock lock(mutex_);
        --playing_;
        if (played) {
            ended_.push_back(*std::move(played));
        } else {
            ++broken_off_;
        }
    }
    ready_.request();
    return true;
}

}  // namespace referee::tournament
