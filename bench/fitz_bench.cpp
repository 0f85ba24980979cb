// The cost of a ply of fitz on boards of 10 x 10, 100 x 100 and 999 x 999 cells. It shows whether the cost grows with
// the board.
//
// The two automatic players play each game to its end. `core`: the rules make the moves. `choose`: the players choose
// the moves. `block`: a Board makes the moves and writes the turn blocks. `referee`: the whole referee, with both
// players as processes.
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/machine.hpp"
#include "bench/measure.hpp"
#include "bench/options.hpp"
#include "games/fitz/rules.hpp"
#include "games/fitz/wire.hpp"
#include "games/spec.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/match/match.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/players/bot_player.hpp"
#include "sample_bots/fitz_players.hpp"

namespace {

namespace fs = std::filesystem;

double micros_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

/// Returns the moves of a game between the two automatic players.
template <class Rules>
std::vector<typename Rules::Move> automatic_game(const Rules& rules) {
    std::vector<typename Rules::Move> moves;
    sample_bots::FitzPlayer1 first(rules, games::Side::first);
    sample_bots::FitzPlayer2 second(rules, games::Side::second);
    auto state = rules.start();
    while (!games::is_over(rules.outcome(state))) {
        const games::Side side = rules.to_move(state);
        moves.push_back(side == games::Side::first ? first.choose(state) : second.choose(state));
        first.hear(side, moves.back());
        second.hear(side, moves.back());
        rules.play(state, moves.back());
    }
    return moves;
}

struct Costs {
    std::size_t plies = 0;
    double core = 0;    ///< microseconds a ply
    double choose = 0;  ///< microseconds a ply for the choice of the moves alone
};

/// The number of times that a game is played. Short games are repeated to make the time measurable.
int times_to_play(std::size_t plies) {
    return static_cast<int>(2000 / plies) + 1;
}

Costs costs_of_rules(const games::GameSpec& spec) {
    return games::fitz::with_rules(games::fitz::config_of(spec.values), [](const auto& rules) {
        const auto moves = automatic_game(rules);
        const int times = times_to_play(moves.size());
        auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < times; ++i)
            automatic_game(rules);
        const double whole = micros_since(begin);
        begin = std::chrono::steady_clock::now();
        for (int i = 0; i < times; ++i) {
            auto state = rules.start();
            for (const auto& move : moves)
                rules.play(state, move);
        }
        const double played = micros_since(begin);
        const double plies = static_cast<double>(moves.size()) * times;
        return Costs{moves.size(), played / plies, (whole - played) / plies};
    });
}

/// The cost of a turn of the first plies in microseconds: everything that the referee does with a Board in it.
double cost_of_blocks(const games::GameSpec& spec, std::size_t plies) {
    const auto lines = games::fitz::with_rules(games::fitz::config_of(spec.values), [&](const auto& rules) {
        std::vector<std::string> texts;
        for (const auto& move : automatic_game(rules)) {
            if (texts.size() == plies) break;
            write_move(rules, move, texts.emplace_back());
        }
        return texts;
    });
    const int times = times_to_play(lines.size());
    std::string block;
    double micros = 0;
    for (int i = 0; i < times; ++i) {
        const auto board = spec.make_board(0);
        const auto begin = std::chrono::steady_clock::now();
        for (const std::string& line : lines) {
            block.clear();
            board->write_turn(block);
            board->play_legal(line);
        }
        micros += micros_since(begin);
    }
    return micros / (static_cast<double>(lines.size()) * times);
}

/// Plays a match as `referee` does: with processes and their start, verdicts, frames and the log. Returns microseconds
/// a ply.
double cost_of_match(const games::GameSpec& spec, const fs::path& bots, int stop_fd) {
    using std::chrono::seconds;
    referee::MatchPlan plan{spec, 1, {}, {}, {}};
    plan.limits = {seconds(60), seconds(60), std::chrono::milliseconds(20)};
    plan.players[0] = {"fitz1", {"fitz1"}, "none"};
    plan.players[1] = {"fitz2", {"fitz2"}, "none"};
    referee::MatchLauncher launcher;
    const auto request = [&](const char* name) { return referee::LaunchRequest{(bots / name).string(), {name}, {}}; };
    const std::string log_path = (fs::temp_directory_path() / fmt::format("fitz_bench.{}.json", ::getpid())).string();
    const auto log_file = referee::open_log(log_path, 1, true);
    const auto begin = std::chrono::steady_clock::now();
    referee::BotPlayer first(launcher, request("fitz1"), stop_fd);
    referee::BotPlayer second(launcher, request("fitz2"), stop_fd);
    auto log = referee::play_match(plan, {&first, &second}, nullptr).log;
    if (log.failure) throw std::runtime_error("a bot has failed: " + log.result.detail);
    referee::add_frames(plan.spec, log);
    log_file->write(log);
    const double cost = micros_since(begin) / static_cast<double>(log.plies.size());
    fs::remove(log_path);
    return cost;
}

}  // namespace

int main(int argc, char** argv) {
    int rounds = 5;
    std::string json_path;
    std::string bots = FITZ_BOTS_FOLDER;
    referee::CommandLine line("fitz_bench", "What a ply of fitz costs on small and on large boards.");
    line.number("--rounds", 1, 1'000'000'000, "how often each is run; medians are shown", rounds);
    line.file("--bots", "FOLDER", "the folder of fitz1 and fitz2", bots);
    line.file("--json", "FILE", "also write the figures here", json_path);
    bench::read_options(line, argc, argv);
    const bench::MachineCosts machine = bench::print_machine();

    constexpr std::size_t plies_through_pipes = 2000;
    const referee::StopSignal stop;
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    fmt::print("Microseconds a ply, medians of {} rounds; block and referee: of at most {} plies\n\n", rounds,
               plies_through_pipes);
    fmt::print("{:<10} {:>8} {:>8} {:>8} {:>8} {:>9}\n", "board", "plies", "core", "choose", "block", "referee");
    for (const int side : {10, 100, 999}) {
        const std::string text = fmt::format("fitz:height={0},width={0}", side);
        const auto spec = games::parse_spec(text);
        const auto short_spec = games::parse_spec(fmt::format("{},max_plies={}", text, plies_through_pipes));
        std::size_t plies = 0;
        std::array<std::vector<double>, 4> costs;
        for (int round = 0; round < rounds; ++round) {
            const Costs of_rules = costs_of_rules(spec);
            plies = of_rules.plies;
            costs[0].push_back(of_rules.core);
            costs[1].push_back(of_rules.choose);
            costs[2].push_back(cost_of_blocks(short_spec, plies_through_pipes));
            costs[3].push_back(cost_of_match(short_spec, bots, stop.fd()));
        }
        const auto [core, choose, block, whole] = std::array{bench::median(costs[0]), bench::median(costs[1]),
                                                             bench::median(costs[2]), bench::median(costs[3])};
        fmt::print("{:<10} {:>8} {:>8.2f} {:>8.2f} {:>8.2f} {:>9.1f}\n", fmt::format("{0} x {0}", side), plies, core,
                   choose, block, whole);
        json.push_back({{"board", fmt::format("{0} x {0}", side)},
                        {"plies", plies},
                        {"core_us", core},
                        {"choose_us", choose},
                        {"block_us", block},
                        {"referee_us", whole},
                        {"system_call_us", machine.system_call}});
    }
    if (!json_path.empty()) std::ofstream(json_path) << json.dump(2) << '\n';
}
