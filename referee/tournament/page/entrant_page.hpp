// The page of one entrant in a report: its place, its games, its worst losses with its notes, and its forfeits with the
// reasons.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/tournament/page/game_rows.hpp"
#include "referee/tournament/page/report_json.hpp"

namespace referee::tournament {

/// The details of forfeits, by the number of the game. May contain hostile text.
using ForfeitDetails = std::map<int, std::string>;

/// An entrant's note at one of its plies.
struct NotesOfPly {
    int ply = 0;  ///< counted from 1
    std::string move;
    std::string words;  ///< may contain hostile text
};
using NotesOfGame = std::vector<NotesOfPly>;
/// The notes, by the entrant and the number of the game.
using GameNotes = std::map<std::pair<int, int>, NotesOfGame>;

/// The games whose notes are shown on the page of the entrant at this place: its worst losses, or its last games if it
/// has lost none. Returns only a few games, because notes may be long.
std::vector<int> games_with_notes(const ReportData& report, std::size_t place, const GameRows& games);
/// The notes of one player of a match. If there are many notes, only those of the last plies.
NotesOfGame notes_of_player(const protocol::MatchLog& log, int player);

/// Builds a whole page: `frame`, in which the entrant's content replaces the word @MATCHES@. `place` is the entrant's
/// place in the standings, counted from 0. The links lead to ../index.html and to the pages of the games in `games`.
std::string entrant_page(std::string_view frame, const ReportData& report, std::size_t place, const GameRows& games,
                         const ForfeitDetails& details, const GameNotes& notes);

}  // namespace referee::tournament
