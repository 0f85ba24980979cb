// The time that `referee standings` and `referee export` (superiority, parameters) take for large tournaments.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "bench/options.hpp"
#include "referee/tournament/paper/schedule/make_schedule.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace {

using namespace referee::tournament;
using Clock = std::chrono::steady_clock;

struct Shape {
    std::string name;
    int entrants;
    Format format;
    int games_a_pairing;
    int max_games;
};

const std::vector<Shape> shapes = {{"round robin of 120", 120, Format::round_robin, 2, 1'000'000},
                                   {"Swiss of 120", 120, Format::swiss, 20, 1'000'000},
                                   {"round robin of 500", 500, Format::round_robin, 1, 100'000},
                                   {"Swiss of 500", 500, Format::swiss, 44, 100'000}};

TournamentHead head_of(const Shape& shape) {
    Settings settings;
    settings.game = "magnetize:height=2,width=3";
    settings.format.format = shape.format;
    settings.format.games = shape.games_a_pairing;
    TournamentHead head{"1.0.0", "2026-01-01T00:00:00Z", to_json(settings), 7, {}};
    for (int i = 0; i < shape.entrants; ++i)
        head.entrants.push_back({fmt::format("bot-{:03}", i), {fmt::format("./bot-{:03}", i)}, {}});
    return head;
}

/// A match of 40 plies with frames of the usual size. Different values of `number` give different moves.
protocol::MatchLog log_of(int number, std::optional<int> winner) {
    protocol::MatchLog log;
    log.referee_version = "1.0.0";
    log.game = "magnetize";
    log.initial = R"({"board":[]})";
    log.result = {winner, protocol::Ending::by_rules, winner ? "square" : "full"};
    for (int ply = 0; ply < 40; ++ply) {
        protocol::LoggedPly& logged = log.plies.emplace_back();
        logged.player = ply % 2;
        logged.move = fmt::format("DROP {}", number >> ply & 1);
        logged.wall = logged.cpu = protocol::Micros(ply);
        logged.frame = fmt::format(R"({{"board":["{}"],"bits":[{}]}})", std::string(60, '.'), ply);
    }
    return log;
}

/// Plays the schedule with random results. The entrants have random strengths, and a fifth of the games is drawn.
/// Returns the number of games.
int write_tournament(const Shape& shape, const std::string& path) {
    std::mt19937_64 random(11);
    std::normal_distribution<double> strength(0, 200);
    std::uniform_real_distribution<double> uniform;
    std::vector<double> elo;
    for (int i = 0; i < shape.entrants; ++i)
        elo.push_back(strength(random));
    const TournamentHead head = head_of(shape);
    Store store = Store::create(path, head);
    const auto schedule = make_schedule(settings_of_json(head.settings).format, shape.entrants, head.seed);
    FinishedGames finished;
    std::size_t stored = 0;
    int next = 0;
    std::vector<PlayedGame> group;
    while (next < shape.max_games) {
        const std::vector<PlannedGame>& games = schedule->ready(finished);
        if (next >= static_cast<int>(games.size())) break;
        store.add_games({games.data() + stored, games.size() - stored});
        stored = games.size();
        for (; next < static_cast<int>(stored) && next < shape.max_games; ++next) {
            const PlannedGame& game = games[static_cast<std::size_t>(next)];
            const double difference =
                elo[static_cast<std::size_t>(game.first)] - elo[static_cast<std::size_t>(game.second)];
            const double win = 0.8 / (1 + std::pow(10, -difference / 400)), drawn = uniform(random);
            const auto winner = drawn < 0.2 ? std::nullopt : std::optional(drawn < 0.2 + win ? 0 : 1);
            group.push_back(played_game(game, log_of(next, winner)));
            finished.add(group.back().match.result);
            if (group.size() < 500) continue;
            store.add_matches(group);
            group.clear();
        }
    }
    store.add_matches(group);
    return next;
}

/// Returns the median of several runs, in seconds. Throws if the command fails.
double seconds_of(const std::string& command) {
    constexpr int runs = 3;
    std::vector<double> seconds;
    for (int run = 0; run < runs; ++run) {
        const auto start = Clock::now();
        if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
        seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds[runs / 2];
}

}  // namespace

int main(int argc, char** argv) {
    referee::CommandLine line("tables_bench", "How long the tables of large tournaments take.");
    std::string kept, json;
    line.file("--folder", "FOLDER", "keep the files there; those that are there are used again", kept);
    line.file("--json", "FILE", "where to write the numbers", json);
    bool only_files = false;
    line.flag("--only-files", "only make the files", only_files);
    bench::read_options(line, argc, argv);
    const std::filesystem::path temporary =
        std::filesystem::temp_directory_path() / fmt::format("tables_bench.{}", ::getpid());
    const std::string folder = kept.empty() ? temporary.string() : kept;
    std::filesystem::create_directories(folder);
    nlohmann::ordered_json numbers;
    fmt::print("{:<20} {:>8} {:>10} {:>12} {:>11}   seconds\n", "tournament", "games", "standings", "superiority",
               "parameters");
    for (const Shape& shape : shapes) {
        std::string path = folder + "/tables_bench " + shape.name + ".db";
        std::replace(path.begin(), path.end(), ' ', '_');
        const bool is_there = std::filesystem::exists(path);
        const int games =
            is_there ? static_cast<int>(Store::open(path).matches().size()) : write_tournament(shape, path);
        if (only_files) continue;
        fmt::print("{:<20} {:>8}", shape.name, games);
        for (const char* command : {"standings {}", "export {} superiority", "export {} parameters"}) {
            const std::string arguments = fmt::format(fmt::runtime(command), "'" + path + "'");
            const double seconds = seconds_of(std::string(REFEREE) + " " + arguments + " > /dev/null");
            fmt::print(" {:>11.2f}", seconds);
            numbers[shape.name + ": " + fmt::format(fmt::runtime(command), "FILE")] = seconds;
        }
        fmt::print("\n");
        std::fflush(stdout);
    }
    std::filesystem::remove_all(temporary);
    if (!json.empty()) std::ofstream(json) << numbers.dump(2) << '\n';
}
