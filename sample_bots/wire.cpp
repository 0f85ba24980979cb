#include "sample_bots/wire.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "games/words.hpp"

namespace sample_bots {

namespace {

/// Ends the program. An exception that unwinds to main() would take 0.3 ms, as long as everything else that a bot does
/// in a short game.
[[noreturn]] void leave() {
    std::_Exit(0);
}

}  // namespace

void Wire::refill() {
    if (begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
    }
    if (end_ == buffer_.size()) throw Nonsense("a line of more than " + std::to_string(buffer_.size()) + " bytes");
    ssize_t got;
    do {
        got = ::read(STDIN_FILENO, buffer_.data() + end_, buffer_.size() - end_);
    } while (got < 0 && errno == EINTR);
    if (got <= 0) leave();
    end_ += static_cast<std::size_t>(got);
}

std::string_view Wire::line() {
    std::size_t searched = 0;
    for (;;) {
        const char* from = buffer_.data() + begin_;
        const void* found = std::memchr(from + searched, '\n', end_ - begin_ - searched);
        if (found) {
            const auto length = static_cast<std::size_t>(static_cast<const char*>(found) - from);
            begin_ += length + 1;
            return {from, length};
        }
        searched = end_ - begin_;
        refill();
    }
}

void Wire::read_numbers(std::int64_t* values, std::size_t count) {
    const std::string_view text = line();
    std::string_view rest = text;
    bool good = true;
    for (std::size_t i = 0; i < count && good; ++i) {
        const auto value = (i == 0 || games::take(rest, " ")) ? games::take_number(rest) : std::nullopt;
        good = value.has_value();
        values[i] = value.value_or(0);
    }
    if (good && rest.empty()) return;
    throw Nonsense("'" + std::string(text) + "' where " + std::to_string(count) + " whole number" +
                   (count == 1 ? "" : "s") + " should be");
}

std::int64_t Wire::number() {
    return numbers<1>()[0];
}

void Wire::skip_lines(std::int64_t count) {
    for (; count > 0; --count)
        line();
}

void Wire::answer(std::string line) {
    line += '\n';
    std::string_view rest = line;
    while (!rest.empty()) {
        const ssize_t put = ::write(STDOUT_FILENO, rest.data(), rest.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) leave();
        rest.remove_prefix(static_cast<std::size_t>(put));
    }
}

}  // namespace sample_bots
