// Shows a logged match of a game of one's own without its rules, which are a program that a log must not start.
#pragma once

#include "games/catalogue.hpp"
#include "games/own_hello.hpp"
#include "protocol/match_log.hpp"

namespace referee {

/// The hello in a log's `game.rules`. Throws games::UserError if it is invalid.
[[nodiscard]] games::OwnHello hello_in(const std::string& record);

/// The game of a log that has `game.rules`. Its boards step through the positions that the log contains: they accept
/// the logged moves in the logged order, and no others. If the log has no frames, they know no positions, and list no
/// moves. Throws games::UserError if the record of the rules is invalid.
[[nodiscard]] std::shared_ptr<const games::GameInfo> recorded_game(const protocol::MatchLog& log);

}  // namespace referee
