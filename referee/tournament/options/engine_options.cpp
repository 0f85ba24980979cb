#include "referee/tournament/options/engine_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "games/user_error.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/bots/isolation.hpp"

namespace referee {

namespace {

using games::UserError;
using tournament::JobSystem;

constexpr std::string_view local = "local";

bool is_key(std::string_view text) {
    return !text.empty() && text.front() != '-' && std::ranges::all_of(text, [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

/// Reads one part of the --engine value. A part with an unknown name is an option of the command that submits batches.
void read_part(const ValuePart& part, EngineWish& wish) {
    const auto& [text, key, value] = part;
    const auto set_once = [&part](bool is_set) {
        if (is_set) throw UserError(fmt::format("--engine: {} is given twice", part.name));
    };
    if (!is_key(key))
        throw UserError(
            fmt::format("--engine: '{}' is not valid here: write KEY=VALUE, as in slurm,partition=arena", text));
    if (key == "hosts") {
        set_once(!wish.hosts_file.empty());
        if (!value || value->empty()) throw UserError("--engine: hosts needs a file name");
        wish.hosts_file = *value;
    } else if (key == "batch") {
        set_once(wish.batch_time.has_value());
        wish.batch_time = parse_positive_duration(value.value_or(""), "--engine: batch");
    } else if (key == "transfer" || key == "leave-running") {
        bool& flag = key == "transfer" ? wish.transfer : wish.leave_running;
        set_once(flag);
        if (value) throw UserError(fmt::format("--engine: {} takes no value", key));
        flag = true;
    } else {
        wish.options.emplace_back(key, value.value_or(""));
    }
}

EngineWish read_engine(const std::string& text) {
    std::vector<std::pair<std::string_view, std::string_view>> names = {{local, local}};
    for (const JobSystem& system : tournament::job_systems())
        names.emplace_back(system.name, system.name);
    const std::vector<ValuePart> parts = parts_of(text, "--engine");
    EngineWish wish;
    wish.name = chosen<std::string_view>("--engine", parts.front().text, names);
    for (std::size_t i = 1; i < parts.size(); ++i)
        read_part(parts[i], wish);
    return wish;
}

Arguments written_engine(const EngineWish& wish) {
    if (wish == EngineWish()) return {};
    std::string text = wish.name;
    if (!wish.hosts_file.empty()) text += part_text("hosts=" + wish.hosts_file);
    if (wish.transfer) text += part_text("transfer");
    if (wish.batch_time) text += part_text("batch=" + exact(*wish.batch_time));
    if (wish.leave_running) text += part_text("leave-running");
    for (const auto& [key, value] : wish.options)
        text += part_text(value.empty() ? key : key + "=" + value);
    return {text};
}

}  // namespace

void add_engine(CommandLine& line, EngineWish& wish) {
    Option& option = line.option(
        "--engine", "NAME",
        "where games run: local (this machine), slurm, or\nparallel (GNU parallel over ssh), with options:\n"
        "slurm,partition=arena,batch=60s,leave-running or\nparallel,hosts=FILE,transfer (local)",
        [&wish](const std::string& text) { wish = read_engine(text); }, [&wish] { return written_engine(wish); });
    option.is_of_run = true;
    option.words_are_all = false;
    option.words = {std::string(local)};
    for (const JobSystem& system : tournament::job_systems())
        option.words.emplace_back(system.name);
}

void check_engine(const EngineWish& wish) {
    const JobSystem* const system = job_system_of(wish);
    for (const auto& [key, value] : wish.options) {
        if (system == nullptr || std::ranges::find(system->own_options, key) == system->own_options.end()) continue;
        throw UserError(fmt::format("--engine: {}: referee sets this option of {} itself", key, system->program));
    }
    EngineWish bare;
    bare.name = wish.name;
    if (wish.name == local && wish != bare)
        throw UserError("--engine: local takes no options: only slurm and parallel do");
    if (!wish.hosts_file.empty() && wish.name != "parallel") throw UserError("--engine: hosts goes with parallel");
    if (wish.transfer && wish.hosts_file.empty())
        throw UserError("--engine: transfer goes with parallel and hosts: parallel,hosts=FILE,transfer");
}

const JobSystem* job_system_of(const EngineWish& wish) {
    for (const JobSystem& system : tournament::job_systems()) {
        if (system.name == wish.name) return &system;
    }
    return nullptr;
}

tournament::Site site_of(const EngineWish& wish, std::optional<int> jobs) {
    tournament::Site site;
    require_proc();
    site.referee = std::filesystem::read_symlink("/proc/self/exe");
    site.folder = std::filesystem::current_path();
    site.jobs = jobs;
    site.transfer = wish.transfer;
    site.options = wish.options;
    if (wish.hosts_file.empty()) return site;
    site.hosts_file = std::filesystem::absolute(wish.hosts_file);
    if (!std::filesystem::is_regular_file(site.hosts_file))
        throw UserError(fmt::format("--engine: hosts '{}': there is no such file", wish.hosts_file));
    return site;
}

}  // namespace referee
