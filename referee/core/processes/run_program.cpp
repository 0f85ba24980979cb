#include "referee/core/processes/run_program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/trust.hpp"
#include "referee/core/base/unique_fd.hpp"

namespace referee {

namespace {

constexpr int exit_missing = 127;
constexpr int exit_too_slow = 124;
constexpr int exit_of_signal = 128;

/// The attributes and descriptors for starting a program.
class Spawning {
public:
    Spawning() {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawnattr_init(&attributes_);
        sigset_t none, all;
        ::sigemptyset(&none);
        ::sigfillset(&all);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &all);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    }
    ~Spawning() {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }
    Spawning(const Spawning&) = delete;
    Spawning& operator=(const Spawning&) = delete;

    void send_to(int stream, int fd) { ::posix_spawn_file_actions_adddup2(&actions_, fd, stream); }

    /// Starts a program. Returns 0 and sets `pid`, or returns an error number.
    [[nodiscard]] int start(const std::vector<std::string>& words, pid_t& pid) const {
        std::vector<char*> argv;
        for (const std::string& word : words)
            argv.push_back(const_cast<char*>(word.c_str()));
        argv.push_back(nullptr);
        return ::posix_spawnp(&pid, argv.front(), &actions_, &attributes_, argv.data(), environ);
    }

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

struct OutputPipe {
    UniqueFd read, write;
    OutputPipe() {
        std::array<int, 2> fds{};
        if (::pipe2(fds.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
        read = UniqueFd(fds[0]);
        write = UniqueFd(fds[1]);
    }
};

/// Reads both streams to their ends. Returns false if that takes too long.
bool read_all(std::array<UniqueFd*, 2> from, std::array<std::string*, 2> into, TimePoint deadline) {
    std::array<char, 4096> bytes{};
    while (*from[0] || *from[1]) {
        std::array<pollfd, 2> fds = {{{from[0]->get(), POLLIN, 0}, {from[1]->get(), POLLIN, 0}}};
        if (!wait_until(fds, deadline)) return false;
        for (std::size_t i = 0; i < fds.size(); ++i) {
            if (fds[i].revents == 0) continue;
            const ssize_t count = ::read(fds[i].fd, bytes.data(), bytes.size());
            if (count > 0) into[i]->append(bytes.data(), static_cast<std::size_t>(count));
            if (count == 0 || (count < 0 && errno != EINTR)) from[i]->reset();
        }
    }
    return true;
}

UniqueFd open_to_append(const std::string& path) {
    return open_output(path, O_APPEND, "file");
}

std::string boot_id() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(file, id);
    return id;
}

/// The time when a process was started. Empty if there is no such process, or if it has ended.
std::string start_of(pid_t pid) {
    std::ifstream file(fmt::format("/proc/{}/stat", pid));
    std::string stat;
    if (!std::getline(file, stat)) return "";
    const auto name_ends = stat.rfind(')');
    if (name_ends == std::string::npos || name_ends + 2 >= stat.size() || stat[name_ends + 2] == 'Z') return "";
    constexpr int fields_before_the_start = 20;  // the number of fields between the name and the start
    std::size_t at = name_ends;
    for (int field = 0; field < fields_before_the_start && at != std::string::npos; ++field)
        at = stat.find(' ', at + 1);
    if (at == std::string::npos) return "";
    return stat.substr(at + 1, stat.find(' ', at + 1) - at - 1) + "@" + boot_id();
}

}  // namespace

std::string ProgramEnd::last_line() const {
    for (const std::string* text : {&err, &out}) {
        const auto end = text->find_last_not_of("\n \t");
        if (end == std::string::npos) continue;
        const auto begin = text->find_last_of('\n', end);
        return text->substr(begin == std::string::npos ? 0 : begin + 1, end - (begin + 1) + 1);
    }
    return fmt::format("exit code {}", exit_code);
}

ProgramEnd run_program(const std::vector<std::string>& words, std::chrono::seconds patience) {
    OutputPipe out, err;
    Spawning spawning;
    spawning.send_to(STDOUT_FILENO, out.write.get());
    spawning.send_to(STDERR_FILENO, err.write.get());
    pid_t pid = 0;
    const int error = spawning.start(words, pid);
    if (error == ENOENT || error == EACCES) return {exit_missing, "", words.front() + ": " + std::strerror(error)};
    if (error != 0) throw std::system_error(error, std::generic_category(), words.front());
    out.write.reset();
    err.write.reset();
    ProgramEnd end;
    const bool in_time = read_all({&out.read, &err.read}, {&end.out, &end.err}, Clock::now() + patience);
    if (!in_time) ::kill(-pid, SIGKILL);
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    end.exit_code = !in_time            ? exit_too_slow
                    : WIFEXITED(status) ? WEXITSTATUS(status)
                                        : exit_of_signal + WTERMSIG(status);
    if (!in_time) end.err = fmt::format("{} did not finish within {} s", words.front(), patience.count());
    return end;
}

bool ProcessMark::is_alive() const {
    if (pid <= 0) return false;
    ::waitpid(pid, nullptr, WNOHANG);  // it may be a child of this process
    return !started.empty() && start_of(pid) == started;
}

std::string text_of(const ProcessMark& mark) {
    return fmt::format("{} {}\n", mark.pid, mark.started);
}

ProcessMark process_mark_of(const std::string& text) {
    ProcessMark mark;
    std::istringstream(text) >> mark.pid >> mark.started;
    return mark;
}

ProcessMark start_program(const std::vector<std::string>& words, const std::string& out, const std::string& err) {
    const UniqueFd out_file = open_to_append(out), err_file = open_to_append(err);
    Spawning spawning;
    spawning.send_to(STDOUT_FILENO, out_file.get());
    spawning.send_to(STDERR_FILENO, err_file.get());
    ProcessMark mark;
    if (const int error = spawning.start(words, mark.pid); error != 0)
        throw std::runtime_error(fmt::format("{} can't be started: {}", words.front(), std::strerror(error)));
    mark.started = start_of(mark.pid);
    return mark;
}

}  // namespace referee
