// The machine of a run: how many games it can play concurrently, and how busy it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "referee/core/base/clock.hpp"
#include "referee/core/processes/launch_plan.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/run/watchers/watcher.hpp"

namespace referee::tournament {

/// The number of cores that this process may use, at least 1.
int cores();

/// The number of cores that a game keeps busy. Only the cores of one bot count, because the other bot waits.
std::uint64_t cores_of_a_game(const Confinement& confinement);

/// The number of jobs. The default is the number of games that half of the cores can play if a bot needs `cpus` cores,
/// but at least 1. Throws games::UserError if `asked` is more than all cores can play, unless `force` is set.
int jobs_to_run(std::optional<int> asked, std::uint64_t cpus, bool force);

/// Ensures that this process may open enough descriptors for this many concurrent games. Raises the limit up to the
/// maximum that the system allows. Throws games::UserError if that is not enough. The message says how many jobs are
/// possible.
void make_room_for_descriptors(int jobs);

/// A warning if the machine's load exceeds its cores, so that measured times can't be trusted. Otherwise empty. The
/// load of this process's own `jobs` is expected, and gives no warning.
std::string load_warning(int jobs);

/// A warning if other programs keep this machine busy before a tournament begins. Otherwise empty.
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
