// The time between a bot's turns: it is stopped and must use nothing, or, if it may ponder, it gives way to the other.
#pragma once

#include <optional>

#include "referee/players/rest_account.hpp"
#include "referee/processes/child_process.hpp"
#include "referee/system/clock.hpp"

namespace referee {

/// The rests of one process, from its start on. What is referred to outlives it. All calls may throw std::system_error.
class BotRests {
public:
    /// What a bot used after its turn, while it was to stop.
    struct WorkedOn {
        std::optional<CpuUse> use;  ///< none: unknown
        bool proven;                ///< it is the bot's own doing, and not the machine's
    };

    /// `cores`: how many the process may use.
    BotRests(ChildProcess& child, bool ponders, int cores, const TurnClock& clock);

    /// The process has just been started.
    void begin();
    /// It plays on: what it does from now on counts in the next game.
    void begin_next_game();
    /// Stops it until its next game, so that it costs those who play nothing, whether it may ponder or not.
    void set_aside();
    /// At the end of a rest: whether it ran while it was stopped, more than the kernel may count late.
    [[nodiscard]] bool ran();
    /// Lets it go on for its turn. Returns false if it may still be stopped.
    [[nodiscard]] bool resume();
    /// Stops it after its turn. A stop takes effect when a thread comes back from the kernel, where it may be busy for
    /// long. Returns something if the bot is not stopped after a while, or too often was not: it would go on in the
    /// other player's turn.
    [[nodiscard]] std::optional<WorkedOn> stop();

private:
    bool pause(bool stopped, Duration patience = ChildProcess::time_to_obey);
    std::optional<WorkedOn> wait_for_stop();

    ChildProcess& child_;
    bool ponders_;
    int cores_;
    const TurnClock& clock_;
    RestAccount account_;
    Duration worked_on_{};   ///< in this game, between its answers and its stops
    bool is_aside_ = false;  ///< one that may ponder is still stopped, since it waited for its next game
};

}  // namespace referee
