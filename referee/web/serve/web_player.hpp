// A person in a browser as a player without a clock. Moves come from the thread of the connections.
#pragma once

#include <condition_variable>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/base/mutex.hpp"
#include "referee/core/match/player.hpp"

namespace referee::serve {

/// A person in a browser as a player. A turn waits until a request brings the move.
class WebPlayer final : public Player {
public:
    /// The result of offering a move.
    enum class Reception {
        taken,
        not_your_turn,  ///< it is the bot's turn, or the ply is not the current one
        invalid,
    };

    // May be called in any thread:
    Reception offer(int ply, std::string_view move);
    /// Must be called when the person leaves the match for good.
    void leave();
    /// When the match began to wait for the person's move; nothing if it is not waiting.
    std::optional<TimePoint> waiting_since() const;

    // Called only in the thread of the match:
    /// Begins the person's turn after `ply` plies, with these valid moves. From then on, offer() accepts one of them.
    /// Call this before the person can learn about the turn.
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

    mutable Mutex mutex_;
    std::condition_variable changed_;
    std::optional<Question> question_ GUARDED_BY(mutex_);  ///< not answered yet
    std::optional<std::string> given_ GUARDED_BY(mutex_);
    bool left_ GUARDED_BY(mutex_) = false;
    std::string answer_;
};

}  // namespace referee::serve
