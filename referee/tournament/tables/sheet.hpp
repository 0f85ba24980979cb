// Tables for other programs: CSV, JSON and Markdown.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/tables/result_table.hpp"

namespace referee::tournament {

enum class SheetFormat : std::uint8_t { csv, json, markdown };

/// Takes what is written, part by part.
using Sink = std::function<void(std::string_view)>;

/// Writes a table row by row; docs/tables.md says how. CSV is that of RFC 4180, in which text that a spreadsheet would
/// take for a formula begins with an apostrophe. JSON is an array of objects, with all digits of numbers. Markdown has
/// three decimals, and text shows as it is.
class SheetWriter {
public:
    /// `nested`: in JSON, all columns but the first are members of an object of this name; empty: they are not.
    SheetWriter(SheetFormat format, const std::vector<TableColumn>& columns, Sink sink, std::string nested = "");

    /// Requires: a value for each column.
    void row(const TableRow& values);
    /// Call it once, at the end.
    void finish();

private:
    SheetFormat format_;
    std::vector<std::string> titles_;
    Sink sink_;
    std::string nested_;
    bool empty_ = true;
};

/// A whole table.
void write_sheet(const ResultTable& table, SheetFormat format, const Sink& sink);

}  // namespace referee::tournament
