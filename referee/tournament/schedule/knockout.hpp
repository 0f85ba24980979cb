// Who loses is out.
#pragma once

#include "referee/tournament/schedule/schedule.hpp"

namespace referee::tournament {

/// The standard bracket: the order of the entrants is their seeding, the two best can meet in the final only, the best
/// four in the semifinals, and so on. Where the entrants are no power of two, the best have a bye in the first round.
///
/// All games of a pairing are played, even those that can't turn it any more. Two who are even then play another pair
/// with sides swapped, up to `extra_pairs` times; if they are even still, the better seed goes on.
class Knockout final : public Schedule {
public:
    /// Two who meet, and what has come of their games so far.
    struct Pairing {
        int round;
        int a;  ///< the better seed
        int b;
        int extra_pairs = 0;
        int games = 0;     ///< that are known
        int finished = 0;  ///< of these
        int half_points_a = 0;
        int half_points_b = 0;
    };

    Knockout(const FormatSettings& settings, int entrants, std::uint64_t seed);

    /// With the extra pairs that are known so far: ties may still bring more.
    std::optional<int> total() const override;
    /// All pairings of the rounds known so far, in the order of the bracket, with all these results.
    /// Requires: ready() has been called with them.
    std::vector<Pairing> pairings(const FinishedGames& results) const;
    /// Who goes on; none while games of the pairing are missing, or it is a tie that an extra pair has to break.
    std::optional<int> winner_of(const Pairing& pairing) const;
    /// Who has won the last pairing; none before. Requires: ready() has been called with the last results.
    std::optional<int> winner() const;
    /// How many rounds there are in all.
    int rounds() const { return rounds_; }

private:
    bool add_round(const FinishedGames& results) override;
    /// Adds to the pairings what has come of their games from number `from` on.
    void score(std::vector<Pairing>& pairings, std::size_t from, const FinishedGames& results) const;
    std::size_t first_of_round() const;
    bool add_extra_pairs();
    void advance();
    void pair_up();
    void plan(std::size_t number, int count);

    int rounds_;
    std::vector<int> standing_;                 ///< who is in the round, in the order of the bracket; -1: nobody
    std::vector<Pairing> pairings_;             ///< of all rounds so far
    std::vector<std::size_t> pairing_of_game_;  ///< by its number
    int round_ = -1;
    std::size_t scored_ = 0;  ///< how many games have been scored
};

}  // namespace referee::tournament
