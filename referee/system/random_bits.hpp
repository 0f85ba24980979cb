// Random bits from the kernel.
#pragma once

#include <cstdint>

namespace referee {

/// 64 bits that nobody can foresee. Not from std::random_device: that asks the processor for its features each time it
/// is made, which a virtual machine answers slowly. Throws std::system_error if the system has none.
[[nodiscard]] std::uint64_t random_bits();

}  // namespace referee
