#include "referee/bots/isolation.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "games/user_error.hpp"
#include "referee/bots/sight.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

using games::UserError;

}  // namespace

void Isolation::write_into(protocol::Limits& limits) const {
    limits.memory_bytes = confinement.limits.memory_bytes;
    limits.processes = confinement.limits.processes;
    limits.kept_by = kept_by;
    limits.ponder = !confinement.pausable;
    limits.cpus = confinement.cpus;
}

void report_missing_sandbox(const Isolation& isolation) {
    if (!isolation.note.empty()) note("no sandbox (--sandbox=off accepts this): " + isolation.note);
}

Isolation make_isolation(const IsolationOptions& options) {
    Isolation isolation;
    isolation.folders = options.folders;
    isolation.secrets = secrets_of_output();
    for (const std::string& folder : isolation.folders)
        static_cast<void>(shown_folder(folder));  // before anything is written
    Confinement& confinement = isolation.confinement;
    confinement.cpus = options.cpus.value_or(usual_cpus);
    confinement.reuse = options.reuse;
    confinement.pausable = !options.ponder.value_or(false);
    if (options.sandbox != SandboxMode::off) {
        try {
            confinement.sandbox = make_sandbox(confinement.pausable);
        } catch (const SandboxFailure& failure) {
            if (options.sandbox == SandboxMode::on) throw UserError(fmt::format("no sandbox: {}", failure.what()));
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
    // The kernel keeps no such rlimit for root.
    if (confinement.sandbox && ::geteuid() != 0) return isolation;
    if (!options.processes) {
        limits.processes = std::nullopt;
        return isolation;
    }
    throw UserError(fmt::format("--processes can't be enforced here: {}; see docs/security.md", keeper.problem));
}

}  // namespace referee
