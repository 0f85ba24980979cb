// Text in lines: aligned columns, of which that of the names shrinks if a line is too wide, lists and wrapped text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace referee::tournament {

/// The width of text that does not depend on the terminal: a tournament prints the same text at its end as later.
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
    /// Requires: a harmless text for each column.
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    /// Whether all lines fit `width` if longer names are cut to `name` columns.
    bool fits(std::size_t name = min_name, std::size_t width = text_width) const;
    /// The titles and the rows, a line each. Names are cut until lines fit `width`, but not below min_name.
    std::string text(bool colour, std::size_t width = text_width) const;

private:
    std::size_t width_of(std::size_t column) const;
    /// The widths of all columns if longer names are cut to `name` columns.
    std::vector<std::size_t> column_widths(std::size_t name) const;
    std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const;

    std::vector<GridColumn> columns_;
    std::vector<std::vector<std::string>> rows_;
};

/// A line, in bold if `colour`.
std::string heading(const std::string& text, bool colour);

/// At most `width` columns, which are at least 4: a longer name loses its middle, since names often differ at their
/// ends.
std::string cut_name(const std::string& name, std::size_t width);

/// "1 game", "2 games".
std::string counted(std::uint64_t number, std::string_view singular);

/// Lines, each indented and with a newline.
std::string lines_text(const std::vector<std::string>& lines, std::string_view indent = "");

/// Appends words to `line`, each behind a blank, and begins a new line with `indent` if a word would exceed `width`.
std::vector<std::string> wrapped(std::string line, const std::vector<std::string>& words, const std::string& indent,
                                 std::size_t width);

/// `lead` and the items with commas between them, wrapped; each line has a newline.
std::string list_text(const std::string& lead, const std::vector<std::string>& items, std::size_t width = text_width);

}  // namespace referee::tournament
