// The kernel's account of the cores that processes have used.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <vector>

namespace referee {

/// A bot's use of the cores in a period of time.
struct CpuUse {
    std::chrono::nanoseconds used{};    ///< CPU time
    std::chrono::nanoseconds waited{};  ///< the sum of the times in which ready threads waited for a core
};

/// CPU time since their start of all processes in an open folder such as /proc. It includes ended children for which
/// their parents have waited. Processes that end meanwhile are left out.
[[nodiscard]] std::chrono::nanoseconds cpu_used_in(int proc_folder);

/// The same for one process and its ended children; zero if it is not there.
[[nodiscard]] std::chrono::nanoseconds cpu_used_by(pid_t pid, int proc_folder);

/// The clock of a process's CPU time, which includes ended threads; nothing if there is none.
[[nodiscard]] std::optional<clockid_t> cpu_clock_of(pid_t pid);
/// The time of such a clock; nothing if the process is gone.
[[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time_by(clockid_t clock);

/// The account of a living thread since its start.
struct ThreadWait {
    std::chrono::nanoseconds waited{};  ///< time of waiting for a core; the kernel adds a wait when it has ended
    std::chrono::nanoseconds used{};
    bool ready = false;  ///< it is running or waiting for a core
};
/// The accounts by the numbers of the threads.
using ThreadWaits = std::map<pid_t, ThreadWait>;

/// The threads of all processes in such a folder.
[[nodiscard]] ThreadWaits waits_in(int proc_folder);

/// The threads of one process and of its living descendants, if the kernel lists children.
[[nodiscard]] ThreadWaits waits_of(pid_t pid, int proc_folder);

/// Times of some cores since the machine's start, added up, in ticks of 10 ms.
struct CoreTimes {
    std::chrono::nanoseconds idle{};    ///< without work
    std::chrono::nanoseconds stolen{};  ///< used by other virtual machines

    friend CoreTimes operator-(const CoreTimes& a, const CoreTimes& b) {
        return {a.idle - b.idle, a.stolen - b.stolen};
    }
};

/// The times of these cores, or of all if the list is empty. Nothing if the system does not tell.
[[nodiscard]] std::optional<CoreTimes> core_times_of(const std::vector<int>& cores);

}  // namespace referee
