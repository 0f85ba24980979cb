// An output file that is there complete or not at all.
#pragma once

#include <string>
#include <string_view>

#include "referee/system/unique_fd.hpp"

namespace referee {

/// Whether it is a file on a disk, rather than a pipe or a device.
bool is_regular(const UniqueFd& fd);

/// Opens a file, which is made if there is none. Writing to what comes of it blocks only where it is a regular file.
/// `what` the file is, in messages. Throws games::UserError.
UniqueFd open_for_writing(const std::string& path, int flags, std::string_view what);

/// Writes all or, into a regular file, nothing. Throws std::runtime_error.
void write_all(const UniqueFd& fd, std::string_view bytes, const std::string& path, std::string_view what);

/// Throws games::UserError where a page of this name would overwrite a file that is not empty and no page of ours.
void check_place_of_page(const std::string& path);

/// A file that replaces what is there under its name when it is complete. Until then it has no name, or one that no
/// other file has, so that nothing else gives way, and a kill hardly ever leaves anything behind. Where the name is a
/// link, the file that it leads to is replaced. Pipes and devices can't be replaced, nor can a file in a folder that
/// takes no new one: these are written to as they are.
class ReplacedFile {
public:
    /// `what` the file is, in messages. Throws games::UserError where it can't be written.
    ReplacedFile(std::string path, std::string what);
    /// Leaves nothing of a file that was not completed.
    ~ReplacedFile();
    ReplacedFile(const ReplacedFile&) = delete;
    ReplacedFile& operator=(const ReplacedFile&) = delete;

    /// Throws std::runtime_error where that fails.
    void write(std::string_view bytes) { write_all(fd_, bytes, path_, what_); }
    /// Puts the file in its place. Throws std::runtime_error where that fails.
    void complete();

private:
    void open_beside();

    std::string path_;
    std::string what_;
    std::string part_;      ///< the file's name until it is complete; empty: it has none, or it is written to as it is
    bool unnamed_ = false;  ///< it has no name yet
    UniqueFd fd_;
};

}  // namespace referee
