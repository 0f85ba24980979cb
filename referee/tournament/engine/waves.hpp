// The waves of batches that a batch system has been given, and what of them still runs.
#pragma once

#include <functional>
#include <ios>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/system/clock.hpp"
#include "referee/tournament/engine/job_system.hpp"
#include "referee/tournament/engine/spool.hpp"

namespace referee::tournament {

/// The number of batches that can run at once now. Throws games::UserError if the batch system is missing or does not
/// answer.
[[nodiscard]] int slots_now(const JobSystem& system, const Site& site);

/// Why the batch system does not take a wave.
struct Refusal {
    std::string why;
    bool for_good = false;  ///< it would not take the same wave later either, as far as is known
};

/// Submits, lists and ends batches by the commands of a batch system. It knows no games: a batch is alive until the
/// system has forgotten it, or drop() says that it is not waited for.
class Waves {
public:
    /// Tells people something, once.
    using Warn = std::function<void(const std::string& text)>;

    /// `slots`: the number of batches that can run at once. `system` outlives this.
    Waves(const JobSystem& system, Site site, int slots, Warn warn_once);

    /// Batches of an earlier run, which may be alive. `last_wave`: the highest number that any wave had.
    void recall(const std::vector<BatchName>& batches, int last_wave);

    /// The number of batches that may be submitted now. `trial`: nobody knows yet how long they last.
    [[nodiscard]] int room(bool trial) const;
    /// The batches among which the games that wait are to be divided.
    [[nodiscard]] std::size_t shares() const { return static_cast<std::size_t>(slots_) * (system_.one_wave ? 2 : 1); }
    /// The number of the wave that is submitted next.
    [[nodiscard]] int next() const { return next_; }
    /// Submits the next wave: its batches 0 to count - 1, which are in the spool, with this sum (see Spool::write).
    /// What is refused is not alive, though it may be submitted all the same.
    [[nodiscard]] std::optional<Refusal> submit(int count, const std::string& sum);

    /// Asks the batch system, if it is time to. Returns the batches that it has forgotten; they are alive until
    /// drop().
    [[nodiscard]] std::vector<BatchName> list_if_due();
    /// Nothing more is expected of it.
    void drop(const BatchName& batch);
    /// Nothing more is expected of any batch of which this is true.
    void drop_if(const std::function<bool(const BatchName& batch)>& over);
    /// The batches that may still run.
    [[nodiscard]] std::vector<BatchName> alive() const;
    [[nodiscard]] bool is_alive(int wave) const { return waves_.contains(wave); }
    [[nodiscard]] int count_alive() const;
    /// How many run, as the batch system has said last.
    [[nodiscard]] int running() const;

    /// The lines that waves have written to stderr since the last call, if they are processes: complaints about hosts.
    [[nodiscard]] std::vector<std::string> complaints();

    /// This host gets no batches that are submitted from now on. Returns false if that was so already.
    bool exclude(const std::string& host) { return excluded_.insert(host).second; }
    [[nodiscard]] bool any_excluded() const { return !excluded_.empty(); }

    /// Cancels what has not begun, and asks what runs to end after its game; `at_once`: ends it.
    void end_all(bool at_once);
    /// For the time after end_all(): a batch that was on its way to its host could not be ended there, and is now.
    void insist_on_end();
    /// Removes from the hosts what was put there, if they share no files with this machine.
    void clean_hosts();

private:
    struct Wave {
        std::set<int> tasks;          ///< that may still run
        WaveState state{};            ///< as the batch system said last
        ProcessMark process{};        ///< if the wave is one
        std::streamoff heard{};       ///< of its complaints: bytes
        std::map<int, int> absences;  ///< how often in a row the batch system did not know a task
    };

    std::optional<Refusal> start(const WaveOrder& order);
    bool ask(std::map<int, WaveState>& states);
    std::map<int, WaveState> states_of_processes() const;
    void run_all(const std::vector<Words>& commands);
    std::string process_file(int wave) const;

    const JobSystem& system_;
    Site site_;
    int slots_;
    Warn warn_once_;
    std::map<int, Wave> waves_;
    int next_ = 1;
    bool submitted_once_ = false;
    int refused_ = 0;                 ///< waves in a row, by the batch system's command
    std::set<std::string> excluded_;  ///< hosts that can't play
    TimePoint next_wave_at_{}, next_list_at_{}, next_insisting_at_{};
};

}  // namespace referee::tournament
