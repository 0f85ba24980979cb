// Tests how the answer is found in a line, and how bytes are displayed. Both determine what the loser is told about its
// fault.
#include "protocol/answer.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

using protocol::answer_of;
using protocol::escaped;
using protocol::trailing_white_space;

TEST_CASE("spaces and one CR at the end of a line are ignored, and nothing else is") {
    CHECK(answer_of("DROP 1") == "DROP 1");
    CHECK(answer_of("DROP 1\r") == "DROP 1");
    CHECK(answer_of("DROP 1   ") == "DROP 1");
    CHECK(answer_of("DROP 1  \r") == "DROP 1");
    CHECK(answer_of("DROP 1\r  ") == "DROP 1");
    CHECK(answer_of("DROP 1 \r ") == "DROP 1");

    CHECK(answer_of("DROP 1\r\r") == "DROP 1\r");
    CHECK(answer_of("DROP 1\t") == "DROP 1\t");
    CHECK(answer_of(" DROP 1") == " DROP 1");
    CHECK(answer_of("DROP  1") == "DROP  1");
    CHECK(answer_of(std::string_view("DROP 1\0", 7)) == std::string_view("DROP 1\0", 7));
}

TEST_CASE("a line of nothing but spaces and a CR is an empty answer") {
    for (const char* line : {"", " ", "\r", "  \r  "})
        CHECK(answer_of(line).empty());
}

TEST_CASE("every byte is shown as printable ASCII on one line, and no two bytes look the same") {
    std::array<std::string, 256> shown;
    for (int value = 0; value < 256; ++value) {
        const char byte = static_cast<char>(value);
        std::string& text = shown[static_cast<std::size_t>(value)];
        text = escaped({&byte, 1});
        for (const char c : text)
            CHECK((c >= 0x20 && c < 0x7f));
        for (int other = 0; other < value; ++other)
            CHECK(shown[static_cast<std::size_t>(other)] != text);
    }
    CHECK(escaped("a\n\r\t\\\"z") == R"(a\n\r\t\\\"z)");
    CHECK(escaped(std::string_view("\0\x1b\x7f\xff", 4)) == R"(\x00\x1b\x7f\xff)");
}

TEST_CASE("long text is cut, with a note how much is missing") {
    CHECK(escaped(std::string(200, 'x')) == std::string(200, 'x'));
    CHECK(escaped(std::string(201, 'x')) == std::string(200, 'x') + "... (1 bytes more)");
    CHECK(escaped("abcdef", 2) == "ab... (4 bytes more)");
    CHECK(escaped("\n\n\n", 2) == R"(\n\n... (1 bytes more))");
    CHECK(escaped("", 0).empty());
}

TEST_CASE("the white space at the end of a block is counted") {
    CHECK(trailing_white_space("") == 0);
    CHECK(trailing_white_space("x") == 0);
    CHECK(trailing_white_space("x\n") == 1);
    CHECK(trailing_white_space("x\ny \r\n\t\n") == 5);
    CHECK(trailing_white_space(" \n") == 2);
    CHECK(trailing_white_space("\n\nx") == 0);
}
