// Tests the files of fitz (tiles and saved positions) and how mistakes in them are explained, the two automatic
// players, and boards that are too large to list their moves.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "games/fitz/tiles.hpp"
#include "games/fitz/wire.hpp"
#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "games/written_position.hpp"
#include "sample_bots/fitz_players.hpp"
#include "tests/games/fitz/pair.hpp"
#include "tests/games/random.hpp"
#include "tests/messages.hpp"

namespace games_test {

namespace {

using games::Side;

/// Parses a spec of fitz with these files. Throws the same errors as parse_spec().
games::GameSpec spec_with(const std::string& settings, const std::map<std::string, std::string>& files) {
    return games::parse_spec("fitz:" + settings, [&](const std::string& path) { return files.at(path); });
}

std::string error_of(const std::string& settings, const std::map<std::string, std::string>& files) {
    return ::error_of([&] { return spec_with(settings, files); });
}

std::string tile_error(const std::string& text) {
    return error_of("tiles=t", {{"t", text}});
}
std::string save_error(const std::string& text, const std::string& more = "") {
    return error_of("save=s" + more, {{"s", text}});
}

void check_told(const std::string& message, const std::vector<std::string_view>& parts) {
    INFO("message: " << message);
    CHECK(message.starts_with("game fitz: "));
    CHECK_FALSE(contains(message, "\n"));
    for (const std::string_view part : parts) {
        INFO("expected: " << part);
        CHECK(contains(message, part));
    }
}

std::string tiles_of(const games::GameSpec& spec) {
    return spec.values.file("tiles").text;
}

const std::string one = "!....\n.....\n.....\n.....\n....!\n";
const std::string two = "..!..\n.!!!.\n..!..\n.....\n.....\n";
const std::string one_with_commas = "!,,,,\n,,,,,\n.....\n,.,.,\n,,,,!\n";

struct Seen {
    long moves = 0;
    long rounds = 0;  ///< the moves whose search continued from the other end of the board
};

template <class Move>
std::string text_of(Move move) {
    std::string text;
    games::fitz::write_move(move, text);
    return text;
}

bool comes_first(const reference::FitzMove& a, const reference::FitzMove& b) {
    return a.row < b.row || (a.row == b.row && a.column < b.column);
}

/// Compares both kinds of automatic player on both sides at each ply. The game continues with the move of either kind.
/// In `surprises` percent of the plies it continues with a random move instead.
template <class Rules>
void compare_players(const Rules& rules, reference::Fitz game, int surprises, Random& random, Seen& seen) {
    std::vector<sample_bots::FitzPlayer1<Rules>> first_kind;
    std::vector<sample_bots::FitzPlayer2<Rules>> second_kind;
    for (const Side side : {Side::first, Side::second}) {
        first_kind.emplace_back(rules, side);
        second_kind.emplace_back(rules, side);
    }
    auto state = rules.start();
    while (!game.over) {
        REQUIRE_FALSE(games::is_over(rules.outcome(state)));
        const auto you = static_cast<std::size_t>(game.to_move);
        const reference::FitzMove right_1 = game.automatic_1();
        const reference::FitzMove right_2 = game.automatic_2();
        REQUIRE(text_of(first_kind[you].choose(state)) == right_1.text());
        REQUIRE(text_of(second_kind[you].choose(state)) == right_2.text());
        if (const auto own = game.last_move_of[you]) {
            seen.rounds += you == 0 ? comes_first(right_2, *own) : comes_first(*own, right_2);
        }
        seen.moves += 2;
        const auto move =
            random.percent(surprises) ? random.one_of(game.legal_moves) : (random.percent(50) ? right_1 : right_2);
        const auto mover = games::side_of(game.to_move);
        game.play(move);
        const auto made = games::fitz::read_move(move.text());
        rules.play(state, *made);
        for (std::size_t i = 0; i < 2; ++i) {
            first_kind[i].hear(mover, *made);
            second_kind[i].hear(mover, *made);
        }
    }
    REQUIRE(games::is_over(rules.outcome(state)));
}

std::string block_of(games::Board& board) {
    std::string block;
    board.write_turn(block);
    return block;
}

const reference::FitzTile corner = {".....", ".....", "..!!.", "..!..", "....."};
const reference::FitzTile pair_of_dots = {".....", ".....", ".!.!.", ".....", "....."};

std::unique_ptr<games::Board> board_of(int height, int width) {
    return fitz_spec({height, width, {corner, pair_of_dots}, 10'000}).make_board(0);
}

}  // namespace

TEST_CASE("a tile file may have points or commas, LF or CRLF, and blank lines at its end") {
    const std::string canonical = one + "\n" + two + "\n";
    std::string crlf;
    for (const char c : canonical)
        crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    for (const std::string& text :
         {canonical, one + "\n" + two, one_with_commas + "\n" + two, canonical + "\n\n\n", crlf, crlf + "\r\n",
          canonical.substr(0, canonical.size() - 2), crlf.substr(0, crlf.size() - 4)}) {
        INFO(text);
        CHECK(tiles_of(spec_with("tiles=t", {{"t", text}})) == canonical);
    }
    CHECK(spec_with("tiles=t", {{"t", one_with_commas}}) == spec_with("tiles=u", {{"u", one}}));
}

TEST_CASE("the built-in tiles are pairs of mirror images, and a file with them is equivalent") {
    const auto spec = games::parse_spec("fitz");
    CHECK(spec.values.file("tiles").source == "builtin");
    const auto tiles = games::fitz::read_tiles(spec.values.file("tiles"));
    REQUIRE(tiles.size() % 2 == 0);
    for (std::size_t i = 0; i < tiles.size(); i += 2) {
        auto turning = tiles[i];
        for (int row = 0; row < 5; ++row) {
            for (int column = 0; column < 5; ++column)
                CHECK(tiles[i].filled(row, column) == tiles[i + 1].filled(row, 4 - column));
        }
        for (int turn = 0; turn < 4; ++turn, turning = games::fitz::turned(turning)) {
            CHECK_FALSE(games::fitz::shape_of(turning).same_form(games::fitz::shape_of(tiles[i + 1])));
        }
    }
    CHECK(games::fitz::text_of(tiles) == tiles_of(spec));
    const auto same = spec_with("tiles=t", {{"t", tiles_of(spec) + "\n"}});
    CHECK(same == spec);
    CHECK(to_string(same) == to_string(spec));
    CHECK(to_string(spec) == "fitz:height=10,width=10,tiles=builtin,save=none,max_plies=101");
}

TEST_CASE("an invalid tile file is reported with its line and how to fix it") {
    check_told(tile_error(""), {"tiles 't' ends after line 0", "no tile", "5 rows"});
    check_told(tile_error("\n\n"), {"tiles 't' ends after line 0", "no tile"});
    check_told(tile_error("\n" + one), {"line 1", "row 1 of tile 1", "blank line"});
    check_told(tile_error("!....\n.....\n"), {"ends after line 2", "tile 1 has only 2 of its 5 rows"});
    check_told(tile_error(one + "\n" + "!....\n"), {"ends after line 7", "tile 2 has only 1 of its 5 rows"});
    check_told(tile_error(one + two), {"line 6", "blank line should be here", "'..!..'", "5 rows"});
    check_told(tile_error(one + "\n\n" + two), {"line 7", "row 1 of tile 2", "one blank line"});
    check_told(tile_error("!....\n.....\n\n.....\n.....\n"), {"line 3", "row 3 of tile 1", "blank line"});
    check_told(tile_error("!....\n......\n.....\n.....\n.....\n"),
               {"line 2", "row 2 of tile 1 has 6 cells", "write 5"});
    check_told(tile_error("!....\n.....\n.....\n.....\n....\n"), {"line 5", "row 5 of tile 1 has 4 cells", "write 5"});
    check_told(tile_error(one + "\n" + "!....\n.....\n..#..\n.....\n.....\n"),
               {"line 9", "character 3 of row 3 of tile 2", "'#'", "'!' for a filled cell", "'.' or ','"});
    check_told(tile_error("!.... \n"), {"line 1", "character 6 of row 1", "' '"});
    check_told(tile_error("!...\t\n"), {"line 1", "character 5 of row 1", "'\\x09'"});
    check_told(tile_error("\xEF\xBB\xBF" + one), {"line 1", "character 1 of row 1", "'\\xef'"});
    check_told(tile_error("!....\r\r\n.....\n"), {"line 1", "character 6 of row 1", "'\\x0d'"});
    check_told(tile_error(one + " \n" + two), {"line 6", "blank line should be here", "' '"});
    const std::string hollow = ".....\n.....\n,,,,,\n.....\n.....\n";
    check_told(tile_error(hollow), {"line 5", "tile 1", "no filled cell", "'!'"});
    check_told(tile_error(one + "\n" + hollow + "\n" + two), {"line 11", "tile 2", "no filled cell"});
    check_told(tile_error(one + std::string(100, 'x') + "\n"), {"line 6", "'xxxxxxxxxxxxxxxxxxxx...'"});
}

TEST_CASE("a saved position has its own size, which may also be given") {
    const std::string text = "2 1 3 5\n.....\n.*.#.\n....#\n";
    for (const char* settings : {"save=s", "save=s,height=3", "height=3,width=5,save=s", "width=5,save=s"}) {
        INFO(settings);
        const auto spec = spec_with(settings, {{"s", text}});
        CHECK(to_string(spec) == "fitz:height=3,width=5,tiles=builtin,save=s,max_plies=16");
        CHECK(spec.make_board(0)->saved_position() == text);
        CHECK(spec.make_board(0)->to_move() == games::Side::second);
    }
    for (const std::string& same :
         {text + "\n\n", text.substr(0, text.size() - 1), std::string("2 1 3 5\r\n.....\r\n.*.#.\r\n....#\r\n")}) {
        CHECK(spec_with("save=s", {{"s", same}}) == spec_with("save=s", {{"s", text}}));
    }
    CHECK_FALSE(spec_with("save=s", {{"s", text}}) == spec_with("save=s", {{"s", "2 0 3 5\n.....\n.*.#.\n....#\n"}}));
    CHECK_FALSE(spec_with("save=s", {{"s", "0 0 10 10\n" + [] {
                                          std::string rows;
                                          for (int i = 0; i < 10; ++i)
                                              rows += "..........\n";
                                          return rows;
                                      }()}}) == games::parse_spec("fitz"));
}

TEST_CASE("a size other than that of the saved position is refused") {
    const std::string text = "0 0 2 3\n...\n...\n";
    check_told(save_error(text, ",height=3"), {"height=3", "position in the file 's'", "height 2", "must be the same"});
    check_told(save_error(text, ",width=2"), {"width=2", "position in the file 's'", "width 3"});
}

TEST_CASE("an invalid saved position is reported with its line and how to fix it") {
    const char* form = "nextTile nextPlayer height width";
    check_told(save_error(""), {"save 's' ends after line 0", "empty", form});
    check_told(save_error("\n0 0 1 1\n.\n"), {"save 's', line 1", "four whole numbers", form});
    for (const char* line :
         {"0 0 1", "0 0  1 1", " 0 0 1 1", "a 0 1 1", "0,0,1,1", "00 0 1 1", "+0 0 1 1", "0 0 1 -", "0"}) {
        INFO(line);
        check_told(save_error(std::string(line) + "\n.\n"), {"save 's', line 1", "four whole numbers", line, form});
    }
    check_told(save_error("0 0 1 1 \n.\n"), {"line 1", "' ' is unexpected", form});
    check_told(save_error("0 0 1 1 7\n.\n"), {"line 1", "' 7' is unexpected"});
    check_told(save_error("8 0 1 1\n.\n"), {"save 's', line 1", "nextTile 8", "from 0 to 7"});
    check_told(save_error("-1 0 1 1\n.\n"), {"line 1", "nextTile -1"});
    check_told(save_error("0 2 1 1\n.\n"), {"line 1", "nextPlayer 2", "from 0 to 1"});
    check_told(save_error("0 0 0 1\n"), {"line 1", "height 0", "from 1 to 999"});
    check_told(save_error("0 0 1 1000\n.\n"), {"line 1", "width 1000", "from 1 to 999"});
    check_told(save_error("0 0 99999999999999999999 1\n.\n"), {"line 1", "height", "from 1 to 999"});
    check_told(save_error("0 0 2 3\n...\n"), {"ends after line 2", "1 rows", "height of 2"});
    check_told(save_error("0 0 2 3\n...\n...\n..*\n"), {"line 4", "'..*'", "one row too many", "height of 2"});
    check_told(save_error("0 0 2 3\n...\n\n...\n"), {"line 3", "row 1 of the board has 0 cells", "width of 3"});
    check_told(save_error("0 0 2 3\n...\n..\n"), {"line 3", "row 1 of the board has 2 cells", "width of 3"});
    check_told(save_error("0 0 2 3\n....\n...\n"), {"line 2", "row 0 of the board has 4 cells"});
    check_told(save_error("0 0 2 3\n..!\n...\n"), {"line 2", "character 3 of row 0", "'!'", "'*' or '#'"});
    const auto with_tile = [](const char* next) {
        return error_of("tiles=t,save=s",
                        {{"t", one}, {"s", std::string(next) + " 0 5 5\n.....\n.....\n.....\n.....\n.....\n"}});
    };
    CHECK(with_tile("0") == "(no error)");
    check_told(with_tile("1"), {"save 's', line 1", "nextTile 1", "from 0 to 0"});
}

TEST_CASE("a position that is saved and read again is the same position") {
    Random random(21);
    for (int game = 0; game < 300 / games_test_share() + 10; ++game) {
        const reference::FitzSettings settings{random.between(1, 12), random.between(1, 12), random_tiles(random), 999};
        const auto board = fitz_spec(settings).make_board(0);
        while (!games::is_over(board->outcome()) && random.percent(90))
            board->play_legal(random.one_of(board->legal_moves()));
        const auto saved = board->saved_position();
        REQUIRE(saved.has_value());
        const std::map<std::string, std::string> files = {{"t", tile_file(settings.tiles)}, {"s", *saved}};
        if (games::is_over(board->outcome())) {
            check_told(error_of("tiles=t,save=s", files), {"the game is over there (no placement)"});
            continue;
        }
        const auto again = spec_with("tiles=t,save=s", files).make_board(0);
        CHECK(again->saved_position() == saved);
        CHECK(again->legal_moves() == board->legal_moves());
        CHECK(again->outcome() == board->outcome());
        CHECK(again->to_move() == board->to_move());
        CHECK(again->plies() == 0);
    }
}

TEST_CASE("a saved position of a large board is read and written") {
    Random random(22);
    const auto position = random_position(999, 999, 1, 50, random);
    std::string text = "0 " + std::to_string(position.next_player) + " 999 999\n";
    for (const std::string& row : position.board)
        text += row + "\n";
    CHECK(spec_with("save=s", {{"s", text}}).make_board(0)->saved_position() == text);
    CHECK(games::parse_spec("fitz", {}, games::one_line(text)).make_board(0)->saved_position() == text);
}

TEST_CASE("the tiles of a file are shown with their numbers and four rotations") {
    CHECK(games::fitz::show_tiles({"t", one + "\n" + "!!!..\n!!...\n.....\n.....\n.....\n"}) ==
          "tile   0       90      180     270\n"
          "\n"
          "0      !....   ....!   !....   ....!\n"
          "       .....   .....   .....   .....\n"
          "       .....   .....   .....   .....\n"
          "       .....   .....   .....   .....\n"
          "       ....!   !....   ....!   !....\n"
          "\n"
          "1      !!!..   ...!!   .....   .....\n"
          "       !!...   ...!!   .....   .....\n"
          "       .....   ....!   .....   !....\n"
          "       .....   .....   ...!!   !!...\n"
          "       .....   .....   ..!!!   !!...\n");
    CHECK_THROWS_AS(games::fitz::show_tiles({"t", "?"}), games::UserError);
}

// Compares the two automatic players of fitz with those of the reference, on far more positions than games of real
// processes reach.

TEST_CASE("the automatic players of fitz move like the reference's on boards of every shape") {
    Random random(61);
    Seen seen;
    for (int round = 0; round < 300 / games_test_share() + 8; ++round) {
        int height = random.between(1, 12);
        int width = random.between(1, 12);
        // On tall boards, the players' data on the rows needs several words. On boards of one or two rows, the players
        // return to the same row again and again.
        if (round % 4 == 0) {
            height = random.between(60, 200);
            width = random.between(1, 4);
        }
        if (round % 4 == 1) {
            height = random.between(1, 2);
            width = random.between(10, 60);
        }
        const reference::FitzSettings settings{height, width, random_tiles(random), height * width + 1};
        const auto position = random_position(height, width, settings.tiles.size(), random.below(70), random);
        const auto config = games::fitz::config_of(fitz_spec(settings, position).values);
        const reference::Fitz game(settings, position);
        const int surprises = random.below(60);
        INFO("tiles:\n" << tile_file(settings.tiles) << "from:\n" << game.saved());
        games::fitz::with_rules(config,
                                [&](const auto& rules) { compare_players(rules, game, surprises, random, seen); });
        compare_players(games::fitz::Fitz<games::fitz::LargeCells>(config), game, surprises, random, seen);
    }
    MESSAGE(seen.moves << " moves, round again " << seen.rounds);
    CHECK(seen.moves > 8000 / games_test_share());
    CHECK(seen.rounds > 200 / games_test_share());
}

TEST_CASE("every row of a board of fitz is written cell by cell, however wide") {
    Random random(31);
    for (const int width : {1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 500, 999}) {
        const reference::FitzSettings settings{3, width, {{".....", ".....", "..!..", ".....", "....."}}, 9999};
        const auto position = random_position(3, width, 1, 60, random);
        const auto board = fitz_spec(settings, position).make_board(0);
        if (games::is_over(board->outcome())) continue;
        const std::string block = block_of(*board);
        std::string rows = "0\n0\n0\n";
        for (const std::string& row : position.board)
            rows += row + "\n";
        CHECK(block.starts_with(rows));
    }
}

TEST_CASE("on more than 4,096 cells moves are not listed") {
    const auto listed = board_of(64, 64);
    CHECK(listed->moves_listed());
    CHECK_FALSE(contains(block_of(*listed), "\n-1\n"));
    const auto board = board_of(17, 241);
    CHECK_FALSE(board->moves_listed());
    CHECK(board->legal_moves().empty());
    CHECK(block_of(*board).ends_with("...\n-1\n"));
    std::string frame;
    board->write_frame(frame);
    CHECK(frame.starts_with(R"({"board":["....)"));
}

}  // namespace games_test
