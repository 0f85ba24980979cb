// The starting point of a run: nothing, the table of an earlier tournament, or the tournament's own file.
#pragma once

#include "games/spec.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/run/tournament_options.hpp"
#include "referee/tournament/run/world.hpp"

namespace referee::tournament {

/// The number of games of each pairing of a tournament that stops by itself, if the user gives none.
inline constexpr int games_of_a_test = 100'000;

/// The starting point of a run. New, derived and resumed tournaments differ in nothing else.
struct Origin {
    /// For a resumed tournament, the head of its file. For a new tournament, the bots of the earlier tournament, if
    /// any, and a random seed.
    TournamentHead head;
    Settings settings;           ///< the origin's settings; the user's options override them
    games::GameSpec spec;        ///< the game of the user's options; without one, the game of the settings
    IsolationOptions isolation;  ///< the user's options, completed by the stored settings
    bool begun = false;          ///< the tournament is resumed, so its entrants and settings stay as they are
};

/// Finds the starting point of a run. A new tournament gets a random seed. Throws games::UserError if the earlier
/// tournament does not fit the user's options, or if the director's orders can't be carried out. These errors are found
/// before any bot is checked.
[[nodiscard]] Origin origin_of(const TournamentOptions& wish, const World& world = {});

/// The game of a tournament's settings. Needs no files, because the settings hold the texts of the files that the game
/// names.
[[nodiscard]] games::GameSpec spec_of(const Settings& settings);

/// The isolation of a tournament with these settings.
[[nodiscard]] IsolationOptions isolation_of(const Settings& settings);

/// Drops the values that are the defaults for the mode of the sandbox. Requires: isolation_of() has made `isolation`.
void drop_usual_settings(IsolationOptions& isolation);

}  // namespace referee::tournament
