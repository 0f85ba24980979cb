#include "referee/handins/student_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>
#include <utility>

#include "games/user_error.hpp"
#include "referee/handins/csv_table.hpp"
#include "referee/handins/folder_name.hpp"
#include "referee/handins/list_columns.hpp"
#include "referee/handins/person_names.hpp"
#include "referee/handins/project.hpp"

namespace referee::handins {

namespace {

using games::UserError;

constexpr std::size_t max_students = 10'000;

/// What tells a student from others with the same name.
constexpr std::array other_marks = {&Student::number, &Student::group,       &Student::email,
                                    &Student::login,  &Student::platform_id, &Student::handle};

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

/// The columns that make a list, since they have names.
constexpr std::array columns_of_names = {Column::name, Column::first_name, Column::last_name, Column::any_of_student};

/// Brightspace writes "#10004".
std::string without_sign(const std::string& text) {
    return text.starts_with('#') ? text.substr(1) : text;
}

/// The name in a line of the list. What identifies a student in any way, in a column of GitHub Classroom, is added to
/// the student.
std::string name_of(const TableLine& line, const std::map<Column, std::size_t>& columns, Student& student) {
    const auto cell = [&](Column column) {
        const auto found = columns.find(column);
        std::string text =
            found != columns.end() && found->second < line.cells.size() ? line.cells[found->second] : std::string();
        return text == "_" ? std::string() : text;  // Brightspace's sign for no name
    };
    const std::string first = cell(Column::first_name), any = cell(Column::any_of_student);
    std::string name = cell(Column::name);
    // "Name" beside a column of first names is the last name.
    const bool is_last =
        !columns.contains(Column::last_name) && common_words(words_of_name(first), words_of_name(name)) == 0;
    if (name.empty() || is_last) {
        const std::string last = name.empty() ? cell(Column::last_name) : name;
        name.clear();
        for (const std::string& part : {first, cell(Column::name_prefix), last, cell(Column::second_last_name)})
            name += (name.empty() || part.empty() ? "" : " ") + part;
    }
    if (any.find('@') != std::string::npos) {
        student.email = any;
    } else if (!any.empty() && any.find_first_not_of("0123456789") == std::string::npos) {
        student.number = any;
    }
    return name.empty() ? any : name;
}

/// Whether a role in a course is that of a student, who may have others, too.
bool is_role_of_student(const std::string& role) {
    constexpr std::array<std::string_view, 12> beginnings = {"student",  "studier",  "etudiant", "estudiante",
                                                             "alumno",   "aluno",    "teilnehm", "participant",
                                                             "uczestni", "deelneme", "leerling", "learner"};
    return std::ranges::any_of(words_of_name(role), [&](const NameWord& word) {
        return std::ranges::any_of(word.spellings, [&](const std::string& text) {
            return std::ranges::any_of(beginnings, [&](std::string_view one) { return text.starts_with(one); });
        });
    });
}

/// Whether a line is none of a student: platforms add lines of their own, and persons for tests.
bool is_nobody(const std::string& name, const Student& student, bool of_canvas, bool has_addresses) {
    constexpr std::array<std::string_view, 3> tests = {"student, test", "test student", "points possible"};
    if (of_canvas && (student.platform_id.empty() || std::ranges::find(tests, in_lower_case(name)) != tests.end()))
        return true;
    // Google Classroom
    constexpr std::array<std::string_view, 3> of_classroom = {"date", "points", "class average"};
    const bool has_words = std::ranges::find(of_classroom, in_lower_case(name)) != of_classroom.end();
    if (has_words && has_addresses && student.email.empty()) return true;
    return in_lower_case(student.login).ends_with("_previewuser");  // Blackboard
}

}  // namespace

std::vector<ListLine> lines_of_list(const CsvTable& table) {
    if (table.lines.empty()) return {};
    const auto lines = std::span(table.lines).subspan(header_of(table.lines));
    const auto columns = columns_of(lines);
    const bool of_canvas = is_gradebook_of_canvas(lines.front());
    const auto cell_of = [&](const TableLine& line, Column column) {
        const auto found = columns.find(column);
        return found != columns.end() && found->second < line.cells.size() ? line.cells[found->second] : "";
    };
    // Other words in such a column may be roles in a team.
    const bool tells_students = std::ranges::any_of(
        lines.subspan(1), [&](const TableLine& line) { return is_role_of_student(cell_of(line, Column::role)); });
    std::vector<ListLine> all;
    for (const TableLine& line : lines.subspan(1)) {
        const auto cell = [&](Column column) { return cell_of(line, column); };
        Student student{.name = {},
                        .number = without_sign(cell(Column::number)),
                        .email = cell(Column::email),
                        .group = cell(Column::group),
                        .login = without_sign(cell(Column::login)),
                        .platform_id = cell(Column::platform_id),
                        .handle = cell(Column::handle)};
        student.name = name_of(line, columns, student);
        const std::string role = cell(Column::role);
        const bool nobody = (tells_students && !role.empty() && !is_role_of_student(role)) ||
                            is_nobody(student.name, student, of_canvas, columns.contains(Column::email));
        all.push_back({&line, std::move(student), nobody});
    }
    return all;
}

StudentList read_students(std::string_view bytes, const std::string& file, const Teams& teams) {
    const CsvTable table = read_csv(bytes, file);
    if (table.lines.empty()) throw UserError(fmt::format("{}: the list of students is empty", file));
    const auto below = std::span(table.lines).subspan(header_of(table.lines));
    const TableLine& header = below.front();
    const auto columns = columns_of(below);
    if (std::ranges::none_of(columns_of_names, [&](Column column) { return columns.contains(column); }))
        throw UserError(fmt::format("{}: no column is called name, or first name and last name; its first line is: {}",
                                    file, fmt::join(header.cells, " | ")));
    StudentList list{{}, table.separator, {}};
    std::map<std::pair<std::string, std::string>, std::size_t> known;  // lines by the name and an identifier
    std::vector<StudentInLine> students;
    for (ListLine& row : lines_of_list(table)) {
        const TableLine& line = *row.line;
        Student& student = row.student;
        if (std::ranges::any_of(std::span(line.cells).subspan(std::min(header.cells.size(), line.cells.size())),
                                [](const std::string& cell) { return !cell.empty(); }))
            throw UserError(
                fmt::format("{}:{}: this line has {} cells, and the first one {}: put \" around a cell that "
                            "contains the separator",
                            file, line.line, line.cells.size(), header.cells.size()));
        if (row.is_nobody) {
            if (!student.name.empty())
                list.notes.push_back(
                    fmt::format("{}:{}: '{}' is no student, and is left out", file, line.line, student.name));
            continue;
        }
        if (student.name.empty()) throw UserError(fmt::format("{}:{}: this line has no name", file, line.line));
        student.name = name_for_folder(student.name);
        for (const std::string* mark : {&student.number, &student.email, &student.login, &student.platform_id}) {
            if (mark->empty()) continue;
            const auto [first, is_new] = known.emplace(std::pair(student.name, *mark), line.line);
            if (!is_new && first->second != line.line)
                throw UserError(fmt::format("{}:{}: '{}' ({}) is in line {} already: remove one of them", file,
                                            line.line, student.name, *mark, first->second));
        }
        students.push_back({std::move(student), &line});
    }
    if (students.empty()) throw UserError(fmt::format("{}: there is no student below the first line", file));
    if (students.size() > max_students)
        throw UserError(fmt::format("{}: there are more than {} students", file, max_students));
    if (!teams.column.empty())
        std::ranges::move(set_teams(students, header, teams, file), std::back_inserter(list.notes));
    for (StudentInLine& one : students)
        list.students.push_back(std::move(one.student));
    tell_apart(list.students);
    return list;
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
