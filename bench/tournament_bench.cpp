// Games a second of a whole tournament, including its file, compared with a bare harness that only starts the same
// processes, sends them the same bytes, and reaps them.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>
#include <vector>

#include "bench/bare_harness.hpp"
#include "bench/builds.hpp"
#include "bench/machine.hpp"
#include "bench/measure.hpp"
#include "bench/options.hpp"
#include "bench/storing.hpp"
#include "games/spec.hpp"

namespace {

namespace fs = std::filesystem;

/// The instant bots alternately turn their magnets on until the game reaches its ply limit.
std::string spec_of(int plies) {
    return fmt::format("magnetize:height=6,width=7,square=6,maglock=1,max_plies={}", plies);
}

bench::BareScript script_of_a_game(int plies) {
    bench::BareScript script;
    const auto board = games::parse_spec(spec_of(plies)).make_board(1);
    board->write_setup(games::Side::first, script.setup[0]);
    board->write_setup(games::Side::second, script.setup[1]);
    while (!games::is_over(board->outcome())) {
        script.turns.push_back({games::index(board->to_move()), {}});
        board->write_turn(script.turns.back().block);
        board->play_legal("MAGNET");
    }
    return script;
}

/// A way to play a tournament, and its aim: the minimum ratio of its games a second to those of the bare harness.
struct Way {
    std::string name;
    std::string options;  ///< options of `referee tournament`
    int jobs;
    int games;  ///< games in a round
    double aim;
    bench::BareCommand bot{};  ///< if empty, the instant bot plays
    bool reuse = false;        ///< one process of a bot plays many games, also in the bare harness
    int plies = 40;            ///< plies in a game
    bool beside_store =
        false;  ///< compare with the rate at which a file stores such games, instead of with the bare harness
};

/// The bare harness has no sandbox. Setting up a sandbox for each game is slow, so the way that does so plays fewer
/// games. Its aim is a time, 4 ms a game, and not a ratio. Ways in which one process plays many games are pinned,
/// because on two cores, two processes that talk to each other fall into one of two patterns, and one costs several
/// times as much as the other. Games of one ply take almost no time, so a fixed delay anywhere in the engine would hold
/// their rate far below that of the store alone, on any machine.
std::vector<Way> ways_to_play(int games, const bench::BareCommand& python) {
    const std::string off = "--sandbox off";
    const std::string warm = "--sandbox on";
    const std::string fresh = warm + ",reuse=off";
    const std::string kept = " --reuse --pin";
    const int many = 5 * games;
    const int few = std::max(4, games / 25);
    return {{"no sandbox", off, 1, games, 0.8},
            {"no sandbox", off, 2, games, 0.8},
            {"sandbox, kept", warm, 1, games, 0.6},
            {"sandbox, kept", warm, 2, games, 0.6},
            {"sandbox, new", fresh, 1, std::max(1, games / 10), 0},
            {"reuse", off + kept, 1, many, 0.7, {}, true},
            {"reuse", off + kept, 2, many, 0.7, {}, true},
            {"reuse, sandbox", warm + kept, 2, many, 0, {}, true},
            {"one ply, reuse", off + kept, 2, 4 * many, 0.25, {}, true, 1, true},
            {"Python", off, 2, few, 0, python},
            {"Python, reuse", off + kept, 2, games, 0, python, true}};
}

void pin_to_core(int number) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(number) % std::max(1U, std::thread::hardware_concurrency()), &set);
    ::sched_setaffinity(0, sizeof set, &set);
}

void run_bare(const Way& way, const bench::BareScript& script) {
    std::atomic<int> next = 0;
    std::vector<std::jthread> threads;
    for (int job = 0; job < way.jobs; ++job) {
        threads.emplace_back([&, job] {
            if (!way.reuse) {
                while (next++ < way.games)
                    bench::BareMatch(way.bot).play(script);
                return;
            }
            pin_to_core(job);
            bench::BareMatch match(way.bot);
            while (next++ < way.games)
                match.play(script);
        });
    }
}

/// The number of games that are stored with one wait for the disk, in a tournament of several thousand games a second.
constexpr int stored_together = 200;

void run_store(const fs::path& folder, const Way& way) {
    const fs::path db = folder / "store.db";
    fs::remove(db);
    auto store = bench::planned_store(db.string(), way.games);
    bench::store_games(store, bench::usual_match(way.plies), 0, way.games, stored_together);
}

void run_tournament(const fs::path& referee, const fs::path& folder, const Way& way) {
    const fs::path db = folder / "t.db";
    for (const char* rest : {"", "-wal", "-shm"})
        fs::remove(db.string() + rest);
    const std::string bot = fmt::format("'{}'", fmt::join(way.bot, " "));
    const std::string command = fmt::format(
        "'{}' tournament {} {} --game {} --games {} --jobs {} --force --db '{}' --quiet "
        "{} --move-time 5s --limits first=5s > '{}'",
        referee.string(), bot, bot, spec_of(way.plies), way.games, way.jobs, db.string(), way.options,
        (folder / "tables").string());
    bench::run_command(command);
}

template <class Play>
double games_per_second(int games, Play play) {
    const auto begin = std::chrono::steady_clock::now();
    play();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    return games / time.count();
}

/// Games a second in each round.
struct Speeds {
    std::vector<double> bare, ratio;
    bench::BuildFigures whole;
};

void print_table(const std::vector<Way>& ways, const std::vector<Speeds>& measured, const bench::Builds& builds) {
    fmt::print("{:<14} {:>4} {:>6} {:>7} {:>11} {:>8} {:>6} {:>5}{}\n", "", "jobs", "games", "bare", "tournament",
               "ms/game", "ratio", "aim", builds.headings());
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const auto& [bare, ratio, whole] = measured[i];
        const double rate = bench::median(whole.own);
        fmt::print("{:<14} {:>4} {:>6} {:>7.0f} {:>11.0f} {:>8.2f} {:>6.2f} {:>5}{}\n", ways[i].name, ways[i].jobs,
                   ways[i].games, bench::median(bare), rate, 1000 / rate, bench::median(ratio),
                   ways[i].aim > 0 ? fmt::format("{}", ways[i].aim) : "", builds.cells(whole, 0));
    }
}

nlohmann::ordered_json json_of(const std::vector<Way>& ways, const std::vector<Speeds>& measured,
                               const bench::MachineCosts& machine) {
    auto json = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < ways.size(); ++i) {
        json.push_back({{"way", ways[i].name},
                        {"jobs", ways[i].jobs},
                        {"plies", ways[i].plies},
                        {"games", ways[i].games},
                        {"bare_games_per_second", bench::median(measured[i].bare)},
                        {"tournament_games_per_second", bench::median(measured[i].whole.own)},
                        {"ratio", bench::median(measured[i].ratio)},
                        {"aim", ways[i].aim},
                        {"system_call_us", machine.system_call}});
    }
    return json;
}

}  // namespace

int main(int argc, char** argv) {
    int rounds = 9;
    int games = 500;
    std::string json_path;
    const fs::path here = fs::canonical("/proc/self/exe").parent_path();
    bench::Builds builds(REFEREE);
    std::string only;
    std::string folder = here.string();
    referee::CommandLine line("tournament_bench", "Games a second of a tournament beside a bare harness.");
    line.number("--rounds", 1, 1'000'000'000, "how often each is run; medians are shown", rounds);
    line.number("--games", 1, 1'000'000'000, "of a round", games);
    builds.add_options(line);
    line.text("--only", "NAME", "only the ways whose names begin so", only);
    line.file("--folder", "FOLDER", "where the tournament's file is written", folder);
    line.file("--json", "FILE", "also write the figures here", json_path);
    bench::read_options(line, argc, argv);
    const bench::MachineCosts machine = bench::print_machine();

    const fs::path work = fs::path(folder) / fmt::format("tournament_bench.{}", ::getpid());
    fs::create_directories(work);
    auto ways =
        ways_to_play(games, {"/usr/bin/python3", (fs::path(builds.own()).parent_path() / "random.py").string()});
    std::erase_if(ways, [&](const Way& way) { return !way.name.starts_with(only); });
    if (ways.empty()) throw std::runtime_error("no such way: " + only);
    for (Way& way : ways) {
        if (way.bot.empty()) way.bot = {(here / "instant_bot").string()};
    }
    std::vector<Speeds> measured(ways.size());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const Way& way = ways[i];
            Speeds& to = measured[i];
            to.bare.push_back(games_per_second(way.games, [&] {
                if (way.beside_store) {
                    run_store(work, way);
                } else {
                    run_bare(way, script_of_a_game(way.plies));
                }
            }));
            builds.measure(to.whole, [&](const std::string& program) {
                return games_per_second(way.games, [&] { run_tournament(program, work, way); });
            });
            to.ratio.push_back(to.whole.own.back() / to.bare.back());
        }
    }
    fs::remove_all(work);
    fmt::print(
        "Games a second, medians of {} rounds; games have 40 plies, or one; beside those of one stands the store "
        "alone\n\n",
        rounds);
    print_table(ways, measured, builds);
    if (!json_path.empty()) std::ofstream(json_path) << json_of(ways, measured, machine).dump(2) << '\n';
}
