// Tests that the sample bots rebuild a position of CLUSTER correctly from the blocks that they are sent.
#include "sample_bots/cluster_frame.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <string>

#include "games/cluster/rules.hpp"
#include "tests/games/random.hpp"

namespace games_test {

namespace {

using Rules = games::cluster::Cluster<4>;
using games::Side;

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

TEST_CASE("CLUSTER: bots rebuild each position and their own bag from the blocks") {
    for (std::uint64_t seed = 0; seed < 200; ++seed)
        check_game(seed, 0, 20);
}

TEST_CASE("CLUSTER: bots know both bags until gravity is turned, even in a resumed match") {
    for (std::uint64_t seed = 0; seed < 200; ++seed)
        check_game(seed, static_cast<int>(seed % 12), 0);
}

}  // namespace games_test
