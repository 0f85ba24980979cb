// Tables as text: the tables that a tournament prints at its end and `referee standings` prints later, and the live
// table.
#pragma once

#include <cstddef>
#include <string>

#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/figures/tables/tables.hpp"

namespace referee::tournament {

/// All tables for people, in lines of text_width (grid.hpp) if names and numbers are short enough. docs/tables.md
/// explains them. The same account gives the same text. `colour`: write headings in bold, with ANSI escape sequences.
std::string standings_text(const Account& account, bool colour, const std::optional<Anchor>& anchor = {});
/// Writes existing tables as the same text. Square tables that don't fit are omitted.
std::string standings_text(const Tables& tables, bool colour);

/// A table in aligned columns below their titles. The rows of a square table are numbered.
Grid grid_of(const ResultTable& table, const ValueStyle& style = {});

/// The notes below a table, in lines of text_width. Each line ends with a newline.
std::string notes_text(const std::vector<TableNote>& notes);

/// The current table with these ratings, for a display that is redrawn often: a heading and at most `rows` lines, each
/// with a newline. Names are cut until the lines fit into `width`. If that is not enough, columns are omitted, forfeits
/// last. If there are more entrants than lines, the last line gives the number of the other entrants. Requires: `rows`
/// is at least 2.
std::string live_table(const Account& account, const Ratings& ratings, std::size_t rows, std::size_t width,
                       bool colour);

/// The endings of games, the most frequent first, in lines of at most `width` columns, each with a newline. Empty if
/// there are no games.
std::string endings_text(const std::vector<EndingCount>& endings, std::size_t width = text_width);

}  // namespace referee::tournament
