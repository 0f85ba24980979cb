// Notes in words for a terminal: short, and harmless.
#include "referee/match/notes_text.hpp"

#include <doctest/doctest.h>

using protocol::Notes;
using referee::info_text;
using referee::notes_text;
using referee::short_count;

TEST_CASE("counts have three digits") {
    CHECK(short_count(0) == "0");
    CHECK(short_count(999) == "999");
    CHECK(short_count(1000) == "1.00k");
    CHECK(short_count(9994) == "9.99k");
    CHECK(short_count(9996) == "10.0k");
    CHECK(short_count(99'960) == "100k");
    CHECK(short_count(999'499) == "999k");
    CHECK(short_count(999'500) == "1.00M");
    CHECK(short_count(9'007'199'254'740'991) == "9.01P");
}

TEST_CASE("an info is told in one line, in short or with all that it has") {
    const auto info =
        *protocol::parse_info("info depth 7 score 53 nodes 120000 nps 1300000 pv DROP 3 DROP 4 string so");
    CHECK(info_text(info, true) == "+53, depth 7, 120k nodes, 1.30M/s, expects DROP 3 DROP 4, so");
    CHECK(info_text(info, false) == "+53, depth 7, 120k nodes");
    CHECK(info_text({}, true).empty());
}

TEST_CASE("notes are the info, and the last of the other lines") {
    Notes notes{"half a line\ninfo depth 2\n\n \nmore\r\nlast", 5, protocol::parse_info("info depth 2")};
    CHECK(notes_text(notes, 2) ==
          "   says  depth 2\n   notes | [5 bytes left out]\n         | more\\r\n         | last\n"
          "         (the last 2 of 3 lines)\n");
    notes.left_out = 0;
    notes.info.reset();
    CHECK(notes_text(notes, 3) == "   notes | half a line\n         | more\\r\n         | last\n");
    CHECK(notes_text({}, 3).empty());
}

TEST_CASE("nothing that a terminal may obey is left in notes") {
    const std::string wild = "\x1b]0;owned\x07\x9b\xff\xe2\x80\xae";
    const Notes notes{wild + "\n", 0, protocol::parse_info("info score 3 pv " + wild + " string " + wild)};
    for (const char byte : notes_text(notes, 5))
        CHECK((byte == '\n' || (byte >= ' ' && byte < 0x7f)));
}
