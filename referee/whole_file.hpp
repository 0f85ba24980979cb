// Files that are written whole or not at all: whoever reads one never meets the half of it.
#pragma once

#include <string>
#include <string_view>

#include "referee/unique_fd.hpp"

namespace referee {

/// What is to be written, in the words of a complaint: {"log", "m.json"}.
struct Target {
    std::string kind;
    std::string path;
};

/// Opens for writing; O_CREAT and O_CLOEXEC go without saying. Writing to what comes of it blocks only where it is a
/// regular file. Throws games::UserError.
UniqueFd open_for_writing(const Target& target, int flags);

bool is_regular(const UniqueFd& fd);

/// Appends all or, into a regular file, nothing. Throws std::runtime_error.
void write_all(const UniqueFd& fd, std::string_view bytes, const Target& target);

/// Writes a file that takes the place of an old one when it is complete; a pipe, a device or a link is written into as
/// it is. Throws std::runtime_error, or games::UserError where it can't be opened.
void replace_file(const Target& target, std::string_view text);

}  // namespace referee
