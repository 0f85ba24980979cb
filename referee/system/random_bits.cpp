#include "referee/system/random_bits.hpp"

#include <sys/random.h>

#include <cerrno>
#include <system_error>

namespace referee {

std::uint64_t random_bits() {
    std::uint64_t bits = 0;
    ssize_t count = 0;
    do
        count = ::getrandom(&bits, sizeof bits, 0);
    while (count < 0 && errno == EINTR);
    if (count != sizeof bits) throw std::system_error(errno, std::generic_category(), "getrandom");
    return bits;
}

}  // namespace referee
