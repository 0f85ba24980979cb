// A running bot, and the state that its turns and games leave for the next ones.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "protocol/line_buffer.hpp"
#include "referee/match/player.hpp"
#include "referee/players/bot_pipes.hpp"
#include "referee/players/bot_rests.hpp"
#include "referee/players/bot_stderr.hpp"
#include "referee/players/stopped_bot.hpp"
#include "referee/processes/child_process.hpp"

namespace referee {

/// A bot from its start until nothing of it is left. All calls may throw std::system_error.
struct RunningBot {
    /// The process has just been started. `its_err` and `its_stop` outlive this.
    RunningBot(std::unique_ptr<ChildProcess> its_child, bool ponders, BotStderr& its_err, const MatchStop& its_stop);
    RunningBot(const RunningBot&) = delete;
    RunningBot& operator=(const RunningBot&) = delete;

    /// Sends its first game.
    void begin(std::string_view setup);
    /// Sends another game. Its next turn judges what it has done since its last answer. The CPU time until now belongs
    /// to no turn.
    void begin_next_game(std::string_view setup);
    /// Resumes it, hands over the block, waits for the answer, and stops it again.
    [[nodiscard]] TurnReport take_turn(const TurnRequest& request);
    /// After a game: whether it can play another one. The input of a bot that does not read would grow with each game.
    [[nodiscard]] bool can_play_on();
    /// Gives it the time `patience` to exit by itself, and adds time in which it could have no core; then ends what is
    /// left of it. Returns whether it had exited.
    [[nodiscard]] bool end(Duration patience);

    /// Reads from stdout without waiting. Returns false at the end of the stream.
    [[nodiscard]] bool read_stdout();
    void drain_stderr() { err.drain(child->pipes.from_stderr); }
    /// Waits for the end of the bot until `deadline`, or until `stop_fd` (-1: none) is readable.
    [[nodiscard]] std::optional<ExitStatus> wait_for_end(TimePoint deadline, int stop_fd) const;
    /// CPU time of the bot's own process since the last look. Nothing if that was too recent: then the next look covers
    /// both turns.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_since_last_look(TimePoint now);
    [[nodiscard]] int number_of_cores() const { return static_cast<int>(child->cores.size()); }

    BotStderr& err;
    const MatchStop& stop;
    std::unique_ptr<ChildProcess> child;  ///< never null
    BotInput input;
    RareEvents rare_events;
    BotRests rests;
    protocol::LineBuffer lines;
    Past history;

    TimePoint listened_at{};        ///< the start of the last turn that waited for rare events from its start on
    std::size_t stderr_before = 0;  ///< at the start of the last turn: number of bytes
    bool rare_event_waits = false;  ///< at the end of the last turn, a rare event waited
    std::optional<TimePoint> stderr_rests_until;  ///< stderr is not watched before

private:
    std::chrono::nanoseconds cpu_told_{};  ///< CPU time up to the last look
    TimePoint cpu_looked_at_{};
};

}  // namespace referee
