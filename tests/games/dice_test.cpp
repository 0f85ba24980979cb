// Tests the random generator of games with chance. Its numbers determine every match record, so they must never change.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "games/dice.hpp"

namespace games_test {

TEST_CASE("the dice draw the published numbers of SplitMix64") {
    games::Dice dice(1234567);
    for (const std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                         4593380528125082431u, 16408922859458223821u}) {
        CHECK(dice.next() == expected);
    }
}

TEST_CASE("a bounded draw skips the numbers that would make some results likelier") {
    for (const std::uint64_t bound : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{6}, std::uint64_t{1} << 63,
                                      (std::uint64_t{1} << 63) + 1, ~std::uint64_t{0}, std::uint64_t{3} << 62}) {
        games::Dice dice(bound);
        games::Dice plain(bound);
        const std::uint64_t two_to_64_modulo_bound = (~std::uint64_t{0} % bound + 1) % bound;
        for (int i = 0; i < 1000; ++i) {
            std::uint64_t expected = plain.next();
            while (expected < two_to_64_modulo_bound)
                expected = plain.next();
            REQUIRE(dice.below(bound) == expected % bound);
        }
    }
}

TEST_CASE("each face of a die comes up about as often as the others") {
    games::Dice dice(42);
    std::vector<int> times(6);
    for (int i = 0; i < 60'000; ++i)
        ++times.at(static_cast<std::size_t>(dice.below(6)));
    // The standard deviation is 91.
    for (const int count : times)
        CHECK(count == doctest::Approx(10'000).epsilon(0.05));
}

}  // namespace games_test
