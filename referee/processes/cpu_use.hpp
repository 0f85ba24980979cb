// The use that processes have made of the cores, as the kernel counts it.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <vector>

namespace referee {

/// Of one process with all its threads, or of several, since their start.
struct CpuUse {
    std::chrono::nanoseconds used{};    ///< CPU time, that of ended children included as far as their parents waited
    std::chrono::nanoseconds waited{};  ///< the time in which threads that could run waited for a core, added up

    /// At least nothing: the waits of threads that have ended since are not known any more.
    friend CpuUse operator-(const CpuUse& a, const CpuUse& b) {
        constexpr std::chrono::nanoseconds nothing{};
        return {std::max(nothing, a.used - b.used), std::max(nothing, a.waited - b.waited)};
    }
};

/// Of all processes in an open folder of the kind of /proc. What ends meanwhile is left out.
[[nodiscard]] CpuUse cpu_use_in(int proc_folder);

/// Of one process and its ended children, by its folder in such a folder; nothing if it is not there.
[[nodiscard]] CpuUse cpu_use_of(pid_t pid, int proc_folder);

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
