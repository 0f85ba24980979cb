#include "referee/tournament/tables/bracket.hpp"

#include <algorithm>

namespace referee::tournament {

namespace {

BracketPairing played(const Account& account, const Pairing& planned) {
    // In a knockout two meet once: all their games belong to this pairing.
    const Tally tally =
        account.results().between(static_cast<std::size_t>(planned.a), static_cast<std::size_t>(planned.b));
    BracketPairing pairing{planned.a, planned.b, 2 * tally.wins + tally.draws, 2 * tally.losses + tally.draws, {}, {}};
    const auto finished = tally.games() + account.void_games(planned.a, planned.b);
    if (finished < static_cast<std::uint64_t>(planned.games)) return pairing;
    const FormatSettings& settings = account.planned().settings();
    if (pairing.half_points_a != pairing.half_points_b) {
        pairing.winner = pairing.half_points_a > pairing.half_points_b ? planned.a : planned.b;
    } else if (planned.games >= settings.games + 2 * settings.extra_pairs) {
        pairing.winner = planned.a;
        pairing.by_seed = true;
    }
    return pairing;
}

}  // namespace

Bracket bracket_of(const Account& account) {
    Bracket bracket;
    const std::size_t entrants = account.entrants().size();
    for (std::size_t reach = 1; reach < entrants; reach *= 2)
        ++bracket.total_rounds;
    bracket.passed.assign(entrants, 0);
    bracket.alive.assign(entrants, true);
    for (const auto& planned : account.planned().rounds()) {
        BracketRound& round = bracket.rounds.emplace_back();
        std::vector<bool> rests = bracket.alive;
        for (const Pairing& two : planned) {
            const BracketPairing pairing = played(account, two);
            rests[static_cast<std::size_t>(two.a)] = rests[static_cast<std::size_t>(two.b)] = false;
            round.pairings.push_back(pairing);
            if (!pairing.winner) continue;
            const int loser = *pairing.winner == two.a ? two.b : two.a;
            ++bracket.passed[static_cast<std::size_t>(*pairing.winner)];
            bracket.alive[static_cast<std::size_t>(loser)] = false;
        }
        for (std::size_t i = 0; i < entrants; ++i) {
            if (!rests[i]) continue;
            round.byes.push_back(static_cast<int>(i));
            ++bracket.passed[i];
        }
    }
    return bracket;
}

std::string round_name(int round, int total_rounds) {
    if (round + 1 == total_rounds) return "final";
    if (round + 2 == total_rounds) return "semifinals";
    return "round " + std::to_string(round + 1);
}

}  // namespace referee::tournament
