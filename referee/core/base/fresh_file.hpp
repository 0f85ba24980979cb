// A file that gets its name only when its content is complete and on disk.
#pragma once

#include <string>
#include <string_view>

#include "referee/core/base/unique_fd.hpp"

namespace referee {

/// Writes all bytes. Waits at most 10 seconds for the reader of a pipe. Returns an error number, or 0.
[[nodiscard]] int write_bytes(const UniqueFd& fd, std::string_view bytes);

/// A file that gets its name late. Until take_place() is called, it has no name, or a temporary one that is unique. So
/// it does not replace another file too early, and it hardly ever remains if the program is killed. The destructor
/// removes the file if take_place() has not given it its name.
class FreshFile {
public:
    /// The action if a file of this name already exists.
    enum class IfThere { replace, fail };

    /// Makes the file in the folder of `path`. If that fails, there is no fd(), and error() is set.
    explicit FreshFile(const std::string& path);
    /// Makes the file in an open folder. `name` is the name that take_place() gives it.
    FreshFile(const UniqueFd& folder, std::string name);
    ~FreshFile();
    FreshFile(const FreshFile&) = delete;
    FreshFile& operator=(const FreshFile&) = delete;

    /// The file descriptor to write to.
    [[nodiscard]] const UniqueFd& fd() const { return fd_; }
    /// The error number if the file could not be made, otherwise 0.
    [[nodiscard]] int error() const { return error_; }

    /// Writes the file's content to the disk, gives the file its name, and writes the name to the disk. So after a
    /// power failure there is either the whole new file or the old one. Returns an error number, or 0. The error is
    /// EEXIST if a file of this name exists and `if_there` is `fail`. Requires: fd().
    [[nodiscard]] int take_place(IfThere if_there);

private:
    void make();
    int take_name(IfThere if_there);
    bool link_as(const std::string& name) const;

    UniqueFd folder_;   ///< names are resolved relative to it, because its path may lead elsewhere later
    std::string name_;  ///< the name in that folder
    std::string part_;  ///< the temporary name of the file; empty if it has none
    UniqueFd fd_;
    int error_ = 0;
};

}  // namespace referee
