// The tables of a tournament, built from its account; docs/tables.md says what they mean.
#pragma once

#include <cstddef>
#include <cstdint>
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

/// The winner of a game; `nobody` if it counts for nobody.
enum class DecidedBy : std::uint8_t { rule, forfeit, nobody };

/// The number of games with one ending.
struct EndingCount {
    std::string ending;  ///< a rule, a forfeit, or neither_started; harmless
    std::uint64_t games = 0;
    DecidedBy by = DecidedBy::rule;
};

/// All that is shown of a tournament as it is now.
struct Tables {
    std::vector<std::string> names;  ///< by entrant, harmless
    std::vector<std::string> head;   ///< lines: game, format, seed, openings, how much has been played, and repeats
    ResultTable standings;
    std::vector<std::string_view> tie_breaks;  ///< columns that separate neighbours with equal points, in order
    std::optional<Knockout::Bracket> bracket;  ///< of a knockout
    std::optional<ResultTable> crosstable;     ///< none: too few entrants, or too many
    std::optional<ResultTable> superiority;    ///< none: as for the crosstable
    std::vector<std::string> difference;  ///< lines on two entrants; empty: there are more, or they have no pair yet
    std::vector<std::string> chances;     ///< lines on the first move and draws, and a warning where ratings do not fit
    std::optional<ResultTable> nash;      ///< if ratings do not fit, and every two have met
    std::vector<EndingCount> endings;
    std::vector<TableNote> forfeits;    ///< by entrant, in the order of the standings
    std::vector<std::string> changes;   ///< lines on entrants that joined or left, and on games played again
    std::vector<std::string> left_out;  ///< lines on the bots that were unfit to play
    std::vector<std::string> machine;   ///< lines on void games and the machine's load; empty: nothing to say
    std::vector<std::string> sprt;      ///< lines on the sequential test, the verdict last; empty: there is none
};

/// The superiority of more than `max_in_superiority` entrants is left out: it costs time.
Tables tables_of(const Account& account, const Standings& standings, std::size_t max_in_superiority);

/// An entrant's name, harmless.
std::string name_of_entrant(const TournamentHead& head, std::size_t entrant);
/// One row an entrant, in the order of the standings.
ResultTable standings_table(const Account& account, const Standings& standings);
/// The columns that break ties in this format, the most important first.
std::vector<std::string_view> tie_break_columns(Format format);
/// The points of each against each, as a square.
ResultTable crosstable(const Account& account, const Standings& standings);
/// The likelihood that the entrant of the row is stronger than that of the column, as a square.
ResultTable superiority_table(const Account& account, const Standings& standings);
/// The parameters of the fit beside the ratings, and the first-move advantage of each entrant: a row each, with its
/// interval.
ResultTable parameters_table(const Account& account, const Standings& standings);
/// The covariances of the ratings in Elo squared, as a square; nothing for entrants without a rating.
ResultTable covariance_table(const Account& account, const Standings& standings, const std::optional<Anchor>& anchor);
/// The weights of the Nash equilibrium, and the ratings against it, in the order of the standings. Absent as in
/// nash_averages().
std::optional<ResultTable> nash_table(const Account& account, const Standings& standings);
/// The most frequent first; of equal ones rules come before forfeits.
std::vector<EndingCount> endings_of(const Account& account);
/// One row for each way in which games ended; forfeits by entrant.
ResultTable endings_table(const Account& account);

/// The columns of the table of games. It may have a hundred thousand rows, so they are made one by one.
std::vector<TableColumn> game_columns();
/// `match` is null if the game has not been played. `repeated`: the number of the earlier game that it repeats.
TableRow game_row(const TournamentHead& head, const PlannedGame& game, const StoredMatch* match,
                  std::optional<int> repeated);

}  // namespace referee::tournament
