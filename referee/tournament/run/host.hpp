// The machine that plays: its name, its speed, and how late the referee wakes on it.
#pragma once

#include <atomic>
#include <string>
#include <thread>

#include "referee/tournament/store/played_game.hpp"

namespace referee::tournament {

/// The name of this machine.
[[nodiscard]] std::string host_name();

/// Thousands of steps of a fixed computation that one core of this machine does in a second: whole numbers and a table
/// of 32 KiB. The best of some runs, 50 ms in all, so that other programs hardly count.
[[nodiscard]] std::int64_t calibrate();

/// This machine as it is now, under this name. Calibrates it.
[[nodiscard]] PlayedOn this_host(const std::string& name);

/// The load of the last minute: 100 is one core's worth.
[[nodiscard]] std::int64_t load_percent();

/// Measures how much later than asked for a thread of this process wakes up: what a bot's turn may suffer from.
class LatenessMeter {
public:
    LatenessMeter();
    ~LatenessMeter();
    LatenessMeter(const LatenessMeter&) = delete;
    LatenessMeter& operator=(const LatenessMeter&) = delete;

    /// The latest since the last call.
    [[nodiscard]] protocol::Micros take();

private:
    std::atomic<std::int64_t> latest_us_{0};
    std::jthread thread_;
};

}  // namespace referee::tournament
