// Tests a person at the terminal: what counts as a move, and who is charged for the time in which the referee does not
// run.
#include "referee/core/players/human_player.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <array>

#include "games/spec.hpp"
#include "games/words.hpp"
#include "referee/core/base/unique_fd.hpp"
#include "referee/core/base/wake_up.hpp"
#include "tests/referee/core/players/test_clock.hpp"

namespace {

using namespace std::chrono_literals;
using referee::TurnReport;

/// Returns the report of a turn of a person who has typed `typed` before being asked, in a match with this clock.
/// Computing a hint takes `of_hint`. Meanwhile the person types `typed_during_hint`.
TurnReport turn_of(std::string_view typed, const referee_test::TestClock& clock, referee::Duration limit,
                   referee::Duration of_hint = {}, std::string_view typed_during_hint = {}) {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const referee::UniqueFd reading(ends[0]);
    const referee::UniqueFd writing(ends[1]);
    REQUIRE(::write(writing.get(), typed.data(), typed.size()) == static_cast<ssize_t>(typed.size()));
    const referee::WakeUp stop;
    referee::Terminal terminal(reading.get(), stop.fd(), clock);
    referee::HumanPlayer person(terminal, "ann", [&](const protocol::MatchLog&, int) {
        static_cast<void>(clock.wait_until({}, clock.now() + of_hint));
        REQUIRE(::write(writing.get(), typed_during_hint.data(), typed_during_hint.size()) >= 0);
        return "a hint\n";
    });
    const auto board = games::parse_spec("magnetize").make_board(0);
    protocol::MatchLog log;
    log.limits.clock = {10s, 0s};
    TurnReport report = person.take_turn({"", limit, 20ms, *board, log});
    report.answer = "";  // the answer refers to memory of `person`
    return report;
}

/// Checks that each of these spellings means `move` on a board after these plies.
void check_spellings(const char* game, const std::vector<std::string>& plies, const std::string& move,
                     const std::vector<std::string>& spellings) {
    const auto board = games::parse_spec(game).make_board(1);
    for (const std::string& ply : plies)
        board->play_legal(ply);
    REQUIRE(board->legal(move));
    for (const std::string& typed : spellings) {
        CAPTURE(typed);
        CHECK(referee::typed_move(*board, typed) == move);
    }
}

}  // namespace

TEST_CASE("the time in which the referee did not run is not a person's") {
    referee_test::TestClock clock;
    clock.stop(1, 1h);
    const TurnReport report = turn_of("0\n", clock, 10s);
    REQUIRE(report.kind == TurnReport::Kind::answered);
    CHECK(report.elapsed == 1h);
    CHECK(report.charged == 100ms);
}

TEST_CASE("a hint that takes all of a person's time is not a stall, and there is only one last check") {
    for (const std::string_view typed : {"0\n", "", "x\n0\n", "hint\n0\n"}) {
        referee_test::TestClock clock;
        clock.stop(1);
        const TurnReport report = turn_of("hint\n", clock, 1s, 3s, typed);
        CHECK(report.kind == (typed == "0\n" ? TurnReport::Kind::answered : TurnReport::Kind::faulted));
        CHECK(report.cost() >= 3s);
    }
}

TEST_CASE("a person's time is over when it has passed while the referee ran") {
    referee_test::TestClock clock;
    clock.stop(0, {}, 51ms);
    const TurnReport report = turn_of("", clock, 1s);
    REQUIRE(report.kind == TurnReport::Kind::faulted);
    CHECK(report.fault->ending == protocol::Ending::timeout);
    CHECK(report.charged == 1s + 20ms);
    CHECK(report.elapsed > 1200ms);
}

TEST_CASE(
    "a move may be typed as a label, a number or a cell, as shown, or in the words of the protocol, in upper or lower "
    "case") {
    check_spellings("magnetize", {}, "DROP 10", {"A", "a", "10", "DROP 10", "drop 10", "Drop A", "drop  a"});
    check_spellings("magnetize", {}, "DROP 5", {"5", "drop 5", "DROP 5"});
    check_spellings("magnetize", {}, "MAGNET", {"!", "MAGNET", "magnet", "Magnet"});
    check_spellings("magnetize:width=40", {}, "DROP 36", {"a", "36", "drop a", "DROP 36"});
    check_spellings("magnetize:width=40", {}, "DROP 10", {"A", "10", "drop A"});
    check_spellings("othello", {}, "c4", {"c4", "C4"});
    check_spellings("magnetic_cave", {}, "A1", {"A1", "a1"});
    check_spellings("fitz", {}, "4 4 90", {"4 4 90", "4  4  90"});
    check_spellings("cluster", {}, "ROTATE 2", {"r 2", "R 2", "rotate 2", "ROTATE 2", "Rotate  2"});
    const auto board = games::parse_spec("cluster").make_board(1);
    const std::string drop = board->legal_moves().front();
    check_spellings("cluster", {}, drop, {drop, board->keys_of(drop), games::in_capitals(board->keys_of(drop))});
}

TEST_CASE("a label is not taken for another label that differs only by case") {
    const auto board = games::parse_spec("magnetize:height=4,width=40,square=2").make_board(0);
    for (int i = 0; i < 4; ++i)
        board->play_legal("DROP 10");
    REQUIRE_FALSE(board->legal("DROP 10"));
    REQUIRE(board->legal("DROP 36"));
    CHECK(referee::typed_move(*board, "A") == "DROP 10");
    CHECK(referee::typed_move(*board, "drop A") == "DROP 10");
    CHECK(referee::typed_move(*board, "a") == "DROP 36");
}

TEST_CASE("text that means no move, or an impossible one, is not taken for another move") {
    const auto board = games::parse_spec("magnetize:height=6,width=7").make_board(0);
    for (const char* typed : {"", "x", "8", "drop", "dropp 5", "magnet 5", "5 5", "-1 "})
        CHECK_FALSE(board->legal(referee::typed_move(*board, typed).value_or("")));
    CHECK(referee::typed_move(*board, "drop 7") == "DROP 7");
    CHECK_FALSE(board->legal("DROP 7"));
}
