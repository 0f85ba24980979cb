// What a file is, by a look at it: people give a match log where a bot or a tournament is meant.
#pragma once

#include <cstdint>
#include <string>

namespace referee {

enum class FileKind : std::uint8_t {
    other,
    match_log,  ///< of any version
    database,   ///< a tournament's, as far as one can see
    source,     ///< of a program that has to be compiled; by its name
};

/// `other` where there is no such file, or it can't be read.
FileKind kind_of_file(const std::string& path);

}  // namespace referee
