// Finds the end of a reply of the rules while it arrives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace referee::rules {

/// Searches for the line `end`. The N lines after `rows N` and `moves N` are data, so `end` may be a move.
class ReplyEnd {
public:
    /// Continues the search in `text`, the reply so far, which may only have grown since the last call. Returns the
    /// number of bytes before the line `end`, or nothing if this line has not arrived.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view text);
    /// The line that announces more lines than have arrived, such as "moves 7", or whose last line is `end`. Empty if
    /// there is none.
    [[nodiscard]] const std::string& incomplete_block() const { return block_; }

private:
    std::size_t next_ = 0;      ///< the first byte of the first line that is not searched
    std::int64_t missing_ = 0;  ///< the number of lines of data that have not arrived
    std::string block_;
};

}  // namespace referee::rules
