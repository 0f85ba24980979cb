// The matches of a series: some are played at once, and all are told in the order of their numbers.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "protocol/match_log.hpp"
#include "referee/system/stop_signal.hpp"
#include "referee/system/wake_up.hpp"
#include "referee/tournament/run/workers.hpp"

namespace referee {

/// A match that has ended, and the logs of those that were void and have been played again.
struct SeriesMatch {
    protocol::MatchLog log;
    std::vector<protocol::MatchLog> void_games;
};

/// How the matches are played. Numbers of matches are counted from 0.
struct SeriesPace {
    int games = 1;
    int jobs = 1;             ///< threads, each of which plays one match at a time
    bool pin = false;         ///< each thread, and its bots, on a core of its own
    bool reuse = false;       ///< which process plays which match must not depend on how long matches take
    bool one_by_one = false;  ///< none begins before the last one is told: people watch
};

class SeriesGames {
public:
    /// Plays one match, in any of the threads; `break_off` is readable when it is to end at once.
    using Play = std::function<SeriesMatch(int game, tournament::Equipment& equipment, int break_off)>;
    /// Is told of a match, in this thread. Returns whether the series is to go on.
    using Tell = std::function<bool(int game, const SeriesMatch& match)>;

    SeriesGames(const SeriesPace& pace, Play play, Tell tell);

    /// Plays until all are played, `tell` wants no more, or `stop` is requested: the matches that are being played are
    /// then broken off, and told. Throws what `play` or `tell` throws, when no match is being played any more.
    void run(const StopSignal& stop);

private:
    std::optional<tournament::PlayedGame> play(const tournament::PlannedGame& game, tournament::Equipment& equipment);
    void play_all(const StopSignal& stop);
    void hand_out(tournament::Workers& workers);
    void wait(const StopSignal& stop, const tournament::Workers& workers) const;
    void tell_in_order(bool all);
    void break_off(tournament::Workers& workers);

    SeriesPace pace_;
    Play play_;
    Tell tell_;
    WakeUp break_off_;
    std::mutex mutex_;
    std::map<int, SeriesMatch> ended_;  ///< by number: those that have not been told
    int handed_out_ = 0;
    int told_ = 0;
    bool go_on_ = true;
    bool can_tell_ = true;  ///< until `tell` throws
};

}  // namespace referee
