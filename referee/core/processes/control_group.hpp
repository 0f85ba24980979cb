// A control group of the kernel for one bot. It limits memory and processes, sets the bot's weight for the cores, and
// ends all its processes.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/core/processes/group_folder.hpp"

namespace referee {

/// The resources that a bot and its children may use. A missing value means no limit.
struct ResourceLimits {
    std::optional<std::uint64_t> memory_bytes;
    std::optional<std::uint64_t> processes;  ///< includes threads, because the kernel counts them
    /// Whether the bot also runs when it is not its turn, but then with the minimum weight for the cores.
    bool gives_way = false;
};

/// One group (version 2), or one group in each hierarchy that is needed (version 1). The destructor kills the processes
/// in the group and removes it.
class ControlGroup {
public:
    /// Whether this process can make groups.
    [[nodiscard]] static bool available();
    /// Makes a group below the referee's own group. Returns nothing if that fails, and puts the reason into `problem`.
    [[nodiscard]] static std::unique_ptr<ControlGroup> make(const ResourceLimits& limits, std::string& problem);
    /// Removes groups that a killed referee has left behind.
    static void remove_stale();
    ~ControlGroup();

    /// "cgroup v1" or "cgroup v2".
    [[nodiscard]] const char* version() const { return unified_ ? "cgroup v2" : "cgroup v1"; }
    /// The open files through which a process enters the group, see ProcessLauncher.
    [[nodiscard]] std::vector<int> entrances() const;
    /// How often the kernel killed a process of the group for lack of memory, or refused to create one.
    [[nodiscard]] std::uint64_t times_out_of_memory() const;
    [[nodiscard]] std::uint64_t times_out_of_processes() const;
    /// The limit that has been reached since the group was made, in words. Nothing if there is none.
    [[nodiscard]] std::optional<std::string> limit_reached() const;
    /// The CPU time of all present and past processes in the group. Nothing if this machine does not count it.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_used() const;
    /// The number of threads in the group now, as the kernel counts them. Nothing if it can't be read.
    [[nodiscard]] std::optional<int> tasks() const noexcept;
    /// Sets the minimum or the default weight for the cores. Has no effect if the group was made without `gives_way`,
    /// or if the referee may not make groups with a weight here.
    void give_way(bool gives_way) const noexcept;
    /// Kills everything in the group, repeatedly until nothing is left, for at most 2 seconds.
    void kill_all() const noexcept;

private:
    ControlGroup() = default;
    const std::string& memory() const { return folders_.front().path(); }
    const GroupFolder& pids() const { return folders_[unified_ ? 0 : 1]; }

    bool unified_ = false;
    std::vector<GroupFolder> folders_;  ///< one in version 2; in version 1 memory, pids, and others
    UniqueFd account_;                  ///< the kernel's file with the CPU time
    UniqueFd weight_;                   ///< the kernel's file with the weight
    UniqueFd tasks_;                    ///< the kernel's file with the number of threads
};

}  // namespace referee
