// Extracts the answer from a bot's line, and writes other bytes in readable form.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace protocol {

/// The answer in a line. Spaces and one CR just before the LF are ignored, and nothing else.
std::string_view answer_of(std::string_view line);

/// Writes bytes as printable ASCII on one line. \n, \r, \t, \\, \" and \xNN stand for bytes that can't be shown. After
/// `max_bytes` bytes, the text is cut and says how many more bytes there were.
std::string escaped(std::string_view bytes, std::size_t max_bytes = 200);

/// The number of bytes of white space at the end of a block. If a bot has left no more than these bytes unread, it
/// counts as having read the block.
std::size_t trailing_white_space(std::string_view block);

}  // namespace protocol
