// An opponent that plays random moves, and needs no process.
#pragma once

#include "games/dice.hpp"
#include "referee/core/match/player.hpp"

namespace referee {

/// Plays random legal moves that depend on a seed. Requires: the board lists its moves.
class RandomPlayer final : public Player {
public:
    explicit RandomPlayer(std::uint64_t seed) : dice_(seed) {}

    [[nodiscard]] std::optional<Fault> start(std::string_view /*setup*/) override { return std::nullopt; }
    [[nodiscard]] TurnReport take_turn(const TurnRequest& request) override {
        const auto moves = request.board.legal_moves();
        move_ = moves.at(dice_.below(moves.size()));
        TurnReport report;
        report.kind = TurnReport::Kind::answered;
        report.answer = move_;
        return report;
    }
    void dismiss() override {}
    void end(Duration /*patience*/) override {}
    [[nodiscard]] std::string stderr_tail() const override { return {}; }

private:
    games::Dice dice_;
    std::string move_;
};

}  // namespace referee
