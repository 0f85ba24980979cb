#include "games/magnetic_cave/wire.hpp"

#include "games/words.hpp"
#include "games/written_position.hpp"

namespace games::magnetic_cave {

namespace {

constexpr std::string_view cells = ".XO";
constexpr std::string_view form =
    "the 8 rows from row 8 down with '/' between them, '.' empty, X or O, then a space and who moves, X or O";

void put_row(std::string_view row, int number, Position& position) {
    for (int column = 0; column < 8; ++column) {
        const std::uint64_t bit = std::uint64_t{1} << (number * 8 + column);
        const char cell = row[static_cast<std::size_t>(column)];
        if (cell == 'X') position.first |= bit;
        if (cell == 'O') position.second |= bit;
    }
}

/// Whether all bricks in the row hold. Bricks grow from both walls, so there is no empty cell between a brick and one
/// of the walls.
bool holds(std::string_view row) {
    const auto first_gap = row.find('.'), last_gap = row.rfind('.');
    return first_gap == std::string_view::npos ||
           row.substr(first_gap, last_gap - first_gap).find_first_not_of('.') == std::string_view::npos;
}

}  // namespace

std::optional<Move> read_move(const MagneticCave&, std::string_view text) {
    if (text.size() != 2 || text[0] < 'A' || text[0] > 'H' || text[1] < '1' || text[1] > '8') return std::nullopt;
    return Move{static_cast<std::uint8_t>(('8' - text[1]) * 8 + (text[0] - 'A'))};
}

void write_move(const MagneticCave&, Move move, std::string& out) {
    out += static_cast<char>('A' + move.cell % 8);
    out += static_cast<char>('8' - move.cell / 8);
}

std::string objection(const MagneticCave& rules, const MagneticCave::State& state, Move move) {
    std::string text;
    write_move(rules, move, text);
    if (((state.own | state.other) >> move.cell & 1) != 0) return text + " is occupied";
    return text + " has neither a wall nor a brick directly to its left or right";
}

void write_settings(const MagneticCave&, std::string& out) {
    out += "8 8";
}

void write_state(const MagneticCave&, const MagneticCave::State&, Side, std::string& out) {
    out += '0';
}

void write_row(const MagneticCave& rules, const MagneticCave::State& state, int row, std::string& out) {
    const std::uint64_t first = rules.bricks(state, Side::first);
    const std::uint64_t second = rules.bricks(state, Side::second);
    write_cells(first >> row * 8, second >> row * 8, 8, cell_chars, out);
}

std::string position_text(const MagneticCave& rules, const MagneticCave::State& state) {
    return text_of({rules.bricks(state, Side::first), rules.bricks(state, Side::second), state.to_move});
}

std::optional<MagneticCave::State> told_position(const MagneticCave& rules, int plies, std::string_view,
                                                 std::span<const std::string> rows, Side to_move) {
    const auto position = position_of_rows(rows, to_move);
    if (!position) return std::nullopt;
    MagneticCave::State state = rules.at(*position);
    state.plies = static_cast<std::uint8_t>(plies);
    return state;
}

Position read_position(const FileText& file) {
    PositionReader reader(file, form);
    Position position;
    const auto rows = reader.rows();
    if (rows.size() != 8) reader.fail("it has " + std::to_string(rows.size()) + " rows");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        reader.check_row(rows[i], i + 1, 8, cells);
        if (!holds(rows[i])) reader.fail("a brick in row " + std::to_string(8 - i) + " is not connected to a wall");
        put_row(rows[i], static_cast<int>(i), position);
    }
    position.to_move = reader.side("X", "O");
    reader.expect_end();
    return position;
}

std::string text_of(const Position& position) {
    std::string text;
    for (int place = 0; place < 64; ++place) {
        if (place % 8 == 0 && place > 0) text += '/';
        text += cells[(position.first >> place & 1) + 2 * (position.second >> place & 1)];
    }
    return text + (position.to_move == Side::first ? " X" : " O");
}

std::optional<Position> position_of_rows(std::span<const std::string> rows, Side to_move) {
    Position position{0, 0, to_move};
    if (rows.size() != 8) return std::nullopt;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].size() != 8 || rows[i].find_first_not_of(cells) != std::string::npos) return std::nullopt;
        put_row(rows[i], static_cast<int>(i), position);
    }
    return position;
}

}  // namespace games::magnetic_cave
