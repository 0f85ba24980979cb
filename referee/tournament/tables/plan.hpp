// What tables have to know of the games that are planned: how many there are, who had a bye, who met in which round.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "referee/tournament/schedule/schedule.hpp"

namespace referee::tournament {

/// Two who meet in a knockout.
struct Pairing {
    int a = 0;  ///< the better seed
    int b = 0;
    int games = 0;  ///< that are planned so far
};

/// A digest of the planned games. Memory grows with rounds, entrants and pairings; with pairs only where it is asked to
/// remember them.
class Plan {
public:
    Plan(const FormatSettings& settings, std::size_t entrants, std::uint64_t seed, bool remember_pairs);

    /// Requires: they go on where the last ones ended.
    void add(std::span<const PlannedGame> games);

    const FormatSettings& settings() const { return settings_; }
    /// How many games are planned so far.
    int games() const { return games_; }
    /// How many there will be in all, as far as is known; none: open-ended.
    std::optional<int> total() const;
    /// The pair of a game. Requires: it was asked to remember pairs, and the game is planned.
    int pair_of(int game) const { return pairs_.at(static_cast<std::size_t>(game)); }
    /// How many rounds an entrant had no game in, of those that are planned: swiss only.
    int byes(int entrant) const;
    /// Those of each round in the order in which they were planned: knockout only.
    const std::vector<std::vector<Pairing>>& rounds() const { return rounds_; }

private:
    void add_to_knockout(const PlannedGame& game);

    FormatSettings settings_;
    std::size_t entrants_;
    std::optional<int> total_;
    bool remember_pairs_;
    int games_ = 0;
    std::vector<int> pairs_;
    std::map<int, std::vector<bool>> plays_;  ///< by round: who has a game in it
    std::vector<std::vector<Pairing>> rounds_;
};

}  // namespace referee::tournament
