// Boost.Process's handle of a child, kept out of the other headers: waiting for its end and reaping it.
#pragma once

#include <sys/types.h>

#include <memory>

#include "referee/processes/start_process.hpp"

namespace referee {

class ProcessHandle {
public:
    /// Takes a child over. Its number stays its own until it is reaped.
    explicit ProcessHandle(StartedProcess started);
    ProcessHandle(ProcessHandle&&) noexcept;
    ProcessHandle& operator=(ProcessHandle&&) noexcept;
    /// Reaps a child that has ended; one that still runs is left alone.
    ~ProcessHandle();

    pid_t pid() const;
    /// Becomes readable when the child has ended.
    int pidfd() const;
    /// Waits for the end of a child that has been killed, for at most 5 seconds: only a process that the kernel itself
    /// holds (a dead network disk) takes longer than an instant. Returns whether it has ended.
    bool wait_for_end() const;
    /// Reaps it if it has ended.
    void reap();

private:
    struct Child;
    std::unique_ptr<Child> child_;
};

}  // namespace referee
