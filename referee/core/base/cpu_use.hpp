// CPU times and waits for a core, as counted by the kernel.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <vector>

namespace referee {

/// A bot's use of the cores in a period.
struct CpuUse {
    std::chrono::nanoseconds used{};    ///< CPU time
    std::chrono::nanoseconds waited{};  ///< the sum of the times in which ready threads waited for a core
};

/// The CPU time of all processes in an open folder such as /proc, since their start. Includes ended children that their
/// parents have reaped. Processes that end during the call are left out.
[[nodiscard]] std::chrono::nanoseconds cpu_used_in(int proc_folder);

/// The CPU time of one process since its start, including ended children that it has reaped. Zero if the process does
/// not exist.
[[nodiscard]] std::chrono::nanoseconds cpu_used_by(pid_t pid, int proc_folder);

/// The clock of a process's CPU time, which includes ended threads. Nothing if there is none.
[[nodiscard]] std::optional<clockid_t> cpu_clock_of(pid_t pid);
/// The time of a clock that cpu_clock_of() has returned. Nothing if the process no longer exists.
[[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time_by(clockid_t clock);

/// The CPU time of the calling thread since its start, and the time that it has waited for a core. Nothing if the
/// system does not report them.
[[nodiscard]] std::optional<CpuUse> use_of_this_thread();

/// The times of a living thread since its start.
struct ThreadWait {
    std::chrono::nanoseconds waited{};  ///< the time of waiting for a core; the kernel adds a wait when it ends
    std::chrono::nanoseconds used{};
    bool ready = false;  ///< the thread is running or waiting for a core
};
/// The times of threads, by thread number.
using ThreadWaits = std::map<pid_t, ThreadWait>;

/// The times of the threads of all processes in a folder such as /proc.
[[nodiscard]] ThreadWaits waits_in(int proc_folder);

/// The times of the threads of one process and of its living descendants, if the kernel lists children.
[[nodiscard]] ThreadWaits waits_of(pid_t pid, int proc_folder);

/// The times of some cores since the machine's start, added up. The kernel counts them in ticks (usually 10 ms).
struct CoreTimes {
    std::chrono::nanoseconds idle{};    ///< time without work
    std::chrono::nanoseconds stolen{};  ///< time used by other virtual machines

    friend CoreTimes operator-(const CoreTimes& a, const CoreTimes& b) {
        return {a.idle - b.idle, a.stolen - b.stolen};
    }
};

/// The times of these cores, or of all cores if the list is empty. Nothing if the system does not report them.
[[nodiscard]] std::optional<CoreTimes> core_times_of(const std::vector<int>& cores);

}  // namespace referee
