#include "referee/tournament/schedule/swiss.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "games/user_error.hpp"

namespace referee::tournament {

int Swiss::max_rounds(int entrants) {
    return entrants % 2 == 0 ? entrants - 1 : entrants;
}

int Swiss::usual_rounds(int entrants) {
    int rounds = 1;
    for (int reach = 1; reach < entrants; reach *= 2)
        ++rounds;
    return std::min(rounds, max_rounds(entrants));
}

int Swiss::rounds_of(const FormatSettings& settings, const Field& field) {
    if (field.rounds()) return *field.rounds();
    return settings.rounds.value_or(usual_rounds(field.first_entrants()));
}

Swiss::Swiss(const FormatSettings& settings, const Field& field, std::uint64_t seed,
             const std::vector<PlannedGame>& planned)
    : Schedule(settings, field, seed),
      rounds_(rounds_of(settings, field)),
      standings_(static_cast<std::size_t>(field.entrants())),
      met_(field.entrants()) {
    const int most = max_rounds(entrants());
    if (!field.is_changed() && (rounds_ < 1 || rounds_ > most)) {
        throw games::UserError("swiss: " + std::to_string(entrants()) + " entrants can play from 1 to " +
                               std::to_string(most) + " rounds without meeting twice, not " + std::to_string(rounds_));
    }
    replay(planned);
}

std::optional<int> Swiss::total() const {
    const int pairings = static_cast<int>(field().present().size()) / 2;
    return planned() + std::max(0, rounds_ - round_) * pairings * settings().games;
}

bool Swiss::add_round(const FinishedGames& results) {
    score_new_games(results);
    const std::vector<int> present = field().present(planned());
    if (round_ >= rounds_ || present.size() < 2) return false;
    auto pairing = paired(present, false);
    if (!pairing && field().is_changed()) pairing = paired(present, true);
    if (!pairing) {
        throw games::UserError("swiss: round " + std::to_string(round_ + 1) + " of " + std::to_string(rounds_) +
                               " can't be paired without two meeting twice; play fewer rounds");
    }
    const auto who = [&](int place) { return present[static_cast<std::size_t>(place)]; };
    for (const auto& [a, b] : pairing->pairs) {
        const bool a_first = is_first(who(a), who(b));
        const int first = who(a_first ? a : b), second = who(a_first ? b : a);
        add_pairing(round_, first, second, settings().games);
        note_pairing(first, second);
    }
    if (pairing->bye) note_bye(who(*pairing->bye));
    ++round_;
    return true;
}

std::optional<SwissRound> Swiss::paired(const std::vector<int>& present, bool again) const {
    std::vector<SwissEntrant> entrants;
    Graph met(static_cast<int>(present.size()));
    for (std::size_t i = 0; i < present.size(); ++i) {
        entrants.push_back(standing(present[i]));
        if (again) {
            entrants.back().had_bye = false;
            continue;
        }
        for (std::size_t j = 0; j < i; ++j)
            met.set(static_cast<int>(i), static_cast<int>(j),
                    met_.has(field().place_of(present[i]), field().place_of(present[j])));
    }
    return pair_swiss(entrants, met, again ? 0 : rounds_ - round_ - 1);
}

/// Without a preference on either side the lot decides for the first entrant of the list, and every second one after it
/// has the same side (C.04.3, E.5).
bool Swiss::is_first(int a, int b) const {
    const auto preferred = moves_first(standing(a).sides, standing(b).sides);
    return preferred.value_or((field().place_of(a) % 2 == 0) == lot_of(0));
}

void Swiss::note_pairing(int first, int second) {
    if (settings().games % 2 == 1) {
        standing(first).sides.push_back(true);
        standing(second).sides.push_back(false);
    }
    met_.set(field().place_of(first), field().place_of(second), true);
}

void Swiss::note_bye(int entrant) {
    add_bye(round_, entrant);
    standing(entrant).had_bye = true;
    standing(entrant).score += 2 * settings().games;
}

/// Goes through rounds that were planned before the field changed.
void Swiss::replay(const std::vector<PlannedGame>& planned) {
    adopt(planned);
    for (std::size_t begin = 0; begin < planned.size(); ++round_) {
        std::set<int> playing;
        std::size_t game = begin;
        for (; game < planned.size() && planned[game].round == planned[begin].round; ++game) {
            if (playing.insert(planned[game].first).second) note_pairing(planned[game].first, planned[game].second);
            playing.insert(planned[game].second);
        }
        for (const int entrant : field().present(static_cast<int>(begin))) {
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
