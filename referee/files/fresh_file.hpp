// A new file that comes to its place when it is complete, and on the disk with its name.
#pragma once

#include <string>
#include <string_view>

#include "referee/system/unique_fd.hpp"

namespace referee {

/// Writes all bytes; a pipe that nobody reads is waited for at most 10 seconds. Returns an error number, or 0.
[[nodiscard]] int write_bytes(const UniqueFd& fd, std::string_view bytes);

/// Until the file takes its place it has no name, or one that no other file has, so that nothing else gives way, and a
/// kill hardly ever leaves anything behind. Its end leaves nothing of a file that has not taken its place.
class FreshFile {
public:
    /// The treatment of a file that already exists in its place.
    enum class IfThere { replace, fail };

    /// Makes it in the folder where `path` is. If that fails there is no fd(), but an error().
    explicit FreshFile(const std::string& path);
    /// Makes it in an open folder, under a name in there.
    FreshFile(const UniqueFd& folder, std::string name);
    ~FreshFile();
    FreshFile(const FreshFile&) = delete;
    FreshFile& operator=(const FreshFile&) = delete;

    /// For writing.
    [[nodiscard]] const UniqueFd& fd() const { return fd_; }
    /// The error number with which the file could not be made, or 0.
    [[nodiscard]] int error() const { return error_; }

    /// Puts the file's bytes on the disk, and then its name: after a power failure there is the whole file or what was
    /// there before. Returns an error number, or 0; EEXIST where the place is taken and must stay so. Requires: fd().
    [[nodiscard]] int take_place(IfThere if_there);

private:
    void make();
    int take_name(IfThere if_there);
    bool link_as(const std::string& name) const;

    UniqueFd folder_;   ///< names are looked up from here: its path may lead elsewhere later
    std::string name_;  ///< in that folder
    std::string part_;  ///< the file's name until it has taken its place; empty: it has none
    UniqueFd fd_;
    int error_ = 0;
};

}  // namespace referee
