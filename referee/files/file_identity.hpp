// The identity of a file without reading it: which one it is, and when it was last written.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>

namespace referee {

/// Which file it is, by whatever name; all 0 where there is none.
struct FilePlace {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const FilePlace&, const FilePlace&) = default;
};

/// As long as it is the same, so is the file; all 0 where there is none.
struct FileIdentity {
    FilePlace place;
    std::int64_t size = 0;         ///< in bytes
    std::int64_t modified_ns = 0;  ///< of its content, since 1970
    std::int64_t changed_ns = 0;   ///< of anything about it; nobody can set this
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// The result of stat() for a path; follows links. Nothing, and errno, if it fails.
[[nodiscard]] std::optional<struct stat> status_of(const std::string& path);

/// The identity of the file that has this status.
[[nodiscard]] FileIdentity identity_of(const struct stat& status);
/// The identity of the file that a path leads to.
[[nodiscard]] FileIdentity identity_of(const std::string& path);

}  // namespace referee
