// A record: a game that a batch has played, or why it can't be played there, as one line of a part with a checksum.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/store/played_game.hpp"

namespace referee::tournament {

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
