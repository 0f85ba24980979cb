// Tests that the searches respect their time in every game and on its largest boards. Their time is either the limit of
// a move, or a clock for all moves.
#include <doctest/doctest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

#include "games/dice.hpp"
#include "sample_bots/alphabeta.hpp"
#include "sample_bots/games.hpp"
#include "sample_bots/greedy.hpp"
#include "sample_bots/mcts.hpp"

namespace {

using namespace sample_bots;
using std::chrono::microseconds;
using std::chrono::milliseconds;

/// The limit of a move that the referee would set. The search keeps a quarter of it in reserve. Under a sanitizer it
/// asks for the time less often.
constexpr milliseconds limit(24 * REFEREE_TIME_FACTOR);

/// The CPU time of this thread. The time of other programs does not count.
microseconds processor_time() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return microseconds(now.tv_sec * 1'000'000 + now.tv_nsec / 1000);
}

/// A position after `moves_made` random moves.
template <class G>
typename G::State random_position(const G& rules, int moves_made, games::Dice& dice) {
    auto state = rules.start();
    while (moves_made-- > 0) {
        if constexpr (games::Dealt<G>) rules.deal(state, dice);
        rules.play(state, random_move(rules, state, dice));
        REQUIRE(!games::is_over(rules.outcome(state)));
    }
    return state;
}

/// The times of the player's moves in a game against itself. The game begins with `random_moves` random moves. The
/// player then makes at most `max_moves` moves.
template <class G, class Player>
std::vector<microseconds> times_of(const G& rules, Player& player, int max_moves, int random_moves = 0) {
    games::Dice dice(5);
    std::vector<microseconds> times;
    auto state = random_position(rules, random_moves, dice);
    while (!games::is_over(rules.outcome(state)) && max_moves-- > 0) {
        if constexpr (games::Dealt<G>) rules.deal(state, dice);
        const auto start = processor_time();
        const auto move = player.choose(state);
        times.push_back(processor_time() - start);
        rules.play(state, move);
    }
    return times;
}

games::fitz::Config fitz_of_side(int side) {
    games::fitz::Config config;
    config.height = config.width = side;
    config.max_plies = games::fitz::longest_game;
    config.tiles = games::fitz::read_tiles({"builtin", std::string(games::fitz::builtin_text())});
    return config;
}

/// Calls `use(name, rules)` with the rules of each game.
template <class Use>
void with_each_game(Use use) {
    games::magnetize::with_rules({}, [&](const auto& rules) { use("magnetize", rules); });
    games::cluster::with_rules({}, [&](const auto& rules) { use("cluster", rules); });
    use("othello", games::othello::Othello({}));
    use("magnetic_cave", games::magnetic_cave::MagneticCave({}));
    use("fitz", games::fitz::Fitz<games::Bits<2>>(fitz_of_side(10)));
}

/// Calls `use(name, rules)` with the largest boards whose moves are listed, and with rules that make evaluations
/// expensive.
template <class Use>
void with_each_large_board(Use use) {
    games::magnetize::Config magnetize;
    magnetize.height = magnetize.width = games::magnetize::max_side;
    magnetize.square = games::magnetize::max_side;
    use("magnetize", games::magnetize::Magnetize<64>(magnetize));
    games::cluster::Config cluster;
    cluster.side = games::cluster::max_side;
    cluster.connect = 2 * games::cluster::max_side - 1;
    use("cluster", games::cluster::Cluster<games::cluster::max_side>(cluster));
    use("fitz", games::fitz::Fitz<games::Bits<64>>(fitz_of_side(64)));
}

/// Calls `use(name, rules, player)` with each searching player of each game.
template <class Use>
void with_each_player(const SearchLimits& limits, Use use) {
    with_each_game([&](const char* name, const auto& rules) {
        AlphaBeta alphabeta(rules, limits);
        use(std::string("alphabeta at ") + name, rules, alphabeta);
        Mcts mcts(rules, limits, 1);
        use(std::string("mcts at ") + name, rules, mcts);
    });
}

}  // namespace

TEST_CASE("a move takes no longer than its limit, whatever is searched") {
    with_each_player({.time = usable(limit)}, [&](const std::string& who, const auto& rules, auto& player) {
        CAPTURE(who);
        const auto times = times_of(rules, player, 6);
        REQUIRE(!times.empty());
        for (const auto time : times)
            CHECK(time < limit);
    });
}

TEST_CASE("a move takes no longer than its limit on the largest boards, whatever has been played") {
    const SearchLimits limits{.time = usable(limit)};
    with_each_large_board([&](const char* name, const auto& rules) {
        CAPTURE(std::string(name));
        for (const int random_moves : {0, 200}) {
            CAPTURE(random_moves);
            AlphaBeta alphabeta(rules, limits);
            Mcts mcts(rules, limits, 1);
            Greedy greedy(rules, limits, 1);
            const auto check = [&](const std::string& who, auto& player) {
                CAPTURE(who);
                for (const auto time : times_of(rules, player, 2, random_moves))
                    CHECK(time < limit);
            };
            check("alphabeta", alphabeta);
            check("mcts", mcts);
            check("greedy", greedy);
        }
    });
}

TEST_CASE("a sample on a large board ends when time runs out") {
    const games::fitz::Fitz<games::Bits<64>> rules(fitz_of_side(64));
    games::Dice dice(1);
    int asked = 0;
    CHECK(playout_of_fitz(rules, rules.start(), dice, [&] { return ++asked == 3; }) == games::Outcome::ongoing);
    CHECK(asked == 3);
    CHECK(games::is_over(playout_of_fitz(rules, rules.start(), dice, [] { return false; })));
}

TEST_CASE("a tree whose copy is stopped keeps its top") {
    using Tree = MctsTree<int>;
    constexpr std::uint16_t many = 600;
    Tree tree;
    const auto expand = [&](std::size_t node, std::uint16_t count) {
        tree.expand(node, std::vector<Tree::Node>(count, Tree::Node{.visits = 1}));
        return tree[node].children;
    };
    expand(0, 1);
    const auto first = expand(1, many);
    for (std::size_t i = 0; i < many; ++i)
        expand(first + i, 2);
    int asked = 0;
    tree.descend(1, [&] { return ++asked == 2; });
    CHECK(asked == 2);
    REQUIRE(tree.root().count == many);
    std::size_t expanded = 0;
    for (std::size_t i = 0; i < many; ++i) {
        const auto& child = tree[tree.root().children + i];
        CHECK(child.visits == 1);
        if (child.count == 0) continue;
        ++expanded;
        CHECK(child.count == 2);
        CHECK(tree[child.children + 1].visits == 1);
    }
    CHECK(expanded > 100);
    CHECK(expanded < many);
}

TEST_CASE("a game uses much of its clock, however short it is, and never more than all of it") {
    constexpr microseconds total(1'000'000);
    for (const microseconds increment : {microseconds(0), microseconds(100'000)}) {
        with_each_game([&]<class G>(const char* name, const G& rules) {
            CAPTURE(std::string(name));
            const Knowledge<G> knowledge(rules);
            Greedy<G> greedy(rules, {}, 1);
            games::Dice dice(5);
            GameTime clock(total, increment);
            microseconds used(0);
            microseconds given = total;
            auto state = rules.start();
            while (!games::is_over(rules.outcome(state))) {
                if constexpr (games::Dealt<G>) rules.deal(state, dice);
                if (rules.to_move(state) == games::Side::first) {
                    const microseconds share = clock.share(knowledge.moves_left(state));
                    clock.spend(share);
                    used += share;
                    CHECK(used <= given);
                    given += increment;
                }
                rules.play(state, greedy.choose(state));
            }
            CHECK(used * 100 >= given * 45);
        });
    }
}

TEST_CASE("all moves together respect the clock") {
    constexpr milliseconds total(150);
    constexpr milliseconds increment(1);
    const SearchLimits limits{.game_time = GameTime(total, increment)};
    with_each_player(limits, [&](const std::string& who, const auto& rules, auto& player) {
        CAPTURE(who);
        const auto times = times_of(rules, player, 40);
        microseconds used(0);
        for (std::size_t i = 0; i < times.size(); ++i) {
            used += times[i];
            CHECK(used < total + i * increment);
        }
    });
}
