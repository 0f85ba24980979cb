// Aligned columns of text; the column of names shrinks if a line is too wide.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace referee::tournament {

/// The width of text, wherever it goes: a tournament prints the same at its end as later.
constexpr std::size_t text_width = 80;

struct GridColumn {
    enum class Kind { name, left, right };
    std::string title;
    Kind kind = Kind::right;
};

class Grid {
public:
    /// Names are not cut below this.
    static constexpr std::size_t min_name = 8;

    explicit Grid(std::vector<GridColumn> columns);
    /// Requires: a text for each column, which is harmless.
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    /// Whether lines keep to `width` if longer names are cut to `name` columns.
    bool fits(std::size_t name = min_name, std::size_t width = text_width) const;
    /// The titles and the rows, a line each. Names are cut until lines fit `width`, but not below min_name.
    std::string text(bool colour, std::size_t width = text_width) const;

private:
    std::size_t width_of(std::size_t column) const;
    /// The width of all columns except the names.
    std::size_t width_beside_names() const;
    std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const;

    std::vector<GridColumn> columns_;
    std::vector<std::vector<std::string>> rows_;
};

/// A line, in bold if `colour`.
std::string heading(const std::string& text, bool colour);

/// `lead` and the items with commas between, broken into lines of `width` where it gets long; with a newline.
std::string list_text(const std::string& lead, const std::vector<std::string>& items, std::size_t width = text_width);

}  // namespace referee::tournament
