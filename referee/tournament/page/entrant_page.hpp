// The page of one entrant in a report: its place, its games, its worst losses, what it noted in them, and its forfeits
// with their reasons.
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

/// What an entrant has noted at its plies of one game.
struct NotesOfPly {
    int ply = 0;  ///< counted from 1
    std::string move;
    std::string words;  ///< may hold hostile text
};
using NotesOfGame = std::vector<NotesOfPly>;
/// By entrant, and by the number of the game.
using GameNotes = std::map<std::pair<int, int>, NotesOfGame>;

/// The games of the entrant at this place whose notes its page shows: its worst losses, or its last games where it has
/// lost none. Few, since bots may note much.
std::vector<int> games_with_notes(const ReportData& report, std::size_t place, const GameRows& games);
/// What the player on this side has noted in a match: the last plies, if there are many.
NotesOfGame notes_of_player(const protocol::MatchLog& log, int player);

/// A whole page: `frame`, with what there is to say of the entrant in place of its word @MATCHES@. `place`: of the
/// entrant in the standings, from 0 on. The links lead to ../index.html and to the pages of the games as `games` has
/// them.
std::string entrant_page(std::string_view frame, const ReportData& report, std::size_t place, const GameRows& games,
                         const ForfeitDetails& details, const GameNotes& notes);

}  // namespace referee::tournament
