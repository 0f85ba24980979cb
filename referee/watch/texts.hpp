// The texts of the viewer about a match: titles, times, the list of moves, the ending, and help.
#pragma once

#include <string>
#include <vector>

#include "referee/watch/layout.hpp"

namespace referee::watch {

/// "12. greedy (*) DROP 3  812 us, then lost: o", or "start".
std::string title_of(const Scene& scene, int ply);
/// The same without the name: "12. * DROP 3  812 us".
std::string short_title_of(const Scene& scene, int ply);
/// A player's name with its mark, and a sign if it is its turn.
std::string player_line(const Scene& scene, int player, bool to_move);
/// The last answer of a player up to a ply: its time, the limit and a bar; for a thinking player its time so far.
std::string time_line(const Scene& scene, int player, int ply, bool thinks);
/// A player's evaluation of its position at its last answer up to a ply; may be empty.
std::string thought_line(const Scene& scene, int player, int ply);
/// All notes of a ply, as text for the terminal.
std::string notes_of_ply(const Scene& scene, int ply);
/// One ply in the list of moves, its score and time at the right.
std::string move_line(const Scene& scene, int ply, int width);
/// The ending of the match, as text for the terminal. Requires: scene.over.
std::string ending_text(const Scene& scene);
std::string help_text();
/// "playing  2 a second" and the like.
std::string state_of(const Model& model, const Scene& scene);

}  // namespace referee::watch
