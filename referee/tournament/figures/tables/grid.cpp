#include "referee/tournament/figures/tables/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "referee/core/base/text_width.hpp"

namespace referee::tournament {

Grid::Grid(std::vector<GridColumn> columns) : columns_(std::move(columns)) {
    std::vector<std::string>& titles = rows_.emplace_back();
    for (const GridColumn& column : columns_)
        titles.push_back(column.title);
}

std::size_t Grid::width_of(std::size_t column) const {
    std::size_t width = 0;
    for (const auto& row : rows_)
        width = std::max(width, columns_of(row[column]));
    return width;
}

std::vector<std::size_t> Grid::column_widths(std::size_t name) const {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns_.size(); ++i)
        widths.push_back(columns_[i].kind == GridColumn::Kind::name ? std::min(width_of(i), name) : width_of(i));
    return widths;
}

bool Grid::fits(std::size_t name, std::size_t width) const {
    const std::vector<std::size_t> all = column_widths(name);
    return std::accumulate(all.begin(), all.end(), all.size() - 1) <= width;  // one blank between columns
}

std::string Grid::text(bool colour, std::size_t width) const {
    const std::vector<std::size_t> beside = column_widths(0);
    const std::size_t taken = std::accumulate(beside.begin(), beside.end(), beside.size() - 1);
    const std::vector<std::size_t> widths = column_widths(std::max(min_name, width - std::min(width, taken)));
    std::string out = heading(line(rows_.front(), widths), colour);
    for (std::size_t i = 1; i < rows_.size(); ++i)
        out += line(rows_[i], widths) + '\n';
    return out;
}

std::string Grid::line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const {
    std::string out;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (i > 0) out += ' ';
        const bool right = columns_[i].kind == GridColumn::Kind::right;
        const std::string cell = columns_[i].kind == GridColumn::Kind::name ? cut_name(cells[i], widths[i]) : cells[i];
        const std::string blanks(widths[i] - std::min(widths[i], columns_of(cell)), ' ');
        out += right ? blanks + cell : cell + blanks;
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out;
}

std::string heading(const std::string& text, bool colour) {
    return colour ? fmt::format("\x1b[1m{}\x1b[0m\n", text) : text + "\n";
}

std::string cut_name(const std::string& name, std::size_t width) {
    if (columns_of(name) <= width) return name;
    const std::size_t tail = (width - 2) / 2;
    return fmt::format("{}..{}", first_columns(name, width - 2 - tail), last_columns(name, tail));
}

std::string counted(std::uint64_t number, std::string_view singular) {
    return fmt::format("{} {}{}", number, singular, number == 1 ? "" : "s");
}

std::string lines_text(const std::vector<std::string>& lines, std::string_view indent) {
    std::string text;
    for (const std::string& line : lines)
        text += fmt::format("{}{}\n", indent, line);
    return text;
}

std::vector<std::string> wrapped(std::string line, const std::vector<std::string>& words, const std::string& indent,
                                 std::size_t width) {
    std::vector<std::string> lines;
    for (const std::string& word : words) {
        if (columns_of(line) + 1 + columns_of(word) > width) lines.push_back(std::exchange(line, indent));
        line += ' ' + word;
    }
    lines.push_back(std::move(line));
    return lines;
}

std::string list_text(const std::string& lead, const std::vector<std::string>& items, std::size_t width) {
    std::vector<std::string> words = items;
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        words[i] += ',';
    const std::string indent(std::min(lead.find_first_not_of(' '), lead.size()) + 1, ' ');
    return lines_text(wrapped(lead, words, indent, width));
}

}  // namespace referee::tournament
