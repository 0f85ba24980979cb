#include "referee/tournament/schedule/ladder.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace referee::tournament {

namespace {

/// Worths that differ by less than this count as equal, so that no choice depends on a machine's rounding.
constexpr double slack = 1e-9;

/// An entrant is neglected if it has fewer pairs than the median number divided by this.
constexpr int parts_of_median = 3;

}  // namespace

double worth_of_pair(const Estimates& estimates, int a, int b) {
    return estimates.doubt(a, b) * (1 - estimates.share_left(a, b));
}

Ladder::Ladder(const FormatSettings& settings, const Field& field, std::uint64_t seed, Rater rater,
               const std::vector<PlannedGame>& planned, OpeningLeft opening_left)
    : Schedule(settings, field, seed),
      rater_(std::move(rater)),
      opening_left_(std::move(opening_left)),
      pairs_of_(static_cast<std::size_t>(field.entrants())) {
    adopt(planned);
}

void Ladder::adopt(std::span<const PlannedGame> planned) {
    Schedule::adopt(planned);
    round_ = next_round();
    int pair = -1;
    for (const PlannedGame& game : planned) {
        if (std::exchange(pair, game.pair) == game.pair) continue;
        ++pairs_of(game.first);
        ++pairs_of(game.second);
    }
}

bool Ladder::add_round(const FinishedGames& results) {
    Estimates estimates = rater_(entrants(), games(), results);
    if (estimates.size() != entrants()) throw std::logic_error("a rater that has not rated everybody");
    int added = 0;
    for (; added < settings().batch; ++added) {
        const auto best = best_pair(estimates);
        if (!best) break;
        const int first = first_of(best->a, best->b);
        add_pair(round_, first, first == best->a ? best->b : best->a, false);
        estimates.suppose_pair(best->a, best->b);
        ++pairs_of(best->a);
        ++pairs_of(best->b);
    }
    ++round_;
    return added > 0;
}

std::optional<Ladder::Choice> Ladder::best_pair(const Estimates& estimates) const {
    const auto must_play = next_to_play(estimates);
    std::optional<Choice> best;
    for (int a = 0; a < entrants(); ++a) {
        for (int b = a + 1; b < entrants(); ++b) {
            if (must_play && a != *must_play && b != *must_play) continue;
            if (!can_meet(a, b)) continue;
            const double worth = settings().by_widths && must_play
                                     ? estimates.narrowing(*must_play, a == *must_play ? b : a)
                                     : worth_of_pair(estimates, a, b);
            const Choice choice{a, b, worth, pairs_between(a, b)};
            const bool better = !best || choice.worth > best->worth + slack ||
                                (choice.worth > best->worth - slack && choice.pairs < best->pairs);
            if (better) best = choice;
        }
    }
    return best;
}

std::optional<int> Ladder::next_to_play(const Estimates& estimates) const {
    std::vector<int> able;  // entrants that can play at least one opponent
    for (int a = 0; a < entrants(); ++a) {
        for (int b = 0; b < entrants() && (able.empty() || able.back() != a); ++b)
            if (can_meet(a, b)) able.push_back(a);
    }
    if (able.empty()) return std::nullopt;
    const int fewest = *std::ranges::min_element(able, {}, [&](int entrant) { return pairs_of(entrant); });
    std::vector<int> counts = pairs_of_;
    const auto median = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
    std::nth_element(counts.begin(), median, counts.end());
    if (parts_of_median * pairs_of(fewest) < *median) return fewest;
    if (!settings().by_widths) return std::nullopt;
    return *std::max_element(able.begin(), able.end(),
                             [&](int a, int b) { return estimates.variance(a) + slack < estimates.variance(b); });
}

}  // namespace referee::tournament
