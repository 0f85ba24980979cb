// The command line of the sample bots.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sample_bots {

/// The given options. An option that was not given is empty.
struct Options {
    std::optional<std::int64_t> seed;
    std::optional<std::int64_t> depth;
    std::optional<std::int64_t> nodes;
    std::optional<std::int64_t> time_ms;
    std::optional<std::int64_t> hash_mb;
    std::optional<std::int64_t> threads;
    std::optional<std::int64_t> ponder;
};

/// An option that a bot understands. On the command line, a whole number follows it.
struct OptionInfo {
    std::string_view name;
    std::string_view meaning;
    std::int64_t min;
    std::int64_t max;
    std::optional<std::int64_t> Options::*value;
};

inline constexpr OptionInfo seed_option = {"--seed", "the same seed makes the same choices", 0, std::int64_t{1} << 62,
                                           &Options::seed};

inline constexpr OptionInfo ponder_option = {
    "--ponder", "1: think in the other side's turn, too, unless the referee stops the bot in it (its own --ponder)", 0,
    1, &Options::ponder};

/// Reads `--name N` or `--name=N`. Throws games::UserError for anything else, and for options that are not in the
/// table.
Options read_options(std::span<const char* const> arguments, std::span<const OptionInfo> table);

/// The text of `--help`: one line that describes the bot, and one line for each option.
std::string help_text(std::string_view bot, std::string_view summary, std::span<const OptionInfo> table);

/// The time limits for moves, and the clock for all moves if the game has one.
struct MoveLimits {
    std::chrono::milliseconds first;
    std::chrono::milliseconds later;
    std::optional<std::chrono::milliseconds> clock{};
    std::chrono::milliseconds increment{};  ///< added to the clock with each move
};

/// Returns the limits from the referee's environment: REFEREE_MOVE_MS, REFEREE_FIRST_MOVE_MS, REFEREE_CLOCK_MS and
/// REFEREE_INCREMENT_MS. A first move's limit is used only if it is below that of the other moves, because the excess
/// is meant for the start of the process, not for thinking. If no variable is set, the limit is 100 ms a move.
/// Throws games::UserError if one of them is not a number of milliseconds.
MoveLimits move_limits();

}  // namespace sample_bots
