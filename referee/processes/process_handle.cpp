#include "referee/processes/process_handle.hpp"

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/process/v2/process.hpp>

#include "referee/clock.hpp"

namespace referee {

namespace {

constexpr auto patience = std::chrono::seconds(5);

/// Boost's handle wants a context, though nothing here waits through it.
boost::asio::io_context& context() {
    static boost::asio::io_context shared;
    return shared;
}

}  // namespace

struct ProcessHandle::Child {
    boost::process::v2::process process;
    int pidfd;  ///< owned by the process; 1.81 has no way to ask for it
    bool reaped = false;
};

ProcessHandle::ProcessHandle(StartedProcess started) {
    const int pidfd = started.pidfd.release();
    child_ = std::make_unique<Child>(
        Child{boost::process::v2::process(context().get_executor(), started.pid, pidfd), pidfd});
}

ProcessHandle::ProcessHandle(ProcessHandle&&) noexcept = default;
ProcessHandle& ProcessHandle::operator=(ProcessHandle&&) noexcept = default;

ProcessHandle::~ProcessHandle() {
    if (child_) reap();
}

pid_t ProcessHandle::pid() const {
    return child_->process.id();
}
int ProcessHandle::pidfd() const {
    return child_->pidfd;
}

bool ProcessHandle::wait_for_end() const {
    std::array<pollfd, 1> ended = {{{pidfd(), POLLIN, 0}}};
    return wait_until(ended, Clock::now() + patience);
}

void ProcessHandle::reap() {
    if (child_->reaped) return;
    child_->reaped = true;
    pollfd ended = {pidfd(), POLLIN, 0};
    boost::system::error_code error;
    if (::poll(&ended, 1, 0) > 0) {
        child_->process.wait(error);
    } else {
        auto left_alone = child_->process.detach();  // or its destructor would wait for it
    }
}

}  // namespace referee
