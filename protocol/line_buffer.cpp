#include "protocol/line_buffer.hpp"

#include <cstring>

namespace protocol {

std::span<char> LineBuffer::room() {
    if (begin_ > 0) {
        std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
    }
    return std::span(bytes_).subspan(end_);
}

void LineBuffer::skip_line() {
    const auto feed = rest().find('\n');
    begin_ = feed == std::string_view::npos ? end_ : begin_ + feed + 1;
}

LineBuffer::Status LineBuffer::next(std::string_view& line) {
    const auto feed = rest().substr(0, max_line + 1).find('\n');
    if (feed == std::string_view::npos) return rest().size() > max_line ? Status::too_long : Status::incomplete;
    line = rest().substr(0, feed);
    begin_ += feed + 1;
    return Status::line;
}

}  // namespace protocol
