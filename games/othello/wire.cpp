#include "games/othello/wire.hpp"

#include <bit>

#include "games/words.hpp"
#include "games/written_position.hpp"

namespace games::othello {

namespace {

constexpr std::string_view form =
    "the 64 cells in reading order, X black, O white, - empty, then a space and who moves, X or O";

/// Puts the disc of a cell on the board. Returns false if the character is not one of a cell.
bool put(char cell, int place, Position& position) {
    constexpr std::string_view black = "XBx*", white = "OWo", empty = "-.";
    const std::uint64_t bit = std::uint64_t{1} << place;
    if (black.find(cell) != std::string_view::npos) {
        position.black |= bit;
    } else if (white.find(cell) != std::string_view::npos) {
        position.white |= bit;
    } else {
        return empty.find(cell) != std::string_view::npos;
    }
    return true;
}

Side side_in(PositionReader& reader) {
    const std::string_view mark = reader.word("who moves, X or O");
    for (const std::string_view black : {"X", "B", "x", "b", "*", "Black", "black"}) {
        if (mark == black) return Side::first;
    }
    for (const std::string_view white : {"O", "W", "o", "w", "White", "white"}) {
        if (mark == white) return Side::second;
    }
    reader.fail(quoted(mark) + " does not name the side to move, X or O");
}

}  // namespace

std::optional<Move> read_move(const Othello&, std::string_view text) {
    if (text == "PASS") return Move::pass();
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return std::nullopt;
    return Move::place((text[1] - '1') * 8 + (text[0] - 'a'));
}

void write_move(const Othello&, Move move, std::string& out) {
    if (move.is_pass()) {
        out += "PASS";
    } else {
        out += static_cast<char>('a' + move.cell() % 8);
        out += static_cast<char>('1' + move.cell() / 8);
    }
}

std::string objection(const Othello& rules, const Othello::State& state, Move move) {
    if (move.is_pass()) return "a player who can place a disc must not pass";
    std::string text;
    write_move(rules, move, text);
    if (((state.own | state.other) >> move.cell() & 1) != 0) return text + " is occupied";
    return text + " outflanks no disc" + (state.open == 0 ? ", and nor does any other cell: the move is PASS" : "");
}

void write_settings(const Othello&, std::string& out) {
    out += "8 8";
}

void write_state(const Othello& rules, const Othello::State& state, Side you, std::string& out) {
    append_number(out, std::popcount(rules.discs(state, you)));
    out += ' ';
    append_number(out, std::popcount(rules.discs(state, opponent(you))));
}

void write_row(const Othello& rules, const Othello::State& state, int row, std::string& out) {
    const std::uint64_t black = rules.discs(state, Side::first);
    const std::uint64_t white = rules.discs(state, Side::second);
    write_cells(black >> row * 8, white >> row * 8, 8, cell_chars, out);
}

std::string position_text(const Othello& rules, const Othello::State& state) {
    return text_of({rules.discs(state, Side::first), rules.discs(state, Side::second), state.to_move});
}

std::optional<Othello::State> told_position(const Othello& rules, int plies, std::string_view,
                                            std::span<const std::string> rows, Side to_move) {
    const auto position = position_of_rows(rows, to_move);
    if (!position) return std::nullopt;
    Othello::State state = rules.at(*position);
    state.plies = static_cast<std::uint8_t>(plies);
    return state;
}

Position read_position(const FileText& file) {
    const FileText without_remark{file.source, file.text.substr(0, file.text.find_first_of(remark_signs))};
    PositionReader reader(without_remark, form);
    reader.skip(size_of_board);
    Position position{0, 0, Side::first};
    int cells = 0;
    for (auto row = reader.row(); !row.empty(); row = cells < 64 ? reader.row() : "") {
        for (const char cell : row) {
            if (cells < 64 && !put(cell, cells, position))
                reader.fail("cell " + std::to_string(cells + 1) + " is " + quoted({&cell, 1}));
            ++cells;
        }
    }
    if (cells != 64) reader.fail("it has " + std::to_string(cells) + " cells");
    position.to_move = side_in(reader);
    return position;
}

std::string text_of(const Position& position) {
    std::string text;
    for (int place = 0; place < 64; ++place)
        text += (position.black >> place & 1) != 0 ? 'X' : (position.white >> place & 1) != 0 ? 'O' : '-';
    return text + (position.to_move == Side::first ? " X" : " O");
}

std::optional<Position> position_of_rows(std::span<const std::string> rows, Side to_move) {
    Position position{0, 0, to_move};
    int place = 0;
    for (const std::string& row : rows) {
        if (row.size() != 8 || place == 64) return std::nullopt;
        for (const char cell : row) {
            if (!put(cell, place++, position)) return std::nullopt;
        }
    }
    return position;
}

}  // namespace games::othello
