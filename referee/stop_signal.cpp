#include "referee/stop_signal.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/signalfd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

namespace referee {

namespace {

/// What is ignored already stays ignored: under nohup a hang-up must not stop us.
sigset_t stopping_signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        struct sigaction current {};
        sigaction(signal, nullptr, &current);
        if (current.sa_handler != SIG_IGN) sigaddset(&set, signal);
    }
    return set;
}

}  // namespace

StopSignal::StopSignal() {
    const sigset_t set = stopping_signals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    fd_ = UniqueFd(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!fd_) throw std::system_error(errno, std::generic_category(), "signalfd");
}

StopSignal::~StopSignal() {
    while (take() != 0) {
    }
    const sigset_t set = stopping_signals();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

bool StopSignal::requested() const {
    pollfd descriptor = {fd_.get(), POLLIN, 0};
    return ::poll(&descriptor, 1, 0) > 0;
}

int StopSignal::take() const {
    signalfd_siginfo info{};
    return ::read(fd_.get(), &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
}

}  // namespace referee
