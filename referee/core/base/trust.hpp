// The rules for folders in which other users can write: which files there are trusted.
//
// Linux can enforce the same rules for folders such as /tmp (fs.protected_symlinks, _fifos, _regular, _hardlinks), but
// not every machine does so.
#pragma once

#include <sys/stat.h>

#include <string>
#include <string_view>

#include "referee/core/base/unique_fd.hpp"

namespace referee {

/// Refuses a folder into which another user could put files. `what` is the folder's name in messages. Throws
/// games::UserError if the open folder belongs to another user, or if its group or all users may write into it.
void check_folder_is_own(const UniqueFd& folder, const std::string& path, std::string_view what);

/// Whether all users may rename the entries of a folder. This is the case if they may write into the folder and it is
/// not sticky like /tmp.
[[nodiscard]] bool all_may_rename_in(const std::string& folder);

/// Throws games::UserError if all users may rename the file at `path`.
void check_folder_above(const std::string& path, std::string_view what);

/// Refuses a file, link or pipe at `path` that another user may have planted. If all users may write into its folder,
/// the file must belong to this user, to root or to the owner of the folder, and must not be a hard link to a file with
/// another name. The path need not exist. `what` is the file's name in messages. Refuses by throwing games::UserError.
void check_not_planted(const std::string& path, std::string_view what);

/// Opens a file for writing, and creates it if there is none, but refuses it as check_not_planted() does. Follows a
/// link only if it is trusted. `flags` may contain O_TRUNC and O_APPEND. Nothing is truncated before the check. Waits
/// at most two seconds for the reader of a named pipe. Throws games::UserError if the file is refused or can't be
/// opened.
[[nodiscard]] UniqueFd open_output(const std::string& path, int flags, std::string_view what);

/// Opens a regular file in an open folder. Neither follows links nor waits for pipes. Returns nothing and sets errno if
/// that fails; errno is EINVAL if it is not a regular file.
[[nodiscard]] UniqueFd open_regular(const UniqueFd& folder, const std::string& name, int flags, mode_t mode = 0);

/// The folder that contains `path`.
[[nodiscard]] std::string folder_of(const std::string& path);

}  // namespace referee
