#include "referee/core/base/continued.hpp"

#include <atomic>
#include <csignal>

namespace referee {

namespace {

std::atomic<Duration::rep> last_continue{0};
static_assert(std::atomic<Duration::rep>::is_always_lock_free, "a signal handler writes it");

extern "C" void on_continue(int /*signal*/) {
    note_continue();
}

}  // namespace

void note_continues() {
    struct sigaction action {};
    action.sa_handler = on_continue;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGCONT, &action, nullptr);
}

void note_continue() noexcept {
    last_continue = Clock::now().time_since_epoch().count();
}

TimePoint TurnClock::continued_at() const {
    return TimePoint(Duration(last_continue.load()));
}

}  // namespace referee
