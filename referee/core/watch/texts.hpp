// The viewer's texts about a match: titles, times, the list of moves, the ending, and help.
#pragma once

#include <string>
#include <vector>

#include "referee/core/watch/model.hpp"
#include "referee/core/watch/scene.hpp"

namespace referee::watch {

/// The title of a ply, such as "12. greedy (*) DROP 3  812 us, then lost: o"; "start" for ply 0.
std::string title_of(const Scene& scene, int ply);
/// The same title without the player's name: "12. * DROP 3  812 us".
std::string short_title_of(const Scene& scene, int ply);
/// A player's name and mark, preceded by ">" if it is the player's turn.
std::string player_line(const Scene& scene, int player, bool to_move);
/// The time of a player's last answer up to a ply, with its limit and a bar. For a thinking player, the time that it
/// has used so far.
std::string time_line(const Scene& scene, int player, int ply, bool thinks);
/// The evaluation that a player reported with its last answer up to a ply; empty if it reported none.
std::string thought_line(const Scene& scene, int player, int ply);
/// All notes of a ply, as text for the terminal. At the end of the match, also those after the last moves.
std::string notes_of_ply(const Scene& scene, int ply);
/// A line in the list of moves, with the ply's score and time on the right.
std::string move_line(const Scene& scene, int ply, int width);
/// The ending of the match, as text for the terminal. Requires: scene.over.
std::string ending_text(const Scene& scene);
std::string help_text();
/// The state of the viewer in words, such as "playing, 2 a second".
std::string state_of(const Model& model, const Scene& scene);

}  // namespace referee::watch
