// Tests that the line buffer returns the same lines however the bytes are split, and never holds more than its limit.
#include "protocol/line_buffer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using protocol::LineBuffer;
using Status = LineBuffer::Status;

/// Puts bytes into the buffer. Returns the number of bytes for which there was room.
std::size_t put(LineBuffer& buffer, std::string_view bytes) {
    const auto room = buffer.room();
    const std::size_t count = std::min(room.size(), bytes.size());
    std::copy_n(bytes.begin(), count, room.begin());
    buffer.commit(count);
    return count;
}

/// Returns all lines of a text that arrives in pieces of `step` bytes.
std::vector<std::string> lines_of(std::string_view text, std::size_t step) {
    LineBuffer buffer;
    std::vector<std::string> lines;
    while (!text.empty()) {
        text.remove_prefix(put(buffer, text.substr(0, step)));
        for (std::string_view line; buffer.next(line) == Status::line;)
            lines.emplace_back(line);
    }
    return lines;
}

}  // namespace

TEST_CASE("there is no line before its LF has arrived") {
    LineBuffer buffer;
    std::string_view line = "untouched";
    CHECK(buffer.next(line) == Status::incomplete);
    put(buffer, "DROP");
    CHECK(buffer.next(line) == Status::incomplete);
    put(buffer, " 1");
    CHECK(buffer.next(line) == Status::incomplete);
    CHECK(line == "untouched");
    put(buffer, "\n");
    CHECK(buffer.next(line) == Status::line);
    CHECK(line == "DROP 1");
    CHECK(buffer.next(line) == Status::incomplete);
    CHECK(buffer.rest().empty());
}

TEST_CASE("a text gives the same lines however it is split") {
    const std::string text = "first\n\n\nsecond line\r\n" + std::string(1024, 'x') + "\nlast\n";
    const auto whole = lines_of(text, 4096);
    REQUIRE(whole.size() == 6);
    CHECK(whole[0] == "first");
    CHECK(whole[1].empty());
    CHECK(whole[2].empty());
    CHECK(whole[3] == "second line\r");
    CHECK(whole[4].size() == 1024);
    CHECK(whole[5] == "last");
    for (std::size_t step = 1; step < 1100; step += 7) {
        CHECK(lines_of(text, step) == whole);
    }
}

TEST_CASE("a line of 1024 bytes is read, one of 1025 is too long") {
    for (const std::size_t step : {std::size_t{1}, std::size_t{100}, std::size_t{4096}}) {
        CHECK(lines_of(std::string(1024, 'x') + "\n", step).size() == 1);
        CHECK(lines_of(std::string(1025, 'x') + "\n", step).empty());
    }
    LineBuffer buffer;
    std::string_view line;
    put(buffer, std::string(1024, 'x'));
    CHECK(buffer.next(line) == Status::incomplete);
    put(buffer, "x");
    CHECK(buffer.next(line) == Status::too_long);
    put(buffer, "\n");
    CHECK(buffer.next(line) == Status::too_long);
}

TEST_CASE("bytes after a line stay in the buffer") {
    LineBuffer buffer;
    std::string_view line;
    put(buffer, "one\ntwo\nthr");
    CHECK(buffer.rest() == "one\ntwo\nthr");
    CHECK(buffer.next(line) == Status::line);
    CHECK(buffer.rest() == "two\nthr");
    CHECK(buffer.next(line) == Status::line);
    CHECK(line == "two");
    CHECK(buffer.rest() == "thr");
    put(buffer, "ee");
    CHECK(buffer.rest() == "three");
}

TEST_CASE("lines pass through forever, and there is always room for more") {
    LineBuffer buffer;
    std::string_view line;
    for (int i = 0; i < 10000; ++i) {
        const std::string text = std::string(static_cast<std::size_t>(i % 1025), 'y') + "\n";
        REQUIRE(put(buffer, text) == text.size());
        REQUIRE(buffer.next(line) == Status::line);
        REQUIRE(line.size() == text.size() - 1);
    }
}

TEST_CASE("a line without an LF is too long before it fills the buffer") {
    LineBuffer buffer;
    std::string_view line;
    int rounds = 0;
    do {
        REQUIRE_FALSE(buffer.room().empty());
        put(buffer, std::string(300, 'z'));
        ++rounds;
    } while (buffer.next(line) == Status::incomplete);
    CHECK(rounds == 4);
}

TEST_CASE("NUL and bytes beyond ASCII are bytes like any other") {
    const std::string odd("a\0b\xff\n", 5);
    const auto lines = lines_of(odd, 1);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0] == std::string("a\0b\xff", 4));
}
