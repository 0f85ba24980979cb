// The part of a bot's line that counts as its answer, and the text of any other line for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace protocol {

/// The answer that a line holds: spaces and one CR just before the LF are ignored, nothing else is.
std::string_view answer_of(std::string_view line);

/// Bytes as printable ASCII on one line: \n, \r, \t, \\, \" and \xNN stand for what can't be shown. After `max_bytes`
/// bytes it is cut and says how many bytes more there were.
std::string escaped(std::string_view bytes, std::size_t max_bytes = 200);

/// The number of bytes of white space at the end of a block: a bot that has left only those unread has read the block.
std::size_t trailing_white_space(std::string_view block);

}  // namespace protocol
