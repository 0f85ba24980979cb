#include "referee/tournament/store/store_schema.hpp"

#include <boost/crc.hpp>

namespace referee::tournament {

RowSum& RowSum::operator<<(std::string_view text) {
    if (!first_) text_ += '|';
    first_ = false;
    text_ += text;
    return *this;
}

std::int64_t RowSum::value() const {
    return crc32_of(text_);
}

std::int64_t crc32_of(std::string_view bytes) {
    boost::crc_32_type crc;
    crc.process_bytes(bytes.data(), bytes.size());
    return crc.checksum();
}

}  // namespace referee::tournament
