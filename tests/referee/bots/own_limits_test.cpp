#include "referee/bots/own_limits.hpp"

#include <doctest/doctest.h>

#include "games/user_error.hpp"

namespace referee {

namespace {

using namespace std::chrono_literals;

}  // namespace

TEST_CASE("limits of one entrant are the same after they are written and read") {
    for (const char* text : {"", "move-time=50ms", "move-time=50ms,first-move-time=2s,clock=1m+1s,memory=256M",
                             "clock=90s", "memory=none", "memory=1536M", "memory=2G"}) {
        CHECK(to_text(parse_own_limits(text, "x")) == text);
    }
    CHECK_FALSE(parse_own_limits("", "x").any());
    CHECK(parse_own_limits("memory=none", "x").any());
    CHECK(parse_own_limits("move-time=0.05s", "x") == parse_own_limits("move=50ms", "x"));
    CHECK(to_text(parse_own_limits("first=2s,move=50ms", "x")) == "move-time=50ms,first-move-time=2s");
}

TEST_CASE("limits of all bots are the same after they are written and read") {
    for (const char* text : {"move=50ms", "move=50ms,first=2s,clock=1m+1s,margin=20ms,memory=none,processes=64,cpus=1",
                             "processes=none,cpus=all"}) {
        CHECK(option_text(parse_common_limits(text, "x")) == text);
    }
    CHECK_THROWS_AS((void)parse_common_limits("", "x"), games::UserError);
    CHECK_THROWS_AS((void)parse_common_limits("cpus=0", "x"), games::UserError);
}

TEST_CASE("given limits replace the existing ones") {
    const OwnLimits before = parse_own_limits("move=50ms,memory=256M", "x");
    CHECK(option_text(before.replaced_by(parse_own_limits("first=2s,memory=none", "x"))) ==
          "move=50ms,first=2s,memory=none");
    CHECK(before.replaced_by({}) == before);
}

TEST_CASE("an invalid limit is refused") {
    for (const char* text : {"move", "move-time", "processes=3", "cpus=1", "move=1s,move-time=1s",
                             "move-time=", "move-time=0ms", "move-time=50", "margin=1s", "memory=1K", "clock=0s",
                             "move-time=50ms,,", "memory=256M,x=1", "move-time=50ms,", "move-time=50ms,move-time=9s"}) {
        CAPTURE(text);
        CHECK_THROWS_AS((void)parse_own_limits(text, "x"), games::UserError);
    }
}

TEST_CASE("a limit that an entrant lacks falls back to the limit for all bots") {
    protocol::Limits common;
    common.first_move = 1s;
    common.move = 100ms;
    common.margin = 20ms;
    common.memory_bytes = std::uint64_t{1} << 30;
    common.kept_by = "cgroup v2";
    const auto own = [&](const char* text) { return with_own(common, parse_own_limits(text, "x")); };
    CHECK(own("") == common);
    CHECK(own("move-time=50ms").move == 50ms);
    CHECK(own("move-time=50ms").first_move == 1s);
    CHECK(own("move-time=5s").first_move == 5s);
    CHECK(own("first-move-time=20ms").first_move == 20ms);
    CHECK(own("clock=60s+1s").clock->increment == 1s);
    CHECK_FALSE(own("clock=60s+1s").move);
    CHECK_FALSE(own("clock=60s+1s").first_move);
    CHECK(own("memory=256M").memory_bytes == std::uint64_t{256} << 20);
    CHECK(own("memory=256M").move == 100ms);
    CHECK_FALSE(own("memory=none").memory_bytes.has_value());
    CHECK(own("memory=none").kept_by == "nothing");
}

}  // namespace referee
