// Takes the records that hosts deliver at least once, passes each game to the run exactly once, and tracks faulty
// hosts.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/run/engine/batch.hpp"
#include "referee/tournament/run/engine/game_book.hpp"
#include "referee/tournament/run/engine/handover.hpp"
#include "referee/tournament/run/engine/spool.hpp"
#include "referee/tournament/run/engine/waves.hpp"

namespace referee::tournament {

/// Reports each fault of a host once, and excludes hosts that can't play from later waves.
class HostKnowledge {
public:
    /// Requires: both arguments outlive this object.
    HostKnowledge(Waves& waves, Handover& handover) : waves_(waves), handover_(handover) {}

    /// Records that a host has played a game, so that it is not blamed for later losses.
    void has_played(const std::string& host) { proven_.insert(host); }
    /// Records that a host has reported that it can't play.
    void has_refused(const std::string& host, const std::string& why);
    /// Warns if a host's clock differs too much from the clock of the spool's file system. This only causes wrong dates
    /// in logs, because no decision of the engine depends on the clock.
    void check_clock(const std::string& host, std::chrono::seconds ahead);
    /// Whether a host is to blame for the loss of a batch, because the host has not played any game yet. Excludes the
    /// host after repeated losses.
    [[nodiscard]] bool is_to_blame(const BatchName& batch, const LastWords& said);
    /// Whether a line that hosts have written to stderr only repeats the last fault.
    [[nodiscard]] bool has_told_of(std::string_view line) const;
    /// Why the last host was excluded; empty if no host was.
    [[nodiscard]] const std::string& last_fault() const { return last_fault_; }

private:
    Waves& waves_;
    Handover& handover_;
    std::set<std::string> wrong_clocks_;
    std::set<std::string> proven_;
    std::map<std::string, int> lost_there_;  ///< the number of lost batches of each host that has not played any game
    std::string last_fault_;
};

/// Passes delivered games to the run. The first complete record of a game counts.
class Deliveries {
public:
    /// Requires: all arguments outlive this object. `batch`: the tournament's data.
    Deliveries(const Batch& batch, Spool& spool, GameBook& book, HostKnowledge& hosts, Handover& handover)
        : batch_(batch), spool_(spool), book_(book), hosts_(hosts), handover_(handover) {}

    /// Passes the records that have arrived in the spool since the last call to the run, and closes their games in the
    /// book.
    void read();
    /// The number of records that repeated a game.
    [[nodiscard]] int duplicates() const { return duplicates_; }
    /// The mean duration of a game so far, in seconds; none before the first game.
    [[nodiscard]] std::optional<double> mean_seconds() const;

private:
    void accept(const PartPlace& place, Record record);

    const Batch& batch_;
    Spool& spool_;
    GameBook& book_;
    HostKnowledge& hosts_;
    Handover& handover_;
    GameSet came_;  ///< the games that this run has received
    int duplicates_ = 0;
    double seconds_played_ = 0;
    std::uint64_t games_timed_ = 0;
};

}  // namespace referee::tournament
