// The ownership of a child, with Boost.Process's handle kept out of the other headers: waiting for its end and reaping
// it.
#pragma once

#include <sys/types.h>

#include <memory>

#include "referee/processes/children.hpp"
#include "referee/processes/start_process.hpp"

namespace referee {

class ProcessHandle {
public:
    /// Takes over a child that runs. Its number stays its own until it is reaped. Throws std::system_error.
    ProcessHandle(StartedProcess started, Children::Note note);
    ProcessHandle(ProcessHandle&&) noexcept;
    ProcessHandle& operator=(ProcessHandle&&) noexcept;
    /// Reaps a child that has ended, and ends the strays; see Children. A child that still runs is one of them.
    ~ProcessHandle();

    pid_t pid() const;
    /// Becomes readable when the child has ended.
    int pidfd() const;
    /// Waits for the end of a child that has been killed, for at most 5 seconds: only a process that the kernel itself
    /// holds (a dead network disk) takes longer than an instant. Returns whether it has ended.
    bool wait_for_end() const noexcept;

private:
    struct Child;
    std::unique_ptr<Child> child_;
};

}  // namespace referee
