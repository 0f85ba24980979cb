// Tests written positions: each game's notation, refused positions, what a bot learns from a turn block, and games that
// begin from positions. Compares these games with the slow references.
#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include "games/catalogue.hpp"
#include "games/magnetic_cave/rules.hpp"
#include "games/magnetic_cave/wire.hpp"
#include "games/magnetize/rules.hpp"
#include "games/magnetize/wire.hpp"
#include "games/othello/rules.hpp"
#include "games/othello/wire.hpp"
#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "games/written_position.hpp"
#include "tests/games/blocks.hpp"
#include "tests/games/random.hpp"
#include "tests/messages.hpp"
#include "tests/reference/magnetic_cave.hpp"
#include "tests/reference/magnetize.hpp"
#include "tests/reference/othello.hpp"

namespace games_test {

namespace {

/// Reads `position` and returns it as the board writes it, or the error message if it is refused.
std::string read(const std::string& game, const std::string& position) {
    try {
        return games::one_line(games::parse_spec(game, {}, position).make_board(1)->saved_position().value());
    } catch (const games::UserError& error) {
        return error.what();
    }
}

bool says(const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(contains(text, part));
    return text.find('\n') == std::string::npos;
}

/// Plays random moves in the core and in a reference from the same position, and compares them at each ply.
template <class Game, class Over>
void compare(games::Board& core, Game game, Over is_over, Random& random) {
    while (!is_over(game)) {
        REQUIRE(core.outcome() == games::Outcome::ongoing);
        REQUIRE(games::index(core.to_move()) == game.to_move);
        REQUIRE(frame_of(core) == game.frame());
        REQUIRE(core.legal_moves() == game.legal_moves());
        const std::string move = random.one_of(game.legal_moves());
        game.play(move);
        REQUIRE(core.play(move) == games::Verdict::played);
    }
    REQUIRE(frame_of(core) == game.frame());
    REQUIRE(games::is_over(core.outcome()));
    REQUIRE(core.reason() == game.reason);
}

std::string rows_text(const std::vector<std::string>& rows) {
    return games::joined_rows(rows);
}

const int games_from_positions = 600 / games_test_share() + 20;

const std::string othello_start = "---------------------------OX------XO---------------------------";

/// Checks what a bot reads from a turn block, and the position that it rebuilds from the block.
template <class G>
void check_told(const G& rules, int games, Random& random) {
    for (int game = 0; game < games; ++game) {
        auto state = rules.start();
        typename G::Moves moves;
        for (rules.moves(state, moves); !moves.empty(); rules.moves(state, moves)) {
            std::string line;
            write_state(rules, state, rules.to_move(state), line);
            std::vector<std::string> rows;
            for (int row = 0; row < row_count(rules); ++row)
                write_row(rules, state, row, rows.emplace_back());
            const auto told = told_position(rules, rules.plies(state), line, rows, rules.to_move(state));
            REQUIRE(told.has_value());
            REQUIRE(position_text(rules, *told) == position_text(rules, state));
            REQUIRE(rules.plies(*told) == rules.plies(state));
            typename G::Moves again;
            rules.moves(*told, again);
            REQUIRE(std::equal(moves.begin(), moves.end(), again.begin(), again.end()));
            rules.play(state, moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))]);
        }
    }
}

}  // namespace

TEST_CASE("Othello: 64 cells and the side to move, in the usual characters") {
    CHECK(read("othello", othello_start + " X") == othello_start + " X");
    CHECK(read("othello", othello_start + " O;G8:+18;") == othello_start + " O");
    std::string other = "......../......../......../...WB.../...BW.../......../......../........ B";
    CHECK(read("othello", other) == othello_start + " X");
    other[30] = '?';
    CHECK(says(read("othello", other), "cell 28 is '?'; write the 64 cells in reading order, X black"));
    CHECK(says(read("othello", othello_start), "it ends before it says who moves, X or O"));
    CHECK(says(read("othello", othello_start + "- X"), "it has 65 cells"));
    CHECK(says(read("othello", othello_start + " Q"), "'Q' does not name the side to move, X or O"));
    CHECK(read("othello", othello_start + " O Black 32 -34") == othello_start + " O");
    CHECK(read("othello", othello_start + " White % a remark") == othello_start + " O");
    CHECK(read("othello", "8 " + othello_start + " *") == othello_start + " X");
    CHECK(read("othello", "% a comment\n" + othello_start + "\nX\n# another\n") == othello_start + " X");
    CHECK(read("othello", "F5") == "---------------------------OX------XXX-------------------------- O");
    CHECK(read("othello", "f5,D6") == read("othello", "(;GM[Othello]B[f5]W[d6//1.5];)"));
    CHECK(says(read("othello", "f5d6a1"), "move 3, 'a1', is not legal there"));
    CHECK(says(read("othello", "(;GM[Othello]B[f5]B[d6];)"), "is of Black, but it is the turn of White"));
    CHECK(says(read("othello", std::string(63, '-') + "X X"), "the game is over there (disc count)"));
    CHECK(says(read("othello:position=" + othello_start + " O", othello_start + " X"),
               "setting position and --position both give a position"));
}

TEST_CASE("Magnetic Cave: the rows from row 8 down, and the side to move") {
    const std::string empty = "......../......../......../......../";
    const std::string some = empty + "X......./OX....../.......O/XXXX.... O";
    CHECK(read("magnetic_cave", some) == some);
    CHECK(says(read("magnetic_cave", empty + "X......./OX..O.../.......O/XXXX.... O"),
               "a brick in row 3 is not connected to a wall"));
    CHECK(says(read("magnetic_cave", empty + "X......./OX....../.......O/XXXX... O"), "row 8 has 7 cells and not 8"));
    CHECK(says(read("magnetic_cave", empty + "X......./OX....../.......o/XXXX.... O"),
               "character 8 of row 7 is 'o' and no cell"));
    CHECK(says(read("magnetic_cave", empty + "X......./OX....../XXXX.... O"), "it has 7 rows"));
    CHECK(says(read("magnetic_cave", empty + "X......./OX....../.......O/XXXXX... O"),
               "the game is over there (five in a line)"));
    CHECK(says(read("magnetic_cave", empty + "X......./OX....../.......O/XXXX.... "),
               "it ends before it says who moves"));
}

TEST_CASE(
    "Magnetize: the rows, the side to move, and the turns still to be lost; the rows determine the board's size") {
    CHECK(read("magnetize", "..../*.../o... o") == "..../*.../o... o 0 0");
    CHECK(contains(read("magnetize:height=3", "..../*.../o... * 0 2"), "a piece has no support"));
    CHECK(contains(read("magnetize", "..../...*/.... o 2 0"), "a piece has no support"));
    CHECK(read("magnetize", "..../*.../.... o 2 0") == "..../*.../.... o 2 0");
    CHECK(says(read("magnetize", "..../*.../.... * 2 0"), "a player who has turns to lose can't be the one who moves"));
    CHECK(says(read("magnetize", "..../*.../.... o 4 0"), "a player can't have 4 turns to lose with maglock=3"));
    CHECK(says(read("magnetize", "..../**../**.. o"), "the game is over there (square)"));
    CHECK(says(read("magnetize", "..../*../o... o"), "row 2 has 3 cells and not 4"));
    CHECK(says(read("magnetize:height=6", "..../*.../o... o"),
               "position '..../*.../o... o' has height 3, and the game has height=6: they must be the same"));
    CHECK(says(read("magnetize:square=4", "..../*.../o... o"), "setting square=4 does not fit on a board of 3 x 4"));
    CHECK(says(read("magnetize", "..../..o./*... o x 0"),
               "'x' is not the turns still to be lost, a number from 0 to 1000"));
}

TEST_CASE("CLUSTER: the columns, gravity, the side to move, and the bags") {
    CHECK(read("cluster", "..a/..../...../..../... 0 1") == "..a/..../...../..../... 0 1 3 4 4 4");
    CHECK(read("cluster:side=3", "..a/..../...../..../... 0 0 1 2 3 4") == "..a/..../...../..../... 0 0 1 2 3 4");
    CHECK(says(read("cluster", "..a/..../...../..../... 3 1"), "a pellet has no support under gravity 3"));
    CHECK(says(read("cluster", "..a/..../...../... 0 1"), "no hexagon has 4 columns"));
    CHECK(says(read("cluster", "..a/.../...../..../... 0 1"), "row 2 has 3 cells and not 4"));
    CHECK(says(read("cluster", "..a/..../...../..../... 0 1 4 4 4 4"),
               "'4' is not what is left of a, a number from 0 to 3"));
    CHECK(says(read("cluster", "..a/..../...../..../... 0 1 3 0 4 0"), "the game is over there (out of pellets)"));
    CHECK(says(read("cluster", "aaa/.aa./...../..../... 0 1"), "it has more than the 4 pellets of a"));
    CHECK(
        says(read("cluster:side=4", "..a/..../...../..../... 0 1"), "and the game has side=4: they must be the same"));
}

TEST_CASE("fitz: a position in which the next tile has no place is refused, on boards of every size") {
    const std::string all(5, '*');
    CHECK(read("fitz", "0 0 5 5/...../...../...../...../.....") == "0 0 5 5/...../...../...../...../.....");
    for (const char* who : {"0", "1"})
        CHECK(says(read("fitz", std::string("0 ") + who + " 5 5/" + all + "/" + all + "/#####/" + all + "/" + all),
                   "the game is over there (no placement)"));
    std::string large = "7 0 70 70";
    for (int row = 0; row < 70; ++row)
        large += "/" + std::string(70, row % 2 == 0 ? '*' : '#');
    CHECK(says(read("fitz", large), "the game is over there (no placement)"));
    // A board without a saved position may be too small for the first tile. Its games are over at once.
    CHECK(games::is_over(games::parse_spec("fitz:height=1,width=1").make_board(1)->outcome()));
}

TEST_CASE("no game can begin from a final position") {
    Random random(33);
    for (const auto& game : games::catalogue()) {
        for (int i = 0; i < 5; ++i) {
            const auto spec = games::parse_settings(game, "");
            const auto board = spec.make_board(static_cast<std::uint64_t>(i));
            while (!games::is_over(board->outcome()))
                REQUIRE(board->play(random.one_of(board->legal_moves())) == games::Verdict::played);
            if (board->reason() == "ply limit") continue;  // a new game may continue from there
            const std::string position = games::one_line(board->saved_position().value());
            INFO(position);
            CHECK(says(read(game->name, position), "the game is over there ("));
            CHECK_THROWS_AS(static_cast<void>(games::with_position(spec, position)), games::UserError);
        }
    }
}

TEST_CASE("a bot can begin with any turn block") {
    Random random(31);
    check_told(games::othello::Othello({}), games_from_positions / 10, random);
    check_told(games::magnetic_cave::MagneticCave({}), games_from_positions / 10, random);
    for (const auto& [height, width] : {std::pair{4, 5}, {6, 12}, {9, 16}})
        check_told(games::magnetize::Magnetize<4>({height, width, 2, 2, 200}), games_from_positions / 20, random);
}

TEST_CASE("games from written positions are the same as in the slow references") {
    Random random(32);
    for (int i = 0; i < games_from_positions; ++i) {
        reference::Othello othello(128);
        for (std::string& row : othello.board) {
            for (char& cell : row)
                cell = "..BW"[random.below(4)];
        }
        othello.to_move = random.below(2);
        if (!othello.cells_for(0).empty() || !othello.cells_for(1).empty()) {
            const std::string text = rows_text(othello.board) + (othello.to_move == 0 ? " X" : " O");
            INFO(text);
            compare(
                *games::parse_spec("othello", {}, text).make_board(0), othello,
                [](const auto& game) { return game.over; }, random);
        }
        reference::MagneticCave cave(64);
        for (std::string& row : cave.cave) {
            const int left = random.below(5), right = random.below(4);
            for (int column = 0; column < 8; ++column)
                if (column < left || column >= 8 - right) row[static_cast<std::size_t>(column)] = "XO"[random.below(2)];
        }
        cave.to_move = random.below(2);
        if (!cave.has_five(0) && !cave.has_five(1)) {
            const std::string text = rows_text(cave.cave) + (cave.to_move == 0 ? " X" : " O");
            INFO(text);
            compare(
                *games::parse_spec("magnetic_cave", {}, text).make_board(0), cave,
                [](const auto& game) { return game.over; }, random);
        }
        reference::Magnetize magnetize({random.between(2, 6), random.between(2, 7), 2, 2, 60});
        for (std::size_t column = 0; column < magnetize.board.front().size(); ++column) {
            for (int depth = random.below(magnetize.settings.height + 1); depth > 0; --depth)
                magnetize.board[magnetize.board.size() - static_cast<std::size_t>(depth)][column] =
                    "*o"[random.below(2)];
        }
        magnetize.to_move = random.below(2);
        magnetize.locks[static_cast<std::size_t>(1 - magnetize.to_move)] = random.below(3);
        magnetize.settle(1 - magnetize.to_move);
        if (magnetize.has_square(0) || magnetize.has_square(1)) continue;
        if (magnetize.legal_moves().size() == 1) continue;  // a full board
        const std::string text = rows_text(magnetize.board) + (magnetize.to_move == 0 ? " * " : " o ") +
                                 std::to_string(magnetize.locks[0]) + " " + std::to_string(magnetize.locks[1]);
        INFO(text);
        compare(
            *games::parse_spec("magnetize:maglock=2,max_plies=60", {}, text).make_board(0), magnetize,
            [](const auto& game) { return game.result != reference::Result::none_yet; }, random);
    }
}

TEST_CASE("CLUSTER from a position: the bot is sent all pellets as new, and the bags without them") {
    const auto board = games::parse_spec("cluster", {}, "..a/...b/....c/..../... 0 1 2 1 3 4").make_board(5);
    std::string setup, turn;
    board->write_setup(games::Side::second, setup);
    CHECK(setup.ends_with("\n2\n1 2\n3 4\n2\n0 3\n2 4\n"));
    board->write_turn(turn);
    INFO(turn);
    std::istringstream lines(turn);
    std::string line;
    std::getline(lines, line);
    CHECK(line == "0");
    CHECK(contains(turn, "\n3\n0 "));
    const auto usual = games::parse_spec("cluster:side=3").make_board(5);
    setup.clear();
    usual->write_setup(games::Side::second, setup);
    CHECK(setup.ends_with("\n2\n1 4\n3 4\n2\n0 4\n2 4\n"));
}

}  // namespace games_test
