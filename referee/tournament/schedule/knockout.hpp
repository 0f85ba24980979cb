// The knockout format: an entrant that loses a pairing is out.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "referee/tournament/schedule/schedule.hpp"

namespace referee::tournament {

/// The standard bracket: the order of the entrants is their seeding, the two best can meet in the final only, the best
/// four in the semifinals, and so on. If the entrants are no power of two, the best have a bye in the first round.
///
/// All games of a pairing are played, even those that can't change the winner any more. If the two are even then, they
/// play another pair with sides swapped, up to `extra_pairs` times; if they are still even, the better seed advances.
///
/// If an entrant leaves before its pairing is decided, the other one advances; an entrant that replaces it plays the
/// pairing anew. A late entrant plays for the place of the worst seed that is still in, before the next round; if
/// nobody is left, the late entrants form the bracket.
class Knockout final : public Schedule {
public:
    /// Two entrants that meet, and the results of their games so far.
    struct Pairing {
        int round;
        int a;  ///< the better seed
        int b;
        int extra_pairs = 0;
        int games = 0;      ///< known games
        int finished = 0;   ///< finished games of these
        int cancelled = 0;  ///< cancelled games of these
        int half_points_a = 0;
        int half_points_b = 0;
        std::optional<int> winner = {};  ///< advances; none while games are missing or a tie is unbroken
        bool by_seed = false;            ///< they were even to the end, and the better seed advances
        bool walkover = false;           ///< the other has left, and so the winner advances
    };

    /// The number of rounds that a place has survived. None, which is below all others: there is no place.
    using Level = std::optional<int>;

    struct Round {
        std::string name;  ///< for people: "round 1", "semifinals", "final"
        std::vector<Pairing> pairings;
        std::vector<int> byes;
    };

    /// The pairings, and the last round of each entrant.
    struct Bracket {
        std::vector<Round> rounds;  ///< those that are known, each in the order of the bracket
        /// By entrant: the number of rounds that its place has survived, with byes, and play-ins for other places;
        /// none: it came late and has no place. A replacement has the level of the entrant that it replaced.
        std::vector<Level> passed;
        std::vector<bool> alive;  ///< by entrant: whether it is not out
    };

    Knockout(const FormatSettings& settings, const Field& field, std::uint64_t seed);

    /// With the extra pairs that are known so far: ties may still bring more.
    std::optional<int> total() const override;
    /// With all these results. Requires: ready() has been called with them.
    Bracket bracket(const FinishedGames& results) const;
    /// The winner of the last pairing; none before. Requires: ready() has been called with the last results.
    std::optional<int> winner() const;

private:
    /// An entrant, or nobody, which compares as smaller.
    using Slot = std::optional<int>;

    bool add_round(const FinishedGames& results) override;
    /// Adds the games of the next round, or more of this one. Returns whether there are any.
    bool plan_more();
    /// Adds the results of the games from number `from` on to their pairings.
    void score(std::vector<Pairing>& pairings, std::size_t from, const FinishedGames& results) const;
    void decide(Pairing& pairing) const;
    /// The holder of this entrant's place when planning began.
    Slot present(Slot entrant) const;
    std::string name_of_round() const;
    bool replan_replaced();
    bool add_extra_pairs();
    /// Notes that the place of an entrant has survived the round.
    void pass(int entrant) { passed_[static_cast<std::size_t>(entrant)] = rounds(); }
    /// The number of rounds that have begun.
    int rounds() const { return static_cast<int>(names_.size()); }
    void advance();
    bool add_play_ins();
    void seat_late();
    void pair_up();
    std::size_t add_pairing_of(int a, int b);
    void plan(std::size_t number, int count);

    std::vector<Slot> standing_;     ///< the entrants of the round, in the order of the bracket
    std::vector<Pairing> pairings_;  ///< of all rounds so far
    /// Numbers of pairings in the round: of each two in `standing_`, of each one in a play-in.
    std::vector<std::optional<std::size_t>> pairing_of_slot_;
    std::vector<std::size_t> pairing_of_game_;  ///< by its number
    std::vector<std::string> names_;            ///< of the rounds
    std::vector<Level> passed_;                 ///< as in the bracket, but for pairings of the round
    bool play_in_ = false;                      ///< the round is for late entrants
    std::size_t late_ = 0;                      ///< how many late entrants have played for a place
    std::size_t scored_ = 0;                    ///< how many games have been scored
    /// The number of games before those that are being planned. The field at that moment holds for all of them:
    /// later changes take effect after them.
    int moment_ = 0;
};

/// A knockout up to its latest results. Asks the schedule itself for the next pairings, so that tables can't disagree
/// with the program that plays. The order in which results are added makes no difference. Memory grows with the games,
/// which are few.
class KnockoutCourse {
public:
    /// Throws games::UserError if the settings don't fit the entrants.
    KnockoutCourse(const FormatSettings& settings, const Field& field, std::uint64_t seed);

    /// Adds games that are planned. Requires: they continue after the last ones. Throws games::UserError if they
    /// are not the schedule's.
    void plan(std::span<const PlannedGame> games);
    /// Adds the result of a game. Throws games::UserError as plan() does.
    void add(const GameResult& result);

    bool finished() const { return finished_; }
    /// The number of games known so far: ties may still add more.
    int total() const { return *schedule_->total(); }
    Knockout::Bracket bracket() const { return schedule_->bracket(results_); }

private:
    void follow();

    Field field_;
    std::unique_ptr<Knockout> schedule_;
    FinishedGames results_;
    std::vector<PlannedGame> planned_;
    std::size_t compared_ = 0;  ///< how many planned games have been found in the schedule
    bool finished_ = false;
};

}  // namespace referee::tournament
