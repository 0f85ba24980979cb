// Tests the parts of a match: game clocks; the notes of bots, of which a log limits the size and a terminal shows
// harmless characters only; and the hash of moves.
#include "referee/core/match/game_clock.hpp"
#include "referee/core/match/moves_hash.hpp"
#include "referee/core/match/notes.hpp"

#include <doctest/doctest.h>

#include <set>

#include "games/spec.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/core/match/player.hpp"
#include "referee/core/match/record.hpp"
#include "tests/protocol/sample_log.hpp"

namespace {

using namespace std::chrono_literals;
using namespace referee;
using protocol::Notes;

protocol::Limits limits_with(std::optional<protocol::TimeControl> clock) {
    protocol::Limits limits;
    limits.margin = 20ms;
    limits.clock = clock;
    return limits;
}

Notes raw(std::string text, std::uint64_t left_out = 0) {
    return {std::move(text), left_out, {}};
}

}  // namespace

TEST_CASE("without a clock each turn has its own limit and the whole margin") {
    GameClock clock(limits_with(std::nullopt));
    clock.charge(1h);
    const auto turn = clock.allowance(100ms);
    CHECK(turn.limit == 100ms);
    CHECK(turn.margin == 20ms);
    CHECK_FALSE(clock.left().has_value());
}

TEST_CASE("turns use up the clock, answers add to it, and a move's own limit holds as well") {
    GameClock clock(limits_with({{10s, 1s}}));
    CHECK(clock.allowance(100s).limit == 10s);
    CHECK(clock.allowance(3s).limit == 3s);
    clock.charge(4s);
    CHECK(clock.left() == 7s);
    clock.charge(6500ms);
    CHECK(clock.left() == 1500ms);
    CHECK(clock.allowance(3s).limit == 1500ms);
    CHECK(clock.allowance(3s).margin == 20ms);
}

TEST_CASE("the margin exists once per game: what a late answer took of it is missing later") {
    GameClock clock(limits_with({{1s, 0s}}));
    clock.charge(1015ms);
    CHECK(clock.left() == -15ms);
    const auto turn = clock.allowance(1s);
    CHECK(turn.limit == 0s);
    CHECK(turn.margin == 5ms);
    clock.charge(1h);  // the answer had arrived in time, but the referee was late
    CHECK(clock.left() == -20ms);
    CHECK(clock.allowance(1s).margin == 0s);
}

TEST_CASE("if moves have no separate limit, one may take all time left, even more than there was at the start") {
    const auto limits = with_given(referee::usual_limits(), GivenLimits{{}, {}, {}, {{500ms, 500ms}}});
    CHECK_FALSE(limits.move);
    CHECK_FALSE(limits.first_move);
    GameClock clock(limits);
    CHECK(clock.allowance(limits.of_turn(true)).limit == 500ms);
    clock.charge(77ms);
    CHECK(clock.allowance(limits.of_turn(false)).limit == 923ms);
}

TEST_CASE("beside a clock, only given limits of moves apply") {
    using Given = std::optional<protocol::Micros>;
    const auto given = [](Given move, Given first) {
        return with_given(referee::usual_limits(), GivenLimits{move, first, {}, {{60s, 1s}}});
    };
    CHECK(given(7s, {}).move == 7s);
    CHECK(given(7s, {}).first_move == 7s);
    CHECK(given({}, 5s).first_move == 5s);
    CHECK_FALSE(given({}, 5s).move);
    CHECK(in_words(given({}, 5s)) == "5s for the first, 1m+1s a game, margin 20ms");
    CHECK(given(90s, {}).move == 90s);  // kept, because increments may raise the clock above it
    const auto own = with_given(given({}, {}), GivenLimits{50ms, {}, {}, {}});
    CHECK(own.move == 50ms);
    CHECK(own.clock);
    CHECK_FALSE(own.first_move);
    auto without = given({}, {});
    without.clock.reset();
    CHECK(with_given(without, GivenLimits{50ms, {}, {}, {}}).first_move == 50ms);
    CHECK(referee::share_of_a_move({60s, 1s}) == 3s);
    CHECK(referee::share_of_a_move({1s, 5s}) == 1s);
}

TEST_CASE("a clock and the limits of moves of an earlier tournament are replaced together") {
    protocol::Limits earlier = with_given(referee::usual_limits(), GivenLimits{7s, 9s, 5ms, {{60s, 1s}}});
    const auto text = [&](const GivenLimits& given) { return in_words(replaced_by(earlier, given)); };
    CHECK(text({{}, {}, {}, {{10s, 0s}}}) == "10s a game, margin 5ms");
    CHECK(text({2s, {}, {}, {}}) == "2s a move, 2s for the first, margin 5ms");
    CHECK(text({{}, 3s, {}, {}}) == "7s a move, 3s for the first, 1m+1s a game, margin 5ms");
    CHECK(text({}) == "7s a move, 9s for the first, 1m+1s a game, margin 5ms");
    CHECK(text({{}, {}, 3ms, {}}) == "7s a move, 9s for the first, 1m+1s a game, margin 3ms");
    earlier = with_given(referee::usual_limits(), GivenLimits{30s, 20s, {}, {}});
    CHECK(text({}) == "30s a move, 20s for the first, margin 20ms");
    CHECK(text({50ms, {}, {}, {}}) == "50ms a move, 1s for the first, margin 20ms");
}

TEST_CASE("the largest increments of a log do not overflow a duration") {
    constexpr protocol::Micros largest{(std::int64_t{1} << 53) - 1};
    protocol::MatchLog log;
    log.limits = limits_with({{largest, largest}});
    for (int ply = 0; ply < 3000; ++ply) {
        log.plies.emplace_back().player = ply % 2;
        log.plies.back().wall = 1us;
    }
    for (const std::size_t number : {std::size_t{3}, std::size_t{2500}}) {
        const auto left = clock_before(log, 0, number).left();
        REQUIRE(left);
        CHECK(*left <= largest);
        CHECK(referee::Duration(*left) > 0s);
    }
}

TEST_CASE("the clock before a ply counts the charged time if it is not the whole time taken") {
    protocol::MatchLog log;
    log.limits = limits_with({{10s, 0s}});
    log.plies.emplace_back().wall = 6s;
    log.plies.back().charged = 1s;
    CHECK(clock_before(log, 0, 2).left() == 9s);
}

TEST_CASE("the clock before a ply counts the plies of this player that have a time") {
    protocol::MatchLog log;
    log.limits = limits_with({{10s, 1s}});
    for (const auto& [player, wall] :
         {std::pair<int, std::optional<protocol::Micros>>{0, std::nullopt}, {1, 1s}, {0, 3s}, {1, 2s}, {0, 4s}}) {
        auto& ply = log.plies.emplace_back();
        ply.player = player;
        ply.wall = wall;
    }
    CHECK(clock_before(log, 0, 1).left() == 10s);
    CHECK(clock_before(log, 0, 3).left() == 10s);
    CHECK(clock_before(log, 0, 4).left() == 8s);
    CHECK(clock_before(log, 0, 6).left() == 5s);
    CHECK(clock_before(log, 1, 6).left() == 9s);
    CHECK(clock_before(log, 1, 100).left() == 9s);
}

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
    const std::pair<std::int64_t, const char*> table[] = {
        {0, "0"},          {999, "999"},       {1000, "1.00k"},
        {9994, "9.99k"},   {9996, "10.0k"},    {99'960, "100k"},
        {999'499, "999k"}, {999'500, "1.00M"}, {9'007'199'254'740'991, "9.01P"}};
    for (const auto& [count, text] : table)
        CHECK(short_count(count) == text);
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

TEST_CASE("times, names and seeds make no difference to the hash of a match, but moves and endings do") {
    const protocol::MatchLog log = sample_log();
    protocol::MatchLog same = log;
    same.id = "another";
    same.started_at = "2027-01-01T00:00:00Z";
    same.players[0].name = "somebody";
    same.plies[0].wall = protocol::Micros(1);
    same.seed = 5;  // this game draws nothing from its seed
    CHECK(moves_hash_of(same) == moves_hash_of(log));

    std::set<std::uint64_t> hashes = {moves_hash_of(log)};
    const auto add_after = [&](auto change) {
        protocol::MatchLog other = log;
        change(other);
        hashes.insert(moves_hash_of(other));
    };
    add_after([](auto& other) { other.plies[1].move = "DROP 1"; });
    add_after([](auto& other) { other.plies.pop_back(); });
    add_after([](auto& other) {
        other.plies[0].move += other.plies[1].move;
        other.plies.pop_back();
    });
    add_after([](auto& other) { other.result.ending = protocol::Ending::timeout; });
    add_after([](auto& other) { other.result.winner = 0; });
    CHECK(hashes.size() == 6);
}

TEST_CASE("in a game with chance the seed is a part of the hash") {
    protocol::MatchLog log = sample_log();
    log.plies[0].hand = {{1, 2}};
    protocol::MatchLog other = log;
    other.seed = 5;
    CHECK(moves_hash_of(other) != moves_hash_of(log));
}

TEST_CASE("the seed is a part of the hash of a match in which no ply was played, too") {
    const auto hash_with = [](const char* game, std::uint64_t seed) {
        const games::GameSpec spec = games::parse_spec(game);
        protocol::MatchLog log;
        log.game = game;
        log.config = config_of(spec);
        log.seed = seed;
        log.result = {1, protocol::Ending::exited, "exit code 3"};
        return moves_hash_of(log);
    };
    CHECK(hash_with("cluster", 1) != hash_with("cluster", 2));
    CHECK(hash_with("cluster", 1) == hash_with("cluster", 1));
    CHECK(hash_with("magnetize", 1) == hash_with("magnetize", 2));
}

TEST_CASE("without a ply the first position tells what a game of one's own has drawn") {
    protocol::MatchLog log;
    log.rules = "{}";
    log.result = {1, protocol::Ending::exited, "exit code 3"};
    log.initial = R"({"state":[3]})";
    protocol::MatchLog other = log;
    other.seed = 5;
    CHECK(moves_hash_of(other) == moves_hash_of(log));
    other.initial = R"({"state":[4]})";
    CHECK(moves_hash_of(other) != moves_hash_of(log));
}

TEST_CASE("hashes are written as 16 digits and read back") {
    // The expected hashes come from a separate Python program of ten lines.
    CHECK(hash_text(hash_of("")) == "f52a15e9a9b5e89b");
    CHECK(hash_text(hash_of("DROP 0\nMAGNET\n")) == "d83d1a99c855c7c6");
    for (const std::uint64_t hash : {std::uint64_t{0}, std::uint64_t{255}, ~std::uint64_t{0}})
        CHECK(hash_of_text(hash_text(hash)) == hash);
    CHECK(hash_text(255) == "00000000000000ff");
    for (const char* wrong :
         {"", "ff", "00000000000000FF", "00000000000000fg", "00000000000000ff0", "+0000000000000ff"})
        CHECK(!hash_of_text(wrong));
}
