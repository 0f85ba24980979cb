#include "referee/handins/student_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "games/user_error.hpp"
#include "protocol/utf8.hpp"
#include "referee/core/bots/entrant_names.hpp"
#include "referee/core/bots/name_words.hpp"
#include "referee/handins/project.hpp"

namespace referee::handins {

namespace {

using games::UserError;
using Cells = std::vector<std::string>;

constexpr std::size_t max_students = 10'000;

/// The characters 0x80 to 0x9f of Windows-1252; the others are those of Unicode.
constexpr std::array<std::uint16_t, 32> windows_1252 = {0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021,
                                                        0x2c6,  0x2030, 0x160,  0x2039, 0x152,  0x8d,   0x17d,  0x8f,
                                                        0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                                        0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};

/// The text in UTF-8. A text that is not UTF-8 is taken for Windows-1252.
std::string in_utf8(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    bool valid = true;
    for (std::size_t i = 0; i < text.size() && valid;) {
        const auto [point, length] = protocol::decoded(text.substr(i));
        valid = point != protocol::no_character;
        i += length;
    }
    if (valid) return std::string(text);
    std::string utf8;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        protocol::append_character(utf8, byte >= 0x80 && byte < 0xa0 ? windows_1252[byte - 0x80] : byte);
    }
    return utf8;
}

std::string trimmed(const std::string& text) {
    const auto begin = text.find_first_not_of(" \t\r\n");
    return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

bool is_number(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

struct Row {
    std::size_t line = 1;  ///< the line on which it begins
    Cells cells;
};

/// Splits a table into rows (RFC 4180). Blank lines are left out.
std::vector<Row> rows_of(std::string_view text, char separator, const std::string& file) {
    std::vector<Row> rows;
    Row row;
    std::string cell;
    std::size_t line = 1;
    bool quoted = false;
    const auto end_cell = [&] { row.cells.push_back(trimmed(std::exchange(cell, {}))); };
    const auto end_row = [&] {
        end_cell();
        if (std::ranges::any_of(row.cells, [](const auto& one) { return !one.empty(); })) rows.push_back(row);
        row = {line + 1, {}};
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool double_quote = quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"';
        if (double_quote) ++i;
        if (c == '"' && !double_quote && (quoted || trimmed(cell).empty())) {
            quoted = !quoted;
        } else if (!quoted && c == separator) {
            end_cell();
        } else if (!quoted && c == '\n') {
            end_row();
        } else {
            cell += c;
        }
        if (c == '\n') ++line;
    }
    if (quoted) throw UserError(fmt::format("{}:{}: a quote (\") is not closed", file, row.line));
    end_row();
    return rows;
}

/// The separator that is most frequent in the first line.
char separator_of(std::string_view text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    char best = ',';
    for (const char separator : {',', ';', '\t'})
        if (std::ranges::count(line, separator) > std::ranges::count(line, best)) best = separator;
    return best;
}

enum class Column : std::uint8_t { other, email, group, first_name, last_name, name, number };

/// The beginnings of words in headers, in the languages of many learning platforms. The first row that applies counts.
constexpr std::array<std::pair<Column, std::string_view>, 7> headers = {{
    {Column::email, "mail email courriel correo"},
    {Column::group, "group grupp grup team section kurs"},
    {Column::other, "user login benutzer anmelde status grade bewertung"},
    {Column::first_name, "first vorname prenom given nombre nome imie"},
    {Column::last_name, "last surname nachname familienname family nom apellido cognome nazwisko"},
    {Column::name, "name fullname student studierende teilnehmer"},
    {Column::number, "number numero nummer nr id idnumber matrik matricul matricol matr identifier student_id"},
}};

bool begins_with_one_of(std::string_view word, std::string_view beginnings) {
    while (!beginnings.empty()) {
        const std::string_view one = beginnings.substr(0, beginnings.find(' '));
        // Short words such as "id" must be whole, so that "idea" is none.
        if (one.size() <= 3 ? word == one : word.starts_with(one)) return true;
        beginnings.remove_prefix(std::min(beginnings.size(), one.size() + 1));
    }
    return false;
}

Column column_of(const std::string& header) {
    const auto words = name_words(header);
    const auto has = [&](std::string_view beginnings) {
        return std::ranges::any_of(words, [&](const auto& word) { return begins_with_one_of(word, beginnings); });
    };
    const std::string_view numbers = headers.back().second;
    for (const auto& [column, beginnings] : headers) {
        const bool student_number = column == Column::name && has(numbers);  // "student number"
        if (!student_number && has(beginnings)) return column;
    }
    return Column::other;
}

/// The columns of a table. Columns that the header does not tell are recognised by their content.
std::map<Column, std::size_t> columns_of(std::span<const Row> rows) {
    std::map<Column, std::size_t> columns;
    const Cells& header = rows.front().cells;
    std::vector<std::size_t> unknown;
    for (std::size_t i = 0; i < header.size(); ++i) {
        const Column column = column_of(header[i]);
        if (column == Column::other || !columns.emplace(column, i).second) unknown.push_back(i);
    }
    const auto all = [&](std::size_t i, auto&& test) {
        return rows.size() > 1 && std::ranges::all_of(rows.subspan(1), [&](const Row& row) {
                   return i < row.cells.size() && test(row.cells[i]);
               });
    };
    for (const std::size_t i : unknown) {
        if (all(i, [](const std::string& cell) { return cell.find('@') != std::string::npos; })) {
            columns.emplace(Column::email, i);
        } else if (all(i, is_number)) {
            columns.emplace(Column::number, i);
        }
    }
    return columns;
}

/// A name that is also the name of a folder that is looked at.
std::string name_for_folder(std::string name) {
    std::ranges::replace(name, '/', '_');
    std::ranges::replace_if(
        name, [](char c) { return c >= '\0' && c < ' '; }, ' ');
    constexpr std::size_t max_bytes_of_name = 200;  // of a folder's 255, with room for what is added to it
    if (name.size() > max_bytes_of_name) {
        std::size_t end = max_bytes_of_name;
        while ((static_cast<unsigned char>(name[end]) & 0xc0) == 0x80)  // a whole character
            --end;
        name.resize(end);
    }
    name = cleaned_name(name);
    if (name.starts_with('.')) name.front() = '_';
    return is_clutter(name) ? "_" + name : name;
}

/// What tells a student from others with the same name.
constexpr std::array<std::string Student::*, 3> other_marks = {&Student::number, &Student::group, &Student::email};

std::string name_with(const Student& student, const std::string& mark) {
    return mark.empty() ? student.name : fmt::format("{} ({})", student.name, mark);
}

/// Makes names that occur twice different.
void tell_apart(std::vector<Student>& students) {
    const auto change_equal_names = [&](auto&& new_name) {
        std::map<std::string, int> count;
        for (const Student& student : students)
            ++count[student.name];
        for (Student& student : students)
            if (count[student.name] > 1) student.name = name_for_folder(new_name(student));
    };
    for (std::string Student::*const mark : other_marks)
        change_equal_names([&](const Student& student) { return name_with(student, student.*mark); });
    int number = 0;
    change_equal_names([&](const Student& student) { return fmt::format("{} ({})", student.name, ++number); });
    // The number at the end of a very long name has been cut off.
    change_equal_names([&](const Student& student) { return fmt::format("{} {}", ++number, student.name); });
}

}  // namespace

StudentList read_students(std::string_view bytes, const std::string& file) {
    if (bytes.find('\0') != std::string_view::npos)
        throw UserError(fmt::format("{}: this is no CSV file in UTF-8: export it again as \"CSV UTF-8\"", file));
    const std::string text = in_utf8(bytes);
    std::string_view table = text;
    char separator = separator_of(table);
    if (table.starts_with("sep=") && table.size() > 4) {  // a line for spreadsheets
        separator = table[4];
        table.remove_prefix(std::min(table.find('\n'), table.size() - 1) + 1);
    }
    const auto rows = rows_of(table, separator, file);
    if (rows.empty()) throw UserError(fmt::format("{}: the list of students is empty", file));
    const auto columns = columns_of(rows);
    if (!columns.contains(Column::name) && !columns.contains(Column::first_name) &&
        !columns.contains(Column::last_name))
        throw UserError(fmt::format("{}: no column is called name, or first name and last name; its first line is: {}",
                                    file, fmt::join(rows.front().cells, " | ")));
    std::vector<Student> students;
    for (const Row& row : std::span(rows).subspan(1)) {
        if (row.cells.size() > rows.front().cells.size())
            throw UserError(
                fmt::format("{}:{}: this line has {} cells, and the first one {}: put \" around a cell that "
                            "contains the separator",
                            file, row.line, row.cells.size(), rows.front().cells.size()));
        const auto cell = [&](Column column) {
            const auto found = columns.find(column);
            return found != columns.end() && found->second < row.cells.size() ? row.cells[found->second] : "";
        };
        const std::string first = cell(Column::first_name);
        std::string name = cell(Column::name);
        // "Name" beside a column of first names is the last name.
        const bool is_last =
            !columns.contains(Column::last_name) && shared_words(name_words(first), name_words(name)) == 0;
        if (name.empty() || is_last) name = trimmed(first + " " + (name.empty() ? cell(Column::last_name) : name));
        if (name.empty()) throw UserError(fmt::format("{}:{}: this line has no name", file, row.line));
        students.push_back({name_for_folder(name), cell(Column::number), cell(Column::email), cell(Column::group)});
    }
    if (students.empty()) throw UserError(fmt::format("{}: there is no student below the first line", file));
    if (students.size() > max_students)
        throw UserError(fmt::format("{}: there are more than {} students", file, max_students));
    tell_apart(students);
    return {std::move(students), separator};
}

std::string_view name_in_list(const Student& student) {
    const std::string_view name = student.name;
    for (std::string Student::*const mark : other_marks) {
        const std::string added = fmt::format(" ({})", student.*mark);
        if (!(student.*mark).empty() && name.ends_with(added)) return name.substr(0, name.size() - added.size());
    }
    return name;
}

bool is_same_student(const Student& earlier, const Student& later) {
    if (earlier.name == later.name) return true;
    return std::ranges::any_of(other_marks, [&](std::string Student::*const mark) {
        if (earlier.*mark != later.*mark) return false;
        return name_for_folder(name_with(earlier, earlier.*mark)) == later.name ||
               name_for_folder(name_with(later, later.*mark)) == earlier.name;
    });
}

}  // namespace referee::handins
