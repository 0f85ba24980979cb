// The account of a tournament. It adds up the matches, one by one, into the counts that tables show.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "referee/tournament/figures/statistics/repeats.hpp"
#include "referee/tournament/figures/statistics/results.hpp"
#include "referee/tournament/figures/statistics/sprt_course.hpp"
#include "referee/tournament/paper/schedule/knockout.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// The counts of one entrant.
struct EntrantAccount {
    Tally as_first;                                      ///< moving first, from this entrant's point of view
    Tally as_second;                                     ///< moving second, from this entrant's point of view
    std::map<protocol::Ending, std::uint64_t> forfeits;  ///< the games that this entrant has forfeited
    /// Games that count for neither bot, because neither could be started, or the rules of a game of one's own failed.
    std::uint64_t void_games = 0;
    std::uint64_t walkovers = 0;   ///< swiss: games that count as won, because the opponent left
    std::uint64_t busy_games = 0;  ///< games that a machine which was too busy has decided
    std::uint64_t busy_losses = 0;
    std::optional<protocol::Micros> longest_turn;
    std::int64_t margin = 0;  ///< in a game with points: the sum of its own points minus those of its opponents

    /// The mean margin; nothing without games.
    std::optional<double> mean_margin() const;
    /// The mean margin in thousandths, rounded (half of one away from zero); 0 without games.
    std::int64_t rounded_margin() const;
    std::uint64_t games() const { return as_first.games() + as_second.games(); }
    std::uint64_t half_points() const;
    std::uint64_t forfeited() const;
};

/// The games of a pairing that an entrant has won because its opponent left.
struct Walkovers {
    std::size_t opponent;
    std::uint64_t games = 0;
};

/// The counts of a tournament. They do not depend on the order in which matches are added. Memory grows with the pairs
/// of entrants and with the rounds. In addition, each planned game takes a few numbers, and each distinct game takes
/// the memory that Repeats needs.
class Account {
public:
    /// Throws games::UserError if the head's settings can't be read or don't fit the entrants.
    explicit Account(const TournamentHead& head);
    /// Does the same with settings that may differ from those of the head. `files`: the names of the files from which
    /// the account gets its games, if there are several.
    Account(const TournamentHead& head, Settings settings, std::vector<std::string> files = {});

    /// Adds games that are planned. Requires: their numbers continue those of the games planned before. Throws
    /// games::UserError if they contradict a knockout's schedule.
    void plan(std::span<const PlannedGame> games);
    /// Adds a match. Requires: its game is planned, and has not been added. Throws games::UserError if the match can't
    /// belong to this tournament.
    void add(const StoredMatch& match);

    const TournamentHead& head() const { return head_; }
    const Settings& settings() const { return settings_; }
    /// The files of which this account is the union (joined_files.hpp). Empty for a single tournament.
    const std::vector<std::string>& joined_files() const { return joined_files_; }
    /// The number of games planned so far.
    int planned_games() const { return static_cast<int>(pairs_.size()); }
    /// The number of planned rounds in which an entrant took part without a game. Only for a Swiss tournament. 0 for an
    /// entrant whose results were annulled.
    int byes(int entrant) const;
    /// The participation of the entrants, after all changes.
    const Field& field() const { return field_; }
    /// The number of matches that have been added, including those that do not count.
    std::uint64_t played() const { return played_; }
    /// The total number of games, as known so far. In a knockout, ties may add games. Nothing if the tournament is
    /// open-ended, or if a sequential test or a goal ends it, usually long before all games are played.
    std::optional<std::int64_t> total() const;
    /// The maximum number of games, without cancelled ones, if it is known from the start. Unlike total(), it is known
    /// even if a goal may end the tournament earlier.
    std::optional<std::int64_t> max_games() const { return without_cancelled(all_games_); }
    /// Whether no games remain, because a sequential test has ended, a goal is reached, or all games are played. An
    /// open-ended tournament is never finished.
    bool finished() const;
    const std::vector<EntrantAccount>& entrants() const { return entrants_; }
    /// Whether the game has points, so that the entrants have margins.
    bool has_score() const { return max_score_ > 0; }
    const Results& results() const { return results_; }
    /// Of a Swiss tournament, by round and entrant. An entrant has at most one pairing in a round.
    const std::map<std::pair<int, int>, Walkovers>& walkovers() const { return walkovers_; }
    /// Whether a game of the pairing that an entrant has in a round counts. Requires: the tournament is a Swiss one,
    /// and was changed.
    bool is_begun(const std::pair<int, int>& round_and_entrant) const { return begun_.contains(round_and_entrant); }
    /// Whether an entrant has forfeited at least half of its games.
    bool is_broken(std::size_t entrant) const;
    /// The counts of repeated games.
    const Repeats& repeats() const { return repeats_; }
    /// The number of an entrant's games without exact repeats.
    std::uint64_t distinct_games(std::size_t entrant) const { return repeats_.distinct_of(entrant); }
    /// The results from which ratings are computed, in which repeated games count less (Repeats). Games
    /// between two bots that forfeit a lot show which bot broke down first, not which bot plays better. The more both
    /// bots forfeit, the less their games count. If both forfeit half of their games, their games do not count at all.
    /// This rule applies if there are at least two sound bots. It keeps a few broken bots from distorting the scale of
    /// all others.
    Results results_for_ratings() const;
    /// The same without the games that were lost on time while the machine was too busy. Nothing if there are none.
    std::optional<Results> undisturbed_results() const;
    /// The number of these games.
    std::uint64_t busy_games() const { return busy_games_; }
    /// The number of games that each rule has ended.
    const std::map<std::string, std::uint64_t>& rules() const { return rules_; }
    /// The number of forfeits of each kind.
    std::map<protocol::Ending, std::uint64_t> forfeits() const;
    /// The number of distinct matches that count. Matches are equal if the same bots on the same sides played the same
    /// moves from the same opening, with the same ending and the same random events.
    std::uint64_t distinct_games() const { return repeats_.distinct(); }
    /// If there are two entrants: the pairs of entrant 0 against entrant 1, each counted when both of its
    /// games are finished, also after the end of a sequential test. Nothing if there are more entrants.
    std::optional<PairCounts> pairs_of_two() const;
    /// The number of matches that do not count, because neither bot could be started, or the rules failed.
    std::uint64_t void_games() const { return played_ - annulled_ - results_.total().games(); }
    /// The number of matches that do not count, because the results of one of the two entrants were annulled.
    std::uint64_t annulled_games() const { return annulled_; }
    /// Whether games between these two entrants do not count, because the results of one of them were annulled.
    bool is_annulled(int a, int b) const { return field_.is_annulled(a) || field_.is_annulled(b); }
    /// The sequential test, if there is one.
    const std::optional<SprtCourse>& sprt() const { return sprt_; }
    /// The progress towards a goal at its last check. Nothing without a goal, or before the first check.
    const std::optional<GoalProgress>& goal() const { return goal_; }
    /// Whether the goal was reached at that check, and no game has been added since.
    bool is_at_goal() const { return reached_goal_ && goal_checked_at_ == played_; }
    /// Whether the goal was not reached at the last check, and more games would not help: the last games,
    /// games_to_judge() and at least two for each pairing, hardly added evidence, because they repeat earlier ones.
    /// Only the entrants that take part now count, and games since the last change. Also if rules_keep_failing().
    bool only_repeats() const { return only_repeats_; }
    /// Whether the rules of a game of one's own have failed in most games.
    bool rules_keep_failing() const;
    /// Whether there is a goal that must be checked now: all planned games are played, and it has not been checked yet
    /// with them. And the number of games that count is a checkpoint, or no more games will come, or the rules keep
    /// failing.
    [[nodiscard]] bool must_check_goal() const;
    /// Keeps the outcome of a check, see check_goal(). If it is only checked because the rules keep failing, the goal
    /// is not reached. Requires: must_check_goal().
    void set_goal(const GoalProgress& progress);
    /// The schedule of a knockout. Nothing in other formats.
    const std::optional<KnockoutCourse>& knockout() const { return knockout_; }

private:
    /// The first game of a pair whose other game has not been played yet.
    struct HalfPair {
        std::size_t first;
        Score score;
        bool busy;
    };

    /// A round of a Swiss tournament.
    struct Round {
        int first_game = 0;
        std::vector<bool> plays;  ///< whether each entrant has a game
    };

    void add_walkovers(std::span<const PlannedGame> games);
    /// Notes that a pairing of a Swiss tournament has a game that counts.
    void mark_begun(const StoredMatch& match);
    std::optional<std::int64_t> without_cancelled(std::optional<std::int64_t> games) const;
    void add_result(const StoredMatch& match);
    void add_margin(const StoredMatch& match);
    void add_to_pairs(const StoredMatch& match, Score score);
    void add_to_test(const StoredMatch& match);
    bool has_played_all() const;
    bool goal_may_be_reached() const;
    bool last_games_only_repeat() const;
    double brokenness(std::size_t entrant, bool undisturbed) const;
    void set_weights(Results& rated, bool undisturbed) const;

    TournamentHead head_;
    Settings settings_;
    std::vector<std::string> joined_files_;
    Field field_;
    std::vector<int> pairs_;       ///< by planned game
    std::map<int, Round> rounds_;  ///< swiss, by number
    /// If the field has changed: gives the number of games of a format with a fixed number. Of a ladder with a list of
    /// openings: gives it when they are used up. It plans no games.
    std::unique_ptr<Schedule> schedule_;
    std::map<std::pair<int, int>, Walkovers> walkovers_;
    std::set<std::pair<int, int>> begun_;  ///< the rounds and entrants whose pairing has a game that counts
    Results results_;
    std::optional<Results> undisturbed_;  ///< from the first game that a busy machine decided: all games but these
    std::uint64_t busy_games_ = 0;
    std::map<int, HalfPair> half_pairs_;  ///< the pairs of which one game is missing, by number
    std::uint64_t played_ = 0;
    std::uint64_t annulled_ = 0;
    std::vector<EntrantAccount> entrants_;
    std::map<std::string, std::uint64_t> rules_;
    std::int64_t max_score_ = 0;             ///< the margin of a forfeit; 0: the game has no points
    std::optional<std::int64_t> all_games_;  ///< the maximum, if it is known from the start
    Repeats repeats_;
    bool reached_goal_ = false;  ///< at the last check
    bool only_repeats_ = false;
    std::optional<SprtCourse> sprt_;
    std::optional<KnockoutCourse> knockout_;
    std::optional<GoalProgress> goal_;
    std::uint64_t goal_checked_at_ = 0;  ///< the number of games at the last check
};

}  // namespace referee::tournament
