// The board of a game of one's own. It knows positions and the history, but no rules. Derived classes get the positions
// from a program or from a log.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

/// The position with which a game begins, on one line; empty if it is the usual one. Requires: the values have been
/// completed.
[[nodiscard]] std::string start_in(const SettingValues& values);

/// The values of the settings that are numbers, as `new` gets them: " height=6 width=7". Requires: the values have been
/// completed.
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
    bool has_secrets() const override { return hello_->has_secrets; }
    std::unique_ptr<Board> seen_by(Side who) const override;
    std::vector<std::string> told(Side who) const override { return news_of(who); }
    std::optional<std::array<std::int64_t, 2>> score() const override { return now_.score; }
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
    std::optional<std::string> saved_position() const override {
        return now_.start.empty() ? std::nullopt : std::optional(now_.start);
    }

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

    /// A move as a line of new turns: "0 c4".
    [[nodiscard]] std::string line_of(std::string_view move) const;

private:
    class Seen;

    /// The board as a player sees it before the end of the game.
    OwnBoard(const OwnBoard& whole, Side who);

    /// The new turns that a side does not know yet.
    struct News {
        std::string text;  ///< its lines
        std::size_t lines = 0;
    };

    [[nodiscard]] std::vector<std::string> news_of(Side side) const;
    void tell(std::string made);

    std::shared_ptr<const OwnHello> hello_;
    std::string numbers_;  ///< the values of the settings, each after a space
    OwnPosition now_;
    std::vector<int> rolled_;  ///< the numbers that were rolled for the present turn
    std::string made_;         ///< the line of the last move; empty at the start
    std::array<News, 2> news_;
    int plies_ = 0;
};

}  // namespace games
