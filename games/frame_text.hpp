// The part of a log's frame that games with a board of rows have in common.
#pragma once

#include <string>

namespace games {

/// Appends `"board":[rows]`, top to bottom, each as the game's write_row writes it. Requires: no row needs escaping.
template <class G>
void append_board(const G& rules, const typename G::State& state, std::string& out) {
    out += R"("board":[)";
    for (int row = 0; row < row_count(rules); ++row) {
        out += row == 0 ? "\"" : "\",\"";
        write_row(rules, state, row, out);
    }
    out += "\"]";
}

}  // namespace games
