// The limit on open descriptors.
#pragma once

#include <sys/resource.h>

namespace referee {

/// Whether this descriptor, which must be new, is in the lower half of the descriptors that the process may open. If
/// so, about half of them are free, because a new descriptor gets the lowest free number. Otherwise, descriptors that
/// are kept only to save time must be closed.
[[nodiscard]] inline bool has_room_behind(int descriptor) {
    rlimit limit{};
    return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 && static_cast<rlim_t>(descriptor) < limit.rlim_cur / 2;
}

}  // namespace referee
