// Tests what the sample bots know of CLUSTER (the possible hands, and the positions that win at once), and that they
// rebuild a position from the blocks.
#include "sample_bots/cluster_frame.hpp"
#include "sample_bots/evaluate_cluster.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "games/cluster/rules.hpp"
#include "tests/games/random.hpp"

namespace games_test {

namespace {

using games::cluster::Cluster;
using Rules = Cluster<4>;
using Knowledge = sample_bots::Knowledge<Rules>;
using games::Side;

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

/// Replaces stdin and stdout, from which a Wire reads and to which it writes.
class Pipes {
public:
    Pipes() {
        for (const int fd : {0, 1}) {
            std::array<int, 2> ends{};
            saved_[static_cast<std::size_t>(fd)] = dup(fd);
            REQUIRE(pipe(ends.data()) == 0);
            dup2(ends[static_cast<std::size_t>(fd)], fd);
            close(ends[static_cast<std::size_t>(fd)]);
            others_[static_cast<std::size_t>(fd)] = ends[static_cast<std::size_t>(1 - fd)];
        }
    }
    Pipes(const Pipes&) = delete;
    Pipes& operator=(const Pipes&) = delete;
    ~Pipes() {
        for (const int fd : {0, 1}) {
            dup2(saved_[static_cast<std::size_t>(fd)], fd);
            close(saved_[static_cast<std::size_t>(fd)]);
            close(others_[static_cast<std::size_t>(fd)]);
        }
    }

    void tell(const std::string& block) const {
        REQUIRE(write(others_[0], block.data(), block.size()) == static_cast<ssize_t>(block.size()));
    }
    std::string heard() const {
        std::array<char, 100> text{};
        const auto size = read(others_[1], text.data(), text.size());
        return {text.data(), static_cast<std::size_t>(size > 0 ? size : 0)};
    }

private:
    std::array<int, 2> saved_{};
    std::array<int, 2> others_{};  ///< the other ends of the pipes, which the test uses
};

/// Plays a random game in which one side receives blocks only from ply `first_told` on. The position that this side
/// rebuilds must be right in everything that the side can know.
void check_game(std::uint64_t seed, int first_told, int rotations_per_cent) {
    Random random(seed);
    const Rules rules({4, 7, 100});
    const Side you = games::side_of(random.below(2));
    const Pipes pipes;
    sample_bots::Wire wire;
    sample_bots::Frame frame(wire, rules, you);
    games::Dice dice(random.bits());
    auto state = rules.start();
    auto told = state;
    for (rules.deal(state, dice);; rules.deal(state, dice)) {
        Rules::Moves moves;
        rules.moves(state, moves);
        auto move = moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))];
        while (move.is_rotation() != random.percent(rotations_per_cent))
            move = moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))];
        if (rules.to_move(state) == you && state.plies >= first_told) {
            std::string block;
            write_turn_block(rules, told, state, you, block);
            told = state;
            pipes.tell(block);
            INFO("seed " << seed << " ply " << state.plies);
            const auto* const heard = frame.next_turn();
            REQUIRE(heard != nullptr);
            const auto& rebuilt = *heard;
            REQUIRE(rebuilt.pellets == state.pellets);
            REQUIRE(rebuilt.place_of == state.place_of);
            REQUIRE(rebuilt.gravity == state.gravity);
            REQUIRE(rebuilt.hand == state.hand);
            REQUIRE(rules.to_move(rebuilt) == you);
            const auto own = static_cast<std::size_t>(games::index(you));
            REQUIRE(rebuilt.bags[own] == state.bags[own]);
            REQUIRE(rebuilt.bags[own + 2] == state.bags[own + 2]);
            if (rotations_per_cent == 0) REQUIRE(rebuilt.bags == state.bags);
            const auto left = [&](const Rules::State& at) { return at.bags[1 - own] + at.bags[3 - own]; };
            // The rebuilt number of a colour never falls below 0, even if more pellets of the colour are placed than
            // were assumed to be left.
            REQUIRE(left(rebuilt) >= left(state));
            REQUIRE(left(rebuilt) <= left(state) + rotations_per_cent / 4);
            frame.answer(move);
            std::string expected;
            write_move(rules, move, expected);
            REQUIRE(pipes.heard() == expected + "\n");
        }
        rules.play(state, move);
        if (games::is_over(rules.outcome(state))) return;
    }
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

TEST_CASE("CLUSTER: bots know what each rotation and each hand would decide") {
    Random random(5);
    std::array<int, 3> seen{};
    int turned = 0;
    for (int round = 0; round < 400; ++round) {
        const Rules rules({random.between(3, 4), random.between(3, 5), 100});
        const Knowledge knowledge(rules);
        const sample_bots::ClusterCounts<4> counts(rules);
        games::Dice dice(random.bits());
        auto state = rules.start();
        while (!games::is_over(rules.outcome(state))) {
            std::array<int, 3> expected{};  // won, drawn, lost
            for (int cycles = 1; cycles < games::cluster::directions; ++cycles) {
                auto after = state;
                rules.turn(after, cycles);
                const auto outcome = games::cluster::judge<4>(after.pellets, rules.config().connect);
                if (!games::is_over(outcome)) continue;
                ++expected[outcome == games::won(rules.to_move(state)) ? 0 : outcome == games::Outcome::drawn ? 1 : 2];
                ++turned;
            }
            const auto rotations = counts.rotations(state);
            REQUIRE(std::array{rotations.won, rotations.drawn, rotations.lost} == expected);
            auto supposed = state;
            knowledge.suppose_hand(supposed);
            int hands = 0;
            int winning = 0;
            knowledge.for_each_hand(state, [&](const Rules::State& dealt, int) {
                ++hands;
                winning += knowledge.wins_at_once(dealt);
            });
            const auto win = knowledge.prospect(supposed, false).win;
            using sample_bots::Win;
            REQUIRE(win == (winning == 0 ? Win::none : winning < hands ? Win::likely : Win::sure));
            ++seen[static_cast<std::size_t>(win)];
            rules.deal(state, dice);
            rules.play(state, random.one_of(moves_of(rules, state)));
        }
    }
    CHECK(turned > 100);
    for (const int number : seen)
        CHECK(number > 100);
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

TEST_CASE("CLUSTER: bots rebuild each position and their own bag from the blocks") {
    for (std::uint64_t seed = 0; seed < 200; ++seed)
        check_game(seed, 0, 20);
}

TEST_CASE("CLUSTER: bots know both bags until gravity is turned, even in a resumed match") {
    for (std::uint64_t seed = 0; seed < 200; ++seed)
        check_game(seed, static_cast<int>(seed % 12), 0);
}

}  // namespace games_test
