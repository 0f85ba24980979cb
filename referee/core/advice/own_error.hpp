// A program's own error, as guessed from what it wrote to stderr.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// A program's own error, as guessed from its text. It only selects the advice for the author. No decision depends on
/// it.
struct OwnError {
    enum class Kind : std::uint8_t {
        missing_module,  ///< a module of Python or Node, or a class of Java; `subject` is its name
        missing_file,    ///< `subject` is the path of the file, if the text contains it
        not_allowed,     ///< the program was not allowed to write or open something
        no_network,
        no_timer,      ///< the runtime of Haskell, in a sandbox
        wrong_source,  ///< the source could not be parsed, so nothing of it was run
        wrong_input,   ///< a text could not be parsed as a number, or a list or the input was shorter than expected
        other,
    };
    Kind kind;
    std::string line;     ///< the line that reports the error
    std::string subject;  ///< may be empty
};

/// The last error that the text reports in the style of Python, JavaScript, Java, Rust, Go or the C library.
[[nodiscard]] std::optional<OwnError> own_error_in(std::string_view text);

/// The one line that tells most about why a program ended, without blanks around it: that of its own error if there is
/// one, otherwise the last line that is not part of a list of calls. Empty if the text is blank.
[[nodiscard]] std::string line_that_tells(std::string_view text);

}  // namespace referee
