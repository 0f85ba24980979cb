// The games of a series, whose results are kept in memory.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "referee/tournament/run/ledger.hpp"

namespace referee::tournament {

/// Its games are told of in the order of their numbers, and dropped then: only the account knows of them.
class MemoryLedger final : public Ledger {
public:
    /// The game of this number, from 0 on.
    using PlanGame = std::function<PlannedGame(int number)>;

    /// `games`: how many there are. At most `ahead` of those that can't be told of yet are handed out.
    MemoryLedger(Account account, int games, int ahead, PlanGame plan);

    [[nodiscard]] std::vector<PlannedGame> next(bool idle) override;
    [[nodiscard]] std::vector<PlayedGame> keep(std::vector<PlayedGame> games) override;
    /// Those before which another one is missing.
    [[nodiscard]] std::vector<PlayedGame> rest() override;
    [[nodiscard]] bool plays_again() const override { return false; }

private:
    int games_;
    int ahead_;
    PlanGame plan_;
    int planned_ = 0;
    int told_ = 0;
    std::map<int, PlayedGame> ended_;  ///< by number: those that have not been told of
};

}  // namespace referee::tournament
