// The machine of a run: how many games it can play at once, and how busy it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "referee/processes/launch_plan.hpp"
#include "referee/system/clock.hpp"
#include "referee/tournament/schedule/field.hpp"
#include "referee/tournament/watchers/watcher.hpp"

namespace referee::tournament {

/// The cores that this process may use; at least 1.
int cores();

/// The cores that a game keeps busy: those of one bot, since the other one waits.
std::uint64_t cores_of_a_game(const Confinement& confinement);

/// The number of jobs: `asked`, or by default as many games as half of the cores can play if a bot needs `cpus` cores,
/// at least 1. Throws games::UserError if `asked` is more than the cores can play, unless `force`.
int jobs_to_run(std::optional<int> asked, std::uint64_t cpus, bool force);

/// Ensures that this process may have the descriptors for this many games at once; raises its limit as far as
/// the system lets it. Throws games::UserError if that is not enough: the message says how many jobs are possible.
void make_room_for_descriptors(int jobs);

/// A warning if the machine's load exceeds its cores, so that measured times can't be trusted; otherwise empty. The
/// load of this process's own `jobs` is expected and gives no warning.
std::string load_warning(int jobs);

/// A warning if other programs keep this machine busy before a tournament begins; otherwise empty.
std::string busy_warning();

/// Records the conditions of a run on its machine: the load and the void games.
class MachineWatch final : public Watcher {
public:
    MachineWatch(int jobs, Duration pause);

    void tick(const Progress& progress, const Account& account) override;
    void ended(const Progress& progress, const RunEnd& end) override;

    const RunOnMachine& run() const { return run_; }

private:
    void sample(const Progress& progress);

    RunOnMachine run_;
    TimePoint next_{};
    long long load_sum_ = 0;
    int samples_ = 0;
};

}  // namespace referee::tournament
