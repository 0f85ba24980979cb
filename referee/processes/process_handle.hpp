// The ownership of a child, with Boost.Process kept out of the other headers: waiting for its end and reaping it.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace referee {

class ProcessLauncher;

/// A child that has been started. Its number stays its own until it is reaped.
class ProcessHandle {
public:
    /// Starts a child and notes it under `mark`; see Children. Returns an error number where the program can't be run,
    /// and throws what the launcher throws. `context` outlives the handle.
    [[nodiscard]] static std::variant<ProcessHandle, int> start(ProcessLauncher& launcher,
                                                                boost::asio::io_context& context,
                                                                const std::string& mark, const std::string& program,
                                                                const std::vector<std::string>& arguments);
    ProcessHandle(ProcessHandle&&) noexcept;
    ProcessHandle& operator=(ProcessHandle&&) noexcept;
    /// Reaps a child that has ended, and ends the strays; see Children. A child that still runs is one of them.
    ~ProcessHandle();

    [[nodiscard]] pid_t pid() const;
    /// Becomes readable when the child has ended.
    [[nodiscard]] int pidfd() const;
    /// Waits for the end of a child that has been killed, for at most 5 seconds: only a process that the kernel itself
    /// holds (a dead network disk) takes longer than an instant. Does not reap it. Returns whether it has ended.
    bool wait_for_end() const noexcept;

private:
    struct Child;
    explicit ProcessHandle(std::unique_ptr<Child> child);

    std::unique_ptr<Child> child_;
};

}  // namespace referee
