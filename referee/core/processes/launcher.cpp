#include "referee/core/processes/launcher.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <thread>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/continued.hpp"
#include "referee/core/base/cores.hpp"
#include "referee/core/processes/children.hpp"
#include "referee/core/processes/launched_process.hpp"
#include "referee/core/processes/process_launcher.hpp"
#include "referee/core/processes/warden_messages.h"

namespace referee {

namespace {

/// The number of processes that a sandbox adds to the bot's control group: bubblewrap and the warden.
constexpr std::uint64_t processes_of_the_sandbox = 2;

void check(bool fine, const char* what) {
    if (!fine) throw std::system_error(errno, std::generic_category(), what);
}

struct Pipe {
    UniqueFd read_end;
    UniqueFd write_end;
};

/// Makes a pipe whose ends do not block.
Pipe make_pipe() {
    std::array<int, 2> ends{};
    check(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0, "making a pipe");
    return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

/// Makes one end of a pipe blocking. The end that a program gets must be blocking, because programs expect reads and
/// writes to wait. Clears all flags, because non-blocking is the only flag that a pipe has here.
void make_blocking(const UniqueFd& end) {
    check(::fcntl(end.get(), F_SETFL, 0) == 0, "preparing a pipe");
}

/// Both ends of the three pipes between the referee and a bot.
struct PipePairs {
    Pipe in = make_pipe();
    Pipe out = make_pipe();
    Pipe err = make_pipe();

    PipePairs() {
        make_blocking(in.read_end);
        make_blocking(out.write_end);
        make_blocking(err.write_end);
    }
    Pipes ends_of_referee() { return {std::move(in.write_end), std::move(out.read_end), std::move(err.read_end)}; }
};

/// Makes the connection between the referee and the warden of a sandbox. Every message carries its sender's
/// credentials.
std::array<UniqueFd, 2> make_socket_pair() {
    std::array<int, 2> ends{};
    check(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0, "making a socket");
    std::array<UniqueFd, 2> pair = {UniqueFd(ends[0]), UniqueFd(ends[1])};
    const int on = 1;
    check(::setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on) == 0, "preparing a socket");
    return pair;
}

UniqueFd open_null() {
    UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    check(static_cast<bool>(null), "opening /dev/null");
    return null;
}

bool has_limits(const ResourceLimits& limits) {
    return limits.memory_bytes || limits.processes;
}

constexpr auto retry_patience = std::chrono::seconds(1);
constexpr auto retry_pause = std::chrono::milliseconds(10);

/// Whether the next try may succeed, because the program is still being written, or others have caused a shortage.
bool may_pass(int error) {
    switch (error) {
        case ETXTBSY:
        case EAGAIN:
        case EINTR:
        case ENOMEM:
        case EMFILE:
        case ENFILE:
        case ESTALE: return true;
        default: return false;
    }
}

/// Makes a control group. Returns null if none is needed, or if this machine has none.
std::unique_ptr<ControlGroup> make_group(const Confinement& confinement) {
    if (!has_limits(confinement.limits)) return nullptr;
    ResourceLimits limits = confinement.limits;
    limits.gives_way = !confinement.pausable;
    if (limits.processes && confinement.sandbox) *limits.processes += processes_of_the_sandbox;
    if (!ControlGroup::available()) return nullptr;
    std::string problem;
    auto group = ControlGroup::make(limits, problem);
    if (!group) throw std::runtime_error(problem);
    return group;
}

std::vector<int> entrances_of(const std::unique_ptr<ControlGroup>& group) {
    return group ? group->entrances() : std::vector<int>();
}

/// The advice that fits an error message of bubblewrap.
std::string sandbox_advice(std::string_view complaint) {
    if (complaint.find("No such file") != std::string_view::npos && complaint.starts_with(bubblewrap)) {
        return "install the package bubblewrap";
    }
    const bool no_namespaces = complaint.find("namespace") != std::string_view::npos ||
                               complaint.find("uid map") != std::string_view::npos ||
                               complaint.find("Permission denied") != std::string_view::npos;
    if (no_namespaces) {
        return "the system does not let users create namespaces (see the sysctls kernel.unprivileged_userns_clone, "
               "user.max_user_namespaces and kernel.apparmor_restrict_unprivileged_userns)";
    }
    return "see docs/security.md";
}

}  // namespace

LimitKeeper find_limit_keeper() {
    ControlGroup::remove_stale();
    std::string problem;
    if (const auto group = ControlGroup::make({}, problem)) return {group->version(), ""};
    return {"rlimits", problem};
}

std::shared_ptr<const Sandbox> make_sandbox(bool pausable) {
    try {
        auto sandbox = std::make_shared<const Sandbox>(pausable);
        static_cast<void>(
            Launcher().launch(LaunchRequest{"/bin/true", {"true"}, {}, {}, {sandbox, {}, false}}, allowed_cores()));
        return sandbox;
    } catch (const SandboxFailure& failure) {
        throw SandboxFailure(fmt::format("{}: {}", failure.what(), sandbox_advice(failure.what())));
    }
}

Launcher::Launcher()
    : context_(std::make_unique<boost::asio::io_context>(1)),  // only one thread uses it
      warm_(std::make_shared<WarmSandboxes>()) {
    std::signal(SIGPIPE, SIG_IGN);  // a bot may end before the referee writes to it
    std::signal(SIGCHLD, SIG_DFL);  // if the parent ignores SIGCHLD, the referee could not learn of a bot's end
    note_continues();
    signals_ = changed_signals();
    Children::adopt_orphans();
}

Launcher::~Launcher() = default;

Launcher::Launched Launcher::launch(const LaunchPlan& plan, const std::vector<int>& cores,
                                    std::unique_ptr<StartingBot> prepared) {
    const TimePoint end = Clock::now() + retry_patience;
    for (;;) {
        try {
            if (plan.request().confinement.sandbox) return launch_sandboxed(plan, cores, std::move(prepared));
            warm_->settle();
            return launch_plain(plan.request(), cores);
        } catch (const std::system_error& error) {
            if (!may_pass(error.code().value()) || Clock::now() >= end) throw;
            warm_->drop_all();
        }
        std::this_thread::sleep_for(retry_pause);
    }
}

Launcher::Launched Launcher::launch_plain(const LaunchRequest& request, const std::vector<int>& cores) {
    PipePairs pipes;
    auto group = make_group(request.confinement);
    const std::string mark = Children::new_mark();
    ProcessLauncher launcher;
    launcher.signals = signals_;
    launcher.environment = request.environment;
    launcher.environment.push_back(mark);
    launcher.descriptors = {{pipes.in.read_end.get(), STDIN_FILENO},
                            {pipes.out.write_end.get(), STDOUT_FILENO},
                            {pipes.err.write_end.get(), STDERR_FILENO}};
    launcher.control_groups = entrances_of(group);
    launcher.cores = cores;
    if (const auto& memory = request.confinement.limits.memory_bytes; memory && !group) {
        launcher.limits.push_back({RLIMIT_DATA, *memory});
    }
    auto started = ProcessHandle::start(launcher, *context_, mark, request.program, request.arguments);
    if (const int* error = std::get_if<int>(&started)) return LaunchFailure{std::strerror(*error)};
    auto process = std::make_unique<PlainProcess>(std::get<ProcessHandle>(std::move(started)), pipes.ends_of_referee(),
                                                  std::move(group));
    process->cores = cores;
    return process;
}

/// Makes a new sandbox. When this returns, the sandbox may not be complete, and at most its warden runs.
std::unique_ptr<LiveSandbox> Launcher::set_up(const LaunchPlan& plan, const std::vector<int>& cores) {
    const Confinement& confinement = plan.request().confinement;
    const Sandbox& sandbox = *confinement.sandbox;
    auto sockets = make_socket_pair();
    Pipe complaints = make_pipe();
    make_blocking(complaints.write_end);
    const UniqueFd null = open_null();
    const UniqueFd warden = sandbox.warden();
    const UniqueFd filter = sandbox.filter();
    auto group = make_group(confinement);

    ProcessLauncher launcher;
    launcher.signals = signals_;
    launcher.environment = plan.environment();
    launcher.descriptors = {
        {null.get(), STDIN_FILENO},        {null.get(), STDOUT_FILENO},    {complaints.write_end.get(), STDERR_FILENO},
        {sockets[1].get(), warden_socket}, {warden.get(), warden_program}, {filter.get(), warden_filter}};
    launcher.control_groups = entrances_of(group);
    launcher.cores = cores;
    // bubblewrap must not be killed while it sets up a sandbox, because the half of it that is inside the sandbox would
    // wait forever for the other half. When the referee has ended, the warden ends everything.
    launcher.dies_with_parent = false;
    auto started = ProcessHandle::start(launcher, *context_, "", bubblewrap, plan.arguments());
    if (const int* error = std::get_if<int>(&started)) {
        throw SandboxFailure(fmt::format("{} can't be run: {}", bubblewrap, std::strerror(*error)));
    }
    return std::make_unique<LiveSandbox>(std::get<ProcessHandle>(std::move(started)), std::move(sockets[0]),
                                         std::move(complaints.read_end), std::move(group), cores);
}

std::unique_ptr<StartingBot> Launcher::begin(const LaunchPlan& plan, const std::vector<int>& cores) {
    warm_->settle();
    for (;;) {
        auto sandbox = warm_->take(plan.kind());
        if (!sandbox) sandbox = set_up(plan, cores);
        if (!sandbox->keep_to(cores)) continue;
        PipePairs pipes;
        sandbox->order_start({pipes.in.read_end.get(), pipes.out.write_end.get(), pipes.err.write_end.get()});
        return std::make_unique<StartingBot>(StartingBot{std::move(sandbox), pipes.ends_of_referee(), cores});
    }
}

std::unique_ptr<StartingBot> Launcher::prepare(const LaunchPlan& plan, const std::vector<int>& cores) noexcept {
    try {
        return begin(plan, cores);
    } catch (const std::exception&) {
        return nullptr;  // launch() tries again
    }
}

/// If a sandbox that has been used before fails, a new one is tried, and its result counts.
Launcher::Launched Launcher::launch_sandboxed(const LaunchPlan& plan, const std::vector<int>& cores,
                                              std::unique_ptr<StartingBot> prepared) {
    const LaunchRequest& request = plan.request();
    for (auto bot = std::move(prepared);; bot.reset()) {
        if (!bot) bot = begin(plan, cores);
        const bool used = bot->sandbox->games() > 1;
        try {
            bot->sandbox->await_start();
        } catch (const SandboxFailure&) {
            if (!used) throw;
            continue;
        }
        if (const int error = bot->sandbox->bot().refusal; error != 0) {
            if (used) continue;
            if (is_fault_of_program(error, request.program)) return LaunchFailure{std::strerror(error)};
            throw std::system_error(error, std::generic_category(),
                                    fmt::format("starting {} in a sandbox", request.program));
        }
        auto process = std::make_unique<SandboxedProcess>(std::move(bot->sandbox), std::move(bot->pipes),
                                                          request.confinement.reuse ? warm_ : nullptr, plan.kind());
        process->cores = cores;
        return process;
    }
}

}  // namespace referee
