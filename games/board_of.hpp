// The only connection between the rule cores, which are known at compile time, and the Board that the referee holds.
#pragma once

#include <array>
#include <cassert>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/board.hpp"
#include "games/explains.hpp"
#include "games/game.hpp"
#include "games/solver.hpp"
#include "games/words.hpp"

namespace games {

/// A game that is drawn differently if more than ASCII can be displayed. `draw` and `piece_mark` also take the looks.
template <class G>
concept DrawsByLooks = requires(const G rules, const typename G::State state, Side side, Looks looks) {
    { draw(rules, state, looks) } -> std::same_as<std::string>;
    { piece_mark(rules, side, looks) } -> std::same_as<std::string_view>;
};

/// A game that is drawn in ASCII.
template <class G>
concept DrawsInAscii = requires(const G rules, const typename G::State state, Side side) {
    { draw(rules, state) } -> std::same_as<std::string>;
    { piece_mark(rules, side) } -> std::same_as<std::string_view>;
};

/// A game that can be drawn as text: DrawsByLooks or DrawsInAscii.
template <class G>
concept Drawn = DrawsByLooks<G> || DrawsInAscii<G>;

/// A game whose moves are lines of text. The functions are declared in wire.hpp and view.hpp of the game's folder.
/// Functions that write append to their last argument:
///
///   read_move      parses a line of the wire into a move, legal or not; nothing if the line is not a move
///   write_move     writes the move as on the wire; read_move returns the same move again
///   append_frame   writes the frame of the log: one JSON object
///   draw           the position in readable form: lines, each ended by a newline
///   piece_mark     how the pieces of a side look in the drawing
///   read_keys      parses a move that a person typed; nothing if the text is not a move
///   keys_line      one line that explains which keys make a move
template <class G>
concept Spoken = Rules<G> && Drawn<G> &&
    requires(const G rules, const typename G::State state, const typename G::Move move, std::string& out,
             std::string_view text) {
    { read_move(rules, text) } -> std::same_as<std::optional<typename G::Move>>;
    { write_move(rules, move, out) } -> std::same_as<void>;
    { append_frame(rules, state, out) } -> std::same_as<void>;
    { read_keys(rules, text) } -> std::same_as<std::optional<typename G::Move>>;
    { keys_line(rules) } -> std::same_as<std::string_view>;
};

/// A game that uses the common blocks of the protocol. The functions append text without a final newline:
///
///   write_settings   the settings of the setup block: one line, or more if the game needs them
///   write_state      the state line of the turn block, as `you` sees it
///   row_count        the number of rows of the board
///   write_row        a row of the board; row 0 is sent first
template <class G>
concept Framed = requires(const G rules, const typename G::State state, std::string& out, Side you, int row) {
    { write_settings(rules, out) } -> std::same_as<void>;
    { write_state(rules, state, you, out) } -> std::same_as<void>;
    { row_count(rules) } -> std::same_as<int>;
    { write_row(rules, state, row, out) } -> std::same_as<void>;
};

/// A game that defines its own blocks, with a newline after every line. `told` is the position at the last turn block
/// for `you`, or State{} before the first one.
template <class G>
concept WritesBlocks = requires(const G rules, const typename G::State told, const typename G::State now,
                                std::string& out, Side you) {
    { write_setup_block(rules, you, out) } -> std::same_as<void>;
    { write_turn_block(rules, told, now, you, out) } -> std::same_as<void>;
};

/// A game in which turns can be lost: `turns(state)` counts them together with the plies.
template <class G>
concept LosesTurns = requires(const G rules, const typename G::State state) {
    { rules.turns(state) } -> std::same_as<int>;
};

/// A game whose board can have too many moves to list. If `lists_moves()` is false, `moves` is never called.
template <class G>
concept MayNotList = requires(const G rules) {
    { rules.lists_moves() } -> std::same_as<bool>;
};

/// A game whose board can be so large that its text is kept from turn to turn. After a ply, only the rows from the
/// first to the last changed row are written again. All rows have the same length.
template <class G>
concept ChangesFewRows = Framed<G> && requires(const G rules, const typename G::State state) {
    { changed_rows(rules, state) } -> std::same_as<std::pair<int, int>>;
};

/// A game whose moves people can type in a shorter way than on the wire. `write_keys` appends that text.
template <class G>
concept HasShortKeys = requires(const G rules, const typename G::Move move, std::string& out) {
    { write_keys(rules, move, out) } -> std::same_as<void>;
};

/// A game that says why a move is not legal. `objection` returns a clause for the author of a bot, such as "column 3 is
/// full". Requires: the move is not legal, and the game is not over.
template <class G>
concept Objects = requires(const G rules, const typename G::State state, const typename G::Move move) {
    { objection(rules, state, move) } -> std::same_as<std::string>;
};

/// A game for whose other versions there are bots.
template <class G>
concept HasOtherVersions = requires(const G rules) {
    { versions_beside(rules) } -> std::same_as<OtherVersions>;
};

/// A game with its own prompt for the input.
template <class G>
concept Prompts = requires(const G rules) {
    { prompt_line(rules) } -> std::same_as<std::string_view>;
};

/// A game that can begin from a written position. `position_text` returns the text of the position.
template <class G>
concept Saves = requires(const G rules, const typename G::State state) {
    { position_text(rules, state) } -> std::same_as<std::string>;
};

/// A game that describes the position to its bots: WritesBlocks or Framed.
template <class G>
concept Told = WritesBlocks<G> || Framed<G>;

/// Every member with the name of an optional member has the right signature. With another signature it would be
/// silently ignored.
template <class G>
concept OptionalMembersFit = (Dealt<G> || !requires { &G::deal; }) && (LosesTurns<G> || !requires { &G::turns; }) &&
                             (MayNotList<G> || !requires { &G::lists_moves; }) &&
                             (CountsMoves<G> || !requires { &G::count_moves; });

/// Everything that a game must provide (docs/adding_a_game.md).
template <class G>
concept Game = Spoken<G> && Told<G> && OptionalMembersFit<G>;

/// The Board of one match of G.
template <Game G>
class BoardOf final : public Board, public Explains {
    using State = typename G::State;
    struct Nothing {};

public:
    /// `seed` seeds the dice of a game with chance.
    BoardOf(std::string name, G rules, std::uint64_t seed)
        : name_(std::move(name)), rules_(std::move(rules)), dice_(seed), state_(rules_.start()) {
        deal();
    }

    std::unique_ptr<Board> clone() const override { return std::make_unique<BoardOf>(*this); }

    Side to_move() const override { return rules_.to_move(state_); }
    Outcome outcome() const override { return rules_.outcome(state_); }
    std::string_view reason() const override { return rules_.reason(state_); }
    int plies() const override { return rules_.plies(state_); }

    void write_setup(Side you, std::string& out) const override {
        if constexpr (WritesBlocks<G>) {
            write_setup_block(rules_, you, out);
        } else {
            out.append(name_).append(" 1\n");
            append_number(out, index(you));
            out += '\n';
            write_settings(rules_, out);
            out += '\n';
        }
    }

    void write_turn(std::string& out) override {
        assert(!is_over(outcome()));
        const Side you = to_move();
        if constexpr (WritesBlocks<G>) {
            State& told = told_state_[static_cast<std::size_t>(index(you))];
            write_turn_block(rules_, told, state_, you, out);
            told = state_;
        } else {
            write_common_block(you, out);
        }
    }

    Verdict play(std::string_view answer) override {
        const auto move = read_move(rules_, answer);
        if (!move) return Verdict::unreadable;
        if (!rules_.legal(state_, *move)) return Verdict::illegal;
        Side side = to_move();
        const int before = turns();
        rules_.play(state_, *move);
        deal();
        update_rows();
        history_.push_back({side, move});
        lost_ = turns() - before - 1;
        for (int i = 0; i < lost_; ++i) {
            side = opponent(side);
            history_.push_back({side, std::nullopt});
        }
        return Verdict::played;
    }

    std::vector<Side> lost_turns() const override {
        std::vector<Side> sides;
        for (auto turn = history_.end() - lost_; turn != history_.end(); ++turn)
            sides.push_back(turn->side);
        return sides;
    }

    std::optional<std::vector<int>> hand() const override {
        if constexpr (Dealt<G>) {
            std::vector<int> drawn;
            for (const auto item : rules_.hand(state_))
                drawn.push_back(static_cast<int>(item));
            return drawn;
        }
        return std::nullopt;
    }

    bool moves_listed() const override {
        if constexpr (MayNotList<G>) return rules_.lists_moves();
        return true;
    }
    bool legal(std::string_view answer) const override {
        const auto move = read_move(rules_, answer);
        return move && rules_.legal(state_, *move);
    }
    std::string why_illegal([[maybe_unused]] std::string_view answer) const override {
        if constexpr (Objects<G>) {
            const auto move = read_move(rules_, answer);
            if (move && !rules_.legal(state_, *move)) return objection(rules_, state_, *move);
        }
        return {};
    }
    OtherVersions other_versions() const override {
        if constexpr (HasOtherVersions<G>) return versions_beside(rules_);
        return {};
    }
    std::vector<std::string> legal_moves() const override {
        if (!moves_listed()) return {};
        typename G::Moves moves;
        rules_.moves(state_, moves);
        std::vector<std::string> lines;
        for (const auto move : moves)
            write_move(rules_, move, lines.emplace_back());
        return lines;
    }

    void write_frame(std::string& out) const override { append_frame(rules_, state_, out); }
    std::string display([[maybe_unused]] Looks looks) const override {
        if constexpr (DrawsByLooks<G>) {
            return draw(rules_, state_, looks);
        } else {
            return draw(rules_, state_);
        }
    }
    std::string_view mark(Side side, [[maybe_unused]] Looks looks) const override {
        if constexpr (DrawsByLooks<G>) {
            return piece_mark(rules_, side, looks);
        } else {
            return piece_mark(rules_, side);
        }
    }

    std::optional<std::string> move_of_keys(std::string_view typed) const override {
        const auto move = read_keys(rules_, typed);
        if (!move) return std::nullopt;
        std::string text;
        write_move(rules_, *move, text);
        return text;
    }
    std::string keys_of(std::string_view move) const override {
        if constexpr (HasShortKeys<G>) {
            const auto meant = read_move(rules_, move);
            assert(meant);
            std::string keys;
            write_keys(rules_, *meant, keys);
            return keys;
        }
        return std::string(move);
    }
    std::string_view keys_help() const override { return keys_line(rules_); }
    std::string_view prompt() const override {
        if constexpr (Prompts<G>) return prompt_line(rules_);
        return "to move";
    }
    std::optional<std::string> saved_position() const override {
        if constexpr (Saves<G>) return position_text(rules_, state_);
        return std::nullopt;
    }

    std::optional<Solution> solve([[maybe_unused]] const SolveLimits& limits,
                                  [[maybe_unused]] int max_plies) const override {
        if constexpr (Hashed<G> && !Dealt<G>) {
            if (is_over(outcome())) return Solution{outcome()};
            Solver<G> solver(rules_, limits);
            const auto result = solver.solve(state_, max_plies - plies());
            Solution solution{result.outcome, result.plies, "", solver.nodes()};
            if (result.move) write_move(rules_, *result.move, solution.move);
            return solution;
        }
        return std::nullopt;
    }

private:
    struct Turn {
        Side side;
        std::optional<typename G::Move> move;  ///< nothing: the turn was lost
    };

    void deal() {
        if constexpr (Dealt<G>) {
            if (!is_over(rules_.outcome(state_))) rules_.deal(state_, dice_);
        }
    }

    int turns() const {
        if constexpr (LosesTurns<G>) return rules_.turns(state_);
        return rules_.plies(state_);
    }

    void write_common_block(Side you, std::string& out) {
        append_number(out, plies());
        out += '\n';
        write_news(you, out);
        write_state(rules_, state_, you, out);
        out += '\n';
        if constexpr (ChangesFewRows<G>) {
            if (rows_.empty()) write_rows(rows_);
            out += rows_;
        } else {
            write_rows(out);
        }
        if (!moves_listed()) {
            out += "-1\n";
            return;
        }
        typename G::Moves moves;
        rules_.moves(state_, moves);
        append_number(out, moves.size());
        out += '\n';
        for (const auto move : moves) {
            write_move(rules_, move, out);
            out += '\n';
        }
    }

    void write_rows(std::string& out) const {
        for (int row = 0; row < row_count(rules_); ++row) {
            write_row(rules_, state_, row, out);
            out += '\n';
        }
    }

    void update_rows() {
        if constexpr (ChangesFewRows<G>) {
            if (rows_.empty()) return;
            const std::size_t length = rows_.size() / static_cast<std::size_t>(row_count(rules_));
            const auto [first, last] = changed_rows(rules_, state_);
            std::string text;
            for (int row = first; row <= last; ++row) {
                text.clear();
                write_row(rules_, state_, row, text);
                text.copy(rows_.data() + static_cast<std::size_t>(row) * length, text.size());
            }
        }
    }

    void write_news(Side you, std::string& out) {
        std::size_t& told = told_[static_cast<std::size_t>(index(you))];
        append_number(out, history_.size() - told);
        out += '\n';
        // The next list of turns for this side begins with the move that it makes now, which is not in the history yet.
        for (; told < history_.size(); ++told) {
            const Turn& turn = history_[told];
            append_number(out, index(turn.side));
            out += ' ';
            if (turn.move) {
                write_move(rules_, *turn.move, out);
            } else {
                out += "LOST";
            }
            out += '\n';
        }
    }

    std::string name_;
    G rules_;
    Dice dice_;
    State state_;
    std::vector<Turn> history_;
    int lost_ = 0;
    std::array<std::size_t, 2> told_{};  ///< the number of turns in the history that each side knows about
    std::array<std::conditional_t<WritesBlocks<G>, State, Nothing>, 2> told_state_{};
    std::string rows_;  ///< the text of the board, after the first turn block; used only if G is ChangesFewRows
};

}  // namespace games
