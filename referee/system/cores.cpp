#include "referee/system/cores.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/file.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <random>
#include <system_error>

#include "referee/system/random_bits.hpp"

namespace referee {

namespace {

/// A lock on the folder that the kernel has of a core, if nobody has one. Every user may take it.
UniqueFd lock_of_core(int core) {
    UniqueFd lock(
        ::open(fmt::format("/sys/devices/system/cpu/cpu{}", core).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return lock && ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0 ? std::move(lock) : UniqueFd();
}

}  // namespace

std::vector<int> allowed_cores() {
    cpu_set_t allowed;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        throw std::system_error(errno, std::generic_category(), "looking at the cores");
    }
    std::vector<int> cores;
    for (int core = 0; core < CPU_SETSIZE; ++core) {
        if (CPU_ISSET(core, &allowed)) cores.push_back(core);
    }
    return cores;
}

void pin_to_core(int number) {
    const auto allowed = allowed_cores();
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(allowed[static_cast<std::size_t>(number) % allowed.size()]), &one);
    if (::sched_setaffinity(0, sizeof one, &one) != 0) throw std::system_error(errno, std::generic_category(), "--pin");
}

/// From the last core down: the first ones have most of the machine's interrupts.
CoreClaim::CoreClaim(std::size_t count) {
    assert(count > 0);
    auto allowed = allowed_cores();
    std::reverse(allowed.begin(), allowed.end());
    const auto wanted = std::min(count, allowed.size());
    for (const int core : allowed) {
        if (cores_.size() == wanted) return;
        UniqueFd lock = lock_of_core(core);
        if (!lock) continue;
        cores_.push_back(core);
        locks_.push_back(std::move(lock));
    }
    if (cores_.size() == wanted) return;
    locks_.clear();  // what is free stays free for those who need fewer
    cores_.clear();
    // At random, or all referees that come late would choose the same ones.
    std::sample(allowed.begin(), allowed.end(), std::back_inserter(cores_), wanted, std::mt19937_64(random_bits()));
}

}  // namespace referee
