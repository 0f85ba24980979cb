// Tests the width of text on a terminal in columns, in any script, independent of the locale.
#include "referee/terminal/text_width.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using referee::columns_of;
using referee::first_columns;
using referee::last_columns;

}  // namespace

TEST_CASE("wide characters take two columns, combining ones none") {
    CHECK(columns_of("") == 0);
    CHECK(columns_of("abc") == 3);
    CHECK(columns_of("Łukasz") == 6);
    CHECK(columns_of("王芳") == 4);
    CHECK(columns_of("e\u0301") == 1);
    CHECK(columns_of("🚀") == 2);
    CHECK(columns_of("\xff\x80") == 2);  // invalid bytes, one column each
    CHECK(columns_of(std::uint32_t{0x07}) == -1);
}

TEST_CASE("truncation never splits a character or separates a mark from its letter") {
    CHECK(first_columns("王芳", 3) == "王");
    CHECK(first_columns("王芳", 4) == "王芳");
    CHECK(first_columns("ae\u0301b", 2) == "ae\u0301");
    CHECK(last_columns("王芳", 3) == "芳");
    CHECK(last_columns("ae\u0301b", 2) == "e\u0301b");
    CHECK(last_columns("ae\u0301b", 1) == "b");
    CHECK(first_columns("abc", 0).empty());
    CHECK(last_columns("abc", 0).empty());
}

TEST_CASE("padded text takes the columns that it should") {
    CHECK(referee::padded("王", 4) == "王  ");
    CHECK(referee::padded("abc", 2) == "abc");
    CHECK(columns_of(referee::padded("e\u0301", 5)) == 5);
}
