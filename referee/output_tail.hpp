// The last part of a stream of output, in bounded memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace referee {

class OutputTail {
public:
    /// How much is kept, in bytes.
    static constexpr std::size_t capacity = 64 * 1024;

    void append(std::string_view bytes) {
        total_ += bytes.size();
        kept_ += bytes;
        // Cut now and then rather than at each call.
        if (kept_.size() > 2 * capacity) kept_.erase(0, kept_.size() - capacity);
    }
    std::string_view tail() const {
        const std::string_view all = kept_;
        return all.size() > capacity ? all.substr(all.size() - capacity) : all;
    }
    /// How many bytes have come and are not kept any more.
    std::size_t discarded() const { return total_ - tail().size(); }

private:
    std::string kept_;
    std::size_t total_ = 0;
};

}  // namespace referee
