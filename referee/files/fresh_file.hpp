// A file that gets its name only when its content is complete and on disk.
#pragma once

#include <string>
#include <string_view>

#include "referee/system/unique_fd.hpp"

namespace referee {

/// Writes all bytes. Waits at most 10 seconds for the reader of a pipe. Returns an error number, or 0.
[[nodiscard]] int write_bytes(const UniqueFd& fd, std::string_view bytes);

/// Until the file takes its place it has no name, or a unique one, so that it replaces nothing, and a kill hardly ever
/// leaves anything behind. The destructor removes a file that has not taken its place.
class FreshFile {
public:
    /// The treatment of a file that already exists in its place.
    enum class IfThere { replace, fail };

    /// Makes the file in the folder of `path`. If that fails there is no fd(), but an error().
    explicit FreshFile(const std::string& path);
    /// Makes the file in an open folder; `name` is its later name.
    FreshFile(const UniqueFd& folder, std::string name);
    ~FreshFile();
    FreshFile(const FreshFile&) = delete;
    FreshFile& operator=(const FreshFile&) = delete;

    /// The descriptor for writing.
    [[nodiscard]] const UniqueFd& fd() const { return fd_; }
    /// The error number with which the file could not be made, or 0.
    [[nodiscard]] int error() const { return error_; }

    /// Puts the file's content on disk, and then its name: after a power failure there is either the whole file or the
    /// former one. Returns an error number, or 0; EEXIST if the place is taken and must stay so. Requires: fd().
    [[nodiscard]] int take_place(IfThere if_there);

private:
    void make();
    int take_name(IfThere if_there);
    bool link_as(const std::string& name) const;

    UniqueFd folder_;   ///< names are looked up from here, since its path may lead elsewhere later
    std::string name_;  ///< in that folder
    std::string part_;  ///< the file's name until it has taken its place; empty if it has none
    UniqueFd fd_;
    int error_ = 0;
};

}  // namespace referee
