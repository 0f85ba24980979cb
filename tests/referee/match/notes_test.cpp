// Tests that a log limits the size of bots' notes, and that a terminal shows notes shortened and with harmless
// characters only.
#include "referee/match/notes.hpp"

#include <doctest/doctest.h>

#include "referee/match/player.hpp"

using protocol::Notes;
using referee::info_text;
using referee::NoteKeeper;
using referee::notes_text;
using referee::NotesKept;
using referee::short_count;

namespace {

Notes raw(std::string text, std::uint64_t left_out = 0) {
    return {std::move(text), left_out, {}};
}

}  // namespace

TEST_CASE("all notes are kept with what their info line says") {
    NoteKeeper keeper(NotesKept::all);
    const Notes notes = keeper.kept(0, raw("hello\ninfo depth 3 score -7 pv DROP 1\nbye\n", 12));
    CHECK(notes.text == "hello\ninfo depth 3 score -7 pv DROP 1\nbye\n");
    CHECK(notes.left_out == 12);
    REQUIRE(notes.info);
    CHECK(notes.info->depth == 3);
    CHECK(notes.info->score == -7);
    CHECK(notes.info->pv == "DROP 1");
    CHECK(keeper.kept(1, raw("")).empty());
}

TEST_CASE("if only info lines are kept, nothing else is") {
    NoteKeeper keeper(NotesKept::info);
    const Notes notes = keeper.kept(0, raw("hello\ninfo depth 3\n", 12));
    CHECK(notes.text.empty());
    CHECK(notes.left_out == 0);
    CHECK(notes.info->depth == 3);
    CHECK(keeper.kept(0, raw("hello", 12)).empty());
    NoteKeeper none(NotesKept::nothing);
    CHECK(none.kept(0, raw("info depth 3")).empty());
}

TEST_CASE("a match has limited room for the text of each player, and no player takes the other's") {
    NoteKeeper keeper(NotesKept::all);
    const std::string page = "info depth 9\n" + std::string(referee::max_note_bytes - 13, 'x');
    std::size_t kept = 0, left_out = 0;
    for (int ply = 0; ply < 100; ++ply) {
        const Notes notes = keeper.kept(0, raw(page));
        kept += notes.text.size();
        left_out += notes.left_out;
        CHECK(notes.info->depth == 9);  // the info is kept even if there is no room for the text
    }
    CHECK(kept == referee::max_notes_of_match / 2);
    CHECK(kept + left_out == 100 * page.size());
    CHECK(keeper.kept(0, raw("short")).text.empty());
    CHECK(keeper.kept(0, raw("short")).left_out == 5);
    CHECK(keeper.kept(1, raw(page)).text == page);
}

TEST_CASE("the words of info lines are limited, too") {
    for (const NotesKept what : {NotesKept::info, NotesKept::all}) {
        NoteKeeper keeper(what);
        std::size_t words = 0;
        for (int ply = 0; ply < 1000; ++ply) {
            const Notes notes = keeper.kept(1, raw("info score 5 string " + std::string(900, 'y') + "\n"));
            CHECK(notes.info->score == 5);
            words += notes.info->text.size() + notes.text.size();
        }
        CHECK(words > 4000);
        CHECK(words <= (what == NotesKept::all ? referee::max_notes_of_match : referee::max_info_of_match) / 2);
    }
}

TEST_CASE("the ways to keep notes have names") {
    for (const NotesKept what : {NotesKept::nothing, NotesKept::info, NotesKept::all})
        CHECK(referee::notes_kept_of(name_of(what)) == what);
    CHECK_FALSE(referee::notes_kept_of("on"));
}

TEST_CASE("counts are shown with three digits") {
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

TEST_CASE("an info is shown in one line, in short or in full") {
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

TEST_CASE("nothing that may control a terminal is left in notes") {
    const std::string wild = "\x1b]0;owned\x07\x9b\xff\xe2\x80\xae";
    const Notes notes{wild + "\n", 0, protocol::parse_info("info score 3 pv " + wild + " string " + wild)};
    for (const char byte : notes_text(notes, 5))
        CHECK((byte == '\n' || (byte >= ' ' && byte < 0x7f)));
}
