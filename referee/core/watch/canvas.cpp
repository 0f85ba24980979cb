#include "referee/core/watch/canvas.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "protocol/utf8.hpp"
#include "referee/core/base/text_width.hpp"

namespace referee::watch {

namespace {

/// Removes the first character from a text and returns it. Bytes that are not UTF-8 become '?'.
wchar_t take_character(std::string_view& text) {
    const auto [point, length] = protocol::decoded(text);
    text.remove_prefix(length);
    return point == protocol::no_character ? L'?' : static_cast<wchar_t>(point);
}

/// Removes a sequence such as "\x1b[1;31m" from a text and applies it. Requires: the text begins with "\x1b[".
void take_sequence(std::string_view& text, Style& style, const Style& plain) {
    std::size_t end = 2;
    int number = 0;
    const auto apply = [&] {
        if (number == 0) style = plain;
        if (number == 1) style.bold = true;
        if (number == 7) style.reverse = true;
        if (number >= 30 && number <= 37) style.colour = static_cast<std::int8_t>(number - 30);
        if (number == 39) style.colour = -1;
        if (number >= 40 && number <= 47) style.background = static_cast<std::int8_t>(number - 40);
        if (number == 49) style.background = -1;
        number = 0;
    };
    while (end < text.size() && ((text[end] >= '0' && text[end] <= '9') || text[end] == ';')) {
        if (text[end] == ';')
            apply();
        else
            number = std::min(number * 10 + (text[end] - '0'), 1000);
        ++end;
    }
    if (end < text.size() && text[end] == 'm') {
        apply();
        ++end;
    }
    text.remove_prefix(end);
}

}  // namespace

std::vector<Cell> cells_of(std::string_view text, bool utf8, Style style) {
    const Style plain = style;
    std::vector<Cell> line;
    line.reserve(text.size());
    while (!text.empty()) {
        if (text.starts_with("\x1b[")) {
            take_sequence(text, style, plain);
            continue;
        }
        wchar_t character = take_character(text);
        if (character < L' ' || character == 0x7f) continue;
        int width = 1;
        if (character >= 0x7f) {
            width = utf8 ? columns_of(static_cast<std::uint32_t>(character)) : -1;
            if (width == 0) continue;
            if (width < 0) character = L'?';
        }
        line.push_back({character, style});
        if (width == 2) line.push_back({L'\0', style});
    }
    return line;
}

std::vector<std::vector<Cell>> wrapped(std::string_view text, int width, bool utf8) {
    std::vector<std::vector<Cell>> lines;
    const auto max_width = static_cast<std::ptrdiff_t>(std::max(width, 2));
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        std::vector<Cell> rest = cells_of(text.substr(0, end), utf8);
        text.remove_prefix(std::min(end + 1, text.size()));
        const auto is_space = [](const Cell& cell) { return cell.character == L' '; };
        while (static_cast<std::ptrdiff_t>(rest.size()) > max_width) {
            const auto begin = std::find_if_not(rest.begin(), rest.end(), is_space);  // keep the indentation whole
            auto cut = rest.begin() + max_width;
            if (cut->character == L'\0') --cut;
            auto place = cut;
            while (place > begin && !is_space(*place))
                --place;
            if (place > begin) cut = place;
            lines.emplace_back(rest.begin(), cut);
            rest.erase(rest.begin(), std::find_if_not(cut, rest.end(), is_space));
        }
        lines.push_back(std::move(rest));
    }
    return lines;
}

Canvas::Canvas(int rows, int columns)
    : rows_(std::max(rows, 1)),
      columns_(std::max(columns, 1)),
      cells_(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_)) {}

bool Canvas::inside(int row, int column) const {
    return row >= 0 && row < rows_ && column >= 0 && column < columns_;
}

Cell& Canvas::cell(int row, int column) {
    return cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                  static_cast<std::size_t>(column)];
}

const Cell& Canvas::at(int row, int column) const {
    return cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                  static_cast<std::size_t>(column)];
}

void Canvas::put(int row, int column, int width, const std::vector<Cell>& line) {
    const int size = std::min({width, columns_ - column, static_cast<int>(line.size())});
    for (int i = 0; i < size; ++i) {
        const Cell& given = line[static_cast<std::size_t>(i)];
        const auto next = static_cast<std::size_t>(i) + 1;
        const bool half = i + 1 == size && next < line.size() && line[next].character == L'\0';
        const bool orphan = i == 0 && given.character == L'\0';
        if (inside(row, column + i)) cell(row, column + i) = half || orphan ? Cell{L' ', given.style} : given;
    }
}

void Canvas::restyle(int row, int column, int width, Style style) {
    for (int i = 0; i < width; ++i) {
        if (inside(row, column + i)) cell(row, column + i).style = style;
    }
}

std::string Canvas::text(int row) const {
    std::string out;
    for (int column = 0; column < columns_; ++column) {
        const wchar_t character = at(row, column).character;
        if (character != L'\0') protocol::append_character(out, static_cast<std::uint32_t>(character));
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out;
}

}  // namespace referee::watch
