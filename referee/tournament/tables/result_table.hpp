// A table of a tournament as values: it is built once, and shown as text, as a sheet for other programs, and in pages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/statistics/results.hpp"

namespace referee::tournament {

struct Points {
    std::uint64_t half = 0;  ///< half points
};

struct PointsOfGames {
    std::uint64_t half = 0;
    std::uint64_t games = 0;
};

/// Squared points, the unit of the Sonneborn-Berger score.
struct SquaredPoints {
    std::uint64_t quarters = 0;
};

struct RatingOfEntrant {
    Rating rating;
    bool is_broken = false;  ///< it forfeits most games
};

/// A rating without an interval.
struct Elo {
    double value = 0;
};

/// A number without a unit.
struct Number {
    double value = 0;
};

/// A part of a whole, from 0 to 1, both included.
struct Share {
    double value = 0;
};

/// A likelihood, from 0 to 1.
struct Probability {
    double value = 0;
};

/// In a square table: the row and the column are the same entrant.
struct Itself {};

/// Nothing, a number, harmless text, or one of those above.
using TableValue = std::variant<std::monostate, std::int64_t, std::string, Points, PointsOfGames, SquaredPoints, Tally,
                                RatingOfEntrant, Elo, Number, Share, Probability, Itself>;
using TableRow = std::vector<TableValue>;

/// The kind of a column. Sheets for other programs split a tally or a rating into one column per part.
enum class ColumnKind : std::uint8_t { number, name, tally, rating };

struct TableColumn {
    std::string key;         ///< for programs
    std::string title = {};  ///< for people; empty if they don't see it
    ColumnKind kind = ColumnKind::number;
};

/// A note below a table: words, and a list of names or numbers, if there is one.
struct TableNote {
    std::string words;
    std::vector<std::string> items = {};
};

struct ResultTable {
    std::vector<TableColumn> columns;
    std::vector<TableRow> rows;  ///< each with a value for each column
    std::vector<TableNote> notes = {};
    /// The name of the numbers of a square table, which has the entrants on both sides; empty for other tables.
    std::string square = {};

    /// The place of a column. Requires: there is one of this key.
    std::size_t place_of(std::string_view key) const;
    const TableValue& value(std::size_t row, std::string_view key) const { return rows[row][place_of(key)]; }
    /// These columns in this order, without notes. Requires: there are such.
    ResultTable only(const std::vector<std::string_view>& keys) const;
};

}  // namespace referee::tournament
