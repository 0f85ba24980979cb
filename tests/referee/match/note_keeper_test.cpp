// What is kept of bots' notes stays within its bounds, whatever they write.
#include "referee/match/note_keeper.hpp"

#include <doctest/doctest.h>

#include "referee/match/player.hpp"

using protocol::Notes;
using referee::NoteKeeper;
using referee::NotesKept;

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

TEST_CASE("of info lines only nothing else is kept") {
    NoteKeeper keeper(NotesKept::info);
    const Notes notes = keeper.kept(0, raw("hello\ninfo depth 3\n", 12));
    CHECK(notes.text.empty());
    CHECK(notes.left_out == 0);
    CHECK(notes.info->depth == 3);
    CHECK(keeper.kept(0, raw("hello", 12)).empty());
    NoteKeeper none(NotesKept::nothing);
    CHECK(none.kept(0, raw("info depth 3")).empty());
}

TEST_CASE("a match has room for so much text of each player, and no player takes the other's") {
    NoteKeeper keeper(NotesKept::all);
    const std::string page = "info depth 9\n" + std::string(referee::max_note_bytes - 13, 'x');
    std::size_t kept = 0, left_out = 0;
    for (int ply = 0; ply < 100; ++ply) {
        const Notes notes = keeper.kept(0, raw(page));
        kept += notes.text.size();
        left_out += notes.left_out;
        CHECK(notes.info->depth == 9);  // this much is always kept
    }
    CHECK(kept == referee::max_notes_of_match / 2);
    CHECK(kept + left_out == 100 * page.size());
    CHECK(keeper.kept(0, raw("short")).text.empty());
    CHECK(keeper.kept(0, raw("short")).left_out == 5);
    CHECK(keeper.kept(1, raw(page)).text == page);
}

TEST_CASE("the words of info lines are bounded, too") {
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
