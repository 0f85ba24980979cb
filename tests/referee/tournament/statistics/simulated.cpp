// Draws games from win : draw : loss = exp(d/2) : nu : exp(-d/2), written without the code under test.
#include "tests/referee/tournament/statistics/simulated.hpp"

#include <cmath>

using referee::tournament::Results;
using referee::tournament::Score;

double uniform(std::mt19937_64& random) {
    return static_cast<double>(random() >> 11) * 0x1p-53;
}

Score Truth::game(std::size_t first, std::size_t second, std::mt19937_64& random) const {
    const double half = (elo[first] - elo[second] + first_move) / 800;
    const double win = std::pow(10, half), loss = 1 / win;
    const double drawn = uniform(random) * (win + nu + loss);
    return drawn < win ? Score::win : drawn < win + nu ? Score::draw : Score::loss;
}

Results Truth::round_robin(int games_a_side, std::mt19937_64& random) const {
    Results results(elo.size());
    for (std::size_t i = 0; i < elo.size(); ++i) {
        for (std::size_t j = 0; j < elo.size(); ++j) {
            for (int game = 0; i != j && game < games_a_side; ++game) {
                results.add(i, j, this->game(i, j, random));
            }
        }
    }
    return results;
}

Results Truth::gauntlet(int games_a_side, std::mt19937_64& random) const {
    Results results(elo.size());
    for (std::size_t j = 1; j < elo.size(); ++j) {
        for (int game = 0; game < games_a_side; ++game) {
            results.add(0, j, this->game(0, j, random));
            results.add(j, 0, this->game(j, 0, random));
        }
    }
    return results;
}

double Truth::above(std::size_t entrant, const std::vector<std::size_t>& others) const {
    double sum = 0;
    for (const std::size_t other : others) {
        sum += elo[other];
    }
    return elo[entrant] - sum / static_cast<double>(others.size());
}
