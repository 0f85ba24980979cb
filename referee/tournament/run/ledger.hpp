// The games of a run: chooses the next ones and keeps the results, in a tournament's file or in memory.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/store/store.hpp"
#include "referee/tournament/tables/account.hpp"

namespace referee::tournament {

/// All that a run needs of a tournament. All calls come from one thread.
class Ledger {
public:
    explicit Ledger(Account account) : account_(std::move(account)) {}
    Ledger(const Ledger&) = delete;
    Ledger& operator=(const Ledger&) = delete;
    virtual ~Ledger() = default;

    /// Of all games that have been told of, those of earlier runs included. Knows the games of next() as planned.
    [[nodiscard]] Account& account() { return account_; }
    /// The games to be handed out now. At the first call these are the games that are missing from earlier runs, too.
    /// `idle`: all that were handed out before are finished.
    [[nodiscard]] virtual std::vector<PlannedGame> next(bool idle) = 0;
    /// Keeps games that have ended. Returns those that can be told of now: they are kept for good.
    [[nodiscard]] virtual std::vector<PlayedGame> keep(std::vector<PlayedGame> games) = 0;
    /// No game is to come any more: those that have not been told of.
    [[nodiscard]] virtual std::vector<PlayedGame> rest() { return {}; }
    /// Whether a game that is not kept is played when the tournament goes on.
    [[nodiscard]] virtual bool plays_again() const { return true; }
    /// Lines for people since the last call.
    [[nodiscard]] virtual std::vector<std::string> take_warnings() { return {}; }

private:
    Account account_;
};

/// The games of a schedule, and a tournament's file.
class StoredLedger final : public Ledger {
public:
    /// What is referred to outlives it.
    StoredLedger(Store& store, Schedule& schedule);

    /// Throws games::UserError if the file holds other games than the schedule's.
    [[nodiscard]] std::vector<PlannedGame> next(bool idle) override;
    [[nodiscard]] std::vector<PlayedGame> keep(std::vector<PlayedGame> games) override;
    [[nodiscard]] std::vector<std::string> take_warnings() override;

private:
    Store& store_;
    Schedule& schedule_;
    FinishedGames results_;
    bool begun_ = false;
    std::size_t byes_told_;  ///< of the schedule's, as far as they were looked at
};

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
