// Makes a folder of bots from the hand-ins of a class: each hand-in is unpacked, recognised, built, and written into a
// folder with the student's name.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/core/bots/bots_folder.hpp"
#include "referee/handins/class_places.hpp"
#include "referee/handins/owners.hpp"
#include "referee/handins/student_list.hpp"

namespace referee::handins {

/// The folders that are made of the hand-ins of a student, or of the student's team, by their names.
struct Versions {
    std::string newest;  ///< of the version that has played last; empty: none has
    std::string next;    ///< of a newer version
};
using VersionsOf = std::function<Versions(const Student& student)>;
/// Tells the versions of a tournament that has begun. Called when nobody else can prepare hand-ins for it any more, so
/// that no order overwrites what another one has let play.
using FindVersions = std::function<VersionsOf()>;

/// A prepared hand-in that has not played.
struct NewVersion {
    std::size_t student;  ///< its index in the list; of a team, that of its first member
    std::string folder;
};

struct PreparedClass {
    StudentList list;
    HandInRecord hand_ins{};
    /// Entrants whose hand-ins can't play, and entries of the folder that belong to nobody. `last_words` is the end of
    /// what the build has written.
    std::vector<LeftOut> left_out;
    std::vector<NewVersion> fresh;     ///< in the order of the list
    WrittenTable table{};              ///< hand_ins.csv
    std::shared_ptr<const void> lock;  ///< keeps other referees from preparing the same folder
};

/// The folder of bots that belongs to a tournament's file: "class.bots" for "class.db", and
/// "class-bots" for "class".
[[nodiscard]] std::string bots_folder_beside(const std::string& db);
/// The table of hand-ins that belongs to a tournament's file: "hand_ins.csv" in the same folder.
[[nodiscard]] std::string hand_ins_beside(const std::string& db);

/// Removes such a folder, unless another referee uses it or other users may write into it.
void remove_bots_folder(const std::string& path);

/// Prepares the hand-ins. An unchanged hand-in that was prepared earlier is not built again. Nobody but this user may
/// enter the folder of bots. `record`: what an earlier preparation has returned, and the driver. `find_versions`:
/// the folders of students whose bots may play already; they stay as they are. Without it, a folder has the name of its
/// student, and folders of students that no longer have a hand-in that can play are removed. Returns nothing if the
/// preparation was stopped. Throws games::UserError if a folder can't be used, or if a compiler or an interpreter is
/// missing on this machine.
[[nodiscard]] std::optional<PreparedClass> prepare_class(StudentList list, const ClassFolders& folders,
                                                         const Workplace& place, HandInRecord record = {},
                                                         const FindVersions& find_versions = {});

}  // namespace referee::handins
