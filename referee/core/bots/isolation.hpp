// The isolation of a run's bots: the isolation that the user requests, and what this machine can enforce.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/match_log.hpp"
#include "referee/core/bots/program_path.hpp"
#include "referee/core/processes/launcher.hpp"

namespace referee {

/// The default limits in a sandbox. Threads count as processes. The runtimes of Node and Java start some 40 threads.
inline constexpr std::uint64_t usual_memory_bytes = std::uint64_t{1} << 30;
inline constexpr std::uint64_t usual_processes = 256;
/// Without control groups, the memory limit holds for each process alone. So strangers' programs get fewer processes.
inline constexpr std::uint64_t max_processes_without_groups = 64;

/// The default number of cores of a bot.
inline constexpr std::uint64_t usual_cpus = 1;

/// The value given by `--sandbox`.
enum class SandboxMode {
    automatic,  ///< a sandbox if one is available, otherwise a note that gives the reason
    on,
    off,
};
/// The spelling of each mode.
inline constexpr std::array<std::pair<std::string_view, SandboxMode>, 3> sandbox_modes = {
    {{"on", SandboxMode::on}, {"off", SandboxMode::off}, {"auto", SandboxMode::automatic}}};

/// A limit, or nothing if there is no limit.
using LimitOrNone = std::optional<std::uint64_t>;

/// The number of bytes that a text such as "512M" stands for, from 16M to 1024G. Nothing for any other text.
[[nodiscard]] std::optional<std::uint64_t> memory_size(std::string_view text);
/// Reads a memory size such as "512M", or "none". Throws games::UserError, whose message names `what`, if the text is
/// invalid.
[[nodiscard]] LimitOrNone parse_memory(const std::string& text, std::string_view what);
/// Writes a memory size in the largest unit that is exact. The inverse of parse_memory().
[[nodiscard]] std::string memory_text(const LimitOrNone& bytes);

/// The isolation that the user requests.
struct IsolationOptions {
    std::optional<SandboxMode> sandbox;    ///< default: the mode from the environment, see mode_of()
    std::optional<LimitOrNone> memory;     ///< in bytes; default: usual_memory_bytes in a sandbox
    std::optional<LimitOrNone> processes;  ///< default: usual_processes in a sandbox
    std::vector<std::string> folders;      ///< additional folders that the sandbox shows to the bots
    std::optional<bool> ponder;            ///< whether bots may ponder; default: only without a sandbox
    std::optional<LimitOrNone> cpus;       ///< the cores of a bot; default: usual_cpus
    std::optional<bool> reuse;  ///< whether a bot's sandbox may be cleared and used for its next game; default: yes
};

/// The isolation of all bots of a run.
struct Isolation {
    Confinement confinement;
    std::string kept_by;  ///< the mechanism that enforces the limits; "nothing" if there are no limits
    std::string note;     ///< why there is no sandbox, if one was tried; otherwise empty
    std::vector<std::string> folders;
    std::vector<std::string> secrets;  ///< files that a sandbox hides from all bots but their own; see sight_of()

    /// The name of the isolation in logs: "bubblewrap" or "none".
    [[nodiscard]] std::string name() const { return confinement.sandbox ? "bubblewrap" : "none"; }
    /// The folders in which programs without a path are looked up.
    [[nodiscard]] std::string_view path() const { return confinement.sandbox ? sandbox_path : user_path(); }
    /// Hides files from all bots except those that are run from them.
    void hide(const std::vector<std::string>& paths) { secrets.insert(secrets.end(), paths.begin(), paths.end()); }
    /// Writes the enforced limits into a log's limits.
    void write_into(protocol::Limits& limits) const;
};

/// The mode that the user gives. By default, the mode in the variable REFEREE_SANDBOX, or automatic if it is not set.
/// Throws games::UserError if the variable has an invalid value.
[[nodiscard]] SandboxMode mode_of(const IsolationOptions& options);

/// Throws std::runtime_error if /proc is not mounted or can't be looked at. Without /proc, bots can't be found, watched or ended.
void require_proc();

/// Tries the requested isolation. Throws games::UserError if the request is malformed or not available on this machine.
/// The message names the failing step and the remedy. Also throws what require_proc() throws.
[[nodiscard]] Isolation make_isolation(const IsolationOptions& options);

/// If a sandbox was tried but is not available, prints a note with the reason.
void report_missing_sandbox(const Isolation& isolation);

}  // namespace referee
