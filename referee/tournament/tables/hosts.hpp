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
    std::uint64_t time_forfeits = 0;  ///< games that a late bot has lost
    std::uint64_t void_games = 0;     ///< attempts that were not fair, and were played again
    std::int64_t speed_sum = 0;       ///< of its games; for the mean
    std::int64_t load_sum = 0;        ///< in percent
    protocol::Micros latest{};        ///< that the referee woke

    /// Thousands of steps of the calibration in a second.
    [[nodiscard]] std::int64_t speed() const { return games == 0 ? 0 : speed_sum / static_cast<std::int64_t>(games); }
};

/// A host that was calibrated, and has played nothing; its speed counts as that of one game.
[[nodiscard]] HostAccount account_of_host(const PlayedOn& on);

/// The hosts of all matches that were not played by the tournament's own process, by name.
[[nodiscard]] std::vector<HostAccount> hosts_of(const Store& store);

/// One row a host.
[[nodiscard]] ResultTable hosts_table(const std::vector<HostAccount>& hosts);

/// The sentence that warns where the fastest host is more than a tenth faster than the slowest; empty: it is not.
[[nodiscard]] std::string speed_warning(const std::vector<HostAccount>& hosts);

/// The table and the warning as text; empty if there are no hosts.
[[nodiscard]] std::string hosts_text(const std::vector<HostAccount>& hosts);

/// The same after a calibration, when nothing has been played.
[[nodiscard]] std::string hosts_check_text(const std::vector<HostAccount>& hosts);

}  // namespace referee::tournament
