// Adds a tournament's matches up, one after the other, into all that its tables say.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/tournament/schedule/knockout_course.hpp"
#include "referee/tournament/settings.hpp"
#include "referee/tournament/statistics/results.hpp"
#include "referee/tournament/statistics/sprt_course.hpp"
#include "referee/tournament/store/store.hpp"
#include "referee/tournament/tables/plan.hpp"

namespace referee::tournament {

/// The counts of one entrant.
struct EntrantAccount {
    Tally as_first;                                      ///< as this entrant sees them
    Tally as_second;                                     ///< likewise
    std::map<protocol::Ending, std::uint64_t> forfeits;  ///< its own
    std::uint64_t void_games = 0;                        ///< in which neither bot could be started: for nobody
    std::optional<protocol::Micros> longest_turn;

    std::uint64_t games() const { return as_first.games() + as_second.games(); }
    std::uint64_t half_points() const;
    std::uint64_t forfeited() const;
};

/// The counts of a tournament. The order in which games are added makes no difference. Memory grows with
/// the pairs of entrants and with the rounds, and by a number a planned game.
class Account {
public:
    /// Throws games::UserError if the head's settings can't be read or don't fit the entrants.
    explicit Account(const TournamentHead& head);

    /// Adds games that are planned. Requires: they continue after the last ones. Throws games::UserError if they
    /// are not those of a knockout's schedule.
    void plan(std::span<const PlannedGame> games);
    /// Adds a match. Requires: its game is planned, and has not been added. Throws games::UserError if there can be
    /// no such match in this tournament.
    void add(const StoredMatch& match);

    const TournamentHead& head() const { return head_; }
    const Settings& settings() const { return settings_; }
    const Plan& planned() const { return plan_; }
    /// The number of matches that have been added, including those that count for nobody.
    std::uint64_t played() const { return played_; }
    /// The total number of games, as far as it is known: ties of a knockout may bring more. None: open-ended, or
    /// a sequential test, which ends long before its games are used up.
    std::optional<int> total() const;
    /// Whether no game is still to come: a sequential test has its verdict, or all games are played. One that is
    /// open-ended never is.
    bool finished() const;
    const std::vector<EntrantAccount>& entrants() const { return entrants_; }
    const Results& results() const { return results_; }
    /// Whether an entrant has forfeited half of its games or more.
    bool is_broken(std::size_t entrant) const;
    /// Those that ratings are made of. Games between two bots that forfeit a lot tell who broke down first, and not who
    /// plays better. They count less the more both forfeit, and not at all if both forfeit half of their
    /// games, if there are at least two sound bots. So a handful of broken bots can't become the scale for all others.
    Results results_for_ratings() const;
    /// Whether two have met, but in no game that counts in `rated`, which are those for ratings.
    bool met_unrated(const Results& rated, std::size_t a, std::size_t b) const {
        return rated.weight(a, b) == 0 && results_.between(a, b).games() > 0;
    }
    /// The number of games that each rule has ended.
    const std::map<std::string, std::uint64_t>& rules() const { return rules_; }
    /// The number of each kind of forfeit.
    std::map<protocol::Ending, std::uint64_t> forfeits() const;
    /// The number of matches that counted for nobody: in all, and between two.
    std::uint64_t void_games() const { return played_ - results_.total().games(); }
    std::uint64_t void_games(int a, int b) const;
    /// The sequential test; none if there is none.
    const std::optional<SprtCourse>& sprt() const { return sprt_; }
    /// The schedule of a knockout; none in other formats.
    const std::optional<KnockoutCourse>& knockout() const { return knockout_; }

private:
    /// The first of a pair's games that has been played.
    struct HalfPair {
        std::size_t first;
        Score score;
    };

    void add_result(const StoredMatch& match);
    void add_to_pairs(const StoredMatch& match, Score score);
    double brokenness(std::size_t entrant) const;
    void add_to_sprt(const StoredMatch& match);

    TournamentHead head_;
    Settings settings_;
    Plan plan_;
    Results results_;
    std::map<int, HalfPair> half_pairs_;  ///< by pair: those with one game to come
    std::uint64_t played_ = 0;
    std::vector<EntrantAccount> entrants_;
    std::map<std::string, std::uint64_t> rules_;
    std::map<std::pair<int, int>, std::uint64_t> void_games_;  ///< the lower number first
    std::optional<int> all_games_;  ///< that the format ever plays, where that is known from the start
    std::optional<SprtCourse> sprt_;
    std::optional<KnockoutCourse> knockout_;
};

/// The account of a whole tournament's file. Holds one match at a time.
Account account_of(const Store& store);

}  // namespace referee::tournament
