// The use that processes have made of the cores, as the kernel counts it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <vector>

namespace referee {

/// Of a bot in a stretch of time.
struct CpuUse {
    std::chrono::nanoseconds used{};    ///< CPU time
    std::chrono::nanoseconds waited{};  ///< the time in which threads that could run waited for a core, added up
};

/// CPU time of all processes in an open folder of the kind of /proc since their start, that of ended children included
/// as far as their parents waited. What ends meanwhile is left out.
[[nodiscard]] std::chrono::nanoseconds cpu_used_in(int proc_folder);

/// Of one process and its ended children, by its folder in such a folder; nothing if it is not there.
[[nodiscard]] std::chrono::nanoseconds cpu_used_by(pid_t pid, int proc_folder);

/// The clock of a process's CPU time, that of ended threads included; nothing if there is none.
[[nodiscard]] std::optional<clockid_t> cpu_clock_of(pid_t pid);
/// Nothing if the process has gone.
[[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time_by(clockid_t clock);

/// The account of a living thread since its start.
struct ThreadWait {
    std::chrono::nanoseconds waited{};  ///< for a core; the kernel adds a wait only when it has ended
    std::chrono::nanoseconds used{};
    bool ready = false;  ///< it runs or waits for a core now
};
/// By its number.
using ThreadWaits = std::map<pid_t, ThreadWait>;

/// Of all processes in such a folder.
[[nodiscard]] ThreadWaits waits_in(int proc_folder);

/// Of one process and of its living descendants, as far as the kernel lists children.
[[nodiscard]] ThreadWaits waits_of(pid_t pid, int proc_folder);

/// What some cores did since the machine's start, added up, in ticks of 10 ms.
struct CoreTimes {
    std::chrono::nanoseconds idle{};    ///< nothing
    std::chrono::nanoseconds stolen{};  ///< on a virtual machine: they were away, for other machines

    friend CoreTimes operator-(const CoreTimes& a, const CoreTimes& b) {
        return {a.idle - b.idle, a.stolen - b.stolen};
    }
};

/// Of these cores (none: of all of them). Nothing if the system does not tell.
[[nodiscard]] std::optional<CoreTimes> core_times_of(const std::vector<int>& cores);

}  // namespace referee
