#include "referee/core/base/stop_signal.hpp"

#include <pthread.h>
#include <sys/signalfd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace referee {

namespace {

constexpr std::array stops = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/// The signals that stop the referee. Signals that are already ignored stay ignored. For example, a hang-up must not
/// stop a referee under nohup.
sigset_t stopping_signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : stops) {
        struct sigaction current {};
        sigaction(signal, nullptr, &current);
        if (current.sa_handler != SIG_IGN) sigaddset(&set, signal);
    }
    return set;
}

}  // namespace

StopSignal::StopSignal() : signals_(stopping_signals()) {
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    fd_ = UniqueFd(::signalfd(-1, &signals_, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!fd_) throw std::system_error(errno, std::generic_category(), "signalfd");
}

StopSignal::~StopSignal() {
    while (take() != 0) {
    }
    pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
}

/// The bits of Seen for a signal.
unsigned StopSignal::seen_as(int signal) {
    return signal == SIGINT ? any : any | termination;
}

unsigned StopSignal::seen() const {
    sigset_t pending;
    sigemptyset(&pending);
    ::sigpending(&pending);
    unsigned now = 0;
    for (const int signal : stops) {
        if (sigismember(&signals_, signal) == 1 && sigismember(&pending, signal) == 1) now |= seen_as(signal);
    }
    return seen_ |= now;
}

int StopSignal::take() const {
    seen();  // records pending signals before one is taken, so that no thread can miss it
    signalfd_siginfo info{};
    if (::read(fd_.get(), &info, sizeof info) != sizeof info) return 0;
    const int signal = static_cast<int>(info.ssi_signo);
    seen_ |= seen_as(signal);
    return signal;
}

}  // namespace referee
