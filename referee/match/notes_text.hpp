// What a bot has noted beside a move, in words for a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "protocol/notes.hpp"

namespace referee {

/// "950", "12.3k", "1.23M": three digits.
[[nodiscard]] std::string short_count(std::int64_t count);

/// "+53, depth 7, 120k nodes, 1.3M/s, expects DROP 3 DROP 4, any text"; empty if it says nothing. `long_form`: with the
/// moves and the text. Safe to show.
[[nodiscard]] std::string info_text(const protocol::Info& info, bool long_form);

/// Lines of a title and what it has noted, each indented and with its newline: first what its info says, then its other
/// lines, at most the last `max_lines`. Empty if there is nothing. Safe to show.
[[nodiscard]] std::string notes_text(const protocol::Notes& notes, std::size_t max_lines);

}  // namespace referee
