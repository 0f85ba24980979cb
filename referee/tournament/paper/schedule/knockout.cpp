#include "referee/tournament/paper/schedule/knockout.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "games/user_error.hpp"

namespace referee::tournament {

namespace {

/// The bracket of these entrants, of whom the best seed comes first. Each time the bracket doubles, every seed is
/// paired with a new seed, so that all pairs have the same sum.
std::vector<std::optional<int>> bracket_of(const std::vector<int>& entrants) {
    std::vector<int> order = {0};
    while (order.size() < entrants.size()) {
        const int sum = 2 * static_cast<int>(order.size()) - 1;
        std::vector<int> doubled;
        for (const int seed : order)
            doubled.insert(doubled.end(), {seed, sum - seed});
        order = std::move(doubled);
    }
    std::vector<std::optional<int>> bracket;
    for (const int seed : order) {
        const auto place = static_cast<std::size_t>(seed);
        bracket.push_back(place < entrants.size() ? std::optional(entrants[place]) : std::nullopt);
    }
    return bracket;
}

}  // namespace

KnockoutCourse::KnockoutCourse(const FormatSettings& settings, const Field& field, const RunSeed& seed)
    : field_(field), schedule_(std::make_unique<Knockout>(settings, field, seed)) {
    follow(true);
}

void KnockoutCourse::plan(std::span<const PlannedGame> games) {
    schedule_->adopt(games);
    planned_.insert(planned_.end(), games.begin(), games.end());
    for (const PlannedGame& game : games)
        ++open_in_pairing_of(game);
    for (const PlannedGame& game : games) {
        if (!field_.cancelled().contains(game.number)) continue;
        results_.add(cancelled_game(game.number));
        --open_in_pairing_of(game);
    }
    follow(true);
}

void KnockoutCourse::add(const GameResult& result) {
    results_.add(result);
    follow(--open_in_pairing_of(planned_.at(static_cast<std::size_t>(result.number))) == 0);
}

int& KnockoutCourse::open_in_pairing_of(const PlannedGame& game) {
    const auto [one, other] = std::minmax(game.first, game.second);
    return open_[{game.round, one, other}];
}

/// Compares the planned games with those that the schedule derives from the results so far.
void KnockoutCourse::follow(bool may_change_total) {
    const std::size_t known_before = known_;
    finished_ = schedule_->finished(results_);
    const std::vector<PlannedGame>& known = schedule_->derived();
    known_ = known.size();
    if (may_change_total || known_ > known_before) total_ = *schedule_->total(results_);
    for (; compared_ < std::min(planned_.size(), known.size()); ++compared_) {
        if (planned_[compared_] == known[compared_]) continue;
        throw games::UserError("game " + shown_text(static_cast<std::int64_t>(compared_)) +
                               " is not the one that this knockout plans");
    }
}

Knockout::Knockout(const FormatSettings& settings, const Field& field, const RunSeed& seed,
                   const std::vector<PlannedGame>& planned)
    : Schedule(settings, field, seed),
      standing_(bracket_of(field.first_entrants())),
      passed_(static_cast<std::size_t>(field.entrants())) {
    for (const int entrant : field.first_entrants())
        pass(entrant);
    adopt(planned);
}

void Knockout::adopt(std::span<const PlannedGame> planned) {
    stored_.insert(stored_.end(), planned.begin(), planned.end());
}

const std::vector<PlannedGame>& Knockout::games() const {
    return stored_.size() > derived().size() ? stored_ : derived();
}

namespace {

bool plays(const Knockout::Pairing& pairing, const PlannedGame& game) {
    return game.round == pairing.round && std::minmax(game.first, game.second) == std::minmax(pairing.a, pairing.b);
}

}  // namespace

bool Knockout::is_independent_of_missing(const FinishedGames& results) const {
    const std::span all(games());
    return std::ranges::all_of(all.subspan(derived().size()), [&](const PlannedGame& game) {
        const auto slot = std::ranges::find_if(pairing_of_slot_,
                                               [&](const auto& one) { return one && plays(pairings_[*one], game); });
        if (slot == pairing_of_slot_.end()) return false;
        return std::ranges::all_of(all.subspan(scored_), [&](const PlannedGame& other) {
            const bool is_before = other.number < game.number && other.pair != game.pair;
            return !is_before || !plays(pairings_[**slot], other) || results.find(other.number) != nullptr;
        });
    });
}

std::string_view Knockout::Pairing::state() const {
    if (anew) return "played anew";
    if (both_left) return "both have left";
    if (!winner) return "open";
    if (by_seed) return "as the better seed";
    return walkover ? "the other has left" : "";
}

std::optional<std::int64_t> Knockout::total(const FinishedGames& results) const {
    const std::vector<Pairing> pairings = scored(results);
    const auto is_in = [&](Slot entrant) { return present(entrant).has_value(); };
    const bool in_round = play_in_ || (!names_.empty() && standing_.size() > 1);
    const std::size_t step = in_round && !play_in_ ? 2 : 1;
    std::int64_t in = 0;  // the number of entrants left after the current round, and of those that will join then
    int anew = 0;         // the number of pairings that begin anew
    for (std::size_t i = 0; i < standing_.size(); i += step) {
        Slot one = standing_[i], other = standing_[i + step - 1];
        if (const auto number = in_round ? pairing_of_slot_[i / step] : std::nullopt) {
            const Pairing& pairing = pairings[*number];
            one = pairing.winner.value_or(pairing.a);
            other = pairing.winner.value_or(pairing.b);
            anew += begins_anew(pairing) ? 1 : 0;
        }
        in += is_in(one) || is_in(other) ? 1 : 0;
    }
    const std::vector<int> late = field().late();
    in += static_cast<int>(std::count_if(late.begin() + static_cast<std::ptrdiff_t>(late_), late.end(), is_in));
    return std::ssize(games()) + settings().games * (std::max<std::int64_t>(0, in - 1) + anew);
}

Knockout::Bracket Knockout::bracket(const FinishedGames& results) const {
    Bracket bracket;
    bracket.passed = passed_;
    bracket.alive.assign(static_cast<std::size_t>(entrants()), true);
    for (const std::string& name : names_)
        bracket.rounds.push_back({name, {}, {}});
    for (const Pairing& pairing : scored(results)) {
        bracket.rounds[static_cast<std::size_t>(pairing.round)].pairings.push_back(pairing);
        if (!pairing.winner) continue;
        Level& passed = bracket.passed[static_cast<std::size_t>(*pairing.winner)];
        passed = std::max(passed, Level(pairing.round + 1));
        for (const int entrant : {pairing.a, pairing.b}) {
            if (entrant != *pairing.winner) bracket.alive[static_cast<std::size_t>(entrant)] = false;
        }
    }
    for (const Bye& bye : byes())
        bracket.rounds[static_cast<std::size_t>(bye.round)].byes.push_back(bye.entrant);
    for (int i = 0; i < entrants(); ++i) {
        if (!field().is_in(i)) bracket.alive[static_cast<std::size_t>(i)] = false;
        if (const auto heir = field().replaced_by(i)) {  // its index is higher, so chains are followed in order
            Level& passed = bracket.passed[static_cast<std::size_t>(*heir)];
            passed = std::max(passed, bracket.passed[static_cast<std::size_t>(i)]);
        }
    }
    return bracket;
}

std::string Knockout::name_of_round() const {
    if (standing_.size() == 2) return "final";
    if (standing_.size() == 4) return "semifinals";
    const auto play_ins = std::count(names_.begin(), names_.end(), "play-in");
    return "round " + std::to_string(rounds() + 1 - static_cast<int>(play_ins));
}

Knockout::Slot Knockout::present(Slot entrant) const {
    if (!entrant) return std::nullopt;
    const int holder = field().holder_of(*entrant, moment_);
    return field().is_in(holder, moment_) ? Slot(holder) : std::nullopt;
}

bool Knockout::begins_anew(const Pairing& pairing) const {
    if (pairing.winner) return false;
    const Slot a = present(pairing.a), b = present(pairing.b);
    return a && b && (a != pairing.a || b != pairing.b);
}

/// Decides a pairing when all of its games are finished or cancelled. The winner has more points, or is the better seed
/// after the last extra pair, or holds the only place that is left. An entrant that leaves after the last game changes
/// nothing. An entrant that is replaced before the decision has not lost, and the pairing is played anew.
void Knockout::decide(Pairing& pairing) const {
    if (pairing.finished < pairing.games) return;
    if (pairing.cancelled == 0) {
        const bool even = pairing.half_points_a == pairing.half_points_b;
        pairing.by_seed = even && pairing.extra_pairs == settings().extra_pairs;
        if (!even || pairing.by_seed) {
            pairing.winner = pairing.half_points_b > pairing.half_points_a ? pairing.b : pairing.a;
            return;
        }
    }
    const Slot a = present(pairing.a), b = present(pairing.b);
    pairing.both_left = !a && !b;
    if (!a == !b) return;
    pairing.winner = std::max(a, b);
    pairing.walkover = true;
}

bool Knockout::add_round(const FinishedGames& results) {
    score(pairings_, results);
    for (; scored_ < derived().size(); ++scored_) {
        const PlannedGame& game = derived()[scored_];
        if (results.find(game.number)->cancelled) forget_sides(game);
    }
    const bool more = plan_more();
    moment_ = planned();
    return more;
}

bool Knockout::plan_more() {
    const int before = planned();
    if (replan_replaced() || add_extra_pairs()) return true;
    while (planned() == before) {
        if (!names_.empty()) advance();
        for (Slot& slot : standing_)
            slot = present(slot);
        if (add_play_ins()) return true;
        if (standing_.size() == 1) return false;
        names_.push_back(name_of_round());
        pair_up();
    }
    return true;
}

std::vector<Knockout::Pairing> Knockout::scored(const FinishedGames& results) const {
    std::vector<Pairing> pairings = pairings_;
    score(pairings, results);
    for (std::size_t i = derived().size(); i < stored_.size(); ++i) {
        const PlannedGame& game = stored_[i];
        const auto pairing = std::ranges::find_if(pairings, [&](const Pairing& one) { return plays(one, game); });
        if (pairing == pairings.end()) break;
        ++pairing->games;
        pairing->extra_pairs += game.pair != stored_[i - 1].pair ? 1 : 0;
        add(*pairing, game, results);
    }
    return pairings;
}

void Knockout::score(std::vector<Pairing>& pairings, const FinishedGames& results) const {
    for (std::size_t i = scored_; i < derived().size(); ++i)
        add(pairings[pairing_of_game_[i]], derived()[i], results);
}

void Knockout::add(Pairing& pairing, const PlannedGame& game, const FinishedGames& results) const {
    const GameResult* result = results.find(game.number);
    if (result == nullptr) return;
    const bool a_first = game.first == pairing.a;
    ++pairing.finished;
    if (result->cancelled) {
        ++pairing.cancelled;
    } else {
        (a_first ? pairing.half_points_a : pairing.half_points_b) += half_points_of_first(*result);
        (a_first ? pairing.half_points_b : pairing.half_points_a) += half_points_of_second(*result);
    }
    decide(pairing);
}

bool Knockout::is_planned_later(const Pairing& pairing) const {
    const auto next = static_cast<std::size_t>(planned());
    return next < stored_.size() && stored_[next].round == pairing.round && !plays(pairing, stored_[next]);
}

/// Restarts the undecided pairings of the round in which an entrant has been replaced.
bool Knockout::replan_replaced() {
    const int before = planned();
    for (auto& slot : pairing_of_slot_) {
        if (!slot || !begins_anew(pairings_[*slot])) continue;
        pairings_[*slot].anew = true;
        slot = add_pairing_of(*present(pairings_[*slot].a), *present(pairings_[*slot].b));
    }
    return planned() > before;
}

/// Adds an extra pair of games to each finished pairing that has no winner. A change ends the batch: a pairing of which
/// a game was to be played again then has its extra pair afterwards, when others may take part.
bool Knockout::add_extra_pairs() {
    const int before = planned();
    for (const auto& slot : pairing_of_slot_) {
        if (planned() > before && field().is_changed_at(planned())) break;
        if (!slot || pairings_[*slot].winner) continue;
        Pairing& pairing = pairings_[*slot];
        if (present(pairing.a) != pairing.a || present(pairing.b) != pairing.b) continue;
        if (is_planned_later(pairing)) continue;
        ++pairing.extra_pairs;
        plan(*slot, 2);
    }
    return planned() > before;
}

/// Replaces each pair of slots by the entrant that advances. In a play-in, replaces each slot by the winner of its
/// pairing.
void Knockout::advance() {
    const std::size_t step = play_in_ ? 1 : 2;
    std::vector<Slot> through;
    for (std::size_t i = 0; i < standing_.size(); i += step) {
        Slot winner = std::max(standing_[i], standing_[i + step - 1]);
        if (const auto number = pairing_of_slot_[i / step]) {
            const Pairing& pairing = pairings_[*number];
            winner = pairing.winner ? pairing.winner : std::max(present(pairing.a), present(pairing.b));
        }
        through.push_back(winner);
        if (winner) pass(*winner);
    }
    standing_ = std::move(through);
    play_in_ = false;
}

/// Pairs as many late entrants as possible with the worst seeds that are still in.
bool Knockout::add_play_ins() {
    const std::vector<int> late = field().late();
    std::vector<std::size_t> slots;
    for (std::size_t i = 0; i < standing_.size(); ++i) {
        if (standing_[i]) slots.push_back(i);
    }
    if (slots.empty()) seat_late();
    std::sort(slots.begin(), slots.end(), [&](std::size_t a, std::size_t b) {
        return field().place_of(*standing_[a]) > field().place_of(*standing_[b]);
    });
    const int before = planned();
    for (const std::size_t slot : slots) {
        while (late_ < late.size() && field().has_joined(late[late_], moment_) && !present(late[late_]))
            ++late_;  // the late entrant has already left
        if (late_ == late.size() || !field().has_joined(late[late_], moment_)) break;
        if (planned() == before) {
            names_.emplace_back("play-in");
            play_in_ = true;
            pairing_of_slot_.assign(standing_.size(), std::nullopt);
        }
        pairing_of_slot_[slot] = add_pairing_of(*standing_[slot], *present(late[late_++]));
    }
    if (planned() == before) return false;
    for (const std::size_t slot : slots) {
        if (!pairing_of_slot_[slot]) pass(*standing_[slot]);
    }
    return true;
}

/// Makes a bracket of the late entrants, because everybody else has left.
void Knockout::seat_late() {
    const std::vector<int> late = field().late();
    std::vector<int> seeds;
    for (; late_ < late.size() && field().has_joined(late[late_], moment_); ++late_) {
        if (const Slot holder = present(late[late_])) seeds.push_back(*holder);
    }
    if (seeds.empty()) return;
    standing_ = bracket_of(seeds);
    for (const int entrant : seeds)
        pass(entrant);
}

void Knockout::pair_up() {
    pairing_of_slot_.clear();
    for (std::size_t i = 0; i < standing_.size(); i += 2) {
        pairing_of_slot_.emplace_back();
        if (standing_[i] && standing_[i + 1]) {
            pairing_of_slot_.back() = add_pairing_of(*standing_[i], *standing_[i + 1]);
        } else if (const Slot alone = std::max(standing_[i], standing_[i + 1])) {
            add_bye(rounds() - 1, *alone);
            pass(*alone);
        }
    }
}

/// Adds a pairing to the round. Returns the index of the pairing.
std::size_t Knockout::add_pairing_of(int one, int other) {
    const bool one_is_better = field().place_of(one) < field().place_of(other);
    pairings_.push_back({rounds() - 1, one_is_better ? one : other, one_is_better ? other : one});
    plan(pairings_.size() - 1, settings().games);
    return pairings_.size() - 1;
}

/// Adds games to a pairing.
void Knockout::plan(std::size_t number, int count) {
    Pairing& pairing = pairings_[number];
    const auto next = static_cast<std::size_t>(planned());
    // Earlier versions balanced the sides with cancelled games, too.
    const bool is_stored =
        next < stored_.size() && (stored_[next].first == pairing.a || stored_[next].first == pairing.b);
    const int first = is_stored ? stored_[next].first : first_of(pairing.a, pairing.b);
    add_pairing(rounds() - 1, first, first == pairing.a ? pairing.b : pairing.a, count);
    pairing.games += count;
    pairing_of_game_.resize(derived().size(), number);
}

}  // namespace referee::tournament
