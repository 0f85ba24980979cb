// A bot's processes and the referee's ends of their pipes, from their start until nothing of them is left.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/processes/control_group.hpp"
#include "referee/system/clock.hpp"
#include "referee/system/cpu_use.hpp"
#include "referee/system/unique_fd.hpp"

namespace referee {

/// The end of a process: exactly one of the two is set.
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

/// A running (or ended, but not yet reaped) bot. Its end kills and reaps whatever is left of it.
class ChildProcess {
public:
    explicit ChildProcess(Pipes its_pipes) : pipes(std::move(its_pipes)) {}
    virtual ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// The time in which a bot has to stop or resume. Usual are 0.1 ms; on a busy machine it may take 100 ms.
    static constexpr std::chrono::seconds time_to_obey{3};

    Pipes pipes;
    std::vector<int> cores;  ///< on which it runs

    /// The pid of the bot's own process, in the referee's pid namespace.
    [[nodiscard]] virtual pid_t pid() const = 0;
    /// Becomes readable when the bot has ended, and perhaps for other reasons: only exit_status() is certain.
    [[nodiscard]] virtual int end_fd() const = 0;
    /// The end of the bot, or nothing while it runs. Does not reap it, so that its pid stays its own.
    [[nodiscard]] virtual std::optional<ExitStatus> exit_status() = 0;
    /// Sends SIGKILL to the bot and to all that it has started. Harmless if nothing of it is left.
    virtual void kill_all() noexcept = 0;

    /// CPU time of the bot's own process, if the system reports it.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time() const;
    /// CPU time of all the bot's processes since their start, as far as they can be seen: without a sandbox and a
    /// control group only that of its own process. The referee's own helpers do not count.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_used() const;
    /// Whether cpu_used() counts all of them, including those that have ended and that nobody has waited for.
    [[nodiscard]] bool counts_all_use() const { return group() != nullptr && group()->cpu_used(); }
    /// How long its threads have waited for a core, as far as they can be seen: without a sandbox the threads of its
    /// own process and of its descendants.
    [[nodiscard]] virtual ThreadWaits waits() const = 0;
    /// For a stopped bot: whether a signal alone resumes it, and nobody has to confirm that.
    [[nodiscard]] virtual bool resumes_at_once() const { return true; }
    /// Stops or resumes the bot and its children. Returns false if that is not confirmed within `patience`: it may
    /// still happen, or never. The same call again continues to wait. Does not wait for a bot that has ended. Throws
    /// std::system_error.
    [[nodiscard]] bool pause(bool stopped, Duration patience = time_to_obey);
    /// After pause(false): how much longer it was stopped. Nothing while it may still be.
    [[nodiscard]] virtual std::optional<Duration> resume_delay() { return Duration::zero(); }
    /// See ControlGroup::give_way().
    void give_way(bool gives_way) const noexcept {
        if (group() != nullptr) group()->give_way(gives_way);
    }
    /// Moves all threads of the bot's own process and of its living descendants to these cores, as far as the kernel
    /// lists children. Threads for which the system refuses stay where they are.
    void move_to(const std::vector<int>& new_cores);
    /// The limit that the bot has reached since its start, in words; nothing if none.
    [[nodiscard]] std::optional<std::string> limit_reached() const;

protected:
    /// May be null.
    [[nodiscard]] virtual const ControlGroup* group() const = 0;
    /// The sum over the processes themselves, without ended ones that nobody has waited for.
    [[nodiscard]] virtual std::optional<std::chrono::nanoseconds> used_by_processes() const = 0;
    /// The part of it that is not the bot's: the CPU time of the process that stops and resumes it.
    [[nodiscard]] virtual std::optional<std::chrono::nanoseconds> used_by_helpers() const {
        return std::chrono::nanoseconds{};
    }
    /// Does not use a control group's freezer: if the referee is killed, frozen processes stay frozen, and in version 1
    /// not even SIGKILL ends them.
    virtual void order_pause(bool stopped) = 0;
    /// Waits until the last order is carried out, or no process is left. Returns false if that takes longer.
    [[nodiscard]] virtual bool wait_until_obeyed(Duration patience) = 0;
    /// For the constructor of a derived class, which knows the pid.
    void watch_cpu_time();

private:
    bool paused_ = false;
    std::optional<clockid_t> cpu_clock_;
};

}  // namespace referee
