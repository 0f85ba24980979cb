// Plays one whole game of any kind that uses the frame of docs/protocol.md ("one frame").
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/game.hpp"
#include "games/words.hpp"
#include "sample_bots/wire.hpp"

namespace sample_bots {

/// A game whose turn block describes the complete position. A bot can begin with any block, without the earlier ones.
template <class G>
concept ToldInFull = requires(const G rules, int plies, std::string_view state_line, std::span<const std::string> rows,
                              games::Side you) {
    { told_position(rules, plies, state_line, rows, you) } -> std::same_as<std::optional<typename G::State>>;
};

/// Follows the game with the rule core. It plays every turn that the referee reports, so the first block may belong to
/// a match that is under way. It compares the resulting board with the one in the block. If the blocks describe the
/// complete position, the bot begins with the first block, because the match may have begun from a saved position.
template <games::Rules G>
class Frame {
public:
    using State = typename G::State;
    using Move = typename G::Move;

    /// A turn in which a move was made.
    struct Turn {
        games::Side side;
        Move move;
    };

    /// Requires: `wire` and `rules` outlive the frame; the setup block has been read.
    Frame(Wire& wire, const G& rules, games::Side you) : wire_(wire), rules_(rules), you_(you), state_(rules.start()) {}

    /// Reads a whole turn block. Returns null if the game is over and the setup block of another game follows. Throws
    /// Nonsense if the block is impossible.
    const State* next_turn() {
        const std::int64_t plies = wire_.number();
        if (plies == end_of_game) return nullptr;
        read_news();
        if constexpr (ToldInFull<G>) {
            if (begun_) {
                follow();
            } else {
                begin(plies);
            }
        } else {
            follow();
        }
        begun_ = true;
        wire_.skip_lines(wire_.number());
        if (rules_.plies(state_) != plies) {
            throw Nonsense("the block tells of " + std::to_string(plies) + " plies, its moves make " +
                           std::to_string(rules_.plies(state_)));
        }
        if (games::is_over(rules_.outcome(state_))) throw Nonsense("asked for a move in a game that is over");
        if (rules_.to_move(state_) != you_) throw Nonsense("asked for a move in the opponent's turn");
        return &state_;
    }

    /// The moves that the last block reported, oldest first.
    const std::vector<Turn>& news() const { return news_; }

    void answer(Move move) {
        std::string line;
        write_move(rules_, move, line);
        wire_.answer(std::move(line));
    }

private:
    /// Reads turns, each "<player> <move>". Skips lost turns, which follow from the rules.
    void read_news() {
        news_.clear();
        for (auto lines = wire_.number(); lines > 0; --lines) {
            const std::string_view line = wire_.line();
            std::string_view text = line;
            const auto player = games::take_number(text);
            const bool readable = player && (*player == 0 || *player == 1) && games::take(text, " ");
            if (readable && text == "LOST") continue;
            const auto move = readable ? read_move(rules_, text) : std::nullopt;
            if (!move) fail_at_turn(line);
            news_.push_back({games::side_of(static_cast<int>(*player)), *move});
        }
    }

    /// Plays the reported turns and checks that they lead to the board in the block.
    void follow() {
        for (const Turn& turn : news_) {
            if (games::is_over(rules_.outcome(state_)) || rules_.to_move(state_) != turn.side ||
                !rules_.legal(state_, turn.move)) {
                std::string line = std::to_string(games::index(turn.side)) + " ";
                write_move(rules_, turn.move, line);
                fail_at_turn(line);
            }
            rules_.play(state_, turn.move);
        }
        wire_.line();  // the state line follows from the moves
        for (int row = 0; row < row_count(rules_); ++row)
            compare(row, wire_.line());
    }

    void begin(std::int64_t plies) {
        const std::string state_line(wire_.line());
        std::vector<std::string> rows;
        for (int row = 0; row < row_count(rules_); ++row)
            rows.emplace_back(wire_.line());
        const auto told = told_position(rules_, static_cast<int>(plies), state_line, rows, you_);
        if (!told) throw Nonsense("the state '" + state_line + "' and the board below it can't be");
        state_ = *told;
    }

    [[noreturn]] static void fail_at_turn(std::string_view line) {
        throw Nonsense("told of the turn '" + std::string(line) + "', which can't be");
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
    std::vector<Turn> news_;
    bool begun_ = false;
    std::string row_;
};

}  // namespace sample_bots
