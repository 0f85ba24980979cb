// Advice for the author of a bot that has written a wrong line to stdout: an answer in another notation, a message or
// prompt, an illegal move, an empty line, or a second answer.
#pragma once

#include <string>

#include "games/explains.hpp"
#include "protocol/match_log.hpp"

namespace referee {

/// The advice on the line. Paragraphs are separated by newlines. Requires: log.failure, with one of the endings
/// invalid_move, unreadable_move and premature.
[[nodiscard]] std::string advice_on_line(const protocol::MatchLog& log);

/// The number of answers that were due: those that the bot at fault has given, and the missing one. Requires:
/// log.failure.
[[nodiscard]] long answers_due(const protocol::MatchLog& log);

/// The other versions of the log's game, for which there are bots.
[[nodiscard]] games::OtherVersions other_versions_of(const protocol::MatchLog& log);

/// The setup block of the game begins with numbers, and not with the name of the game. Bots for the other games, and
/// most starter kits, take these numbers for something else. Requires: log.failure.
[[nodiscard]] bool has_own_blocks(const protocol::MatchLog& log);

/// Tells the author of a bot about blocks that only this game has. Requires: has_own_blocks(log).
[[nodiscard]] std::string advice_on_own_blocks(const protocol::MatchLog& log);

}  // namespace referee
