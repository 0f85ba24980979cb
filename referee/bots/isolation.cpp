#include "referee/bots/isolation.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "games/user_error.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;
using games::UserError;

/// Whether a path lies in a folder or is it.
bool is_within(const fs::path& path, const fs::path& folder) {
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end == folder.end();
}

bool belongs_to_system(const fs::path& path) {
    static constexpr const char* shown[] = {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
    return std::any_of(std::begin(shown), std::end(shown), [&](const char* folder) { return is_within(path, folder); });
}

/// The folder that holds a program and what belongs to it.
fs::path home_of(const fs::path& file) {
    const fs::path folder = file.parent_path();
    std::error_code error;
    // An interpreter of the user's own lies in bin/ beside the lib/ that it can't do without.
    if (folder.filename() != "bin") return folder;
    for (const auto& entry : fs::directory_iterator(folder.parent_path() / "lib", error)) {
        const std::string name = entry.path().filename();
        if (name.starts_with("python3") || name == "node_modules" || name == "jvm" || name == "modules") {
            return folder.parent_path();
        }
    }
    return folder;
}

/// Whether a folder holds more than what belongs to one program: then the file alone is shown.
bool is_shared(const fs::path& folder) {
    const char* home = std::getenv("HOME");
    return folder == "/" || folder == "/tmp" || folder == "/var/tmp" || folder == "/home" ||
           (home != nullptr && folder == fs::path(home).lexically_normal());
}

void add_folder(std::set<std::string>& folders, const fs::path& folder, const std::string& whose) {
    for (const char* own : {"/proc", "/sys", "/dev"}) {
        if (is_within(folder, own)) {
            throw UserError(fmt::format("{}: {} can't be shown in a sandbox: copy it elsewhere, or give --sandbox=off",
                                        whose, folder.string()));
        }
    }
    folders.insert(folder);
}

/// The folder as it is named, and where it is in truth if a link leads there.
void add_home_of_file(std::set<std::string>& folders, const std::string& file, const std::string& whose) {
    std::error_code error;
    const fs::path named = fs::absolute(file, error).lexically_normal();
    const fs::path real = fs::canonical(named, error);
    for (const fs::path& path : {named, error ? named : real}) {
        if (belongs_to_system(path)) continue;
        add_folder(folders, is_shared(home_of(path)) ? path : home_of(path), whose);
    }
}

/// The real path of a folder that the user wants to show. Throws games::UserError if there is none.
fs::path shown_folder(const std::string& folder) {
    std::error_code error;
    fs::path path = fs::canonical(folder, error);
    if (error || !fs::is_directory(path, error)) {
        throw UserError(fmt::format("--sandbox-folder '{}': no such folder", folder));
    }
    return path;
}

}  // namespace

std::vector<std::string> folders_of(const BotCommand& command, const std::vector<std::string>& more) {
    std::set<std::string> folders;
    const std::string whose = fmt::format("bot '{}'", command.name);
    add_home_of_file(folders, command.program, whose);
    for (std::size_t i = 1; i < command.arguments.size(); ++i) {
        std::error_code error;
        const fs::path path = command.arguments[i];
        if (!fs::is_regular_file(path, error)) continue;
        add_home_of_file(folders, path, whose);
        break;
    }
    for (const auto& folder : more) {
        const fs::path path = shown_folder(folder);
        if (!belongs_to_system(path)) add_folder(folders, path, "--sandbox-folder");
    }
    return {folders.begin(), folders.end()};
}

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
    for (const std::string& folder : isolation.folders)
        static_cast<void>(shown_folder(folder));  // before anything is written
    Confinement& confinement = isolation.confinement;
    confinement.cpus = options.cpus.value_or(usual_cpus);
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
