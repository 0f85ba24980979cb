// A clock for the whole game, by a bot's own count: the referee tells only what there is at the start.
#pragma once

#include <algorithm>
#include <chrono>

namespace sample_bots {

class GameTime {
public:
    using Time = std::chrono::microseconds;

    GameTime(Time total, Time increment) : left_(total), increment_(increment) {}

    /// For the next move: never so much that many more could not follow.
    [[nodiscard]] Time share() const {
        return std::clamp(left_ / expected_moves + increment_ / 2, Time(0), std::max(Time(0), left_ / 3));
    }
    /// After a move that was thought about so long.
    void spend(Time thought) { left_ += increment_ - thought - way; }

private:
    static constexpr int expected_moves = 25;
    /// What the clock counts beyond the thinking: the block's way to the bot, and the answer's way back.
    static constexpr Time way{3000};

    Time left_;
    Time increment_;
};

}  // namespace sample_bots
