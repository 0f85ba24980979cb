// The simulator: plays made-up histories of tournaments with the real program and a fake engine, and checks after each
// command what must always hold.
//
// A history is a list of commands that a person could type: a tournament is begun, stopped, killed, changed, resumed,
// followed by a second stage. The engine answers with results that are drawn from hidden strengths. The real parser,
// run, store, schedule, account, tables and change code work in this process; a book that knows nothing of their code
// is kept beside them (book.hpp), and the laws (laws.hpp) compare the two. Each law has a number and a name, which
// begins the message if it is broken. A history that breaks one is shrunk, and printed as commands.
//
//   fates      what happens in a game                   playback   types commands; clocks, chance and checks of bots
//   fake_engine, killer   the machine and its failures  director   makes up histories
//   book, judge, laws     what must hold                trace      the history for the model in tests/model
//   orders, bot_files     what the docs allow, and what is new in a folder
//   hand_ins              what a class has handed in, and what became of it
//   own_game   rules that are a program, and may fail
//   relations, symmetries the same tournament in other orders, with other names and sides
//
// plant.py plants the faults of faults.py in the program, and says which of them are found, and how soon.
#include <malloc.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tests/simulation/director.hpp"
#include "tests/simulation/simulation.hpp"

namespace {

using namespace simulation;
using Clock = std::chrono::steady_clock;

constexpr const char* usage =
    R"(simulate --depth N (--histories N | --minutes M) [--seed S] [--classes] [--trace] [--quick]
         [--jobs N]

Plays histories of tournaments, and checks the laws after each command.

  --depth 1      plans, account and points (the default)
  --depth 2      also every figure and text at some moments of a history
  --histories N  so many histories (1)
  --minutes M    as many as can be played in this time
  --seed S       of the first history; the others follow it (random)
  --trace        writes each history as JSON lines for tests/model/judge.py; one process
  --classes      only histories of classes
  --quick        ends at the first failure, and does not shrink it
  --jobs N       processes (one for each core)
)";

struct Wish {
    int depth = 1;
    std::uint64_t histories = 1;
    double minutes = 0;
    std::uint64_t seed = 0;
    bool classes = false;
    bool trace = false;
    bool quick = false;
    std::uint64_t jobs = 1;
};

/// What a process tells the others, in memory that they share.
struct Progress {
    std::uint64_t seed;
    std::uint64_t played;
    std::atomic<bool> failed;
};

/// A history that takes longer than this hangs.
constexpr unsigned max_seconds = 300;

bool read_wish(int argc, char** argv, Wish& wish) {
    wish.seed = std::random_device()() % 1'000'000'000;
    wish.jobs = static_cast<std::uint64_t>(::sysconf(_SC_NPROCESSORS_ONLN));
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--classes" || word == "--trace" || word == "--quick") {
            (word == "--classes" ? wish.classes : word == "--trace" ? wish.trace : wish.quick) = true;
            continue;
        }
        if (i + 1 == argc) return false;
        const std::string value = argv[++i];
        if (word == "--depth") {
            wish.depth = std::stoi(value);
        } else if (word == "--histories") {
            wish.histories = std::stoull(value);
        } else if (word == "--minutes") {
            wish.minutes = std::stod(value);
        } else if (word == "--seed") {
            wish.seed = std::stoull(value);
        } else if (word == "--jobs") {
            wish.jobs = std::stoull(value);
        } else {
            return false;
        }
    }
    return wish.jobs > 0 && wish.depth >= 1 && wish.depth <= 2;
}

void tell(const Failure& failure) {
    const std::string text =
        fmt::format("FAILED, seed {} (simulate --depth {} --seed {})\n{}\n{}\n", failure.history.seed,
                    failure.history.depth, failure.history.seed, failure.what, commands_of(failure.history));
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

/// The work of one process: every `jobs`-th history. Returns whether all laws hold.
bool work(const Wish& wish, std::uint64_t number, std::span<Progress> all) {
    Progress& progress = all[number];
    const auto end = Clock::now() + std::chrono::duration<double, std::ratio<60>>(wish.minutes);
    const auto is_over = [&](std::uint64_t i) {
        if (wish.quick && std::ranges::any_of(all, [](const Progress& one) { return one.failed.load(); })) return true;
        return wish.minutes > 0 ? Clock::now() >= end : i >= wish.histories;
    };
    std::string trace;
    for (std::uint64_t i = number; !is_over(i); i += wish.jobs) {
        progress.seed = wish.seed + i;
        if (wish.classes && !is_class(progress.seed)) continue;
        ::alarm(max_seconds);
        trace.clear();
        const auto write = [&trace](const std::string& line) { trace += line; };
        const auto failure =
            wish.trace ? play_seed(progress.seed, wish.depth, write) : play_seed(progress.seed, wish.depth);
        std::fputs(trace.c_str(), stdout);
        ++progress.played;
        if (!failure) continue;
        ::alarm(max_seconds);
        progress.failed = true;
        tell(wish.trace || wish.quick ? *failure : shrunk(*failure));
        return false;
    }
    return true;
}

/// Plays in several processes. Returns whether all laws hold.
bool run(const Wish& wish) {
    auto* const progress = static_cast<Progress*>(
        ::mmap(nullptr, wish.jobs * sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    if (progress == MAP_FAILED) return false;
    std::vector<pid_t> processes;
    std::fflush(stdout);
    for (std::uint64_t i = 0; i < wish.jobs; ++i) {
        const pid_t process = ::fork();
        if (process == 0) {
            const bool good = work(wish, i, {progress, wish.jobs});
            std::fflush(stdout);
            ::_exit(good ? 0 : 1);
        }
        processes.push_back(process);
    }
    bool good = true;
    std::uint64_t played = 0;
    for (std::uint64_t left = wish.jobs; left > 0; --left) {
        int status = 0;
        const pid_t ended = ::wait(&status);
        if (ended < 0) return false;
        const auto i = static_cast<std::size_t>(std::ranges::find(processes, ended) - processes.begin());
        if (WIFSIGNALED(status)) progress[i].failed = true;
        if (WIFSIGNALED(status))
            fmt::print("FAILED, seed {}: {} (signal {})\n", progress[i].seed,
                       WTERMSIG(status) == SIGALRM ? "the history hangs" : "the program crashes", WTERMSIG(status));
        good = good && WIFEXITED(status) && WEXITSTATUS(status) == 0;
        played += progress[i].played;
    }
    if (!wish.trace) fmt::print("{} histories of depth {} from seed {}\n", played, wish.depth, wish.seed);
    return good;
}

}  // namespace

int main(int argc, char** argv) {
    // A shell lets its background jobs ignore SIGINT, and then no history would stop its runs.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
        std::signal(signal, SIG_DFL);
    // Each command would otherwise give its memory back to the system, and get it again.
    ::mallopt(M_TRIM_THRESHOLD, 1 << 28);
    ::mallopt(M_TOP_PAD, 1 << 22);
    ::mallopt(M_MMAP_THRESHOLD, 1 << 26);
    Wish wish;
    if (!read_wish(argc, argv, wish)) {
        std::fputs(usage, stderr);
        return 2;
    }
    if (wish.trace) wish.jobs = 1;
    return run(wish) ? 0 : 1;
}
