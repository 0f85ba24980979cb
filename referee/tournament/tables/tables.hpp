// The tables of a tournament, built from its account; docs/tables.md says what they mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/schedule/knockout.hpp"
#include "referee/tournament/store/store.hpp"
#include "referee/tournament/tables/account.hpp"
#include "referee/tournament/tables/result_table.hpp"
#include "referee/tournament/tables/standings.hpp"

namespace referee::tournament {

/// The ending of a game that counts for nobody.
constexpr std::string_view neither_started = "neither started";

/// The reason for the result of a game; `nobody` if it counts for nobody.
enum class DecidedBy : std::uint8_t { rule, forfeit, nobody };

/// The number of games with one ending.
struct EndingCount {
    std::string ending;  ///< a rule, a forfeit, or neither_started; harmless
    std::uint64_t games = 0;
    DecidedBy by = DecidedBy::rule;
};

/// All tables of a tournament in its current state.
struct Tables {
    std::vector<std::string> names;  ///< by entrant, harmless
    std::vector<std::string> head;   ///< lines: game, format, seed, openings, the number of games, and repeats
    ResultTable standings;
    std::vector<std::string_view> tie_breaks;  ///< columns that separate neighbours with equal points, in order
    std::optional<Knockout::Bracket> bracket;  ///< of a knockout
    std::optional<ResultTable> crosstable;     ///< none: too few entrants, or too many
    std::optional<ResultTable> superiority;    ///< none: too few entrants, or too many
    std::vector<std::string> difference;  ///< lines on two entrants; empty: there are more, or they have no pair yet
    std::vector<std::string> chances;     ///< lines on the first move and draws, and a warning if ratings do not fit
    std::optional<ResultTable> nash;      ///< if ratings do not fit, and all entrants have met
    std::vector<EndingCount> endings;
    std::vector<TableNote> forfeits;    ///< by entrant, in the order of the standings
    std::vector<std::string> changes;   ///< lines on entrants that joined or left, and on games played again
    std::vector<std::string> left_out;  ///< lines on the bots that were unfit to play
    std::vector<std::string> machine;   ///< lines on void games and the machine's load; may be empty
    std::vector<std::string> sprt;      ///< lines on the sequential test, the verdict last; empty: there is none
};

/// The superiority of more than `max_in_superiority` entrants is omitted: it costs time.
Tables tables_of(const Account& account, const Standings& standings, std::size_t max_in_superiority);

/// An entrant's name, harmless.
std::string name_of_entrant(const TournamentHead& head, std::size_t entrant);
/// One row for each entrant, in the order of the standings.
ResultTable standings_table(const Account& account, const Standings& standings);
/// Whether two neighbours in the standings have the same points.
bool has_ties(const Standings& standings);
/// The columns that break ties in this format, the most important first.
std::vector<std::string_view> tie_break_columns(Format format);
/// A square table with the entrants on both sides, in the order of the standings. `square`: the name of its numbers;
/// `value`: the value for the entrants of a row and a column, which may be the same.
ResultTable square_table(std::string square, const Account& account, const Standings& standings,
                         const std::function<TableValue(std::size_t row, std::size_t column)>& value);
/// The points of each against each, as a square.
ResultTable crosstable(const Account& account, const Standings& standings);
/// The likelihood that the entrant of the row is stronger than that of the column, as a square.
ResultTable superiority_table(const Account& account, const Standings& standings);
/// The weights of the Nash equilibrium and the ratings against it, in the order of the standings; none if there are no
/// nash_averages().
std::optional<ResultTable> nash_table(const Account& account, const Standings& standings);
/// The most frequent first; rules come before forfeits with the same number.
std::vector<EndingCount> endings_of(const Account& account);

}  // namespace referee::tournament
