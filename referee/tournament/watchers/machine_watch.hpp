// What a run met on its machine: the load, and the games that were void.
#pragma once

#include "referee/system/clock.hpp"
#include "referee/tournament/schedule/change.hpp"
#include "referee/tournament/watchers/watcher.hpp"

namespace referee::tournament {

class MachineWatch final : public Watcher {
public:
    MachineWatch(int jobs, Duration pause);

    void tick(const Progress& progress, const Account& account) override;
    void ended(const Progress& progress, const RunEnd& end) override;

    const RunOnMachine& run() const { return run_; }

private:
    void look(const Progress& progress);

    RunOnMachine run_;
    TimePoint next_{};
    long long load_sum_ = 0;
    int looks_ = 0;
};

}  // namespace referee::tournament
