#include "tests/games/cluster/pair.hpp"

#include "games/spec.hpp"

namespace games_test {

std::string spec_of(const reference::ClusterSettings& settings) {
    return "cluster:side=" + std::to_string(settings.side) + ",connect=" + std::to_string(settings.connect) +
           ",max_plies=" + std::to_string(settings.max_plies);
}

games::Outcome outcome_of(reference::ClusterResult result) {
    switch (result) {
        case reference::ClusterResult::none_yet: return games::Outcome::ongoing;
        case reference::ClusterResult::player_0_won: return games::Outcome::first_won;
        case reference::ClusterResult::player_1_won: return games::Outcome::second_won;
        case reference::ClusterResult::draw: return games::Outcome::drawn;
    }
    return games::Outcome::ongoing;
}

ClusterPair::ClusterPair(const reference::ClusterSettings& settings, std::uint64_t seed)
    : seed_(seed),
      reference_(settings, seed),
      told_{reference_, reference_},
      core_(games::parse_spec(spec_of(settings)).make_board(seed)) {}

void ClusterPair::play(const std::string& move) {
    moves_.push_back(move);
    reference_.play(move);
    verdict_ = core_->play(move);
}

std::string ClusterPair::difference() const {
    if (verdict_ != games::Verdict::played) return "the core refuses the move";
    if (core_->outcome() != outcome_of(reference_.result)) return "outcome";
    if (core_->reason() != reference_.reason) return "reason: core '" + std::string(core_->reason()) + "'";
    if (core_->plies() != reference_.plies) return "plies";
    if (!is_over() && games::index(core_->to_move()) != reference_.to_move) return "side to move";
    if (core_->hand() != reference_.hand) return "hand";
    std::string frame;
    core_->write_frame(frame);
    if (frame != reference_.frame()) return "frame:\n  core      " + frame + "\n  reference " + reference_.frame();
    if (core_->legal_moves() != reference_.legal_moves()) return "legal moves";
    return core_->lost_turns().empty() ? "" : "a lost turn";
}

std::string ClusterPair::difference_of_turn_blocks() {
    auto& told = told_[static_cast<std::size_t>(reference_.to_move)];
    std::string block;
    core_->write_turn(block);
    const std::string expected = reference_.turn_block(told);
    told = reference_;
    return block == expected ? "" : "turn block:\n" + block + "where the reference has:\n" + expected;
}

std::string ClusterPair::difference_of_setup_blocks() const {
    for (const auto side : {games::Side::first, games::Side::second}) {
        std::string block;
        core_->write_setup(side, block);
        if (block != reference_.setup_block(games::index(side))) return "setup block:\n" + block;
    }
    return "";
}

std::string ClusterPair::how_to_reproduce() const {
    std::string text = spec_of(reference_.settings) + " seed " + std::to_string(seed_) + " moves:";
    for (const std::string& move : moves_)
        text += " " + move + ";";
    return text;
}

}  // namespace games_test
