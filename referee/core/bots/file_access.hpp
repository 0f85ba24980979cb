// Whether a process without privileges may use a file. A sandbox takes root's privileges away, so a bot in it may lack
// access to files that the referee of root can read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace referee {

/// The uses of a file. `enter`: to pass through a folder. If the file is no folder, only the folders above it matter.
enum class FileUse { enter, read, run };

/// Why this user, without root's privileges, can't use `file`: because of the file itself or a folder above it. A
/// clause such as "/home/kim can't be entered (it belongs to uid 1001, mode 700)". Nothing if it can, or if there is no
/// such file. Follows links. Ignores access control lists for root.
[[nodiscard]] std::optional<std::string> complaint_about_access(const std::filesystem::path& file, FileUse use);

}  // namespace referee
