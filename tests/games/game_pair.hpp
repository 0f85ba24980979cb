// One game of Magnetize played twice at once, by the rule core and by the slow reference.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "games/board.hpp"
#include "tests/reference/magnetize.hpp"

namespace games_test {

/// The spec string of these settings, for games::parse_spec.
std::string spec_of(const reference::Settings& settings);

/// How the reference's result reads in the core's words.
games::Outcome outcome_of(reference::Result result);

class GamePair {
public:
    explicit GamePair(const reference::Settings& settings);

    /// Makes the move in both. Requires: the reference lists it.
    void play(const std::string& move);
    /// The difference between the two, or an empty string.
    std::string difference() const;
    bool is_over() const { return reference_.result != reference::Result::none_yet; }

    const reference::Magnetize& by_reference() const { return reference_; }
    const games::Board& by_core() const { return *core_; }
    /// The spec and the moves so far: all that it takes to see a failure again.
    std::string how_to_reproduce() const;

private:
    reference::Magnetize reference_;
    std::unique_ptr<games::Board> core_;
    std::vector<std::string> moves_;
    games::Verdict verdict_ = games::Verdict::played;
};

}  // namespace games_test
