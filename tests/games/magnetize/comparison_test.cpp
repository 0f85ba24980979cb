// Compares the rule core of Magnetize with the slow reference: in random games, and in settling and finding squares on
// any board, reachable or not. Also tests the packed form of a board, which has two bits per cell.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <vector>

#include "games/magnetize/wire.hpp"
#include "tests/games/comparison.hpp"
#include "tests/games/magnetize/pair.hpp"
#include "tests/games/random.hpp"
#include "tests/reference/magnetize.hpp"

namespace games_test {

namespace {

using games::magnetize::Config;
using games::magnetize::Magnetize;
using Rows = std::vector<std::string>;
using games::magnetize::pack;
using games::magnetize::unpack;
using Packed = std::vector<std::uint32_t>;

const int games_to_play = 150'000 / games_test_share();

/// The habits of a random player, in percent.
struct Habits {
    int magnet;        ///< turns its magnet on
    int answer;        ///< turns its magnet on while the opponent's is on
    int columns_used;  ///< drops only into this many columns on the left, unless they are full
    bool avoids_squares;
};

reference::Settings random_settings(Random& random) {
    const int die = random.below(1000);
    int height = random.between(2, 5);
    int width = random.between(2, 6);
    if (die >= 600 && die < 960) {
        height = random.between(3, 8);
        width = random.between(3, 8);
    } else if (die >= 960) {
        const int max_cells = die < 985 ? 256 : die < 997 ? 512 : 4096;
        height = random.between(2, 64);
        width = random.between(2, std::min(64, std::max(2, max_cells / height)));
    }
    const int smaller = std::min(height, width);
    const int square = random.percent(40) ? 2 : random.between(2, random.percent(70) ? std::min(smaller, 4) : smaller);
    const int maglock = random.percent(97) ? random.between(1, 10) : 1000;
    const int cells = height * width;
    const int limit = random.percent(20) ? random.between(1, 2 * cells) : 4 * cells;
    return {height, width, square, maglock, std::min(limit, cells <= 256 ? 1024 : 300)};
}

Habits random_habits(const reference::Settings& settings, Random& random) {
    return {random.one_of(std::array{0, 3, 10, 30, 60}), random.one_of(std::array{0, 30, 80}),
            random.percent(60) ? settings.width : random.between(1, std::min(8, settings.width)), random.percent(30)};
}

bool completes_square(const reference::Magnetize& game, const std::string& move) {
    reference::Magnetize after = game;
    after.play(move);
    return after.result == reference::Result::black_won || after.result == reference::Result::white_won;
}

std::string choose(const reference::Magnetize& game, const Habits& habits, Random& random) {
    const auto moves = game.legal_moves();
    const auto other = static_cast<std::size_t>(1 - game.to_move);
    if (random.percent(game.locks[other] > 0 ? std::max(habits.answer, habits.magnet) : habits.magnet)) return "MAGNET";
    std::string move;
    for (int tries = 0; tries < 4; ++tries) {
        const int drops = static_cast<int>(moves.size()) - 1;
        move =
            drops == 0 ? "MAGNET" : moves[static_cast<std::size_t>(random.below(std::min(drops, habits.columns_used)))];
        if (!habits.avoids_squares || !completes_square(game, move)) break;
    }
    return move;
}

/// Counts the effects of turning the magnet on. Call it before the move is made.
void count_magnet(const reference::Magnetize& game, Tally& tally) {
    reference::Magnetize own_first = game;
    own_first.locks[static_cast<std::size_t>(game.to_move)] = game.settings.maglock;
    reference::Magnetize other_first = own_first;
    if (own_first.settle(game.to_move) >= 2) tally.count("cascades");
    other_first.settle(1 - game.to_move);
    if (game.locks[static_cast<std::size_t>(1 - game.to_move)] == 0) return;
    tally.count("both magnets on");
    if (own_first.board != other_first.board) tally.count("order mattered");
}

/// Returns a name for the number of words that the core uses for a board of this many cells.
std::string size_of(int cells) {
    const int words = cells <= 64 ? 1 : cells <= 256 ? 4 : cells <= 512 ? 8 : 64;
    return std::to_string(words) + " words";
}

void count_end(const reference::Magnetize& game, int last_mover, Tally& tally) {
    tally.count("plies", game.plies);
    tally.count(size_of(game.settings.height * game.settings.width));
    tally.count(game.reason);
    if (game.reason != "square") return;
    if (!game.lost.empty()) tally.count("won at a lost turn");
    const int winner = game.result == reference::Result::black_won ? reference::black : reference::white;
    if (winner != last_mover) tally.count("won by the other");
}

/// Returns whether core and reference agreed to the end.
bool play_game(std::uint64_t seed, Tally& tally) {
    Random random(seed);
    const reference::Settings settings = random_settings(random);
    const std::array habits = {random_habits(settings, random), random_habits(settings, random)};
    GamePair pair(settings);
    const reference::Magnetize& game = pair.by_reference();
    int mover = reference::black;
    const bool agreed = agree_to_the_end(pair, seed, pair.difference(), [&] {
        mover = game.to_move;
        const std::string move = choose(game, habits[static_cast<std::size_t>(mover)], random);
        if (move == "MAGNET") count_magnet(game, tally);
        pair.play(move);
        tally.count("lost turns", static_cast<long>(game.lost.size()));
        return pair.difference();
    });
    if (agreed) count_end(game, mover, tally);
    return agreed;
}

template <int Words>
Rows rows_of(const Magnetize<Words>& rules, const typename Magnetize<Words>::State& state) {
    Rows rows;
    for (int row = 0; row < rules.config().height; ++row)
        write_row(rules, state, row, rows.emplace_back());
    return rows;
}

template <int Words>
typename Magnetize<Words>::State state_of(const reference::Magnetize& game) {
    typename Magnetize<Words>::State state;
    int cell = 0;
    for (const std::string& row : game.board) {
        for (const char piece : row) {
            if (piece != reference::empty) state.pieces[piece == '*' ? 0 : 1].set(cell);
            ++cell;
        }
    }
    state.locks = {static_cast<std::uint16_t>(game.locks[0]), static_cast<std::uint16_t>(game.locks[1])};
    return state;
}

/// Returns the core's board after it has settled with these locks. The pieces of `first` slide first. Requires: the
/// board has at most 64 cells.
Rows settled(const Rows& board, std::array<int, 2> locks, games::Side first) {
    reference::Magnetize game({static_cast<int>(board.size()), static_cast<int>(board[0].size()), 2, 1, 100});
    game.board = board;
    game.locks = locks;
    const Magnetize<1> rules(Config{game.settings.height, game.settings.width, 2, 1, 100});
    auto state = state_of<1>(game);
    rules.settle(state, first);
    game.settle(games::index(first));
    CHECK(game.board == rows_of(rules, state));
    return rows_of(rules, state);
}

reference::Magnetize random_board(Random& random) {
    const int most = random.percent(88) ? 8 : random.percent(60) ? 16 : 64;
    const int height = random.between(2, most);
    const int width = most == 64 && random.percent(30) ? 64 : random.between(2, most);  // 64: a row fills a word
    const int square = random.between(2, std::min({height, width, random.percent(80) ? 3 : 64}));
    reference::Magnetize game({height, width, square, 1, 100});
    const int filled = random.between(5, 105);
    const int black_share = random.percent(70) ? 50 : random.between(0, 100);
    for (std::string& row : game.board) {
        for (char& cell : row) {
            if (random.percent(filled)) cell = random.percent(black_share) ? '*' : 'o';
        }
    }
    game.locks = {random.below(2), random.below(2)};
    return game;
}

Config board_of(int height, int width) {
    return Config{height, width, 2, 2, 100};
}

Packed played(const Magnetize<1>& rules, const std::vector<int>& columns) {
    auto state = rules.start();
    for (const int column : columns)
        rules.play(state, games::magnetize::Move::drop(column));
    return pack(rules, state);
}

/// Packs a random board, compares it with the reference, and unpacks it again.
template <int Words>
void check_round_trip(const Magnetize<Words>& rules, Random& random) {
    const Config& config = rules.config();
    typename Magnetize<Words>::State state;
    reference::Magnetize plain({config.height, config.width, 2, 2, 100});
    for (int cell = 0; cell < config.height * config.width; ++cell) {
        const int content = random.below(3);
        if (content == 2) continue;
        state.pieces[static_cast<std::size_t>(content)].set(cell);
        plain.board[static_cast<std::size_t>(cell / config.width)][static_cast<std::size_t>(cell % config.width)] =
            content == 0 ? '*' : 'o';
    }
    const Packed packed = pack(rules, state);
    REQUIRE(packed == plain.packed());
    const auto pieces = unpack(rules, packed);
    REQUIRE(pieces.has_value());
    REQUIRE(*pieces == state.pieces);
}

}  // namespace

TEST_SUITE("comparison") {
    TEST_CASE("core and reference agree on every frame, listing and result of random games") {
        std::vector<std::pair<std::string, long>> more_than = {
            {"both magnets on", games_to_play / 4},      {"cascades", games_to_play / 100},
            {"won at a lost turn", games_to_play / 100}, {"won by the other", games_to_play / 200},
            {"squares of both", games_to_play / 1000},   {"board full", games_to_play / 100},
            {"ply limit", games_to_play / 100}};
        for (const int cells : {64, 256, 512, 4096})
            more_than.emplace_back(size_of(cells), games_to_play / 2000);
        const Tally tally = compare_games(games_to_play, play_game, more_than);
        // In a game, the order of sliding can't matter. The magnet that was already on has pulled its pieces close
        // together, so each of them touches the next piece or the edge in its direction. The tests below have boards on
        // which the order matters.
        CHECK(tally.of("order mattered") == 0);
    }
}

TEST_CASE("with both magnets on, the side that slides first takes the gap") {
    const Rows between = {".....", "o...*"};
    CHECK(settled(between, {1, 1}, games::Side::first) == Rows{".....", "o*..."});
    CHECK(settled(between, {1, 1}, games::Side::second) == Rows{".....", "...o*"});
}

TEST_CASE("a magnet whose colour does not slide first still slides") {
    CHECK(settled({"....", ".*.."}, {1, 0}, games::Side::second) == Rows{"....", "*..."});
    CHECK(settled({"....", ".o.."}, {0, 1}, games::Side::first) == Rows{"....", "...o"});
}

TEST_CASE("without magnets everything falls and nothing slides") {
    CHECK(settled({"*.o", "...", ".*.", "o.."}, {0, 0}, games::Side::first) == Rows{"...", "...", "*..", "o*o"});
}

TEST_CASE("pieces of a magnet that is on hang in the air and support other pieces") {
    CHECK(settled({".o", "..", "*.", ".."}, {1, 0}, games::Side::first) == Rows{"..", "..", "*.", ".o"});
    CHECK(settled({"o.", "..", "*.", ".."}, {1, 0}, games::Side::first) == Rows{"..", "o.", "*.", ".."});
}

TEST_CASE("a slide frees pieces above, whose fall frees the next slide") {
    // White's lower piece slides away, so Black's piece falls into its cell. Then White's upper piece can slide along
    // row 0.
    CHECK(settled({"o*.", ".o.", "..."}, {0, 1}, games::Side::second) == Rows{"..o", "..o", ".*."});
    CHECK(settled({"*o*", "o*.", "*o."}, {0, 1}, games::Side::second) == Rows{"..o", "*o*", "**o"});
}

TEST_CASE("any board settles as in the reference, whichever magnets are on and whichever side is first") {
    Random random(4);
    int order_mattered = 0;
    int cascades = 0;
    const int boards = 60'000 / games_test_share();
    for (int round = 0; round < boards; ++round) {
        reference::Magnetize game = random_board(random);
        const int first = random.below(2);
        games::magnetize::with_rules(
            Config{game.settings.height, game.settings.width, game.settings.square, 1, 100}, [&](const auto& rules) {
                auto state = state_of<std::decay_t<decltype(rules)>::Cells::capacity / 64>(game);
                INFO("board " << round << ", first " << first << ": " << game.frame());
                for (const int player : {reference::black, reference::white}) {
                    const auto& pieces = state.pieces[static_cast<std::size_t>(player)];
                    REQUIRE(rules.has_square(pieces) == game.has_square(player));
                }
                reference::Magnetize other_order = game;
                other_order.settle(1 - first);
                if (game.settle(first) >= 2) ++cascades;
                if (game.board != other_order.board) ++order_mattered;
                rules.settle(state, games::side_of(first));
                REQUIRE(rows_of(rules, state) == game.board);
            });
    }
    CHECK(order_mattered > boards / 20);
    CHECK(cascades > boards / 20);
}

TEST_CASE("known boards have known packed words") {
    const Magnetize<1> four_by_five(board_of(4, 5));
    CHECK(pack(four_by_five, four_by_five.start()) == Packed{0, 0});
    // Black's piece is in cell 15, the last cell of the first word. White's piece is in cell 16, the first cell of the
    // second word.
    CHECK(played(four_by_five, {0}) == Packed{0x4000'0000, 0});
    CHECK(played(four_by_five, {0, 1}) == Packed{0x4000'0000, 2});
    CHECK(played(four_by_five, {4, 0, 4}) == Packed{0x9000'0000, 0x40});
    const Magnetize<1> two_by_two(board_of(2, 2));
    CHECK(played(two_by_two, {0, 1}) == Packed{0b10'01'00'00});
    CHECK(played(two_by_two, {0, 0, 1}) == Packed{0b01'01'00'10});
    const Magnetize<1> four_by_four(board_of(4, 4));
    CHECK(played(four_by_four, {0, 3}) == Packed{0x8100'0000});
}

TEST_CASE("random boards of every size class survive packing and unpacking") {
    Random random(3);
    for (int round = 0; round < 300; ++round) {
        const int most = random.one_of(std::vector<int>{5, 8, 11, 16, 32, 64});
        const Config config = board_of(random.between(2, most), random.between(2, most));
        INFO(config.height << " x " << config.width);
        games::magnetize::with_rules(config, [&](const auto& rules) { check_round_trip(rules, random); });
    }
}

TEST_CASE("packed words that are not a valid board are refused") {
    const Magnetize<1> rules(board_of(4, 5));
    REQUIRE(unpack(rules, {0, 0}).has_value());
    CHECK_FALSE(unpack(rules, {}).has_value());
    CHECK_FALSE(unpack(rules, {0}).has_value());
    CHECK_FALSE(unpack(rules, {0, 0, 0}).has_value());
    for (int cell = 0; cell < 32; ++cell) {
        INFO("cell " << cell);
        const auto word = [&](std::uint32_t value, int place) {
            return cell / 16 == place ? value << (cell % 16 * 2) : 0u;
        };
        CHECK(unpack(rules, {word(1, 0), word(1, 1)}).has_value() == (cell < 20));
        CHECK(unpack(rules, {word(2, 0), word(2, 1)}).has_value() == (cell < 20));
        CHECK_FALSE(unpack(rules, {word(3, 0), word(3, 1)}).has_value());
    }
}

}  // namespace games_test
