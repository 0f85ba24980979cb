// A batch: some games of a tournament with all that a machine needs to play them, as a JSON file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/run/game_player.hpp"
#include "referee/tournament/settings.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

struct BatchGame {
    PlannedGame game;
    GameStart opening;  ///< empty: it begins at its start

    static void fields(auto& self, auto&& visit) {
        PlannedGame::fields(self.game, visit);
        visit("moves", self.opening.moves);
        visit("position", protocol::omit_if(self.opening.position.empty(), self.opening.position));
    }
};

struct Batch {
    std::string tournament;  ///< the tournament's id; see tournament_id()
    std::string version;     ///< of the referee that has written it, and is to play it
    Settings settings;
    std::vector<StoredEntrant> entrants;  ///< all of the tournament, by number
    std::vector<BatchGame> games;

    static void fields(auto& self, auto&& visit) {
        visit("tournament", self.tournament);
        visit("version", self.version);
        visit("settings", self.settings);
        visit("entrants", self.entrants);
        visit("games", self.games);
    }
};

/// Tells one tournament from others, in a few characters that are fit for a file's name. It stays the same when a
/// ladder gets more bots.
[[nodiscard]] std::string tournament_id(const TournamentHead& head);

/// On one line, with a newline (docs/scaling.md).
[[nodiscard]] std::string to_json(const Batch& batch);
/// The way back. Throws games::UserError if something is missing or is not what it should be.
[[nodiscard]] Batch batch_of_json(std::string_view json);

/// The limits on a machine of this speed: as they are, or with scaled times where the batch says so.
[[nodiscard]] EntrantLimits limits_at(const Batch& batch, EntrantLimits limits, std::int64_t speed);

}  // namespace referee::tournament
