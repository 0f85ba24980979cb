// Tests the rules of Magnetic Cave in the core and in the slow reference: where bricks hold, and what wins. Compares
// the two in thousands of random games, and on caves that no game can reach.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "games/magnetic_cave/rules.hpp"
#include "games/magnetic_cave/wire.hpp"
#include "games/perft.hpp"
#include "tests/games/comparison.hpp"
#include "tests/games/laws.hpp"
#include "tests/reference/magnetic_cave.hpp"

namespace games_test {

namespace {

using games::Outcome;
using games::magnetic_cave::MagneticCave;
using Pair = BoardPair<reference::MagneticCave>;

static_assert(games::Rules<MagneticCave> && games::CountsMoves<MagneticCave>);

/// Plays these moves. Core and reference must agree after each ply.
Pair played(const std::string& moves, int max_plies = 64) {
    return agreed<reference::MagneticCave>(
        {"magnetic_cave:max_plies=" + std::to_string(max_plies), reference::MagneticCave(max_plies)}, moves);
}

bool open(const Pair& pair, const std::string& cell) {
    const auto moves = pair.by_core().legal_moves();
    const bool listed = std::find(moves.begin(), moves.end(), cell) != moves.end();
    CHECK(pair.by_core().legal(cell) == listed);
    return listed;
}

/// Returns whether these cells, written as in the protocol, hold five in a line.
bool line_of(const std::string& cells) {
    reference::MagneticCave cave(64);
    std::uint64_t bricks = 0;
    std::istringstream words(cells);
    for (std::string cell; words >> cell;) {
        const int line = '8' - cell[1];
        const int column = cell[0] - 'A';
        bricks |= std::uint64_t{1} << (line * 8 + column);
        cave.cave[static_cast<std::size_t>(line)][static_cast<std::size_t>(column)] = 'X';
    }
    CHECK(games::magnetic_cave::has_line(bricks) == cave.has_five(0));
    return cave.has_five(0);
}

void check_end(const Pair& pair, Outcome outcome, const std::string& reason) {
    CHECK(pair.by_core().outcome() == outcome);
    CHECK(pair.by_core().reason() == reason);
    CHECK(pair.by_core().legal_moves().empty());
}

/// Fills the cave row by row with alternating colours: two rows from the left, then two from the right.
const std::string to_a_full_cave =
    "A1 B1 C1 D1 E1 F1 G1 H1 A2 B2 C2 D2 E2 F2 G2 H2 "
    "H3 G3 F3 E3 D3 C3 B3 A3 H4 G4 F4 E4 D4 C4 B4 A4 "
    "A5 B5 C5 D5 E5 F5 G5 H5 A6 B6 C6 D6 E6 F6 G6 H6 "
    "H7 G7 F7 E7 D7 C7 B7 A7 H8 G8 F8 E8 D8 C8 B8 A8";

const int games_to_play = 12'000 / games_test_share();
const int caves_to_ask = 60'000 / games_test_share();

/// The habits of a random player. `builds`: completes five in a line if possible, and otherwise prefers rows that hold
/// one of its bricks. `blocks`: never completes five in a line if it can avoid this, and prevents the opponent from
/// doing so.
enum class Habit { any, builds, blocks };

bool wins(reference::MagneticCave game, int player, const std::string& move) {
    game.to_move = player;
    game.play(move);
    return game.winner == player;
}

std::string choose(const reference::MagneticCave& game, Habit habit, Random& random) {
    const auto moves = game.legal_moves();
    if (habit == Habit::any) return random.one_of(moves);
    std::vector<std::string> good;
    for (const std::string& move : moves) {
        const bool own_five = wins(game, game.to_move, move);
        if (habit == Habit::builds && own_five) return move;
        if (habit == Habit::blocks && !own_five && wins(game, 1 - game.to_move, move)) return move;
        if (habit == Habit::blocks && !own_five) good.push_back(move);
        const auto line = static_cast<std::size_t>('8' - move[1]);
        const bool own_row = game.cave[line].find(game.to_move == 0 ? 'X' : 'O') != std::string::npos;
        if (habit == Habit::builds && own_row) good.push_back(move);
    }
    return random.one_of(good.empty() ? moves : good);
}

/// Returns whether the winner has six in a row or column.
bool has_six(const reference::MagneticCave& game) {
    const std::string six(6, game.winner == 0 ? 'X' : 'O');
    for (std::size_t i = 0; i < 8; ++i) {
        std::string column;
        for (const std::string& row : game.cave)
            column += row[i];
        if (game.cave[i].find(six) != std::string::npos || column.find(six) != std::string::npos) return true;
    }
    return false;
}

void count_end(const reference::MagneticCave& game, Tally& tally) {
    tally.count(game.reason);
    if (game.winner < 0) return;
    tally.count(game.winner == 0 ? "X won" : "O won");
    if (game.plies == 64) tally.count("won by the brick that fills the cave");
    if (has_six(game)) tally.count("six in a line");
}

/// Returns whether core and reference agreed to the end.
bool play_game(std::uint64_t seed, Tally& tally) {
    Random random(seed);
    const int max_plies = random.percent(90) ? 64 : random.between(1, 64);
    Pair pair("magnetic_cave:max_plies=" + std::to_string(max_plies), reference::MagneticCave(max_plies));
    constexpr std::array all = {Habit::any, Habit::builds, Habit::blocks};
    const std::array habits = {random.one_of(all), random.one_of(all)};
    const reference::MagneticCave& game = pair.by_reference();
    const bool agreed = agree_to_the_end(pair, seed, pair.difference(), [&] {
        pair.play(choose(game, habits[static_cast<std::size_t>(game.to_move)], random));
        return pair.difference();
    });
    if (agreed) count_end(game, tally);
    return agreed;
}

/// Compares core and reference on a random cave. Returns whether the first player has five in a line.
bool check_cave(Random& random) {
    const int bricks = random.between(2, 99);
    const int share = random.between(20, 80);
    reference::MagneticCave game(64);
    std::array<std::uint64_t, 2> cells{};
    for (int cell = 0; cell < 64; ++cell) {
        if (!random.percent(bricks)) continue;
        const int player = random.percent(share) ? 0 : 1;
        cells[static_cast<std::size_t>(player)] |= std::uint64_t{1} << cell;
        game.cave[static_cast<std::size_t>(cell / 8)][static_cast<std::size_t>(cell % 8)] = "XO"[player];
    }
    INFO(game.frame());
    std::uint64_t open = 0;
    for (int cell = 0; cell < 64; ++cell) {
        if (game.holds(cell / 8, cell % 8)) open |= std::uint64_t{1} << cell;
    }
    REQUIRE(games::magnetic_cave::open_cells(cells[0] | cells[1]) == open);
    for (const int player : {0, 1})
        REQUIRE(games::magnetic_cave::has_line(cells[static_cast<std::size_t>(player)]) == game.has_five(player));
    return game.has_five(0);
}

}  // namespace

TEST_CASE("the core of Magnetic Cave keeps the laws of a rule core") {
    std::vector<games::magnetic_cave::Move> universe;
    for (int code = 0; code < 256; ++code)
        universe.push_back({static_cast<std::uint8_t>(code)});
    Random random(8);
    for (const int max_plies : {1, 2, 9, 30, 64}) {
        for (int i = 0; i < 20; ++i)
            check_rule_core(MagneticCave({max_plies}), universe, random);
    }
}

TEST_CASE("an empty cave takes bricks at its walls, and they are listed in reading order") {
    CHECK(played("").by_core().legal_moves() == std::vector<std::string>{"A8", "H8", "A7", "H7", "A6", "H6", "A5", "H5",
                                                                         "A4", "H4", "A3", "H3", "A2", "H2", "A1",
                                                                         "H1"});
}

TEST_CASE("a brick holds beside a brick of any colour, from either wall") {
    const Pair pair = played("A6 H6");
    CHECK(open(pair, "B6"));
    CHECK(open(pair, "G6"));
    CHECK_FALSE(open(pair, "C6"));
    CHECK_FALSE(open(pair, "F6"));
    const Pair further = played("A6 H6 G6 B6");
    CHECK(open(further, "C6"));
    CHECK(open(further, "F6"));
    CHECK_FALSE(open(further, "D6"));
    CHECK_FALSE(open(further, "E6"));
}

TEST_CASE("B6 takes no brick while A6 and C6 are empty, whatever lies above, below and diagonally") {
    const Pair pair = played("A7 B7 A5 B5 C7 C5");
    CHECK_FALSE(open(pair, "B6"));
    CHECK(open(pair, "A6"));
    CHECK(pair.by_core().legal("A6"));
    CHECK_FALSE(pair.by_core().legal("B6"));
    const auto board = games::parse_spec("magnetic_cave").make_board(0);
    CHECK(board->play("B6") == games::Verdict::illegal);
    CHECK(board->plies() == 0);
}

TEST_CASE("a brick at one wall does not open a cell at the other wall of the next row") {
    const Pair pair = played("H7 A4");
    CHECK_FALSE(open(pair, "B6"));
    CHECK_FALSE(open(pair, "G5"));
    CHECK_FALSE(open(pair, "G6"));
    CHECK_FALSE(open(pair, "B8"));
    CHECK(open(pair, "A6"));
    CHECK(open(pair, "H5"));
}

TEST_CASE("a taken cell does not take a second brick, not even at a wall") {
    const Pair pair = played("A1 B1");
    CHECK_FALSE(open(pair, "A1"));
    CHECK_FALSE(open(pair, "B1"));
    CHECK(open(pair, "C1"));
}

TEST_CASE("five in a row win for O, as from D7 to H7") {
    check_end(played("A1 H7 H1 G7 A2 F7 H2 E7 A3 D7"), Outcome::second_won, "five in a line");
}

TEST_CASE("five in a diagonal win for X, as from A3 to E7") {
    check_end(played("A3 A4 B4 A5 B5 A6 C5 B6 A7 C6 D6 B7 C7 D7 E7"), Outcome::first_won, "five in a line");
    CHECK(line_of("A3 B4 C5 D6 E7"));
}

TEST_CASE("five in a column win, and five in the other diagonal") {
    check_end(played("A1 H1 A2 H2 A3 H3 A4 H4 A5"), Outcome::first_won, "five in a line");
    check_end(played("A1 H8 A2 H7 A3 H6 A4 H5 A8 H4"), Outcome::second_won, "five in a line");
    CHECK(line_of("A7 B6 C5 D4 E3"));
    CHECK(line_of("H1 G2 F3 E4 D5"));
}

TEST_CASE("four in a line do not win, and neither do five with a gap") {
    for (const char* cells : {"A1 B1 C1 D1", "A1 B2 C3 D4", "H8 H7 H6 H5", "A1 B1 C1 D1 F1", "A8 B7 C6 E4 F3",
                              "C1 C2 C4 C5 C6", "A1 B1 C1 D2 E2"}) {
        INFO(cells);
        CHECK_FALSE(line_of(cells));
    }
}

TEST_CASE("every line of five in the cave wins, wherever it is") {
    int lines = 0;
    for (const auto& [down, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
        for (int line = 0; line + 4 * down < 8; ++line) {
            for (int column = 0; column < 8; ++column) {
                if (column + 4 * right > 7 || column + 4 * right < 0) continue;
                std::string cells;
                for (int i = 0; i < 5; ++i) {
                    cells += {"ABCDEFGH"[column + i * right], "87654321"[line + i * down], ' '};
                }
                INFO(cells);
                CHECK(line_of(cells));
                ++lines;
            }
        }
    }
    CHECK(lines == 32 + 32 + 16 + 16);
}

TEST_CASE("a line does not continue across the edge of the cave") {
    for (const char* cells : {"E8 F8 G8 H8 A7", "H8 A7 B7 C7 D7", "G4 H4 A3 B3 C3", "F2 G2 H2 A1 B1",  // along the rows
                              "E8 F7 G6 H5 A3", "H8 A6 B5 C4 D3", "G8 H7 A5 B4 C3",     // down to the right
                              "D8 C7 B6 A5 H5", "A8 H8 G7 F6 E5", "B8 A7 H7 G6 F5",     // down to the left
                              "A4 A3 A2 A1 A8", "H1 H2 H3 H4 H8", "D1 D2 D3 D8 D7"}) {  // across top and bottom
        INFO(cells);
        CHECK_FALSE(line_of(cells));
    }
}

TEST_CASE("more than five in a line win as well") {
    const Pair six = played("A1 H1 B1 G1 C1 A8 F1 B8 E1 H8 D1");
    check_end(six, Outcome::first_won, "five in a line");
    CHECK(six.by_reference().cave.back() == "XXXXXXOO");
    CHECK(line_of("A1 B1 C1 D1 E1 F1 G1 H1"));
    CHECK(line_of("A1 B2 C3 D4 E5 F6 G7"));
}

TEST_CASE("the opponent's bricks in between break a line") {
    const Pair pair = played("A1 A2 B1 C1 D1 B2 E1 H8 F1");
    CHECK(pair.by_core().outcome() == Outcome::ongoing);
    CHECK(pair.by_reference().cave.back() == "XXOXXX..");
}

TEST_CASE("a full cave without five in a line is a draw, and until then there is always a move") {
    const Pair pair = played(to_a_full_cave);
    CHECK(pair.by_core().plies() == 64);
    check_end(pair, Outcome::drawn, "board full");
}

TEST_CASE("the game is a draw at the ply limit, unless the last ply wins or fills the cave") {
    check_end(played("A1 H1 A2", 3), Outcome::drawn, "ply limit");
    check_end(played("A1 H1 A2 H2 A3 H3 A4 H4 A5", 9), Outcome::first_won, "five in a line");
    check_end(played("A1 H1 A2 H2 A3 H3 A4 H4", 8), Outcome::drawn, "ply limit");
    check_end(played(to_a_full_cave, 64), Outcome::drawn, "board full");
}

TEST_CASE("each row has two open cells until all but one are filled, so sixteen moves are the most") {
    const MagneticCave rules({});
    std::uint64_t paths = 1;
    for (int depth = 0; depth <= 6; ++depth, paths *= 16)
        CHECK(games::perft(rules, rules.start(), depth) == paths);
    CHECK(played("A1 B1 C1 D1 E1 F1").by_core().legal_moves().size() == 16);
    CHECK(played("A1 B1 C1 D1 E1 F1 G1").by_core().legal_moves().size() == 15);
    CHECK(played("A1 B1 C1 D1 E1 F1 G1 H1").by_core().legal_moves().size() == 14);
}

TEST_SUITE("comparison") {
    TEST_CASE("core and reference agree on every frame, listing and result of random games of Magnetic Cave") {
        compare_games(games_to_play, play_game,
                      {{"board full", games_to_play / 100},
                       {"ply limit", games_to_play / 50},
                       {"six in a line", games_to_play / 1000},
                       {"won by the brick that fills the cave", 0},
                       {"X won", games_to_play / 5},
                       {"O won", games_to_play / 5}});
    }

    TEST_CASE("core and reference see the same open cells and lines in arbitrary caves") {
        Random random(4);
        int with_five = 0;
        for (int i = 0; i < caves_to_ask; ++i)
            with_five += check_cave(random) ? 1 : 0;
        CHECK(with_five > caves_to_ask / 5);
        CHECK(with_five < caves_to_ask * 4 / 5);
    }

    TEST_CASE("core and reference have the same perft counts in positions of random games of Magnetic Cave") {
        compare_paths<games::magnetic_cave::MagneticCave, reference::MagneticCave>(
            64, [](const auto& game, Random& random) { return choose(game, Habit::blocks, random); });
    }
}

}  // namespace games_test
