// A few rounds in which everybody plays others with about the same score.
#pragma once

#include "referee/tournament/schedule/matching.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/schedule/swiss_pairing.hpp"

namespace referee::tournament {

/// Scores are the points of all games; a bye counts as much as winning all games of a pairing, and a game that is not
/// played because the opponent has left as much as winning it. How a round is paired is said at pair_swiss(). A round
/// is known when the one before is over. Who comes late begins without points; who replaces another goes on in its
/// place, with its points and opponents. Where so many have left that not all rounds can be without repeats, as many as
/// possible of the next ones are; then all may meet again who have met least often, and so with the bye.
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
    void adopt(std::span<const PlannedGame> planned) override;
    int rounds() const { return rounds_; }

private:
    bool add_round(const FinishedGames& results) override;
    /// The entrants of `present` that meet, by their places in it, if there is a way. Where the field has changed there
    /// always is one.
    std::optional<SwissRound> paired(const std::vector<int>& present) const;
    /// What pairing needs of some entrants.
    struct Facts {
        std::vector<SwissEntrant> entrants;
        Graph met;
    };
    /// As if only those had met, or had the bye, who did so `times` times. Where all had it so often, those who had it
    /// least can have it.
    Facts facts_of(const std::vector<int>& present, int times) const;
    int meetings(int a, int b) const { return meetings_[place_in_meetings(field().place_of(a), field().place_of(b))]; }
    std::size_t place_in_meetings(int a, int b) const {
        return static_cast<std::size_t>(a) * standings_.size() + static_cast<std::size_t>(b);
    }
    /// How often the holders of an entrant's place had the bye.
    int byes_of(int entrant) const;
    /// Whether `a`, the higher of the two, moves first in the first game of their pairing.
    bool is_first(int a, int b) const;
    void note_pairing(int first, int second);
    void note_bye(int entrant);
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
    std::vector<int> meetings_;  ///< of each two places
};

}  // namespace referee::tournament
