// Games a second of a whole tournament, its file included, beside a bare harness that only starts the same processes,
// sends them the same bytes, and reaps them.
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>
#include <vector>

#include "bench/bare_harness.hpp"
#include "bench/measure.hpp"
#include "bench/options.hpp"
#include "games/spec.hpp"

namespace {

namespace fs = std::filesystem;

/// The instant bots turn their magnets on in turn until the game is at its limit.
constexpr const char* spec = "magnetize:height=6,width=7,square=6,maglock=1,max_plies=40";

bench::BareScript script_of_a_game() {
    bench::BareScript script;
    const auto board = games::parse_spec(spec).make_board(1);
    board->write_setup(games::Side::first, script.setup[0]);
    board->write_setup(games::Side::second, script.setup[1]);
    while (!games::is_over(board->outcome())) {
        script.turns.push_back({games::index(board->to_move()), {}});
        board->write_turn(script.turns.back().block);
        board->play_legal("MAGNET");
    }
    return script;
}

void run_bare(const std::string& bot, const bench::BareScript& script, int games, int jobs) {
    std::atomic<int> next = 0;
    std::vector<std::jthread> threads;
    for (int job = 0; job < jobs; ++job) {
        threads.emplace_back([&] {
            while (next++ < games)
                bench::run_bare(bot, script);
        });
    }
}

void run_tournament(const fs::path& referee, const std::string& bot, const fs::path& folder, int games, int jobs) {
    const fs::path db = folder / "t.db";
    for (const char* rest : {"", "-wal", "-shm"})
        fs::remove(db.string() + rest);
    const std::string command = fmt::format(
        "'{}' tournament '{}' '{}' --game {} --games {} --jobs {} --force --db '{}' --quiet "
        "--sandbox off --move-time 5s --first-move-time 5s > '{}'",
        referee.string(), bot, bot, spec, games, jobs, db.string(), (folder / "tables").string());
    if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
}

template <class Play>
double games_per_second(int games, Play play) {
    const auto begin = std::chrono::steady_clock::now();
    play();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    return games / time.count();
}

}  // namespace

int main(int argc, char** argv) {
    int rounds = 7;
    int games = 1'000;
    std::string json_path;
    const fs::path here = fs::canonical("/proc/self/exe").parent_path();
    std::string referee = REFEREE;
    std::string folder = here.string();
    referee::CommandLine line("tournament_bench", "Games a second of a tournament beside a bare harness.");
    line.number("--rounds", 1, 1'000'000'000, "how often each is run; medians are shown", rounds);
    line.number("--games", 1, 1'000'000'000, "of a round", games);
    line.file("--referee", "FILE", "the program", referee);
    line.file("--folder", "FOLDER", "where the tournament's file is written", folder);
    line.file("--json", "FILE", "also write the figures here", json_path);
    bench::read_options(line, argc, argv);

    const std::string bot = (here / "instant_bot").string();
    const fs::path work = fs::path(folder) / fmt::format("tournament_bench.{}", ::getpid());
    fs::create_directories(work);
    const bench::BareScript script = script_of_a_game();
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    fmt::print("Games of {} plies a second, medians of {} rounds of {} games\n\n{:>4} {:>9} {:>11} {:>7}\n",
               script.turns.size(), rounds, games, "jobs", "bare", "tournament", "ratio");
    for (const int jobs : {1, 2}) {
        std::vector<double> bare;
        std::vector<double> whole;
        std::vector<double> ratio;
        for (int round = 0; round < rounds; ++round) {
            bare.push_back(games_per_second(games, [&] { run_bare(bot, script, games, jobs); }));
            whole.push_back(games_per_second(games, [&] { run_tournament(referee, bot, work, games, jobs); }));
            ratio.push_back(whole.back() / bare.back());
        }
        fmt::print("{:>4} {:>9.0f} {:>11.0f} {:>7.2f}\n", jobs, bench::median(bare), bench::median(whole),
                   bench::median(ratio));
        json.push_back({{"jobs", jobs},
                        {"plies", script.turns.size()},
                        {"bare_games_per_second", bench::median(bare)},
                        {"tournament_games_per_second", bench::median(whole)},
                        {"ratio", bench::median(ratio)}});
    }
    fs::remove_all(work);
    if (!json_path.empty()) std::ofstream(json_path) << json.dump(2) << '\n';
}
