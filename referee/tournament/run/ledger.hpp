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

/// The interface of a run to its tournament: the source of games and the place for results. All calls come from one
/// thread.
class Ledger {
public:
    explicit Ledger(Account account) : account_(std::move(account)) {}
    Ledger(const Ledger&) = delete;
    Ledger& operator=(const Ledger&) = delete;
    virtual ~Ledger() = default;

    /// Counts all announced games, also those of earlier runs. The games that next() has returned are planned in it.
    [[nodiscard]] Account& account() { return account_; }
    /// The games to be played next. The first call also returns the games that earlier runs did not finish. `idle`: all
    /// games returned before are finished.
    [[nodiscard]] virtual std::vector<PlannedGame> next(bool idle) = 0;
    /// Keeps games that have ended. Returns the games that can now be announced.
    [[nodiscard]] virtual std::vector<PlayedGame> keep(std::vector<PlayedGame> games) = 0;
    /// Called when no more games come: returns the games that have not been announced.
    [[nodiscard]] virtual std::vector<PlayedGame> rest() { return {}; }
    /// Whether a game that could not be kept is played again when the tournament is resumed.
    [[nodiscard]] virtual bool plays_again() const { return true; }
    /// The messages for the user since the last call.
    [[nodiscard]] virtual std::vector<std::string> take_warnings() { return {}; }

private:
    Account account_;
};

/// The games of a schedule, and a tournament's file.
class StoredLedger final : public Ledger {
public:
    /// Both outlive the ledger.
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
    std::size_t byes_told_;  ///< the number of the schedule's byes that were announced
};

/// The games of a series. They are announced in the order of their numbers and then dropped; only the account keeps
/// their results.
class MemoryLedger final : public Ledger {
public:
    /// The game of this number, from 0 on.
    using PlanGame = std::function<PlannedGame(int number)>;

    /// `games`: their number. At most `ahead` games that can't be announced yet are handed out.
    MemoryLedger(Account account, int games, int ahead, PlanGame plan);

    [[nodiscard]] std::vector<PlannedGame> next(bool idle) override;
    [[nodiscard]] std::vector<PlayedGame> keep(std::vector<PlayedGame> games) override;
    /// The games that ended while an earlier one is missing.
    [[nodiscard]] std::vector<PlayedGame> rest() override;
    [[nodiscard]] bool plays_again() const override { return false; }

private:
    int games_;
    int ahead_;
    PlanGame plan_;
    int planned_ = 0;
    int told_ = 0;                     ///< the number of games that were announced
    std::map<int, PlayedGame> ended_;  ///< games that have not been announced, by number
};

}  // namespace referee::tournament
