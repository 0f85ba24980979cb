#include "referee/tournament/run/workers.hpp"

#include <fmt/format.h>

#include <utility>

#include "referee/core/base/cores.hpp"
#include "referee/core/base/start_thread.hpp"

namespace referee::tournament {

namespace {

/// The maximum memory of games that wait to be taken. The limit matters only if games are played faster than they are
/// taken. Between two commits, quick games fill a small part of it.
constexpr std::size_t max_ended_bytes = std::size_t{16} << 20;

std::size_t bytes_of(const PlayedGame& game) {
    return sizeof game + game.log.size() + game.moves.size();
}

}  // namespace

Workers::Workers(int count, ShareOf share, PlayGame play, Duration pause)
    : share_(std::move(share)), play_(std::move(play)), pause_(pause), waiting_(static_cast<std::size_t>(count) + 1) {
    threads_.reserve(static_cast<std::size_t>(count));
}

/// The object is complete before the first thread starts. So if a later thread can't start, the destructor ends the
/// others.
Workers::Workers(int count, bool pin, ShareOf share, PlayGame play, Duration pause)
    : Workers(count, std::move(share), std::move(play), pause) {
    const Placement placement{count, true, pin};
    for (int number = 0; number < count; ++number) {
        threads_.push_back(start_thread(fmt::format("game {} of {} at once (use fewer --jobs)", number + 1, count),
                                        [this, number, placement] { work(number, placement); }));
    }
}

Workers::~Workers() {
    close();
}

void Workers::close() {
    {
        const Lock lock(mutex_);
        closing_ = true;
        drop_waiting();
    }
    changed_.notify_all();
}

void Workers::drop_waiting() {
    for (Queue& queue : waiting_)
        queue.clear();
}

void Workers::add(std::span<const PlannedGame> games) {
    {
        const Lock lock(mutex_);
        const std::size_t threads = waiting_.size() - 1;
        for (const PlannedGame& game : games) {
            const bool by_pair = share_(game) == GameShare::by_pair;
            waiting_[by_pair ? static_cast<std::size_t>(game.pair) % threads : threads].push_back(game);
        }
    }
    changed_.notify_all();
}

void Workers::add_job(Job job) {
    {
        const Lock lock(mutex_);
        jobs_.push_back(std::move(job));
    }
    changed_.notify_all();
}

void Workers::prefer_jobs(bool preferred) {
    const Lock lock(mutex_);
    jobs_first_ = preferred;
}

void Workers::begin_no_more() {
    const Lock lock(mutex_);
    drop_waiting();
}

std::size_t Workers::waiting() const {
    std::size_t games = 0;
    for (const Queue& queue : waiting_)
        games += queue.size();
    return games;
}

int Workers::unfinished() const {
    const Lock lock(mutex_);
    return static_cast<int>(waiting() + ended_.size()) + broken_off_ + playing_ + (failure_ ? 1 : 0);
}

int Workers::playing() const {
    const Lock lock(mutex_);
    return playing_;
}

std::vector<PlayedGame> Workers::take() {
    ready_.clear();
    urgent_.clear();
    Lock lock(mutex_);
    std::vector<PlayedGame> games = std::exchange(ended_, {});
    ended_bytes_ = 0;
    broken_off_ = 0;
    if (games.empty() && failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    const bool more_to_tell = failure_ != nullptr;
    lock.unlock();
    changed_.notify_all();
    if (more_to_tell) ready_.request();
    return games;
}

std::vector<PlayedGame> Workers::abandon() {
    close();
    threads_.clear();  // waits for the threads
    const Lock lock(mutex_);
    return std::exchange(ended_, {});
}

void Workers::work(int number, Placement placement) {
    try {
        Equipment equipment(placement);
        const auto own = static_cast<std::size_t>(number);
        for (Turn turn = next_turn(own, equipment, false); turn.game || turn.job;
             turn = next_turn(own, equipment, turn.job != nullptr)) {
            if (turn.job) {
                equipment.kept_bots.set_aside();
                equipment.launcher.release_cores();
                turn.job();
                ready_.request();
            } else {
                play(*turn.game, equipment);
                make_pause(equipment);
            }
        }
    } catch (...) {
        const Lock lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        drop_waiting();
        closing_ = true;
    }
    changed_.notify_all();
    ready_.request();
}

void Workers::make_pause(Equipment& equipment) {
    if (pause_ == Duration::zero()) return;
    equipment.kept_bots.set_aside();
    Lock lock(mutex_);
    changed_.wait_for(lock.native(), pause_, [this] {
        mutex_.assert_locked();
        return closing_;
    });
}

Workers::Queue* Workers::next_queue(Queue& own) {
    Queue& of_all = waiting_.back();
    if (own.empty()) return of_all.empty() ? nullptr : &of_all;
    return of_all.empty() || own.front().number < of_all.front().number ? &own : &of_all;
}

/// Waits for a game of the thread's own queue or of all threads, or for a job.
Workers::Turn Workers::next_turn(std::size_t number, Equipment& equipment, bool prefers_game) {
    Lock lock(mutex_);
    Queue& own = waiting_[number];
    const auto may_play = [&] {
        mutex_.assert_locked();
        return next_queue(own) != nullptr && ended_bytes_ < max_ended_bytes;
    };
    const auto may_begin = [&] {
        mutex_.assert_locked();
        return closing_ || may_play() || !jobs_.empty();
    };
    if (!may_begin()) {
        lock.unlock();
        equipment.kept_bots.set_aside();
        lock.lock();
    }
    changed_.wait(lock.native(), may_begin);
    Turn turn;
    if (closing_) return turn;
    if (!jobs_.empty() && !(prefers_game && !jobs_first_ && may_play())) {
        turn.job = std::move(jobs_.front());
        jobs_.pop_front();
        return turn;
    }
    Queue& queue = *next_queue(own);
    turn.game = queue.front();
    queue.pop_front();
    ++playing_;
    return turn;
}

void Workers::play(const PlannedGame& game, Equipment& equipment) {
    std::optional<PlayedGame> played;
    try {
        played = play_(game, equipment);
    } catch (...) {
        const Lock lock(mutex_);
        --playing_;
        // Set under the same lock as --playing_. Otherwise the run could end before the failure is known.
        if (!failure_) failure_ = std::current_exception();
        throw;
    }
    keep(std::move(played));
}

/// Keeps a game until it is taken. `played`: none if the game was broken off.
void Workers::keep(std::optional<PlayedGame> played) {
    Lock lock(mutex_);
    --playing_;
    const bool is_first = ended_.empty();
    const bool was_urgent = ended_bytes_ >= max_ended_bytes / 2;
    if (played) {
        ended_bytes_ += bytes_of(*played);
        ended_.push_back(*std::move(played));
    } else {
        ++broken_off_;
    }
    const bool is_urgent = ended_bytes_ >= max_ended_bytes / 2 && !was_urgent;
    const bool is_last = playing_ == 0 && waiting() == 0;
    lock.unlock();
    if (is_first) ready_.request();
    if (is_urgent || is_last) urgent_.request();
}

}  // namespace referee::tournament
