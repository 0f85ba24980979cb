// Random bits from the kernel.
#pragma once

#include <sys/random.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

namespace referee {

/// 64 unpredictable bits. Does not use std::random_device, because that queries the features of the processor each time
/// it is constructed, which is slow on a virtual machine. Throws std::system_error if the system can't provide the
/// bits.
[[nodiscard]] inline std::uint64_t random_bits() {
    std::uint64_t bits = 0;
    ssize_t count = 0;
    do
        count = ::getrandom(&bits, sizeof bits, 0);
    while (count < 0 && errno == EINTR);
    if (count != sizeof bits) throw std::system_error(errno, std::generic_category(), "getrandom");
    return bits;
}

}  // namespace referee
