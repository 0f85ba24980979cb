// Values of tables as people read them: numbers are never -0, nan or inf.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "referee/tournament/tables/result_table.hpp"

namespace referee::tournament {

/// "3.5"
std::string points_text(std::uint64_t half_points);
/// Wins, draws and losses: "3/1/0".
std::string tally_text(const Tally& tally, char between = '/');
/// Whole Elo with its sign: "+12", "0", "-7".
std::string elo_text(double elo);
/// A number with this number of decimals.
std::string number_text(double number, int decimals);

/// Why there is no rating: "won all its games"; of a bot that breaks down in most games only that. "fixed" of one that
/// an anchor sets; otherwise empty if there is one.
std::string rating_word(const Rating& rating, bool is_broken);

/// " +12 [-30, +55]", "won all its games (> +85)", "no games". `brief` leaves out what the reader of docs/tables.md
/// knows: "won all (> +85)".
std::string rating_text(const Rating& rating, bool brief, bool is_broken);

/// A share from 0 to 1 in % with 0 or 1 decimals. Nothing is certain, so it never rounds to 0 or 100:
/// ">99.9", "<1".
std::string percent_text(double share, int decimals);

/// A stranger's text, such as a name from a file, on one line and harmless; in UTF-8.
std::string clean_name(std::string_view name);
/// At most `width` columns, which are at least 4: a longer name loses its middle, since names often differ at their
/// ends.
std::string cut_name(const std::string& name, std::size_t width);

struct ValueStyle {
    bool brief = false;      ///< ratings without words that the reader of docs/tables.md knows
    bool with_games = true;  ///< points with the number of games: "2.0/3"
    int decimals = 1;        ///< of probabilities, in %
    char between = '/';      ///< in tallies
};

/// Nothing is "-".
std::string value_text(const TableValue& value, const ValueStyle& style = {});

}  // namespace referee::tournament
