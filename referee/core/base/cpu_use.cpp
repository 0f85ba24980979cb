// proc(5) describes the files. schedstat (see the kernel's Documentation/scheduler/sched-stats.rst) contains the
// nanoseconds on a core, the nanoseconds of waiting for a core, and the number of time slices. stat counts in ticks,
// but includes ended threads and children.
#include "referee/core/base/cpu_use.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>

#include "referee/core/base/unique_fd.hpp"

namespace referee {

namespace {

using std::chrono::nanoseconds;

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

/// Calls `visit` with each name in a folder that is a number.
template <class Visit>
void for_each_number_in(int parent, const char* path, const Visit& visit) {
    UniqueFd fd(::openat(parent, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return;
    const std::unique_ptr<DIR, CloseFolder> folder(::fdopendir(fd.get()));
    if (!folder) return;
    static_cast<void>(fd.release());
    while (const dirent* entry = ::readdir(folder.get())) {
        const std::string_view name = entry->d_name;
        if (name.find_first_not_of("0123456789") == std::string_view::npos) visit(name);
    }
}

/// The beginning of a small file; empty if it can't be read.
std::string content_of(int parent, const std::string& path) {
    std::array<char, 1024> text{};
    const UniqueFd file(::openat(parent, path.c_str(), O_RDONLY | O_CLOEXEC));
    const ssize_t count = file ? ::read(file.get(), text.data(), text.size()) : 0;
    return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
}

nanoseconds tick() {
    return nanoseconds(std::chrono::seconds(1)) / ::sysconf(_SC_CLK_TCK);
}

std::optional<CpuUse> known_use_of(int proc_folder, const std::string& thread) {
    std::uint64_t used = 0;
    std::uint64_t waited = 0;
    if (std::sscanf(content_of(proc_folder, thread + "/schedstat").c_str(), "%lu %lu", &used, &waited) != 2)
        return std::nullopt;
    return CpuUse{nanoseconds(used), nanoseconds(waited)};
}

CpuUse use_of_thread(int proc_folder, const std::string& thread) {
    return known_use_of(proc_folder, thread).value_or(CpuUse{});
}

/// Whether a thread is in state R: running or waiting for a core. False if it has ended.
bool is_ready(int proc_folder, const std::string& thread) {
    const std::string stat = content_of(proc_folder, thread + "/stat");
    const auto name_end = stat.rfind(')');  // the name may contain any characters
    return name_end != std::string::npos && stat.compare(name_end, 3, ") R") == 0;
}

/// Adds the threads of one process. Calls `visit` with the path of each thread.
template <class Visit>
void add_waits_of(int proc_folder, const std::string& process, ThreadWaits& waits, const Visit& visit) {
    for_each_number_in(proc_folder, (process + "/task").c_str(), [&](std::string_view thread) {
        const std::string path = fmt::format("{}/task/{}", process, thread);
        const CpuUse use = use_of_thread(proc_folder, path);
        waits[static_cast<pid_t>(std::stol(std::string(thread)))] = {use.waited, use.used, is_ready(proc_folder, path)};
        visit(path);
    });
}

struct Ticks {
    nanoseconds own{};
    nanoseconds of_children{};
};

Ticks ticks_of(int proc_folder, const std::string& process) {
    const std::string stat = content_of(proc_folder, process + "/stat");
    const auto name_end = stat.rfind(')');  // the name may contain any characters
    if (name_end == std::string::npos) return {};
    std::array<std::uint64_t, 4> counts{};  // utime, stime, cutime, cstime
    if (std::sscanf(stat.c_str() + name_end + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu",
                    &counts[0], &counts[1], &counts[2], &counts[3]) != 4) {
        return {};
    }
    return {(counts[0] + counts[1]) * tick(), (counts[2] + counts[3]) * tick()};
}

nanoseconds used_by(int proc_folder, const std::string& process) {
    nanoseconds of_threads{};
    for_each_number_in(proc_folder, (process + "/task").c_str(), [&](std::string_view thread) {
        of_threads += use_of_thread(proc_folder, fmt::format("{}/task/{}", process, thread)).used;
    });
    const Ticks ticks = ticks_of(proc_folder, process);
    return std::max(of_threads, ticks.own) + ticks.of_children;
}

}  // namespace

nanoseconds cpu_used_by(pid_t pid, int proc_folder) {
    return used_by(proc_folder, std::to_string(pid));
}

nanoseconds cpu_used_in(int proc_folder) {
    nanoseconds sum{};
    for_each_number_in(proc_folder, ".",
                       [&](std::string_view process) { sum += used_by(proc_folder, std::string(process)); });
    return sum;
}

std::optional<clockid_t> cpu_clock_of(pid_t pid) {
    clockid_t clock{};
    if (::clock_getcpuclockid(pid, &clock) != 0) return std::nullopt;
    return clock;
}

std::optional<nanoseconds> cpu_time_by(clockid_t clock) {
    timespec time{};
    if (::clock_gettime(clock, &time) != 0) return std::nullopt;
    return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

std::optional<CpuUse> use_of_this_thread() {
    return known_use_of(AT_FDCWD, "/proc/thread-self");
}

ThreadWaits waits_in(int proc_folder) {
    ThreadWaits waits;
    for_each_number_in(proc_folder, ".", [&](std::string_view process) {
        add_waits_of(proc_folder, std::string(process), waits, [](const std::string&) {});
    });
    return waits;
}

ThreadWaits waits_of(pid_t pid, int proc_folder) {
    ThreadWaits waits;
    std::vector<std::string> open = {std::to_string(pid)};
    while (!open.empty()) {
        const std::string process = std::move(open.back());
        open.pop_back();
        add_waits_of(proc_folder, process, waits, [&](const std::string& thread) {
            std::istringstream children(content_of(proc_folder, thread + "/children"));
            for (std::string child; children >> child;)
                open.push_back(child);
        });
    }
    return waits;
}

std::optional<CoreTimes> core_times_of(const std::vector<int>& cores) {
    std::ifstream file("/proc/stat");
    CoreTimes times;
    std::size_t found = 0;
    for (std::string line; std::getline(file, line) && line.starts_with("cpu");) {
        std::istringstream words(line.substr(3));
        int core = -1;
        if (line[3] != ' ') words >> core;
        const bool wanted = core >= 0 && (cores.empty() || std::find(cores.begin(), cores.end(), core) != cores.end());
        std::uint64_t user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0;
        if (!wanted || !(words >> user >> nice >> system >> idle >> iowait >> irq >> softirq >> steal)) continue;
        times.idle += (idle + iowait) * tick();
        times.stolen += steal * tick();
        ++found;
    }
    if (found == 0 || found < cores.size()) return std::nullopt;
    return times;
}

}  // namespace referee
