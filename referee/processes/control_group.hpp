// A control group of the kernel for one bot: limits on memory and processes, and a reliable end.
#pragma once

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
};

/// One group (version 2), or one in each hierarchy that is needed (version 1). Its end kills what is in it and removes
/// it.
class ControlGroup {
public:
    /// Whether this process may make groups at all.
    [[nodiscard]] static bool available();
    /// Makes a group below the referee's own. Returns nothing if that can't be had, and says why in `problem`.
    [[nodiscard]] static std::unique_ptr<ControlGroup> make(const ResourceLimits& limits, std::string& problem);
    /// Removes the groups that a killed referee has left.
    static void remove_stale();
    ~ControlGroup();

    /// "cgroup v1" or "cgroup v2".
    [[nodiscard]] const char* version() const { return unified_ ? "cgroup v2" : "cgroup v1"; }
    /// The open files through which a process enters; see ProcessLauncher.
    [[nodiscard]] std::vector<int> entrances() const;
    /// The number of times that the kernel killed something in it for lack of memory, or refused it a process.
    [[nodiscard]] std::uint64_t times_out_of_memory() const;
    [[nodiscard]] std::uint64_t times_out_of_processes() const;
    /// Kills everything in it, again and again until nothing is left, for at most 2 seconds.
    void kill_all() const noexcept;

private:
    ControlGroup() = default;
    const std::string& memory() const { return folders_.front().path(); }
    const std::string& pids() const { return folders_.back().path(); }

    bool unified_ = false;
    std::vector<GroupFolder> folders_;  ///< of memory and of processes, which are one in version 2
};

}  // namespace referee
