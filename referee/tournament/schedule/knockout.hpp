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
    Knockout(const FormatSettings& settings, int entrants, std::uint64_t seed);

    std::optional<int> total() const override { return settings().games * (entrants() - 1); }
    /// Who has won the last pairing; none before. Requires: ready() has been called with the last results.
    std::optional<int> winner() const;

private:
    struct Pairing {
        int a;  ///< the better seed
        int b;
        int extra_pairs = 0;
        int lead = 0;  ///< of a over b, in half points
    };

    bool add_round(const FinishedGames& results) override;
    void score_new_games(const FinishedGames& results);
    bool add_extra_pairs();
    void advance();
    void pair_up();

    std::vector<int> standing_;      ///< who is in the round, in the order of the bracket; -1: nobody
    std::vector<Pairing> pairings_;  ///< of the round, in the order of the bracket
    int round_ = -1;
    std::size_t scored_ = 0;  ///< how many games have been scored
};

}  // namespace referee::tournament
