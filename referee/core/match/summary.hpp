// Shows matches to the user: each position while the match is played, and the result or forfeit in words.
#pragma once

#include <array>
#include <string>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"
#include "referee/core/match/match.hpp"

namespace referee {

/// The marks of a match's sides on its board, such as '*' and 'o'.
using Marks = std::array<std::string, 2>;
[[nodiscard]] Marks marks_of(const games::Board& board);

/// A player by name and mark: "greedy (*)".
[[nodiscard]] std::string called(const protocol::MatchLog& log, const Marks& marks, int player);

/// The result in one line: "greedy (*) beats random (o): square, after 17 plies", or for a forfeit "greedy (*) beats
/// random (o): random crashed at ply 13". viewer/ending.js writes the same line without the marks.
[[nodiscard]] std::string headline(const protocol::MatchLog& log, const Marks& marks);

/// The time of a ply, such as "4.12 s", and the charged time if it differs. Requires: ply.wall.
[[nodiscard]] std::string time_text(const protocol::LoggedPly& ply);

/// Whether the turn of a forfeit was limited by the time left on the clock. Requires: log.failure.
[[nodiscard]] bool was_limited_by_clock(const protocol::MatchLog& log);

/// Explains a forfeit in detail, in lines that fit a terminal. Requires: log.failure.
[[nodiscard]] std::string explain_forfeit(const protocol::MatchLog& log, const Marks& marks);

/// Prints each ply and the board after it. If a match is played again or continues from an earlier position, its given
/// plies have already been shown, so only the position after them is printed. In a game with secrets, a person sees
/// only what this side may see.
class Show final : public MatchObserver {
public:
    /// `with_notes`: also print the bots' notes. They may reveal to a person the plans of its opponent.
    explicit Show(bool with_notes) : with_notes_(with_notes) {}

    void on_position(const games::Board& board, const protocol::MatchLog& log) override;

private:
    static void show_told(const games::Board& board, games::Side person, const protocol::MatchLog& log);

    bool with_notes_;
    std::string match_;  ///< the id of the shown match
    bool is_again_ = false;
};

/// The board after the last ply of a match.
[[nodiscard]] std::string last_board_of(const games::GameSpec& spec, const protocol::MatchLog& log);

}  // namespace referee
