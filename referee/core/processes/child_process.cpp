#include "referee/core/processes/child_process.hpp"

#include <fcntl.h>

#include "referee/core/base/cores.hpp"

namespace referee {

ChildProcess::~ChildProcess() = default;

void ChildProcess::watch_cpu_time() {
    cpu_clock_ = cpu_clock_of(pid());
}

std::optional<std::chrono::nanoseconds> ChildProcess::cpu_time() const {
    return cpu_clock_ ? cpu_time_by(*cpu_clock_) : std::nullopt;
}

std::optional<std::chrono::nanoseconds> ChildProcess::cpu_used() const {
    auto used = group() != nullptr ? group()->cpu_used() : std::nullopt;
    if (!used) used = used_by_processes();
    const auto by_helpers = used_by_helpers();
    if (!used || !by_helpers) return std::nullopt;
    return *used - *by_helpers;
}

bool ChildProcess::pause(bool stopped, Duration patience) {
    if (paused_ != stopped) {
        paused_ = stopped;
        order_pause(stopped);
    }
    return wait_until_obeyed(patience);
}

void ChildProcess::move_to(const std::vector<int>& new_cores) {
    const UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (proc) {
        for (const auto& [thread, waited] : waits_of(pid(), proc.get()))
            run_on(thread, new_cores);
    }
    cores = new_cores;
}

std::optional<std::string> ChildProcess::limit_reached() const {
    return group() != nullptr ? group()->limit_reached() : std::nullopt;
}

}  // namespace referee
