// A batch: some games of a tournament, with everything a machine needs to play them, as a JSON file.
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
    GameStart opening;  ///< empty: the game begins at its usual start

    static void fields(auto& self, auto&& visit) {
        PlannedGame::fields(self.game, visit);
        visit("moves", self.opening.moves);
        visit("position", protocol::omit_if(self.opening.position.empty(), self.opening.position));
    }
};

struct Batch {
    std::string tournament;  ///< the tournament's id; see tournament_id()
    std::string version;     ///< of the referee that wrote the batch; the same version plays it
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

/// A short identifier of a tournament that may be a part of a file name. It stays the same when bots join a ladder.
[[nodiscard]] std::string tournament_id(const TournamentHead& head);

/// On one line, with a newline (docs/scaling.md).
[[nodiscard]] std::string to_json(const Batch& batch);
/// The inverse of to_json(). Throws games::UserError if a value is missing or invalid.
[[nodiscard]] Batch batch_of_json(std::string_view json);

/// The limits on a machine of this speed: unchanged, or with scaled times if the batch's settings ask for it.
[[nodiscard]] EntrantLimits limits_at(const Batch& batch, EntrantLimits limits, std::int64_t speed);

}  // namespace referee::tournament
