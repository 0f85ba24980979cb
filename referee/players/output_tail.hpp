// The last part of a stream of output, in bounded memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace referee {

/// Takes output of any length.
class OutputTail {
public:
    /// The number of bytes that are kept.
    static constexpr std::size_t capacity = 64 * 1024;

    void append(std::string_view bytes) {
        total_ += bytes.size();
        kept_ += bytes;
        // Cut now and then rather than at each call.
        if (kept_.size() > 2 * capacity) kept_.erase(0, kept_.size() - capacity);
    }
    /// The last of the output, at most `capacity` bytes. If that is not all, the first line says how much was left
    /// out: "[1234567 bytes left out]".
    [[nodiscard]] std::string text() const {
        if (total_ <= capacity) return kept_;
        // The line takes room itself, and its length depends on the number in it: room for any number.
        constexpr std::size_t room_for_line = 48;
        constexpr std::size_t shown = capacity - room_for_line;
        return "[" + std::to_string(total_ - shown) + " bytes left out]\n" + kept_.substr(kept_.size() - shown);
    }

private:
    std::string kept_;
    std::size_t total_ = 0;
};

}  // namespace referee
