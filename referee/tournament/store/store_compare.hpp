// The differences between two tournaments, in words.
#pragma once

#include <string>

#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// All that keeps `now` from going on with what `file` holds, and what to do about it, in one line; empty if nothing
/// does. `db` is the path of the file: files that are missing here may be beside it.
std::string differences(const TournamentHead& file, const TournamentHead& now, const std::string& db);

/// Text of a JSON array of strings, and back; nothing if it is none.
std::string words_to_json(const std::vector<std::string>& words);
std::optional<std::vector<std::string>> words_of_json(std::string_view json);

/// Whether this is the text of a JSON object.
bool is_json_object(std::string_view json);

}  // namespace referee::tournament
