#include "referee/tournament/schedule/swiss.hpp"

#include <algorithm>
#include <string>

#include "games/user_error.hpp"

namespace referee::tournament {

namespace {

int max_rounds(int entrants) {
    return entrants % 2 == 0 ? entrants - 1 : entrants;
}

}  // namespace

int Swiss::usual_rounds(int entrants) {
    int rounds = 1;
    for (int reach = 1; reach < entrants; reach *= 2)
        ++rounds;
    return std::min(rounds, max_rounds(entrants));
}

Swiss::Swiss(const FormatSettings& settings, int entrants, std::uint64_t seed)
    : Schedule(settings, entrants, seed),
      rounds_(settings.rounds.value_or(usual_rounds(entrants))),
      standings_(static_cast<std::size_t>(entrants)),
      met_(entrants) {
    if (rounds_ >= 1 && rounds_ <= max_rounds(entrants)) return;
    throw games::UserError("swiss: " + std::to_string(entrants) + " entrants can play from 1 to " +
                           std::to_string(max_rounds(entrants)) + " rounds without meeting twice, not " +
                           std::to_string(rounds_));
}

bool Swiss::add_round(const FinishedGames& results) {
    score_new_games(results);
    if (round_ == rounds_) return false;
    const auto paired = pair_swiss(standings_, met_, rounds_ - round_ - 1);
    if (!paired) {
        throw games::UserError("swiss: round " + std::to_string(round_ + 1) + " of " + std::to_string(rounds_) +
                               " can't be paired without two meeting twice; play fewer rounds");
    }
    for (const auto& [a, b] : paired->pairs) {
        const bool a_first = is_first(a, b);
        add_pairing(round_, a_first ? a : b, a_first ? b : a, settings().games);
        if (settings().games % 2 == 1) {
            standings_[static_cast<std::size_t>(a)].sides.push_back(a_first);
            standings_[static_cast<std::size_t>(b)].sides.push_back(!a_first);
        }
        met_.set(a, b, true);
    }
    if (paired->bye) {
        add_bye(round_, *paired->bye);
        SwissEntrant& resting = standings_[static_cast<std::size_t>(*paired->bye)];
        resting.had_bye = true;
        resting.score += 2 * settings().games;
    }
    ++round_;
    return true;
}

/// Without a preference on either side the lot decides for the first entrant of the list, and every second one after it
/// has the same side (C.04.3, E.5).
bool Swiss::is_first(int a, int b) const {
    const auto preferred =
        moves_first(standings_[static_cast<std::size_t>(a)].sides, standings_[static_cast<std::size_t>(b)].sides);
    return preferred.value_or((a % 2 == 0) == lot_of(0));
}

void Swiss::score_new_games(const FinishedGames& results) {
    for (; scored_ < games().size(); ++scored_) {
        const PlannedGame& game = games()[scored_];
        const GameResult& result = *results.find(game.number);
        standings_[static_cast<std::size_t>(game.first)].score += half_points_of_first(result);
        standings_[static_cast<std::size_t>(game.second)].score += half_points_of_second(result);
    }
}

}  // namespace referee::tournament
