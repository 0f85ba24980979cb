// The machines on which a tournament was played: the number of games of each, and whether they are equally fast.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "referee/tournament/figures/tables/joined_files.hpp"
#include "referee/tournament/figures/tables/result_table.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// The games of one host.
struct HostAccount {
    std::string name;
    std::string cpu;
    int cores = 0;
    std::uint64_t games = 0;
    std::uint64_t time_forfeits = 0;  ///< games lost by a bot that answered too late
    std::uint64_t void_games = 0;     ///< unfair matches, which were played again
    std::int64_t speed_sum = 0;       ///< the sum of the speeds over its games
    std::int64_t load_sum = 0;        ///< the sum of the loads over its games, in percent
    protocol::Micros latest{};        ///< the longest delay of the referee's own wake-ups

    /// The mean speed, in thousands of calibration steps per second.
    [[nodiscard]] std::int64_t speed() const { return games == 0 ? 0 : speed_sum / static_cast<std::int64_t>(games); }
};

/// A calibrated host that has played no games. The calibration is counted as one game.
[[nodiscard]] HostAccount account_of_host(const PlayedOn& on);

/// The hosts of all matches that were not played by the tournament's own process, in the order of their names.
[[nodiscard]] std::vector<HostAccount> hosts_of(const Store& store);
/// The same for the matches of several files.
[[nodiscard]] std::vector<HostAccount> hosts_of(std::span<const NamedStore> files);

/// A table with one row for each host.
[[nodiscard]] ResultTable hosts_table(const std::vector<HostAccount>& hosts);

/// A warning if the fastest host is more than 10 % faster than the slowest. Otherwise empty.
[[nodiscard]] std::string speed_warning(const std::vector<HostAccount>& hosts);

/// The table and the warning as text. Empty if there are no hosts. `played` is false after a calibration without games.
[[nodiscard]] std::string hosts_text(const std::vector<HostAccount>& hosts, bool played = true);

}  // namespace referee::tournament
