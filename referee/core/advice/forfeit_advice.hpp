// Advice for the author of a bot that has forfeited, from the log of the match alone: no bot is started.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/match_log.hpp"
#include "referee/core/bots/entrant.hpp"

namespace referee {

/// The blocks that are shown below the advice.
enum class ShownBlocks : std::uint8_t {
    none,
    turn,  ///< the block that the bot should have answered
    all,   ///< the same, and before its first answer also the setup block
};

struct ForfeitAdvice {
    std::string text;  ///< paragraphs, separated by newlines; may be empty
    ShownBlocks blocks = ShownBlocks::none;
};

/// The advice to the author of `bot`. If the bot was silent, the log does not tell why, and the advice names what is
/// most often the reason. Requires: log.failure.
[[nodiscard]] ForfeitAdvice advice_from_log(const protocol::MatchLog& log, const Entrant& bot, bool sandboxed);

/// The advice and its blocks as fields below explain_forfeit(), in lines that fit a terminal. Empty if the advice is.
[[nodiscard]] std::string text_of(const ForfeitAdvice& advice, const protocol::MatchLog& log);

/// Whether the bot wrote only part of a line. Its answer lacks a newline.
[[nodiscard]] bool has_begun_a_line(const protocol::Failure& failure);
/// The advice for such a bot.
inline constexpr const char* no_newline = "it wrote an answer without a newline at its end: add \"\\n\"";

/// Whether the bot's process had played another match before this one.
[[nodiscard]] bool is_about_next_game(const protocol::MatchLog& log);

/// Explains a forfeit to whoever has handed the bot in, as `referee check` would: explain_forfeit() and the advice.
/// The log is what that person may see (see seen_by()). `is_driven`: a driver calls a function of it. Requires:
/// log.failure.
[[nodiscard]] std::string explained_to_author(const protocol::MatchLog& log, bool is_driven);

}  // namespace referee
