// Says in words how matches went: one match, a forfeit in full, and the table of several.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"

namespace referee {

/// The marks of a match's sides on its board, such as '*' and 'o'.
using Marks = std::array<std::string, 2>;
[[nodiscard]] Marks marks_of(const games::Board& board);

/// "greedy (*) beats random (o): square, after 17 plies"
[[nodiscard]] std::string headline(const protocol::MatchLog& log, const Marks& marks);

/// The time of a ply, "4.12 s", and what was charged for it if that is not all. Requires: ply.wall.
[[nodiscard]] std::string time_text(const protocol::LoggedPly& ply);

/// Whether the turn of a forfeit was limited by what was left on the clock. Requires: log.failure.
[[nodiscard]] bool was_limited_by_clock(const protocol::MatchLog& log);

/// Everything there is to know of a forfeit, in lines that fit a terminal. Requires: log.failure.
[[nodiscard]] std::string explain_forfeit(const protocol::MatchLog& log, const Marks& marks);

/// The score of a series of matches between two bots, A and B, who take turns at moving first.
class SeriesScore {
public:
    /// `a_first`: whether A was player 0.
    void add(const protocol::MatchLog& log, bool a_first);

    /// The score of one of the two.
    struct Row {
        std::array<int, 2> won{}, lost{}, drawn{};  ///< [0]: moving first, [1]: moving second
        std::map<std::string, int> forfeits;        ///< by ending
        protocol::Micros longest{};                 ///< the longest answer
        protocol::Micros total{};
        std::int64_t answers = 0;

        [[nodiscard]] int wins() const { return won[0] + won[1]; }
        [[nodiscard]] int losses() const { return lost[0] + lost[1]; }
        [[nodiscard]] int draws() const { return drawn[0] + drawn[1]; }
        [[nodiscard]] double points() const { return wins() + draws() / 2.0; }
    };

    [[nodiscard]] int games() const { return games_; }
    [[nodiscard]] const std::array<Row, 2>& rows() const { return rows_; }
    /// The number of matches by "ending" or "by_rules: detail".
    [[nodiscard]] const std::map<std::string, int>& endings() const { return endings_; }

private:
    std::array<Row, 2> rows_;
    std::map<std::string, int> endings_;
    int games_ = 0;
};

/// The table of a series.
[[nodiscard]] std::string table_of(const SeriesScore& score, const std::array<std::string, 2>& names);

}  // namespace referee
