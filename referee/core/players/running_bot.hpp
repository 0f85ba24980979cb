// A running bot, and the state that is kept between its turns and games.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "protocol/line_buffer.hpp"
#include "referee/core/match/player.hpp"
#include "referee/core/players/bot_pipes.hpp"
#include "referee/core/players/bot_rests.hpp"
#include "referee/core/players/bot_stderr.hpp"
#include "referee/core/players/stopped_bot.hpp"
#include "referee/core/processes/child_process.hpp"

namespace referee {

/// A bot from its start until all of its processes are gone. All calls may throw std::system_error.
struct RunningBot {
    /// Requires: the process has just been started; `its_err` and `its_stop` outlive this object.
    RunningBot(std::unique_ptr<ChildProcess> its_child, bool ponders, BotStderr& its_err, const MatchStop& its_stop);
    RunningBot(const RunningBot&) = delete;
    RunningBot& operator=(const RunningBot&) = delete;

    /// Sends the first game to the bot.
    void begin(std::string_view setup);
    /// Sends another game to the bot. The next turn also judges what the bot has done since its last answer. No turn
    /// reports the CPU time that the bot's own process has used until now.
    void begin_next_game(std::string_view setup);
    /// Resumes the bot, sends the block, waits for the answer, and stops the bot again.
    [[nodiscard]] TurnReport take_turn(const TurnRequest& request);
    /// Returns a fault if the bot's processes used more CPU time while they should have been stopped than the kernel
    /// may count late. Requires: no turn of the bot has begun.
    [[nodiscard]] std::optional<Fault> fault_while_waiting();
    /// Must be called after a game. Returns whether the bot can play another one. If a bot does not read, its pending
    /// input would grow with each game.
    [[nodiscard]] bool can_play_on();
    /// Gives the bot the time `patience` to exit by itself, plus the time in which it could not have a core. Then ends
    /// everything that is left of it. Returns whether it exited by itself.
    [[nodiscard]] bool end(Duration patience);

    /// Reads from stdout without waiting. Returns false at the end of the stream.
    [[nodiscard]] bool read_stdout();
    void drain_stderr() { err.drain(child->pipes.from_stderr); }
    /// Waits until the bot has ended, until `deadline`, or until `stop_fd` is readable (-1: ignored).
    [[nodiscard]] std::optional<ExitStatus> wait_for_end(TimePoint deadline, int stop_fd) const;
    /// The CPU time of the bot's own process since the last look. Returns nothing if the last look was too recent, so
    /// that the next look covers both turns.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_since_last_look(TimePoint now);
    /// The use of the cores by the referee's thread. It is read anew only if the last reading is older than a quick
    /// turn.
    [[nodiscard]] const std::optional<CpuUse>& own_use(TimePoint now);
    [[nodiscard]] int number_of_cores() const { return static_cast<int>(child->cores.size()); }

    BotStderr& err;
    const MatchStop& stop;
    std::unique_ptr<ChildProcess> child;  ///< never null
    BotInput input;
    RareEvents rare_events;
    BotRests rests;
    protocol::LineBuffer lines;
    Past history;

    TimePoint listened_at{};        ///< the start of the last turn in which rare events were watched from the start
    std::size_t stderr_before = 0;  ///< the number of bytes read from stderr before the last turn
    bool rare_event_waits = false;  ///< whether a rare event was pending at the end of the last turn
    std::optional<TimePoint> stderr_rests_until;  ///< stderr is not watched before this time

private:
    std::chrono::nanoseconds cpu_told_{};  ///< the CPU time until the last look
    TimePoint cpu_looked_at_{};
    std::optional<CpuUse> own_use_;
    TimePoint own_use_read_at_{};
};

}  // namespace referee
