// The position of a match in any game. This small interface is all that the referee sees of a game.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
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
    unreadable,  ///< the answer is not a move in this game's notation
    illegal,     ///< the move is not legal here
};

/// Reports that the rules of a game, which are a program of the user, have failed (docs/own_game.md). No bot is to
/// blame. The message names the problem and the moves that reproduce it, on one line.
class RulesFailure : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reports a game that its rules don't end: it has as many plies as they say that a game has at most.
class EndlessGame : public RulesFailure {
public:
    using RulesFailure::RulesFailure;
};

/// Reports that a board has given up waiting for its rules, because its match is to be abandoned (GameSpec::stop_fd).
class Abandoned : public RulesFailure {
public:
    Abandoned() : RulesFailure("the referee was stopped") {}
};

/// The position and the history of one match. Its functions never read files, and never throw because of a bot's
/// answer. They never block, with one exception: if the rules are a program, play() and the creation of the board wait
/// for it, at most for the limits of docs/own_game.md, and throw RulesFailure if it fails.
class Board {
public:
    virtual ~Board() = default;

    /// Returns a copy of the match at this point. The copy draws the same random numbers from here on.
    virtual std::unique_ptr<Board> clone() const = 0;

    /// Requires: the game is not over.
    virtual Side to_move() const = 0;
    virtual Outcome outcome() const = 0;
    /// The reason why the game is over: the `detail` of the log. Empty if the game is not over.
    virtual std::string_view reason() const = 0;
    virtual int plies() const = 0;

    /// Appends the setup block for `you`.
    virtual void write_setup(Side you, std::string& out) const = 0;
    /// Appends the turn block for the side to move. A later block for the same side does not repeat the turns that this
    /// one reports. Requires: the game is not over.
    virtual void write_turn(std::string& out) = 0;

    /// Parses an answer of the side to move, judges it, and makes the move if it is legal. Requires: the game is not
    /// over.
    virtual Verdict play(std::string_view answer) = 0;
    /// Makes a move that is known to be legal, from legal_moves() or from the record of a match. Requires: legal(move).
    void play_legal(std::string_view move) {
        [[maybe_unused]] const Verdict verdict = play(move);
        assert(verdict == Verdict::played);
    }
    /// The sides that lost a turn after the last ply, in order.
    virtual std::vector<Side> lost_turns() const = 0;

    /// The hand that the side to move has drawn for this turn; nothing in a game without chance.
    virtual std::optional<std::vector<int>> hand() const = 0;

    /// Every legal move, as written on the wire; empty if the game is over. Also empty if `moves_listed` is false,
    /// because a large board has too many moves to list.
    virtual std::vector<std::string> legal_moves() const = 0;
    virtual bool moves_listed() const = 0;
    /// Whether play() would accept this answer. Makes no move. Requires: the game is not over.
    virtual bool legal(std::string_view answer) const = 0;

    /// Appends the frame: one JSON object with everything that a viewer needs to draw the position. On a very large
    /// board it contains only what the last ply has changed.
    virtual void write_frame(std::string& out) const = 0;
    /// The position in readable form: lines, each ended by a newline.
    virtual std::string display(Looks looks = {}) const = 0;
    /// How display() shows the pieces of a side, for a line such as "greedy (*)".
    virtual std::string_view mark(Side side, Looks looks = {}) const = 0;
    /// Parses a move that a person typed. Returns it as written on the wire, or nothing if the text is not a move of
    /// this game.
    virtual std::optional<std::string> move_of_keys(std::string_view typed) const = 0;
    /// The shortest text that a person can type for this move. Requires: `move` can be read. Every legal move can.
    virtual std::string keys_of(std::string_view move) const = 0;
    /// One line that explains what to type for a move.
    virtual std::string_view keys_help() const = 0;
    /// The prompt for the side to move, such as "to move".
    virtual std::string_view prompt() const = 0;
    /// The position as the text of a file from which a game can begin; nothing if the game has no such files.
    virtual std::optional<std::string> saved_position() const = 0;

    /// Whether each player sees only a part of the position and is told only a part of the moves, until the game is
    /// over.
    virtual bool has_secrets() const { return false; }
    /// The board as one player sees it: only the position, the moves and the words that are shown to this player. It
    /// makes no moves. Null if this player may see everything: the game has no secrets, or is over.
    virtual std::unique_ptr<Board> seen_by(Side /*who*/) const { return nullptr; }
    /// The lines about the last ply that a player is told, such as "0 c4" or "1 LOST". Requires: has_secrets().
    virtual std::vector<std::string> told(Side /*who*/) const { return {}; }
    /// The points of both players, if the game has points and the position says them.
    virtual std::optional<std::array<std::int64_t, 2>> score() const { return {}; }

    /// Searches for the value of the position within the limits. Returns nothing for a game with chance, and for a
    /// board whose moves are not listed. `max_plies` is the limit from the game's settings.
    virtual std::optional<Solution> solve(const SolveLimits& /*limits*/, int /*max_plies*/) const { return {}; }
};

/// A board as one player may see it: with everything if the game has no secrets.
class PlayersBoard {
public:
    /// Requires: the board outlives this object, and is not changed.
    PlayersBoard(const Board& whole, Side who) : seen_(whole.seen_by(who)), board_(seen_ ? *seen_ : whole) {}
    const Board& operator*() const { return board_; }
    const Board* operator->() const { return &board_; }

private:
    std::unique_ptr<Board> seen_;
    const Board& board_;
};

}  // namespace games
