// Who is to blame for a late answer: the bot, or others who had the cores.
#include "referee/players/fairness.hpp"

#include <doctest/doctest.h>

namespace {

using namespace std::chrono_literals;
using referee::CpuUse;
using referee::Disturbance;
using referee::Duration;
using Kind = referee::Disturbance::Kind;

/// The judgement on a turn that was watched for 100 ms, in which 20 ms are tolerated.
std::optional<Kind> judged(Duration referee_late, std::optional<CpuUse> use, int cores = 1) {
    const auto disturbance = referee::disturbance_of({referee_late, 20ms, 100ms, use, cores});
    return disturbance ? std::optional(disturbance->kind) : std::nullopt;
}

}  // namespace

TEST_CASE("a bot that was silent is late by its own doing, unless the referee was late too") {
    CHECK_FALSE(judged(0ms, CpuUse{0ms, 0ms}));
    CHECK_FALSE(judged(20ms, CpuUse{0ms, 0ms}));
    CHECK(judged(21ms, CpuUse{0ms, 0ms}) == Kind::referee_late);
    CHECK(judged(21ms, std::nullopt) == Kind::referee_late);
    CHECK_FALSE(judged(0ms, std::nullopt));
}

TEST_CASE("a bot that had its core nearly all the time is late by its own doing, however late the referee was") {
    CHECK_FALSE(judged(1s, CpuUse{100ms, 0ms}));
    CHECK_FALSE(judged(1s, CpuUse{80ms, 0ms}));
    CHECK(judged(1s, CpuUse{79ms, 0ms}) == Kind::referee_late);
}

TEST_CASE("threads that wait for each other on the bot's own core are its own doing") {
    CHECK_FALSE(judged(30ms, CpuUse{99ms, 24s}));
    CHECK_FALSE(judged(0ms, CpuUse{99ms, 24s}));
    CHECK_FALSE(judged(0ms, CpuUse{390ms, 24s}, 4));
    CHECK(judged(0ms, CpuUse{350ms, 24s}, 4) == Kind::no_core);
}

TEST_CASE("a bot that others kept from its core is not late by its own doing") {
    CHECK(judged(0ms, CpuUse{3ms, 95ms}) == Kind::no_core);
    CHECK(judged(0ms, CpuUse{50ms, 50ms}) == Kind::no_core);
    CHECK_FALSE(judged(0ms, CpuUse{3ms, 20ms}));
    CHECK(judged(0ms, CpuUse{3ms, 21ms}) == Kind::no_core);
    CHECK_FALSE(judged(0ms, CpuUse{85ms, 15ms}));
}

TEST_CASE("the time that a bot was denied is what it waited, at most what it did not use of its cores") {
    CHECK(referee::time_denied({3ms, 95ms}, 100ms, 1) == 95ms);
    CHECK(referee::time_denied({50ms, 24s}, 100ms, 1) == 50ms);
    CHECK(referee::time_denied({150ms, 24s}, 100ms, 2) == 50ms);
    CHECK(referee::time_denied({10ms, 24s}, 100ms, 2) == 100ms);
    CHECK(referee::time_denied({300ms, 24s}, 100ms, 1) == 0ms);
}
