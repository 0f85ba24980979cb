// Text in lines: tables with aligned columns, lists and wrapped text. If a table is too wide, its column of names
// shrinks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace referee::tournament {

/// The width of text that does not depend on the terminal, so that a tournament prints the same text at its end as
/// later.
constexpr std::size_t text_width = 80;

struct GridColumn {
    enum class Kind { name, left, right };
    std::string title;
    Kind kind = Kind::right;
};

class Grid {
public:
    /// Names are not cut below this width.
    static constexpr std::size_t min_name = 8;

    explicit Grid(std::vector<GridColumn> columns);
    /// Requires: one text for each column, all of them safe to show.
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    /// Whether all lines fit into `width` if longer names are cut to `name` columns.
    bool fits(std::size_t name = min_name, std::size_t width = text_width) const;
    /// The titles and the rows, one line each. Names are cut until the lines fit into `width`, but not below min_name.
    std::string text(bool colour, std::size_t width = text_width) const;

private:
    std::size_t width_of(std::size_t column) const;
    /// The widths of all columns if longer names are cut to `name` columns.
    std::vector<std::size_t> column_widths(std::size_t name) const;
    std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const;

    std::vector<GridColumn> columns_;
    std::vector<std::vector<std::string>> rows_;
};

/// A line of text, in bold if `colour` is set.
std::string heading(const std::string& text, bool colour);

/// Cuts a name to at most `width` columns. A longer name loses its middle, because names often differ at their ends.
/// Requires: `width` is at least 4.
std::string cut_name(const std::string& name, std::size_t width);

/// A number and a noun: "1 game", "2 games".
std::string counted(std::uint64_t number, std::string_view singular);

/// Joins lines, each indented and followed by a newline.
std::string lines_text(const std::vector<std::string>& lines, std::string_view indent = "");

/// Appends words to `line`, each after a blank. Begins a new line with `indent` if a word would exceed `width`.
std::vector<std::string> wrapped(std::string line, const std::vector<std::string>& words, const std::string& indent,
                                 std::size_t width);

/// A wrapped list: `lead` and the items, with commas between the items. Further lines are indented by two more than
/// `lead`. Each line ends with a newline.
std::string list_text(const std::string& lead, const std::vector<std::string>& items, std::size_t width = text_width);

}  // namespace referee::tournament
