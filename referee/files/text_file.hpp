// Text files that a user names: settings of games are read from them, positions are written to them.
#pragma once

#include <string>
#include <string_view>

namespace referee {

/// A file that is read is smaller: this is more than any tile file or position of a game needs.
inline constexpr std::size_t max_text_file = std::size_t{1} << 21;

/// The whole file. Throws games::UserError if there is none, it can't be read, it is neither a regular file nor a
/// pipe without a name (see InputFile), or it is too large.
[[nodiscard]] std::string read_text_file(const std::string& path);

/// Writes a file, or replaces one. Throws games::UserError if that can't be done.
void write_text_file(const std::string& path, std::string_view text);

}  // namespace referee
