// Values of tables as people read them.
#pragma once

#include <string>

#include "referee/tournament/tables/result_table.hpp"

namespace referee::tournament {

struct ValueStyle {
    bool brief = false;      ///< ratings without words that the reader of docs/tables.md knows
    bool with_games = true;  ///< points with the number of games: "2.0/3"
    int decimals = 1;        ///< of probabilities, in %
    char between = '/';      ///< in tallies
};

/// Nothing is "-".
std::string value_text(const TableValue& value, const ValueStyle& style = {});

}  // namespace referee::tournament
