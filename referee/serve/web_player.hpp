// A person in a browser as a player, without a clock: moves come from the thread of the connections.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/player.hpp"

namespace referee::serve {

/// A person in a browser as a player: its turn waits until a request brings the move.
class WebPlayer final : public Player {
public:
    /// The outcome of an offered move.
    enum class Reception {
        taken,
        not_your_turn,  ///< it is the bot's turn or another ply, or this ply has been answered
        invalid,
    };

    // For any thread:
    Reception offer(int ply, std::string_view move);
    /// The person leaves the match for good.
    void leave();
    /// Since when the match has waited for the person's move; nothing while it does not.
    std::optional<TimePoint> waiting_since() const;

    // For the thread of the match:
    /// It is the person's turn after `ply` plies, and these moves are valid: from now on offer() takes one. Called
    /// before the person can know of the turn.
    void ask(int ply, std::vector<std::string> moves);
    std::optional<Fault> start(std::string_view) override { return std::nullopt; }
    TurnReport take_turn(const TurnRequest& request) override;
    void dismiss() override {}
    void end(Duration) override {}
    std::string stderr_tail() const override { return ""; }

private:
    struct Question {
        int ply;
        std::vector<std::string> moves;
        TimePoint since;
    };

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Question> question_;  ///< without an answer yet
    std::optional<std::string> given_;
    bool left_ = false;
    std::string answer_;
};

}  // namespace referee::serve
