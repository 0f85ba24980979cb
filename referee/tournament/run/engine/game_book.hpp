// Keeps track of a run's games: which are open, which are in a batch, and which wait for a batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "referee/tournament/run/engine/spool.hpp"

namespace referee::tournament {

/// Does not access files or clocks. Memory: the planned games, one bit for each game, and a little more for games in
/// batches.
class GameBook {
public:
    /// Adds games to be played. Requires: their numbers ascend, also from one call to the next.
    void add(std::span<const PlannedGame> games);

    /// Returns a planned game; null if it was not added.
    [[nodiscard]] const PlannedGame* find(int number) const;
    /// Whether a game was added and has no result yet.
    [[nodiscard]] bool is_open(int number) const { return open_games_.contains(number); }
    /// The number of open games.
    [[nodiscard]] std::size_t open() const { return open_; }
    /// The number of open games that are not in a batch.
    [[nodiscard]] std::size_t waiting() const;

    /// Returns the next batches: at most `count`, of about `size` games each. The batches have complete pairs, in the
    /// order of the games. Games of lost batches come first.
    [[nodiscard]] std::vector<std::vector<PlannedGame>> next_batches(std::size_t count, std::size_t size);
    /// Records that these games are in a batch. They need not be open, and may be added later.
    void put(const BatchName& batch, std::span<const int> games);
    /// Records that the result of a game has arrived. Returns the batch of the game, if it is in one.
    std::optional<BatchName> close(int number);
    /// Records that a batch is lost, so that its open games wait again. Returns the largest number of losses of any of
    /// these games.
    int lose(const BatchName& batch);
    /// Lets the open games of a batch wait again, without counting a loss. Used if the batch could not be submitted, or
    /// if its host is to blame.
    void take_back(const BatchName& batch);
    /// Drops all open games that are not in a batch.
    void drop_waiting();
    /// Drops all open games.
    void drop_all();

    /// Whether games have been added.
    [[nodiscard]] bool has_plan() const { return !plan_.empty(); }
    /// Whether any game of a batch is open.
    [[nodiscard]] bool has_open(const BatchName& batch) const;
    /// Whether the result of any game of a batch is missing. Games that this run does not play count, too.
    [[nodiscard]] bool has_missing(const BatchName& batch) const;
    /// Records that a game is in the tournament's file. If all games of its batch now are, returns that batch.
    std::optional<BatchName> store(int number);

private:
    struct Games {
        std::set<int> missing;   ///< games without a result
        std::set<int> unstored;  ///< games that are not in the tournament's file yet
    };
    /// Returns the next waiting game, but does not remove it from the waiting games.
    std::optional<PlannedGame> next_waiting();
    std::size_t count_open(const Games& games) const;

    std::vector<PlannedGame> plan_;
    GameSet open_games_;
    std::size_t open_ = 0;
    std::size_t next_ = 0;  ///< index in the plan; all earlier games have been in a batch
    std::set<int> lost_;    ///< games of lost batches that wait again
    std::map<int, int> losses_;
    std::unordered_map<int, BatchName> batch_of_;  ///< the batch of each game in a batch, until the game is stored
    std::map<BatchName, Games> batches_;
};

}  // namespace referee::tournament
