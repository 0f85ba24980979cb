// Text and JSON files that a user names. Reading refuses devices, pipes without a writer, and endless files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "protocol/json_text.hpp"
#include "referee/core/base/unique_fd.hpp"

namespace referee {

/// Files must usually be smaller than this number of bytes. No tile file or position of a game needs more.
inline constexpr std::size_t max_text_file = std::size_t{1} << 21;

/// Reads the whole file. Throws games::UserError if there is none, if it can't be read, if it is neither a regular file
/// nor an unnamed pipe (see InputFile), or if it is too large.
[[nodiscard]] std::string read_text_file(const std::string& path);
/// Likewise, but the file must be smaller than `max_bytes`.
[[nodiscard]] std::string read_long_text_file(const std::string& path, std::size_t max_bytes);

/// Writes a file, or replaces an existing one. Throws games::UserError if that fails.
void write_text_file(const std::string& path, std::string_view text);

/// A regular file or an unnamed pipe, such as /dev/stdin, or /dev/fd/N from the shell's <(...). Named pipes, devices
/// and folders are refused.
class InputFile {
public:
    /// `what` begins every message: "log 'FILE'". Throws games::UserError if the file can't be read.
    InputFile(const std::string& path, std::string what);

    /// Appends the next part of the file to `text`. Returns false at the end of the file, and then appends nothing.
    /// Throws games::UserError if the file can't be read, or if `text` has grown to `max_bytes`. Requires: `text` is
    /// shorter than `max_bytes`.
    [[nodiscard]] bool read_some(std::string& text, std::size_t max_bytes);

private:
    std::string what_;
    UniqueFd fd_;
};

/// Parses a JSON text that a user has written. `file` is its name in messages. Throws games::UserError, with line and
/// column, if the text is not JSON, exceeds the bounds of protocol/json_text.hpp, or has a key twice in one object.
[[nodiscard]] protocol::Json parse_written_json(std::string_view text, const std::string& file);

}  // namespace referee
