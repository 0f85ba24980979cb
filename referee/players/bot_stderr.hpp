// A bot's stderr: read at a bounded rate, passed on, and its last part kept.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "protocol/notes.hpp"
#include "referee/match/player.hpp"
#include "referee/players/output_tail.hpp"
#include "referee/system/clock.hpp"
#include "referee/system/unique_fd.hpp"

namespace referee {

/// Called with what a bot has written to its stderr, as it is read.
using StderrSink = std::function<void(std::string_view)>;

/// Of one bot, for one thread.
class BotStderr {
public:
    /// After a look at stderr nobody looks for so long: at most 64 MB a second are read, a thousand times a second.
    /// A bot that writes more without end waits for its own pipe, and costs the referee a few percent of a core.
    static constexpr auto rest = std::chrono::milliseconds(1);
    /// A bot that has written little so far may write so much as fast as it can: it does not wait for the referee.
    static constexpr std::int64_t burst = std::int64_t{16} << 20;

    /// `sink` may be empty. The clock outlives this.
    BotStderr(StderrSink sink, const TurnClock& clock) : sink_(std::move(sink)), clock_(clock) {}

    /// One look: reads at most 64 KiB, as much as a pipe holds, so that a bot that writes without end can't hold the
    /// referee. Returns false at the end of the stream. Throws std::system_error.
    bool look(const UniqueFd& pipe);
    /// Whether nobody looks for `rest` after the last look: there is room in the pipe, or the bot has used up its
    /// burst.
    [[nodiscard]] bool needs_rest() const { return needs_rest_; }
    /// Reads what lies there now; somebody may still be writing. Throws std::system_error.
    void drain(const UniqueFd& pipe);
    /// Another game begins: forgets what has been kept.
    void begin_anew() {
        tail_.clear();
        notes_.clear();
        keeps_ = true;
    }
    /// The last of what has been kept since the last call, at most max_note_bytes, and forgets it.
    [[nodiscard]] protocol::Notes take_notes();
    /// Passes on later output, but does not keep it.
    void keep_no_more() { keeps_ = false; }

    /// Whether somebody sees at once what the bot writes.
    [[nodiscard]] bool is_passed_on() const { return sink_ != nullptr; }
    /// Number of bytes that have been read.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    /// The last of what has been kept.
    [[nodiscard]] std::string tail() const { return tail_.text(); }

private:
    bool read(const UniqueFd& pipe, std::size_t max);
    void account_for(std::size_t bytes);

    StderrSink sink_;
    const TurnClock& clock_;
    OutputTail tail_{std::size_t{64} * 1024};
    OutputTail notes_{max_note_bytes};  ///< since they were taken
    std::size_t bytes_ = 0;
    std::int64_t allowance_ = burst;  ///< bytes that may be read without a rest; grows with time
    TimePoint accounted_at_{};
    bool needs_rest_ = true;
    bool keeps_ = true;
    bool ended_ = false;  ///< the stream
};

}  // namespace referee
