// The page of one entrant in a report: its place, its games, its worst losses with its notes, and its forfeits with the
// reasons.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/tournament/figures/tables/student_state.hpp"
#include "referee/tournament/figures/tables/tables.hpp"
#include "referee/web/pages/game_rows.hpp"
#include "referee/web/pages/report_json.hpp"

namespace referee::tournament {

/// What happened in a game that was forfeited. May contain hostile text.
struct ForfeitDetail {
    std::string sentence;     ///< see protocol::sentence_of()
    std::string explained{};  ///< as the author of the bot would see it in `referee check`; empty: it is not shown
};
/// By the number of the game.
using ForfeitDetails = std::map<int, ForfeitDetail>;

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

/// Builds a whole page: `frame`, in which the entrant's content replaces the words @HEAD@ and @CONTENT@. `place` is the
/// entrant's place in the standings, counted from 0. The links lead to ../index.html and to the pages of the games in
/// `games`.
std::string entrant_page(std::string_view frame, const ReportData& report, std::size_t place, const GameRows& games,
                         const ForfeitDetails& details, const GameNotes& notes);

/// The numbers of an entrant's games: those that it has lost come first, and each part is in the order of the numbers.
std::vector<int> losses_first(const ReportData& report, std::size_t place, const GameRows& games);

/// What entrant_page() needs.
struct PlayedPart {
    const ReportData* report = nullptr;  ///< null: the student's hand-in does not play
    std::size_t place = 0;
    const GameRows* games = nullptr;  ///< a game with a `match` is that match of the same page
    const ForfeitDetails* details = nullptr;
    const GameNotes* notes = nullptr;
};
/// Builds the page for one student: what has become of the hand-in and, if it plays, its games. `frame` is a complete
/// page with the words @HEAD@ and @CONTENT@, and contains the games.
std::string answer_page(std::string_view frame, const Student& student, const StudentState& state,
                        const PlayedPart& played);

}  // namespace referee::tournament
