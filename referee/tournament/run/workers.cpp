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

Workers::Workers(int count, PlayGame play)
    : play_(std::move(play)), max_ended_(static_cast<std::size_t>(count) * ended_for_each) {
    threads_.reserve(static_cast<std::size_t>(count));
}

/// The object is complete when the first thread is started: where another can't be, the destructor ends those that run.
Workers::Workers(int count, bool pin, PlayGame play) : Workers(count, std::move(play)) {
    for (int number = 0; number < count; ++number) {
        threads_.push_back(start_thread(fmt::format("game {} of {} at once (use fewer --jobs)", number + 1, count),
                                        [this, number, pin] { work(number, pin); }));
    }
}

Workers::~Workers() {
    {
        const std::scoped_lock lock(mutex_);
        closing_ = true;
        waiting_.clear();
    }
    changed_.notify_all();
}

void Workers::add(std::span<const PlannedGame> games) {
    {
        const std::scoped_lock lock(mutex_);
        waiting_.insert(waiting_.end(), games.begin(), games.end());
    }
    changed_.notify_all();
}

void Workers::begin_no_more() {
    const std::scoped_lock lock(mutex_);
    waiting_.clear();
}

int Workers::unfinished() const {
    const std::scoped_lock lock(mutex_);
    return static_cast<int>(waiting_.size() + ended_.size()) + broken_off_ + playing_ + (failure_ ? 1 : 0);
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
        Launcher launcher;
        while (play_next(launcher)) {
        }
    } catch (...) {
        const std::scoped_lock lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        waiting_.clear();
        closing_ = true;
    }
    changed_.notify_all();
    ready_.request();
}

/// Returns whether the thread is to go on.
bool Workers::play_next(Launcher& launcher) {
    PlannedGame game;
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return closing_ || (!waiting_.empty() && ended_.size() < max_ended_); });
        if (closing_) return false;
        game = waiting_.front();
        waiting_.pop_front();
        ++playing_;
    }
    std::optional<PlayedGame> played;
    try {
        played = play_(game, launcher);
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
