// Splits the output of a bot into lines. Never stores more than a fixed number of bytes.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace protocol {

/// The maximum length of an answer, in bytes without its LF.
inline constexpr std::size_t max_line = 1024;

/// Takes bytes and returns lines. Bytes after a line are kept for the next call of next().
class LineBuffer {
public:
    /// The state of the next line.
    enum class [[nodiscard]] Status{
        incomplete,  ///< no LF yet
        line,        ///< a line has been taken
        too_long,    ///< more than max_line bytes, and no LF among the first max_line + 1 bytes
    };

    /// Returns the room for the next bytes. It is not empty if next() is called after every commit(). Invalidates the
    /// lines that next() has returned.
    std::span<char> room();
    /// Reports that `count` bytes have been put into the room. Requires: count <= room().size().
    void commit(std::size_t count) { end_ += count; }

    /// Takes the next line, without its LF, if there is one. It stays valid until room() is called.
    Status next(std::string_view& line);

    /// Drops the bytes of the current line that have arrived, including its LF if it has arrived.
    void skip_line();

    /// The bytes that have arrived but have not been taken.
    std::string_view rest() const { return {bytes_.data() + begin_, end_ - begin_}; }

private:
    std::array<char, 4096> bytes_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

}  // namespace protocol
