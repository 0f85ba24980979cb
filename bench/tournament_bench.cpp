// Games a second of a whole tournament, its file included, beside a bare harness that only starts the same processes,
// sends them the same bytes, and reaps them.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
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

/// A way to play a tournament, and the least share of the bare harness's games a second that it is to reach.
struct Way {
    std::string name;
    std::string options;  ///< of `referee tournament`
    int jobs;
    int games;  ///< of a round
    double aim;
};

/// The bare harness beside each has no sandbox. Sandboxes that are set up anew for each game are so dear that fewer
/// games do; their aim is a time, 4 ms for a game, and no share.
std::vector<Way> ways_to_play(int games) {
    const std::string off = "--sandbox off";
    const std::string warm = "--sandbox on";
    const std::string fresh = warm + " --sandbox-reuse off";
    return {{"no sandbox", off, 1, games, 0.8},
            {"no sandbox", off, 2, games, 0.8},
            {"sandbox, kept", warm, 1, games, 0.6},
            {"sandbox, kept", warm, 2, games, 0.6},
            {"sandbox, new", fresh, 1, std::max(1, games / 10), 0}};
}

void run_tournament(const fs::path& referee, const std::string& bot, const fs::path& folder, const Way& way) {
    const fs::path db = folder / "t.db";
    for (const char* rest : {"", "-wal", "-shm"})
        fs::remove(db.string() + rest);
    const std::string command = fmt::format(
        "'{}' tournament '{}' '{}' --game {} --games {} --jobs {} --force --db '{}' --quiet "
        "{} --move-time 5s --first-move-time 5s > '{}'",
        referee.string(), bot, bot, spec, way.games, way.jobs, db.string(), way.options, (folder / "tables").string());
    if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
}

template <class Play>
double games_per_second(int games, Play play) {
    const auto begin = std::chrono::steady_clock::now();
    play();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    return games / time.count();
}

/// Games a second, of each round.
struct Measured {
    std::vector<double> bare, whole, ratio;
    std::vector<double> other{};  ///< of another build, if it is compared
};

void print_table(const std::vector<Way>& ways, const std::vector<Measured>& measured) {
    const bool compared = !measured.front().other.empty();
    fmt::print("{:<14} {:>4} {:>7} {:>11} {:>8} {:>6} {:>5}{}\n", "", "jobs", "bare", "tournament", "ms/game", "ratio",
               "aim", compared ? "   other build" : "");
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const auto& [bare, whole, ratio, other] = measured[i];
        fmt::print("{:<14} {:>4} {:>7.0f} {:>11.0f} {:>8.2f} {:>6.2f} {:>5}{}\n", ways[i].name, ways[i].jobs,
                   bench::median(bare), bench::median(whole), 1000 / bench::median(whole), bench::median(ratio),
                   ways[i].aim > 0 ? fmt::format("{}", ways[i].aim) : "",
                   compared ? fmt::format("{:>14.0f}", bench::median(other)) : "");
    }
}

nlohmann::ordered_json json_of(const std::vector<Way>& ways, const std::vector<Measured>& measured, std::size_t plies) {
    auto json = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < ways.size(); ++i) {
        json.push_back({{"way", ways[i].name},
                        {"jobs", ways[i].jobs},
                        {"plies", plies},
                        {"games", ways[i].games},
                        {"bare_games_per_second", bench::median(measured[i].bare)},
                        {"tournament_games_per_second", bench::median(measured[i].whole)},
                        {"ratio", bench::median(measured[i].ratio)},
                        {"aim", ways[i].aim}});
    }
    return json;
}

}  // namespace

int main(int argc, char** argv) {
    int rounds = 9;
    int games = 500;
    std::string json_path;
    const fs::path here = fs::canonical("/proc/self/exe").parent_path();
    std::string referee = REFEREE;
    std::string other;
    std::string folder = here.string();
    CLI::App app("Games a second of a tournament beside a bare harness.");
    app.add_option("--rounds", rounds, "how often each is run; medians are shown")->check(CLI::PositiveNumber);
    app.add_option("--games", games, "of a round")->check(CLI::PositiveNumber);
    app.add_option("--referee", referee, "the program");
    app.add_option("--compare", other, "another build of the program, whose games a second are shown too");
    app.add_option("--folder", folder, "where the tournament's file is written");
    app.add_option("--json", json_path, "also write the figures here");
    CLI11_PARSE(app, argc, argv);

    const std::string bot = (here / "instant_bot").string();
    const fs::path work = fs::path(folder) / fmt::format("tournament_bench.{}", ::getpid());
    fs::create_directories(work);
    const bench::BareScript script = script_of_a_game();
    const auto ways = ways_to_play(games);
    std::vector<Measured> measured(ways.size());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const Way& way = ways[i];
            Measured& to = measured[i];
            const auto rate_of = [&](const std::string& program) {
                return games_per_second(way.games, [&] { run_tournament(program, bot, work, way); });
            };
            to.bare.push_back(games_per_second(games, [&] { run_bare(bot, script, games, way.jobs); }));
            if (!other.empty()) to.other.push_back(rate_of(other));
            to.whole.push_back(rate_of(referee));
            to.ratio.push_back(to.whole.back() / to.bare.back());
        }
    }
    fs::remove_all(work);
    fmt::print("Games of {} plies a second, medians of {} rounds of {} games (new sandboxes: {})\n\n",
               script.turns.size(), rounds, games, ways.back().games);
    print_table(ways, measured);
    if (!json_path.empty()) std::ofstream(json_path) << json_of(ways, measured, script.turns.size()).dump(2) << '\n';
}
