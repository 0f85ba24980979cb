// The tables of a tournament, built from its account. docs/tables.md explains them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/figures/tables/result_table.hpp"
#include "referee/tournament/figures/tables/standings.hpp"
#include "referee/tournament/paper/schedule/knockout.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// The ending of a game that does not count, because neither bot could be started.
constexpr std::string_view neither_started = "neither started";
/// The same in a game of one's own, whose rules may also have failed.
constexpr std::string_view no_result = "no result";
/// The one of these that fits a tournament's game.
constexpr std::string_view ending_without_result(const Settings& settings) {
    return settings.rules.empty() ? neither_started : no_result;
}

/// The reason for the result of a game. `nobody` if the game does not count.
enum class DecidedBy : std::uint8_t { rule, forfeit, nobody };

/// The number of games with one ending.
struct EndingCount {
    std::string ending;  ///< a rule, a forfeit, or ending_without_result(); safe to show
    std::uint64_t games = 0;
    DecidedBy by = DecidedBy::rule;
    std::optional<protocol::Ending> forfeit{};  ///< the kind, if a forfeit decided the games
};

/// All tables of a tournament in its current state.
struct Tables {
    std::vector<std::string> names;  ///< by entrant; safe to show
    std::vector<std::string> head;   ///< lines on the game, format, seed, openings, number of games, and repeats
    std::size_t settings = 0;        ///< so many of these lines, the first ones, say what was chosen before the games
    ResultTable standings;
    std::vector<std::string_view> tie_breaks;  ///< the columns that separate neighbours with equal points, in order
    std::optional<Knockout::Bracket> bracket;  ///< set for a knockout
    std::optional<ResultTable> crosstable;     ///< empty if there are too few or too many entrants
    std::optional<ResultTable> superiority;    ///< empty if there are too few or too many entrants
    std::vector<std::string> difference;       ///< lines on two entrants; empty if there are more, or no pair yet
    std::vector<std::string> chances;  ///< lines on the first move and draws, and a warning if the ratings do not fit
    std::optional<ResultTable> nash;   ///< set if the ratings do not fit and all entrants have met
    std::vector<EndingCount> endings;
    std::vector<TableNote> forfeits;    ///< by entrant, in the order of the standings
    std::vector<std::string> changes;   ///< lines on entrants that joined or left, and on games played again
    std::vector<std::string> left_out;  ///< lines on the bots that were unfit to play
    std::vector<std::string> machine;   ///< lines on void games and the machine's load; may be empty
    std::vector<std::string> sprt;      ///< lines on the sequential test, the verdict last; empty if there is no test
};

/// The readers of tables. Whoever knows the seed knows all later games, so only the organiser sees it before the end.
enum class Readers : std::uint8_t { organiser, everybody };

/// Builds all tables. Omits the superiority of more than `max_in_superiority` entrants, because it takes too long.
Tables tables_of(const Account& account, const Standings& standings, std::size_t max_in_superiority, Readers readers);

/// The table of standings: one row for each entrant, in the order of the standings.
ResultTable standings_table(const Account& account, const Standings& standings);
/// The zero of the ratings, or of those that games connect with this entrant: "the mean of all is 0", or "greedy is
/// fixed at 1500".
std::string zero_text(const Account& account, const Standings& standings,
                      std::optional<std::size_t> entrant = std::nullopt);
/// One row for each student of the list of a class, in its order: whether the hand-in played, why not, and the values
/// of the standings. Entrants that are not in the list are the teacher's: a column for each of them has the points
/// against it. Throws games::UserError if the tournament has no list of students.
ResultTable students_table(const Account& account, const Standings& standings);
/// Whether two neighbours in the standings have the same points.
bool has_ties(const Standings& standings);
/// The columns that break ties in this order, the most important first.
std::vector<std::string_view> tie_break_columns(Order order);
/// A square table with the entrants on both sides, in the order of the standings. `square` is the name of its numbers.
/// `value` returns the value for the entrants of a row and a column, which may be the same entrant.
ResultTable square_table(std::string square, const Account& account, const Standings& standings,
                         const std::function<TableValue(std::size_t row, std::size_t column)>& value);
/// The points of each entrant against each of the others, as a square table.
ResultTable crosstable(const Account& account, const Standings& standings);
/// The likelihood that the entrant of the row is stronger than the entrant of the column, as a square table.
ResultTable superiority_table(const Account& account, const Standings& standings);
/// The weights of the Nash equilibrium and the ratings against it, in the order of the standings. Nothing if there are
/// no nash_averages().
std::optional<ResultTable> nash_table(const Account& account, const Standings& standings);
/// The endings of games, the most frequent first. Rules come before forfeits of the same number.
std::vector<EndingCount> endings_of(const Account& account);

}  // namespace referee::tournament
