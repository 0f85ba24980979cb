// Draws games from win : draw : loss = exp(d/2) : nu : exp(-d/2), written without the code under test.
#include "tests/referee/tournament/figures/statistics/simulated.hpp"

#include <array>
#include <cmath>
#include <map>

#include "referee/tournament/figures/statistics/likelihood.hpp"

using referee::tournament::Cell;
using referee::tournament::FinishedGames;
using referee::tournament::GameResult;
using referee::tournament::Likelihood;
using referee::tournament::PlannedGame;
using referee::tournament::Results;
using referee::tournament::Schedule;
using referee::tournament::Score;

namespace {

/// The opening of a pair, and the game of it that has been played.
struct PlayedHalf {
    double for_side = 0;
    std::array<double, 2> for_bots = {};  // the first player of the first game, the other
    Score score = Score::draw;
    int games = 0;
};

std::array<double, 3> chances(double d, double nu) {
    const double win = std::pow(10, d / 800), loss = 1 / win, sum = win + nu + loss;
    return {win / sum, nu / sum, loss / sum};
}

}  // namespace

double uniform(std::mt19937_64& random) {
    return static_cast<double>(random() >> 11) * 0x1p-53;
}

Score Truth::game(std::size_t first, std::size_t second, std::mt19937_64& random, double extra) const {
    const auto [win, draw, loss] = chances(elo[first] - elo[second] + first_move + extra, nu);
    const double drawn = uniform(random);
    return drawn < win ? Score::win : drawn < win + draw ? Score::draw : Score::loss;
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

Results Truth::play(Schedule& schedule, int max_games, std::mt19937_64& random) const {
    Results results(elo.size());
    FinishedGames finished;
    std::map<int, PlayedHalf> pairs;
    std::normal_distribution<double> normal;
    for (int next = 0; next < max_games; ++next) {
        const std::vector<PlannedGame>& games = schedule.ready(finished);
        if (next >= static_cast<int>(games.size())) break;
        const PlannedGame& game = games[static_cast<std::size_t>(next)];
        const auto first = static_cast<std::size_t>(game.first), second = static_cast<std::size_t>(game.second);
        PlayedHalf& pair = pairs[game.pair];
        if (pair.games == 0) {
            pair.for_side = opening_for_side * normal(random);
            pair.for_bots = {opening_for_bot * normal(random), opening_for_bot * normal(random)};
        }
        const double of_first = pair.for_bots[static_cast<std::size_t>(pair.games)];
        const double of_second = pair.for_bots[static_cast<std::size_t>(1 - pair.games)];
        const Score score = this->game(first, second, random, pair.for_side + of_first - of_second);
        results.add(first, second, score);
        GameResult result;
        result.number = game.number;
        if (score != Score::draw) result.winner = score == Score::win ? 0 : 1;
        finished.add(result);
        if (++pair.games == 2) {
            results.add_pair(second, first, pair.score, score);
            pairs.erase(game.pair);
        } else {
            pair.score = score;
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

double score_scale(double first_move, double nu) {
    const double both = 2 * std::cosh(first_move * std::log(10.) / 800);
    return both / (both + nu);
}

Truth Truth::on_score_scale() const {
    Truth scaled = *this;
    const double share = score_scale(first_move, nu);
    for (double& one : scaled.elo)
        one *= share;
    scaled.first_move *= share;
    return scaled;
}

Truth Truth::on_average(const Results& played) const {
    if (opening_for_side == 0 && opening_for_bot == 0) return *this;
    const double spread = std::sqrt(opening_for_side * opening_for_side + 2 * opening_for_bot * opening_for_bot);
    std::vector<Cell> cells;
    for (const auto& [pair, tally] : played.tallies()) {
        // A million games for each real one, and every opening between -6 and 6 standard deviations.
        Cell cell{pair.first, pair.second, 0, 0, 0};
        double all = 0;
        for (double z = -6; z <= 6; z += 0.1) {
            const double weight = std::exp(-z * z / 2);
            const auto [win, draw, loss] = chances(elo[pair.first] - elo[pair.second] + first_move + z * spread, nu);
            cell.wins += weight * win;
            cell.draws += weight * draw;
            cell.losses += weight * loss;
            all += weight;
        }
        const double games = 1e6 * static_cast<double>(tally.games()) / all;
        cells.push_back({cell.first, cell.second, games * cell.wins, games * cell.draws, games * cell.losses});
    }
    const Eigen::VectorXd best = almost_without_prior(Likelihood(elo.size(), cells, 1)).maximum().x;
    Truth average = *this;
    const double unit = 400 / std::log(10.);
    for (std::size_t i = 0; i < elo.size(); ++i)
        average.elo[i] = unit * best[static_cast<Eigen::Index>(i)];
    average.first_move = unit * best[static_cast<Eigen::Index>(elo.size())];
    return average;
}
