// Text and JSON files that a user names. Reading has bounds: no devices, no pipes without a writer, no endless files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "protocol/json_text.hpp"
#include "referee/system/unique_fd.hpp"

namespace referee {

/// The size below which a file is read. No tile file or position of a game needs more.
inline constexpr std::size_t max_text_file = std::size_t{1} << 21;

/// The whole file. Throws games::UserError if there is none, it can't be read, it is neither a regular file nor a
/// pipe without a name (see InputFile), or it is too large.
[[nodiscard]] std::string read_text_file(const std::string& path);

/// Writes a file, or replaces one. Throws games::UserError if that can't be done.
void write_text_file(const std::string& path, std::string_view text);

/// A regular file, or a pipe without a name: /dev/stdin, or /dev/fd/N as the shell's <(...) gives it. Named pipes,
/// devices and folders are refused.
class InputFile {
public:
    /// `what` begins every message: "log 'FILE'". Throws games::UserError if the file can't be read.
    InputFile(const std::string& path, std::string what);

    /// Appends the next part of the file to `text`. Returns false at the end, having appended nothing. Throws
    /// games::UserError if the file can't be read, or `text` has grown to `max_bytes`. Requires: it is shorter than
    /// that.
    [[nodiscard]] bool read_some(std::string& text, std::size_t max_bytes);

private:
    std::string what_;
    UniqueFd fd_;
};

/// The value of a JSON text that a user has written. `file`: its name in messages. Throws games::UserError, with line
/// and column, if it is no JSON, beyond the bounds of protocol/json_text.hpp, or has a key twice in one object.
[[nodiscard]] protocol::Json parse_written_json(std::string_view text, const std::string& file);

}  // namespace referee
