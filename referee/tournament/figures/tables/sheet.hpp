// Tables for other programs: CSV, JSON, Markdown and MediaWiki.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/figures/tables/result_table.hpp"

namespace referee::tournament {

enum class SheetFormat : std::uint8_t { csv, json, markdown, mediawiki };

/// Receives the written text, part by part.
using Sink = std::function<void(std::string_view)>;

/// Writes a table row by row. docs/tables.md describes the formats. CSV follows RFC 4180, and text that a spreadsheet
/// would take for a formula gets a leading apostrophe. JSON is an array of objects, with numbers in full precision.
/// Markdown and MediaWiki have three decimals, and escape text so that it is displayed unchanged.
class SheetWriter {
public:
    /// `nested` is for JSON: all columns but the first are members of an object of this name. If it is empty, all
    /// columns are members of the row. `separator`: of the columns of CSV. With ';', numbers have a decimal comma, as
    /// spreadsheets expect it where they write ';'.
    SheetWriter(SheetFormat format, const std::vector<TableColumn>& columns, Sink sink, std::string nested = "",
                char separator = ',');

    /// Requires: one value for each column.
    void row(const TableRow& values);
    /// Ends the table. Requires: called once, after all rows.
    void finish();

private:
    SheetFormat format_;
    std::vector<std::string> titles_;
    Sink sink_;
    std::string nested_;
    char separator_;
    bool empty_ = true;
};

/// Writes a whole table. `separator`: see SheetWriter.
void write_sheet(const ResultTable& table, SheetFormat format, const Sink& sink, char separator = ',');

}  // namespace referee::tournament
