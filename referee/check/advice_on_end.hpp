// Advice for the author of a bot that has ended instead of answering: first on its own error, then on the sandbox.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/match_log.hpp"
#include "referee/bots/entrant.hpp"

namespace referee {

/// The advice on the end of `bot`, which has forfeited in `log`, in lines that fit after "  advice    ". Requires:
/// log.failure, of the kinds exited, crashed, closed_stdout or failed_to_start.
[[nodiscard]] std::string advice_on_end(const protocol::MatchLog& log, const Entrant& bot, bool sandboxed);

/// A program's own error, as its text suggests. It only chooses the advice for the author, and decides nothing.
struct OwnError {
    enum class Kind : std::uint8_t {
        missing_module,  ///< of Python, Node or Java: `subject` is its name
        missing_file,    ///< `subject` is its path, if that is told
        not_allowed,     ///< it was not allowed to write or open something
        other,
    };
    Kind kind;
    std::string line;     ///< the line that tells it
    std::string subject;  ///< may be empty
};

/// The last error that the text names in the style of Python, JavaScript, Java, Rust, Go or the C library.
[[nodiscard]] std::optional<OwnError> own_error_in(std::string_view text);

}  // namespace referee
