#include "referee/tournament/paper/schedule/ladder.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace referee::tournament {

namespace {

/// Worths that differ by less than this count as equal, so that no choice depends on a machine's rounding.
constexpr double slack = 1e-9;

/// An entrant is a newcomer if it has fewer pairs than the median number divided by this.
constexpr int parts_of_median = 3;

/// A newcomer first meets at most this number of the staff's bots.
constexpr int max_staff_met = 3;

/// Every pair whose number is a multiple of this is drawn by lot. The numbers are counted from 1.
constexpr int lot_every = 5;

}  // namespace

double worth_of_pair(const Estimates& estimates, int a, int b) {
    return estimates.doubt(a, b) * (1 - estimates.share_left(a, b));
}

Ladder::Ladder(const FormatSettings& settings, const Field& field, const RunSeed& seed, Rater rater,
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
        const bool is_cancelled = field().cancelled().contains(game.number);
        if (is_cancelled || field().is_annulled(game.first) || field().is_annulled(game.second)) continue;
        if (std::exchange(pair, game.pair) == game.pair) continue;
        ++pairs_of(game.first);
        ++pairs_of(game.second);
    }
}

bool Ladder::rests() const {
    if (!settings().pairs_before_rest) return false;
    const std::vector<int> present = field().present();
    return present.size() >= 2 && std::ranges::all_of(present, [&](int entrant) {
               return pairs_of(entrant) >= *settings().pairs_before_rest;
           });
}

std::optional<std::int64_t> Ladder::total(const FinishedGames& /*results*/) const {
    const bool is_used_up = opening_left_ && field().present().size() >= 2 && able().empty();
    return is_used_up ? std::optional<std::int64_t>(planned()) : std::nullopt;
}

bool Ladder::add_round(const FinishedGames& results) {
    if (rests()) return false;
    Estimates estimates = rater_(field(), games(), results);
    if (estimates.size() != entrants()) throw std::logic_error("a rater that has not rated everybody");
    int added = 0;
    for (; added < settings().batch; ++added) {
        const auto next = next_pair(estimates);
        if (!next) break;
        const auto [a, b] = *next;
        const int first = first_of(a, b);
        add_pair(round_, first, first == a ? b : a, false);
        estimates.suppose_pair(a, b);
        ++pairs_of(a);
        ++pairs_of(b);
    }
    ++round_;
    return added > 0;
}

std::optional<std::pair<int, int>> Ladder::next_pair(const Estimates& estimates) const {
    const std::vector<int> able = this->able();
    if (able.empty()) return std::nullopt;
    const std::optional<int> newcomer = this->newcomer(able);
    const int turn = pairs() % lot_every;
    if (newcomer && (pairs_of(*newcomer) == 0 || (turn < lot_every - 1 && turn % 2 == 0)))
        return best_pair(estimates, newcomer);
    if (turn == lot_every - 1) {
        std::vector<std::pair<int, int>> all;
        for (const int a : able) {
            for (const int b : able)
                if (a < b && can_meet(a, b)) all.emplace_back(a, b);
        }
        return all[lot_among(all.size())];
    }
    if (!settings().by_widths) return best_pair(estimates, std::nullopt);
    return best_pair(estimates, *std::ranges::max_element(able, [&](int a, int b) {
                         return estimates.variance(a) + slack < estimates.variance(b);
                     }));
}

std::pair<int, int> Ladder::best_pair(const Estimates& estimates, std::optional<int> must_play) const {
    std::optional<Choice> best;
    std::vector<bool> owing;
    for (int entrant = 0; entrant < entrants(); ++entrant)
        owing.push_back(owes(entrant));
    const auto has_enough = [&](int entrant) {
        return settings().pairs_before_rest && pairs_of(entrant) >= *settings().pairs_before_rest;
    };
    const auto should_wait = [&](int entrant, int other) {
        return owing[static_cast<std::size_t>(entrant)] && !owes(entrant, other);
    };
    for (int a = 0; a < entrants(); ++a) {
        for (int b = a + 1; b < entrants(); ++b) {
            if (must_play && a != *must_play && b != *must_play) continue;
            if (!can_meet(a, b)) continue;
            const double worth = settings().by_widths && must_play
                                     ? estimates.narrowing(*must_play, a == *must_play ? b : a)
                                     : worth_of_pair(estimates, a, b);
            const Choice choice{a, b, should_wait(a, b) || should_wait(b, a) || (has_enough(a) && has_enough(b)), worth,
                                pairs_between(a, b)};
            const bool better = !best || (choice.last == best->last
                                              ? choice.worth > best->worth + slack ||
                                                    (choice.worth > best->worth - slack && choice.pairs < best->pairs)
                                              : best->last);
            if (better) best = choice;
        }
    }
    return {best->a, best->b};
}

std::vector<int> Ladder::able() const {
    std::vector<int> able;
    for (int a = 0; a < entrants(); ++a) {
        for (int b = 0; b < entrants() && (able.empty() || able.back() != a); ++b)
            if (can_meet(a, b)) able.push_back(a);
    }
    return able;
}

std::optional<int> Ladder::newcomer(const std::vector<int>& able) const {
    std::vector<int> counts;
    for (int entrant = 0; entrant < entrants(); ++entrant) {
        if (field().is_in(entrant)) counts.push_back(pairs_of(entrant));
    }
    const auto median = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
    std::ranges::nth_element(counts, median);
    std::optional<int> fewest;
    for (const int entrant : able) {
        const bool is_newcomer = parts_of_median * pairs_of(entrant) < *median || owes(entrant);
        if (is_newcomer && (!fewest || pairs_of(entrant) < pairs_of(*fewest))) fewest = entrant;
    }
    return fewest;
}

bool Ladder::owes(int entrant, int staff) const {
    return entrant >= settings().staff && staff < std::min(settings().staff, max_staff_met) &&
           can_meet(entrant, staff) && pairs_between(entrant, staff) < pairs_with_staff;
}

bool Ladder::owes(int entrant) const {
    for (int staff = 0; staff < std::min(settings().staff, max_staff_met); ++staff)
        if (owes(entrant, staff)) return true;
    return false;
}

}  // namespace referee::tournament
