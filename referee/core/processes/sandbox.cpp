#include "referee/core/processes/sandbox.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <system_error>

#include "referee/core/base/fresh_file.hpp"
#include "referee/core/processes/seccomp_filter.hpp"
#include "referee/core/processes/warden_messages.h"

namespace referee {

namespace {

namespace fs = std::filesystem;

/// The files in /etc that are needed to find and to link programs, and the settings without which Debian's packages of
/// some languages do not start. They contain nothing about the machine's users.
constexpr const char* needed_of_etc[] = {"/etc/alternatives",       "/etc/ld.so.cache", "/etc/localtime",
                                         "/etc/mono/config",         // Mono does not find the C library without it
                                         "/etc/racket/config.rktd",  // where Racket's libraries are
                                         "/etc/R/ldpaths",          "/etc/R/Renviron"};

UniqueFd make_warden_file() {
    UniqueFd file(::memfd_create("warden", MFD_CLOEXEC));
    const auto program = warden_program_bytes();
    const int error = file ? write_bytes(file, {program.data(), program.size()}) : errno;
    if (error != 0) throw std::system_error(error, std::generic_category(), "preparing the sandbox");
    return file;
}

/// Opens the file again, with an independent position.
UniqueFd reopened(const UniqueFd& file) {
    UniqueFd again(::open(fmt::format("/proc/self/fd/{}", file.get()).c_str(), O_RDONLY | O_CLOEXEC));
    if (!again) throw std::system_error(errno, std::generic_category(), "preparing the sandbox");
    return again;
}

std::vector<std::string> system_folders() {
    std::vector<std::string> arguments = {"--ro-bind", "/usr", "/usr"};
    for (const char* folder : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
        std::error_code error;
        if (const auto target = fs::read_symlink(folder, error); !error) {
            arguments.insert(arguments.end(), {"--symlink", target, folder});
        } else if (fs::is_directory(folder, error)) {
            arguments.insert(arguments.end(), {"--ro-bind", folder, folder});
        }
    }
    for (const char* path : needed_of_etc)
        arguments.insert(arguments.end(), {"--ro-bind-try", path, path});
    // Debian's Java keeps its settings in folders such as /etc/java-17-openjdk, and does not start without them.
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/etc", error)) {
        const std::string path = entry.path();
        if (path.starts_with("/etc/java")) arguments.insert(arguments.end(), {"--ro-bind-try", path, path});
    }
    return arguments;
}

/// Files in /proc that every user can read and that show the current activity of the machine. Two bots could use them
/// to send each other messages, or a bot could watch other games. Locks are the worst case: locks of open files
/// (F_OFD_SETLK) are listed for every user, each with two 64-bit numbers. Some files are not hidden: settings, facts
/// that sysinfo() also returns, and /proc/stat, which runtimes use to count the cores.
constexpr const char* news_in_proc[] = {
    "/proc/buddyinfo", "/proc/cgroups",  "/proc/diskstats",         "/proc/interrupts",
    "/proc/key-users", "/proc/keys",     "/proc/loadavg",           "/proc/locks",
    "/proc/schedstat", "/proc/softirqs", "/proc/sys/kernel/pty/nr", "/proc/uptime",
    "/proc/vmstat",    "/proc/zoneinfo"};

/// Folders in /proc that show such activity.
constexpr const char* folders_of_news_in_proc[] = {"/proc/fs", "/proc/irq", "/proc/pressure", "/proc/sys/fs"};

/// Hides files in /proc about the whole machine: the files above, and those that only root can read. If root runs the
/// referee, file permissions do not stop the bot.
std::vector<std::string> hidden_of_proc() {
    std::vector<std::string> arguments;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/proc", error)) {
        const std::string path = entry.path();
        std::error_code of_this;
        const auto status = entry.status(of_this);
        if (!fs::is_regular_file(status)) continue;
        const bool for_all = (status.permissions() & fs::perms::others_read) != fs::perms::none;
        if (!for_all) arguments.insert(arguments.end(), {"--ro-bind", "/dev/null", path});
    }
    for (const char* path : news_in_proc) {
        struct stat status {};
        const bool hidden = ::stat(path, &status) != 0 || (status.st_mode & S_IROTH) == 0;
        if (!hidden) arguments.insert(arguments.end(), {"--ro-bind", "/dev/null", path});
    }
    for (const char* path : folders_of_news_in_proc) {
        if (fs::is_directory(path, error)) arguments.insert(arguments.end(), {"--tmpfs", path, "--remount-ro", path});
    }
    return arguments;
}

/// Returns the folders directly below the bot's writable folders that have to be created for the working folder, or for
/// shown files deeper in the writable folders. Each becomes a read-only file system. The warden can neither remove nor
/// renew it between two games, so the bot must not be able to change it.
std::set<std::string> folders_in_writable(const std::vector<ShownPath>& shown, const std::string& working_folder) {
    std::vector<fs::path> places = {working_folder};
    for (const ShownPath& path : shown)
        places.emplace_back(path.place);
    std::set<std::string> folders;
    for (const fs::path writable : {"/tmp", "/dev/shm"}) {
        if (std::find(places.begin() + 1, places.end(), writable) != places.end())
            continue;  // `writable` itself is shown
        for (const fs::path& place : places) {
            const fs::path first = *place.lexically_relative(writable).begin();
            if (first != "." && first != "..") folders.insert(writable / first);
        }
    }
    for (const ShownPath& path : shown)
        folders.erase(path.place);  // already a mount point
    return folders;
}

}  // namespace

Sandbox::Sandbox(bool pausable)
    : warden_(make_warden_file()),
      filter_(make_seccomp_filter(pausable)),
      system_(system_folders()),
      proc_(hidden_of_proc()) {}

UniqueFd Sandbox::warden() const {
    return reopened(warden_);
}
UniqueFd Sandbox::filter() const {
    return reopened(filter_);
}

std::vector<std::string> Sandbox::arguments(const std::vector<ShownPath>& shown, const std::string& working_folder,
                                            std::uint64_t temporary, const std::vector<std::string>& limits,
                                            const std::string& program,
                                            const std::vector<std::string>& program_arguments) const {
    std::vector<std::string> all = {"bwrap", "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc",
                                    "--unshare-uts", "--unshare-cgroup-try",
                                    // Erlang looks up a name without a domain with a program, which it can't start.
                                    "--hostname", "bot.sandbox", "--cap-drop", "ALL", "--as-pid-1"};
    // The warden uses CAP_SYS_ADMIN to protect the devices, and then drops both capabilities.
    if (::geteuid() == 0) all.insert(all.end(), {"--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP"});
    const auto add = [&](std::initializer_list<std::string> words) { all.insert(all.end(), words); };
    all.insert(all.end(), system_.begin(), system_.end());
    // If the referee runs as root, the bot is root outside its namespace too, and the file modes allow it to change the
    // kernel's settings, because bubblewrap 0.8 leaves /proc/sys writable.
    const std::string size = std::to_string(temporary);
    add({"--proc", "/proc"});
    all.insert(all.end(), proc_.begin(), proc_.end());
    add({"--remount-ro", "/proc"});
    add({"--dev", "/dev", "--size", size, "--tmpfs", "/dev/shm"});
    // Don't provide terminals, because kernel workers on any core process what is written to them.
    add({"--tmpfs", "/dev/pts", "--remount-ro", "/dev/pts", "--remount-ro", "/dev"});
    add({"--size", size, "--tmpfs", "/tmp"});
    const auto made = folders_in_writable(shown, working_folder);
    for (const std::string& folder : made)
        add({"--tmpfs", folder});
    for (const auto& [kind, place, source] : shown) {
        switch (kind) {
            case ShownPath::Kind::files: add({"--ro-bind", source, place}); break;
            case ShownPath::Kind::listed_files: add({"--ro-bind-try", source, place}); break;
            case ShownPath::Kind::empty_folder: add({"--tmpfs", place}); break;
            case ShownPath::Kind::link: add({"--symlink", source, place}); break;
        }
    }
    add({"--dir", working_folder, "--chdir", working_folder, "--remount-ro", "/"});
    for (const ShownPath& path : shown) {
        if (path.kind == ShownPath::Kind::empty_folder) add({"--remount-ro", path.place});
    }
    for (const std::string& folder : made)
        add({"--remount-ro", folder});
    add({fmt::format("/proc/self/fd/{}", static_cast<int>(warden_program))});
    all.insert(all.end(), limits.begin(), limits.end());
    add({program});
    all.insert(all.end(), program_arguments.begin(), program_arguments.end());
    return all;
}

std::vector<std::string> Sandbox::environment() {
    std::vector<std::string> environment = {fmt::format("PATH={}", sandbox_path), "HOME=/tmp", "TMPDIR=/tmp",
                                            "USER=bot", "LOGNAME=bot"};
    for (const char* name : {"LANG", "LC_ALL", "TZ"}) {
        if (const char* value = std::getenv(name)) environment.push_back(fmt::format("{}={}", name, value));
    }
    return environment;
}

}  // namespace referee
