#include "referee/tournament/run/memory_ledger.hpp"

#include <utility>

namespace referee::tournament {

MemoryLedger::MemoryLedger(Account account, int games, int ahead, PlanGame plan)
    : Ledger(std::move(account)), games_(games), ahead_(ahead), plan_(std::move(plan)) {}

std::vector<PlannedGame> MemoryLedger::next(bool /*idle*/) {
    std::vector<PlannedGame> next;
    for (; planned_ < games_ && planned_ < told_ + ahead_; ++planned_)
        next.push_back(plan_(planned_));
    account().plan(next);
    return next;
}

std::vector<PlayedGame> MemoryLedger::keep(std::vector<PlayedGame> games) {
    for (PlayedGame& played : games)
        ended_.emplace(played.game.number, std::move(played));
    std::vector<PlayedGame> in_order;
    for (; !ended_.empty() && ended_.begin()->first == told_; ++told_)
        in_order.push_back(std::move(ended_.extract(ended_.begin()).mapped()));
    return in_order;
}

std::vector<PlayedGame> MemoryLedger::rest() {
    std::vector<PlayedGame> rest;
    for (auto& [number, played] : std::exchange(ended_, {}))
        rest.push_back(std::move(played));
    return rest;
}

}  // namespace referee::tournament
