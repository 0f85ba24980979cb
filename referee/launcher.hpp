// Starts bot processes, each with three pipes and in a session of its own, and owns them until they are reaped.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "referee/clock.hpp"
#include "referee/unique_fd.hpp"

namespace referee {

/// How a process ended: just one of the two is set.
struct ExitStatus {
    std::optional<int> code;
    std::optional<int> signal;
};

/// A running (or ended, but not yet reaped) bot and the referee's ends of its pipes, which never block.
/// Its end kills whatever is left of the bot's process group and reaps the bot.
class ChildProcess {
public:
    struct Handle;  ///< Boost.Process's handle, kept out of this header
    ChildProcess(std::unique_ptr<Handle> handle, UniqueFd to_stdin, UniqueFd from_stdout, UniqueFd from_stderr);
    ~ChildProcess();

    UniqueFd to_stdin;
    UniqueFd from_stdout;
    UniqueFd from_stderr;

    pid_t pid() const;
    /// Becomes readable when the bot has ended.
    int pidfd() const;
    /// How the bot ended, or nothing while it runs. Does not reap it, so that its pid stays its own.
    std::optional<ExitStatus> exit_status() const;
    /// CPU time that the bot's own process has used, if the system tells.
    std::optional<std::chrono::nanoseconds> cpu_time() const;
    /// Sends SIGKILL to the bot's whole process group. Harmless where nothing of it is left.
    void kill_group() const;

private:
    std::unique_ptr<Handle> handle_;
};

/// What to start.
struct LaunchRequest {
    std::string program;                   ///< path of the executable
    std::vector<std::string> arguments;    ///< with argv[0]
    std::vector<std::string> environment;  ///< "NAME=value"
};

/// Why a bot could not be started: the system's reason.
struct LaunchFailure {
    std::string reason;
};

/// Starts processes without any isolation. Outlives what it has started. Not to be shared between threads.
class Launcher {
public:
    Launcher();
    ~Launcher();

    /// A bot that can't be started is its own fault and is returned; throws std::system_error where the referee itself
    /// is out of descriptors, memory or processes.
    std::variant<std::unique_ptr<ChildProcess>, LaunchFailure> launch(const LaunchRequest& request);

private:
    struct Context;  ///< Boost.Asio's context, kept out of this header
    std::unique_ptr<Context> context_;
};

}  // namespace referee
