// Cuts the output of a bot into lines, and never holds more than a fixed number of bytes.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace protocol {

/// The longest answer that is read, in bytes, without its LF.
inline constexpr std::size_t max_line = 1024;

/// Bytes in, lines out. Bytes behind a line stay until they are asked for.
class LineBuffer {
public:
    /// The state of the next line.
    enum class [[nodiscard]] Status{
        incomplete,  ///< no LF yet
        line,        ///< a line has been taken
        too_long,    ///< more than max_line bytes and still no LF among the first max_line + 1
    };

    /// Room for the next bytes; never empty as long as next() is called after every commit(). Invalidates lines.
    std::span<char> room();
    /// Says that `count` bytes have been put into the room. Requires: count <= room().size().
    void commit(std::size_t count) { end_ += count; }

    /// Takes the next line, its LF not included, if there is one. It stays valid until room() is called.
    Status next(std::string_view& line);

    /// Drops what has arrived of the current line, with its LF if that is there.
    void skip_line();

    /// The bytes that have arrived and have not been taken.
    std::string_view rest() const { return {bytes_.data() + begin_, end_ - begin_}; }

private:
    std::array<char, 4096> bytes_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

}  // namespace protocol
