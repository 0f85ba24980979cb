// The results of a tournament's games so far, indexed by the numbers of the games.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace referee::tournament {

/// The end of one game.
struct GameResult {
    int number = 0;             ///< the number of the planned game
    std::optional<int> winner;  ///< 0: the entrant that moved first; 1: its opponent; none: a draw
    bool forfeit = false;       ///< the loser lost by a fault, not by the rules of the game
    bool counts = true;         ///< false: it counts for nobody; neither bot could be started, or the rules failed
    /// The game is not played, or counts for nobody, because one of its entrants has left.
    bool cancelled = false;

    friend bool operator==(const GameResult&, const GameResult&) = default;
};

/// The result of a game that is not played.
constexpr GameResult cancelled_game(int number) {
    return {number, std::nullopt, false, false, true};
}

/// The points of the players of a game, in half points.
constexpr int half_points_of_first(const GameResult& result) {
    if (!result.counts) return 0;
    return result.winner ? 2 * (1 - *result.winner) : 1;
}
constexpr int half_points_of_second(const GameResult& result) {
    return result.counts ? 2 - half_points_of_first(result) : 0;
}

/// The finished games. The order in which they are added makes no difference.
class FinishedGames {
public:
    FinishedGames() = default;
    explicit FinishedGames(std::span<const GameResult> finished) {
        for (const GameResult& result : finished)
            add(result);
    }

    /// Requires: the number is not negative, and there is no result of this game yet.
    void add(const GameResult& result) {
        if (result.number < 0 || find(result.number) != nullptr)
            throw std::logic_error("a second result of game " + std::to_string(result.number));
        const auto place = static_cast<std::size_t>(result.number);
        if (place >= by_number_.size()) by_number_.resize(place + 1);
        by_number_[place] = result;
        ++size_;
        while (find(first_missing_) != nullptr)
            ++first_missing_;
    }
    /// The result of a game, or null while there is none.
    const GameResult* find(int number) const {
        const auto place = static_cast<std::size_t>(number);
        return number >= 0 && place < by_number_.size() && by_number_[place] ? &*by_number_[place] : nullptr;
    }
    int size() const { return size_; }
    /// The smallest number of a game that is not finished.
    int first_missing() const { return first_missing_; }

private:
    std::vector<std::optional<GameResult>> by_number_;
    int size_ = 0;
    int first_missing_ = 0;
};

}  // namespace referee::tournament
