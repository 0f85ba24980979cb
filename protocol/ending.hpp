// All the ways in which a match can end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace protocol {

/// The ending of a match: by the rules, by a forfeit of the side at fault, or aborted.
enum class [[nodiscard]] Ending : std::uint8_t{
    by_rules,
    invalid_move,     ///< readable, but not legal
    unreadable_move,  ///< not a move in the game's words
    premature,        ///< wrote to stdout before the whole turn block had been written and read
    timeout,         line_too_long,
    output_flood,  ///< wrote too much to stderr; only in older logs
    exited,
    crashed,  ///< killed by a signal
    closed_stdout,   failed_to_start,
    resource_limit,  ///< reached its limit on memory or processes
    aborted,         ///< the referee was stopped, or neither side could start; the match does not count
};

/// The end of a bot, as recorded in a fault or a match log.
struct BotEnd {
    Ending ending;
    std::optional<int> exit_code;
    std::optional<int> signal;
};

/// The name in the log: "by_rules", "invalid_move", ...
std::string_view name_of(Ending ending);
/// The ending with this name, if there is one.
[[nodiscard]] std::optional<Ending> ending_of(std::string_view name);
/// The meaning of an ending, as the end of a sentence: "did not answer in time".
std::string_view meaning_of(Ending ending);
/// The name for people, with blanks: "invalid move".
[[nodiscard]] std::string words_of(Ending ending);
/// What happened, in one sentence without its full stop: "it exited instead of answering: exit code 1". `detail` may be
/// empty. Everybody who is told about a forfeit reads this sentence. Requires: is_forfeit(ending).
[[nodiscard]] std::string sentence_of(Ending ending, std::string_view detail);
/// Whether a side loses because of a fault, and not by the rules.
[[nodiscard]] bool is_forfeit(Ending ending);

}  // namespace protocol
