// Reads a teacher's list of students.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/handins/student.hpp"

namespace referee::handins {

struct StudentList {
    std::vector<Student> students;
    char separator = ',';  ///< of the columns
};

/// Reads a table with a header, as learning platforms and spreadsheets export it (docs/class.md). The separator is a
/// comma, a semicolon or a tab, the encoding UTF-8 or Windows-1252. Two students with the same name get the number, the
/// group or the e-mail address after it. `file` is its name in messages. Throws games::UserError if the text is no such
/// table, or has no names.
[[nodiscard]] StudentList read_students(std::string_view text, const std::string& file);

/// The name of a student in the list, without what read_students() adds to equal names.
[[nodiscard]] std::string_view name_in_list(const Student& student);

/// Whether a student of one list is this student of a later list. Numbers may be those of lines, so the name decides.
/// It may have got or lost what read_students() adds to it, because the other list has another student with this name.
[[nodiscard]] bool is_same_student(const Student& earlier, const Student& later);

}  // namespace referee::handins
