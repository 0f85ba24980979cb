// The limit on open descriptors.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <cstddef>

namespace referee {

/// Whether this descriptor, which must be new, is in the lower half of the descriptors that the process may open. If
/// so, about half of them are free, because a new descriptor gets the lowest free number. Otherwise, descriptors that
/// are kept only to save time must be closed.
[[nodiscard]] inline bool has_room_behind(int descriptor) {
    rlimit limit{};
    return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 && static_cast<rlim_t>(descriptor) < limit.rlim_cur / 2;
}

/// Lets the process open this many descriptors more, or as many as the system permits. Returns the number that it may
/// open then.
[[nodiscard]] inline std::size_t raise_descriptors(std::size_t more) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    rlimit raised = limit;
    raised.rlim_cur = std::min<rlim_t>(limit.rlim_cur + more, limit.rlim_max);
    return ::setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur;
}

}  // namespace referee
