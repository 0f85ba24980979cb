// The batch systems that can run batches, Slurm and GNU parallel. Each is a table of commands.
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

#include "referee/core/processes/run_program.hpp"
#include "referee/tournament/run/engine/spool.hpp"

namespace referee::tournament {

using Words = std::vector<std::string>;

/// After this time a command of a batch system is killed.
inline constexpr std::chrono::seconds command_patience(60);

/// The values from which the commands of a batch system are built.
struct Site {
    std::string referee;      ///< the path of this program, the same on all hosts
    std::string folder;       ///< the working directory, the same on all hosts
    std::string spool;        ///< the absolute path of the spool, the same on all hosts
    std::string tournament;   ///< the tournament's id
    std::uint64_t cpus = 1;   ///< the number of cores for a game
    std::optional<int> jobs;  ///< the number of concurrent batches. Slurm: in total. GNU parallel: per host
    std::string hosts_file;   ///< GNU parallel: its --sshloginfile; empty: only this machine
    bool transfer = false;    ///< GNU parallel: hosts share no files with this machine, and receive copies
    std::vector<std::pair<std::string, std::string>> options;  ///< the user's options for the submit command

    /// The name of a wave's job.
    [[nodiscard]] std::string job_name(int wave) const { return "referee-" + tournament + "-w" + std::to_string(wave); }
    /// The folder of all files that are transferred to hosts.
    [[nodiscard]] std::string files_for_hosts() const { return spool + "/for_hosts"; }
    /// The file with the hosts that may play a wave. It exists only if the site has a hosts file.
    [[nodiscard]] std::string hosts_of_wave(int wave) const { return spool + "/w" + std::to_string(wave) + ".hosts"; }
};

/// The batches of a wave that have not ended, as the batch system reports them.
struct WaveState {
    int running = 0;
    std::set<int> tasks;  ///< tasks that are waiting or running
    std::set<int> stuck;  ///< tasks that wait until an administrator acts
};

/// A wave to be submitted.
struct WaveOrder {
    int wave = 0;
    int count = 0;                   ///< the number of batches; tasks are counted from 0
    std::string sum;                 ///< the checksum with which hosts verify the batches; see Spool::write_sums
    std::set<std::string> excluded;  ///< hosts that must not play any batch of the wave
};

/// A batch system. All commands are pure functions of their arguments. A null pointer means that there is no such
/// command.
struct JobSystem {
    std::string_view name;                    ///< the name for --engine
    std::string_view program;                 ///< must be installed on this machine
    std::chrono::milliseconds between_waves;  ///< the minimum time between two submissions
    std::chrono::milliseconds between_lists;
    int max_wave;  ///< the maximum number of batches in a wave
    /// The options of the submit command that are reserved for the engine. The user can't set them.
    std::span<const std::string_view> own_options;
    Words (*submit)(const Site& site, const WaveOrder& order);
    /// Prints the tasks that have not ended, as read_list() expects them. Null: a wave is the process that submitted
    /// it, and all tasks of the wave end with that process.
    Words (*list)(const Site& site);
    /// First cancels the tasks of a wave that have not begun, then asks the running tasks to end after their games.
    std::vector<Words> (*stop)(const Site& site, int wave, pid_t process);
    /// Ends all tasks of a wave immediately.
    std::vector<Words> (*kill)(const Site& site, int wave, pid_t process);
    /// Prints the number of cores, as slots_of() expects it. Null: the hosts file determines it.
    Words (*cores)(const Site& site);
    /// Prints the calibration of each host, one per line.
    Words (*check)(const Site& site, int hosts);
    /// Prints the number of hosts. Null: `check` does not need it.
    Words (*hosts)(const Site& site);
    /// Removes the transferred files from the hosts. Null: files are never transferred.
    Words (*clean)(const Site& site);

    /// Whether a wave is a process on this machine. Such a wave has its own slots, so the next wave begins only when it
    /// is over.
    [[nodiscard]] bool wave_is_process() const { return list == nullptr; }
};

/// All batch systems.
[[nodiscard]] std::span<const JobSystem> job_systems();

/// Reads the states of the waves of this site's tournament from the output of `list`.
[[nodiscard]] std::map<int, WaveState> read_list(const Site& site, std::string_view output);

/// The number of batches that can run concurrently: `jobs` if it is given, otherwise the number for which there are
/// enough cores. `asked`: the output of `cores`.
[[nodiscard]] int slots_of(const JobSystem& system, const Site& site, std::string_view asked);

/// Returns the hosts file for a wave of GNU parallel, made from the user's hosts file without the hosts in `excluded`,
/// which are plain host names as in Record::on, without a user or an ssh command. Empty if no host is left.
[[nodiscard]] std::string hosts_of_wave(std::string_view hosts, const std::set<std::string>& excluded);

/// Returns the commands of a tournament as human-readable text. They submit the first wave, list its batches and end
/// them.
[[nodiscard]] std::string commands_text(const JobSystem& system, const Site& site, int slots);

/// Returns the words as a line for a shell.
[[nodiscard]] std::string shell_line(const Words& words);

/// The elements of job_systems().
[[nodiscard]] JobSystem slurm();
[[nodiscard]] JobSystem gnu_parallel();

/// The number of batches that GNU parallel runs concurrently on all hosts.
[[nodiscard]] int slots_of_hosts_file(const Site& site);

/// Adds the user's options for the submit command.
void add_options(Words& words, const Site& site);

/// Splits a text at separators. The number of parts is the number of separators plus one.
[[nodiscard]] std::vector<std::string_view> fields_of(std::string_view text, char separator);

}  // namespace referee::tournament
