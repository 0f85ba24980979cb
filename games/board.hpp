// The live position of any game behind one small interface: all that the referee ever sees of a game.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/game.hpp"
#include "games/looks.hpp"
#include "games/solution.hpp"

namespace games {

/// A board's verdict on an answer.
enum class [[nodiscard]] Verdict : std::uint8_t{
    played,      ///< the move was legal and has been made
    unreadable,  ///< not a move in this game's words
    illegal,     ///< a move that can't be made here
};

/// One match's position and history. Nothing here blocks, reads files or throws because of a bot's answer.
class Board {
public:
    virtual ~Board() = default;

    /// The same match at the same point, chance that is still to come included.
    virtual std::unique_ptr<Board> clone() const = 0;

    /// Requires: the game is not over.
    virtual Side to_move() const = 0;
    virtual Outcome outcome() const = 0;
    /// Why the game is over: the `detail` of the log. Empty until then.
    virtual std::string_view reason() const = 0;
    virtual int plies() const = 0;

    /// Appends the setup block for `you`.
    virtual void write_setup(Side you, std::string& out) const = 0;
    /// Appends the turn block for the side to move. Past turns in it are not sent to that side again.
    /// Requires: the game is not over.
    virtual void write_turn(std::string& out) = 0;

    /// Reads an answer of the side to move, judges it, and makes the move if it is legal.
    /// Requires: the game is not over.
    virtual Verdict play(std::string_view answer) = 0;
    /// Makes a move that is known to be legal: one of legal_moves(), or of a match that has been played.
    /// Requires: legal(move).
    void play_legal(std::string_view move) {
        [[maybe_unused]] const Verdict verdict = play(move);
        assert(verdict == Verdict::played);
    }
    /// The sides whose turns were lost after the last ply, in order.
    virtual std::vector<Side> lost_turns() const = 0;

    /// The hand that the side to move has drawn for its turn; empty in a game without chance.
    virtual std::optional<std::vector<int>> hand() const = 0;

    /// Every legal move, in the words of the wire; empty if the game is over. They are too many to list in a game
    /// with a large board: then `moves_listed` is false and this is empty, too.
    virtual std::vector<std::string> legal_moves() const = 0;
    virtual bool moves_listed() const = 0;
    /// Whether play() would make this move, without making it. Requires: the game is not over.
    virtual bool legal(std::string_view answer) const = 0;

    /// Appends the frame: one JSON object with what a viewer needs to draw the position. On a very large board it tells
    /// only what the last ply has changed.
    virtual void write_frame(std::string& out) const = 0;
    /// The position as people see it: lines, each ended by a newline.
    virtual std::string display(Looks looks = {}) const = 0;
    /// How pieces of a side look in display(), for a line such as "greedy (*)".
    virtual std::string_view mark(Side side, Looks looks = {}) const = 0;
    /// The move that a person's input means in the words of the wire, or nothing if it is none of this game's keys.
    virtual std::optional<std::string> move_of_keys(std::string_view typed) const = 0;
    /// The shortest input of a person that means this move. Requires: it is readable, as each legal move is.
    virtual std::string keys_of(std::string_view move) const = 0;
    /// One line that tells a person what to type for a move.
    virtual std::string_view keys_help() const = 0;
    /// The prompt's words for the side to move, such as "to move".
    virtual std::string_view prompt() const = 0;
    /// The position as a file from which a game can begin, in a game that has such files.
    virtual std::optional<std::string> saved_position() const = 0;

    /// The value of the position, as far as it is found within the limits; nothing in a game with chance, and on a
    /// board whose moves are not listed. `max_plies`: those of the game's settings.
    virtual std::optional<Solution> solve(const SolveLimits& /*limits*/, int /*max_plies*/) const { return {}; }
};

}  // namespace games
