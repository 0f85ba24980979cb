// Advice for the author of a bot that has ended instead of answering: its own error comes first, then the sandbox.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/match_log.hpp"
#include "referee/bots/entrant.hpp"

namespace referee {

/// What to do about the end of `bot`, which `log` blames for one; in lines that fit behind "  advice    ".
/// Requires: log.failure, of the kinds exited, crashed, closed_stdout or failed_to_start.
[[nodiscard]] std::string advice_on_end(const protocol::MatchLog& log, const Entrant& bot, bool sandboxed);

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
