#include "games/fitz/wire.hpp"

#include <algorithm>
#include <limits>

#include "games/words.hpp"
#include "games/written_position.hpp"

namespace games::fitz {

namespace {

constexpr const char* form = "write nextTile nextPlayer height width, such as '0 0 10 10'";

/// Parses one number of the first line. Before all but the first number, also removes the space.
int take_header(const Lines& lines, std::string_view line, std::string_view& rest, const char* field, int min,
                int max) {
    const bool spaced = rest.size() == line.size() || take(rest, " ");
    const auto number = spaced ? take_number(rest) : std::nullopt;
    if (!number) lines.fail(quoted(line) + " is not four whole numbers with a space between them: " + form);
    if (*number < min || *number > max) {
        lines.fail(std::string(field) + " " + std::to_string(*number) + " is out of range: it goes from " +
                   std::to_string(min) + " to " + std::to_string(max));
    }
    return static_cast<int>(*number);
}

void check_row(const Lines& lines, std::string_view row, int number, int width) {
    const std::string which = "row " + std::to_string(number) + " of the board";
    const auto wrong = row.find_first_not_of(".*#");
    if (wrong != std::string_view::npos) {
        lines.fail("character " + std::to_string(wrong + 1) + " of " + which + " is " + quoted(row.substr(wrong, 1)) +
                   ": write '.' for an empty cell, '*' or '#' for a player's");
    }
    if (row.size() != static_cast<std::size_t>(width)) {
        lines.fail(which + " has " + std::to_string(row.size()) + " cells, and line 1 says a width of " +
                   std::to_string(width));
    }
}

/// Clamps a number to the range of the type. A number that is out of range stays one that the rules reject.
std::int16_t kept(std::int64_t number) {
    using Limits = std::numeric_limits<std::int16_t>;
    return static_cast<std::int16_t>(std::clamp<std::int64_t>(number, Limits::min(), Limits::max()));
}

std::uint8_t quarter_turns_of(std::int64_t degrees) {
    const bool known = degrees >= 0 && degrees < 90 * rotations && degrees % 90 == 0;
    return static_cast<std::uint8_t>(known ? degrees / 90 : rotations);
}

}  // namespace

std::optional<Move> read_move(std::string_view text) {
    const auto row = take_number(text);
    if (!row || !take(text, " ")) return std::nullopt;
    const auto column = take_number(text);
    if (!column || !take(text, " ")) return std::nullopt;
    const auto degrees = whole_number(text);
    if (!degrees) return std::nullopt;
    return Move{kept(*row), kept(*column), quarter_turns_of(*degrees)};
}

std::string objection(Move move, bool fits_board) {
    if (move.quarter_turns >= rotations) return "the rotation must be 0, 90, 180 or 270";
    return fits_board ? "a filled cell of the tile would lie on an occupied cell"
                      : "a filled cell of the tile would lie outside the board";
}

void write_move(Move move, std::string& out) {
    append_number(out, move.row);
    out += ' ';
    append_number(out, move.column);
    out += ' ';
    append_number(out, 90 * move.quarter_turns);
}

void write_settings(int height, int width, std::span<const Tile> tiles, std::string& out) {
    append_number(out, height);
    out += ' ';
    append_number(out, width);
    out += ' ';
    append_number(out, tiles.size());
    for (const Tile& tile : tiles) {
        for (int row = 0; row < tile_side; ++row) {
            out += '\n';
            write_tile_row(tile, row, out);
        }
    }
}

SavedPosition read_position(const FileText& written) {
    FileText file = written;
    std::replace(file.text.begin(), file.text.end(), '/', '\n');
    Lines lines("save", file);
    if (lines.at_end()) lines.fail_at_end(std::string("it is empty: ") + form + ", and then the rows of the board");
    const auto line = lines.next();
    auto rest = line;
    SavedPosition position;
    position.next_tile = take_header(lines, line, rest, "nextTile", 0, 1'000'000);
    position.next_player = side_of(take_header(lines, line, rest, "nextPlayer", 0, 1));
    position.height = take_header(lines, line, rest, "height", 1, max_side);
    position.width = take_header(lines, line, rest, "width", 1, max_side);
    if (!rest.empty()) lines.fail(quoted(rest) + " is unexpected after the four numbers: " + form);
    while (!lines.at_end()) {
        const auto row = lines.next();
        if (static_cast<int>(position.board.size()) == position.height) {
            lines.fail(quoted(row) + " is one row too many: line 1 says a height of " +
                       std::to_string(position.height));
        }
        check_row(lines, row, static_cast<int>(position.board.size()), position.width);
        position.board.emplace_back(row);
    }
    if (static_cast<int>(position.board.size()) != position.height) {
        lines.fail_at_end("it has " + std::to_string(position.board.size()) +
                          " rows of the board, and line 1 says a height of " + std::to_string(position.height));
    }
    return position;
}

void check_next_tile(const FileText& file, const SavedPosition& position, std::size_t tiles) {
    if (static_cast<std::size_t>(position.next_tile) < tiles) return;
    Lines lines("save", file);
    lines.next();
    lines.fail("nextTile " + std::to_string(position.next_tile) + " is out of range: the tiles go from 0 to " +
               std::to_string(tiles - 1));
}

std::string first_line(int next_tile, Side next_player, int height, int width) {
    std::string line;
    append_number(line, next_tile);
    for (const int number : {index(next_player), height, width}) {
        line += ' ';
        append_number(line, number);
    }
    return line;
}

std::string text_of(const SavedPosition& position) {
    std::string text = first_line(position.next_tile, position.next_player, position.height, position.width) + '\n';
    for (const std::string& row : position.board)
        text += row + '\n';
    return text;
}

}  // namespace games::fitz
