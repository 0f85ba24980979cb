#include "referee/system/pin.hpp"

#include <sched.h>

#include <cerrno>
#include <system_error>

namespace referee {

void pin_to_core(int number) {
    cpu_set_t allowed;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        throw std::system_error(errno, std::generic_category(), "--pin");
    }
    int skip = number % CPU_COUNT(&allowed);
    for (int core = 0; core < CPU_SETSIZE; ++core) {
        if (!CPU_ISSET(core, &allowed) || skip-- > 0) continue;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(core, &one);
        if (::sched_setaffinity(0, sizeof one, &one) != 0)
            throw std::system_error(errno, std::generic_category(), "--pin");
        return;
    }
}

}  // namespace referee
