// The last part of a stream of output, in bounded memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace referee {

/// Takes output of any length, and keeps the last `capacity` bytes.
class OutputTail {
public:
    explicit OutputTail(std::size_t capacity) : capacity_(capacity) {}

    void append(std::string_view bytes) {
        total_ += bytes.size();
        kept_ += bytes.substr(bytes.size() - std::min(bytes.size(), capacity_));
        // Cut now and then rather than at each call.
        if (kept_.size() > 2 * capacity_) kept_.erase(0, kept_.size() - capacity_);
    }
    void clear() {
        kept_.clear();
        total_ = 0;
    }
    /// The number of bytes of all of the output.
    [[nodiscard]] std::size_t total() const { return total_; }
    /// The last of the output, at most `size` bytes and not more than there are or are kept.
    [[nodiscard]] std::string_view last(std::size_t size) const {
        const std::string_view kept = kept_;
        return kept.substr(kept.size() - std::min({size, kept.size(), capacity_}));
    }
    /// The same of `capacity` bytes. If that is not all, the first line says how much was left out: "[1234567 bytes
    /// left out]".
    [[nodiscard]] std::string text() const {
        if (total_ <= capacity_) return kept_;
        // The line takes room itself, and its length depends on the number in it: room for any number.
        constexpr std::size_t room_for_line = 48;
        const std::string_view shown = last(capacity_ - room_for_line);
        return ("[" + std::to_string(total_ - shown.size()) + " bytes left out]\n").append(shown);
    }

private:
    std::size_t capacity_;
    std::string kept_;
    std::size_t total_ = 0;
};

}  // namespace referee
