// The kind of a file by its content, for people who name a match log instead of a bot or a tournament, or who would
// overwrite another file of theirs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace referee {

/// The kind, by the content of the file, or for sources by its name.
enum class FileKind : std::uint8_t {
    other,
    match_log,  ///< of any version
    database,   ///< probably a tournament's
    source,     ///< of a program that has to be compiled; by its name
    page,       ///< written by referee view
};

/// `other` if there is no such file, or it can't be read.
[[nodiscard]] FileKind kind_of_file(const std::string& path);

/// The kind of a file that begins so: never `source`, which only a name tells.
FileKind kind_of_text(std::string_view head);

/// The kind of a file that certainly is no program, and advice: "a PDF document", "an HTML page: open it in a browser".
/// Judged by its first bytes, `head`, or else by the end of its name. Empty if it may be a program.
[[nodiscard]] std::string_view kind_of_no_program(const std::string& path, std::string_view head);

/// Whether writing a file of this name would destroy something: a regular file that is not empty.
/// Throws std::system_error if the system can't say.
[[nodiscard]] bool holds_something(const std::string& path);

}  // namespace referee
