// Tests what is made of a match log: a manipulated log is detected at the first ply that contradicts the rules, the
// text sent to a bot is reproduced byte for byte, and the readable texts about a match are right word for word.
#include "referee/core/match/record.hpp"
#include "referee/core/match/summary.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "tests/messages.hpp"
#include "tests/protocol/sample_log.hpp"
#include "tests/referee/scripted_match.hpp"

namespace {

using protocol::Ending;
using protocol::MatchLog;
using referee::difference;
using referee::explain_forfeit;
using referee::headline;
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

/// Plays the match and checks that the log reproduces the input of both bots byte for byte.
void check_input(ScriptedMatch& match) {
    const MatchLog log = match.play();
    CHECK(stdin_of(log, 0, to_the_end) == match.ann.sent);
    CHECK(stdin_of(log, 1, to_the_end) == match.bob.sent);
}

std::string replaced(std::string text, const std::string& old, const std::string& fresh) {
    const auto at = text.find(old);
    REQUIRE(at != std::string::npos);
    return text.replace(at, old.size(), fresh);
}

const referee::Marks marks = {"*", "o"};

MatchLog ended(std::optional<int> winner, Ending ending, std::string detail) {
    MatchLog log = sparse_log();
    log.players[0].name = "ann";
    log.result = {winner, ending, std::move(detail)};
    return log;
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
        return error_of([&] { return referee::spec_of(log); });
    };
    CHECK(contains(said([](MatchLog& log) { log.game = "chess"; }), "unknown game 'chess'"));
    CHECK(contains(said([](MatchLog& log) { log.config[0].first = "hight"; }), "height"));
    CHECK(contains(said([](MatchLog& log) { log.config[0].second = 1000; }), "out of range"));
    CHECK(contains(said([](MatchLog& log) { log.config[0].second = std::vector<std::vector<std::string>>{{"x"}}; }),
                   "not a file"));
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
    check_input(match);
    CHECK(match.ann.sent.size() > 500);
}

TEST_CASE("the input includes the turn that a bot lost by a fault") {
    ScriptedMatch match;
    match.ann.answers("DROP 0").answers("nonsense");
    match.bob.answers("DROP 0");
    check_input(match);
}

TEST_CASE("the input includes the turn in which a match was stopped, and the setup before a failed start") {
    ScriptedMatch stopped;
    stopped.ann.answers("DROP 0");
    stopped.bob.stops();
    check_input(stopped);
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
    check_input(match);
    CHECK(contains(match.ann.sent, "\n3\n4\n0 DROP 0\n1 MAGNET\n0 DROP 1\n1 LOST\n"));
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

TEST_CASE("the headline says who won, how and when") {
    CHECK(headline(ended(0, Ending::by_rules, "square"), marks) == "ann (*) beats bob (o): square, after 2 plies");
    CHECK(headline(ended(1, Ending::by_rules, "square"), marks) == "bob (o) beats ann (*): square, after 2 plies");
    CHECK(headline(ended({}, Ending::by_rules, "board full"), marks) ==
          "ann (*) and bob (o) draw: board full, after 2 plies");
    CHECK(headline(ended({}, Ending::aborted, "the referee was stopped"), marks) ==
          "ann (*) against bob (o): aborted after 2 plies, the referee was stopped");
    CHECK(headline(ended({}, Ending::aborted, ""), marks) == "ann (*) against bob (o): aborted after 2 plies");
    CHECK(headline(sample_log(), marks) == "bob (o) beats ann (*): ann crashed at ply 3");
    MatchLog never = sample_log();
    never.result.ending = Ending::failed_to_start;
    CHECK(headline(never, marks) == "bob (o) beats ann (*): ann could not be started");
    MatchLog one_ply = ended(0, Ending::by_rules, "square");
    one_ply.plies.pop_back();
    CHECK(headline(one_ply, marks) == "ann (*) beats bob (o): square, after 1 ply");
}

TEST_CASE("a forfeit is explained in full") {
    CHECK(explain_forfeit(sample_log(), marks) ==
          "ann (*) forfeits at ply 3: it crashed instead of answering\n"
          "  why       ended by signal 11\n"
          "  received  \"half an ans\"\n"
          "  valid     DROP 0, MAGNET\n"
          "  time      77 us of 100ms (and 20ms margin)\n"
          "  cores     it used 55 us of CPU, and waited 22 us for a core\n"
          "  stderr    | oh\n"
          "            | no\n");
}

TEST_CASE("a forfeit of which little is known is explained as far as that goes") {
    MatchLog log = sample_log();
    log.result = {0, Ending::timeout, "nothing came in time"};
    log.failure = protocol::Failure{};
    log.failure->player = 1;
    CHECK(explain_forfeit(log, marks) ==
          "bob (o) forfeits at ply 3: it did not answer in time\n"
          "  why       nothing came in time\n"
          "  received  nothing\n"
          "  valid     not listed\n"
          "  stderr    nothing\n");
}

TEST_CASE("an empty line that was received is not nothing") {
    MatchLog log = sample_log();
    log.failure->line = "";
    CHECK(contains(explain_forfeit(log, marks), "  received  \"\"\n"));
}

TEST_CASE("a bot that could not be started is reported with the system's reason only") {
    MatchLog log = sample_log();
    log.plies.clear();
    log.result = {1, Ending::failed_to_start, "Exec format error"};
    CHECK(explain_forfeit(log, marks) ==
          "ann (*) forfeits: it could not be started\n"
          "  why       Exec format error\n");
}

TEST_CASE("if there are many valid moves, some are shown on two lines, with their number") {
    MatchLog log = sample_log();
    log.failure->valid_moves.clear();
    for (int column = 0; column < 64; ++column)
        log.failure->valid_moves.push_back("DROP " + std::to_string(column));
    log.failure->valid_moves.emplace_back("MAGNET");
    const std::string text = explain_forfeit(log, marks);
    CHECK(contains(text, "  valid     DROP 0, DROP 1, "));
    CHECK(contains(text, ", ..., MAGNET (65 in all)\n"));
    log.failure->valid_moves.erase(log.failure->valid_moves.begin() + 12, log.failure->valid_moves.end() - 1);
    CHECK(contains(explain_forfeit(log, marks), "DROP 8, DROP 9, DROP 10, DROP 11, MAGNET\n"));
    for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
        CHECK(text.find('\n', begin) - begin <= 80);
    }
}

TEST_CASE("the last lines of a long stderr are shown, cut and harmless") {
    MatchLog log = sample_log();
    log.failure->stderr_tail = "first\n\n";
    for (int i = 0; i < 20; ++i)
        log.failure->stderr_tail += "line " + std::to_string(i) + "\x1b[2J\n";
    log.failure->stderr_tail += std::string(1000, 'x');
    const std::string text = explain_forfeit(log, marks);
    CHECK_FALSE(contains(text, "first"));
    CHECK_FALSE(contains(text, "| line 8"));
    CHECK(contains(text, "  stderr    | line 9\\x1b[2J\n"));
    CHECK(contains(text, "            | " + std::string(400, 'x') + "\n"));
    CHECK(contains(text, "            (the last of 22 lines)\n"));
}

TEST_CASE("untrusted text never controls a terminal") {
    MatchLog log = sample_log();
    const std::string hostile = "\x1b[2J\r\n\x07\xff\xc2\x9b";
    log.players[0].name = log.players[1].name = hostile;
    log.result.detail = hostile;
    log.failure->line = hostile;
    log.failure->valid_moves = {hostile};
    log.failure->stderr_tail = hostile;
    log.id = log.started_at = hostile;
    for (const std::string& text : {explain_forfeit(log, marks), headline(log, marks)}) {
        for (const char c : text)
            CHECK((c == '\n' || (c >= 0x20 && c < 0x7f)));
    }
    for (const auto ending : {Ending::by_rules, Ending::aborted}) {
        log.result.ending = ending;
        log.result.winner.reset();
        for (const char c : headline(log, marks))
            CHECK((c >= 0x20 && c < 0x7f));
    }
}
