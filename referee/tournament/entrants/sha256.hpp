// The SHA-256 of a file, by which it is told whether a bot is still the same.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <ctime>
#include <string>
#include <variant>

namespace referee::tournament {

/// What the system says of a file without reading it. As long as it is the same, so is the file.
struct FileIdentity {
    dev_t device = 0;
    ino_t inode = 0;
    std::int64_t size = 0;
    std::int64_t modified_ns = 0;  ///< of its content, since 1970
    std::int64_t changed_ns = 0;   ///< of anything about it; nobody can set this
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

struct HashedFile {
    std::string sha256;  ///< 64 hexadecimal digits
    FileIdentity identity;
};

/// Why a file could not be read: the system's reason.
struct UnreadFile {
    int error = 0;
    std::string reason;
};

/// What is not a regular file has no identity, nor has what can't be looked at. Links are followed.
std::variant<FileIdentity, UnreadFile> identify_file(const std::string& path);

/// Reads a regular file of at most `max_bytes`. Waits for nobody, whatever the path leads to.
std::variant<HashedFile, UnreadFile> hash_file(const std::string& path, std::uint64_t max_bytes = UINT64_MAX);

}  // namespace referee::tournament
