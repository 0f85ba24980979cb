// One group in one hierarchy of control groups. It is newly made, locked while it is in use, and removed with its
// processes.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/core/base/unique_fd.hpp"

namespace referee {

/// A group that this process has made. The name alone does not show whether a group's maker is alive, because the pid
/// in it may belong to another process by now, or to another pid namespace. So the maker holds a lock on the folder
/// (flock), which ends with the process in any case.
class GroupFolder {
public:
    /// Makes a new group below `parent`. If that fails, returns nothing and sets `error` to the system's error number.
    [[nodiscard]] static std::optional<GroupFolder> make(const std::string& parent, int& error);
    GroupFolder(GroupFolder&& other) noexcept
        : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)), entrance_(std::move(other.entrance_)) {}
    GroupFolder& operator=(GroupFolder&&) = delete;
    /// Kills the processes in the group, and removes it.
    ~GroupFolder();

    [[nodiscard]] const std::string& path() const { return path_; }
    /// The open file through which a process enters the group, see ProcessLauncher.
    [[nodiscard]] int entrance() const { return entrance_.get(); }
    /// Kills everything in the group, repeatedly until nothing is left, for at most 2 seconds.
    void kill_all() const noexcept;
    /// Stops managing the group. No process removes it while the returned lock is held.
    [[nodiscard]] UniqueFd release();

    /// Kills the processes in groups below `parent` whose makers no longer exist, and removes these groups.
    static void remove_stale(const std::string& parent);

private:
    explicit GroupFolder(std::string path) : path_(std::move(path)) {}
    bool take();

    std::string path_;
    UniqueFd lock_;
    UniqueFd entrance_;
};

/// Writes to one of the kernel's files of a group. If the kernel does not accept the text, returns false and sets
/// errno.
[[nodiscard]] bool write_group_file(const std::string& path, std::string_view text);

/// Whether this is the name of a group that a referee has made: "referee-PID-" and 16 hexadecimal digits.
[[nodiscard]] bool is_group_name(std::string_view name);

/// The processes that the text of a cgroup.procs file lists. A process in a pid namespace that is invisible here is
/// listed as 0. It is left out, because kill() would take 0 for the caller's own process group.
[[nodiscard]] std::vector<pid_t> members_in(const std::string& text);

}  // namespace referee
