#include "referee/tournament/watchers/machine_watch.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "referee/tournament/watchers/jobs.hpp"

namespace referee::tournament {

namespace {

/// The kernel counts the load anew every five seconds.
constexpr std::chrono::seconds between_loads(5);

}  // namespace

MachineWatch::MachineWatch(int jobs, Duration pause) {
    run_.jobs = jobs;
    run_.pause = std::chrono::duration_cast<std::chrono::microseconds>(pause);
    run_.cores = cores();
}

void MachineWatch::tick(const Progress& progress, const Account& /*account*/) {
    look(progress);
}

void MachineWatch::ended(const Progress& progress, const RunEnd& /*end*/) {
    next_ = {};
    look(progress);
}

void MachineWatch::look(const Progress& progress) {
    run_.games = progress.played_now;
    run_.void_games = progress.void_games;
    run_.void_games_of = progress.void_games_of;
    run_.starved_turns = progress.starved_turns;
    run_.seconds = std::chrono::duration_cast<std::chrono::seconds>(progress.running).count();
    if (Clock::now() < next_) return;
    next_ = Clock::now() + between_loads;
    double load = 0;
    if (::getloadavg(&load, 1) != 1) return;
    const int now = static_cast<int>(std::lround(load * 100));
    load_sum_ += now;
    run_.mean_load = static_cast<int>(load_sum_ / ++looks_);
    run_.max_load = std::max(run_.max_load, now);
}

}  // namespace referee::tournament
