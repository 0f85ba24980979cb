// Finds the student to whom a hand-in belongs.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "referee/handins/student.hpp"

namespace referee::handins {

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

/// The student to whom an entry belongs; null if it is nobody's.
struct Owner {
    const Student* student = nullptr;
    bool is_guess = false;  ///< the entry has only a part of the name, and nothing else that identifies the student
};

/// Finds the students to whom entries belong. Requires: the list outlives the finder.
class StudentFinder {
public:
    explicit StudentFinder(const std::vector<Student>& students);

    /// The student whose name is in that of the entry. If there is none: whose number is; or else, whose e-mail address
    /// is, or the part of it before the '@' and nothing else. A number of at most three digits counts only if it is
    /// alone. Null if the entry belongs to nobody or could belong to several, also if its name and its number belong to
    /// different students. Several words of a name are enough if they are all that the entry has.
    [[nodiscard]] Owner student_of(const EntryName& entry) const;
    /// The student whose name is most similar to that of an entry. Null if no name is similar.
    [[nodiscard]] const Student* nearest_student(const EntryName& entry) const;

private:
    struct Known {
        const Student* student;
        std::vector<std::string> name;    ///< the words of the name in the list
        std::vector<std::string> marked;  ///< with what tells the student from others of the same name
        std::string number;
        std::vector<std::string> local_part, address;
    };
    std::vector<Known> known_;
    std::map<std::string, std::vector<std::size_t>> by_word_;  ///< the students who have a word
};

}  // namespace referee::handins
