#include "bench/rules_subjects.hpp"

#include <algorithm>

#include "games/cluster/rules.hpp"
#include "games/fitz/rules.hpp"
#include "games/fitz/tiles.hpp"
#include "games/magnetic_cave/rules.hpp"
#include "games/magnetize/rules.hpp"
#include "games/othello/rules.hpp"
#include "games/perft.hpp"
#include "games/spec.hpp"
#include "tests/reference/cluster.hpp"
#include "tests/reference/fitz.hpp"
#include "tests/reference/magnetic_cave.hpp"
#include "tests/reference/magnetize.hpp"
#include "tests/reference/othello.hpp"

namespace bench {

namespace {

/// xorshift64*. It is so cheap that it hardly affects the measurement.
class Random {
public:
    std::size_t below(std::size_t n) {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return static_cast<std::size_t>(((state_ * 0x2545F4914F6CDD1DULL >> 32) * n) >> 32);
    }

private:
    std::uint64_t state_ = 88172645463325252ULL;
};

/// The seed of all random draws in the measured games.
constexpr std::uint64_t seed = 42;

/// Lists the moves. In a game with chance, first draws the hand.
template <class Rules>
void moves_of(const Rules& rules, typename Rules::State& state, games::Dice& dice, typename Rules::Moves& moves) {
    if constexpr (games::Dealt<Rules>) {
        if (!games::is_over(rules.outcome(state))) rules.deal(state, dice);
    }
    rules.moves(state, moves);
}

template <class Rules>
Work core_playout(Rules rules) {
    return [rules, random = Random(), dice = games::Dice(seed)]() mutable {
        auto state = rules.start();
        typename Rules::Moves moves;
        for (moves_of(rules, state, dice, moves); !moves.empty(); moves_of(rules, state, dice, moves)) {
            rules.play(state, moves[random.below(moves.size())]);
        }
        return static_cast<std::uint64_t>(rules.plies(state));
    };
}

template <class Rules>
std::uint64_t core_perft(const Rules& rules, int depth) {
    if constexpr (games::Dealt<Rules>) return games::perft(rules, rules.start(), games::Dice(seed), depth);
    return games::perft(rules, rules.start(), depth);
}

/// The legal moves of a reference. The reference of fitz stores them; the other references compute them on request.
template <class Reference>
auto legal_moves(const Reference& game) {
    if constexpr (requires { game.legal_moves(); }) {
        return game.legal_moves();
    } else {
        return game.legal_moves;
    }
}

template <class Reference>
Work reference_playout(const Reference& start) {
    return [start, random = Random()]() mutable {
        Reference game = start;
        for (auto moves = legal_moves(game); !moves.empty(); moves = legal_moves(game)) {
            game.play(moves[random.below(moves.size())]);
        }
        return static_cast<std::uint64_t>(game.plies);
    };
}

/// The depth of perft. It is large enough to be measurable, and small enough to end in time.
struct Depths {
    int core;
    int reference;
};

template <class Rules, class Reference>
std::vector<Measured> work_of(const Rules& rules, const Reference& start, Depths depths) {
    return {
        {"core", "playout_plies", core_playout(rules)},
        {"core", "perft_nodes", [rules, depths] { return core_perft(rules, depths.core); }},
        {"reference", "playout_plies", reference_playout(start)},
        {"reference", "perft_nodes", [start, depths] { return perft(start, depths.reference); }},
    };
}

Subject magnetize(std::string_view text, Depths depths) {
    const auto spec = games::parse_spec(text);
    const auto c = games::magnetize::config_of(spec.values);
    const reference::Magnetize start(reference::Settings{c.height, c.width, c.square, c.maglock, c.max_plies});
    Subject subject{to_string(spec), "magnetize " + std::to_string(c.height) + "x" + std::to_string(c.width) +
                                         " square " + std::to_string(c.square) + " lock " + std::to_string(c.maglock)};
    subject.measured =
        games::magnetize::with_rules(c, [&](const auto& rules) { return work_of(rules, start, depths); });
    return subject;
}

Subject othello() {
    const games::othello::Config config;
    return {to_string(games::parse_spec("othello")), "othello",
            work_of(games::othello::Othello(config), reference::Othello(config.max_plies), {10, 5})};
}

Subject magnetic_cave() {
    const games::magnetic_cave::Config config;
    return {to_string(games::parse_spec("magnetic_cave")), "magnetic_cave",
            work_of(games::magnetic_cave::MagneticCave(config), reference::MagneticCave(config.max_plies), {6, 3})};
}

Subject cluster(std::string_view text, Depths depths) {
    const auto spec = games::parse_spec(text);
    const auto c = games::cluster::config_of(spec.values);
    const reference::Cluster start(reference::ClusterSettings{c.side, c.connect, c.max_plies}, seed);
    Subject subject{to_string(spec),
                    "cluster side " + std::to_string(c.side) + " connect " + std::to_string(c.connect)};
    subject.measured = games::cluster::with_rules(c, [&](const auto& rules) { return work_of(rules, start, depths); });
    return subject;
}

Subject fitz(int side, Depths depths) {
    namespace fitz = games::fitz;
    const std::string size = std::to_string(side);
    const auto spec = games::parse_spec("fitz:height=" + size + ",width=" + size);
    const auto c = fitz::config_of(spec.values);
    std::vector<reference::FitzTile> tiles;
    for (const fitz::Tile& tile : c.tiles) {
        auto& rows = tiles.emplace_back(fitz::tile_side);
        for (int row = 0; row < fitz::tile_side; ++row)
            fitz::write_tile_row(tile, row, rows[static_cast<std::size_t>(row)]);
    }
    const reference::Fitz start({side, side, tiles, c.max_plies});
    Subject subject{to_string(spec), "fitz " + size + "x" + size};
    subject.measured = fitz::with_rules(c, [&](const auto& rules) { return work_of(rules, start, depths); });
    return subject;
}

}  // namespace

const Measured& Subject::find(std::string_view who, std::string_view what) const {
    return *std::find_if(measured.begin(), measured.end(),
                         [&](const Measured& m) { return m.who == who && m.what == what; });
}

std::vector<Subject> rules_subjects() {
    return {
        magnetize("magnetize", {5, 4}),
        magnetize("magnetize:height=6,width=7,square=2,maglock=2", {5, 4}),
        magnetize("magnetize:height=8,width=8,square=2,maglock=2", {5, 4}),
        magnetize("magnetize:height=8,width=8,square=4,maglock=3", {5, 4}),
        magnetize("magnetize:height=10,width=12,square=3,maglock=2", {4, 3}),
        magnetize("magnetize:height=16,width=16,square=3,maglock=2", {4, 3}),
        magnetize("magnetize:height=64,width=64,square=3,maglock=2", {3, 2}),
        cluster("cluster", {4, 3}),
        cluster("cluster:side=4", {4, 3}),
        cluster("cluster:side=12,connect=5", {3, 2}),
        cluster("cluster:side=32,connect=6", {2, 2}),
        othello(),
        magnetic_cave(),
        fitz(10, {3, 1}),
        fitz(30, {2, 1}),
    };
}

}  // namespace bench
