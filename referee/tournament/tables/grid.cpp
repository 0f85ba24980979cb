#include "referee/tournament/tables/grid.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/terminal/text_width.hpp"
#include "referee/tournament/tables/numbers.hpp"

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

std::size_t Grid::width_beside_names() const {
    std::size_t width = columns_.size() - 1;  // a blank between two
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (columns_[i].kind != GridColumn::Kind::name) width += width_of(i);
    }
    return width;
}

bool Grid::fits(std::size_t name, std::size_t width) const {
    std::size_t longest = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (columns_[i].kind == GridColumn::Kind::name) longest = width_of(i);
    }
    return width_beside_names() + std::min(longest, name) <= width;
}

std::string Grid::text(bool colour, std::size_t width) const {
    const std::size_t beside = width_beside_names();
    const std::size_t for_names = std::max(min_name, width - std::min(width, beside));
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const std::size_t widest = width_of(i);
        widths.push_back(columns_[i].kind == GridColumn::Kind::name ? std::min(widest, for_names) : widest);
    }
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

std::string list_text(const std::string& lead, const std::vector<std::string>& items, std::size_t width) {
    std::string out;
    std::string line = lead;
    std::size_t columns = columns_of(lead);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string item = items[i] + (i + 1 < items.size() ? "," : "");
        if (columns + 1 + columns_of(item) > width && !line.empty()) {
            out += line + '\n';
            line.assign(1, ' ');
            columns = 1;
        }
        line += ' ' + item;
        columns += 1 + columns_of(item);
    }
    return out + line + '\n';
}

}  // namespace referee::tournament
