// The folder of an arena, which is the working directory of its process. So everything in it has a short relative path,
// and the folder can be moved or copied to another place.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "referee/arena/records.hpp"
#include "referee/core/base/own_folder.hpp"

namespace referee::arena {

inline constexpr const char* arena_db = "arena.db";
inline constexpr const char* ladder_db = "ladder.db";
inline constexpr const char* uploads_folder = "uploads";  ///< see upload_name()
inline constexpr const char* versions_folder =
    "versions";                                       ///< a folder for each accepted version, named as its entrant
inline constexpr const char* rules_folder = "rules";  ///< the rules of a game of one's own, if it is one
inline constexpr const char* links_csv = "links.csv";
inline constexpr const char* links_html = "links.html";  ///< the same to print, if other machines reach the arena
inline constexpr const char* teachers_link = "teacher.txt";
inline constexpr const char* marks_csv = "marks.csv";

/// The name of the file in `uploads` with the bytes of a hand-in: their SHA-256. Of a try it has the number of the
/// person, so that a newer try of this person replaces it.
[[nodiscard]] std::string upload_name(const HandIn& hand_in);
/// Whether it is such a name of a try.
[[nodiscard]] bool is_upload_of_try(std::string_view name);

/// The folders of an arena, for this process alone.
class ArenaFolder {
public:
    /// Opens the working directory. Only this user may enter it. Throws games::UserError if it is no arena, or if
    /// another process runs the arena in it.
    ArenaFolder();

    [[nodiscard]] const OwnFolder& root() const { return root_; }
    [[nodiscard]] const OwnFolder& uploads() const { return uploads_; }
    [[nodiscard]] const OwnFolder& versions() const { return versions_; }

private:
    OwnFolder root_;
    OwnFolder uploads_;
    OwnFolder versions_;
};

/// Makes `path` the working directory. `make`: makes the folder if there is none. Returns whether it was made. Throws
/// games::UserError.
bool enter_folder(const std::string& path, bool make);

/// Whether the working directory is an arena, or will be one when a first start that was interrupted is completed.
[[nodiscard]] bool is_arena();

/// Makes an arena of the working directory. `fill` writes the files of the arena into another working directory;
/// they get their places when all of them are complete and on disk. If the process is killed before, the next first
/// start begins anew; if it is killed later, the next start completes it. If `fill` throws, nothing is left of it.
/// Throws games::UserError if files of an arena are there that belong to something else.
void make_arena(const std::function<void()>& fill);

/// Completes a first start that was interrupted when all files were ready.
void complete_first_start();

}  // namespace referee::arena
