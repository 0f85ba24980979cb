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

int rounds_of(std::size_t bracket) {
    int rounds = 0;
    for (std::size_t left = bracket; left > 1; left /= 2)
        ++rounds;
    return rounds;
}

}  // namespace

Knockout::Knockout(const FormatSettings& settings, int entrants, std::uint64_t seed)
    : Schedule(settings, entrants, seed), standing_(bracket_of(entrants)) {
    rounds_ = rounds_of(standing_.size());
}

std::optional<int> Knockout::total() const {
    int extra_pairs = 0;
    for (const Pairing& pairing : pairings_)
        extra_pairs += pairing.extra_pairs;
    return settings().games * (entrants() - 1) + 2 * extra_pairs;
}

Knockout::Bracket Knockout::bracket(const FinishedGames& results) const {
    Bracket bracket;
    bracket.passed.assign(static_cast<std::size_t>(entrants()), 0);
    bracket.alive.assign(static_cast<std::size_t>(entrants()), true);
    for (int round = 0; round <= round_; ++round)
        bracket.rounds.push_back({name_of_round(round), {}, {}});
    std::vector<Pairing> pairings = pairings_;
    score(pairings, scored_, results);
    for (const Pairing& pairing : pairings) {
        bracket.rounds[static_cast<std::size_t>(pairing.round)].pairings.push_back(pairing);
        if (!pairing.winner) continue;
        ++bracket.passed[static_cast<std::size_t>(*pairing.winner)];
        bracket.alive[static_cast<std::size_t>(*pairing.winner == pairing.a ? pairing.b : pairing.a)] = false;
    }
    for (const Bye& bye : byes()) {
        bracket.rounds[static_cast<std::size_t>(bye.round)].byes.push_back(bye.entrant);
        ++bracket.passed[static_cast<std::size_t>(bye.entrant)];
    }
    return bracket;
}

std::string Knockout::name_of_round(int round) const {
    if (round + 1 == rounds_) return "final";
    if (round + 2 == rounds_) return "semifinals";
    return "round " + std::to_string(round + 1);
}

/// As soon as all of its games are finished: who has more points, or after the last extra pair the better seed.
void Knockout::decide(Pairing& pairing) const {
    const bool even = pairing.half_points_a == pairing.half_points_b;
    pairing.by_seed = even && pairing.finished == pairing.games && pairing.extra_pairs == settings().extra_pairs;
    if (pairing.finished == pairing.games && (!even || pairing.by_seed))
        pairing.winner = pairing.half_points_b > pairing.half_points_a ? pairing.b : pairing.a;
}

std::optional<int> Knockout::winner() const {
    return standing_.size() == 1 ? std::optional(standing_.front()) : std::nullopt;
}

bool Knockout::add_round(const FinishedGames& results) {
    score(pairings_, scored_, results);
    scored_ = games().size();
    if (add_extra_pairs()) return true;
    if (round_ >= 0) advance();
    if (standing_.size() == 1) return false;
    ++round_;
    pair_up();
    return true;
}

void Knockout::score(std::vector<Pairing>& pairings, std::size_t from, const FinishedGames& results) const {
    for (std::size_t i = from; i < games().size(); ++i) {
        const PlannedGame& game = games()[i];
        const GameResult* result = results.find(game.number);
        if (result == nullptr) continue;
        Pairing& pairing = pairings[pairing_of_game_[i]];
        const bool a_first = game.first == pairing.a;
        ++pairing.finished;
        (a_first ? pairing.half_points_a : pairing.half_points_b) += half_points_of_first(*result);
        (a_first ? pairing.half_points_b : pairing.half_points_a) += half_points_of_second(*result);
        decide(pairing);
    }
}

std::size_t Knockout::first_of_round() const {
    std::size_t first = pairings_.size();
    while (first > 0 && pairings_[first - 1].round == round_)
        --first;
    return first;
}

/// For each pairing that is finished and has no winner.
bool Knockout::add_extra_pairs() {
    const auto before = games().size();
    for (std::size_t i = first_of_round(); i < pairings_.size(); ++i) {
        if (pairings_[i].winner) continue;
        ++pairings_[i].extra_pairs;
        plan(i, 2);
    }
    return games().size() > before;
}

/// Replaces every two by the one who goes on.
void Knockout::advance() {
    std::vector<int> through;
    std::size_t pairing = first_of_round();
    for (std::size_t i = 0; i < standing_.size(); i += 2) {
        const bool bye = standing_[i] < 0 || standing_[i + 1] < 0;
        through.push_back(bye ? std::max(standing_[i], standing_[i + 1]) : *pairings_[pairing++].winner);
    }
    standing_ = std::move(through);
}

void Knockout::pair_up() {
    for (std::size_t i = 0; i < standing_.size(); i += 2) {
        const auto [a, b] = std::minmax(standing_[i], standing_[i + 1]);
        if (a < 0) {
            add_bye(round_, b);
            continue;
        }
        pairings_.push_back({round_, a, b});
        plan(pairings_.size() - 1, settings().games);
    }
}

/// Adds games to a pairing.
void Knockout::plan(std::size_t number, int count) {
    Pairing& pairing = pairings_[number];
    const int first = first_of(pairing.a, pairing.b);
    add_pairing(round_, first, first == pairing.a ? pairing.b : pairing.a, count);
    pairing.games += count;
    pairing_of_game_.resize(games().size(), number);
}

}  // namespace referee::tournament
