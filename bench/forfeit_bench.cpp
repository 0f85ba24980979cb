// Measures how long after its limit a silent bot has forfeited, compared with a bare harness that only sleeps until the
// same deadlines.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "bench/machine.hpp"
#include "bench/options.hpp"
#include "games/spec.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/players/bot_player.hpp"

namespace {

using Micros = std::chrono::duration<double, std::micro>;
using referee::Clock;

/// The limit for a move. It is long enough for a core to go to sleep.
constexpr auto limit = std::chrono::milliseconds(5);

double at(std::vector<double> values, double part) {
    const auto place = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + place, values.end());
    return values[static_cast<std::size_t>(place)];
}

/// The time between the deadline of a sleep in ppoll() and its end, in microseconds.
double oversleep() {
    std::array<int, 2> silent{};
    if (::pipe(silent.data()) != 0) throw std::runtime_error("no pipe");
    std::array<pollfd, 1> watched = {{{silent[0], POLLIN, 0}}};
    const auto deadline = Clock::now() + limit;
    static_cast<void>(referee::wait_until(watched, deadline));
    const Micros late = Clock::now() - deadline;
    for (const int fd : silent)
        ::close(fd);
    return late.count();
}

/// The microseconds after the deadline until the verdict, and until the match is over and the bot is gone.
std::array<double, 2> forfeit(bool sandbox, int stop_fd) {
    referee::MatchLauncher launcher;
    const referee::LaunchRequest request{
        "/bin/sleep", {"sleep", "1000"}, {}, {}, {sandbox ? referee::make_sandbox(false) : nullptr, {}, false}};
    referee::BotPlayer silent(launcher, request, stop_fd);
    if (silent.start("")) throw std::runtime_error("the silent bot could not be started");
    const auto board = games::parse_spec("othello").make_board(1);
    const protocol::MatchLog log;
    const auto report = silent.take_turn({"block\n", limit, referee::Duration(0), *board, log});
    if (!report.fault || report.fault->ending != protocol::Ending::timeout) throw std::runtime_error("no timeout");
    const auto judged = Clock::now();
    silent.dismiss();
    silent.end(referee::Duration::zero());
    const Micros verdict = report.elapsed - limit;
    const Micros gone = Clock::now() - judged;
    return {verdict.count(), verdict.count() + gone.count()};
}

}  // namespace

int main(int argc, char** argv) {
    int rounds = 1000;
    std::string json_path;
    referee::CommandLine line(
        "forfeit_bench",
        "How long after its limit a silent bot has forfeited, beside a bare sleep until the same deadline.");
    line.number("--rounds", 1, 1'000'000'000, "how many forfeits", rounds);
    line.file("--json", "FILE", "also write the figures here", json_path);
    bench::read_options(line, argc, argv);
    const bench::MachineCosts machine = bench::print_machine();

    const referee::StopSignal stop;
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    fmt::print("Microseconds past the limit of {} ms, {} times each, in turn\n\n", limit.count(), rounds);
    fmt::print("{:<36} {:>8} {:>8} {:>8}\n", "", "p50", "p99", "max");
    std::vector<double> bare;
    std::array<std::array<std::vector<double>, 2>, 2> times;
    for (int round = 0; round < rounds; ++round) {
        bare.push_back(oversleep());
        for (const bool sandbox : {false, true}) {
            const auto one = forfeit(sandbox, stop.fd());
            for (const std::size_t what : {0u, 1u})
                times[sandbox ? 1 : 0][what].push_back(one[what]);
        }
    }
    const auto show = [&](const char* name, const std::vector<double>& values) {
        fmt::print("{:<36} {:>8.0f} {:>8.0f} {:>8.0f}\n", name, at(values, 0.5), at(values, 0.99), at(values, 1));
        json.push_back({{"what", name},
                        {"p50_us", at(values, 0.5)},
                        {"p99_us", at(values, 0.99)},
                        {"max_us", at(values, 1)},
                        {"system_call_us", machine.system_call}});
    };
    show("bare: awake again", bare);
    show("no sandbox: verdict", times[0][0]);
    show("no sandbox: nothing of the bot left", times[0][1]);
    show("sandbox: verdict", times[1][0]);
    show("sandbox: nothing of the bot left", times[1][1]);
    if (!json_path.empty()) std::ofstream(json_path) << json.dump(2) << '\n';
}
