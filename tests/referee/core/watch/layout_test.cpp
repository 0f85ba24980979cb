// Tests the layout of the screen for all games and several screen sizes, without a terminal.
#include "referee/core/watch/layout.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <clocale>

#include "games/catalogue.hpp"
#include "referee/core/match/record.hpp"
#include "tests/messages.hpp"
#include "tests/referee/scripted_match.hpp"

namespace {

using namespace std::chrono_literals;
using referee::TimePoint;
using namespace referee::watch;

constexpr games::Looks ascii = {};

/// A match in which both players play the first listed move, up to `plies` plies.
protocol::MatchLog match_of(const games::GameSpec& spec, int plies) {
    protocol::MatchLog log;
    log.game = spec.game->name;
    log.seed = 42;
    log.players = {{{"ann", {"./ann"}, "none"}, {"bob", {"./bob"}, "none"}}};
    log.limits = {7s, 3s, 1s};
    const auto board = spec.make_board(42);
    while (!games::is_over(board->outcome()) && static_cast<int>(log.plies.size()) < plies) {
        auto& ply = log.plies.emplace_back();
        ply.player = games::index(board->to_move());
        ply.move = board->legal_moves().front();
        ply.wall = 1500ms;
        board->play_legal(ply.move);
    }
    log.result = {std::nullopt, protocol::Ending::aborted, "the referee was stopped"};
    return log;
}

/// A match, the ply that is shown, and the screen that shows it.
struct Watched {
    games::GameSpec spec;
    protocol::MatchLog log;
    Positions positions;
    Model model;
    bool over = true;
    games::Looks looks = ascii;
    std::optional<referee::Duration> thinking{};

    explicit Watched(const std::string& game, int plies = 12)
        : spec(games::parse_spec(game)), log(match_of(spec, plies)), positions(spec, 42, ascii) {
        model.load(static_cast<int>(log.plies.size()), 0, false, {});
    }

    Layout laid_out(int rows, int columns) {
        const auto& drawing = positions.at(model.shown(), log.plies);
        Scene scene{.log = log, .over = over, .game = to_string(spec), .drawing = drawing, .marks = positions.marks()};
        scene.to_move = positions.to_move();
        scene.thinking = thinking;
        scene.looks = looks;
        return lay_out(model, scene, rows, columns);
    }

    std::string text(int rows, int columns) {
        const Layout layout = laid_out(rows, columns);
        REQUIRE(layout.canvas.rows() == rows);
        REQUIRE(layout.canvas.columns() == columns);
        std::string text;
        for (int row = 0; row < rows; ++row)
            text += layout.canvas.text(row) + "\n";
        return text;
    }

    /// The lines of the board as drawn by the game.
    std::vector<std::string> board() const {
        const auto position = spec.make_board(log.seed);
        for (int i = 0; i < model.shown(); ++i)
            position->play_legal(log.plies[static_cast<std::size_t>(i)].move);
        std::vector<std::string> lines(1);
        for (const char c : position->display(ascii)) {
            if (c == '\n')
                lines.emplace_back();
            else
                lines.back() += c;
        }
        return lines;
    }
};

std::string shown(const std::vector<Cell>& line) {
    Canvas canvas(1, 80);
    canvas.put(0, 0, 80, line);
    return canvas.text(0);
}

}  // namespace

TEST_CASE("80 x 24 and 200 x 60 show the whole board, the players, their times and moves of every game") {
    for (const auto& [rows, columns] : {std::pair(24, 80), std::pair(60, 200)}) {
        for (const auto& info : games::catalogue()) {
            const std::string game(info->name);
            CAPTURE(game);
            Watched watched(game);
            watched.model.press(Key::page_down, TimePoint{});
            const std::string text = watched.text(rows, columns);
            INFO(text);
            for (const auto& line : watched.board())
                CHECK(contains(text, line.substr(0, line.find_last_not_of(' ') + 1)));
            CHECK(contains(text, "> ann ("));
            CHECK(contains(text, "  bob ("));
            CHECK(contains(text, "1.50 s of 3s [#####-----]"));
            CHECK(contains(text, fmt::format(">  10 {} {}", watched.positions.marks()[1], watched.log.plies[9].move)));
            CHECK(contains(text, "11 " + watched.positions.marks()[0]));
            CHECK(contains(text, "10 of 12  paused, 1 ply/s"));
            CHECK(contains(text, "? keys  q quit"));
            CHECK_FALSE(contains(text, "hjkl"));
        }
    }
}

TEST_CASE("40 x 12 shows what fits, and everything else can be moved into sight") {
    for (const auto& info : games::catalogue()) {
        const std::string game(info->name);
        CAPTURE(game);
        Watched watched(game);
        watched.model.press(Key::page_down, TimePoint{});
        std::vector<std::string> missing = watched.board();
        bool moves = false;
        for (int step = 0; step < 40; ++step) {
            const Layout layout = watched.laid_out(12, 40);
            watched.model.moved_to(layout.row, layout.column);
            std::string text;
            for (int row = 0; row < 12; ++row)
                text += layout.canvas.text(row) + "\n";
            moves = moves || contains(text, "hjkl move");
            std::erase_if(missing, [&](const std::string& line) {
                return contains(text, line.substr(0, line.find_last_not_of(' ') + 1));
            });
            watched.model.press(Key::board_down, TimePoint{});
        }
        CHECK(missing.empty());
        CHECK(moves == (std::string(game) == "cluster" || std::string(game) == "fitz"));
        watched.model.press(Key::tab, TimePoint{});
        CHECK(contains(watched.text(12, 40),
                       fmt::format(">  10 {} {}", watched.positions.marks()[1], watched.log.plies[9].move)));
    }
}

TEST_CASE("no size is too small or odd to be drawn") {
    for (const auto& info : games::catalogue()) {
        const std::string game(info->name);
        Watched watched(game);
        for (const Key page : {Key::none, Key::tab, Key::tab, Key::ending, Key::ending, Key::help}) {
            watched.model.press(page, TimePoint{});
            for (const int rows : {1, 2, 4, 5, 6, 9, 13, 70}) {
                for (const int columns : {1, 2, 23, 24, 25, 33, 58, 300})
                    watched.text(rows, columns);
            }
        }
    }
    Watched watched("othello");
    CHECK(contains(watched.text(4, 80), "at least 24 x 5"));
    CHECK(contains(watched.text(24, 23), "at least 24 x 5"));
    CHECK_FALSE(contains(watched.text(5, 24), "at least"));
}

TEST_CASE("a board that is larger than the screen stops at its ends") {
    Watched watched("magnetize:height=64,width=64");
    CHECK(contains(watched.text(24, 60), "board 66 x 66: hjkl move"));
    for (int i = 0; i < 200; ++i) {
        watched.model.press(Key::board_down, TimePoint{});
        watched.model.press(Key::board_right, TimePoint{});
    }
    const Layout layout = watched.laid_out(24, 60);
    CHECK(layout.row == 66 - 22);  // the screen minus a title line and a status line
    CHECK(layout.column == 66 - 60);
}

TEST_CASE("a person has no limit but the clock") {
    Watched watched("magnetize", 4);
    watched.log.players[1].command.clear();
    watched.model.press(Key::right, TimePoint{});
    CHECK(contains(watched.text(24, 80), "1.50 s of 7s [###-------]"));
    watched.model.press(Key::right, TimePoint{});
    CHECK(contains(watched.text(24, 80), "    1.50 s\n"));
    watched.log.limits.clock = {10s, 0s};
    CHECK(contains(watched.text(24, 80), "    1.50 s of 10s [##--------]  8.50 s left\n"));
}

TEST_CASE("titles and lines show lost turns, plies of the opening, limits of first moves, and who thinks") {
    Watched watched("magnetize", 4);
    watched.log.opening = 1;
    watched.log.plies[0].wall.reset();
    watched.log.plies[1].lost = {0, 1};
    CHECK(contains(watched.text(24, 80), "start\n"));
    CHECK(contains(watched.text(24, 80), "has not moved"));
    watched.model.press(Key::right, TimePoint{});
    CHECK(contains(watched.text(24, 80), "1. ann (*) DROP 0  given\n"));
    CHECK(contains(watched.text(24, 80), "no clock"));
    watched.model.press(Key::right, TimePoint{});
    CHECK(contains(watched.text(24, 80), "2. bob (o) DROP 0  1.50 s, then lost: *, o\n"));
    CHECK(contains(watched.text(24, 80), "1.50 s of 7s [###-------]"));  // a first answer, but not the first ply
    watched.model.press(Key::right, TimePoint{});
    CHECK(contains(watched.text(24, 80), "of 7s"));
    CHECK_FALSE(contains(watched.text(24, 80), "of 3s"));  // a ply of the opening is not an answer
    watched.model.press(Key::right, TimePoint{});
    CHECK(contains(watched.text(24, 80), "1.50 s of 3s [#####-----]"));

    watched.over = false;
    watched.model.load(4, 4, true, {});
    watched.thinking = 2900ms;
    CHECK(contains(watched.text(24, 80), "2.90 s of 3s [##########]"));
    CHECK(contains(watched.text(24, 80), "4 of 4  live"));
    CHECK(contains(watched.text(24, 80), "> ann (*)"));
    watched.model.press(Key::left, TimePoint{});
    CHECK(contains(watched.text(24, 80), "End goes live"));
}

TEST_CASE("the text below a board does not push the rest aside") {
    Watched watched("magnetize");
    watched.log.plies.resize(2);
    watched.log.plies[1].move = "MAGNET";
    watched.log.plies.push_back({0, "DROP 3", {}, {}, {}, {}, {}});
    watched.model.load(3, 0, false, {});
    const auto column = watched.text(24, 80).find('|');
    watched.model.press(Key::end, TimePoint{});
    CHECK(contains(watched.text(24, 80), "| magnet of o"));
    CHECK(watched.text(24, 80).find('|') == column);
}

TEST_CASE("the ending is shown beside the last ply, and in full on its page") {
    Watched watched("othello", 8);
    watched.log.result = {0, protocol::Ending::timeout, "no answer"};
    auto& failure = watched.log.failure.emplace();
    failure.player = 1;
    failure.elapsed = 3s;
    failure.limit = 3s;
    failure.stderr_tail = "first\nlast\x1b[2J";
    CHECK_FALSE(contains(watched.text(24, 80), "beats"));
    watched.model.press(Key::end, TimePoint{});
    CHECK(contains(watched.text(24, 80), "ann (B) beats bob (W): bob ran out of time at ply 9"));
    CHECK(contains(watched.text(24, 80), "the end, e explains"));
    CHECK_FALSE(contains(watched.text(24, 80), "> ann"));
    watched.model.press(Key::ending, TimePoint{});
    for (const auto& [rows, columns] : {std::pair(24, 80), std::pair(60, 200)}) {
        const std::string text = watched.text(rows, columns);
        CHECK(contains(text, "  stderr    | first\n"));
        CHECK(contains(text, "            | last\\x1b[2J\n"));
        CHECK(contains(text, "  time      3.00 s of 3s (and 1s margin)"));
    }
    watched.over = false;
    CHECK(contains(watched.text(24, 80), "The match continues."));
}

TEST_CASE("the last ply is shown in reverse video, and sides have colours and also different characters") {
    Watched watched("othello", 3);
    const auto reversed = [](const referee::watch::Drawing& drawing) {
        std::string text;
        for (const auto& line : drawing.lines) {
            for (const Cell& cell : line)
                if (cell.style.reverse) text += static_cast<char>(cell.character);
        }
        return text;
    };
    CHECK(reversed(watched.positions.at(0, watched.log.plies)).empty());
    CHECK(reversed(watched.positions.at(1, watched.log.plies)).substr(0, 2) == "BB");
    CHECK(reversed(watched.positions.at(2, watched.log.plies)).substr(0, 2) == "WW");
    CHECK(reversed(watched.positions.at(1, watched.log.plies)).substr(0, 2) == "BB");  // when going back, too

    Positions coloured(watched.spec, 42, {.utf8 = false, .colour = true});
    for (const auto& line : coloured.at(3, watched.log.plies).lines) {
        for (const Cell& cell : line) {
            if (cell.character == L'B') CHECK(cell.style.colour == 6);
            if (cell.character == L'W') CHECK(cell.style.colour == 3);
            if (cell.character == L'.') CHECK(cell.style.colour == -1);
        }
    }
}

TEST_CASE("a column that is called as a piece has not the colour of the piece") {
    protocol::MatchLog log;
    log.game = "own";
    log.rules = R"({"hello":["game own 1","plies 9","ending end it ends","piece b pawn first","piece c pawn second"]})";
    log.initial = R"({"board":["cb."],"turn":0,"moves":["b1c1"]})";
    log.result = {std::nullopt, protocol::Ending::aborted, "the referee was stopped"};
    Positions positions(referee::spec_of(log), 0, {.utf8 = false, .colour = true});
    const auto& lines = positions.at(0, log.plies).lines;
    CHECK(shown(lines[0]) == "   a b c");
    CHECK(shown(lines[1]) == " 1 c b .");
    for (const Cell& cell : lines[0])
        CHECK(cell.style.colour == -1);
    CHECK(lines[1][3].style.colour == 3);
    CHECK(lines[1][5].style.colour == 6);
}

TEST_CASE("text becomes cells: colours, wide characters, and nothing harmful") {
    std::setlocale(LC_CTYPE, "C.UTF-8");
    CHECK(shown(cells_of("a\x1b[31mb\x1b[0mc", false)) == "abc");
    CHECK(cells_of("\x1b[1;34mb", false).at(0).style == referee::watch::Style{.colour = 4, .bold = true});
    CHECK(cells_of("\x1b[34mb\x1b[0mc", false).at(1).style == referee::watch::Style{});
    CHECK(shown(cells_of("a\x07\x08\r\nb\x7f", true)) == "ab");
    CHECK(shown(cells_of("a\u00e9\u25a0", true)) == "a\u00e9\u25a0");
    CHECK(shown(cells_of("a\u00e9\u25a0", false)) == "a??");
    CHECK(shown(cells_of("e\u0301", true)) == "e");
    CHECK(shown(cells_of("\xff\xc3", true)) == "??");
    CHECK(cells_of("\u6f22", true).size() == 2);
    CHECK(shown(cells_of("\u6f22x", true)) == "\u6f22x");
    Canvas canvas(1, 3);
    canvas.put(0, 0, 3, cells_of("ab\u6f22", true));
    CHECK(canvas.text(0) == "ab");  // a wide character that would only half fit is left out
    for (const char* odd : {"\x1b[", "\x1b[99999999999999999999m", "\x1b[;;m", "\x1b[2J"})
        CHECK(cells_of(odd, true).size() <= 1);
    std::setlocale(LC_CTYPE, "C");
}

TEST_CASE("texts are wrapped at spaces, and where there are none, anywhere") {
    const auto lines = [](std::string_view text, int width) {
        std::vector<std::string> all;
        for (const auto& line : referee::watch::wrapped(text, width, false))
            all.push_back(shown(line));
        return all;
    };
    using Lines = std::vector<std::string>;
    CHECK(lines("one two three\n\nfour", 8) == Lines{"one two", "three", "", "four"});
    CHECK(lines("abcdefghij", 4) == Lines{"abcd", "efgh", "ij"});
    CHECK(lines("    abcdefgh", 6) == Lines{"    ab", "cdefgh"});
    CHECK(lines("exactly8", 8) == Lines{"exactly8"});
    CHECK(lines("", 8).empty());
    CHECK(lines("ab cd", 0) == Lines{"ab", "cd"});
}
