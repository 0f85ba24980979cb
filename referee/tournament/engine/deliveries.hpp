// The records that hosts deliver at least once, as games that the run gets exactly once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "referee/tournament/engine/batch.hpp"
#include "referee/tournament/engine/game_book.hpp"
#include "referee/tournament/engine/handover.hpp"
#include "referee/tournament/engine/host_knowledge.hpp"
#include "referee/tournament/engine/record.hpp"
#include "referee/tournament/engine/spool.hpp"

namespace referee::tournament {

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
