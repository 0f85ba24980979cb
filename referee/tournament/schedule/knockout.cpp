#include "referee/tournament/schedule/knockout.hpp"

#include <algorithm>

namespace referee::tournament {

namespace {

/// The seeds from top to bottom of a bracket that holds at least `entrants`. Each doubling puts beside everybody the
/// one with whom the seeds add up to the same number.
std::vector<int> bracket_of(int entrants) {
    std::vector<int> order = {0};
    while (static_cast<int>(order.size()) < entrants) {
        const int sum = 2 * static_cast<int>(order.size()) - 1;
        std::vector<int> doubled;
        for (std::size_t i = 0; i < order.size(); ++i) {
            doubled.push_back(order[i]);
            doubled.push_back(sum - order[i]);
        }
        order = std::move(doubled);
    }
    for (int& seed : order) {
        if (seed >= entrants) seed = -1;
    }
    return order;
}

}  // namespace

Knockout::Knockout(const FormatSettings& settings, int entrants, std::uint64_t seed)
    : Schedule(settings, entrants, seed), standing_(bracket_of(entrants)) {}

std::optional<int> Knockout::winner() const {
    return standing_.size() == 1 ? std::optional(standing_.front()) : std::nullopt;
}

bool Knockout::add_round(const FinishedGames& results) {
    score_new_games(results);
    if (add_extra_pairs()) return true;
    if (round_ >= 0) advance();
    if (standing_.size() == 1) return false;
    ++round_;
    pair_up();
    return true;
}

void Knockout::score_new_games(const FinishedGames& results) {
    for (; scored_ < games().size(); ++scored_) {
        const PlannedGame& game = games()[scored_];
        const GameResult& result = *results.find(game.number);
        const int lead = half_points_of_first(result) - half_points_of_second(result);
        for (Pairing& pairing : pairings_) {
            if (pairing.a == game.first) pairing.lead += lead;
            if (pairing.a == game.second) pairing.lead -= lead;
        }
    }
}

bool Knockout::add_extra_pairs() {
    bool added = false;
    for (Pairing& pairing : pairings_) {
        if (pairing.lead != 0 || pairing.extra_pairs == settings().extra_pairs) continue;
        ++pairing.extra_pairs;
        const int first = first_of(pairing.a, pairing.b);
        add_pair(round_, first, first == pairing.a ? pairing.b : pairing.a, false);
        added = true;
    }
    return added;
}

/// Replaces every two by the one who goes on.
void Knockout::advance() {
    std::vector<int> through;
    auto pairing = pairings_.begin();
    for (std::size_t i = 0; i < standing_.size(); i += 2) {
        const int a = standing_[i];
        const int b = standing_[i + 1];
        if (a < 0 || b < 0) {
            through.push_back(std::max(a, b));
        } else {
            through.push_back(pairing->lead >= 0 ? pairing->a : pairing->b);
            ++pairing;
        }
    }
    standing_ = std::move(through);
}

void Knockout::pair_up() {
    pairings_.clear();
    for (std::size_t i = 0; i < standing_.size(); i += 2) {
        const auto [a, b] = std::minmax(standing_[i], standing_[i + 1]);
        if (a < 0) {
            add_bye(round_, b);
            continue;
        }
        pairings_.push_back({a, b});
        const int first = first_of(a, b);
        add_pairing(round_, first, first == a ? b : a, settings().games);
    }
}

}  // namespace referee::tournament
