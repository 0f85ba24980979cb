// One game played twice at once, by the rule core behind its Board and by a slow reference.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "games/spec.hpp"

namespace games_test {

/// `Reference`: one of tests/reference/ that keeps `over`, `winner` (0, 1 or -1), `reason`, `plies` and `to_move`.
template <class Reference>
class BoardPair {
public:
    /// `start` is the position before the first ply of a game with these settings.
    BoardPair(const std::string& spec, const Reference& start)
        : spec_(spec), reference_(start), core_(games::parse_spec(spec).make_board(0)) {}

    /// Makes the move in both. Requires: the reference lists it.
    void play(const std::string& move) {
        moves_.push_back(move);
        reference_.play(move);
        verdict_ = core_->play(move);
    }

    /// The difference between the two, or an empty string.
    std::string difference() const {
        if (verdict_ != games::Verdict::played) return "the core refuses the move";
        if (core_->outcome() != expected_outcome()) return "outcome";
        if (core_->reason() != reference_.reason) return "reason: core '" + std::string(core_->reason()) + "'";
        if (core_->plies() != reference_.plies) return "plies";
        if (!reference_.over && games::index(core_->to_move()) != reference_.to_move) return "side to move";
        std::string frame;
        core_->write_frame(frame);
        if (frame != reference_.frame()) return "frame:\n  core      " + frame + "\n  reference " + reference_.frame();
        if (core_->legal_moves() != reference_.legal_moves()) return "legal moves";
        if (!core_->lost_turns().empty()) return "lost turns";
        return "";
    }

    bool is_over() const { return reference_.over; }

    const Reference& by_reference() const { return reference_; }
    const games::Board& by_core() const { return *core_; }
    /// The spec and the moves so far: all that it takes to see a failure again.
    std::string how_to_reproduce() const {
        std::string text = spec_ + " moves:";
        for (const std::string& move : moves_)
            text += " " + move;
        return text;
    }

private:
    games::Outcome expected_outcome() const {
        if (!reference_.over) return games::Outcome::ongoing;
        if (reference_.winner < 0) return games::Outcome::drawn;
        return games::won(games::side_of(reference_.winner));
    }

    std::string spec_;
    Reference reference_;
    std::unique_ptr<games::Board> core_;
    std::vector<std::string> moves_;
    games::Verdict verdict_ = games::Verdict::played;
};

/// The pair after these moves, with a space between them, on each of which core and reference must agree.
template <class Reference>
BoardPair<Reference> agreed(BoardPair<Reference> pair, const std::string& moves) {
    std::istringstream words(moves);
    for (std::string move; words >> move;) {
        INFO(pair.how_to_reproduce());
        REQUIRE_FALSE(pair.is_over());
        pair.play(move);
        REQUIRE(pair.difference() == "");
    }
    return pair;
}

}  // namespace games_test
