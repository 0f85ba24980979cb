// A control group of the kernel for one bot: its limits on memory and processes, its weight for the cores, and its end.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/processes/group_folder.hpp"

namespace referee {

/// The resources that a bot and its children may use. Nothing: no limit.
struct ResourceLimits {
    std::optional<std::uint64_t> memory_bytes;
    std::optional<std::uint64_t> processes;  ///< threads count, as the kernel counts them
    bool gives_way = false;  ///< it also runs when it is not to move, then with the minimum weight for the cores
};

/// One group (version 2), or one in each hierarchy that is needed (version 1). The destructor kills the processes in it
/// and removes it.
class ControlGroup {
public:
    /// Whether this process may make groups at all.
    [[nodiscard]] static bool available();
    /// Makes a group below the referee's own. Returns nothing if that fails, with the reason in `problem`.
    [[nodiscard]] static std::unique_ptr<ControlGroup> make(const ResourceLimits& limits, std::string& problem);
    /// Removes groups that a killed referee has left.
    static void remove_stale();
    ~ControlGroup();

    /// "cgroup v1" or "cgroup v2".
    [[nodiscard]] const char* version() const { return unified_ ? "cgroup v2" : "cgroup v1"; }
    /// The open files through which a process enters; see ProcessLauncher.
    [[nodiscard]] std::vector<int> entrances() const;
    /// The number of times that the kernel killed something in it for lack of memory, or refused it a process.
    [[nodiscard]] std::uint64_t times_out_of_memory() const;
    [[nodiscard]] std::uint64_t times_out_of_processes() const;
    /// The limit that has been reached since it was made, in words; nothing if none.
    [[nodiscard]] std::optional<std::string> limit_reached() const;
    /// The CPU time of all present and past processes in it; nothing if this machine does not count it.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_used() const;
    /// The number of threads in it now, as the kernel counts them; nothing if it can't be read.
    [[nodiscard]] std::optional<int> tasks() const noexcept;
    /// Sets the minimum weight for the cores, or the default. Without effect if the group was made without `gives_way`,
    /// or if the referee may not make groups with a weight here.
    void give_way(bool gives_way) const noexcept;
    /// Kills everything in it, again and again until nothing is left, for at most 2 seconds.
    void kill_all() const noexcept;

private:
    ControlGroup() = default;
    const std::string& memory() const { return folders_.front().path(); }
    const GroupFolder& pids() const { return folders_[unified_ ? 0 : 1]; }

    bool unified_ = false;
    std::vector<GroupFolder> folders_;  ///< one in version 2; in version 1 those of memory, of processes, and others
    UniqueFd account_;                  ///< the kernel's file of CPU time
    UniqueFd weight_;                   ///< likewise of the weight
    UniqueFd tasks_;                    ///< the kernel's file of the number of threads
};

}  // namespace referee
