// The kind of a file by its content: people give a match log where a bot or a tournament is meant, or name a file of
// theirs where another is to be written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace referee {

/// By what the file holds, or for sources by its name.
enum class FileKind : std::uint8_t {
    other,
    match_log,  ///< of any version
    database,   ///< a tournament's, as far as one can see
    source,     ///< of a program that has to be compiled; by its name
    page,       ///< that view or report has written
};

/// `other` where there is no such file, or it can't be read.
[[nodiscard]] FileKind kind_of_file(const std::string& path);

/// The kind of a file that begins so: never `source`, which only a name tells.
FileKind kind_of_text(std::string_view head);

/// What a file is that certainly is no program, and what to do with it: "a PDF document", "an HTML page: open it in a
/// browser". By its first bytes, `head`, or else by the end of its name. Empty: it may be a program, or nobody knows.
[[nodiscard]] std::string_view kind_of_no_program(const std::string& path, std::string_view head);

/// Whether writing a file of this name would destroy something: a regular file that is not empty.
/// Throws std::system_error if the system can't say.
[[nodiscard]] bool holds_something(const std::string& path);

}  // namespace referee
