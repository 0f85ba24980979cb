// The machines on which a tournament was played: how many games each has, and whether they are alike.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/tournament/store/store.hpp"
#include "referee/tournament/tables/result_table.hpp"

namespace referee::tournament {

/// The games of one host.
struct HostAccount {
    std::string name;
    std::string cpu;
    int cores = 0;
    std::uint64_t games = 0;
    std::uint64_t time_forfeits = 0;  ///< games lost by a bot that answered too late
    std::uint64_t void_games = 0;     ///< unfair attempts, which were played again
    std::int64_t speed_sum = 0;       ///< over its games
    std::int64_t load_sum = 0;        ///< over its games, in percent
    protocol::Micros latest{};        ///< the longest delay of the referee's own wake-ups

    /// The mean, in thousands of calibration steps a second.
    [[nodiscard]] std::int64_t speed() const { return games == 0 ? 0 : speed_sum / static_cast<std::int64_t>(games); }
};

/// A calibrated host that has played no games; its speed counts as that of one game.
[[nodiscard]] HostAccount account_of_host(const PlayedOn& on);

/// The hosts of all matches that were not played by the tournament's own process, by name.
[[nodiscard]] std::vector<HostAccount> hosts_of(const Store& store);

/// One row for each host.
[[nodiscard]] ResultTable hosts_table(const std::vector<HostAccount>& hosts);

/// A warning if the fastest host is more than a tenth faster than the slowest; otherwise empty.
[[nodiscard]] std::string speed_warning(const std::vector<HostAccount>& hosts);

/// The table and the warning as text; empty if there are no hosts. `played`: false after a calibration without games.
[[nodiscard]] std::string hosts_text(const std::vector<HostAccount>& hosts, bool played = true);

}  // namespace referee::tournament
