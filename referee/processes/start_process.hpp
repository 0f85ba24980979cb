// Starts a program as a child, which may be made to die with the referee.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "referee/system/unique_fd.hpp"

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

struct ProcessPlan {
    std::string program;                   ///< path of the executable
    std::vector<std::string> arguments;    ///< with argv[0]
    std::vector<std::string> environment;  ///< "NAME=value"
    std::vector<GivenFd> descriptors;      ///< in ascending order of `to`, without gaps from 0; the child has no others
    std::vector<int> control_groups;       ///< open "cgroup.procs" files of the groups to enter
    std::vector<GivenLimit> limits;
    bool dies_with_parent = true;  ///< is killed when the thread that has started it ends
};

/// What was started, or why not.
struct StartedProcess {
    pid_t pid = -1;  ///< -1 where nothing runs
    UniqueFd pidfd;
    int error = 0;  ///< of the program's start
};

/// The child runs in a session of its own, with every signal at its default and none blocked, and without core dumps.
/// A program that can't be run is returned; throws std::system_error where the referee or the system is at fault.
StartedProcess start_process(const ProcessPlan& plan);

/// Whether it is `program` itself that can't be started with this error of execve(), or what it names as its
/// interpreter. Anything else (no memory, a disk that fails, somebody who writes to the file just now) is the system's.
bool is_fault_of_program(int error, const std::string& program);

}  // namespace referee
