#include "referee/tournament/run/host.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <stop_token>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/cores.hpp"
#include "referee/core/base/start_thread.hpp"

namespace referee::tournament {

namespace {

constexpr int calibration_runs = 5;
constexpr int steps_of_a_run = 2'000'000;
constexpr std::chrono::milliseconds between_looks(20);

/// Each step depends on the step before it, so that neither a compiler nor an out-of-order core can skip or overlap
/// steps.
std::uint64_t steps(std::uint64_t state, std::array<std::uint64_t, 4096>& table) {
    for (int i = 0; i < steps_of_a_run; ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        std::uint64_t& cell = table[(state >> 40) % table.size()];
        cell ^= state;
        state += cell >> 7;
    }
    return state;
}

std::string cpu_model() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        const auto colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
    }
    return "unknown";
}

}  // namespace

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::int64_t calibrate() {
    std::array<std::uint64_t, 4096> table{};
    std::uint64_t state = 1;
    Duration best = Duration::max();
    for (int run = 0; run < calibration_runs; ++run) {
        const TimePoint start = Clock::now();
        state = steps(state, table);
        best = std::min(best, Clock::now() - start);
    }
    const volatile std::uint64_t kept = state;
    static_cast<void>(kept);
    return static_cast<std::int64_t>(steps_of_a_run / std::chrono::duration<double, std::milli>(best).count());
}

std::int64_t load_percent() {
    double load = 0;
    return ::getloadavg(&load, 1) == 1 ? static_cast<std::int64_t>(load * 100) : 0;
}

PlayedOn this_host(const std::string& name) {
    PlayedOn host;
    host.host = name;
    host.cpu = cpu_model();
    host.cores = static_cast<int>(allowed_cores().size());
    host.speed = calibrate();
    host.load_percent = load_percent();
    return host;
}

LatenessMeter::LatenessMeter() {
    thread_ = start_thread("the lateness of this machine", [this](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any sleep;
        std::unique_lock lock(mutex);
        while (!stop.stop_requested()) {
            const TimePoint until = Clock::now() + between_looks;
            sleep.wait_until(lock, stop, until, [] { return false; });
            const auto late = std::chrono::duration_cast<protocol::Micros>(Clock::now() - until).count();
            if (late > latest_us_) latest_us_ = late;
        }
    });
}

LatenessMeter::~LatenessMeter() {
    thread_.request_stop();
}

protocol::Micros LatenessMeter::take() {
    return protocol::Micros(latest_us_.exchange(0));
}

}  // namespace referee::tournament
