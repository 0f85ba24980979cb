// The identity of a file, determined without reading it: which file it is, and when it was last written.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>

namespace referee {

/// Identifies a file independently of its name. All members are 0 if there is no file.
struct FilePlace {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const FilePlace&, const FilePlace&) = default;
};

/// Changes if and only if the file changes. All members are 0 if there is no file.
struct FileIdentity {
    FilePlace place;
    std::int64_t size = 0;         ///< in bytes
    std::int64_t modified_ns = 0;  ///< the time of the last change to the content, since 1970
    std::int64_t changed_ns = 0;   ///< the time of the last change to content or metadata; users can't set it
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// The result of stat() for a path, which follows links. Returns nothing and sets errno if stat() fails.
[[nodiscard]] inline std::optional<struct stat> status_of(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return status;
}

/// The identity of the file that has this status.
[[nodiscard]] inline FileIdentity identity_of(const struct stat& status) {
    const auto nanoseconds = [](const timespec& time) {
        return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
    };
    return {{status.st_dev, status.st_ino}, status.st_size, nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
}
/// The identity of the file to which a path leads.
[[nodiscard]] inline FileIdentity identity_of(const std::string& path) {
    const auto status = status_of(path);
    return status ? identity_of(*status) : FileIdentity{};
}

}  // namespace referee
