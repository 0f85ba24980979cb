// The isolation of a run's bots: the user's wishes, and what this machine can enforce.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/match_log.hpp"
#include "referee/bots/bot_command.hpp"
#include "referee/processes/launcher.hpp"

namespace referee {

/// The limits in a sandbox, unless the user gives others. Runtimes such as Node's and Java's start some 40 threads.
inline constexpr std::uint64_t usual_memory_bytes = std::uint64_t{1} << 30;
inline constexpr std::uint64_t usual_processes = 256;

/// The cores of a bot, unless the user gives another number.
inline constexpr std::uint64_t usual_cpus = 1;

/// `--sandbox`
enum class SandboxMode {
    automatic,  ///< a sandbox if one is available, otherwise a note with the reason
    on,
    off,
};
/// Their words.
inline constexpr std::array<std::pair<std::string_view, SandboxMode>, 3> sandbox_modes = {
    {{"on", SandboxMode::on}, {"off", SandboxMode::off}, {"auto", SandboxMode::automatic}}};

/// A limit, or nothing for no limit.
using LimitOrNone = std::optional<std::uint64_t>;

/// The bytes of a size of memory such as "512M", from 16M to 1024G; nothing for any other text.
[[nodiscard]] std::optional<std::uint64_t> memory_size(std::string_view text);
/// Reads a size of memory such as "512M", or "none". Throws games::UserError that names `what`.
[[nodiscard]] LimitOrNone parse_memory(const std::string& text, std::string_view what);
/// The way back, in the largest exact unit.
[[nodiscard]] std::string memory_text(const LimitOrNone& bytes);

/// The user's wishes.
struct IsolationOptions {
    std::optional<SandboxMode> sandbox;    ///< not given: the environment's, see mode_of()
    std::optional<LimitOrNone> memory;     ///< in bytes; not given: the usual one in a sandbox
    std::optional<LimitOrNone> processes;  ///< not given: the usual number in a sandbox
    std::vector<std::string> folders;      ///< shown in the sandbox as well
    std::optional<bool> ponder;            ///< not given: only without a sandbox
    std::optional<LimitOrNone> cpus;       ///< the cores of a bot; not given: 1
    std::optional<bool> reuse;             ///< a bot's sandbox may be cleared and serve its next game; not given: true
};

/// The isolation of all bots of a run.
struct Isolation {
    Confinement confinement;
    std::string kept_by;  ///< the mechanism that enforces the limits; "nothing" if there are none
    std::string note;     ///< why there is no sandbox if one was tried; empty otherwise
    std::vector<std::string> folders;
    std::vector<std::string> secrets;  ///< files that only their own bot may see in a sandbox; see sight_of()

    /// Its name in logs: "bubblewrap" or "none".
    [[nodiscard]] std::string name() const { return confinement.sandbox ? "bubblewrap" : "none"; }
    /// The folders in which a program without a path is looked for.
    [[nodiscard]] std::string_view path() const { return confinement.sandbox ? sandbox_path : user_path(); }
    /// Hides files from all bots except those that are run from them.
    void hide(const std::vector<std::string>& paths) { secrets.insert(secrets.end(), paths.begin(), paths.end()); }
    /// Writes the enforced limits into a log's limits.
    void write_into(protocol::Limits& limits) const;
};

/// The given mode; else that of the variable REFEREE_SANDBOX; else automatic. Throws games::UserError if the variable
/// has another value.
[[nodiscard]] SandboxMode mode_of(const IsolationOptions& options);

/// Throws std::runtime_error if /proc is not mounted: without it bots can't be found, watched or ended.
void require_proc();

/// Tries out the wishes. Throws games::UserError if they are malformed or not available on this machine; its text names
/// the failing step and the remedy. Throws what require_proc() throws, too.
[[nodiscard]] Isolation make_isolation(const IsolationOptions& options);

/// Prints a line if a sandbox was wanted and is not available.
void report_missing_sandbox(const Isolation& isolation);

}  // namespace referee
