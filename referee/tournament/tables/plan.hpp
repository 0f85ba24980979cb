// The planned games as tables need them: their number, and the byes.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "referee/tournament/schedule/schedule.hpp"

namespace referee::tournament {

/// A digest of the planned games. Memory grows with rounds and entrants, and by a number a game.
class Plan {
public:
    Plan(const FormatSettings& settings, const Field& field) : settings_(settings), field_(field) {}

    /// Requires: they continue after the last ones.
    void add(std::span<const PlannedGame> games);

    const FormatSettings& settings() const { return settings_; }
    /// The number of games planned so far.
    int games() const { return static_cast<int>(pairs_.size()); }
    /// The pair of a game. Requires: the game is planned.
    int pair_of(int game) const { return pairs_.at(static_cast<std::size_t>(game)); }
    /// The number of planned rounds in which an entrant took part, and has no game: swiss only.
    int byes(int entrant) const;

private:
    struct Round {
        int first_game = 0;
        std::vector<bool> plays;  ///< by entrant: who has a game in it
    };

    FormatSettings settings_;
    Field field_;
    std::vector<int> pairs_;
    std::map<int, Round> rounds_;
};

}  // namespace referee::tournament
