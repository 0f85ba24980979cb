// The bot's end of the pipes: reads the referee's lines and sends the answers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sample_bots {

/// Thrown if the referee's lines are invalid. The message is one line that names the error.
class Nonsense : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Sent instead of a turn block when the game is over. A turn block begins with a number that is never this one.
inline constexpr std::int64_t end_of_game = -1;

/// Reads with as few system calls as the pipe allows, and never waits for more than the requested line. When a block
/// has been read to its last line, the pipe is empty, so an answer is not premature.
///
/// If the referee has closed a pipe, the last game is over, and the program ends at once with exit code 0, even in the
/// middle of a block.
class Wire {
public:
    /// The next line without its LF, valid until the next call. Throws Nonsense for a line of more than 64 KiB.
    std::string_view line();
    /// The next line, which is one number and nothing else. Throws Nonsense if it is not.
    std::int64_t number();
    /// The next `Count` numbers, which are all on one line and separated by spaces. Throws Nonsense if they are not.
    template <std::size_t Count>
    std::array<std::int64_t, Count> numbers() {
        std::array<std::int64_t, Count> values;
        read_numbers(values.data(), Count);
        return values;
    }
    void skip_lines(std::int64_t count);

    /// Sends the line in one piece. Appends the LF.
    void answer(std::string line);

private:
    void read_numbers(std::int64_t* values, std::size_t count);
    void refill();

    std::array<char, std::size_t{1} << 16> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

}  // namespace sample_bots
