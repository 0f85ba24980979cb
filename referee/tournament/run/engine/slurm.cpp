// The commands of Slurm. A wave is a job array, identified by its name. Slurm replaces patterns such as %a in paths.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "referee/core/base/shell_word.hpp"
#include "referee/tournament/run/engine/job_system.hpp"

namespace referee::tournament {

namespace {

using namespace std::chrono_literals;

/// Slurm's MaxArraySize is 1001 by default, and the numbers of tasks have to be below it.
constexpr int max_array_size = 1000;

constexpr std::array<std::string_view, 8> own_options = {"array",     "chdir",  "error",    "job-name",
                                                         "open-mode", "output", "parsable", "wrap"};

/// Doubles each percent sign, because Slurm takes a single one for the beginning of a pattern.
std::string without_patterns(const std::string& path) {
    std::string text;
    for (const char c : path)
        text += c == '%' ? "%%" : std::string(1, c);
    return text;
}

Words slurm_submit(const Site& site, const WaveOrder& order) {
    Words words = {"sbatch",
                   "--parsable",
                   "--job-name=" + site.job_name(order.wave),
                   fmt::format("--array=0-{}{}", order.count - 1, site.jobs ? fmt::format("%{}", *site.jobs) : ""),
                   "--ntasks=1",
                   fmt::format("--cpus-per-task={}", site.cpus),
                   "--requeue",
                   "--open-mode=append",
                   "--chdir=" + site.folder,
                   fmt::format("--output={}/w{}.%a.out", without_patterns(site.spool), order.wave)};
    if (!order.excluded.empty()) words.push_back(fmt::format("--exclude={}", fmt::join(order.excluded, ",")));
    add_options(words, site);
    words.push_back(
        fmt::format("--wrap=echo \"{}$SLURMD_NODENAME\"; exec {} engine play --sum {} --host \"$SLURMD_NODENAME\" "
                    "{}/w{}.\"$SLURM_ARRAY_TASK_ID\".json",
                    Spool::said_on, shell_word(site.referee), order.sum, shell_word(site.spool), order.wave));
    return words;
}

Words slurm_list(const Site& /*site*/) {
    return {"squeue", "--noheader", "--array", "--me", "--format=%j|%K|%t|%r"};
}

std::vector<Words> slurm_stop(const Site& site, int wave, pid_t /*process*/) {
    const std::string name = "--jobname=" + site.job_name(wave);
    return {{"scancel", "--state=PENDING", name}, {"scancel", "--signal=TERM", "--batch", name}};
}

std::vector<Words> slurm_kill(const Site& site, int wave, pid_t /*process*/) {
    const std::string name = "--jobname=" + site.job_name(wave);
    return {{"scancel", "--state=PENDING", name}, {"scancel", name}};
}

/// Adds the partition, which is the only one of the user's options that sinfo needs.
Words with_partition(Words words, const Site& site) {
    for (const auto& [key, value] : site.options) {
        if (key == "partition") words.push_back("--partition=" + value);
    }
    return words;
}

Words slurm_cores(const Site& site) {
    return with_partition({"sinfo", "--noheader", "--format=%C"}, site);
}

Words slurm_hosts(const Site& site) {
    return with_partition({"sinfo", "--noheader", "--states=idle,alloc,mix", "--format=%D"}, site);
}

Words slurm_check(const Site& site, int hosts) {
    Words words = {"srun", fmt::format("--nodes={}", hosts), "--ntasks-per-node=1", "--chdir=" + site.folder};
    add_options(words, site);
    words.insert(
        words.end(),
        {"sh", "-c", fmt::format("exec {} engine calibrate --host \"$SLURMD_NODENAME\"", shell_word(site.referee))});
    return words;
}

}  // namespace

JobSystem slurm() {
    return {.name = "slurm",
            .program = "sbatch",
            .between_waves = 6s,
            .between_lists = 5s,
            .max_wave = max_array_size,
            .own_options = own_options,
            .submit = slurm_submit,
            .list = slurm_list,
            .stop = slurm_stop,
            .kill = slurm_kill,
            .cores = slurm_cores,
            .check = slurm_check,
            .hosts = slurm_hosts,
            .clean = nullptr};
}

std::map<int, WaveState> read_list(const Site& site, std::string_view output) {
    std::map<int, WaveState> waves;
    const std::string begin = "referee-" + site.tournament + "-";
    for (const std::string_view line : fields_of(output, '\n')) {
        const auto fields = fields_of(line, '|');
        if (fields.size() < 4 || !fields[0].starts_with(begin)) continue;
        const auto batch = batch_of_file(fmt::format("{}.{}", fields[0].substr(begin.size()), fields[1]));
        if (!batch) continue;
        WaveState& wave = waves[batch->wave];
        if (fields[3].find("held") != std::string_view::npos || fields[3].find("Held") != std::string_view::npos) {
            wave.stuck.insert(batch->task);
            continue;
        }
        wave.tasks.insert(batch->task);
        if (fields[2] == "R") ++wave.running;
    }
    return waves;
}

}  // namespace referee::tournament
