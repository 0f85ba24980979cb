#include "referee/tournament/statistics/repeats.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include "games/dice.hpp"

namespace referee::tournament {

using games::splitmix64;

std::uint64_t Repeats::add(const GameLine& game, Score score) {
    const Players players(game.first, game.second);
    const std::uint64_t of_players = splitmix64(std::uint64_t{players.first} << 32 | players.second);
    const std::uint64_t opening = splitmix64(of_players ^ static_cast<std::uint64_t>(game.opening.value_or(-1) + 1));
    const std::uint64_t hash = splitmix64(game.moves ^ of_players);
    lines_.try_emplace(opening, Line{opening, players, {}, 0});
    const auto [line_of_game, is_new] = games_.try_emplace(hash, opening);
    Line& line = lines_.at(joined(line_of_game->second, opening));
    const auto place = std::ranges::upper_bound(line.plays, game.number, {}, &Play::number);
    line.plays.insert(place, {game.number, score, game.busy, hash});
    if (is_new) {
        ++line.distinct;
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
    const auto middle = static_cast<std::ptrdiff_t>(sum.plays.size());
    sum.plays.insert(sum.plays.end(), more.plays.begin(), more.plays.end());
    std::ranges::inplace_merge(sum.plays, sum.plays.begin() + middle, {}, &Play::number);
    sum.distinct += more.distinct;
    more = {root, more.players, {}, 0};
    return root;
}

bool Repeats::add_pair(std::uint64_t one, std::uint64_t other) {
    return pairs_.insert(splitmix64(one) + splitmix64(other)).second;
}

std::uint64_t Repeats::distinct_of(std::size_t entrant) const {
    const auto found = of_entrants_.find(entrant);
    return found == of_entrants_.end() ? 0 : found->second;
}

/// The evidence of the plays with lower numbers.
Evidence Repeats::evidence_of(const std::vector<Play>& plays, int before) {
    std::unordered_map<std::uint64_t, double> times;
    Evidence sum, best;
    double squares = 0;
    for (const Play& play : plays) {
        if (play.number >= before) break;
        ++(play.score == Score::win ? sum.wins : play.score == Score::draw ? sum.draws : sum.losses);
        squares += 2 * times[play.game]++ + 1;
        const double share = sum.games() / squares;
        if (share * sum.games() >= best.games()) best = {share * sum.wins, share * sum.draws, share * sum.losses};
    }
    return best;
}

void Repeats::take_out_of(Results& results) const {
    take_out(results, false);
}

void Repeats::take_out_of_undisturbed(Results& results) const {
    take_out(results, true);
}

void Repeats::take_out(Results& results, bool undisturbed) const {
    std::vector<std::pair<std::uint64_t, const Line*>> repeated;
    for (const auto& [hash, line] : lines_)
        if (line.distinct < line.plays.size()) repeated.emplace_back(hash, &line);
    std::ranges::sort(repeated);  // sums of fractions depend on the order
    for (const auto& [hash, line] : repeated) {
        std::vector<Play> plays = line->plays;
        if (undisturbed) std::erase_if(plays, &Play::busy);
        const Evidence evidence = evidence_of(plays, std::numeric_limits<int>::max());
        const auto count = [&](Score score) {
            return static_cast<double>(std::ranges::count(plays, score, &Play::score));
        };
        results.take_out(line->players, {count(Score::win) - evidence.wins, count(Score::draw) - evidence.draws,
                                         count(Score::loss) - evidence.losses});
    }
}

bool Repeats::last_games_only_repeat(const std::vector<bool>& present, int first, std::size_t window) const {
    std::vector<std::pair<std::uint64_t, const Line*>> lines;
    std::vector<int> numbers;
    for (const auto& [hash, line] : lines_) {
        if (!present[line.players.first] || !present[line.players.second]) continue;
        lines.emplace_back(hash, &line);
        for (const Play& play : line.plays)
            if (play.number >= first) numbers.push_back(play.number);
    }
    if (numbers.size() < window) return false;
    const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(window - 1);
    std::ranges::nth_element(numbers, begin, std::greater());
    std::ranges::sort(lines);  // as above
    double added = 0;
    for (const auto& [hash, line] : lines) {
        if (line->plays.empty() || line->plays.back().number < *begin) continue;
        added += evidence_of(line->plays, std::numeric_limits<int>::max()).games() -
                 evidence_of(line->plays, *begin).games();
    }
    constexpr double least = 1 / 50.;
    return added < least * static_cast<double>(window);
}

}  // namespace referee::tournament
