#include "referee/core/processes/children.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <thread>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/mutex.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark_name = "REFEREE_BOT=";
constexpr auto time_to_reap = std::chrono::seconds(1);
constexpr auto pause_between_tries = std::chrono::microseconds(200);
constexpr auto time_between_looks = std::chrono::milliseconds(100);

/// The children that have an owner, by pid, with their marks. A thread that starts a child holds `starting` as a shared
/// lock. A thread that searches for strays holds it exclusively.
struct OwnedChildren {
    std::shared_mutex starting;
    Mutex access;
    std::map<pid_t, std::string> marks GUARDED_BY(access);
    /// Children that the process had before it executed the referee; must not be touched.
    std::set<pid_t> from_before GUARDED_BY(access);
    TimePoint last_look GUARDED_BY(access){};
};

OwnedChildren& owned_children() {
    static OwnedChildren owned_children;
    return owned_children;
}

/// The pid of a process's parent; 0 if it is unknown.
pid_t parent_of(pid_t pid) {
    std::ifstream file(fmt::format("/proc/{}/stat", pid));
    std::string text;
    // Unlike reading a stream's buffer, this does not throw if the process has just ended.
    std::getline(file, text, '\0');
    // "pid (name) state parent ...". The name may contain any characters, including brackets.
    std::istringstream rest(text.substr(std::min(text.rfind(')') + 1, text.size())));
    std::string state;
    pid_t parent = 0;
    rest >> state >> parent;
    return parent;
}

/// Whether the kernel lists the children of each thread. Not every kernel does.
bool has_lists_of_children() {
    static const bool has = ::access("/proc/thread-self/children", R_OK) == 0;
    return has;
}

std::vector<pid_t> listed_children() {
    std::vector<pid_t> children;
    std::error_code error;
    for (const auto& thread : fs::directory_iterator("/proc/self/task", error)) {
        std::ifstream list(thread.path() / "children");
        for (pid_t pid = 0; list >> pid;)
            children.push_back(pid);
    }
    return children;
}

/// Searches all processes of the machine. This takes a hundred times as long as reading the lists.
std::vector<pid_t> searched_children() {
    std::vector<pid_t> children;
    const pid_t self = ::getpid();
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/proc", error)) {
        const pid_t pid = std::atoi(entry.path().filename().c_str());
        if (pid > 0 && parent_of(pid) == self) children.push_back(pid);
    }
    return children;
}

std::vector<pid_t> children_of_this_process() {
    return has_lists_of_children() ? listed_children() : searched_children();
}

/// The mark in a process's environment; empty if there is none, or if it can't be read.
std::string mark_of(pid_t pid) {
    std::ifstream file(fmt::format("/proc/{}/environ", pid), std::ios::binary);
    for (std::string entry; std::getline(file, entry, '\0');) {
        if (entry.starts_with(mark_name)) return entry;
    }
    return {};
}

/// Kills the strays that it finds. Returns whether there was one and there is time to look again.
bool kill_strays_once(TimePoint end) REQUIRES(owned_children().access) {
    bool found = false;
    for (const pid_t pid : children_of_this_process()) {
        if (Clock::now() > end) return false;
        if (owned_children().marks.contains(pid) || owned_children().from_before.contains(pid)) continue;
        const std::string mark = mark_of(pid);
        const auto same = [&](const auto& child) { return child.second == mark; };
        if (!mark.empty() && std::any_of(owned_children().marks.begin(), owned_children().marks.end(), same)) continue;
        found = true;
        ::kill(pid, SIGKILL);
        ::waitpid(pid, nullptr, WNOHANG);
    }
    return found;
}

void end_strays() REQUIRES(owned_children().access) {
    siginfo_t info{};
    const bool has_children = ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0;
    const TimePoint now = Clock::now();
    if (!has_children || (!owned_children().marks.empty() && now < owned_children().last_look + time_between_looks))
        return;
    owned_children().last_look = now;
    while (kill_strays_once(now + time_to_reap))
        std::this_thread::sleep_for(pause_between_tries);
}

}  // namespace

void Children::adopt_orphans() {
    static std::once_flag once;
    std::call_once(once, [] {
        const auto children = children_of_this_process();
        const Lock lock(owned_children().access);
        owned_children().from_before = {children.begin(), children.end()};
        ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    });
}

std::string Children::new_mark() {
    static std::atomic<unsigned> made{0};
    return fmt::format("{}{}.{}", mark_name, ::getpid(), ++made);
}

Children::Note Children::add(const std::string& mark, const std::function<pid_t()>& start) try {
    const std::shared_lock starting(owned_children().starting);
    const pid_t pid = start();
    if (pid <= 0) return Note(-1);
    const Lock lock(owned_children().access);
    owned_children().marks.emplace(pid, mark);
    return Note(pid);
} catch (...) {
    // A child that was killed shortly after its start may have left a child of its own.
    const std::unique_lock nobody_starts(owned_children().starting);
    const Lock lock(owned_children().access);
    end_strays();
    throw;
}

void Children::Note::end(const std::function<void()>& reap) noexcept {
    if (child_ <= 0) return;
    const std::unique_lock nobody_starts(owned_children().starting);
    const Lock lock(owned_children().access);
    owned_children().marks.erase(std::exchange(child_, -1));
    reap();
    try {
        end_strays();
    } catch (const std::exception&) {
        // Out of memory. The strays are ended when the next child ends.
    }
}

}  // namespace referee
