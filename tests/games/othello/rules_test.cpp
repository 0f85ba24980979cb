// Tests the rules of Othello in core and reference.
#include <doctest/doctest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "games/othello/rules.hpp"
#include "games/othello/wire.hpp"
#include "games/perft.hpp"
#include "tests/games/comparison.hpp"
#include "tests/games/laws.hpp"
#include "tests/reference/othello.hpp"

namespace games_test {

namespace {

using games::Outcome;
using games::Side;
using games::othello::Othello;
using Rows = std::vector<std::string>;

/// A position that a test sets up, both in the core and in the reference.
class OthelloSetUp {
public:
    OthelloSetUp(std::vector<std::string> rows, games::Side to_move, int plies = 0)
        : reference_(128), core_(core_of(rows, to_move, plies)) {
        reference_.board = std::move(rows);
        reference_.to_move = games::index(to_move);
        reference_.plies = plies;
    }

    /// The moves of the side to move, in order, each followed by a space.
    std::string moves() const {
        games::othello::Othello::Moves moves;
        rules_.moves(core_, moves);
        std::string core_text;
        for (const auto move : moves) {
            write_move(rules_, move, core_text);
            core_text += ' ';
        }
        std::string reference_text;
        for (const std::string& move : reference_.legal_moves())
            reference_text += move + ' ';
        CHECK(core_text == reference_text);
        return core_text;
    }
    bool legal(const std::string& text) const {
        const auto move = read_move(rules_, text);
        return move && rules_.legal(core_, *move);
    }
    void play(const std::string& text) {
        REQUIRE(legal(text));
        rules_.play(core_, *read_move(rules_, text));
        reference_.play(text);
        CHECK(rows() == reference_.board);
        CHECK(reason() == reference_.reason);
    }
    std::vector<std::string> rows() const {
        std::vector<std::string> rows(8);
        for (int row = 0; row < 8; ++row)
            write_row(rules_, core_, row, rows[static_cast<std::size_t>(row)]);
        return rows;
    }
    games::Outcome outcome() const { return rules_.outcome(core_); }
    std::string reason() const { return std::string(rules_.reason(core_)); }
    games::Side to_move() const { return rules_.to_move(core_); }

private:
    static games::othello::Othello::State core_of(const std::vector<std::string>& rows, games::Side to_move,
                                                  int plies) {
        std::uint64_t black = 0;
        std::uint64_t white = 0;
        for (std::size_t row = 0; row < 8; ++row) {
            for (std::size_t column = 0; column < 8; ++column) {
                const auto cell = std::uint64_t{1} << (row * 8 + column);
                if (rows[row][column] == 'B') black |= cell;
                if (rows[row][column] == 'W') white |= cell;
            }
        }
        const auto own = to_move == games::Side::first ? black : white;
        const auto other = to_move == games::Side::first ? white : black;
        return {own,
                other,
                games::othello::moves_of(own, other),
                to_move,
                static_cast<std::uint8_t>(plies),
                games::Outcome::ongoing};
    }

    games::othello::Othello rules_{games::othello::Config()};
    reference::Othello reference_;
    games::othello::Othello::State core_;
};

static_assert(games::Rules<Othello> && games::CountsMoves<Othello>);

/// Returns the rows with black and white discs exchanged.
Rows inverted(Rows rows) {
    for (std::string& row : rows) {
        for (char& c : row)
            c = c == 'B' ? 'W' : c == 'W' ? 'B' : c;
    }
    return rows;
}

/// Plays these moves. Core and reference must agree after each ply.
BoardPair<reference::Othello> played(const std::string& moves, int max_plies = 128) {
    return agreed<reference::Othello>({"othello:max_plies=" + std::to_string(max_plies), reference::Othello(max_plies)},
                                      moves);
}

const std::string to_a_pass = "d3 c3 b3 b2 f5 a3 a1 c1";
const std::string to_where_nobody_can_move =
    "f5 f6 f7 e3 f3 g3 g2 f4 c3 c4 h2 b2 a1 g4 c5 h3 h4 g1 e2 d3 f1 d1 h1 h5 h6 b5 a6 c6 b7 b4 a4 d6 c7 e6 e7";
const std::string to_equal_discs =
    "d3 c5 e6 d2 c4 d6 b5 b6 e2 a5 d7 d8 c6 b4 c2 f5 e7 d1 b3 c3 a4 b1 e1 b2 a1 a2 c1 f8 g4 f7 a3 g5 a7 e3 c8 b7 f6 f1 "
    "f3 f4 g8 g3 h4 f2 e8 h5 a8 h3 g7 g6 c7 h8 g1 b8 h7 h6 g2 h1 h2 PASS a6";
const std::string to_a_wipe_out = "f5 d6 c5 f4 e7 f6 g5 e6 e3";

}  // namespace

TEST_CASE("the core of Othello keeps the laws of a rule core") {
    std::vector<games::othello::Move> universe;
    for (int code = 0; code < 256; ++code)
        universe.push_back({static_cast<std::uint8_t>(code)});
    Random random(8);
    for (const int max_plies : {1, 2, 7, 59, 60, 61, 128}) {
        for (int i = 0; i < 20; ++i)
            check_rule_core(Othello({max_plies}), universe, random);
    }
}

TEST_CASE("black begins with four moves, each of which turns one disc") {
    const auto pair = played("");
    CHECK(pair.by_core().legal_moves() == std::vector<std::string>{"d3", "c4", "f5", "e6"});
    CHECK(pair.by_core().to_move() == Side::first);
    CHECK(played("d3").by_reference().board ==
          Rows{"........", "........", "...B....", "...BB...", "...BW...", "........", "........", "........"});
}

TEST_CASE("a disc turns lines in all eight directions at once") {
    OthelloSetUp wheel({"B..B..B.", ".W.W.W..", "..WWW...", "BWW.WWWB", "..WWW...", ".W.W.W..", "B..W..W.", "...B...B"},
                       Side::first);
    wheel.play("d4");
    CHECK(wheel.rows() ==
          Rows{"B..B..B.", ".B.B.B..", "..BBB...", "BBBBBBBB", "..BBB...", ".B.B.B..", "B..B..B.", "...B...B"});
}

TEST_CASE("lines of one to six discs are turned in every direction, and there are no longer lines") {
    struct Step {
        int down;
        int right;
    };
    for (const Step& to : {Step{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}) {
        for (int length = 1; length <= 6; ++length) {
            const int first_row = to.down < 0 ? 7 : 0;
            const int first_column = to.right < 0 ? 7 : 0;
            Rows rows(8, "........");
            Rows after = rows;
            const auto put = [&](int step, char before, char later) {
                const auto row = static_cast<std::size_t>(first_row + step * to.down);
                const auto column = static_cast<std::size_t>(first_column + step * to.right);
                rows[row][column] = before;
                after[row][column] = later;
            };
            put(0, '.', 'B');
            for (int step = 1; step <= length; ++step)
                put(step, 'W', 'B');
            put(length + 1, 'B', 'B');
            INFO("down " << to.down << " right " << to.right << " length " << length);
            const std::string cell = {"ah"[first_column != 0], "18"[first_row != 0]};
            for (const Side side : {Side::first, Side::second}) {
                OthelloSetUp line(side == Side::first ? rows : inverted(rows), side);
                line.play(cell);
                CHECK(line.rows() == (side == Side::first ? after : inverted(after)));
            }
        }
    }
}

TEST_CASE("a line does not continue across the edge of the board") {
    struct Wrapped {
        const char* line;  ///< the line that a shift without masks would see
        Rows rows;
    };
    const std::vector<Wrapped> boards = {
        {"g3 h3 a4 b4, from g3", {"", "", ".......W", "WB", "", "", "", ""}},
        {"h3 a4 b4, from h3", {"", "", "", "WB", "", "", "", ""}},
        {"b4 a4 h3 g3, from b4", {"", "", "......BW", "W", "", "", "", ""}},
        {"a4 h3 g3, from a4", {"", "", "......BW", "", "", "", "", ""}},
        {"g2 h3 a5 b6, from g2", {"", "", ".......W", "", "W", ".B", "", ""}},
        {"g2 h3 a5 b6, from b6", {"", "......B", ".......W", "", "W", "", "", ""}},
        {"h3 a5 b6, from h3", {"", "", "", "", "W", ".B", "", ""}},
        {"b1 a2 h2 g3, from b1", {"", "W......W", "......B", "", "", "", "", ""}},
        {"b1 a2 h2 g3, from g3", {".B", "W......W", "", "", "", "", "", ""}},
        {"a2 h2 g3, from a2", {"", ".......W", "......B", "", "", "", "", ""}},
        {"off the top and the bottom", {"W..W...W", "B..B...B", "", "", "", "", "B..B...B", "W..W...W"}},
    };
    for (const Wrapped& wrapped : boards) {
        INFO(wrapped.line);
        Rows rows = wrapped.rows;
        for (std::string& row : rows)
            row.resize(8, '.');
        CHECK(OthelloSetUp(rows, Side::first).moves() == "PASS ");
        CHECK(OthelloSetUp(inverted(rows), Side::second).moves() == "PASS ");
    }
}

TEST_CASE("a line with a gap, or without one's own disc at its end, outflanks nothing") {
    OthelloSetUp gap({".W.B....", "........", "........", "........", "........", "........", "........", "........"},
                     Side::first);
    CHECK(gap.moves() == "PASS ");
    OthelloSetUp open({".WWB.WW.", "........", "........", "........", "........", "........", "........", "........"},
                      Side::first);
    CHECK(open.moves() == "a1 ");
    open.play("a1");
    CHECK(open.rows().front() == "BBBB.WW.");
    OthelloSetUp own_beside(
        {"........", ".BB.....", "........", "........", "........", "........", "........", "....WWWW"}, Side::first);
    CHECK(own_beside.moves() == "PASS ");
}

TEST_CASE("a disc that has just turned outflanks nothing more in the same turn") {
    // a1 turns b1. Then there are white discs between b1 and b4. They do not turn, because b1 has only just turned.
    OthelloSetUp set_up(
        {".WB.....", ".W......", ".W......", ".B......", "........", "........", "........", "........"}, Side::first);
    set_up.play("a1");
    CHECK(set_up.rows() ==
          Rows{"BBB.....", ".W......", ".W......", ".B......", "........", "........", "........", "........"});
}

TEST_CASE("a side that can't move has to pass, and PASS is all that is listed") {
    auto pair = played(to_a_pass);
    CHECK(pair.by_core().legal_moves() == std::vector<std::string>{"PASS"});
    CHECK(pair.by_core().to_move() == Side::first);
    CHECK(pair.by_core().outcome() == Outcome::ongoing);
    const Rows before = pair.by_reference().board;
    pair.play("PASS");
    CHECK(pair.difference() == "");
    CHECK(pair.by_core().plies() == 9);
    CHECK(pair.by_core().to_move() == Side::second);
    CHECK(pair.by_reference().board == before);
    CHECK(pair.by_reference().legal_moves().front() != "PASS");
}

TEST_CASE("a forced pass can't be avoided by placing a disc") {
    const auto board = games::parse_spec("othello").make_board(0);
    std::istringstream words(to_a_pass);
    for (std::string move; words >> move;)
        REQUIRE(board->play(move) == games::Verdict::played);
    for (const char* cell : {"a2", "h8", "d4", "d1", "e2"}) {
        INFO(cell);
        CHECK(board->play(cell) == games::Verdict::illegal);
    }
    CHECK(board->plies() == 8);
    CHECK(board->play("PASS") == games::Verdict::played);
}

TEST_CASE("PASS is refused as illegal if there is a move, and changes nothing") {
    const auto board = games::parse_spec("othello").make_board(0);
    CHECK_FALSE(board->legal("PASS"));
    CHECK(board->play("PASS") == games::Verdict::illegal);
    CHECK(board->plies() == 0);
    CHECK(board->to_move() == Side::first);
    REQUIRE(board->play("d3") == games::Verdict::played);
    CHECK(board->play("PASS") == games::Verdict::illegal);
    CHECK(board->to_move() == Side::second);
}

TEST_CASE("a side without discs has lost at once, even with most of the board empty, and no pass is needed") {
    const auto pair = played(to_a_wipe_out);
    CHECK(pair.by_core().outcome() == Outcome::first_won);
    CHECK(pair.by_core().reason() == "disc count");
    CHECK(pair.by_core().legal_moves().empty());
    CHECK(pair.by_reference().discs(0) == 13);
    CHECK(pair.by_reference().discs(1) == 0);
}

TEST_CASE("the game ends at once when neither side can move, even with empty cells and discs of both sides") {
    const auto game = played(to_where_nobody_can_move);
    CHECK(game.by_core().plies() == 35);
    CHECK(game.by_core().reason() == "disc count");
    CHECK(game.by_core().legal_moves().empty());
    CHECK(game.by_reference().discs(0) > 0);
    CHECK(game.by_reference().discs(1) > 0);
    CHECK(game.by_reference().discs(0) + game.by_reference().discs(1) == 39);
    OthelloSetUp stuck({".WB.....", "........", "........", "........", "........", "........", "........", "WWW....."},
                       Side::first, 50);
    CHECK(stuck.moves() == "a1 ");
    stuck.play("a1");
    CHECK(stuck.outcome() == Outcome::drawn);
    CHECK(stuck.reason() == "disc count");
    CHECK(stuck.moves() == "");
}

TEST_CASE("a full board ends the game, and more discs win whoever moved last") {
    const Rows nearly = {".WWWWWWB", "BBBBBBBB", "BBBBBBBB", "BBBBBBBB",
                         "WWWWWWWW", "WWWWWWWW", "WWWWWWWW", "WWWWWWWW"};
    Rows more_black = nearly;
    more_black[4][7] = 'B';
    Rows more_white = nearly;
    more_white[3][7] = 'W';
    const std::tuple<Rows, Side, Outcome> boards[] = {{nearly, Side::first, Outcome::drawn},
                                                      {more_black, Side::first, Outcome::first_won},
                                                      {more_white, Side::first, Outcome::second_won},
                                                      {inverted(more_black), Side::second, Outcome::second_won}};
    for (const auto& [rows, mover, outcome] : boards) {
        OthelloSetUp board(rows, mover, 59);
        board.play("a1");
        CHECK(board.outcome() == outcome);
        CHECK(board.reason() == "disc count");
    }
}

TEST_CASE("a whole game with a pass before its last ply ends with equal discs, a draw") {
    const auto game = played(to_equal_discs);
    CHECK(game.by_core().outcome() == Outcome::drawn);
    CHECK(game.by_core().reason() == "disc count");
    CHECK(game.by_core().plies() == 61);
    CHECK(game.by_reference().discs(0) == 32);
    CHECK(game.by_reference().discs(1) == 32);
}

TEST_CASE("empty cells do not count for either side") {
    OthelloSetUp set_up(
        {"BBBBBBBB", ".WB.....", "........", "........", "........", "........", "........", "........"}, Side::first,
        40);
    set_up.play("a2");
    CHECK(set_up.outcome() == Outcome::first_won);
    OthelloSetUp fewer({".WB.....", "........", "........", "........", "........", "........", "WWWW....", "........"},
                       Side::first, 40);
    fewer.play("a1");
    CHECK(fewer.outcome() == Outcome::second_won);
}

TEST_CASE("the game is a draw at the ply limit, unless the last ply ends it by the rules") {
    const auto limited = played("d3 c3 c4", 3);
    CHECK(limited.by_core().outcome() == Outcome::drawn);
    CHECK(limited.by_core().reason() == "ply limit");
    CHECK(limited.by_core().legal_moves().empty());
    const auto wiped_out = played(to_a_wipe_out, 9);
    CHECK(wiped_out.by_core().outcome() == Outcome::first_won);
    CHECK(wiped_out.by_core().reason() == "disc count");
    const auto before_a_pass = played(to_a_pass, 8);
    CHECK(before_a_pass.by_core().reason() == "ply limit");
    const auto with_a_pass = played(to_a_pass + " PASS", 9);
    CHECK(with_a_pass.by_core().reason() == "ply limit");
}

TEST_CASE("Othello's perft counts are the known counts") {
    const Othello rules({});
    const std::vector<std::uint64_t> known = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288};
    for (std::size_t depth = 0; depth < known.size(); ++depth)
        CHECK(games::perft(rules, rules.start(), static_cast<int>(depth)) == known[depth]);
    // The usual value, 24571284, also counts the 228 games that are over after nine plies.
    CHECK(games::perft(rules, rules.start(), 10) == 24571284 - 228);
}

}  // namespace games_test
