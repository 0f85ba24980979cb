#include "referee/tournament/figures/tables/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>

#include "protocol/json_text.hpp"
#include "referee/core/base/output.hpp"

namespace referee::tournament {

namespace {

/// A part of a value: null, a number or text.
using SheetCell = protocol::Json;
using SheetCells = std::vector<SheetCell>;

/// The shortest text that is read back as the same number.
std::string exact_text(double number) {
    return number == 0 ? "0" : fmt::format("{}", number);
}

std::string csv_text(const std::string& text, char separator) {
    const bool formula = !text.empty() && std::string_view("=+-@'\t\r").find(text.front()) != std::string_view::npos;
    const std::string safe = formula ? fmt::format("'{}", text) : text;
    if (safe.find_first_of(std::string(",\"\r\n ") + separator) == std::string::npos) return safe;
    std::string out = "\"";
    for (const char c : safe) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

/// Escapes the ASCII punctuation that has a meaning inside a line (CommonMark 0.31, 2.4).
std::string markdown_text(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool address = std::string_view(text).substr(i).starts_with("://");  // escaped to prevent a link
        if (address || std::string_view("\\`*_[]<>|~&$@").find(text[i]) != std::string_view::npos) out += '\\';
        out += text[i];
    }
    return out;
}

/// Writes the ASCII punctuation that may have a meaning in a wiki as HTML entities.
std::string mediawiki_text(const std::string& text) {
    const std::string_view harmless_marks = text.find("__") == std::string::npos ? " .,()=+-/_" : " .,()=+-/";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_plain = std::isalnum(byte) != 0 || byte >= 0x80 || harmless_marks.find(c) != std::string::npos;
        out += is_plain ? std::string(1, c) : fmt::format("&#{};", byte);
    }
    return out;
}

std::string short_text(double number) {
    std::string text = number_text(number, 3);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string csv_cell(const SheetCell& cell, char separator) {
    if (cell.is_null()) return "";
    if (cell.is_string()) return csv_text(cell.get<std::string>(), separator);
    if (cell.is_number_integer()) return cell.dump();
    std::string number = exact_text(cell.get<double>());
    if (separator == ';') std::ranges::replace(number, '.', ',');
    return number;
}

std::string csv_line(const SheetCells& cells, char separator) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) line += separator;
        line += csv_cell(cells[i], separator);
    }
    return line + "\r\n";
}

/// A cell for people. `escape` keeps its text as it is.
std::string short_cell(const SheetCell& cell, std::string (*escape)(const std::string&)) {
    if (cell.is_null()) return "";
    if (cell.is_string()) return escape(cell.get<std::string>());
    return cell.is_number_integer() ? cell.dump() : short_text(cell.get<double>());
}

std::string markdown_line(const SheetCells& cells) {
    std::string line = "|";
    for (const SheetCell& cell : cells)
        line += fmt::format(" {} |", short_cell(cell, markdown_text));
    return line + '\n';
}

/// The cells of a row, each on a line of its own after this mark.
std::string mediawiki_lines(const SheetCells& cells, char mark) {
    std::string lines;
    for (const SheetCell& cell : cells)
        lines += fmt::format("{} {}\n", mark, short_cell(cell, mediawiki_text));
    return lines;
}

std::string json_object(const std::vector<std::string>& titles, const SheetCells& cells,
                        const std::string& nested_name) {
    protocol::Json row = protocol::Json::object();
    protocol::Json nested = protocol::Json::object();
    for (std::size_t i = 0; i < cells.size(); ++i)
        (nested_name.empty() || i == 0 ? row : nested)[titles[i]] = cells[i];
    if (!nested_name.empty()) row[nested_name] = std::move(nested);
    return protocol::json_text(row);
}

SheetCell number_cell(std::optional<double> number) {
    if (!number) return nullptr;
    return *number == 0 ? 0.0 : *number;  // never -0
}

/// Adds the cells of a value.
struct AddCells {
    SheetCells& cells;

    void operator()(std::monostate) const { cells.emplace_back(nullptr); }
    void operator()(Itself) const { cells.emplace_back(nullptr); }
    void operator()(std::int64_t number) const { cells.emplace_back(number); }
    void operator()(Scaled number) const { cells.emplace_back(number.value); }
    void operator()(const std::string& text) const { cells.emplace_back(harmless(text)); }
    void operator()(Points points) const { cells.emplace_back(static_cast<double>(points.half) / 2); }
    void operator()(PointsOfGames points) const { cells.emplace_back(static_cast<double>(points.half) / 2); }
    void operator()(SquaredPoints points) const { cells.emplace_back(static_cast<double>(points.quarters) / 4); }
    void operator()(Elo elo) const { cells.push_back(number_cell(elo.value)); }
    void operator()(Number number) const { cells.push_back(number_cell(number.value)); }
    void operator()(Share share) const { cells.push_back(number_cell(share.value)); }
    void operator()(Probability probability) const { cells.push_back(number_cell(probability.value)); }
    void operator()(const Tally& tally) const {
        for (const std::uint64_t games : {tally.wins, tally.draws, tally.losses})
            cells.emplace_back(games);
    }
    void operator()(const RatingOfEntrant& entrant) const {
        for (const auto& number : {entrant.rating.elo, entrant.rating.interval.lower, entrant.rating.interval.upper})
            cells.push_back(number_cell(number));
        const std::string word = rating_word(entrant.rating, entrant.is_broken);
        cells.push_back(word.empty() ? SheetCell(nullptr) : SheetCell(word));
    }
};

/// The titles of a column's cells.
std::vector<std::string> titles_of(const TableColumn& column) {
    const std::string& key = column.key;
    switch (column.kind) {
        case ColumnKind::number:
        case ColumnKind::name: return {key};
        case ColumnKind::tally: return {key + "_won", key + "_drawn", key + "_lost"};
        case ColumnKind::rating: return {key, key + "_lower", key + "_upper", key + "_word"};
    }
    return {};
}

}  // namespace

SheetWriter::SheetWriter(SheetFormat format, const std::vector<TableColumn>& columns, Sink sink, std::string nested,
                         char separator)
    : format_(format), sink_(std::move(sink)), nested_(std::move(nested)), separator_(separator) {
    for (const TableColumn& column : columns) {
        for (std::string& title : titles_of(column))
            titles_.push_back(std::move(title));
    }
    const SheetCells titles(titles_.begin(), titles_.end());
    switch (format_) {
        case SheetFormat::csv: sink_(csv_line(titles, separator_)); break;
        case SheetFormat::json: sink_("["); break;
        case SheetFormat::markdown:
            sink_(markdown_line(titles) + "|");
            for (std::size_t i = 0; i < titles.size(); ++i)
                sink_(" --- |");
            sink_("\n");
            break;
        case SheetFormat::mediawiki: sink_("{| class=\"wikitable sortable\"\n" + mediawiki_lines(titles, '!')); break;
    }
}

void SheetWriter::row(const TableRow& values) {
    SheetCells cells;
    for (const TableValue& value : values)
        std::visit(AddCells{cells}, value);
    switch (format_) {
        case SheetFormat::csv: sink_(csv_line(cells, separator_)); break;
        case SheetFormat::json: sink_((empty_ ? "\n" : ",\n") + json_object(titles_, cells, nested_)); break;
        case SheetFormat::markdown: sink_(markdown_line(cells)); break;
        case SheetFormat::mediawiki: sink_("|-\n" + mediawiki_lines(cells, '|')); break;
    }
    empty_ = false;
}

void SheetWriter::finish() {
    if (format_ == SheetFormat::json) sink_(empty_ ? "]\n" : "\n]\n");
    if (format_ == SheetFormat::mediawiki) sink_("|}\n");
}

void write_sheet(const ResultTable& table, SheetFormat format, const Sink& sink, char separator) {
    SheetWriter sheet(format, table.columns, sink, table.square, separator);
    for (const TableRow& row : table.rows)
        sheet.row(row);
    sheet.finish();
}

}  // namespace referee::tournament
