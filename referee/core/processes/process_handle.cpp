#include "referee/core/processes/process_handle.hpp"

#include <poll.h>
#include <sys/wait.h>

#include <boost/asio/io_context.hpp>
#include <boost/process/v2/process.hpp>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#include "referee/core/base/clock.hpp"
#include "referee/core/processes/children.hpp"
#include "referee/core/processes/process_launcher.hpp"

namespace referee {

namespace {

constexpr auto time_to_die = std::chrono::seconds(5);
constexpr auto pause_after_failed_poll = std::chrono::milliseconds(1);

/// Makes an object without a process. The first one of a context opens descriptors. Throws std::system_error if the
/// system has none left.
boost::process::v2::process process_without_pid(boost::asio::io_context& context) {
    try {
        return boost::process::v2::process(context);
    } catch (const boost::system::system_error& error) {
        throw std::system_error(error.code(), "starting a process");
    }
}

/// Whether a child has ended. Does not reap the child, and does not need a descriptor.
bool has_ended(pid_t pid) {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

}  // namespace

struct ProcessHandle::Child {
    boost::process::v2::process process;
    int pidfd;  ///< owned by the process
    Children::Note note;

    ~Child() {
        note.end([this] { reap(); });
    }

    /// The library's destructor kills a running child and waits for it without a limit. It also waits for the pid of a
    /// child that has been reaped, although that may be the pid of another process by then. So the library's child is
    /// always detached.
    void reap() {
        boost::system::error_code error;
        process.running(error);  // reaps a child that has ended
        const auto let_go = process.detach();
    }
};

ProcessHandle::ProcessHandle(std::unique_ptr<Child> child) : child_(std::move(child)) {}
ProcessHandle::ProcessHandle(ProcessHandle&&) noexcept = default;
ProcessHandle& ProcessHandle::operator=(ProcessHandle&&) noexcept = default;
ProcessHandle::~ProcessHandle() = default;

std::variant<ProcessHandle, int> ProcessHandle::start(ProcessLauncher& launcher, boost::asio::io_context& context,
                                                      const std::string& mark, const std::string& program,
                                                      const std::vector<std::string>& arguments) {
    boost::system::error_code error;
    auto process = process_without_pid(context);
    auto note = Children::add(mark, [&] {
        process = launcher(context.get_executor(), error, program, arguments);
        return process.id();
    });
    if (error) return error.value();
    return ProcessHandle(std::unique_ptr<Child>(new Child{std::move(process), launcher.pidfd, std::move(note)}));
}

pid_t ProcessHandle::pid() const {
    return child_->process.id();
}
int ProcessHandle::pidfd() const {
    return child_->pidfd;
}

/// Does not use the library's own waits, because they reap the child. After that, another process group could get the
/// number of the child's group before that group is killed.
bool ProcessHandle::wait_for_end() const noexcept {
    const TimePoint end = Clock::now() + time_to_die;
    while (!has_ended(pid())) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
        if (left.count() <= 0) return false;
        pollfd ended = {pidfd(), POLLIN, 0};
        // Also wait if poll() fails.
        if (::poll(&ended, 1, static_cast<int>(left.count())) < 0) std::this_thread::sleep_for(pause_after_failed_poll);
    }
    return true;
}

}  // namespace referee
