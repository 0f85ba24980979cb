#include "referee/tournament/statistics/repeats.hpp"

#include <algorithm>
#include <vector>

#include "games/dice.hpp"

namespace referee::tournament {

using games::splitmix64;

std::uint64_t Repeats::add(const GameLine& game, Score score) {
    const Players players(game.first, game.second);
    const std::uint64_t of_players = splitmix64(std::uint64_t{players.first} << 32 | players.second);
    const std::uint64_t opening = splitmix64(of_players ^ static_cast<std::uint64_t>(game.opening.value_or(-1) + 1));
    const std::uint64_t hash = splitmix64(game.moves ^ of_players);
    lines_.try_emplace(opening, Line{opening, players});
    Distinct& distinct = games_.try_emplace(hash, Distinct{0, opening}).first->second;
    Line& line = lines_.at(joined(distinct.line, opening));
    ++(score == Score::win ? line.wins : score == Score::draw ? line.draws : line.losses);
    line.squares += 2 * std::uint64_t{distinct.times++} + 1;
    if (distinct.times == 1) {
        ++of_entrants_[game.first];
        ++of_entrants_[game.second];
    }
    return hash;
}

std::uint64_t Repeats::root_of(std::uint64_t line) const {
    while (lines_.at(line).root != line)
        line = lines_.at(line).root;
    return line;
}

std::uint64_t Repeats::joined(std::uint64_t one, std::uint64_t other) {
    const auto [root, gone] = std::minmax({root_of(one), root_of(other)});
    if (root == gone) return root;
    Line &sum = lines_.at(root), &more = lines_.at(gone);
    sum.wins += more.wins;
    sum.draws += more.draws;
    sum.losses += more.losses;
    sum.squares += more.squares;
    more = {root, more.players};
    return root;
}

bool Repeats::add_pair(int number, std::uint64_t one, std::uint64_t other) {
    const auto [pair, is_new] = pairs_.try_emplace(splitmix64(one) + splitmix64(other), number);
    pair->second = std::min(pair->second, number);
    return is_new;
}

std::uint64_t Repeats::distinct_of(std::size_t entrant) const {
    const auto found = of_entrants_.find(entrant);
    return found == of_entrants_.end() ? 0 : found->second;
}

void Repeats::take_out_of(Results& results) const {
    std::vector<std::pair<std::uint64_t, const Line*>> repeated;
    for (const auto& [hash, line] : lines_)
        if (line.squares > line.games()) repeated.emplace_back(hash, &line);
    std::ranges::sort(repeated);  // sums of fractions depend on the order
    for (const auto& [hash, line] : repeated) {
        const double share = 1 - line->games() / static_cast<double>(line->squares);
        results.take_out(line->players, {share * line->wins, share * line->draws, share * line->losses});
    }
}

int Repeats::last_new_pair() const {
    int last = -1;
    for (const auto& [hash, number] : pairs_)
        last = std::max(last, number);
    return last;
}

}  // namespace referee::tournament
