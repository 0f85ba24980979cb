// Tests the readable texts about a match word for word.
#include "referee/match/summary.hpp"

#include <doctest/doctest.h>

#include "tests/protocol/sample_log.hpp"

namespace {

using protocol::Ending;
using protocol::MatchLog;
using referee::explain_forfeit;
using referee::headline;

const referee::Marks marks = {"*", "o"};

MatchLog ended(std::optional<int> winner, Ending ending, std::string detail) {
    MatchLog log = sparse_log();
    log.players[0].name = "ann";
    log.result = {winner, ending, std::move(detail)};
    return log;
}

}  // namespace

TEST_CASE("the headline says who won, how and when") {
    CHECK(headline(ended(0, Ending::by_rules, "square"), marks) == "ann (*) beats bob (o): square, after 2 plies");
    CHECK(headline(ended(1, Ending::by_rules, "square"), marks) == "bob (o) beats ann (*): square, after 2 plies");
    CHECK(headline(ended({}, Ending::by_rules, "board full"), marks) ==
          "ann (*) and bob (o) draw: board full, after 2 plies");
    CHECK(headline(ended({}, Ending::aborted, "the referee was stopped"), marks) ==
          "ann (*) against bob (o): aborted after 2 plies, the referee was stopped");
    CHECK(headline(ended({}, Ending::aborted, ""), marks) == "ann (*) against bob (o): aborted after 2 plies");
    CHECK(headline(sample_log(), marks) == "bob (o) beats ann (*): forfeit (crashed), after 2 plies");
    MatchLog one_ply = ended(0, Ending::by_rules, "square");
    one_ply.plies.pop_back();
    CHECK(headline(one_ply, marks) == "ann (*) beats bob (o): square, after 1 ply");
}

TEST_CASE("a forfeit is explained in full") {
    CHECK(explain_forfeit(sample_log(), marks) ==
          "ann (*) forfeits at ply 3: it crashed instead of answering\n"
          "  why       crashed: ended by signal 11\n"
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
          "  why       timeout: nothing came in time\n"
          "  received  nothing\n"
          "  valid     not listed\n"
          "  stderr    nothing\n");
}

TEST_CASE("an empty line that was received is not nothing") {
    MatchLog log = sample_log();
    log.failure->line = "";
    CHECK(explain_forfeit(log, marks).find("  received  \"\"\n") != std::string::npos);
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
    CHECK(text.find("  valid     DROP 0, DROP 1, ") != std::string::npos);
    CHECK(text.find("... (65 in all)\n") != std::string::npos);
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
    CHECK(text.find("first") == std::string::npos);
    CHECK(text.find("| line 8") == std::string::npos);
    CHECK(text.find("  stderr    | line 9\\x1b[2J\n") != std::string::npos);
    CHECK(text.find("            | " + std::string(400, 'x') + "\n") != std::string::npos);
    CHECK(text.find("            (the last of 22 lines)\n") != std::string::npos);
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
