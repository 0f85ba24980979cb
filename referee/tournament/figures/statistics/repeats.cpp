#include "referee/tournament/figures/statistics/repeats.hpp"

#include <algorithm>
#include <functional>

#include "games/dice.hpp"

namespace referee::tournament {

namespace {

using games::splitmix64;

constexpr std::size_t min_games_to_judge = 50;
constexpr double min_evidence = 1 / 50.;

double effective_number(std::uint64_t games, std::uint64_t squares) {
    const auto n = static_cast<double>(games);
    return games == 0 ? 0 : n * n / static_cast<double>(squares);
}

/// The same moves with sides swapped are another game.
std::uint64_t hash_of(const GameLine& game) {
    const auto first = static_cast<std::uint32_t>(game.first), second = static_cast<std::uint32_t>(game.second);
    return splitmix64(game.moves ^ splitmix64(std::uint64_t{first} << 32 | second));
}

}  // namespace

bool EffectiveGames::add(std::uint64_t game) {
    std::uint64_t& times = times_[game];
    ++games_;
    squares_ += 2 * times + 1;
    ++times;
    most_frequent_ = std::max(most_frequent_, times);
    return times == 1;
}

double EffectiveGames::effective() const {
    return effective_number(games_, squares_);
}

double EffectiveGames::effective_without(const std::vector<std::uint64_t>& games) const {
    std::unordered_map<std::uint64_t, std::uint64_t> left;
    std::uint64_t squares = squares_;
    for (const std::uint64_t game : games) {
        std::uint64_t& times = left.try_emplace(game, times_.at(game)).first->second;
        squares -= 2 * --times + 1;
    }
    return effective_number(games_ - games.size(), squares);
}

std::size_t games_to_judge(std::uint64_t games) {
    return std::max<std::size_t>(min_games_to_judge, games / 4);
}

bool hardly_adds(double evidence, std::size_t games) {
    return evidence < min_evidence * static_cast<double>(games);
}

void Repeats::add(const GameLine& game) {
    Pairing& pairing = pairings_[std::minmax(game.first, game.second)];
    const std::uint64_t hash = hash_of(game);
    const auto place = std::ranges::upper_bound(pairing.plays, game.number, {}, &Play::number);
    pairing.plays.insert(place, {game.number, game.busy, hash});
    if (!pairing.games.add(hash)) return;
    ++distinct_;
    ++of_entrants_[game.first];
    ++of_entrants_[game.second];
}

std::uint64_t Repeats::distinct_of(std::size_t entrant) const {
    const auto found = of_entrants_.find(entrant);
    return found == of_entrants_.end() ? 0 : found->second;
}

double Repeats::effective() const {
    double sum = 0;
    for (const auto& [players, pairing] : pairings_)
        sum += pairing.games.effective();
    return sum;
}

double Repeats::share_of_main_lines() const {
    std::uint64_t main = 0, all = 0;
    for (const auto& [players, pairing] : pairings_) {
        main += pairing.games.most_frequent();
        all += pairing.games.games();
    }
    return all == 0 ? 0 : static_cast<double>(main) / static_cast<double>(all);
}

void Repeats::weigh(Results& results) const {
    for (const auto& [players, pairing] : pairings_)
        if (pairing.games.distinct() < pairing.games.games())
            results.set_share(players.first, players.second, pairing.games.share());
}

void Repeats::weigh_undisturbed(Results& results) const {
    for (const auto& [players, pairing] : pairings_) {
        if (pairing.games.distinct() == pairing.games.games()) continue;
        EffectiveGames games;
        for (const Play& play : pairing.plays)
            if (!play.busy) games.add(play.game);
        results.set_share(players.first, players.second, games.share());
    }
}

bool Repeats::last_games_only_repeat(const std::vector<bool>& present, int first, std::size_t window) const {
    std::vector<const Pairing*> pairings;
    std::vector<int> numbers;
    std::uint64_t all = 0;
    for (const auto& [players, pairing] : pairings_) {
        if (!present[players.first] || !present[players.second]) continue;
        pairings.push_back(&pairing);
        all += pairing.games.games();
        for (const Play& play : pairing.plays)
            if (play.number >= first) numbers.push_back(play.number);
    }
    const std::size_t judged = std::max(window, games_to_judge(all));
    if (numbers.size() < judged) return false;
    const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(judged - 1);
    std::ranges::nth_element(numbers, begin, std::greater());
    double added = 0;
    for (const Pairing* pairing : pairings) {
        std::vector<std::uint64_t> last;
        for (auto play = pairing->plays.rbegin(); play != pairing->plays.rend() && play->number >= *begin; ++play)
            last.push_back(play->game);
        if (!last.empty()) added += std::max(0., pairing->games.effective() - pairing->games.effective_without(last));
    }
    return hardly_adds(added, judged);
}

}  // namespace referee::tournament
