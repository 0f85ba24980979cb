// Tests that a bot is charged for all CPU time that it uses, that a bot that runs while it should be stopped is
// detected, which cores a match uses, and which endings of a bot are attributed to the signal that stopped the referee.
#include "referee/core/players/cpu_account.hpp"
#include "referee/core/players/stopped_bot.hpp"

#include <doctest/doctest.h>
#include <sched.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "referee/core/base/cores.hpp"
#include "referee/core/players/match_launcher.hpp"

namespace {

using namespace std::chrono_literals;
using referee::allowed_cores;
using referee::CpuAccount;
using referee::Duration;
using referee::LaunchRequest;
using referee::MatchLauncher;
using referee::Placement;
using Cores = std::vector<int>;

/// A bot on the test's own clock, and its account.
struct Game {
    referee::TimePoint now{};
    std::optional<std::chrono::nanoseconds> used = 0ns;
    int looks = 0;
    CpuAccount account;

    explicit Game(int cores = 1, bool known = true)
        : account(
              [this] {
                  ++looks;
                  return used;
              },
              [] { return referee::ThreadWaits(); }, cores) {
        account.begin(now, known);
    }
    void pass(Duration length, Duration use) {
        now += length;
        if (used) *used += use;
    }
    /// Lets the bot rest for `length`. Meanwhile it uses the CPU time `use`. Returns whether this is detected.
    bool rest(Duration length, Duration use) {
        pass(length, use);
        return account.ran(now);
    }
    /// Plays a turn of `length`, in which the bot uses the CPU time `use`. `beside`: for how long the bot could run
    /// before and after the turn. Returns what the bot is charged in addition to the turn.
    Duration turn(Duration length, Duration use, Duration beside = 0ms) {
        account.resume(now);
        pass(length + beside, use);
        return account.stop(now, length);
    }
};

Cores cores_of(pid_t thread) {
    cpu_set_t set;
    REQUIRE(::sched_getaffinity(thread, sizeof set, &set) == 0);
    Cores cores;
    for (int core = 0; core < CPU_SETSIZE; ++core) {
        if (CPU_ISSET(core, &set)) cores.push_back(core);
    }
    return cores;
}

/// The cores that this process has claimed, by the locks that it holds.
Cores claimed_cores() {
    const std::string folder = "/sys/devices/system/cpu/cpu";
    Cores claimed;
    for (const auto& descriptor : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code error;
        const std::string path = std::filesystem::read_symlink(descriptor, error).string();
        if (path.starts_with(folder)) claimed.push_back(std::stoi(path.substr(folder.size())));
    }
    return claimed;
}

struct Places {
    Cores bots[2];
    Cores thread;
    /// The cores that the match has for itself. None if other processes have claimed too many.
    Cores claimed;
    /// The number of cores on which the second bot's CPU time is accounted.
    std::size_t number_of_cores = 0;
};

/// Plays a match in its own thread. Returns the cores of the bots and of the thread. Each bot may use `cpus` cores.
Places places_of(Placement placement, bool pausable, std::optional<std::uint64_t> cpus) {
    Places places;
    std::thread([&] {
        MatchLauncher launcher(placement);
        std::vector<std::unique_ptr<referee::ChildProcess>> bots;
        for (const int seat : {0, 1}) {
            const LaunchRequest request{"/bin/sleep", {"sleep", "60"}, {}, {}, {{}, {}, pausable, cpus}};
            bots.push_back(std::get<std::unique_ptr<referee::ChildProcess>>(launcher.launch(request, seat)));
            places.bots[seat] = cores_of(bots.back()->pid());
            places.number_of_cores = bots.back()->cores.size();
        }
        places.thread = cores_of(0);
        places.claimed = claimed_cores();
        for (const auto& bot : bots)
            bot->kill_all();
    }).join();
    return places;
}

constexpr bool pins = true;
constexpr bool shares = true;

}  // namespace

TEST_CASE("a bot that runs while it is stopped is detected, at once or gradually") {
    Game at_once;
    CHECK(at_once.rest(100ms, 21ms));
    Game slowly;
    for (int turn = 0; turn < 4; ++turn) {
        CHECK_FALSE(slowly.rest(50ms, 5ms));
        slowly.turn(30ms, 30ms);
    }
    CHECK(slowly.rest(50ms, 5ms));
}

TEST_CASE("CPU time in a bot's own turns is allowed, however often and however quick they are") {
    Game game;
    for (int turn = 0; turn < 1000; ++turn) {
        CHECK_FALSE(game.rest(30ms, 0ms));
        game.turn(turn % 2 == 0 ? 50ms : 1ms, turn % 2 == 0 ? 50ms : 1ms);
    }
}

TEST_CASE("stolen time in many short rests adds up") {
    Game game;
    bool found = false;
    for (int turn = 0; turn < 10; ++turn) {
        found = found || game.rest(10ms, 9ms);
        game.turn(1ms, 1ms);
    }
    CHECK(found);
}

TEST_CASE("a bot that idles in its turns is detected as well") {
    Game game;
    bool found = false;
    for (int turn = 0; turn < 5; ++turn) {
        game.turn(1s, 1ms);
        found = found || game.rest(1s, 6ms);
    }
    CHECK(found);
}

TEST_CASE("CPU time is not charged twice if the count falls, because the kernel counts ended threads in ticks") {
    Game game;
    for (int turn = 0; turn < 100; ++turn) {
        CHECK(game.turn(5ms, 4ms) == 0ms);
        CHECK_FALSE(game.rest(100ms, -4ms));
        CHECK(game.turn(5ms, 4ms + 4ms) == 0ms);
    }
}

TEST_CASE("quick turns and short rests are not checked") {
    Game game;
    const int before = game.looks;
    game.turn(1ms, 1ms);
    CHECK_FALSE(game.rest(2ms, 0ms));
    CHECK(game.looks == before);
}

TEST_CASE("if the CPU time is not known, no bot is accused or charged") {
    Game game;
    game.used = std::nullopt;
    CHECK_FALSE(game.rest(1s, 1s));
    CHECK(game.turn(10ms, 10ms, 1s) == 0ms);
    Game late(1, false);  // its first stop took effect late
    late.pass(1s, 1s);
    CHECK(late.turn(10ms, 10ms) == 0ms);
    CHECK(late.turn(10ms, 110ms, 100ms) == 100ms - 2 * CpuAccount::beside_a_turn);
}

TEST_CASE("what a bot uses before its turn or after it is charged, on each of its cores") {
    Game game;
    CHECK(game.turn(10ms, 60ms, 50ms) == 50ms - CpuAccount::beside_a_turn);
    CHECK(game.turn(10ms, 60ms, 50ms) == 50ms - CpuAccount::beside_a_turn);
    CHECK(game.turn(10ms, 10ms, 50ms) == 0ms);  // the machine stalled, so the bot could not use this time
    Game of_two(2);
    CHECK(of_two.turn(10ms, 120ms, 50ms) == 50ms - CpuAccount::beside_a_turn / 2);
    CHECK(of_two.turn(10ms, 20ms, 50ms) == 0ms);
}

TEST_CASE("small amounts add up: no bot gets more than half a millisecond per turn for free") {
    constexpr int turns = 1000;
    for (const Duration beside : {Duration(400us), Duration(900us), Duration(4ms)}) {
        Game game;
        Duration charged{};
        for (int turn = 0; turn < turns; ++turn)
            charged += 10us + game.turn(10us, 10us + beside, beside);
        CHECK(charged >= *game.used - turns * CpuAccount::beside_a_turn - CpuAccount::quick);
        CHECK(charged <= *game.used + turns * CpuAccount::beside_a_turn);
    }
}

TEST_CASE("waiting earns a bot no time beside its turns") {
    Game game;
    for (int turn = 0; turn < 100; ++turn) {
        CHECK(game.turn(turn % 2 == 0 ? 1s : 10us, 0ms) == 0ms);
        CHECK_FALSE(game.rest(1s, 0ms));
    }
    CHECK(game.turn(10us, 100ms + 10us, 100ms) >= 100ms - CpuAccount::quick - CpuAccount::beside_a_turn);
}

TEST_CASE("CPU time that the kernel counts late is not charged twice") {
    Game game;
    CHECK(game.turn(50ms, 46ms) == 0ms);
    CHECK(game.turn(50ms, 54ms) == 0ms);
}

TEST_CASE("CPU time that a bot uses while it is stopped is charged to its next turn") {
    Game game;
    CHECK_FALSE(game.rest(100ms, 19ms));
    CHECK(game.turn(10ms, 10ms) == 19ms - CpuAccount::beside_a_turn);
}

TEST_CASE("the state at the last stop is that of the last check, plus the CPU time since") {
    Game game;
    REQUIRE(game.account.last_stop());  // the first stop, before the game
    CHECK(game.account.last_stop()->used == 0ms);
    game.turn(10ms, 4ms);
    REQUIRE(game.account.last_stop());
    CHECK(game.account.last_stop()->used == 4ms);
    CHECK(game.account.last_stop()->ran_since == 0ms);
    game.turn(1ms, 1ms);
    game.turn(1ms, 1ms);
    CHECK(game.account.last_stop()->used == 4ms);
    CHECK(game.account.last_stop()->ran_since == 2ms);
    game.used.reset();
    game.turn(10ms, 0ms);
    CHECK_FALSE(game.account.last_stop());
}

TEST_CASE("a bot that may think on its opponent's turn has its own cores, if there are enough for all matches") {
    const auto all = allowed_cores();
    if (all.size() < 2) return;
    const Places places = places_of({1, pins, !shares}, false, 1);
    CHECK(places.bots[0].size() == 1);
    CHECK(places.bots[1].size() == 1);
    CHECK(places.thread == all);
    if (places.claimed.size() == 2) CHECK(places.bots[0] != places.bots[1]);
}

TEST_CASE("if each match has only one core, its bots and its thread share it") {
    const int matches = static_cast<int>(allowed_cores().size());
    if (matches < 2) return;
    const Places places = places_of({matches, pins, !shares}, false, 1);
    CHECK(places.bots[0].size() == 1);
    if (places.claimed.empty()) return;
    CHECK(places.bots[0] == places.bots[1]);
    CHECK(places.thread == places.bots[0]);
}

TEST_CASE("the thread shares the core of bots that take turns") {
    const Places places = places_of({1, pins, !shares}, true, 1);
    CHECK(places.bots[0].size() == 1);
    if (places.claimed.empty()) return;
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

TEST_CASE("a launcher that has released its cores leaves them, and its thread, to other work") {
    std::thread([] {
        const auto all = allowed_cores();
        bool has_claimed = false;
        // Other processes may have claimed all cores for a while.
        for (int attempt = 0; attempt < 40 && !has_claimed; ++attempt) {
            if (attempt > 0) std::this_thread::sleep_for(50ms);
            MatchLauncher launcher({.matches = static_cast<int>(all.size()), .pins_thread = pins});
            const LaunchRequest request{"/bin/sleep", {"sleep", "60"}, {}, {}, {{}, {}, true, 1}};
            const auto bot = std::get<std::unique_ptr<referee::ChildProcess>>(launcher.launch(request, 0));
            has_claimed = !claimed_cores().empty();
            if (has_claimed) CHECK(claimed_cores() == bot->cores);
            launcher.release_cores();
            CHECK(cores_of(0) == all);
            CHECK(claimed_cores().empty());
            bot->kill_all();
        }
    }).join();
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
                launcher.assign_cores(*bots[static_cast<std::size_t>(seat + game) % 2], request.confinement, seat);
            CHECK(bots[0]->cores == bots[1]->cores);
            CHECK(cores_of(0) == bots[0]->cores);
        }
        for (const auto& bot : bots)
            bot->kill_all();
    }).join();
}

namespace referee {

namespace {

using protocol::BotEnd;
using protocol::Ending;

const std::vector<BotEnd> ended = {{Ending::crashed, {}, SIGTERM},
                                   {Ending::crashed, {}, SIGKILL},
                                   {Ending::exited, 128 + SIGINT, {}},
                                   {Ending::exited, 0, {}},
                                   {Ending::exited, 1, {}},
                                   {Ending::resource_limit, {}, SIGTERM},
                                   {Ending::resource_limit, 128 + SIGTERM, {}}};
const std::vector<BotEnd> silent = {{Ending::closed_stdout, {}, {}}, {Ending::timeout, {}, {}}};
const std::vector<BotEnd> own_doing = {{Ending::crashed, {}, SIGSEGV},
                                       {Ending::resource_limit, {}, SIGKILL},
                                       {Ending::resource_limit, 1, {}},
                                       {Ending::invalid_move, {}, {}},
                                       {Ending::premature, {}, {}}};

void check_explained(const StopSignal& stop, const std::vector<BotEnd>& ends, bool explained) {
    for (const BotEnd& end : ends) {
        CAPTURE(end.ending);
        CAPTURE(end.exit_code.value_or(-1));
        CAPTURE(end.signal.value_or(-1));
        CHECK(explained_by(stop, end) == explained);
    }
}

}  // namespace

TEST_CASE("Ctrl-C explains that bots exit, and that they end by such signals; other signals also that one is silent") {
    for (const int signal : {0, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        CAPTURE(signal);
        const StopSignal stop;
        if (signal != 0) ::kill(::getpid(), signal);
        check_explained(stop, ended, signal != 0);
        check_explained(stop, silent, signal != 0 && signal != SIGINT);
        check_explained(stop, own_doing, false);
    }
}

}  // namespace referee
