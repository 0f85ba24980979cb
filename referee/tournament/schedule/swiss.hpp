// A few rounds in which everybody plays others with about the same score.
#pragma once

#include "referee/tournament/schedule/matching.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/schedule/swiss_pairing.hpp"

namespace referee::tournament {

/// Scores are the points of all games; a bye counts as much as winning all games of a pairing, and a game that is not
/// played because the opponent has left as much as winning it. How a round is paired is said at pair_swiss(). A round
/// is known when the one before is over. Who comes late begins without points; who replaces another goes on in its
/// place, with its points and opponents. Where so many have left that no new pairing is possible, they meet again.
class Swiss final : public Schedule {
public:
    Swiss(const FormatSettings& settings, const Field& field, std::uint64_t seed,
          const std::vector<PlannedGame>& planned = {});

    /// The binary logarithm of the entrants, rounded up, and one more; but no more than can be played without repeats.
    static int usual_rounds(int entrants);
    /// How many rounds so many can play without repeats.
    static int max_rounds(int entrants);
    /// The rounds of a tournament.
    static int rounds_of(const FormatSettings& settings, const Field& field);

    std::optional<int> total() const override;
    int rounds() const { return rounds_; }

private:
    bool add_round(const FinishedGames& results) override;
    /// The entrants of `present` that meet, by their places in it, if there is a way.
    std::optional<SwissRound> paired(const std::vector<int>& present, bool again) const;
    /// Whether `a`, the higher of the two, moves first in the first game of their pairing.
    bool is_first(int a, int b) const;
    void note_pairing(int first, int second);
    void note_bye(int entrant);
    void replay(const std::vector<PlannedGame>& planned);
    void score_new_games(const FinishedGames& results);
    /// Of the place that an entrant holds.
    SwissEntrant& standing(int entrant) { return standings_[static_cast<std::size_t>(field().place_of(entrant))]; }
    const SwissEntrant& standing(int entrant) const {
        return standings_[static_cast<std::size_t>(field().place_of(entrant))];
    }

    int rounds_;
    int round_ = 0;
    std::size_t scored_ = 0;  ///< how many games have been scored
    std::vector<SwissEntrant> standings_;
    Graph met_;
};

}  // namespace referee::tournament
