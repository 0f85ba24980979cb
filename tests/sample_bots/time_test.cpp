// The searches keep to their time, in every game: to the limit of a move, and to a clock for all moves.
#include <doctest/doctest.h>

#include <chrono>
#include <ctime>
#include <string>
#include <vector>

#include "games/dice.hpp"
#include "sample_bots/alphabeta.hpp"
#include "sample_bots/games.hpp"
#include "sample_bots/mcts.hpp"

namespace {

using namespace sample_bots;
using std::chrono::microseconds;
using std::chrono::milliseconds;

/// Of this thread only: what other programs take does not count.
microseconds processor_time() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return microseconds(now.tv_sec * 1'000'000 + now.tv_nsec / 1000);
}

/// The times of the player's moves in a game against itself of at most so many moves.
template <class G, class Player>
std::vector<microseconds> times_of(const G& rules, Player& player, int max_moves) {
    games::Dice dice(5);
    std::vector<microseconds> times;
    auto state = rules.start();
    while (!games::is_over(rules.outcome(state)) && max_moves-- > 0) {
        if constexpr (games::Dealt<G>) rules.deal(state, dice);
        const auto start = processor_time();
        const auto move = player.choose(state);
        times.push_back(processor_time() - start);
        rules.play(state, move);
    }
    return times;
}

/// Calls `use(name, rules)` with the rules of each game.
template <class Use>
void with_each_game(Use use) {
    games::magnetize::with_rules({}, [&](const auto& rules) { use("magnetize", rules); });
    games::cluster::with_rules({}, [&](const auto& rules) { use("cluster", rules); });
    use("othello", games::othello::Othello({}));
    use("magnetic_cave", games::magnetic_cave::MagneticCave({}));
    games::fitz::Config fitz;
    fitz.tiles = games::fitz::read_tiles({"builtin", std::string(games::fitz::builtin_text())});
    use("fitz", games::fitz::Fitz<games::Bits<2>>(fitz));
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
    // The limit is one of the referee's, of which a quarter is kept back.
    constexpr milliseconds limit(24);
    with_each_player({.time = usable(limit)}, [&](const std::string& who, const auto& rules, auto& player) {
        CAPTURE(who);
        const auto times = times_of(rules, player, 6);
        REQUIRE(!times.empty());
        for (const auto time : times)
            CHECK(time < limit);
    });
}

TEST_CASE("all moves together take no longer than a clock gives, and most of them are thought about") {
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
