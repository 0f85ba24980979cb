#include "referee/handins/owners.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/sha256.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/handins/csv_table.hpp"
#include "referee/handins/person_names.hpp"
#include "referee/handins/project.hpp"
#include "referee/handins/student_list.hpp"
#include "referee/handins/team_names.hpp"

namespace referee::handins {

namespace {

using games::UserError;

constexpr std::array<std::string PersonLine::*, 9> cells = {
    &PersonLine::person,    &PersonLine::student, &PersonLine::suggestion, &PersonLine::found_by, &PersonLine::entries,
    &PersonLine::handed_in, &PersonLine::state,   &PersonLine::why,        &PersonLine::same_as};
constexpr std::array<std::string_view, cells.size()> titles = {
    "person", "student", "suggestion", "found by", "hand-ins", "handed in", "state", "why", "same as"};

/// Begins the last title. The sum of all that is before it shows whether somebody has changed the table.
constexpr std::string_view sum_title = "sum ";

constexpr std::string_view nobody = "nobody";

/// Whether spreadsheets may take a cell for a formula, if any quotes before it are removed.
bool looks_like_formula(std::string_view text) {
    const auto begin = text.find_first_not_of('\'');
    return begin != std::string_view::npos && (std::string_view("=+-@").find(text[begin]) != std::string_view::npos ||
                                               static_cast<unsigned char>(text[begin]) < ' ');
}

/// A cell as a spreadsheet shows it, without being taken for a formula: a quote is before each of these.
std::string cell_text(std::string_view text, char separator) {
    std::string cell = looks_like_formula(text) ? "'" + std::string(text) : std::string(text);
    if (cell.find_first_of(std::string("\"\r\n") + separator) == std::string::npos) return cell;
    for (auto at = cell.find('"'); at != std::string::npos; at = cell.find('"', at + 2))
        cell.insert(at, 1, '"');
    return "\"" + cell + "\"";
}

std::string lines_text(const std::vector<PersonLine>& lines, char separator) {
    std::string text;
    for (const PersonLine& line : lines) {
        for (const auto cell : cells)
            text += cell_text(line.*cell, separator) + separator;
        text += "\r\n";
    }
    return text;
}

/// The table. Its sum is that of the lines.
std::string table_text(const std::vector<PersonLine>& lines, char separator) {
    constexpr std::size_t digits = 8;
    const std::string body = lines_text(lines, separator);
    std::string header;
    for (const std::string_view title : titles)
        header += cell_text(title, separator) + separator;
    return fmt::format("\xef\xbb\xbf{}{}{}\r\n{}", header, sum_title, sha256_of(body).substr(0, digits), body);
}

/// Whether a table is as write_hand_ins() has written it.
bool is_unchanged(const std::string& table) {
    const auto end = table.find("\r\n");
    const auto sum = table.rfind(sum_title, end);
    if (end == std::string::npos || sum == std::string::npos || sum + sum_title.size() >= end) return false;
    return sha256_of(std::string_view(table).substr(end + 2))
        .starts_with(table.substr(sum + sum_title.size(), end - sum - sum_title.size()));
}

/// Where the n-th later table is written, if somebody has changed the earlier ones: "hand_ins.new.csv".
std::string beside_table(const std::string& file, int n) {
    const std::filesystem::path path(file);
    const std::string number = n == 1 ? "" : std::to_string(n);
    return (path.parent_path() / fmt::format("{}.new{}.csv", path.stem().string(), number)).string();
}

/// A table that was given back, line by line.
struct GivenLine {
    std::size_t line;
    std::string person, student, suggestion;
};

std::vector<GivenLine> read_table(const std::string& file) {
    const CsvTable table = read_csv(read_text_file(file), file);
    const auto place_of = [&](std::string_view title) {
        const auto& header = table.lines.front().cells;
        const auto found =
            std::ranges::find_if(header, [&](const std::string& cell) { return in_lower_case(cell) == title; });
        if (found == header.end())
            throw UserError(
                fmt::format("{}: the column '{}' is missing: give back hand_ins.csv with its header", file, title));
        return static_cast<std::size_t>(found - header.begin());
    };
    if (table.lines.empty()) throw UserError(fmt::format("{}: the table is empty", file));
    const std::size_t person = place_of("person"), student = place_of("student"), suggestion = place_of("suggestion");
    std::vector<GivenLine> lines;
    for (std::size_t i = 1; i < table.lines.size(); ++i) {
        const auto cell = [&](std::size_t place) {
            const auto& all = table.lines[i].cells;
            std::string text = place < all.size() ? all[place] : "";
            if (text.starts_with('\'') && looks_like_formula(text)) text.erase(0, 1);
            return text;
        };
        lines.push_back({table.lines[i].line, cell(person), cell(student), cell(suggestion)});
    }
    return lines;
}

/// The names of the students with a name, in any usual spelling, or with an identifier; or the name of a team.
std::vector<std::string> owners_called(const std::string& text, const std::vector<Student>& students) {
    if (std::ranges::find(students, text, &Student::name) != students.end() || !members_of(text, students).empty())
        return {text};
    const NameWords words = words_of_name(text);
    std::vector<std::string> found;
    for (const Student& student : students) {
        const auto has = [&](IdKind kind) { return in_lower_case(student.identifier(kind)) == in_lower_case(text); };
        if (is_same_name(words, words_of_name(name_in_list(student)), Spelling::without_accents) ||
            is_same_name(words, words_of_name(student.name), Spelling::without_accents) ||
            std::ranges::any_of(std::array{IdKind::number, IdKind::email, IdKind::login}, has))
            found.push_back(student.name);
    }
    for (const std::string& entrant : entrants_of(students))
        if (is_team_name(words, words_of_name(entrant), Spelling::without_accents) &&
            !members_of(entrant, students).front()->team.empty())
            found.push_back(entrant);
    return found;
}

/// A text as spreadsheets and systems may have changed it: without blanks around it, with composed accents.
std::string same_text(const std::string& text) {
    std::string all;
    for (const NameWord& word : words_of_name(text))
        all += (all.empty() ? "" : " ") + word.exact;
    return all;
}

/// The line of a person; null if there is none. A spreadsheet or a system may have changed the text a little. Throws
/// games::UserError if several lines may be meant then.
const PersonLine* line_of(const GivenLine& given, const std::vector<PersonLine>& found, const std::string& file) {
    if (const auto exact = std::ranges::find(found, given.person, &PersonLine::person); exact != found.end())
        return &*exact;
    const PersonLine* like = nullptr;
    for (const PersonLine& line : found) {
        if (same_text(line.person) != same_text(given.person)) continue;
        if (like != nullptr)
            throw UserError(fmt::format("{}:{}: '{}' may be '{}' or '{}': write one of these", file, given.line,
                                        given.person, like->person, line.person));
        like = &line;
    }
    return like;
}

}  // namespace

std::vector<Decision> read_decisions(const std::string& file, const std::vector<PersonLine>& found,
                                     const std::vector<Student>& students, const std::vector<Decision>& earlier) {
    std::map<std::string, std::size_t> lines;
    std::vector<Decision> decisions;
    const bool changes_nothing = is_as_written(file);
    for (const GivenLine& given : read_table(file)) {
        const auto [first, is_new] = lines.emplace(given.person, given.line);
        if (!is_new)
            throw UserError(fmt::format("{}:{}: '{}' is in line {} already: remove one of them", file, given.line,
                                        given.person, first->second));
        const PersonLine* known = line_of(given, found, file);
        const auto is_decided = [&](const Decision& one) { return same_text(one.person) == same_text(given.person); };
        // It was decided before, or nothing is decided, and the hand-in is not in this folder.
        const bool decides_nothing = changes_nothing || given.student.empty();
        if (known == nullptr && (decides_nothing || std::ranges::any_of(earlier, is_decided))) continue;
        if (known == nullptr)
            throw UserError(fmt::format("{}:{}: '{}' has no hand-in in the folder: change only the column 'student'",
                                        file, given.line, given.person));
        if (given.student == known->student) continue;
        if (given.student.empty()) continue;
        if (in_lower_case(given.student) == nobody) {
            decisions.push_back({known->person, ""});
            continue;
        }
        const auto called = owners_called(given.student, students);
        if (called.size() > 1)
            throw UserError(fmt::format("{}:{}: '{}' may be '{}' or '{}': write one of these", file, given.line,
                                        given.student, called[0], called[1]));
        if (called.empty())
            throw UserError(fmt::format("{}:{}: '{}' is no student of the list: write a name as it is there, or {}",
                                        file, given.line, given.student, nobody));
        if (called.front() != known->student) decisions.push_back({known->person, called.front()});
    }
    return decisions;
}

bool is_as_written(const std::string& file) {
    return exists_at(file) && is_unchanged(read_text_file(file));
}

std::set<std::string> clear_suggestions(const std::vector<PersonLine>& lines) {
    std::map<std::string, int> times;  // two persons can't be one student
    for (const PersonLine& line : lines)
        if (!line.suggestion.empty() && line.student.empty()) ++times[line.suggestion];
    std::set<std::string> clear;
    for (const auto& [student, count] : times)
        if (count == 1) clear.insert(student);
    return clear;
}

std::vector<std::string> tables_of(const std::string& file) {
    std::vector<std::string> all = {file};
    for (int i = 1;; ++i) {
        all.push_back(beside_table(file, i));
        if (!exists_at(all.back())) return all;
    }
}

std::vector<Decision> take_suggestions(const std::string& file, const std::vector<PersonLine>& found) {
    if (!exists_at(file))
        throw UserError(
            fmt::format("--hand-ins suggested: no suggestions were shown yet: --dry-run writes them into '{}'", file));
    std::vector<Decision> decisions;
    const std::set<std::string> clear = clear_suggestions(found);
    for (const GivenLine& shown : read_table(file)) {
        const PersonLine* known = line_of(shown, found, file);
        const bool is_same = known != nullptr && shown.student.empty() && known->student.empty() &&
                             !known->suggestion.empty() && known->suggestion == shown.suggestion &&
                             clear.contains(known->suggestion);
        if (is_same) decisions.push_back({known->person, known->suggestion});
    }
    return decisions;
}

void add_decisions(std::vector<Decision>& decisions, std::vector<Decision> later) {
    for (Decision& one : later) {
        const auto earlier = std::ranges::find(decisions, one.person, &Decision::person);
        if (earlier == decisions.end()) {
            decisions.push_back(std::move(one));
        } else {
            *earlier = std::move(one);
        }
    }
}

std::string write_hand_ins(const std::string& file, const std::vector<PersonLine>& lines, char separator, bool beside) {
    const std::string text = table_text(lines, separator);
    std::string place = file;
    for (int i = 1;; ++i) {
        const bool may_be_written = !exists_at(place) || is_unchanged(read_text_file(place));
        if (may_be_written && !(beside && i == 1)) break;
        place = beside_table(file, i);
    }
    write_text_file(place, text);
    return place;
}

void add_refusals(WrittenTable& table, const std::vector<LeftOut>& refused) {
    bool is_new = false;
    for (PersonLine& line : table.lines) {
        const auto found = std::ranges::find(refused, line.student, &LeftOut::name);
        if (found == refused.end() || line.state != state_counts) continue;
        line.state = state_refused;
        line.why = harmless(found->reason);
        is_new = true;
    }
    if (is_new && !table.file.empty()) table.file = write_hand_ins(table.file, table.lines, table.separator, false);
}

std::string unowned_text(std::size_t count) {
    return count == 1 ? "1 hand-in has no owner" : fmt::format("{} hand-ins have no owner", count);
}

}  // namespace referee::handins
