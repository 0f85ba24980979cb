// Describes the machine that plays: its name, its speed, its load, and how late the referee wakes up on it.
#pragma once

#include <atomic>
#include <string>
#include <thread>

#include "referee/tournament/paper/store/played_game.hpp"

namespace referee::tournament {

/// The name of this machine.
[[nodiscard]] std::string host_name();

/// The speed of one core of this machine: thousands of steps a second of a fixed computation (integers and a table of
/// 32 KiB). Takes the best of several runs, 50 ms in total, so that other programs hardly affect the result.
[[nodiscard]] std::int64_t calibrate();

/// Describes this machine under this name. Runs calibrate().
[[nodiscard]] PlayedOn this_host(const std::string& name);

/// The load average of the last minute, in percent of one core.
[[nodiscard]] std::int64_t load_percent();

/// Measures how late a thread of this process wakes up. A bot's turn may suffer from the same delay.
class LatenessMeter {
public:
    LatenessMeter();
    ~LatenessMeter();
    LatenessMeter(const LatenessMeter&) = delete;
    LatenessMeter& operator=(const LatenessMeter&) = delete;

    /// The longest delay since the last call.
    [[nodiscard]] protocol::Micros take();

private:
    std::atomic<std::int64_t> latest_us_{0};
    std::jthread thread_;
};

}  // namespace referee::tournament
