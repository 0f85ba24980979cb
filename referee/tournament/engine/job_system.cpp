#include "referee/tournament/engine/job_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "games/words.hpp"
#include "referee/bots/bot_command.hpp"
#include "referee/system/cores.hpp"

namespace referee::tournament {

namespace {

using namespace std::chrono_literals;

void add_options(Words& words, const Site& site) {
    for (const auto& [key, value] : site.options)
        words.push_back(value.empty() ? "--" + key : fmt::format("--{}={}", key, value));
}

std::string joined(const std::set<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ",") + name;
    return text;
}

// Slurm. A wave is a job array, found again by its name; a pattern such as %a in a path would be replaced.

Words slurm_submit(const Site& site, int wave, int count, const std::set<std::string>& excluded) {
    Words words = {"sbatch",
                   "--parsable",
                   "--job-name=" + site.job_name(wave),
                   fmt::format("--array=0-{}{}", count - 1, site.jobs ? fmt::format("%{}", *site.jobs) : ""),
                   "--ntasks=1",
                   fmt::format("--cpus-per-task={}", site.cpus),
                   "--requeue",
                   "--open-mode=append",
                   "--chdir=" + site.folder,
                   fmt::format("--output={}/w{}.%a.%N.out", site.spool, wave)};
    if (!excluded.empty()) words.push_back("--exclude=" + joined(excluded));
    add_options(words, site);
    words.push_back(
        fmt::format("--wrap=exec {} play-batch --host \"$SLURMD_NODENAME\" {}/w{}.\"$SLURM_ARRAY_TASK_ID\".json",
                    shell_word(site.referee), shell_word(site.spool), wave));
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

/// Only what says where a job may run has a meaning for sinfo and srun, too.
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

std::vector<Words> slurm_clean(const Site& /*site*/) {
    return {};
}

// GNU parallel. A wave is one process; {} is a task's number. Jobs at once are those of each host. Hosts that share no
// files with this machine get the batch, the bots and this program (see transfer.hpp) in a folder of the tournament's
// below the login folder, and records come back through stdout.

/// Relative to the login folder.
std::string folder_on_hosts(const Site& site) {
    return ".referee/" + site.tournament;
}

/// Its name, which it has on the hosts, too.
std::string spool_name(const Site& site) {
    return site.spool.substr(site.spool.rfind('/') + 1);
}

Words parallel_words(const std::string& hosts_file) {
    Words words = {"parallel", "--plain", "--will-cite", "--plus"};
    if (hosts_file.empty()) {
        words.insert(words.end(), {"--sshlogin", ":"});
    } else {
        words.insert(words.end(), {"--sshloginfile", hosts_file});
    }
    return words;
}

Words in_folder(Words words, const Site& site) {
    words.insert(words.end(), {"--workdir", site.transfer ? folder_on_hosts(site) : site.folder});
    return words;
}

/// Where the path has "/./", the rest of it is its place on the host.
Words transfers(const Site& site, int wave) {
    const std::string above = site.spool.substr(0, site.spool.rfind('/'));
    return {"--transferfile", site.files_for_hosts() + "/./.", "--transferfile",
            fmt::format("{}/./{}/w{}.{{}}.json", above, spool_name(site), wave)};
}

Words parallel_submit(const Site& site, int wave, int count, const std::set<std::string>& excluded) {
    Words words =
        in_folder(parallel_words(excluded.empty() ? site.hosts_file : site.hosts_without_excluded(wave)), site);
    words.push_back(site.jobs ? fmt::format("--jobs={}", *site.jobs) : std::string("--jobs=50%"));
    words.push_back(fmt::format("--joblog={}/w{}.joblog", site.spool, wave));
    words.insert(words.end(), {"--retries=3", site.transfer ? "--line-buffer" : "--ungroup"});
    if (site.transfer) std::ranges::copy(transfers(site, wave), std::back_inserter(words));
    add_options(words, site);
    const std::string spool = shell_word(site.transfer ? spool_name(site) : site.spool);
    words.push_back(fmt::format("exec {} play-batch{} --host {{host}} {}/w{}.{{}}.json",
                                site.transfer ? spool + "/referee" : shell_word(site.referee),
                                site.transfer ? " --to-stdout" : "", spool, wave));
    words.push_back(":::");
    for (int task = 0; task < count; ++task)
        words.push_back(std::to_string(task));
    return words;
}

Words parallel_list(const Site& /*site*/) {
    return {};
}

/// Batches end after their games when their files are gone: here, or on the hosts.
std::vector<Words> parallel_stop(const Site& site, int wave, pid_t process) {
    std::vector<Words> commands = {{"kill", "-HUP", std::to_string(process)}};
    if (site.transfer) {
        commands.push_back(in_folder(parallel_words(site.hosts_file), site));
        commands.back().insert(commands.back().end(),
                               {"--nonall", fmt::format("rm -f {}/w{}.*.json", shell_word(spool_name(site)), wave)});
    }
    return commands;
}

std::vector<Words> parallel_kill(const Site& /*site*/, int /*wave*/, pid_t process) {
    return {{"kill", "-TERM", std::to_string(process)}};
}

std::vector<Words> parallel_clean(const Site& site) {
    Words words = parallel_words(site.hosts_file);
    words.insert(words.end(), {"--nonall", "rm -rf " + folder_on_hosts(site)});
    return {words};
}

Words parallel_cores(const Site& /*site*/) {
    return {};
}

Words parallel_hosts(const Site& /*site*/) {
    return {};
}

Words parallel_check(const Site& site, int /*hosts*/) {
    Words words = in_folder(parallel_words(site.hosts_file), site);
    words.push_back("--nonall");
    std::string program = shell_word(site.referee);
    if (site.transfer) {
        const auto slash = site.referee.rfind('/');
        words.insert(words.end(), {"--basefile", site.referee.substr(0, slash) + "/." + site.referee.substr(slash)});
        program = shell_word("." + site.referee.substr(slash));
    }
    add_options(words, site);
    words.push_back(fmt::format("{} engine calibrate --host {{host}}", program));
    return words;
}

constexpr std::array table = {
    JobSystem{"slurm", "sbatch", 6s, 5s, false, slurm_submit, slurm_list, slurm_stop, slurm_kill, slurm_cores,
              slurm_check, slurm_hosts, slurm_clean},
    JobSystem{"parallel", "parallel", 0s, 500ms, true, parallel_submit, parallel_list, parallel_stop, parallel_kill,
              parallel_cores, parallel_check, parallel_hosts, parallel_clean},
};

std::vector<std::string_view> fields_of(std::string_view line, char separator) {
    std::vector<std::string_view> fields;
    for (std::size_t begin = 0; begin <= line.size();) {
        const auto end = std::min(line.find(separator, begin), line.size());
        fields.push_back(line.substr(begin, end - begin));
        begin = end + 1;
    }
    return fields;
}

/// A line of GNU parallel's --sshloginfile: "4/user@host" has four slots.
int slots_of_host(std::string_view line, const Site& site) {
    const auto slash = line.find('/');
    const auto number = slash == std::string_view::npos ? std::nullopt : games::whole_number(line.substr(0, slash));
    if (number && *number > 0) return static_cast<int>(*number);
    return site.jobs.value_or(1);
}

/// The name that a host of such a line has in records.
std::string_view name_of_host(std::string_view line) {
    line = line.substr(line.rfind(' ') + 1);
    line = line.substr(line.rfind('/') + 1);
    return line.substr(line.rfind('@') + 1);
}

int slots_of_hosts_file(const Site& site) {
    if (site.hosts_file.empty()) return site.jobs.value_or(std::max(1, static_cast<int>(allowed_cores().size()) / 2));
    std::ifstream file(site.hosts_file);
    int slots = 0;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && line.front() != '#') slots += slots_of_host(line, site);
    }
    return slots;
}

}  // namespace

std::span<const JobSystem> job_systems() {
    return table;
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

int slots_of(const JobSystem& system, const Site& site, std::string_view asked) {
    if (system.one_wave) return std::max(1, slots_of_hosts_file(site));
    if (site.jobs) return *site.jobs;
    int cores = 0;
    for (const std::string_view line : fields_of(asked, '\n')) {  // allocated/idle/other/total
        const auto fields = fields_of(line, '/');
        if (fields.size() < 2) continue;
        for (const std::string_view field : {fields[0], fields[1]})
            cores += static_cast<int>(games::whole_number(field).value_or(0));
    }
    return std::max(1, cores / static_cast<int>(site.cpus));
}

std::string without_hosts(std::string_view hosts, const std::set<std::string>& excluded) {
    std::string kept;
    for (const std::string_view line : fields_of(hosts, '\n')) {
        if (!line.empty() && !excluded.contains(std::string(name_of_host(line)))) kept.append(line) += '\n';
    }
    return kept;
}

std::string commands_text(const JobSystem& system, const Site& site, int slots) {
    std::string text = fmt::format("# submits the first wave of {} batches\n{}\n", slots,
                                   shell_line(system.submit(site, 1, slots, {})));
    const Words list = system.list(site);
    text +=
        list.empty() ? "# it ends with this process\n" : "# asks for what has not ended\n" + shell_line(list) + "\n";
    const auto add = [&](const char* title, const std::vector<Words>& commands) {
        text += fmt::format("# {}{}\n", title, list.empty() ? " (0: the number of that process)" : "");
        for (const Words& words : commands)
            text += shell_line(words) + "\n";
    };
    add("ends it after the running games", system.stop(site, 1, 0));
    add("ends it at once", system.kill(site, 1, 0));
    if (site.transfer) {
        text += "# removes at the end what was transferred\n";
        for (const Words& words : system.clean(site))
            text += shell_line(words) + "\n";
    }
    return text;
}

std::string shell_line(const Words& words) {
    std::string line;
    for (const std::string& word : words)
        line += (line.empty() ? "" : " ") + shell_word(word);
    return line;
}

}  // namespace referee::tournament
