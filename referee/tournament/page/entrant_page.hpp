// The page of one entrant in a report: its place, its games, its worst losses with its notes, and its forfeits with
// their reasons.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/tournament/page/game_rows.hpp"
#include "referee/tournament/page/report_json.hpp"

namespace referee::tournament {

/// The details of forfeits, by the numbers of their games; may hold hostile text.
using ForfeitDetails = std::map<int, std::string>;

/// An entrant's note at one of its plies.
struct NotesOfPly {
    int ply = 0;  ///< counted from 1
    std::string move;
    std::string words;  ///< may hold hostile text
};
using NotesOfGame = std::vector<NotesOfPly>;
/// By the entrant and the number of the game.
using GameNotes = std::map<std::pair<int, int>, NotesOfGame>;

/// The games of the entrant at this place whose notes its page shows: its worst losses, or its last games if it has
/// lost none. Only a few, since notes may be long.
std::vector<int> games_with_notes(const ReportData& report, std::size_t place, const GameRows& games);
/// The notes of the player on this side in a match; only the last plies if there are many.
NotesOfGame notes_of_player(const protocol::MatchLog& log, int player);

/// A whole page: `frame` with the entrant's content in place of the word @MATCHES@. `place`: the entrant's place in
/// the standings, from 0 on. The links lead to ../index.html and to the pages of the games in `games`.
std::string entrant_page(std::string_view frame, const ReportData& report, std::size_t place, const GameRows& games,
                         const ForfeitDetails& details, const GameNotes& notes);

}  // namespace referee::tournament
