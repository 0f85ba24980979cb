#include "referee/system/descriptors.hpp"

#include <sys/resource.h>

namespace referee {

bool has_room_behind(int descriptor) {
    rlimit limit{};
    return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 && static_cast<rlim_t>(descriptor) < limit.rlim_cur / 2;
}

}  // namespace referee
