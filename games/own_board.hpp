// The board of a game of one's own. It knows positions and the history, but no rules. Derived classes get the positions
// from a program or from a log.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/board.hpp"
#include "games/catalogue.hpp"
#include "games/own_hello.hpp"
#include "games/own_position.hpp"
#include "games/settings.hpp"

namespace games {

/// The values of the settings as `new` gets them: " height=6 width=7". Requires: the values have been completed.
[[nodiscard]] std::string named_settings(const SettingValues& values);

/// The description of the game, without `make_board` and `record`.
[[nodiscard]] GameInfo info_of(const OwnHello& hello);

/// A board whose position is known as data.
class OwnBoard : public Board {
public:
    Side to_move() const override { return *now_.to_move; }
    Outcome outcome() const override { return now_.outcome; }
    std::string_view reason() const override { return now_.ending; }
    int plies() const override { return plies_; }

    /// The line of the settings: height and width of the board, and the values of all settings.
    void write_setup(Side you, std::string& out) const override;
    void write_turn(std::string& out) override;

    std::vector<Side> lost_turns() const override { return now_.lost; }
    std::optional<std::vector<int>> hand() const override;
    std::vector<std::string> legal_moves() const override { return now_.moves; }
    bool moves_listed() const override { return true; }
    bool legal(std::string_view answer) const override;

    void write_frame(std::string& out) const override { games::write_frame(now_, out); }
    std::string display(Looks looks) const override;
    std::string_view mark(Side side, Looks looks) const override;
    std::optional<std::string> move_of_keys(std::string_view typed) const override;
    std::string keys_of(std::string_view move) const override { return std::string(move); }
    std::string_view keys_help() const override;
    std::string_view prompt() const override { return "to move"; }
    std::optional<std::string> saved_position() const override { return std::nullopt; }

protected:
    /// Requires: `values` have been completed.
    OwnBoard(std::shared_ptr<const OwnHello> hello, const SettingValues& values);
    OwnBoard(const OwnBoard&) = default;

    [[nodiscard]] const OwnHello& hello() const { return *hello_; }
    [[nodiscard]] const OwnPosition& now() const { return now_; }
    /// Judges an answer without making the move.
    [[nodiscard]] Verdict judge(std::string_view answer) const;
    /// The position at the start of the match. `rolled`: the numbers that were rolled to reach it.
    void begin(OwnPosition position, std::vector<int> rolled);
    /// The position after a move of the side to move.
    void advance(std::string_view move, OwnPosition position, std::vector<int> rolled);

private:
    struct Turn {
        Side side;
        std::string move;  ///< empty: the turn was lost
    };

    std::shared_ptr<const OwnHello> hello_;
    std::string numbers_;  ///< the values of the settings, each after a space
    OwnPosition now_;
    std::vector<int> rolled_;  ///< the numbers that were rolled for the present turn
    std::vector<Turn> history_;
    std::array<std::size_t, 2> told_{};  ///< the number of turns in the history that each side knows about
    int plies_ = 0;
};

}  // namespace games
