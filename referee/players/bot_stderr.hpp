// A bot's stderr, read at a bounded rate and passed on; its last part is kept.
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

/// The last `capacity` bytes of a stream of output, in bounded memory.
class OutputTail {
public:
    explicit OutputTail(std::size_t capacity) : capacity_(capacity) {}

    void append(std::string_view bytes) {
        total_ += bytes.size();
        kept_ += bytes.substr(bytes.size() - std::min(bytes.size(), capacity_));
        // Cut from time to time, not at each call.
        if (kept_.size() > 2 * capacity_) kept_.erase(0, kept_.size() - capacity_);
    }
    void clear() {
        kept_.clear();
        total_ = 0;
    }
    /// The number of bytes of all of the output.
    [[nodiscard]] std::size_t total() const { return total_; }
    /// The end of the output: at most `size` bytes, and not more than are kept.
    [[nodiscard]] std::string_view last(std::size_t size) const {
        const std::string_view kept = kept_;
        return kept.substr(kept.size() - std::min({size, kept.size(), capacity_}));
    }
    /// The end of the output, at most `capacity` bytes. If it is not all, the first line says so: "[1234567 bytes left
    /// out]".
    [[nodiscard]] std::string text() const {
        if (total_ <= capacity_) return kept_;
        // Room for the line with any number in it.
        constexpr std::size_t room_for_line = 48;
        const std::string_view shown = last(capacity_ - room_for_line);
        return ("[" + std::to_string(total_ - shown.size()) + " bytes left out]\n").append(shown);
    }

private:
    std::size_t capacity_;
    std::string kept_;
    std::size_t total_ = 0;
};

/// Called with each part of a bot's stderr when it is read.
using StderrSink = std::function<void(std::string_view)>;

/// The stderr of one bot. For one thread.
class BotStderr {
public:
    /// The pause after each read of stderr: at most 64 MB are read per second, in a thousand reads. A bot that writes
    /// more without end waits for its own pipe, and costs the referee a few percent of a core.
    static constexpr auto rest = std::chrono::milliseconds(1);
    /// The bytes that a bot which has written little may write as fast as it can, without waiting for the referee.
    static constexpr std::int64_t burst = std::int64_t{16} << 20;

    /// `sink` may be empty. The clock outlives this.
    BotStderr(StderrSink sink, const TurnClock& clock) : sink_(std::move(sink)), clock_(clock) {}

    /// Reads at most 64 KiB, the size of a pipe, so that a bot that writes without end can't hold up the referee.
    /// Returns false at the end of the stream. Throws std::system_error.
    bool look(const UniqueFd& pipe);
    /// Whether the next look must come `rest` later than the last one: the pipe has room, or the bot has used up its
    /// burst.
    [[nodiscard]] bool needs_rest() const { return needs_rest_; }
    /// Reads what the pipe holds now; the bot may still be writing. Throws std::system_error.
    void drain(const UniqueFd& pipe);
    /// Another game begins: forgets the text that was kept.
    void begin_anew() {
        tail_.clear();
        notes_.clear();
        keeps_ = true;
    }
    /// Takes the end of the text that was kept since the last call, at most max_note_bytes.
    [[nodiscard]] protocol::Notes take_notes();
    /// Passes on later output, but does not keep it.
    void keep_no_more() { keeps_ = false; }

    /// Whether the sink gets the text at once.
    [[nodiscard]] bool is_passed_on() const { return sink_ != nullptr; }
    /// Number of bytes that have been read.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    /// The end of the text that was kept.
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
