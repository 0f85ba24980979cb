#include "referee/tournament/paper/schedule/swiss.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "games/user_error.hpp"

namespace referee::tournament {

namespace {

/// An upper bound on the number of rounds that can still be played without repeats. In each of these rounds, every
/// entrant needs a new opponent or its first bye. If the number of entrants is odd, one entrant needs its first bye.
int max_rounds_left(const std::vector<SwissEntrant>& entrants, const Graph& met) {
    const int count = met.size();
    const bool odd = count % 2 == 1;
    int without_bye = 0;
    int rounds = count;
    for (int a = 0; a < count; ++a) {
        const int bye = odd && !entrants[static_cast<std::size_t>(a)].had_bye ? 1 : 0;
        without_bye += bye;
        rounds = std::min(rounds, count - 1 - met.degree(a) + bye);
    }
    return odd ? std::min(rounds, without_bye) : rounds;
}

}  // namespace

int Swiss::usual_rounds(int entrants) {
    int rounds = 1;
    for (int reach = 1; reach < entrants; reach *= 2)
        ++rounds;
    return std::min(rounds, max_rounds(entrants));
}

int Swiss::rounds_of(const FormatSettings& settings, const Field& field) {
    if (field.rounds()) return *field.rounds();
    return settings.rounds.value_or(usual_rounds(static_cast<int>(field.first_entrants().size())));
}

Swiss::Swiss(const FormatSettings& settings, const Field& field, const RunSeed& seed,
             const std::vector<PlannedGame>& planned)
    : Schedule(settings, field, seed),
      rounds_(rounds_of(settings, field)),
      standings_(static_cast<std::size_t>(field.entrants())),
      meetings_(standings_.size() * standings_.size()) {
    const int max = max_rounds(entrants());
    if (!field.is_changed() && (rounds_ < 1 || rounds_ > max)) {
        throw games::UserError("swiss: " + std::to_string(entrants()) + " entrants can play from 1 to " +
                               std::to_string(max) + " rounds without rematches, not " + std::to_string(rounds_));
    }
    adopt(planned);
}

std::optional<std::int64_t> Swiss::total(const FinishedGames& /*results*/) const {
    const auto pairings = static_cast<std::int64_t>(field().present().size()) / 2;
    const int of_staff = round_ <= rounds_ ? 2 * pairs_with_staff * static_cast<int>(with_staff().size()) : 0;
    return planned() + std::max(0, rounds_ - round_) * pairings * settings().games + of_staff;
}

bool Swiss::add_round(const FinishedGames& results) {
    score_new_games(results);
    const std::vector<int> present = field().present(planned());
    if (round_ == rounds_) return add_round_with_staff();
    if (round_ > rounds_ || present.size() < 2) return false;
    const auto pairing = paired(present);
    if (!pairing) {
        throw games::UserError("swiss: round " + std::to_string(round_ + 1) + " of " + std::to_string(rounds_) +
                               " can't be paired without a rematch; play fewer rounds");
    }
    const auto who = [&](int place) { return present[static_cast<std::size_t>(place)]; };
    for (const auto& [a, b] : pairing->pairs) {
        const bool a_first = is_first(who(a), who(b));
        const int first = who(a_first ? a : b), second = who(a_first ? b : a);
        add_pairing(round_, first, second, settings().games);
        note_pairing(std::span(games()).last(static_cast<std::size_t>(settings().games)));
    }
    if (pairing->bye) note_bye(who(*pairing->bye));
    ++round_;
    return true;
}

std::vector<std::pair<int, int>> Swiss::with_staff() const {
    std::vector<std::pair<int, int>> pairings;
    const std::vector<int> present = field().present();
    for (const int entrant : present) {
        if (entrant < settings().staff) continue;
        for (const int bot : present)
            if (bot < settings().staff) pairings.emplace_back(entrant, bot);
    }
    return pairings;
}

bool Swiss::add_round_with_staff() {
    const auto pairings = with_staff();
    for (const auto& [entrant, bot] : pairings) {
        const int first = first_of(entrant, bot);
        add_pairing(round_, first, first == bot ? entrant : bot, 2 * pairs_with_staff);
    }
    ++round_;
    return !pairings.empty();
}

std::optional<SwissRound> Swiss::paired(const std::vector<int>& present) const {
    const Facts facts = facts_of(present, 1);
    int left = rounds_ - round_ - 1;
    if (!field().is_changed()) return pair_swiss(facts.entrants, facts.met, left);
    for (left = std::min(left, max_rounds_left(facts.entrants, facts.met) - 1); left >= 0; --left) {
        if (auto round = pair_swiss(facts.entrants, facts.met, left)) return round;
    }
    for (int times = 2;; ++times) {
        const Facts again = facts_of(present, times), fewer = facts_of(present, times - 1);
        const auto met = with_few_rematches(again.entrants, again.met, fewer.met);
        if (auto round = met ? pair_swiss(again.entrants, *met, 0) : std::nullopt) return round;
    }
}

int Swiss::rounds_without_rematch(int wanted) const {
    const Facts facts = facts_of(field().present(planned()), 1);
    int more = std::min(wanted, max_rounds_left(facts.entrants, facts.met));
    while (more > 0 && !pair_swiss(facts.entrants, facts.met, more - 1))
        --more;
    return std::max(more, 0);
}

Swiss::Facts Swiss::facts_of(const std::vector<int>& present, int times) const {
    Facts facts{{}, Graph(static_cast<int>(present.size()))};
    std::vector<int> byes;
    for (const int entrant : present)
        byes.push_back(byes_of(entrant));
    const int too_many = std::max(times, *std::min_element(byes.begin(), byes.end()) + 1);
    for (std::size_t i = 0; i < present.size(); ++i) {
        facts.entrants.push_back(standing(present[i]));
        facts.entrants.back().had_bye = byes[i] >= too_many;
        for (std::size_t j = 0; j < i; ++j)
            facts.met.set(static_cast<int>(i), static_cast<int>(j),
                          meetings_[place_in_meetings(present[i], present[j])] >= times);
    }
    return facts;
}

std::size_t Swiss::place_in_meetings(int a, int b) const {
    // minmax() of a list returns values, not references.
    const auto [low, high] = std::minmax({field().place_of(a), field().place_of(b)});
    return static_cast<std::size_t>(low) * standings_.size() + static_cast<std::size_t>(high);
}

int Swiss::byes_of(int entrant) const {
    const int place = field().place_of(entrant);
    return static_cast<int>(std::count_if(byes().begin(), byes().end(),
                                          [&](const Bye& bye) { return field().place_of(bye.entrant) == place; }));
}

/// If neither entrant has a preference, the lot gives the first entrant of the list its side, and every second entrant
/// after it gets the same side (C.04.3, E.5).
bool Swiss::is_first(int a, int b) const {
    const auto preferred = moves_first(standing(a).sides, standing(b).sides);
    return preferred.value_or((field().place_of(a) % 2 == 0) == lot_of(0));
}

void Swiss::note_pairing(std::span<const PlannedGame> pairing) {
    const int first = pairing.front().first, second = pairing.front().second;
    ++meetings_[place_in_meetings(first, second)];
    if (settings().games % 2 == 0 || field().is_annulled(first) || field().is_annulled(second)) return;
    int balance = 0;
    for (const PlannedGame& game : pairing) {
        if (!field().cancelled().contains(game.number)) balance += game.first == first ? 1 : -1;
    }
    if (balance == 0) return;
    standing(first).sides.push_back(balance > 0);
    standing(second).sides.push_back(balance < 0);
}

void Swiss::note_bye(int entrant) {
    add_bye(round_, entrant);
    if (!field().is_annulled(entrant)) standing(entrant).score += 2 * settings().games;
}

void Swiss::adopt(std::span<const PlannedGame> planned) {
    Schedule::adopt(planned);
    for (std::size_t begin = 0; begin < planned.size(); ++round_) {
        round_ = planned[begin].round;
        if (round_ >= rounds_) {  // against the staff: no pairing of the system, and no bye
            ++round_;
            break;
        }
        std::set<int> playing;
        std::size_t game = begin;
        for (; game < planned.size() && planned[game].round == planned[begin].round; ++game) {
            if (!playing.insert(planned[game].first).second) continue;
            playing.insert(planned[game].second);
            const auto rest = planned.subspan(game);
            const auto end = std::ranges::find_if(rest, [&](const PlannedGame& other) {
                return other.round != rest.front().round ||
                       std::minmax(other.first, other.second) != std::minmax(rest.front().first, rest.front().second);
            });
            note_pairing(rest.first(static_cast<std::size_t>(end - rest.begin())));
        }
        for (const int entrant : field().present(planned[begin].number)) {
            if (!playing.contains(entrant)) note_bye(entrant);
        }
        begin = game;
    }
}

void Swiss::score_new_games(const FinishedGames& results) {
    for (; scored_ < games().size(); ++scored_) {
        const PlannedGame& game = games()[scored_];
        const GameResult& result = *results.find(game.number);
        if (result.cancelled) {
            if (field().has_walkover(game.number, game.first, game.second)) standing(game.first).score += 2;
            if (field().has_walkover(game.number, game.second, game.first)) standing(game.second).score += 2;
            continue;
        }
        standing(game.first).score += half_points_of_first(result);
        standing(game.second).score += half_points_of_second(result);
    }
}

}  // namespace referee::tournament
