// A launcher for Boost.Process that starts a program as a child, which may be tied to the life of the referee.
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

/// A limit of setrlimit, soft and hard.
struct GivenLimit {
    int resource;
    std::uint64_t value;
};

/// Like the library's own launchers: a callable with an executor, a program and its arguments. The child runs in a new
/// session, with every signal at its default and none blocked, and without core dumps.
class ProcessLauncher {
public:
    using Process = boost::process::v2::process;

    std::vector<std::string> environment;  ///< "NAME=value"
    std::vector<GivenFd> descriptors;      ///< in ascending order of `to`, without gaps from 0; the child has no others
    std::vector<int> control_groups;       ///< open "cgroup.procs" files of the groups to enter
    std::vector<GivenLimit> limits;
    std::vector<int> signals;      ///< to be put to their default: see changed_signals()
    std::vector<int> cores;        ///< the processor cores on which it runs; empty: those of the calling thread
    bool dies_with_parent = true;  ///< is killed when the thread that has started it ends
    int pidfd = -1;                ///< of the process that was started last, which closes it: 1.81 does not offer it

    /// Starts `program` (a path) with `arguments` (with argv[0]). A program that can't be run sets `error`, and the
    /// process is none (is_open() is false). Throws std::system_error if the referee or the system is at fault.
    [[nodiscard]] Process operator()(Process::executor_type executor, boost::system::error_code& error,
                                     const std::string& program, const std::vector<std::string>& arguments);
};

/// The signals that this process ignores or handles now. Takes one system call for each existing signal.
[[nodiscard]] std::vector<int> changed_signals();

/// Whether `program` or its interpreter is to blame for this error of execve(). Other errors (no memory, a failing
/// disk, a file that is being written) are the system's.
[[nodiscard]] bool is_fault_of_program(int error, const std::string& program);

}  // namespace referee
