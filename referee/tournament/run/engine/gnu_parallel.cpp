// The commands of GNU parallel. A wave is one process, and {} is the number of a task. The number of jobs is per host.
// If hosts share no files with this machine, the batch, the bots and this program are copied to them (see batches.cpp),
// into a folder for the tournament below the login folder. Such hosts return their records through stdout.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "games/words.hpp"
#include "referee/core/base/cores.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/tournament/run/engine/job_system.hpp"

namespace referee::tournament {

namespace {

using namespace std::chrono_literals;

/// The maximum number of batches in a wave. It is limited because the tasks are arguments of one command.
constexpr int max_arguments = 100'000;

constexpr std::array<std::string_view, 3> own_options = {"sshlogin", "sshloginfile", "workdir"};

/// The working directory on hosts that share no files, relative to the login folder.
std::string folder_on_hosts(const Site& site) {
    return ".referee/" + site.tournament;
}

/// The name of the spool's folder, here and on the hosts.
std::string spool_name(const Site& site) {
    return site.spool.substr(site.spool.rfind('/') + 1);
}

/// An ssh command that gives up after 10 seconds if a host does not answer, and after 45 seconds if a host falls
/// silent. By default, ssh may wait for hours.
constexpr const char* impatient_ssh = "ssh -o ConnectTimeout=10 -o ServerAliveInterval=15";

Words parallel_words(const std::string& hosts_file) {
    Words words = {"parallel", "--plain", "--will-cite", "--plus"};
    if (hosts_file.empty()) {
        words.insert(words.end(), {"--sshlogin", ":"});
    } else {
        words.insert(words.end(), {"--ssh", impatient_ssh, "--sshloginfile", hosts_file});
    }
    return words;
}

Words in_folder(Words words, const Site& site) {
    words.insert(words.end(), {"--workdir", site.transfer ? folder_on_hosts(site) : site.folder});
    return words;
}

/// The options that transfer the files of a wave. The part of a path after "/./" is the path on the host.
Words transfers(const Site& site, int wave) {
    const std::string above = site.spool.substr(0, site.spool.rfind('/'));
    const std::string batches = fmt::format("{}/./{}/", above, spool_name(site));
    return {"--transferfile", site.files_for_hosts() + "/./.",
            "--transferfile", batches + Spool::sums_of_wave(wave),
            "--transferfile", fmt::format("{}w{}.{{}}.json", batches, wave)};
}

Words parallel_submit(const Site& site, const WaveOrder& order) {
    const int wave = order.wave;
    Words words = in_folder(parallel_words(site.hosts_file.empty() ? "" : site.hosts_of_wave(wave)), site);
    words.push_back(site.jobs ? fmt::format("--jobs={}", *site.jobs) : std::string("--jobs=50%"));
    words.push_back(fmt::format("--joblog={}/w{}.joblog", site.spool, wave));
    words.insert(words.end(), {"--retries=3", site.transfer ? "--line-buffer" : "--ungroup"});
    if (site.transfer) std::ranges::copy(transfers(site, wave), std::back_inserter(words));
    add_options(words, site);
    const std::string spool = shell_word(site.transfer ? spool_name(site) : site.spool);
    words.push_back(fmt::format("exec {} engine play --sum {}{} --host {{host}} {}/w{}.{{}}.json",
                                site.transfer ? spool + "/referee" : shell_word(site.referee), order.sum,
                                site.transfer ? " -o -" : "", spool, wave));
    words.push_back(":::");
    for (int task = 0; task < order.count; ++task)
        words.push_back(std::to_string(task));
    return words;
}

/// The commands that end a wave gracefully. A batch ends after its current game if its file is gone, here or on the
/// host.
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

Words parallel_clean(const Site& site) {
    Words words = parallel_words(site.hosts_file);
    words.insert(words.end(), {"--nonall", "rm -rf " + folder_on_hosts(site)});
    return words;
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

/// A line of GNU parallel's --sshloginfile: "4/user@host", or "@lab/4/user@host" for a host of a group.
struct HostLine {
    std::string_view group;  ///< with its slash
    std::optional<int> slots;
    std::string_view login;  ///< may begin with the ssh command for this host

    /// The name of the host in records.
    [[nodiscard]] std::string name() const {
        std::string_view last = login.substr(login.rfind(' ') + 1);
        return std::string(last.substr(last.rfind('@') + 1));
    }
};

std::vector<HostLine> host_lines(std::string_view file) {
    std::vector<HostLine> lines;
    for (std::string_view text : fields_of(file, '\n')) {
        text = text.substr(0, text.find_last_not_of(" \t\r") + 1);
        if (text.empty() || text.front() == '#') continue;
        HostLine line;
        if (text.front() == '@') line.group = text.substr(0, text.find('/') + 1);
        line.login = text.substr(line.group.size());
        const auto slash = std::min(line.login.find('/'), line.login.size());
        const auto number = games::whole_number(line.login.substr(0, slash));
        if (number && *number > 0 && slash < line.login.size()) {
            line.slots = static_cast<int>(*number);
            line.login = line.login.substr(slash + 1);
        }
        lines.push_back(line);
    }
    return lines;
}

int half_of_cores_here() {
    return std::max(1, static_cast<int>(allowed_cores().size()) / 2);
}

}  // namespace

JobSystem gnu_parallel() {
    return {.name = "parallel",
            .program = "parallel",
            .between_waves = 0s,
            .between_lists = 500ms,
            .max_wave = max_arguments,
            .own_options = own_options,
            .submit = parallel_submit,
            .list = nullptr,
            .stop = parallel_stop,
            .kill = parallel_kill,
            .cores = nullptr,
            .check = parallel_check,
            .hosts = nullptr,
            .clean = parallel_clean};
}

/// Assumes that a host without a number has as many slots as this machine.
int slots_of_hosts_file(const Site& site) {
    if (site.hosts_file.empty()) return site.jobs.value_or(half_of_cores_here());
    int slots = 0;
    for (const HostLine& line : host_lines(read_text_file(site.hosts_file)))
        slots += site.jobs.value_or(line.slots.value_or(half_of_cores_here()));
    return slots;
}

/// Doubles the number before each host, because GNU parallel takes it as the number of cores, and --jobs=50% uses half
/// of them.
std::string hosts_of_wave(std::string_view hosts, const std::set<std::string>& excluded) {
    std::string kept;
    for (const HostLine& line : host_lines(hosts)) {
        if (excluded.contains(line.name())) continue;
        kept += fmt::format("{}{}{}\n", line.group, line.slots ? fmt::format("{}/", 2 * *line.slots) : "", line.login);
    }
    return kept;
}

}  // namespace referee::tournament
