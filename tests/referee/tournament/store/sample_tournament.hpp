// A small tournament to store, and matches of any number for it.
#pragma once

#include <string>

#include "referee/tournament/store/store.hpp"
#include "tests/referee/temp_folder.hpp"

namespace tournament_test {

using namespace referee::tournament;

/// Three entrants; the last one is a Python script, and has two files.
TournamentHead sample_head();

/// A short match, which depends on its number; some are forfeits or draws.
protocol::MatchLog sample_match(int number);

/// A game of two of the sample's entrants, and the first `count` of them.
PlannedGame sample_game(int number);
std::vector<PlannedGame> sample_games(int count);

/// A path for a tournament's file, in a folder of its own.
struct SampleFile {
    TempFolder folder;
    std::string path = folder / "t.db";

    /// Makes the file, with the head of the sample and planned games.
    Store create(int games) const;
    Store resume() const { return Store::resume(path, sample_head()); }
};

/// The game of this number with the match of this number.
PlayedGame sample_played(int number);

}  // namespace tournament_test
