// An output file that appears complete or not at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "referee/core/base/fresh_file.hpp"
#include "referee/core/base/unique_fd.hpp"

namespace referee {

/// Whether this is a regular file, and not a pipe or a device.
[[nodiscard]] bool is_regular(const UniqueFd& fd);

/// Opens a file for writing, and creates it if there is none. Writes to pipes and devices do not block. `what` is its
/// name in messages. Throws games::UserError if that fails.
[[nodiscard]] UniqueFd open_for_writing(const std::string& path, int flags, std::string_view what);

/// Writes all bytes. If that fails for a regular file, none of them remains in it. Throws std::runtime_error.
void write_all(const UniqueFd& fd, std::string_view bytes, const std::string& path, std::string_view what);

/// Throws games::UserError if a page of this name would overwrite a file that is neither empty nor a page written by
/// referee.
void check_place_of_page(const std::string& path);

/// A file that replaces an existing file of its name when it is complete, like a FreshFile. If the name is a link, its
/// target is replaced. Some files can't be replaced: pipes, devices, and files in a folder in which no new file can be
/// made. These are written to directly.
class ReplacedFile {
public:
    /// `what` is the file's name in messages. Throws games::UserError if the file can't be written.
    ReplacedFile(std::string path, std::string what);

    /// Throws std::runtime_error if writing fails.
    void write(std::string_view bytes) { write_all(fresh_ ? fresh_->fd() : as_it_is_, bytes, path_, what_); }
    /// Waits until the file is on disk, and replaces the existing file. Does nothing if the existing file is written to
    /// directly. Throws std::runtime_error if that fails.
    void complete();

private:
    std::string path_;
    std::string what_;
    std::optional<FreshFile> fresh_;  ///< empty if the file is written to directly
    UniqueFd as_it_is_;
};

}  // namespace referee
