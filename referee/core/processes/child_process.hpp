// A bot's processes and the referee's ends of their pipes, from the start until all processes are gone.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/cpu_use.hpp"
#include "referee/core/base/unique_fd.hpp"
#include "referee/core/processes/control_group.hpp"

namespace referee {

/// How a process ended. Exactly one of the two members is set.
struct ExitStatus {
    std::optional<int> code;
    std::optional<int> signal;
};

/// The referee's ends of a bot's pipes, which never block.
struct Pipes {
    UniqueFd to_stdin;
    UniqueFd from_stdout;
    UniqueFd from_stderr;
};

/// A bot that runs, or that has ended but has not been reaped. The destructor kills and reaps everything that is left
/// of it.
class ChildProcess {
public:
    explicit ChildProcess(Pipes its_pipes) : pipes(std::move(its_pipes)) {}
    virtual ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// The maximum time in which a bot has to stop or resume. It usually takes 0.1 ms, but on a busy machine it may
    /// take 100 ms.
    static constexpr std::chrono::seconds time_to_obey{3};

    Pipes pipes;
    std::vector<int> cores;  ///< the cores on which the bot runs

    /// The pid of the bot's own process, in the referee's pid namespace.
    [[nodiscard]] virtual pid_t pid() const = 0;
    /// Becomes readable when the bot has ended, and perhaps for other reasons. Only exit_status() is reliable.
    [[nodiscard]] virtual int end_fd() const = 0;
    /// How the bot ended, or nothing while it runs. Does not reap the bot, so that its pid is not reused.
    [[nodiscard]] virtual std::optional<ExitStatus> exit_status() = 0;
    /// Sends SIGKILL to the bot and to all processes that it has started. Does no harm if there are none left.
    virtual void kill_all() noexcept = 0;

    /// The CPU time of the bot's own process, if the system reports it.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time() const;
    /// The CPU time of all the bot's processes since their start, if they can be seen. Without a sandbox and a control
    /// group, it is only that of the bot's own process. The referee's own helpers do not count.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_used() const;
    /// The CPU time of the process that stops and resumes the bot. Zero if there is none, or if it is unknown.
    [[nodiscard]] std::chrono::nanoseconds cpu_used_by_helpers() const {
        return used_by_helpers().value_or(std::chrono::nanoseconds{});
    }
    /// Whether cpu_used() counts all processes, including those that have ended without being reaped by their parents.
    [[nodiscard]] bool counts_all_use() const { return group() != nullptr && group()->cpu_used(); }
    /// How long the bot's threads have waited for a core, if they can be seen. Without a sandbox, these are the threads
    /// of the bot's own process and of its descendants.
    [[nodiscard]] virtual ThreadWaits waits() const = 0;
    /// Requires: the bot is stopped. Returns whether a signal alone resumes it, without a confirmation.
    [[nodiscard]] virtual bool resumes_at_once() const { return true; }
    /// Stops or resumes the bot and its children. Returns false if this is not confirmed within `patience`; the bot may
    /// obey later, or never. To continue waiting, make the same call again. Does not wait for a bot that has ended.
    /// Throws std::system_error.
    [[nodiscard]] bool pause(bool stopped, Duration patience = time_to_obey);
    /// The time for which the bot remained stopped after pause(false) had returned. Nothing as long as it may still be
    /// stopped.
    [[nodiscard]] virtual std::optional<Duration> resume_delay() { return Duration::zero(); }
    /// See ControlGroup::give_way().
    void give_way(bool gives_way) const noexcept {
        if (group() != nullptr) group()->give_way(gives_way);
    }
    /// Moves all threads of the bot's own process and of its living descendants to these cores, if the kernel lists the
    /// children of a process. Threads that the system refuses to move stay where they are.
    void move_to(const std::vector<int>& new_cores);
    /// The limit that the bot has reached since its start, in words. Nothing if it has not reached any.
    [[nodiscard]] std::optional<std::string> limit_reached() const;

protected:
    /// The control group of the bot; may be null.
    [[nodiscard]] virtual const ControlGroup* group() const = 0;
    /// The CPU time of the bot's processes, if it can be determined. Leaves out processes that ended and were not
    /// reaped by their parents.
    [[nodiscard]] virtual std::optional<std::chrono::nanoseconds> used_by_processes() const = 0;
    /// The part of the measured CPU time that does not belong to the bot: the CPU time of the process that stops and
    /// resumes it.
    [[nodiscard]] virtual std::optional<std::chrono::nanoseconds> used_by_helpers() const {
        return std::chrono::nanoseconds{};
    }
    /// Orders the bot to stop or to resume. Does not use the freezer of a control group, because frozen processes would
    /// stay frozen if the referee were killed. In version 1, not even SIGKILL ends them.
    virtual void order_pause(bool stopped) = 0;
    /// Waits until the last order has been carried out, or no process is left. Returns false if that takes longer.
    [[nodiscard]] virtual bool wait_until_obeyed(Duration patience) = 0;
    /// Must be called by the constructor of a derived class, which knows the pid.
    void watch_cpu_time();

private:
    bool paused_ = false;
    std::optional<clockid_t> cpu_clock_;
};

}  // namespace referee
