#include "referee/arena/final_plan.hpp"

#include <doctest/doctest.h>

#include "referee/core/match/seed.hpp"

namespace referee::arena {

using namespace std::chrono_literals;
using tournament::Format;

TEST_CASE("A final is a round robin if it fits into its time") {
    FinalPlan plan = plan_final(10, 2, 1h, std::nullopt, 2);
    CHECK(plan.format == Format::round_robin);
    CHECK(plan.games == 2);
    CHECK(plan.all_games == 90);
    CHECK(!plan.duration);
    plan = plan_final(10, 2, 1h, 10s, 2);  // a pair for each pairing takes 450 s
    CHECK(plan.games == 16);
    CHECK(plan.all_games == 720);
    CHECK(plan.duration == 1h);
    CHECK(plan_final(3, 2, 1h, 1ms, 2).games == 2 * max_pairs_of_final);
}

TEST_CASE("A large class plays a Swiss final, with two pairs more against each bot of the staff") {
    const FinalPlan plan = plan_final(42, 2, 58min, 10s, 2);  // a round robin would take 8,610 s
    CHECK(plan.format == Format::swiss);
    CHECK(plan.rounds == 8);  // of 210 s each; the games against the staff take 1,600 s
    CHECK(plan.all_games == 8 * 42 + 2 * 40 * 4);
    CHECK(plan.duration == 3280s);
    CHECK(plan_final(42, 2, 1min, 10s, 2).rounds == 7);  // the usual number
}

TEST_CASE("The seed of the final follows from its secret") {
    CHECK(seed_of_final("A") == seed_of_final("A"));
    CHECK(seed_of_final("A") != seed_of_final("B"));
    CHECK(seed_of_final("A") <= max_seed);
}

}  // namespace referee::arena
