// The knockout format: an entrant that loses a pairing is out.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "referee/tournament/paper/schedule/schedule.hpp"

namespace referee::tournament {

/// The standard bracket, in which the order of the entrants is their seeding. The best two can meet only in the final,
/// the best four only in the semifinals, and so on. If the number of entrants is not a power of two, the best entrants
/// have a bye in the first round.
///
/// All games of a pairing are played, even those that can't change the winner any more. If the pairing is tied, its
/// entrants play another pair of games, up to `extra_pairs` times. If it is still tied, the better seed advances.
///
/// If an entrant leaves before its pairing is decided, its opponent advances. An entrant that replaces it plays the
/// pairing anew. Before the next round, a late entrant plays a play-in for the place of the worst seed that is still
/// in. If nobody is left, the late entrants form the bracket.
class Knockout final : public Schedule {
public:
    /// Two entrants that meet, with the results of their games so far.
    struct Pairing {
        int round;
        int a;  ///< the better seed
        int b;
        int extra_pairs = 0;
        int games = 0;      ///< the number of known games
        int finished = 0;   ///< the number of known games that are finished or cancelled
        int cancelled = 0;  ///< the number of known games that are cancelled
        int half_points_a = 0;
        int half_points_b = 0;
        /// The entrant that advances; none while games are missing or a tie is unbroken.
        std::optional<int> winner = {};
        bool by_seed = false;  ///< the pairing stayed tied to the end, so the better seed advances
        /// The winner advances because its opponent has left. It may be the replacement of `a` or `b`.
        bool walkover = false;
        bool both_left = false;  ///< nobody advances
        bool anew = false;       ///< a new version of one of the two plays this pairing anew, as another pairing

        /// The state in words: "open", "played anew", "as the better seed", "the other has left", "both have left".
        /// Empty if the games have decided the pairing.
        std::string_view state() const;
    };

    /// The number of rounds that a place has survived. None: the entrant has no place. None compares as less than any
    /// number.
    using Level = std::optional<int>;

    struct Round {
        std::string name;  ///< in words: "round 1", "semifinals", "final"
        std::vector<Pairing> pairings;
        std::vector<int> byes;
    };

    /// The pairings, and how far each entrant has come.
    struct Bracket {
        std::vector<Round> rounds;  ///< all known rounds; pairings are in the order of the bracket
        /// Indexed by entrant: the number of rounds that its place has survived. Byes count, and so do play-ins for
        /// other places. None: the entrant came late and has no place. A replacement has the level of its predecessor.
        std::vector<Level> passed;
        std::vector<bool> alive;  ///< indexed by entrant: whether it is still in
    };

    Knockout(const FormatSettings& settings, const Field& field, const RunSeed& seed,
             const std::vector<PlannedGame>& planned = {});

    /// A knockout plans the same games again by itself. It takes the sides from those of an earlier run, and the order
    /// of extra pairs.
    void adopt(std::span<const PlannedGame> planned) override;
    /// Those of an earlier run, too, if they don't follow from the results yet, because a game is to be played again.
    const std::vector<PlannedGame>& games() const override;
    /// The games that follow from the results of the last call of ready().
    const std::vector<PlannedGame>& derived() const { return Schedule::games(); }
    /// Whether the games of an earlier run that don't follow from the results are extra pairs in the current round, of
    /// pairings in which all other games are finished. Then they need none of the missing results. Requires: ready()
    /// has been called with these results.
    bool is_independent_of_missing(const FinishedGames& results) const;
    /// Includes the extra pairs that are known so far. Later ties may add more.
    std::optional<std::int64_t> total(const FinishedGames& results) const override;
    /// The bracket after these results. Requires: ready() has been called with them.
    Bracket bracket(const FinishedGames& results) const;
    /// The winner of the tournament; none before its end. Requires: ready() has been called with the last results.
    std::optional<int> winner() const { return standing_.size() == 1 ? standing_.front() : std::nullopt; }

private:
    /// An entrant, or none. None compares as less than any entrant.
    using Slot = std::optional<int>;

    bool add_round(const FinishedGames& results) override;
    /// Adds more games to the current round, or begins the next one. Returns whether it has added games.
    bool plan_more();
    /// Adds the results since scored_ to the pairings of their games.
    void score(std::vector<Pairing>& pairings, const FinishedGames& results) const;
    void decide(Pairing& pairing) const;
    /// Adds the result of a game, if it has one, to its pairing.
    void add(Pairing& pairing, const PlannedGame& game, const FinishedGames& results) const;
    /// Whether an earlier run planned the next games for another pairing of the round. (This one was to be played again
    /// then.)
    bool is_planned_later(const Pairing& pairing) const;
    /// The holder of this entrant's place when the current batch of games begins (moment_).
    Slot present(Slot entrant) const;
    /// Whether a pairing without a winner begins anew, because an entrant has been replaced.
    bool begins_anew(const Pairing& pairing) const;
    /// The pairings with these results.
    std::vector<Pairing> scored(const FinishedGames& results) const;
    std::string name_of_round() const;
    bool replan_replaced();
    bool add_extra_pairs();
    /// Records that the place of an entrant has survived the current round.
    void pass(int entrant) { passed_[static_cast<std::size_t>(entrant)] = rounds(); }
    /// The number of rounds that have begun.
    int rounds() const { return static_cast<int>(names_.size()); }
    void advance();
    bool add_play_ins();
    void seat_late();
    void pair_up();
    std::size_t add_pairing_of(int a, int b);
    void plan(std::size_t number, int count);

    std::vector<Slot> standing_;     ///< the entrants of the current round, in the order of the bracket
    std::vector<Pairing> pairings_;  ///< the pairings of all rounds so far
    /// The indices of the current round's pairings: one for each pair of slots of `standing_`, or, in a play-in, one
    /// for each slot.
    std::vector<std::optional<std::size_t>> pairing_of_slot_;
    std::vector<std::size_t> pairing_of_game_;  ///< indexed by the number of the game
    std::vector<PlannedGame> stored_;           ///< see adopt()
    std::vector<std::string> names_;            ///< the names of the rounds
    std::vector<Level> passed_;                 ///< like Bracket::passed, but without the current round
    bool play_in_ = false;                      ///< the current round is for late entrants
    std::size_t late_ = 0;                      ///< the number of late entrants that have played for a place
    std::size_t scored_ = 0;                    ///< the number of games that have been scored
    /// The point in time, as a number of planned games, at which the current batch of games begins. The whole batch is
    /// planned with the entrants that take part at this time. Later changes take effect in the next batch.
    int moment_ = 0;
};

/// A knockout up to its latest results. Takes the next pairings from the schedule itself, so that tables can't disagree
/// with the program that plays. The order in which results are added makes no difference. Memory grows with the number
/// of games, which is small.
class KnockoutCourse {
public:
    /// Throws games::UserError if the settings don't fit the entrants.
    KnockoutCourse(const FormatSettings& settings, const Field& field, const RunSeed& seed);

    /// Adds planned games. Requires: they follow the last planned game. Throws games::UserError if they differ from the
    /// schedule's.
    void plan(std::span<const PlannedGame> games);
    /// Adds the result of a game. Throws games::UserError as plan() does.
    void add(const GameResult& result);

    bool finished() const { return finished_; }
    /// Returns Knockout::total().
    std::int64_t total() const { return total_; }
    Knockout::Bracket bracket() const { return schedule_->bracket(results_); }
    /// Whether more games may come for an entrant.
    bool plays_on(int entrant) const { return !finished_ && bracket().alive[static_cast<std::size_t>(entrant)]; }

private:
    void follow(bool may_change_total);
    /// The number of planned games without a result in the pairing of a game.
    int& open_in_pairing_of(const PlannedGame& game);

    Field field_;
    std::unique_ptr<Knockout> schedule_;
    FinishedGames results_;
    std::vector<PlannedGame> planned_;
    std::map<std::tuple<int, int, int>, int> open_;  ///< see open_in_pairing_of(); by round and entrants
    std::size_t compared_ = 0;  ///< the number of planned games that have been compared with the schedule
    std::size_t known_ = 0;     ///< the number of games that the schedule has planned
    /// It is computed anew only when a pairing ends or games are planned, because that takes time for all pairings.
    std::int64_t total_ = 0;
    bool finished_ = false;
};

}  // namespace referee::tournament
