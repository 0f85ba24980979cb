// Reads zip archives from strangers, and writes archives.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "referee/handins/project.hpp"

namespace referee::handins {

/// The files of a zip archive, without clutter. Reads stored and deflated files. Throws games::UserError that ends a
/// sentence about the hand-in, if the archive is damaged, encrypted or too large, if its directory and its files
/// contradict each other, or if it contains anything but regular files and folders with plain relative paths.
/// Format: PKWARE, APPNOTE.TXT 6.3.
[[nodiscard]] Project read_zip(std::string_view archive);

/// Writes an archive piece by piece. The pieces together are the archive.
class ZipWriter {
public:
    /// The piece with this file. Throws std::length_error if the archive would be larger than 4 GiB, or if there are
    /// more than 65,535 files.
    [[nodiscard]] std::string add(const ProjectFile& file);
    /// The last piece.
    [[nodiscard]] std::string finish() const;

private:
    std::string directory_;
    std::size_t size_ = 0;  ///< of all pieces so far
    std::size_t files_ = 0;
};

/// An archive of these files. Equal files give equal archives. Throws as ZipWriter does.
[[nodiscard]] std::string write_zip(const Project& files);

}  // namespace referee::handins
