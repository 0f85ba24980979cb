// The games of a run. Chooses the next games and keeps the results, in a tournament's file or in memory.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/run/director.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace referee::tournament {

/// The interface between a run and its tournament: it supplies the games and receives the results. All calls come from
/// one thread.
class Ledger {
public:
    explicit Ledger(Account account) : account_(std::move(account)) {}
    Ledger(const Ledger&) = delete;
    Ledger& operator=(const Ledger&) = delete;
    virtual ~Ledger() = default;

    /// The account of all announced games, including those of earlier runs. Games that next() has returned are planned
    /// in it.
    [[nodiscard]] Account& account() { return account_; }
    /// The games to be played next. The first call also returns the games that earlier runs did not finish. `idle`: all
    /// games that were returned before are finished.
    [[nodiscard]] virtual std::vector<PlannedGame> next(bool idle) = 0;
    /// Keeps games that have ended. Returns the games that can now be announced.
    [[nodiscard]] virtual std::vector<PlayedGame> keep(std::vector<PlayedGame> games) = 0;
    /// Returns the games that have not been announced. Must be called when no more games will end.
    [[nodiscard]] virtual std::vector<PlayedGame> rest() { return {}; }
    /// Whether a game that could not be kept is played again when the tournament is resumed.
    [[nodiscard]] virtual bool plays_again() const { return true; }
    /// Whether no more games come until the tournament is changed.
    [[nodiscard]] virtual bool rests() const { return false; }
    /// The messages for the user since the last call.
    [[nodiscard]] virtual std::vector<std::string> take_warnings() { return {}; }

private:
    Account account_;
};

/// Makes the schedule of a tournament with this head, of which these games are planned.
using MakeSchedule =
    std::function<std::unique_ptr<Schedule>(const TournamentHead& head, const std::vector<PlannedGame>& planned)>;

/// Takes the games of a schedule, and keeps the results in a tournament's file.
class StoredLedger final : public Ledger {
public:
    /// Requires: `store` outlives this object.
    StoredLedger(Store& store, MakeSchedule make_schedule);

    [[nodiscard]] const TournamentHead& head() const { return store_.head(); }
    /// The changes that these orders mean now (see changes_of()). Throws games::UserError if an order can't be carried
    /// out.
    [[nodiscard]] std::vector<Change> changes_by(const DirectorOrders& orders, std::span<const Newcomer> newcomers,
                                                 const std::optional<int>& rounds, const std::string& at) const;
    /// Changes the tournament, as Store::change() does, and makes the schedule and the account anew. next() then also
    /// returns the games that are played again. Requires: all games that next() has returned are finished.
    void change(std::span<const Change> changes, std::span<const StoredEntrant> joined, const ClassNews& news = {});

    /// Throws games::UserError if the games in the file differ from the schedule's games.
    [[nodiscard]] std::vector<PlannedGame> next(bool idle) override;
    [[nodiscard]] std::vector<PlayedGame> keep(std::vector<PlayedGame> games) override;
    [[nodiscard]] bool rests() const override { return schedule_->rests(); }
    [[nodiscard]] std::vector<std::string> take_warnings() override;

private:
    Store& store_;
    MakeSchedule make_schedule_;
    std::unique_ptr<Schedule> schedule_;
    FinishedGames results_;
    bool begun_ = false;     ///< next() has been called
    bool changed_ = false;   ///< the tournament has been changed since the last call of next()
    std::size_t byes_told_;  ///< the number of the schedule's byes that were announced
};

/// The empty account of a series: two bots with these names, which play this number of games.
[[nodiscard]] Account account_of_series(const std::array<std::string, 2>& names, int games);

/// The games of a series. They are announced in the order of their numbers and then dropped. Only the account keeps
/// their results.
class MemoryLedger final : public Ledger {
public:
    /// Returns the game with this number. Numbers start at 0.
    using PlanGame = std::function<PlannedGame(int number)>;

    /// `games`: the number of games. `ahead`: the maximum number of games that are handed out but not yet announced.
    MemoryLedger(Account account, int games, int ahead, PlanGame plan);

    [[nodiscard]] std::vector<PlannedGame> next(bool idle) override;
    [[nodiscard]] std::vector<PlayedGame> keep(std::vector<PlayedGame> games) override;
    /// The games that have ended but were not announced, because an earlier game is missing.
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
