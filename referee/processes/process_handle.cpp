#include "referee/processes/process_handle.hpp"

#include <sys/wait.h>

#include <boost/asio/io_context.hpp>
#include <boost/process/v2/process.hpp>
#include <chrono>
#include <thread>
#include <utility>

#include "referee/system/clock.hpp"

namespace referee {

namespace {

constexpr auto time_to_die = std::chrono::seconds(5);
constexpr auto pause_after_failed_poll = std::chrono::milliseconds(1);

/// Boost's handle wants a context, though nothing here waits through it.
boost::asio::io_context& context() {
    static boost::asio::io_context shared;
    return shared;
}

}  // namespace

struct ProcessHandle::Child {
    boost::process::v2::process process;
    int pidfd;  ///< owned by the process; 1.81 has no way to ask for it
    Children::Note note;

    ~Child() {
        note.end([this] { reap(); });
    }

    bool has_ended() {
        siginfo_t info{};
        return ::waitid(P_PID, static_cast<id_t>(process.id()), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
               info.si_pid != 0;
    }

    void reap() {
        boost::system::error_code error;
        if (has_ended()) {
            process.wait(error);
        } else {
            auto left_alone = process.detach();  // or its destructor would wait for it
        }
    }
};

ProcessHandle::ProcessHandle(StartedProcess started, Children::Note note)
    : child_(new Child{boost::process::v2::process(context().get_executor(), started.pid, started.pidfd.get()),
                       started.pidfd.get(), std::move(note)}) {
    static_cast<void>(started.pidfd.release());
}

ProcessHandle::ProcessHandle(ProcessHandle&&) noexcept = default;
ProcessHandle& ProcessHandle::operator=(ProcessHandle&&) noexcept = default;
ProcessHandle::~ProcessHandle() = default;

pid_t ProcessHandle::pid() const {
    return child_->process.id();
}
int ProcessHandle::pidfd() const {
    return child_->pidfd;
}

bool ProcessHandle::wait_for_end() const noexcept {
    const TimePoint end = Clock::now() + time_to_die;
    while (!child_->has_ended()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
        if (left.count() <= 0) return false;
        pollfd ended = {pidfd(), POLLIN, 0};
        // Where the system can't wait, too, its end is waited for.
        if (::poll(&ended, 1, static_cast<int>(left.count())) < 0) std::this_thread::sleep_for(pause_after_failed_poll);
    }
    return true;
}

}  // namespace referee
