// Openings: the first plies, from which both games of a pair start; and those that are generated.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "games/spec.hpp"
#include "referee/match/game_start.hpp"

namespace referee::tournament {

struct Opening {
    std::uint64_t seed = 0;  ///< of the game: in a game with chance, the moves are legal only with this seed
    GameStart start;

    friend bool operator==(const Opening&, const Opening&) = default;
};

/// The openings 0, 1, 2, ... of a tournament, without an upper limit.
class Openings {
public:
    virtual ~Openings() = default;
    /// Requires: i is not negative.
    virtual Opening at(int i) = 0;
    /// Whether opening i differs from all before it.
    virtual bool has(int i) = 0;
};

/// Openings of random legal plies. One is made when it, or a
/// later one, is first asked for. Opening i is played with opening_seed(tournament_seed, i), and depends on nothing but
/// the game, the number of plies, the seed and the openings before it.
///
/// After each the game is not over. Each leads to a position to which none before it leads, as long as 1,000 draws find
/// such a one; and if 40 draws find one, the next ply can't win in it. In a game with chance, positions with another
/// seed are other positions. When the draws find no new position, the distinct openings are used up: from then on they
/// come again in the same order.
///
/// An opening costs at most 1,000 draws of its plies, and usually one; memory is about 50 bytes each. May be used from
/// several threads. The spec outlives it.
class RandomOpenings final : public Openings {
public:
    /// Throws games::UserError if no game of random plies lasts so long, or if the game's board is too large to list
    /// its moves.
    RandomOpenings(const games::GameSpec& spec, int plies, std::uint64_t tournament_seed);

    /// Throws games::UserError if with the seed of this opening no game lasts long enough,
    /// which only a game with chance does.
    Opening at(int i) override;
    /// Quick: the opening itself is not built.
    bool has(int i) override;

private:
    void add_up_to(std::size_t i);
    void add_next();
    std::uint64_t seed_of(std::size_t i) const;

    const games::GameSpec& spec_;
    int plies_;
    std::uint64_t tournament_seed_;
    bool has_chance_ = false;
    std::mutex mutex_;
    std::vector<std::uint64_t> drawn_with_;        ///< by distinct opening: the seed of the dice that draw it
    std::unordered_set<std::uint64_t> positions_;  ///< hashes of those to which they lead
    bool used_up_ = false;
};

}  // namespace referee::tournament
