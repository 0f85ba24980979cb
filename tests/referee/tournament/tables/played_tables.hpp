// Small tournaments, game by game, for tests of tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/tables/account.hpp"

namespace tournament_test {

using namespace referee::tournament;

/// A tournament with readable settings, entrants of these names, and seed 7.
TournamentHead head_of(const std::vector<std::string>& names, Settings settings = {});
/// Two games a pairing.
Settings settings_for(Format format, int games = 2);

/// A tournament that is played game by game; each game is planned first. Two games in a row are a pair. In a knockout a
/// game between two is the next one that its schedule has; a game that it does not have is skipped.
class Played {
public:
    explicit Played(const TournamentHead& head);

    /// `result`: '1' the first won, '0' the second, '=' a draw, 'x' neither started, '?' not played yet.
    Played& game(int first, int second, char result, int round = 0,
                 protocol::Ending ending = protocol::Ending::by_rules, const std::string& detail = "square");
    /// Games of two with sides swapped after each.
    Played& games(int first, int second, const std::string& results, int round = 0);

    /// All later games of two with the same sides have the same moves.
    Played& repeating() {
        repeating_ = true;
        return *this;
    }

    Account account;

private:
    void add(const PlannedGame& planned, char result, protocol::Ending ending, const std::string& detail);
    /// The next game between two in the schedule of the knockout, if there is one.
    std::optional<PlannedGame> scheduled(int a, int b);

    std::optional<Knockout> knockout_;
    FinishedGames results_;
    int number_ = 0;
    bool repeating_ = false;
};

}  // namespace tournament_test
