#include "tests/games/game_pair.hpp"

#include <algorithm>

#include "games/spec.hpp"

namespace games_test {

std::string spec_of(const reference::Settings& settings) {
    return "magnetize:height=" + std::to_string(settings.height) + ",width=" + std::to_string(settings.width) +
           ",square=" + std::to_string(settings.square) + ",maglock=" + std::to_string(settings.maglock) +
           ",max_plies=" + std::to_string(settings.max_plies);
}

games::Outcome outcome_of(reference::Result result) {
    switch (result) {
        case reference::Result::none_yet: return games::Outcome::ongoing;
        case reference::Result::black_won: return games::Outcome::first_won;
        case reference::Result::white_won: return games::Outcome::second_won;
        case reference::Result::draw: return games::Outcome::drawn;
    }
    return games::Outcome::ongoing;
}

GamePair::GamePair(const reference::Settings& settings)
    : reference_(settings), core_(games::parse_spec(spec_of(settings)).make_board(0)) {}

void GamePair::play(const std::string& move) {
    moves_.push_back(move);
    reference_.play(move);
    verdict_ = core_->play(move);
}

std::string GamePair::difference() const {
    if (verdict_ != games::Verdict::played) return "the core refuses the move";
    if (core_->outcome() != outcome_of(reference_.result)) return "outcome";
    if (core_->reason() != reference_.reason) return "reason: core '" + std::string(core_->reason()) + "'";
    if (core_->plies() != reference_.plies) return "plies";
    if (!is_over() && games::index(core_->to_move()) != reference_.to_move) return "side to move";
    std::string frame;
    core_->write_frame(frame);
    if (frame != reference_.frame()) return "frame:\n  core      " + frame + "\n  reference " + reference_.frame();
    if (core_->legal_moves() != reference_.legal_moves()) return "legal moves";
    const auto lost = core_->lost_turns();
    if (!std::equal(lost.begin(), lost.end(), reference_.lost.begin(), reference_.lost.end(),
                    [](games::Side side, int player) { return games::index(side) == player; })) {
        return "lost turns";
    }
    return "";
}

std::string GamePair::how_to_reproduce() const {
    std::string text = spec_of(reference_.settings) + " moves:";
    for (const std::string& move : moves_)
        text += " " + move + ";";
    return text;
}

}  // namespace games_test
