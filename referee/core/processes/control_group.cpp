// Kernel interfaces: Documentation/admin-guide/cgroup-v2.rst, and cgroup-v1/{memory,pids}.rst. For cpu.shares:
// scheduler/sched-design-CFS.rst.
#include "referee/core/processes/control_group.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

namespace referee {

namespace {

/// The number after `key` in a file with lines "key number"; 0 if the key is missing.
std::uint64_t number_in(const std::string& path, std::string_view key) {
    std::ifstream file(path);
    std::string name;
    std::uint64_t number = 0;
    while (file >> name >> number) {
        if (name == key) return number;
    }
    return 0;
}

bool holds_word(const std::string& text, const std::string& word) {
    std::istringstream words(text);
    for (std::string next; words >> next;) {
        if (next == word) return true;
    }
    return false;
}

std::string content_of(const std::string& path) {
    std::ifstream file(path);
    std::string text;
    std::getline(file, text, '\0');  // unlike reading a stream's buffer, this does not throw if the file can't be read
    return text;
}

/// The elements of a comma-separated list.
std::set<std::string> parts_of(const std::string& list) {
    std::set<std::string> parts;
    std::istringstream stream(list);
    for (std::string part; std::getline(stream, part, ',');)
        parts.insert(part);
    return parts;
}

/// The mount point of the hierarchy with `controller` (empty: version 2), and the part of the hierarchy that is
/// mounted.
struct Mount {
    std::string at;
    std::string root;
};

std::optional<Mount> mount_of(const std::string& controller) {
    std::ifstream mounts("/proc/self/mountinfo");
    for (std::string line; std::getline(mounts, line);) {
        // id parent device root mountpoint options... - type source super-options
        const auto dash = line.find(" - ");
        if (dash == std::string::npos) continue;
        std::istringstream head(line.substr(0, dash));
        std::istringstream tail(line.substr(dash + 3));
        std::string skipped, root, at, type, super;
        head >> skipped >> skipped >> skipped >> root >> at;
        tail >> type >> skipped >> super;
        if (controller.empty() ? type == "cgroup2" : type == "cgroup" && parts_of(super).contains(controller)) {
            return Mount{at, root};
        }
    }
    return std::nullopt;
}

/// The folder of the referee's own group in a hierarchy. Nothing if the hierarchy is not mounted.
std::optional<std::string> own_folder(const std::string& controller) {
    const auto mount = mount_of(controller);
    std::ifstream groups("/proc/self/cgroup");
    for (std::string line; mount && std::getline(groups, line);) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        std::string path = line.substr(second + 1);
        if (controller.empty() ? !controllers.empty() : !parts_of(controllers).contains(controller)) continue;
        if (mount->root != "/" && path.starts_with(mount->root)) path.erase(0, mount->root.size());
        return mount->at + (path == "/" ? "" : path);
    }
    return std::nullopt;
}

/// The folders in which this process makes its groups. They are determined once.
struct Place {
    bool unified = false;
    std::string memory, pids;  ///< parent folders; the same one in version 2
    std::string cpu{};         ///< parent of the groups with a weight; empty if there is none, which is not an error
    std::string cpuacct{};     ///< parent of the groups that count CPU time; may be empty
    std::string problem;       ///< the reason why no groups can be created; empty if they can
    UniqueFd own_group{};      ///< the lock on the group that the referee has moved into, if any

    std::vector<std::string> parents(bool with_cpu) const {
        if (unified) return {memory};
        std::vector<std::string> all = {memory, pids};
        if (!cpuacct.empty()) all.push_back(cpuacct);
        if (with_cpu && !cpu.empty() && cpu != cpuacct) all.push_back(cpu);
        return all;
    }
};

/// Enables the controllers that limit groups below `folder`. Returns whether they are enabled. In version 2, a group
/// that has limited groups below it may not contain processes itself, so the referee moves into a group below it. That
/// fails if the group is shared with other processes, such as the group of a login session.
bool enable_controllers(const std::string& folder, UniqueFd& own_group) {
    const std::string control = folder + "/cgroup.subtree_control";
    const auto enabled = [&] {
        const std::string now = content_of(control);
        return holds_word(now, "memory") && holds_word(now, "pids");
    };
    const auto enable = [&] {
        if (!enabled() && !write_group_file(control, "+memory +pids")) return false;
        static_cast<void>(write_group_file(control, "+cpu"));  // optional
        return true;
    };
    if (enable()) return true;
    int error = 0;
    auto made = GroupFolder::make(folder, error);
    if (!made) return false;
    const std::string own = made->path();
    own_group = made->release();  // this group is not removed with the other groups
    if (write_group_file(own + "/cgroup.procs", "0") && enable()) return true;
    static_cast<void>(write_group_file(folder + "/cgroup.procs", "0"));
    ::rmdir(own.c_str());
    own_group.reset();
    return false;
}

Place try_unified(const std::string& folder) {
    Place place{true, folder, folder, folder, folder, "", {}};
    const std::string offered = content_of(folder + "/cgroup.controllers");
    if (!holds_word(offered, "memory") || !holds_word(offered, "pids")) {
        place.problem = fmt::format("the control group {} has no memory and pids controllers", folder);
    } else if (::access((folder + "/cgroup.procs").c_str(), W_OK) != 0) {
        place.problem = fmt::format("the control group {} can't be used: {}", folder, std::strerror(errno));
    } else if (!enable_controllers(folder, place.own_group)) {
        place.problem =
            fmt::format("the control group {} is also used by other processes (see docs/security.md)", folder);
    }
    return place;
}

Place find_place() {
    const auto memory = own_folder("memory");
    const auto pids = own_folder("pids");
    if (memory && pids) {
        const auto if_writable = [](const std::optional<std::string>& folder) {
            return folder && ::access(folder->c_str(), W_OK) == 0 ? *folder : std::string();
        };
        Place place{false, *memory, *pids, if_writable(own_folder("cpu")), if_writable(own_folder("cpuacct")), "", {}};
        if (::access(memory->c_str(), W_OK) != 0 || ::access(pids->c_str(), W_OK) != 0) {
            place.problem = fmt::format("no control groups can be made in {}: {}", *memory, std::strerror(errno));
        }
        return place;
    }
    const auto own = own_folder("");
    if (!own) return {true, "", "", "", "", "no control groups are mounted", {}};
    Place place = try_unified(*own);
    if (place.problem.empty()) return place;
    // Root may also use the top of the hierarchy, which may contain both processes and limited groups.
    const auto top = mount_of("");
    if (Place at_top = top ? try_unified(top->at) : Place{}; top && at_top.problem.empty()) return at_top;
    return place;
}

const Place& place() {
    static const Place found = find_place();
    return found;
}

}  // namespace

bool ControlGroup::available() {
    return place().problem.empty();
}

std::unique_ptr<ControlGroup> ControlGroup::make(const ResourceLimits& limits, std::string& problem) {
    if (problem = place().problem; !problem.empty()) return nullptr;
    std::unique_ptr<ControlGroup> group(new ControlGroup);
    group->unified_ = place().unified;
    const auto fail = [&](const std::string& path, int error) {
        problem = fmt::format("control group {}: {}", path, std::strerror(error));
        return nullptr;
    };
    for (const auto& parent : place().parents(limits.gives_way)) {
        int error = 0;
        auto folder = GroupFolder::make(parent, error);
        if (!folder) return fail(parent, error);
        group->folders_.push_back(std::move(*folder));
    }
    if (limits.memory_bytes) {
        const std::string bytes = std::to_string(*limits.memory_bytes);
        const std::string file = group->memory() + (group->unified_ ? "/memory.max" : "/memory.limit_in_bytes");
        if (!write_group_file(file, bytes)) return fail(file, errno);
        // A bot must not evade the limit by using swap. If the kernel does not count swap, this limit does not exist,
        // and writing it fails.
        if (group->unified_) {
            static_cast<void>(write_group_file(group->memory() + "/memory.swap.max", "0"));
        } else {
            static_cast<void>(write_group_file(group->memory() + "/memory.memsw.limit_in_bytes", bytes));
        }
    }
    if (const std::string file = group->pids().path() + "/pids.max"; limits.processes) {
        if (!write_group_file(file, std::to_string(*limits.processes))) return fail(file, errno);
    }
    group->tasks_ = UniqueFd(::open((group->pids().path() + "/pids.current").c_str(), O_RDONLY | O_CLOEXEC));
    const auto folder_below = [&](const std::string& parent) -> std::string {
        for (const GroupFolder& folder : group->folders_) {
            if (!parent.empty() && folder.path().starts_with(parent + "/referee-")) return folder.path();
        }
        return "";
    };
    if (const std::string account = folder_below(place().cpuacct); !account.empty()) {
        const std::string file = account + (group->unified_ ? "/cpu.stat" : "/cpuacct.usage");
        group->account_ = UniqueFd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    }
    if (limits.gives_way && !place().cpu.empty()) {
        const std::string file = group->folders_.back().path() + (group->unified_ ? "/cpu.weight" : "/cpu.shares");
        group->weight_ = UniqueFd(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
    }
    return group;
}

void ControlGroup::remove_stale() {
    if (!place().problem.empty()) return;
    for (const auto& parent : place().parents(true))
        GroupFolder::remove_stale(parent);
}

ControlGroup::~ControlGroup() {
    kill_all();
}

std::vector<int> ControlGroup::entrances() const {
    std::vector<int> fds;
    for (const auto& folder : folders_)
        fds.push_back(folder.entrance());
    return fds;
}

std::uint64_t ControlGroup::times_out_of_memory() const {
    return number_in(memory() + (unified_ ? "/memory.events" : "/memory.oom_control"), "oom_kill");
}

std::uint64_t ControlGroup::times_out_of_processes() const {
    return number_in(pids().path() + "/pids.events", "max");
}

std::optional<std::string> ControlGroup::limit_reached() const {
    if (times_out_of_memory() > 0) return "it used more memory than allowed";
    if (times_out_of_processes() > 0) return "it started more processes and threads than allowed";
    return std::nullopt;
}

std::optional<std::chrono::nanoseconds> ControlGroup::cpu_used() const {
    constexpr std::string_view name = "usage_usec ";  // in version 2, in the first line
    std::array<char, 64> text{};
    const auto count = account_ ? ::pread(account_.get(), text.data(), text.size(), 0) : -1;
    std::string_view number(text.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (unified_) number.remove_prefix(number.starts_with(name) ? name.size() : number.size());
    std::uint64_t used = 0;
    if (std::from_chars(number.data(), number.data() + number.size(), used).ec != std::errc()) return std::nullopt;
    return unified_ ? std::chrono::microseconds(used) : std::chrono::nanoseconds(used);
}

std::optional<int> ControlGroup::tasks() const noexcept {
    std::array<char, 16> text{};
    const auto count = tasks_ ? ::pread(tasks_.get(), text.data(), text.size(), 0) : -1;
    int tasks = 0;
    if (count <= 0 || std::from_chars(text.data(), text.data() + count, tasks).ec != std::errc()) return std::nullopt;
    return tasks;
}

/// The minimum and the default weight are 1 and 100 in version 2, and 2 and 1024 in version 1.
void ControlGroup::give_way(bool gives_way) const noexcept {
    if (!weight_) return;
    const std::string_view weight = gives_way ? (unified_ ? "1" : "2") : (unified_ ? "100" : "1024");
    if (::pwrite(weight_.get(), weight.data(), weight.size(), 0) < 0) return;  // a failure does not matter
}

void ControlGroup::kill_all() const noexcept {
    if (folders_.size() > (unified_ ? 0U : 1U)) pids().kill_all();
}

}  // namespace referee
