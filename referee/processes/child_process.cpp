#include "referee/processes/child_process.hpp"

#include <fcntl.h>
#include <sched.h>

#include <ctime>

#include "referee/processes/process_launcher.hpp"

namespace referee {

ChildProcess::~ChildProcess() = default;

void ChildProcess::watch_cpu_time() {
    clockid_t clock{};
    if (::clock_getcpuclockid(pid(), &clock) == 0) cpu_clock_ = clock;
}

std::optional<std::chrono::nanoseconds> ChildProcess::cpu_time() const {
    timespec time{};
    if (!cpu_clock_ || ::clock_gettime(*cpu_clock_, &time) != 0) return std::nullopt;
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

std::optional<CpuUse> ChildProcess::cpu_use() const {
    auto use = use_of_processes();
    if (const auto used = group() != nullptr ? group()->cpu_used() : std::nullopt; use && used) use->used = *used;
    return use;
}

bool ChildProcess::pause(bool stopped, Duration patience) {
    if (paused_ != stopped) {
        paused_ = stopped;
        order_pause(stopped);
    }
    return wait_until_obeyed(patience);
}

void ChildProcess::move_to(const std::vector<int>& new_cores) {
    const cpu_set_t set = core_set(new_cores);
    const UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (proc) {
        for (const auto& [thread, waited] : waits_of(pid(), proc.get()))
            ::sched_setaffinity(thread, sizeof set, &set);
    }
    cores = new_cores;
}

std::optional<std::string> ChildProcess::limit_reached() const {
    return group() != nullptr ? group()->limit_reached() : std::nullopt;
}

}  // namespace referee
