// The batch systems that play batches: Slurm and GNU parallel, each as a table of commands.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/processes/run_program.hpp"
#include "referee/tournament/engine/spool.hpp"

namespace referee::tournament {

using Words = std::vector<std::string>;

/// The time after which a command of a batch system is killed.
inline constexpr std::chrono::seconds command_patience(60);

/// The values from which the commands of a batch system are built.
struct Site {
    std::string referee;      ///< the path of this program, which all hosts have
    std::string folder;       ///< the working directory, which all hosts have
    std::string spool;        ///< an absolute path that all hosts have
    std::string tournament;   ///< its id
    std::uint64_t cpus = 1;   ///< cores of a game
    std::optional<int> jobs;  ///< batches at once: Slurm: in total; GNU parallel: per host
    std::string hosts_file;   ///< GNU parallel: its --sshloginfile; empty: this machine only
    bool transfer = false;    ///< GNU parallel: hosts share no files with this machine, and get what they need
    std::vector<std::pair<std::string, std::string>> options;  ///< of the user, for the command that submits

    /// The name of a wave's job.
    [[nodiscard]] std::string job_name(int wave) const { return "referee-" + tournament + "-w" + std::to_string(wave); }
    /// The folder of all that is transferred to hosts.
    [[nodiscard]] std::string files_for_hosts() const { return spool + "/for_hosts"; }
    /// Where a wave finds the hosts that may play it, if there is a hosts file.
    [[nodiscard]] std::string hosts_of_wave(int wave) const { return spool + "/w" + std::to_string(wave) + ".hosts"; }
};

/// The batches of a wave that have not ended, as the batch system says.
struct WaveState {
    int running = 0;
    std::set<int> tasks;  ///< tasks that wait or run
    std::set<int> stuck;  ///< tasks that wait until an administrator acts
};

/// A wave that is submitted.
struct WaveOrder {
    int wave = 0;
    int count = 0;                   ///< of batches, from 0 on
    std::string sum;                 ///< the checksum by which a host verifies the batches; see Spool::write
    std::set<std::string> excluded;  ///< hosts that may not run any of it
};

/// One batch system. All commands are pure functions of their arguments.
struct JobSystem {
    std::string_view name;                    ///< for --engine
    std::string_view program;                 ///< that must be there
    std::chrono::milliseconds between_waves;  ///< at least, from submission to submission
    std::chrono::milliseconds between_lists;
    bool one_wave;  ///< a wave has its own slots: the next one begins when it is over
    int max_wave;   ///< batches
    /// Options of the command that submits on which the engine relies. The user can't set them.
    std::span<const std::string_view> own_options;
    Words (*submit)(const Site& site, const WaveOrder& order);
    /// Prints the tasks that have not ended, in the form that read_list reads; empty: a wave is the process that was
    /// started to submit it, and all of its tasks end with it.
    Words (*list)(const Site& site);
    /// Cancels the tasks of a wave that have not begun; then asks those that run to end after their games.
    std::vector<Words> (*stop)(const Site& site, int wave, pid_t process);
    /// Ends all tasks of a wave at once.
    std::vector<Words> (*kill)(const Site& site, int wave, pid_t process);
    /// Prints the number of cores, in the form that read_slots reads; empty: the hosts file says it.
    Words (*cores)(const Site& site);
    /// Prints the calibration of each host, a line each.
    Words (*check)(const Site& site, int hosts);
    /// Prints the number of hosts; empty: it need not be known.
    Words (*hosts)(const Site& site);
    /// Removes from the hosts what was transferred to them.
    std::vector<Words> (*clean)(const Site& site);
};

/// The table.
[[nodiscard]] std::span<const JobSystem> job_systems();

/// The states of the waves of this site's tournament in the output of `list`.
[[nodiscard]] std::map<int, WaveState> read_list(const Site& site, std::string_view output);

/// The number of batches that can run at once: `jobs`, or as many as there are cores for. `asked` is the output of
/// `cores`.
[[nodiscard]] int slots_of(const JobSystem& system, const Site& site, std::string_view asked);

/// The hosts file of a wave of GNU parallel's, made from the user's. `excluded`: as they are called in records. Empty:
/// no host is left.
[[nodiscard]] std::string hosts_of_wave(std::string_view hosts, const std::set<std::string>& excluded);

/// The commands of a tournament as lines for people: the first wave, what asks for it, and what ends it.
[[nodiscard]] std::string commands_text(const JobSystem& system, const Site& site, int slots);

/// The words as a line for a shell.
[[nodiscard]] std::string shell_line(const Words& words);

/// The rows of the table of batch systems.
[[nodiscard]] JobSystem slurm();
[[nodiscard]] JobSystem gnu_parallel();

/// The number of batches that GNU parallel runs at once, on all hosts.
[[nodiscard]] int slots_of_hosts_file(const Site& site);

/// Adds the user's options for the command that submits.
void add_options(Words& words, const Site& site);

/// The parts of a text between separators; one more than these.
[[nodiscard]] std::vector<std::string_view> fields_of(std::string_view text, char separator);

}  // namespace referee::tournament
