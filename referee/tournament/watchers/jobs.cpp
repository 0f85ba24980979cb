#include "referee/tournament/watchers/jobs.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>

#include "games/user_error.hpp"
#include "referee/system/cores.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

/// A game in two sandboxes with control groups of version 1 has 32 descriptors open while it is being started.
constexpr rlim_t descriptors_of_a_job = 40;
/// Those that wait for their bots' next games are dropped if there is no room for them.
constexpr rlim_t descriptors_of_warm_sandboxes = 80;
/// Of everything else: the terminal, the tournament's file, signals.
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
                        "to do it all the same",
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
        possible == 0 ? std::string("not enough for a game") : fmt::format("--jobs {} is the most", possible)));
}

std::string load_warning(int jobs) {
    double load = 0;
    if (::getloadavg(&load, 1) != 1) return "";
    // A job keeps one core busy, since of two bots one waits; and the referee itself needs a little.
    const double expected = std::max(jobs, cores()) + 1;
    if (load <= expected) return "";
    return fmt::format("the load is {:.1f} on {} cores: bots may lose time to other programs", load, cores());
}

std::string busy_warning() {
    double load = 0;
    if (::getloadavg(&load, 1) != 1 || load < 0.7 * cores()) return "";
    return fmt::format("the load is {:.1f} on {} cores already: bots may lose time to other programs", load, cores());
}

}  // namespace referee::tournament
