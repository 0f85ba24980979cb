// The names that learning platforms give to hand-ins when a teacher downloads all of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/handins/student.hpp"

namespace referee::handins {

/// An entry in a folder of hand-ins.
struct EntryName {
    std::string_view platform{};   ///< "Moodle"; empty if no platform has given the name, so `name` may be any text
    std::string name{};            ///< the student's name, with the words in any order
    std::string joined{};          ///< the student's first and last name in one word
    std::string task_and_login{};  ///< the task's name, which may be anything, and a login
    std::vector<Identifier> identifiers{};
    std::string person{};  ///< whoever has handed in, as the platform tells people apart: "Élodie Wolf_10004"
    std::string batch{};   ///< what distinguishes attempts of this person in the name: the text of a date or a number
    std::uint64_t attempt = 0;    ///< a number or a date that is larger for a later attempt of this person; 0: unknown
    std::uint64_t serial = 0;     ///< of two files of this person, the one that was stored later has the larger one
    std::string file{};           ///< the name that the student has given to the file
    bool has_neighbours = false;  ///< files of one attempt lie side by side, and belong together
    bool online_text = false;     ///< it is what the student has typed, and no file
    bool needs_name = false;      ///< the identifiers count only beside the name of the same student
    bool of_platform = false;     ///< it is the platform's own, and no hand-in
    std::string unclear{};        ///< why it belongs to no student, whatever its name says; or empty
    std::vector<EntryName> submitters{};  ///< if several students have handed it in together: who
};

/// Whether an attempt's number is a date: YYYYMMDDhhmmss.
[[nodiscard]] constexpr bool is_moment(std::uint64_t attempt) {
    return attempt >= 19'000'000'000'000;
}

/// A number that grows with the time from person to person: of a platform that counts the hand-ins of all persons
/// together, or of the date in a name. 0 if there is none.
[[nodiscard]] std::uint64_t number_of_all(const EntryName& name);

/// The platform of an "entry" that is a line of a table, perhaps of another platform than the list.
inline constexpr std::string_view of_table = "a table";

/// A file or folder whose name is to be read.
struct EntryFile {
    std::string name;
    bool is_folder = false;
};

/// Reads the names of all entries of a folder, in their order, by the forms of the platforms. Some forms depend on the
/// other entries, and that of GitHub Classroom ("task-LOGIN" or "task-TEAM") on the list. Everything else is a free
/// text, in which a number with at least five digits and an e-mail address identify a student, if there is only one of
/// them; a number that can be a date is none. `metadata` is the content of Gradescope's submission_metadata.yml in this
/// folder, or empty; throws games::UserError if it is no YAML.
[[nodiscard]] std::vector<EntryName> read_entry_names(const std::vector<EntryFile>& entries,
                                                      std::span<const Student> students, std::string_view metadata);

/// The name of Gradescope's list of submissions.
inline constexpr const char* gradescope_metadata = "submission_metadata.yml";

/// The folder in which a platform expects feedback for a hand-in: "Élodie Wolf_10004_assignsubmission_file" in Moodle.
/// For other entries, the person.
[[nodiscard]] std::string feedback_folder(const EntryName& entry);

}  // namespace referee::handins
