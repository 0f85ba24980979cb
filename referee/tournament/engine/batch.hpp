// A batch: some games of a tournament, with everything a machine needs to play them, as a JSON file. A record: the line
// that the machine returns for each game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/run/game_player.hpp"
#include "referee/tournament/settings.hpp"
#include "referee/tournament/store/played_game.hpp"
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

/// A short identifier of a tournament that can be a part of a file name. It stays the same when bots join.
[[nodiscard]] std::string tournament_id(const TournamentHead& head);

/// JSON on one line, with a newline (docs/scaling.md).
[[nodiscard]] std::string to_json(const Batch& batch);
/// The inverse of to_json(). Throws games::UserError if a value is missing or invalid.
[[nodiscard]] Batch batch_of_json(std::string_view json);

/// The limits on a machine of this speed: unchanged, or with scaled times if the batch's settings require it.
[[nodiscard]] EntrantLimits limits_at(const Batch& batch, EntrantLimits limits, std::int64_t speed);

struct Record {
    std::string tournament;       ///< the tournament's id
    PlayedOn on;                  ///< of a fault: only the machine
    std::int64_t written_at = 0;  ///< seconds since 1970, by the clock of that machine
    std::string fault;            ///< why this machine can't play the batch; empty: a game follows
    int game = 0;                 ///< its number
    std::vector<VoidGame> void_games;
    std::string log;  ///< JSON on one line, without a newline

    /// The fields that the records of games and of faults have in common.
    static void fields(auto& self, auto&& visit) {
        visit("tournament", self.tournament);
        visit("host", self.on);
        visit("written_at", self.written_at);
        visit("fault", protocol::omit_if(self.fault.empty(), self.fault));
    }
};

/// One line with its newline.
[[nodiscard]] std::string line_of(const Record& record);
/// The record of a line without its newline; nothing if it is damaged.
[[nodiscard]] std::optional<Record> record_of(std::string_view line);

/// The played game of a record. Throws games::UserError if it is not the game that was planned between these two.
[[nodiscard]] PlayedGame played_game_of(Record record, const PlannedGame& planned, const std::string& first,
                                        const std::string& second);

}  // namespace referee::tournament
