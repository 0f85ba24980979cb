// Files that the user names for reading, with bounds: no device, no pipe that nobody may ever write to, no end of
// memory.
#pragma once

#include <cstddef>
#include <string>

#include "referee/system/unique_fd.hpp"

namespace referee {

/// A regular file, or a pipe without a name: /dev/stdin, or /dev/fd/N as the shell's <(...) gives it. Named pipes,
/// devices and folders are refused.
class InputFile {
public:
    /// `what` begins every message: "log 'FILE'". Throws games::UserError if the file can't be read.
    InputFile(const std::string& path, std::string what);

    /// Appends what comes next to `text`. Returns false, having appended nothing, at the end. Throws games::UserError
    /// if it can't be read, and where `text` has grown to `max_bytes`.
    /// Requires: the text is shorter than that.
    [[nodiscard]] bool read_some(std::string& text, std::size_t max_bytes);

private:
    std::string what_;
    UniqueFd fd_;
};

}  // namespace referee
