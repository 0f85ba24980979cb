// Shows a match to people while it is played, or its last position when it is over.
#pragma once

#include <string>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"
#include "referee/match/match.hpp"

namespace referee {

/// Prints each ply and the board after it. Where a match is played again, or goes on from an earlier position, the
/// plies that are given have been seen: only the position after them is shown.
class Show final : public MatchObserver {
public:
    /// `with_notes`: also what the bots have noted, which tells a person who plays against one what it plans.
    explicit Show(bool with_notes) : with_notes_(with_notes) {}

    void on_position(const games::Board& board, const protocol::MatchLog& log) override;

private:
    bool with_notes_;
    std::string match_;  ///< the id of the one that is shown
    bool is_again_ = false;
};

/// The board after the last ply of a match.
[[nodiscard]] std::string last_board_of(const games::GameSpec& spec, const protocol::MatchLog& log);

}  // namespace referee
