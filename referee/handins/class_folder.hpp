// Makes a folder of bots from the hand-ins of a class: each hand-in is unpacked, recognised, built, and written into a
// folder with the student's name.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/handins/student_list.hpp"
#include "referee/sandbox/sandbox.hpp"
#include "referee/tournament/entrants/bots_folder.hpp"

namespace referee::handins {

/// The folders and files of a class.
struct ClassFiles {
    std::string hand_ins;  ///< the folder with a file or folder for each student
    std::string students;  ///< the list of students
    std::string bots;      ///< the folder of bots to make, see bots_folder_beside()
};

struct PreparedClass {
    std::vector<Student> students;
    /// Students whose hand-ins can't play, and entries of the folder that belong to nobody. `last_words` is the end of
    /// what the build has written.
    std::vector<tournament::LeftOut> left_out;
    std::shared_ptr<const void> lock;  ///< keeps other referees from preparing the same folder
};

/// The folder of bots that belongs to a tournament's file: "class.bots" for "class.db", and
/// "class-bots" for "class".
[[nodiscard]] std::string bots_folder_beside(const std::string& db);

/// Prepares the hand-ins, `jobs` at a time, and reports what it does. An unchanged hand-in that was prepared earlier is
/// not built again. Folders of students that no longer have a hand-in that can play are removed. Nobody but this user
/// may enter the folder of bots. Returns nothing if `stop_fd` became readable. Throws games::UserError if the list or a
/// folder can't be used, or if a compiler or an interpreter is missing on this machine. Requires: `sandbox` is not
/// null.
[[nodiscard]] std::optional<PreparedClass> prepare_class(const ClassFiles& files,
                                                         const std::shared_ptr<const Sandbox>& sandbox, int stop_fd,
                                                         int jobs);

}  // namespace referee::handins
