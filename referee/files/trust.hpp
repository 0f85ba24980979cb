// The rules for places where other users can write: whose files and folders are used there.
//
// Linux can enforce the same rules for folders such as /tmp (fs.protected_symlinks, _fifos, _regular, _hardlinks), but
// not every machine does so.
#pragma once

#include <sys/stat.h>

#include <string>
#include <string_view>

#include "referee/system/unique_fd.hpp"

namespace referee {

/// Refuses a folder into which somebody else could put files. `what` the folder is, in messages.
/// Throws games::UserError if the open folder belongs to another user, or its group or all users may write into it.
void check_folder_is_own(const UniqueFd& folder, const std::string& path, std::string_view what);

/// Whether all users may rename what is in the folder: they may write into it, and it is not sticky as /tmp is.
[[nodiscard]] bool all_may_rename_in(const std::string& folder);

/// Throws games::UserError if all users may rename what is at `path`.
void check_folder_above(const std::string& path, std::string_view what);

/// Refuses what somebody else may have put at `path`: if all users may write into the folder above it, a file, link or
/// pipe that belongs neither to this user nor to root nor to the owner of that folder, or that is a second name of a
/// file. Nothing at the path is fine. `what` the file is, in messages. Throws games::UserError.
void check_not_planted(const std::string& path, std::string_view what);

/// Opens a file for writing, and makes it if there is none; then it is check_not_planted(). Follows a link only if that
/// may be trusted. `flags`: O_TRUNC and O_APPEND; nothing is truncated before it has been checked. A named pipe is
/// given two seconds to get its reader. Throws games::UserError.
[[nodiscard]] UniqueFd open_output(const std::string& path, int flags, std::string_view what);

/// Opens a regular file in an open folder, follows no link and waits for no pipe. Nothing, and errno, if that fails;
/// EINVAL if it is not a regular file.
[[nodiscard]] UniqueFd open_regular(const UniqueFd& folder, const std::string& name, int flags, mode_t mode = 0);

/// The folder in which `path` is.
[[nodiscard]] std::string folder_of(const std::string& path);

}  // namespace referee
