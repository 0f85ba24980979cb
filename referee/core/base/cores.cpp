#include "referee/core/base/cores.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstdint>
#include <random>
#include <system_error>

#include "referee/core/base/random_bits.hpp"

namespace referee {

namespace {

/// Locks the kernel's folder of a core. Returns nothing if another claim holds the lock. Every user may take it.
UniqueFd lock_of_core(int core) {
    UniqueFd lock(
        ::open(fmt::format("/sys/devices/system/cpu/cpu{}", core).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return lock && ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0 ? std::move(lock) : UniqueFd();
}

/// `struct sched_attr` of sched_setattr(2), which glibc does not declare.
struct SchedulingAttributes {
    std::uint32_t size = sizeof(SchedulingAttributes);
    std::uint32_t policy;
    std::uint64_t flags;
    std::int32_t nice;
    std::uint32_t priority;
    std::uint64_t runtime_ns;  ///< the time slice, if the policy is SCHED_OTHER
    std::uint64_t deadline_ns;
    std::uint64_t period_ns;
};

}  // namespace

cpu_set_t core_set(const std::vector<int>& cores) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores)
        CPU_SET(static_cast<std::size_t>(core), &set);
    return set;
}

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

bool run_on(pid_t thread, const std::vector<int>& cores) {
    const cpu_set_t set = core_set(cores);
    return ::sched_setaffinity(thread, sizeof set, &set) == 0;
}

void wake_promptly() {
    constexpr std::uint64_t reset_on_fork = 1;  // SCHED_FLAG_RESET_ON_FORK: children lose a raised priority, too
    constexpr std::uint64_t shortest_slice_ns = 100'000;
    SchedulingAttributes attributes{};
    if (::syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return;
    if (attributes.policy != SCHED_OTHER || attributes.nice < 0) return;
    attributes.flags |= reset_on_fork;
    attributes.runtime_ns = shortest_slice_ns;
    ::syscall(SYS_sched_setattr, 0, &attributes, 0);
}

/// Starts with the last core, because the first ones handle most interrupts.
CoreClaim::CoreClaim(std::size_t count, std::vector<int> from) {
    assert(count > 0 && !from.empty());
    std::reverse(from.begin(), from.end());
    const auto wanted = std::min(count, from.size());
    for (const int core : from) {
        if (cores_.size() == wanted) return;
        UniqueFd lock = lock_of_core(core);
        if (!lock) continue;
        cores_.push_back(core);
        locks_.push_back(std::move(lock));
    }
    if (cores_.size() == wanted) return;
    locks_.clear();  // leave the free cores to claims that need fewer
    cores_.clear();
    // The choice is random, because otherwise all late referees would choose the same cores.
    std::sample(from.begin(), from.end(), std::back_inserter(cores_), wanted, std::mt19937_64(random_bits()));
}

}  // namespace referee
