// The account of a tournament: it adds up the matches, one by one, into the counts that tables show.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "referee/tournament/schedule/knockout.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/settings.hpp"
#include "referee/tournament/statistics/results.hpp"
#include "referee/tournament/statistics/sprt_course.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// The counts of one entrant.
struct EntrantAccount {
    Tally as_first;                                      ///< as this entrant sees them
    Tally as_second;                                     ///< as this entrant sees them
    std::map<protocol::Ending, std::uint64_t> forfeits;  ///< its own
    std::uint64_t distinct_games = 0;                    ///< without exact repeats
    std::uint64_t void_games = 0;  ///< games that count for nobody, since neither bot could be started
    std::uint64_t walkovers = 0;   ///< swiss: games that count as won, since the opponent left
    int walkover_pairings = 0;     ///< swiss: pairings in which all games are walkovers
    std::optional<protocol::Micros> longest_turn;

    std::uint64_t games() const { return as_first.games() + as_second.games(); }
    std::uint64_t half_points() const;
    std::uint64_t forfeited() const;
};

/// The counts of a tournament. The order in which matches are added makes no difference. Memory grows with the pairs of
/// entrants and with the rounds, by a number for each planned game, and by about 50 bytes for each distinct game.
class Account {
public:
    /// Throws games::UserError if the head's settings can't be read or don't fit the entrants.
    explicit Account(const TournamentHead& head);
    /// The same with settings that need not be those of the head.
    Account(const TournamentHead& head, Settings settings);

    /// Adds games that are planned. Requires: they continue after the last ones. Throws games::UserError if they
    /// are not those of a knockout's schedule.
    void plan(std::span<const PlannedGame> games);
    /// Adds a match. Requires: its game is planned, and has not been added. Throws games::UserError if there can be
    /// no such match in this tournament.
    void add(const StoredMatch& match);

    const TournamentHead& head() const { return head_; }
    const Settings& settings() const { return settings_; }
    /// The number of games planned so far.
    int planned_games() const { return static_cast<int>(pairs_.size()); }
    /// The number of planned rounds in which an entrant took part and has no game: swiss only.
    int byes(int entrant) const;
    /// The entrants' participation, after all changes.
    const Field& field() const { return field_; }
    /// The number of matches that have been added, including those that count for nobody.
    std::uint64_t played() const { return played_; }
    /// The total number of games, as far as it is known: ties of a knockout may bring more. None: open-ended, or
    /// ended by a sequential test or a goal, usually long before the games are used up.
    std::optional<int> total() const;
    /// The maximum number of games, if it is known from the start: more than total() if a goal may end it.
    std::optional<int> max_games() const { return all_games_; }
    /// Whether no game is still to come: a sequential test has ended, a goal is reached, or all games are played. An
    /// open-ended tournament is never finished.
    bool finished() const;
    const std::vector<EntrantAccount>& entrants() const { return entrants_; }
    const Results& results() const { return results_; }
    /// Whether an entrant has forfeited half of its games or more.
    bool is_broken(std::size_t entrant) const;
    /// The results that ratings are computed from. Games between two bots that forfeit a lot show which one broke down
    /// first, not which one plays better. They count less the more both forfeit, and not at all if both forfeit half of
    /// their games, if there are at least two sound bots. So a few broken bots can't distort the scale of all others.
    Results results_for_ratings() const;
    /// Whether two have met, but in no game that counts in `rated`, which are those for ratings.
    bool met_unrated(const Results& rated, std::size_t a, std::size_t b) const {
        return rated.weight(a, b) == 0 && results_.between(a, b).games() > 0;
    }
    /// The number of games that each rule has ended.
    const std::map<std::string, std::uint64_t>& rules() const { return rules_; }
    /// The number of each kind of forfeit.
    std::map<protocol::Ending, std::uint64_t> forfeits() const;
    /// The number of matches that count and differ: two of the same bots in the same order with the same moves, the
    /// same ending and the same chance are one.
    std::uint64_t distinct_games() const { return distinct_.size(); }
    /// Of two entrants: the informative pairs of entrant 0 against entrant 1, in a sequential test up to its
    /// end. None if there are more entrants.
    const PairCounts* pairs_of_two() const;
    /// The number of matches that counted for nobody, since neither bot could be started.
    std::uint64_t void_games() const { return played_ - annulled_ - results_.total().games(); }
    /// The number of matches that count for nobody, since the results of one of the two were annulled.
    std::uint64_t annulled_games() const { return annulled_; }
    /// Whether a game between two counts for nobody, since the results of one of them were annulled.
    bool is_annulled(int a, int b) const { return field_.is_annulled(a) || field_.is_annulled(b); }
    /// The sequential test; none if there is none.
    const std::optional<SprtCourse>& sprt() const { return sprt_; }
    /// How far a goal was at its last checkpoint; none without a goal, or before the first.
    const std::optional<GoalProgress>& goal() const { return goal_; }
    /// Whether it was reached there, and no game has been added since.
    bool is_at_goal() const { return goal_ && goal_->is_reached() && goal_checked_at_ == played_; }
    /// Checks the goal, if there is one, all planned games are played, and their number is a checkpoint. To be called
    /// when games have been added; it takes long only at checkpoints. The outcome depends on the results alone.
    void check_goal();
    /// The schedule of a knockout; none in other formats.
    const std::optional<KnockoutCourse>& knockout() const { return knockout_; }

private:
    /// The first of a pair's games that has been played.
    struct HalfPair {
        std::size_t first;
        Score score;
    };

    /// A round of a Swiss tournament.
    struct Round {
        int first_game = 0;
        std::vector<bool> plays;  ///< by entrant: whether it has a game
    };

    void follow_changes(std::span<const PlannedGame> games);
    void add_result(const StoredMatch& match);
    void add_to_pairs(const StoredMatch& match, Score score);
    void add_to_pairs_of_two(const StoredMatch& match);
    double brokenness(std::size_t entrant) const;

    TournamentHead head_;
    Settings settings_;
    Field field_;
    std::vector<int> pairs_;       ///< by planned game
    std::map<int, Round> rounds_;  ///< swiss, by number
    /// If the field has changed: gives the number of games of a format with a fixed number. It plans no games.
    std::unique_ptr<Schedule> schedule_;
    std::map<std::pair<int, int>, int> walkovers_;  ///< swiss: games, by round and entrant
    Results results_;
    std::map<int, HalfPair> half_pairs_;  ///< by pair: the pairs of which one game is missing
    std::uint64_t played_ = 0;
    std::uint64_t annulled_ = 0;
    std::vector<EntrantAccount> entrants_;
    std::map<std::string, std::uint64_t> rules_;
    std::optional<int> all_games_;                ///< the maximum, if it is known from the start
    std::unordered_set<std::uint64_t> distinct_;  ///< hashes of the games and who played them
    std::optional<PairCourse> pairs_of_two_;      ///< of two entrants, if there is no sequential test
    std::optional<SprtCourse> sprt_;
    std::optional<KnockoutCourse> knockout_;
    std::optional<GoalProgress> goal_;
    std::uint64_t goal_checked_at_ = 0;  ///< games
};

/// The account of a whole tournament's file. Holds one match at a time.
Account account_of(const Store& store);

}  // namespace referee::tournament
