// All the ways in which a match can end.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace protocol {

/// The ending of a match: by the rules, by the forfeit of the side at fault, or none.
enum class [[nodiscard]] Ending : std::uint8_t{
    by_rules,
    invalid_move,     ///< readable, but not legal
    unreadable_move,  ///< not a move in the game's words
    premature,        ///< something on stdout before the whole turn block had been written and read
    timeout,         line_too_long,
    output_flood,  ///< wrote too much to stderr: only in older logs
    exited,
    crashed,  ///< ended by a signal
    closed_stdout,   failed_to_start,
    resource_limit,  ///< memory or processes
    aborted,         ///< the referee was stopped, or no side could start: counts for nobody
};

/// The end of a bot, as in a fault or a match log.
struct BotEnd {
    Ending ending;
    std::optional<int> exit_code;
    std::optional<int> signal;
};

/// The name in the log: "by_rules", "invalid_move", ...
std::string_view name_of(Ending ending);
/// The ending of this name, if there is one.
[[nodiscard]] std::optional<Ending> ending_of(std::string_view name);
/// The meaning of a forfeit, as half a sentence: "did not answer in time".
std::string_view meaning_of(Ending ending);
/// Whether a side loses for what it did rather than by the rules.
[[nodiscard]] bool is_forfeit(Ending ending);

}  // namespace protocol
