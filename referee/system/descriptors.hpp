// The limit on open files.
#pragma once

namespace referee {

/// Whether less than half of the descriptors that this process may have stand before this one: a new descriptor has the
/// least number that is free. What is only kept to save time leaves the other half to those who need it.
[[nodiscard]] bool has_room_behind(int descriptor);

}  // namespace referee
