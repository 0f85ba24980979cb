// Tables as data, for other programs: CSV, JSON and Markdown.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace referee::tournament {

enum class SheetFormat : std::uint8_t { csv, json, markdown };

/// Nothing, a number, or text in printable ASCII.
using SheetCell = std::variant<std::monostate, std::int64_t, double, std::string>;

/// Takes what is written, part by part.
using Sink = std::function<void(std::string_view)>;

/// Writes a table row by row; docs/tables.md says how. CSV is that of RFC 4180, in which text that a spreadsheet would
/// take for a formula begins with an apostrophe. JSON is an array of objects, with all digits of numbers. Markdown has
/// three decimals, and text shows as it is.
class SheetWriter {
public:
    /// `nested`: in JSON, all columns but the first are members of an object of this name; empty: they are not.
    SheetWriter(SheetFormat format, std::vector<std::string> columns, Sink sink, std::string nested = "");

    /// Requires: a cell for each column.
    void row(const std::vector<SheetCell>& cells);
    /// Call it once, at the end.
    void finish();

private:
    std::string json_of(const std::vector<SheetCell>& cells) const;

    SheetFormat format_;
    std::vector<std::string> columns_;
    Sink sink_;
    std::string nested_;
    bool empty_ = true;
};

}  // namespace referee::tournament
