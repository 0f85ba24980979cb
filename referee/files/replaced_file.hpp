// An output file that appears complete or not at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "referee/files/fresh_file.hpp"
#include "referee/system/unique_fd.hpp"

namespace referee {

/// Whether it is a file on a disk, rather than a pipe or a device.
[[nodiscard]] bool is_regular(const UniqueFd& fd);

/// Opens a file, which is made if there is none. Writing to what comes of it blocks only where it is a regular file.
/// `what` the file is, in messages. Throws games::UserError.
[[nodiscard]] UniqueFd open_for_writing(const std::string& path, int flags, std::string_view what);

/// Writes all or, into a regular file, nothing. Throws std::runtime_error.
void write_all(const UniqueFd& fd, std::string_view bytes, const std::string& path, std::string_view what);

/// Throws games::UserError if a page of this name would overwrite a file that is not empty and no page of ours.
void check_place_of_page(const std::string& path);

/// A file that replaces what is there under its name when it is complete, as a FreshFile does. If the name is a
/// link, the file that it leads to is replaced. Pipes and devices can't be replaced, nor can a file in a folder that
/// takes no new one: these are written to as they are.
class ReplacedFile {
public:
    /// `what` the file is, in messages. Throws games::UserError if it can't be written.
    ReplacedFile(std::string path, std::string what);

    /// Throws std::runtime_error if that fails.
    void write(std::string_view bytes) { write_all(fresh_ ? fresh_->fd() : as_it_is_, bytes, path_, what_); }
    /// Puts the file in its place, and on the disk. Throws std::runtime_error if that fails.
    void complete();

private:
    std::string path_;
    std::string what_;
    std::optional<FreshFile> fresh_;  ///< none: it is written to as it is
    UniqueFd as_it_is_;
};

}  // namespace referee
