// Small tournaments that are played game by game, for tests of their tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/figures/tables/account.hpp"

namespace tournament_test {

using namespace referee::tournament;

/// The head of a tournament with these entrants, readable settings, and seed 7.
TournamentHead head_of(const std::vector<std::string>& names, Settings settings = {});
/// Settings with `games` games per pairing.
Settings settings_for(Format format, int games = 2);

/// A tournament that is played game by game. Each game is planned before it is played. Two consecutive games are a
/// pair. In a knockout, game(a, b) plays the next scheduled game between a and b. If none is scheduled, the call does
/// nothing.
class Played {
public:
    explicit Played(const TournamentHead& head);

    /// Adds a game. `result`: '1' if the first mover won, '0' if the second mover won, '=' for a draw, 'x' if neither
    /// bot started, '?' if the game has not been played yet. `busy`: a busy machine decided the game.
    Played& game(int first, int second, char result, int round = 0,
                 protocol::Ending ending = protocol::Ending::by_rules, const std::string& detail = "square",
                 bool busy = false);
    /// Adds several games between two entrants. The sides are swapped after each game.
    Played& games(int first, int second, const std::string& results, int round = 0);

    /// Makes all later games between the same two entrants with the same sides have the same moves.
    Played& repeating() {
        repeating_ = true;
        return *this;
    }

    Account account;

private:
    void add(const PlannedGame& planned, char result, protocol::Ending ending, const std::string& detail,
             bool busy = false);
    /// The next scheduled game of the knockout between these two entrants, if there is one.
    std::optional<PlannedGame> scheduled(int a, int b);

    std::optional<Knockout> knockout_;
    FinishedGames results_;
    int number_ = 0;
    bool repeating_ = false;
};

}  // namespace tournament_test
