// Tests which cores are used in a match: the cores of its bots, and the cores of the thread that plays the match.
#include <doctest/doctest.h>
#include <sched.h>

#include <thread>
#include <vector>

#include "referee/players/match_launcher.hpp"
#include "referee/system/cores.hpp"

namespace {

using referee::allowed_cores;
using referee::LaunchRequest;
using referee::MatchLauncher;
using referee::Placement;
using Cores = std::vector<int>;

Cores cores_of(pid_t thread) {
    cpu_set_t set;
    REQUIRE(::sched_getaffinity(thread, sizeof set, &set) == 0);
    Cores cores;
    for (int core = 0; core < CPU_SETSIZE; ++core) {
        if (CPU_ISSET(core, &set)) cores.push_back(core);
    }
    return cores;
}

struct Places {
    Cores bots[2];
    Cores thread;
    /// Whether all cores were free before the match. If not, another process on this machine had claimed a core.
    bool all_free = false;
    /// The number of cores on which the second bot's CPU time is accounted.
    std::size_t number_of_cores = 0;
};

/// Plays a match in its own thread. Returns the cores of the bots and of the thread. Each bot may use `cpus` cores.
Places places_of(Placement placement, bool pausable, std::optional<std::uint64_t> cpus) {
    Places places;
    std::thread([&] {
        const auto all = allowed_cores();
        places.all_free = referee::CoreClaim(all.size(), all).is_exclusive();
        MatchLauncher launcher(placement);
        std::vector<std::unique_ptr<referee::ChildProcess>> bots;
        for (const int seat : {0, 1}) {
            const LaunchRequest request{"/bin/sleep", {"sleep", "60"}, {}, {}, {{}, {}, pausable, cpus}};
            bots.push_back(std::get<std::unique_ptr<referee::ChildProcess>>(launcher.launch(request, seat)));
            places.bots[seat] = cores_of(bots.back()->pid());
            places.number_of_cores = bots.back()->cores.size();
        }
        places.thread = cores_of(0);
        for (const auto& bot : bots)
            bot->kill_all();
    }).join();
    return places;
}

constexpr bool pins = true;
constexpr bool shares = true;

}  // namespace

TEST_CASE("a bot that may think on its opponent's turn has its own cores, if there are enough for all matches") {
    const auto all = allowed_cores();
    if (all.size() < 2) return;
    const Places places = places_of({1, pins, !shares}, false, 1);
    CHECK(places.bots[0].size() == 1);
    CHECK(places.bots[1].size() == 1);
    CHECK(places.thread == all);
    if (places.all_free) CHECK(places.bots[0] != places.bots[1]);
}

TEST_CASE("if each match has only one core, its bots and its thread share it") {
    const int matches = static_cast<int>(allowed_cores().size());
    if (matches < 2) return;
    const Places places = places_of({matches, pins, !shares}, false, 1);
    CHECK(places.bots[0].size() == 1);
    if (!places.all_free) return;
    CHECK(places.bots[0] == places.bots[1]);
    CHECK(places.thread == places.bots[0]);
}

TEST_CASE("the thread shares the core of bots that take turns") {
    const Places places = places_of({1, pins, !shares}, true, 1);
    CHECK(places.bots[0].size() == 1);
    if (!places.all_free) return;
    CHECK(places.bots[0] == places.bots[1]);
    CHECK(places.thread == places.bots[0]);
}

TEST_CASE("bots may always share their cores with each other and the thread") {
    for (const std::optional<std::uint64_t> cpus : {std::optional<std::uint64_t>(1), std::optional<std::uint64_t>()}) {
        const Places places = places_of({1, pins, shares}, false, cpus);
        CHECK(places.bots[0].size() == 1);
        CHECK(places.bots[0] == places.bots[1]);
        CHECK(places.thread == places.bots[0]);
        CHECK(places.number_of_cores == 1);
    }
}

TEST_CASE("a thread that does other things, too, stays where it is, and so do bots that may use all cores") {
    const auto all = allowed_cores();
    CHECK(places_of({}, true, 1).thread == all);
    const Places places = places_of({1, pins, !shares}, false, std::nullopt);
    CHECK(places.thread == all);
    CHECK(places.bots[0] == all);
    CHECK(places.bots[1] == all);
}

TEST_CASE("processes started by a prompt thread have the usual priority and time slice") {
    std::thread([] {
        const int before = ::sched_getscheduler(0);
        referee::wake_promptly();
        CHECK((::sched_getscheduler(0) & ~SCHED_RESET_ON_FORK) == before);
        CHECK((::sched_getscheduler(0) & SCHED_RESET_ON_FORK) != 0);
    }).join();
}

TEST_CASE("if no core is free, kept bots stay on one core with the thread and each other") {
    std::thread([] {
        const auto all = allowed_cores();
        std::vector<referee::CoreClaim> taken;
        for (std::size_t i = 0; i < all.size(); ++i)
            taken.emplace_back(1, all);
        MatchLauncher launcher({1, pins, shares});
        std::vector<std::unique_ptr<referee::ChildProcess>> bots;
        const LaunchRequest request{"/bin/sleep", {"sleep", "60"}, {}, {}, {{}, {}, false, 1}};
        for (const int seat : {0, 1})
            bots.push_back(std::get<std::unique_ptr<referee::ChildProcess>>(launcher.launch(request, seat)));
        for (int game = 0; game < 20; ++game) {
            for (const int seat : {0, 1})
                launcher.assign_cores(*bots[(seat + game) % 2], request.confinement, seat);
            CHECK(bots[0]->cores == bots[1]->cores);
            CHECK(cores_of(0) == bots[0]->cores);
        }
        for (const auto& bot : bots)
            bot->kill_all();
    }).join();
}
