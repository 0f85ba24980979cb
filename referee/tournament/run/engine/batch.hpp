// A batch is a JSON file with some games of a tournament, and with everything that a machine needs to play them. A
// record is the line that the machine returns for each game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/played_game.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/run/game_player.hpp"

namespace referee::tournament {

struct BatchGame {
    PlannedGame game;
    GameStart opening;  ///< empty: the game has its usual start
    /// Why the rules of a game of one's own gave no opening; empty if they did. The game then ends with this failure.
    std::string failure{};

    static void fields(auto& self, auto&& visit) {
        PlannedGame::fields(self.game, visit);
        visit("moves", self.opening.moves);
        visit("position", protocol::omit_if(self.opening.position.empty(), self.opening.position));
        visit("failure", protocol::omit_if(self.failure.empty(), self.failure));
    }
};

struct Batch {
    std::string tournament;  ///< the tournament's id; see tournament_id()
    std::string version;     ///< the version of the referee that wrote the batch; only the same version can play it
    Settings settings;
    std::vector<StoredEntrant> entrants;  ///< all entrants of the tournament, by index
    std::vector<BatchGame> games;

    static void fields(auto& self, auto&& visit) {
        visit("tournament", self.tournament);
        visit("version", self.version);
        visit("settings", self.settings);
        visit("entrants", self.entrants);
        visit("games", self.games);
    }
};

/// A short identifier of a tournament that is valid in file names. It stays the same when bots join.
[[nodiscard]] std::string tournament_id(const TournamentHead& head);

/// Returns a batch as JSON on one line, with a newline (docs/scaling.md).
[[nodiscard]] std::string to_json(const Batch& batch);
/// The inverse of to_json(). Throws games::UserError if a value is missing or invalid.
[[nodiscard]] Batch batch_of_json(std::string_view json);

/// Returns the limits on a machine of this speed. If the batch has a reference speed, times are scaled; otherwise
/// nothing changes.
[[nodiscard]] EntrantLimits limits_at(const Batch& batch, EntrantLimits limits, std::int64_t speed);

struct Record {
    std::string tournament;       ///< the tournament's id
    PlayedOn on;                  ///< the machine; for a fault, only its name and properties
    std::int64_t written_at = 0;  ///< seconds since 1970, by the clock of that machine
    std::string fault;            ///< why this machine can't play the batch; empty if the record has a game
    int game = 0;                 ///< the number of the game
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

/// Returns a record as one line, with its newline.
[[nodiscard]] std::string line_of(const Record& record);
/// Reads the record of a line without its newline. Returns nothing if the line is damaged.
[[nodiscard]] std::optional<Record> record_of(std::string_view line);

/// Returns the played game of a record. Throws games::UserError if the record's game is not the planned game between
/// entrants with these names.
[[nodiscard]] PlayedGame played_game_of(Record record, const PlannedGame& planned, const std::string& first,
                                        const std::string& second);

}  // namespace referee::tournament
