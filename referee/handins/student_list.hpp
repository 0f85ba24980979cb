// Reads a teacher's list of students.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/handins/csv_table.hpp"
#include "referee/handins/student.hpp"
#include "referee/handins/teams.hpp"

namespace referee::handins {

struct StudentList {
    std::vector<Student> students;
    char separator = ',';            ///< of the columns
    std::vector<std::string> notes;  ///< what the teacher should know: lines that are no students
};

/// Reads a table with a header, as learning platforms and spreadsheets export it (docs/class.md). All columns that
/// identify a student are kept. Two students with the same name get the number, the group or the e-mail address after
/// it. `file` is its name in messages. `teams`: where the list has the teams. Throws games::UserError if the text is no
/// such table, has no names, has the same student twice, or has no such teams.
[[nodiscard]] StudentList read_students(std::string_view text, const std::string& file, const Teams& teams = {});

/// A line below the header of a list.
struct ListLine {
    const TableLine* line;   ///< in the table
    Student student{};       ///< with the name as it is written there
    bool is_nobody = false;  ///< it is none of a student: a platform's own line, or a person for tests
};
[[nodiscard]] std::vector<ListLine> lines_of_list(const CsvTable& table);

/// The name of a student in the list, without what read_students() adds to equal names.
[[nodiscard]] std::string_view name_in_list(const Student& student);

/// Whether a student of one list is this student of a later list. Numbers may be those of lines, so the name decides.
/// It may have got or lost what read_students() adds to it, because the other list has another student with this name.
[[nodiscard]] bool is_same_student(const Student& earlier, const Student& later);

}  // namespace referee::handins
