// The content of the screen as a grid of cells, which can be laid out and tested without a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace referee::watch {

/// The look of a character. Colours are those of ECMA-48, 0 to 7; -1 is the terminal's default colour. Text on a
/// coloured background is black.
struct Style {
    std::int8_t colour = -1;
    std::int8_t background = -1;
    bool bold = false;
    bool reverse = false;
    friend bool operator==(const Style&, const Style&) = default;
};

/// One character cell of a terminal.
struct Cell {
    wchar_t character = L' ';  ///< 0: the right half of the preceding wide character
    Style style{};
    friend bool operator==(const Cell&, const Cell&) = default;
};

/// Returns one line of text as cells. Characters that need no cell (control characters, marks of width 0) are omitted.
/// Only escape sequences for colours are understood. `utf8`: whether characters beyond ASCII can be shown; otherwise
/// they become '?'. The locale determines the widths of characters.
std::vector<Cell> cells_of(std::string_view text, bool utf8, Style style = {});

/// Splits a text into lines of at most `width` cells, at spaces if possible. Each line of the text keeps its
/// indentation.
std::vector<std::vector<Cell>> wrapped(std::string_view text, int width, bool utf8);

/// A rectangle of cells for text. Text outside of it is cut off.
class Canvas {
public:
    Canvas(int rows, int columns);

    int rows() const { return rows_; }
    int columns() const { return columns_; }
    const Cell& at(int row, int column) const;

    /// Writes a line at a position, cut to `width` cells and to the canvas. A wide character that would be cut becomes
    /// a space.
    void put(int row, int column, int width, const std::vector<Cell>& line);
    void restyle(int row, int column, int width, Style style);
    /// A row as UTF-8, without trailing spaces.
    std::string text(int row) const;

private:
    bool inside(int row, int column) const;
    Cell& cell(int row, int column);

    int rows_;
    int columns_;
    std::vector<Cell> cells_;
};

}  // namespace referee::watch
