// Recognises the kind of a file by its content. Messages use it to advise users who name a match log instead of a bot
// or a tournament, or who would overwrite another of their files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace referee {

/// The kind of a file. It is recognised by the content, except that source code is recognised by the file's name.
enum class FileKind : std::uint8_t {
    other,
    match_log,  ///< of any version
    database,   ///< an SQLite database, probably of a tournament
    source,     ///< source code of a program that has to be compiled; recognised by its name
    page,       ///< written by referee view
};

/// The kind of the file at `path`. Returns `other` if there is no such file, or it can't be read.
[[nodiscard]] FileKind kind_of_file(const std::string& path);

/// The kind of a file that begins with `head`. Never `source`, which only a name can indicate.
FileKind kind_of_text(std::string_view head);

/// The kind of a file that is certainly not a program, and advice: "a PDF document", "an HTML page: open it in a
/// browser". Decides by the file's first bytes, `head`, or else by the end of its name. Empty if the file may be a
/// program.
[[nodiscard]] std::string_view kind_of_no_program(const std::string& path, std::string_view head);

/// Whether a regular file of this name exists and is not empty, so that writing to it would destroy its content. Throws
/// std::system_error if the system can't tell.
[[nodiscard]] bool holds_something(const std::string& path);

}  // namespace referee
