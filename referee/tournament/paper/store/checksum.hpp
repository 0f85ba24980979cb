// The checksums of rows and records. SQLite detects damage to its own structures, but not to the values in them.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/crc.hpp>

namespace referee::tournament {

/// The CRC-32 of zlib.
inline std::int64_t crc32_of(std::string_view bytes) {
    boost::crc_32_type crc;
    crc.process_bytes(bytes.data(), bytes.size());
    return crc.checksum();
}

/// The CRC-32 of the columns of a row as text, with '|' between them. NULL is an empty text.
class RowSum {
public:
    RowSum& operator<<(std::string_view text) {
        if (!first_) text_ += '|';
        first_ = false;
        text_ += text;
        return *this;
    }
    RowSum& operator<<(std::integral auto number) { return *this << std::string_view(std::to_string(number)); }
    RowSum& operator<<(const std::optional<std::int64_t>& number) {
        return *this << std::string_view(number ? std::to_string(*number) : "");
    }
    std::int64_t value() const { return crc32_of(text_); }

private:
    std::string text_;
    bool first_ = true;
};

}  // namespace referee::tournament
