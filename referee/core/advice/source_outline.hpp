// Looks at the source of a bot that ended without a word: does it only define functions and classes?
#pragma once

#include <filesystem>
#include <string_view>

namespace referee {

/// Whether a source in Python or JavaScript defines functions or classes and has no other statement that could call
/// them. Errs on the side of false.
[[nodiscard]] bool only_defines_python(std::string_view source);
[[nodiscard]] bool only_defines_javascript(std::string_view source);

/// The same for a file, whose language is told by its suffix or its first line. False for other files.
[[nodiscard]] bool only_defines(const std::filesystem::path& file);

}  // namespace referee
