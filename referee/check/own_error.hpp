// Reads the error of its own that a program leaves on stderr when it ends, such as Python's SyntaxError.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// A program's own error, as far as its text shows it. It only chooses the advice for the author: nothing is decided by
/// it.
struct OwnError {
    enum class Kind : std::uint8_t {
        missing_module,  ///< of Python, Node or Java: `subject` is its name
        missing_file,    ///< `subject` is its path, if that is told
        not_allowed,     ///< it may not write or open something
        other,
    };
    Kind kind;
    std::string line;     ///< the line that tells it
    std::string subject;  ///< may be empty
};

/// The last error that the text names in the style of Python, JavaScript, Java, Rust, Go or the C library.
[[nodiscard]] std::optional<OwnError> own_error_in(std::string_view text);

}  // namespace referee
