#include "referee/core/players/bot_stderr.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "protocol/utf8.hpp"
#include "referee/core/players/bot_pipes.hpp"

namespace referee {

namespace {

/// The maximum number of bytes that look() reads: the capacity of a pipe.
constexpr std::size_t max_of_look = std::size_t{64} * 1024;

}  // namespace

bool BotStderr::look(const UniqueFd& pipe) {
    const std::size_t before = bytes_;
    const bool goes_on = read(pipe, max_of_look);
    account_for(bytes_ - before);
    return goes_on;
}

/// The allowance grows as fast as stderr can be read with pauses between the reads.
void BotStderr::account_for(std::size_t bytes) {
    const TimePoint now = clock_.now();
    const std::int64_t rests = std::clamp<std::int64_t>((now - accounted_at_) / rest, 0, burst);
    if (rests > 0) accounted_at_ = now;
    allowance_ =
        std::min(burst, allowance_ + rests * static_cast<std::int64_t>(max_of_look)) - static_cast<std::int64_t>(bytes);
    needs_rest_ = bytes <= max_of_look / 2 || allowance_ <= 0;
}

void BotStderr::drain(const UniqueFd& pipe) {
    if (!ended_) read(pipe, bytes_in_pipe(pipe));
}

/// If the first byte of a character is left out, the whole character is left out.
protocol::Notes BotStderr::take_notes() {
    protocol::Notes notes;
    if (notes_.total() == 0) return notes;
    std::string_view text = notes_.last(max_note_bytes);
    if (text.size() < notes_.total()) {
        constexpr std::size_t rest_of_character = 3;
        for (std::size_t i = 0; i < rest_of_character && protocol::continues_character(text.front()); ++i)
            text.remove_prefix(1);
    }
    notes.text = text;
    notes.left_out = notes_.total() - text.size();
    notes_.clear();
    return notes;
}

bool BotStderr::read(const UniqueFd& pipe, std::size_t max) {
    std::array<char, 16384> bytes;
    while (max > 0) {
        const auto count = read_some(pipe, std::span(bytes).first(std::min(max, bytes.size())));
        ended_ = count == 0U;
        if (!count || ended_) return !ended_;
        const std::string_view text(bytes.data(), *count);
        bytes_ += text.size();
        if (keeps_) {
            tail_.append(text);
            notes_.append(text);
        }
        if (sink_) sink_(text);
        max -= *count;
    }
    return true;
}

}  // namespace referee
