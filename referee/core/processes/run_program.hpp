// Runs a program of the system, such as a command of a batch system, and reads its output.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace referee {

struct ProgramEnd {
    /// 127 if there is no such program, 124 if it took too long and was killed, 128 + n if signal n ended it.
    int exit_code = 0;
    std::string out;  ///< stdout
    std::string err;  ///< stderr

    /// The last line of stderr, or of stdout if stderr is empty, for a message. The exit code in words if both are
    /// empty.
    [[nodiscard]] std::string last_line() const;
};

/// Runs a program to its end in its own session, so that Ctrl-C does not reach it, with no signal blocked and an empty
/// stdin. Throws std::system_error if a process can't be started.
[[nodiscard]] ProgramEnd run_program(const std::vector<std::string>& words, std::chrono::seconds patience);

/// Identifies a process, so that a later run of this program can recognise it. By then another process may have the
/// same pid.
struct ProcessMark {
    pid_t pid = 0;
    std::string started;  ///< the time of its start by the kernel's clock, and the id of the boot

    [[nodiscard]] bool is_alive() const;
};

/// Convert a mark to a line of text and back. Any other text results in a mark that is not alive.
[[nodiscard]] std::string text_of(const ProcessMark& mark);
[[nodiscard]] ProcessMark process_mark_of(const std::string& text);

/// Starts a program like run_program(), but does not wait for it, so the program may outlive this process. Appends its
/// stdout and stderr to files, which may be the same. Throws std::runtime_error if it can't be started.
[[nodiscard]] ProcessMark start_program(const std::vector<std::string>& words, const std::string& out,
                                        const std::string& err);

}  // namespace referee
