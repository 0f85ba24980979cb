// The Swiss format: a few rounds, each between entrants with similar scores.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "referee/tournament/paper/schedule/matching.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/paper/schedule/swiss_pairing.hpp"

namespace referee::tournament {

/// A score is the sum of the points of all games. A bye counts as much as winning all games of a pairing. A game that
/// is not played because the opponent has left counts as won. pair_swiss() describes the pairing of a round. A round is
/// paired when the previous one is over. A late entrant begins without points. A replacement continues in its
/// predecessor's place, with its points and opponents. If too many entrants have left to avoid repeats in all rounds,
/// as many of the next rounds as possible have no repeats. After that, the entrants that have met least often may meet
/// again. Byes follow the same rule.
///
/// With a staff (FormatSettings::staff), a last round follows, in which everybody else plays pairs_with_staff pairs
/// against each bot of the staff, so that all have some opponents in common.
class Swiss final : public Schedule {
public:
    Swiss(const FormatSettings& settings, const Field& field, const RunSeed& seed,
          const std::vector<PlannedGame>& planned = {});

    /// The default number of rounds: the binary logarithm of the number of entrants, rounded up, plus one; at most
    /// max_rounds().
    static int usual_rounds(int entrants);
    /// The maximum number of rounds without repeats.
    static int max_rounds(int entrants) { return entrants % 2 == 0 ? entrants - 1 : entrants; }
    /// The number of rounds of a tournament.
    static int rounds_of(const FormatSettings& settings, const Field& field);

    std::optional<std::int64_t> total(const FinishedGames& results) const override;
    void adopt(std::span<const PlannedGame> planned) override;
    int rounds() const { return rounds_; }
    /// How many rounds more, at most `wanted`, can be paired so that no two entrants meet twice and none has two byes.
    int rounds_without_rematch(int wanted) const;

private:
    bool add_round(const FinishedGames& results) override;
    /// The pairings of the round against the staff: of the other entrants that are present with its bots.
    std::vector<std::pair<int, int>> with_staff() const;
    bool add_round_with_staff();
    /// The pairing of the next round, as indices into `present`; none if there is no pairing. If entrants have joined,
    /// left or been replaced, there always is a pairing.
    std::optional<SwissRound> paired(const std::vector<int>& present) const;
    /// The facts that the pairing of some entrants needs.
    struct Facts {
        std::vector<SwissEntrant> entrants;
        Graph met;
    };
    /// Returns the facts about these entrants. Counts only meetings and byes that happened at least `times` times. If
    /// all entrants have had `times` byes, the entrants with the fewest byes can have the next bye.
    Facts facts_of(const std::vector<int>& present, int times) const;
    /// The index in `meetings_` of the places of two entrants, in either order.
    std::size_t place_in_meetings(int a, int b) const;
    /// The number of byes that the holders of an entrant's place had.
    int byes_of(int entrant) const;
    /// Whether `a`, which stands higher than `b`, moves first in the first game of their pairing.
    bool is_first(int a, int b) const;
    /// Notes the games of one pairing. Its side is that of the game that has none with swapped sides beside it. Games
    /// that were cancelled have no side.
    void note_pairing(std::span<const PlannedGame> pairing);
    void note_bye(int entrant);
    void score_new_games(const FinishedGames& results);
    /// The standing of the place that an entrant holds.
    SwissEntrant& standing(int entrant) { return standings_[static_cast<std::size_t>(field().place_of(entrant))]; }
    const SwissEntrant& standing(int entrant) const {
        return standings_[static_cast<std::size_t>(field().place_of(entrant))];
    }

    int rounds_;
    int round_ = 0;
    std::size_t scored_ = 0;  ///< the number of games that have been scored
    std::vector<SwissEntrant> standings_;
    std::vector<int> meetings_;  ///< the number of meetings of each pair of places
};

}  // namespace referee::tournament
