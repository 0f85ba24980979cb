// Tests that a manipulated log is detected at the first ply that contradicts the rules, and that the text sent to a bot
// is reproduced byte for byte.
#include "referee/match/record.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "tests/referee/scripted_match.hpp"
#include "tests/referee/user_error.hpp"

namespace {

using protocol::Ending;
using protocol::MatchLog;
using referee::difference;
using referee::stdin_of;

constexpr int to_the_end = std::numeric_limits<int>::max();

MatchLog example_log() {
    ScriptedMatch match;
    match.script(worked_example());
    return match.play();
}

std::string said_of(const MatchLog& log) {
    return difference(log, {}).value_or("(nothing)");
}

template <class Change>
std::string said_after(Change change) {
    MatchLog log = example_log();
    change(log);
    return said_of(log);
}

std::string replaced(std::string text, const std::string& old, const std::string& fresh) {
    const auto at = text.find(old);
    REQUIRE(at != std::string::npos);
    return text.replace(at, old.size(), fresh);
}

}  // namespace

TEST_CASE("a log as it was played has no difference, and every position is visited") {
    const MatchLog log = example_log();
    std::vector<int> plies;
    CHECK_FALSE(difference(log, [&](int ply, const games::Board& board) {
        plies.push_back(ply);
        CHECK(board.plies() == ply);
        std::string frame;
        board.write_frame(frame);
        CHECK(frame == (ply == 0 ? log.initial : log.plies[static_cast<std::size_t>(ply - 1)].frame));
    }));
    CHECK(plies.size() == log.plies.size() + 1);
}

TEST_CASE("frames are added as the board writes them") {
    const MatchLog log = example_log();
    CHECK(log.initial == R"({"board":[".....",".....",".....","....."],"locks":[0,0],"bits":[0,0]})");
    CHECK(log.plies[0].frame == R"({"board":[".....",".....",".....",".*..."],"locks":[0,0],"bits":[0,1]})");
}

TEST_CASE("a different frame is found at its ply, however it is written") {
    CHECK(said_after([](MatchLog& log) { log.initial = replaced(log.initial, ".....", "*...."); }) ==
          "ply 0: the frame differs");
    for (const std::size_t ply : {std::size_t{0}, std::size_t{5}, std::size_t{12}}) {
        CHECK(said_after([&](MatchLog& log) {
                  log.plies[ply].frame = replaced(log.plies[ply].frame, "\"locks\":[", "\"locks\":[9");
              }) == "ply " + std::to_string(ply + 1) + ": the frame differs");
    }
    CHECK(said_after([](MatchLog& log) { log.plies[0].frame = replaced(log.plies[0].frame, "{", "{ "); }) ==
          "(nothing)");
    CHECK(said_after([](MatchLog& log) { log.plies[0].frame = "{}"; }) == "ply 1: the frame differs");
}

TEST_CASE("the first of several differences is named") {
    CHECK(said_after([](MatchLog& log) {
              log.plies[7].frame = "{}";
              log.plies[3].player = 0;
              log.result.winner = 1;
          }).starts_with("ply 4: "));
}

TEST_CASE("a different move, mover or lost turn is found") {
    CHECK(said_after([](MatchLog& log) { log.plies[2].move = "DROP 2"; }) == "ply 3: the frame differs");
    CHECK(said_after([](MatchLog& log) { log.plies[2].move = "DROP 5"; }) == "ply 3: the move 'DROP 5' is not legal");
    CHECK(said_after([](MatchLog& log) { log.plies[2].move = "DROP 0 "; }) == "ply 3: the move 'DROP 0 ' is not legal");
    CHECK(said_after([](MatchLog& log) { log.plies[2].move = ""; }) == "ply 3: the move '' is not legal");
    CHECK(said_after([](MatchLog& log) { log.plies[2].player = 1; }) ==
          "ply 3: the log says that player 1 moved, but it is player 0's turn");
    for (const std::vector<int>& lost : {std::vector<int>{}, {0}, {1, 1}}) {
        CHECK(said_after([&](MatchLog& log) { log.plies[10].lost = lost; }) ==
              "ply 11: the lost turns differ from the log");
    }
    CHECK(said_after([](MatchLog& log) { log.plies[0].lost = {1}; }) == "ply 1: the lost turns differ from the log");
}

TEST_CASE("a hand in a game without chance is a difference") {
    CHECK(said_after([](MatchLog& log) { log.plies[0].hand = std::vector<int>{1}; }).starts_with("ply 1: "));
}

TEST_CASE("an extra or missing ply is found") {
    CHECK(said_after([](MatchLog& log) { log.plies.push_back(log.plies.back()); }) ==
          "ply 14: the game was over before it (square)");
    CHECK(said_after([](MatchLog& log) { log.plies.pop_back(); }) ==
          "after ply 12: the log says 'by_rules', but the game goes on here");
    CHECK(said_after([](MatchLog& log) { log.plies.erase(log.plies.begin()); }).starts_with("ply 1: "));
}

TEST_CASE("a different result is found") {
    CHECK(said_after([](MatchLog& log) { log.result.winner = 1; }) == "after ply 13: the winner differs");
    CHECK(said_after([](MatchLog& log) { log.result.winner.reset(); }) == "after ply 13: the winner differs");
    CHECK(said_after([](MatchLog& log) { log.result.detail = "board full"; }) ==
          "after ply 13: the log says 'board full', by the rules it is 'square'");
    CHECK(said_after([](MatchLog& log) {
              log.result = {std::nullopt, Ending::aborted, ""};
          }) == "after ply 13: by the rules the game is over here (square), but the log says 'aborted'");
    CHECK(said_after([](MatchLog& log) {
              log.result.ending = Ending::timeout;
          }).starts_with("after ply 13: by the rules"));
}

TEST_CASE("only the side whose turn it was can be to blame, except for a failed start") {
    ScriptedMatch match;
    match.ann.answers("DROP 0");
    match.bob.answers("nonsense");
    MatchLog log = match.play();
    CHECK(said_of(log) == "(nothing)");
    log.failure->player = 0;
    log.result.winner = 1;
    CHECK(said_of(log) == "after ply 1: the log blames the side that was not to move");

    ScriptedMatch unstarted;
    unstarted.bob.fails_to_start("no");
    CHECK(said_of(unstarted.play()) == "(nothing)");
}

TEST_CASE("settings that this program does not have are refused") {
    const auto said = [](auto change) {
        MatchLog log = example_log();
        change(log);
        return error_of([&] { static_cast<void>(referee::spec_of(log)); });
    };
    CHECK(said([](MatchLog& log) { log.game = "chess"; }).find("unknown game 'chess'") != std::string::npos);
    CHECK(said([](MatchLog& log) { log.config[0].first = "hight"; }).find("height") != std::string::npos);
    CHECK(said([](MatchLog& log) { log.config[0].second = 1000; }).find("out of range") != std::string::npos);
    CHECK(said([](MatchLog& log) {
              log.config[0].second = std::vector<std::vector<std::string>>{{"x"}};
          }).find("not a file") != std::string::npos);
    CHECK(said([](MatchLog&) {}) == "(no error)");
}

TEST_CASE("the settings of a log make the game that it was played with") {
    const MatchLog log = example_log();
    CHECK(to_string(referee::spec_of(log)) == "magnetize:height=4,width=5,square=2,maglock=2,max_plies=80");
    CHECK((referee::config_of(referee::spec_of(log)) == log.config));
}

TEST_CASE("the input of a bot is reproduced byte for byte") {
    ScriptedMatch match;
    match.script(worked_example());
    const MatchLog log = match.play();
    CHECK(stdin_of(log, 0, to_the_end) == match.ann.sent);
    CHECK(stdin_of(log, 1, to_the_end) == match.bob.sent);
    CHECK(match.ann.sent.size() > 500);
}

TEST_CASE("the input includes the turn that a bot lost by a fault") {
    ScriptedMatch match;
    match.ann.answers("DROP 0").answers("nonsense");
    match.bob.answers("DROP 0");
    const MatchLog log = match.play();
    CHECK(stdin_of(log, 0, to_the_end) == match.ann.sent);
    CHECK(stdin_of(log, 1, to_the_end) == match.bob.sent);
}

TEST_CASE("the input includes the turn in which a match was stopped, and the setup before a failed start") {
    ScriptedMatch stopped;
    stopped.ann.answers("DROP 0");
    stopped.bob.stops();
    const MatchLog log = stopped.play();
    CHECK(stdin_of(log, 0, to_the_end) == stopped.ann.sent);
    CHECK(stdin_of(log, 1, to_the_end) == stopped.bob.sent);

    ScriptedMatch unstarted;
    unstarted.ann.fails_to_start("no");
    const MatchLog short_log = unstarted.play();
    CHECK(stdin_of(short_log, 1, to_the_end) == unstarted.bob.sent);
}

TEST_CASE("in a resumed match the opening is in the first block") {
    ScriptedMatch match;
    match.plan.opening = {"DROP 0", "MAGNET", "DROP 1"};
    match.ann.answers("DROP 2").answers("DROP 3").stops();
    match.bob.answers("DROP 4");
    const MatchLog log = match.play();
    CHECK(stdin_of(log, 0, to_the_end) == match.ann.sent);
    CHECK(stdin_of(log, 1, to_the_end) == match.bob.sent);
    CHECK(match.ann.sent.find("\n3\n4\n0 DROP 0\n1 MAGNET\n0 DROP 1\n1 LOST\n") != std::string::npos);
}

TEST_CASE("the input up to a ply includes the block that the ply answers, and nothing later") {
    ScriptedMatch match;
    match.script(worked_example());
    const MatchLog log = match.play();
    std::array<std::string, 2> longest;
    for (int until = 1; until <= static_cast<int>(log.plies.size()); ++until) {
        const auto mover = static_cast<std::size_t>(log.plies[static_cast<std::size_t>(until - 1)].player);
        for (const std::size_t player : {std::size_t{0}, std::size_t{1}}) {
            const std::string bytes = stdin_of(log, static_cast<int>(player), until);
            CHECK(bytes.starts_with(longest[player]));
            CHECK((bytes.size() > longest[player].size()) == (player == mover || until == 1));
            CHECK((player == 0 ? match.ann : match.bob).sent.starts_with(bytes));
            longest[player] = bytes;
        }
    }
    CHECK(longest[0] == match.ann.sent);
    CHECK(longest[1] == match.bob.sent);
}

TEST_CASE("a log that contradicts the rules is distinguished from a damaged one, each with its place") {
    const std::string good = to_json(example_log(), protocol::Layout::one_line);
    CHECK(to_json(referee::checked_log(good, "match 3"), protocol::Layout::one_line) == good);
    CHECK(error_of([&] { referee::checked_log(good.substr(0, 50), "match 3"); }) ==
          "match 3 is damaged: not valid JSON at byte 51");
    MatchLog contradicted = example_log();
    contradicted.plies[1].player = 0;
    const std::string bad = to_json(contradicted, protocol::Layout::one_line);
    CHECK_THROWS_WITH_AS(
        referee::checked_log(bad, "match 3"),
        "match 3: ply 2: the log says that player 0 moved, but it is player 1's turn; the log contradicts the rules",
        referee::ContradictedLog);
    try {
        referee::check_log(contradicted, "match 3");
        FAIL("it was not refused");
    } catch (const referee::ContradictedLog& error) {
        CHECK(error.difference() == "ply 2: the log says that player 0 moved, but it is player 1's turn");
    }
}

TEST_CASE("settings that this program does not have are reported with the log's place") {
    MatchLog log = example_log();
    log.config[0].second = std::int64_t{100'000};
    CHECK(error_of([&] { referee::check_log(log, "match 3"); }).find("match 3: ") == 0);
    log = example_log();
    log.game = "chess";
    CHECK(error_of([&] { referee::check_log(log, "match 3"); }).find("match 3: unknown game 'chess'") == 0);
}
