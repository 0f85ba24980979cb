#include "referee/players/bot_stderr.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "referee/players/bot_pipes.hpp"

namespace referee {

bool BotStderr::look(const UniqueFd& pipe) {
    constexpr std::size_t max = 64 * 1024;
    return read(pipe, max);
}

void BotStderr::drain(const UniqueFd& pipe) {
    if (!ended_) read(pipe, bytes_in_pipe(pipe));
}

bool BotStderr::read(const UniqueFd& pipe, std::size_t max) {
    std::array<char, 16384> bytes;
    while (max > 0) {
        const auto count = read_some(pipe, std::span(bytes).first(std::min(max, bytes.size())));
        ended_ = count == 0U;
        if (!count || ended_) return !ended_;
        const std::string_view text(bytes.data(), *count);
        bytes_ += text.size();
        if (keeps_) tail_.append(text);
        if (sink_) {
            sink_(text);
            passed_on_at_ = clock_.now();
        }
        max -= *count;
    }
    return true;
}

}  // namespace referee
