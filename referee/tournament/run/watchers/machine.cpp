#include "referee/tournament/run/watchers/machine.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/core/base/cores.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

/// A game in two sandboxes with control groups of version 1 has 32 descriptors open while it is being started.
constexpr rlim_t descriptors_of_a_job = 40;
/// Warm sandboxes wait for the next games of their bots. They are closed if descriptors run out.
constexpr rlim_t descriptors_of_warm_sandboxes = 80;
/// Descriptors for everything else: the terminal, the tournament's file, signals.
constexpr rlim_t descriptors_of_the_rest = 48;

}  // namespace

int cores() {
    return static_cast<int>(allowed_cores().size());
}

std::uint64_t cores_of_a_game(const Confinement& confinement) {
    return confinement.cpus.value_or(static_cast<std::uint64_t>(cores()));
}

int jobs_to_run(std::optional<int> asked, std::uint64_t cpus, bool force) {
    const int possible = cores() / static_cast<int>(std::min<std::uint64_t>(cpus, static_cast<unsigned>(cores())));
    if (!asked) return std::max(1, possible / 2);
    if (*asked > possible && !force) {
        throw UserError(
            fmt::format("--jobs {}: there are {} cores{}, and bots that share one lose time to each other; add --force "
                        "to run them anyway",
                        *asked, cores(), cpus == 1 ? "" : fmt::format(", {} for each job (--limits cpus)", cpus)));
    }
    return *asked;
}

void make_room_for_descriptors(int jobs) {
    const rlim_t needed = descriptors_of_the_rest + static_cast<rlim_t>(jobs) * descriptors_of_a_job;
    rlimit limit{};
    const rlim_t wanted = needed + 2 * static_cast<rlim_t>(jobs) * descriptors_of_warm_sandboxes;
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
    limit.rlim_cur = std::min(wanted, limit.rlim_max);
    if (::setrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= needed) return;
    const rlim_t spare = limit.rlim_max - std::min(limit.rlim_max, descriptors_of_the_rest);
    const rlim_t possible = spare / descriptors_of_a_job;
    throw UserError(fmt::format(
        "--jobs {} needs up to {} open files, and the system allows {} (ulimit -Hn): {}", jobs, needed, limit.rlim_max,
        possible == 0 ? std::string("not enough for a game") : fmt::format("the maximum is --jobs {}", possible)));
}

std::string load_warning(int jobs) {
    double load = 0;
    if (::getloadavg(&load, 1) != 1) return "";
    // A job keeps one core busy, because one of its two bots waits. The referee itself needs a little more.
    const double expected = std::max(jobs, cores()) + 1;
    if (load <= expected) return "";
    return fmt::format("the load is {:.1f} on {} cores: bots may lose time to other programs", load, cores());
}

std::string busy_warning() {
    double load = 0;
    if (::getloadavg(&load, 1) != 1 || load < 0.7 * cores()) return "";
    return fmt::format("the load is {:.1f} on {} cores already: bots may lose time to other programs", load, cores());
}

namespace {

/// The kernel updates the load every five seconds.
constexpr std::chrono::seconds between_loads(5);

}  // namespace

MachineWatch::MachineWatch(int jobs, Duration pause) {
    run_.jobs = jobs;
    run_.pause = std::chrono::duration_cast<std::chrono::microseconds>(pause);
    run_.cores = cores();
}

void MachineWatch::tick(const Progress& progress, const Account& /*account*/) {
    sample(progress);
}

void MachineWatch::ended(const Progress& progress, const RunEnd& /*end*/) {
    next_ = {};
    sample(progress);
}

void MachineWatch::sample(const Progress& progress) {
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
    run_.mean_load = static_cast<int>(load_sum_ / ++samples_);
    run_.max_load = std::max(run_.max_load, now);
}

}  // namespace referee::tournament
