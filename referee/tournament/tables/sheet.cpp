#include "referee/tournament/tables/sheet.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "protocol/json_text.hpp"
#include "referee/tournament/tables/numbers.hpp"

namespace referee::tournament {

namespace {

/// The shortest text that reads back as the same number.
std::string exact_text(double number) {
    return number == 0 ? "0" : fmt::format("{}", number);
}

std::string csv_text(const std::string& text) {
    const bool formula = !text.empty() && std::string_view("=+-@'\t\r").find(text.front()) != std::string_view::npos;
    const std::string safe = formula ? fmt::format("'{}", text) : text;
    if (safe.find_first_of(",\"\r\n ") == std::string::npos) return safe;
    std::string out = "\"";
    for (const char c : safe) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

/// Any ASCII punctuation may be escaped (CommonMark 0.31, 2.4); these have a meaning within a line.
std::string markdown_text(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool address = std::string_view(text).substr(i).starts_with("://");  // it would become a link
        if (address || std::string_view("\\`*_[]<>|~&$@").find(text[i]) != std::string_view::npos) out += '\\';
        out += text[i];
    }
    return out;
}

std::string short_text(double number) {
    std::string text = number_text(number, 3);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string cell_text(const SheetCell& cell, SheetFormat format) {
    const bool csv = format == SheetFormat::csv;
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&cell)) return csv ? exact_text(*number) : short_text(*number);
    if (const auto* text = std::get_if<std::string>(&cell)) return csv ? csv_text(*text) : markdown_text(*text);
    return "";
}

std::string csv_line(const std::vector<SheetCell>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) line += ',';
        line += cell_text(cells[i], SheetFormat::csv);
    }
    return line + "\r\n";
}

std::string markdown_line(const std::vector<SheetCell>& cells) {
    std::string line = "|";
    for (const SheetCell& cell : cells)
        line += fmt::format(" {} |", cell_text(cell, SheetFormat::markdown));
    return line + '\n';
}

protocol::Json json_of_cell(const SheetCell& cell) {
    return std::visit(
        [](const auto& value) {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, std::monostate>) {
                return protocol::Json(nullptr);
            } else if constexpr (std::is_same_v<Value, double>) {
                return protocol::Json(value == 0 ? 0.0 : value);  // never -0
            } else {
                return protocol::Json(value);
            }
        },
        cell);
}

}  // namespace

SheetWriter::SheetWriter(SheetFormat format, std::vector<std::string> columns, Sink sink, std::string nested)
    : format_(format), columns_(std::move(columns)), sink_(std::move(sink)), nested_(std::move(nested)) {
    const std::vector<SheetCell> titles(columns_.begin(), columns_.end());
    switch (format_) {
        case SheetFormat::csv: sink_(csv_line(titles)); break;
        case SheetFormat::json: sink_("["); break;
        case SheetFormat::markdown:
            sink_(markdown_line(titles) + "|");
            for (std::size_t i = 0; i < columns_.size(); ++i)
                sink_(" --- |");
            sink_("\n");
            break;
    }
}

void SheetWriter::row(const std::vector<SheetCell>& cells) {
    switch (format_) {
        case SheetFormat::csv: sink_(csv_line(cells)); break;
        case SheetFormat::json: sink_((empty_ ? "\n" : ",\n") + json_of(cells)); break;
        case SheetFormat::markdown: sink_(markdown_line(cells)); break;
    }
    empty_ = false;
}

void SheetWriter::finish() {
    if (format_ == SheetFormat::json) sink_(empty_ ? "]\n" : "\n]\n");
}

std::string SheetWriter::json_of(const std::vector<SheetCell>& cells) const {
    protocol::Json row = protocol::Json::object();
    protocol::Json nested = protocol::Json::object();
    for (std::size_t i = 0; i < cells.size(); ++i)
        (nested_.empty() || i == 0 ? row : nested)[columns_[i]] = json_of_cell(cells[i]);
    if (!nested_.empty()) row[nested_] = std::move(nested);
    return protocol::json_text(row);
}

}  // namespace referee::tournament
