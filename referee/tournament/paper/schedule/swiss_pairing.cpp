#include "referee/tournament/paper/schedule/swiss_pairing.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace referee::tournament {

namespace {

/// Whether `a` moved first in the latest game in which `a` and `b` had different sides. Games are counted from the end.
std::optional<bool> first_when_they_differed(const Sides& a, const Sides& b) {
    for (auto one = a.rbegin(), other = b.rbegin(); one != a.rend() && other != b.rend(); ++one, ++other) {
        if (*one != *other) return *one;
    }
    return std::nullopt;
}

/// The maximum number of search steps for a round. They take a few tenths of a second.
constexpr int patience = 500'000;

std::size_t at(int entrant) {
    return static_cast<std::size_t>(entrant);
}

}  // namespace

int side_balance(const Sides& sides) {
    const auto first = static_cast<int>(std::count(sides.begin(), sides.end(), true));
    return 2 * first - static_cast<int>(sides.size());
}

SidePreference preference_of(const Sides& sides) {
    if (sides.empty()) return {};
    const int balance = side_balance(sides);
    const bool last = sides.back();
    if (std::abs(balance) >= 2) return {Urgency::absolute, balance < 0};
    if (sides.size() >= 2 && sides[sides.size() - 2] == last) return {Urgency::absolute, !last};
    if (balance != 0) return {Urgency::strong, balance < 0};
    return {Urgency::mild, !last};
}

Urgency clash_of(const SidePreference& a, const SidePreference& b) {
    return a.first == b.first ? std::min(a.urgency, b.urgency) : Urgency::none;
}

std::optional<bool> moves_first(const Sides& a, const Sides& b) {
    const SidePreference one = preference_of(a), other = preference_of(b);
    if (one.urgency == Urgency::none && other.urgency == Urgency::none) return std::nullopt;
    if (other.urgency == Urgency::none) return one.first;
    if (one.urgency == Urgency::none) return !other.first;
    if (one.first != other.first) return one.first;
    if (one.urgency != other.urgency) return one.urgency > other.urgency ? one.first : !other.first;
    const int lead = std::abs(side_balance(a)) - std::abs(side_balance(b));
    if (one.urgency == Urgency::absolute && lead != 0) return lead > 0 ? one.first : !other.first;
    if (const auto first = first_when_they_differed(a, b)) return !*first;
    return one.first;
}

namespace {

class Search {
public:
    Search(const std::vector<SwissEntrant>& entrants, const Graph& met, int rounds_left)
        : entrants_(entrants),
          rounds_left_(rounds_left),
          count_(static_cast<int>(entrants.size())),
          everybody_(count_ + count_ % 2),
          unmet_(everybody_),
          open_(everybody_),
          partners_(at(everybody_), -1) {
        for (int a = 0; a < count_; ++a) {
            order_.push_back(a);
            due_.push_back(preference_of(entrants[at(a)].sides));
            for (int b = 0; b < a; ++b)
                unmet_.set(a, b, !met.has(a, b));
            if (everybody_ > count_) unmet_.set(a, count_, !entrants[at(a)].had_bye);
        }
        std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) { return score(a) > score(b); });
    }

    std::optional<SwissRound> run() {
        open_ = unmet_;
        bool closed = false;  // whether pairs with an absolute clash were excluded
        for (int a = 0; a < count_; ++a) {
            for (int b = 0; b < a; ++b) {
                if (!open_.has(a, b) || !is_last_resort(a, b)) continue;
                open_.set(a, b, false);
                closed = true;
            }
        }
        if (pair_round()) return result();
        open_ = unmet_;
        return closed && pair_round() ? std::optional(result()) : std::nullopt;
    }

private:
    int score(int a) const { return entrants_[at(a)].score; }
    int gap(int a, int b) const { return std::abs(score(a) - score(b)); }
    Urgency clash(int a, int b) const { return clash_of(due_[at(a)], due_[at(b)]); }
    bool is_last_resort(int a, int b) const { return clash(a, b) == Urgency::absolute; }
    bool pair_round() { return everybody_ == count_ ? pair_all() : give_bye(); }

    bool give_bye() {
        const int bye = count_;
        for (auto lowest = order_.rbegin(); lowest != order_.rend(); ++lowest) {
            if (!unmet_.has(*lowest, bye)) continue;
            join(*lowest, bye);
            if (pair_all()) return true;
            part(*lowest, bye);
        }
        return false;
    }

    /// Pairs all entrants that have no partner yet, so that the widest gap in score is as small as possible.
    bool pair_all() {
        std::vector<int> gaps = {0};
        for (int a = 0; a < count_; ++a) {
            for (int b = 0; b < a; ++b)
                gaps.push_back(gap(a, b));
        }
        std::sort(gaps.begin(), gaps.end());
        gaps.erase(std::unique(gaps.begin(), gaps.end()), gaps.end());
        auto widest =
            std::partition_point(gaps.begin(), gaps.end(), [&](int limit) { return !matching_within(limit); });
        for (; widest != gaps.end(); ++widest) {
            if (pair_from_the_top(*matching_within(*widest), *widest)) return true;
        }
        return false;
    }

    std::vector<bool> without_partner() const {
        std::vector<bool> present(at(everybody_));
        for (int a = 0; a < everybody_; ++a)
            present[at(a)] = partners_[at(a)] < 0;
        return present;
    }

    std::optional<Partners> matching_within(int limit) const {
        Graph near = open_;
        for (int a = 0; a < count_; ++a) {
            for (int b = 0; b < a; ++b) {
                if (gap(a, b) > limit) near.set(a, b, false);
            }
        }
        return perfect_matching(near, without_partner());
    }

    /// `witness`: any pairing of the entrants that have no partner yet. It proves that there is one.
    bool pair_from_the_top(const Partners& witness, int limit) {
        const auto top = std::find_if(order_.begin(), order_.end(), [&](int a) { return partners_[at(a)] < 0; });
        if (top == order_.end()) return can_continue();
        for (const int other : candidates(top - order_.begin(), limit)) {
            join(*top, other);
            const auto rest = without(witness, *top, other, limit);
            if (rest && pair_from_the_top(*rest, limit)) return true;
            part(*top, other);
        }
        return false;
    }

    /// The possible opponents of the entrant at this index of `order_`, best first.
    std::vector<int> candidates(std::ptrdiff_t place, int limit) const {
        const int top = order_[static_cast<std::size_t>(place)];
        std::vector<int> equals;
        std::vector<int> lower;
        for (auto other = order_.begin() + place + 1; other != order_.end(); ++other) {
            if (partners_[at(*other)] < 0) (score(*other) == score(top) ? equals : lower).push_back(*other);
        }
        // The index of the counterpart of `top` in `equals`. Of five entrants, 0 and 1 are the upper half, and the
        // counterpart of 0 is 2, the second of the other four.
        const auto counterpart = static_cast<std::ptrdiff_t>(equals.size() + 1) / 2 - (equals.empty() ? 0 : 1);
        std::reverse(equals.begin(), equals.begin() + counterpart);
        std::rotate(equals.begin(), equals.begin() + counterpart, equals.end());
        equals.insert(equals.end(), lower.begin(), lower.end());
        std::erase_if(equals, [&](int other) { return gap(top, other) > limit || !open_.has(top, other); });
        std::stable_sort(equals.begin(), equals.end(), [&](int a, int b) {
            return std::tuple(is_last_resort(top, a), gap(top, a), clash(top, a)) <
                   std::tuple(is_last_resort(top, b), gap(top, b), clash(top, b));
        });
        return equals;
    }

    /// A matching of all entrants except `a` and `b`, which have just been paired. Usually `witness` needs only one
    /// change.
    std::optional<Partners> without(const Partners& witness, int a, int b, int limit) const {
        const int left_by_a = witness[at(a)];
        const int left_by_b = witness[at(b)];
        if (left_by_a == b) return witness;
        if (!open_.has(left_by_a, left_by_b) || gap(left_by_a, left_by_b) > limit) return matching_within(limit);
        Partners rest = witness;
        rest[at(left_by_a)] = left_by_b;
        rest[at(left_by_b)] = left_by_a;
        return rest;
    }

    bool can_continue() {
        Graph rest = unmet_;
        for (int a = 0; a < everybody_; ++a)
            rest.set(a, partners_[at(a)], false);
        return has_disjoint_matchings(rest, rounds_left_, effort_);
    }

    void join(int a, int b) {
        partners_[at(a)] = b;
        partners_[at(b)] = a;
    }
    void part(int a, int b) { partners_[at(a)] = partners_[at(b)] = -1; }

    SwissRound result() const {
        SwissRound round;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const int a = order_[i];
            const int b = partners_[at(a)];
            const auto done = order_.begin() + static_cast<std::ptrdiff_t>(i);
            if (b == count_) {
                round.bye = a;
            } else if (std::find(order_.begin(), done, b) == done) {
                round.pairs.emplace_back(a, b);
            }
        }
        return round;
    }

    const std::vector<SwissEntrant>& entrants_;
    int rounds_left_;
    int count_;
    int everybody_;  ///< includes the bye as one more entrant if the number of entrants is odd
    Graph unmet_;
    Graph open_;  ///< the subset of `unmet_` that may be paired now
    std::vector<SidePreference> due_;
    std::vector<int> order_;  ///< the entrants from the top down
    Partners partners_;
    int effort_ = patience;
};

}  // namespace

namespace {

/// The pairs that are allowed. If the number of entrants is odd, the bye is one more.
Graph open_pairs(const std::vector<SwissEntrant>& entrants, const Graph& met) {
    const auto count = static_cast<int>(entrants.size());
    Graph open(count + count % 2);
    for (int a = 0; a < count; ++a) {
        for (int b = 0; b < a; ++b)
            open.set(a, b, !met.has(a, b));
        if (open.size() > count) open.set(a, count, !entrants[at(a)].had_bye);
    }
    return open;
}

/// Searches for a pairing with the fewest rematches. A pairing has at least as many as its largest part without
/// rematches leaves over, which rules out nearly all that is not the fewest.
class FewestRematches {
public:
    /// `fresh`: the pairs of `open` that are no rematches. Requires: everybody can be paired in `open`.
    FewestRematches(const Graph& open, const Graph& fresh)
        : open_(open), fresh_(fresh), partners_(at(open.size()), -1) {}

    Partners find() {
        const std::vector<bool> all(partners_.size(), true);
        for (int rematches = least(all);; ++rematches) {
            effort_ = max_steps + open_.size() * open_.size();
            if (pair_lowest(all, rematches)) return partners_;
        }
    }

private:
    /// The maximum number of steps for each number of rematches. If they do not suffice, one more is allowed. Those of
    /// a search that never turns back come on top, so there is an end.
    static constexpr int max_steps = 2'000;

    int least(const std::vector<bool>& free) const {
        const auto left_over = std::ranges::count(largest_matching(fresh_, free), -1) - std::ranges::count(free, false);
        return static_cast<int>(left_over) / 2;
    }

    bool pair_lowest(const std::vector<bool>& free, int rematches) {
        const auto lowest = std::ranges::find(free, true);
        if (lowest == free.end()) return true;
        const int a = static_cast<int>(lowest - free.begin());
        for (const bool is_fresh : {true, false}) {
            for (int b = a + 1; b < open_.size(); ++b) {
                if (!free[at(b)] || !open_.has(a, b) || fresh_.has(a, b) != is_fresh) continue;
                if (--effort_ < 0) return false;
                std::vector<bool> rest = free;
                rest[at(a)] = rest[at(b)] = false;
                const int left = rematches - (is_fresh ? 0 : 1);
                if (least(rest) > left || !perfect_matching(open_, rest)) continue;
                partners_[at(a)] = b;
                partners_[at(b)] = a;
                if (pair_lowest(rest, left)) return true;
            }
        }
        return false;
    }

    const Graph& open_;
    const Graph& fresh_;
    Partners partners_;
    int effort_ = 0;
};

}  // namespace

std::optional<Graph> with_few_rematches(const std::vector<SwissEntrant>& entrants, const Graph& met,
                                        const Graph& before) {
    const Graph open = open_pairs(entrants, met);
    if (!perfect_matching(open, std::vector<bool>(at(open.size()), true))) return std::nullopt;
    const auto count = static_cast<int>(entrants.size());
    const auto is_rematch = [&](int a, int b) { return std::max(a, b) < count && before.has(a, b); };
    Graph fresh = open;
    for (int b = 1; b < count; ++b) {
        for (int a = 0; a < b; ++a)
            if (is_rematch(a, b)) fresh.set(a, b, false);
    }
    const Partners partners = FewestRematches(open, fresh).find();
    Graph forbidden = met;
    for (int b = 1; b < count; ++b) {
        for (int a = 0; a < b; ++a)
            if (open.has(a, b) && is_rematch(a, b)) forbidden.set(a, b, partners[at(a)] != b);
    }
    return forbidden;
}

std::optional<SwissRound> pair_swiss(const std::vector<SwissEntrant>& entrants, const Graph& met,
                                     int rounds_left_after) {
    return Search(entrants, met, rounds_left_after).run();
}

}  // namespace referee::tournament
