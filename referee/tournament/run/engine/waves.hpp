// Submits waves of batches to a batch system, and keeps track of the batches that are still running.
#pragma once

#include <functional>
#include <ios>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/tournament/run/engine/job_system.hpp"
#include "referee/tournament/run/engine/spool.hpp"

namespace referee::tournament {

/// Asks the batch system how many batches can run concurrently. Throws games::UserError if the batch system is missing
/// or does not answer.
[[nodiscard]] int slots_now(const JobSystem& system, const Site& site);

/// Explains why the batch system did not accept a wave.
struct Refusal {
    std::string why;
    bool for_good = false;  ///< it would probably refuse the same wave later, too
};

/// Submits, lists and ends batches with the commands of a batch system. Does not depend on games. A batch is alive
/// until it is dropped.
class Waves {
public:
    /// Shows a message to the user, but each text only once.
    using Warn = std::function<void(const std::string& text)>;

    /// `slots`: the number of batches that can run concurrently. Requires: `system` outlives this object.
    Waves(const JobSystem& system, Site site, int slots, Warn warn_once);

    /// Adds batches of an earlier run, which may be alive. `last_wave`: the highest number of a wave so far.
    void recall(const std::vector<BatchName>& batches, int last_wave);

    /// The number of batches that may be submitted now. `trial`: the duration of a game is not known yet.
    [[nodiscard]] int room(bool trial) const;
    /// The number of batches into which the waiting games are divided.
    [[nodiscard]] std::size_t shares() const {
        return static_cast<std::size_t>(slots_) * (system_.wave_is_process() ? 2 : 1);
    }
    /// The number of the next wave.
    [[nodiscard]] int next() const { return next_; }
    /// Submits the next wave: the batches 0 to count - 1, which are in the spool. `sum`: the checksum that
    /// Spool::write_sums() returned. If the submission fails, returns the reason, and the batches are not alive. They
    /// may run nevertheless, because the batch system may have accepted the wave although its command reported an
    /// error.
    [[nodiscard]] std::optional<Refusal> submit(int count, const std::string& sum);

    /// Asks the batch system for its tasks, if the next query is due. Returns the batches that are no longer listed.
    /// They remain alive until drop().
    [[nodiscard]] std::vector<BatchName> list_if_due();
    /// Stops waiting for a batch.
    void drop(const BatchName& batch);
    /// Stops waiting for all batches for which `over` returns true.
    void drop_if(const std::function<bool(const BatchName& batch)>& over);
    /// The batches that may still be running.
    [[nodiscard]] std::vector<BatchName> alive() const;
    [[nodiscard]] bool is_alive(int wave) const { return waves_.contains(wave); }
    [[nodiscard]] int count_alive() const;
    /// The number of running batches in the last answer of the batch system.
    [[nodiscard]] int running() const;

    /// The lines that waves have written to stderr since the last call, mostly complaints about hosts. None if waves
    /// are not processes.
    [[nodiscard]] std::vector<std::string> complaints();

    /// Excludes a host from all later waves. Returns false if it has already been excluded.
    bool exclude(const std::string& host) { return excluded_.insert(host).second; }
    [[nodiscard]] bool any_excluded() const { return !excluded_.empty(); }

    /// Cancels batches that have not begun, and asks running ones to end after their games. `at_once`: ends all of them
    /// now.
    void end_all(bool at_once);
    /// Repeats end_all() for batches that could not be ended because they were on their way to a host.
    void insist_on_end();
    /// Removes the transferred files from hosts that share no files with this machine.
    void clean_hosts();

private:
    struct Wave {
        std::set<int> tasks;          ///< tasks that may still be running
        WaveState state{};            ///< from the last answer of the batch system
        ProcessMark process{};        ///< only if the wave is a process
        std::streamoff heard{};       ///< the number of bytes of complaints that have been read
        std::map<int, int> absences;  ///< by task: the number of consecutive lists without the task
    };

    std::optional<Refusal> start(const WaveOrder& order);
    std::optional<std::map<int, WaveState>> ask();
    void run_all(const std::vector<Words>& commands);
    std::string process_file(int wave) const;

    const JobSystem& system_;
    Site site_;
    int slots_;
    Warn warn_once_;
    std::map<int, Wave> waves_;
    int next_ = 1;
    bool submitted_once_ = false;
    int refused_ = 0;                 ///< the number of consecutive waves that the batch system has refused
    std::set<std::string> excluded_;  ///< hosts that can't play
    TimePoint next_wave_at_{}, next_list_at_{}, next_insisting_at_{};
};

}  // namespace referee::tournament
