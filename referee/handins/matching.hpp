// Finds the student to whom a hand-in belongs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/store/student.hpp"

namespace referee::handins {

using tournament::Student;

/// The name of a file or folder in a folder of hand-ins: "Élodie Wolf_10004_assignsubmission_file_bot.py".
struct EntryName {
    std::string_view student;  ///< the part that names the student: "Élodie Wolf_10004"
    std::string_view file;     ///< the name that the student has given to the file; the whole name if it is not known
    bool from_moodle = false;
    bool online_text = false;  ///< it is what the student has typed into Moodle, and no file
};
[[nodiscard]] EntryName parse_entry_name(std::string_view name);

/// The folder in which Moodle expects feedback for a hand-in: "Élodie Wolf_10004_assignsubmission_file". For other
/// entries, their name without suffix.
[[nodiscard]] std::string feedback_folder(const EntryName& entry);

/// The student to whom an entry belongs, by number, e-mail address or name. Null if it belongs to nobody or could
/// belong to several.
[[nodiscard]] const Student* student_of(const EntryName& entry, const std::vector<Student>& students);

/// The student whose name is most similar to that of an entry. Null if no name is similar.
[[nodiscard]] const Student* nearest_student(const EntryName& entry, const std::vector<Student>& students);

}  // namespace referee::handins
