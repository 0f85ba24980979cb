// Owns a child process, waits for its end, and reaps it. Keeps Boost.Process out of the other headers.
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

/// A child that has been started. No other process gets its pid before it is reaped.
class ProcessHandle {
public:
    /// Starts a child and records it under `mark`, see Children. Returns an error number if the program can't be run,
    /// and throws what the launcher throws. Requires: `context` outlives the handle.
    [[nodiscard]] static std::variant<ProcessHandle, int> start(ProcessLauncher& launcher,
                                                                boost::asio::io_context& context,
                                                                const std::string& mark, const std::string& program,
                                                                const std::vector<std::string>& arguments);
    ProcessHandle(ProcessHandle&&) noexcept;
    ProcessHandle& operator=(ProcessHandle&&) noexcept;
    /// Reaps a child that has ended, and ends the strays, see Children. A child that still runs counts as a stray.
    ~ProcessHandle();

    [[nodiscard]] pid_t pid() const;
    /// Becomes readable when the child has ended.
    [[nodiscard]] int pidfd() const;
    /// Waits at most 5 seconds for the end of a child that has been killed. This takes long only if the kernel holds
    /// the process (for example because of a dead network disk). Does not reap the child. Returns whether the child has
    /// ended.
    bool wait_for_end() const noexcept;

private:
    struct Child;
    explicit ProcessHandle(std::unique_ptr<Child> child);

    std::unique_ptr<Child> child_;
};

}  // namespace referee
