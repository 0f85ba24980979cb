// Othello as people and viewers see it: the board on a terminal, what to type, the frame of the log.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/othello/rules.hpp"

namespace games::othello {

/// `c4` or `pass`, in capitals or not.
std::optional<Move> read_keys(const Othello& rules, std::string_view typed);
std::string_view keys_line(const Othello& rules);

std::string_view piece_mark(const Othello& rules, Side side);

/// The columns' letters, each row with its number and cells, and how many discs each side has.
std::string draw(const Othello& rules, const Othello::State& state);

/// {"board": rows}
void append_frame(const Othello& rules, const Othello::State& state, std::string& out);

}  // namespace games::othello
