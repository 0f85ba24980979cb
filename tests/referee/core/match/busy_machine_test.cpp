// A game that was lost on time is marked if the machine took much of the last turn, and only then.
#include "referee/core/match/busy_machine.hpp"

#include <doctest/doctest.h>

#include "tests/protocol/sample_log.hpp"

namespace {

using namespace std::chrono_literals;
using protocol::MatchLog;
using protocol::Micros;

/// An older log of a match in which the first player was late: it used `cpu` and waited for `waited` in a turn that
/// lasted for `elapsed`. The limit is 100 ms, and the margin 20 ms.
MatchLog late(Micros elapsed, Micros cpu, Micros waited) {
    MatchLog log = sample_log();
    log.result = {1, protocol::Ending::timeout, "nothing came in time"};
    log.failure->elapsed = elapsed;
    log.failure->cpu = cpu;
    log.failure->waited = waited;
    log.failure->taken.reset();
    return log;
}

Micros taken(const MatchLog& log) {
    return referee::taken_by_machine({log.players, log.limits, log.result, log.failure});
}

}  // namespace

using referee::machine_was_busy;

TEST_CASE("what the log says that the machine took counts, and not the waits of threads for each other") {
    auto log = late(120ms, 30ms, 59ms);
    log.failure->taken = 20ms;
    CHECK_FALSE(machine_was_busy(log));
    log.failure->taken = 20'001us;
    CHECK(machine_was_busy(log));
}

TEST_CASE("a bot that waited long for a core tells nothing about its strength") {
    CHECK(taken(late(120ms, 30ms, 59ms)) == 59ms);
    CHECK(machine_was_busy(late(120ms, 30ms, 59ms)));
    CHECK(machine_was_busy(late(120ms, 30ms, 20'001us)));
    CHECK_FALSE(machine_was_busy(late(120ms, 30ms, 20ms)));
    CHECK_FALSE(machine_was_busy(late(120ms, 120ms, 0ms)));
}

TEST_CASE("a bot whose threads wait for each other is not held up by others") {
    CHECK(taken(late(120ms, 115ms, 700ms)) == 5ms);
    CHECK_FALSE(machine_was_busy(late(120ms, 115ms, 700ms)));
    CHECK_FALSE(machine_was_busy(late(120ms, 230ms, 700ms)));  // on two cores
    CHECK(taken(late(120ms, 230ms, 700ms)) == 0ms);
}

TEST_CASE("a turn that lasted much longer than it should was not fair either") {
    CHECK(taken(late(165ms, 150ms, 1ms)) == 45ms);
    CHECK(machine_was_busy(late(165ms, 150ms, 1ms)));
    CHECK_FALSE(machine_was_busy(late(140ms, 130ms, 1ms)));
    MatchLog own = late(165ms, 150ms, 1ms);  // with limits of its own
    own.players[0].limits = own.limits;
    own.players[0].limits->margin = 60ms;
    CHECK_FALSE(machine_was_busy(own));
}

TEST_CASE("of a long limit, a wait must be a tenth") {
    MatchLog log = late(1'020ms, 900ms, 100ms);
    log.failure->limit = 1s;
    CHECK_FALSE(machine_was_busy(log));
    log.failure->waited = 101ms;
    CHECK(machine_was_busy(log));
}

TEST_CASE("without measurements and for other endings, nothing is said") {
    MatchLog log = late(500ms, 30ms, 400ms);
    log.failure->waited.reset();
    CHECK_FALSE(machine_was_busy(log));
    log.failure->taken = 400ms;
    log.failure->limit.reset();
    CHECK_FALSE(machine_was_busy(log));
    log = late(500ms, 30ms, 400ms);
    log.result.ending = protocol::Ending::crashed;
    CHECK_FALSE(machine_was_busy(log));
    log = late(500ms, 30ms, 400ms);
    log.failure.reset();
    CHECK_FALSE(machine_was_busy(log));
}
