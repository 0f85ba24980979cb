// The limits of a search, and the clock that stops it.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "sample_bots/options.hpp"

namespace sample_bots {

/// Keeps track of the bot's clock for the whole game. The referee sends only the time at the start.
class GameTime {
public:
    using Time = std::chrono::microseconds;

    GameTime(Time total, Time increment) : left_(total), increment_(increment) {}

    /// The time for the next move of about `moves_left` that follow. A third of the time left is the most.
    [[nodiscard]] Time share(int moves_left) const {
        return std::clamp(left_ / std::max(1, moves_left) + increment_ / 2, Time(0), std::max(Time(0), left_ / 3));
    }
    /// Charges the clock for a move with this thinking time.
    void spend(Time thought) { left_ += increment_ - thought - way; }

private:
    /// The time per move that the clock counts in addition to the thinking time: the transfer of the block to the bot
    /// and of the answer back.
    static constexpr Time way{3000};

    Time left_;
    Time increment_;
};

/// The limits of a search. Without a time limit, a search never looks at a clock, so the same positions give the same
/// moves.
struct SearchLimits {
    int depth = 60;                                                   ///< in plies, 1..60
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  ///< positions or samples
    std::optional<std::chrono::microseconds> time{};                  ///< for a whole move
    std::optional<std::chrono::microseconds> first_time{};            ///< for the first move; if empty, `time` applies
    std::optional<GameTime> game_time{};                              ///< for all moves of a game
    bool reduce = true;  ///< search late moves less deeply, in games that profit from it
};

inline constexpr OptionInfo depth_option = {
    "--depth", "look this many plies ahead, whatever the time: the same moves every time", 1, 60, &Options::depth};
inline constexpr OptionInfo nodes_option = {
    "--nodes", "look at this many positions for a move, whatever the time: the same moves every time", 1,
    1'000'000'000'000, &Options::nodes};
inline constexpr OptionInfo time_option = {
    "--time", "milliseconds for a move, in place of the limits in the environment", 1, 3'600'000, &Options::time_ms};

/// The part of a limit that a search uses. The rest, a quarter but at most 50 ms, is a reserve for delays by other
/// programs.
inline std::chrono::microseconds usable(std::chrono::milliseconds limit) {
    const std::chrono::microseconds all(limit);
    return all - std::min(all / 4, std::chrono::microseconds(50'000));
}

/// The limits from the command line, or from the referee's environment if the command line has none.
inline SearchLimits search_limits(const Options& options) {
    SearchLimits limits;
    if (options.depth) limits.depth = static_cast<int>(*options.depth);
    if (options.nodes) limits.nodes = static_cast<std::uint64_t>(*options.nodes);
    if (options.depth || options.nodes) return limits;
    const std::chrono::milliseconds given(options.time_ms.value_or(0));
    const MoveLimits told = options.time_ms ? MoveLimits{given, given} : move_limits();
    limits.time = usable(told.later);
    limits.first_time = usable(told.first);
    if (told.clock) limits.game_time = GameTime(*told.clock, told.increment);
    return limits;
}

/// Decides when a search has to stop. Serves all moves of a game.
class SearchClock {
public:
    using Time = std::chrono::microseconds;
    using Clock = std::chrono::steady_clock;

    explicit SearchClock(const SearchLimits& limits) : limits_(limits), game_time_(limits.game_time) {}

    static Clock::time_point now() { return Clock::now(); }
    /// Starts the clock for a move. `moves_left`: about how many moves the clock is for, this one included.
    void start(int moves_left, Clock::time_point begin = now()) {
        start_ = begin;
        ended_ = false;
        time_ = is_first_ && limits_.first_time ? limits_.first_time : limits_.time;
        is_first_ = false;
        if (!game_time_) return;
        const Time share = game_time_->share(moves_left);
        time_ = std::min(time_.value_or(share), share);
    }
    /// Starts a search in the other side's turn. Only end_now() or its node limit stops it.
    void start_pondering() {
        start_ = Clock::now();
        ended_ = false;
        time_.reset();
    }
    /// Stops the clock at the end of a move.
    void stop() {
        if (game_time_) game_time_->spend(used());
    }
    /// Stops the search in all threads that use this clock, even if there is time left.
    void end_now() { ended_.store(true, std::memory_order_relaxed); }

    const SearchLimits& limits() const { return limits_; }
    /// The time limit of this move; nothing if there is none.
    const std::optional<Time>& time() const { return time_; }
    /// The time since the beginning of this move.
    Time used() const { return std::chrono::duration_cast<Time>(Clock::now() - start_); }
    /// Whether the time or the nodes of this move, or `percent` of them, are used up. Each thread counts its own nodes.
    bool is_over(std::uint64_t nodes, int percent = 100) const {
        if (ended_.load(std::memory_order_relaxed)) return true;
        if (static_cast<double>(nodes) >= static_cast<double>(limits_.nodes) * percent / 100) return true;
        return time_ && used() >= *time_ * percent / 100;
    }

private:
    SearchLimits limits_;
    std::optional<GameTime> game_time_;
    std::optional<Time> time_;  ///< the limit of this move
    Clock::time_point start_;
    std::atomic<bool> ended_ = false;
    bool is_first_ = true;
};

}  // namespace sample_bots
