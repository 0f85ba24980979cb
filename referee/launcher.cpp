// Boost.Process 1.81's own launchers leave descriptors in the bot (the default one) or damage the parent (vfork), so the
// process is started by posix_spawn, and Boost.Process keeps the handle: pid, pidfd, waiting and reaping.
#include "referee/launcher.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/process/v2/process.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <system_error>

namespace referee {

namespace {

/// How long a killed process may take to end before the referee goes on without it. Only a process that the kernel
/// itself holds (a dead network disk) takes longer than an instant.
constexpr auto patience_after_kill = std::chrono::seconds(5);

void check(bool fine, const char* what) {
    if (!fine) throw std::system_error(errno, std::generic_category(), what);
}

struct Pipe {
    UniqueFd read_end;
    UniqueFd write_end;
};

Pipe make_pipe() {
    std::array<int, 2> ends{};
    check(::pipe2(ends.data(), O_CLOEXEC) == 0, "making a pipe");
    return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

void make_nonblocking(const UniqueFd& fd) {
    check(::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK) == 0, "preparing a pipe");
}

/// What posix_spawn is to do in the child before it runs the program.
class SpawnSettings {
public:
    SpawnSettings(int in, int out, int err) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_adddup2(&actions_, in, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, out, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, err, STDERR_FILENO);
        // Whoever started the referee may have left it descriptors that are not close-on-exec.
        posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
        posix_spawnattr_init(&attributes_);
        // What the referee ignores or blocks must not be inherited by the bot.
        sigset_t signals;
        sigfillset(&signals);
        posix_spawnattr_setsigdefault(&attributes_, &signals);
        sigemptyset(&signals);
        posix_spawnattr_setsigmask(&attributes_, &signals);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    }
    ~SpawnSettings() {
        posix_spawn_file_actions_destroy(&actions_);
        posix_spawnattr_destroy(&attributes_);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    const posix_spawn_file_actions_t* actions() const { return &actions_; }
    const posix_spawnattr_t* attributes() const { return &attributes_; }

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (const auto& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

bool is_our_own_shortage(int error) {
    return error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE;
}

}  // namespace

struct ChildProcess::Handle {
    boost::process::v2::process process;
    int pidfd;            ///< owned by the process; 1.81 has no way to ask for it
    clockid_t cpu_clock;  ///< the bot's CPU time
};

struct Launcher::Context {
    boost::asio::io_context io{1};
};

ChildProcess::ChildProcess(std::unique_ptr<Handle> handle, UniqueFd in, UniqueFd out, UniqueFd err)
    : to_stdin(std::move(in)), from_stdout(std::move(out)), from_stderr(std::move(err)), handle_(std::move(handle)) {}

ChildProcess::~ChildProcess() {
    // The bot is not reaped before its group is killed: as long as it is a zombie, the group's number can't be anybody
    // else's.
    kill_group();
    std::array<pollfd, 1> ended = {{{pidfd(), POLLIN, 0}}};
    boost::system::error_code error;
    try {
        if (wait_until(ended, Clock::now() + patience_after_kill)) {
            handle_->process.wait(error);
        } else {
            auto left_alone = handle_->process.detach();  // or its destructor would wait for it
        }
    } catch (const std::exception&) {
        // Nothing is left to be done for this process; its pidfd is closed with the handle.
    }
}

pid_t ChildProcess::pid() const { return handle_->process.id(); }

int ChildProcess::pidfd() const { return handle_->pidfd; }

std::optional<ExitStatus> ChildProcess::exit_status() const {
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(pid()), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) {
        return std::nullopt;
    }
    if (info.si_code == CLD_EXITED) return ExitStatus{info.si_status, std::nullopt};
    return ExitStatus{std::nullopt, info.si_status};
}

std::optional<std::chrono::nanoseconds> ChildProcess::cpu_time() const {
    timespec time{};
    if (::clock_gettime(handle_->cpu_clock, &time) != 0) return std::nullopt;
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

void ChildProcess::kill_group() const { ::kill(-pid(), SIGKILL); }

Launcher::Launcher() : context_(std::make_unique<Context>()) {}
Launcher::~Launcher() = default;

std::variant<std::unique_ptr<ChildProcess>, LaunchFailure> Launcher::launch(const LaunchRequest& request) {
    Pipe in = make_pipe();
    Pipe out = make_pipe();
    Pipe err = make_pipe();
    make_nonblocking(in.write_end);
    make_nonblocking(out.read_end);
    make_nonblocking(err.read_end);
    const SpawnSettings settings(in.read_end.get(), out.write_end.get(), err.write_end.get());
    const auto arguments = pointers_to(request.arguments);
    const auto environment = pointers_to(request.environment);
    pid_t pid = -1;
    const int error = ::posix_spawn(&pid, request.program.c_str(), settings.actions(), settings.attributes(),
                                    arguments.data(), environment.data());
    if (error != 0) {
        if (is_our_own_shortage(error)) throw std::system_error(error, std::generic_category(), "starting a process");
        return LaunchFailure{std::strerror(error)};
    }
    const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
    if (pidfd < 0) {
        const int cause = errno;
        ::kill(-pid, SIGKILL);
        ::waitpid(pid, nullptr, 0);
        throw std::system_error(cause, std::generic_category(), "watching a process");
    }
    clockid_t cpu_clock{};
    ::clock_getcpuclockid(pid, &cpu_clock);
    auto handle = std::make_unique<ChildProcess::Handle>(ChildProcess::Handle{
        boost::process::v2::process(context_->io.get_executor(), pid, pidfd), pidfd, cpu_clock});
    return std::make_unique<ChildProcess>(std::move(handle), std::move(in.write_end), std::move(out.read_end),
                                          std::move(err.read_end));
}

}  // namespace referee
