// The SHA-256 of a file, which shows whether a bot has changed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "referee/files/file_identity.hpp"

namespace referee::tournament {

/// A file that has been read.
struct HashedFile {
    std::string sha256;  ///< 64 hexadecimal digits
    FileIdentity identity;
};

/// Why a file could not be read: the system's reason.
struct UnreadFile {
    int error = 0;
    std::string reason;
};

/// Of bytes in memory.
[[nodiscard]] std::string sha256_of(std::string_view bytes);

/// Nothing for a path that is not a regular file or can't be read. Links are followed.
[[nodiscard]] std::variant<FileIdentity, UnreadFile> identify_file(const std::string& path);

/// Reads a regular file of at most `max_bytes`. Waits for nobody, whatever the path leads to.
[[nodiscard]] std::variant<HashedFile, UnreadFile> hash_file(const std::string& path,
                                                             std::uint64_t max_bytes = UINT64_MAX);

}  // namespace referee::tournament
