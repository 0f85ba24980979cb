// Runs a program of the system, such as a batch system's command, and reads what it prints.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace referee {

struct ProgramEnd {
    int exit_code =
        0;            ///< 127 if there is no such program, 124 if it took too long and was killed, 128 + n by signal n
    std::string out;  ///< stdout
    std::string err;  ///< stderr

    /// The last line of stderr, or of stdout; for a message.
    [[nodiscard]] std::string last_line() const;
};

/// Runs it to its end in a session of its own, so that Ctrl-C does not reach it, with no signal blocked and an empty
/// stdin. Throws std::system_error if no process can be started.
[[nodiscard]] ProgramEnd run_program(const std::vector<std::string>& words, std::chrono::seconds patience);

/// Identifies a process for a later run of this program: by then another process may have its pid.
struct ProcessMark {
    pid_t pid = 0;
    std::string started;  ///< time of its start by the kernel's clock, and id of the boot

    [[nodiscard]] bool is_alive() const;
};

/// A mark as a line of text, and back; any other text gives a mark of no process.
[[nodiscard]] std::string text_of(const ProcessMark& mark);
[[nodiscard]] ProcessMark process_mark_of(const std::string& text);

/// Starts a program in the same way, but does not wait for it: it may outlive this one. Appends its stdout and stderr
/// to files, which may be the same. Throws std::runtime_error if it can't be started.
[[nodiscard]] ProcessMark start_program(const std::vector<std::string>& words, const std::string& out,
                                        const std::string& err);

}  // namespace referee
