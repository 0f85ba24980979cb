// Tests the reading and writing of UTF-8.
#include "protocol/utf8.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("each code point is the same after it is written and read") {
    for (std::uint32_t point = 0; point <= 0x10ffff; ++point) {
        if (point >= 0xd800 && point <= 0xdfff) continue;  // surrogates are not characters
        std::string text;
        protocol::append_character(text, point);
        const protocol::Decoded read = protocol::decoded(text + "\x80");
        REQUIRE(read.point == point);
        REQUIRE(read.length == text.size());
        REQUIRE(protocol::count_characters(text) == 1);
    }
}

TEST_CASE("bytes that are not UTF-8 are read one by one") {
    for (const char* text :
         {"\x80", "\xc1\xbf", "\xe2\x82", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"}) {
        CHECK(protocol::decoded(text).point == protocol::no_character);
        CHECK(protocol::decoded(text).length == 1);
    }
}

TEST_CASE("a text is cut between characters") {
    const std::string text = "a\u00e4\u20ac\U0001f600z";
    CHECK(protocol::count_characters(text) == 5);
    CHECK(protocol::first_characters(text, 0).empty());
    CHECK(protocol::first_characters(text, 2) == "a\u00e4");
    CHECK(protocol::first_characters(text, 4) == "a\u00e4\u20ac\U0001f600");
    CHECK(protocol::first_characters(text, 9) == text);
}
