// A launcher for Boost.Process that starts a program as a child. The child's life may be tied to that of the referee.
#pragma once

#include <boost/process/v2/process.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace referee {

/// A descriptor of the referee and its number in the child.
struct GivenFd {
    int from;
    int to;
};

/// A limit for setrlimit(), both soft and hard.
struct GivenLimit {
    int resource;
    std::uint64_t value;
};

/// A callable with an executor, a program and its arguments, like the library's own launchers. The child runs in a new
/// session, with the default action for every signal, no signal blocked, and without core dumps.
class ProcessLauncher {
public:
    using Process = boost::process::v2::process;

    std::vector<std::string> environment;  ///< entries "NAME=value"
    std::vector<GivenFd> descriptors;      ///< in ascending order of `to`, from 0 without gaps. The child has no others
    std::vector<int> control_groups;       ///< open "cgroup.procs" files of the groups to enter
    std::vector<GivenLimit> limits;
    std::vector<int> signals;      ///< signals to reset to their default, see changed_signals()
    std::vector<int> cores;        ///< the cores on which the child runs; empty: those of the calling thread
    bool dies_with_parent = true;  ///< kill the child when the thread that has started it ends
    /// The pidfd of the process that was started last. The Process object closes it, but Boost.Process 1.81 does not
    /// return it.
    int pidfd = -1;

    /// Starts `program` (a path) with `arguments` (including argv[0]). If the program can't be run, sets `error` and
    /// returns a process whose is_open() is false. Throws std::system_error if the referee or the system is to blame.
    [[nodiscard]] Process operator()(Process::executor_type executor, boost::system::error_code& error,
                                     const std::string& program, const std::vector<std::string>& arguments);
};

/// The signals that this process ignores or handles now. Takes one system call for each existing signal.
[[nodiscard]] std::vector<int> changed_signals();

/// Whether `program` or its interpreter is to blame for this error of execve(). For other errors (no memory, a failing
/// disk, a file that is being written), the system is to blame.
[[nodiscard]] bool is_fault_of_program(int error, const std::string& program);

}  // namespace referee
