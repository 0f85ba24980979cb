// What a tournament prints at its end, and what can be printed later from its file: the same text.
#pragma once

#include <cstddef>
#include <string>

#include "referee/tournament/tables/account.hpp"

namespace referee::tournament {

/// All tables for people, in lines of text_width (grid.hpp) wherever names and numbers allow; docs/tables.md says what
/// they mean. The same account gives the same text. `colour`: headings in bold, as ANSI escape sequences.
std::string standings_text(const Account& account, bool colour);

/// The table as it stands, for a display that is written again and again: a heading and at most `rows` lines, each with
/// a newline and none wider than text_width. If there are more entrants the last line says how many.
/// Requires: rows is at least 2.
std::string live_table(const Account& account, std::size_t rows, bool colour);

/// How games have ended, in lines of text_width with a newline each: the most frequent first; of equal ones rules come
/// before forfeits. Empty without games.
std::string endings_text(const Account& account);

}  // namespace referee::tournament
