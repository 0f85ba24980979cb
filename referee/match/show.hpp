// Shows a match to people while it is played, or its last position when it is over.
#pragma once

#include <string>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"
#include "referee/match/match.hpp"

namespace referee {

/// Prints each ply and the board after it.
class Show final : public MatchObserver {
public:
    void on_position(const games::Board& board, const protocol::MatchLog& log) override;
};

/// The board after the last ply of a match.
[[nodiscard]] std::string last_board_of(const games::GameSpec& spec, const protocol::MatchLog& log);

}  // namespace referee
