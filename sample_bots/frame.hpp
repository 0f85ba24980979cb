// Plays a whole game that is told in the frame of docs/protocol.md ("one frame"), whatever the game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/game.hpp"
#include "games/words.hpp"
#include "sample_bots/wire.hpp"

namespace sample_bots {

/// Follows the game with the rule core: every turn that the referee tells is played, so the first block may well tell
/// of a match that is under way. The board that comes along is compared with the one that results.
template <games::Rules G>
class Frame {
public:
    using State = typename G::State;
    using Move = typename G::Move;

    /// Requires: `wire` and `rules` outlive the frame; the setup block has been read.
    Frame(Wire& wire, const G& rules, games::Side you) : wire_(wire), rules_(rules), you_(you), state_(rules.start()) {}

    /// Reads a turn block to its end. Throws Nonsense where it can't be true.
    const State& next_turn() {
        const std::int64_t plies = wire_.number();
        for (auto news = wire_.number(); news > 0; --news)
            hear(wire_.line());
        wire_.line();  // the state follows from the moves
        for (int row = 0; row < row_count(rules_); ++row)
            compare(row, wire_.line());
        wire_.skip_lines(wire_.number());
        if (rules_.plies(state_) != plies) {
            throw Nonsense("the block tells of " + std::to_string(plies) + " plies, its moves make " +
                           std::to_string(rules_.plies(state_)));
        }
        if (games::is_over(rules_.outcome(state_))) throw Nonsense("asked for a move in a game that is over");
        if (rules_.to_move(state_) != you_) throw Nonsense("asked for a move in the opponent's turn");
        return state_;
    }

    void answer(Move move) {
        std::string line;
        write_move(rules_, move, line);
        wire_.answer(std::move(line));
    }

private:
    /// Plays one turn: "<player> <move>". Lost turns are taken by the rules themselves.
    void hear(std::string_view line) {
        std::string_view text = line;
        const auto player = games::take_number(text);
        const bool readable = player && (*player == 0 || *player == 1) && games::take(text, " ");
        if (readable && text == "LOST") return;
        const auto move = readable ? read_move(rules_, text) : std::nullopt;
        if (!move || games::is_over(rules_.outcome(state_)) || games::index(rules_.to_move(state_)) != *player ||
            !rules_.legal(state_, *move)) {
            throw Nonsense("told of the turn '" + std::string(line) + "', which can't be");
        }
        rules_.play(state_, *move);
    }

    void compare(int row, std::string_view told) {
        row_.clear();
        write_row(rules_, state_, row, row_);
        if (row_ != told) {
            throw Nonsense("row " + std::to_string(row) + " of the board is '" + std::string(told) +
                           "', but the moves make it '" + row_ + "'");
        }
    }

    Wire& wire_;
    const G& rules_;
    games::Side you_;
    State state_;
    std::string row_;
};

}  // namespace sample_bots
