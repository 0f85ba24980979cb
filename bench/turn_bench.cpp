// The cost of a turn through the whole referee, including the log, compared with a bare harness that sends the same
// bytes.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "bench/bare_harness.hpp"
#include "bench/builds.hpp"
#include "bench/machine.hpp"
#include "bench/measure.hpp"
#include "bench/options.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/match/match.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/players/bot_player.hpp"

namespace {

namespace fs = std::filesystem;
using referee::MatchPlan;

struct Case {
    std::string name;
    std::string spec;
    MatchPlan plan;
    bench::BareScript script;
};

/// A match whose first plies are given, so that the board is half full. After them, both sides alternately turn their
/// magnets on, up to the ply limit.
MatchPlan plan_of(const std::string& spec, int given) {
    MatchPlan plan{games::parse_spec(spec), 1, {}, {}, {}};
    for (auto& player : plan.players)
        player = {"instant", {"instant_bot"}, "none"};
    plan.limits = {std::chrono::seconds(5), std::chrono::seconds(5), std::chrono::milliseconds(20)};
    const auto board = plan.spec.make_board(plan.seed);
    for (int ply = 0; ply < given; ++ply) {
        const auto moves = board->legal_moves();
        plan.opening.push_back(moves[static_cast<std::size_t>(ply * 7) % (moves.size() - 1)]);
        board->play_legal(plan.opening.back());
    }
    return plan;
}

/// The bytes of the match, from a board on which the moves of the bots are played.
bench::BareScript script_of(const MatchPlan& plan) {
    bench::BareScript script;
    const auto board = plan.spec.make_board(plan.seed);
    board->write_setup(games::Side::first, script.setup[0]);
    board->write_setup(games::Side::second, script.setup[1]);
    for (const auto& move : plan.opening)
        board->play_legal(move);
    while (!games::is_over(board->outcome())) {
        script.turns.push_back({games::index(board->to_move()), {}});
        board->write_turn(script.turns.back().block);
        board->play_legal("MAGNET");
    }
    return script;
}

Case make_case(std::string name, const std::string& spec, int given) {
    Case made{std::move(name), spec, plan_of(spec, given), {}};
    made.script = script_of(made.plan);
    return made;
}

/// Plays a whole match as `referee` does: with processes, verdicts, frames, and the log on disk.
void run_referee(const std::string& bot, const MatchPlan& plan, int stop_fd, referee::LogFile& log_file) {
    referee::MatchLauncher launcher;
    const referee::LaunchRequest request{bot, {bot}, {}};
    referee::BotPlayer first(launcher, request, stop_fd);
    referee::BotPlayer second(launcher, request, stop_fd);
    auto log = referee::play_match(plan, {&first, &second}, nullptr).log;
    if (log.failure) throw std::runtime_error("the instant bot has failed: " + log.result.detail);
    referee::add_frames(plan.spec, log);
    log_file.write(log);
}

/// The number of matches in a series that the program plays, so that its own start matters little.
constexpr int program_matches = 3;

/// Plays the same match with a build of the program, as users run it.
void run_program(const std::string& program, const std::string& bot, const Case& one, bool pinned,
                 const fs::path& folder) {
    const fs::path openings = folder / "openings";
    std::ofstream(openings) << fmt::format("{}\n", fmt::join(one.plan.opening, ", "));
    bench::run_command(
        fmt::format("'{}' '{}' '{}' --game {} --openings '{}' --games {} --jobs 1 --sandbox off {} --move-time 5s "
                    "--limits first=5s --quiet --log '{}' --force > '{}'",
                    program, bot, bot, one.spec, openings.string(), program_matches, pinned ? "--pin" : "",
                    (folder / "log").string(), (folder / "tables").string()));
}

template <class Run>
double micros_per_turn(std::size_t turns, Run run) {
    const auto begin = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
    return time.count() / static_cast<double>(turns);
}

/// Keeps this thread, and the bots that it starts, on the current core.
class Pin {
public:
    explicit Pin(bool wanted) {
        sched_getaffinity(0, sizeof before_, &before_);
        if (!wanted) return;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
        sched_setaffinity(0, sizeof one, &one);
    }
    ~Pin() { sched_setaffinity(0, sizeof before_, &before_); }
    Pin(const Pin&) = delete;
    Pin& operator=(const Pin&) = delete;

private:
    cpu_set_t before_{};
};

}  // namespace

int main(int argc, char** argv) {
    int rounds = 15;
    std::string json_path;
    referee::CommandLine line(
        "turn_bench", "What a turn costs through the whole referee, beside a bare harness that sends the same bytes.");
    line.number("--rounds", 1, 1'000'000'000, "how often each is run; medians are shown", rounds);
    bench::Builds builds(REFEREE);
    builds.add_options(line);
    line.file("--json", "FILE", "also write the figures here", json_path);
    bench::read_options(line, argc, argv);
    const bench::MachineCosts machine = bench::print_machine();

    const std::string bot = (fs::canonical("/proc/self/exe").parent_path() / "instant_bot").string();
    const fs::path work = fs::temp_directory_path() / fmt::format("turn_bench.{}", ::getpid());
    fs::create_directories(work);
    const std::string log_path = (work / "log.json").string();
    const referee::StopSignal stop;
    const std::array cases = {
        make_case("6 x 7", "magnetize:height=6,width=7,square=6,maglock=1,max_plies=4000", 20),
        make_case("16 x 16", "magnetize:height=16,width=16,square=16,maglock=1,max_plies=4000", 120)};
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    fmt::print("Microseconds a turn, medians of {} rounds\n\n", rounds);
    fmt::print("{:<9} {:>11} {:>8}  {:>8} {:>8} {:>7}{}\n", "board", "bytes/turn", "cores", "bare", "referee", "ratio",
               builds.compared() ? fmt::format(" {:>8}{}", "program", builds.headings()) : "");
    for (const Case& one : cases) {
        std::size_t bytes = 0;
        for (const auto& turn : one.script.turns)
            bytes += turn.block.size();
        const std::size_t turns = one.script.turns.size();
        for (const bool pinned : {false, true}) {
            const Pin pin(pinned);
            std::vector<double> bare;
            std::vector<double> whole;
            std::vector<double> ratio;
            bench::BuildFigures programs;
            const auto log_file = referee::open_log(log_path, rounds + 1, true);
            for (int round = 0; round < rounds; ++round) {
                bare.push_back(micros_per_turn(turns, [&] { bench::BareMatch({bot}).play(one.script); }));
                whole.push_back(micros_per_turn(turns, [&] { run_referee(bot, one.plan, stop.fd(), *log_file); }));
                ratio.push_back(whole.back() / bare.back());
                if (!builds.compared()) continue;
                builds.measure(programs, [&](const std::string& program) {
                    return micros_per_turn(turns * program_matches,
                                           [&] { run_program(program, bot, one, pinned, work); });
                });
            }
            const double per_turn = static_cast<double>(bytes) / static_cast<double>(turns);
            fmt::print("{:<9} {:>11.0f} {:>8}  {:>8.2f} {:>8.2f} {:>7.2f}{}\n", one.name, per_turn,
                       pinned ? "one" : "any", bench::median(bare), bench::median(whole), bench::median(ratio),
                       builds.compared()
                           ? fmt::format(" {:>8.2f}{}", bench::median(programs.own), builds.cells(programs, 2))
                           : "");
            json.push_back({{"board", one.name},
                            {"bytes_per_turn", per_turn},
                            {"pinned", pinned},
                            {"turns", turns},
                            {"bare_us", bench::median(bare)},
                            {"referee_us", bench::median(whole)},
                            {"ratio", bench::median(ratio)},
                            {"system_call_us", machine.system_call}});
        }
    }
    fs::remove_all(work);
    if (!json_path.empty()) std::ofstream(json_path) << json.dump(2) << '\n';
}
