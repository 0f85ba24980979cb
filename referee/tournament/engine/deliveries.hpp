// Takes the records that hosts deliver at least once, gives each game to the run exactly once, and tracks faulty hosts.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/engine/batch.hpp"
#include "referee/tournament/engine/game_book.hpp"
#include "referee/tournament/engine/handover.hpp"
#include "referee/tournament/engine/record.hpp"
#include "referee/tournament/engine/spool.hpp"
#include "referee/tournament/engine/waves.hpp"

namespace referee::tournament {

/// Tells people once what is wrong with a host, and excludes it from the next waves where it can't play.
class HostKnowledge {
public:
    /// Both outlive this.
    HostKnowledge(Waves& waves, Handover& handover) : waves_(waves), handover_(handover) {}

    /// It has played a game, so that a loss is not its fault.
    void has_played(const std::string& host) { proven_.insert(host); }
    /// It has said that it can't play.
    void has_refused(const std::string& host, const std::string& why);
    /// Its clock differs so much from that of the spool. A wrong clock makes wrong dates in logs, and nothing else: no
    /// decision of the engine depends on it.
    void check_clock(const std::string& host, std::chrono::seconds ahead);
    /// Whether the loss of a batch is its host's: that has played nothing yet, and is given up if this goes on.
    [[nodiscard]] bool is_to_blame(const BatchName& batch, const LastWords& said);
    /// Whether a line on a host's stderr only repeats the last refusal.
    [[nodiscard]] bool has_told_of(std::string_view line) const;
    /// Why a host was excluded; empty: none was.
    [[nodiscard]] const std::string& last_fault() const { return last_fault_; }

private:
    Waves& waves_;
    Handover& handover_;
    std::set<std::string> wrong_clocks_;
    std::set<std::string> proven_;
    std::map<std::string, int> lost_there_;  ///< by host that has played none: batches
    std::string last_fault_;
};

/// The first complete record of a game counts.
class Deliveries {
public:
    /// All of them outlive this. `batch`: of the tournament.
    Deliveries(const Batch& batch, Spool& spool, GameBook& book, HostKnowledge& hosts, Handover& handover)
        : batch_(batch), spool_(spool), book_(book), hosts_(hosts), handover_(handover) {}

    /// Hands on what has come into the spool since the last call, and closes it in the book.
    void read();
    /// The number of records of games that had come before.
    [[nodiscard]] int duplicates() const { return duplicates_; }
    /// How long a game has lasted so far, in seconds; nothing before the first one.
    [[nodiscard]] std::optional<double> mean_seconds() const;

private:
    void accept(const PartPlace& place, Record record);
    [[nodiscard]] bool has_come(int number) const;
    void note_as_come(int number);

    const Batch& batch_;
    Spool& spool_;
    GameBook& book_;
    HostKnowledge& hosts_;
    Handover& handover_;
    std::vector<bool> came_;  ///< by number: games that this run has got
    int duplicates_ = 0;
    double seconds_played_ = 0;
    std::uint64_t games_timed_ = 0;
};

}  // namespace referee::tournament
