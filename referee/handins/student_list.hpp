// Reads a teacher's list of students, and finds the student to whom a hand-in belongs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/store/student.hpp"

namespace referee::handins {

using tournament::Student;

/// Reads a table with a header, as learning platforms and spreadsheets export it (docs/class.md). The separator is a
/// comma, a semicolon or a tab, the encoding UTF-8 or Windows-1252. Two students with the same name get the number, the
/// group or the e-mail address after it. `file` is its name in messages. Throws games::UserError if the text is no such
/// table, or has no names.
[[nodiscard]] std::vector<Student> read_students(std::string_view text, const std::string& file);

/// The name of a file or folder in a folder of hand-ins: "Élodie Wolf_10004_assignsubmission_file_bot.py".
struct EntryName {
    std::string_view student;  ///< the part that names the student: "Élodie Wolf_10004"
    std::string_view file;     ///< the name that the student has given to the file; the whole name if it is not known
    bool from_moodle = false;
    bool online_text = false;  ///< it is what the student has typed into Moodle, and no file
};
[[nodiscard]] EntryName parse_entry_name(std::string_view name);

/// The student to whom an entry belongs, by number, e-mail address or name. Null if it belongs to nobody or could
/// belong to several.
[[nodiscard]] const Student* student_of(const EntryName& entry, const std::vector<Student>& students);

/// The student whose name is most similar to that of an entry. Null if no name is similar.
[[nodiscard]] const Student* nearest_student(const EntryName& entry, const std::vector<Student>& students);

}  // namespace referee::handins
