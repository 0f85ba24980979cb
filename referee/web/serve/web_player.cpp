#include "referee/web/serve/web_player.hpp"

#include <algorithm>
#include <utility>

namespace referee::serve {

WebPlayer::Reception WebPlayer::offer(int ply, std::string_view move) {
    const Lock lock(mutex_);
    if (left_ || !question_ || question_->ply != ply) return Reception::not_your_turn;
    const auto& moves = question_->moves;
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) return Reception::invalid;
    given_ = move;
    question_.reset();
    changed_.notify_one();
    return Reception::taken;
}

void WebPlayer::leave() {
    const Lock lock(mutex_);
    left_ = true;
    question_.reset();
    changed_.notify_one();
}

std::optional<TimePoint> WebPlayer::waiting_since() const {
    const Lock lock(mutex_);
    return question_ ? std::optional(question_->since) : std::nullopt;
}

void WebPlayer::ask(int ply, std::vector<std::string> moves) {
    const Lock lock(mutex_);
    given_.reset();
    if (!left_) question_ = {ply, std::move(moves), Clock::now()};
}

TurnReport WebPlayer::take_turn(const TurnRequest&) {
    const TimePoint begin = Clock::now();
    Lock lock(mutex_);
    changed_.wait(lock.native(), [&] {
        mutex_.assert_locked();
        return left_ || given_;
    });
    TurnReport report;
    report.kind = left_ ? TurnReport::Kind::left : TurnReport::Kind::answered;
    if (given_) answer_ = *std::exchange(given_, std::nullopt);
    report.answer = answer_;
    report.elapsed = Clock::now() - begin;
    return report;
}

}  // namespace referee::serve
