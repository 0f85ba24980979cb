// Kernel interfaces: Documentation/admin-guide/cgroup-v2.rst, and cgroup-v1/{memory,pids}.rst.
#include "referee/processes/control_group.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "referee/clock.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "referee-";
constexpr auto patience = std::chrono::seconds(2);
constexpr auto pause_between_looks = std::chrono::microseconds(200);

bool write_file(const std::string& path, const std::string& text) {
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    return file && ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

/// The number behind `key` in a file of lines "key number"; 0 where there is none.
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
    std::getline(file, text, '\0');  // unlike a stream's buffer it does not throw where the file can't be read
    return text;
}

/// The parts of a list that is separated by commas.
std::set<std::string> parts_of(const std::string& list) {
    std::set<std::string> parts;
    std::istringstream stream(list);
    for (std::string part; std::getline(stream, part, ',');)
        parts.insert(part);
    return parts;
}

/// Where the hierarchy that has `controller` (empty: version 2) is mounted, and which part of it.
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

/// The folder of the referee's own group in a hierarchy, or nothing where it is not mounted.
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

/// Where this process makes its groups, found out once.
struct Place {
    bool unified = false;
    std::string memory, pids;  ///< parent folders
    std::string problem;       ///< why there is none
};

/// A group of version 2 whose members are to be limited may not have processes itself: the referee moves into a group
/// below it. That fails where the group is shared with others, such as a login's.
bool enable_controllers(const std::string& folder) {
    const std::string control = folder + "/cgroup.subtree_control";
    const auto enabled = [&] {
        const std::string now = content_of(control);
        return holds_word(now, "memory") && holds_word(now, "pids");
    };
    if (enabled() || write_file(control, "+memory +pids")) return true;
    const std::string own = fmt::format("{}/{}{}-self", folder, prefix, ::getpid());
    if (::mkdir(own.c_str(), 0755) != 0) return false;
    if (write_file(own + "/cgroup.procs", "0") && write_file(control, "+memory +pids")) return true;
    write_file(folder + "/cgroup.procs", "0");
    ::rmdir(own.c_str());
    return false;
}

Place try_unified(const std::string& folder) {
    Place place{true, folder, folder, ""};
    const std::string offered = content_of(folder + "/cgroup.controllers");
    if (!holds_word(offered, "memory") || !holds_word(offered, "pids")) {
        place.problem = fmt::format("the control group {} has no memory and pids controllers", folder);
    } else if (::access((folder + "/cgroup.procs").c_str(), W_OK) != 0) {
        place.problem = fmt::format("no permission to use the control group {}", folder);
    } else if (!enable_controllers(folder)) {
        place.problem = fmt::format("the control group {} is not the referee's alone (see docs/security.md)", folder);
    }
    return place;
}

Place find_place() {
    const auto memory = own_folder("memory");
    const auto pids = own_folder("pids");
    if (memory && pids) {
        Place place{false, *memory, *pids, ""};
        if (::access(memory->c_str(), W_OK) != 0 || ::access(pids->c_str(), W_OK) != 0) {
            place.problem = fmt::format("no permission to make control groups in {}", *memory);
        }
        return place;
    }
    const auto own = own_folder("");
    if (!own) return {true, "", "", "no control groups are mounted"};
    Place place = try_unified(*own);
    if (place.problem.empty()) return place;
    // Root may also use the top of the hierarchy, which may hold processes and groups.
    const auto top = mount_of("");
    Place at_top = top ? try_unified(top->at) : place;
    return at_top.problem.empty() ? at_top : place;
}

const Place& place() {
    static const Place found = find_place();
    return found;
}

std::vector<pid_t> members_of(const std::string& folder) {
    std::vector<pid_t> members;
    std::ifstream file(folder + "/cgroup.procs");
    for (pid_t pid = 0; file >> pid;)
        members.push_back(pid);
    return members;
}

}  // namespace

bool ControlGroup::available() {
    return place().problem.empty();
}

std::unique_ptr<ControlGroup> ControlGroup::make(const ResourceLimits& limits, std::string& problem) {
    static std::atomic<unsigned> made{0};
    if (problem = place().problem; !problem.empty()) return nullptr;
    const std::string name = fmt::format("/{}{}-{}", prefix, ::getpid(), ++made);
    std::unique_ptr<ControlGroup> group(new ControlGroup);
    group->unified_ = place().unified;
    group->memory_ = place().memory + name;
    group->pids_ = place().pids + name;
    const auto fail = [&](const std::string& path) {
        problem = fmt::format("control group {}: {}", path, std::strerror(errno));
        return nullptr;
    };
    for (const auto& folder : std::set<std::string>{group->memory_, group->pids_}) {
        if (::mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST) return fail(folder);
        UniqueFd entrance(::open((folder + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
        if (!entrance) return fail(folder);
        group->entrances_.push_back(std::move(entrance));
    }
    if (limits.memory_bytes) {
        const std::string bytes = std::to_string(*limits.memory_bytes);
        const char* name_of_limit = group->unified_ ? "/memory.max" : "/memory.limit_in_bytes";
        if (!write_file(group->memory_ + name_of_limit, bytes)) return fail(group->memory_ + name_of_limit);
        // Swap must not be a way around; where it is not counted, there is none to set.
        if (group->unified_) {
            write_file(group->memory_ + "/memory.swap.max", "0");
        } else {
            write_file(group->memory_ + "/memory.memsw.limit_in_bytes", bytes);
        }
    }
    if (limits.processes && !write_file(group->pids_ + "/pids.max", std::to_string(*limits.processes))) {
        return fail(group->pids_ + "/pids.max");
    }
    return group;
}

void ControlGroup::remove_stale() {
    if (!place().problem.empty()) return;
    for (const auto& parent : std::set<std::string>{place().memory, place().pids}) {
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(parent, error)) {
            const std::string name = entry.path().filename();
            if (!name.starts_with(prefix)) continue;
            const int owner = std::atoi(name.c_str() + prefix.size());
            if (owner <= 0 || ::kill(owner, 0) == 0 || errno != ESRCH) continue;
            for (const pid_t pid : members_of(entry.path())) {
                ::kill(pid, SIGKILL);
            }
            ::rmdir(entry.path().c_str());
        }
    }
}

ControlGroup::~ControlGroup() {
    kill_all();
    entrances_.clear();
    for (const auto& folder : std::set<std::string>{memory_, pids_}) {
        // A process that has just ended may be counted for an instant longer.
        const auto end = Clock::now() + patience;
        while (::rmdir(folder.c_str()) != 0 && errno == EBUSY && Clock::now() < end) {
            std::this_thread::sleep_for(pause_between_looks);
        }
    }
}

std::vector<int> ControlGroup::entrances() const {
    std::vector<int> fds;
    for (const auto& entrance : entrances_)
        fds.push_back(entrance.get());
    return fds;
}

std::uint64_t ControlGroup::times_out_of_memory() const {
    return number_in(memory_ + (unified_ ? "/memory.events" : "/memory.oom_control"), "oom_kill");
}

std::uint64_t ControlGroup::times_out_of_processes() const {
    return number_in(pids_ + "/pids.events", "max");
}

void ControlGroup::kill_all() const {
    const auto end = Clock::now() + patience;
    auto members = members_of(pids_);
    if (members.empty()) return;
    if (unified_ && write_file(pids_ + "/cgroup.kill", "1")) return;
    write_file(pids_ + "/pids.max", "0");  // so that nothing can start a process while the others are killed
    do {
        for (const pid_t pid : members) {
            ::kill(pid, SIGKILL);
        }
        members = members_of(pids_);
        if (!members.empty()) std::this_thread::sleep_for(pause_between_looks);
    } while (!members.empty() && Clock::now() < end);
}

}  // namespace referee
