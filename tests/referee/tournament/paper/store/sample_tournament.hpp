// A small tournament for tests that store one, and matches for any game number.
#pragma once

#include <string>

#include "referee/tournament/paper/store/store.hpp"
#include "tests/referee/temp_folder.hpp"

namespace tournament_test {

using namespace referee::tournament;

/// The head of a tournament with three entrants. The last entrant is a Python script and has two files.
TournamentHead sample_head();

/// A short match that depends on its number. Some matches are forfeits or draws.
protocol::MatchLog sample_match(int number);

/// The game with this number, which is between two of the sample's entrants, and the first `count` such games.
PlannedGame sample_game(int number);
std::vector<PlannedGame> sample_games(int count);

/// A path for a tournament's file, in its own folder.
struct SampleFile {
    TempFolder folder;
    std::string path = folder / "t.db";

    /// Creates the file with the head of the sample and this number of planned games.
    Store create(int games) const;
    Store resume() const { return Store::resume(path, sample_head()); }
};

/// Returns the game with this number, together with the sample match that has the same number.
PlayedGame sample_played(int number);

}  // namespace tournament_test
