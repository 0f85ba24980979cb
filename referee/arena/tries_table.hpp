// The tries of an arena in arena.db: the newest one of each person, with the logs of its games.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/arena/arena_file.hpp"
#include "referee/arena/hand_ins.hpp"
#include "referee/arena/records.hpp"
#include "referee/tournament/paper/store/sqlite.hpp"

namespace referee::arena {

/// The games of a try, and their logs as JSON on one line; empty if a log is too large to be kept.
struct PlayedTry {
    std::vector<TriedGame> games;
    std::vector<std::string> logs;
};

/// Like ArenaFile that writes, whose database outlives this object.
class TriesTable {
public:
    /// Makes the tables, which older arenas lack.
    explicit TriesTable(const tournament::Database& database);

    /// Adds a try that waits, in the place of the earlier one of the person, and returns its (negative) version.
    /// `holder`: whose time it takes.
    int add(const HandIn& hand_in, int holder);
    /// Ends a try, unless a newer one has taken its place or it has ended before. Returns whether it was ended.
    bool judge(const HandIn& hand_in, HandInState state, const Verdict& verdict, const PlayedTry& played);
    /// Notes the time that a worker needed for a try, also if a newer one has taken its place.
    void count_time(int version, std::chrono::milliseconds spent, Time at);

    [[nodiscard]] std::optional<Try> of(int person) const;
    /// The log of a game, counted from 0.
    [[nodiscard]] std::optional<std::string> log(int person, int game) const;
    [[nodiscard]] int made_since(int holder, Time since) const;
    [[nodiscard]] std::vector<WorkDone> work_since(int holder, Time since) const;

private:
    const tournament::Database& database_;
};

}  // namespace referee::arena
