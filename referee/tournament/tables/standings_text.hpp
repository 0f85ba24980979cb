// What a tournament prints at its end, and what can be printed later from its file: the same text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "referee/tournament/tables/account.hpp"
#include "referee/tournament/tables/grid.hpp"
#include "referee/tournament/tables/standings.hpp"

namespace referee::tournament {

/// All tables for people, in lines of text_width (grid.hpp) wherever names and numbers allow; docs/tables.md says what
/// they mean. The same account gives the same text. `colour`: headings in bold, as ANSI escape sequences.
std::string standings_text(const Account& account, bool colour);
/// The same, where the standings are known already, with their intervals.
std::string standings_text(const Account& account, const Standings& standings, bool colour);

/// The table as it stands, for a display that is written again and again: a heading and at most `rows` lines, each with
/// a newline. Names are cut until lines keep to `width`, and where that is not enough columns are left out; that of the
/// forfeits last. If there are more entrants the last line says how many.
/// Requires: rows is at least 2.
std::string live_table(const Account& account, std::size_t rows, std::size_t width, bool colour);

/// The ending of a game that counts for nobody.
constexpr std::string_view neither_started = "neither started";

/// What decided a game; `nobody` where it counts for nobody.
enum class DecidedBy : std::uint8_t { rule, forfeit, nobody };

/// How often games ended in one way.
struct EndingCount {
    std::string ending;  ///< a rule, a forfeit, or neither_started; printable ASCII
    std::uint64_t games = 0;
    DecidedBy by = DecidedBy::rule;
};
/// The most frequent first; of equal ones rules come before forfeits.
std::vector<EndingCount> endings_of(const Account& account);
/// How games have ended, in lines of `width` with a newline each: the most frequent first; of equal ones rules come
/// before forfeits. Empty without games.
std::string endings_text(const Account& account, std::size_t width = text_width);

}  // namespace referee::tournament
