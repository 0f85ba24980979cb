#include "referee/tournament/tables/plan.hpp"

#include <algorithm>

#include "games/user_error.hpp"

namespace referee::tournament {

Plan::Plan(const FormatSettings& settings, std::size_t entrants, std::uint64_t seed, bool remember_pairs)
    : settings_(settings), entrants_(entrants), remember_pairs_(remember_pairs) {
    if (settings.format != Format::ladder) {
        total_ = make_schedule(settings, static_cast<int>(entrants), seed)->total();
    }
}

void Plan::add(std::span<const PlannedGame> games) {
    for (const PlannedGame& game : games) {
        ++games_;
        if (remember_pairs_) pairs_.push_back(game.pair);
        if (settings_.format == Format::swiss) {
            auto& plays = plays_.try_emplace(game.round, entrants_, false).first->second;
            plays.at(static_cast<std::size_t>(game.first)) = true;
            plays.at(static_cast<std::size_t>(game.second)) = true;
        }
        if (settings_.format == Format::knockout) add_to_knockout(game);
    }
}

void Plan::add_to_knockout(const PlannedGame& game) {
    const auto round = static_cast<std::size_t>(game.round);
    if (round > rounds_.size()) throw games::UserError("the games of a knockout lack a round");
    if (round == rounds_.size()) rounds_.emplace_back();
    auto& pairings = rounds_[round];
    const auto [a, b] = std::minmax(game.first, game.second);
    auto found = std::find_if(pairings.begin(), pairings.end(),
                              [&, a = a, b = b](const Pairing& pairing) { return pairing.a == a && pairing.b == b; });
    if (found == pairings.end()) found = pairings.insert(pairings.end(), {a, b, 0});
    ++found->games;
}

std::optional<int> Plan::total() const {
    if (!total_) return std::nullopt;
    int extra = 0;
    for (const auto& round : rounds_) {
        for (const Pairing& pairing : round)
            extra += std::max(0, pairing.games - settings_.games);
    }
    return std::max(*total_ + extra, games_);
}

int Plan::byes(int entrant) const {
    return static_cast<int>(std::count_if(plays_.begin(), plays_.end(), [&](const auto& round) {
        return !round.second[static_cast<std::size_t>(entrant)];
    }));
}

}  // namespace referee::tournament
