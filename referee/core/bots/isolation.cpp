#include "referee/core/bots/isolation.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/bots/sight.hpp"

namespace referee {

namespace {

using games::UserError;

constexpr std::string_view no_limit = "none";
constexpr std::uint64_t mebibyte = 1024 * 1024;
constexpr std::uint64_t min_memory = 16 * mebibyte;
constexpr std::uint64_t max_memory = std::uint64_t{1} << 40;

/// The units of a memory size in bytes, from the smallest to the largest.
constexpr std::array<std::pair<char, std::uint64_t>, 3> memory_units = {
    {{'K', 1024}, {'M', mebibyte}, {'G', 1024 * mebibyte}}};

}  // namespace

std::optional<std::uint64_t> memory_size(std::string_view text) {
    for (const auto& [letter, bytes] : memory_units) {
        if (text.empty() || text.back() != letter) continue;
        const auto number = games::whole_number(text.substr(0, text.size() - 1));
        if (!number || *number <= 0 || static_cast<std::uint64_t>(*number) > max_memory / bytes) break;
        const auto total = static_cast<std::uint64_t>(*number) * bytes;
        if (total >= min_memory) return total;
    }
    return std::nullopt;
}

LimitOrNone parse_memory(const std::string& text, std::string_view what) {
    if (text == no_limit) return std::nullopt;
    if (const auto size = memory_size(text)) return size;
    throw UserError(fmt::format("{} '{}': write a size such as 512M or 2G (at least 16M), or none", what, text));
}

std::string memory_text(const LimitOrNone& bytes) {
    if (!bytes) return std::string(no_limit);
    std::string text = fmt::format("{}", *bytes);  // not returned, because every size is a multiple of a unit
    for (const auto& [letter, unit] : memory_units) {
        if (*bytes % unit == 0) text = fmt::format("{}{}", *bytes / unit, letter);
    }
    return text;
}

SandboxMode mode_of(const IsolationOptions& options) {
    constexpr const char* variable = "REFEREE_SANDBOX";
    const char* wanted = std::getenv(variable);
    if (options.sandbox || wanted == nullptr || *wanted == '\0')
        return options.sandbox.value_or(SandboxMode::automatic);
    for (const auto& [word, mode] : sandbox_modes) {
        if (word == wanted) return mode;
    }
    throw UserError(fmt::format("{} '{}': write on, off or auto", variable, wanted));
}

void Isolation::write_into(protocol::Limits& limits) const {
    limits.memory_bytes = confinement.limits.memory_bytes;
    limits.processes = confinement.limits.processes;
    limits.kept_by = kept_by;
    limits.ponder = !confinement.pausable;
    limits.cpus = confinement.cpus;
}

void report_missing_sandbox(const Isolation& isolation) {
    if (!isolation.note.empty())
        note("no sandbox: bots run with all your rights (--sandbox=off accepts this): " + isolation.note);
}

void require_proc() {
    if (::access("/proc/self/fd", F_OK) == 0) return;
    if (errno == ENOENT) throw std::runtime_error("/proc is not mounted, and no bot can be run without it");
    throw std::system_error(errno, std::generic_category(), "no bot can be run, because of /proc/self/fd");
}

Isolation make_isolation(const IsolationOptions& options) {
    require_proc();
    Isolation isolation;
    isolation.folders = options.folders;
    isolation.secrets = secrets_of_output();
    const SandboxMode mode = mode_of(options);
    for (const std::string& folder : isolation.folders)
        if (mode != SandboxMode::off) static_cast<void>(shown_folder(folder));  // throws before anything is written
    Confinement& confinement = isolation.confinement;
    confinement.cpus = options.cpus.value_or(usual_cpus);
    confinement.reuse = options.reuse.value_or(true);
    confinement.pausable = !options.ponder.value_or(false);
    if (mode != SandboxMode::off) {
        try {
            confinement.sandbox = make_sandbox(confinement.pausable);
        } catch (const SandboxFailure& failure) {
            if (mode == SandboxMode::on) throw UserError(fmt::format("no sandbox: {}", failure.what()));
            isolation.note = failure.what();
        }
    }
    if (!confinement.sandbox) confinement.pausable = !options.ponder.value_or(true);
    ResourceLimits& limits = confinement.limits;
    if (confinement.sandbox) limits = {usual_memory_bytes, usual_processes};
    if (options.memory) limits.memory_bytes = *options.memory;
    if (options.processes) limits.processes = *options.processes;
    isolation.kept_by = "nothing";
    if (!limits.memory_bytes && !limits.processes) return isolation;
    const LimitKeeper keeper = find_limit_keeper();
    isolation.kept_by = keeper.name;
    if (keeper.problem.empty() || !limits.processes) return isolation;
    // The kernel does not enforce this rlimit for root.
    if (confinement.sandbox && ::geteuid() != 0) return isolation;
    if (!options.processes) {
        limits.processes = std::nullopt;
        return isolation;
    }
    throw UserError(
        fmt::format("--limits: processes can't be enforced here: {}; see docs/security.md", keeper.problem));
}

}  // namespace referee
