// Plays one batch on this machine: `referee engine play`.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "games/user_error.hpp"
#include "referee/system/stop_signal.hpp"
#include "referee/system/wake_up.hpp"
#include "referee/tournament/engine/part_writer.hpp"
#include "referee/tournament/entrants/lineup.hpp"
#include "referee/tournament/run/host.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/workers.hpp"

namespace referee::tournament {

/// The machine can't play a batch: its files differ, or it can't enforce the limits.
class BatchRefused : public games::UserError {
    using games::UserError::UserError;
};

/// Plays the games of a batch one after the other, except for those that a part in the spool already has, and appends
/// each to a part of its own.
class BatchPlayer {
public:
    /// `path`: "SPOOL/w3.0.json". `sum`: the checksum of the wave's list of sums, passed on by the tournament; empty:
    /// only this user may be able to write into the folder. `host`: the name of this machine in records. `to_stdout`:
    /// records go there, and not into a part. Throws games::UserError if the name is not that of a batch.
    BatchPlayer(const std::string& path, std::string sum, std::string host, bool to_stdout);

    /// Returns 0 when all games are played, and also if the batch is gone, which cancels it; or the signal that has
    /// stopped it. After the first signal the current game is played to its end; a second one breaks it off, and so
    /// does the end of the reader of stdout, which counts as SIGPIPE. Throws BatchRefused, which is written into the
    /// part, too; games::UserError if it is no batch; std::runtime_error if the system can't.
    int play();

private:
    struct Table;  // the bots and the objects that they need

    std::set<int> finished_games();
    void play_games(Table& table, const std::set<int>& finished);
    std::optional<PlayedGame> play_one(Workers& workers, const PlannedGame& game);
    void watch_signals();
    void end_without_reader();
    void append(Record record);

    BatchName name_;
    Spool spool_;
    std::string sum_;
    PlayedOn host_;
    Batch batch_;
    StopSignal stop_;
    WakeUp break_off_;
    LatenessMeter lateness_;
    bool to_stdout_;
    bool reader_gone_ = false;  ///< of stdout
    std::optional<PartWriter> part_;
    int signal_ = 0;
};

}  // namespace referee::tournament
