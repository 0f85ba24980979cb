#include "referee/commands/engine_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "games/user_error.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

using games::UserError;
using tournament::JobSystem;

constexpr std::string_view local = "local";

std::pair<std::string, std::string> parse_engine_option(const std::string& text) {
    const auto equals = text.find('=');
    std::string key = text.substr(0, equals);
    const bool fit = !key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
    if (!fit || key.front() == '-')
        throw UserError(fmt::format("--engine-option '{}': write KEY=VALUE, as in partition=arena", text));
    return {std::move(key), equals == std::string::npos ? "" : text.substr(equals + 1)};
}

}  // namespace

void add_engine(CommandLine& line, TournamentOptions& options) {
    line.option("--engine", "NAME",
                "who plays: local (this machine), slurm or parallel\n(GNU parallel over ssh) (local)",
                [&](const std::string& text) {
                    std::vector<std::pair<std::string_view, std::string_view>> names = {{local, local}};
                    for (const JobSystem& system : tournament::job_systems())
                        names.emplace_back(system.name, system.name);
                    options.engine = chosen<std::string_view>("--engine", text, names);
                });
    line.list("--engine-option", "KEY=VALUE", "an option of sbatch or parallel: partition=arena",
              options.engine_options);
    line.file("--hosts-file", "FILE", "parallel: the hosts, a line each: 4/user@host has\n4 slots (this machine)",
              options.hosts_file);
    line.flag("--transfer",
              "parallel: the hosts share no files with this\nmachine, and get the bots and referee from it",
              options.transfer);
}

void check_engine(const TournamentOptions& options) {
    const JobSystem* const system = job_system_of(options);
    for (const std::string& option : options.engine_options) {
        const std::string key = parse_engine_option(option).first;
        if (system == nullptr || std::ranges::find(system->own_options, key) == system->own_options.end()) continue;
        throw UserError(fmt::format("--engine-option {}: referee sets this option of {} itself", harmless(option),
                                    system->program));
    }
    const bool is_local = options.engine == local;
    const char* given = !options.engine_options.empty() ? "--engine-option"
                        : !options.hosts_file.empty()   ? "--hosts-file"
                        : options.transfer              ? "--transfer"
                        : options.batch_time            ? "--batch"
                        : options.leave_running         ? "--leave-running"
                        : options.scale_time            ? "--scale-time"
                                                        : nullptr;
    if (is_local && given != nullptr) throw UserError(fmt::format("{} goes with --engine slurm or parallel", given));
    if (!is_local && options.pause) throw UserError("--pause goes with --engine local");
    if (!is_local && options.pin) throw UserError("--pin goes with --engine local: the batch system binds cores");
    if (!options.hosts_file.empty() && options.engine != "parallel")
        throw UserError("--hosts-file goes with --engine parallel");
    if (options.transfer && options.hosts_file.empty())
        throw UserError("--transfer goes with --engine parallel and --hosts-file");
}

const JobSystem* job_system_of(const TournamentOptions& options) {
    for (const JobSystem& system : tournament::job_systems()) {
        if (system.name == options.engine) return &system;
    }
    return nullptr;
}

tournament::Site site_of(const TournamentOptions& options) {
    tournament::Site site;
    require_proc();
    site.referee = std::filesystem::read_symlink("/proc/self/exe");
    site.folder = std::filesystem::current_path();
    site.jobs = options.jobs;
    site.transfer = options.transfer;
    if (!options.hosts_file.empty()) {
        site.hosts_file = std::filesystem::absolute(options.hosts_file);
        if (!std::filesystem::is_regular_file(site.hosts_file))
            throw UserError(fmt::format("--hosts-file '{}': there is no such file", options.hosts_file));
    }
    for (const std::string& option : options.engine_options)
        site.options.push_back(parse_engine_option(option));
    return site;
}

}  // namespace referee
