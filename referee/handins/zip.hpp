// Reads zip archives from strangers.
#pragma once

#include <string_view>

#include "referee/handins/project.hpp"

namespace referee::handins {

/// The files of a zip archive, without clutter. Reads stored and deflated files. Throws games::UserError that ends a
/// sentence about the hand-in, if the archive is damaged, encrypted or too large, if its directory and its files
/// contradict each other, or if it contains anything but regular files and folders with plain relative paths.
/// Format: PKWARE, APPNOTE.TXT 6.3.
[[nodiscard]] Project read_zip(std::string_view archive);

}  // namespace referee::handins
