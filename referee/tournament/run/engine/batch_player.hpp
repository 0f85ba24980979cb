// Plays one batch on this machine: `referee engine play`.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/base/wake_up.hpp"
#include "referee/tournament/admit/lineup.hpp"
#include "referee/tournament/run/engine/part_writer.hpp"
#include "referee/tournament/run/host.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/workers.hpp"

namespace referee::tournament {

/// Thrown if this machine can't play a batch because its files differ, or because it can't enforce the limits.
class BatchRefused : public games::UserError {
    using games::UserError::UserError;
};

/// Plays the games of a batch one after the other, and appends the record of each game to a new part. Skips the games
/// that another part in the spool already has.
class BatchPlayer {
public:
    /// `path`: for example "SPOOL/w3.0.json". `sum`: the checksum of the wave's list of sums, given by the tournament.
    /// If it is empty, play() requires that only this user can write into the folder. `host`: the name of this machine
    /// in records. `to_stdout`: records are written to stdout and not to a part. Throws games::UserError if the file
    /// name is not that of a batch.
    BatchPlayer(const std::string& path, std::string sum, std::string host, bool to_stdout);

    /// Returns 0 when all games have been played, or if the batch was cancelled and is gone. If a signal stops it,
    /// returns the number of that signal. After the first signal the current game is played to its end. A second signal
    /// breaks it off. If stdout loses its reader, the game is broken off, too, and this counts as SIGPIPE. Throws
    /// BatchRefused if this machine can't play the batch; the text is also written as a record. Throws games::UserError
    /// if the file is not a valid batch, and std::runtime_error if the system fails.
    int play();

private:
    struct Seats;  // the bots, and the objects that they need

    std::set<int> finished_games();
    void play_games(Seats& seats, const std::set<int>& finished);
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
    bool reader_gone_ = false;  ///< stdout has no reader any more
    std::optional<PartWriter> part_;
    int signal_ = 0;
};

}  // namespace referee::tournament
