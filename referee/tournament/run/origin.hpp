// What a tournament's run starts from: nothing, the table of an earlier tournament, or the tournament's own file.
#pragma once

#include "games/spec.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/tournament/run/tournament_options.hpp"
#include "referee/tournament/settings.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// All kinds of tournaments differ in this alone.
struct Origin {
    /// Of the file that is resumed. Of a new tournament it holds the bots of the earlier one, if any, and a random
    /// seed.
    TournamentHead head;
    Settings settings;           ///< those of the head: they hold where the user says nothing
    games::GameSpec spec;        ///< the game that the user wants, or that of the settings
    IsolationOptions isolation;  ///< the user's wishes, completed by what was done before
    bool begun = false;          ///< the head is that of a file: its entrants and its settings stay as they are
};

/// Throws games::UserError if the earlier tournament does not fit the user's wishes; and if the director's orders can't
/// be carried out, so that no bot is checked in vain.
[[nodiscard]] Origin origin_of(const TournamentOptions& wish);

/// The game of a tournament's settings, which hold the texts of the files that it names: they may be gone.
[[nodiscard]] games::GameSpec spec_of(const Settings& settings);

/// The isolation of a tournament with these settings.
[[nodiscard]] IsolationOptions isolation_of(const Settings& settings);

}  // namespace referee::tournament
