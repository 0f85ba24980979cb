// Tests the rules of Magnetize in the core and in the slow reference: every kind of ending in short games, the example
// game of the rules, and perft counts, whose known values must never change.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <vector>

#include "games/magnetize/rules.hpp"
#include "games/perft.hpp"
#include "tests/games/laws.hpp"
#include "tests/games/magnetize/pair.hpp"
#include "tests/games/random.hpp"

namespace games_test {

namespace {

using games::Outcome;
using Rows = std::vector<std::string>;
using games::magnetize::Config;
using games::magnetize::Magnetize;
using games::magnetize::Move;

struct Game {
    reference::Settings settings;
    std::string keys;  ///< for each ply, a column to drop into, or '!' for the magnet
    Rows board;
    Outcome outcome;
    std::string reason;
    std::vector<int> lost;
};

/// Joins the list into one string, so that a failure shows it.
template <class List>
std::string joined(const List& list) {
    std::ostringstream text;
    for (const auto& item : list)
        text << item << ' ';
    return text.str();
}

void check_game(const Game& game) {
    GamePair pair(game.settings);
    std::istringstream keys(game.keys);
    for (std::string key; keys >> key;) {
        INFO(pair.how_to_reproduce());
        REQUIRE_FALSE(pair.is_over());
        pair.play(key == "!" ? "MAGNET" : "DROP " + key);
        REQUIRE(pair.difference() == "");
    }
    INFO(pair.how_to_reproduce());
    CHECK(joined(pair.by_reference().board) == joined(game.board));
    CHECK(joined(pair.by_reference().lost) == joined(game.lost));
    CHECK(pair.by_core().outcome() == game.outcome);
    CHECK(pair.by_core().reason() == game.reason);
}

static_assert(games::Rules<Magnetize<1>> && games::Rules<Magnetize<64>>);

/// Every value that a move can have.
std::vector<Move> all_magnetize_moves() {
    std::vector<Move> moves;
    for (int code = 0; code < 256; ++code)
        moves.push_back(Move{static_cast<std::uint8_t>(code)});
    return moves;
}

struct Step {
    std::string move;
    std::vector<std::string> board;
    std::array<int, 2> locks;
    std::vector<int> lost;
};

const reference::Settings settings{4, 5, 2, 2, 80};

const std::vector<Step> steps = {
    {"DROP 1", {".....", ".....", ".....", ".*..."}, {0, 0}, {}},
    {"DROP 3", {".....", ".....", ".....", ".*.o."}, {0, 0}, {}},
    {"DROP 0", {".....", ".....", ".....", "**.o."}, {0, 0}, {}},
    {"DROP 1", {".....", ".....", ".o...", "**.o."}, {0, 0}, {}},
    {"DROP 1", {".....", ".*...", ".o...", "**.o."}, {0, 0}, {}},
    {"DROP 4", {".....", ".*...", ".o...", "**.oo"}, {0, 0}, {}},
    {"DROP 3", {".....", ".*...", ".o.*.", "**.oo"}, {0, 0}, {}},
    {"DROP 3", {".....", ".*.o.", ".o.*.", "**.oo"}, {0, 0}, {}},
    {"DROP 3", {"...*.", ".*.o.", ".o.*.", "**.oo"}, {0, 0}, {}},
    {"MAGNET", {".....", "...*o", ".*o*.", "**.oo"}, {0, 2}, {}},
    {"DROP 2", {".....", "..**o", ".*o*.", "**.oo"}, {0, 1}, {1}},
    {"DROP 4", {".....", "...**", ".***o", "**ooo"}, {0, 0}, {1}},
    {"MAGNET", {".....", "**...", "***.o", "**ooo"}, {2, 0}, {}},
};

std::uint64_t core_perft(const reference::Settings& s, int depth) {
    return games::magnetize::with_rules({s.height, s.width, s.square, s.maglock, s.max_plies},
                                        [&](const auto& rules) { return games::perft(rules, rules.start(), depth); });
}

struct Known {
    reference::Settings settings;
    std::vector<std::uint64_t> paths;  ///< for depth 0, 1, 2, ...
};

const std::vector<Known> known_numbers = {
    // height, width, square, maglock, max_plies
    {{6, 7, 2, 2, 168}, {1, 8, 64, 512, 4096, 32768, 261856, 2089705}},
    {{4, 5, 2, 2, 80}, {1, 6, 36, 216, 1296, 7771, 46369, 274819, 1597635}},
    {{2, 2, 2, 1, 16}, {1, 3, 9, 25, 64, 139, 262, 449, 712, 1067, 1526, 2105, 2816, 3675, 4694, 5889, 7272}},
    {{3, 3, 2, 1, 36}, {1, 4, 16, 64, 253, 980, 3680, 13018, 43730, 135369, 387466}},
    {{3, 3, 3, 2, 36}, {1, 4, 16, 64, 253, 980, 3674, 13221, 45186, 145449, 434728}},
    {{4, 4, 3, 3, 64}, {1, 5, 25, 125, 625, 3121, 15534, 76837, 376536}},
    {{8, 8, 2, 2, 256}, {1, 9, 81, 729, 6561, 59049, 531063}},
    {{2, 33, 2, 1, 264}, {1, 34, 1156, 39271, 1331979}},
    {{5, 13, 2, 1, 260}, {1, 14, 196, 2744, 38416, 537824}},
    {{2, 64, 2, 2, 512}, {1, 65, 4225, 274561}},
    {{64, 64, 2, 2, 16384}, {1, 65, 4225, 274625}},
};

}  // namespace

TEST_CASE("a square completed by a drop wins") {
    check_game({{3, 3, 2, 1, 99}, "0 2 0 2 1 2 1", {"..o", "**o", "**o"}, Outcome::first_won, "square", {}});
    check_game({{3, 3, 2, 1, 99}, "0 2 0 2 0 1 ! 1", {"*..", "*oo", "*oo"}, Outcome::second_won, "square", {}});
}

TEST_CASE("the settings determine the size of a square") {
    check_game({{3, 3, 3, 9, 99}, "0 ! 0 0 1 1 1 2 2", {"**.", "***", "***"}, Outcome::ongoing, "", {1}});
    check_game({{3, 3, 3, 9, 99}, "0 ! 0 0 1 1 1 2 2 2", {"***", "***", "***"}, Outcome::first_won, "square", {}});
}

TEST_CASE("a square that a magnet pulls together wins") {
    check_game({{3, 3, 2, 1, 99}, "0 0 0 ! 1 1", {"...", "**.", "**o"}, Outcome::first_won, "square", {}});
    check_game({{4, 5, 2, 2, 99},
                "1 3 0 1 1 4 3 3 3 ! 2 4 !",
                {".....", "**...", "***.o", "**ooo"},
                Outcome::first_won,
                "square",
                {}});
}

TEST_CASE("a magnet can complete the square of the other colour, which then wins") {
    check_game({{3, 3, 2, 1, 99}, "0 ! 0 1 1 1 !", {"...", "**o", "**."}, Outcome::first_won, "square", {}});
}

TEST_CASE("squares of both colours at once are a draw") {
    check_game(
        {{3, 4, 2, 1, 99}, "0 2 0 3 1 3 2 2 !", {"....", "**oo", "**oo"}, Outcome::drawn, "squares of both", {}});
}

TEST_CASE("a full board without a square is a draw") {
    check_game({{3, 3, 2, 1, 99}, "0 0 0 1 1 1 2 2 2", {"*o*", "o*o", "*o*"}, Outcome::drawn, "board full", {}});
    check_game({{3, 3, 2, 1, 9}, "0 0 0 1 1 1 2 2 2", {"*o*", "o*o", "*o*"}, Outcome::drawn, "board full", {}});
}

TEST_CASE("a square that fills the board wins") {
    check_game({{2, 2, 2, 3, 99}, "0 ! 0 1 1", {"**", "**"}, Outcome::first_won, "square", {}});
}

TEST_CASE("pieces that fall at the end of a lost turn can win for either colour") {
    check_game({{3, 3, 2, 1, 99}, "0 0 0 ! 2 2 0 ! 2", {"o..", "**o", "**o"}, Outcome::first_won, "square", {0}});
    check_game({{4, 3, 2, 2, 99}, "0 2 2 0 2 ! 1 1", {"...", ".**", ".**", "*oo"}, Outcome::first_won, "square", {1}});
    check_game({{3, 3, 2, 1, 99}, "0 0 0 1 1 ! 0 2 ! !", {"*..", "**o", "**o"}, Outcome::first_won, "square", {1, 0}});
}

TEST_CASE("the game is a draw at the ply limit, unless the last ply or the lost turns after it decide it") {
    check_game({{3, 3, 2, 1, 1}, "0", {"...", "...", "*.."}, Outcome::drawn, "ply limit", {}});
    check_game({{3, 3, 2, 2, 2}, "! !", {"...", "...", "..."}, Outcome::drawn, "ply limit", {0, 1, 0, 1}});
    check_game({{3, 3, 2, 1, 6}, "0 2 0 2 1 2", {"..o", "*.o", "**o"}, Outcome::drawn, "ply limit", {}});
    check_game({{3, 3, 2, 1, 7}, "0 2 0 2 1 2 1", {"..o", "**o", "**o"}, Outcome::first_won, "square", {}});
    check_game({{3, 3, 2, 1, 9}, "0 0 0 ! 2 2 0 ! 2", {"o..", "**o", "**o"}, Outcome::first_won, "square", {0}});
}

TEST_CASE("the core of Magnetize keeps the laws of a rule core on boards of every class of size") {
    const auto universe = all_magnetize_moves();
    Random random(8);
    const std::pair<int, int> sizes[] = {{2, 2},  {2, 3},  {4, 5},  {6, 7},   {8, 8},  {2, 32}, {32, 2},  {2, 33},
                                         {8, 16}, {64, 2}, {2, 64}, {16, 16}, {5, 64}, {8, 64}, {32, 32}, {64, 64}};
    for (const auto& [height, width] : sizes) {
        for (const int maglock : {1, 3, 1000}) {
            const Config config{height, width, 2, maglock, 60};
            games::magnetize::with_rules(config, [&](const auto& rules) {
                for (int i = 0; i < 3; ++i)
                    check_rule_core(rules, universe, random);
            });
        }
    }
}

TEST_CASE("a board uses the fewest words that hold it") {
    const std::array<std::size_t, 3> boards[] = {{2, 2, 1},    {8, 8, 1},    {5, 13, 4},  {8, 16, 4},
                                                 {3, 43, 4},   {16, 16, 4},  {17, 17, 8}, {8, 64, 8},
                                                 {27, 19, 64}, {32, 32, 64}, {64, 64, 64}};
    for (const auto& [height, width, words] : boards) {
        const Config config{static_cast<int>(height), static_cast<int>(width), 2, 1, 10};
        CHECK(games::magnetize::with_rules(config, [](const auto& rules) { return rules.all_cells().words.size(); }) ==
              words);
    }
}

TEST_CASE("the worked example in the rules is right, in the core and in the reference") {
    GamePair pair(settings);
    const reference::Magnetize& game = pair.by_reference();
    for (const Step& step : steps) {
        INFO("ply " << game.plies + 1);
        REQUIRE(pair.by_core().outcome() == games::Outcome::ongoing);
        pair.play(step.move);
        CHECK(pair.difference() == "");
        CHECK(game.board == step.board);
        CHECK(game.locks == step.locks);
        CHECK(game.lost == step.lost);
    }
    CHECK(pair.by_core().outcome() == games::Outcome::first_won);
    CHECK(pair.by_core().reason() == "square");
    CHECK(pair.by_core().plies() == 13);
}

TEST_CASE("the numbers of move paths are those that the reference has found") {
    for (const Known& known : known_numbers) {
        for (std::size_t depth = 0; depth < known.paths.size(); ++depth) {
            INFO(spec_of(known.settings) << " depth " << depth);
            CHECK(core_perft(known.settings, static_cast<int>(depth)) == known.paths[depth]);
        }
    }
}

}  // namespace games_test
