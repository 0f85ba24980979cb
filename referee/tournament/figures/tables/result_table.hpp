// The tables of a tournament as values, and these values as readable text. A table is built once. It is shown as text,
// in pages, and as a sheet for other programs.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/tournament/figures/statistics/rank_estimates.hpp"
#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/statistics/results.hpp"

namespace referee::tournament {

struct Points {
    std::uint64_t half = 0;  ///< in half points
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
    bool is_broken = false;  ///< whether the entrant forfeits most games
};

/// A rating without its interval.
struct Elo {
    double value = 0;
};

/// A number without a unit.
struct Number {
    double value = 0;
    int decimals = 3;  ///< of the text for people
};

/// A part of a whole, from 0 to 1.
struct Share {
    double value = 0;
};

/// A likelihood, from 0 to 1.
struct Probability {
    double value = 0;
};

/// A whole number of small units that is shown in larger units, such as microseconds in milliseconds.
struct Scaled {
    std::int64_t value = 0;
    int divisor = 1;
    int decimals = 0;  ///< the number of decimals in the larger unit
};

/// The cell of a square table whose row and column belong to the same entrant.
struct Itself {};

/// A value of a table: nothing, a number, text, or one of the types above. Foreign text is made harmless() where it is
/// written.
using TableValue = std::variant<std::monostate, std::int64_t, std::string, Points, PointsOfGames, SquaredPoints, Tally,
                                RatingOfEntrant, Elo, Number, Share, Probability, Scaled, Itself>;
using TableRow = std::vector<TableValue>;

/// The value of an optional as a `Type`, or no value.
template <class Type = std::int64_t, class Value>
TableValue value_or_none(const std::optional<Value>& value) {
    return value ? TableValue(Type{*value}) : TableValue();
}
inline TableValue number_value(std::uint64_t number) {
    return static_cast<std::int64_t>(number);
}
/// A time in microseconds, or no value.
inline TableValue time_value(const std::optional<std::chrono::microseconds>& time) {
    return time ? TableValue(std::int64_t{time->count()}) : TableValue();
}

/// The kind of a column. Sheets for other programs split a tally or a rating into one column per part.
enum class ColumnKind : std::uint8_t { number, name, tally, rating };

struct TableColumn {
    std::string key;         ///< the name for programs
    std::string title = {};  ///< the title for people; empty if they don't see the column
    ColumnKind kind = ColumnKind::number;
};

/// A note below a table: words, and possibly a list of names or numbers.
struct TableNote {
    std::string words;
    std::vector<std::string> items = {};
};

struct ResultTable {
    std::vector<TableColumn> columns;
    std::vector<TableRow> rows;  ///< each row has a value for each column
    std::vector<TableNote> notes = {};
    /// The name of the numbers in a square table, which has the entrants on both sides. Empty for other tables.
    std::string square = {};

    [[nodiscard]] bool has(std::string_view key) const;
    /// The index of the column with this key. Requires: there is one.
    std::size_t place_of(std::string_view key) const;
    const TableValue& value(std::size_t row, std::string_view key) const { return rows[row][place_of(key)]; }
    /// The table with only these columns, in this order, and without notes. Requires: the table has these columns.
    ResultTable only(const std::vector<std::string_view>& keys) const;
};

// Values as text. Numbers are never written as -0, nan or inf.

/// Points with one decimal: "3.5".
std::string points_text(std::uint64_t half_points);
/// Wins, draws and losses: "3/1/0".
std::string tally_text(const Tally& tally);
/// Elo, rounded to a whole number with its sign: "+12", "0", "-7". Without the plus if it is `absolute`: "1577".
std::string elo_text(double elo, bool absolute = false);
/// A number with `decimals` decimals.
std::string number_text(double number, int decimals);

/// The reason why there is no rating: "no games", or "forfeits" if `is_broken`. "fixed" for a rating that an
/// anchor sets; empty for any other rating.
std::string rating_word(const Rating& rating, bool is_broken);

/// The end of an interval that results bound, if they bound only one: ">+278", "<-278". Empty if they bound both.
std::string bound_text(const Interval& interval, Bounds bounds, bool absolute = false);

/// " +12 [-30, +55]", "1512 [1470, 1555]", ">+278", "no games".
std::string rating_text(const Rating& rating, bool is_broken);

/// The interval of a rank: "2 to 7", "3".
std::string rank_interval_text(const RankEstimate& rank);

/// A probability in %, with 0 or 1 decimals. It is never rounded to 0 or 100, because nothing is certain: ">99.9",
/// "<1".
std::string percent_text(double share, int decimals);

struct ValueStyle {
    bool with_games = true;  ///< points with the number of games: "2.0/3"
    int decimals = 1;        ///< of probabilities, in %
};

/// The text of a value, or "-" if there is none.
std::string value_text(const TableValue& value, const ValueStyle& style = {});

}  // namespace referee::tournament
