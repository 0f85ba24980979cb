// proc(5) describes the fields of a stat file.
#include "referee/core/processes/bot_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <string_view>

#include "referee/core/base/clock.hpp"

namespace referee {

namespace {

/// The number of tasks in the control group of a sandbox in which only the bot's own thread runs: bubblewrap (which
/// waits for the warden), the warden, and the bot.
constexpr int tasks_with_a_lone_bot = 3;

/// How long rest() waits for a stop. Waking an idle core takes some tens of microseconds, and more on a virtual
/// machine.
constexpr auto moment = std::chrono::microseconds(300);

struct Stat {
    char state = 0;
    pid_t parent = -1;
};

std::optional<Stat> stat_in(const UniqueFd& file) {
    std::array<char, 128> text{};  // a name has at most 15 characters
    const auto count = ::pread(file.get(), text.data(), text.size() - 1, 0);
    const std::string_view read(text.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    const auto name_end = read.rfind(')');  // the name may contain any characters; numbers follow
    Stat stat;
    if (name_end == std::string_view::npos) return std::nullopt;
    if (std::sscanf(text.data() + name_end + 1, " %c %d", &stat.state, &stat.parent) != 2) return std::nullopt;
    return stat;
}

/// Makes the kernel kill this process first if memory runs out. A failure does not matter.
void offer_to_the_kernel(const UniqueFd& process) {
    const UniqueFd score(::openat(process.get(), "oom_score_adj", O_WRONLY | O_CLOEXEC));
    static constexpr std::string_view highest = "1000";
    if (score && ::write(score.get(), highest.data(), highest.size()) < 0) return;
}

}  // namespace

/// The pid belongs to the bot until the warden reaps the bot. Signal 0 through the pidfd shows whether the bot was
/// still unreaped when the folder was opened. An open folder never leads to another process.
std::optional<BotProcess> BotProcess::take(pid_t bot, pid_t warden) {
    UniqueFd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, bot, 0)));
    const UniqueFd folder(::open(fmt::format("/proc/{}", bot).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    UniqueFd file(folder ? ::openat(folder.get(), "stat", O_RDONLY | O_CLOEXEC) : -1);
    if (!pidfd || !file) return std::nullopt;
    const auto stat = stat_in(file);
    BotProcess found(std::move(pidfd), std::move(file));
    if (!stat || stat->parent != warden || ::syscall(SYS_pidfd_send_signal, found.bot_.get(), 0, nullptr, 0) != 0)
        return std::nullopt;
    offer_to_the_kernel(folder);
    return found;
}

bool BotProcess::signal(bool stop) const noexcept {
    return ::syscall(SYS_pidfd_send_signal, bot_.get(), stop ? SIGSTOP : SIGCONT, nullptr, 0) == 0;
}

/// A process that is stopped and alone starts nothing, so a count that is made after the stop is complete.
BotProcess::Rest BotProcess::rest(const ControlGroup* group) const {
    if (group == nullptr) return Rest::not_for_all;
    const TimePoint end = Clock::now() + moment;
    do {
        const auto stat = stat_in(stat_);
        if (!stat) return Rest::not_yet;
        if (stat->state == 'T') return group->tasks() == tasks_with_a_lone_bot ? Rest::known : Rest::not_for_all;
        ::sched_yield();
    } while (Clock::now() < end);
    return Rest::not_yet;
}

}  // namespace referee
