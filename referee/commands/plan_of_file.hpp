// The plan that would play a tournament again, made of its file.
#pragma once

#include <string>

#include "referee/tournament/store/store.hpp"

namespace referee {

/// JSON for --plan: those who take part now, the settings and the seed. It plays the same games if bots and files are
/// as they were; changes of the director, and who has left, are not in it. Throws games::UserError where only some bots
/// of a folder take part.
[[nodiscard]] std::string plan_of_file(const tournament::TournamentHead& head);

}  // namespace referee
