#include "games/othello/position.hpp"

#include "games/written_position.hpp"

namespace games::othello {

namespace {

constexpr std::string_view form =
    "the 64 cells in reading order, X black, O white, - empty, then a space and who moves, X or O";

/// Returns whether this is the character of a cell.
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
    if (mark == "X" || mark == "B" || mark == "x" || mark == "*") return Side::first;
    if (mark == "O" || mark == "W" || mark == "o") return Side::second;
    reader.fail(quoted(mark) + " is not who moves, X or O");
}

}  // namespace

Position read_position(const FileText& file) {
    const FileText without_remark{file.source, file.text.substr(0, file.text.find(';'))};
    PositionReader reader(without_remark, form);
    Position position{0, 0, Side::first};
    int cells = 0;
    for (const std::string_view row : reader.rows()) {
        for (const char cell : row) {
            if (cells < 64 && !put(cell, cells, position))
                reader.fail("cell " + std::to_string(cells + 1) + " is " + quoted({&cell, 1}));
            ++cells;
        }
    }
    if (cells != 64) reader.fail("it has " + std::to_string(cells) + " cells");
    position.to_move = side_in(reader);
    reader.expect_end();
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
