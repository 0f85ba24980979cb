#include "referee/handins/filled_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "games/user_error.hpp"
#include "referee/handins/csv_table.hpp"
#include "referee/handins/list_columns.hpp"
#include "referee/handins/matching.hpp"
#include "referee/handins/student_list.hpp"

namespace referee::handins {

namespace {

using games::UserError;

/// The place of a column in the header: of the one with this name, or of the only one that begins with it.
std::size_t place_of(const std::string& column, const TableLine& header, const std::string& file) {
    const std::vector<std::string>& cells = header.cells;
    const bool is_exact = std::ranges::find(cells, column) != cells.end();
    const auto begins = [&](const std::string& cell) { return is_exact ? cell == column : cell.starts_with(column); };
    if (column.empty() || std::ranges::count_if(cells, begins) != 1)
        throw UserError(fmt::format("--column: '{}' has {} column '{}'; it has: {}", file,
                                    std::ranges::any_of(cells, begins) ? "more than one" : "no", column,
                                    fmt::join(cells, " | ")));
    return static_cast<std::size_t>(std::ranges::find_if(cells, begins) - cells.begin());
}

/// Whether the numbers of a table have a decimal comma.
bool has_decimal_commas(const CsvTable& table) {
    const auto is_decimal = [](const std::string& cell, char sign) {
        const auto at = cell.find(sign);
        return at != std::string::npos && at > 0 && at + 1 < cell.size() &&
               cell.find_first_not_of("0123456789") == at &&
               cell.find_first_not_of("0123456789", at + 1) == std::string::npos;
    };
    std::size_t commas = 0, points = 0;
    for (const TableLine& line : table.lines)
        for (const std::string& cell : line.cells) {
            commas += is_decimal(cell, ',') ? 1 : 0;
            points += is_decimal(cell, '.') ? 1 : 0;
        }
    return commas == points ? table.separator == ';' : commas > points;
}

/// A mark with at most two decimals.
std::string mark_text(double mark, bool decimal_comma) {
    std::string text = fmt::format("{:.2f}", std::round(mark * 100) / 100 + 0.0);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    if (decimal_comma) std::ranges::replace(text, '.', ',');
    return text == "-0" ? "0" : text;
}

}  // namespace

FilledTable filled_table(std::string_view bytes, const std::string& file, const std::string& column,
                         const std::vector<Student>& students, std::span<const std::optional<double>> marks) {
    const CsvTable table = read_csv(bytes, file);
    if (table.lines.empty()) throw UserError(fmt::format("{}: the table is empty", file));
    if (encoded(table.text, table.encoding) != bytes)
        throw UserError(fmt::format("{}: its text can't be read whole: export it again as \"CSV UTF-8\"", file));
    const std::size_t first = header_of(table.lines);
    const std::size_t place = place_of(column, table.lines[first], file);
    const StudentFinder finder(students);
    const bool decimal_comma = has_decimal_commas(table);
    FilledTable filled;
    std::map<const Student*, std::size_t> line_of;
    std::vector<std::pair<TextPart, std::string>> changes;  // in their order
    for (const ListLine& row : lines_of_list(table)) {
        if (row.is_nobody) continue;
        EntryName person{.platform = of_table, .name = row.student.name};
        for (const IdKind kind : {IdKind::number, IdKind::email, IdKind::login, IdKind::platform_id, IdKind::handle})
            if (const std::string& value = row.student.identifier(kind); !value.empty())
                person.identifiers.push_back({kind, value});
        const Student* student = finder.owner_of(person).student;
        if (student == nullptr) {
            filled.unknown.push_back(fmt::format("line {}: '{}'", row.line->line, row.student.name));
            continue;
        }
        const auto [earlier, is_new] = line_of.emplace(student, row.line->line);
        if (!is_new)
            throw UserError(fmt::format("{}:{}: this is '{}', as line {} is", file, row.line->line, student->name,
                                        earlier->second));
        const auto& mark = marks[static_cast<std::size_t>(student - students.data())];
        if (!mark) continue;
        if (place >= row.line->places.size())
            throw UserError(fmt::format("{}:{}: this line has no column '{}'", file, row.line->line, column));
        std::string text = mark_text(*mark, decimal_comma);
        const TextPart part = row.line->places[place];
        if (table.text.substr(part.begin, part.size).starts_with('"') ||
            text.find(table.separator) != std::string::npos)
            text = "\"" + text + "\"";
        changes.emplace_back(part, std::move(text));
        ++filled.filled;
    }
    for (std::size_t i = 0; i < students.size(); ++i)
        if (marks[i] && !line_of.contains(&students[i])) filled.missing.push_back(students[i].name);
    std::string text;
    std::size_t at = 0;
    for (const auto& [part, mark] : changes) {
        text.append(table.text, at, part.begin - at).append(mark);
        at = part.begin + part.size;
    }
    text.append(table.text, at);
    filled.bytes = encoded(text, table.encoding);
    return filled;
}

}  // namespace referee::handins
