// Advice for the author of a bot that has ended instead of answering. The advice is first about the bot's own error,
// then about the sandbox.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/match_log.hpp"
#include "referee/bots/entrant.hpp"

namespace referee {

/// The advice on the end of `bot`, which has forfeited in `log`, in lines that fit after the heading "advice".
/// Requires: log.failure, with one of the endings exited, crashed, closed_stdout or failed_to_start.
[[nodiscard]] std::string advice_on_end(const protocol::MatchLog& log, const Entrant& bot, bool sandboxed);

/// A program's own error, as guessed from its text. It only selects the advice for the author. No decision depends on
/// it.
struct OwnError {
    enum class Kind : std::uint8_t {
        missing_module,  ///< a module of Python or Node, or a class of Java; `subject` is its name
        missing_file,    ///< `subject` is the path of the file, if the text contains it
        not_allowed,     ///< the program was not allowed to write or open something
        other,
    };
    Kind kind;
    std::string line;     ///< the line that reports the error
    std::string subject;  ///< may be empty
};

/// The last error that the text reports in the style of Python, JavaScript, Java, Rust, Go or the C library.
[[nodiscard]] std::optional<OwnError> own_error_in(std::string_view text);

}  // namespace referee
