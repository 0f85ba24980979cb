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

    /// The time in which a bot has to stop or resume: 0.1 ms is usual, 100 ms happen on a busy machine.
    static constexpr std::chrono::seconds time_to_obey{3};

    Pipes pipes;
    std::vector<int> cores;  ///< on which it runs

    /// Of the bot's own process, as the referee sees it.
    [[nodiscard]] virtual pid_t pid() const = 0;
    /// Becomes readable when the bot has ended, and perhaps for other reasons: only exit_status() tells.
    [[nodiscard]] virtual int end_fd() const = 0;
    /// The end of the bot, or nothing while it runs. Does not reap it, so that its pid stays its own.
    [[nodiscard]] virtual std::optional<ExitStatus> exit_status() = 0;
    /// Sends SIGKILL to the bot and to what it has started. Harmless if nothing of it is left.
    virtual void kill_all() noexcept = 0;

    /// CPU time of the bot's own process, if the system reports it.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time() const;
    /// CPU time of all the bot's processes since their start, without that of the referee's own helpers, as far as they
    /// can be seen: without a sandbox only of its own process.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_used() const;
    /// Whether cpu_used() counts all of them, also those that have ended and that nobody has waited for.
    [[nodiscard]] bool counts_all_use() const { return group() != nullptr && group()->cpu_used(); }
    /// How long its threads have waited for a core, as far as they can be seen: without a sandbox those of its own
    /// process and its descendants.
    [[nodiscard]] virtual ThreadWaits waits() const = 0;
    /// Of one that is stopped: whether a mere signal resumes it, and nobody else has to do or confirm anything.
    [[nodiscard]] virtual bool resumes_at_once() const { return true; }
    /// Stops or resumes the bot and its children. Returns false if that is not known to be done within `patience`: it
    /// may still happen, or never; the same call again waits on. Does not wait for a bot that has ended. Throws
    /// std::system_error.
    [[nodiscard]] bool pause(bool stopped, Duration patience = time_to_obey);
    /// After pause(false): for how long it was still stopped then. Nothing while it may be.
    [[nodiscard]] virtual std::optional<Duration> resume_delay() { return Duration::zero(); }
    /// See ControlGroup::give_way().
    void give_way(bool gives_way) const noexcept {
        if (group() != nullptr) group()->give_way(gives_way);
    }
    /// Makes all threads of the bot's own process and of its living descendants run on these cores, as far as the
    /// kernel lists children. Where the system refuses, some may stay where they are.
    void move_to(const std::vector<int>& new_cores);
    /// The limit that the bot has reached since its start, in words; nothing if none.
    [[nodiscard]] std::optional<std::string> limit_reached() const;

protected:
    /// May be null.
    [[nodiscard]] virtual const ControlGroup* group() const = 0;
    /// As the processes themselves tell, without those that nobody has waited for.
    [[nodiscard]] virtual std::optional<std::chrono::nanoseconds> used_by_processes() const = 0;
    /// How much of that is not the bot's: the CPU time of the process which stops and resumes it.
    [[nodiscard]] virtual std::optional<std::chrono::nanoseconds> used_by_helpers() const {
        return std::chrono::nanoseconds{};
    }
    /// Not by a control group's freezer: where the referee is killed what is frozen stays so, and in version 1 not even
    /// SIGKILL ends it.
    virtual void order_pause(bool stopped) = 0;
    /// Waits until the last order is carried out, or there is nothing left to obey. Returns false if that takes longer.
    [[nodiscard]] virtual bool wait_until_obeyed(Duration patience) = 0;
    /// For a constructor that knows the pid only late.
    void watch_cpu_time();

private:
    bool paused_ = false;
    std::optional<clockid_t> cpu_clock_;
};

}  // namespace referee
