// A bot's stderr: read at a bounded rate, passed on, and its last part kept.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "protocol/notes.hpp"
#include "referee/match/player.hpp"
#include "referee/system/clock.hpp"
#include "referee/system/unique_fd.hpp"

namespace referee {

/// Takes output of any length, and keeps the last `capacity` bytes.
class OutputTail {
public:
    explicit OutputTail(std::size_t capacity) : capacity_(capacity) {}

    void append(std::string_view bytes) {
        total_ += bytes.size();
        kept_ += bytes.substr(bytes.size() - std::min(bytes.size(), capacity_));
        // Cut now and then rather than at each call.
        if (kept_.size() > 2 * capacity_) kept_.erase(0, kept_.size() - capacity_);
    }
    void clear() {
        kept_.clear();
        total_ = 0;
    }
    /// The number of bytes of all of the output.
    [[nodiscard]] std::size_t total() const { return total_; }
    /// The last of the output, at most `size` bytes and not more than there are or are kept.
    [[nodiscard]] std::string_view last(std::size_t size) const {
        const std::string_view kept = kept_;
        return kept.substr(kept.size() - std::min({size, kept.size(), capacity_}));
    }
    /// The same of `capacity` bytes. If that is not all, the first line says how much was left out: "[1234567 bytes
    /// left out]".
    [[nodiscard]] std::string text() const {
        if (total_ <= capacity_) return kept_;
        // The line takes room itself, and its length depends on the number in it: room for any number.
        constexpr std::size_t room_for_line = 48;
        const std::string_view shown = last(capacity_ - room_for_line);
        return ("[" + std::to_string(total_ - shown.size()) + " bytes left out]\n").append(shown);
    }

private:
    std::size_t capacity_;
    std::string kept_;
    std::size_t total_ = 0;
};

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
