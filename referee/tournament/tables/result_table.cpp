#include "referee/tournament/tables/result_table.hpp"

#include <algorithm>
#include <cassert>

namespace referee::tournament {

std::size_t ResultTable::place_of(std::string_view key) const {
    const auto found =
        std::find_if(columns.begin(), columns.end(), [&](const auto& column) { return column.key == key; });
    assert(found != columns.end());
    return static_cast<std::size_t>(found - columns.begin());
}

ResultTable ResultTable::only(const std::vector<std::string_view>& keys) const {
    ResultTable view;
    view.rows.resize(rows.size());
    for (const std::string_view key : keys) {
        const std::size_t place = place_of(key);
        view.columns.push_back(columns[place]);
        for (std::size_t i = 0; i < rows.size(); ++i)
            view.rows[i].push_back(rows[i][place]);
    }
    return view;
}

}  // namespace referee::tournament
