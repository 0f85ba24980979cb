// Reads a bot's stderr at a bounded rate, passes it on, and keeps the last part of it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "protocol/notes.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/unique_fd.hpp"
#include "referee/core/match/player.hpp"

namespace referee {

/// The last `capacity` bytes of a stream of output, in bounded memory.
class OutputTail {
public:
    explicit OutputTail(std::size_t capacity) : capacity_(capacity) {}

    void append(std::string_view bytes) {
        total_ += bytes.size();
        kept_ += bytes.substr(bytes.size() - std::min(bytes.size(), capacity_));
        // Cut occasionally, not at each call.
        if (kept_.size() > 2 * capacity_) kept_.erase(0, kept_.size() - capacity_);
    }
    void clear() {
        kept_.clear();
        total_ = 0;
    }
    /// The number of bytes of the whole output.
    [[nodiscard]] std::size_t total() const { return total_; }
    /// The end of the output: at most `size` bytes, and not more than is kept.
    [[nodiscard]] std::string_view last(std::size_t size) const {
        const std::string_view kept = kept_;
        return kept.substr(kept.size() - std::min({size, kept.size(), capacity_}));
    }
    /// The end of the output, at most `capacity` bytes. If a part is left out, the first line says so: "[1234567 bytes
    /// left out]".
    [[nodiscard]] std::string text() const {
        if (total_ <= capacity_) return kept_;
        // Enough room for the line with the largest number.
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

/// The stderr of one bot. All calls are made from one thread.
class BotStderr {
public:
    /// The pause after each read of stderr. It limits reading to 64 MB per second, in a thousand reads. A bot that
    /// writes more has to wait for its own pipe, and costs the referee only a few percent of a core.
    static constexpr auto rest = std::chrono::milliseconds(1);
    /// The number of bytes that a bot may write at full speed, without waiting for the referee, if it has written
    /// little before.
    static constexpr std::int64_t burst = std::int64_t{16} << 20;

    /// `sink` may be empty. Requires: `clock` outlives this object.
    BotStderr(StderrSink sink, const TurnClock& clock) : sink_(std::move(sink)), clock_(clock) {}

    /// Reads at most 64 KiB, the size of a pipe, so that a bot that writes endlessly can't block the referee. Returns
    /// false at the end of the stream. Throws std::system_error.
    bool look(const UniqueFd& pipe);
    /// Whether the caller must wait for `rest` before the next look(). False only if the bot filled more than half of
    /// the pipe and has not used up its burst. Otherwise the bot either has room in the pipe, or has to wait.
    [[nodiscard]] bool needs_rest() const { return needs_rest_; }
    /// Reads what the pipe holds now; the bot may still be writing. Throws std::system_error.
    void drain(const UniqueFd& pipe);
    /// Starts another game: forgets the kept text.
    void begin_anew() {
        tail_.clear();
        notes_.clear();
        keeps_ = true;
    }
    /// Takes the end of the text that was kept since the last call, at most max_note_bytes bytes.
    [[nodiscard]] protocol::Notes take_notes();
    /// Passes on later output, but does not keep it.
    void keep_no_more() { keeps_ = false; }

    /// Whether there is a sink, which gets the text at once.
    [[nodiscard]] bool is_passed_on() const { return sink_ != nullptr; }
    /// The number of bytes that have been read.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    /// The end of the kept text.
    [[nodiscard]] std::string tail() const { return tail_.text(); }

private:
    bool read(const UniqueFd& pipe, std::size_t max);
    void account_for(std::size_t bytes);

    StderrSink sink_;
    const TurnClock& clock_;
    OutputTail tail_{std::size_t{64} * 1024};
    OutputTail notes_{max_note_bytes};  ///< the text since the last take_notes()
    std::size_t bytes_ = 0;
    std::int64_t allowance_ = burst;  ///< bytes that may be read without a pause; grows with time
    TimePoint accounted_at_{};
    bool needs_rest_ = true;
    bool keeps_ = true;
    bool ended_ = false;  ///< whether the stream has ended
};

}  // namespace referee
