// Describes the differences between two tournaments in words.
#pragma once

#include <span>
#include <string>

#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::tournament {

/// The differences that prevent `now` from continuing `file`, and a remedy, in one line; empty if there are none. `db`:
/// the path of the file. Missing bots may be in the same folder.
std::string differences(const TournamentHead& file, const TournamentHead& now, const std::string& db);
/// Throws games::UserError, naming the differences, if there are any.
void require_same(const TournamentHead& file, const TournamentHead& now, const std::string& db);

/// The remedy if a bot has changed or is gone.
inline constexpr const char* record_bot_changes =
    "restore its bots, or record the change: referee change FILE add BOT, withdraw NAME or replace NAME=BOT";

/// Whether a tournament of these entrants may have begun in the working directory: one of their files with a relative
/// path is there, or at least its folder, or none has a relative path.
bool may_have_begun_here(std::span<const StoredEntrant> entrants);

/// Says in which folder referee must be run. `relative`: the relative paths of files that are missing here. `db`: the
/// path of the tournament's file, which is often in that folder.
std::string folder_to_run_in(std::span<const std::string> relative, const std::string& db);

}  // namespace referee::tournament
