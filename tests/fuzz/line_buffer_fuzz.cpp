// Fuzzes the line buffer. However a stream is divided into reads, the result must be the lines between its LFs.
// Input: the first byte determines the size of the reads, the rest is the stream.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "protocol/answer.hpp"
#include "protocol/line_buffer.hpp"
#include "tests/fuzz/require.hpp"

using protocol::LineBuffer;

namespace {

/// Takes all complete lines, and compares each line with the next line of `expected`. Returns false at a line that is
/// too long.
bool take_lines(LineBuffer& buffer, std::string_view& expected) {
    for (;;) {
        std::string_view line;
        const auto status = buffer.next(line);
        if (status == LineBuffer::Status::incomplete) return true;
        const auto end = expected.find('\n');
        if (status == LineBuffer::Status::too_long) {
            require(std::min(end, expected.size()) > protocol::max_line);
            return false;
        }
        require(end != std::string_view::npos && end <= protocol::max_line);
        require(line == expected.substr(0, end));
        expected.remove_prefix(end + 1);
        const auto answer = protocol::answer_of(line);
        require(line.starts_with(answer));
        const auto ignored = line.substr(answer.size());
        require(std::count(ignored.begin(), ignored.end(), '\r') <= 1);
        require(ignored.find_first_not_of(" \r") == std::string_view::npos);
        require(protocol::escaped(line, 50).find('\n') == std::string::npos);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    const std::size_t read_size = 1 + data[0];
    std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
    std::string_view expected = stream;
    LineBuffer buffer;
    while (!stream.empty()) {
        const auto room = buffer.room();
        require(!room.empty());
        const auto count = std::min({room.size(), read_size, stream.size()});
        std::memcpy(room.data(), stream.data(), count);
        buffer.commit(count);
        stream.remove_prefix(count);
        if (!take_lines(buffer, expected)) return 0;
    }
    require(buffer.rest() == expected);
    return 0;
}
