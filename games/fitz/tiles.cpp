#include "games/fitz/tiles.hpp"

#include <algorithm>

#include "games/words.hpp"
#include "games/written_position.hpp"

namespace games::fitz {

namespace {

constexpr char filled_char = '!';
constexpr char file_empty_char = '.';
constexpr char other_empty_char = ',';

void read_row(const Lines& lines, std::string_view line, std::size_t tile, int row, Tile& into) {
    const std::string which = "row " + std::to_string(row + 1) + " of tile " + std::to_string(tile);
    if (line.empty())
        lines.fail(which + " should be here, not a blank line: a tile has 5 rows, and one blank line goes between two");
    for (std::size_t column = 0; column < line.size(); ++column) {
        const char cell = line[column];
        if (cell != filled_char && cell != file_empty_char && cell != other_empty_char) {
            lines.fail("character " + std::to_string(column + 1) + " of " + which + " is " +
                       quoted(line.substr(column, 1)) + ": write '!' for a filled cell, '.' or ',' for an empty one");
        }
    }
    if (line.size() != tile_side) {
        lines.fail(which + " has " + std::to_string(line.size()) + " cells: write 5");
    }
    for (int column = 0; column < tile_side; ++column) {
        if (line[static_cast<std::size_t>(column)] != filled_char) continue;
        auto& cells = into.rows[static_cast<std::size_t>(row)];
        cells = static_cast<std::uint8_t>(cells | 1 << column);
    }
}

}  // namespace

bool Tile::any() const {
    return std::any_of(rows.begin(), rows.end(), [](std::uint8_t row) { return row != 0; });
}

Tile turned(const Tile& tile) {
    Tile result;
    for (int row = 0; row < tile_side; ++row) {
        for (int column = 0; column < tile_side; ++column) {
            if (!tile.filled(row, column)) continue;
            // The former top row is now the right column.
            auto& target = result.rows[static_cast<std::size_t>(column)];
            target = static_cast<std::uint8_t>(target | 1 << (tile_side - 1 - row));
        }
    }
    return result;
}

Shape shape_of(const Tile& tile) {
    Shape shape;
    int bottom = 0;
    int right = 0;
    shape.top = shape.left = tile_side;
    for (int row = 0; row < tile_side; ++row) {
        for (int column = 0; column < tile_side; ++column) {
            if (!tile.filled(row, column)) continue;
            shape.top = std::min(shape.top, row);
            shape.left = std::min(shape.left, column);
            bottom = std::max(bottom, row);
            right = std::max(right, column);
        }
    }
    shape.height = bottom - shape.top + 1;
    shape.width = right - shape.left + 1;
    for (int row = 0; row < shape.height; ++row) {
        for (int column = 0; column < shape.width; ++column) {
            if (!tile.filled(shape.top + row, shape.left + column)) continue;
            shape.cells[static_cast<std::size_t>(shape.count++)] = {static_cast<std::uint8_t>(row),
                                                                    static_cast<std::uint8_t>(column)};
        }
    }
    return shape;
}

std::string_view builtin_text() {
    return R"(.....
..!!.
.!!..
.....
.....

.....
.!!..
..!!.
.....
.....

.....
.!...
.!...
.!!..
.....

.....
...!.
...!.
..!!.
.....

!....
.....
.!!..
.....
.....

....!
.....
..!!.
.....
.....

.....
..!!.
.!!..
..!..
.....

.....
.!!..
..!!.
..!..
.....

)";
}

std::vector<Tile> read_tiles(const FileText& file) {
    Lines lines("tiles", file);
    std::vector<Tile> tiles;
    while (!lines.at_end()) {
        if (!tiles.empty()) {
            const auto line = lines.next();
            if (!line.empty()) lines.fail("a blank line should be here, not " + quoted(line) + ": a tile has 5 rows");
        }
        Tile& tile = tiles.emplace_back();
        for (int row = 0; row < tile_side; ++row) {
            if (lines.at_end()) {
                lines.fail_at_end("tile " + std::to_string(tiles.size()) + " has only " + std::to_string(row) +
                                  " of its 5 rows");
            }
            read_row(lines, lines.next(), tiles.size(), row, tile);
        }
        if (!tile.any())
            lines.fail("tile " + std::to_string(tiles.size()) +
                       ", which ends here, has no filled cell: write '!' for at least one");
    }
    if (tiles.empty()) lines.fail_at_end("it contains no tiles: write 5 rows of 5 cells for each, '!' or '.'");
    return tiles;
}

void write_tile_row(const Tile& tile, int row, std::string& out) {
    for (int column = 0; column < tile_side; ++column)
        out += tile.filled(row, column) ? filled_char : file_empty_char;
}

std::string text_of(const std::vector<Tile>& tiles) {
    std::string text;
    for (const Tile& tile : tiles) {
        for (int row = 0; row < tile_side; ++row) {
            write_tile_row(tile, row, text);
            text += '\n';
        }
        text += '\n';
    }
    return text;
}

std::string show_rotations(const Tile& tile, std::string_view indent) {
    std::array<Tile, rotations> turns = {tile};
    for (std::size_t i = 1; i < turns.size(); ++i)
        turns[i] = turned(turns[i - 1]);
    std::string out;
    for (int row = 0; row < tile_side; ++row) {
        for (std::size_t i = 0; i < turns.size(); ++i) {
            out += i == 0 ? indent : "   ";
            write_tile_row(turns[i], row, out);
        }
        out += '\n';
    }
    return out;
}

std::string show_tiles(const FileText& file) {
    std::string out = "tile   0       90      180     270\n";
    int number = 0;
    for (const Tile& tile : read_tiles(file)) {
        out += '\n';
        std::string lines = show_rotations(tile, "       ");
        const std::string label = std::to_string(number++);
        lines.replace(0, label.size(), label);
        out += lines;
    }
    return out;
}

}  // namespace games::fitz
