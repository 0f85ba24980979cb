// Adds games up.
#include "referee/tournament/figures/statistics/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace referee::tournament {

namespace {

/// Of two entrants; 1 if nothing was set.
double value_of(const std::map<Results::Pair, double>& values, std::size_t a, std::size_t b) {
    if (values.empty()) return 1;
    const auto found = values.find(std::minmax(a, b));
    return found == values.end() ? 1 : found->second;
}

}  // namespace

void Results::add(std::size_t first, std::size_t second, Score score) {
    add(first, second, Tally{score == Score::win, score == Score::draw, score == Score::loss});
}

void Results::add(std::size_t first, std::size_t second, const Tally& tally) {
    if (first >= entrants_ || second >= entrants_ || first == second) {
        throw std::invalid_argument(fmt::format("no game of entrants {} and {} among {}", first, second, entrants_));
    }
    if (tally.games() == 0) return;
    const auto count = [](Tally& sum, const Tally& more) {
        sum.wins += more.wins;
        sum.draws += more.draws;
        sum.losses += more.losses;
    };
    count(tallies_[{first, second}], tally);
    count(of_[first], tally);
    count(of_[second], {tally.losses, tally.draws, tally.wins});
}

void Results::add_pair(std::size_t a, std::size_t b, Score of_a, Score of_b) {
    if (a > b) {
        std::swap(a, b);
        std::swap(of_a, of_b);
    }
    ++pairs_[{a, b}][static_cast<std::size_t>(of_a)][static_cast<std::size_t>(of_b)];
}

void Results::set_weight(std::size_t a, std::size_t b, double weight) {
    weights_[std::minmax(a, b)] = weight;
    if (weight > 0) return;
    for (const Pair& pair : {Pair(a, b), Pair(b, a)}) {
        const auto found = tallies_.find(pair);
        if (found == tallies_.end()) continue;
        const Tally& gone = found->second;
        Tally &first = of_[pair.first], &second = of_[pair.second];
        first = {first.wins - gone.wins, first.draws - gone.draws, first.losses - gone.losses};
        second = {second.wins - gone.losses, second.draws - gone.draws, second.losses - gone.wins};
        tallies_.erase(found);
    }
    pairs_.erase(std::minmax(a, b));
}

double Results::weight(std::size_t a, std::size_t b) const {
    return value_of(weights_, a, b);
}

std::set<Results::Pair> Results::without_weight() const {
    std::set<Pair> found;
    for (const auto& [pair, weight] : weights_)
        if (weight == 0) found.insert(pair);
    return found;
}

void Results::set_share(std::size_t a, std::size_t b, double share) {
    shares_[std::minmax(a, b)] = share;
}

double Results::worth(std::size_t a, std::size_t b) const {
    return value_of(weights_, a, b) * value_of(shares_, a, b);
}

Evidence Results::evidence(const Pair& pair) const {
    const auto tally = tallies_.find(pair);
    if (tally == tallies_.end()) return {};
    const double each = worth(pair.first, pair.second);
    return {each * static_cast<double>(tally->second.wins), each * static_cast<double>(tally->second.draws),
            each * static_cast<double>(tally->second.losses)};
}

std::vector<std::size_t> Results::active() const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < entrants_; ++i)
        if (of_[i].games() > 0) found.push_back(i);
    return found;
}

Results Results::among(const std::vector<std::size_t>& entrants) const {
    std::vector<std::size_t> place(entrants_);
    Results results(entrants.size());
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        place[entrants[i]] = i;
        results.of_[i] = of_[entrants[i]];
    }
    const auto copy = [&](const auto& from, auto& to) {
        for (const auto& [pair, value] : from)
            if (tallies_.contains(pair) || tallies_.contains({pair.second, pair.first}))
                to.emplace(Pair(place[pair.first], place[pair.second]), value);
    };
    copy(tallies_, results.tallies_);
    copy(pairs_, results.pairs_);
    copy(weights_, results.weights_);
    copy(shares_, results.shares_);
    return results;
}

Tally Results::between(std::size_t entrant, std::size_t other) const {
    Tally sum;
    if (const auto found = tallies_.find({entrant, other}); found != tallies_.end()) sum = found->second;
    if (const auto found = tallies_.find({other, entrant}); found != tallies_.end()) {
        sum.wins += found->second.losses;
        sum.draws += found->second.draws;
        sum.losses += found->second.wins;
    }
    return sum;
}

Tally Results::total() const {
    Tally sum;
    for (const auto& [pair, tally] : tallies_) {
        sum.wins += tally.wins;
        sum.draws += tally.draws;
        sum.losses += tally.losses;
    }
    return sum;
}

}  // namespace referee::tournament
