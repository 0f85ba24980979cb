#include "referee/core/processes/group_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "referee/core/base/clock.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "referee-";
constexpr std::size_t random_digits = 16;
constexpr int max_tries = 8;
constexpr auto time_to_vanish = std::chrono::seconds(2);
constexpr auto pause_between_removals = std::chrono::microseconds(200);

std::string members_text(const std::string& folder) {
    std::ifstream file(folder + "/cgroup.procs");
    std::string text;
    std::getline(file, text, '\0');
    return text;
}

/// Locks a group. Returns nothing if another process holds the lock. A folder that has just been removed can still be
/// locked.
UniqueFd lock_of(const std::string& path) {
    UniqueFd lock(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return lock && ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0 ? std::move(lock) : UniqueFd();
}

}  // namespace

bool write_group_file(const std::string& path, std::string_view text) {
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    return file && ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

bool is_group_name(std::string_view name) {
    if (!name.starts_with(prefix)) return false;
    name.remove_prefix(prefix.size());
    const auto dash = std::min(name.find('-'), name.size());
    const auto consists_of = [](std::string_view text, std::string_view allowed) {
        return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
    };
    return consists_of(name.substr(0, dash), "0123456789") && name.size() == dash + 1 + random_digits &&
           consists_of(name.substr(dash + 1), "0123456789abcdef");
}

std::vector<pid_t> members_in(const std::string& text) {
    std::vector<pid_t> members;
    std::istringstream lines(text);
    for (pid_t pid = 0; lines >> pid;) {
        if (pid > 0) members.push_back(pid);
    }
    return members;
}

std::optional<GroupFolder> GroupFolder::make(const std::string& parent, int& error) {
    for (int tries = 0; tries < max_tries; ++tries) {
        std::uint64_t random = 0;
        if (::getrandom(&random, sizeof random, 0) != sizeof random) break;
        const std::string path = fmt::format("{}/{}{}-{:016x}", parent, prefix, ::getpid(), random);
        if (::mkdir(path.c_str(), 0755) != 0) {
            if (errno == EEXIST) continue;
            break;
        }
        GroupFolder folder(path);
        if (folder.take()) return folder;
        error = errno;
        // Another process that removes stale groups may have removed or locked this one before we locked it. If so, try
        // again.
        if (error != ENOENT && error != ENODEV && error != EWOULDBLOCK) return std::nullopt;
    }
    error = errno;
    return std::nullopt;
}

/// Returns whether the group exists and is locked. Otherwise errno is the reason.
bool GroupFolder::take() {
    lock_ = lock_of(path_);
    if (lock_) entrance_ = UniqueFd(::open((path_ + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
    return static_cast<bool>(entrance_);
}

GroupFolder::~GroupFolder() {
    if (path_.empty()) return;
    kill_all();
    entrance_.reset();
    // A process that has just ended may still be counted for a moment.
    const auto end = Clock::now() + time_to_vanish;
    while (::rmdir(path_.c_str()) != 0 && errno == EBUSY && Clock::now() < end)
        std::this_thread::sleep_for(pause_between_removals);
}

void GroupFolder::kill_all() const noexcept try {
    const auto end = Clock::now() + time_to_vanish;
    std::string text = members_text(path_);
    if (text.empty()) return;
    const bool by_the_kernel = write_group_file(path_ + "/cgroup.kill", "1");  // only in version 2
    // Prevents the processes in the group from starting others.
    if (!by_the_kernel) static_cast<void>(write_group_file(path_ + "/pids.max", "0"));
    while (!text.empty() && Clock::now() < end) {
        const auto members = members_in(text);
        if (members.empty() && !by_the_kernel) return;  // the processes are in another pid namespace, out of reach
        for (const pid_t pid : members)
            ::kill(pid, SIGKILL);
        std::this_thread::sleep_for(pause_between_removals);
        text = members_text(path_);
    }
} catch (const std::exception&) {
    // Out of memory. The next search for stale groups ends them.
}

UniqueFd GroupFolder::release() {
    path_.clear();
    return std::move(lock_);
}

void GroupFolder::remove_stale(const std::string& parent) {
    std::error_code error;
    std::vector<std::string> found;
    for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
        if (is_group_name(entry->path().filename().native())) found.push_back(entry->path());
    }
    for (const std::string& path : found) {
        GroupFolder folder(path);
        folder.lock_ = lock_of(path);
        if (folder.lock_) folder.kill_all();
        if (!folder.lock_ || !members_text(path).empty()) static_cast<void>(folder.release());
    }
}

}  // namespace referee
