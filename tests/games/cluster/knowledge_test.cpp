// Tests the sample bots' knowledge of CLUSTER: the possible hands, and the positions that win at once.
#include "sample_bots/evaluate_cluster.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "games/cluster/rules.hpp"
#include "tests/games/random.hpp"

namespace games_test {

namespace {

using games::cluster::Cluster;
using Rules = Cluster<4>;
using Knowledge = sample_bots::Knowledge<Rules>;
using Hand = std::pair<int, int>;  ///< the number of pellets of the lower colour, and of the higher colour

Hand hand_of(const Rules& rules, const Rules::State& state) {
    Hand held;
    for (const auto colour : rules.hand(state))
        ++(colour < 2 ? held.first : held.second);
    return held;
}

std::vector<Rules::Move> moves_of(const Rules& rules, const Rules::State& state) {
    Rules::Moves moves;
    rules.moves(state, moves);
    return {moves.begin(), moves.end()};
}

bool can_make_a_match(const Rules& rules, const Rules::State& state) {
    for (const auto move : moves_of(rules, state)) {
        auto after = state;
        rules.play(after, move);
        const auto reason = rules.reason(after);
        if (rules.outcome(after) == games::won(rules.to_move(state)) && reason != "out of pellets") return true;
    }
    return false;
}

}  // namespace

TEST_CASE("CLUSTER: bots weight each hand by how often it is drawn") {
    const Rules rules({4, 4, 100});
    const Knowledge knowledge(rules);
    constexpr int draws = 4000;
    for (const int player : {0, 1}) {
        for (int lows = 0; lows <= 3; ++lows) {
            for (int highs = lows == 0 ? 1 : 0; highs <= 3; ++highs) {
                auto state = rules.start();
                state.to_move = games::side_of(player);
                state.bags[static_cast<std::size_t>(player)] = static_cast<std::uint16_t>(lows);
                state.bags[static_cast<std::size_t>(player) + 2] = static_cast<std::uint16_t>(highs);
                INFO("player " << player << ", bag " << lows << " and " << highs);
                std::map<Hand, int> reckoned;
                knowledge.for_each_hand(state, [&](const Rules::State& dealt, int weight) {
                    REQUIRE(weight > 0);
                    reckoned[hand_of(rules, dealt)] += weight;
                });
                std::map<Hand, int> drawn;
                games::Dice dice(7);
                for (int i = 0; i < draws; ++i) {
                    auto dealt = state;
                    rules.deal(dealt, dice);
                    ++drawn[hand_of(rules, dealt)];
                }
                REQUIRE(reckoned.size() == drawn.size());
                for (const auto& [hand, times] : drawn)
                    CHECK(std::abs(reckoned[hand] * draws / sample_bots::all_hands - times) < draws / 16);
                auto supposed = state;
                knowledge.suppose_hand(supposed);
                CHECK(drawn.contains(hand_of(rules, supposed)));
                if (lows > 0 && highs > 0) CHECK(hand_of(rules, supposed) == Hand{1, 1});
            }
        }
    }
}

TEST_CASE("CLUSTER: bots see at once whether a match can be made") {
    Random random(4);
    int seen = 0;
    for (int round = 0; round < 400; ++round) {
        const Rules rules({random.between(3, 4), random.between(2, 5), 100});
        const Knowledge knowledge(rules);
        games::Dice dice(random.bits());
        auto state = rules.start();
        while (!games::is_over(rules.outcome(state))) {
            rules.deal(state, dice);
            const bool expected = can_make_a_match(rules, state);
            REQUIRE(knowledge.wins_at_once(state) == expected);
            REQUIRE(std::abs(knowledge.evaluate(state)) < sample_bots::sure_win / 2);
            seen += expected;
            rules.play(state, random.one_of(moves_of(rules, state)));
        }
    }
    CHECK(seen > 100);
}

TEST_CASE("CLUSTER: the key of a position depends on hands, bags and pellets, but not on the direction of gravity") {
    const Rules rules({4, 4, 100});
    auto state = rules.start();
    rules.put(state, 0, 1);
    auto other = state;
    other.gravity = 3;
    CHECK(rules.key(other) == rules.key(state));
    rules.take(other, 0);
    CHECK(rules.key(other) != rules.key(state));
    // `bags` does not count the hand. Now `another` has the same bags as `other`, but a different hand.
    auto another = state;
    --another.bags[0];
    CHECK(rules.key(another) != rules.key(other));
    another = state;
    --another.bags[3];
    CHECK(rules.key(another) != rules.key(state));
    another = state;
    rules.put(another, 1, 1);
    CHECK(rules.key(another) != rules.key(state));
    another = state;
    another.to_move = games::opponent(another.to_move);
    CHECK(rules.key(another) != rules.key(state));
}

}  // namespace games_test
