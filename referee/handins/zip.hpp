// Reads zip archives from strangers, and writes archives.
#pragma once

#include <string_view>

#include "referee/handins/project.hpp"

namespace referee::handins {

/// The files of a zip archive, without clutter. Reads stored and deflated files. Throws games::UserError that ends a
/// sentence about the hand-in, if the archive is damaged, encrypted or too large, if its directory and its files
/// contradict each other, or if it contains anything but regular files and folders with plain relative paths.
/// Format: PKWARE, APPNOTE.TXT 6.3.
[[nodiscard]] Project read_zip(std::string_view archive);

/// An archive of these files. Equal files give equal archives. Throws std::length_error if it would be larger than
/// 4 GiB, or if there are more than 65,535 files.
[[nodiscard]] std::string write_zip(const Project& files);

}  // namespace referee::handins
