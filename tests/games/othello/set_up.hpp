// Sets up any position of Othello in the rule core and in the slow reference.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "games/othello/rules.hpp"
#include "games/othello/wire.hpp"
#include "tests/reference/othello.hpp"

namespace games_test {

/// A position that a test sets up, both in the core and in the reference.
class OthelloSetUp {
public:
    OthelloSetUp(std::vector<std::string> rows, games::Side to_move, int plies = 0)
        : reference_(128), core_(core_of(rows, to_move, plies)) {
        reference_.board = std::move(rows);
        reference_.to_move = games::index(to_move);
        reference_.plies = plies;
    }

    /// The moves of the side to move, in order, each followed by a space.
    std::string moves() const {
        games::othello::Othello::Moves moves;
        rules_.moves(core_, moves);
        std::string core_text;
        for (const auto move : moves) {
            write_move(rules_, move, core_text);
            core_text += ' ';
        }
        std::string reference_text;
        for (const std::string& move : reference_.legal_moves())
            reference_text += move + ' ';
        CHECK(core_text == reference_text);
        return core_text;
    }
    bool legal(const std::string& text) const {
        const auto move = read_move(rules_, text);
        return move && rules_.legal(core_, *move);
    }
    void play(const std::string& text) {
        REQUIRE(legal(text));
        rules_.play(core_, *read_move(rules_, text));
        reference_.play(text);
        CHECK(rows() == reference_.board);
        CHECK(reason() == reference_.reason);
    }
    std::vector<std::string> rows() const {
        std::vector<std::string> rows(8);
        for (int row = 0; row < 8; ++row)
            write_row(rules_, core_, row, rows[static_cast<std::size_t>(row)]);
        return rows;
    }
    games::Outcome outcome() const { return rules_.outcome(core_); }
    std::string reason() const { return std::string(rules_.reason(core_)); }
    games::Side to_move() const { return rules_.to_move(core_); }

private:
    static games::othello::Othello::State core_of(const std::vector<std::string>& rows, games::Side to_move,
                                                  int plies) {
        std::uint64_t black = 0;
        std::uint64_t white = 0;
        for (std::size_t row = 0; row < 8; ++row) {
            for (std::size_t column = 0; column < 8; ++column) {
                const auto cell = std::uint64_t{1} << (row * 8 + column);
                if (rows[row][column] == 'B') black |= cell;
                if (rows[row][column] == 'W') white |= cell;
            }
        }
        const auto own = to_move == games::Side::first ? black : white;
        const auto other = to_move == games::Side::first ? white : black;
        return {own,
                other,
                games::othello::moves_of(own, other),
                to_move,
                static_cast<std::uint8_t>(plies),
                games::Outcome::ongoing};
    }

    games::othello::Othello rules_{games::othello::Config()};
    reference::Othello reference_;
    games::othello::Othello::State core_;
};

}  // namespace games_test
