#include "referee/tournament/run/engine/handover.hpp"

#include <utility>

namespace referee::tournament {

namespace {

constexpr std::size_t max_ended = 20'000;  ///< the maximum number of games that the run has not taken yet

}  // namespace

void Handover::add(std::span<const PlannedGame> games) {
    const Lock lock(mutex_);
    added_.insert(added_.end(), games.begin(), games.end());
    open_ += games.size();
    changed_.notify_all();
}

void Handover::begin_no_more() {
    const Lock lock(mutex_);
    no_more_ = true;
    changed_.notify_all();
}

void Handover::close() {
    const Lock lock(mutex_);
    closing_ = true;
    changed_.notify_all();
}

int Handover::unfinished() const {
    const Lock lock(mutex_);
    return static_cast<int>(open_ + ended_.size()) + (failure_ ? 1 : 0);
}

int Handover::playing() const {
    const Lock lock(mutex_);
    return playing_;
}

std::vector<PlayedGame> Handover::take() {
    ready_.clear();
    Lock lock(mutex_);
    std::vector<PlayedGame> games = std::exchange(ended_, {});
    if (games.empty() && failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    for (const PlayedGame& game : games)
        taken_.push_back(game.game.number);
    const bool more_to_tell = failure_ != nullptr;
    lock.unlock();
    changed_.notify_all();
    if (more_to_tell) ready_.request();
    return games;
}

void Handover::stored() {
    const Lock lock(mutex_);
    stored_.insert(stored_.end(), taken_.begin(), taken_.end());
    taken_.clear();
}

std::vector<std::string> Handover::take_warnings() {
    const Lock lock(mutex_);
    return std::exchange(warnings_, {});
}

Orders Handover::take_orders() {
    const Lock lock(mutex_);
    no_more_taken_ = no_more_;
    return {std::exchange(added_, {}), std::exchange(stored_, {}), no_more_, closing_};
}

void Handover::hand_on(PlayedGame game) {
    Lock lock(mutex_);
    changed_.wait(lock.native(), [this] {
        mutex_.assert_locked();
        return ended_.size() < max_ended || closing_;
    });
    ended_.push_back(std::move(game));
    ready_.request();
}

void Handover::report(std::size_t open, int playing) {
    const Lock lock(mutex_);
    open_ = open + added_.size();
    playing_ = playing;
    if (open_ == 0) ready_.request();
}

void Handover::wait(std::chrono::nanoseconds at_most) {
    Lock lock(mutex_);
    const bool has_orders = closing_ || !added_.empty() || no_more_ != no_more_taken_;
    if (!has_orders) changed_.wait_for(lock.native(), at_most);
}

void Handover::end(std::exception_ptr failure) {
    const Lock lock(mutex_);
    failure_ = std::move(failure);
    ready_.request();
}

void Handover::warn(std::string text) {
    const Lock lock(mutex_);
    warnings_.push_back(std::move(text));
}

bool Handover::warn_once(const std::string& text) {
    const Lock lock(mutex_);
    const bool is_new = warned_.insert(text).second;
    if (is_new) warnings_.push_back(text);
    return is_new;
}

}  // namespace referee::tournament
