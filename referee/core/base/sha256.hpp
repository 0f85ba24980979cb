// SHA-256: of a file, which shows whether a bot has changed, and of bytes in memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "referee/core/base/file_identity.hpp"

namespace referee {

/// A file that has been read.
struct HashedFile {
    std::string sha256;  ///< 64 hexadecimal digits
    FileIdentity identity;
};

/// The reason why a file could not be read.
struct UnreadFile {
    int error = 0;  ///< errno; 0 if it is not a regular file
    std::string reason;
};

/// The SHA-256 of bytes in memory.
[[nodiscard]] std::string sha256_of(std::string_view bytes);

/// A key of 256 bits as 64 hexadecimal digits: PBKDF2 with HMAC-SHA-256 (RFC 8018, 5.2). The more rounds, the more work
/// it is to try passwords.
[[nodiscard]] std::string key_of_password(std::string_view password, std::string_view salt, int rounds);

/// The identity of a regular file. Links are followed.
[[nodiscard]] std::variant<FileIdentity, UnreadFile> identify_file(const std::string& path);

/// Hashes a regular file of at most `max_bytes`. Never blocks, even if the path leads to a pipe or a device.
[[nodiscard]] std::variant<HashedFile, UnreadFile> hash_file(const std::string& path,
                                                             std::uint64_t max_bytes = UINT64_MAX);

}  // namespace referee
