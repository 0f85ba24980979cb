#include "referee/tournament/tables/bracket.hpp"

namespace referee::tournament {

Bracket bracket_of(const Account& account) {
    const KnockoutCourse& course = account.knockout().value();
    Bracket bracket;
    bracket.total_rounds = course.rounds();
    bracket.passed.assign(account.entrants().size(), 0);
    bracket.alive.assign(account.entrants().size(), true);
    const auto round = [&](int number) -> BracketRound& {
        const auto place = static_cast<std::size_t>(number);
        if (bracket.rounds.size() <= place) bracket.rounds.resize(place + 1);
        return bracket.rounds[place];
    };
    for (const Knockout::Pairing& pairing : course.pairings()) {
        const auto winner = course.winner_of(pairing);
        const auto half_points_a = static_cast<std::uint64_t>(pairing.half_points_a);
        const auto half_points_b = static_cast<std::uint64_t>(pairing.half_points_b);
        const bool by_seed = winner && half_points_a == half_points_b;
        round(pairing.round).pairings.push_back({pairing.a, pairing.b, half_points_a, half_points_b, winner, by_seed});
        if (!winner) continue;
        ++bracket.passed[static_cast<std::size_t>(*winner)];
        bracket.alive[static_cast<std::size_t>(*winner == pairing.a ? pairing.b : pairing.a)] = false;
    }
    for (const Bye& bye : course.byes()) {
        round(bye.round).byes.push_back(bye.entrant);
        ++bracket.passed[static_cast<std::size_t>(bye.entrant)];
    }
    return bracket;
}

std::string round_name(int round, int total_rounds) {
    if (round + 1 == total_rounds) return "final";
    if (round + 2 == total_rounds) return "semifinals";
    return "round " + std::to_string(round + 1);
}

}  // namespace referee::tournament
